//! The performance tables: of the engine natively, and of the built page in Chromium.

use crate::gate::{self, DIST};
use crate::shell::{Done, cargo, program, root, run, say};
use crate::tools::browser;
use std::fs;
use std::process::Command;

/// How large the scenario of the page's table is.
const NODES: &str = "1000";

pub(crate) fn bench() -> Done {
    run(&mut table())?;
    let scenario = root().join("target/bench-scenario.json");
    let text = table()
        .args(["--", "--scenario", NODES])
        .output()
        .map_err(|error| error.to_string())?;
    if !text.status.success() {
        return Err(String::from_utf8_lossy(&text.stderr).into_owned());
    }
    fs::write(&scenario, text.stdout).map_err(|error| error.to_string())?;
    gate::test(&["release".to_owned()])?;
    let browser = browser()?;
    let mut server = program("node", "tests/e2e/serve.mjs")
        .env("DIST", DIST)
        .spawn()
        .map_err(|error| error.to_string())?;
    say("the page's table; a minute");
    let done = run(program("node", "benches/browser.mjs")
        .arg(&scenario)
        .env("ADDRESS", "http://127.0.0.1:4173/sub/path/")
        .env("CHROMIUM", browser.chromium));
    // It ends by itself only where it could not begin.
    if let Ok(Some(status)) = server.try_wait() {
        return Err(format!("the page could not be served ({status})"));
    }
    done.and(server.kill().map_err(|error| error.to_string()))
}

fn table() -> Command {
    let mut table = cargo("bench --locked --quiet --bench table");
    table.args(["--no-default-features", "--features", "cli"]);
    table
}
