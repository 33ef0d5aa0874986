//! Rows of the node lanes: a bar for each stretch of a node's state.

use super::RunSource;
use crate::cells::Cells;
use crate::surface::plain;
use crate::timeline::{Bar, ZoneRow};
use base::SimTime;
use query::lanes::{BarLane, Lanes, NodeLane, SideLane, ZoneLane};
use query::stage::{StateCounts, TileState};
use std::rc::Rc;
use trace::Subject;

/// The nodes of a lane with their rows.
pub fn nodes<'a>(
    lanes: &'a Lanes,
    cells: &'a Cells,
    lane: &'a BarLane,
) -> impl Iterator<Item = (u32, &'a Rc<NodeLane>)> {
    let (list, placed): (&[Rc<NodeLane>], bool) = match lane {
        BarLane::Zone(n) => (lanes.zones.get(*n).map_or(&[], |zone| &zone.nodes), true),
        BarLane::Side(side) => (&side.nodes, false),
    };
    (0..).zip(list).map(move |(place, node)| {
        let row = if placed { cells.cell(node.node) } else { place };
        (row, node)
    })
}

pub(super) fn row(
    run: &RunSource<'_>,
    lane: &BarLane,
    cells: &Cells,
    end: impl Fn(Option<SimTime>) -> i64,
) -> Option<ZoneRow> {
    let (subject, title, rows) = match lane {
        BarLane::Zone(n) => {
            let zone = run.lanes.zones.get(*n)?;
            let rows = cells.count(zone.pool, zone.zone);
            (Subject::Zone(zone.zone), zone_title(run, zone), rows)
        }
        BarLane::Side(side) => {
            let rows = side.nodes.len() as u32;
            (Subject::Pool(side.pool), side_title(run, side), rows)
        }
    };
    let per = if rows > ROWS_AT_MOST { rows.div_ceil(SQUEEZED) } else { 1 };
    let bars = nodes(run.lanes, cells, lane).flat_map(|(row, node)| {
        let row = row / per;
        let end = &end;
        node.segments.iter().filter_map(move |segment| {
            Some(Bar {
                row,
                from_ms: segment.from.ms(),
                to_ms: end(segment.to),
                look: segment.state?,
            })
        })
    });
    let bars = if per > 1 { united(bars) } else { bars.collect() };
    Some(ZoneRow { subject, title, rows: rows.div_ceil(per), per, bars })
}

fn zone_title(run: &RunSource<'_>, lane: &ZoneLane) -> String {
    let plan = run.trace.plan();
    let zone = plan.zones.get(lane.zone).map_or("", |zone| &zone.name);
    let pool = plan.pools.get(lane.pool).map_or("", |pool| &pool.name);
    if run.lanes.zones.len() > 1 && run.lanes.phases.len() > 1 {
        format!("{} {}", plain(pool), plain(zone))
    } else {
        plain(zone)
    }
}

/// `B Blue pool`, with the pool's name if there are several.
fn side_title(run: &RunSource<'_>, side: &SideLane) -> String {
    let plan = run.trace.plan();
    let key = match (side.second, side.stays) {
        (false, true) => "ui-lane-blue",
        (true, true) => "ui-lane-green",
        (false, false) => "ui-lane-blue-then-green",
        (true, false) => "ui-lane-green-then-blue",
    };
    let pools = run.lanes.phases.len();
    let name = plan.pools.get(side.pool).map_or("", |pool| &pool.name);
    let args = [("pools", pools.into()), ("pool", plain(name).into())];
    (run.tell)(key, &args)
}

pub(super) fn note(
    run: &RunSource<'_>,
    lane: &BarLane,
    counts: &StateCounts,
    at: SimTime,
) -> String {
    match lane {
        BarLane::Zone(n) => {
            let zone = run.lanes.zones.get(*n);
            let tally = zone.map_or_else(Default::default, |zone| counts.tally_of(zone.group));
            let args = [("new", tally.done.into()), ("all", tally.of.into())];
            (run.tell)("ui-note-zone", &args)
        }
        BarLane::Side(side) => {
            let (mut all, mut ready) = (0_u32, 0_u32);
            let mut closed = 0_u32;
            let states = side.nodes.iter().filter_map(|node| node.at(at)?.state);
            for state in states {
                all += 1;
                match state {
                    TileState::ReadyNew | TileState::ReadyOld => ready += 1,
                    TileState::NotReady
                    | TileState::Cordoned
                    | TileState::Draining
                    | TileState::Blocked => closed += 1,
                    TileState::Starting | TileState::Recreating | TileState::Deleting => {}
                }
            }
            let args = [("all", all.into()), ("ready", ready.into()), ("cordoned", closed.into())];
            (run.tell)("ui-note-side", &args)
        }
    }
}

/// The most rows of nodes in a lane; more nodes share rows.
const ROWS_AT_MOST: u32 = 64;
const SQUEEZED: u32 = 8;

/// Merges touching bars of one row and one look: no zoom shows a difference.
pub(in crate::timeline) fn united(bars: impl Iterator<Item = Bar>) -> Vec<Bar> {
    // The covered stretches by row and look, in order. Most bars are already covered.
    let mut covered: Vec<Vec<(i64, i64)>> = Vec::new();
    for bar in bars {
        let at = bar.row as usize * TileState::ALL.len() + bar.look as usize;
        if covered.len() <= at {
            covered.resize(at + 1, Vec::new());
        }
        cover(&mut covered[at], (bar.from_ms, bar.to_ms));
    }
    let mut bars = Vec::new();
    for (at, list) in covered.into_iter().enumerate() {
        for (from_ms, to_ms) in list {
            bars.push(Bar {
                row: (at / TileState::ALL.len()) as u32,
                from_ms,
                to_ms,
                look: TileState::ALL[at % TileState::ALL.len()],
            });
        }
    }
    bars
}

fn cover(list: &mut Vec<(i64, i64)>, (mut from, mut to): (i64, i64)) {
    let first = list.partition_point(|(_, end)| *end < from);
    let end = list.partition_point(|(begin, _)| *begin <= to);
    if let (Some(left), true) = (list.get(first), first < end) {
        (from, to) = (from.min(left.0), to.max(list[end - 1].1));
        list.drain(first + 1..end);
        list[first] = (from, to);
    } else {
        list.insert(first, (from, to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_that_touch_are_one_and_a_moment_is_kept() {
        let bar = |row, from_ms, to_ms, look| Bar { row, from_ms, to_ms, look };
        let bars = vec![
            bar(0, 50, 90, TileState::ReadyNew),
            bar(0, 0, 40, TileState::ReadyOld),
            bar(0, 30, 60, TileState::ReadyOld),
            bar(1, 60, 61, TileState::Blocked),
            bar(0, 60, 70, TileState::ReadyOld),
            bar(0, 80, 90, TileState::ReadyOld),
        ];
        let wanted = [
            bar(0, 50, 90, TileState::ReadyNew),
            bar(0, 0, 70, TileState::ReadyOld),
            bar(0, 80, 90, TileState::ReadyOld),
            bar(1, 60, 61, TileState::Blocked),
        ];
        assert_eq!(united(bars.into_iter()), wanted);
    }
}
