//! Finds tools in exact versions, and installs missing ones.

use crate::shell::{Done, answer, cargo, program, read, root, run, say};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const TRUNK: &str = "0.21.14";

/// The crates that take most of wasm-bindgen's time at each rebuild of the page.
const HOT: [&str; 8] = [
    "walrus",
    "wasmparser",
    "wasm-encoder",
    "wasm-bindgen-cli-support",
    "wasm-bindgen-cli",
    "hashbrown",
    "indexmap",
    "id-arena",
];

/// A tool installed from the crate registry, beside other versions.
struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    locked: bool,
    hot: &'static [&'static str],
    minutes: u32,
}

/// Provides what building the page needs; returns the `PATH` for the build.
pub(crate) fn tools() -> Done<OsString> {
    target()?;
    let trunk = Tool {
        package: "trunk",
        program: "trunk",
        version: TRUNK.to_owned(),
        locked: true,
        hot: &[],
        minutes: 2,
    };
    let bindgen = Tool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: locked_version("wasm-bindgen")?,
        // Its own lock file names a yanked crate.
        locked: false,
        hot: &HOT,
        minutes: 1,
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let ours = [trunk.folder()?, bindgen.folder()?];
    let all = ours
        .into_iter()
        .flatten()
        .chain([npm_root().join("node_modules/.bin")])
        .chain(env::split_paths(&path));
    env::join_paths(all).map_err(|error| error.to_string())
}

fn target() -> Done {
    let folder = answer("rustc", &format!("--print target-libdir --target {TARGET}"));
    if folder.is_some_and(|folder| Path::new(&folder).exists()) {
        return Ok(());
    }
    say(&format!("installing the target {TARGET} once, some seconds"));
    run(&mut program("rustup", &format!("target add {TARGET}")))
}

impl Tool {
    /// The folder with this version; `None` if it is on `PATH` already.
    fn folder(&self) -> Done<Option<PathBuf>> {
        let (package, version) = (self.package, &self.version);
        let place = cargo_home()?.join(format!("nodetide/{package}-{version}"));
        let bin = place.join("bin");
        let program = bin.join(self.program);
        if program.with_extension(env::consts::EXE_EXTENSION).exists() {
            return Ok(Some(bin));
        }
        let there = answer(self.program, "--version");
        if there.is_some_and(|text| text.split(' ').nth(1) == Some(version)) {
            return Ok(None);
        }
        let minutes = self.minutes;
        say(&format!("installing {package} {version} once, about {minutes} min"));
        let mut install = cargo("install --quiet --debug --no-default-features");
        for hot in self.hot {
            install.arg("--config");
            install.arg(format!("profile.dev.package.{hot}.opt-level=1"));
        }
        if self.locked {
            install.arg("--locked");
        }
        install
            .arg("--root")
            .arg(&place)
            .arg(format!("{package}@{version}"))
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_PROFILE_DEV_STRIP", "true")
            .env("CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS", "fallback")
            // Outside of the project's own configuration.
            .current_dir(env::temp_dir());
        run(&mut install)?;
        Ok(Some(bin))
    }
}

pub(crate) fn cargo_home() -> Done<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(env::home_dir()?.join(".cargo")))
        .ok_or_else(|| "there is no home folder; set CARGO_HOME".to_owned())
}

/// The version of a crate in Cargo.lock.
fn locked_version(name: &str) -> Done<String> {
    let lock = read(&root().join("Cargo.lock"))?;
    let entry = format!("name = \"{name}\"");
    let line = lock.lines().skip_while(|line| *line != entry).nth(1);
    line.and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
        .map(str::to_owned)
        .ok_or_else(|| format!("{name} is not in Cargo.lock"))
}

/// The folder of the browser's tools.
fn npm_root() -> PathBuf {
    root().join("tests/e2e")
}

/// Provides wasm-opt and the end-to-end tests.
pub(crate) fn npm() -> Done {
    let age = |path: &str| npm_root().join(path).metadata().ok()?.modified().ok();
    let installed = age("node_modules/.package-lock.json");
    if installed.is_some() && installed >= age("package-lock.json") {
        return Ok(());
    }
    if answer("node", "--version").is_none() {
        return Err("node is needed here; install version 20 or newer".to_owned());
    }
    say("installing npm packages once, some seconds");
    run(program("npm", "ci --ignore-scripts --no-audit --no-fund")
        .current_dir(npm_root())
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}

/// Chromium and its driver.
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds Chromium by `CHROMIUM` and `CHROMEDRIVER` or on `PATH`; installs it where that is reliable.
pub(crate) fn browser() -> Done<Browser> {
    if let Some(browser) = find_browser() {
        return Ok(browser);
    }
    if answer("id", "-u").as_deref() == Some("0") && on_path(&["apt-get"]).is_some() {
        say("installing Chromium once, about 1 min");
        let quiet = |args: &str| {
            let mut command = program("apt-get", args);
            command.env("DEBIAN_FRONTEND", "noninteractive");
            command
        };
        run(&mut quiet("update -qq"))?;
        run(&mut quiet("install -y -qq --no-install-recommends chromium chromium-driver"))?;
    }
    find_browser().ok_or_else(|| {
        "Chromium with its driver is needed; on Debian: apt-get install chromium chromium-driver, \
         elsewhere set CHROMIUM and CHROMEDRIVER"
            .to_owned()
    })
}

fn find_browser() -> Option<Browser> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from);
    Some(Browser {
        chromium: named("CHROMIUM")
            .or_else(|| on_path(&["chromium", "google-chrome", "chromium-browser"]))?,
        driver: named("CHROMEDRIVER").or_else(|| on_path(&["chromedriver"]))?,
    })
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let candidates = env::split_paths(&path).flat_map(|folder| {
        let files = names.iter().map(|name| folder.join(name));
        files.collect::<Vec<_>>()
    });
    candidates.into_iter().find(|file| file.exists())
}
