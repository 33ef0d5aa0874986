//! Facts as a code and two words, as the columns hold them. A code never changes its meaning.

use super::change::{Blocker, Change, Ending, Waits, WhyNot};
use base::{BudgetId, GroupId, NodeId, TemplateId, WorkloadId, ZoneId};
use model::maintenance::{Blockers, Kind, Override, Part};
use model::node::AtLimit;
use model::operations::Refusal;
use model::pool::Phase;
use model::script::{Failure, NodeChange};

const NONE: u32 = u32::MAX;
/// Beside the number of Pods of a drain: what its limit finds stays.
const LEAVES: u32 = 1 << 31;

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
            Self::BehaviourSet { entry } => (10, entry, 0),
            Self::ControlPlaneStarted { entry } => (11, entry, 0),
            Self::ReplicaStarted { replica, lasts_s } => (12, replica, lasts_s),
            Self::ControlPlaneDone => (13, 0, 0),
            Self::ExclusionBegan { exclusion } => (14, exclusion, 0),
            Self::ExclusionEnded { exclusion } => (15, exclusion, 0),
            Self::UpgradeQueued { why } => {
                let (a, b) = why.pack();
                (16, a, b)
            }
            Self::UpgradeStarted {
                target,
                change,
                automatic,
            } => (17, target.0, ((change as u32) << 1) | u32::from(automatic)),
            Self::ZoneStarted {
                zone,
                surge,
                unavailable,
            } => (18, zone.0, (surge << 16) | unavailable),
            Self::ZoneDone { zone } => (19, zone.0, 0),
            Self::ResourcesMissing => (20, 0, 0),
            Self::ResourcesFound => (21, 0, 0),
            Self::UpgradePaused { why } => {
                let (a, b) = why.pack();
                (22, a, b)
            }
            Self::UpgradeResumed { automatic } => (23, u32::from(automatic), 0),
            Self::UpgradeCancelling => (24, 0, 0),
            Self::UpgradeCancelled => (25, 0, 0),
            Self::RollbackStarted => (26, 0, 0),
            Self::RolledBack => (27, 0, 0),
            Self::UpgradeSucceeded => (28, 0, 0),
            Self::Reshaped { entry } => (29, entry, 0),
            Self::PhaseStarted { phase, lasts_s } => (30, phase as u32, lasts_s),
            Self::BatchStarted { batch, of } => (31, batch, of),
            Self::BatchDrained { soak_s } => (32, soak_s, 0),
            Self::UpgradeFailed => (33, 0, 0),
            Self::ReservationSet { machines } => (34, machines.unwrap_or(NONE), 0),
            Self::Resized { nodes } => (35, nodes, 0),
            Self::SettingsSet { entry } => (36, entry, 0),
            Self::PolicyOverridden { why } => (37, why as u32, 0),
            Self::ControlPlaneScheduled { entry, after_s } => (38, entry, after_s),
            Self::ControlPlaneBack => (39, 0, 0),
            Self::NodeTaken { slot, surge } => (40, slot, u32::from(surge)),
            Self::NodeRequested {
                group,
                template,
                ready_after_s,
            } => (41, (group.0 << 16) | template.0, ready_after_s),
            Self::NodeReady => (42, 0, 0),
            Self::NodeCordoned => (43, 0, 0),
            Self::NodeUncordoned => (44, 0, 0),
            Self::DrainStarted {
                pods,
                limit_s,
                at_limit,
            } => {
                let (forces, leaves) = (at_limit == AtLimit::Forces, at_limit == AtLimit::Leaves);
                let pods = pods | if leaves { LEAVES } else { 0 };
                (45, pods, (limit_s << 1) | u32::from(forces))
            }
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
            Self::DrainPaused => (52, 0, 0),
            Self::DrainResumed { limit_s } => (53, limit_s, 0),
            Self::NodeShutDown {
                gone_after_s,
                recreate,
            } => (54, gone_after_s, u32::from(recreate)),
            Self::NodeFailed { why } => (55, why as u32, 0),
            Self::NodeLost => (56, 0, 0),
            Self::HostEvent { down_s } => (57, down_s, 0),
            Self::NodeRecovered => (58, 0, 0),
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
            Self::Nominated { node } => (73, node.0, 0),
            Self::NominationCleared => (74, 0, 0),
            Self::PodUnready => (75, 0, 0),
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
            10 => Self::BehaviourSet { entry: a },
            11 => Self::ControlPlaneStarted { entry: a },
            12 => Self::ReplicaStarted {
                replica: a,
                lasts_s: b,
            },
            13 => Self::ControlPlaneDone,
            14 => Self::ExclusionBegan { exclusion: a },
            15 => Self::ExclusionEnded { exclusion: a },
            16 => Self::UpgradeQueued {
                why: WhyNot::unpack(a, b)?,
            },
            17 => Self::UpgradeStarted {
                target: TemplateId(a),
                change: NodeChange::NAMES.get((b >> 1) as usize)?.1,
                automatic: b & 1 != 0,
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
                why: WhyNot::unpack(a, b)?,
            },
            23 => Self::UpgradeResumed { automatic: a != 0 },
            24 => Self::UpgradeCancelling,
            25 => Self::UpgradeCancelled,
            26 => Self::RollbackStarted,
            27 => Self::RolledBack,
            28 => Self::UpgradeSucceeded,
            29 => Self::Reshaped { entry: a },
            30 => Self::PhaseStarted {
                phase: Phase::from_word(a)?,
                lasts_s: b,
            },
            31 => Self::BatchStarted { batch: a, of: b },
            32 => Self::BatchDrained { soak_s: a },
            33 => Self::UpgradeFailed,
            34 => Self::ReservationSet {
                machines: (a != NONE).then_some(a),
            },
            35 => Self::Resized { nodes: a },
            36 => Self::SettingsSet { entry: a },
            37 => Self::PolicyOverridden {
                why: Override::NAMES.get(a as usize)?.1,
            },
            38 => Self::ControlPlaneScheduled {
                entry: a,
                after_s: b,
            },
            39 => Self::ControlPlaneBack,
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
                pods: a & !LEAVES,
                limit_s: b >> 1,
                at_limit: match (b & 1 != 0, a & LEAVES != 0) {
                    (true, _) => AtLimit::Forces,
                    (false, true) => AtLimit::Leaves,
                    (false, false) => AtLimit::GivesUp,
                },
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
            52 => Self::DrainPaused,
            53 => Self::DrainResumed { limit_s: a },
            54 => Self::NodeShutDown {
                gone_after_s: a,
                recreate: b != 0,
            },
            55 => Self::NodeFailed {
                why: Failure::from_word(a)?,
            },
            56 => Self::NodeLost,
            57 => Self::HostEvent { down_s: a },
            58 => Self::NodeRecovered,
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
            73 => Self::Nominated { node: NodeId(a) },
            74 => Self::NominationCleared,
            75 => Self::PodUnready,
            _ => return None,
        })
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
            Self::BackoffLimit { failures } => (9, 0, failures),
            Self::FailurePolicy => (10, 0, 0),
            Self::Deadline { seconds } => (11, 0, seconds),
            Self::Reservation { machines } => (12, 0, machines),
            Self::ControlPlane => (13, 0, 0),
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
            9 => Self::BackoffLimit { failures: y },
            10 => Self::FailurePolicy,
            11 => Self::Deadline { seconds: y },
            12 => Self::Reservation { machines: y },
            13 => Self::ControlPlane,
            _ => return None,
        })
    }
}

/// Columns of the scope table, in the order of their numbers from 1 on.
const COLUMNS: [(Part, Kind); 6] = [
    (Part::ControlPlane, Kind::Minor),
    (Part::ControlPlane, Kind::Patch),
    (Part::ControlPlane, Kind::Disruption),
    (Part::Nodes, Kind::Minor),
    (Part::Nodes, Kind::Patch),
    (Part::Nodes, Kind::Disruption),
];
/// Kinds of upgrades, in the order of their numbers from 1 on.
const KINDS: [Kind; 3] = [Kind::Minor, Kind::Patch, Kind::Disruption];
/// Beside it the word says what the policy waits for; a closed window of which nothing else is known is zero.
const WAITS: u32 = 1 << 8;

/// Its number from 1 on, or 0.
fn number<T: PartialEq>(of: &[T], one: Option<T>) -> u32 {
    let at = one.and_then(|one| of.iter().position(|other| *other == one));
    at.map_or(0, |at| at as u32 + 1)
}

fn numbered<T: Copy>(of: &[T], number: u32) -> Option<Option<T>> {
    match number.checked_sub(1) {
        None => Some(None),
        Some(at) => of.get(at as usize).map(|one| Some(*one)),
    }
}

impl WhyNot {
    fn pack(self) -> (u32, u32) {
        match self {
            Self::Policy(waits) if waits.is_for_window() && waits.asks.is_none() => (0, 0),
            Self::ControlPlane => (1, 0),
            Self::AnotherRun => (2, 0),
            Self::OldNodes => (3, 0),
            Self::Busy => (4, 0),
            Self::Policy(Waits { by, asks }) => {
                let interval = number(&KINDS, by.interval) << 1;
                let asks = number(&COLUMNS, asks) << 3;
                (
                    WAITS | u32::from(by.window) | interval | asks,
                    by.exclusions,
                )
            }
        }
    }

    fn unpack(a: u32, b: u32) -> Option<Self> {
        Some(match a {
            1 => Self::ControlPlane,
            2 => Self::AnotherRun,
            3 => Self::OldNodes,
            4 => Self::Busy,
            0 => Self::Policy(Waits {
                by: Blockers {
                    window: true,
                    ..Blockers::default()
                },
                asks: None,
            }),
            _ if a >> 6 != WAITS >> 6 => return None,
            _ => Self::Policy(Waits {
                by: Blockers {
                    window: a & 1 == 1,
                    exclusions: b,
                    interval: numbered(&KINDS, a >> 1 & 3)?,
                },
                asks: numbered(&COLUMNS, a >> 3 & 7)?,
            }),
        })
    }
}

/// A plain enum that travels as one word, in the order of its variants.
trait FromWord: Sized {
    fn from_word(word: u32) -> Option<Self>;
}

macro_rules! words {
    ($($name:ident: $($variant:ident)*;)*) => { $(
        impl FromWord for $name {
            fn from_word(word: u32) -> Option<Self> {
                const ALL: &[$name] = &[$($name::$variant),*];
                ALL.get(word as usize).copied()
            }
        }
    )* };
}

words! {
    Ending: Evicted Deleted DeletedAtLimit Preempted;
    Refusal: RunUnfinished NothingToCancel NothingToResume NothingToRollBack Locked NoSuchNode AlreadySo UpgradeDrains DeletingBluePool NotSoaking NotSpot WouldShrink Missing ControlPlaneDown ControlPlaneBusy;
    Failure: Kubelet Disk;
    Phase: CreatingGreenPool CordoningBluePool DrainingBluePool NodePoolSoaking DeletingBluePool RollbackStarted;
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
                (WAITS | 0b10_1011, 5),
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
