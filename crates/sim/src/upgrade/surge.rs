//! Surge: a sliding window of slots over the nodes, zone by zone.
//!
//! A surge slot creates a node before it touches an old one; an unavailable slot cordons at once and recreates
//! the node under its name. A slot that becomes free takes the next node at the same instant (AM-58).

use std::collections::VecDeque;

use super::run_spec::{Direction, RunSpec};
use super::slot::{SlotAt, SurgeSlot, hold, is_replacement};
use super::work::{RunRules, Work};
use crate::cx::{Core, Cx};
use crate::drain::registry::DrainRequest;
use crate::rules::Rule;
use base::{NodeId, RecordNo, Set, SimTime, ZoneId, broken, muted};
use model::strategy::Surge;
use model::strategy::surge::slots;
use trace::{Change, Subject};

/// The slots of the zone in progress, and the zones that follow.
#[derive(Clone, Debug, Default)]
pub(crate) struct ZoneProgress {
    zones: VecDeque<ZoneId>,
    zone: Option<ZoneId>,
    /// Nodes of the zone that no slot has taken yet.
    list: VecDeque<NodeId>,
    pub(super) slots: Vec<SurgeSlot>,
    surge_slots: u32,
    /// The settings from which the slots were made.
    settings: Option<Surge>,
    /// In the order in which they were done; a rollback follows it.
    upgraded: Vec<NodeId>,
    /// In a rollback: surge nodes of time 0 that are deleted and not recreated, as the node that each was for still exists.
    originals: Vec<(NodeId, NodeId)>,
}

impl ZoneProgress {
    pub(super) fn over(zones: VecDeque<ZoneId>) -> Self {
        Self { zones, ..Self::default() }
    }

    /// Other zones to go over; what was upgraded stays known, since a rollback goes over it (SU-27).
    fn restart(&mut self, zones: VecDeque<ZoneId>) {
        self.zones = zones;
        self.zone = None;
        self.slots.clear();
        self.list.clear();
    }

    pub(super) fn slot_at(&self, spec: &RunSpec, zone: ZoneId, number: usize) -> SlotAt {
        let number = number as u32;
        SlotAt {
            pool: spec.pool,
            zone,
            number,
            surge: number < self.surge_slots,
            target: spec.target,
            direction: spec.direction,
        }
    }
}

pub(super) static RULES: RunRules = RunRules {
    cancel: Rule::UpgradeCancel,
    resume: Rule::UpgradeResume,
    roll_back: Rule::RollBack,
    rolled_back: Rule::RolledBack,
    succeed: Rule::UpgradeSucceed,
};

impl Work for ZoneProgress {
    fn rules(&self) -> &'static RunRules {
        &RULES
    }

    fn step(&mut self, cx: &mut Cx<'_>, spec: &mut RunSpec) {
        cx.surge_step(spec, self);
    }

    fn busy(&self) -> bool {
        self.slots.iter().any(|slot| slot.busy())
    }

    fn is_left(&self, core: &Core, spec: &RunSpec) -> bool {
        let old = |zone: &ZoneId| {
            !core.work_list(spec, &self.upgraded, *zone).is_empty() || core.old_boots(spec, *zone)
        };
        !self.list.is_empty() || self.zone.is_some() || self.zones.iter().any(old)
    }

    /// By slots.
    fn waiting(&self) -> Vec<(SimTime, usize)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(number, slot)| Some((slot.waits_since()?, number))).collect()
    }

    fn retry_request(&mut self, cx: &mut Cx<'_>, spec: &RunSpec, number: usize) {
        cx.retry_slot(spec, self, number);
    }

    fn drop_requests(&mut self) {
        for slot in &mut self.slots {
            if let SurgeSlot::WaitsForCapacity { .. } = slot {
                *slot = SurgeSlot::Free;
            }
        }
    }

    /// The zones that still have old nodes, the one in progress first; slots are those of the settings of now.
    fn resume(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        let zone = self.zone.is_some();
        let now = cx.strategy_of(spec.pool).surge();
        let others = zone && self.settings.is_some_and(|slots| slots != now);
        if self.zones.is_empty() && !zone || others && !self.busy() {
            self.restart(cx.zones_of(spec.pool));
        }
    }

    /// Goes back over what was upgraded, by the run or beside it (SU-27, AM-63): zones in the order in which their first
    /// node was done (AM-61).
    fn roll_back(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        let originals = cx.uncordon_in_progress(spec.pool);
        // A node that was upgraded twice is rolled back once.
        let mut known = Set::new();
        let mut upgraded = std::mem::take(&mut self.upgraded);
        upgraded.extend(cx.upgraded_nodes(spec.pool));
        upgraded.retain(|node| known.insert(*node));
        *self = Self::default();
        for node in &upgraded {
            let zone = cx.world.cluster.zone_of(cx.plan, *node);
            if !self.zones.contains(&zone) {
                self.zones.push_back(zone);
            }
        }
        self.upgraded = upgraded;
        self.originals = originals;
    }

    fn start_again(&mut self, core: &Core, spec: &RunSpec) {
        self.restart(core.zones_of(spec.pool));
    }

    fn upgraded(&self) -> &[NodeId] {
        &self.upgraded
    }

    fn continue_run(&mut self, upgraded: &[NodeId]) {
        self.upgraded = upgraded.to_vec();
    }
}

impl Cx<'_> {
    /// Advances all slots of a run: finishes nodes, takes new ones, ends the zone.
    fn surge_step(&mut self, spec: &RunSpec, progress: &mut ZoneProgress) {
        let mut cause = self.cause;
        loop {
            let Some(zone) = progress.zone else {
                if !self.start_next_zone(spec, progress) {
                    return;
                }
                cause = self.cause;
                continue;
            };
            // Slots whose node is done come first: a freed unit of capacity goes to the slot that freed it (AM-60).
            let mut freed = vec![None; progress.slots.len()];
            for (number, freed) in freed.iter_mut().enumerate() {
                let before = progress.slots[number];
                let at = progress.slot_at(spec, zone, number);
                self.cause = cause;
                progress.slots[number] = before.step(self, at);
                if before.busy() && progress.slots[number] == SurgeSlot::Free {
                    // The row that reports the node as done causes the next one to be taken.
                    *freed = Some(self.note_upgraded(progress, before));
                }
            }
            for first in [true, false] {
                for (number, freed) in freed.iter().enumerate() {
                    if freed.is_some() == first && progress.slots[number] == SurgeSlot::Free {
                        self.cause = freed.flatten().or(cause);
                        self.take_next(spec, progress, zone, number);
                    }
                }
            }
            self.report_resources(spec, progress);
            if progress.busy() {
                return;
            }
            if progress.list.is_empty() {
                progress.slots.clear();
                progress.zone = None;
                self.record(Rule::ZoneDone, spec.pool, Change::ZoneDone { zone });
                // Slots of the next zone report missing capacity themselves.
                self.forget_refusals(spec.pool);
                // Nodes that didn't exist when the zone started (AM-59).
                let late = !self.work_list(spec, &progress.upgraded, zone).is_empty();
                if late || self.old_boots(spec, zone) {
                    progress.zones.push_front(zone);
                }
                continue;
            }
            return;
        }
    }

    /// Gives every free or waiting slot the next node of the list, if the run may take one.
    fn take_next(
        &mut self,
        spec: &RunSpec,
        progress: &mut ZoneProgress,
        zone: ZoneId,
        number: usize,
    ) {
        while let Some(old) = self.next_of(&mut progress.list) {
            let takes = self.takes_nodes(spec);
            if !takes && !self.finishes(spec, old) {
                return;
            }
            let state = &self.world.cluster.nodes[old];
            let done = state.template == spec.target && !state.surge;
            if !state.up() || done || is_replacement(&progress.slots, old) {
                // Removed or recreated outside of the run in the meantime (AM-63), or a surge node of time 0 with
                // another configuration: it follows when the zone is gone over again (AM-59).
                progress.list.pop_front();
                continue;
            }
            let at = progress.slot_at(spec, zone, number);
            let pair = match at.direction {
                Direction::Forward => self.waiting_surge_node(&progress.slots, old),
                Direction::Rollback { .. } => self.original_of(&progress.originals, old),
            };
            let slot = match pair {
                Some(new) => self.take_half_way(at, old, new),
                None if at.surge && !takes => return,
                None if at.surge => self.take_for_surge(at, old),
                None => self.take_as_unavailable(at, old),
            };
            if slot.busy() {
                progress.list.pop_front();
            } else if !matches!(progress.slots[number], SurgeSlot::WaitsForCapacity { .. }) {
                progress.slots[number] = slot;
            }
            if slot.busy() {
                progress.slots[number] = slot;
            }
            return;
        }
    }

    /// Repeats the request of a slot that waits for capacity.
    fn retry_slot(&mut self, spec: &RunSpec, progress: &mut ZoneProgress, number: usize) {
        let (Some(zone), Some(slot)) = (progress.zone, progress.slots.get(number).copied()) else {
            return;
        };
        match slot {
            SurgeSlot::WaitsForCapacity { .. }
                if !self.takes_nodes(spec) || progress.list.is_empty() =>
            {
                progress.slots[number] = SurgeSlot::Free;
            }
            SurgeSlot::WaitsForCapacity { .. } => self.take_next(spec, progress, zone, number),
            SurgeSlot::WaitsToRecreate { node, .. } => {
                let next = self.recreate(progress.slot_at(spec, zone, number), node);
                // Refused again: it keeps its place in the order.
                if next.waits_since().is_none() {
                    progress.slots[number] = next;
                }
            }
            SurgeSlot::Free
            | SurgeSlot::Booting { .. }
            | SurgeSlot::Draining { .. }
            | SurgeSlot::Deleting { .. }
            | SurgeSlot::WaitsForNew { .. }
            | SurgeSlot::Recreating { .. }
            | SurgeSlot::WaitsForReady { .. } => {}
        }
    }

    fn take_for_surge(&mut self, at: SlotAt, old: NodeId) -> SurgeSlot {
        let now = self.now;
        if self.world.refusal(at.pool, at.zone, 1).is_some() && !muted("SU-08") {
            self.refuse(Rule::NoCapacity, Subject::Pool(at.pool), at.zone);
            return SurgeSlot::WaitsForCapacity { since: now };
        }
        let taken = Change::NodeTaken { slot: at.number, surge: true };
        let Some(taken) = self.record(Rule::TakeForSurge, old, taken) else {
            return SurgeSlot::Free;
        };
        self.cause = Some(taken);
        let Some(group) = self.plan.group_of(at.pool, at.zone) else {
            return SurgeSlot::Free;
        };
        let Some(new) = self.request_node(group, at.target, Rule::RequestNode) else {
            return SurgeSlot::Free;
        };
        if self.plan.pools[at.pool].spot && !muted("SU-17") {
            // SU-17: a Spot pool doesn't wait for the surge node.
            return self.cordon_old(at, old, Some(new), Rule::CordonSpot);
        }
        SurgeSlot::Booting { old, new }
    }

    /// Continues with a node whose surge node exists since before time 0; a rollback with that surge node.
    fn take_half_way(&mut self, at: SlotAt, old: NodeId, new: NodeId) -> SurgeSlot {
        let taken = Change::NodeTaken { slot: at.number, surge: at.surge };
        let Some(taken) = self.record(Rule::TakeForSurge, old, taken) else {
            return SurgeSlot::Free;
        };
        self.cause = Some(taken);
        if self.is_awaited(new) {
            return SurgeSlot::Booting { old, new };
        }
        let rule = match at.direction {
            Direction::Forward => Rule::CordonForSurge,
            Direction::Rollback { .. } => Rule::CordonSurgeNode,
        };
        self.cordon_old(at, old, Some(new), rule)
    }

    fn take_as_unavailable(&mut self, at: SlotAt, old: NodeId) -> SurgeSlot {
        let taken = Change::NodeTaken { slot: at.number, surge: false };
        let Some(taken) = self.record(Rule::TakeAsUnavailable, old, taken) else {
            return SurgeSlot::Free;
        };
        self.cause = Some(taken);
        self.cordon_old(at, old, None, Rule::CordonUnavailable)
    }

    pub(super) fn cordon_old(
        &mut self,
        at: SlotAt,
        old: NodeId,
        new: Option<NodeId>,
        rule: Rule,
    ) -> SurgeSlot {
        if let Some(new) = new
            && let Some(ready) = self.world.node_row(new)
        {
            self.cause = Some(ready);
        }
        let request = DrainRequest::new(at.direction.drains(), u64::from(at.number));
        self.request_drain(old, rule, request);
        SurgeSlot::Draining { old, new }
    }

    pub(super) fn delete_old(&mut self, old: NodeId, new: Option<NodeId>) -> SurgeSlot {
        let recreate = new.is_none();
        let rule = if recreate { Rule::DeleteToRecreate } else { Rule::DeleteOld };
        self.cause = self.world.node_row(old);
        self.delete_node(old, rule, recreate);
        SurgeSlot::Deleting { old, new }
    }

    /// SU-10: recreates the same node from the new configuration; SU-12: not before there is capacity.
    pub(super) fn recreate(&mut self, at: SlotAt, node: NodeId) -> SurgeSlot {
        let since = self.now;
        if self.world.refusal(at.pool, at.zone, 1).is_some() && !muted("SU-12") {
            self.refuse(Rule::RecreateWaits, Subject::Node(node), at.zone);
            return SurgeSlot::WaitsToRecreate { node, since };
        }
        match self.recreate_node(node, at.target, Rule::Recreate) {
            Some(_) => SurgeSlot::Recreating { node },
            None => SurgeSlot::WaitsToRecreate { node, since },
        }
    }

    /// Finishes the slot's node, caused by the last row about `after`.
    pub(super) fn node_done(&mut self, node: NodeId, after: NodeId) -> SurgeSlot {
        self.cause = self.world.node_row(after);
        self.record(Rule::NodeDone, node, Change::NodeDone);
        SurgeSlot::Free
    }

    /// UP-10: starts the next zone; its work list and slots are fixed at the start (AM-59). False
    /// if no zone is left or none may start now.
    fn start_next_zone(&mut self, spec: &RunSpec, progress: &mut ZoneProgress) -> bool {
        while let Some(zone) = progress.zones.front().copied() {
            let list = self.work_list(spec, &progress.upgraded, zone);
            let awaited = self.awaited_in(spec, zone);
            let deleted = self.deleted_in(spec, zone);
            if list.is_empty() && awaited.is_empty() && deleted.is_empty() {
                if self.old_boots(spec, zone) {
                    return false;
                }
                progress.zones.pop_front();
                continue;
            }
            let begun = list.first().is_some_and(|first| self.finishes(spec, *first));
            if !self.takes_nodes(spec) && !begun && deleted.is_empty() {
                return false;
            }
            progress.zones.pop_front();
            let nodes = self.nodes_in(spec.pool, zone) + deleted.len() as u32;
            let settings = self.strategy_of(spec.pool).surge();
            let slots = slots(settings, nodes);
            let change =
                Change::ZoneStarted { zone, surge: slots.surge, unavailable: slots.unavailable };
            let Some(no) = self.record(Rule::ZoneStart, spec.pool, change) else {
                return false;
            };
            self.cause = Some(no);
            progress.zone = Some(zone);
            progress.list = list.into();
            progress.settings = Some(settings);
            progress.surge_slots = slots.surge;
            progress.slots = vec![SurgeSlot::Free; (slots.surge + slots.unavailable) as usize];
            hold(progress.slots.iter_mut().skip(slots.surge as usize), &awaited);
            self.hold_deleted(spec, progress, zone, deleted);
            return true;
        }
        false
    }

    /// AM-04: with no node in progress and no capacity the run waits for resources.
    fn report_resources(&mut self, spec: &RunSpec, progress: &ZoneProgress) {
        let waiting =
            progress.slots.iter().any(|slot| matches!(slot, SurgeSlot::WaitsForCapacity { .. }));
        let busy = progress.busy();
        self.report_waits(spec.pool, waiting && !busy, Rule::NoCapacity);
    }
}

impl Core {
    /// Notes the upgraded node: a rollback follows this order (AM-61).
    fn note_upgraded(&self, progress: &mut ZoneProgress, slot: SurgeSlot) -> Option<RecordNo> {
        let node = slot.upgrades();
        progress.upgraded.extend(node);
        node.and_then(|node| self.world.node_row(node))
    }

    /// May the run take another node now? Windows and exclusions are functions of time, so a node that frees at the closing
    /// instant is done, and no next one is taken (AM-57).
    pub(super) fn takes_nodes(&self, spec: &RunSpec) -> bool {
        let state = &self.world.cluster.pools[spec.pool];
        let free = || {
            let policy = &self.world.plan.maintenance;
            policy.blockers(self.now, spec.work, Some(spec.pool)).none()
                || broken("maintenance/takes")
        };
        state.run.takes_nodes() && (!state.automatic || muted("UP-16") || free())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// SU-06, SU-10, SU-13, SU-15: GF-17 with its instants.
    #[test]
    fn two_surge_slots_and_one_unavailable() {
        check(
            "pool a nodes=5 surge=2+1 | at=0 upgrade a",
            pool_and_nodes,
            expect![[r#"
                  0s  pool/a      command 0                                     user/command []
                  0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 0
                  0s  pool/a      zone zone-a started, 2 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
                  0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]                    <- pool/a zone zone-a started, 2 surge + 1 unavailable
                  0s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-0 taken by surge slot 1
                  0s  node/a-1    taken by surge slot 2                         surge/take [SU-01 SU-13 AM-58]                    <- pool/a zone zone-a started, 2 surge + 1 unavailable
                  0s  node/a-a-6  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-1 taken by surge slot 2
                  0s  node/a-2    taken by unavailable slot 3                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 2 surge + 1 unavailable
                  0s  node/a-2    cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-2 taken by unavailable slot 3
                  1s  node/a-2    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-2 cordoned
                  1s  node/a-2    drained                                       drain/end [KD-09 KD-11]                           <- node/a-2 draining 0 pods, at most 3600s
                  1s  node/a-2    deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-2 drained
                 31s  node/a-2    gone                                          node/vm-gone [AM-39]                              <- node/a-2 deleting for 30s, to recreate
                 31s  node/a-2    recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-2 gone
                180s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-5 requested, ready in 180s
                180s  node/a-a-6  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-6 requested, ready in 180s
                180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-5 ready
                180s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-6 ready
                181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                181s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
                181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
                181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-0 drained
                181s  node/a-1    drained                                       drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
                181s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-1 drained
                211s  node/a-0    gone                                          node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s
                211s  node/a-1    gone                                          node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s
                211s  node/a-2    ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-2 recreating, ready in 180s
                211s  node/a-2    uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-2 ready
                211s  node/a-a-5  done                                          surge/node-done [AM-58]                           <- node/a-0 gone
                211s  node/a-a-6  done                                          surge/node-done [AM-58]                           <- node/a-1 gone
                211s  node/a-2    done                                          surge/node-done [AM-58]                           <- node/a-2 uncordoned
                211s  node/a-3    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]                    <- node/a-a-5 done
                211s  node/a-a-7  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-3 taken by surge slot 1
                211s  node/a-4    taken by surge slot 2                         surge/take [SU-01 SU-13 AM-58]                    <- node/a-a-6 done
                211s  node/a-a-8  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-4 taken by surge slot 2
                391s  node/a-a-7  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-7 requested, ready in 180s
                391s  node/a-a-8  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-8 requested, ready in 180s
                391s  node/a-3    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-7 ready
                391s  node/a-4    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-8 ready
                392s  node/a-3    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-3 cordoned
                392s  node/a-4    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-4 cordoned
                392s  node/a-3    drained                                       drain/end [KD-09 KD-11]                           <- node/a-3 draining 0 pods, at most 3600s
                392s  node/a-3    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-3 drained
                392s  node/a-4    drained                                       drain/end [KD-09 KD-11]                           <- node/a-4 draining 0 pods, at most 3600s
                392s  node/a-4    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-4 drained
                422s  node/a-3    gone                                          node/vm-gone [AM-39]                              <- node/a-3 deleting for 30s
                422s  node/a-4    gone                                          node/vm-gone [AM-39]                              <- node/a-4 deleting for 30s
                422s  node/a-a-7  done                                          surge/node-done [AM-58]                           <- node/a-3 gone
                422s  node/a-a-8  done                                          surge/node-done [AM-58]                           <- node/a-4 gone
                422s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-3 gone
                422s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-3 gone
                Quiet
            "#]],
        );
    }

    /// SU-17, AM-10.
    #[test]
    fn a_spot_pool_waits_for_nothing() {
        check(
            "pool a nodes=2 surge=1+0 spot | app web replicas=2 on=a-0 | at=0 upgrade a",
            pool_and_nodes,
            expect![[r#"
                  0s  pool/a      command 0                                     user/command []
                  0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                  0s  node/a-0    cordoned                                      surge/cordon-spot [SU-17 AM-10]             <- node/a-a-2 requested, ready in 180s
                  1s  node/a-0    draining 2 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                 31s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- pod/web-1 gone
                 31s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                 61s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                180s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
                180s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-a-2 ready
                180s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-2 done
                180s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                180s  node/a-1    cordoned                                      surge/cordon-spot [SU-17 AM-10]             <- node/a-a-3 requested, ready in 180s
                181s  node/a-1    draining 2 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                211s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- pod/web-3 gone
                211s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                241s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                360s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                360s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-a-3 ready
                360s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
                360s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
                Quiet
            "#]],
        );
    }

    /// SU-11.
    #[test]
    fn evicted_pods_wait_for_the_recreated_node() {
        check(
            "pool a nodes=1 surge=0+1 | app web replicas=2 | at=0 upgrade a",
            pods,
            expect![[r#"
                  1s  pod/web-0  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods, at most 3600s
                  1s  pod/web-1  evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 2 pods, at most 3600s
                  1s  pod/web-2  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                  1s  pod/web-3  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 30s
                  1s  pod/web-2  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-2 pending
                  1s  pod/web-3  blocked: NodeUnschedulable, 1 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-3 pending
                 31s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 30s
                 31s  pod/web-1  gone                                                      pod/gone [KT-05]                         <- pod/web-1 evicted, gone in 30s
                241s  pod/web-2  bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 ready
                241s  pod/web-3  bound to a-0                                              place/bind [KS-30 KS-31]                 <- node/a-0 ready
                261s  pod/web-2  ready                                                     pod/ready [KT-03]                        <- pod/web-2 bound to a-0
                261s  pod/web-3  ready                                                     pod/ready [KT-03]                        <- pod/web-3 bound to a-0
                Quiet
            "#]],
        );
    }

    /// UP-11.
    #[test]
    fn never_more_than_twenty_at_once() {
        check(
            "pool a nodes=22 surge=30+0 | at=0 upgrade a",
            pool,
            expect![[r#"
                  0s  pool/a  command 0                                      user/command []
                  0s  pool/a  upgrade started                                upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a  zone zone-a started, 20 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                422s  pool/a  zone zone-a done                               surge/zone-done [UP-10 AM-59]               <- node/a-20 gone
                422s  pool/a  succeeded                                      upgrade/succeed [AM-59 BS-15]               <- node/a-20 gone
                Quiet
            "#]],
        );
    }

    /// SU-01.
    #[test]
    fn the_order_is_shuffled_by_the_seed() {
        check(
            "shuffled | seed=7 | pool a nodes=4 | at=0 upgrade a",
            nodes,
            expect![[r#"
              0s  node/a-0    taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- pool/a zone zone-a started, 1 surge + 0 unavailable
              0s  node/a-a-4  requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-0 taken by surge slot 1
            180s  node/a-a-4  ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-4 requested, ready in 180s
            180s  node/a-0    cordoned                        surge/cordon [SU-06 KD-01]              <- node/a-a-4 ready
            181s  node/a-0    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-0 cordoned
            181s  node/a-0    drained                         drain/end [KD-09 KD-11]                 <- node/a-0 draining 0 pods, at most 3600s
            181s  node/a-0    deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-0 drained
            211s  node/a-0    gone                            node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            211s  node/a-a-4  done                            surge/node-done [AM-58]                 <- node/a-0 gone
            211s  node/a-3    taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- node/a-a-4 done
            211s  node/a-a-5  requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-3 taken by surge slot 1
            391s  node/a-a-5  ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-5 requested, ready in 180s
            391s  node/a-3    cordoned                        surge/cordon [SU-06 KD-01]              <- node/a-a-5 ready
            392s  node/a-3    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-3 cordoned
            392s  node/a-3    drained                         drain/end [KD-09 KD-11]                 <- node/a-3 draining 0 pods, at most 3600s
            392s  node/a-3    deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-3 drained
            422s  node/a-3    gone                            node/vm-gone [AM-39]                    <- node/a-3 deleting for 30s
            422s  node/a-a-5  done                            surge/node-done [AM-58]                 <- node/a-3 gone
            422s  node/a-2    taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- node/a-a-5 done
            422s  node/a-a-6  requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-2 taken by surge slot 1
            602s  node/a-a-6  ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-6 requested, ready in 180s
            602s  node/a-2    cordoned                        surge/cordon [SU-06 KD-01]              <- node/a-a-6 ready
            603s  node/a-2    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-2 cordoned
            603s  node/a-2    drained                         drain/end [KD-09 KD-11]                 <- node/a-2 draining 0 pods, at most 3600s
            603s  node/a-2    deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-2 drained
            633s  node/a-2    gone                            node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
            633s  node/a-a-6  done                            surge/node-done [AM-58]                 <- node/a-2 gone
            633s  node/a-1    taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- node/a-a-6 done
            633s  node/a-a-7  requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-1 taken by surge slot 1
            813s  node/a-a-7  ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-7 requested, ready in 180s
            813s  node/a-1    cordoned                        surge/cordon [SU-06 KD-01]              <- node/a-a-7 ready
            814s  node/a-1    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-1 cordoned
            814s  node/a-1    drained                         drain/end [KD-09 KD-11]                 <- node/a-1 draining 0 pods, at most 3600s
            814s  node/a-1    deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-1 drained
            844s  node/a-1    gone                            node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
            844s  node/a-a-7  done                            surge/node-done [AM-58]                 <- node/a-1 gone
            Quiet
        "#]],
        );
    }
}
