//! Surge: a sliding window of slots over the nodes of one zone after the other.
//!
//! A surge slot makes a node before it touches an old one; an unavailable slot cordons at once and recreates
//! the node under its name. A slot that frees takes the next node at the same instant (AM-58).

use super::{Purpose, Run};
use crate::base::{NodeId, SimSpan, SimTime, TemplateId, ZoneId, muted};
use crate::model::node::NodePhase;
use crate::model::pool::RunState;
use crate::model::script::DrainOptions;
use crate::model::settings::Surge;
use crate::sim::Sim;
use crate::sim::drain;
use crate::sim::rules::Rule;
use crate::sim::tx::Stream;
use crate::trace::{Change, Subject};

/// UP-11: nodes of a pool that are upgraded at the same time, whatever the settings.
const PARALLEL_LIMIT: u32 = 20;

/// Slots of both kinds that a zone gets (AM-03).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slots {
    pub surge: u32,
    pub unavailable: u32,
}

/// effSurge = min(maxSurge, 20, n); effUnavailable = min(maxUnavailable, 20 − effSurge, n − effSurge).
///
/// Rulebook: SU-05, SU-09, SU-13, SU-14, UP-11, AM-03. Source: Node upgrade strategies.
pub fn slots(settings: Surge, nodes: u32) -> Slots {
    let limit = if muted("UP-11") {
        u32::MAX
    } else {
        PARALLEL_LIMIT
    };
    let nodes = if muted("SU-14") { u32::MAX } else { nodes };
    let surge = settings.max_surge.min(limit).min(nodes);
    let unavailable = settings
        .max_unavailable
        .min(limit - surge)
        .min(nodes - surge);
    Slots { surge, unavailable }
}

/// What one slot is doing. A stage is consumed by `step`, so no transition is half done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Free,
    /// A surge node was refused; the slot holds no node (AM-60).
    WaitsForCapacity {
        since: SimTime,
    },
    Booting {
        old: NodeId,
        new: NodeId,
    },
    /// The old node is cordoned and draining; `new` stands in for it, if this is a surge slot.
    Draining {
        old: NodeId,
        new: Option<NodeId>,
    },
    Deleting {
        old: NodeId,
        new: Option<NodeId>,
    },
    /// Spot: the old node is gone before the new one is Ready.
    WaitsForNew {
        new: NodeId,
    },
    /// The VM of the node is gone and no capacity is free for its successor (SU-12).
    WaitsToRecreate {
        node: NodeId,
    },
    Recreating {
        node: NodeId,
    },
}

impl Slot {
    /// Has it a node in progress?
    pub(crate) fn busy(self) -> bool {
        !matches!(self, Self::Free | Self::WaitsForCapacity { .. })
    }

    /// Goes as far as the cluster allows at this instant.
    fn step(self, sim: &mut Sim, at: SlotAt) -> Self {
        let phase = |sim: &Sim, node: NodeId| sim.core.world.cluster.nodes[node].phase;
        match self {
            Self::Free | Self::WaitsForCapacity { .. } => self,
            Self::Booting { old, new } => match phase(sim, new) {
                NodePhase::Ready => sim.cordon_old(at, old, Some(new), Rule::CordonForSurge),
                _ => self,
            },
            Self::Draining { old, new } => match phase(sim, old) {
                NodePhase::Drained if !sim.draining(old) => sim.delete_old(old, new),
                _ => self,
            },
            Self::Deleting { old, new } => match (phase(sim, old), new) {
                (NodePhase::Gone, Some(new)) => match phase(sim, new) {
                    NodePhase::Booting { .. } => Self::WaitsForNew { new },
                    _ => sim.node_done(new),
                },
                (NodePhase::Recreating { ready_at: None }, _) => {
                    Self::WaitsToRecreate { node: old }.step(sim, at)
                }
                _ => self,
            },
            Self::WaitsForNew { new } => match phase(sim, new) {
                NodePhase::Booting { .. } => self,
                _ => sim.node_done(new),
            },
            Self::WaitsToRecreate { node } => sim.recreate(at, node),
            Self::Recreating { node } => match phase(sim, node) {
                NodePhase::Recreating { .. } => self,
                _ => sim.node_done(node),
            },
        }
    }
}

/// Where a slot stands: the pool's run, its number, its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SlotAt {
    pub pool: crate::base::PoolId,
    pub zone: ZoneId,
    pub number: u32,
    pub surge: bool,
    pub target: TemplateId,
    pub purpose: Purpose,
}

impl Run {
    fn slot_at(&self, zone: ZoneId, number: usize) -> SlotAt {
        let number = number as u32;
        SlotAt {
            pool: self.pool,
            zone,
            number,
            surge: number < self.surge_slots,
            target: self.target,
            purpose: self.purpose,
        }
    }
}

impl Sim {
    /// One look at all slots of a run: finish what is finished, take what may be taken, end what is over.
    pub(super) fn surge_step(&mut self, mut run: Run) -> Run {
        loop {
            let Some(zone) = run.zone else {
                if !self.start_next_zone(&mut run) {
                    return run;
                }
                continue;
            };
            // Slots whose node is done first: a freed unit of capacity goes to the slot that freed it (AM-60).
            let mut freed = vec![false; run.slots.len()];
            for number in 0..run.slots.len() {
                let before = run.slots[number];
                let at = run.slot_at(zone, number);
                run.slots[number] = before.step(self, at);
                freed[number] = before.busy() && run.slots[number] == Slot::Free;
                if freed[number] {
                    self.note_upgraded(&mut run, before);
                }
            }
            for first in [true, false] {
                for number in 0..run.slots.len() {
                    if freed[number] == first && run.slots[number] == Slot::Free {
                        self.take_next(&mut run, zone, number);
                    }
                }
            }
            self.tell_resources(&run);
            if run.slots.iter().any(|slot| slot.busy()) {
                return run;
            }
            if run.list.is_empty() {
                run.slots.clear();
                run.zone = None;
                self.tx().record(
                    Rule::ZoneDone,
                    Subject::Pool(run.pool),
                    Change::ZoneDone { zone },
                );
                continue;
            }
            return run;
        }
    }

    /// Gives every free or waiting slot the next node of the list, if the run may take one.
    fn take_next(&mut self, run: &mut Run, zone: ZoneId, number: usize) {
        while let Some(old) = run.list.front().copied() {
            if !self.takes_nodes(run) {
                return;
            }
            if !self.core.world.cluster.nodes[old].up() {
                // Removed by somebody else meanwhile (AM-63).
                run.list.pop_front();
                continue;
            }
            let at = run.slot_at(zone, number);
            let slot = if at.surge {
                self.take_for_surge(at, old)
            } else {
                self.take_as_unavailable(at, old)
            };
            if slot.busy() {
                run.list.pop_front();
            } else if !matches!(run.slots[number], Slot::WaitsForCapacity { .. }) {
                run.slots[number] = slot;
            }
            if slot.busy() {
                run.slots[number] = slot;
            }
            return;
        }
    }

    /// Slots that wait for capacity ask again, those that were refused first before the others (AM-60).
    pub(super) fn surge_capacity(&mut self, mut run: Run) -> Run {
        let Some(zone) = run.zone else { return run };
        let mut waiting: Vec<(SimTime, usize)> = run
            .slots
            .iter()
            .enumerate()
            .filter_map(|(number, slot)| match slot {
                Slot::WaitsForCapacity { since } => Some((*since, number)),
                _ => None,
            })
            .collect();
        waiting.sort_unstable();
        for (_, number) in waiting {
            if !self.takes_nodes(&run) {
                run.slots[number] = Slot::Free;
            } else if run.list.is_empty() {
                run.slots[number] = Slot::Free;
            } else if self.core.world.free_capacity() != Some(0) {
                self.take_next(&mut run, zone, number);
            }
        }
        self.surge_step(run)
    }

    fn take_for_surge(&mut self, at: SlotAt, old: NodeId) -> Slot {
        let now = self.core.now;
        if self.no_capacity(at.zone) && !muted("SU-08") {
            self.tell_refused(at);
            return Slot::WaitsForCapacity { since: now };
        }
        let taken = Change::NodeTaken {
            slot: at.number,
            surge: true,
        };
        let Some(taken) = self
            .tx()
            .record(Rule::TakeForSurge, Subject::Node(old), taken)
        else {
            return Slot::Free;
        };
        self.cause = Some(taken);
        let Some(group) = self.plan.group_of(at.pool, at.zone) else {
            return Slot::Free;
        };
        let mut tx = self.tx();
        let new = tx.world().cluster.nodes.next_id();
        let ordinal = tx.world().cluster.pools[at.pool].next_ordinal;
        let boot = tx.world().plan.timings.node_create;
        let ready_after_s = tx
            .draw(
                boot,
                Stream::NodeCreate,
                u64::from(group.0),
                u64::from(ordinal),
            )
            .secs();
        let change = Change::NodeRequested {
            group,
            template: at.target,
            ready_after_s,
        };
        if tx
            .record(Rule::RequestNode, Subject::Node(new), change)
            .is_none()
        {
            return Slot::Free;
        }
        if self.plan.pools[at.pool].spot && !muted("SU-17") {
            // SU-17: nothing waits for a Spot surge node.
            return self.cordon_old(at, old, Some(new), Rule::CordonSpot);
        }
        Slot::Booting { old, new }
    }

    fn take_as_unavailable(&mut self, at: SlotAt, old: NodeId) -> Slot {
        let taken = Change::NodeTaken {
            slot: at.number,
            surge: false,
        };
        let Some(taken) = self
            .tx()
            .record(Rule::TakeAsUnavailable, Subject::Node(old), taken)
        else {
            return Slot::Free;
        };
        self.cause = Some(taken);
        self.cordon_old(at, old, None, Rule::CordonUnavailable)
    }

    fn cordon_old(&mut self, at: SlotAt, old: NodeId, new: Option<NodeId>, rule: Rule) -> Slot {
        let purpose = match at.purpose {
            Purpose::Forward | Purpose::Rollback { respect_pdb: true } => drain::Purpose::Upgrade,
            Purpose::Rollback { respect_pdb: false } => drain::Purpose::RollbackByDeletion,
        };
        if let Some(new) = new
            && let Some(ready) = self.core.world.node_row(new)
        {
            self.cause = Some(ready);
        }
        let options = DrainOptions::UPGRADE;
        self.ask_drain(
            old,
            rule,
            drain::Asked {
                purpose,
                options,
                slot: u64::from(at.number),
            },
        );
        Slot::Draining { old, new }
    }

    fn delete_old(&mut self, old: NodeId, new: Option<NodeId>) -> Slot {
        self.cause = self.core.world.node_row(old);
        let mut tx = self.tx();
        let node = &tx.world().cluster.nodes[old];
        let (group, ordinal) = (u64::from(node.group.0), u64::from(node.ordinal));
        let gone_after_s = tx
            .draw(
                tx.world().plan.timings.node_delete,
                Stream::NodeDelete,
                group,
                ordinal,
            )
            .secs();
        let recreate = new.is_none();
        let rule = if recreate {
            Rule::DeleteToRecreate
        } else {
            Rule::DeleteOld
        };
        tx.record(
            rule,
            Subject::Node(old),
            Change::NodeDeleting {
                gone_after_s,
                recreate,
            },
        );
        Slot::Deleting { old, new }
    }

    /// SU-10: the same node, from the new configuration; SU-12: not before there is capacity for it.
    fn recreate(&mut self, at: SlotAt, node: NodeId) -> Slot {
        if self.no_capacity(at.zone) && !muted("SU-12") {
            self.tell_node_refused(at, node);
            return Slot::WaitsToRecreate { node };
        }
        let mut tx = self.tx();
        let state = &tx.world().cluster.nodes[node];
        let (group, ordinal) = (u64::from(state.group.0), u64::from(state.ordinal));
        let boot = tx.world().plan.timings.node_create;
        let ready_after_s = tx.draw(boot, Stream::NodeRecreate, group, ordinal).secs();
        let change = Change::NodeRecreating {
            template: at.target,
            ready_after_s,
        };
        tx.cause = tx.world().node_row(node);
        match tx.record(Rule::Recreate, Subject::Node(node), change) {
            Some(_) => Slot::Recreating { node },
            None => Slot::WaitsToRecreate { node },
        }
    }

    fn node_done(&mut self, node: NodeId) -> Slot {
        self.tx()
            .record(Rule::NodeDone, Subject::Node(node), Change::NodeDone);
        Slot::Free
    }

    /// Nodes in the order in which they were upgraded: a rollback goes over them in this order (AM-61).
    fn note_upgraded(&mut self, run: &mut Run, slot: Slot) {
        let node = match slot {
            Slot::Booting { new, .. } | Slot::WaitsForNew { new } => Some(new),
            Slot::Deleting { old, new } | Slot::Draining { old, new } => Some(new.unwrap_or(old)),
            Slot::WaitsToRecreate { node } | Slot::Recreating { node } => Some(node),
            Slot::Free | Slot::WaitsForCapacity { .. } => None,
        };
        run.upgraded.extend(node);
    }

    /// UP-10: one zone after the other; its work list and its slots are fixed when it starts (AM-59). False
    /// when no zone is left or none may start now.
    fn start_next_zone(&mut self, run: &mut Run) -> bool {
        while let Some(zone) = run.zones.front().copied() {
            let list = self.work_list(run, zone);
            if list.is_empty() {
                run.zones.pop_front();
                continue;
            }
            if !self.takes_nodes(run) {
                return false;
            }
            run.zones.pop_front();
            let nodes = self.nodes_in(run, zone);
            let slots = slots(self.plan.pools[run.pool].surge(), nodes);
            let change = Change::ZoneStarted {
                zone,
                surge: slots.surge,
                unavailable: slots.unavailable,
            };
            let Some(no) = self
                .tx()
                .record(Rule::ZoneStart, Subject::Pool(run.pool), change)
            else {
                return false;
            };
            self.cause = Some(no);
            run.zone = Some(zone);
            run.list = list.into();
            run.surge_slots = slots.surge;
            run.slots = vec![Slot::Free; (slots.surge + slots.unavailable) as usize];
            return true;
        }
        false
    }

    /// n of AM-03: nodes of the pool in the zone; VMs that only stand in do not count.
    fn nodes_in(&self, run: &Run, zone: ZoneId) -> u32 {
        let world = &self.core.world;
        let in_zone = |node: &crate::model::node::Node| {
            let group = self.plan.groups[node.group];
            group.pool == run.pool && group.zone == zone
        };
        world
            .cluster
            .nodes
            .values()
            .filter(|node| in_zone(node) && node.registered())
            .count() as u32
    }

    /// May the run take another node now? Windows are functions of time, so a node that frees at the closing
    /// instant is done, and no next one is taken (AM-57).
    fn takes_nodes(&self, run: &Run) -> bool {
        let state = &self.core.world.cluster.pools[run.pool];
        let permitted = matches!(run.purpose, Purpose::Rollback { .. })
            || !state.automatic
            || muted("UP-16")
            || self.plan.open_at(self.core.now);
        state.run.takes_nodes() && permitted
    }

    /// AM-04: with no node in progress and no capacity the run waits for resources.
    fn tell_resources(&mut self, run: &Run) {
        let state = self.core.world.cluster.pools[run.pool].run;
        let waiting = run
            .slots
            .iter()
            .any(|slot| matches!(slot, Slot::WaitsForCapacity { .. }));
        let busy = run.slots.iter().any(|slot| slot.busy());
        match (state, waiting && !busy) {
            (RunState::Running, true) => {
                self.tx().record(
                    Rule::NoCapacity,
                    Subject::Pool(run.pool),
                    Change::ResourcesMissing,
                );
            }
            (RunState::WaitingForResources, false) => {
                self.tx().record(
                    Rule::CapacityFound,
                    Subject::Pool(run.pool),
                    Change::ResourcesFound,
                );
            }
            _ => {}
        }
    }

    /// Delay after which a cancelled pool is upgraded again when it has no windows (AM-61).
    pub(super) const AGAIN_AFTER: SimSpan = SimSpan::from_secs(24 * 3600);
}

#[cfg(test)]
mod tests {
    use crate::sim::testing::all_rows;

    #[test]
    fn gf_14() {
        println!(
            "{}",
            all_rows("pool a nodes=3 | app web replicas=6 | at=0 upgrade a")
        );
    }
}
