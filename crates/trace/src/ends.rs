//! The state of many nodes and workloads at the two ends of a chunk, in less than half the memory of a cluster.

use super::packed::Packed;
use base::{IdVec, NodeId, RecordNo, SimTime, TemplateId, WorkloadId};
use model::cluster::WorkloadState;
use model::node::{AtLimit, Health, Mark, Node, NodePhase, Side};
use model::rollout::{Rollout, RolloutPhase};

const NONE: u32 = u32::MAX;

const KIND: u32 = 7;
const SOME: u32 = 1 << 3;
const FLAG: u32 = 1 << 4;
const UPGRADED: u32 = 1 << 5;
const SURGE: u32 = 1 << 6;
const TAKEN: u32 = 1 << 7;
const SIDED: u32 = 1 << 8;
const GREEN: u32 = 1 << 9;
const LEAVES: u32 = 1 << 10;
/// Three bits.
const HEALTH: u32 = 11;
/// Two bits.
const MARK: u32 = 14;
const TEMPLATE: u32 = 16;

/// The changeable part of a node; its group, ordinal and creation time never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeState {
    /// The template, and its flags.
    bits: u32,
    cordoned_by: u32,
    times: [[u32; 2]; 2],
    failed_at: Option<[u32; 2]>,
}

fn halves(time: SimTime) -> [u32; 2] {
    [time.ms() as u32, (time.ms() >> 32) as u32]
}

fn whole([low, high]: [u32; 2]) -> SimTime {
    SimTime::from_ms((i64::from(high as i32) << 32) | i64::from(low))
}

fn bit(bit: u32, set: bool) -> u32 {
    if set { bit } else { 0 }
}

impl NodeState {
    pub(super) fn of(node: &Node) -> Self {
        let never = SimTime::ZERO;
        let (kind, flag, first, second) = match node.phase {
            NodePhase::Booting { ready_at } => (0, false, Some(ready_at), never),
            NodePhase::Ready => (1, false, None, never),
            NodePhase::Draining { since, deadline, at_limit } => {
                (2, matches!(at_limit, AtLimit::Forces | AtLimit::Deletes), deadline, since)
            }
            NodePhase::Drained => (3, false, None, never),
            NodePhase::Deleting { gone_at, recreate } => (4, recreate, Some(gone_at), never),
            NodePhase::Recreating { ready_at } => (5, false, ready_at, never),
            NodePhase::Gone => (6, false, None, never),
            NodePhase::Abandoned { gone_at } => (7, false, Some(gone_at), never),
        };
        let leaves = match node.phase {
            NodePhase::Draining { at_limit, .. } => {
                matches!(at_limit, AtLimit::Leaves | AtLimit::Deletes)
            }
            _ => false,
        };
        Self {
            bits: kind
                | bit(LEAVES, leaves)
                | bit(SOME, first.is_some())
                | bit(FLAG, flag)
                | bit(UPGRADED, node.upgraded)
                | bit(SURGE, node.surge)
                | bit(TAKEN, node.taken)
                | bit(SIDED, node.side.is_some())
                | bit(GREEN, node.side == Some(Side::Green))
                | ((node.health as u32) << HEALTH)
                | (node.mark.map_or(0, |mark| mark as u32 + 1) << MARK)
                | (node.template.0 << TEMPLATE),
            cordoned_by: node.cordoned_by.map_or(NONE, |no| no.0),
            times: [halves(first.unwrap_or(never)), halves(second)],
            failed_at: node.failed_at.map(halves),
        }
    }

    pub(super) fn put(&self, nodes: &mut IdVec<NodeId, Node>, id: NodeId) {
        let Some(node) = nodes.get_mut(id) else {
            return;
        };
        let [first, second] = self.times.map(whole);
        let (is, some) = (|bit: u32| self.bits & bit != 0, self.bits & SOME != 0);
        *node = Node {
            group: node.group,
            ordinal: node.ordinal,
            template: TemplateId(self.bits >> TEMPLATE),
            created: node.created,
            phase: match self.bits & KIND {
                0 => NodePhase::Booting { ready_at: first },
                1 => NodePhase::Ready,
                2 => NodePhase::Draining {
                    since: second,
                    deadline: some.then_some(first),
                    at_limit: match (is(FLAG), is(LEAVES)) {
                        (true, false) => AtLimit::Forces,
                        (true, true) => AtLimit::Deletes,
                        (false, true) => AtLimit::Leaves,
                        (false, false) => AtLimit::GivesUp,
                    },
                },
                3 => NodePhase::Drained,
                4 => NodePhase::Deleting { gone_at: first, recreate: is(FLAG) },
                5 => NodePhase::Recreating { ready_at: some.then_some(first) },
                6 => NodePhase::Gone,
                _ => NodePhase::Abandoned { gone_at: first },
            },
            cordoned_by: (self.cordoned_by != NONE).then_some(RecordNo(self.cordoned_by)),
            upgraded: is(UPGRADED),
            surge: is(SURGE),
            taken: is(TAKEN),
            health: match (self.bits >> HEALTH) & 7 {
                0 => Health::Well,
                1 => Health::Silent,
                2 => Health::Lost,
                3 => Health::DiskFull,
                _ => Health::Down,
            },
            failed_at: self.failed_at.map(whole),
            side: is(SIDED).then_some(if is(GREEN) { Side::Green } else { Side::Blue }),
            mark: match (self.bits >> MARK) & 3 {
                0 => None,
                1 => Some(Mark::Candidate),
                _ => Some(Mark::ToBeDeleted),
            },
        };
    }
}

/// Workloads that differ between the two ends.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkloadEnds {
    len: usize,
    /// Ids; the four words of the states before and after.
    columns: [Packed; 9],
}

impl WorkloadEnds {
    pub(super) fn of(found: &[(WorkloadId, WorkloadState, WorkloadState)]) -> Self {
        let column = |n: usize| {
            let numbers = found.iter().map(|(id, from, to)| match n {
                0 => id.0,
                1..5 => words_of(from)[n - 1],
                _ => words_of(to)[n - 5],
            });
            Packed::of(&numbers.collect::<Vec<_>>())
        };
        Self { len: found.len(), columns: core::array::from_fn(column) }
    }

    pub(super) fn put(&self, workloads: &mut IdVec<WorkloadId, WorkloadState>, end: bool) {
        let first = if end { 5 } else { 1 };
        for row in 0..self.len {
            let get = |column: usize| self.columns[column].get(row);
            if let Some(state) = workloads.get_mut(WorkloadId(get(0))) {
                *state = state_of(core::array::from_fn(|n| get(first + n)));
            }
        }
    }
}

/// A workload's state in four words: an option is 0 or its number plus 1, a rollout its revision with its phase.
fn words_of(state: &WorkloadState) -> [u32; 4] {
    let rollout = state.rollout.map_or(0, |rollout| {
        let phase = PHASES.iter().position(|phase| *phase == rollout.phase);
        rollout.revision * 4 + phase.unwrap_or(0) as u32 + 1
    });
    [state.replicas, state.next_number, state.scaled.map_or(0, |n| n.saturating_add(1)), rollout]
}

fn state_of([replicas, next_number, scaled, rollout]: [u32; 4]) -> WorkloadState {
    let rollout = rollout.checked_sub(1).map(|word| Rollout {
        revision: word / 4,
        phase: PHASES[(word % 4) as usize % PHASES.len()],
    });
    WorkloadState { replicas, next_number, scaled: scaled.checked_sub(1), rollout }
}

const PHASES: [RolloutPhase; 3] =
    [RolloutPhase::Progressing, RolloutPhase::DeadlineExceeded, RolloutPhase::Complete];

#[cfg(test)]
mod tests {
    use super::*;
    use base::GroupId;

    #[test]
    fn nodes_come_back() {
        let times = [-5_000_000_000_000, -1, 0, 7, 1 << 40].map(SimTime::from_ms);
        for (n, time) in times.into_iter().enumerate() {
            let phases = [
                NodePhase::Booting { ready_at: time },
                NodePhase::Ready,
                NodePhase::Draining { since: time, deadline: None, at_limit: AtLimit::Forces },
                NodePhase::Draining {
                    since: SimTime::ZERO,
                    deadline: Some(time),
                    at_limit: AtLimit::GivesUp,
                },
                NodePhase::Drained,
                NodePhase::Deleting { gone_at: time, recreate: n == 1 },
                NodePhase::Recreating { ready_at: None },
                NodePhase::Recreating { ready_at: Some(time) },
                NodePhase::Gone,
                NodePhase::Abandoned { gone_at: time },
                NodePhase::Draining {
                    since: time,
                    deadline: Some(SimTime::ZERO),
                    at_limit: AtLimit::Leaves,
                },
                NodePhase::Draining { since: time, deadline: None, at_limit: AtLimit::Deletes },
            ];
            for phase in phases {
                let node = Node {
                    group: GroupId(7),
                    template: TemplateId(65_534),
                    ordinal: 9,
                    created: time,
                    phase,
                    cordoned_by: (n == 2).then_some(RecordNo(5)),
                    upgraded: n == 3,
                    surge: n == 4,
                    taken: n == 0,
                    health: [Health::Well, Health::Lost, Health::Down][n % 3],
                    failed_at: (n % 2 == 1).then_some(time),
                    side: [None, Some(Side::Blue), Some(Side::Green)][n % 3],
                    mark: [None, Some(Mark::Candidate), Some(Mark::ToBeDeleted)][n % 3],
                };
                let other =
                    Node { template: TemplateId(0), phase: NodePhase::Ready, ..node.clone() };
                let mut nodes: IdVec<NodeId, Node> = [other].into_iter().collect();
                NodeState::of(&node).put(&mut nodes, NodeId(0));
                assert_eq!(nodes[NodeId(0)], node);
            }
        }
    }
}
