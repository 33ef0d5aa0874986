//! Disables one rule, or makes one mistake that was planted, and checks that a test notices.

use crate::shell::{Done, cargo, name, read, root, run, say};
use crate::vopr;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use xtask::source;

/// The variable that a build with the feature `mute` reads.
const MUTE: &str = "NODETIDE_MUTE";
const SILENCE: Duration = Duration::from_secs(120);
/// Random scenarios are reported when all are done.
const VOPR_SILENCE: Duration = Duration::from_secs(900);
/// Part of the names of slow tests, which run last.
const SLOW: &str = "presets_hold";
/// Part of the names of tests that compare digests, which only say that something differs.
const DIGESTS: &str = "digests_that_wasm_is_held_to";
/// What the ids of planted mistakes begin with; they are in no rulebook.
const PLANTED: &str = "ZZ-";

/// A muted rule can make a test allocate without end; this limits its memory.
#[cfg(unix)]
const MEMORY_KIB: u32 = 6 << 20;

/// The result of a test binary.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed(String),
    /// It hung or was killed while a test ran.
    Timeout,
    /// It didn't start its tests.
    Broken,
}

pub(crate) fn mute(args: &[String]) -> Done<ExitCode> {
    let known = ids()?;
    let save = args.iter().any(|arg| arg == "--save");
    let names: Vec<_> = args.iter().filter(|arg| *arg != "--save").cloned().collect();
    let rules = known.iter().filter(|id| !id.starts_with(PLANTED));
    let asked = match names.as_slice() {
        [all] if all == "--all" => rules.cloned().collect(),
        _ => names,
    };
    if asked.is_empty() {
        say("mute needs the ids of rules or planted mistakes, such as SU-07 or ZZ-01, or --all");
        return Ok(ExitCode::from(2));
    }
    let unknown: Vec<_> = asked.iter().filter(|id| !known.contains(*id)).collect();
    for id in &unknown {
        say(&format!("{id} is unknown: no code asks for it"));
    }
    if !unknown.is_empty() {
        return Ok(ExitCode::from(2));
    }
    let binaries = build()?;
    match run_all(&binaries, "", &["--skip", SLOW]) {
        End::Passed => {}
        end => return Err(format!("the tests do not pass with nothing muted: {end:?}")),
    }
    if asked.iter().any(|id| id.starts_with(PLANTED)) {
        run(&mut vopr::cargo_vopr("build"))?;
    }
    let mut guards = Guards::read()?;
    let citing = citing()?;
    let mut survived = 0;
    for id in &asked {
        let cited = citing.get(id).map_or(&[][..], Vec::as_slice);
        let answer = match first_failure(&binaries, id, guards.0.get(id), cited) {
            End::Failed(test) => {
                let answer = format!("caught by {test}");
                guards.0.insert(id.clone(), test);
                answer
            }
            End::Timeout => "caught by timeout".to_owned(),
            End::Broken => return Err(format!("the tests did not start with {id} muted")),
            End::Passed => {
                guards.0.remove(id);
                let checker = if id.starts_with(PLANTED) { checker(id)? } else { None };
                survived += u32::from(checker.is_none());
                match checker {
                    Some(checker) => format!("caught by {checker}"),
                    None if differs(&binaries, id) => "seen by digests alone".to_owned(),
                    None => "survived".to_owned(),
                }
            }
        };
        println!("mute {id}: {answer}");
    }
    if asked.len() > 1 {
        say(&format!("{} of {} caught", asked.len() as u32 - survived, asked.len()));
    }
    if save {
        guards.0.retain(|id, _| known.contains(id) && !id.starts_with(PLANTED));
        guards.write()?;
    }
    Ok(ExitCode::from(u8::from(survived > 0)))
}

/// Do only digests tell a planted mistake? Anybody would update them.
fn differs(binaries: &[PathBuf], id: &str) -> bool {
    id.starts_with(PLANTED) && run_all(binaries, id, &[DIGESTS]) != End::Passed
}

/// What the step of random scenarios finds of a planted mistake that no test notices: `vopr, seed 17: autoscaler/limits`.
fn checker(id: &str) -> Done<Option<String>> {
    for options in &vopr::GATE[..3] {
        let mut command = vopr::cargo_vopr("run");
        command.args(["--", "--first"]).args(options.split(' ')).env(MUTE, id);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|error| format!("vopr did not start: {error}"))?;
        let found = first_seed(&listen(&mut child));
        if found.is_some() {
            // It may have ended already.
            child.kill().ok();
        }
        let good = child.wait().is_ok_and(|status| status.success());
        let died = || (!good).then(|| "died".to_owned());
        if let Some(found) = found.or_else(died) {
            return Ok(Some(format!("vopr, {found}")));
        }
    }
    Ok(None)
}

/// The seed and the checker of a line such as `seed 17: autoscaler/limits: 3 of 2 nodes`.
fn first_seed(lines: &Receiver<String>) -> Option<String> {
    loop {
        match lines.recv_timeout(VOPR_SILENCE) {
            Ok(line) if line.starts_with("seed ") => {
                let mut parts = line.split(": ");
                return Some(format!("{}: {}", parts.next()?, parts.next()?));
            }
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => return Some("timeout".to_owned()),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// The test that last noticed each muted id: `ID TEST` lines.
struct Guards(BTreeMap<String, String>);

impl Guards {
    fn path() -> PathBuf {
        root().join("tests/guards.txt")
    }

    fn read() -> Done<Self> {
        let path = Self::path();
        let text = if path.exists() { read(&path)? } else { String::new() };
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        Ok(Self(lines.map(|(id, test)| (id.to_owned(), test.to_owned())).collect()))
    }

    fn write(&self) -> Done {
        let path = Self::path();
        let lines: String = self.0.iter().map(|(id, test)| format!("{id} {test}\n")).collect();
        fs::write(&path, lines).map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// Runs the previous guard alone, then tests that cite the id, the quick ones, the slow ones.
fn first_failure(binaries: &[PathBuf], id: &str, guard: Option<&String>, cited: &[String]) -> End {
    let mut few = Vec::new();
    few.extend(guard.map(|guard| vec![guard.as_str(), "--exact"]));
    if !cited.is_empty() {
        few.push(cited.iter().map(String::as_str).collect());
    }
    for filter in few {
        if let End::Failed(test) = run_all(binaries, id, &filter) {
            return End::Failed(test);
        }
    }
    let planted = id.starts_with(PLANTED);
    let skipped = [SLOW].into_iter().chain(planted.then_some(DIGESTS));
    let mut quick: Vec<_> =
        skipped.flat_map(|name| ["--skip".to_owned(), name.to_owned()]).collect();
    loop {
        let filter: Vec<_> = quick.iter().map(String::as_str).collect();
        match run_all(binaries, id, &filter) {
            End::Passed => return run_all(binaries, id, &[SLOW]),
            // It fails randomly, for example a test with a time limit on a busy machine.
            End::Failed(test) if run_all(binaries, id, &[&test, "--exact"]) == End::Passed => {
                say(&format!("{test} fails by chance"));
                quick.extend(["--skip".to_owned(), test]);
            }
            end => return end,
        }
    }
}

/// The ids in literals of code outside of tests.
fn ids() -> Done<BTreeSet<String>> {
    let sources = source::crates(&root()).map_err(|error| format!("crates: {error}"))?;
    let literals = sources.iter().flat_map(source::SourceFile::switches);
    let ids = literals.filter(|literal| is_id(&literal.text));
    Ok(ids.map(|literal| literal.text.clone()).collect())
}

/// The tests that cite each id in the comment above them.
fn citing() -> Done<BTreeMap<String, Vec<String>>> {
    let mut citing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let tests = source::read(&root().join("tests/it"));
    for sources in [source::crates(&root()), tests] {
        for source in &sources.map_err(|error| format!("sources: {error}"))? {
            let mut cited = Vec::new();
            for line in source.text.lines().map(str::trim) {
                if let Some(comment) = line.strip_prefix("//") {
                    let words = comment.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                    cited.extend(words.filter(|word| is_id(word)).map(str::to_owned));
                } else if let Some((name, _)) =
                    line.strip_prefix("fn ").and_then(|rest| rest.split_once("()"))
                {
                    for id in cited.drain(..) {
                        citing.entry(id).or_default().push(name.to_owned());
                    }
                } else if !line.starts_with("#[") {
                    cited.clear();
                }
            }
        }
    }
    Ok(citing)
}

/// Two capitals, a hyphen, two or three digits.
fn is_id(text: &str) -> bool {
    let Some((area, number)) = text.split_once('-') else {
        return false;
    };
    area.len() == 2
        && area.bytes().all(|b| b.is_ascii_uppercase())
        && matches!(number.len(), 2 | 3)
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// Builds the test binaries once; they read the muted ids at run time.
fn build() -> Done<Vec<PathBuf>> {
    let mut command = cargo("test --no-run --locked --quiet --features cli/mute");
    command.arg("--message-format=json-render-diagnostics");
    let name = name(&command);
    say(&name);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("`{name}` did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{name}` failed"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let binaries = text.lines().filter_map(executable);
    // The tasks' own tests depend on no rule, and Node needs more memory than a test may have.
    let binaries: Vec<_> = binaries.filter(|binary| prefix(binary) != "xtask::").collect();
    if binaries.is_empty() {
        return Err("cargo built no test binary".to_owned());
    }
    Ok(binaries)
}

/// The path in one of cargo's messages, if it is about a test binary.
fn executable(message: &str) -> Option<PathBuf> {
    let (_, rest) = message.split_once("\"profile\":{")?;
    let (profile, _) = rest.split_once('}')?;
    if !profile.contains("\"test\":true") {
        return None;
    }
    let (_, rest) = message.split_once("\"executable\":\"")?;
    let (path, _) = rest.split_once('"')?;
    Some(path.replace("\\\\", "\\").into())
}

/// Runs the binaries one after the other up to the first failing test.
fn run_all(binaries: &[PathBuf], muted: &str, filter: &[&str]) -> End {
    let ends = binaries.iter().map(|binary| run_one(binary, muted, filter));
    ends.into_iter().find(|end| *end != End::Passed).unwrap_or(End::Passed)
}

/// The names of tests begin with their crate, except in `tests/it`.
fn run_one(binary: &Path, muted: &str, filter: &[&str]) -> End {
    let prefix = prefix(binary);
    let filter = filter.iter().map(|word| word.strip_prefix(&prefix).unwrap_or(word));
    let Ok(mut child) = limited(binary)
        // Tidiness doesn't depend on rules, and a new rule has no guard on the rules page yet.
        .args(["--skip", "tidy::", "--skip", "rules_doc::"])
        .args(filter)
        .current_dir(root().join("crates/cli"))
        .env("CARGO_MANIFEST_DIR", root().join("crates/cli"))
        .env("RUST_BACKTRACE", "0")
        .env_remove("UPDATE_EXPECT")
        .env(MUTE, muted)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
    else {
        return End::Broken;
    };
    let end = watch(&listen(&mut child));
    // It may have ended already.
    child.kill().ok();
    child.wait().ok();
    match end {
        End::Failed(test) => End::Failed(prefix + &test),
        end => end,
    }
}

/// `sim::` for the unit tests of crate `sim`, nothing for `tests/it`.
fn prefix(binary: &Path) -> String {
    let stem = binary.file_stem().unwrap_or_default().to_string_lossy();
    match stem.rsplit_once('-').map_or(&*stem, |(name, _)| name) {
        "it" => String::new(),
        name => format!("{name}::"),
    }
}

#[cfg(unix)]
fn limited(binary: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c");
    shell.arg(format!("ulimit -v {MEMORY_KIB}; exec \"$0\" \"$@\""));
    shell.arg(binary);
    shell
}

#[cfg(not(unix))]
fn limited(binary: &Path) -> Command {
    Command::new(binary)
}

fn listen(child: &mut Child) -> Receiver<String> {
    let (send, receive) = channel();
    if let Some(output) = child.stdout.take() {
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // The receiver is closed once a test has failed.
            lines.into_iter().try_for_each(|line| send.send(line)).ok();
        });
    }
    receive
}

/// Reads the output of a test binary: the number of tests, a line per finished test, and a summary.
fn watch(lines: &Receiver<String>) -> End {
    let mut started = false;
    let mut heard = Instant::now();
    loop {
        match lines.recv_timeout(SILENCE.saturating_sub(heard.elapsed())) {
            Ok(line) if line.starts_with("running ") => started = true,
            Ok(line) if line.starts_with("test result: ok") => return End::Passed,
            // Only reports that nothing has ended.
            Ok(line) if line.contains(" has been running for over ") => continue,
            Ok(line) => {
                if let Some(test) = failed(&line) {
                    return End::Failed(test.to_owned());
                }
            }
            Err(_) if started => return End::Timeout,
            Err(_) => return End::Broken,
        }
        heard = Instant::now();
    }
}

/// The test of a line such as `test a::b ... FAILED`.
fn failed(line: &str) -> Option<&str> {
    let (test, answer) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    answer.starts_with("FAILED").then_some(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(lines: &[&str]) -> End {
        let (send, receive) = channel();
        for line in lines {
            send.send((*line).to_owned()).expect("the receiver lives");
        }
        drop(send);
        watch(&receive)
    }

    #[test]
    fn the_first_failing_test_is_named() {
        let lines = ["running 2 tests", "test a::b ... ok", "test a::c - should panic ... FAILED"];
        assert_eq!(end(&lines), End::Failed("a::c - should panic".to_owned()));
    }

    #[test]
    fn a_binary_that_dies_in_a_test_is_a_timeout_and_before_it_broken() {
        assert_eq!(end(&["running 2 tests", "test a::b ... ok"]), End::Timeout);
        assert_eq!(end(&["error: no such library"]), End::Broken);
        let passed = ["running 1 test", "test a ... ok", "test result: ok. 1 passed"];
        assert_eq!(end(&passed), End::Passed);
    }

    #[test]
    fn random_scenarios_name_a_seed_and_its_checker() {
        let (send, receive) = channel();
        for line in ["checkers 9", "seed 17: a/limits: pool a: 3 of 2"] {
            send.send(line.to_owned()).expect("the receiver lives");
        }
        drop(send);
        assert_eq!(first_seed(&receive), Some("seed 17: a/limits".to_owned()));
        assert_eq!(first_seed(&receive), None);
    }

    #[test]
    fn names_of_tests_begin_with_their_crate() {
        assert_eq!(prefix(Path::new("/target/debug/deps/sim-0af1")), "sim::");
        assert_eq!(prefix(Path::new("/target/debug/deps/it-0af1")), "");
    }

    #[test]
    fn ids_have_one_shape() {
        assert!(is_id("SU-07") && is_id("AM-103"));
        assert!(!is_id("UTF-8") && !is_id("GF-1") && !is_id("su-07") && !is_id("SU-0x"));
    }

    #[test]
    fn messages_of_cargo_name_test_binaries() {
        let message = |test: bool, executable: &str| {
            format!(
                r#"{{"target":{{"test":true}},"profile":{{"test":{test}}},"executable":{executable},"fresh":true}}"#
            )
        };
        assert_eq!(executable(&message(true, r#""/a/b-1""#)), Some(PathBuf::from("/a/b-1")));
        assert_eq!(executable(&message(false, r#""/a/b""#)), None);
        assert_eq!(executable(&message(true, "null")), None);
    }
}
