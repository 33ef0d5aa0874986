//! Glyphs on the event lane.

use base::{RecordNo, SimTime};
use trace::{Change, Record, Subject};

/// ▲ created ⊘ cordoned ↗ evicted ⏸ blocked ⚡ forced ✕ deleted ⚑ phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkerKind {
    Created,
    Cordoned,
    Evicted,
    Blocked,
    Forced,
    Deleted,
    Phase,
    /// A user's command or an event from outside.
    Operation,
}

impl MarkerKind {
    pub fn glyph(self) -> char {
        match self {
            Self::Created => '▲',
            Self::Cordoned => '⊘',
            Self::Evicted => '↗',
            Self::Blocked => '⏸',
            Self::Forced => '⚡',
            Self::Deleted => '✕',
            Self::Phase => '⚑',
            Self::Operation => '▸',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker {
    pub at: SimTime,
    pub kind: MarkerKind,
    /// The first row of the group.
    pub no: RecordNo,
    pub subject: Subject,
    /// Rows of the same kind at the same instant.
    pub count: u32,
}

/// Which glyph a row has, if any.
pub fn kind(record: &Record) -> Option<MarkerKind> {
    Some(match record.change {
        Change::NodeRequested { .. } | Change::NodeRecreating { .. } => MarkerKind::Created,
        Change::NodeCordoned => MarkerKind::Cordoned,
        Change::PodTerminating { .. } => MarkerKind::Evicted,
        Change::Blocked { by } if by.refuses_eviction() => MarkerKind::Blocked,
        Change::PodForced { .. } => MarkerKind::Forced,
        Change::NodeDeleting { .. } => MarkerKind::Deleted,
        Change::Commanded { .. }
        | Change::QuotaSet { .. }
        | Change::StockoutBegan
        | Change::StockoutEnded
        | Change::Refused { .. } => MarkerKind::Operation,
        _ if is_phase(record.change) => MarkerKind::Phase,
        _ => return None,
    })
}

/// Does it begin or end a phase of a pool's upgrade?
pub fn is_phase(change: Change) -> bool {
    match change {
        Change::UpgradeQueued { .. }
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
        | Change::PhaseStarted { .. }
        | Change::BatchStarted { .. }
        | Change::BatchDrained { .. } => true,
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
        | Change::Reshaped { .. }
        | Change::NodeTaken { .. }
        | Change::NodeRequested { .. }
        | Change::NodeReady
        | Change::NodeCordoned
        | Change::NodeUncordoned
        | Change::DrainStarted { .. }
        | Change::DrainAborted
        | Change::ReservationSet { .. }
        | Change::Resized { .. }
        | Change::SettingsSet { .. }
        | Change::NodeShutDown { .. }
        | Change::NodeFailed { .. }
        | Change::NodeLost
        | Change::HostEvent { .. }
        | Change::NodeRecovered
        | Change::PodUnready
        | Change::DrainPaused
        | Change::DrainResumed { .. }
        | Change::DrainEnded { .. }
        | Change::NodeDeleting { .. }
        | Change::NodeGone
        | Change::NodeRecreating { .. }
        | Change::NodeDone
        | Change::PodCreated { .. }
        | Change::PodBound { .. }
        | Change::Nominated { .. }
        | Change::NominationCleared
        | Change::PodStarted { .. }
        | Change::PodReady
        | Change::PodTerminating { .. }
        | Change::PodForced { .. }
        | Change::PodGone
        | Change::Blocked { .. }
        | Change::Unblocked => false,
    }
}

/// What is known after some of the rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Scan {
    pub(super) list: Vec<Marker>,
    /// Where those of the last instant begin.
    instant: usize,
}

impl Scan {
    pub(super) fn row(&mut self, no: RecordNo, record: &Record) {
        let Some(kind) = kind(record) else {
            return;
        };
        let list = &mut self.list;
        if list
            .get(self.instant)
            .is_none_or(|first| first.at != record.at)
        {
            self.instant = list.len();
        }
        let same = list
            .iter_mut()
            .skip(self.instant)
            .find(|marker| marker.kind == kind);
        match same {
            Some(marker) => marker.count += 1,
            None => list.push(Marker {
                at: record.at,
                kind,
                no,
                subject: record.subject,
                count: 1,
            }),
        }
    }
}
