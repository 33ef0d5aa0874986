//! What a row says: facts about nodes, Pods, pools and the cluster, each with at most two numbers.

use crate::base::{BudgetId, GroupId, NodeId, TemplateId, WorkloadId, ZoneId};

/// A fact. Durations are whole seconds from the row's instant (AM-83).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    // Roots, on the cluster or on what a command names.
    Started,
    /// A user command or an injected event: entry of the script.
    Commanded {
        entry: u32,
    },
    /// The command has no effect.
    Refused {
        why: Refusal,
    },
    WindowOpened,
    WindowClosed,
    /// VMs that may exist beyond those of the start; `None` = enough.
    QuotaSet {
        spare: Option<u32>,
    },
    StockoutBegan,
    StockoutEnded,
    ReplicasSet {
        replicas: u32,
    },
    /// The budget's limit is the one of that entry of the script.
    LimitSet {
        entry: u32,
    },

    // Pools.
    UpgradeQueued {
        why: WhyNot,
    },
    UpgradeStarted {
        target: TemplateId,
        automatic: bool,
    },
    ZoneStarted {
        zone: ZoneId,
        surge: u32,
        unavailable: u32,
    },
    ZoneDone {
        zone: ZoneId,
    },
    /// No slot has a node because no capacity is free (SU-08).
    ResourcesMissing,
    ResourcesFound,
    UpgradePaused {
        why: WhyNot,
    },
    UpgradeResumed {
        automatic: bool,
    },
    UpgradeCancelling,
    UpgradeCancelled,
    RollbackStarted,
    RolledBack,
    UpgradeSucceeded,
    /// Labels and taints of its nodes changed in place.
    Reshaped {
        template: TemplateId,
    },

    // Nodes.
    /// A slot of the upgrade works on it from now on; `slot` counts from 0, surge slots first.
    NodeTaken {
        slot: u32,
        surge: bool,
    },
    NodeRequested {
        group: GroupId,
        template: TemplateId,
        ready_after_s: u32,
    },
    NodeReady,
    NodeCordoned,
    NodeUncordoned,
    /// `limit_s`: after so long the drain ends whatever is left; 0 = never.
    DrainStarted {
        pods: u32,
        limit_s: u32,
    },
    /// A filter of the drain answered with an error: nothing is evicted (KD-07).
    DrainAborted,
    DrainEnded {
        limit_reached: bool,
    },
    NodeDeleting {
        gone_after_s: u32,
        recreate: bool,
    },
    NodeGone,
    /// The VM of a node that is being recreated is requested again.
    NodeRecreating {
        template: TemplateId,
        ready_after_s: u32,
    },
    /// The slot is done with it.
    NodeDone,

    // Pods.
    /// `place`: the ordinal of a StatefulSet's Pod, the node of a daemon Pod plus 1, else 0.
    PodCreated {
        workload: WorkloadId,
        place: u32,
    },
    PodBound {
        node: NodeId,
        start_s: u32,
    },
    /// Its containers run; it is not ready yet.
    PodStarted {
        ready_after_s: u32,
    },
    PodReady,
    PodTerminating {
        ending: Ending,
        gone_after_s: u32,
    },
    /// Ended at once, without its budget or before its grace, because a limit was reached.
    PodForced {
        violates_budget: bool,
    },
    PodGone,
    /// Something holds it back: one row for each blocker.
    Blocked {
        by: Blocker,
    },
    /// Nothing holds it back any more, and no other row says so.
    Unblocked,
}

/// Why a Pod terminates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Through the eviction API, which asked the budgets.
    Evicted,
    /// Deleted; budgets are not read (KE-12).
    Deleted,
    /// Deleted because the budget refused until a limit.
    DeletedAtLimit,
}

/// What holds a Pod or a node back, with its ids and numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Blocker {
    /// The budget has no unit left.
    Budget {
        budget: BudgetId,
        allowed: u32,
    },
    /// Two budgets select the Pod: a server error that no retry can cure.
    TwoBudgets {
        first: BudgetId,
        second: BudgetId,
    },
    /// The budget's status allows no unit to be taken.
    Forbidden {
        budget: BudgetId,
    },
    /// So many nodes are rejected first by that filter of the scheduler (its number in the table).
    NoNode {
        filter: u32,
        nodes: u32,
    },
    /// There is no node at all.
    NoNodes,
    /// Every VM that the project may have exists.
    Quota {
        spare: u32,
    },
    Stockout {
        zone: ZoneId,
    },
    /// A filter of `kubectl drain` answered with an error (its number in the table).
    DrainFilter {
        filter: u32,
    },
    /// The controller waits before it tries again.
    Backoff {
        seconds: u32,
    },
}

/// Why automatic work does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// No window is open; `MAINTENANCE_WINDOW` (BS-16).
    Window,
    /// The control plane is older than the target (BS-02).
    ControlPlane,
    /// Another pool is being upgraded; one automatic operation at a time (AM-70).
    AnotherRun,
}

/// Why a command has no effect (AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A run of the pool has not ended.
    RunUnfinished,
    NothingToCancel,
    NothingToResume,
    /// Finished upgrades cannot be rolled back (UP-14).
    NothingToRollBack,
    /// The configuration is locked while an upgrade runs (BS-04).
    Locked,
    NoSuchNode,
    AlreadySo,
}

const NONE: u32 = u32::MAX;

impl Change {
    /// Code and two words, as the columns hold them.
    pub fn pack(self) -> (u8, u32, u32) {
        match self {
            Self::Started => (0, 0, 0),
            Self::Commanded { entry } => (1, entry, 0),
            Self::Refused { why } => (2, why as u32, 0),
            Self::WindowOpened => (3, 0, 0),
            Self::WindowClosed => (4, 0, 0),
            Self::QuotaSet { spare } => (5, spare.unwrap_or(NONE), 0),
            Self::StockoutBegan => (6, 0, 0),
            Self::StockoutEnded => (7, 0, 0),
            Self::ReplicasSet { replicas } => (8, replicas, 0),
            Self::LimitSet { entry } => (9, entry, 0),
            Self::UpgradeQueued { why } => (16, why as u32, 0),
            Self::UpgradeStarted { target, automatic } => (17, target.0, u32::from(automatic)),
            Self::ZoneStarted {
                zone,
                surge,
                unavailable,
            } => (18, zone.0, (surge << 16) | unavailable),
            Self::ZoneDone { zone } => (19, zone.0, 0),
            Self::ResourcesMissing => (20, 0, 0),
            Self::ResourcesFound => (21, 0, 0),
            Self::UpgradePaused { why } => (22, why as u32, 0),
            Self::UpgradeResumed { automatic } => (23, u32::from(automatic), 0),
            Self::UpgradeCancelling => (24, 0, 0),
            Self::UpgradeCancelled => (25, 0, 0),
            Self::RollbackStarted => (26, 0, 0),
            Self::RolledBack => (27, 0, 0),
            Self::UpgradeSucceeded => (28, 0, 0),
            Self::Reshaped { template } => (29, template.0, 0),
            Self::NodeTaken { slot, surge } => (40, slot, u32::from(surge)),
            Self::NodeRequested {
                group,
                template,
                ready_after_s,
            } => (41, (group.0 << 16) | template.0, ready_after_s),
            Self::NodeReady => (42, 0, 0),
            Self::NodeCordoned => (43, 0, 0),
            Self::NodeUncordoned => (44, 0, 0),
            Self::DrainStarted { pods, limit_s } => (45, pods, limit_s),
            Self::DrainAborted => (46, 0, 0),
            Self::DrainEnded { limit_reached } => (47, u32::from(limit_reached), 0),
            Self::NodeDeleting {
                gone_after_s,
                recreate,
            } => (48, gone_after_s, u32::from(recreate)),
            Self::NodeGone => (49, 0, 0),
            Self::NodeRecreating {
                template,
                ready_after_s,
            } => (50, template.0, ready_after_s),
            Self::NodeDone => (51, 0, 0),
            Self::PodCreated { workload, place } => (64, workload.0, place),
            Self::PodBound { node, start_s } => (65, node.0, start_s),
            Self::PodStarted { ready_after_s } => (66, ready_after_s, 0),
            Self::PodReady => (67, 0, 0),
            Self::PodTerminating {
                ending,
                gone_after_s,
            } => (68, ending as u32, gone_after_s),
            Self::PodForced { violates_budget } => (69, u32::from(violates_budget), 0),
            Self::PodGone => (70, 0, 0),
            Self::Blocked { by } => {
                let (kind, x, y) = by.pack();
                (71, (kind << 24) | (x & 0x00ff_ffff), y)
            }
            Self::Unblocked => (72, 0, 0),
        }
    }

    /// The fact behind a code and its words; `None` for what this version does not know.
    pub fn unpack(code: u8, a: u32, b: u32) -> Option<Self> {
        Some(match code {
            0 => Self::Started,
            1 => Self::Commanded { entry: a },
            2 => Self::Refused {
                why: Refusal::from_word(a)?,
            },
            3 => Self::WindowOpened,
            4 => Self::WindowClosed,
            5 => Self::QuotaSet {
                spare: (a != NONE).then_some(a),
            },
            6 => Self::StockoutBegan,
            7 => Self::StockoutEnded,
            8 => Self::ReplicasSet { replicas: a },
            9 => Self::LimitSet { entry: a },
            16 => Self::UpgradeQueued {
                why: WhyNot::from_word(a)?,
            },
            17 => Self::UpgradeStarted {
                target: TemplateId(a),
                automatic: b != 0,
            },
            18 => Self::ZoneStarted {
                zone: ZoneId(a),
                surge: b >> 16,
                unavailable: b & 0xffff,
            },
            19 => Self::ZoneDone { zone: ZoneId(a) },
            20 => Self::ResourcesMissing,
            21 => Self::ResourcesFound,
            22 => Self::UpgradePaused {
                why: WhyNot::from_word(a)?,
            },
            23 => Self::UpgradeResumed { automatic: a != 0 },
            24 => Self::UpgradeCancelling,
            25 => Self::UpgradeCancelled,
            26 => Self::RollbackStarted,
            27 => Self::RolledBack,
            28 => Self::UpgradeSucceeded,
            29 => Self::Reshaped {
                template: TemplateId(a),
            },
            40 => Self::NodeTaken {
                slot: a,
                surge: b != 0,
            },
            41 => Self::NodeRequested {
                group: GroupId(a >> 16),
                template: TemplateId(a & 0xffff),
                ready_after_s: b,
            },
            42 => Self::NodeReady,
            43 => Self::NodeCordoned,
            44 => Self::NodeUncordoned,
            45 => Self::DrainStarted {
                pods: a,
                limit_s: b,
            },
            46 => Self::DrainAborted,
            47 => Self::DrainEnded {
                limit_reached: a != 0,
            },
            48 => Self::NodeDeleting {
                gone_after_s: a,
                recreate: b != 0,
            },
            49 => Self::NodeGone,
            50 => Self::NodeRecreating {
                template: TemplateId(a),
                ready_after_s: b,
            },
            51 => Self::NodeDone,
            64 => Self::PodCreated {
                workload: WorkloadId(a),
                place: b,
            },
            65 => Self::PodBound {
                node: NodeId(a),
                start_s: b,
            },
            66 => Self::PodStarted { ready_after_s: a },
            67 => Self::PodReady,
            68 => Self::PodTerminating {
                ending: Ending::from_word(a)?,
                gone_after_s: b,
            },
            69 => Self::PodForced {
                violates_budget: a != 0,
            },
            70 => Self::PodGone,
            71 => Self::Blocked {
                by: Blocker::unpack(a >> 24, a & 0x00ff_ffff, b)?,
            },
            72 => Self::Unblocked,
            _ => return None,
        })
    }

    /// The name that scripts see in `change`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Started => "Started",
            Self::Commanded { .. } => "Commanded",
            Self::Refused { .. } => "Refused",
            Self::WindowOpened => "WindowOpened",
            Self::WindowClosed => "WindowClosed",
            Self::QuotaSet { .. } => "QuotaSet",
            Self::StockoutBegan => "StockoutBegan",
            Self::StockoutEnded => "StockoutEnded",
            Self::ReplicasSet { .. } => "ReplicasSet",
            Self::LimitSet { .. } => "LimitSet",
            Self::UpgradeQueued { .. } => "UpgradeQueued",
            Self::UpgradeStarted { .. } => "UpgradeStarted",
            Self::ZoneStarted { .. } => "ZoneStarted",
            Self::ZoneDone { .. } => "ZoneDone",
            Self::ResourcesMissing => "ResourcesMissing",
            Self::ResourcesFound => "ResourcesFound",
            Self::UpgradePaused { .. } => "UpgradePaused",
            Self::UpgradeResumed { .. } => "UpgradeResumed",
            Self::UpgradeCancelling => "UpgradeCancelling",
            Self::UpgradeCancelled => "UpgradeCancelled",
            Self::RollbackStarted => "RollbackStarted",
            Self::RolledBack => "RolledBack",
            Self::UpgradeSucceeded => "UpgradeSucceeded",
            Self::Reshaped { .. } => "Reshaped",
            Self::NodeTaken { .. } => "NodeTaken",
            Self::NodeRequested { .. } => "NodeRequested",
            Self::NodeReady => "NodeReady",
            Self::NodeCordoned => "NodeCordoned",
            Self::NodeUncordoned => "NodeUncordoned",
            Self::DrainStarted { .. } => "DrainStarted",
            Self::DrainAborted => "DrainAborted",
            Self::DrainEnded { .. } => "DrainEnded",
            Self::NodeDeleting { .. } => "NodeDeleting",
            Self::NodeGone => "NodeGone",
            Self::NodeRecreating { .. } => "NodeRecreating",
            Self::NodeDone => "NodeDone",
            Self::PodCreated { .. } => "PodCreated",
            Self::PodBound { .. } => "PodBound",
            Self::PodStarted { .. } => "PodStarted",
            Self::PodReady => "PodReady",
            Self::PodTerminating { .. } => "PodTerminating",
            Self::PodForced { .. } => "PodForced",
            Self::PodGone => "PodGone",
            Self::Blocked { .. } => "Blocked",
            Self::Unblocked => "Unblocked",
        }
    }
}

impl Blocker {
    fn pack(self) -> (u32, u32, u32) {
        match self {
            Self::Budget { budget, allowed } => (0, budget.0, allowed),
            Self::TwoBudgets { first, second } => (1, first.0, second.0),
            Self::Forbidden { budget } => (2, budget.0, 0),
            Self::NoNode { filter, nodes } => (3, filter, nodes),
            Self::NoNodes => (4, 0, 0),
            Self::Quota { spare } => (5, 0, spare),
            Self::Stockout { zone } => (6, zone.0, 0),
            Self::DrainFilter { filter } => (7, filter, 0),
            Self::Backoff { seconds } => (8, 0, seconds),
        }
    }

    fn unpack(kind: u32, x: u32, y: u32) -> Option<Self> {
        Some(match kind {
            0 => Self::Budget {
                budget: BudgetId(x),
                allowed: y,
            },
            1 => Self::TwoBudgets {
                first: BudgetId(x),
                second: BudgetId(y),
            },
            2 => Self::Forbidden {
                budget: BudgetId(x),
            },
            3 => Self::NoNode {
                filter: x,
                nodes: y,
            },
            4 => Self::NoNodes,
            5 => Self::Quota { spare: y },
            6 => Self::Stockout { zone: ZoneId(x) },
            7 => Self::DrainFilter { filter: x },
            8 => Self::Backoff { seconds: y },
            _ => return None,
        })
    }
}

/// Plain enums that travel as one word, in the order of their variants.
macro_rules! words {
    ($($name:ident: $($variant:ident)*;)*) => { $(
        impl $name {
            fn from_word(word: u32) -> Option<Self> {
                const ALL: &[$name] = &[$($name::$variant),*];
                ALL.get(word as usize).copied()
            }
        }
    )* };
}

words! {
    Ending: Evicted Deleted DeletedAtLimit;
    WhyNot: Window ControlPlane AnotherRun;
    Refusal: RunUnfinished NothingToCancel NothingToResume NothingToRollBack Locked NoSuchNode AlreadySo;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_survives_its_columns() {
        let mut known = 0;
        for code in 0..=u8::MAX {
            for (a, b) in [
                (0, 0),
                (1, 1),
                (0x0001_0002, 300),
                ((3 << 24) | 7, 40),
                ((8 << 24), 12),
            ] {
                let Some(change) = Change::unpack(code, a, b) else {
                    continue;
                };
                known += 1;
                let (code_again, a, b) = change.pack();
                assert_eq!(code, code_again, "{change:?}");
                assert_eq!(Change::unpack(code_again, a, b), Some(change));
            }
        }
        assert!(known > 100, "{known}");
    }
}
