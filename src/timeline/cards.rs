//! The card about what is under the pointer on the timeline.

use super::spot::{Spot, subject};
use crate::player::{moment_text, said, source};
use crate::shell::dates::day_time;
use crate::shell::run::node_card::{lasts, with_life};
use crate::shell::web::hover_card::CardText;
use crate::shell::words::{t, tn};
use base::SimTime;
use draw::surface::plain;
use draw::timeline::LaneName;
use draw::timeline::calendar_lane::{CalendarPart, part_at};
use draw::timeline::event_lane;
use draw::timeline::moments;
use query::stage::StateCounts;

/// A pointer may miss a narrow part of the calendar by this much.
const NEAR: f64 = 3.0;

#[inline(never)] // Loaded after the first run is on the screen.
pub(super) fn card(spot: &Spot<'_>) -> Option<CardText> {
    let click = match (subject(spot).is_some(), spot.x >= spot.rect.x) {
        (true, true) => Some("ui-card-click-here"),
        (true, false) => Some("ui-card-click"),
        (false, true) => Some("ui-card-click-time"),
        (false, false) => None,
    };
    let (card, click) = if spot.x < spot.rect.x {
        let heading = spot.lane.title(spot.scene.timeline()).to_owned();
        (CardText { heading, ..CardText::default() }, click)
    } else if spot.lane.kind == LaneName::Events {
        (events(spot)?, Some("ui-card-click-here"))
    } else {
        (within(spot)?, click)
    };
    let menu = subject(spot).is_some() || spot.lane.kind == LaneName::Events;
    let foot = [click, Some("ui-card-double"), Some("ui-card-menu").filter(|_| menu)];
    Some(CardText { foot: foot.into_iter().flatten().map(t).collect(), ..card })
}

/// The part of a lane there.
fn within(spot: &Spot<'_>) -> Option<CardText> {
    let (view, ms) = (spot.scene.timeline(), spot.ms());
    let part = |place: &str, label: &str, from: i64, to: i64| {
        let ends = Some(to).filter(|to| *to < view.end_ms);
        CardText {
            heading: label.to_owned(),
            place: place.to_owned(),
            lines: lasts(spot.run, (from, ends), ms).into(),
            ..CardText::default()
        }
    };
    match spot.lane.kind {
        LaneName::Ruler => moment(spot),
        LaneName::Openings => {
            let near = (spot.ms_at(spot.x - NEAR), spot.ms_at(spot.x + NEAR));
            Some(match part_at(view, near, spot.y - spot.rect.y)? {
                CalendarPart::Window(from, to) => {
                    part(&view.openings_title, &t("ui-card-window"), from, to)
                }
                CalendarPart::Exclusion(row) => {
                    part(row.scope.name(), &row.name, row.from_ms, row.to_ms)
                }
            })
        }
        LaneName::Parts => {
            let row = view.rows.get(spot.lane.n)?;
            let one = row.part_at(ms, spot.y - spot.rect.y, spot.rect.h)?;
            Some(part(&row.title, &one.label, one.from_ms, one.to_ms))
        }
        LaneName::Zone => match spot.bar() {
            Some((node, segment)) => {
                let name = spot.run.plan.node_name(&spot.scene.last, node);
                let args =
                    [("name", plain(&name).into()), ("state", t(segment.state?.key()).into())];
                let card = CardText { heading: tn("ui-grid-pod", &args), ..CardText::default() };
                let at = SimTime::from_ms(ms);
                Some(with_life(card, spot.run, spot.scene, node, at))
            }
            None => {
                let heading = view.zones.get(spot.lane.n)?.title.clone();
                Some(CardText { heading, ..CardText::default() })
            }
        },
        LaneName::Chart => chart(spot),
        LaneName::Events => None,
    }
}

fn chart(spot: &Spot<'_>) -> Option<CardText> {
    let (view, ms) = (spot.scene.timeline(), spot.ms());
    let (chart, at) = (view.charts.get(spot.lane.n)?, SimTime::from_ms(ms));
    let note = || source(spot.run).note(view, &StateCounts::default(), at, spot.lane);
    let bands = chart.bands.iter().map(|(look, steps)| (steps.at(at), t(look.key())));
    let bands = bands.filter(|(n, _)| *n > 0).map(|(n, state)| (n.to_string(), state));
    let breach = chart.breaches.iter().find(|(from, to)| (*from..*to).contains(&ms));
    let mut lines = vec![(String::new(), note())];
    lines.extend(bands);
    lines.extend(breach.map(|_| (String::new(), chart.note.clone())));
    let place = day_time(view.start_unix_ms, ms);
    Some(CardText { heading: chart.title.clone(), place, lines, ..CardText::default() })
}

/// The moment whose dot is there.
fn moment(spot: &Spot<'_>) -> Option<CardText> {
    let (view, point) = (spot.scene.timeline(), (spot.x, spot.y));
    let n = moments::at(view, &spot.scene.axis, spot.window, spot.rect, point)?;
    let moment = spot.scene.moments().get(n)?;
    let heading = said(spot.run, spot.scene, |words| {
        let name = plain(&words.name(moment.subject));
        let fact = plain(&moment_text(spot.run, words, moment));
        tn("ui-grid-pod", &[("name", name.into()), ("state", fact.into())])
    });
    let place = day_time(view.start_unix_ms, moment.at.ms());
    Some(CardText { heading, place, ..CardText::default() })
}

/// The most important event there, and how many of each kind are drawn as one with it.
fn events(spot: &Spot<'_>) -> Option<CardText> {
    let bin = spot.bin()?;
    let record = spot.run.trace.record(bin.mark.no)?;
    let heading = said(spot.run, spot.scene, |words| {
        let name = plain(&words.name(record.subject));
        let fact = plain(&words.fact(&record));
        tn("ui-grid-pod", &[("name", name.into()), ("state", fact.into())])
    });
    let kinds = bin.kinds().filter(|_| bin.all() > 1);
    let kinds = kinds.map(|(kind, n)| tn(event_lane::key(kind), &[("n", n.into())]));
    let kinds: Vec<String> = kinds.collect();
    let lines = Some((String::new(), kinds.join(", "))).filter(|(_, all)| !all.is_empty());
    let place = day_time(spot.run.plan.start_unix_ms, bin.mark.at.ms());
    Some(CardText { heading, place, lines: lines.into_iter().collect(), ..CardText::default() })
}
