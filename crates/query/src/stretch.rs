//! A stretch of a run in numbers, counted as the summary counts the whole run.

use crate::reading::Reading;
use crate::stage::TileState;
use base::{NodeId, SimTime, Steps};
use model::Node;
use trace::Trace;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StretchCounts {
    /// How often a node joined the cluster or left it. One that is recreated does both.
    pub came: u32,
    pub went: u32,
    pub evictions: u32,
    /// Evictions that were refused; a retry with the same answer has no row.
    pub refusals: u32,
    pub forced: u32,
}

/// Counts what happens from one instant to another, both included.
pub fn stretch(reading: &Reading, from: SimTime, to: SimTime) -> StretchCounts {
    let within = |at: SimTime| (from..=to).contains(&at);
    let mut counts = StretchCounts {
        evictions: more(&reading.events.evictions, from, to),
        forced: more(&reading.events.forced, from, to),
        ..StretchCounts::default()
    };
    let holds = &reading.index.holds;
    let first = holds.partition_point(|hold| hold.at < from);
    let refusals = holds.iter().skip(first).take_while(|hold| hold.at <= to);
    counts.refusals = refusals.filter(|hold| hold.by.refuses_eviction()).count() as u32;
    for lane in reading.lanes().zones.iter().flat_map(|zone| &zone.nodes) {
        let mut before = was_registered(&reading.trace, lane.node);
        for segment in &lane.segments {
            let after = is_registered(segment.state);
            if within(segment.from) {
                counts.came += u32::from(after && !before);
                counts.went += u32::from(before && !after);
            }
            before = after;
        }
    }
    counts
}

/// By how much a number that starts at 0 grows.
fn more(steps: &Steps, from: SimTime, to: SimTime) -> u32 {
    let just_before = SimTime::from_ms(from.ms() - 1);
    let before = if from > SimTime::ZERO { steps.at(just_before) } else { 0 };
    (steps.at(to) - before).max(0) as u32
}

fn was_registered(trace: &Trace, node: NodeId) -> bool {
    trace.start().nodes.get(node).is_some_and(Node::registered)
}

fn is_registered(state: Option<TileState>) -> bool {
    !matches!(state, None | Some(TileState::Starting | TileState::Recreating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SimSpan;
    use expect_test::expect;
    use sim::testing::run;

    #[test]
    fn parts_of_a_run_add_up_to_the_whole() {
        let (trace, _) =
            run("pool a nodes=2 surge=1+0 | app web replicas=2 on=a-0 min-available=2 \
             | app etl replicas=2 on=a-1 max-unavailable=1 | at=0 upgrade a");
        let reading = Reading::of(&trace);
        let secs = SimTime::from_secs;
        let end = trace.end();
        let whole = stretch(&reading, SimTime::ZERO, end);
        expect!["StretchCounts { came: 2, went: 2, evictions: 2, refusals: 3, forced: 2 }"]
            .assert_eq(&format!("{whole:?}"));
        for cut in [1, 60, 200, 400] {
            let (a, b) = (
                stretch(&reading, SimTime::ZERO, secs(cut)),
                stretch(&reading, secs(cut) + SimSpan::from_ms(1), end),
            );
            let sum = StretchCounts {
                came: a.came + b.came,
                went: a.went + b.went,
                evictions: a.evictions + b.evictions,
                refusals: a.refusals + b.refusals,
                forced: a.forced + b.forced,
            };
            assert_eq!(sum, whole, "cut at {cut} s");
        }
        let after = stretch(&reading, end + SimSpan::from_secs(1), end + SimSpan::from_secs(9));
        assert_eq!(after, StretchCounts::default());
    }
}
