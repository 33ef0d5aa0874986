//! Recurrence rules: from text to the instants of ten years, compared with the crate `rrule`.

use model::recurrence::expand;
use scenario::calendar::rrule::parse;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

pub(crate) struct Rates {
    pub(crate) name: &'static str,
    /// Instants per second.
    pub(crate) own: f64,
    pub(crate) of_crate: f64,
    /// Millions a second.
    pub(crate) aim: f64,
}

const RULES: [(&str, &str, f64); 5] = [
    ("weekly", "FREQ=WEEKLY;BYDAY=SA,SU", 100.0),
    ("daily", "FREQ=DAILY", 100.0),
    ("monthly", "FREQ=MONTHLY;BYDAY=-1SA", 10.0),
    ("setpos", "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1", 10.0),
    ("hourly", "FREQ=HOURLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", 100.0),
];

/// 2026-01-03 and 2036-01-03, both at 00:00:00Z.
const START: i64 = 1_767_398_400;
const END: i64 = 2_082_931_200;

/// Measures both implementations in turn and keeps the best of many rounds; each reads the text every time.
pub(crate) fn rates() -> Result<Vec<Rates>, Box<dyn Error>> {
    const ROUNDS: u32 = 20;
    const TIMES: u32 = 50;
    let mut all = Vec::new();
    for (name, text, aim) in RULES {
        let theirs = format!("DTSTART:20260103T000000Z\nRRULE:{text};UNTIL=20360102T235959Z");
        let (mut own, mut of_crate) = (f64::MAX, f64::MAX);
        let (mut many, mut many_of_crate) = (0, 0);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for _ in 0..TIMES {
                let rule = parse(black_box(text)).rule.ok_or("no rule")?;
                let found = expand(&rule, START, START, END, 1_000_000);
                many = black_box(found).map_err(|_| "too many steps")?.starts.len();
            }
            own = own.min(start.elapsed().as_secs_f64() / f64::from(TIMES));
            let start = Instant::now();
            let set: rrule::RRuleSet = black_box(&theirs).parse()?;
            many_of_crate = black_box(set.into_iter().collect::<Vec<_>>()).len();
            of_crate = of_crate.min(start.elapsed().as_secs_f64());
        }
        if many != many_of_crate {
            return Err(format!("{name}: {many} instants, {many_of_crate} of the crate").into());
        }
        all.push(Rates { name, own: many as f64 / own, of_crate: many as f64 / of_crate, aim });
    }
    Ok(all)
}
