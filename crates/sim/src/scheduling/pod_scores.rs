//! What spreading and affinity add to all nodes of a zone, and to the few whose Pods count individually.

use super::affinity::score as affinity;
use super::cycle::Cycle;
use super::node_labels;
use super::node_status::NodeStatus;
use super::node_tree::NodeTree;
use super::pods_per_node::{NodeKind, PodsPerNode};
use super::scores::SCORES;
use super::spread::soft::{SystemCounts, SystemSpread, spread_points};
use super::tally::Counted;
use base::{broken, mutes_rules};
use model::selector::SpreadConstraint;

/// How other Pods affect the choice.
pub(super) struct PodScores<'a> {
    /// Nodes that reject the Pod because of Pods there.
    pub(super) closed: Vec<Counted<'a>>,
    /// Nodes whose Pods count for the score.
    pub(super) weighed: Vec<Counted<'a>>,
    /// Pods that count for the score of workloads on many nodes, by node.
    pub(super) pods_per_node: PodsPerNode<'a>,
    system: Option<SystemSpread<'a>>,
    scored: affinity::Scored<'a>,
    /// Can spreading or affinity reject a whole zone?
    by_zone: bool,
}

impl<'a> PodScores<'a> {
    /// Returns `None` if anything else affects the choice.
    pub(super) fn of(cx: &Cycle<'a>) -> Option<Self> {
        let (wants, all) = (cx.wants, cx.occupancy);
        let plain = !mutes_rules()
            && cx.asks_room_alone()
            && cx.status == NodeStatus::Open
            && wants.preferred_nodes.is_empty()
            && !all.classes.avoids(cx.demand)
            && !node_labels::names_nodes(cx.plan, wants);
        if !plain {
            return None;
        }
        let zonal = |key| node_labels::is_zonal(cx.plan, key);
        let hard = |one: &SpreadConstraint| one.hard && zonal(one.topology_key);
        if !wants.spread.iter().all(hard) {
            return None;
        }
        let mut weighed = Vec::new();
        let mut pods_per_node = PodsPerNode::default();
        let system = if wants.spread.is_empty() { SystemSpread::of(cx) } else { None };
        if wants.spread.is_empty() && !wants.owner_selectors.is_empty() {
            for workload in system.as_ref()?.audience {
                let tally = all.tally_of(*workload);
                weighed.extend(tally.few());
                pods_per_node.0.extend(tally.many());
            }
        }
        let (mut closed, zones) = cx.ask.closed(&zonal)?;
        if broken("score-table/closed") {
            closed.clear();
        }
        let scored = affinity::Scored::of(cx, &zonal)?;
        weighed.extend(scored.nodes());
        Some(Self {
            closed,
            weighed,
            pods_per_node,
            system,
            by_zone: zones || !wants.spread.is_empty(),
            scored,
        })
    }

    /// Pods on the node that count for spreading; `listed` is their number in the list that names the node.
    pub(super) fn pods(&self, cx: &Cycle<'_>, node: u32, listed: u32) -> u32 {
        match &self.system {
            None => 0,
            // The only list belongs to the audience, not to affinity, unless the audience is counted per node.
            Some(system)
                if system.audience.len() == 1
                    && self.weighed.len() == 1
                    && self.pods_per_node.is_empty() =>
            {
                listed
            }
            Some(system) => system.pods_on(cx, node),
        }
    }

    /// Do nodes of a zone with the same number of counted Pods score alike, apart from their loads?
    pub(super) fn alike(&self) -> bool {
        self.scored.is_empty()
    }

    /// Can some node of the zone take the Pod, considering spreading and affinity?
    pub(super) fn open(&self, cx: &Cycle<'_>, node_tree: &NodeTree, zone: usize) -> bool {
        !self.by_zone
            || node_tree.any(zone).is_none_or(|node| {
                cx.spread_violation(node).is_none()
                    && !cx.ask.closes_zone_of(node, cx.class_of(node))
            })
    }
}

/// KS-20.
fn weight_of(plugin: &str) -> i64 {
    let mut scores = SCORES.iter();
    scores.find(|score| score.name == plugin).map_or(0, |score| score.weight)
}

/// The totals of kinds of nodes with spreading and affinity. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct KindScores {
    totals: Vec<i64>,
    raw: Vec<i64>,
    met: Vec<bool>,
    counts: SystemCounts,
}

impl KindScores {
    /// `found`: the number of feasible nodes.
    pub(super) fn totals(
        &mut self,
        cx: &Cycle<'_>,
        pod_scores: &PodScores<'_>,
        found: u32,
        kinds: &[NodeKind],
    ) -> &[i64] {
        self.totals.clear();
        self.totals.extend(kinds.iter().map(|kind| kind.points));
        let node_tree = &cx.occupancy.node_tree;
        if pod_scores.system.is_some() {
            self.met.clear();
            self.met.resize(node_tree.zones(), false);
            for kind in kinds {
                self.met[kind.zone] = true;
            }
            self.counts.fill(cx, found, &self.met);
            self.raw.clear();
            self.raw.extend({
                let raw = self.counts.raw(cx);
                kinds.iter().map(move |kind| {
                    let node = node_tree.any(kind.zone);
                    let pods = if broken("score-table/odds") { 0 } else { kind.pods };
                    node.map_or(0, |node| raw(cx.occupancy.class[node as usize], pods))
                })
            });
            self.add("PodTopologySpread", spread_points);
        }
        if !pod_scores.scored.is_empty() {
            let scored = &pod_scores.scored;
            self.raw.clear();
            self.raw.extend(kinds.iter().map(|kind| {
                let plain = || node_tree.any(kind.zone).map_or(0, |node| scored.of_zone(cx, node));
                kind.apart.map_or_else(plain, |node| scored.raw(cx, node))
            }));
            self.add("InterPodAffinity", affinity::share_of);
        }
        &self.totals
    }

    /// Adds a plugin's weighted points; `points` normalizes a raw score between the least and the largest.
    fn add(&mut self, plugin: &str, points: impl Fn((i64, i64), i64) -> i64) {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for raw in &self.raw {
            (least, most) = (least.min(*raw), most.max(*raw));
        }
        let weight = weight_of(plugin);
        // Runs of equal scores are common and a division is slow.
        let mut last = None;
        for (total, raw) in self.totals.iter_mut().zip(&self.raw) {
            let points = match last {
                Some((before, points)) if before == *raw => points,
                _ => weight * points((least, most), *raw),
            };
            last = Some((*raw, points));
            *total += points;
        }
    }
}
