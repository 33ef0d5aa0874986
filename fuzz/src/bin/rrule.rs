//! Recurrence rules: every text is a rule or an error, and a rule is expanded or refused within its steps.
#![no_main]

use model::recurrence::expand;
use scenario::calendar::rrule;

libfuzzer_sys::fuzz_target!(|text: &str| {
    const STEPS: u32 = 10_000;
    const YEAR: i64 = 366 * 86_400;
    let read = rrule::parse(text);
    assert!(read.rule.is_some() || !read.wrong.is_empty());
    for wrong in &read.wrong {
        assert!(text.get(wrong.at.clone()).is_some());
    }
    let Some(rule) = read.rule else {
        return;
    };
    // 2026-01-03, a Saturday, and a stretch that begins later.
    let start = 1_767_398_400;
    for from in [start, start + 10 * YEAR] {
        if let Ok(found) = expand(&rule, start, from, from + YEAR, STEPS) {
            assert!(found.steps <= STEPS && found.starts.is_sorted_by(|a, b| a < b));
            assert!(found.starts.iter().all(|at| (from..from + YEAR).contains(at)));
        }
    }
});
