//! What the cards of the stage and of the timeline say about a node's life.

use crate::player::{RunScene, said};
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::web::hover_card::CardText;
use crate::shell::words::{span, t, tn};
use base::{NodeId, SimTime};
use draw::surface::plain;
use query::lanes::NodeSegment;
use query::stage::TileState;
use trace::Subject;
use words::facts::blocker;

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
