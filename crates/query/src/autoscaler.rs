//! What the cluster autoscaler does about Pods that wait and nodes that are unneeded, by their rows.

use crate::cause_chain::next_that;
use crate::index::Index;
use crate::requests::NodeUse;
use base::{GroupId, NodeId, PodId, PoolId, RecordNo, SimTime, WorkloadId, order};
use model::autoscale::{Autoscaling, NoScaleUp, Stays};
use model::utilization::THRESHOLD;
use model::{NodePhase, PodPhase};
use trace::{Change, Frame, Phrase, Record, Subject, Trace, Value, gke};

/// A group that isn't grown for the Pods of a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub(crate) no: RecordNo,
    pub(crate) group: GroupId,
    pub(crate) why: NoScaleUp,
    /// The filter of the scheduler that rejects a new node.
    pub(crate) filter: u32,
}

/// A group that grows for Pods of a workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Growth {
    pub(crate) no: RecordNo,
    pub(crate) group: GroupId,
    pub(crate) pods: u32,
    pub(crate) at: SimTime,
}

/// What a decision makes of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resize {
    pub(crate) no: RecordNo,
    pub(crate) group: GroupId,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// The latest failure of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FailedGrowth {
    pub(crate) no: RecordNo,
    pub(crate) group: GroupId,
    pub(crate) backs_off_until: SimTime,
    /// When it grows before, as the nodes that came are Ready (KA-44).
    pub(crate) grows_at: Option<SimTime>,
}

/// What becomes of a node that the autoscaler may remove.
#[derive(Clone, Copy, Default)]
pub(crate) struct Removal {
    /// The row since which it is unneeded.
    pub(crate) unneeded: Option<(RecordNo, SimTime)>,
    /// When it is marked for its removal in this run.
    pub(crate) goes_at: Option<SimTime>,
    /// Why it stays, and because of which Pod.
    pub(crate) stays: Option<(RecordNo, Stays, Option<PodId>)>,
    /// The same from later on, if it is unneeded and doesn't go.
    pub(crate) held_later: Option<(RecordNo, Stays, Option<PodId>)>,
}

/// Is a node held that stays for this: is it little used, and would go without? The autoscaler doesn't look at the use of some of
/// them (KA-54, KA-56).
pub(crate) fn holds(why: Stays, used: Option<NodeUse>) -> bool {
    let other = matches!(why, Stays::Used | Stays::AtWork | Stays::NotStarted | Stays::PodsUnknown);
    !other && used.is_none_or(|used| used.utilization.share.is_below(THRESHOLD))
}

/// Does a node's reason to stay still hold after a change of the node? Only an unneeded node waits for a cool-down or its turn.
pub(crate) fn outlasts(why: Stays, change: Change) -> bool {
    match change {
        Change::Unneeded
        | Change::DeletionMarked { .. }
        | Change::NodeDeleting { .. }
        | Change::NodeShutDown { .. }
        | Change::NodeGone => false,
        Change::NeededAgain => !matches!(why, Stays::CoolDown | Stays::OneByOne),
        _ => true,
    }
}

/// A run up to an instant.
#[derive(Clone, Copy)]
pub(crate) struct Autoscaler<'a> {
    trace: &'a Trace,
    frame: &'a Frame,
}

impl<'a> Autoscaler<'a> {
    /// `None`: it manages no pool.
    pub(crate) fn of(trace: &'a Trace, frame: &'a Frame) -> Option<Self> {
        trace.plan().is_autoscaled().then_some(Self { trace, frame })
    }

    pub(crate) fn settings(self, pool: PoolId) -> Option<Autoscaling> {
        self.trace.plan().pools.get(pool)?.autoscaling
    }

    pub(crate) fn pool_of(self, group: GroupId) -> PoolId {
        self.trace.plan().groups[group].pool
    }

    /// Does it leave Pods of this workload alone, as they are expendable (KA-11)?
    pub(crate) fn ignores(self, workload: WorkloadId) -> bool {
        let autopilot = self.frame.cluster.control_plane.autopilot;
        let own = self.trace.plan().workloads.get(workload);
        own.is_some_and(|own| own.is_expendable(autopilot))
    }

    fn rows(self, subject: Subject) -> impl Iterator<Item = (RecordNo, Record)> {
        let rows = self.trace.rows_back(subject, self.frame.next);
        rows.filter_map(move |no| Some((no, self.trace.record(no)?)))
    }

    /// The growth that gives the Pending Pod its node: of several for its workload the one whose node it gets, and without a
    /// reason against it the latest.
    pub(crate) fn growth(self, id: PodId) -> Option<(Growth, Vec<Resize>)> {
        let pod = self.frame.cluster.pod(id)?;
        let rows = self.rows(Subject::Workload(pod.workload));
        let rows = rows.take_while(|(_, record)| record.at >= pod.created());
        let mut growths = rows.filter_map(|(no, Record { at, change, .. })| match change {
            Change::ScaleUpTriggered { group, pods } => {
                let growth = Growth { no, group, pods, at };
                Some((growth, self.decision(self.pool_of(group), no.0)))
            }
            _ => None,
        });
        if let Some((group, at)) = self.comes_for(id) {
            let gives = |resizes: &[Resize]| resizes.iter().any(|one| one.group == group);
            return growths.find(|(growth, resizes)| growth.at == at && gives(resizes));
        }
        let (growth, resizes) = growths.next()?;
        let is_open = growth.at == self.frame.at || self.ready_at(&resizes).is_some();
        (is_open && self.standing(pod.workload).is_empty()).then_some((growth, resizes))
    }

    /// Group and beginning of the node that comes for Pods, and to which this one goes in the run.
    fn comes_for(self, pod: PodId) -> Option<(GroupId, SimTime)> {
        let ends = |row: &Record| matches!(row.change, Change::PodBound { .. } | Change::PodGone);
        let (_, row) = next_that(self.trace, Subject::Pod(pod), self.frame.next, ends)?;
        let Change::PodBound { node: id, .. } = row.change else {
            return None;
        };
        let node = self.frame.cluster.nodes.get(id)?;
        let comes = matches!(node.phase, NodePhase::Booting { .. });
        (comes && self.requested(id).is_some()).then_some((node.group, node.created))
    }

    /// The groups that aren't grown for the Pods of the workload now, in the order of the configuration.
    pub(crate) fn standing(self, workload: WorkloadId) -> Vec<Standing> {
        let plan = self.trace.plan();
        let managed = |group| self.settings(self.pool_of(group)).is_some();
        let mut left = plan.groups.ids().filter(|group| managed(*group)).count();
        let mut seen: Vec<(GroupId, Option<Standing>)> = Vec::new();
        for (no, record) in self.rows(Subject::Workload(workload)) {
            let (group, reason) = match record.change {
                Change::NoScaleUp { group, why, filter } => {
                    (group, Some(Standing { no, group, why, filter }))
                }
                Change::ScaleUpPossible { group } => (group, None),
                _ => continue,
            };
            if seen.iter().all(|(other, _)| *other != group) {
                seen.push((group, reason));
                left = left.saturating_sub(1);
            }
            if left == 0 {
                break;
            }
        }
        let of = |group| seen.iter().find(|(other, _)| *other == group)?.1;
        plan.groups.ids().filter_map(of).collect()
    }

    /// The latest decision about the pool among the first `next` rows: all its groups.
    pub(crate) fn decision(self, pool: PoolId, next: u32) -> Vec<Resize> {
        let rows = self.rows(Subject::Pool(pool)).skip_while(|(no, _)| no.0 >= next);
        let resizes = rows.filter_map(|(no, record)| Some((record.at, resize(no, &record)?)));
        let mut resizes = resizes.peekable();
        let at = resizes.peek().map(|(at, _)| *at);
        let mut all: Vec<Resize> =
            resizes.take_while(|one| Some(one.0) == at).map(|(_, resize)| resize).collect();
        all.reverse();
        all
    }

    /// The failures of a pool's groups whose backoff isn't over, each group's latest.
    pub(crate) fn failures(self, pool: PoolId) -> Vec<FailedGrowth> {
        let mut all: Vec<FailedGrowth> = Vec::new();
        // A group that grows again backs off no more: what it asked for before has come.
        let mut later: Vec<GroupId> = Vec::new();
        for (no, record) in self.rows(Subject::Pool(pool)) {
            later.extend(resize(no, &record).map(|resize| resize.group));
            let Some(failure) = failure(no, &record) else {
                continue;
            };
            if failure.backs_off_until > self.frame.at && !later.contains(&failure.group) {
                later.push(failure.group);
                all.push(FailedGrowth { grows_at: self.grows_before(pool, failure), ..failure });
            }
        }
        all
    }

    fn grows_before(self, pool: PoolId, failure: FailedGrowth) -> Option<SimTime> {
        let grows = |row: &Record| matches!(row.change, Change::ScaleUpDecided { group, .. } if group == failure.group);
        let (_, row) = next_that(self.trace, Subject::Pool(pool), self.frame.next, grows)?;
        (row.at <= failure.backs_off_until).then_some(row.at)
    }

    /// The row that requested the node, as it is, for Pods that wait.
    pub(crate) fn requested(self, node: NodeId) -> Option<RecordNo> {
        let mut rows = self.rows(Subject::Node(node));
        rows.find_map(|(no, record)| match record.change {
            Change::NodeRequested { for_pods, .. } => Some(for_pods.then_some(no)),
            Change::NodeRecreating { .. } => Some(None),
            _ => None,
        })?
    }

    /// For whom a node boots that was requested for Pods that wait: those that it gets in this run.
    pub(crate) fn comes_for_pods(self, node: NodeId) -> Option<Phrase> {
        self.requested(node)?;
        let cluster = &self.frame.cluster;
        let ever = cluster.past.as_ref().map(|past| past.lives.ever_on(node)).unwrap_or_default();
        let waits =
            |id: &PodId| cluster.pod(*id).is_some_and(|pod| pod.phase() == PodPhase::Pending);
        let mut pods: Vec<PodId> = ever.into_iter().filter(waits).collect();
        order::sort(&mut pods);
        let Some(first) = pods.first() else {
            return Some(Phrase::new("tile-for-pods"));
        };
        let more = pods.len() as u32 - 1;
        Some(Phrase::new("tile-for-pod").with("pod", Subject::Pod(*first)).with("more", more))
    }

    pub(crate) fn removal(self, node: NodeId) -> Removal {
        let (mut found, mut over) = (Removal::default(), false);
        let (mut later, mut reason) = (Vec::new(), None);
        for (no, record) in self.rows(Subject::Node(node)) {
            match record.change {
                Change::Unneeded => {
                    found.unneeded = (!over).then_some((no, record.at));
                    let next = |ends: &dyn Fn(Change) -> bool| {
                        let fits = |row: &Record| ends(row.change);
                        next_that(self.trace, Subject::Node(node), self.frame.next, fits)
                            .filter(|_| !over)
                    };
                    let ends = |change| {
                        matches!(change, Change::DeletionMarked { .. } | Change::NeededAgain)
                    };
                    let end = next(&ends).filter(|(_, row)| row.change != Change::NeededAgain);
                    found.goes_at = end.map(|(_, row)| row.at);
                    let stays = |change| ends(change) || matches!(change, Change::Stays { .. });
                    if let Some((no, Record { change: Change::Stays { why, pod }, .. })) =
                        next(&stays).filter(|_| found.goes_at.is_none())
                    {
                        found.held_later = Some((no, why, pod.checked_sub(1).map(PodId)));
                    }
                    break;
                }
                Change::NeededAgain | Change::DeletionGivenUp => over = true,
                // It is recorded when it changes.
                Change::Stays { why, pod } if reason.is_none() => {
                    reason = Some((no, why, pod.checked_sub(1).map(PodId)));
                    let lasts = later.iter().all(|change| outlasts(why, *change));
                    found.stays = reason.filter(|_| lasts);
                }
                _ => {}
            }
            later.push(record.change);
        }
        found
    }

    /// Why a node is held that doesn't go.
    pub(crate) fn held(
        self,
        index: &Index,
        node: NodeId,
    ) -> Option<(RecordNo, Stays, Option<PodId>)> {
        let found = self.removal(node);
        let (no, why, pod) = found.stays.filter(|_| found.goes_at.is_none())?;
        let used = index.node_use(self.trace, self.frame, node);
        holds(why, used).then_some((no, why, pod))
    }

    /// GKE's code of a reason. A group at its minimum isn't looked at: only a node that was unneeded before is logged (BS-101).
    pub(crate) fn code(self, node: NodeId, why: Stays) -> &'static str {
        match why {
            Stays::MinSize if self.removal(node).unneeded.is_none() => "",
            why => why.code(),
        }
    }

    /// When the last of the nodes is Ready that a decision gets for Pods that wait.
    pub(crate) fn ready_at(self, resizes: &[Resize]) -> Option<SimTime> {
        let decided = |no| resizes.iter().any(|one| Some(one.no) == no);
        let nodes = self.frame.cluster.nodes.iter();
        let coming = nodes.filter_map(|(id, node)| match node.phase {
            NodePhase::Booting { ready_at } => Some((self.requested(id)?, ready_at)),
            _ => None,
        });
        let cause = |no| self.trace.record(no).and_then(|request| request.cause);
        let coming = coming.filter(|(request, _)| decided(cause(*request)));
        coming.map(|(_, ready_at)| ready_at).max()
    }

    /// The reasons with their numbers of groups, `2 max node group size reached, 1 Insufficient cpu` (KA-93).
    pub(crate) fn counts(self, workload: WorkloadId, standing: &[Standing]) -> String {
        let texts = standing.iter().map(|one| self.text(workload, *one));
        let mut texts: Vec<String> = texts.collect();
        order::sort(&mut texts);
        let counts = texts.chunk_by(|a, b| a == b);
        let mut counts: Vec<(usize, &str)> =
            counts.map(|same| (same.len(), same[0].as_str())).collect();
        order::sort_by_key(&mut counts, |(many, _)| usize::MAX - many);
        let counts = counts.iter().map(|(many, text)| format!("{many} {text}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Why the group isn't grown, in the autoscaler's own words.
    pub(crate) fn text(self, workload: WorkloadId, one: Standing) -> String {
        match one.why {
            NoScaleUp::Predicate => gke::rejection(self.trace.plan(), Some(workload), one.filter),
            why => why.text().to_owned(),
        }
    }

    /// A phrase with the pool that grows, and its zones that do.
    pub(crate) fn places(self, key: &'static str, growth: &Growth, resizes: &[Resize]) -> Phrase {
        let zone = |one: &Resize| Subject::Zone(self.trace.plan().groups[one.group].zone);
        Phrase::new(key)
            .with("pool", Subject::Pool(self.pool_of(growth.group)))
            .with("zone", Value::Names(resizes.iter().map(zone).collect()))
    }

    /// What comes of a Pending Pod, in short: which pool grows for it, or why none does.
    pub(crate) fn brief(self, id: PodId) -> Option<Phrase> {
        let pod = self.frame.cluster.pod(id).filter(|pod| pod.phase() == PodPhase::Pending)?;
        if self.ignores(pod.workload) {
            return Some(Phrase::new("pending-expendable"));
        }
        if let Some((growth, resizes)) = self.growth(id)
            && let Some(ready_at) = self.ready_at(&resizes)
        {
            let left = Value::Timer(ready_at - self.frame.at);
            return Some(self.places("pending-grows", &growth, &resizes).with("left", left));
        }
        let counts = self.counts(pod.workload, &self.standing(pod.workload));
        (!counts.is_empty()).then(|| Phrase::new("pending-no-growth").with("reasons", counts))
    }
}

fn resize(no: RecordNo, record: &Record) -> Option<Resize> {
    match record.change {
        Change::ScaleUpDecided { group, from, to } => Some(Resize { no, group, from, to }),
        _ => None,
    }
}

pub(crate) fn failure(no: RecordNo, record: &Record) -> Option<FailedGrowth> {
    let Change::ScaleUpFailed { group, backoff_s, .. } = record.change else {
        return None;
    };
    let backs_off_until = record.at + base::SimSpan::from_secs(i64::from(backoff_s));
    Some(FailedGrowth { no, group, backs_off_until, grows_at: None })
}
