//! Stretches in which nothing happens, which the timeline draws short.

use crate::base::{SimSpan, SimTime};
use crate::trace::Trace;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    pub from: SimTime,
    pub to: SimTime,
}

/// A stretch is quiet when nothing happens for so long …
pub(super) const SHORTEST: SimSpan = SimSpan::from_secs(1800);
/// … and it is longer than this part of all the time in which something does.
const PART: i64 = 4;

/// Gaps between rows that are long, and long compared with the rest.
pub fn quiet(trace: &Trace, shortest: SimSpan) -> Vec<Quiet> {
    let mut gaps = Vec::new();
    let mut last = SimTime::ZERO;
    for (_, chunk) in trace.chunks() {
        for row in 0..chunk.len() {
            let at = chunk.time(row);
            if at - last >= shortest {
                gaps.push(Quiet { from: last, to: at });
            }
            last = at;
        }
    }
    let quiet: i64 = gaps.iter().map(|gap| (gap.to - gap.from).ms()).sum();
    let busy = (last.ms() - quiet).max(0);
    gaps.retain(|gap| (gap.to - gap.from).ms() * PART >= busy);
    gaps
}
