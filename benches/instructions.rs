//! The instructions of whole runs, counted by valgrind: the same on a busy machine. `--check` compares them with the recorded
//! ones, `--record` records them; `--work NAME-NODES` does one workload, to be counted. A program of its own, which builds
//! without the command line.

mod plain;
mod work;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Shapes whose cost should grow like the cluster, from a thousand nodes up to what valgrind runs in a minute or two.
const SHAPES: &[(&str, u32)] = &[
    ("surge-ref", 15_000),
    ("pending", 15_000),
    ("fleet", 15_000),
    ("budget", 4000),
    ("singles", 4000),
    ("one", 15_000),
    ("spread", 15_000),
];
const FEW: u32 = 1000;

/// The recorded instructions of every shape, and their table in the documentation.
const RATIOS: &str = "benches/ratios.txt";
const DOCUMENT: &str = "docs/performance.md";
const MARKS: [&str; 2] =
    ["<!-- written by cargo xtask bench engine --record -->\n", "<!-- end -->\n"];
/// By how many percent a figure may be worse than the recorded one.
const TOLERANCE: f64 = 2.0;
const ANEW: &str =
    "record it anew with `cargo xtask bench engine --record`, and say why in the commit";

/// The instructions of a shape with few nodes and with many, as multiples of the bare loop's over the same events, and the
/// exponent of their growth.
struct Shape {
    name: &'static str,
    nodes: u32,
    few: f64,
    many: f64,
    growth: f64,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["--work", work] => work::done(work).map(drop).map_err(|error| error.to_string()),
        ["--check"] => shapes().and_then(|shapes| check(&shapes)),
        ["--record"] => shapes().and_then(|shapes| record(&shapes)),
        _ => Ok(()),
    };
    done.map_or_else(
        |why| {
            eprintln!("{why}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn shapes() -> Result<Vec<Shape>, String> {
    SHAPES.iter().copied().map(shape).collect()
}

fn shape((name, nodes): (&'static str, u32)) -> Result<Shape, String> {
    let counts = |nodes| Ok::<_, String>((counted(name, nodes)?, counted("plain", nodes)?));
    let ((few, few_plain), (many, many_plain)) = (counts(FEW)?, counts(nodes)?);
    let growth = (many / few).ln() / (f64::from(nodes) / f64::from(FEW)).ln();
    eprintln!("counted {name}");
    Ok(Shape { name, nodes, few: few / few_plain, many: many / many_plain, growth })
}

/// The instructions from the text to the last row: two counts of one benchmark differ by a few in a million.
fn counted(name: &str, nodes: u32) -> Result<f64, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(["--work", &format!("{name}-{nodes}")])
        .output();
    let run = run.map_err(|error| {
        let install = "`sudo apt-get install valgrind`";
        format!("valgrind counts the instructions, but did not start ({error}): {install}")
    })?;
    let said = String::from_utf8_lossy(&run.stderr);
    let count = said.lines().find_map(|line| line.split_once("refs:"));
    let count = count.and_then(|(_, count)| count.trim().replace(',', "").parse().ok());
    count.ok_or_else(|| format!("{name}-{nodes} was not counted: {said}"))
}

/// The figures by name, as they are recorded.
fn figures(shapes: &[Shape]) -> impl Iterator<Item = (String, f64)> {
    shapes.iter().flat_map(|Shape { name, nodes, few, many, growth }| {
        [
            (format!("{name}-{FEW}"), *few),
            (format!("{name}-{nodes}"), *many),
            (format!("growth-{name}"), *growth),
        ]
    })
}

/// Compares with what is recorded.
fn check(shapes: &[Shape]) -> Result<(), String> {
    let recorded = read(RATIOS)?;
    let recorded: BTreeMap<&str, &str> =
        recorded.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut worse = Vec::new();
    println!("{:16} {:>8} {:>8} {:>10}", "", "recorded", "now", "difference");
    for (name, now) in figures(shapes) {
        let before = recorded.get(&*name).and_then(|value| value.parse::<f64>().ok());
        let before = before.ok_or_else(|| format!("{RATIOS} has no `{name}`; {ANEW}"))?;
        let more = 100.0 * (now / before - 1.0);
        println!("{name:16} {before:8.2} {now:8.2} {more:+8.1} %");
        if more > TOLERANCE {
            worse.push(name);
        }
    }
    if worse.is_empty() {
        return Ok(());
    }
    let worse = worse.join(", ");
    Err(format!(
        "worse than recorded by more than {TOLERANCE} %: {worse}; if it is worth it, {ANEW}"
    ))
}

/// Writes the figures, and their table in the documentation.
fn record(shapes: &[Shape]) -> Result<(), String> {
    let write = |name: &str, text: String| {
        fs::write(path(name), text).map_err(|error| format!("{name}: {error}"))
    };
    let lines = figures(shapes).map(|(name, value)| format!("{name} {value:.3}\n"));
    write(RATIOS, lines.collect())?;
    let document = read(DOCUMENT)?;
    let lost = || format!("{DOCUMENT} has no marks for the table");
    let (before, rest) = document.split_once(MARKS[0]).ok_or_else(lost)?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or_else(lost)?;
    let rows = shapes.iter().map(|Shape { name, nodes, few, many, growth }| {
        format!("| `{name}` | {few:.1} P | {nodes}: {many:.1} P | {growth:.2} |\n")
    });
    let rows: String = rows.collect();
    let head = format!("| shape | {FEW} nodes | most nodes | growth |\n|---|---|---|---|\n");
    write(DOCUMENT, [before, MARKS[0], &head, &rows, MARKS[1], after].concat())
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn read(name: &str) -> Result<String, String> {
    fs::read_to_string(path(name)).map_err(|error| format!("{name}: {error}"))
}
