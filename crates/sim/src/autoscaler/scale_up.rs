//! One decision to grow: which groups could help, which one wins, and how its nodes are spread over similar groups.

use super::balance::GroupSize;
use super::estimate::{Estimate, NewNode, estimate};
use super::expanders::{Cluster, Expander, Expansion, PoolNode, choose};
use crate::scheduling::Filter;
use crate::scheduling::snapshot::{Rotation, Snapshot};
use base::{GroupId, PodId, muted};
use model::Resources;

/// The most new nodes of one decision: `--max-nodes-per-scaleup` (KA-21).
const PER_SCALE_UP: u32 = 1000;

/// A group that may grow.
#[derive(Clone, PartialEq, Debug)]
pub struct GrowingGroup {
    pub group: GroupId,
    pub target: u32,
    pub max: u32,
    /// What the limits of the pool as a whole leave its groups together (BS-93).
    pub left: Option<u32>,
    /// It has either no nodes or `max`.
    pub atomic: bool,
    /// The group exists; else it would be created.
    pub exists: bool,
    /// A reservation that matches it has machines left (CA-28).
    pub reserved: bool,
    pub new: NewNode,
    pub node: PoolNode,
    /// Why it isn't tried, whatever the Pods are (KA-44, KA-49, AM-20, CA-14).
    pub held: Option<Skipped>,
}

/// Why a group isn't tried (KA-93).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skipped {
    MaxSize,
    Backoff,
    NotReady,
    /// All nodes of an atomic group are more than the cluster may still get.
    TooLargeAtOnce,
    ResourceLimit,
    /// An upgrade allows no new nodes (AM-20).
    Upgrade,
    /// Compute Engine's own autoscaler works on the group (CA-14).
    ComputeEngine,
}

/// Limits of the cluster, and how the group is chosen.
pub struct Settings<'a> {
    pub chain: &'a [Expander],
    pub cluster: Cluster,
    /// Nodes that exist or are coming, and the most of them: `--max-nodes-total`.
    pub nodes: u32,
    pub most_nodes: Option<u32>,
    /// Does an estimate stop at these limits, and at the room of the groups (KA-21)?
    pub bounded: bool,
    /// How many nodes of a group the limits of resources still allow (KA-41).
    pub affordable: &'a dyn Fn(GroupId) -> Option<u32>,
    /// Do the two groups share a scale-up (KA-33)? Only asked with `--balance-similar-node-groups`.
    pub similar: Option<&'a dyn Fn(GroupId, GroupId) -> bool>,
    /// How the nodes are spread over the winner and the groups like it.
    pub spread: &'a dyn Fn(&[GroupSize], u32) -> Vec<GroupSize>,
}

/// What a group could do.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupOption {
    /// Its place in the list of groups.
    pub group: usize,
    pub estimate: Estimate,
    /// The equivalence groups that it can take, by their places.
    pub takes: Vec<usize>,
    /// Similar groups, by their places.
    pub similar: Vec<usize>,
}

/// What is decided.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decision {
    pub options: Vec<GroupOption>,
    /// The options as the expanders see them.
    pub expansions: Vec<Expansion>,
    /// Likewise those that an option with an unused reservation beats.
    pub beaten: Vec<Expansion>,
    /// Groups that weren't tried, by their places.
    pub skipped: Vec<(usize, Skipped)>,
    /// The winner, by its place among the options.
    pub chosen: Option<usize>,
    /// The groups that grow, with their new sizes.
    pub sizes: Vec<GroupSize>,
    /// Equivalence groups that some group could take, by their places.
    pub helped: Vec<usize>,
    pub rejected: Vec<Rejected>,
}

/// A filter rejects Pods on new nodes of a group: both by their places.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejected {
    pub group: usize,
    pub pods: usize,
    pub filter: &'static Filter,
}

/// Decides once. `pods`: equivalence groups of Pods that fit nowhere.
///
/// Rulebook: KA-14 to KA-41. Source: Kubernetes `core/scaleup/orchestrator/orchestrator.go`.
pub fn decide(
    snapshot: &mut Snapshot<'_>,
    rotation: &mut Rotation,
    groups: &[GrowingGroup],
    pods: &[Vec<PodId>],
    settings: &Settings<'_>,
) -> Decision {
    let mut decision = Decision::default();
    let mut takes: Vec<Option<Vec<usize>>> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let skipped = skipped(group, settings);
        decision.skipped.extend(skipped.map(|why| (at, why)));
        let tried = skipped.is_none();
        let rejected = if tried { rejected(snapshot, at, group, pods) } else { Vec::new() };
        let fits = |pods: &usize| rejected.binary_search_by_key(pods, |one| one.pods).is_err();
        takes.push(tried.then(|| (0..pods.len()).filter(fits).collect()));
        decision.rejected.extend(rejected);
    }
    for (at, group) in groups.iter().enumerate() {
        let Some(own) = takes[at].as_ref().filter(|own| !own.is_empty()) else {
            continue;
        };
        let similar = similar(groups, &takes, at, settings);
        let most = settings.bounded.then(|| node_limit(groups, at, &similar, settings));
        let wanted: Vec<&[PodId]> = own.iter().map(|at| pods[*at].as_slice()).collect();
        let mut estimate = estimate(snapshot, rotation, &group.new, &wanted, most);
        if group.atomic && !muted("KA-24") && estimate.nodes > 0 {
            estimate.nodes = group.max;
        }
        if estimate.nodes > 0 && !estimate.pods.is_empty() {
            decision.options.push(GroupOption { group: at, estimate, takes: own.clone(), similar });
        }
    }
    let mut helped: Vec<usize> = takes.into_iter().flatten().flatten().collect();
    base::order::sort(&mut helped);
    helped.dedup();
    decision.helped = helped;
    // AM-81: an unused reservation comes before the price.
    let reserved = |option: &GroupOption| groups[option.group].reserved;
    let any = decision.options.iter().any(reserved);
    let (kept, beaten): (Vec<_>, Vec<_>) =
        decision.options.into_iter().partition(|option| !any || reserved(option));
    let expansions = |options: &[GroupOption]| {
        options.iter().map(|option| expansion(snapshot, groups, option)).collect()
    };
    (decision.expansions, decision.beaten) = (expansions(&kept), expansions(&beaten));
    decision.options = kept;
    decision.chosen = choose(settings.chain, &decision.expansions, &settings.cluster);
    if let Some(chosen) = decision.chosen {
        decision.sizes = grow(groups, &decision.options[chosen], settings);
    }
    decision
}

/// KA-23.
fn skipped(group: &GrowingGroup, settings: &Settings<'_>) -> Option<Skipped> {
    if muted("KA-23") {
        return None;
    }
    let all = group.max.saturating_sub(group.target);
    let left = settings.most_nodes.map(|most| most.saturating_sub(settings.nodes));
    let needed = if group.atomic { all } else { 1 };
    if group.held.is_some() {
        group.held
    } else if group.target >= group.max {
        Some(Skipped::MaxSize)
    } else if group.atomic && left.is_some_and(|left| all > left) {
        Some(Skipped::TooLargeAtOnce)
    } else if (settings.affordable)(group.group).is_some_and(|nodes| nodes < needed) {
        Some(Skipped::ResourceLimit)
    } else {
        None
    }
}

/// KA-16: the equivalence groups whose first Pod doesn't fit on a new node.
fn rejected(
    snapshot: &mut Snapshot<'_>,
    at: usize,
    group: &GrowingGroup,
    pods: &[Vec<PodId>],
) -> Vec<Rejected> {
    let fork = snapshot.fork();
    let node = group.new.push(snapshot);
    let samples = pods.iter().enumerate().filter_map(|(at, pods)| Some((at, *pods.first()?)));
    let rejected = samples.filter_map(|(pods, pod)| {
        let filter = snapshot.rejection(pod, node)?;
        Some(Rejected { group: at, pods, filter })
    });
    let rejected = rejected.collect();
    snapshot.revert(fork);
    rejected
}

/// KA-33, KA-36: similar groups that take all that the group takes.
fn similar(
    groups: &[GrowingGroup],
    takes: &[Option<Vec<usize>>],
    at: usize,
    settings: &Settings<'_>,
) -> Vec<usize> {
    let (Some(similar), Some(own)) = (settings.similar, &takes[at]) else {
        return Vec::new();
    };
    if groups[at].atomic {
        return Vec::new();
    }
    let takes_all = |other: usize| {
        let theirs = takes[other].as_ref();
        theirs.is_some_and(|theirs| own.iter().all(|one| theirs.contains(one))) || muted("KA-36")
    };
    let others = (0..groups.len()).filter(|other| *other != at);
    let alike = others.filter(|other| similar(groups[at].group, groups[*other].group));
    alike.filter(|other| takes_all(*other)).collect()
}

/// KA-21.
fn node_limit(
    groups: &[GrowingGroup],
    at: usize,
    similar: &[usize],
    settings: &Settings<'_>,
) -> u32 {
    let room = |at: &usize| groups[*at].max.saturating_sub(groups[*at].target);
    let room: u32 = similar.iter().chain([&at]).map(room).fold(0, u32::saturating_add);
    let left = settings.most_nodes.map(|most| most.saturating_sub(settings.nodes));
    let caps = [left, groups[at].left].into_iter().flatten();
    caps.fold(room, u32::min).min(PER_SCALE_UP)
}

/// What GKE's own weights count for a Pod at least (BS-90).
const LEAST_CPU_M: i64 = 5;
const LEAST_MIB: i64 = 5;

/// Simplified: a Pod's requests contain those of its init containers (KS-12), which the original leaves out here.
fn expansion(snapshot: &Snapshot<'_>, groups: &[GrowingGroup], option: &GroupOption) -> Expansion {
    let group = &groups[option.group];
    let mut requests = Resources::default();
    let mut counted = (0, 0);
    for pod in &option.estimate.pods {
        let workload = snapshot.cluster.pods[*pod].workload;
        let own = &snapshot.plan.workloads[workload].requests;
        requests.add(own);
        counted.0 += own.cpu_m.max(LEAST_CPU_M);
        counted.1 += (own.memory_bytes >> 20).max(LEAST_MIB);
    }
    // KA-29: of extended resources only GPUs have a price.
    let gpu = snapshot.plan.symbols.find("nvidia.com/gpu");
    requests.extended.retain(|(name, _)| Some(*name) == gpu);
    Expansion {
        group: group.group,
        nodes: option.estimate.nodes,
        pods: option.estimate.pods.len() as u32,
        requests,
        counted,
        node: group.node,
        exists: group.exists,
        priority: None,
    }
}

/// KA-38: what the total and the resources leave, spread over the winner and the similar groups.
fn grow(groups: &[GrowingGroup], option: &GroupOption, settings: &Settings<'_>) -> Vec<GroupSize> {
    let winner = &groups[option.group];
    let left = settings.most_nodes.map(|most| most.saturating_sub(settings.nodes));
    let affordable = (settings.affordable)(winner.group);
    let caps = [left, affordable, winner.left].into_iter().flatten();
    let caps = caps.filter(|_| !muted("KA-38"));
    let nodes = caps.fold(option.estimate.nodes, u32::min);
    let spread = [option.group].into_iter().chain(option.similar.iter().copied());
    let sizes: Vec<GroupSize> = spread
        .map(|at| &groups[at])
        .map(|group| GroupSize { group: group.group, size: group.target, max: group.max })
        .collect();
    (settings.spread)(&sizes, nodes)
}
