//! Builds and serves the page, by Trunk.

use crate::shell::{Done, program, read, root, run, say};
use crate::tools::{cargo_home, npm, tools};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the page may do, wherever it is hosted.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

pub(crate) fn serve(options: &[String]) -> Done {
    let path = tools()?;
    if options.iter().any(|option| option == "--release") {
        npm()?;
    }
    let mut trunk = program("trunk", "serve");
    trunk.args(options).env("PATH", path);
    say("serving; the first build takes about a minute");
    become_(&mut trunk)
}

/// On Unix this process becomes the other: stopped as a child, Trunk would stay behind on its port.
#[cfg(unix)]
fn become_(command: &mut Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("trunk did not start: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_(command: &mut Command) -> Done {
    run(command)
}

pub(crate) fn build(options: &[String]) -> Done {
    let path = tools()?;
    npm()?;
    release(&path, options)
}

/// The release. Paths of this machine are left out of the wasm, so that its bytes are the same everywhere.
pub(crate) fn release(path: &OsStr, options: &[String]) -> Done {
    let crates = cargo_home()?.join("registry/src");
    // Of the wasm target alone: the program that Trunk calls to seal the page stays as it is built.
    let flags = format!(
        "--remap-path-prefix={}=crates --remap-path-prefix={}=.",
        crates.display(),
        root().display()
    );
    run(program("trunk", "build --release")
        .args(options)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
        .env("PATH", path))
}

/// Writes the policy into the page, in a release: Trunk calls this after each build. The development server's
/// reloading is an inline script, which the policy would refuse.
pub(crate) fn seal() -> Done {
    if env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        return Ok(());
    }
    let staging = env::var("TRUNK_STAGING_DIR").map_err(|_| "seal is called by Trunk")?;
    let index = Path::new(&staging).join("index.html");
    let html = read(&index)?;
    let (before, after) = html
        .find("<meta")
        .map(|at| html.split_at(at))
        .ok_or("index.html has no meta tag to stand beside")?;
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    fs::write(&index, format!("{before}{policy}{after}")).map_err(|error| error.to_string())
}
