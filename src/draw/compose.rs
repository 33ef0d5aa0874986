//! From the answer of `query::stage` to what is drawn: phrases become words, nodes get their cells.

use super::cells::Cells;
use super::marks::{Life, Mark};
use super::surface::plain;
use super::view::{Legend, Look, NodeView, PodView, PoolView, StageView, Turn, ZoneView};
use crate::base::order::sort_by;
use crate::query::stage::{
    Fill, Letters, PodDot, PoolBand, Shape, Stage, Tile, TileState, ZoneBand, ZoneStatus,
};
use crate::trace::{Phrase, Subject};

/// Zones with more cells never close their gaps: one cell is one node there, for the whole run.
const CLOSED_AT_MOST: u32 = 40;

/// Says a phrase in the words of the page's language.
pub type Say<'a> = &'a dyn Fn(&Phrase) -> String;

pub fn compose(stage: &Stage, cells: &Cells, say: Say<'_>) -> StageView {
    let first = stage.pending.pods.first();
    StageView {
        pools: stage
            .pools
            .iter()
            .map(|pool| pool_view(pool, cells, say))
            .collect(),
        pending: stage
            .pending
            .pods
            .iter()
            .map(|pod| PodView {
                id: pod.pod,
                mark: mark(pod.shape, pod.hue, pod.letters),
                life: Life::Pending,
                held: false,
            })
            .collect(),
        pending_total: stage.pending.total,
        pending_note: first.map_or_else(String::new, |pod| {
            let line = pod.line.as_ref().map(say).unwrap_or_default();
            plain(&format!("{} {}. {line}", pod.name, say(&pod.waits)))
        }),
        spare: stage.outside.spare.map(|spare| {
            let words = stage.outside.words.as_ref().map(say).unwrap_or_default();
            (stage.outside.extra, spare, words)
        }),
        legend: stage
            .legend
            .iter()
            .map(|entry| Legend {
                mark: mark(entry.shape, entry.hue, entry.letters),
                text: plain(&format!("{} {}", entry.name, entry.pods)),
            })
            .collect(),
    }
}

/// What runs on every node has the last hue to itself: it is the ground that the rest stands on.
fn mark(shape: Shape, hue: u8, letters: Letters) -> Mark {
    Mark {
        shape,
        hue: if shape == Shape::Triangle { 7 } else { hue % 7 },
        letters,
    }
}

fn pool_view(pool: &PoolBand, cells: &Cells, say: Say<'_>) -> PoolView {
    PoolView {
        id: pool.pool,
        name: plain(&pool.name),
        machine: plain(&pool.machine_type),
        chip: say(&pool.strategy),
        note: pool.progress.as_ref().map(say).unwrap_or_default(),
        zones: pool
            .zones
            .iter()
            .map(|zone| zone_view(pool, zone, cells, say))
            .collect(),
    }
}

fn zone_view(pool: &PoolBand, zone: &ZoneBand, cells: &Cells, say: Say<'_>) -> ZoneView {
    let (turn, head, chip) = match zone.status {
        ZoneStatus::Idle => (Turn::None, say(&zone.head), String::new()),
        ZoneStatus::Done { .. } => (Turn::Done, String::new(), say(&zone.head)),
        ZoneStatus::Next { .. } => (Turn::Next, String::new(), say(&zone.head)),
        ZoneStatus::Working { .. } => {
            let since = zone.since.as_ref().map(say).unwrap_or_default();
            (Turn::Now, say(&zone.head), since)
        }
    };
    let note = match (&zone.slots, &zone.note) {
        (Some(slots), _) if !slots.list.is_empty() => {
            Some((say(&slots.words), say(&slots.formula)))
        }
        (_, Some(note)) => Some((String::new(), say(note))),
        _ => None,
    };
    let mut nodes: Vec<NodeView> = zone
        .tiles
        .iter()
        .map(|tile| node_view(tile, &pool.name, cells, say))
        .collect();
    let whole = cells.count(pool.pool, zone.zone);
    // A zone at work has room for all that will come; one at rest closes its gaps and leaves room to the others.
    let closed = turn != Turn::Now && whole <= CLOSED_AT_MOST;
    if closed {
        sort_by(&mut nodes, |a, b| a.cell.cmp(&b.cell));
        for (cell, node) in (0..).zip(&mut nodes) {
            node.cell = cell;
        }
    }
    ZoneView {
        id: zone.zone,
        name: plain(&zone.name),
        turn,
        head,
        chip,
        cells: if closed { nodes.len() as u32 } else { whole },
        nodes,
        note,
    }
}

fn node_view(tile: &Tile, pool: &str, cells: &Cells, say: Say<'_>) -> NodeView {
    NodeView {
        id: tile.node,
        cell: cells.cell(tile.node),
        name: short(&plain(&tile.name), pool).to_owned(),
        look: look(tile.state),
        version: tile.version.clone(),
        new: tile.upgraded,
        word: plain(&say(&tile.word)),
        // The pool is named above: `waits for a-13`.
        sub: tile
            .line
            .as_ref()
            .map(|line| plain(&say(line)).replace(&format!("{pool}-"), ""))
            .unwrap_or_default(),
        part: tile.progress.map(|part| f64::from(part) / 1000.0),
        pods: tile.pods.iter().map(pod_view).collect(),
    }
}

pub fn look(state: TileState) -> Look {
    match state {
        TileState::Blocked => Look::Blocked,
        TileState::Draining => Look::Draining,
        TileState::Cordoned => Look::Cordoned,
        TileState::Starting => Look::Starting,
        TileState::Recreating => Look::Recreating,
        TileState::Deleting => Look::Deleting,
        TileState::ReadyNew => Look::New,
        TileState::ReadyOld => Look::Old,
    }
}

fn pod_view(dot: &PodDot) -> PodView {
    PodView {
        id: dot.pod,
        mark: mark(dot.shape, dot.hue, dot.letters),
        life: match dot.fill {
            Fill::Full => Life::Ready,
            Fill::Half if dot.starting => Life::Starting,
            Fill::Half => Life::NotReady,
            Fill::Hollow => Life::Terminating,
            Fill::Outline => Life::Pending,
        },
        held: dot.refused,
    }
}

/// A node's name where its pool is known: `web-pool-b-3` is `b-3` there, and a GKE name its last two parts.
pub fn short<'a>(name: &'a str, pool: &str) -> &'a str {
    let rest = name
        .strip_prefix(pool)
        .and_then(|rest| rest.strip_prefix('-'))
        .filter(|rest| !rest.is_empty());
    if let Some(rest) = rest {
        return rest;
    }
    if name.len() <= 12 {
        return name;
    }
    match name.rmatch_indices('-').nth(1) {
        Some((at, _)) => &name[at + 1..],
        None => name,
    }
}

/// The subject behind a spot of the stage.
pub fn subject(spot: super::layout::Spot) -> Subject {
    use super::layout::Spot;
    match spot {
        Spot::Pool(id) => Subject::Pool(id),
        Spot::Zone(id) => Subject::Zone(id),
        Spot::Node(id) => Subject::Node(id),
        Spot::Pod(id) => Subject::Pod(id),
    }
}

/// The spot of a subject that the stage shows.
pub fn spot(subject: Subject) -> Option<super::layout::Spot> {
    use super::layout::Spot;
    match subject {
        Subject::Pool(id) => Some(Spot::Pool(id)),
        Subject::Zone(id) => Some(Spot::Zone(id)),
        Subject::Node(id) => Some(Spot::Node(id)),
        Subject::Pod(id) => Some(Spot::Pod(id)),
        Subject::Cluster | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn names_are_short_where_their_pool_is_known() {
        assert_eq!(short("web-pool-b-3", "web-pool"), "b-3");
        assert_eq!(
            short("gke-prod-web-pool-1a2b3c4d-x7k2", "other"),
            "1a2b3c4d-x7k2"
        );
        assert_eq!(short("node-1", "pool"), "node-1");
        assert_eq!(
            short("aVeryLongNameWithoutParts", "pool"),
            "aVeryLongNameWithoutParts"
        );
        assert_eq!(short("pool-", "pool"), "pool-");
    }
}
