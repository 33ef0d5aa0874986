//! The stage: pools, zones and node tiles at one instant, ready to be drawn and read aloud.

mod caption;
pub(crate) mod context;
mod held;
pub(crate) mod pod_counts;
mod pods;
pub(crate) mod state;
mod state_counts;
mod tile;
mod tray;
mod waiting;
mod zone;

pub use crate::letters::Letters;
pub use crate::strategy::sides::{SideBand, Sides};
pub use crate::strategy::state::{BatchBand, BatchTurn};
pub(crate) use context::StageContext;
pub use context::{Detail, TILES_AT_MOST};
pub use held::{HeldBy, held_by};
pub(crate) use pod_counts::pods_on;
pub use pods::{Fill, Legend, PodDot, Shape, hue, shape};
pub use state::{TileState, ZoneStatus};
pub use state_counts::{StateCounts, Tally};
pub use tile::Tile;
pub(crate) use tile::node_line;
pub use tray::{Pending, ProjectCapacity, growth, scheduling_phrase};
pub use zone::{SlotView, Slots, ZoneBand};

use crate::index::Index;
use crate::strategy;
use base::{NodeId, PoolId, SimTime};
use model::RunState;
use trace::{Frame, Phrase, Trace};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageModel {
    pub at: SimTime,
    /// What happens now, in one sentence.
    pub caption: Phrase,
    pub pools: Vec<PoolBand>,
    pub pending: Pending,
    pub outside: ProjectCapacity,
    pub legend: Vec<Legend>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PoolBand {
    pub pool: PoolId,
    pub name: String,
    pub machine_type: String,
    pub run: RunState,
    /// `SURGE 3 + 1 per zone`.
    pub strategy: Phrase,
    /// `6 of 12 on 1.33`, or the position of a blue-green upgrade.
    pub progress: Option<Phrase>,
    /// Its short form, if it isn't a share of the nodes.
    pub brief: Option<Phrase>,
    /// Its two sides, if its current or last upgrade is blue-green.
    pub sides: Option<Sides>,
    /// `4 of 1–9 nodes`, if the autoscaler's limits hold for all its zones together.
    pub limits: Option<Phrase>,
    pub done: u32,
    pub of: u32,
    pub zones: Vec<ZoneBand>,
}

/// The cluster of a frame, for display.
pub fn stage(trace: &Trace, index: &Index, frame: &Frame, detail: Detail) -> StageModel {
    stage_of(trace, index, frame, detail, &StateCounts::at(trace, index, frame))
}

/// Builds the stage with counts that follow the frame.
pub fn stage_of(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    detail: Detail,
    counts: &StateCounts,
) -> StageModel {
    let plan = trace.plan();
    let cx = StageContext { trace, index, frame, detail, counts };
    let pools: Vec<PoolBand> = plan.pools.ids().filter_map(|pool| band(&cx, pool)).collect();
    StageModel {
        at: frame.at,
        caption: caption::caption(&cx),
        pending: tray::pending(&cx),
        outside: tray::project_capacity(&cx),
        legend: pods::legend(&cx),
        pools,
    }
}

/// Some nodes in full detail, without the rest of the stage.
pub fn tiles(
    trace: &Trace,
    index: &Index,
    frame: &Frame,
    counts: &StateCounts,
    nodes: impl Iterator<Item = NodeId>,
) -> Vec<Tile> {
    let cx = StageContext { trace, index, frame, detail: Detail::Tiles, counts };
    let cluster = &frame.cluster;
    nodes
        .filter_map(|id| {
            let node = cluster.nodes.get(id)?;
            let pool = cluster.pool_of(trace.plan(), id);
            Some(tile::tile(&cx, pool, id, node))
        })
        .collect()
}

/// The caption only.
pub fn caption_of(trace: &Trace, index: &Index, frame: &Frame, counts: &StateCounts) -> Phrase {
    caption::caption(&StageContext { trace, index, frame, detail: Detail::Cells, counts })
}

/// The state of one node.
pub fn node_state(index: &Index, frame: &Frame, id: NodeId) -> Option<TileState> {
    let node = frame.cluster.nodes.get(id)?;
    let is_blocked = index.blocked_nodes.iter().any(|one| {
        one.node == id && one.no.0 < frame.next && one.to.is_none_or(|(no, _)| no.0 >= frame.next)
    });
    Some(state::state(node, u32::from(is_blocked)))
}

fn band(cx: &StageContext<'_>, id: PoolId) -> Option<PoolBand> {
    let plan = cx.trace.plan();
    let pool = plan.pools.get(id)?;
    let state = cx.frame.cluster.pools.get(id)?;
    let zones: Vec<ZoneBand> =
        pool.groups.iter().filter_map(|group| zone::band(cx, id, *group)).collect();
    let done = zones.iter().map(|zone| zone.done).sum();
    let of = zones.iter().map(|zone| zone.of).sum();
    let target = state.target.and_then(|template| plan.templates.get(template));
    let progress = target.map(|template| {
        let phrase = Phrase::new("stage-progress").with("done", done).with("of", of);
        match template.version {
            Some(_) => phrase.with("version", cx.version_text(id, state.target)),
            None => phrase.with("version", "unknown"),
        }
    });
    let own = strategy::of(state.kind);
    let unfinished = state.run.unfinished();
    let (now, brief) = match unfinished.then(|| own.progress(cx, id)).flatten() {
        Some((now, brief)) => (Some(now), brief),
        None => (None, None),
    };
    Some(PoolBand {
        pool: id,
        name: pool.name.clone(),
        machine_type: plan.templates.get(pool.template)?.machine_type.clone(),
        run: state.run,
        strategy: strategy::settings(state.strategy(pool), pool.groups.len()),
        progress: now.or(progress),
        brief,
        sides: own.sides(cx, id),
        limits: zone::nodes_of_pool(cx, id),
        done,
        of,
        zones,
    })
}
