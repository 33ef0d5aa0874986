//! The choice in a large cluster: the best of the first feasible nodes behind the cursor, without a list of them.
//!
//! For each shape of Pod there is a board: what every node's load is worth to it, zone by zone in the order in which nodes are
//! looked through, and less than nothing where the node rejects it. A board is kept up to date by the nodes whose load
//! changed. Nodes of one zone differ in nothing but that number, those apart on which Pods stand that count for
//! spreading or affinity; these few are weighed one by one.

use super::TIES;
use super::classes::Affinity;
use super::cycle::Cx;
use super::lanes::{Cursor, Lanes};
use super::occupancy::Standing;
use super::odds::{Odds, Weigh};
use super::scores::load_points;
use crate::base::id::Id as _;
use crate::base::{Draws, Map, NodeId, broken};

/// The node rejects the Pod.
const REJECTED: i16 = -1;
/// Rows of all zones that are counted at once; where the last one is among them, fewer, then one.
const ROWS: [usize; 3] = [64, 8, 1];
/// Bounds the memory; more shapes are seldom placed by turns.
const MOST_BOARDS: usize = 64;

/// A node that is weighed by itself: its points and its zone.
pub(super) type Odd = (u32, i16, usize);

/// A shape of Pod and what its Pods count as.
type Key = (u32, i64, i64);

#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    boards: Map<Key, Board>,
    masked: Vec<(usize, usize, i16)>,
    odd: Vec<Odd>,
    ranges: Vec<(usize, usize, usize)>,
}

#[derive(Clone, Debug, Default)]
struct Board {
    /// Up to which of the changes of loads it knows them, and of which count.
    seen: usize,
    epoch: Option<(u64, u64)>,
    /// By zone and place in its lane.
    points: Vec<Vec<i16>>,
}

/// What a look at the nodes behind the cursor came to.
pub(super) enum Chosen {
    Node(NodeId),
    Nothing,
}

impl Boards {
    /// `None` where the Pod asks for more than boards know; then nothing is changed.
    pub(super) fn choose(
        &mut self,
        cx: &Cx<'_>,
        enough: u32,
        cursor: &mut Cursor,
    ) -> Option<Chosen> {
        let odds = Odds::of(cx)?;
        let (wants, all) = (cx.wants, cx.occupancy);
        let shape = all.classes.shape(cx.workload);
        let key = (shape, wants.scored_cpu_m, wants.scored_memory_bytes);
        if self.boards.len() >= MOST_BOARDS && !self.boards.contains_key(&key) {
            self.boards.clear();
        }
        let board = self.boards.entry(key).or_default();
        board.follow(cx);
        let lanes = &all.lanes;
        // Who may not go to a node because of who is there.
        self.masked.clear();
        for (node, _) in odds.closed.iter().copied().flatten() {
            board.mask(lanes, *node, &mut self.masked);
        }
        for zone in 0..lanes.zones() {
            if !odds.open(cx, lanes, zone) {
                for at in 0..board.points[zone].len() {
                    let points = std::mem::replace(&mut board.points[zone][at], REJECTED);
                    if points != REJECTED {
                        self.masked.push((zone, at, points));
                    }
                }
            }
        }
        let (found, next) = board.window(lanes, *cursor, enough, &mut self.ranges);
        if !broken("board/cursor") {
            *cursor = next;
        }
        let node = match found {
            0 => None,
            _ => {
                // Those that are weighed by themselves.
                self.odd.clear();
                for (node, _) in odds.weighed.iter().copied().flatten() {
                    let before = self.masked.len();
                    board.mask(lanes, *node, &mut self.masked);
                    if let Some((zone, at, points)) = self.masked.get(before)
                        && within(&self.ranges, *zone, *at)
                    {
                        self.odd.push((*node, *points, *zone));
                    }
                }
                board.best(cx, &odds, found, &self.ranges, &self.odd)
            }
        };
        for (zone, at, points) in self.masked.drain(..) {
            board.points[zone][at] = points;
        }
        Some(node.map_or(Chosen::Nothing, |node| Chosen::Node(NodeId::new(node))))
    }
}

fn within(ranges: &[(usize, usize, usize)], zone: usize, at: usize) -> bool {
    let holds = |(of, from, to): &(usize, usize, usize)| *of == zone && (*from..*to).contains(&at);
    ranges.iter().any(holds)
}

impl Board {
    /// Takes in what changed since it was used last.
    fn follow(&mut self, cx: &Cx<'_>) {
        let all = cx.occupancy;
        let epoch = Some((all.loads.epoch, all.lanes.epoch()));
        if self.epoch != epoch {
            self.epoch = epoch;
            self.points = (0..all.lanes.zones())
                .map(|zone| {
                    let nodes = all.lanes.lane(zone).iter();
                    nodes.map(|node| points(cx, *node)).collect()
                })
                .collect();
        } else {
            for node in &all.loads.changed[self.seen..] {
                if broken("board/loads") {
                    continue;
                }
                let Some((zone, at)) = all.lanes.place(*node) else {
                    continue;
                };
                let row = &mut self.points[zone];
                if row.len() <= at {
                    row.resize(all.lanes.lane(zone).len(), REJECTED);
                }
                row[at] = points(cx, *node);
            }
        }
        self.seen = all.loads.changed.len();
    }

    /// Takes a node out that does not reject the Pod.
    fn mask(&mut self, lanes: &Lanes, node: u32, masked: &mut Vec<(usize, usize, i16)>) {
        if let Some((zone, at)) = lanes.place(node)
            && let Some(points) = self.points[zone].get_mut(at)
            && *points != REJECTED
        {
            masked.push((zone, at, *points));
            *points = REJECTED;
        }
    }

    /// KS-18: stretches of each zone that hold the first feasible nodes behind the cursor, how many these are, and where
    /// the next look begins.
    fn window(
        &self,
        lanes: &Lanes,
        cursor: Cursor,
        enough: u32,
        ranges: &mut Vec<(usize, usize, usize)>,
    ) -> (u32, Cursor) {
        let zones = lanes.zones();
        let rows = lanes.rows();
        ranges.clear();
        let from = if (cursor.row as usize) < rows {
            cursor
        } else {
            Cursor::default()
        };
        let (row, zone) = (from.row as usize, from.zone as usize);
        let first = |z: usize| row + usize::from(z < zone);
        let mut found = 0;
        let mut end = None;
        // Once to the end of the lanes, and once from their beginning.
        'turns: for turn in 0..2 {
            let (mut at, last) = if turn == 0 { (row, rows) } else { (0, row + 1) };
            let stretch = |z: usize, at: usize, to: usize| {
                let (low, high) = if turn == 0 {
                    (at.max(first(z)), to)
                } else {
                    (at, to.min(first(z)))
                };
                let high = high.min(self.points[z].len());
                &self.points[z][low.min(high)..high]
            };
            for many in ROWS {
                while at < last {
                    let to = (at + many).min(last);
                    let here: u32 = (0..zones).map(|z| feasible(stretch(z, at, to))).sum();
                    if found + here >= enough {
                        break;
                    }
                    found += here;
                    at = to;
                }
            }
            if at < last {
                for z in 0..zones {
                    found += feasible(stretch(z, at, at + 1));
                    if found == enough {
                        end = Some((turn, at, z));
                        break 'turns;
                    }
                }
            }
        }
        let Some((turn, end_row, end_zone)) = end else {
            ranges.extend((0..zones).map(|z| (z, 0, self.points[z].len())));
            return (found, from);
        };
        for z in 0..zones {
            let length = self.points[z].len();
            let stop = end_row + usize::from(z <= end_zone);
            if turn == 0 {
                ranges.push((z, first(z).min(length), stop.min(length)));
            } else {
                ranges.push((z, first(z).min(length), length));
                ranges.push((z, 0, stop.min(first(z)).min(length)));
            }
        }
        (found, lanes.behind(end_row, end_zone))
    }

    /// KS-30: the highest total; among equals the smallest draw.
    fn best(
        &self,
        cx: &Cx<'_>,
        odds: &Odds<'_>,
        found: u32,
        ranges: &[(usize, usize, usize)],
        odd: &[Odd],
    ) -> Option<u32> {
        let lanes = &cx.occupancy.lanes;
        let zones = lanes.zones();
        let mut most = vec![REJECTED; zones];
        for (zone, from, to) in ranges {
            let stretch = self.points[*zone][*from..*to].iter();
            most[*zone] = stretch.fold(most[*zone], |most, points| most.max(*points));
        }
        let mut met: Vec<bool> = most.iter().map(|points| *points >= 0).collect();
        for (_, _, zone) in odd {
            met[*zone] = true;
        }
        let weigh = Weigh::new(cx, odds, found, &met, &most, odd);
        let mut best = i64::MIN;
        for (zone, points) in most.iter().enumerate().filter(|(_, points)| **points >= 0) {
            best = best.max(i64::from(*points) + weigh.plain[zone]);
        }
        let odd_total = |at: usize| i64::from(odd[at].1) + weigh.odd[at];
        for at in 0..odd.len() {
            best = best.max(odd_total(at));
        }
        let draws = Draws::of(cx.plan.seed, TIES, u64::from(cx.pod.index()));
        let mut chosen: Option<(crate::base::Draw, u32)> = None;
        let mut tie = |node: u32| {
            let draw = (draws.at(u64::from(node)), node);
            if chosen.is_none_or(|chosen| draw < chosen) {
                chosen = Some(draw);
            }
        };
        for (zone, from, to) in ranges {
            let wanted = best - weigh.plain[*zone];
            if i64::from(most[*zone]) != wanted {
                continue;
            }
            let nodes = lanes.lane(*zone)[*from..*to].chunks(TIED);
            for (nodes, points) in nodes.zip(self.points[*zone][*from..*to].chunks(TIED)) {
                if !holds(points, most[*zone]) {
                    continue;
                }
                for (node, points) in nodes.iter().zip(points) {
                    if *points == most[*zone] {
                        tie(*node);
                    }
                }
            }
        }
        for (at, (node, _, _)) in odd.iter().enumerate() {
            if odd_total(at) == best {
                tie(*node);
            }
        }
        chosen.map(|(_, node)| node)
    }
}

/// Nodes that are looked through at once for the best.
const TIED: usize = 32;

/// Short loops without a branch, which a compiler makes several steps of at once.
fn feasible(points: &[i16]) -> u32 {
    let some = points.iter().map(|points| u16::from(*points >= 0));
    u32::from(some.sum::<u16>())
}

fn holds(points: &[i16], wanted: i16) -> bool {
    points
        .iter()
        .fold(false, |any, points| any | (*points == wanted))
}

/// What the node's load is worth to the Pod, as far as no other Pod has a say.
fn points(cx: &Cx<'_>, node: u32) -> i16 {
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
