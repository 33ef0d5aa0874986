//! Per pool: the autoscaler's decisions, until their nodes are Ready or gone, its backoffs, and the nodes that stay.

use base::{GroupId, IdVec, Map, NodeId, PoolId, RecordNo, SimSpan, SimTime};
use model::autoscale::{ScaleUpError, Stays};
use model::{Cluster, Plan};
use trace::{Change, NEVER, Record, Subject};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalingLane {
    pub pool: PoolId,
    pub segments: Vec<ScalingSegment>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScalingSegment {
    pub from: SimTime,
    /// When its nodes are Ready or gone, its backoff is over, or others stay. `None`: not in this run.
    pub to: Option<SimTime>,
    /// For nodes that stay, that of the row.
    pub group: GroupId,
    pub what: Scaling,
    pub no: RecordNo,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scaling {
    /// The group gets nodes.
    Grows { from: u32, to: u32 },
    /// So many of its nodes are marked for removal.
    Removes { nodes: u32 },
    /// So many nodes don't come, and the group isn't tried.
    BacksOff { missing: u32, why: ScaleUpError },
    /// So many nodes would go but for a cool-down, after a scale-up or a drain that failed (KA-74, BS-43).
    CoolsDown { nodes: u32 },
    /// Nodes are unneeded or underused, and stay: how many for which reason.
    Held(Vec<(Stays, u32)>),
}

/// The scan's state.
#[derive(Clone, Debug)]
pub(super) struct ScalingScan {
    pub(super) lanes: IdVec<PoolId, ScalingLane>,
    /// Nodes that are being removed: their group, and since when.
    marked: Map<NodeId, (GroupId, SimTime)>,
}

impl ScalingScan {
    pub(super) fn new(plan: &Plan) -> Self {
        let lane = |pool| ScalingLane { pool, segments: Vec::new() };
        Self { lanes: plan.pools.ids().map(lane).collect(), marked: Map::new() }
    }

    /// `cluster`: its nodes after the row.
    pub(super) fn row(&mut self, plan: &Plan, cluster: &Cluster, no: RecordNo, record: &Record) {
        let at = record.at;
        match (record.subject, record.change) {
            (Subject::Pool(pool), Change::ScaleUpDecided { group, from, to }) => {
                // Once the nodes that came are Ready, the group is tried again (KA-44).
                let backs_off =
                    self.latest(pool, group, |one| matches!(one.what, Scaling::BacksOff { .. }));
                if let Some(before) = backs_off.filter(|one| one.to > Some(at)) {
                    before.to = Some(at);
                }
                let what = Scaling::Grows { from, to };
                let segment = ScalingSegment { from: at, to: Some(at), group, what, no };
                self.push(pool, segment);
            }
            (
                Subject::Node(_),
                Change::NodeRequested { group, ready_after_s, for_pods: true, .. },
            ) => {
                let to = at + secs(ready_after_s);
                let growth = self.growth(plan.groups[group].pool, group);
                if let Some(growth) = growth.filter(|growth| growth.from == at) {
                    let later = growth.to.map(|before| before.max(to));
                    growth.to = later.filter(|_| ready_after_s != NEVER);
                }
            }
            (Subject::Pool(pool), Change::ScaleUpFailed { group, why, missing, backoff_s }) => {
                if let Some(growth) = self.growth(pool, group) {
                    // Some may come of a request that fails at once.
                    let to = growth.to.unwrap_or(at);
                    growth.to = Some(if growth.from < at { to.min(at) } else { to });
                }
                let what = Scaling::BacksOff { missing, why };
                let to = Some(at + secs(backoff_s));
                self.push(pool, ScalingSegment { from: at, to, group, what, no });
            }
            (Subject::Node(node), Change::DeletionMarked { .. }) => {
                let Some(group) = cluster.nodes.get(node).map(|node| node.group) else {
                    return;
                };
                self.marked.insert(node, (group, at));
                let pool = plan.groups[group].pool;
                let known = self.latest(pool, group, |one| removes(one, at));
                if let Some(Scaling::Removes { nodes }) = known.map(|one| &mut one.what) {
                    *nodes += 1;
                } else if let Some(lane) = self.lanes.get_mut(pool) {
                    let what = Scaling::Removes { nodes: 1 };
                    lane.segments.push(ScalingSegment { from: at, to: None, group, what, no });
                }
            }
            (Subject::Node(node), Change::NodeGone | Change::DeletionGivenUp) => {
                // All that were marked at once are one removal.
                let removal = self.marked.remove(&node);
                let removal = removal.filter(|one| self.marked.values().all(|other| other != one));
                if let Some((group, from)) = removal
                    && let Some(removal) =
                        self.latest(plan.groups[group].pool, group, |one| removes(one, from))
                {
                    removal.to = Some(at);
                }
            }
            _ => {}
        }
    }

    /// The latest growth of a group.
    fn growth(&mut self, pool: PoolId, group: GroupId) -> Option<&mut ScalingSegment> {
        self.latest(pool, group, |one| matches!(one.what, Scaling::Grows { .. }))
    }

    fn latest(
        &mut self,
        pool: PoolId,
        group: GroupId,
        fits: impl Fn(&ScalingSegment) -> bool,
    ) -> Option<&mut ScalingSegment> {
        let segments = self.lanes.get_mut(pool)?.segments.iter_mut().rev();
        segments.filter(|one| one.group == group).find(|one| fits(one))
    }

    fn push(&mut self, pool: PoolId, segment: ScalingSegment) {
        if let Some(lane) = self.lanes.get_mut(pool) {
            // Growth of which no node comes is its failure.
            let first = lane.segments.partition_point(|one| one.from < segment.from);
            let is_void = |one: &ScalingSegment| {
                let grows = matches!(one.what, Scaling::Grows { .. });
                grows && one.group == segment.group && one.to == Some(one.from)
            };
            if let Some(at) = lane.segments[first..].iter().position(is_void) {
                lane.segments.remove(first + at);
            }
            lane.segments.push(segment);
        }
    }
}

impl ScalingLane {
    /// Ends what lasts of a kind where it changes, and begins what is now. What lasts no time is left out.
    pub(super) fn set(
        &mut self,
        at: SimTime,
        is_own: impl Fn(&Scaling) -> bool,
        now: Option<ScalingSegment>,
    ) {
        let own = |lane: &Self| lane.segments.iter().rposition(|one| is_own(&one.what));
        let last = own(self).map(|last| (last, &mut self.segments[last]));
        match (last.filter(|(_, last)| last.to.is_none()), &now) {
            (Some((last, one)), _) if one.from == at => {
                self.segments.remove(last);
            }
            (Some((_, one)), Some(now)) if one.what == now.what => return,
            (Some((_, one)), _) => one.to = Some(at),
            (None, _) => {}
        }
        let Some(now) = now else {
            return;
        };
        let last = own(self).map(|last| &mut self.segments[last]);
        match last.filter(|last| last.to == Some(at) && last.what == now.what) {
            Some(last) => last.to = None,
            None => self.segments.push(now),
        }
    }
}

/// Does it remove nodes that were marked then?
fn removes(segment: &ScalingSegment, from: SimTime) -> bool {
    segment.from == from && matches!(segment.what, Scaling::Removes { .. })
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}
