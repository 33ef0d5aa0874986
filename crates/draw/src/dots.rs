//! Cells of very many nodes, kept between frames: a replacement takes the cell of its old node once that
//! is deleted; before that it is at the end with the other extra nodes.

pub mod paint;

use super::detail::Detail;
use super::used::shade as shade_of;
use base::order::sort_by;
use base::{GroupId, NodeId, SimTime};
use query::Index;
use query::lanes::{Lanes, NodeLane};
use query::rollout::SideRows;
use query::stage::StateCounts;
use query::stage::TileState;
use std::rc::Rc;

const NONE: u32 = u32::MAX;

/// The key of a group's cells; in a blue-green upgrade, nodes in the second row have separate
/// cells.
pub fn side_row(GroupId(group): GroupId, second: bool) -> GroupId {
    GroupId(2 * group + u32::from(second))
}

/// The cells that each node has during its life, by node id.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DotPlaces {
    nodes: Vec<DotPlace>,
    /// The replacement of each node.
    successor: Vec<u32>,
    /// Numbers of permanent and of extra cells, by group.
    counts: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct DotPlace {
    group: GroupId,
    cell: u32,
    /// Its extra place while its old node exists.
    extra: u32,
    replaces: u32,
}

impl DotPlaces {
    pub fn of(lanes: &Lanes, index: &Index) -> Self {
        let nobody = DotPlace { group: GroupId(0), cell: NONE, extra: NONE, replaces: NONE };
        let nodes = lanes.zones.iter().flat_map(|zone| &zone.nodes);
        let count = nodes.map(|lane| lane.node.0 + 1).max().unwrap_or(0) as usize;
        let mut homes =
            Self { nodes: vec![nobody; count], successor: vec![NONE; count], counts: Vec::new() };
        for task in &index.tasks {
            let Some(new) = task.stand_in else {
                continue;
            };
            if let Some(home) = homes.nodes.get_mut(new.0 as usize) {
                home.replaces = task.node.0;
            }
            if let Some(successor) = homes.successor.get_mut(task.node.0 as usize) {
                *successor = new.0;
            }
        }
        for lane in &lanes.zones {
            let side_rows = SideRows::of(&index.rollouts, lane.pool);
            for second in [false, true] {
                let nodes = lane.nodes.iter();
                let nodes = nodes.filter(|node| side_rows.is_second(node.node) == second);
                let nodes: Vec<&Rc<NodeLane>> = nodes.collect();
                let group = side_row(lane.group, second);
                let at = group.0 as usize;
                homes.counts.resize(homes.counts.len().max(at + 1), (0, 0));
                homes.counts[at] = homes.place(group, &nodes);
            }
        }
        homes
    }

    fn place(&mut self, group: GroupId, lane: &[&Rc<NodeLane>]) -> (u32, u32) {
        let gone: Vec<(NodeId, Option<SimTime>)> =
            lane.iter().map(|node| (node.node, end(node))).collect();
        let gone_at = |node: u32| {
            let at = gone.binary_search_by_key(&node, |(id, _)| id.0).ok()?;
            gone[at].1
        };
        let begun = |node: &Rc<NodeLane>| {
            let first = node.segments.iter().find(|one| one.state.is_some())?;
            Some((first.from, node.node))
        };
        let nodes = lane.iter().copied();
        let mut order: Vec<(SimTime, NodeId)> = nodes.filter_map(begun).collect();
        sort_by(&mut order, Ord::cmp);
        let mut stay = 0;
        // Until when each extra place is taken; `None` = until the end.
        let mut extra: Vec<Option<SimTime>> = Vec::new();
        for (from, node) in order {
            let home = self.nodes[node.0 as usize];
            let old = self.nodes.get(home.replaces as usize).map(|old| old.cell);
            let (cell, place) = match old.filter(|cell| *cell != NONE) {
                Some(cell) => {
                    let until = gone_at(home.replaces);
                    let free = |taken: &Option<SimTime>| taken.is_some_and(|taken| taken <= from);
                    let place = extra.iter().position(free).unwrap_or(extra.len());
                    if place == extra.len() {
                        extra.push(until);
                    } else {
                        extra[place] = until;
                    }
                    (cell, place as u32)
                }
                None => {
                    stay += 1;
                    (stay - 1, NONE)
                }
            };
            self.nodes[node.0 as usize] =
                DotPlace { group, cell, extra: place, replaces: home.replaces };
        }
        (stay, extra.len() as u32)
    }

    /// The number of cells of a group over the whole run.
    pub fn count(&self, group: GroupId) -> u32 {
        let count = self.counts.get(group.0 as usize);
        count.map_or(0, |(stay, extra)| stay + extra)
    }

    /// A node's current cell.
    fn cell(&self, node: NodeId, counts: &StateCounts) -> Option<(GroupId, u32)> {
        let home = self.nodes.get(node.0 as usize)?;
        let beside = home.extra != NONE && counts.state(NodeId(home.replaces)).is_some();
        let stay = self.counts.get(home.group.0 as usize)?.0;
        let cell = if beside { stay + home.extra } else { home.cell };
        (home.cell != NONE).then_some((home.group, cell))
    }
}

/// When a node is deleted.
fn end(node: &NodeLane) -> Option<SimTime> {
    let last = node.segments.last()?;
    last.state.is_none().then_some(last.from)
}

/// A node in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dot {
    pub node: NodeId,
    pub look: TileState,
    /// The shade of how much of it is requested; `None` without an autoscaler.
    pub shade: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Dots {
    homes: Rc<DotPlaces>,
    /// By group and cell.
    groups: Vec<Vec<Option<Dot>>>,
    /// By node id.
    at: Vec<(GroupId, u32)>,
    /// By node id; empty without an autoscaler.
    shades: Vec<Option<u8>>,
}

impl Dots {
    pub fn new(homes: Rc<DotPlaces>) -> Self {
        let counts = homes.counts.iter();
        Self {
            groups: counts.map(|(stay, extra)| vec![None; (stay + extra) as usize]).collect(),
            at: vec![(GroupId(0), NONE); homes.nodes.len()],
            shades: Vec::new(),
            homes,
        }
    }

    /// Fills all cells from the current counts.
    pub fn fill(&mut self, counts: &StateCounts) {
        for cells in &mut self.groups {
            cells.fill(None);
        }
        for node in 0..self.at.len() {
            self.at[node].1 = NONE;
            self.put(NodeId(node as u32), counts);
        }
    }

    /// Updates changed nodes and their replacements; returns the changed cells.
    pub fn change(
        &mut self,
        counts: &StateCounts,
        changed: &[NodeId],
        cells: &mut Vec<(GroupId, u32)>,
    ) {
        cells.clear();
        let homes = Rc::clone(&self.homes);
        let touched = || {
            changed.iter().flat_map(|node| {
                let next = homes.successor.get(node.0 as usize).copied();
                [Some(*node), next.filter(|next| *next != NONE).map(NodeId)]
            })
        };
        for node in touched().flatten() {
            let Some((group, cell)) = self.place(node) else {
                continue;
            };
            self.at[node.0 as usize].1 = NONE;
            self.groups[group.0 as usize][cell as usize] = None;
            cells.push((group, cell));
        }
        for node in touched().flatten() {
            cells.extend(self.put(node, counts));
        }
    }

    /// Updates how much of each node is requested, in whole percent; adds the changed cells.
    pub fn use_nodes(
        &mut self,
        percent: impl Fn(NodeId) -> Option<i64>,
        cells: &mut Vec<(GroupId, u32)>,
    ) {
        self.shades.resize(self.at.len(), None);
        for (node, shade) in self.shades.iter_mut().enumerate() {
            let now = percent(NodeId(node as u32)).map(shade_of);
            if *shade == now {
                continue;
            }
            *shade = now;
            let (group, cell) = self.at[node];
            let dots = self.groups.get_mut(group.0 as usize).filter(|_| cell != NONE);
            if let Some(Some(dot)) = dots.and_then(|dots| dots.get_mut(cell as usize)) {
                dot.shade = now;
                cells.push((group, cell));
            }
        }
    }

    fn put(&mut self, node: NodeId, counts: &StateCounts) -> Option<(GroupId, u32)> {
        let look = counts.state(node)?;
        let (group, cell) = self.homes.cell(node, counts)?;
        let slot = self.groups.get_mut(group.0 as usize)?.get_mut(cell as usize)?;
        let shade = self.shades.get(node.0 as usize).copied().flatten();
        *slot = Some(Dot { node, look, shade });
        *self.at.get_mut(node.0 as usize)? = (group, cell);
        Some((group, cell))
    }

    pub fn cells(&self, group: GroupId) -> &[Option<Dot>] {
        self.groups.get(group.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub fn get(&self, group: GroupId, cell: u32) -> Option<Dot> {
        self.cells(group).get(cell as usize).copied().flatten()
    }

    /// The cell of an existing node.
    pub fn place(&self, node: NodeId) -> Option<(GroupId, u32)> {
        let at = self.at.get(node.0 as usize)?;
        (at.1 != NONE).then_some(*at)
    }

    /// The dot of an existing node.
    pub fn of(&self, node: NodeId) -> Option<Dot> {
        let (group, cell) = self.place(node)?;
        self.get(group, cell)
    }

    pub fn count(&self, group: GroupId) -> u32 {
        self.homes.count(group)
    }
}

/// Are zones drawn as cells at this detail?
pub fn are_cells(detail: Detail) -> bool {
    detail <= Detail::Glyph
}
