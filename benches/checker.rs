//! The policy checker: text to all that is said of a policy, as after each key on its page.

use nodetide::scenario::calendar::text::plain;
use nodetide::scenario::calendar::verdict::Available;
use nodetide::scenario::calendar::{Edition, Setting, Utc, report};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// A name, a window with its bounds, and whether edition seed takes it.
const WINDOWS: [(&str, &str, bool); 3] = [
    (
        "accepted",
        "2026-01-03T05:00:00Z to 2026-01-04T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU",
        true,
    ),
    (
        "monthly",
        "2026-01-03T05:00:00Z to 2026-01-05T05:00:00Z FREQ=MONTHLY;BYDAY=1SA,3SA",
        true,
    ),
    // Fixes are tried, so it takes dozens of verdicts.
    (
        "refused",
        "2026-01-03T05:00:00Z to 2026-01-03T09:00:00Z FREQ=WEEKLY;BYDAY=SA",
        false,
    ),
];

/// 2026-01-03T05:00:00Z.
const NOW: i64 = 1_767_416_400;

pub(crate) struct Took {
    pub(crate) name: &'static str,
    /// Milliseconds for the whole report.
    pub(crate) report: f64,
    /// Milliseconds for the worst stretch of the year by both editions.
    pub(crate) year: f64,
}

/// The best of many rounds.
pub(crate) fn times() -> Result<Vec<Took>, Box<dyn Error>> {
    const ROUNDS: u32 = 50;
    let setting = Setting {
        edition: Edition::Seed,
        now: NOW,
        in_channel: true,
        end_of_support: None,
    };
    let mut all = Vec::new();
    for (name, text, accepted) in WINDOWS {
        let (mut whole, mut year) = (f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let pasted = plain(black_box(text), &Utc).ok_or("no window")??;
            let report = black_box(report(&pasted.policy, setting, &Utc));
            whole = whole.min(start.elapsed().as_secs_f64() * 1e3);
            if report.accepted() != accepted {
                return Err(format!("{name}: {:?}", report.findings).into());
            }
            let policy = report.understood.ok_or("not understood")?.policy;
            let start = Instant::now();
            for days in [32, 92] {
                let worst = Available::of(black_box(&policy), NOW, days);
                black_box(worst).map_err(|_| "too many steps")?;
            }
            year = year.min(start.elapsed().as_secs_f64() * 1e3);
        }
        all.push(Took {
            name,
            report: whole,
            year,
        });
    }
    Ok(all)
}
