//! What script entries wait for, as the rows alone tell: when the work of an earlier entry, a pool or the control plane ended.

use base::{Map, NodeId, PoolId, RecordNo, SimTime};
use model::script::Awaited;
use model::{Command, Plan};
use trace::{Change, Record, Subject};

/// What an entry that has acted is busy with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Busy {
    Pool(PoolId),
    Node(NodeId),
    /// A node that doesn't exist, or not yet.
    Nobody,
    ControlPlane,
}

/// Entries at work, and when work was over for the first time.
#[derive(Clone, Default, Debug)]
pub(crate) struct FinishedWork {
    busy: Vec<(u32, Busy)>,
    /// The entries of commands, by their rows.
    commands: Map<RecordNo, u32>,
    entries: Map<u32, SimTime>,
    pools: Map<PoolId, SimTime>,
    control_plane: Option<SimTime>,
}

impl FinishedWork {
    /// When the awaited work ended.
    pub(crate) fn since(&self, awaited: Awaited) -> Option<SimTime> {
        match awaited {
            Awaited::Entry(entry) => self.entries.get(&entry).copied(),
            Awaited::Pool(pool) => self.pools.get(&pool).copied(),
            Awaited::ControlPlane => self.control_plane,
        }
    }

    fn close(&mut self, at: SimTime, is_over: impl Fn(Busy) -> bool) {
        let (over, left) = self.busy.iter().copied().partition(|(_, busy)| is_over(*busy));
        self.busy = left;
        let over: Vec<(u32, Busy)> = over;
        for (entry, _) in over {
            self.entries.entry(entry).or_insert(at);
        }
    }

    pub(super) fn row(&mut self, plan: &Plan, no: RecordNo, record: &Record) {
        let (at, subject) = (record.at, record.subject);
        match (subject, record.change) {
            (_, Change::Commanded { entry }) => {
                self.commands.insert(no, entry);
                let busy = match plan.script[entry as usize].command {
                    Command::Upgrade { pool, .. }
                    | Command::Resume { pool, .. }
                    | Command::Rollback { pool, .. }
                    | Command::Complete { pool } => Busy::Pool(pool),
                    Command::UpgradeControlPlane { .. } | Command::RecreateControlPlane { .. } => {
                        Busy::ControlPlane
                    }
                    Command::Drain { .. } => match subject {
                        Subject::Node(node) => Busy::Node(node),
                        _ => Busy::Nobody,
                    },
                    _ => {
                        self.entries.entry(entry).or_insert(at);
                        return;
                    }
                };
                self.busy.push((entry, busy));
            }
            (_, Change::Refused { .. }) => {
                let of = record.cause.and_then(|cause| self.commands.get(&cause).copied());
                if let Some(place) = self.busy.iter().position(|(entry, _)| Some(*entry) == of) {
                    let (entry, _) = self.busy.remove(place);
                    self.entries.entry(entry).or_insert(at);
                }
            }
            (
                Subject::Pool(pool),
                Change::UpgradeSucceeded
                | Change::UpgradeCancelled
                | Change::UpgradeFailed
                | Change::RolledBack,
            ) => {
                self.close(at, |busy| busy == Busy::Pool(pool));
                self.pools.entry(pool).or_insert(at);
            }
            (Subject::Cluster, Change::ControlPlaneDone | Change::ControlPlaneBack) => {
                self.close(at, |busy| busy == Busy::ControlPlane);
                self.control_plane.get_or_insert(at);
            }
            (
                Subject::Node(node),
                Change::DrainEnded { .. } | Change::DrainAborted | Change::NodeGone,
            ) => self.close(at, |busy| busy == Busy::Node(node)),
            _ => {}
        }
    }
}
