//! Placement in a large cluster: the best of the first feasible nodes after the cursor, without listing them.
//!
//! A score table holds, for one kind of Pod, the score of every node's load, zone by zone in search order, or [`REJECTED`].
//! It is updated for the nodes whose load changed. Nodes of one zone differ only in that score, except those that carry
//! Pods that count for spreading or affinity; these few are scored one by one.

use super::classes::Affinity;
use super::cycle::Cycle;
use super::node_search::NodeSearch;
use super::node_status::NodeStatus;
use super::node_tree::Cursor;
use super::pod_scores::PodScores;
use super::pods_per_node::PodsPerNode;
use super::recent::{Recent, most};
use super::row::{POINTS, PointsRow, REJECTED, Rows};
use super::scores::load_points;
use base::id::Id as _;
use base::{NodeId, WorkloadId, broken};

/// Pods with the same key share a score table: their load number and, where Pods per node count, the workload and how
/// many workloads count (a workload never stops counting).
type Key = (u32, Option<(WorkloadId, usize)>);

#[derive(Clone, Debug, Default)]
pub(super) struct ScoreTables {
    score_tables: Recent<Key, ScoreTable>,
    look: NodeSearch,
}

#[derive(Clone, Debug, Default)]
struct ScoreTable {
    /// Length of the list of changed loads, and its epochs, when the table was last updated.
    seen: usize,
    epoch: Option<(u64, u64)>,
    rows: Rows,
    /// Some node has more Pods that count than the table's numbers can hold.
    crowded: bool,
}

/// The most Pods of a node that fit into a table's number.
const CROWD: usize = (i16::MAX >> POINTS) as usize;

impl ScoreTables {
    /// The chosen node, if any takes the Pod. Returns `None`, with nothing changed, if the Pod needs more than score tables hold.
    pub(super) fn choose(
        &mut self,
        cx: &Cycle<'_>,
        enough: u32,
        cursor: &mut Cursor,
    ) -> Option<Option<NodeId>> {
        let pod_scores = PodScores::of(cx)?;
        let all = cx.occupancy;
        let crowd = (!pod_scores.pods_per_node.is_empty())
            .then_some((cx.workload, pod_scores.pods_per_node.0.len()));
        let key = (all.classes.load(cx.workload), crowd);
        let most = most(all.status.len(), size_of::<i16>());
        let table = self.score_tables.of(key, most);
        table.follow(cx, &pod_scores.pods_per_node);
        if table.crowded {
            return None;
        }
        let look = &mut self.look;
        let (found, next) = look.open(cx, &pod_scores, &table.rows, *cursor, enough);
        if !broken("score-table/cursor") {
            *cursor = next;
        }
        let best = (found > 0).then(|| look.best(cx, &pod_scores, &table.rows, found));
        Some(best.flatten().map(NodeId::new))
    }
}

impl ScoreTable {
    /// Updates the entries of the nodes whose load changed.
    fn follow(&mut self, cx: &Cycle<'_>, pods_per_node: &PodsPerNode<'_>) {
        let all = cx.occupancy;
        let epoch = Some((all.loads.epoch, all.node_tree.epoch()));
        let mut crowded = false;
        let mut score = |node: u32| {
            let points = points(cx, node);
            if points == REJECTED || pods_per_node.is_empty() {
                return points;
            }
            let pods = pods_per_node.on(node);
            crowded |= pods > CROWD;
            points | (pods.min(CROWD) << POINTS) as i16
        };
        if self.epoch != epoch {
            self.epoch = epoch;
            let node_tree = (0..all.node_tree.zones()).map(|zone| all.node_tree.zone_nodes(zone));
            let rows = node_tree.map(|lane| PointsRow::new(lane.iter().map(|node| score(*node))));
            self.rows = Rows::new(rows.collect());
            self.crowded = false;
        } else {
            for node in &all.loads.changed[self.seen..] {
                if broken("score-table/loads") {
                    continue;
                }
                let Some((zone, at)) = all.node_tree.place(*node) else {
                    continue;
                };
                self.rows.set(zone, at, score(*node));
            }
        }
        self.seen = all.loads.changed.len();
        // Stays set until the table is rebuilt; such Pods are placed without it.
        self.crowded |= crowded;
    }
}

/// The score of the node's load for the Pod; other Pods are left out.
fn points(cx: &Cycle<'_>, node: u32) -> i16 {
    let all = cx.occupancy;
    let at = node as usize;
    let verdict = cx.fit(node);
    let fits = all.status[at] == NodeStatus::Open
        && cx.has_room(node)
        && verdict.tolerated
        && verdict.affinity == Affinity::Match;
    if fits { load_points(cx, node) as i16 } else { REJECTED }
}
