//! Random scenarios, as many as a test may take; `cargo xtask vopr` runs thousands.

use sim::rules::RULES;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::{env, fs};
use vopr::{Held, Violation, generate, hold};

static RUNS: LazyLock<Vec<(u64, Result<Held, Violation>)>> =
    LazyLock::new(|| (1..201).map(|seed| (seed, hold(&document(seed), seed))).collect());

fn document(seed: u64) -> String {
    generate::document(seed).to_string()
}

#[test]
fn random_scenarios_hold() {
    for (seed, run) in &*RUNS {
        if let Err(failure) = run {
            panic!("seed {seed}: {}: {}", failure.checker, failure.said);
        }
    }
}

/// Wasm is held to the same lines; what follows the digests says what changed.
#[test]
fn random_scenarios_have_the_digests_that_wasm_is_held_to() {
    let path = crate::root().join("tests/random_digests.txt");
    let before = fs::read_to_string(&path).unwrap();
    let line =
        |(seed, run): &(u64, Result<Held, _>)| RunLine::of(*seed, run.as_ref().unwrap()).text();
    let now: String = RUNS.iter().map(line).collect();
    if before == now {
        return;
    }
    let changes = changes(&before, &now);
    assert!(env::var_os("UPDATE_EXPECT").is_some(), "tests/random_digests.txt:\n{changes}");
    fs::write(path, now).unwrap();
    println!("{changes}");
}

/// What is kept of a run: `17 DIGEST 930.5s drain: evict 4; place: bind 6, unschedulable 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RunLine {
    seed: u64,
    digest: String,
    end_ms: i64,
    /// The number of rows of each rule that has any.
    rows: BTreeMap<String, i64>,
}

impl RunLine {
    fn of(seed: u64, held: &Held) -> Self {
        let rows = RULES.iter().zip(&held.rules).filter(|(_, rows)| **rows > 0);
        Self {
            seed,
            digest: format!("{:016x}", held.digest),
            end_ms: held.end.ms(),
            rows: rows.map(|(rule, rows)| (rule.slug.to_owned(), *rows as i64)).collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} {} {}s", self.seed, self.digest, self.end_ms as f64 / 1000.0);
        let mut area = "";
        for (slug, rows) in &self.rows {
            let (of, rule) = slug.split_once('/').unwrap();
            let _ = match of == area {
                true => write!(text, ", {rule} {rows}"),
                false => {
                    write!(text, "{} {of}: {rule} {rows}", if area.is_empty() { "" } else { ";" })
                }
            };
            area = of;
        }
        text + "\n"
    }

    /// `None`: only a seed and a digest, or less.
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.splitn(4, ' ');
        let (seed, digest) = (parts.next()?.parse().ok()?, parts.next()?.to_owned());
        let end: f64 = parts.next()?.strip_suffix('s')?.parse().ok()?;
        let mut rows = BTreeMap::new();
        for of_area in parts.next()?.split("; ") {
            let (area, rules) = of_area.split_once(": ")?;
            for rule in rules.split(", ") {
                let (rule, n) = rule.split_once(' ')?;
                rows.insert(format!("{area}/{rule}"), n.parse().ok()?);
            }
        }
        Some(Self { seed, digest, end_ms: (end * 1000.0).round() as i64, rows })
    }

    /// What is different now.
    fn change(&self, now: &Self) -> String {
        let mut parts = differences(&self.rows, &now.rows);
        let later = now.end_ms - self.end_ms;
        if later != 0 {
            let side = if later > 0 { "later" } else { "earlier" };
            parts.push(format!("the end is {} s {side}", later.abs() as f64 / 1000.0));
        }
        if parts.is_empty() {
            return "as many rows of each rule, and the same end: their times, subjects, or what they change".to_owned();
        }
        parts.join(", ")
    }
}

/// `3 fewer autoscaler/delete rows`
fn differences(before: &BTreeMap<String, i64>, now: &BTreeMap<String, i64>) -> Vec<String> {
    let mut more = now.clone();
    for (slug, rows) in before {
        *more.entry(slug.clone()).or_default() -= rows;
    }
    more.retain(|_, n| *n != 0);
    let said = more.iter().map(|(slug, n)| {
        let side = if *n > 0 { "more" } else { "fewer" };
        format!("{} {side} {slug} row{}", n.abs(), if n.abs() == 1 { "" } else { "s" })
    });
    said.collect()
}

/// So many seeds are named.
const NAMED: usize = 10;

/// A sentence for each seed whose run is another one, and one over all of them.
fn changes(before: &str, now: &str) -> String {
    let lines = |text: &str| text.lines().filter_map(RunLine::parse).collect::<Vec<_>>();
    let (before, now) = (lines(before), lines(now));
    let mut said = Vec::new();
    let mut sums = [BTreeMap::new(), BTreeMap::new()];
    for line in &now {
        let old = before.iter().find(|old| old.seed == line.seed);
        if old == Some(line) {
            continue;
        }
        said.push(match old {
            Some(old) => format!("seed {}: {}\n", line.seed, old.change(line)),
            None => format!("seed {}: it was not in the file\n", line.seed),
        });
        for (sum, one) in sums.iter_mut().zip([old, Some(line)]) {
            for (slug, rows) in one.iter().flat_map(|one| &one.rows) {
                *sum.entry(slug.clone()).or_default() += rows;
            }
        }
    }
    let gone = before.iter().filter(|old| now.iter().all(|line| line.seed != old.seed));
    said.extend(gone.map(|old| format!("seed {}: it does not run any more\n", old.seed)));
    let [old, new] = &sums;
    let sum = differences(old, new).join(", ");
    let sum = if sum.is_empty() { "as many rows of each rule".to_owned() } else { sum };
    let named: String = said.iter().take(NAMED).map(String::as_str).collect();
    format!("{named}{} seeds differ; in all: {sum}", said.len())
}

#[test]
fn a_change_of_random_scenarios_is_said_in_a_sentence() {
    let before = "1 00a1 60.5s drain: evict 4, fail 1; place: bind 6\n2 00b2 7s place: bind 1\n3 00c3 1s place: bind 1\n";
    let check = |now: &str, expected: &str| {
        assert_eq!(changes(before, now), expected);
        assert!(
            now.lines().all(|line| RunLine::parse(line).unwrap().text() == format!("{line}\n"))
        );
    };
    check(before, "0 seeds differ; in all: as many rows of each rule");
    check(
        "1 00a2 100.5s drain: evict 1; place: bind 7\n2 00b3 7s place: bind 1\n3 00c4 0.5s place: bind 1; pod: ready 2\n",
        "seed 1: 3 fewer drain/evict rows, 1 fewer drain/fail row, 1 more place/bind row, the end is 40 s later\n\
         seed 2: as many rows of each rule, and the same end: their times, subjects, or what they change\n\
         seed 3: 2 more pod/ready rows, the end is 0.5 s earlier\n\
         3 seeds differ; in all: 3 fewer drain/evict rows, 1 fewer drain/fail row, 1 more place/bind row, 2 more pod/ready rows",
    );
    check(
        "1 00a1 60.5s drain: evict 4, fail 1; place: bind 6\n2 00b2 7s place: bind 1\n4 00c3 1s place: bind 1\n",
        "seed 4: it was not in the file\nseed 3: it does not run any more\n2 seeds differ; in all: 1 more place/bind row",
    );
    let many: String = (1..15).map(|seed| format!("{seed} 00d1 9s place: bind 1\n")).collect();
    assert_eq!(changes(before, &many).lines().count(), NAMED + 1);
}

#[test]
fn a_scenario_that_is_refused_is_a_failure() {
    let failure = hold("{}", 1).unwrap_err();
    assert_eq!(failure.checker, "scenario");
    assert!(failure.said.contains("document/missing"), "{}", failure.said);
}
