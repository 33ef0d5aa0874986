//! The choice in a large cluster: the best of the first feasible nodes behind the cursor, without a list of them.
//!
//! For each shape of Pod there is a board: what every node's load is worth to it, zone by zone in the order in which nodes are
//! looked through, and less than nothing where the node rejects it. A board is kept up to date by the nodes whose load
//! changed. Nodes of one zone differ in nothing but that number, those apart on which Pods stand that count for
//! spreading or affinity; these few are weighed one by one.

use super::TIES;
use super::classes::Affinity;
use super::crowds::{ByPods, Crowds};
use super::cycle::Cx;
use super::lanes::{Cursor, Lanes};
use super::odds::{Kind, Odds, Weigh};
use super::recent::{Recent, most};
use super::row::{BLOCK, REJECTED, Row};
use super::scores::load_points;
use super::standing::Standing;
use crate::base::id::Id as _;
use crate::base::{Draws, Least, NodeId, WorkloadId, broken};

/// Places of all zones that are counted at once; where the last one is among them, fewer, then one.
const STEPS: [usize; 3] = [BLOCK, 8, 1];
/// A node that is weighed by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odd {
    pub(super) node: u32,
    points: i16,
    pub(super) zone: usize,
    /// Pods there that count for spreading.
    pub(super) pods: u32,
}

/// Two stretches of a zone, of which one or both may be empty.
type Ranges = [(usize, usize); 2];

/// What a node's load is worth the same to; where crowds count for it, the workload and how many they are, for none
/// ceases to be one.
type Key = (u32, Option<(WorkloadId, usize)>);

#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    boards: Recent<Key, Board>,
    masked: Vec<(usize, usize, i16)>,
    odd: Vec<Odd>,
    /// By zone.
    ranges: Vec<Ranges>,
    /// Zones that may take the Pod.
    open: Vec<bool>,
    by_pods: ByPods,
    kinds: Vec<Kind>,
}

#[derive(Clone, Debug, Default)]
struct Board {
    /// Up to which of the changes of loads it knows them, and of which count.
    seen: usize,
    epoch: Option<(u64, u64)>,
    /// By zone and place in its lane; above the points, how many Pods of a crowd stand there.
    points: Vec<Row>,
    /// So many Pods of a crowd stand on a node that the board has no number for it.
    crowded: bool,
}

/// Bits of what a node's load is worth.
const POINTS: u32 = 8;
/// So many Pods of a crowd may stand on a node.
const CROWD: usize = (i16::MAX >> POINTS) as usize;

pub(super) fn split(points: i16) -> (usize, i16) {
    ((points >> POINTS) as usize, points & ((1 << POINTS) - 1))
}

impl Boards {
    /// The node, if any takes the Pod. `None` where the Pod asks for more than boards know; then nothing is changed.
    pub(super) fn choose(
        &mut self,
        cx: &Cx<'_>,
        enough: u32,
        cursor: &mut Cursor,
    ) -> Option<Option<NodeId>> {
        let odds = Odds::of(cx)?;
        let all = cx.occupancy;
        let crowd = (!odds.crowds.is_empty()).then_some((cx.workload, odds.crowds.0.len()));
        let key = (all.classes.load(cx.workload), crowd);
        let board = self
            .boards
            .of(key, most(all.standing.len(), size_of::<i16>()));
        board.follow(cx, &odds.crowds);
        if board.crowded {
            return None;
        }
        let lanes = &all.lanes;
        // Who may not go to a node because of who is there.
        self.masked.clear();
        for (node, _) in odds.closed.iter().copied().flatten() {
            if let Some((zone, at)) = lanes.place(*node) {
                board.mask(zone, at, &mut self.masked);
            }
        }
        self.open.clear();
        let open = (0..lanes.zones()).map(|zone| odds.open(cx, lanes, zone));
        self.open.extend(open);
        let (found, next) = board.window(lanes, &self.open, *cursor, enough, &mut self.ranges);
        if !broken("board/cursor") {
            *cursor = next;
        }
        let node = match found {
            0 => None,
            _ => {
                // Those that are weighed by themselves.
                self.odd.clear();
                for list in &odds.weighed {
                    for (node, pods) in *list {
                        let Some((zone, at)) = lanes.place(*node) else {
                            continue;
                        };
                        let points = board.points[zone].at(at);
                        if points != REJECTED && within(self.ranges[zone], at) {
                            board.mask(zone, at, &mut self.masked);
                            self.odd.push(Odd {
                                node: *node,
                                points: split(points).1,
                                zone,
                                pods: odds.pods(cx, *node, *pods),
                            });
                        }
                    }
                }
                self.kinds.clear();
                board.find_kinds(
                    lanes,
                    &odds,
                    &self.ranges,
                    &mut self.by_pods,
                    &mut self.kinds,
                );
                let look = Look {
                    odds: &odds,
                    kinds: &self.kinds,
                    ranges: &self.ranges,
                    odd: &self.odd,
                };
                board.best(cx, found, &look)
            }
        };
        for (zone, at, points) in self.masked.drain(..) {
            board.points[zone].set(at, points);
        }
        Some(node.map(NodeId::new))
    }
}

#[inline]
fn within(ranges: Ranges, at: usize) -> bool {
    ranges.iter().any(|(from, to)| (*from..*to).contains(&at))
}

/// What is looked at for the best.
#[derive(Clone, Copy)]
struct Look<'a> {
    odds: &'a Odds<'a>,
    kinds: &'a [Kind],
    ranges: &'a [Ranges],
    odd: &'a [Odd],
}

impl Board {
    /// Takes in what changed since it was used last.
    fn follow(&mut self, cx: &Cx<'_>, crowds: &Crowds<'_>) {
        let all = cx.occupancy;
        let epoch = Some((all.loads.epoch, all.lanes.epoch()));
        let mut crowded = false;
        let mut points = |node: u32| {
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
            let zones = (0..all.lanes.zones()).map(|zone| {
                let nodes = all.lanes.lane(zone).iter();
                Row::new(nodes.map(|node| points(*node)).collect())
            });
            self.points = zones.collect();
            self.crowded = false;
        } else {
            for node in &all.loads.changed[self.seen..] {
                if broken("board/loads") {
                    continue;
                }
                let Some((zone, at)) = all.lanes.place(*node) else {
                    continue;
                };
                let row = &mut self.points[zone];
                row.grow(at + 1);
                row.set(at, points(*node));
            }
        }
        self.seen = all.loads.changed.len();
        // Until it begins anew; there are other ways.
        self.crowded |= crowded;
    }

    /// Takes a node out that does not reject the Pod.
    fn mask(&mut self, zone: usize, at: usize, masked: &mut Vec<(usize, usize, i16)>) {
        if self.points[zone].at(at) != REJECTED {
            let points = self.points[zone].set(at, REJECTED);
            masked.push((zone, at, points));
        }
    }

    /// KS-18: stretches of each zone that hold the first feasible nodes behind the cursor, how many these are, and where
    /// the next look begins.
    fn window(
        &self,
        lanes: &Lanes,
        open: &[bool],
        cursor: Cursor,
        enough: u32,
        ranges: &mut Vec<Ranges>,
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
        let all: u32 = (0..zones)
            .filter(|z| open[*z])
            .map(|z| self.points[z].many())
            .sum();
        let whole = |z: usize, any: bool| {
            let length = if open[z] && any {
                self.points[z].len()
            } else {
                0
            };
            [(0, length), (0, 0)]
        };
        if all < enough {
            ranges.extend((0..zones).map(|z| whole(z, self.points[z].many() > 0)));
            return (all, from);
        }
        let first = |z: usize| row + usize::from(z < zone);
        let those = || (0..zones).filter(|z| open[*z]);
        let mut found = 0;
        let mut end = None;
        // Once to the end of the lanes, and once from their beginning.
        'turns: for turn in 0..2 {
            let (mut at, last) = if turn == 0 { (row, rows) } else { (0, row + 1) };
            let count = |z: usize, at: usize, to: usize| {
                let (from, to) = if turn == 0 {
                    (at.max(first(z)), to)
                } else {
                    (at, to.min(first(z)))
                };
                self.points[z].count(from, to)
            };
            for step in STEPS {
                while at < last {
                    // Up to where the next block begins.
                    let to = (at + step - at % step).min(last);
                    let here: u32 = those().map(|z| count(z, at, to)).sum();
                    if found + here >= enough {
                        break;
                    }
                    found += here;
                    at = to;
                }
            }
            if at < last {
                for z in those() {
                    found += count(z, at, at + 1);
                    if found == enough {
                        end = Some((turn, at, z));
                        break 'turns;
                    }
                }
            }
        }
        let Some((turn, end_row, end_zone)) = end else {
            ranges.extend((0..zones).map(|z| whole(z, true)));
            return (found, from);
        };
        ranges.extend((0..zones).map(|z| {
            let length = self.points[z].len();
            let stop = end_row + usize::from(z <= end_zone);
            let (first, stop) = (first(z).min(length), stop.min(length));
            match turn {
                _ if !open[z] => [(0, 0), (0, 0)],
                0 => [(first, stop), (0, 0)],
                _ => [(first, length), (0, stop.min(first))],
            }
        }));
        (found, lanes.behind(end_row, end_zone))
    }

    /// The kinds of nodes that are not weighed by themselves.
    fn find_kinds(
        &self,
        lanes: &Lanes,
        odds: &Odds<'_>,
        ranges: &[Ranges],
        by_pods: &mut ByPods,
        kinds: &mut Vec<Kind>,
    ) {
        let zones = lanes.zones();
        if odds.crowds.is_empty() {
            let mut most = vec![REJECTED; zones];
            for (zone, (from, to)) in stretches(ranges) {
                let stretch = self.points[zone].part(from..to).iter();
                most[zone] = stretch.fold(most[zone], |most, points| most.max(*points));
            }
            for (zone, most) in most.into_iter().enumerate().filter(|(_, most)| *most >= 0) {
                kinds.push(Kind {
                    zone,
                    pods: 0,
                    most,
                });
            }
        } else {
            by_pods.clear(zones);
            for (zone, (from, to)) in stretches(ranges) {
                by_pods.meet(zone, self.points[zone].part(from..to));
            }
            by_pods.kinds(kinds);
        }
    }

    /// KS-30: the highest total; among equals the smallest draw.
    fn best(&self, cx: &Cx<'_>, found: u32, look: &Look<'_>) -> Option<u32> {
        let Look {
            odds,
            kinds,
            ranges,
            odd,
        } = *look;
        let lanes = &cx.occupancy.lanes;
        let weigh = Weigh::new(cx, odds, found, kinds, odd);
        let mut best = i64::MIN;
        for (kind, points) in kinds.iter().zip(&weigh.plain) {
            best = best.max(i64::from(kind.most) + points);
        }
        let odd_totals = || {
            let weighed = odd.iter().zip(&weigh.odd);
            weighed.map(|(one, weight)| (one.node, i64::from(one.points) + weight))
        };
        best = odd_totals().fold(best, |best, (_, total)| best.max(total));
        let draws = Draws::of(cx.plan.seed, TIES, u64::from(cx.pod.index()));
        let mut least = draws.least();
        let kinds = kinds.iter().zip(&weigh.plain);
        for (kind, _) in kinds.filter(|(kind, points)| i64::from(kind.most) + **points == best) {
            let wanted = kind.most | (kind.pods << POINTS) as i16;
            for (from, to) in ranges[kind.zone] {
                let (chunks, rest) = self.points[kind.zone].part(from..to).as_chunks();
                let (nodes, others) = lanes.lane(kind.zone)[from..to].as_chunks();
                for (nodes, points) in nodes.iter().zip(chunks) {
                    let nodes: &[u32; TIED] = nodes;
                    if holds::<TIED>(points, wanted) {
                        ask_ties(&mut least, nodes, points, wanted);
                    }
                }
                ask_ties(&mut least, others, rest, wanted);
            }
        }
        for (node, total) in odd_totals() {
            if total == best {
                least.ask(node);
            }
        }
        least.of()
    }
}

fn stretches(ranges: &[Ranges]) -> impl Iterator<Item = (usize, (usize, usize))> + '_ {
    let zones = ranges.iter().enumerate();
    zones.flat_map(|(zone, both)| both.map(|one| (zone, one)))
}

fn ask_ties(least: &mut Least, nodes: &[u32], points: &[i16], wanted: i16) {
    for (node, points) in nodes.iter().zip(points) {
        if *points == wanted {
            least.ask(*node);
        }
    }
}

/// Nodes that are looked through at once for the best.
const TIED: usize = 8;

/// A short loop without a branch, which a compiler makes several steps of at once.
fn holds<const N: usize>(points: &[i16; N], wanted: i16) -> bool {
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
