//! The performance tables: of the native engine, and of the built page in Chromium.

use crate::gate;
use crate::shell::{Done, answer, cargo, program, root, run, say};
use crate::tools::{TARGET, browser, npm, tools};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The size of the page's benchmark scenario.
const NODES: &str = "1000";

/// Benchmarks measured in instructions relative to the bare loop over the same events, each with its limit and its aim.
const WORKS: &[(&str, f64, f64)] = &[("surge-ref-1000", 6.0, 3.0), ("surge-ref-15000", 6.0, 3.0)];
/// The benchmark that also runs in node.
const EVERYWHERE: &str = "surge-ref-15000";
const FLEET: &str = "fleet-15000";
/// The number of alternating rounds, of which the fastest counts: ratios of these are stable on a shared machine.
const ROUNDS: usize = 5;
/// Shapes whose cost should grow like the cluster, from a thousand nodes up to what valgrind runs in a minute.
const SHAPES: &[(&str, u32)] = &[
    ("surge-ref", 15_000),
    ("pending", 15_000),
    ("fleet", 4000),
    ("budget", 4000),
    ("singles", 4000),
    ("one", 4000),
    ("spread", 4000),
];

/// Runs everything, or all except the page.
pub(crate) fn bench(options: &[String]) -> Done {
    engine()?;
    match options {
        [] => page(),
        [only] if only == "engine" => Ok(()),
        _ => Err("bench has no other part than `engine`".to_owned()),
    }
}

fn engine() -> Done {
    run(&mut table())?;
    times()?;
    if Command::new("valgrind").arg("--version").output().is_ok() {
        instructions()?;
    } else {
        say("valgrind is not here: instructions are not counted");
    }
    Ok(())
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
    let mut server =
        program("node", "tests/e2e/serve.mjs").spawn().map_err(|error| error.to_string())?;
    say("the page's table; a minute");
    let done = run(program("node", "tests/e2e/bench.mjs")
        .arg(&scenario)
        .env("ADDRESS", "http://127.0.0.1:4173/sub/path/")
        .env("CHROMIUM", browser.chromium));
    // It only ends early if it couldn't start.
    if let Ok(Some(status)) = server.try_wait() {
        return Err(format!("the page could not be served ({status})"));
    }
    done.and(server.kill().map_err(|error| error.to_string()))
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

/// Instructions don't depend on other load: two counts of one benchmark differ by a few in a million.
fn instructions() -> Done {
    for (work, must, aim) in WORKS {
        let nodes = work.rsplit('-').next().unwrap_or_default();
        let plain = counted(&format!("plain-{nodes}"))?;
        let own = counted(work)?;
        println!("bench plain-{nodes}: {:.1} M instructions (the measure)", plain / 1e6);
        line(work, own / plain, "x plain", *must, *aim);
    }
    println!("bench {FLEET}: {:.0} M instructions", counted(FLEET)? / 1e6);
    for (shape, nodes) in SHAPES {
        let (small, large) =
            (counted(&format!("{shape}-1000"))?, counted(&format!("{shape}-{nodes}"))?);
        let exponent = (large / small).ln() / (f64::from(*nodes) / 1000.0).ln();
        println!("bench growth-{shape}: {exponent:.2} exponent to {nodes} nodes (aim 1.03)");
    }
    Ok(())
}

/// The instructions of one benchmark, from its text to its last row.
fn counted(work: &str) -> Result<f64, String> {
    let program = program_of(&mut table())?;
    let run = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
            &program,
            "--work",
            work,
        ])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let count = said
        .lines()
        .find_map(|line| line.split_once("I refs:").or_else(|| line.split_once("I   refs:")));
    let count = count.map(|(_, count)| count.trim().replace(',', ""));
    count.and_then(|count| count.parse().ok()).ok_or(format!("{work} was not counted: {said}"))
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
