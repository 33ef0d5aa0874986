//! One search of a score table: which nodes are scored, and the best of them.

use super::TIES;
use super::cycle::Cycle;
use super::node_tree::Cursor;
use super::pod_scores::{KindScores, PodScores};
use super::pods_per_node::{NodeKind, PointsByPods};
use super::row::{BLOCK, PointsRow, REJECTED, Rows, join, split};
use super::sampled_nodes::{ExcludedNodes, SampledNodes, SearchedNodes};
use super::tally::Counted;
use base::Draws;
use base::id::Id as _;

/// The buffers of a search, reused by the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeSearch {
    /// Nodes that reject the Pod because of Pods there, and nodes that are scored individually.
    excluded: ExcludedNodes,
    /// By zone: may it take the Pod?
    open: Vec<bool>,
    sampled: SampledNodes,
    separate_nodes: Vec<SeparateNode>,
    /// By zone and number of Pods, one more than the index of the kind of individually scored nodes, or 0.
    slots: Vec<u32>,
    /// Blocks with the nodes that are scored together.
    parts: Vec<BlockPart>,
    /// Parts whose block maximum belongs to nodes outside of the part, so that each node is read.
    unclear: Vec<BlockPart>,
    by_pods: PointsByPods,
    kinds: Vec<NodeKind>,
    kind_scores: KindScores,
}

/// A node that is scored individually.
#[derive(Clone, Copy, Debug)]
struct SeparateNode {
    node: u32,
    points: i64,
    kind: usize,
}

/// The scored nodes of a block.
#[derive(Clone, Copy, Debug)]
struct BlockPart {
    zone: usize,
    block: usize,
    nodes: u64,
}

/// Up to this length a list is read whole instead of searched for the sampled nodes.
const SHORT: usize = 16;

/// Kinds are indexed by Pods per node up to this number.
const FEW: usize = 16;

impl NodeSearch {
    /// Finds the nodes that are scored; returns their number and where the next search begins.
    pub(super) fn open(
        &mut self,
        cx: &Cycle<'_>,
        pod_scores: &PodScores<'_>,
        rows: &Rows,
        cursor: Cursor,
        enough: u32,
    ) -> (u32, Cursor) {
        let node_tree = &cx.occupancy.node_tree;
        self.open.clear();
        let open = (0..node_tree.zones()).map(|zone| pod_scores.open(cx, node_tree, zone));
        self.open.extend(open);
        self.excluded.clear(node_tree);
        let open = self.open.iter().zip(&rows.zones).filter(|(open, _)| **open);
        let mut all: u32 = open.map(|(_, row)| row.many()).sum();
        for (node, _) in pod_scores.closed.iter().copied().flatten() {
            if let Some((zone, at)) = node_tree.place(*node)
                && self.open[zone]
                && rows.zones[zone].at(at) != REJECTED
            {
                all -= u32::from(self.excluded.add(zone, at));
            }
        }
        let field = SearchedNodes { node_tree, rows, open: &self.open, excluded: &self.excluded };
        self.sampled.find(&field, all, cursor, enough)
    }

    /// KS-30: the node with the highest total among those found; ties go to the smallest draw.
    pub(super) fn best(
        &mut self,
        cx: &Cycle<'_>,
        pod_scores: &PodScores<'_>,
        rows: &Rows,
        found: u32,
    ) -> Option<u32> {
        let node_tree = &cx.occupancy.node_tree;
        self.kinds.clear();
        self.separate_counted(cx, pod_scores, rows);
        self.find_kinds(rows);
        let totals = self.kind_scores.totals(cx, pod_scores, found, &self.kinds);
        let best = totals.iter().copied().max()?;
        let mut least = Draws::of(cx.plan.seed, TIES, u64::from(cx.pod.index())).least();
        let kinds = self.kinds.iter().zip(totals);
        for (kind, _) in kinds.filter(|(kind, total)| **total == best && kind.apart.is_none()) {
            let score = join(kind.pods, kind.points);
            for part in self.parts.iter().filter(|part| part.zone == kind.zone) {
                let nodes = rows.zones[kind.zone].nodes_at(part.block, score) & part.nodes;
                let lane = &node_tree.zone_nodes(part.zone)[part.block * BLOCK..];
                least.ask_some(lane, nodes);
            }
        }
        for one in &self.separate_nodes {
            if totals[one.kind] == best && one.points == self.kinds[one.kind].points {
                least.ask(one.node);
            }
        }
        least.of()
    }

    /// Separates the nodes whose Pods count for the score.
    fn separate_counted(&mut self, cx: &Cycle<'_>, pod_scores: &PodScores<'_>, rows: &Rows) {
        let node_tree = &cx.occupancy.node_tree;
        self.separate_nodes.clear();
        self.slots.clear();
        self.slots.resize(node_tree.zones() * FEW, 0);
        if pod_scores.weighed.iter().all(|list| list.len() <= SHORT) {
            for list in &pod_scores.weighed {
                self.separate(cx, pod_scores, rows, list);
            }
            return;
        }
        // The node tree and the lists are sorted by id.
        let (mut first, mut last) = (u32::MAX, 0);
        for (zone, (from, to)) in self.sampled.each() {
            if let [start, .., end] | [start @ end] = node_tree.zone_nodes(zone)[from..to] {
                (first, last) = (first.min(start), last.max(end));
            }
        }
        for list in &pod_scores.weighed {
            let some = &list[list.partition_point(|(node, _)| *node < first)..];
            let some = &some[..some.partition_point(|(node, _)| *node <= last)];
            self.separate(cx, pod_scores, rows, some);
        }
    }

    fn separate(
        &mut self,
        cx: &Cycle<'_>,
        pod_scores: &PodScores<'_>,
        rows: &Rows,
        nodes: Counted<'_>,
    ) {
        for (node, pods) in nodes {
            let Some((zone, at)) = cx.occupancy.node_tree.place(*node) else {
                continue;
            };
            if !self.sampled.hold(zone, at) {
                continue;
            }
            let score = rows.zones[zone].at(at);
            if score != REJECTED && self.excluded.add(zone, at) {
                let (_, points) = split(score);
                let pods = pod_scores.pods(cx, *node, *pods);
                let kind = self.separate_kind(pod_scores, zone, pods, *node);
                self.kinds[kind].points = self.kinds[kind].points.max(points);
                self.separate_nodes.push(SeparateNode { node: *node, points, kind });
            }
        }
    }

    /// Nodes of a zone with the same number of Pods are one kind, unless preferred Pod affinity counts.
    fn separate_kind(
        &mut self,
        pod_scores: &PodScores<'_>,
        zone: usize,
        pods: u32,
        node: u32,
    ) -> usize {
        let kind = self.kinds.len();
        if (pods as usize) < FEW && pod_scores.alike() {
            let slot = &mut self.slots[zone * FEW + pods as usize];
            if *slot > 0 {
                return *slot as usize - 1;
            }
            *slot = kind as u32 + 1;
        }
        self.kinds.push(NodeKind { zone, pods, points: 0, apart: Some(node) });
        kind
    }

    /// Finds the kinds of the nodes that aren't scored individually.
    fn find_kinds(&mut self, rows: &Rows) {
        self.parts.clear();
        for (zone, row) in rows.zones.iter().enumerate() {
            self.unclear.clear();
            for (from, to) in self.sampled.of(zone) {
                if from < to {
                    self.add(zone, row, from, to - 1);
                }
            }
            for part in &self.unclear {
                self.by_pods.add_each(row, part.block, part.nodes);
            }
            self.by_pods.list(zone, &mut self.kinds);
        }
    }

    /// Adds the nodes of a zone between two places, inclusive.
    #[inline(never)]
    fn add(&mut self, zone: usize, row: &PointsRow, first: usize, last: usize) {
        let (start, end) = (first / BLOCK, last / BLOCK);
        let blocks = row.blocks(start..=end);
        let out = self.excluded.of_some(zone, start..=end);
        for ((block, out), no) in blocks.iter().zip(out).zip(start..) {
            let mut nodes = block.taking & !out;
            if no == start {
                nodes &= u64::MAX << (first % BLOCK);
            }
            if no == end {
                nodes &= u64::MAX >> (BLOCK - 1 - last % BLOCK);
            }
            if nodes != 0 {
                let part = BlockPart { zone, block: no, nodes };
                self.parts.push(part);
                if !self.by_pods.add(block, nodes) {
                    self.unclear.push(part);
                }
            }
        }
    }
}
