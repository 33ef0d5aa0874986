//! Developer chores. `cargo xtask serve` and `cargo xtask test` need rustup only, and node for the second.
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};
type Done<T = ()> = Result<T, String>;

const TRUNK: &str = "0.21.14";
const TARGET: &str = "wasm32-unknown-unknown";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (verb, rest) = args
        .split_first()
        .map_or(("", &[][..]), |(v, r)| (v.as_str(), r));
    let done = match verb {
        "serve" => serve(rest),
        "build" => build(rest),
        "seal" => seal(),
        "test" => test(),
        _ => Err("usage: cargo xtask serve | build | test".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("xtask: {e}");
            ExitCode::FAILURE
        }
    }
}
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace")
        .into()
}
fn say(what: &str) {
    eprintln!("\x1b[1mxtask\x1b[0m {what}");
}
fn run(c: &mut Command) -> Done {
    let t = Instant::now();
    let s = c
        .status()
        .map_err(|e| format!("{:?}: {e}", c.get_program()))?;
    say(&format!("{:.1} s  {:?}", t.elapsed().as_secs_f32(), c));
    if s.success() {
        Ok(())
    } else {
        Err(format!("{:?} failed", c.get_program()))
    }
}
fn cargo(args: &[&str]) -> Command {
    let mut c = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    c.current_dir(root()).args(args);
    c
}
fn text(program: &Path, args: &[&str]) -> Option<String> {
    Command::new(program)
        .args(args)
        .output()
        .ok()
        .filter(|o| o.status.success())
        .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned())
}

/// The version of a crate that Cargo.lock names.
fn locked(name: &str) -> Done<String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|e| e.to_string())?;
    let mut lines = lock
        .lines()
        .skip_while(|l| *l != format!("name = \"{name}\""));
    lines
        .nth(1)
        .and_then(|l| l.strip_prefix("version = \""))
        .map(|v| v.trim_end_matches('"').to_owned())
        .ok_or(format!("{name} is not in Cargo.lock"))
}
fn target() -> Done {
    let dir = text(
        Path::new("rustc"),
        &["--print", "target-libdir", "--target", TARGET],
    );
    if dir.is_some_and(|d| Path::new(&d).exists()) {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", TARGET]))
}
/// The folder with this very version of a tool: ours, the user's, or installed now beside other versions.
fn tool(package: &str, program: &str, version: &str, locked: bool) -> Done<Option<PathBuf>> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|h| h.join(".cargo")))
        .ok_or("no home folder")?;
    let place = home.join("nodetide").join(format!("{package}-{version}"));
    let bin = place.join("bin");
    if bin
        .join(program)
        .with_extension(env::consts::EXE_EXTENSION)
        .exists()
    {
        return Ok(Some(bin));
    }
    if text(Path::new(program), &["--version"])
        .and_then(|v| v.split(' ').nth(1).map(|v| v == version))
        == Some(true)
    {
        return Ok(None);
    }
    say(&format!(
        "installing {package} {version} once, about {} min",
        if package == "trunk" { 2 } else { 1 }
    ));
    let mut c = cargo(&[
        "install",
        "--quiet",
        "--debug",
        "--no-default-features",
        "--root",
    ]);
    c.arg(&place)
        .arg(format!("{package}@{version}"))
        .envs([
            ("CARGO_PROFILE_DEV_DEBUG", "0"),
            ("CARGO_PROFILE_DEV_STRIP", "true"),
            ("CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS", "fallback"),
        ])
        .current_dir(env::temp_dir());
    if locked {
        c.arg("--locked");
    }
    run(&mut c)?;
    Ok(Some(bin))
}
fn tools() -> Done<std::ffi::OsString> {
    target()?;
    let ours = [
        tool("trunk", "trunk", TRUNK, true)?,
        tool(
            "wasm-bindgen-cli",
            "wasm-bindgen",
            &locked("wasm-bindgen")?,
            false,
        )?,
    ];
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(
        ours.into_iter()
            .flatten()
            .chain([root().join("node_modules/.bin")])
            .chain(env::split_paths(&path)),
    )
    .map_err(|e| e.to_string())
}
fn npm() -> Done {
    let stamp = root().join("node_modules/.package-lock.json");
    let fresh = |a: &Path, b: &Path| {
        Some(a.metadata().ok()?.modified().ok()? >= b.metadata().ok()?.modified().ok()?)
    };
    if fresh(&stamp, &root().join("package-lock.json")) == Some(true) {
        return Ok(());
    }
    run(Command::new("npm")
        .current_dir(root())
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"))
}
fn serve(rest: &[String]) -> Done {
    let path = tools()?;
    if rest.iter().any(|a| a == "--release") {
        npm()?;
    }
    run(Command::new("trunk")
        .arg("serve")
        .args(rest)
        .current_dir(root())
        .env("PATH", path))
}
fn build(rest: &[String]) -> Done {
    let path = tools()?;
    npm()?;
    run(Command::new("trunk")
        .args(["build", "--release"])
        .args(rest)
        .current_dir(root())
        .env("PATH", path))
}
fn browser() -> Done<(PathBuf, PathBuf)> {
    let find = |names: &[&str]| {
        env::split_paths(&env::var_os("PATH").unwrap_or_default())
            .flat_map(|d| names.iter().map(move |n| d.join(n)).collect::<Vec<_>>())
            .find(|p| p.exists())
    };
    let both = || {
        Some((
            find(&["chromium", "google-chrome", "chromium-browser"])?,
            find(&["chromedriver"])?,
        ))
    };
    if let Some(b) = both() {
        return Ok(b);
    }
    if text(Path::new("id"), &["-u"]).as_deref() == Some("0") && find(&["apt-get"]).is_some() {
        run(Command::new("apt-get").args(["update", "-qq"]))?;
        run(Command::new("apt-get")
            .args([
                "install",
                "-y",
                "-qq",
                "--no-install-recommends",
                "chromium",
                "chromium-driver",
            ])
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    both().ok_or(
        "no Chromium with its driver; on Debian: apt-get install chromium chromium-driver".into(),
    )
}
fn test() -> Done {
    let path = tools()?;
    npm()?;
    let (chromium, driver) = browser()?;
    run(&mut cargo(&["fmt", "--all", "--check"])).or_else(|e| {
        say(&e);
        Ok::<_, String>(())
    })?;
    run(&mut cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--locked",
        "--quiet",
    ]))?;
    run(&mut cargo(&["test", "--workspace", "--locked", "--quiet"]))?;
    run(cargo(&[
        "test",
        "--locked",
        "--target",
        TARGET,
        "--no-default-features",
        "--features",
        "page",
        "--test",
        "web",
    ])
    .envs([
        (
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER",
            "wasm-bindgen-test-runner",
        ),
        ("CARGO_PROFILE_TEST_DEBUG", "0"),
        ("CARGO_PROFILE_DEV_DEBUG", "0"),
    ])
    .env("CHROMEDRIVER", driver)
    .env("PATH", &path))?;
    run(Command::new("trunk")
        .args([
            "build",
            "--release",
            "--public-url",
            "/sub/path/",
            "--dist",
            "target/e2e-dist",
        ])
        .current_dir(root())
        .env("PATH", &path))?;
    run(Command::new("npx")
        .args(["playwright", "test"])
        .current_dir(root())
        .envs([("DIST", "target/e2e-dist")])
        .env("CHROMIUM", chromium)
        .env("PATH", &path))
}

/// What a page on a plain static host must carry itself: Trunk calls this after each build.
fn seal() -> Done {
    if env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        return Ok(());
    }
    let index =
        Path::new(&env::var("TRUNK_STAGING_DIR").map_err(|e| e.to_string())?).join("index.html");
    let html = std::fs::read_to_string(&index).map_err(|e| e.to_string())?;
    let meta = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'\">";
    let at = html.find("<meta").ok_or("no meta in index.html")?;
    std::fs::write(index, format!("{}{meta}{}", &html[..at], &html[at..]))
        .map_err(|e| e.to_string())
}
