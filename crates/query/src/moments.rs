//! The five to nine instants of a run that tell what happens: when it begins and ends, each kind of trouble for the first time,
//! the fewest ready Pods, and the first of its zones, phases and waits.

use crate::index::Index;
use crate::series;
use crate::shortfall::Readiness;
use base::{Map, RecordNo, SimTime};
use trace::{Change, Record, Subject, Trace};

/// So many at most.
const MOST: usize = 9;

/// What makes a row a moment, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum MomentKind {
    Ends,
    Begins,
    Forced,
    Lowest,
    Refused,
    NoCapacity,
    Paused,
    Grows,
    Shrinks,
    Resumed,
    /// The zones and phases, by their number.
    Phase(u32),
}

/// The rows of the moments in their order, one of an instant.
pub fn moments(trace: &Trace, index: &Index, readiness: &Readiness) -> Vec<RecordNo> {
    let mut found: Map<MomentKind, RecordNo> = Map::new();
    let mut phases = 0;
    for (no, record) in trace.records() {
        match kind(&record) {
            Some(MomentKind::Ends) => _ = found.insert(MomentKind::Ends, no),
            Some(MomentKind::Phase(_)) => {
                found.insert(MomentKind::Phase(phases), no);
                phases += 1;
            }
            Some(kind) => _ = found.entry(kind).or_insert(no),
            None => {}
        }
    }
    if let Some(one) = index.forced.first() {
        found.insert(MomentKind::Forced, one.no);
    }
    if let Some(hold) = index.holds.iter().find(|hold| hold.refuses()) {
        found.insert(MomentKind::Refused, hold.no);
    }
    found.extend(lowest(trace, readiness).map(|no| (MomentKind::Lowest, no)));
    let mut instants: Map<SimTime, RecordNo> = Map::new();
    for no in found.values().copied() {
        let Some(record) = trace.record(no) else { continue };
        if instants.len() < MOST {
            instants.entry(record.at).or_insert(no);
        }
    }
    instants.values().copied().collect()
}

fn kind(record: &Record) -> Option<MomentKind> {
    Some(match record.change {
        Change::UpgradeSucceeded
        | Change::UpgradeCancelled
        | Change::UpgradeFailed
        | Change::RolledBack => MomentKind::Ends,
        Change::UpgradeStarted { .. } | Change::ControlPlaneStarted { .. } => MomentKind::Begins,
        Change::ResourcesMissing => MomentKind::NoCapacity,
        Change::UpgradePaused { .. } => MomentKind::Paused,
        Change::UpgradeResumed { .. } => MomentKind::Resumed,
        Change::ScaleUpDecided { .. } => MomentKind::Grows,
        Change::DeletionMarked { .. } => MomentKind::Shrinks,
        Change::ZoneStarted { .. } | Change::PhaseStarted { .. } => MomentKind::Phase(0),
        _ => return None,
    })
}

/// The row after which the worst hit workload has the fewest ready Pods.
fn lowest(trace: &Trace, readiness: &Readiness) -> Option<RecordNo> {
    let worst = readiness.at_half.iter().min_by_key(|one| one.lowest * 1000 / one.of.max(1))?;
    let of_workload = |record: &Record| match record.subject {
        Subject::Pod(pod) => {
            trace.owner(pod) == Some(worst.workload)
                && series::readiness(record.change) == Some(false)
        }
        _ => false,
    };
    let rows = trace.records_in(0..trace.rows_until(worst.lowest_at));
    rows.rev().find(|(_, record)| of_workload(record)).map(|(no, _)| no)
}
