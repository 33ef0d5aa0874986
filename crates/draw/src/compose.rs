//! Turns the answer of `query::stage` into a view to draw: words the phrases, assigns nodes to cells.

mod sides;

use super::cells::Cells;
use super::dots::{self, Dots};
use super::marks::{Life, PodMark};
use super::surface::plain;
use super::view::{
    BoxKind, HeldView, LeftPod, Legend, NodeView, PodView, PoolView, SlotRow, StageView, Tooltip,
    Turn, UsedPart, ZoneView,
};
use base::order::sort_by;
use base::{Map, NodeId, SimTime};
use model::utilization::Share;
use query::stage::{
    Fill, HeldBy, Letters, PodDot, PoolBand, Shape, StageModel, Tile, TileState, ZoneBand,
    ZoneStatus,
};
use trace::{Phrase, Subject, Value};

/// Zones with more cells never close their gaps: each cell is one node for the whole run.
const CLOSED_AT_MOST: u32 = 40;

/// Words a phrase in the page's language.
pub type Say<'a> = &'a dyn Fn(&Phrase) -> String;

pub fn compose(stage: &StageModel, cells: &Cells, say: Say<'_>) -> StageView {
    let first = stage.pending.pods.first();
    StageView {
        pools: (stage.pools.iter()).map(|pool| pool_view(pool, cells, stage.at, say)).collect(),
        pending: stage
            .pending
            .pods
            .iter()
            .map(|pod| PodView {
                id: pod.pod,
                mark: mark(pod.shape, pod.hue, pod.letters),
                life: Life::Pending,
                held: false,
                forced: false,
            })
            .collect(),
        pending_words: (stage.pending.pods.iter().take(WORDED))
            .map(|pod| {
                let age = plain(&format!("{} {}", pod.name, say(&pod.age)));
                let why = pod.growth.as_ref().or(pod.line.as_ref());
                (age, why.map_or_else(String::new, |why| plain(&say(why))))
            })
            .collect(),
        pending_total: stage.pending.total,
        tray: stage.pending.total > 0 || cells.waits(stage.at),
        pending_note: first.map_or_else(String::new, |pod| {
            let waits = format!("{} {}", pod.name, say(&pod.waits));
            let lines = [&pod.growth, &pod.line].into_iter().flatten().map(say);
            let lines: Vec<String> = std::iter::once(waits).chain(lines).collect();
            plain(&lines.join(". "))
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
                text: format!("{} {}", ends(&plain(&entry.name)), entry.pods),
            })
            .collect(),
        ..StageView::default()
    }
}

/// The stage of very many nodes: cells instead of tiles.
pub fn compose_cells(stage: &StageModel, cells: &Cells, dots: Dots, say: Say<'_>) -> StageView {
    let mut view = compose(stage, cells, say);
    for (pool, band) in view.pools.iter_mut().zip(&stage.pools) {
        sides::beside(pool, band, &dots, say);
    }
    for zone in view.pools.iter_mut().flat_map(|pool| &mut pool.zones) {
        zone.cells = dots.count(zone.group);
    }
    view.dots = Some(dots);
    let zones = stage.pools.iter().flat_map(|pool| &pool.zones);
    let slots = zones.filter_map(|zone| zone.slots.as_ref());
    view.slots = slots
        .filter(|slots| !slots.list.is_empty())
        .max_by_key(|slots| slots.list.len())
        .map(|slots| SlotRow {
            title: say(&Phrase::new("slots-old-to-new").with("n", slots.in_use)),
            pairs: slots.list.iter().map(|slot| (slot.node, slot.stand_in)).collect(),
        });
    view
}

/// The beginning and the end of a long name.
fn ends(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    match letters.len() {
        0..=LONG => name.to_owned(),
        many => {
            letters[..LONG / 2].iter().chain(&['…']).chain(&letters[many - LONG / 2..]).collect()
        }
    }
}

/// So many Pods in the tray have words of their own, if there is room.
const WORDED: usize = 6;

/// A longer name is cut in the legend, so that others have room.
const LONG: usize = 22;

/// The budget that refuses a Pod's eviction.
pub fn held(held: &HeldBy, say: Say<'_>) -> HeldView {
    HeldView { pods: held.pods.clone(), must: held.must, words: plain(&say(&held.words)) }
}

/// Drops detailed nodes that are no longer wanted.
pub fn keep_tiles(view: &mut StageView, keep: impl Fn(NodeId) -> bool) {
    let zones = view.pools.iter_mut().flat_map(|pool| &mut pool.zones);
    for zone in zones {
        zone.nodes.retain(|node| keep(node.id));
    }
}

/// Adds enlarged nodes to their zones.
pub fn add_tiles(view: &mut StageView, tiles: &[Tile], say: Say<'_>) {
    let Some(dots) = &view.dots else {
        return;
    };
    for pool in &mut view.pools {
        for zone in &mut pool.zones {
            for tile in tiles {
                let Some((_, cell)) = dots.place(tile.node).filter(|at| at.0 == zone.group) else {
                    continue;
                };
                let names = names(std::slice::from_ref(tile));
                let node = node_view(tile, &names, cell, say);
                zone.nodes.push(node);
            }
        }
    }
}

/// DaemonSet Pods have the last hue to themselves, because they run everywhere.
fn mark(shape: Shape, hue: u8, letters: Letters) -> PodMark {
    PodMark { shape, hue: if shape == Shape::Triangle { 7 } else { hue % 7 }, letters }
}

fn pool_view(pool: &PoolBand, cells: &Cells, at: SimTime, say: Say<'_>) -> PoolView {
    PoolView {
        id: pool.pool,
        name: plain(&pool.name),
        machine: plain(&pool.machine_type),
        chip: say(&pool.strategy),
        note: [&pool.progress, &pool.limits]
            .into_iter()
            .flatten()
            .map(say)
            .collect::<Vec<_>>()
            .join(", "),
        brief: match (&pool.brief, &pool.progress) {
            (Some(brief), _) => say(brief),
            (None, Some(_)) => share(pool.done, pool.of, say),
            (None, None) => pool.limits.as_ref().map(say).unwrap_or_default(),
        },
        sides: pool.sides.as_ref().map(|both| sides::views(both, say)),
        zones: match &pool.sides {
            Some(both) if !both.batches.is_empty() => sides::boxes(pool, both, cells, say),
            _ => {
                let zones = pool.zones.iter();
                zones.map(|zone| zone_view(pool, zone, (cells, at), say)).collect()
            }
        },
    }
}

fn zone_view(
    pool: &PoolBand,
    zone: &ZoneBand,
    (cells, at): (&Cells, SimTime),
    say: Say<'_>,
) -> ZoneView {
    let since = || zone.since.as_ref().map(say).unwrap_or_default();
    let (turn, head, chip) = match zone.status {
        ZoneStatus::Idle => (Turn::None, say(&zone.head), String::new()),
        ZoneStatus::Done { .. } => (Turn::Done, String::new(), say(&zone.head)),
        ZoneStatus::Next { .. } => (Turn::Next, String::new(), say(&zone.head)),
        ZoneStatus::Working { .. } => (Turn::Now, say(&zone.head), since()),
        ZoneStatus::Waiting { .. } => (Turn::Waiting, say(&zone.head), since()),
    };
    let names = names(&zone.tiles);
    let at_work = matches!(turn, Turn::Now | Turn::Waiting);
    let note = match (&zone.slots, &zone.note) {
        (Some(slots), _) if at_work => {
            let pairs: Vec<String> =
                slots.pairs.iter().map(|pair| say(&shortened(pair, &names))).collect();
            Some(Tooltip {
                title: say(&slots.words),
                lines: vec![say(&slots.formula), pairs.join(" ")],
            })
        }
        (_, Some(note)) => Some(Tooltip { title: String::new(), lines: vec![say(note)] }),
        _ => None,
    };
    let mut nodes: Vec<NodeView> =
        zone.tiles.iter().map(|tile| node_view(tile, &names, cells.cell(tile.node), say)).collect();
    let whole = cells.count(pool.pool, zone.zone);
    // A zone in progress reserves room for all its nodes; others close their gaps.
    let closed = !at_work && whole <= CLOSED_AT_MOST;
    if closed {
        sort_by(&mut nodes, |a, b| a.cell.cmp(&b.cell));
        for (cell, node) in (0..).zip(&mut nodes) {
            node.cell = cell;
        }
    }
    ZoneView {
        id: zone.zone,
        group: dots::side_row(zone.group, false),
        part: BoxKind::Zone,
        name: plain(&zone.name),
        turn,
        head,
        chip,
        brief: if at_work { share(zone.done, zone.of, say) } else { String::new() },
        works: at_work || cells.works(pool.pool, zone.zone, at),
        cells: if closed { nodes.len() as u32 } else { whole },
        nodes,
        note,
    }
}

/// `3/12`: nodes done.
fn share(done: u32, of: u32, say: Say<'_>) -> String {
    say(&Phrase::new("stage-share").with("done", done).with("of", of))
}

/// Short names of a zone's nodes.
type Names = Map<NodeId, String>;

fn names(tiles: &[Tile]) -> Names {
    tiles.iter().map(|tile| (tile.node, plain(&tile.short))).collect()
}

/// The phrase with short node names: the pool is named above.
fn shortened(phrase: &Phrase, names: &Names) -> Phrase {
    let name = |node: &Subject| match node {
        Subject::Node(id) => names.get(id),
        _ => None,
    };
    let value = |value: &Value| match value {
        Value::Name(subject) => match name(subject) {
            Some(short) => Value::Text(short.clone()),
            None => value.clone(),
        },
        Value::Names(subjects) => {
            let short: Option<Vec<String>> =
                subjects.iter().map(|node| name(node).cloned()).collect();
            short.map_or_else(|| value.clone(), |short| Value::Text(short.join(", ")))
        }
        Value::List(phrases) => {
            Value::List(phrases.iter().map(|phrase| shortened(phrase, names)).collect())
        }
        other => other.clone(),
    };
    Phrase {
        key: phrase.key,
        args: phrase.args.iter().map(|(key, other)| (*key, value(other))).collect(),
    }
}

fn node_view(tile: &Tile, names: &Names, cell: u32, say: Say<'_>) -> NodeView {
    NodeView {
        id: tile.node,
        cell,
        name: names.get(&tile.node).cloned().unwrap_or_default(),
        full: plain(&tile.name),
        look: tile.state,
        version: tile.version.clone(),
        new: tile.upgraded,
        word: plain(&say(&tile.word)),
        sub: tile
            .line
            .as_ref()
            .map(|line| plain(&say(&shortened(line, names))))
            .unwrap_or_default(),
        // The line in the tile has no room for a ring, and isn't needed there.
        part: tile
            .progress
            .filter(|_| tile.state != TileState::Deleting)
            .map(|part| f64::from(part) / 1000.0),
        pods: tile.pods.iter().map(pod_view).collect(),
        left: (tile.left.iter())
            .map(|(place, dot)| LeftPod {
                place: *place,
                mark: mark(dot.shape, dot.hue, dot.letters),
                forced: dot.forced,
            })
            .collect(),
        forced: tile.forced,
        used: tile.used.map(|used| UsedPart {
            cpu: part(used.cpu),
            memory: part(used.memory),
            percent: used.utilization.share.percent(),
        }),
        held: tile.held,
    }
}

fn part(share: Share) -> f64 {
    share.requested as f64 / share.available.max(1) as f64
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
        forced: dot.forced,
    }
}

/// The subject of a target on the stage.
pub fn subject(target: super::layout::StageTarget) -> Subject {
    use super::layout::StageTarget;
    match target {
        StageTarget::Pool(id) => Subject::Pool(id),
        StageTarget::Zone(id) => Subject::Zone(id),
        StageTarget::Node(id) => Subject::Node(id),
        StageTarget::Pod(id) => Subject::Pod(id),
    }
}

/// The target of a subject that the stage shows.
pub fn target(subject: Subject) -> Option<super::layout::StageTarget> {
    use super::layout::StageTarget;
    match subject {
        Subject::Pool(id) => Some(StageTarget::Pool(id)),
        Subject::Zone(id) => Some(StageTarget::Zone(id)),
        Subject::Node(id) => Some(StageTarget::Node(id)),
        Subject::Pod(id) => Some(StageTarget::Pod(id)),
        Subject::Cluster | Subject::Workload(_) | Subject::Budget(_) | Subject::Service(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_ends() {
        assert_eq!(ends("checkout"), "checkout");
        assert_eq!(ends("checkout-frontend-of-the-shop"), "checkout-fr…of-the-shop");
    }

    #[test]
    fn only_names_of_nodes_are_shortened_in_a_sentence() {
        let node = NodeId(3);
        let names = Names::from([(node, "a-3".to_owned())]);
        let pair = Phrase::new("slots-pair").with("node", NodeId(9)).with("new", node);
        let phrase = Phrase::new("slots-surge").with("pairs", Value::List(vec![pair]));
        let wanted = Phrase::new("slots-pair").with("node", NodeId(9)).with("new", "a-3");
        assert_eq!(
            shortened(&phrase, &names),
            Phrase::new("slots-surge").with("pairs", Value::List(vec![wanted]))
        );
    }
}
