//! Prints the results of the runs.

use crate::Options;
use crate::sweep::{SweepResult, attempt};
use serde_json::Value;
use sim::rules::RULES;
use std::fs;
use std::path::Path;
use vopr::{Violation, shrink};

/// With this many seeds every rule must be reached,
const ENOUGH: u64 = 20_000;
/// in at least this many runs.
const TIMES: u64 = 25;

/// Rules that random scenarios reach less often, each with its reason.
const RARE: &[(&str, &str)] = &[
    ("gate/forbidden", "no run comes to a budget's status from which no unit can be taken"),
    (
        "upgrade/pause-turn",
        "a run that was paused finds another one in its place when its window opens, which takes two pools and two windows",
    ),
    (
        "surge/uncordon-in-progress",
        "a pool has nodes in progress at the start, and its script rolls it back and changes nothing else of it",
    ),
    (
        "surge/cordon-surge-node",
        "a pool has nodes in progress at the start, and its script rolls it back and changes nothing else of it",
    ),
    (
        "volume/detach-by-force",
        "a node is lost with the disk of a Deployment whose replacement waits for six minutes, which most repairs cut short",
    ),
];

/// Failures that are shrunk; the others are only named.
const SHRUNK: usize = 3;

/// Prints everything; true if there was no violation.
pub(crate) fn report(asked: Options, swept: &SweepResult) -> bool {
    for (number, (seed, failure)) in swept.failures.iter().enumerate() {
        println!("seed {seed}: {}: {}", failure.checker, failure.said);
        if number < SHRUNK && !asked.first {
            print_shrunk(asked, *seed, failure);
        }
        let questions = if asked.questions { " --questions" } else { "" };
        let growth = if asked.growth { " --growth" } else { "" };
        println!("  again: cargo xtask vopr --from {seed} --seeds 1{questions}{growth}");
    }
    println!(
        "checkers {}, median nodes {}, median records {}",
        vopr::count(),
        median(&swept.nodes),
        median(&swept.sizes)
    );
    let covered = coverage(asked, swept);
    println!(
        "vopr: {} seeds, {} records, {} failures",
        swept.seeds,
        swept.records,
        swept.failures.len()
    );
    swept.failures.is_empty() && covered
}

fn median(numbers: &[u32]) -> u32 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

/// Reports rules that few runs reached. With enough seeds every rule without an exception must be reached.
fn coverage(asked: Options, swept: &SweepResult) -> bool {
    let all = swept.seeds >= ENOUGH && !asked.growth;
    let mut good = true;
    for (rule, times) in RULES.iter().zip(&swept.rules) {
        let rare = RARE.iter().find(|(slug, _)| *slug == rule.slug);
        if asked.coverage {
            println!("rule {}: {times}", rule.slug);
        }
        match rare {
            None if all && *times < TIMES => {
                good = false;
                println!("rule {} was reached by {times} of {} seeds", rule.slug, swept.seeds);
            }
            Some((_, reason)) if asked.coverage => println!("rule {} is rare: {reason}", rule.slug),
            _ => {}
        }
    }
    good
}

fn print_shrunk(asked: Options, seed: u64, failure: &Violation) {
    let fails = |document: &Value| {
        let again = attempt(asked, &document.to_string(), seed);
        again.is_err_and(|other| other.checker == failure.checker)
    };
    let document = asked.document(seed);
    let small = shrink::shrink(&document, fails);
    let text = serde_json::to_string_pretty(&small).unwrap_or_default();
    let said =
        attempt(asked, &small.to_string(), seed).err().map_or_else(String::new, |small| small.said);
    println!("  the smallest of it: {said}\n{text}");
    let path = Path::new("target/vopr").join(format!("{seed}.json"));
    let written = fs::create_dir_all("target/vopr").and_then(|()| fs::write(&path, text));
    match written {
        Ok(()) => println!("  nodetide run {}", path.display()),
        Err(error) => println!("  {} could not be written: {error}", path.display()),
    }
}
