//! One look of a Pod at a board: which nodes are scored, and the best of them.

use super::TIES;
use super::crowds::{ByPods, NodeKind};
use super::cycle::Cycle;
use super::lanes::Cursor;
use super::odds::{Odds, Weigh};
use super::row::{BLOCK, PointsRow, REJECTED, Rows, join, split};
use super::stretch::{Out, SearchedNodes, Stretches};
use super::tally::Counted;
use base::Draws;
use base::id::Id as _;

/// Kept for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeSearch {
    /// Nodes that may not have the Pod because of Pods there, and those that are weighed apart.
    out: Out,
    /// Zones that may take the Pod.
    open: Vec<bool>,
    stretches: Stretches,
    odd: Vec<Odd>,
    /// By zone and Pods, one more than the number of the kind of nodes that are weighed apart, or 0.
    slots: Vec<u32>,
    /// The others.
    parts: Vec<BlockPart>,
    /// Those of them for which it takes a look at each node.
    unclear: Vec<BlockPart>,
    by_pods: ByPods,
    kinds: Vec<NodeKind>,
    weigh: Weigh,
}

/// A node that is weighed apart.
#[derive(Clone, Copy, Debug)]
struct Odd {
    node: u32,
    points: i64,
    kind: usize,
}

/// Nodes of a block that are scored.
#[derive(Clone, Copy, Debug)]
struct BlockPart {
    zone: usize,
    block: usize,
    nodes: u64,
}

/// A list of so many nodes is not searched for those that are looked at.
const SHORT: usize = 16;

/// Pods on a node that are seldom exceeded.
const FEW: usize = 16;

impl NodeSearch {
    /// Finds the nodes that are scored: how many they are, and where the next look begins.
    pub(super) fn open(
        &mut self,
        cx: &Cycle<'_>,
        odds: &Odds<'_>,
        rows: &Rows,
        cursor: Cursor,
        enough: u32,
    ) -> (u32, Cursor) {
        let lanes = &cx.occupancy.lanes;
        self.open.clear();
        let open = (0..lanes.zones()).map(|zone| odds.open(cx, lanes, zone));
        self.open.extend(open);
        self.out.clear(lanes);
        let open = self.open.iter().zip(&rows.zones).filter(|(open, _)| **open);
        let mut all: u32 = open.map(|(_, row)| row.many()).sum();
        for (node, _) in odds.closed.iter().copied().flatten() {
            if let Some((zone, at)) = lanes.place(*node)
                && self.open[zone]
                && rows.zones[zone].at(at) != REJECTED
            {
                all -= u32::from(self.out.add(zone, at));
            }
        }
        let field = SearchedNodes {
            lanes,
            rows,
            open: &self.open,
            out: &self.out,
        };
        self.stretches.find(&field, all, cursor, enough)
    }

    /// KS-30: of the nodes that were found, one with the highest total; among equals the smallest draw.
    pub(super) fn best(
        &mut self,
        cx: &Cycle<'_>,
        odds: &Odds<'_>,
        rows: &Rows,
        found: u32,
    ) -> Option<u32> {
        let lanes = &cx.occupancy.lanes;
        self.kinds.clear();
        self.set_apart(cx, odds, rows);
        self.find_kinds(rows);
        let totals = self.weigh.totals(cx, odds, found, &self.kinds);
        let best = totals.iter().copied().max()?;
        let mut least = Draws::of(cx.plan.seed, TIES, u64::from(cx.pod.index())).least();
        let kinds = self.kinds.iter().zip(totals);
        for (kind, _) in kinds.filter(|(kind, total)| **total == best && kind.apart.is_none()) {
            let worth = join(kind.pods, kind.points);
            for part in self.parts.iter().filter(|part| part.zone == kind.zone) {
                let nodes = rows.zones[kind.zone].worth(part.block, worth) & part.nodes;
                let lane = &lanes.lane(part.zone)[part.block * BLOCK..];
                least.ask_some(lane, nodes);
            }
        }
        for one in &self.odd {
            if totals[one.kind] == best && one.points == self.kinds[one.kind].points {
                least.ask(one.node);
            }
        }
        least.of()
    }

    /// Sets the nodes apart on which Pods stand that count.
    fn set_apart(&mut self, cx: &Cycle<'_>, odds: &Odds<'_>, rows: &Rows) {
        let lanes = &cx.occupancy.lanes;
        self.odd.clear();
        self.slots.clear();
        self.slots.resize(lanes.zones() * FEW, 0);
        if odds.weighed.iter().all(|list| list.len() <= SHORT) {
            for list in &odds.weighed {
                self.set_apart_those(cx, odds, rows, list);
            }
            return;
        }
        // Lanes and lists are in the order of ids.
        let (mut first, mut last) = (u32::MAX, 0);
        for (zone, (from, to)) in self.stretches.each() {
            if let [start, .., end] | [start @ end] = lanes.lane(zone)[from..to] {
                (first, last) = (first.min(start), last.max(end));
            }
        }
        for list in &odds.weighed {
            let some = &list[list.partition_point(|(node, _)| *node < first)..];
            let some = &some[..some.partition_point(|(node, _)| *node <= last)];
            self.set_apart_those(cx, odds, rows, some);
        }
    }

    fn set_apart_those(
        &mut self,
        cx: &Cycle<'_>,
        odds: &Odds<'_>,
        rows: &Rows,
        nodes: Counted<'_>,
    ) {
        for (node, pods) in nodes {
            let Some((zone, at)) = cx.occupancy.lanes.place(*node) else {
                continue;
            };
            if !self.stretches.hold(zone, at) {
                continue;
            }
            let worth = rows.zones[zone].at(at);
            if worth != REJECTED && self.out.add(zone, at) {
                let (_, points) = split(worth);
                let pods = odds.pods(cx, *node, *pods);
                let kind = self.kind_apart(odds, zone, pods, *node);
                self.kinds[kind].points = self.kinds[kind].points.max(points);
                self.odd.push(Odd {
                    node: *node,
                    points,
                    kind,
                });
            }
        }
    }

    /// Nodes of a zone with as many Pods are alike, where no preference for Pods counts.
    fn kind_apart(&mut self, odds: &Odds<'_>, zone: usize, pods: u32, node: u32) -> usize {
        let kind = self.kinds.len();
        if (pods as usize) < FEW && odds.alike() {
            let slot = &mut self.slots[zone * FEW + pods as usize];
            if *slot > 0 {
                return *slot as usize - 1;
            }
            *slot = kind as u32 + 1;
        }
        self.kinds.push(NodeKind {
            zone,
            pods,
            points: 0,
            apart: Some(node),
        });
        kind
    }

    /// The kinds of nodes that are not weighed apart.
    fn find_kinds(&mut self, rows: &Rows) {
        self.parts.clear();
        for (zone, row) in rows.zones.iter().enumerate() {
            self.unclear.clear();
            for (from, to) in self.stretches.of(zone) {
                if from < to {
                    self.meet(zone, row, from, to - 1);
                }
            }
            for part in &self.unclear {
                self.by_pods.meet_each(row, part.block, part.nodes);
            }
            self.by_pods.list(zone, &mut self.kinds);
        }
    }

    /// Takes in the nodes of a zone between two places.
    #[inline(never)]
    fn meet(&mut self, zone: usize, row: &PointsRow, first: usize, last: usize) {
        let (start, end) = (first / BLOCK, last / BLOCK);
        let blocks = row.blocks(start..=end);
        let out = self.out.of_some(zone, start..=end);
        for ((block, out), no) in blocks.iter().zip(out).zip(start..) {
            let mut nodes = block.taking & !out;
            if no == start {
                nodes &= u64::MAX << (first % BLOCK);
            }
            if no == end {
                nodes &= u64::MAX >> (BLOCK - 1 - last % BLOCK);
            }
            if nodes != 0 {
                let part = BlockPart {
                    zone,
                    block: no,
                    nodes,
                };
                self.parts.push(part);
                if !self.by_pods.meet(block, nodes) {
                    self.unclear.push(part);
                }
            }
        }
    }
}
