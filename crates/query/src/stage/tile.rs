//! One node as a tile: state, word, number, ring, Pods.

use super::context::{StageContext, permille};
use super::pod_counts::{NodePods, pods_on};
use super::pods::{PodDot, dot};
use super::state::{TileState, state};
use super::state_counts::Role;
use crate::autoscaler::Autoscaler;
use crate::requests::NodeUse;
use crate::strategy;
use base::order::sort_by;
use base::{NodeId, PodId, PoolId, SimTime, WorkloadId};
use model::node::{Mark, Side};
use model::{AtLimit, Health, Node, NodePhase, Pod, PodPhase, RunState};
use trace::{Blocker, Change, Phrase, Subject, Value};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    pub node: NodeId,
    pub name: String,
    /// Without what the nodes of its pool have in common.
    pub short: String,
    pub state: TileState,
    pub cordoned: bool,
    /// Created by the upgrade, with the target configuration.
    pub upgraded: bool,
    /// A surge node whose old node still exists.
    pub surge: bool,
    /// The node that it replaces; it takes that node's cell.
    pub replaces: Option<NodeId>,
    pub version: String,
    pub pods: Vec<PodDot>,
    /// Pods that its drain has removed, with their places among all of them.
    pub left: Vec<(usize, PodDot)>,
    /// Were Pods forced out just now?
    pub forced: bool,
    pub pod_count: u32,
    /// The word beside the glyph: `draining, 3 left`.
    pub word: Phrase,
    /// One number: `limit in 55:42`.
    pub line: Option<Phrase>,
    /// How far its wait has progressed, in thousandths: boot, drain limit, deletion.
    pub progress: Option<u16>,
    /// How much of it is requested, in a cluster with an autoscaler.
    pub used: Option<NodeUse>,
    /// It is little used, and stays for a reason.
    pub held: bool,
}

pub(super) fn tile(cx: &StageContext<'_>, pool: PoolId, id: NodeId, node: &Node) -> Tile {
    let plan = cx.trace.plan();
    let (pods, count) = pods_on(plan, &cx.frame.cluster, id);
    let role = cx.counts.role(id);
    let state = state(node, cx.counts.refusals_on(id));
    let (word, line, progress) = words(cx, id, node, state, count, role);
    let held = held_words(cx, id, node, state).filter(|_| progress.is_none());
    let name = plan.node_name(&cx.frame.cluster, id);
    Tile {
        node: id,
        short: cx.index.names.short(pool, &name).to_owned(),
        name,
        state,
        cordoned: node.cordoned_by.is_some(),
        upgraded: node.upgraded,
        surge: node.surge,
        replaces: role.replaces,
        version: cx.version_text(pool, Some(node.template)),
        left: left(cx, id, node, &pods),
        forced: cx.forced_now().any(|one| one.node == Some(id)),
        pods: pods.iter().filter_map(|(id, pod)| dot(cx, *id, pod)).collect(),
        pod_count: count.all,
        used: cx.index.node_use(cx.trace, cx.frame, id),
        held: held.is_some(),
        word: held.as_ref().map_or(word, |(word, _)| word.clone()),
        line: held.map_or(line, |(_, line)| line),
        progress,
    }
}

/// Why a Ready node that is little used stays, and because of which Pod or since when.
fn held_words(
    cx: &StageContext<'_>,
    id: NodeId,
    node: &Node,
    state: TileState,
) -> Option<(Phrase, Option<Phrase>)> {
    let rests = matches!(state, TileState::ReadyNew | TileState::ReadyOld)
        || state == TileState::Cordoned && is_emptied(cx, id, node);
    if !rests || node.mark == Some(Mark::ToBeDeleted) {
        return None;
    }
    let scaler = Autoscaler::of(cx.trace, cx.frame)?;
    let (no, why, pod) = scaler.held(cx.index, id)?;
    let line = match pod {
        Some(pod) => Phrase::new("tile-held-by").with("pod", Subject::Pod(pod)),
        None => Phrase::new("tile-held-since").with("at", cx.trace.record(no)?.at),
    };
    Some((Phrase::new("tile-held").with("why", why.text()), Some(line)))
}

/// The Pods that the node's drain has removed. Those that were forced out are shown for a while after it, too.
fn left(
    cx: &StageContext<'_>,
    id: NodeId,
    node: &Node,
    there: &[(PodId, Pod)],
) -> Vec<(usize, PodDot)> {
    let since = match node.phase {
        NodePhase::Draining { since, .. } => Some(since),
        _ if cx.forced_now().any(|one| one.node == Some(id)) => None,
        _ => return Vec::new(),
    };
    let cluster = &cx.frame.cluster;
    let ever = cluster.past.as_ref().map(|past| past.lives.ever_on(id)).unwrap_or_default();
    let gone = ever.into_iter().filter_map(|id| {
        let pod = cluster.pod(id).filter(|pod| pod.phase() == PodPhase::Gone)?;
        let no = cx.trace.last_row(Subject::Pod(id), cx.frame.next)?;
        let at = cx.trace.record(no)?.at;
        let own = dot(cx, id, &pod)?;
        (own.forced || since.is_some_and(|since| at >= since)).then_some(((pod.workload, id), own))
    });
    // In the order of the others.
    let mut gone: Vec<((WorkloadId, PodId), PodDot)> = gone.collect();
    sort_by(&mut gone, |a, b| a.0.cmp(&b.0));
    let before = |key| there.iter().filter(|(id, pod)| (pod.workload, *id) < key).count();
    gone.into_iter().enumerate().map(|(n, (key, dot))| (n + before(key), dot)).collect()
}

/// Is it a Ready node of the side that the autoscaler empties? That it is cordoned says less than what becomes of it.
fn is_emptied(cx: &StageContext<'_>, id: NodeId, node: &Node) -> bool {
    let cluster = &cx.frame.cluster;
    let pool = cluster.pools.get(cluster.pool_of(cx.trace.plan(), id));
    node.phase == NodePhase::Ready && pool.is_some_and(|pool| pool.is_emptied(node.side))
}

fn word_key(state: TileState) -> &'static str {
    match state {
        TileState::NotReady => "tile-not-ready",
        TileState::Blocked => "tile-blocked",
        TileState::Draining => "tile-draining",
        TileState::Cordoned => "tile-cordoned",
        TileState::Starting => "tile-starting",
        TileState::Recreating => "tile-recreating",
        TileState::Deleting => "tile-deleting",
        TileState::ReadyNew => "tile-ready-new",
        TileState::ReadyOld => "tile-ready-old",
    }
}

type TileText = (Phrase, Option<Phrase>, Option<u16>);

fn words(
    cx: &StageContext<'_>,
    id: NodeId,
    node: &Node,
    state: TileState,
    count: NodePods,
    role: Role,
) -> TileText {
    let now = cx.frame.at;
    let word = Phrase::new(word_key(state)).with("left", count.left);
    let since = || {
        cx.trace
            .last_row(Subject::Node(id), cx.frame.next)
            .and_then(|no| cx.trace.record(no))
            .map_or(now, |record| record.at)
    };
    let toward = |from: SimTime, to: SimTime| {
        let line = Phrase::new("tile-left").with("left", Value::Timer(to - now));
        (Some(line), Some(permille(from, now, to)))
    };
    match (state, node.phase) {
        (TileState::NotReady, _) => (word, ill_line(node), None),
        (TileState::Cordoned, _) if node.mark.is_some() && is_emptied(cx, id, node) => {
            match node.mark {
                Some(Mark::ToBeDeleted) => (Phrase::new("tile-to-be-deleted"), None, None),
                _ => unneeded(cx, id, None),
            }
        }
        // The limit is that of refusals, and none is left.
        (_, NodePhase::Draining { at_limit: AtLimit::Deletes, .. })
            if state != TileState::Blocked =>
        {
            (word, None, None)
        }
        (TileState::Blocked, NodePhase::Draining { since, deadline, at_limit }) => {
            let key = match at_limit {
                AtLimit::Forces => "tile-forced-in",
                AtLimit::Deletes => "tile-deleted-in",
                AtLimit::GivesUp | AtLimit::Leaves => "tile-limit-in",
            };
            let line = deadline.map(|end| Phrase::new(key).with("left", Value::Timer(end - now)));
            let part = deadline.map(|end| permille(since, now, end));
            (blocked_word(cx, id, count), line, part)
        }
        (_, NodePhase::Draining { since, deadline, .. }) => {
            let line = deadline
                .map(|end| Phrase::new("tile-limit-in").with("left", Value::Timer(end - now)));
            (word, line, deadline.map(|end| permille(since, now, end)))
        }
        (_, NodePhase::Booting { ready_at }) => {
            let (line, part) = toward(node.created, ready_at);
            let scaler = Autoscaler::of(cx.trace, cx.frame);
            match scaler.and_then(|scaler| scaler.comes_for_pods(id)) {
                Some(words) => (words, line, part),
                None => (word, line, part),
            }
        }
        (_, NodePhase::Recreating { ready_at: Some(end) }) => {
            let (line, part) = toward(since(), end);
            (word, line, part)
        }
        (_, NodePhase::Recreating { ready_at: None }) => {
            (word, Some(Phrase::new("tile-no-capacity")), None)
        }
        (_, NodePhase::Deleting { gone_at, .. } | NodePhase::Abandoned { gone_at }) => {
            let (line, part) = toward(since(), gone_at);
            (word, line, part)
        }
        (TileState::Cordoned, phase) if node.side == Some(Side::Blue) => {
            let line = match (count.left, phase) {
                (0, NodePhase::Drained) => {
                    Phrase::new("tile-empty-since").with("at", since().max(emptied(cx, id)))
                }
                (0, _) => Phrase::new("tile-empty"),
                (pods, NodePhase::Drained) => Phrase::new("tile-pods-stay").with("pods", pods),
                (pods, _) => Phrase::new("tile-pods-continue").with("pods", pods),
            };
            (word, Some(line), None)
        }
        (TileState::Cordoned, _) => (word, Some(cordoned_line(cx, node)), None),
        (_, NodePhase::Drained | NodePhase::Gone | NodePhase::Ready) => {
            let line = ready_line(cx, id, node, count, role);
            match (node.phase, node.mark) {
                (NodePhase::Ready, Some(Mark::ToBeDeleted)) => {
                    (Phrase::new("tile-to-be-deleted"), line, None)
                }
                (NodePhase::Ready, Some(Mark::Candidate)) => unneeded(cx, id, line),
                _ => (word, line, None),
            }
        }
    }
}

/// When the autoscaler removes the node, or why it stays.
fn unneeded(cx: &StageContext<'_>, id: NodeId, line: Option<Phrase>) -> TileText {
    let (now, word) = (cx.frame.at, Phrase::new("tile-unneeded"));
    let scaler = Autoscaler::of(cx.trace, cx.frame);
    let found = scaler.map(|scaler| scaler.removal(id)).unwrap_or_default();
    if let Some(((_, since), at)) = found.unneeded.zip(found.goes_at) {
        let line = Phrase::new("tile-goes-in").with("left", Value::Timer(at - now));
        return (word, Some(line), Some(permille(since, now, at)));
    }
    let why = found.stays.map(|(_, why, _)| Phrase::new(why.key()));
    (word, line.or(why), None)
}

/// Why a node is in its state, in short and without a look at its Pods.
pub(crate) fn node_line(
    cx: &StageContext<'_>,
    id: NodeId,
    node: &Node,
    state: TileState,
) -> Option<Phrase> {
    match (state, node.phase) {
        (TileState::NotReady, _) => ill_line(node),
        (TileState::Blocked, _) => Some(blocked_word(cx, id, NodePods::default())),
        (_, NodePhase::Draining { at_limit: AtLimit::Deletes, .. }) => None,
        (_, NodePhase::Draining { deadline, .. }) => {
            let left = Value::Timer(deadline? - cx.frame.at);
            Some(Phrase::new("tile-limit-in").with("left", left))
        }
        (_, NodePhase::Booting { .. }) => Autoscaler::of(cx.trace, cx.frame)?.comes_for_pods(id),
        (_, NodePhase::Recreating { ready_at: None }) => Some(Phrase::new("tile-no-capacity")),
        (TileState::Cordoned, _) => Some(cordoned_line(cx, node)),
        _ => None,
    }
}

/// When the last Pod that a drain would remove ended on an empty node: one may outlast its drain.
fn emptied(cx: &StageContext<'_>, id: NodeId) -> SimTime {
    let (plan, cluster, next) = (cx.trace.plan(), &cx.frame.cluster, cx.frame.next);
    let pods = match &cluster.past {
        Some(past) => past.lives.ever_on(id),
        None => Vec::new(),
    };
    let pods = pods.into_iter().filter(|pod| {
        let owner = cluster.owner(*pod).and_then(|owner| plan.workloads.get(owner));
        !owner.is_some_and(|owner| owner.kind.stays_with_node())
    });
    let rows = pods.filter_map(|pod| cx.trace.last_row(Subject::Pod(pod), next));
    let records = rows.filter_map(|no| cx.trace.record(no));
    let ends = records
        .filter(|record| matches!(record.change, Change::PodGone | Change::PodForced { .. }));
    ends.map(|record| record.at).max().unwrap_or(SimTime::ZERO)
}

/// What is wrong with the node.
fn ill_line(node: &Node) -> Option<Phrase> {
    let key = match node.health {
        Health::Well => return None,
        Health::Silent => "tile-kubelet-stopped",
        Health::Lost => "tile-lost",
        Health::DiskFull => "tile-disk-full",
        Health::Down => "tile-vm-down",
    };
    Some(Phrase::new(key))
}

/// `PDB web-pdb`, or another reason for the refusal.
fn blocked_word(cx: &StageContext<'_>, id: NodeId, count: NodePods) -> Phrase {
    let hold =
        cx.index.active_holds(cx.frame.next).find(|hold| hold.node == Some(id) && hold.refuses());
    match hold.map(|hold| hold.by) {
        Some(Blocker::Budget { budget, .. } | Blocker::Forbidden { budget }) => {
            Phrase::new("tile-blocked-budget").with("budget", Subject::Budget(budget))
        }
        Some(Blocker::TwoBudgets { .. }) => Phrase::new("tile-blocked-two"),
        _ => Phrase::new("tile-blocked").with("left", count.left),
    }
}

pub(super) fn cordoned_line(cx: &StageContext<'_>, node: &Node) -> Phrase {
    let by_hand = node
        .cordoned_by
        .and_then(|no| cx.trace.record(no))
        .and_then(|record| record.cause)
        .and_then(|no| cx.trace.record(no))
        .is_some_and(|cause| matches!(cause.change, Change::Commanded { .. }));
    Phrase::new(match (by_hand, node.side) {
        (true, _) => "tile-cordoned-by-hand",
        // Only a rollback cordons green nodes.
        (false, Some(Side::Green)) => "tile-cordoned-to-roll-back",
        (false, _) => "tile-cordoned-by-upgrade",
    })
}

fn ready_line(
    cx: &StageContext<'_>,
    id: NodeId,
    node: &Node,
    count: NodePods,
    role: Role,
) -> Option<Phrase> {
    if node.health != Health::Well {
        return ill_line(node);
    }
    if let Some(new) = role.task.and_then(|task| task.stand_in) {
        return Some(Phrase::new("tile-waits-for").with("node", new));
    }
    if count.starting > 0 {
        return Some(Phrase::new("tile-pods-starting").with("pods", count.starting));
    }
    if count.not_ready > 0 {
        return Some(Phrase::new("tile-pods-not-ready").with("pods", count.not_ready));
    }
    let plan = cx.trace.plan();
    let state = cx.frame.cluster.pools.get(cx.frame.cluster.pool_of(plan, id))?;
    let (run, zone) = (state.run, plan.groups.get(node.group)?.zone);
    if node.side == Some(Side::Green) {
        return Some(Phrase::new("tile-pods").with("pods", count.left));
    }
    if let Some(own) = strategy::of(state.kind).waits_for(cx, id) {
        return Some(own);
    }
    if node.upgraded {
        let scaler = Autoscaler::of(cx.trace, cx.frame);
        let is_for_pods = scaler.is_some_and(|scaler| scaler.requested(id).is_some());
        return Some(Phrase::new(match role.replaces {
            _ if is_for_pods => "tile-added",
            Some(_) => "tile-surge-node",
            None => "tile-recreated",
        }));
    }
    if run == RunState::WaitingForResources && state.zone == Some(zone) {
        return Some(Phrase::new("tile-no-capacity"));
    }
    if run == RunState::RollingBack {
        return Some(Phrase::new(match node.side {
            Some(_) => "tile-used-again",
            None => "tile-stays",
        }));
    }
    run.unfinished().then(|| Phrase::new("tile-not-started"))
}
