//! The shortest windows in which an upgrade finishes, to the minute.

use base::SimSpan;
use query::Outcome;
use runner::window_fit::{with_minutes, without_window};
use runner::{Figures, RECORDS_AT_MOST, Trial};

/// Openings that are tried.
const OPENINGS: [u32; 3] = [1, 2, 3];
/// The longest window that is tried: nearly a day, as a daily one must close.
const LONGEST: i64 = 23 * 60;
/// GKE accepts none that is shorter (BS-23).
pub(super) const ACCEPTED: i64 = 4 * 60;
/// A larger run isn't repeated for every length.
const RECORDS: u32 = 20_000;

/// The runs of an upgrade: documents with their seeds.
pub(super) type Runs = Vec<(String, u64)>;

/// For each number of openings, the least minutes of a window with which every run ends before the last of them closes.
pub(super) fn least(runs: &Runs) -> Vec<(u32, i64)> {
    let mut found = Vec::new();
    let (mut all, mut high) = (LONGEST, LONGEST);
    for openings in OPENINGS {
        if !runs.iter().all(|run| finishes(run, openings, high)) {
            continue;
        }
        // Not enough, and enough; a longer window may let one more node begin, which then ends too late.
        let even = (all - 1) / i64::from(openings) + 1;
        let is_enough = even < high && runs.iter().all(|run| finishes(run, openings, even));
        let (mut low, mut enough) = (0, if is_enough { even } else { high });
        while enough - low > 1 {
            let middle = i64::midpoint(low, enough);
            match runs.iter().all(|run| finishes(run, openings, middle)) {
                true => enough = middle,
                false => low = middle,
            }
        }
        if found.last().is_none_or(|(_, least)| enough < *least) {
            found.push((openings, enough));
        }
        if openings == 1 {
            all = enough;
        }
        high = enough;
        if enough <= ACCEPTED {
            break;
        }
    }
    found
}

/// How long the slowest run takes without windows, with the control plane; `None` if one doesn't end.
pub(super) fn without_windows(runs: &Runs) -> Option<SimSpan> {
    let took = |(text, seed): &(String, u64)| {
        let (text, from) = without_window(text)?;
        let figures = Trial::new(&text, Some(*seed), RECORDS_AT_MOST).and_then(Trial::finish);
        let figures = figures.ok().filter(|one| one.outcome == Outcome::Succeeded)?;
        Some(figures.over? - from)
    };
    runs.iter().map(took).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Does the upgrade end inside one of so many windows of that length?
fn finishes((text, seed): &(String, u64), openings: u32, minutes: i64) -> bool {
    let Some(text) = with_minutes(text, minutes) else {
        return false;
    };
    let figures = Trial::new(&text, Some(*seed), RECORDS).and_then(Trial::finish);
    matches!(figures, Ok(Figures { windows, outcome: Outcome::Succeeded, late: SimSpan::ZERO, .. }) if windows <= openings)
}
