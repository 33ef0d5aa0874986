//! Applies rows to the shadow cluster.

use super::state::{
    Deadline, Drain, Life, Shadow, ShadowNode, ShadowPod, ShadowRollout, Vm, after, cordon,
};
use base::{GroupId, NodeId, PodId, PoolId, RecordNo, Set, SimTime, TemplateId, WorkloadId};
use model::node::Side;
use model::script::DrainOptions;
use model::workload::OnDisruption;
use model::{AtLimit, Command, Phase, RunState, WorkloadKind};
use trace::{Blocker, Change, Ending, NEVER, Record, Subject};

impl Shadow<'_> {
    fn fold_rollout(&mut self, at: SimTime, first: WorkloadId, change: Change) {
        let mut before = None;
        match change {
            Change::RolloutStarted { revision } => {
                let wanted = self.wanted(first);
                self.sets[first] = Some(wanted);
                let (done, exceeded) = (false, false);
                let fresh = ShadowRollout { revision, scaled: at, done, exceeded, shrinks: None };
                self.rollouts.insert(first, fresh);
                return;
            }
            Change::ReplicaSetScaled { replicas, revision } => {
                self.note_shrink(at, first, revision);
                before = self.sets[WorkloadId(first.0 + revision)].replace(replicas);
            }
            Change::RolloutDone | Change::ProgressDeadlineExceeded | Change::RolloutProgresses => {}
            _ => return,
        }
        if let Some(known) = self.rollouts.get_mut(&first) {
            match change {
                // Fewer new Pods are no progress.
                Change::ReplicaSetScaled { replicas, revision }
                    if revision == known.revision && Some(replicas) < before => {}
                Change::ReplicaSetScaled { .. } => known.scaled = at,
                Change::RolloutDone => known.done = true,
                Change::ProgressDeadlineExceeded => known.exceeded = true,
                _ => known.exceeded = false,
            }
        }
    }

    /// A ReplicaSet is about to be scaled.
    fn note_shrink(&mut self, at: SimTime, first: WorkloadId, revision: u32) {
        let available = self.revisions(first).into_iter().map(|id| self.available(id, at));
        let available = available.collect();
        if let Some(known) = self.rollouts.get_mut(&first) {
            let grows = revision == known.revision;
            let begun = known.shrinks.take().filter(|(then, _)| *then == at);
            known.shrinks = (!grows).then(|| begun.unwrap_or((at, available)));
        }
    }

    /// Applies a row.
    pub(crate) fn fold(&mut self, no: RecordNo, record: &Record, slug: &'static str) {
        let at = record.at;
        self.asked = None;
        self.fold_autoscaler(record, slug);
        if let Change::Commanded { entry } = record.change {
            self.commanded = Some(entry);
            self.acted.insert(entry);
            self.note_command(no, entry);
        }
        self.subjects.push(record.subject);
        if let Change::Blocked { by: Blocker::Reservation { .. } } = record.change {
            self.refusals.insert((record.subject, slug), no);
        }
        self.note_causes(record);
        self.finished_work.row(self.plan, no, record);
        self.fold_policy(record);
        if let Subject::Workload(id) = record.subject {
            self.fold_rollout(at, id, record.change);
        }
        match (record.subject, record.change) {
            (Subject::Cluster, Change::QuotaSet { spare }) => self.spare = spare,
            (Subject::Cluster, change) => self.fold_control_plane(at, change),
            (Subject::Workload(id), Change::BehaviourSet { entry }) => {
                for id in self.revisions(id) {
                    self.fold_behaviour(at, id, entry);
                }
            }
            (Subject::Zone(zone), Change::StockoutBegan) => self.stockout[zone] = true,
            (Subject::Zone(zone), Change::StockoutEnded) => self.stockout[zone] = false,
            (Subject::Workload(id), Change::ReplicasSet { replicas }) => {
                self.replicas[id] = replicas;
            }
            (
                Subject::Workload(id),
                Change::Blocked {
                    by:
                        Blocker::BackoffLimit { .. } | Blocker::FailurePolicy | Blocker::Deadline { .. },
                },
            ) => {
                self.jobs[id].failed = true;
                self.settle(Deadline::JobFails(id));
            }
            (Subject::Budget(id), Change::LimitSet { entry }) => {
                if let Command::SetBudget { limit, .. } = self.plan.script[entry as usize].command {
                    self.limits[id] = limit;
                }
            }
            (Subject::Pool(id), change) => self.fold_pool(at, id, change),
            (Subject::Node(id), _) => self.fold_of_node(id, record, slug),
            (Subject::Pod(id), _) => self.fold_of_pod(id, record, slug),
            _ => {}
        }
    }

    fn fold_of_node(&mut self, id: NodeId, record: &Record, slug: &'static str) {
        let (at, change) = (record.at, record.change);
        match change {
            Change::NodeDone => self.done(id, record.cause),
            change => self.fold_node(at, id, change, slug),
        }
        self.detach(record);
        let ends = matches!(
            change,
            Change::NodeReady
                | Change::NodeGone
                | Change::NodeShutDown { .. }
                | Change::DrainEnded { .. }
        );
        if let Some(node) = self.nodes.get(id).filter(|_| ends) {
            self.note_phase(at, node.pool);
        }
    }

    fn fold_of_pod(&mut self, id: PodId, record: &Record, slug: &'static str) {
        let (at, change) = (record.at, record.change);
        let pod = self.pods.get(id);
        let on = pod.and_then(|pod| pod.on);
        self.fold_pod(at, id, change, slug);
        let ends = matches!(change, Change::PodForced { .. } | Change::PodGone);
        // A batch may have waited for it.
        if let Some(node) = on.map(|on| self.node(on))
            && ends
            && matches!(node.vm, Vm::Deleting { .. })
        {
            self.note_phase(at, node.pool);
        }
    }

    /// The phases that a pool's upgrade enters.
    fn fold_phases(&mut self, at: SimTime, id: PoolId, change: Change) {
        if let Change::UpgradeStarted { change, .. } = change {
            self.begin_course(id, change);
            self.note_kind(id, change);
        }
        self.fold_course(at, id, change);
        let entered = match change {
            Change::PhaseStarted { phase, .. } => Some(phase),
            Change::RollbackStarted => self.course(id).map(|_| Phase::RollbackStarted),
            _ => None,
        };
        if let Some(phase) = entered.filter(|phase| self.entered.get(&(id, *phase)).is_none()) {
            self.entered.insert((id, phase), at);
        }
        if change == Change::RollbackStarted && self.rollback_next == Some(id) {
            self.rollback_next = None;
        }
    }

    fn fold_pool(&mut self, at: SimTime, id: PoolId, change: Change) {
        self.fold_phases(at, id, change);
        let surge_of_now = Some(self.strategy(id).surge());
        let pool = &mut self.pools[id];
        pool.run = match change {
            Change::UpgradeQueued { .. } => RunState::Queued,
            Change::UpgradeStarted { target, automatic, .. } => {
                (pool.target, pool.automatic, pool.zone) = (target, automatic, None);
                for (_, node) in self.nodes.iter_mut().filter(|(_, node)| node.pool == id) {
                    node.upgraded = node.template == target;
                }
                RunState::Running
            }
            Change::ZoneStarted { zone, surge, unavailable } => {
                (pool.zone, pool.slots, pool.last_taken) = (Some(zone), (surge, unavailable), None);
                pool.slots_by = surge_of_now;
                return;
            }
            Change::ZoneDone { .. } => {
                pool.zone = None;
                return;
            }
            Change::Resized { nodes } => {
                pool.asked_size = Some(nodes);
                return;
            }
            Change::ReservationSet { machines } => {
                pool.reservation = machines;
                return;
            }
            Change::SettingsSet { entry } => {
                self.fold_settings(id, entry);
                return;
            }
            Change::ResourcesMissing => RunState::WaitingForResources,
            Change::ResourcesFound => RunState::Running,
            Change::UpgradePaused { .. } => RunState::Paused,
            Change::UpgradeResumed { automatic } => {
                pool.automatic = automatic;
                // With changed settings the zone in progress starts again.
                if pool.slots_by != surge_of_now && pool.busy == (0, 0) {
                    pool.zone = None;
                }
                RunState::Running
            }
            Change::UpgradeCancelling => RunState::Cancelling,
            Change::UpgradeCancelled => RunState::Cancelled,
            Change::UpgradeFailed => RunState::Failed,
            Change::RollbackStarted => {
                (pool.zone, pool.automatic) = (None, false);
                RunState::RollingBack
            }
            Change::RolledBack => RunState::RolledBack,
            Change::UpgradeSucceeded => {
                pool.home = pool.target;
                pool.zone = None;
                RunState::Succeeded
            }
            Change::Reshaped { entry } => {
                pool.target = self.plan.after(entry, pool.target);
                pool.home = self.plan.after(entry, pool.home);
                for (_, node) in self.nodes.iter_mut() {
                    if node.pool == id {
                        node.template = self.plan.after(entry, node.template);
                    }
                }
                return;
            }
            _ => return,
        };
    }

    fn fold_settings(&mut self, id: PoolId, entry: u32) {
        if let Command::SetStrategy { strategy, .. } = &self.plan.script[entry as usize].command {
            self.pools[id].chosen = Some(*strategy);
            self.adopt(id, *strategy);
        }
    }

    fn fold_node(&mut self, at: SimTime, id: NodeId, change: Change, slug: &str) {
        if let Change::NodeRequested { group, template, ready_after_s, .. } = change {
            self.request_node(at, id, (group, template), ready_after_s, slug);
            return;
        }
        if self.nodes.get(id).is_none() {
            return;
        }
        let place = self.place_in_order(id);
        let node = &mut self.nodes[id];
        let zone = node.zone;
        let pool = &mut self.pools[node.pool];
        match change {
            Change::Commanded { entry } => {
                let command = &self.plan.script[entry as usize].command;
                node.drain_asked = matches!(command, Command::Drain { .. });
                if let Command::Drain { options, .. } = *command {
                    node.asked_before = node.asked.replace(options);
                }
            }
            Change::Refused { .. } if node.drain_asked => {
                node.drain_asked = false;
                node.asked = node.asked_before.take();
            }
            Change::NodeTaken { surge, .. } => {
                (node.taken, node.taken_at) = (Some(surge), at);
                pool.last_taken = place.or(pool.last_taken);
                let count = if surge { &mut pool.busy.0 } else { &mut pool.busy.1 };
                *count += 1;
                // AM-58: it goes through the slot's steps, even if a repair was planned.
                self.settle(Deadline::DrainStarts(id));
            }
            Change::NodeReady => {
                *pool.registered.entry(zone).or_insert(0) += 1;
                if slug == "pool/node-ready" || node.scaled && node.up_at.is_none() {
                    *pool.start.entry(zone).or_insert(0) += 1;
                    pool.disturbed = true;
                    node.counted = true;
                }
                (node.vm, node.away, node.shut) = (Vm::Up, false, None);
                node.up_at = Some(at);
                self.settle(Deadline::VmReady(id));
                self.recover(id);
            }
            Change::NodeCordoned => self.fold_cordon(at, id, slug),
            Change::NodeUncordoned => {
                (node.cordoned, node.uncordoned_at) = (false, Some(at));
                node.touched |= slug == "user/uncordon";
            }
            Change::DrainStarted { .. }
            | Change::DrainPaused
            | Change::DrainResumed { .. }
            | Change::DrainAborted
            | Change::DrainEnded { .. } => self.fold_drain(at, id, change, slug),
            Change::NodeDeleting { .. } | Change::NodeGone | Change::NodeRecreating { .. } => {
                self.fold_vm(at, id, change, slug);
            }
            Change::DeletionMarked { .. } => node.marked = true,
            Change::DeletionGivenUp => (node.marked, node.passed_over) = (false, true),
            change => self.fold_machine(at, id, change),
        }
    }

    fn fold_cordon(&mut self, at: SimTime, id: NodeId, slug: &str) {
        let node = &mut self.nodes[id];
        (node.cordoned, node.cordoned_at) = (true, Some(at));
        node.touched |= slug == "user/cordon";
        if slug == "repair/cordon" {
            node.repair_at = Some(at);
        }
        if slug.starts_with("surge/")
            || slug.starts_with("repair/")
            || slug.starts_with("multi-host/")
        {
            let (_, longest) = cordon(self.plan);
            self.expect(Deadline::DrainStarts(id), at + longest);
        }
    }

    fn request_node(
        &mut self,
        at: SimTime,
        id: NodeId,
        (group, template): (GroupId, TemplateId),
        ready_after_s: u32,
        slug: &str,
    ) {
        let group = self.plan.groups[group];
        let made = self.nodes.values().filter(|node| node.pool == group.pool);
        let most = made.map(|node| node.ordinal).max().unwrap_or(0);
        let first = self.start.pools[group.pool].next_ordinal;
        let ordinal = (most + 1).max(first);
        let beside = self.pools[group.pool].course.as_mut();
        if let Some(course) = beside.filter(|_| slug != "autoscaler/request-node") {
            course.unchecked = false;
        }
        self.pools[group.pool].disturbed |=
            matches!(slug, "pool/request-node" | "autoscaler/request-node");
        let beside = slug == "blue-green/request-node";
        let upgraded = self.brings(group.pool, template);
        let scaled = slug == "autoscaler/request-node";
        let grows = self.growing_side(group.pool);
        self.nodes.push(ShadowNode {
            side: if scaled { grows } else { beside.then_some(Side::Green) },
            stands_in: slug == "surge/request-node",
            scaled,
            created: at,
            upgraded,
            pool: group.pool,
            zone: group.zone,
            template,
            ordinal,
            vm: Vm::Booting,
            ..ShadowNode::default()
        });
        self.vms += 1;
        self.expect(Deadline::VmReady(id), after(at, ready_after_s));
        self.expect_end_of_life(id);
    }

    fn fold_drain(&mut self, at: SimTime, id: NodeId, change: Change, slug: &str) {
        let node = &mut self.nodes[id];
        match change {
            Change::DrainStarted { limit_s, at_limit, .. } => {
                self.begin_drain(at, id, limit_s, at_limit, slug);
                if matches!(slug, "blue-green/drain-node" | "autoscaled/drain-node") {
                    self.note_batch(self.node(id).pool, id);
                }
                self.note_if_over(at, id);
            }
            Change::DrainPaused => {
                if let Some(drain) = &mut node.drain {
                    drain.paused = true;
                    drain.limit_left = drain.limit.take().map(|limit| limit - at);
                }
                self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
            }
            Change::DrainResumed { limit_s } => {
                let limit = after(at, limit_s);
                if let Some(drain) = &mut node.drain {
                    (drain.paused, drain.grid, drain.limit) = (false, at, Some(limit));
                }
                if !self.node(id).drain.as_ref().is_some_and(|one| one.at_limit == AtLimit::Deletes)
                {
                    self.expect(Deadline::DrainLimit(id), limit);
                }
                self.note_if_over(at, id);
            }
            Change::DrainAborted => {
                node.drain = None;
                self.settle(Deadline::DrainStarts(id));
                self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
            }
            Change::DrainEnded { .. } => {
                let goes = match node.side {
                    Some(Side::Blue) => node.drain.as_ref().is_some_and(|drain| drain.deletes),
                    Some(Side::Green) => {
                        self.pools[node.pool].run == RunState::RollingBack
                            && node.drain.as_ref().is_some_and(|drain| drain.forces)
                    }
                    None => false,
                };
                (node.drain, node.drained) = (None, true);
                self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
                if goes {
                    self.expect(Deadline::Deletes(id), at);
                }
            }
            _ => {}
        }
    }

    /// Deletes the VM of a node, or recreates it.
    fn fold_vm(&mut self, at: SimTime, id: NodeId, change: Change, slug: &str) {
        let node = &mut self.nodes[id];
        let (owner, zone) = (node.pool, node.zone);
        let pool = &mut self.pools[owner];
        match change {
            Change::NodeDeleting { gone_after_s, recreate } => {
                // Its green node replaces it, although the blue one never counted.
                let waits = pool.course.as_ref().is_some_and(|course| course.wait.is_some());
                if slug == "blue-green/delete-node" && node.vm == Vm::Booting && !waits {
                    *pool.start.entry(zone).or_insert(0) += 1;
                }
                node.vm = match node.vm {
                    Vm::Booting | Vm::Rebooting => Vm::Abandoned,
                    _ => Vm::Deleting { recreate },
                };
                if slug == "repair/delete" {
                    node.away = true;
                }
                node.shrunk = slug == "autoscaler/delete";
                node.given_up |= slug == "autoscaler/give-up-node";
                pool.disturbed |= node.shrunk;
                node.drain = None;
                self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
                self.settle_all([Deadline::VmReady(id), Deadline::Deletes(id)]);
                self.forget_illness(id);
                self.expect(Deadline::VmGone(id), after(at, gone_after_s));
            }
            Change::NodeGone => self.fold_gone(id),
            Change::NodeRecreating { template, ready_after_s } => {
                (node.template, node.vm, node.created) = (template, Vm::Rebooting, at);
                if slug == "multi-host/recreate" {
                    pool.recreated_at = Some(at);
                }
                self.expect_end_of_life(id);
                self.nodes[id].upgraded = self.brings(owner, template);
                self.vms += 1;
                self.expect(Deadline::VmReady(id), after(at, ready_after_s));
            }
            _ => {}
        }
    }

    fn fold_gone(&mut self, id: NodeId) {
        let node = &mut self.nodes[id];
        let zone = node.zone;
        let pool = &mut self.pools[node.pool];
        // Only a waiting request existed.
        let vm = node.vm != Vm::Off;
        if node.vm != Vm::Abandoned && vm {
            let registered = pool.registered.entry(zone).or_insert(0);
            *registered = registered.saturating_sub(1);
        }
        let recreate = node.vm == Vm::Deleting { recreate: true };
        let green = node.side == Some(Side::Green);
        // Taken away for good, at the end of its life.
        let over = node.away && !recreate && node.taken.is_none() && node.side.is_none();
        // A rollback brings the pool back to its blue nodes.
        let shrinks = node.shrunk && !(green && pool.run == RunState::RollingBack);
        // A rollback takes green nodes that came for Pods, too, also one that was on its way back.
        let is_away = node.away && node.vm != Vm::Abandoned;
        let rolled_back = node.counted && node.scaled && green && !recreate && !is_away;
        // AB-05: no green node was made for it.
        let waits = pool.course.as_ref().is_some_and(|course| course.wait.is_some());
        let unreplaced = node.side == Some(Side::Blue)
            && waits
            && pool.run.begun()
            && !recreate
            && (node.up_at.is_some() || self.start.nodes.get(id).is_some());
        if over || shrinks || rolled_back || unreplaced {
            let start = pool.start.entry(zone).or_insert(0);
            *start = start.saturating_sub(1);
        }
        node.away &= recreate;
        node.vm = if recreate { Vm::Off } else { Vm::Gone };
        node.drained = false;
        self.vms -= u32::from(vm);
        self.settle_all([Deadline::VmGone(id), Deadline::DrainStarts(id)]);
    }

    /// A slot is done: with a recreated node, or with another one that is up while the node in the slot is gone.
    fn done(&mut self, id: NodeId, cause: Option<RecordNo>) {
        if self.nodes.get(id).is_none() {
            return;
        }
        let cause = cause.and_then(|no| self.subjects.get(no.0 as usize).copied());
        let (pool, zone, own) = {
            let node = &mut self.nodes[id];
            node.surge = false;
            node.stands_in = false;
            (node.pool, node.zone, node.taken.take())
        };
        let mut surge = own.unwrap_or(true);
        if own.is_none() {
            let of_slot = |node: &ShadowNode| {
                node.pool == pool
                    && node.zone == zone
                    && node.taken.is_some()
                    && node.vm == Vm::Gone
            };
            // The one that is gone now, else any: each frees one slot.
            let gone = match cause {
                Some(Subject::Node(gone)) => Some(gone),
                _ => None,
            };
            let gone = gone.filter(|gone| self.nodes.get(*gone).is_some_and(of_slot));
            if let Some(old) =
                gone.or_else(|| self.nodes.iter().find(|(_, node)| of_slot(node)).map(|(id, _)| id))
            {
                surge = self.nodes[old].taken.take().unwrap_or(true);
            }
        }
        let busy = &mut self.pools[pool].busy;
        let count = if surge { &mut busy.0 } else { &mut busy.1 };
        *count = count.saturating_sub(1);
    }

    fn begin_drain(
        &mut self,
        at: SimTime,
        id: NodeId,
        limit_s: u32,
        at_limit: AtLimit,
        slug: &str,
    ) {
        let forces = at_limit == AtLimit::Forces && slug != "autoscaler/drain";
        let asked = self.node(id).asked.filter(|_| at_limit == AtLimit::GivesUp);
        let skip = asked.map_or(0, |asked| asked.skip_wait_for_delete_s);
        let chosen = |pod: &PodId| {
            let kind = self.kind_of(*pod);
            let long_gone = match self.pod(*pod).life {
                Life::Terminating { until } => skip > 0 && (at - until).secs() > skip,
                _ => false,
            };
            !matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror) && !long_gone
        };
        let selected = self.node(id).pods.iter().copied().filter(chosen).collect();
        // AM-62: a pool may give budgets no time at all, and a batch has no other limit.
        let none = matches!(slug, "blue-green/drain-node" | "autoscaled/drain-node");
        let limit = (limit_s > 0 || none).then(|| after(at, limit_s));
        let rolls_back = self.pool(self.node(id).pool).run == RunState::RollingBack;
        let node = &mut self.nodes[id];
        // A user's drain in the meantime doesn't affect a slice (AM-77).
        node.drained &= at_limit == AtLimit::GivesUp && node.taken.is_some();
        // AM-53: if a node was cordoned before, the drain is the first sign of its repair.
        // BG-23: a rollback drains green nodes itself; before it only a repair does.
        let back = node.side == Some(Side::Green) && rolls_back;
        let repairs = forces && node.taken.is_none() && !back;
        if repairs && node.failed_at.is_some() && node.repair_at.is_none() {
            node.repair_at = Some(at);
        }
        node.rolls_back |= forces && back;
        node.drain = Some(Drain {
            since: at,
            grid: at,
            paused: false,
            limit,
            limit_left: None,
            at_limit,
            forces,
            deletes: slug == "blue-green/empty-node",
            shrinks: slug == "autoscaler/drain",
            options: match at_limit {
                AtLimit::Forces | AtLimit::Leaves | AtLimit::Deletes => DrainOptions::UPGRADE,
                AtLimit::GivesUp => node.asked.unwrap_or(DrainOptions::UPGRADE),
            },
            selected,
            refused: Set::new(),
            seen: at,
        });
        self.settle(Deadline::DrainStarts(id));
        self.settle_all([Deadline::DrainLimit(id), Deadline::DrainOver(id)]);
        // AM-76: the limit of refusals ends no drain.
        if let Some(limit) = limit.filter(|_| at_limit != AtLimit::Deletes) {
            self.expect(Deadline::DrainLimit(id), limit);
        }
    }

    /// KD-09: the end of a Pod is seen at once, and that of a refused one at the next retry.
    fn note_seen(&mut self, at: SimTime, pod: PodId) {
        let Some(on) = self.pod(pod).on else { return };
        let Some(drain) = &mut self.nodes[on].drain else {
            return;
        };
        if drain.refused.contains(&pod) && !drain.paused {
            drain.seen = drain.seen.max(drain.next_retry(at));
        }
        self.note_if_over(at, on);
    }

    /// KD-11: a drain is over when every Pod of it is gone.
    fn note_if_over(&mut self, at: SimTime, node: NodeId) {
        let Some(drain) = &self.node(node).drain else {
            return;
        };
        let gone = |pod: &PodId| self.pod(*pod).life == Life::Gone;
        if drain.selected.iter().all(gone) {
            let seen = drain.seen.max(at);
            self.expect(Deadline::DrainOver(node), seen);
        }
    }

    /// The drain of the node of a Pod, if it has selected that Pod.
    fn drain_of(&mut self, pod: PodId) -> Option<&mut Drain> {
        let on = self.pod(pod).on?;
        let drain = self.nodes[on].drain.as_mut()?;
        drain.selected.contains(&pod).then_some(drain)
    }

    /// Ends that budgets only notice at their next sync.
    fn note_end(&mut self, at: SimTime, id: PodId, change: Change, slug: &str) {
        if matches!(
            change,
            Change::PodTerminating { .. }
                | Change::PodForced { .. }
                | Change::PodGone
                | Change::PodFinished { .. }
        ) {
            self.refused.remove(&id);
        }
        let Some(pod) = self.pods.get(id) else {
            return;
        };
        let (workload, ready) = (pod.workload, pod.ready());
        match change {
            Change::PodTerminating { ending: Ending::Evicted, .. } => {
                count(&mut self.evicted[workload], at);
            }
            Change::PodTerminating { .. }
            | Change::PodForced { .. }
            | Change::PodGone
            | Change::PodUnready
            | Change::ContainerExited { .. }
            | Change::ContainerKilled { .. }
            | Change::PodFinished { .. }
                if ready =>
            {
                count(&mut self.left[workload], at);
                if slug == "place/preempt" {
                    count(&mut self.left_for_room[workload], at);
                }
            }
            _ => {}
        }
    }

    fn fold_pod(&mut self, at: SimTime, id: PodId, change: Change, slug: &str) {
        self.note_end(at, id, change, slug);
        let was = self.pods.get(id).map(|pod| pod.life);
        if self.pods.get(id).is_some()
            && matches!(
                change,
                Change::PodForced { .. } | Change::PodGone | Change::PodFinished { .. }
            )
        {
            self.leave_disks(at, id);
        }
        self.fold_life(at, id, change, slug);
        if let Some(was) = was {
            self.fold_work(at, id, change, was, slug);
        }
        if self.pods.get(id).is_some() {
            self.fold_volumes(at, id, change);
            self.fold_container(at, id, change);
        }
    }

    fn fold_life(&mut self, at: SimTime, id: PodId, change: Change, slug: &str) {
        if let Change::PodCreated { workload, place } = change {
            self.create_pod(at, id, workload, place);
            return;
        }
        let Some(pod) = self.pods.get_mut(id) else {
            return;
        };
        match change {
            Change::PodBound { node, start_s } => {
                (pod.life, pod.on, pod.blocked) = (Life::Starting, Some(node), false);
                pod.bound = Some(at);
                self.nominated.remove(&id);
                self.occupy(id, node, true);
                if self.node(node).kubelet_acts() {
                    self.expect(Deadline::PodStarts(id), after(at, start_s));
                }
            }
            Change::PodStarted { ready_after_s } => {
                pod.life = Life::Running { ready: false };
                if ready_after_s != NEVER {
                    self.expect(Deadline::PodReady(id), after(at, ready_after_s));
                }
            }
            Change::PodUnready
            | Change::ContainerExited { .. }
            | Change::ContainerKilled { .. } => {
                pod.life = Life::Running { ready: false };
            }
            Change::PodFinished { code } => self.finish(at, id, code),
            Change::PodReady => {
                (pod.life, pod.ready_since) = (Life::Running { ready: true }, Some(at));
                self.settle(Deadline::PodReady(id));
            }
            Change::PodTerminating { ending, gone_after_s } => {
                self.terminate(at, id, ending, gone_after_s, slug);
            }
            Change::Nominated { node } => {
                self.nominated.insert(id, node);
                self.note_victims(id, node);
                // It was tried, and its backoff starts again.
                self.could.remove(&id);
            }
            Change::NominationCleared => {
                self.nominated.remove(&id);
            }
            Change::Blocked { by } => {
                pod.blocked = true;
                if let Blocker::Budget { .. } = by {
                    self.refused.insert(id, None);
                    if let Some(drain) = self.drain_of(id) {
                        drain.refused.insert(id);
                    }
                }
            }
            Change::PodForced { .. } => {
                self.remove(at, id, true);
            }
            Change::PodGone => {
                let failed = matches!(
                    pod.life,
                    Life::Terminating { .. } | Life::Starting | Life::Running { .. }
                );
                self.remove(at, id, failed);
            }
            _ => {}
        }
    }

    /// KC-17: a Job counts the ends of its Pods; a failed container isn't a disruption.
    fn finish(&mut self, at: SimTime, id: PodId, code: u32) {
        let pod = &mut self.pods[id];
        (pod.life, pod.blocked) = (Life::Finished, false);
        let (workload, on, let_go) = (pod.workload, pod.on, pod.let_go || pod.counted);
        if let Some(node) = on {
            self.occupy(id, node, false);
        }
        self.settle_all([Deadline::PodEnds(id), Deadline::PodStarts(id), Deadline::PodReady(id)]);
        let done = self.job_done(workload);
        let job = &mut self.jobs[workload];
        if done || job.failed || let_go {
            return;
        }
        if code == 0 {
            (job.succeeded, job.in_a_row) = (job.succeeded + 1, 0);
            if self.job_done(workload) {
                self.settle(Deadline::JobFails(workload));
            }
        } else {
            (job.failures, job.in_a_row) = (job.failures + 1, job.in_a_row + 1);
            job.last = Some(at);
        }
    }

    fn create_pod(&mut self, at: SimTime, id: PodId, workload: WorkloadId, place: u32) {
        let kind = self.plan.workloads[workload].kind;
        let daemon = kind == WorkloadKind::DaemonSet;
        let number = if kind.has_ordinals() { place } else { self.next_number(workload) };
        self.pods.push(ShadowPod {
            workload,
            number,
            pinned: daemon.then(|| NodeId(place.saturating_sub(1))),
            created: at,
            ..ShadowPod::default()
        });
        self.owned[workload].push(id);
    }

    fn terminate(&mut self, at: SimTime, id: PodId, ending: Ending, gone_after_s: u32, slug: &str) {
        let pod = &mut self.pods[id];
        let until = after(at, gone_after_s);
        let again = matches!(pod.life, Life::Terminating { .. });
        pod.life = Life::Terminating { until };
        pod.ended = pod.ended.or(Some(at));
        pod.let_go |= slug == "workload/job-surplus";
        pod.blocked = false;
        self.settle_all([Deadline::PodStarts(id), Deadline::PodReady(id), Deadline::PodEnds(id)]);
        if self.kubelet_acts_for(id) {
            self.expect(Deadline::PodEnds(id), until);
        }
        if ending == Ending::Preempted {
            self.preempted.insert(id);
        }
        self.fails_by_deletion(at, id);
        let evicted = ending == Ending::Evicted;
        let of_drain = evicted || ending == Ending::DeletedAtLimit;
        if let Some(drain) = self.drain_of(id).filter(|_| of_drain) {
            drain.refused.remove(&id);
        }
        self.evictions += u32::from(evicted && !again);
    }

    /// Is it the template that the pool's run brings?
    fn brings(&self, id: PoolId, template: TemplateId) -> bool {
        let pool = self.pool(id);
        let begun = pool.run != RunState::Idle && pool.ran;
        begun && pool.run != RunState::RollingBack && pool.target == template
    }

    fn next_number(&self, workload: WorkloadId) -> u32 {
        let made = self.pods.values().skip(self.start.pods.len() as usize);
        let made = made.filter(|pod| pod.workload == workload).count() as u32;
        self.start.workloads[workload].next_number + made
    }

    fn remove(&mut self, at: SimTime, id: PodId, failed: bool) {
        let pod = &mut self.pods[id];
        let (workload, on, life, let_go) =
            (pod.workload, pod.on, pod.life, pod.let_go || pod.counted);
        pod.life = Life::Gone;
        pod.blocked = false;
        if let (true, Some(node)) = (life != Life::Finished, on) {
            self.occupy(id, node, false);
        }
        self.settle_all([Deadline::PodEnds(id), Deadline::PodStarts(id), Deadline::PodReady(id)]);
        self.owned[workload].retain(|other| *other != id);
        self.gone[workload] = Some(at);
        self.nominated.remove(&id);
        self.note_seen(at, id);
        if failed && !let_go {
            self.disrupts(at, workload);
        }
    }

    /// KC-17: a Job that replaces Pods as they are deleted counts them then.
    fn fails_by_deletion(&mut self, at: SimTime, id: PodId) {
        let pod = &mut self.pods[id];
        let (workload, kind) = (pod.workload, self.plan.workloads[pod.workload].kind);
        if !super::jobs::fails_by_deletion(&kind) || pod.let_go || pod.counted {
            return;
        }
        pod.counted = true;
        self.disrupts(at, workload);
    }

    /// KC-17: what a policy ignores still makes the Job wait.
    fn disrupts(&mut self, at: SimTime, workload: WorkloadId) {
        let kind = self.plan.workloads[workload].kind;
        let ignored = matches!(kind, WorkloadKind::Job { disrupted: OnDisruption::Ignored, .. });
        let job = &mut self.jobs[workload];
        (job.failures, job.in_a_row) = (job.failures + u32::from(!ignored), job.in_a_row + 1);
        (job.last, job.disrupted) = (Some(at), Some(at));
    }
}

/// Counts one more at the instant; resets the count of an earlier instant.
fn count(times: &mut (SimTime, i64), at: SimTime) {
    let before = if times.0 == at { times.1 } else { 0 };
    *times = (at, before + 1);
}
