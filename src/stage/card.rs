//! The card about what is under the pointer on the stage.

use super::grid::{joined, node_line, part_name, pod_words, zone_words};
use crate::player::{AtPlayhead, said};
use crate::shell::run::node_card::with_life;
use crate::shell::web::hover_card::CardText;
use crate::shell::words::{t, tn};
use base::NodeId;
use draw::layout::StageTarget;
use draw::surface::plain;
use draw::view::{NodeView, StageView};
use query::stage::tiles;

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
