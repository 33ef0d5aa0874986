//! What a change does to the run, in the same columns for every change.

use crate::conclusion::Conclusion;
use crate::outcome::{Outcome, WorkloadOutcome};
use base::{SimSpan, WorkloadId, order};
use std::cmp::{Ordering, Reverse};
use trace::{Phrase, Subject};

/// How much sooner counts.
const SOONER: SimSpan = SimSpan::from_secs(60);

/// A number of a run in the table of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// When the work is over, from its start.
    End(SimSpan),
    /// It doesn't end, or not as the run did.
    Ends(Conclusion),
    Count(u32),
    /// Milliseconds of nodes' existence, summed over nodes.
    NodeTime(i64),
}

/// A column of a row: the run's number, how it differs from that of the run before, and whether that is better (`Less`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delta {
    /// The key of the column's title.
    pub column: &'static str,
    pub figure: Figure,
    /// In the unit of the figure: milliseconds, or a count. `None`: it can't be subtracted.
    pub by: Option<i64>,
    pub is: Ordering,
}

/// The columns, in display order.
pub fn deltas(before: &Outcome, after: &Outcome) -> [Delta; 5] {
    let end = |run: &Outcome| match run.upgrades.completed() || run.upgrades.is_commanded() {
        true => Figure::End(run.duration),
        false => Figure::Ends(run.upgrades),
    };
    let (was, is) = (end(before), end(after));
    let comes = |run: &Outcome| (Reverse(run.upgrades), run.duration);
    let by = match (was, is) {
        (Figure::End(from), Figure::End(to)) => Some(to.ms() - from.ms()),
        (from, to) => (from == to).then_some(0),
    };
    let ends = match by {
        Some(ms) => ms.cmp(&0),
        None => comes(after).cmp(&comes(before)),
    };
    let count = |column, from: u32, to: u32, is| Delta {
        column,
        figure: Figure::Count(to),
        by: Some(i64::from(to) - i64::from(from)),
        is,
    };
    // A run that ends sooner doesn't spare the nodes that stay.
    let later = before.end.max(after.end);
    let (from, to) = (before.node_time_until(later), after.node_time_until(later));
    [
        Delta { column: "ui-delta-end", figure: is, by, is: ends },
        count("ui-delta-forced", before.forced, after.forced, after.forced.cmp(&before.forced)),
        count("ui-delta-ready", before.ready, after.ready, before.ready.cmp(&after.ready)),
        // More nodes are what makes an upgrade quick.
        count("ui-delta-peak", before.nodes.max, after.nodes.max, Ordering::Equal),
        Delta {
            column: "ui-delta-node-hours",
            figure: Figure::NodeTime(after.node_time.ms()),
            by: Some(to.ms() - from.ms()),
            is: Ordering::Equal,
        },
    ]
}

/// The parts of an effect that have no column.
pub fn beside_columns(mut effect: Phrase) -> Option<Phrase> {
    const COLUMNS: [&str; 7] = [
        "effect-sooner",
        "effect-later",
        "effect-same",
        "effect-still",
        "effect-forced",
        "effect-all-ready",
        "effect-peak",
    ];
    let (_, trace::Value::List(parts)) = effect.args.first_mut()? else {
        return None;
    };
    parts.retain(|part| !COLUMNS.contains(&part.key));
    (!parts.is_empty()).then_some(effect)
}

/// Workloads that have fewer ready Pods at worst than without the change, the largest loss first.
pub fn lowered(before: &Outcome, after: &Outcome) -> Vec<(WorkloadId, u32, u32)> {
    let fewest = |one: &WorkloadOutcome| one.fewest.unwrap_or(0);
    let pairs = before.workloads.iter().zip(&after.workloads);
    let fewer = pairs.filter(|(from, to)| fewest(to) < fewest(from));
    let mut found: Vec<_> =
        fewer.map(|(from, to)| (from.workload, fewest(from), fewest(to))).collect();
    order::sort_by_key(&mut found, |(id, from, to)| (Reverse(from - to), *id));
    found
}

/// ` – lowers web to 2 ready Pods (from 4)`; `None` if none is lowered.
pub fn lowers(before: &Outcome, after: &Outcome) -> Option<Phrase> {
    let found = lowered(before, after);
    let (workload, from, to) = *found.first()?;
    Some(
        Phrase::new("alternative-lowers")
            .with("workload", Subject::Workload(workload))
            .with("from", from)
            .with("to", to)
            .with("more", found.len() - 1),
    )
}

/// Is one number better than in the run, though the run as a whole isn't? No harm, outage or other outcome is traded.
pub fn is_trade_off(before: &Outcome, after: &Outcome) -> bool {
    let worse = after.upgrades < before.upgrades
        || after.upgraded < before.upgraded
        || after.harm() > before.harm()
        || after.violations > before.violations
        || after.undrained > before.undrained
        || after.is_down_earlier(before)
        || after.takes_one_down(before);
    let sooner = after.upgrades == before.upgrades
        && after.upgrades.completed()
        && after.duration + SOONER <= before.duration;
    !worse && (sooner || after.harm() < before.harm() || after.ready > before.ready)
}
