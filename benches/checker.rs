//! The policy checker: from text to the full report, as after each key on its page.

use scenario::calendar::text::plain;
use scenario::calendar::verdict::Available;
use scenario::calendar::{Edition, PolicyContext, Utc, report};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// A name, a window with its bounds, and whether the edition `seed` accepts it.
const WINDOWS: [(&str, &str, bool); 3] = [
    ("accepted", "2026-01-03T05:00:00Z to 2026-01-04T19:00:00Z FREQ=WEEKLY;BYDAY=SA,SU", true),
    ("monthly", "2026-01-03T05:00:00Z to 2026-01-05T05:00:00Z FREQ=MONTHLY;BYDAY=1SA,3SA", true),
    // Fixes are tried, so it takes dozens of verdicts.
    ("refused", "2026-01-03T05:00:00Z to 2026-01-03T09:00:00Z FREQ=WEEKLY;BYDAY=SA", false),
];

/// 2026-01-03T05:00:00Z.
const NOW: i64 = 1_767_416_400;
const SETTING: PolicyContext =
    PolicyContext { edition: Edition::Y2025, now: NOW, in_channel: true, end_of_support: None };

/// Parts of unlikely policies: every frequency, with parts that make a rule dense, endless, empty or too long to expand,
const FREQUENCIES: [&str; 7] =
    ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const PARTS: [&str; 12] = [
    "",
    ";INTERVAL=0",
    ";INTERVAL=2147483647",
    ";COUNT=1000000000",
    ";UNTIL=20260101T000000Z",
    ";UNTIL=99991231T235959Z",
    ";BYMONTH=2;BYMONTHDAY=30",
    ";BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
    ";BYYEARDAY=366;BYWEEKNO=1",
    ";BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,15,30,45;BYSECOND=0,20,40",
    ";BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366",
    ";INTERVAL=7;BYDAY=-53SU;WKST=WE;BYSETPOS=366,-1",
];
/// and with windows that are short, long, turned round or far away.
const BOUNDS: [&str; 12] = [
    "2026-01-03T05:00:00Z to 2026-01-03T05:00:01Z",
    "2026-01-03T05:00:00Z to 2026-01-03T05:00:00Z",
    "2026-01-04T05:00:00Z to 2026-01-03T05:00:00Z",
    "2026-01-03T05:00:00Z to 2026-01-03T09:00:00Z",
    "2026-01-03T05:00:00Z to 2036-01-03T09:00:00Z",
    "2026-01-03T05:00:00Z to 9999-12-31T23:59:59Z",
    "1970-01-01T00:00:00Z to 1970-01-01T04:00:00Z",
    "1970-01-01T00:00:00Z to 1970-01-08T00:00:00Z",
    "0001-01-01T00:00:00Z to 0001-01-01T06:00:00Z",
    "9999-12-30T00:00:00Z to 9999-12-31T00:00:00Z",
    "2024-02-29T00:00:00+14:00 to 2024-02-29T08:00:00-12:00",
    "2026-12-31T23:59:59Z to 2027-01-01T04:00:00Z",
];

/// Milliseconds for the slowest answer, its rule, and the number of rules.
pub(crate) fn hostile() -> Result<(f64, String, usize), Box<dyn Error>> {
    let (mut worst, mut of, mut count) = (0.0, String::new(), 0);
    for (frequency, part) in FREQUENCIES.iter().flat_map(|one| PARTS.map(|part| (*one, part))) {
        for bounds in BOUNDS {
            let text = format!("{bounds} FREQ={frequency}{part}");
            let start = Instant::now();
            let pasted = plain(black_box(&text), &Utc)
                .ok_or("no window")?
                .map_err(|why| format!("{why:?}"))?;
            black_box(report(&pasted.policy, SETTING, &Utc));
            let took = start.elapsed().as_secs_f64() * 1e3;
            count += 1;
            if took > worst {
                (worst, of) = (took, text);
            }
        }
    }
    Ok((worst, of, count))
}

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
    let mut all = Vec::new();
    for (name, text, accepted) in WINDOWS {
        let (mut whole, mut year) = (f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let pasted = plain(black_box(text), &Utc)
                .ok_or("no window")?
                .map_err(|why| format!("{why:?}"))?;
            let report = black_box(report(&pasted.policy, SETTING, &Utc));
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
        all.push(Took { name, report: whole, year });
    }
    Ok(all)
}
