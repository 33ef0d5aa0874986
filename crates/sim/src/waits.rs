//! Commands of a script that wait for the cluster: `kubectl rollout status` and `kubectl wait`.

use crate::cx::{Core, Cx, Wait};
use crate::rules::Rule;
use crate::scheduling::node_should_run;
use crate::wake::Wake;
use base::{PodId, PoolId, SimSpan, SimTime, WorkloadId};
use model::WorkloadKind;
use model::node::Node;
use model::rollout::RolloutPhase;
use model::script::{Command, WaitFor};
use trace::{Change, Subject};

/// What a wait has come to.
enum Result {
    Waits,
    Met,
    /// The rollout's progress deadline is exceeded.
    Failed,
}

impl Cx<'_> {
    pub(super) fn begin_wait(&mut self, entry: u32, subject: Subject) {
        let Some(&Command::Wait { what, timeout }) = self.plan.command(entry) else { return };
        let pods = match what {
            WaitFor::PodsReady(of) | WaitFor::PodsGone(of) => self.all_pods(of).collect(),
            _ => Vec::new(),
        };
        // kubectl finds no resources.
        let finds_none = match what {
            WaitFor::PodsReady(_) => pods.is_empty(),
            WaitFor::PoolReady(pool) => self.nodes_of(pool).next().is_none(),
            _ => false,
        };
        if finds_none {
            return self.refuse_missing(subject);
        }
        let until = (timeout > SimSpan::ZERO).then(|| self.now + timeout);
        if let Some(until) = until {
            self.wake(until, Wake::Waited(entry));
        }
        self.waits.push(Wait { entry, what, subject, until, pods });
        self.wake_once(Wake::Waited(entry));
    }

    /// Something has happened that waits may wait for.
    pub(super) fn wake_waits(&mut self) {
        for at in 0..self.waits.len() {
            self.wake_once(Wake::Waited(self.waits[at].entry));
        }
    }

    pub(super) fn check_wait(&mut self, entry: u32) {
        let Some(at) = self.waits.iter().position(|wait| wait.entry == entry) else { return };
        let wait = &self.waits[at];
        let timed_out = wait.until.is_some_and(|until| until <= self.now);
        let (rule, change) = match self.result(wait) {
            Result::Met => (Rule::WaitEnds, Change::WaitEnded { entry }),
            Result::Failed => (Rule::WaitFails, Change::WaitFailed { entry, timed_out: false }),
            Result::Waits if timed_out => {
                (Rule::WaitFails, Change::WaitFailed { entry, timed_out: true })
            }
            Result::Waits => {
                let workload = wait.what.workload();
                if let Some(at) = workload.and_then(|of| self.next_available(of)) {
                    self.wake(at, Wake::Waited(entry));
                }
                return;
            }
        };
        let subject = wait.subject;
        self.waits.remove(at);
        self.record(rule, subject, change);
    }
}

impl Core {
    fn result(&self, wait: &Wait) -> Result {
        let pods = &self.world.cluster.pods;
        let mut own = wait.pods.iter();
        let met = match wait.what {
            WaitFor::Rollout(of) => return self.rollout_status(of),
            WaitFor::Available(of) => {
                let (replicas, [.., available]) = (self.replicas(of), self.deployment(of));
                let settings = &self.world.plan.workloads[of].rollout;
                let missing = if settings.recreate { 0 } else { settings.bounds(replicas).1 };
                available + missing >= replicas
            }
            WaitFor::PodsReady(_) => own.all(|pod| pods[*pod].ready() || !pods[*pod].exists()),
            WaitFor::PodsGone(_) => own.all(|pod| !pods[*pod].exists()),
            WaitFor::NodeReady(node) => {
                let node = node.find(&self.world.plan, &self.world.cluster);
                let node = node.and_then(|node| self.world.cluster.nodes.get(node));
                node.is_some_and(|node| node.registered() && node.failed_at.is_none())
            }
            WaitFor::PoolReady(pool) => self.nodes_of(pool).all(|node| node.failed_at.is_none()),
        };
        if met { Result::Met } else { Result::Waits }
    }

    /// What `kubectl rollout status` says.
    ///
    /// Rulebook: KC-22. Source: Kubernetes `polymorphichelpers/rollout_status.go`.
    fn rollout_status(&self, of: WorkloadId) -> Result {
        let world = &self.world;
        let met = match world.plan.workloads[of].kind {
            WorkloadKind::Deployment => {
                let rollout = world.cluster.workloads[of].rollout;
                if rollout.is_some_and(|one| one.phase == RolloutPhase::DeadlineExceeded) {
                    return Result::Failed;
                }
                let [updated, old, available] = self.deployment(of);
                updated >= self.replicas(of) && old == 0 && available >= updated
            }
            WorkloadKind::DaemonSet => world.cluster.nodes.ids().all(|node| {
                let runs = world.cluster.nodes[node].registered()
                    && node_should_run(&world.plan, &world.cluster, of, node, false).run;
                let own = |pod: &&PodId| world.cluster.pods[**pod].workload == of;
                let pods = world.daemons_of(node).iter().filter(own);
                !runs || pods.into_iter().any(|pod| self.is_available(*pod))
            }),
            _ => {
                let ready = world.pods_of.of(of).filter(|pod| world.cluster.pods[*pod].ready());
                ready.count() >= self.replicas(of) as usize
            }
        };
        if met { Result::Met } else { Result::Waits }
    }

    /// The nodes of a pool that exist as objects.
    fn nodes_of(&self, pool: PoolId) -> impl Iterator<Item = &Node> {
        let groups = &self.world.plan.groups;
        let nodes = self.world.cluster.nodes.values();
        nodes.filter(move |node| groups[node.group].pool == pool && node.registered())
    }

    fn replicas(&self, of: WorkloadId) -> u32 {
        self.world.cluster.workloads[of].replicas
    }

    fn deployment(&self, of: WorkloadId) -> [u32; 3] {
        let rollout = self.world.cluster.workloads[of].rollout;
        self.status(of, rollout.map_or(0, |rollout| rollout.revision))
    }

    fn all_pods(&self, of: WorkloadId) -> impl Iterator<Item = PodId> + '_ {
        let world = &self.world;
        world.plan.revisions(of).flat_map(|id| world.pods_of.of(id))
    }

    /// When `minReadySeconds` of one of its Ready Pods will be over.
    fn next_available(&self, of: WorkloadId) -> Option<SimTime> {
        let world = &self.world;
        let pods = self.all_pods(of).filter(|pod| world.cluster.pods[*pod].ready());
        let over = |pod: PodId| {
            let own = &world.plan.workloads[world.cluster.pods[pod].workload];
            Some(*world.ready_since.get(&pod)? + own.min_ready)
        };
        pods.filter_map(over).filter(|at| *at > self.now).min()
    }
}
