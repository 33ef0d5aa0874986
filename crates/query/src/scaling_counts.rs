//! What the cluster autoscaler does in a run, and how long Pods wait for nodes, in numbers.

use base::{GroupId, Map, NodeId, PodId, PoolId, Set, SimSpan, SimTime, WorkloadId};
use model::Cluster;
use model::node::Side;
use trace::{Change, Phrase, Record, Subject, Trace};

/// From this number of times on it isn't a coincidence, if nodes were missed so soon.
const OFTEN: u32 = 3;
const SOON: SimSpan = SimSpan::from_secs(3600);

/// Of runs with autoscaled pools.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScalingCounts {
    /// Decisions to grow a group, and those that got fewer nodes than they asked for.
    pub decisions: u32,
    pub failed: u32,
    /// Nodes requested for Pods, and nodes deleted because they were unneeded.
    pub added: u32,
    pub removed: u32,
    /// Pods that no node took at first, and how long the longest of them waited.
    pub waited: u32,
    pub waited_longest: SimSpan,
}

/// A pool that loses nodes and gets others soon after, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Oscillation {
    pub pool: PoolId,
    pub times: u32,
    pub first: SimTime,
    /// Whose Pods needed nodes the last time.
    pub workload: WorkloadId,
}

impl Oscillation {
    pub fn phrase(&self) -> Phrase {
        Phrase::new("harm-oscillates")
            .with("pool", Subject::Pool(self.pool))
            .with("times", self.times)
            .with("workload", Subject::Workload(self.workload))
    }
}

/// The pass over the rows.
#[derive(Clone, Debug, Default)]
pub(super) struct ScalingCounter {
    counts: ScalingCounts,
    /// When a group last lost a node, until it grows.
    shrunk: Map<GroupId, SimTime>,
    regrown: Map<PoolId, Oscillation>,
    /// Nodes that the autoscaler deletes.
    deletes: Set<NodeId>,
    /// Nodes that were removed, and when.
    pub(super) removed: Map<NodeId, SimTime>,
    waiting: Map<PodId, SimTime>,
}

impl ScalingCounter {
    /// `None` without autoscaled pools.
    pub(super) fn of(trace: &Trace) -> Option<Self> {
        trace.plan().is_autoscaled().then(Self::default)
    }

    pub(super) fn row(&mut self, trace: &Trace, cluster: &Cluster, record: &Record) {
        let counts = &mut self.counts;
        match (record.subject, record.change) {
            (_, Change::ScaleUpDecided { .. }) => counts.decisions += 1,
            (_, Change::ScaleUpFailed { .. }) => counts.failed += 1,
            (_, Change::NodeRequested { for_pods: true, .. }) => counts.added += 1,
            // What it has marked may also be taken away, recreated by a repair, or deleted by an upgrade or a rollback.
            (Subject::Node(node), Change::NodeDeleting { .. })
                if trace.rule(record).slug == "autoscaler/delete" =>
            {
                self.deletes.insert(node);
            }
            (Subject::Node(node), Change::NodeGone) if self.deletes.remove(&node) => {
                counts.removed += 1;
                self.removed.insert(node, record.at);
                // A blue node makes way for green ones.
                let own = cluster.nodes.get(node).filter(|node| node.side != Some(Side::Blue));
                let group = own.map(|node| node.group);
                self.shrunk.extend(group.map(|group| (group, record.at)));
            }
            (Subject::Workload(workload), Change::ScaleUpTriggered { group, .. })
                if self.shrunk.remove(&group).is_some_and(|at| record.at - at < SOON) =>
            {
                let pool = trace.plan().groups[group].pool;
                let none = Oscillation { pool, times: 0, first: record.at, workload };
                let one = self.regrown.entry(pool).or_insert(none);
                (one.times, one.workload) = (one.times + 1, workload);
            }
            (Subject::Pod(pod), change) if change.is_unschedulable() => {
                self.waiting.entry(pod).or_insert(record.at);
            }
            (Subject::Pod(pod), change) => {
                let ends = matches!(
                    change,
                    Change::PodBound { .. } | Change::PodForced { .. } | Change::PodGone
                );
                if ends && let Some(since) = self.waiting.remove(&pod) {
                    self.wait(record.at - since);
                }
            }
            _ => {}
        }
    }

    pub(super) fn oscillations(&self) -> Vec<Oscillation> {
        self.regrown.values().filter(|one| one.times >= OFTEN).copied().collect()
    }

    /// After the last row, at its instant.
    pub(super) fn finish(mut self, end: SimTime) -> ScalingCounts {
        for (_, since) in &std::mem::take(&mut self.waiting) {
            self.wait(end - *since);
        }
        self.counts
    }

    fn wait(&mut self, long: SimSpan) {
        // One that was bound at that instant hasn't waited.
        if long > SimSpan::ZERO {
            self.counts.waited += 1;
            self.counts.waited_longest = self.counts.waited_longest.max(long);
        }
    }
}
