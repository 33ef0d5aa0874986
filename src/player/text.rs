//! The clock, its numbers, the story, and announcements for screen readers.

use super::names::speak_of;
use super::painter::{PaintInput, Painter};
use super::scene::RunScene;
use crate::forecast::view::range;
use crate::shell::run::loaded::Run;
use crate::shell::state::choices::Tab;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::words::{date, day_time, number, span, t, tn};
use base::SimTime;
use draw::timeline::rows::run_key;
use model::RunState;
use model::pool::Phase;
use query::index::Index;
use query::stage::TileState;
use query::{events, outcome};
use std::cell::{Cell, RefCell};
use trace::{Frame, Record};
use web_sys::{Element, HtmlElement};
use words::Words;

/// Calls `speak` with words in the page's language and UTC times.
pub fn said<T>(run: &Run, scene: &RunScene, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    speak_of(run, &scene.last, speak)
}

/// `+17:50`; with hours if there are some.
pub fn offset(ms: f64) -> String {
    let secs = (ms / 1000.0) as i64;
    let (hours, minutes, seconds) = (secs / 3600, secs / 60 % 60, secs % 60);
    if hours > 0 {
        format!("+{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("+{minutes:02}:{seconds:02}")
    }
}

/// Milliseconds for which draining nodes were blocked so far, summed over nodes.
fn blocked_ms(index: &Index, at: SimTime) -> i64 {
    let begun = index.blocked_nodes.iter().take_while(|blocked| blocked.from <= at);
    begun
        .map(|blocked| {
            let to = blocked.to.map_or(at, |(_, to)| to.min(at));
            (to - blocked.from).ms()
        })
        .sum()
}

/// The clock of the transport and the run's numbers.
pub struct ClockPainter {
    clock: RefCell<DomSlot>,
    stats: RefCell<DomSlot>,
}

impl ClockPainter {
    pub fn new(clock: Element, stats: Element) -> Self {
        Self { clock: RefCell::new(DomSlot::new(clock)), stats: RefCell::new(DomSlot::new(stats)) }
    }
}

fn stat(value: String, words: String) -> DomNode {
    block("div", "stat").add(tag("b").text(value)).add(tag("small").text(words)).into()
}

impl Painter for ClockPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.clock.borrow_mut().show(Vec::new());
            self.stats.borrow_mut().show(Vec::new());
            return false;
        };
        let start = run.plan.start_unix_ms;
        let at = SimTime::from_ms(show.at_ms as i64);
        let unix = start + show.at_ms as i64;
        let utc = block("div", "utc")
            .add(tag("span").text(format!("{} UTC", draw::timeline::clock(unix, true))))
            .add(tag("small").text(date(unix)));
        self.clock.borrow_mut().show(vec![tag("b").text(offset(show.at_ms)).into(), utc.into()]);
        let nodes = frame.cluster.registered();
        let peak = run.lanes.nodes.max();
        let end = scene.end_ms;
        let done = (show.at_ms / end.max(1.0) * 100.0).round();
        // The user waits for the upgrade; rows may follow it.
        let over = outcome::over(&scene.last).filter(|_| run.outcome.is_some());
        let (ends, words) = match over {
            Some(at) => (at, "ui-stat-over"),
            None if run.outcome.is_some() => (run.trace.end(), "ui-stat-ends"),
            None => (run.trace.end(), "ui-stat-so-far"),
        };
        let mut stats = vec![
            stat(format!("{} / {}", number(nodes), number(peak)), t("ui-stat-nodes")),
            stat(number(scene.events.evictions.at(at)), t("ui-stat-evictions")),
            stat(number(scene.events.forced.at(at)), t("ui-stat-forced")),
            stat(span(blocked_ms(&run.index, at)), t("ui-stat-blocked")),
            stat(day_time(start, ends.ms()), t(words)),
            stat(format!("{done:.0} %"), t("ui-stat-of-run")),
        ];
        let forecast = show.state.forecast.as_ref();
        if let Some(ranges) = forecast.and_then(|forecast| forecast.ranges.as_ref())
            && let Some((ends, words)) = range(start, ranges)
        {
            stats[4] = stat(ends, words);
        }
        if show.state.has_errors() {
            let stale = block("div", "stat stale")
                .add(tag("b").text(t("ui-stat-stale")))
                .add(tag("small").text(t("ui-stat-stale-note")));
            stats.insert(0, stale.into());
        }
        self.stats.borrow_mut().show(stats);
        false
    }
}

/// The run as numbered sentences, and occasional announcements for screen readers.
///
/// The document contains only the visible sentences; the one at the playhead stays visible while it moves.
pub struct StoryPainter {
    scroller: HtmlElement,
    spacer: HtmlElement,
    body: HtmlElement,
    rows: RefCell<DomSlot>,
    heard: RefCell<DomSlot>,
    last_no: Cell<Option<u32>>,
    spoke_at: Cell<f64>,
    /// The sentence at the playhead.
    at: Cell<Option<usize>>,
}

/// Height of a sentence in pixels; must match the style sheet.
const ROW: f64 = 76.0;
/// Sentences beyond the visible part on both sides.
const MORE: usize = 3;
/// The most sentences announced at one step.
const SPOKEN: usize = 4;
/// Milliseconds between two announcements while playing.
const EVERY: f64 = 2000.0;

impl StoryPainter {
    pub fn new([scroller, spacer, body]: [HtmlElement; 3], heard: Element) -> Self {
        Self {
            scroller,
            spacer,
            rows: RefCell::new(DomSlot::new(Element::from(body.clone()))),
            body,
            heard: RefCell::new(DomSlot::new(heard)),
            last_no: Cell::new(None),
            spoke_at: Cell::new(0.0),
            at: Cell::new(None),
        }
    }

    /// Scrolls to the sentence at the playhead when it changes.
    fn follow(&self, at: Option<usize>) {
        if self.at.replace(at) == at {
            return;
        }
        let top = at.unwrap_or(0) as f64 * ROW;
        let from = f64::from(self.scroller.scroll_top());
        let height = f64::from(self.scroller.client_height());
        if top < from || top + ROW > from + height {
            self.scroller.set_scroll_top((top - (height - ROW) / 2.0) as i32);
        }
    }

    fn announce(&self, show: &PaintInput<'_>, run: &Run, scene: &RunScene, next: u32) {
        let newest = events::log(&run.trace, next, SPOKEN, |_| true);
        let Some(last) = newest.first() else {
            return;
        };
        if self.last_no.get() == Some(last.no.0) {
            return;
        }
        if show.playing && show.now - self.spoke_at.get() < EVERY {
            return;
        }
        self.spoke_at.set(show.now);
        self.last_no.set(Some(last.no.0));
        // A step is announced in full, up to a limit; while playing one sentence represents all that passed.
        let together = newest.iter().take_while(|told| told.record.at == last.record.at).count();
        let count = if show.playing { 1 } else { together };
        let told = newest.iter().take(count).rev();
        let lines = said(run, scene, |words| {
            told.map(|told| {
                format!(
                    "{} {}: {}",
                    day_time(run.plan.start_unix_ms, told.record.at.ms()),
                    words.name(told.record.subject),
                    words.sentence(&told.record, run.trace.rule(&told.record))
                )
            })
            .collect::<Vec<String>>()
        });
        // Only new ones: a sentence that moves up would be read again.
        let pieces = lines.into_iter().map(|line| tag("p").text(line).into());
        self.heard.borrow_mut().show(pieces.collect());
    }
}

/// A sentence, below its number, time and name.
fn told(run: &Run, words: &Words<'_>, record: &Record, n: usize, tab: bool, now: bool) -> Tag {
    let sentence = words.sentence(record, run.trace.rule(record));
    let name = words.name(record.subject);
    let row = block("button", if now { "tale on" } else { "tale" })
        .with("type", "button")
        .with("tabindex", if tab { "0" } else { "-1" })
        .with("title", sentence.as_str())
        .add(
            block("span", "head")
                .add(block("span", "no").text(format!("{}.", number(n + 1))))
                .add(tag("time").text(day_time(run.plan.start_unix_ms, record.at.ms())))
                .add(tag("b").with("title", name.as_str()).add(tag("bdi").text(name))),
        )
        .add(block("span", "says").text(sentence));
    if now { row.with("aria-current", "true") } else { row }
}

impl Painter for StoryPainter {
    fn pace(&self) -> f64 {
        100.0
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.rows.borrow_mut().show(Vec::new());
            return false;
        };
        self.announce(show, run, scene, frame.next);
        if show.state.tab != Tab::Story {
            self.at.set(None);
            return false;
        }
        let all = scene.listed();
        let len = all.len() as usize;
        let style = self.spacer.style();
        let _ = style.set_property("height", &format!("{}px", len as f64 * ROW));
        let now = (scene.listed_before(frame.next) as usize).checked_sub(1);
        self.follow(now);
        let top = f64::from(self.scroller.scroll_top());
        let height = f64::from(self.scroller.client_height());
        let first = ((top / ROW) as usize).saturating_sub(MORE).min(len);
        let last = len.min(first + (height / ROW).ceil() as usize + 2 * MORE);
        let shift = format!("translateY({}px)", first as f64 * ROW);
        let _ = self.body.style().set_property("transform", &shift);
        let reached = now.filter(|now| (first..last).contains(now)).unwrap_or(first);
        let pieces = said(run, scene, |words| {
            (first..last)
                .filter_map(|n| {
                    let no = all.get(n as u32)?;
                    let record = run.trace.record(no)?;
                    let row = told(run, words, &record, n, n == reached, Some(n) == now);
                    let item = tag("li")
                        .with("aria-posinset", (n + 1).to_string())
                        .with("aria-setsize", len.to_string())
                        .add(row.with("data-no", no.0.to_string()));
                    Some(DomNode::from(item))
                })
                .collect()
        });
        self.rows.borrow_mut().show(pieces);
        false
    }
}

/// The slider's value for screen readers: `02:14:00, draining, 3 nodes left`.
pub fn value_text(run: &Run, scene: &RunScene, at_ms: f64, frame: &Frame) -> String {
    let counts = scene.counts(run, frame);
    let states = frame.cluster.pools.values().map(|pool| pool.run);
    let state = states
        .max_by_key(|state| match state {
            RunState::Idle => 0,
            RunState::Succeeded | RunState::Cancelled | RunState::RolledBack => 1,
            RunState::Queued | RunState::Paused | RunState::Failed => 2,
            RunState::Running
            | RunState::WaitingForResources
            | RunState::Cancelling
            | RunState::RollingBack => 3,
        })
        .unwrap_or_default();
    let groups = || run.plan.groups.ids().map(|group| counts.tally_of(group));
    let any = |wanted: TileState| groups().any(|group| group.states[wanted as usize] > 0);
    let word = if any(TileState::Blocked) {
        t("ui-slider-blocked")
    } else if any(TileState::Draining) {
        t("ui-look-draining")
    } else {
        t(run_key(state))
    };
    let word = match phase(frame) {
        Some(phase) => format!("{word}, {phase}"),
        None => word,
    };
    let at = day_time(run.plan.start_unix_ms, at_ms as i64);
    let args = [("at", at.into()), ("state", word.into())];
    if state == RunState::Idle {
        return tn("ui-slider-value", &args);
    }
    let left: u32 = groups().map(|group| group.of.saturating_sub(group.done)).sum();
    let [at, state] = args;
    tn("ui-slider-left", &[at, state, ("n", left.into())])
}

/// The phase of an unfinished blue-green upgrade, with the batch of its drain.
fn phase(frame: &Frame) -> Option<String> {
    let mut pools = frame.cluster.pools.values();
    let progress = pools.find(|pool| pool.kind.traits().sides && pool.run.unfinished())?.progress;
    let phase = progress.phase?;
    if phase != Phase::DrainingBluePool {
        return Some(phase.name().to_owned());
    }
    let args = [("batch", progress.batch.into()), ("of", progress.batches.into())];
    Some(tn("side-batch", &args))
}
