//! The performance tables: of the native engine, and of the built page in Chromium.

use crate::gate;
use crate::shell::{Done, answer, cargo, program, root, run, say};
use crate::tools::{TARGET, browser, npm, tools};
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Command;

/// The size of the page's benchmark scenario.
const NODES: &str = "1000";

/// The benchmark that also runs in node.
const EVERYWHERE: &str = "surge-ref-15000";
const FLEET: &str = "fleet-15000";
/// The number of alternating rounds, of which the fastest counts: ratios of these are stable on a shared machine.
const ROUNDS: usize = 5;

/// Runs everything, or all except the page; or counts the engine's instructions, and compares or records them.
pub(crate) fn bench(options: &[String]) -> Done {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    match options[..] {
        [] => engine().and_then(|()| page()),
        ["engine"] => engine(),
        ["engine", option @ ("--check" | "--record")] => instructions(option),
        _ => Err("bench knows `engine`, `engine --check` and `engine --record`".to_owned()),
    }
}

fn engine() -> Done {
    run(&mut table())?;
    times()?;
    // What is worse ends nothing else.
    instructions("--check").or_else(|why| {
        say(&why);
        Ok(())
    })
}

fn instructions(option: &str) -> Done {
    let bench = "bench --locked --quiet --package runner --bench instructions --";
    run(cargo(bench).arg(option))
}

fn page() -> Done {
    let scenario = root().join("target/bench-scenario.json");
    let text =
        table().args(["--", "--scenario", NODES]).output().map_err(|error| error.to_string())?;
    if !text.status.success() {
        return Err(String::from_utf8_lossy(&text.stderr).into_owned());
    }
    fs::write(&scenario, text.stdout).map_err(|error| error.to_string())?;
    gate::test(&["release".to_owned()])?;
    let browser = browser()?;
    let port = free_port().map_err(|error| error.to_string())?.to_string();
    let mut serve = program("node", "tests/e2e/serve.mjs");
    let mut server = serve.env("PORT", &port).spawn().map_err(|error| error.to_string())?;
    say("the page's table; a minute");
    let done = run(program("node", "tests/e2e/bench.mjs")
        .arg(&scenario)
        .env("ADDRESS", format!("http://127.0.0.1:{port}/sub/path/"))
        .env("CHROMIUM", browser.chromium));
    // It only ends early if it couldn't start.
    if let Ok(Some(status)) = server.try_wait() {
        return Err(format!("the page could not be served ({status})"));
    }
    done.and(server.kill().map_err(|error| error.to_string()))
}

/// A port on which nothing listens.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Compares native, wasm and plain JavaScript: same results, and relative times.
fn times() -> Done {
    let table = program_of(&mut table())?;
    let native = |work: &str| vec![table.clone(), "--work".to_owned(), work.to_owned()];
    let mut works = vec![native(EVERYWHERE), native(FLEET)];
    let nodes = EVERYWHERE.rsplit('-').next().unwrap_or_default();
    let loops = [EVERYWHERE.to_owned(), format!("plain-{nodes}")];
    if answer("node", "--version").is_some() {
        let folder = wasm()?.to_string_lossy().into_owned();
        let [own, plain] = loops;
        works.push(native(&plain));
        for (folder, work) in [(folder, own), ("js".to_owned(), plain)] {
            works.push(["node", "benches/node.mjs", &folder, &work].map(str::to_owned).to_vec());
        }
    } else {
        say("node is not here: nothing is done in wasm");
    }
    let mut least = vec![f64::MAX; works.len()];
    let mut ends = vec![String::new(); works.len()];
    for _ in 0..ROUNDS {
        for (at, work) in works.iter().enumerate() {
            let took;
            (ends[at], took) = timed(work)?;
            least[at] = least[at].min(took);
        }
    }
    line(FLEET, least[1], "s of a processor", 2.0, 1.0);
    let [native, _, _, wasm, js] = least[..] else {
        return Ok(());
    };
    if ends[0] != ends[3] || ends[2] != ends[4] {
        return Err(format!("a work ends in other ways elsewhere: {ends:?}"));
    }
    line(&format!("{EVERYWHERE}-wasm"), wasm / native, "x native", 2.0, 1.4);
    line(&format!("{EVERYWHERE}-wasm-js"), wasm / js, "x plain JavaScript", 1.0, 1.0);
    Ok(())
}

fn line(name: &str, value: f64, unit: &str, must: f64, aim: f64) {
    println!("bench {name}: {value:.2} {unit} (must {must}, aim {aim})");
}

/// The result of a benchmark, and its seconds.
fn timed(work: &[String]) -> Done<(String, f64)> {
    let output =
        program(&work[0], "").args(&work[1..]).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let took = said.trim().split_once(" took ");
    took.and_then(|(end, took)| Some((end.to_owned(), took.parse().ok()?))).ok_or_else(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        format!("{work:?} did not say what it took: {said}{error}")
    })
}

/// Builds the benchmarks for node like a release of the page; returns their folder.
fn wasm() -> Done<PathBuf> {
    let path = tools()?;
    npm()?;
    let build = format!(
        "bench --locked --quiet --profile page --target {TARGET} --package page --bench node"
    );
    say(&build);
    let wasm = program_of(&mut cargo(&build))?;
    let folder = root().join("target/bench-node");
    let bindgen = "--target nodejs --no-typescript --out-name node --out-dir";
    run(program("wasm-bindgen", bindgen).arg(&folder).arg(wasm).env("PATH", &path))?;
    // The project's own scripts are another kind of module.
    fs::write(folder.join("package.json"), "{}").map_err(|error| error.to_string())?;
    let file = folder.join("node_bg.wasm");
    let optimize = "-Oz --skip-pass=memory-packing";
    run(program("wasm-opt", optimize).arg(&file).arg("-o").arg(&file).env("PATH", &path))?;
    Ok(folder)
}

/// Builds, and returns the program's path.
fn program_of(build: &mut Command) -> Done<String> {
    let built = build
        .args(["--no-run", "--message-format=json"])
        .output()
        .map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&built.stdout).into_owned();
    let program = messages
        .lines()
        .filter(|line| line.contains("\"kind\":[\"bench\"]"))
        .filter_map(|line| line.split_once("\"executable\":\"").map(|(_, rest)| rest))
        .filter_map(|rest| rest.split('"').next())
        .next_back();
    program.map(str::to_owned).ok_or_else(|| {
        let error = String::from_utf8_lossy(&built.stderr);
        format!("nothing was built: {error}")
    })
}

fn table() -> Command {
    cargo("bench --locked --quiet --package cli --bench table")
}
