//! The card about what is under the pointer on the stage, and what the timeline's card says about a node too.

use super::grid::{joined, node_line, part_name, pod_words, zone_words};
use crate::player::lookup::AtPlayhead;
use crate::player::names::said;
use crate::player::scene::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::web::hover_card::CardText;
use crate::shell::words::{day_time, span, t, tn};
use base::{NodeId, SimTime};
use draw::layout::StageTarget;
use draw::surface::plain;
use draw::view::{NodeView, StageView};
use query::lanes::NodeSegment;
use query::stage::{TileState, tiles};
use trace::Subject;
use words::facts::blocker;

/// What is said about a target. `again`: it is selected, so that a click clears the selection.
#[inline(never)] // Loaded after the first run is on the screen.
pub(super) fn card(
    view: &StageView,
    here: AtPlayhead<'_>,
    spot: StageTarget,
    again: bool,
) -> Option<CardText> {
    let nodes = || view.pools.iter().flat_map(|pool| &pool.zones).flat_map(|zone| &zone.nodes);
    let whole = |text: String| vec![(String::new(), text)];
    let card = match spot {
        StageTarget::Pool(id) => {
            let pool = view.pools.iter().find(|pool| pool.id == id)?;
            let lines = whole(joined([&pool.machine, &pool.chip, &pool.note], ", "));
            CardText { heading: pool.name.clone(), lines, ..CardText::default() }
        }
        StageTarget::Zone(id) => {
            let pools = view.pools.iter();
            let mut zones = pools.flat_map(|pool| pool.zones.iter().map(move |zone| (pool, zone)));
            let (pool, zone) =
                zones.find(|(pool, zone)| zone.target(pool.id) == StageTarget::Zone(id))?;
            let mut lines = whole(zone_words(view, pool, zone));
            if let Some(note) = &zone.note {
                lines.extend([&note.title].into_iter().chain(&note.lines).cloned().flat_map(whole));
            }
            CardText {
                heading: part_name(pool, zone),
                place: pool.name.clone(),
                lines,
                ..CardText::default()
            }
        }
        StageTarget::Node(id) => {
            let card = match nodes().find(|node| node.id == id) {
                Some(node) => tile_card(node),
                None => small_node(here, id)?,
            };
            with_life(card, here.run, here.scene, id, here.frame.at)
        }
        StageTarget::Pod(id) => {
            let on = nodes().find(|node| node.pods.iter().any(|pod| pod.id == id));
            let pods = on.iter().flat_map(|node| &node.pods).chain(&view.pending);
            let words = pod_words(here, pods.into_iter().find(|pod| pod.id == id)?);
            let lines = words.why.into_iter().map(|why| (t("ui-card-waits"), why));
            CardText {
                heading: words.name,
                place: on.map(|node| node.full.clone()).unwrap_or_default(),
                lines: lines.chain(words.growth.into_iter().flat_map(whole)).collect(),
                ..CardText::default()
            }
        }
    };
    let click = if again { "ui-card-click-off" } else { "ui-card-click" };
    Some(CardText { foot: vec![t(click), t("ui-card-menu")], ..card })
}

/// A node as its tile shows it.
fn tile_card(node: &NodeView) -> CardText {
    node_card([&node.full, &node.word, &node_line(node), &node.version], node.pods.len())
}

fn node_card([name, state, line, version]: [&String; 4], pods: usize) -> CardText {
    let args = [("name", name.as_str().into()), ("state", state.as_str().into())];
    let line = (String::new(), line.clone());
    let version = (t("ui-card-version"), version.clone());
    let lines = [line, version, (t("ui-card-pods"), pods.to_string())].into_iter();
    CardText {
        heading: tn("ui-grid-pod", &args),
        lines: lines.filter(|(_, text)| !text.is_empty()).collect(),
        ..CardText::default()
    }
}

/// A node drawn as a cell: everything that a tile would show.
fn small_node(here: AtPlayhead<'_>, id: NodeId) -> Option<CardText> {
    let AtPlayhead { run, scene, frame } = here;
    let counts = scene.counts(run, frame);
    let one = std::iter::once(id);
    let tile = tiles(&run.trace, &run.index, frame, &counts, one).pop()?;
    said(run, scene, |words| {
        let line = tile.line.map(|line| plain(&words.say(&line))).unwrap_or_default();
        let texts = [&plain(&tile.name), &plain(&words.say(&tile.word)), &line, &tile.version];
        Some(node_card(texts, tile.pods.len()))
    })
}

/// Adds a node's zone, how long its state lasts, what it waits for, and its states over the run.
pub fn with_life(
    card: CardText,
    run: &Run,
    scene: &RunScene,
    node: NodeId,
    at: SimTime,
) -> CardText {
    let mut zones = run.lanes.zones.iter();
    let found =
        zones.find_map(|zone| Some((zone, zone.nodes.iter().find(|one| one.node == node)?)));
    let Some((zone, lane)) = found else { return card };
    let plan = &run.plan;
    let name = plan.zones.get(zone.zone).map_or("", |zone| &zone.name);
    let pool = plan.pools.get(zone.pool).map_or("", |pool| &pool.name);
    let place = match run.lanes.zones.len() > 1 && plan.pools.len() > 1 {
        true => format!("{}, {}", plain(pool), plain(name)),
        false => plain(name),
    };
    let end = |to: Option<SimTime>| to.map_or(scene.end_ms as i64, SimTime::ms);
    let mut lines = card.lines;
    // Of a ready node the autoscaler's tile says what becomes of it, with times of its own.
    let told = !lines.is_empty() && run.plan.is_autoscaled();
    if let Some(NodeSegment { from, to, state }) = lane.at(at).copied()
        && !(told && matches!(state, Some(TileState::ReadyOld | TileState::ReadyNew)))
    {
        let stretch = (from.ms(), to.map(SimTime::ms));
        lines.extend(lasts(run, stretch, at.ms()));
        let is_blocked = state == Some(TileState::Blocked);
        lines.extend(waits(run, scene, node, at).filter(|_| is_blocked));
    }
    let lived: Vec<&NodeSegment> = lane.segments.iter().filter(|one| one.state.is_some()).collect();
    let from = lived.first().map_or(0, |first| first.from.ms());
    let length = (lived.last().map_or(0, |last| end(last.to)) - from).max(1);
    let part = |ms: i64| ((ms - from) * 1000 / length).clamp(0, 1000);
    let class = |state: TileState| state.key().trim_start_matches("ui-look-");
    let share = lived
        .iter()
        .filter_map(|one| Some((class(one.state?), part(one.from.ms()), part(end(one.to)))));
    CardText { place, lines, share: share.collect(), here: Some(part(at.ms())), ..card }
}

/// Since when something holds, and until when.
pub fn lasts(run: &Run, (from, to): (i64, Option<i64>), at: i64) -> [(String, String); 2] {
    let time = |ms: i64| day_time(run.plan.start_unix_ms, ms);
    let args = |ms: i64, length: i64| [("at", time(ms).into()), ("for", span(length).into())];
    let since = match from > 0 {
        true => tn("ui-card-since-at", &args(from, at - from)),
        false => t("ui-card-since-start"),
    };
    let until = match to {
        Some(to) => tn("ui-card-until-at", &args(to, to - at)),
        None => t("ui-card-until-end"),
    };
    [(t("ui-card-since"), since), (t("ui-card-until"), until)]
}

/// The first refused eviction on a node.
fn waits(run: &Run, scene: &RunScene, node: NodeId, at: SimTime) -> Option<(String, String)> {
    let next = run.trace.rows_until(at);
    let mut holds = run.index.active_holds(next);
    let hold = holds.find(|hold| hold.node == Some(node) && hold.by.refuses_eviction())?;
    said(run, scene, |words| {
        let pod = matches!(hold.subject, Subject::Pod(_)).then(|| plain(&words.name(hold.subject)));
        let why = words.say(&blocker(run.trace.plan(), hold.by));
        let args = [("pod", pod.unwrap_or_default().into()), ("why", why.into())];
        Some((t("ui-card-waits"), tn("ui-grid-held", &args)))
    })
}
