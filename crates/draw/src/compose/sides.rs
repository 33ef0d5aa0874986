//! Pools in a blue-green upgrade: their sides, a box for each batch of blue nodes, and one for the green nodes of each zone.

use super::super::dots::{self, Dots};
use super::super::surface::plain;
use super::super::view::{BatchView, BoxKind, NodeView, PoolView, SideView, Turn, ZoneView};
use super::{Cells, Say, names, node_view};
use base::order::sort_by;
use base::{GroupId, Map, NodeId, ZoneId};
use model::node::Side;
use query::stage::{BatchBand, BatchTurn, PoolBand, SideBand, Sides, Tile, ZoneBand};
use trace::Phrase;

pub(super) fn views(sides: &Sides, say: Say<'_>) -> [SideView; 2] {
    let view = |key: &'static str, side: &SideBand| SideView {
        title: say(&Phrase::new(key)),
        words: say(&side.words),
        chip: side.chip.as_ref().map(say).unwrap_or_default(),
        full: side.nodes > 0,
    };
    [view("side-blue", &sides.blue), view("side-green", &sides.green)]
}

/// Batches, then green.
pub(super) fn boxes(pool: &PoolBand, sides: &Sides, cells: &Cells, say: Say<'_>) -> Vec<ZoneView> {
    let tiles = || pool.zones.iter().flat_map(|zone| &zone.tiles);
    let all: Map<NodeId, &Tile> = tiles().map(|tile| (tile.node, tile)).collect();
    let names: super::Names = (pool.zones.iter()).flat_map(|zone| names(&zone.tiles)).collect();
    let first = pool.zones.first().map_or((ZoneId(0), GroupId(0)), |zone| (zone.zone, zone.group));
    let mut boxes: Vec<ZoneView> = Vec::new();
    for batch in &sides.batches {
        let nodes = (0..).zip(&batch.nodes).filter_map(|(cell, node)| {
            let tile = all.get(node)?;
            Some(node_view(tile, &names, cell, say))
        });
        boxes.push(ZoneView {
            cells: batch.nodes.len() as u32,
            nodes: nodes.collect(),
            turn: turn(batch.turn),
            works: pool.run.unfinished(),
            ..bare(first, batch_view(batch, say))
        });
    }
    let blue: Map<NodeId, ()> =
        (sides.batches.iter()).flat_map(|batch| &batch.nodes).map(|node| (*node, ())).collect();
    for (zone, count) in pool.zones.iter().zip(&sides.zones) {
        let green = zone.tiles.iter().filter(|tile| !blue.contains_key(&tile.node));
        let nodes =
            placed(green, (*count).max(1), cells, |tile, cell| node_view(tile, &names, cell, say));
        let most = nodes.iter().map(|node| node.cell + 1).max().unwrap_or(0);
        if *count == 0 && nodes.is_empty() {
            continue;
        }
        boxes.push(ZoneView {
            name: plain(&zone.name),
            works: pool.run.unfinished(),
            cells: most.max(*count),
            nodes,
            ..bare((zone.zone, zone.group), BoxKind::Green)
        });
    }
    boxes
}

/// Assigns cells to new nodes; existing nodes keep theirs.
fn placed<'a>(
    tiles: impl Iterator<Item = &'a Tile>,
    count: u32,
    cells: &Cells,
    view: impl Fn(&Tile, u32) -> NodeView,
) -> Vec<NodeView> {
    let mut tiles: Vec<&Tile> = tiles.collect();
    sort_by(&mut tiles, |a, b| a.node.cmp(&b.node));
    let mut taken: Map<u32, ()> = Map::new();
    tiles
        .into_iter()
        .map(|tile| {
            let mut cell = cells.cell(tile.node) % count;
            while taken.contains_key(&cell) {
                cell += 1;
            }
            taken.insert(cell, ());
            view(tile, cell)
        })
        .collect()
}

fn turn(turn: BatchTurn) -> Turn {
    match turn {
        BatchTurn::Planned => Turn::Next,
        BatchTurn::Draining | BatchTurn::Soaking => Turn::Now,
        BatchTurn::Paused => Turn::Waiting,
        BatchTurn::Done => Turn::Done,
        BatchTurn::Left => Turn::None,
    }
}

fn batch_view(batch: &BatchBand, say: Say<'_>) -> BoxKind {
    let number = match (batch.first, batch.last) {
        (0, _) => String::new(),
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    };
    BoxKind::Batch(BatchView {
        turn: batch.turn,
        number,
        title: say(&batch.title),
        word: say(&batch.word),
        line: batch.line.as_ref().map(say).unwrap_or_default(),
        part: batch.progress.map(|part| f64::from(part) / 1000.0),
    })
}

fn bare((id, group): (ZoneId, GroupId), part: BoxKind) -> ZoneView {
    ZoneView {
        id,
        group: dots::side_row(group, false),
        part,
        name: String::new(),
        turn: Turn::None,
        head: String::new(),
        chip: String::new(),
        brief: String::new(),
        works: false,
        cells: 0,
        nodes: Vec::new(),
        note: None,
    }
}

/// With very many nodes: the blue cells of every zone, then the green ones.
pub(super) fn beside(pool: &mut PoolView, band: &PoolBand, all: &Dots, say: Say<'_>) {
    let Some(sides) = &band.sides else {
        return;
    };
    let zone_view = |side: Side, zone: &ZoneView, of: &ZoneBand| {
        let second = (side == Side::Green) != sides.second;
        let chip = match side {
            Side::Blue => sides.blue.chip.as_ref().map(say).unwrap_or_default(),
            Side::Green => String::new(),
        };
        let group = dots::side_row(of.group, second);
        let nodes = all.cells(group).iter().flatten().count();
        let key = match side {
            Side::Blue => "side-blue",
            Side::Green => "side-green",
        };
        // The side that is being drained is in progress; green waits.
        let rests = side == Side::Green && sides.blue.chip.is_some();
        ZoneView {
            group,
            part: BoxKind::Cells(side),
            turn: if rests { Turn::None } else { zone.turn },
            // The badge shows which side it is.
            name: match band.zones.len() {
                1 => say(&Phrase::new(key)),
                _ => zone.name.clone(),
            },
            brief: chip.clone(),
            chip,
            head: say(&Phrase::new("zone-nodes").with("nodes", nodes).with("creating", 0_u32)),
            note: None,
            ..zone.clone()
        }
    };
    let zones = || pool.zones.iter().zip(&band.zones);
    let blue: Vec<ZoneView> = zones().map(|(zone, of)| zone_view(Side::Blue, zone, of)).collect();
    let green = zones().map(|(zone, of)| zone_view(Side::Green, zone, of));
    pool.zones = blue.iter().cloned().chain(green).collect();
}
