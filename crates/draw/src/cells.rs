//! Assigns the cells of a zone: each node keeps one for its whole life, and free cells are reused.

use base::order::sort_by;
use base::{Map, NodeId, PoolId, Set, SimTime, ZoneId};
use query::Lanes;
use query::lanes::ZoneLane;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// By node id.
    of: Vec<u32>,
    counts: Map<(PoolId, ZoneId), u32>,
}

impl Cells {
    pub fn of(lanes: &Lanes) -> Self {
        let mut cells = Self::default();
        for lane in &lanes.zones {
            let count = cells.place(lane);
            cells.counts.insert((lane.pool, lane.zone), count);
        }
        cells
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::GroupId;
    use query::lanes::{NodeLane, NodeSegment};
    use query::stage::TileState;
    use std::rc::Rc;

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
