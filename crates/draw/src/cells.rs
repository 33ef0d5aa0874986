//! Assigns the cells of a zone: each node keeps one for its whole life, and free cells are reused.

use base::order::sort_by;
use base::{Map, NodeId, PoolId, Set, SimSpan, SimTime, Steps, ZoneId};
use query::Lanes;
use query::lanes::ZoneLane;
use query::stage::{TILES_AT_MOST, TileState};

/// Stretches of time in order, apart from each other.
type Stretches = Vec<(SimTime, SimTime)>;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// By node id.
    of: Vec<u32>,
    counts: Map<(PoolId, ZoneId), u32>,
    /// When nodes of the zone are not simply Ready, and when Pods are Pending. Short gaps are closed: what is chosen by
    /// them doesn't change at every event.
    works: Map<(PoolId, ZoneId), Stretches>,
    waits: Stretches,
}

impl Cells {
    pub fn of(lanes: &Lanes) -> Self {
        let gap = SimSpan::from_ms((lanes.end.ms() / 50).max(SHORT.ms()));
        let mut cells =
            Self { waits: joined(waits(&lanes.pending, lanes.end), gap), ..Self::default() };
        for lane in &lanes.zones {
            let (at, count) = ((lane.pool, lane.zone), cells.place(lane));
            cells.counts.insert(at, count);
            // Cells of very many nodes all have the same size.
            if lanes.nodes.max() <= i64::from(TILES_AT_MOST) {
                cells.works.insert(at, joined(works(lane, lanes.end), gap));
            }
        }
        cells
    }

    /// Are nodes of the zone worked on?
    pub fn works(&self, pool: PoolId, zone: ZoneId, at: SimTime) -> bool {
        self.works.get(&(pool, zone)).is_some_and(|stretches| is_in(stretches, at))
    }

    /// Are Pods Pending?
    pub fn waits(&self, at: SimTime) -> bool {
        is_in(&self.waits, at)
    }

    /// Places nodes in the order of their creation into the lowest free cell.
    fn place(&mut self, lane: &ZoneLane) -> u32 {
        let mut nodes: Vec<_> = lane
            .nodes
            .iter()
            .filter_map(|node| {
                let first = node.segments.iter().find(|segment| segment.state.is_some())?;
                let last = node.segments.last()?;
                let gone = last.state.is_none().then_some(last.from);
                Some((first.from, node.node, gone))
            })
            .collect();
        sort_by(&mut nodes, Ord::cmp);
        let mut count = 0;
        // Cells that will be freed with the instant, and free cells.
        let mut taken: Set<(SimTime, u32)> = Set::new();
        let mut free: Set<u32> = Set::new();
        for (from, node, gone) in nodes {
            while let Some((_, cell)) = taken.first().copied().filter(|(until, _)| *until <= from) {
                taken.pop_first();
                free.insert(cell);
            }
            let cell = free.pop_first().unwrap_or_else(|| {
                count += 1;
                count - 1
            });
            if let Some(gone) = gone {
                taken.insert((gone, cell));
            }
            let at = node.0 as usize;
            if self.of.len() <= at {
                self.of.resize(at + 1, 0);
            }
            self.of[at] = cell;
        }
        count
    }

    pub fn cell(&self, node: NodeId) -> u32 {
        self.of.get(node.0 as usize).copied().unwrap_or(0)
    }

    /// The number of cells that the zone needs over the whole run.
    pub fn count(&self, pool: PoolId, zone: ZoneId) -> u32 {
        self.counts.get(&(pool, zone)).copied().unwrap_or(0)
    }
}

/// Gaps up to this length, and up to a fiftieth of the run, are closed.
const SHORT: SimSpan = SimSpan::from_secs(120);

fn works(lane: &ZoneLane, end: SimTime) -> Stretches {
    let segments = lane.nodes.iter().flat_map(|node| &node.segments);
    let busy = segments.filter(|segment| {
        let rests = [None, Some(TileState::ReadyOld), Some(TileState::ReadyNew)];
        !rests.contains(&segment.state)
    });
    busy.map(|segment| (segment.from, segment.to.unwrap_or(end))).collect()
}

fn waits(pending: &Steps, end: SimTime) -> Stretches {
    let points = pending.points();
    let ends = points.iter().skip(1).map(|(at, _)| *at).chain([end]);
    let some = points.iter().zip(ends).filter(|((_, count), _)| *count > 0);
    some.map(|((from, _), to)| (*from, to)).collect()
}

/// Sorts stretches and joins those with at most `gap` between them.
fn joined(mut stretches: Stretches, gap: SimSpan) -> Stretches {
    sort_by(&mut stretches, Ord::cmp);
    let mut all: Stretches = Vec::new();
    for (from, to) in stretches {
        match all.last_mut() {
            Some((_, end)) if from <= *end + gap => *end = (*end).max(to),
            _ => all.push((from, to)),
        }
    }
    all
}

fn is_in(stretches: &Stretches, at: SimTime) -> bool {
    let begun = stretches.partition_point(|(from, _)| *from <= at);
    begun.checked_sub(1).is_some_and(|last| at <= stretches[last].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::GroupId;
    use query::lanes::{NodeLane, NodeSegment};
    use query::stage::TileState;
    use std::rc::Rc;

    #[test]
    fn what_is_worked_on_does_not_change_at_every_event() {
        let secs = |(from, to)| (SimTime::from_secs(from), SimTime::from_secs(to));
        let list = [(500, 600), (0, 100), (150, 300)].map(secs).to_vec();
        let all = joined(list, SimSpan::from_secs(60));
        assert_eq!(all, [(0, 300), (500, 600)].map(secs));
        let during = [-1, 0, 120, 300, 301, 550, 700].map(SimTime::from_secs);
        let during = during.map(|at| is_in(&all, at));
        assert_eq!(during, [false, true, true, true, false, true, false]);
    }

    #[test]
    fn a_cell_that_was_left_is_used_again() {
        let lane = |node: u32, from: i64, gone: Option<i64>| {
            let at = SimTime::from_secs;
            let mut segments = vec![NodeSegment {
                from: at(from),
                to: gone.map(at),
                state: Some(TileState::ReadyOld),
            }];
            segments.extend(gone.map(|gone| NodeSegment { from: at(gone), to: None, state: None }));
            Rc::new(NodeLane { node: NodeId(node), segments })
        };
        let zone = ZoneLane {
            pool: PoolId(0),
            zone: ZoneId(0),
            group: GroupId(0),
            nodes: vec![
                lane(0, 0, Some(100)),
                lane(1, 0, None),
                lane(2, 50, None),
                lane(3, 100, None),
            ],
        };
        let mut cells = Cells::default();
        assert_eq!(cells.place(&zone), 3);
        let of = |node| cells.cell(NodeId(node));
        assert_eq!([of(0), of(1), of(2), of(3)], [0, 1, 2, 0]);
    }
}
