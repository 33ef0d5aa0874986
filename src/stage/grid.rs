//! The stage for keyboard and screen readers: a grid of cells, and a sentence about every target.

use super::camera::node_of;
use crate::player::{AtPlayhead, said};
use crate::shell::menu::pointer_target::GridCell;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::words::{t, tn};
use base::order::sort_by;
use draw::marks::Life;
use draw::surface::plain;
use draw::view::{BoxKind, NodeView, PodView, PoolView, StageView, ZoneView};
use model::node::Side;
use query::stage::growth;
use trace::Subject;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use words::facts::blocker;

/// A row of the grid; `of` is the node whose Pods it contains.
#[derive(Clone, PartialEq, Debug)]
pub struct GridRow {
    pub cells: Vec<GridCell>,
    pub of: Option<Subject>,
}

/// Cells of the grid in rows, for the arrow keys: zones, pending Pods, then the Pods of the focused node.
pub fn rows(view: &StageView, focused: Option<GridCell>) -> Vec<GridRow> {
    let mut rows = Vec::new();
    for pool in &view.pools {
        for (at, zone) in pool.zones.iter().enumerate() {
            let mut cells = vec![GridCell::zone(pool, at, zone)];
            let nodes = in_order(zone);
            cells.extend(nodes.iter().map(|node| GridCell::from(Subject::Node(node.id))));
            rows.push(GridRow { cells, of: None });
        }
    }
    if !view.pending.is_empty() {
        let pods = view.pending.iter();
        rows.push(GridRow {
            cells: pods.map(|pod| Subject::Pod(pod.id).into()).collect(),
            of: None,
        });
    }
    if let Some(node) = holder(view, focused) {
        rows.push(GridRow {
            cells: (node.pods.iter()).map(|pod| Subject::Pod(pod.id).into()).collect(),
            of: Some(Subject::Node(node.id)),
        });
    }
    rows
}

/// The grid as document pieces.
pub fn written(view: &StageView, here: AtPlayhead<'_>, focused: Option<GridCell>) -> Vec<DomNode> {
    let mut first = true;
    let mut cell = |at: GridCell, name: String| {
        let here = focused.map_or(first, |focused| focused == at);
        first = false;
        let cell = block("span", "cell")
            .with("role", "gridcell")
            .with("tabindex", if here { "0" } else { "-1" })
            .with("data-subject", at.subject.pack().to_string());
        let cell = match at.pool {
            Some(pool) => cell.with("data-pool", pool.0.to_string()),
            None => cell,
        };
        match at.part {
            Some(part) => cell.with("data-part", part.to_string()).text(name),
            None => cell.text(name),
        }
    };
    let row = |name: String| tag("div").with("role", "row").with("aria-label", name);
    let mut rows = Vec::new();
    for pool in &view.pools {
        for (at, zone) in pool.zones.iter().enumerate() {
            let head = row(format!("{}, {}", pool.name, part_name(pool, zone)))
                .add(cell(GridCell::zone(pool, at, zone), zone_name(view, pool, zone)));
            let nodes = in_order(zone).into_iter();
            rows.push(
                head.all(nodes.map(|node| cell(Subject::Node(node.id).into(), node_name(node)))),
            );
        }
    }
    let pod = |pod: &PodView| (GridCell::from(Subject::Pod(pod.id)), pod_name(here, pod));
    if !view.pending.is_empty() {
        let count = ("n", view.pending_total.into());
        let pods = view.pending.iter().map(pod);
        let pods = pods.map(|(at, name)| cell(at, name));
        rows.push(row(tn("ui-grid-pending", &[count])).all(pods));
    }
    // Below the zones, so that none of their cells moves when the row appears.
    if let Some(node) = holder(view, focused) {
        let name = tn("ui-grid-pods", &[("node", node.full.as_str().into())]);
        let pods = node.pods.iter().map(pod);
        let pods = pods.map(|(at, name)| cell(at, name));
        rows.push(row(name).all(pods));
    }
    rows.into_iter().map(Tag::into).collect()
}

/// Writes the cells: the focus follows its subject, or moves to the containing one if the subject has no cell
/// any more.
pub fn show(
    slot: &mut DomSlot,
    written: Vec<DomNode>,
    here: AtPlayhead<'_>,
    focused: Option<GridCell>,
) {
    let grid = slot.element().clone();
    let is_held = grid.query_selector(":focus").is_ok_and(|cell| cell.is_some());
    slot.show(written);
    if let Some(focused) = focused.filter(|_| is_held) {
        refocus(&grid, here, focused);
    }
}

fn refocus(grid: &Element, here: AtPlayhead<'_>, focused: GridCell) {
    let found = |selector: &str| grid.query_selector(selector).ok().flatten();
    if found(&format!("{}:focus", focused.selector())).is_some() {
        return;
    }
    let around = around(here, focused);
    let cells = around.iter().filter_map(|at| found(&at.selector()));
    if let Some(cell) = cells.filter_map(|cell| cell.dyn_into::<HtmlElement>().ok()).next() {
        let _ = cell.focus();
    }
}

/// A cell, the node that contains it, and the zone.
pub(crate) fn around(here: AtPlayhead<'_>, focused: GridCell) -> Vec<GridCell> {
    let mut around = vec![focused];
    let node = node_of(here.frame, focused.subject);
    around.extend(node.map(|node| GridCell::from(Subject::Node(node))));
    let cluster = &here.frame.cluster;
    let group = node.and_then(|node| here.run.plan.groups.get(cluster.nodes.get(node)?.group));
    around.extend(group.map(|group| GridCell {
        subject: Subject::Zone(group.zone),
        pool: Some(group.pool),
        part: None,
    }));
    around
}

/// The nodes of a zone in stage order, if the stage shows them individually.
fn in_order(zone: &ZoneView) -> Vec<&NodeView> {
    let mut nodes: Vec<&NodeView> = zone.nodes.iter().collect();
    sort_by(&mut nodes, |a, b| a.cell.cmp(&b.cell));
    nodes
}

/// The node that a cell is or is on, if it has Pods.
fn holder(view: &StageView, focused: Option<GridCell>) -> Option<&NodeView> {
    let zones = view.pools.iter().flat_map(|pool| &pool.zones);
    let mut nodes = zones.flat_map(|zone| &zone.nodes);
    let node = match focused?.subject {
        Subject::Node(id) => nodes.find(|node| node.id == id),
        Subject::Pod(id) => nodes.find(|node| node.pods.iter().any(|pod| pod.id == id)),
        _ => None,
    };
    node.filter(|node| !node.pods.is_empty())
}

/// The name of a box: a zone, and in a blue-green upgrade its side.
pub(super) fn part_name(pool: &PoolView, zone: &ZoneView) -> String {
    let Some([blue, green]) = &pool.sides else {
        return zone.name.clone();
    };
    match &zone.part {
        BoxKind::Batch(batch) => joined([&blue.title, &batch.title], ", "),
        BoxKind::Cells(Side::Blue) => joined([&blue.title, &zone.name], ", "),
        BoxKind::Green | BoxKind::Cells(Side::Green) | BoxKind::Zone => {
            joined([&green.title, &zone.name], ", ")
        }
    }
}

fn zone_name(view: &StageView, pool: &PoolView, zone: &ZoneView) -> String {
    let words = zone_words(view, pool, zone);
    let args = [("name", part_name(pool, zone).into()), ("words", words.into())];
    let name = tn("ui-grid-zone", &args);
    match zone.note.as_ref().filter(|_| pool.sides.is_none()) {
        Some(note) => joined([&name, &note.title].into_iter().chain(&note.lines), ". "),
        None => name,
    }
}

/// What a zone does, and its number of nodes.
pub(super) fn zone_words(view: &StageView, pool: &PoolView, zone: &ZoneView) -> String {
    if let Some([blue, green]) = &pool.sides {
        return match &zone.part {
            BoxKind::Batch(batch) => joined([&batch.word, &batch.line, &blue.words], ", "),
            BoxKind::Cells(Side::Blue) => joined([&zone.head, &blue.words, &blue.chip], ", "),
            BoxKind::Green | BoxKind::Cells(Side::Green) | BoxKind::Zone => {
                joined([&zone.head, &green.words], ", ")
            }
        };
    }
    let count = match &view.dots {
        Some(dots) => dots.cells(zone.group).iter().flatten().count(),
        None => zone.nodes.len(),
    };
    let nodes = tn("ui-grid-nodes", &[("nodes", count.into())]);
    let count = if zone.head.is_empty() { &nodes } else { &zone.head };
    joined([count, &zone.chip], ", ")
}

/// Joins the texts that aren't empty.
pub(super) fn joined<'a>(texts: impl IntoIterator<Item = &'a String>, between: &str) -> String {
    let said: Vec<&str> =
        texts.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    said.join(between)
}

/// The words about a Pod.
pub(super) struct PodWords {
    /// Its name and state.
    pub name: String,
    /// What blocks it: the refusing budget, or the scheduler's reason.
    pub why: Option<String>,
    /// The autoscaler's answer to it.
    pub growth: Option<String>,
}

pub(super) fn pod_words(here: AtPlayhead<'_>, pod: &PodView) -> PodWords {
    let AtPlayhead { run, scene, frame } = here;
    let mut state = t(pod.life.key());
    let waits = pod.held || matches!(pod.life, Life::Pending);
    let subject = Subject::Pod(pod.id);
    let hold = waits.then(|| run.index.holds_on(subject, frame.next).next()).flatten();
    if pod.held {
        state = tn("ui-life-held", &[("state", state.into())]);
    }
    let growth = growth(&run.trace, frame, pod.id).filter(|_| waits);
    said(run, scene, |words| {
        let args = [("name", plain(&words.name(subject)).into()), ("state", state.as_str().into())];
        PodWords {
            name: tn("ui-grid-pod", &args),
            why: hold.map(|hold| words.say(&blocker(run.trace.plan(), hold.by))),
            growth: growth.map(|growth| plain(&words.say(&growth))),
        }
    })
}

fn pod_name(here: AtPlayhead<'_>, pod: &PodView) -> String {
    let PodWords { name, why, growth } = pod_words(here, pod);
    let said = match why {
        Some(why) => tn("ui-grid-held", &[("pod", name.into()), ("why", why.into())]),
        None => name,
    };
    growth.map_or(said.clone(), |growth| format!("{said}. {growth}"))
}

fn node_name(node: &NodeView) -> String {
    tn(
        "ui-grid-node",
        &[
            ("name", node.full.as_str().into()),
            ("state", node.word.as_str().into()),
            ("line", node_line(node).into()),
            ("version", node.version.as_str().into()),
            ("pods", node.pods.len().into()),
        ],
    )
}

/// The number beside a node's state, and whether Pods were forced out just now.
pub(super) fn node_line(node: &NodeView) -> String {
    match node.forced {
        true => format!("{}, {}", t("ui-life-forced"), node.sub),
        false => node.sub.clone(),
    }
}
