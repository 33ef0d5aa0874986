//! The choice in a large cluster: the best of the first feasible nodes behind the cursor, without a list of them.
//!
//! For what Pods may ask for there are boards: what every node's load is worth to it, zone by zone in the order in which
//! nodes are looked through, and less than nothing where the node rejects it. A board is kept up to date by the nodes whose
//! load changed. Nodes of one zone differ in nothing but that number, those apart on which Pods stand that count for
//! spreading or affinity; these few are weighed one by one.

use super::classes::Affinity;
use super::crowds::Crowds;
use super::cycle::Cycle;
use super::lanes::Cursor;
use super::look::NodeSearch;
use super::odds::Odds;
use super::recent::{Recent, most};
use super::row::{POINTS, PointsRow, REJECTED, Rows};
use super::scores::load_points;
use super::standing::Standing;
use base::id::Id as _;
use base::{NodeId, WorkloadId, broken};

/// What a node's load is worth the same to; where crowds count for it, the workload and how many they are, for none
/// ceases to be one.
type Key = (u32, Option<(WorkloadId, usize)>);

#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    boards: Recent<Key, Board>,
    look: NodeSearch,
}

#[derive(Clone, Debug, Default)]
struct Board {
    /// Up to which of the changes of loads it knows them, and of which count.
    seen: usize,
    epoch: Option<(u64, u64)>,
    rows: Rows,
    /// So many Pods of a crowd stand on a node that the board has no number for it.
    crowded: bool,
}

/// So many Pods of a crowd may stand on a node.
const CROWD: usize = (i16::MAX >> POINTS) as usize;

impl Boards {
    /// The node, if any takes the Pod. `None` where the Pod asks for more than boards know; then nothing is changed.
    pub(super) fn choose(
        &mut self,
        cx: &Cycle<'_>,
        enough: u32,
        cursor: &mut Cursor,
    ) -> Option<Option<NodeId>> {
        let odds = Odds::of(cx)?;
        let all = cx.occupancy;
        let crowd = (!odds.crowds.is_empty()).then_some((cx.workload, odds.crowds.0.len()));
        let key = (all.classes.load(cx.workload), crowd);
        let most = most(all.standing.len(), size_of::<i16>());
        let board = self.boards.of(key, most);
        board.follow(cx, &odds.crowds);
        if board.crowded {
            return None;
        }
        let look = &mut self.look;
        let (found, next) = look.open(cx, &odds, &board.rows, *cursor, enough);
        if !broken("board/cursor") {
            *cursor = next;
        }
        let best = (found > 0).then(|| look.best(cx, &odds, &board.rows, found));
        Some(best.flatten().map(NodeId::new))
    }
}

impl Board {
    /// Takes in what changed since it was used last.
    fn follow(&mut self, cx: &Cycle<'_>, crowds: &Crowds<'_>) {
        let all = cx.occupancy;
        let epoch = Some((all.loads.epoch, all.lanes.epoch()));
        let mut crowded = false;
        let mut worth = |node: u32| {
            let points = points(cx, node);
            if points == REJECTED || crowds.is_empty() {
                return points;
            }
            let pods = crowds.on(node);
            crowded |= pods > CROWD;
            points | (pods.min(CROWD) << POINTS) as i16
        };
        if self.epoch != epoch {
            self.epoch = epoch;
            let lanes = (0..all.lanes.zones()).map(|zone| all.lanes.lane(zone));
            let rows = lanes.map(|lane| PointsRow::new(lane.iter().map(|node| worth(*node))));
            self.rows = Rows::new(rows.collect());
            self.crowded = false;
        } else {
            for node in &all.loads.changed[self.seen..] {
                if broken("board/loads") {
                    continue;
                }
                let Some((zone, at)) = all.lanes.place(*node) else {
                    continue;
                };
                self.rows.set(zone, at, worth(*node));
            }
        }
        self.seen = all.loads.changed.len();
        // Until it starts over; there are other ways.
        self.crowded |= crowded;
    }
}

/// What the node's load is worth to the Pod, as far as no other Pod has a say.
fn points(cx: &Cycle<'_>, node: u32) -> i16 {
    let all = cx.occupancy;
    let at = node as usize;
    let verdict = cx.verdict(node);
    let fits = all.standing[at] == Standing::Open
        && cx.has_room(node)
        && verdict.tolerated
        && verdict.affinity == Affinity::Match;
    if fits {
        load_points(cx, node) as i16
    } else {
        REJECTED
    }
}
