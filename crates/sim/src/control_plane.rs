//! The control plane: upgraded before the nodes, replica by replica (AM-69, AM-70).

use std::collections::VecDeque;

use crate::cx::{Core, Cx, Process, Stream};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PoolId, RecordNo, SimTime, broken, muted, order};
use model::Version;
use model::maintenance::{Blockers, ClusterPart, UpgradeKind, WorkKind};
use model::pool::RunState;
use model::script::Command;
use trace::{Change, Refusal, Subject, Waits, WhyNot};

/// An upgrade or disruption of the control plane that is due and hasn't begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DueWork {
    entry: u32,
    at: SimTime,
    /// The row that requested it.
    row: Option<RecordNo>,
    /// It is announced until this instant and doesn't begin earlier (BS-29).
    not_before: SimTime,
    /// When it last requested a wake.
    asked: Option<SimTime>,
    /// The reported reason why it waits.
    reported: Option<WhyNot>,
}

/// What is due for the control plane, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct ControlPlane {
    due: VecDeque<DueWork>,
    /// The row with which its last upgrade ended.
    done: Option<RecordNo>,
}

impl Process for ControlPlane {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::ReplicaDone(replica) => self.done = cx.replica_done(replica).or(self.done),
            Wake::ControlPlaneCommand(entry) => match cx.plan.command(entry) {
                // MX-21: from this instant GKE moves the cluster to the target.
                Some(Command::Target { .. }) => cx.wake_maintenance(),
                _ => self.upgrade_control_plane(cx, entry),
            },
            Wake::ControlPlaneTurn => {
                self.take_step(cx);
                self.start_control_plane(cx, false);
            }
            // Disruption of the control plane's VMs comes before work that became due later.
            Wake::DisruptionTurn(at) if self.due.iter().any(|one| one.at <= at) => {
                self.start_control_plane(cx, true);
            }
            // The deleted node may have been the last one that trails too far behind.
            Wake::NodeGone(_) => {
                let mut due = self.due.iter();
                if due.any(|one| matches!(one.reported, Some(WhyNot::OldNodes(_))))
                    && !cx.nodes_busy()
                {
                    cx.wake_maintenance();
                }
            }
            _ => {}
        }
        cx.world.control_plane_due = !self.due.is_empty();
    }

    fn waits_for_calendar(&self, core: &Core) -> bool {
        let mut due = self.due.iter();
        due.any(|one| !core.control_plane_blockers(one).none())
    }
}

impl ControlPlane {
    pub(super) fn upgrade_control_plane(&mut self, cx: &mut Cx<'_>, entry: u32) {
        let state = cx.world.cluster.control_plane;
        let target = cx.target_of(entry);
        // Automatic work follows the manual upgrade.
        let manual = cx.control_plane_work(entry) == WorkKind::Manual;
        if target.is_some() && state.replica.is_some() && manual {
            return cx.refuse_cluster(Refusal::ControlPlaneBusy);
        }
        if target.is_some() && target <= state.version {
            return cx.refuse_cluster(Refusal::AlreadySo);
        }
        if manual && !cx.is_next_minor(entry) {
            return cx.refuse_cluster(Refusal::MinorsAhead);
        }
        self.queue_work(cx, entry);
    }

    /// Makes the next step to the target due when the control plane has arrived at the previous one (AM-70).
    fn take_step(&mut self, cx: &mut Cx<'_>) {
        let plane = cx.world.cluster.control_plane;
        let mut due = self.due.iter();
        if plane.replica.is_some() || due.any(|one| cx.is_step(one.entry)) {
            return;
        }
        let mut steps = cx.steps_of(None);
        if let Some((entry, _)) = steps.find(|(_, version)| Some(*version) > plane.version) {
            drop(steps);
            self.queue_work(cx, entry);
        }
    }

    fn queue_work(&mut self, cx: &mut Cx<'_>, entry: u32) {
        let at = cx.now;
        let kind = match cx.control_plane_work(entry) {
            WorkKind::Automatic(_, kind) => Some(kind),
            _ => None,
        };
        let notice = cx.plan.pace.notice.filter(|_| !muted("BS-29"));
        let notice =
            notice.filter(|_| matches!(kind, Some(UpgradeKind::Minor | UpgradeKind::Patch)));
        if let Some(notice) = notice {
            let after_s = notice.secs();
            let change = Change::ControlPlaneScheduled { entry, after_s };
            let row = cx.record(Rule::Announced, Subject::Cluster, change);
            cx.wake_because(at + notice, Wake::Maintenance, row);
        }
        self.due.push_back(DueWork {
            entry,
            at,
            row: cx.cause,
            not_before: notice.map_or(at, |notice| at + notice),
            asked: None,
            reported: None,
        });
        cx.wake_maintenance();
    }

    /// Class 8, first: starts what is due and permitted (AM-70). VM disruption comes after node upgrades.
    pub(super) fn start_control_plane(&mut self, cx: &mut Cx<'_>, disruption: bool) {
        if cx.world.cluster.control_plane.replica.is_some() {
            return;
        }
        self.drop_reached_targets(cx);
        let (busy, woken) = (cx.nodes_busy(), cx.cause);
        let mut due = std::mem::take(&mut self.due);
        let next = self.next_work(cx, &mut due, busy, disruption);
        let next = next.and_then(|at| due.remove(at));
        self.due = due;
        if let Some(one) = next {
            cx.because_requested(one.at, one.row);
            cx.begin_control_plane(one.entry);
            cx.cause = woken;
        }
    }

    /// Refuses what has been done in the meantime. GKE's own steps are dropped without a row.
    fn drop_reached_targets(&mut self, cx: &mut Cx<'_>) {
        let now = cx.world.cluster.control_plane.version;
        for one in std::mem::take(&mut self.due) {
            let target = cx.target_of(one.entry);
            if target.is_none() || target > now {
                self.due.push_back(one);
            } else if !cx.is_step(one.entry) {
                let rule = match cx.control_plane_work(one.entry) {
                    WorkKind::Manual => Rule::ControlPlaneRefused,
                    _ => Rule::ControlPlaneOvertaken,
                };
                let change = Change::Refused { why: Refusal::AlreadySo };
                cx.record_because(rule, Subject::Cluster, change, self.done);
            }
        }
    }

    /// Returns the first due operation that nothing blocks; records once why each other one waits.
    fn next_work(
        &mut self,
        cx: &mut Cx<'_>,
        due: &mut VecDeque<DueWork>,
        busy: bool,
        disruption: bool,
    ) -> Option<usize> {
        let mut turns: Vec<(u32, usize)> = Vec::new();
        for (at, one) in due.iter().enumerate() {
            let work = cx.control_plane_work(one.entry);
            let disrupts =
                work == WorkKind::Automatic(ClusterPart::ControlPlane, UpgradeKind::Disruption);
            let rank = match work {
                WorkKind::Override(_) => 0,
                WorkKind::ControlPlaneRepair => 1,
                _ => {
                    let now = cx.world.cluster.control_plane.version;
                    let kind = UpgradeKind::between(now, cx.target_of(one.entry));
                    2 + u32::from(kind == UpgradeKind::Patch)
                }
            };
            if disrupts == disruption {
                turns.push((rank, at));
            }
        }
        order::sort(&mut turns);
        let woken = cx.cause;
        for (_, at) in turns {
            let one = &mut due[at];
            let work = cx.control_plane_work(one.entry);
            let by = cx.control_plane_blockers(one);
            if let Some(again) = cx.interval_ends(one).filter(|at| one.asked != Some(*at)) {
                one.asked = Some(again);
                cx.wake(again, Wake::Maintenance);
            }
            // A blocker that lasts for days is reported instead of the wait for a turn.
            let lasts = by.exclusions != 0 || by.interval.is_some();
            // Until then it is announced, and no window lets it start (BS-29).
            let early = cx.now < one.not_before;
            let next = cx.is_next_minor(one.entry);
            let waits = next && work != WorkKind::Manual;
            let behind = waits.then(|| cx.leaves_behind(one.entry)).flatten();
            let why = if early || by.none() && !next && !busy {
                continue;
            } else if let Some(pool) = behind {
                // No window and no end of an exclusion lets it start.
                WhyNot::OldNodes(pool)
            } else if busy && !lasts {
                WhyNot::AnotherRun
            } else if !by.none() {
                cx.policy(by, work)
            } else {
                return Some(at);
            };
            if !one.reported.is_some_and(|reported| reported.covers(why)) {
                one.reported = Some(why);
                cx.because_requested(one.at, one.row);
                let change = Change::UpgradeQueued { why };
                let rule = match why {
                    WhyNot::Policy(Waits { by, .. }) if by.interval.is_some() => {
                        match cx.plan.pace.budget {
                            Some(_) => Rule::DisruptionBudget,
                            None => Rule::OneMinorAMonth,
                        }
                    }
                    WhyNot::Policy(Waits { by, .. }) if by.exclusions != 0 => {
                        Rule::ControlPlaneExcluded
                    }
                    WhyNot::OldNodes(_) => Rule::ControlPlaneAhead,
                    _ => Rule::ControlPlaneWaits,
                };
                cx.record(rule, Subject::Cluster, change);
                cx.cause = woken;
            }
        }
        None
    }
}

impl Core {
    pub(super) fn is_step(&self, entry: u32) -> bool {
        matches!(self.world.plan.command(entry), Some(Command::Step { .. }))
    }

    /// The steps to the target for the control plane or for a pool: script entries with their versions.
    pub(super) fn steps_of(&self, of: Option<PoolId>) -> impl Iterator<Item = (u32, Version)> + '_ {
        let first = self.world.target.map_or(u32::MAX, |target| target + 1);
        let entries = self.world.plan.script.iter().enumerate().skip(first as usize);
        let steps = entries.map_while(|(no, entry)| match entry.command {
            Command::Step { pool, version } => Some((no as u32, pool, version)),
            _ => None,
        });
        steps.filter_map(move |(no, pool, version)| (pool == of).then_some((no, version)))
    }

    /// The version that the entry brings; `None` if the version stays.
    fn target_of(&self, entry: u32) -> Option<Version> {
        self.world.plan.command(entry)?.version_of_control_plane()
    }

    /// How the maintenance policy classifies the entry's work on the control plane.
    pub(super) fn control_plane_work(&self, entry: u32) -> WorkKind {
        let kind = |to| {
            let now = self.world.cluster.control_plane.version;
            let kind = UpgradeKind::between(now, Some(to));
            let work = WorkKind::Automatic(ClusterPart::ControlPlane, kind);
            self.world.plan.maintenance.enforced(work, now, self.now)
        };
        if let Some(why) = self.override_of(entry) {
            return WorkKind::Override(why);
        }
        match self.world.plan.command(entry) {
            Some(Command::RecreateControlPlane { repair: true }) => WorkKind::ControlPlaneRepair,
            Some(Command::RecreateControlPlane { repair: false }) => {
                WorkKind::Automatic(ClusterPart::ControlPlane, UpgradeKind::Disruption)
            }
            Some(
                Command::UpgradeControlPlane { version, automatic: true }
                | Command::Step { version, .. },
            ) => kind(*version),
            _ => WorkKind::Manual,
        }
    }

    /// AM-70 (1): is a run of nodes in progress? A canceled or paused one isn't.
    pub(super) fn nodes_busy(&self) -> bool {
        let busy = |state: RunState| {
            matches!(
                state,
                RunState::Running
                    | RunState::WaitingForResources
                    | RunState::Cancelling
                    | RunState::RollingBack
            )
        };
        let pools = &self.world.cluster.pools;
        let waits = !muted("AM-70") && !broken("control-plane/busy");
        pools.values().any(|pool| busy(pool.run)) && waits
    }

    fn control_plane_blockers(&self, one: &DueWork) -> Blockers {
        let work = self.control_plane_work(one.entry);
        let by = self.world.plan.maintenance.blockers(self.now, work, None);
        let interval = match (work, self.interval_ends(one)) {
            (WorkKind::Automatic(_, kind), Some(_)) => Some(kind),
            _ => None,
        };
        if broken("control-plane/policy") {
            return Blockers::default();
        }
        Blockers { interval, ..by }
    }

    /// The end of the minimum interval since the previous upgrade, if it is in the future.
    fn interval_ends(&self, one: &DueWork) -> Option<SimTime> {
        let WorkKind::Automatic(_, kind) = self.control_plane_work(one.entry) else {
            return None;
        };
        let plane = &self.world.cluster.control_plane;
        let at = self.world.plan.pace.earliest(plane, kind, self.is_step(one.entry))?;
        (at > self.now && !broken("control-plane/interval")).then_some(at)
    }

    /// BS-06: is it the next minor version? A later one waits for the one before, or is refused.
    fn is_next_minor(&self, entry: u32) -> bool {
        let now = self.world.cluster.control_plane.version;
        match (now, self.target_of(entry)) {
            (Some(now), Some(target)) => {
                target.major != now.major || target.minor <= now.minor.saturating_add(1)
            }
            _ => true,
        }
    }

    /// BS-06: the first pool of which nodes would trail by more than two minor versions. An automatic upgrade waits for them.
    fn leaves_behind(&self, entry: u32) -> Option<PoolId> {
        let target = self.target_of(entry).filter(|_| !muted("BS-06"))?;
        self.world.cluster.pools_behind(&self.world.plan, target).min()
    }

    /// AM-69, MR-10: a zonal control plane doesn't answer during its upgrade, so controllers, scheduler and drains wait.
    pub(super) fn waits_for_api(&self, wake: Wake) -> bool {
        if !self.world.cluster.control_plane.is_down()
            || muted("AM-69")
            || broken("control-plane/answers")
        {
            return false;
        }
        match wake {
            // KD-10: the clock of `kubectl drain` is outside of the cluster.
            Wake::DrainLimit(node, _) => {
                let running = self.world.drains.running.get(&node);
                running.is_some_and(|(purpose, _)| !purpose.outside_cluster)
            }
            wake => wake.needs_api(),
        }
    }

    /// AM-70: while the control plane is upgraded, no run of nodes starts or resumes.
    pub(super) fn control_plane_busy(&self) -> bool {
        let upgraded = self.world.cluster.control_plane.replica.is_some();
        upgraded && !muted("AM-70") && !broken("control-plane/nodes")
    }
}

impl Cx<'_> {
    pub(super) fn refuse_cluster(&mut self, why: Refusal) {
        let change = Change::Refused { why };
        self.record(Rule::ControlPlaneRefused, Subject::Cluster, change);
    }

    /// What was requested at this instant follows from the requesting row, not from the row that woke GKE.
    pub(super) fn because_requested(&mut self, at: SimTime, row: Option<RecordNo>) {
        if at == self.now {
            self.cause = row.or(self.cause);
        }
    }

    fn begin_control_plane(&mut self, entry: u32) {
        if let WorkKind::Override(why) = self.control_plane_work(entry) {
            self.report_override(Subject::Cluster, why);
        }
        let rule = match self.plan.command(entry) {
            Some(Command::RecreateControlPlane { repair: true }) => Rule::ControlPlaneRepair,
            Some(Command::RecreateControlPlane { repair: false }) => Rule::ControlPlaneDisrupted,
            _ => Rule::ControlPlaneStart,
        };
        let change = Change::ControlPlaneStarted { entry };
        self.cause = self.record(rule, Subject::Cluster, change);
        self.next_replica(0);
    }

    fn next_replica(&mut self, replica: u32) {
        let takes = self.draw(
            self.world.plan.timings.control_plane,
            Stream::ControlPlane,
            u64::from(replica),
            0,
        );
        let at = self.now + takes;
        let change = Change::ReplicaStarted { replica, lasts_s: takes.secs() };
        let row = self.record(Rule::ReplicaStart, Subject::Cluster, change);
        self.wake_because(at, Wake::ReplicaDone(replica), row);
    }

    /// Upgrades the next replica; after the last one the control plane has its new version.
    pub(super) fn replica_done(&mut self, replica: u32) -> Option<RecordNo> {
        let replicas = self.world.cluster.control_plane.replicas;
        let more = replica + 1 < replicas && !broken("control-plane/one");
        if more && !muted("AM-69") {
            self.next_replica(replica + 1);
            return None;
        }
        let (rule, change) = match self.world.cluster.control_plane.target {
            Some(_) => (Rule::ControlPlaneDone, Change::ControlPlaneDone),
            None => (Rule::ControlPlaneBack, Change::ControlPlaneBack),
        };
        let done = self.record(rule, Subject::Cluster, change);
        // In the order of arrival.
        let held_back = std::mem::take(&mut self.held_back);
        for (n, (wake, cause)) in held_back.into_iter().enumerate() {
            if let Wake::TryEvictions(node) = wake {
                self.wake_now(Wake::LateEvictions(node));
                continue;
            }
            let now = self.now;
            self.queue.push(now, wake, (0, n as u64), cause);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use base::SimTime;
    use expect_test::expect;

    use crate::testing::*;

    /// AM-69, AM-70, BS-02: the nodes follow when the control plane has the version.
    #[test]
    fn nodes_follow_the_control_plane() {
        check(
            "control-plane=1.32 replicas-of-it=3 | pool a nodes=1 | at=0 upgrade-master 1.33 automatic | at=0 upgrade a automatic | at=100 upgrade a gvnic | at=200 upgrade-master 1.33",
            |record| !pods_and_nodes(record),
            expect![[r#"
                   0s  cluster  started                                       start/scenario []
                   0s  cluster  command 0                                     user/command []
                   0s  pool/a   command 1                                     user/command []
                   0s  cluster  control plane upgrade started                 control-plane/start [AM-69 AM-70]           <- cluster command 0
                   0s  cluster  replica 1 of the control plane, 600s          control-plane/replica [AM-69 MR-10]         <- cluster control plane upgrade started
                   0s  pool/a   queued: control plane is older                upgrade/queue [BS-02 AM-84]                 <- pool/a command 1
                 100s  pool/a   command 2                                     user/command []
                 100s  pool/a   refused: the control plane is being upgraded  user/refused [UP-14 AM-84 BS-04]            <- pool/a command 2
                 200s  cluster  command 3                                     user/command []
                 200s  cluster  refused: the control plane is being upgraded  control-plane/refused [AM-70]               <- cluster command 3
                 600s  cluster  replica 2 of the control plane, 600s          control-plane/replica [AM-69 MR-10]         <- cluster replica 1 of the control plane, 600s
                1200s  cluster  replica 3 of the control plane, 600s          control-plane/replica [AM-69 MR-10]         <- cluster replica 2 of the control plane, 600s
                1800s  cluster  control plane upgraded                        control-plane/done [AM-69]                  <- cluster replica 3 of the control plane, 600s
                1800s  pool/a   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- cluster control plane upgraded
                1800s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
                2011s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                2011s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                Quiet
            "#]],
        );
    }

    /// BS-02, AM-70: not even when the control plane's upgrade was requested before.
    #[test]
    fn nodes_never_get_ahead_of_the_control_plane() {
        check(
            "control-plane=1.32 | pool a nodes=1 | at=0 upgrade-master 1.33 | at=0 upgrade a | at=700 upgrade a",
            |record| !pods_and_nodes(record),
            expect![[r#"
                  0s  cluster  started                                       start/scenario []
                  0s  cluster  command 0                                     user/command []
                  0s  pool/a   command 1                                     user/command []
                  0s  pool/a   refused: newer than the control plane         user/above-control-plane [BS-02 AM-70]      <- pool/a command 1
                  0s  cluster  control plane upgrade started                 control-plane/start [AM-69 AM-70]           <- cluster command 0
                  0s  cluster  replica 1 of the control plane, 600s          control-plane/replica [AM-69 MR-10]         <- cluster control plane upgrade started
                600s  cluster  control plane upgraded                        control-plane/done [AM-69]                  <- cluster replica 1 of the control plane, 600s
                700s  pool/a   command 2                                     user/command []
                700s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 2
                700s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                911s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                911s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                Quiet
            "#]],
        );
    }

    /// AM-69, MR-10: nothing is placed or evicted in the meantime, and Pods keep running.
    #[test]
    fn a_zonal_control_plane_does_not_answer() {
        check(
            "control-plane=1.32 | pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=1 | at=0 upgrade-master 1.33 | at=0 drain a-0 | at=100 replicas web 3 | at=200 cordon a-1 | at=300 fail a-1",
            |_| true,
            expect![[r#"
                   0s  cluster       started                                                   start/scenario []
                   0s  cluster       command 0                                                 user/command []
                   0s  node/a-0      command 1                                                 user/command []
                   0s  node/a-0      cordoned                                                  user/cordon [KT-18]                          <- node/a-0 command 1
                   0s  cluster       control plane upgrade started                             control-plane/start [AM-69 AM-70]            <- cluster command 0
                   0s  cluster       replica 1 of the control plane, 600s                      control-plane/replica [AM-69 MR-10]          <- cluster control plane upgrade started
                 100s  workload/web  command 2                                                 user/command []
                 100s  workload/web  refused: the control plane does not answer                control-plane/does-not-answer [MR-10 AM-69]  <- workload/web command 2
                 200s  node/a-1      command 3                                                 user/command []
                 200s  node/a-1      refused: the control plane does not answer                control-plane/does-not-answer [MR-10 AM-69]  <- node/a-1 command 3
                 300s  node/a-1      command 4                                                 user/command []
                 300s  node/a-1      kubelet stops                                             node/kubelet-stops [KT-10 KT-11]             <- node/a-1 command 4
                 600s  cluster       control plane upgraded                                    control-plane/done [AM-69]                   <- cluster replica 1 of the control plane, 600s
                 600s  node/a-0      draining 2 pods                                           drain/start [KD-01 AM-06]                    <- node/a-0 cordoned
                 600s  node/a-1      lost                                                      node/lost [KT-11]                            <- node/a-1 kubelet stops
                 600s  pod/web-0     evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 2 pods
                 600s  pod/web-1     blocked: web-pdb allows 0                                 gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 2 pods
                 600s  pod/web-2     pending                                                   workload/replace [KC-01 KC-02]               <- pod/web-0 evicted, gone in 30s
                 600s  pod/web-2     blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]      <- pod/web-2 pending
                 630s  pod/web-0     gone                                                      pod/gone [KT-05]                             <- pod/web-0 evicted, gone in 30s
                 900s  node/a-1      cordoned                                                  repair/cordon [BS-58 AM-53]                  <- node/a-1 lost
                 901s  node/a-1      draining 0 pods, at most 3600s                            drain/start [KD-01 AM-06]                    <- node/a-1 cordoned
                 901s  node/a-1      drained                                                   drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods, at most 3600s
                 901s  node/a-1      deleting for 30s, to recreate                             repair/delete [BS-58 AM-53]                  <- node/a-1 drained
                 931s  node/a-1      gone                                                      node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s, to recreate
                 931s  node/a-1      recreating, ready in 180s                                 node/bring-back [AM-80]                      <- node/a-1 gone
                1111s  node/a-1      ready                                                     node/brought-back [AM-80 AM-39]              <- node/a-1 recreating, ready in 180s
                1111s  node/a-1      uncordoned                                                node/brought-back [AM-80 AM-39]              <- node/a-1 ready
                1111s  pod/web-2     bound to a-1                                              place/bind [KS-30 KS-31]                     <- node/a-1 ready
                1131s  pod/web-2     ready                                                     pod/ready [KT-03]                            <- pod/web-2 bound to a-1
                1135s  pod/web-1     evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]              <- pod/web-2 ready
                1135s  pod/web-3     pending                                                   workload/replace [KC-01 KC-02]               <- pod/web-1 evicted, gone in 30s
                1135s  pod/web-3     bound to a-1                                              place/bind [KS-30 KS-31]                     <- pod/web-3 pending
                1155s  pod/web-3     ready                                                     pod/ready [KT-03]                            <- pod/web-3 bound to a-1
                1165s  pod/web-1     gone                                                      pod/gone [KT-05]                             <- pod/web-1 evicted, gone in 30s
                1165s  node/a-0      drained                                                   drain/end [KD-09 KD-11]                      <- pod/web-1 gone
                Quiet
            "#]],
        );
    }

    /// AM-69, KD-14: the next attempt, due at 26 s, is made when the control plane answers again, on the grid of the drain.
    #[test]
    fn vms_due_during_the_upgrade_are_requested_after_it() {
        check(
            "control-plane=1.32 | pool a nodes=2 | app web replicas=2 ready=2 on=a-0 max-unavailable=1 | at=0 drain a-0 | at=24 upgrade-master 1.33",
            |_| true,
            expect![[r#"
                  0s  cluster    started                               start/scenario []
                  0s  node/a-0   command 0                             user/command []
                  0s  node/a-0   cordoned                              user/cordon [KT-18]                    <- node/a-0 command 0
                  1s  node/a-0   draining 2 pods                       drain/start [KD-01 AM-06]              <- node/a-0 cordoned
                  1s  pod/web-0  evicted, gone in 30s                  drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods
                  1s  pod/web-1  blocked: web-pdb allows 0             gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods
                  1s  pod/web-2  pending                               workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
                  1s  pod/web-2  bound to a-1                          place/bind [KS-30 KS-31]               <- pod/web-2 pending
                 21s  pod/web-2  running, ready in 2s                  pod/started [KT-01]                    <- pod/web-2 bound to a-1
                 23s  pod/web-2  ready                                 pod/ready [KT-03]                      <- pod/web-2 running, ready in 2s
                 24s  cluster    command 1                             user/command []
                 24s  cluster    control plane upgrade started         control-plane/start [AM-69 AM-70]      <- cluster command 1
                 24s  cluster    replica 1 of the control plane, 600s  control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
                 31s  pod/web-0  gone                                  pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
                624s  cluster    control plane upgraded                control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
                626s  pod/web-1  evicted, gone in 30s                  drain/evict [UP-18 KD-08 KE-11]        <- pod/web-2 ready
                626s  pod/web-3  pending                               workload/replace [KC-01 KC-02]         <- pod/web-1 evicted, gone in 30s
                626s  pod/web-3  bound to a-1                          place/bind [KS-30 KS-31]               <- pod/web-3 pending
                646s  pod/web-3  running, ready in 2s                  pod/started [KT-01]                    <- pod/web-3 bound to a-1
                648s  pod/web-3  ready                                 pod/ready [KT-03]                      <- pod/web-3 running, ready in 2s
                656s  pod/web-1  gone                                  pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
                656s  node/a-0   drained                               drain/end [KD-09 KD-11]                <- pod/web-1 gone
                Quiet
            "#]],
        );
    }

    /// AM-70: it waits for the run in progress; a window delays an automatic one.
    #[test]
    fn it_waits_for_upgrades_of_nodes() {
        check(
            "control-plane=1.33 | open=1000-2000 | pool a nodes=1 | at=0 upgrade a | at=10 upgrade-master 1.34 automatic",
            |record| !pods_and_nodes(record),
            expect![[r#"
                   0s  cluster  started                                       start/scenario []
                   0s  pool/a   command 0                                     user/command []
                   0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                   0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  10s  cluster  command 1                                     user/command []
                  10s  cluster  queued: another pool is being upgraded        control-plane/waits [AM-70]                 <- cluster command 1
                 211s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                 211s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                 211s  cluster  queued: MAINTENANCE_WINDOW                    control-plane/waits [AM-70]                 <- pool/a succeeded
                1000s  cluster  window open                                   window/opens [AM-56]
                1000s  cluster  control plane upgrade started                 control-plane/start [AM-69 AM-70]           <- cluster window open
                1000s  cluster  replica 1 of the control plane, 600s          control-plane/replica [AM-69 MR-10]         <- cluster control plane upgrade started
                1600s  cluster  control plane upgraded                        control-plane/done [AM-69]                  <- cluster replica 1 of the control plane, 600s
                2000s  cluster  window closed                                 window/closes [AM-56]
                Quiet
            "#]],
        );
    }

    /// BS-06, AM-70: a command over two minor versions is refused, and the script goes on; an automatic upgrade waits for nodes that would trail by three, and
    /// one by command doesn't.
    #[test]
    fn a_command_goes_one_minor_version_ahead_of_any_nodes() {
        check(
            "control-plane=1.32 | pool a nodes=1 | at=0 upgrade-master 1.34 | at=10 upgrade-master 1.33 | at=1000 upgrade-master 1.34 \
             | at=2000 upgrade-master 1.35 automatic | at=3000 upgrade-master 1.35",
            |record| !pods_and_nodes(record),
            expect![[r#"
                   0s  cluster  started                                      start/scenario []
                   0s  cluster  command 0                                    user/command []
                   0s  cluster  refused: more than one minor version ahead   control-plane/refused [AM-70]        <- cluster command 0
                  10s  cluster  command 1                                    user/command []
                  10s  cluster  control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster command 1
                  10s  cluster  replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
                 610s  cluster  control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
                1000s  cluster  command 2                                    user/command []
                1000s  cluster  control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster command 2
                1000s  cluster  replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
                1600s  cluster  control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
                2000s  cluster  command 3                                    user/command []
                2000s  cluster  queued: nodes are two minor versions behind  control-plane/waits-nodes [BS-06]    <- cluster command 3
                3000s  cluster  command 4                                    user/command []
                3000s  cluster  control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster command 4
                3000s  cluster  replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
                3600s  cluster  control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
                3600s  cluster  refused: already so                          control-plane/overtaken [AM-70]      <- cluster control plane upgraded
                Quiet
            "#]],
        );
    }

    /// AM-69: Autopilot creates no nodes in the meantime.
    #[test]
    fn autopilot_creates_no_nodes_meanwhile() {
        check(
            "control-plane=1.32 replicas-of-it=3 autopilot | pool a nodes=1 | at=0 upgrade-master 1.33 | at=10 resize a 2",
            |_| true,
            expect![[r#"
                   0s  cluster     started                                 start/scenario []
                   0s  cluster     command 0                               user/command []
                   0s  cluster     control plane upgrade started           control-plane/start [AM-69 AM-70]    <- cluster command 0
                   0s  cluster     replica 1 of the control plane, 600s    control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
                  10s  pool/a      command 1                               user/command []
                  10s  pool/a      resized to 2 in each zone               pool/resize [AM-63]                  <- pool/a command 1
                  10s  pool/a      blocked: the control plane is upgraded  pool/no-capacity [AM-60]             <- pool/a resized to 2 in each zone
                 600s  cluster     replica 2 of the control plane, 600s    control-plane/replica [AM-69 MR-10]  <- cluster replica 1 of the control plane, 600s
                1200s  cluster     replica 3 of the control plane, 600s    control-plane/replica [AM-69 MR-10]  <- cluster replica 2 of the control plane, 600s
                1800s  cluster     control plane upgraded                  control-plane/done [AM-69]           <- cluster replica 3 of the control plane, 600s
                1800s  node/a-a-1  requested, ready in 180s                pool/request-node [AM-63]            <- cluster control plane upgraded
                1980s  node/a-a-1  ready                                   pool/node-ready [AM-39]              <- node/a-a-1 requested, ready in 180s
                Quiet
            "#]],
        );
    }

    /// BS-01, BS-07: one pool at a time, or as many as the cluster allows.
    #[test]
    fn parallel_pool_upgrades_are_limited() {
        let pools = "pool a nodes=1 | pool b nodes=1 | pool c nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic | at=0 upgrade c automatic";
        check(
            &format!("concurrent=2 | {pools}"),
            |record| {
                matches!(
                    record.change,
                    trace::Change::UpgradeStarted { .. } | trace::Change::UpgradeQueued { .. }
                )
            },
            expect![[r#"
                  0s  pool/a  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/a command 0
                  0s  pool/b  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/b command 1
                  0s  pool/c  queued: another pool is being upgraded  upgrade/queue-turn [BS-01 AM-70]  <- pool/c command 2
                211s  pool/c  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/a succeeded
                Quiet
            "#]],
        );
    }

    /// AM-69: of a zonal cluster no Pod is forced out meanwhile; the limits of drains act when the control plane answers.
    #[test]
    fn a_limit_of_a_drain_waits_for_the_control_plane() {
        check(
            "control-plane=1.32 | pool a nodes=2 | app p replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=5000 upgrade-master 1.33",
            |record| pods_and_nodes(record) && record.at < SimTime::from_secs(5700),
            expect![[r#"
                   0s  node/a-0  command 0                       user/command []
                   0s  node/a-0  disk full                       node/disk-full [BS-58]                       <- node/a-0 command 0
                1800s  node/a-0  cordoned                        repair/cordon [BS-58 AM-53]                  <- node/a-0 disk full
                1801s  node/a-0  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]                    <- node/a-0 cordoned
                1801s  pod/p-0   blocked: p-pdb allows 0         gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 1 pods, at most 3600s
                5600s  pod/p-0   forced out against its budget   drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 1 pods, at most 3600s
                5600s  node/a-0  drained by limit                drain/end [KD-09 KD-11]                      <- node/a-0 draining 1 pods, at most 3600s
                5600s  node/a-0  deleting for 30s, to recreate   repair/delete [BS-58 AM-53]                  <- node/a-0 drained by limit
                5600s  pod/p-1   pending                         workload/replace [KC-01 KC-02]               <- pod/p-0 forced out against its budget
                5600s  pod/p-1   bound to a-1                    place/bind [KS-30 KS-31]                     <- pod/p-1 pending
                5620s  pod/p-1   ready                           pod/ready [KT-03]                            <- pod/p-1 bound to a-1
                5630s  node/a-0  gone                            node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s, to recreate
                5630s  node/a-0  recreating, ready in 180s       node/bring-back [AM-80]                      <- node/a-0 gone
                Quiet
            "#]],
        );
    }

    /// AM-69, BS-11.
    #[test]
    fn a_pdb_timeout_waits_for_the_control_plane() {
        check(
            "control-plane=1.32 | pool a nodes=2 pdb-timeout=3000 | app p replicas=1 on=a-0 max-unavailable=0 | at=0 fail a-0 disk | at=4500 upgrade-master 1.33",
            |record| pods_and_nodes(record) && record.at < SimTime::from_secs(5200),
            expect![[r#"
                   0s  node/a-0  command 0                          user/command []
                   0s  node/a-0  disk full                          node/disk-full [BS-58]                   <- node/a-0 command 0
                1800s  node/a-0  cordoned                           repair/cordon [BS-58 AM-53]              <- node/a-0 disk full
                1801s  node/a-0  draining 1 pods                    drain/start [KD-01 AM-06]                <- node/a-0 cordoned
                1801s  pod/p-0   blocked: p-pdb allows 0            gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-0 draining 1 pods
                5100s  pod/p-0   deleted at the limit, gone in 30s  drain/pdb-violation [BS-11 AM-62 BS-15]  <- node/a-0 draining 1 pods
                5100s  pod/p-1   pending                            workload/replace [KC-01 KC-02]           <- pod/p-0 deleted at the limit, gone in 30s
                5100s  pod/p-1   bound to a-1                       place/bind [KS-30 KS-31]                 <- pod/p-1 pending
                5120s  pod/p-1   ready                              pod/ready [KT-03]                        <- pod/p-1 bound to a-1
                5130s  pod/p-0   gone                               pod/gone [KT-05]                         <- pod/p-0 deleted at the limit, gone in 30s
                5130s  node/a-0  drained                            drain/end [KD-09 KD-11]                  <- pod/p-0 gone
                5130s  node/a-0  deleting for 30s, to recreate      repair/delete [BS-58 AM-53]              <- node/a-0 drained
                5160s  node/a-0  gone                               node/vm-gone [AM-39]                     <- node/a-0 deleting for 30s, to recreate
                5160s  node/a-0  recreating, ready in 180s          node/bring-back [AM-80]                  <- node/a-0 gone
                Quiet
            "#]],
        );
    }
}
