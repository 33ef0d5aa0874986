//! Rows worth telling, and the way from one to the next.

use crate::lanes::{is_phase, kind};
use base::{RecordNo, SimTime};
use trace::{Change, Record, Trace};

/// A row that the event log and the story show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    pub no: RecordNo,
    pub record: Record,
}

/// What the arrow keys step by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Event,
    Phase,
    Marker,
}

/// Does a person want to hear of it? Bookkeeping of slots and the inner life of containers stay in the records.
pub fn is_told(change: Change) -> bool {
    match change {
        Change::NodeTaken { .. }
        | Change::NodeDone
        | Change::PodStarted { .. }
        | Change::Unblocked => false,
        Change::Started
        | Change::Commanded { .. }
        | Change::Refused { .. }
        | Change::WindowOpened
        | Change::WindowClosed
        | Change::ExclusionBegan { .. }
        | Change::ExclusionEnded { .. }
        | Change::QuotaSet { .. }
        | Change::StockoutBegan
        | Change::StockoutEnded
        | Change::ReplicasSet { .. }
        | Change::LimitSet { .. }
        | Change::ControlPlaneStarted { .. }
        | Change::ReplicaStarted { .. }
        | Change::ControlPlaneDone
        | Change::ControlPlaneBack
        | Change::ControlPlaneScheduled { .. }
        | Change::PolicyOverridden { .. }
        | Change::BehaviourSet { .. }
        | Change::UpgradeQueued { .. }
        | Change::UpgradeStarted { .. }
        | Change::ZoneStarted { .. }
        | Change::ZoneDone { .. }
        | Change::ResourcesMissing
        | Change::ResourcesFound
        | Change::UpgradePaused { .. }
        | Change::UpgradeResumed { .. }
        | Change::UpgradeCancelling
        | Change::UpgradeCancelled
        | Change::RollbackStarted
        | Change::RolledBack
        | Change::UpgradeSucceeded
        | Change::UpgradeFailed
        | Change::ReservationSet { .. }
        | Change::Resized { .. }
        | Change::SettingsSet { .. }
        | Change::NodeShutDown { .. }
        | Change::NodeFailed { .. }
        | Change::NodeLost
        | Change::HostEvent { .. }
        | Change::NodeRecovered
        | Change::PodUnready
        | Change::PhaseStarted { .. }
        | Change::BatchStarted { .. }
        | Change::BatchDrained { .. }
        | Change::DrainPaused
        | Change::DrainResumed { .. }
        | Change::Reshaped { .. }
        | Change::NodeRequested { .. }
        | Change::NodeReady
        | Change::NodeCordoned
        | Change::NodeUncordoned
        | Change::DrainStarted { .. }
        | Change::DrainAborted
        | Change::DrainEnded { .. }
        | Change::NodeDeleting { .. }
        | Change::NodeGone
        | Change::NodeRecreating { .. }
        | Change::PodCreated { .. }
        | Change::PodBound { .. }
        | Change::Nominated { .. }
        | Change::NominationCleared
        | Change::PodReady
        | Change::PodTerminating { .. }
        | Change::PodForced { .. }
        | Change::PodGone
        | Change::Blocked { .. } => true,
    }
}

fn fits(record: &Record, wanted: EventKind) -> bool {
    match wanted {
        EventKind::Event => is_told(record.change),
        EventKind::Phase => is_phase(record.change),
        EventKind::Marker => kind(record).is_some(),
    }
}

fn told((no, record): (RecordNo, Record)) -> Told {
    Told { no, record }
}

/// The last `n` told rows among the first `next`, the latest first: the event log.
pub fn log(trace: &Trace, next: u32, n: usize, keep: impl Fn(&Record) -> bool) -> Vec<Told> {
    trace
        .records_in(0..next)
        .rev()
        .filter(|(_, record)| is_told(record.change) && keep(record))
        .take(n)
        .map(told)
        .collect()
}

/// All told rows in order.
pub fn story(trace: &Trace) -> impl Iterator<Item = Told> + '_ {
    trace
        .records()
        .filter(|(_, record)| is_told(record.change))
        .map(told)
}

/// The first such row of a later instant.
pub fn next(trace: &Trace, after: SimTime, wanted: EventKind) -> Option<Told> {
    trace
        .records_in(trace.rows_until(after)..u32::MAX)
        .find(|(_, record)| fits(record, wanted))
        .map(told)
}

/// The last such row of an earlier instant.
pub fn previous(trace: &Trace, before: SimTime, wanted: EventKind) -> Option<Told> {
    trace
        .records_in(0..trace.rows_until(SimTime::from_ms(before.ms() - 1)))
        .rev()
        .find(|(_, record)| fits(record, wanted))
        .map(told)
}
