//! Coverage-guided fuzzing with the stable compiler: it has the passes that nightly tools use, under other flags.

use crate::shell::{Done, answer, program, root, say};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Makes the compiler count the edges of an input, and report comparisons to libFuzzer.
const FLAGS: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Cforce-frame-pointers=yes",
];

const EXECS: &str = "1000000";

/// Folders with the initial inputs of targets; a target's own name is also one of the importers' fixtures.
const SEEDS: [(&str, &str); 2] =
    [("scenario", "static/scenarios"), ("link", "tests/fixtures/links")];

/// Limits of an input, in seconds and MiB.
const LIMITS: [&str; 2] = ["-timeout=10", "-rss_limit_mb=1024"];
const LENGTH: usize = 8192;

/// Shorter inputs for some targets: a command line of half a kilobyte has all flags of its kind.
const LENGTHS: [(&str, usize); 1] = [("gcloud", 512)];

/// Runs one target or all, each with a number of inputs.
pub(crate) fn fuzz(options: &[String]) -> Done<ExitCode> {
    let (mut wanted, mut execs) = (Vec::new(), EXECS.to_owned());
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match (option.as_str(), option.starts_with('-')) {
            ("--execs", _) => execs = options.next().ok_or("--execs takes a number")?.clone(),
            (_, true) => return Err(format!("fuzz does not know {option}")),
            (target, false) => wanted.push(target.to_owned()),
        }
    }
    if execs.parse::<u64>().is_err() {
        return Err(format!("--execs takes a number, not {execs}"));
    }
    let known = targets()?;
    if let Some(unknown) = wanted.iter().find(|name| !known.contains(name)) {
        return Err(format!("no target is named {unknown}; there are {}", known.join(", ")));
    }
    let host = host()?;
    build(&host)?;
    let mut failures = 0;
    for target in known.iter().filter(|name| wanted.is_empty() || wanted.contains(name)) {
        failures += run(target, &execs, &host)?;
    }
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The targets, one file each.
fn targets() -> Done<Vec<String>> {
    let folder = root().join("fuzz/src/bin");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// With an explicit host, the flags apply to the targets only and not to build scripts.
fn host() -> Done<String> {
    let version = answer("rustc", "-vV").ok_or("rustc does not answer")?;
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc does not say what machine this is".to_owned())
}

fn folder() -> PathBuf {
    root().join("target/fuzz")
}

fn build(host: &str) -> Done {
    crate::shell::run(
        program("cargo", "build --release --manifest-path fuzz/Cargo.toml --bins --target")
            .arg(host)
            .arg("--target-dir")
            .arg(folder())
            .env("RUSTFLAGS", FLAGS.join(" ")),
    )
}

/// Runs a target, and prints its result as the last line.
fn run(target: &str, execs: &str, host: &str) -> Done<u32> {
    let home = folder().join(target);
    let corpus = home.join("corpus");
    fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    seed(target, &corpus)?;
    let length = LENGTHS.iter().find(|(name, _)| *name == target);
    let length = length.map_or(LENGTH, |(_, length)| *length);
    let mut command = Command::new(folder().join(host).join("release").join(target));
    command
        .arg(&corpus)
        .args(LIMITS)
        .arg(format!("-max_len={length}"))
        .arg(format!("-runs={execs}"))
        .arg(format!("-artifact_prefix={}/", home.display()))
        .args(["-print_final_stats=1", "-verbosity=1"])
        .stderr(Stdio::piped());
    say(&format!("fuzz {target}"));
    let output = command.output().map_err(|error| format!("{target} did not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let done = said
        .lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))
        .map_or("0", str::trim);
    let failures = u32::from(!output.status.success());
    if failures > 0 {
        let from =
            said.lines().position(|line| line.contains("ERROR") || line.contains("panicked"));
        for line in said.lines().skip(from.unwrap_or_default()).take(30) {
            say(line);
        }
        say(&format!(
            "the input lies in {}; given to the target as its argument, it fails again",
            home.display()
        ));
    }
    println!("fuzz {target}: {done} executions, {failures} failures");
    Ok(failures)
}

/// Adds the tests' inputs to those found before.
fn seed(target: &str, corpus: &Path) -> Done {
    let of_importer = format!("tests/fixtures/import/{}", target.replace('_', "-"));
    let folders = SEEDS
        .iter()
        .filter(|(name, _)| *name == target)
        .map(|(_, folder)| *folder)
        .chain([of_importer.as_str()]);
    for (no, file) in folders.flat_map(|folder| files(&root().join(folder))).enumerate() {
        let to = corpus.join(format!("seed-{no}"));
        fs::copy(&file, &to).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// All files in a folder, in order; empty if it doesn't exist.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    entries.sort();
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.into_iter().partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| self::files(folder)));
    files
}
