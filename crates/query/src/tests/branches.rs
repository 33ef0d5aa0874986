//! How a run differs from the one that it branched off.

use super::made;
use crate::Outcome;
use crate::alternatives::between;
use base::PoolId;
use expect_test::{Expect, expect};

/// Two runs of one scenario, the second with more entries in its script; the question is about the first pool.
fn check(line: &str, more: &str, expected: &Expect) {
    let [before, after] = [line.to_owned(), format!("{line} | {more}")].map(|line| made(&line));
    let figures = |run: &super::Run| Outcome::of(&run.trace, &run.index, run.ended);
    let phrase = between(after.trace.plan(), Some(PoolId(0)), &figures(&before), &figures(&after));
    expected.assert_eq(&after.with_words(|words| words.say(&phrase)));
}

#[test]
fn the_pool_that_was_asked_comes_before_all() {
    let line = "pool a nodes=4 blue-green pool-soak=600 | pool b nodes=3 surge=1+0 | at=0 upgrade a | at=1 upgrade b";
    check(line, "at=300 complete a", &expect!["a: 8 min 1 s sooner; all pools: 2 min 57 s sooner"]);
    check(
        line,
        "at=300 cancel a",
        &expect![
            "a: the upgrade is canceled instead of succeeding, stops 5 min after it starts; all pools: the upgrade is canceled instead of succeeding, stops 10 min 34 s after it starts, nodes upgraded 7 → 3"
        ],
    );
    check(
        line,
        "at=300 rollback a",
        &expect![
            "a: the upgrade is rolled back instead of succeeding, ends after 13 min 31 s → 5 min 31 s; all pools: the upgrade is rolled back instead of succeeding, ends after 13 min 31 s → 10 min 34 s, nodes upgraded 7 → 3"
        ],
    );
}

#[test]
fn a_stopped_upgrade_has_no_end() {
    let line = "pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a";
    check(
        line,
        "at=300 cancel a",
        &expect![
            "the upgrade is canceled instead of succeeding, stops 8 min 2 s after it starts, nodes upgraded 3 → 2"
        ],
    );
    check(
        line,
        "at=200 stockout zone-a",
        &expect![
            "the upgrade gets stuck instead of succeeding, stops 4 min 1 s after it starts, nodes upgraded 3 → 1"
        ],
    );
    check(
        &format!("{line} | at=300 cancel a"),
        "at=900 resume a",
        &expect![
            "the upgrade succeeds instead of being canceled, ends after 19 min 1 s, nodes upgraded 2 → 3"
        ],
    );
    check(
        &format!("{line} | at=300 cancel a"),
        "at=900 rollback a",
        &expect![
            "the upgrade is rolled back instead of being canceled, ends after 23 min 2 s, nodes upgraded 2 → 0"
        ],
    );
}

#[test]
fn an_upgrade_beyond_the_simulated_time_neither_ends_nor_stops() {
    let line = "pool a nodes=2 surge=1+0 | at=0 upgrade a | until=600";
    check(
        line,
        "at=100 cancel a | at=500 resume a",
        &expect![
            "the upgrade exceeds the simulated time (“until” in the scenario) instead of succeeding, nodes upgraded 2 → 1"
        ],
    );
}
