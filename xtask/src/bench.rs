//! The performance tables: of the engine natively, and of the built page in Chromium.

use crate::gate::{self, DIST};
use crate::shell::{Done, cargo, program, root, run, say};
use crate::tools::browser;
use std::fs;
use std::process::Command;

/// How large the scenario of the page's table is.
const NODES: &str = "1000";

/// Works that are counted by instructions, each with its aim beside the bare loop over the same events.
const WORKS: &[(&str, f64)] = &[("surge-ref-1000", 3.0), ("surge-ref-15000", 3.0)];
/// Shapes whose cost should grow as the cluster does, from a thousand nodes to so many that valgrind takes a minute.
const SHAPES: &[(&str, u32)] = &[
    ("surge-ref", 15_000),
    ("pending", 15_000),
    ("fleet", 4000),
    ("budget", 4000),
    ("singles", 4000),
    ("one", 4000),
    ("spread", 4000),
];

pub(crate) fn bench() -> Done {
    run(&mut table())?;
    if Command::new("valgrind").arg("--version").output().is_ok() {
        instructions()?;
    } else {
        say("valgrind is not here: instructions are not counted");
    }
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

/// Instructions do not depend on what else the machine does: two counts of one work differ by a few in a million.
fn instructions() -> Done {
    for (work, aim) in WORKS {
        let nodes = work.rsplit('-').next().unwrap_or_default();
        let plain = counted(&format!("plain-{nodes}"))?;
        let own = counted(work)?;
        println!(
            "bench plain-{nodes}: {:.1} M instructions (the measure)",
            plain / 1e6
        );
        println!("bench {work}: {:.1} x plain (aim {aim})", own / plain);
    }
    for (shape, nodes) in SHAPES {
        let (small, large) = (
            counted(&format!("{shape}-1000"))?,
            counted(&format!("{shape}-{nodes}"))?,
        );
        let exponent = (large / small).ln() / (f64::from(*nodes) / 1000.0).ln();
        println!("bench growth-{shape}: {exponent:.2} exponent to {nodes} nodes (aim 1.03)");
    }
    Ok(())
}

/// Instructions of one work, from its text to its last row.
fn counted(work: &str) -> Result<f64, String> {
    let built = table()
        .args(["--no-run", "--message-format=json"])
        .output()
        .map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&built.stdout).into_owned();
    let program = messages
        .lines()
        .filter_map(|line| line.split_once("\"executable\":\"").map(|(_, rest)| rest))
        .filter_map(|rest| rest.split('"').next())
        .next_back()
        .ok_or("the table was not built")?;
    let run = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
            program,
            "--work",
            work,
        ])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let count = said.lines().find_map(|line| {
        line.split_once("I refs:")
            .or_else(|| line.split_once("I   refs:"))
    });
    let count = count.map(|(_, count)| count.trim().replace(',', ""));
    count
        .and_then(|count| count.parse().ok())
        .ok_or(format!("{work} was not counted: {said}"))
}

fn table() -> Command {
    let mut table = cargo("bench --locked --quiet --bench table");
    table.args(["--no-default-features", "--features", "cli"]);
    table
}
