//! The scheduler process: empties the queue; each Pod is bound or waits.

use crate::cx::{Cx, Process, Stream};
use crate::rules::Rule;
use crate::scheduling::{
    Backlog, Placement, PodPriority, Preemptor, SchedulerCache, equivalence_class,
};
use crate::wake::Wake;
use base::{Map, NodeId, PodId, Quantiles, Set, SimSpan, SimTime, WorkloadId};
use model::cluster::Cluster;
use model::plan::Plan;
use model::pod::Pod;
use model::settings::PodTimings;
use model::workload::WorkloadKind;
use trace::{Blocker, Change};

/// The reported reasons of unschedulable Pods, so that only a new reason is a row.
#[derive(Clone, Debug, Default)]
struct Tried {
    filters: Map<PodId, u32>,
    /// Lists of rejecting filters, by their numbers in `filters`.
    lists: Vec<Vec<u32>>,
    /// The trace's number of rows when Pods were last tried, and when there were more than before.
    rows: u32,
    changed_at: SimTime,
    /// The retry that was last requested.
    retry_at: Option<SimTime>,
    /// Nodes that have pulled the image of a workload (KT-02).
    pulled: Set<(WorkloadId, NodeId)>,
}

impl Tried {
    /// Images of the Pods that run at the start are on their nodes.
    fn at_start(plan: &Plan, cluster: &Cluster) -> Self {
        let mut tried = Self::default();
        for pod in cluster.pods.values() {
            if let Some(node) = pod.node() {
                let pull = plan.workloads[pod.workload].timings.image_pull;
                tried.pulls(plan, pull, pod.workload, node);
            }
        }
        tried
    }

    /// The number of this list of rejecting filters.
    fn number(&mut self, reasons: &[(u32, u32)]) -> u32 {
        let is = |list: &Vec<u32>| {
            let filters = reasons.iter().map(|(filter, _)| filter);
            list.iter().eq(filters)
        };
        let known = self.lists.iter().position(is);
        let number = known.unwrap_or_else(|| {
            let filters = reasons.iter().map(|(filter, _)| *filter);
            self.lists.push(filters.collect());
            self.lists.len() - 1
        });
        number as u32
    }

    /// KT-02: does the Pod pull the image, because it is the first of its workload on the node?
    fn pulls(&mut self, plan: &Plan, pull: Quantiles, workload: WorkloadId, node: NodeId) -> bool {
        let image =
            || WorkloadId(plan.first_revision(workload).0 + plan.workloads[workload].image_of);
        pull.p90 > SimSpan::ZERO && self.pulled.insert((image(), node))
    }

    /// A new VM has no images.
    fn forget_images(&mut self, node: NodeId) {
        self.pulled.retain(|(_, on)| *on != node);
    }
}

#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    backlog: Backlog,
    /// Belongs to the world's occupancy.
    pass: SchedulerCache,
    pub(super) preemptor: Preemptor,
    tried: Tried,
    /// Workloads with a new binding that other Pods' affinity may have waited for (KS-03).
    awaited: Set<WorkloadId>,
}

impl Scheduler {
    pub(super) fn new(plan: &Plan, cluster: &Cluster) -> Self {
        Self {
            backlog: Backlog::default(),
            pass: SchedulerCache::default(),
            preemptor: Preemptor::new(plan),
            tried: Tried::at_start(plan, cluster),
            awaited: Set::new(),
        }
    }
}

impl Process for Scheduler {
    fn on_wake(&mut self, cx: &mut Cx<'_>, _: Wake) {
        self.schedule(cx);
    }
}

pub(super) fn priority(plan: &Plan, pod: &Pod) -> PodPriority {
    let workload = &plan.workloads[pod.workload];
    let daemon = workload.kind == WorkloadKind::DaemonSet;
    PodPriority { value: workload.priority, daemon }
}

impl Scheduler {
    /// Class 5: new Pods enter the queue, events move waiting Pods, then each Pod is tried.
    fn schedule(&mut self, cx: &mut Cx<'_>) {
        let now = cx.now;
        for node in cx.scheduler_events.vms_gone.drain(..) {
            self.tried.forget_images(node);
        }
        self.backlog.count_skipped_retries(now);
        let core = &mut *cx.core;
        for pod in core.scheduler_events.created.drain(..) {
            let state = &core.world.cluster.pods[pod];
            if state.pending() {
                self.backlog.add(pod, priority(cx.plan, state), now);
            }
        }
        let spread_changed = std::mem::take(&mut core.scheduler_events.spread_changed);
        let awaited = std::mem::take(&mut self.awaited);
        if std::mem::take(&mut core.scheduler_events.resources_freed) {
            self.backlog.event(now, |_| true);
        } else if spread_changed || !awaited.is_empty() {
            let (plan, world) = (cx.plan, &cx.world);
            self.backlog.event(now, |pod| {
                let own = world.cluster.pods[pod].workload;
                let mut came = awaited.iter();
                (spread_changed && plan.workloads[own].spreads_hard())
                    || came.any(|other| world.occupancy.waits_for(own, *other))
            });
        }
        while let Some(pod) = self.backlog.pop(now) {
            if !cx.world.cluster.pods[pod].pending() {
                continue;
            }
            if !cx.plan.volumes.is_empty() {
                cx.provision(pod, None);
            }
            let world = &mut cx.core.world;
            let (cluster, occupancy) = (&world.cluster, &mut world.occupancy);
            match self.pass.place_pending(cx.plan, cluster, occupancy, pod) {
                Placement::On(node) => self.bind(cx, pod, node),
                Placement::Nowhere(reasons) => self.fits_nowhere(cx, pod, &reasons),
            }
        }
        if let Some(at) = self.backlog.next_wake(now)
            && at > now
        {
            cx.wake(at, Wake::Schedule);
        }
        self.retry_later(cx);
    }

    /// The Pod waits; Pods of its equivalence class wait with it if there is nothing new to report.
    fn fits_nowhere(&mut self, cx: &mut Cx<'_>, pod: PodId, reasons: &[(u32, u32)]) {
        let now = cx.now;
        let (reported, is_news) = self.report_unschedulable(cx, pod, reasons);
        let world = &cx.world;
        let equivalence_class = self
            .preemptor
            .is_left_alone(cx.plan, &world.cluster, pod)
            .then(|| equivalence_class(cx.plan, &world.cluster, &world.occupancy, pod, reported))
            .flatten();
        match equivalence_class {
            // A preempting Pod between them changes the answer, so they are retried.
            Some(equivalence_class) if !is_news => {
                let differs = self.preemptor.anybody_preempts();
                self.backlog.all_failed(pod, now, equivalence_class, differs);
            }
            equivalence_class => self.backlog.failed(pod, now, equivalence_class),
        }
        self.preempt(cx, pod);
    }

    /// KS-03: waiting Pods are retried after 5 min without an event. If no row was written since they were last tried,
    /// nothing can have changed, and the retry is skipped: a retry alone keeps no run alive.
    fn retry_later(&mut self, cx: &mut Cx<'_>) {
        let rows = cx.rows_beside_loops();
        if std::mem::replace(&mut self.tried.rows, rows) != rows {
            self.tried.changed_at = cx.now;
        }
        let Some((since, at)) = self.backlog.next_event_free_retry() else {
            return;
        };
        if since <= self.tried.changed_at && self.tried.retry_at.replace(at) != Some(at) {
            cx.wake(at, Wake::Schedule);
        }
    }

    fn bind(&mut self, cx: &mut Cx<'_>, pod: PodId, node: NodeId) {
        let workload = cx.world.cluster.pods[pod].workload;
        let &PodTimings { start, image_pull, .. } = cx.timings(workload);
        // A Pod that never waited is bound because of its creation, others because of new room.
        let waited = self.tried.filters.remove(&pod).is_some();
        let pull = self.tried.pulls(cx.plan, image_pull, workload, node);
        let subject = cx.pod_rank(pod);
        let start = cx.draw(start, Stream::PodStart, subject, 0);
        let pulling =
            if pull { cx.draw(image_pull, Stream::ImagePull, subject, 0) } else { SimSpan::ZERO };
        let cause = if waited { cx.cause } else { cx.world.pod_row(pod).or(cx.cause) };
        if !cx.plan.volumes.is_empty() {
            cx.provision(pod, Some(node));
        }
        let change = Change::PodBound { node, start_s: (start + pulling).secs() };
        cx.record_because(Rule::Bind, pod, change, cause);
        // KS-03: Pods whose skew or affinity counts this one may now fit.
        if self.backlog.is_waiting() {
            let cause = cx.world.pod_row(pod);
            cx.spread_changed(cause);
            if cx.world.occupancy.is_required(workload) {
                self.awaited.insert(workload);
                cx.wake_once_because(Wake::Schedule, cause);
            }
        }
    }

    /// Records one row per rejecting filter, unless the filters are the same as before. Returns the list's number.
    fn report_unschedulable(
        &mut self,
        cx: &mut Cx<'_>,
        pod: PodId,
        reasons: &[(u32, u32)],
    ) -> (u32, bool) {
        let reported = self.tried.number(reasons);
        if self.tried.filters.get(&pod) == Some(&reported) {
            return (reported, false);
        }
        let cause = cx.world.pod_row(pod).or(cx.cause);
        let mut say = |by: Blocker| {
            let change = Change::Blocked { by };
            cx.record_because(Rule::Unschedulable, pod, change, cause);
        };
        if reasons.is_empty() {
            say(Blocker::NoNodes);
        }
        for (filter, nodes) in reasons {
            say(Blocker::NoNode { filter: *filter, nodes: *nodes });
        }
        self.tried.filters.insert(pod, reported);
        (reported, true)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;
    use expect_test::expect;
    use trace::{Record, Subject};

    fn pods(record: &Record) -> bool {
        matches!(record.subject, Subject::Pod(_))
    }

    /// KS-03, KS-15: `db` is recreated when the old Pod is deleted; `web` is tried before it, and again when it is bound.
    #[test]
    fn a_pod_with_affinity_is_retried_when_a_match_is_bound() {
        check(
            "pool a nodes=2 | app db replicas=1 kind=StatefulSet on=a-0 | app web replicas=1 on=a-0 near=db
             | at=0 drain a-0",
            pods,
            expect![[r#"
                 1s  pod/db-0   evicted, gone in 30s                                                  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
                 1s  pod/web-0  evicted, gone in 30s                                                  drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 2 pods
                 1s  pod/web-1  pending                                                               workload/replace [KC-01 KC-02]                <- pod/web-0 evicted, gone in 30s
                 1s  pod/web-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable              place/unschedulable [SU-11 KS-03 KS-05]       <- pod/web-1 pending
                 1s  pod/web-1  blocked: InterPodAffinity, 1 node(s) didn't match pod affinity rules  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/web-1 pending
                31s  pod/db-0   gone                                                                  pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 30s
                31s  pod/web-0  gone                                                                  pod/gone [KT-05]                              <- pod/web-0 evicted, gone in 30s
                31s  pod/db-0   pending                                                               workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
                31s  pod/db-0   bound to a-1                                                          place/bind [KS-30 KS-31]                      <- pod/db-0 pending
                33s  pod/web-1  bound to a-1                                                          place/bind [KS-30 KS-31]                      <- pod/db-0 bound to a-1
                51s  pod/db-0   ready                                                                 pod/ready [KT-03]                             <- pod/db-0 bound to a-1
                53s  pod/web-1  ready                                                                 pod/ready [KT-03]                             <- pod/web-1 bound to a-1
                Quiet
            "#]],
        );
    }

    /// KS-16, both directions: `red` has no term against `blue`, but `blue` has one against `red`.
    #[test]
    fn a_pod_with_anti_affinity_waits_until_the_other_has_left() {
        check(
            "pool a nodes=2 | app red replicas=1 on=a-0 | app blue replicas=1 on=a-1 away=red | at=0 drain a-0
             | at=100 drain a-1 | at=200 uncordon a-0 | at=300 uncordon a-1",
            pods,
            expect![[r#"
                  1s  pod/red-0   evicted, gone in 30s                                                                   drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
                  1s  pod/red-1   pending                                                                                workload/replace [KC-01 KC-02]           <- pod/red-0 evicted, gone in 30s
                  1s  pod/red-1   blocked: NodeUnschedulable, 1 node(s) were unschedulable                               place/unschedulable [SU-11 KS-03 KS-05]  <- pod/red-1 pending
                  1s  pod/red-1   blocked: InterPodAffinity, 1 node(s) didn't satisfy existing pods anti-affinity rules  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/red-1 pending
                 31s  pod/red-0   gone                                                                                   pod/gone [KT-05]                         <- pod/red-0 evicted, gone in 30s
                101s  pod/blue-0  evicted, gone in 30s                                                                   drain/evict [UP-18 KD-08 KE-11]          <- node/a-1 draining 1 pods
                101s  pod/blue-1  pending                                                                                workload/replace [KC-01 KC-02]           <- pod/blue-0 evicted, gone in 30s
                101s  pod/blue-1  blocked: NodeUnschedulable, 2 node(s) were unschedulable                               place/unschedulable [SU-11 KS-03 KS-05]  <- pod/blue-1 pending
                131s  pod/blue-0  gone                                                                                   pod/gone [KT-05]                         <- pod/blue-0 evicted, gone in 30s
                131s  pod/red-1   blocked: NodeUnschedulable, 2 node(s) were unschedulable                               place/unschedulable [SU-11 KS-03 KS-05]  <- pod/red-1 blocked: InterPodAffinity, 1 node(s) didn't satisfy existing pods anti-affinity rules
                200s  pod/red-1   bound to a-0                                                                           place/bind [KS-30 KS-31]                 <- node/a-0 uncordoned
                200s  pod/blue-1  blocked: NodeUnschedulable, 1 node(s) were unschedulable                               place/unschedulable [SU-11 KS-03 KS-05]  <- pod/blue-1 blocked: NodeUnschedulable, 2 node(s) were unschedulable
                200s  pod/blue-1  blocked: InterPodAffinity, 1 node(s) didn't match pod anti-affinity rules              place/unschedulable [SU-11 KS-03 KS-05]  <- pod/blue-1 blocked: NodeUnschedulable, 2 node(s) were unschedulable
                220s  pod/red-1   ready                                                                                  pod/ready [KT-03]                        <- pod/red-1 bound to a-0
                300s  pod/blue-1  bound to a-1                                                                           place/bind [KS-30 KS-31]                 <- node/a-1 uncordoned
                320s  pod/blue-1  ready                                                                                  pod/ready [KT-03]                        <- pod/blue-1 bound to a-1
                Quiet
            "#]],
        );
    }

    /// KS-15: Pods of the start are placed one after the other, each near those it requires.
    #[test]
    fn pods_with_mutual_affinity_are_placed_at_the_start() {
        check(
            "pool a nodes=2 slots=4 | app one replicas=1 pending near=one | app two replicas=2 pending near=one
             | app three replicas=1 pending priority=9 near=two | at=0 cordon a-0",
            |_| true,
            expect![[r#"
                0s  cluster   started    start/scenario []
                0s  node/a-0  command 0  user/command []
                0s  node/a-0  cordoned   user/cordon [KT-18]  <- node/a-0 command 0
                Quiet
            "#]],
        );
    }
}
