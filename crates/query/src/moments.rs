//! The five to nine instants of a run that tell what happens: when it begins and ends, each Pod that is forced out, the other kinds
//! of trouble for the first time, the fewest ready Pods, and the first of its zones, phases and waits.

use crate::forced::ForcedPod;
use crate::index::Index;
use crate::series;
use crate::shortfall::{Readiness, worst};
use base::{Map, RecordNo, SimTime};
use trace::{Change, Phrase, Record, Subject, Trace};

/// A row that tells a part of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    pub no: RecordNo,
    pub at: SimTime,
    pub subject: Subject,
    /// The sentence, if it isn't that of the row.
    pub says: Option<Phrase>,
}

/// So many at most.
const MOST: usize = 9;

/// What makes a row a moment, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum MomentKind {
    Ends,
    Begins,
    /// The minutes in which Pods are forced out, by their number.
    Forced(u32),
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

/// The scan's state: the rows of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct MomentScan {
    found: Map<MomentKind, RecordNo>,
    phases: u32,
}

impl MomentScan {
    pub(crate) fn row(&mut self, no: RecordNo, record: &Record) {
        match kind(record) {
            Some(MomentKind::Ends) => _ = self.found.insert(MomentKind::Ends, no),
            Some(MomentKind::Phase(_)) => {
                self.found.insert(MomentKind::Phase(self.phases), no);
                self.phases += 1;
            }
            Some(kind) => _ = self.found.entry(kind).or_insert(no),
            None => {}
        }
    }

    /// The moments in their order, one of an instant.
    pub(crate) fn moments(
        mut self,
        trace: &Trace,
        index: &Index,
        ready: &Readiness,
    ) -> Vec<Moment> {
        let mut said: Map<MomentKind, (Subject, Phrase)> = Map::new();
        let minute = |one: &ForcedPod| one.at.ms() / 60_000;
        let minutes = index.forced.chunk_by(|one, next| minute(one) == minute(next));
        for (n, pods) in minutes.enumerate() {
            let kind = MomentKind::Forced(n as u32);
            self.found.extend(pods.first().map(|one| (kind, one.no)));
            if let [first, second, ..] = pods {
                let says = Phrase::new("moment-forced").with("n", pods.len() - 1);
                let says = says.with("name", Subject::Pod(second.pod));
                said.insert(kind, (Subject::Pod(first.pod), says));
            }
        }
        if let Some(hold) = index.holds.iter().find(|hold| hold.refuses()) {
            self.found.insert(MomentKind::Refused, hold.no);
        }
        if let Some((no, lowest)) = lowest(trace, ready) {
            self.found.insert(MomentKind::Lowest, no);
            said.insert(MomentKind::Lowest, lowest);
        }
        let mut instants: Map<SimTime, Moment> = Map::new();
        for (kind, no) in self.found {
            let Some(Record { at, subject, .. }) = trace.record(no) else { continue };
            let (subject, says) = match said.get(&kind) {
                Some((subject, says)) => (*subject, Some(says.clone())),
                None => (subject, None),
            };
            if instants.len() < MOST {
                instants.entry(at).or_insert(Moment { no, at, subject, says });
            }
        }
        instants.values().cloned().collect()
    }
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

/// The row after which the worst hit workload has the fewest ready Pods, that workload, and a sentence about it.
fn lowest(trace: &Trace, readiness: &Readiness) -> Option<(RecordNo, (Subject, Phrase))> {
    let worst = worst(readiness.at_half.iter())?;
    let of_workload = |record: &Record| match record.subject {
        Subject::Pod(pod) => {
            trace.owner(pod) == Some(worst.workload)
                && series::readiness(record.change) == Some(false)
        }
        _ => false,
    };
    let mut rows = trace.records_in(0..trace.rows_until(worst.lowest_at)).rev();
    let (no, _) = rows.find(|(_, record)| of_workload(record))?;
    let says = Phrase::new("moment-lowest").with("ready", worst.lowest).with("of", worst.of);
    Some((no, (Subject::Workload(worst.workload), says)))
}
