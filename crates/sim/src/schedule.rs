//! The scheduler at work: the queue is emptied, each Pod is bound or waits.

use std::rc::Rc;

use super::Sim;
use super::place::{Kin, Occupancy, Pass, Placement, alike, entry_turn, node_should_run};
use super::rules::Rule;
use super::tx::{Stream, Tx};
use super::wake::Wake;
use base::{Map, NodeId, PodId, Quantiles, RecordNo, Set, SimSpan, SimTime, WorkloadId};
use model::cluster::Cluster;
use model::plan::Plan;
use model::pod::{Pod, PodPhase};
use model::workload::WorkloadKind;
use trace::{Blocker, Change, Subject};

/// What was said of Pods that fit nowhere: the filters that reject, so that only a new reason is a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    filters: Map<PodId, u32>,
    /// Lists of filters by their numbers.
    lists: Vec<Vec<u32>>,
    /// Rows of the trace when a retry was last asked for, and for when.
    rows: u32,
    retry_at: Option<SimTime>,
    /// Nodes that have pulled the image of a workload (KT-02).
    pulled: Set<(WorkloadId, NodeId)>,
}

impl Tried {
    /// The images of the Pods that run at the start are on their nodes.
    pub(super) fn at_start(plan: &Plan, cluster: &Cluster) -> Self {
        let mut tried = Self::default();
        for pod in cluster.pods.values() {
            if let Some(node) = pod.node() {
                let pull = plan.workloads[pod.workload].timings.image_pull;
                tried.pulls(pull, pod.workload, node);
            }
        }
        tried
    }

    /// The number of the filters that reject nodes.
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

    /// KT-02: the image is pulled by the first Pod of its workload on a node.
    fn pulls(&mut self, pull: Quantiles, workload: WorkloadId, node: NodeId) -> bool {
        pull.p90 > SimSpan::ZERO && self.pulled.insert((workload, node))
    }

    /// A new VM has no images.
    pub(super) fn forget_images(&mut self, node: NodeId) {
        self.pulled.retain(|(_, on)| *on != node);
    }
}

/// The Pods or the nodes that a topology spread counts are others (KS-03).
pub(super) fn spread_changed(tx: &mut Tx<'_>, cause: Option<RecordNo>) {
    if tx.core.spreads_hard {
        tx.core.spread_changed = true;
        tx.wake_once(Wake::Schedule, (0, 0), cause);
    }
}

fn kin(plan: &Plan, pod: &Pod) -> Kin {
    let workload = &plan.workloads[pod.workload];
    let daemon = workload.kind == WorkloadKind::DaemonSet;
    Kin {
        priority: workload.priority,
        daemon,
    }
}

impl Sim {
    /// Class 5: new Pods enter the queue, events move those that wait, then Pod after Pod is tried.
    pub(super) fn schedule(&mut self) {
        let now = self.core.now;
        for pod in self.core.created.drain(..) {
            let state = &self.core.world.cluster.pods[pod];
            if state.pending() {
                self.backlog.add(pod, kin(&self.plan, state), now);
            }
        }
        let spread_changed = std::mem::take(&mut self.core.spread_changed);
        let awaited = std::mem::take(&mut self.core.awaited);
        if std::mem::take(&mut self.core.room_changed) {
            self.backlog.event(now, |_| true);
        } else if spread_changed || !awaited.is_empty() {
            let (plan, world) = (&self.plan, &self.core.world);
            self.backlog.event(now, |pod| {
                let own = world.cluster.pods[pod].workload;
                let mut came = awaited.iter();
                (spread_changed && plan.workloads[own].spreads_hard())
                    || came.any(|other| world.occupancy.waits_for(own, *other))
            });
        }
        while let Some(pod) = self.backlog.pop(now) {
            if !self.core.world.cluster.pods[pod].pending() {
                continue;
            }
            let world = &mut self.core.world;
            let (cluster, occupancy) = (&world.cluster, &mut world.occupancy);
            match self.pass.place_pending(&self.plan, cluster, occupancy, pod) {
                Placement::On(node) => self.bind(pod, node),
                Placement::Nowhere(reasons) => self.fits_nowhere(pod, &reasons),
            }
        }
        if let Some(at) = self.backlog.next_wake(now)
            && at > now
        {
            let cause = self.cause;
            self.tx().wake(at, Wake::Schedule, (0, 0), cause);
        }
        self.retry_later();
    }

    /// It waits, and Pods like it wait with it if there is nothing new to say of them.
    fn fits_nowhere(&mut self, pod: PodId, reasons: &[(u32, u32)]) {
        let now = self.core.now;
        let (told, is_news) = self.tell_unschedulable(pod, reasons);
        let world = &self.core.world;
        let alike = self
            .preemptor
            .is_left_alone(&self.plan, &world.cluster, pod)
            .then(|| alike(&self.plan, &world.cluster, &world.occupancy, pod, told))
            .flatten();
        match alike {
            // Who preempts between their turns makes them be asked again.
            Some(alike) if !is_news => {
                let differs = self.preemptor.anybody_preempts();
                self.backlog.all_failed(pod, now, alike, differs);
            }
            alike => self.backlog.failed(pod, now, alike),
        }
        self.preempt(pod);
    }

    /// KS-03: what waits is tried again after 5 min without an event. Where no row was written since it was tried
    /// before, nothing can have changed, and it is not: a retry keeps no run alive.
    fn retry_later(&mut self) {
        let rows = self.core.trace.len();
        let Some(at) = self.backlog.next_event_free_retry() else {
            return;
        };
        let is_news = std::mem::replace(&mut self.tried.rows, rows) != rows;
        if is_news && self.tried.retry_at.replace(at) != Some(at) {
            let cause = self.cause;
            self.tx().wake(at, Wake::Schedule, (0, 0), cause);
        }
    }

    fn bind(&mut self, pod: PodId, node: NodeId) {
        let workload = self.core.world.cluster.pods[pod].workload;
        let timings = self.tx().timings(workload);
        // A Pod that never waited is bound because it was created, another because room came.
        let waited = self.tried.filters.remove(&pod).is_some();
        let pull = self.tried.pulls(timings.image_pull, workload, node);
        let mut tx = self.tx();
        let subject = tx.pod_rank(pod);
        let start = tx.draw(timings.start, Stream::PodStart, subject, 0);
        let pulling = if pull {
            tx.draw(timings.image_pull, Stream::ImagePull, subject, 0)
        } else {
            SimSpan::ZERO
        };
        let cause = if waited {
            tx.cause
        } else {
            tx.world().pod_row(pod).or(tx.cause)
        };
        let change = Change::PodBound {
            node,
            start_s: (start + pulling).secs(),
        };
        tx.record_because(Rule::Bind, Subject::Pod(pod), change, cause);
        // KS-03: now a Pod that counts this one may have a place that the skew denied it, or one near it.
        if self.backlog.is_waiting() {
            let cause = self.core.world.pod_row(pod);
            spread_changed(&mut self.tx(), cause);
            if self.core.world.occupancy.is_awaited(workload) {
                self.core.awaited.insert(workload);
                self.tx().wake_once(Wake::Schedule, (0, 0), cause);
            }
        }
    }

    /// One row for each filter that rejects nodes; the same filters again are no news. Gives a number for the filters.
    fn tell_unschedulable(&mut self, pod: PodId, reasons: &[(u32, u32)]) -> (u32, bool) {
        let told = self.tried.number(reasons);
        if self.tried.filters.get(&pod) == Some(&told) {
            return (told, false);
        }
        let cause = self.core.world.pod_row(pod).or(self.cause);
        let mut say = |by: Blocker| {
            let change = Change::Blocked { by };
            self.tx()
                .record_because(Rule::Unschedulable, Subject::Pod(pod), change, cause);
        };
        if reasons.is_empty() {
            say(Blocker::NoNodes);
        }
        for (filter, nodes) in reasons {
            say(Blocker::NoNode {
                filter: *filter,
                nodes: *nodes,
            });
        }
        self.tried.filters.insert(pod, told);
        (told, true)
    }
}

/// How often Pods of the start that find nobody to be near are tried again; the run goes on with what is left.
const ROUNDS: u32 = 100;

/// Frame 0: daemon Pods on every node that should run one, then every Pod without a node, placed by the same
/// scheduler and ready, as if they had been there for long.
pub(super) fn place_before_start(plan: &Rc<Plan>, mut cluster: Cluster) -> (Cluster, Occupancy) {
    let daemon = |workload: &WorkloadId| plan.workloads[*workload].kind == WorkloadKind::DaemonSet;
    let daemons: Vec<WorkloadId> = plan.workloads.ids().filter(daemon).collect();
    // An upgrade makes every Pod once more, and the daemons of surge nodes besides: a list that doubled would get room
    // for four times.
    // Seldom are they more than all others.
    let more = (daemons.len() as u32).saturating_mul(cluster.nodes.len());
    let more = more.min(cluster.pods.len());
    let pods = cluster.pods.len() + more;
    cluster.pods.reserve(more + pods / 16 * 17);
    for workload in daemons {
        add_daemon_pods(plan, &mut cluster, workload);
    }
    let mut occupancy = Occupancy::new(plan, &cluster);
    // Nobody comes or is tried again meanwhile: all that a queue would say is whose turn it is.
    let mut turns: Map<_, Vec<PodId>> = Map::new();
    for (id, pod) in cluster.pods.iter().filter(|(_, pod)| pod.pending()) {
        let turn = entry_turn(kin(plan, pod), pod.created());
        turns.entry(turn).or_default().push(id);
    }
    let mut waiting: Vec<PodId> = turns.into_iter().flat_map(|(_, pods)| pods).collect();
    let mut pass = Pass::default();
    // KS-15: those that want to be near others are tried again as long as others come.
    let mut lonely = Vec::new();
    for _ in 0..ROUNDS {
        let mut awaited = false;
        for pod in waiting {
            let workload = cluster.pods[pod].workload;
            match pass.place(plan, &cluster, &occupancy, pod) {
                Placement::On(node) => {
                    cluster.pods[pod].set_phase(PodPhase::Running {
                        on: node,
                        ready: true,
                    });
                    occupancy.bound(plan, &cluster, pod, node);
                    awaited |= !lonely.is_empty() && occupancy.is_awaited(workload);
                }
                Placement::Nowhere(_) => {
                    if !plan.workloads[workload].affinity.near.is_empty() {
                        lonely.push(pod);
                    }
                }
            }
        }
        if !awaited {
            break;
        }
        waiting = std::mem::take(&mut lonely);
    }
    occupancy.settle();
    (cluster, occupancy)
}

fn add_daemon_pods(plan: &Plan, cluster: &mut Cluster, workload: WorkloadId) {
    let own = cluster.pods.values().filter(|pod| pod.workload == workload);
    let there: Set<NodeId> = own.filter_map(|pod| pod.pinned().or(pod.node())).collect();
    let nodes: Vec<NodeId> = cluster.nodes.ids().collect();
    for node in nodes {
        let wanted =
            cluster.nodes[node].up() && node_should_run(plan, cluster, workload, node, false).run;
        if !wanted || there.contains(&node) {
            continue;
        }
        let state = &mut cluster.workloads[workload];
        let number = state.next_number;
        state.next_number += 1;
        cluster.pods.push(Pod::new(
            workload,
            number,
            Some(node),
            SimTime::ZERO,
            PodPhase::Pending,
        ));
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

    /// KS-03, KS-15: `db` comes back when the old Pod is gone; `web` is tried before it, and again when it is bound.
    #[test]
    fn who_wants_to_be_near_is_tried_again_when_one_is_bound() {
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

    /// KS-16, both ways: `red` has nothing against `blue`, which keeps away from it.
    #[test]
    fn who_is_kept_away_waits_until_a_node_is_free_of_the_other() {
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

    /// KS-15: at the start one Pod after the other finds those that it wants to be near.
    #[test]
    fn a_start_without_places_is_full_of_neighbours() {
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
