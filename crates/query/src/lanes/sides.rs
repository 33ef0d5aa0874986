//! The node lanes of the timeline: per zone, or, for a pool upgraded with blue-green, per side over all zones.

use std::rc::Rc;

use super::nodes::{NodeLane, ZoneLane};
use crate::index::Index;
use crate::rollout::{Rollout, SideRows};
use base::{NodeId, PoolId, order};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BarLane {
    /// By its number.
    Zone(usize),
    Side(SideLane),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideLane {
    pub pool: PoolId,
    /// Is it the side that is green in the first upgrade?
    pub second: bool,
    /// Does the side stay the same in all upgrades?
    pub stays: bool,
    /// In drain order.
    pub nodes: Vec<Rc<NodeLane>>,
}

pub(super) fn bars(zones: &[ZoneLane], index: &Index) -> Vec<BarLane> {
    let mut bars = Vec::new();
    for (at, lane) in zones.iter().enumerate() {
        let side_rows = SideRows::of(&index.rollouts, lane.pool);
        if side_rows.is_empty() {
            bars.push(BarLane::Zone(at));
            continue;
        }
        // The pool's first zone represents all of them.
        if zones.iter().position(|other| other.pool == lane.pool) == Some(at) {
            let pool = || zones.iter().filter(|other| other.pool == lane.pool);
            for second in [false, true] {
                let nodes = pool().flat_map(|zone| &zone.nodes);
                let nodes = nodes.filter(|lane| side_rows.is_second(lane.node) == second);
                bars.push(BarLane::Side(SideLane {
                    pool: lane.pool,
                    second,
                    stays: side_rows.stay(),
                    nodes: in_batches(nodes.cloned().collect(), &index.rollouts),
                }));
            }
        }
    }
    bars
}

/// Sorts the nodes by batch.
fn in_batches(mut nodes: Vec<Rc<NodeLane>>, rollouts: &[Rollout]) -> Vec<Rc<NodeLane>> {
    let batches = rollouts.iter().flat_map(|rollout| &rollout.batches);
    let mut place: Vec<(NodeId, usize)> = batches
        .enumerate()
        .flat_map(|(n, batch)| batch.nodes.iter().map(move |node| (*node, n)))
        .collect();
    order::sort(&mut place);
    order::sort_by_key(&mut nodes, |lane| {
        let at = place.binary_search_by_key(&lane.node, |(node, _)| *node);
        at.map_or(usize::MAX, |at| place[at].1)
    });
    nodes
}
