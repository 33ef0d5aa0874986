//! The clock of the transport, and the run's numbers.

use super::end_range::range;
use crate::player::{PaintInput, Painter};
use crate::shell::dates::{date, day_time, offset};
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::words::{number, span, t};
use base::SimTime;
use query::index::Index;
use std::cell::RefCell;
use web_sys::Element;

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
pub(super) struct ClockPainter {
    clock: RefCell<DomSlot>,
    stats: RefCell<DomSlot>,
    store: Store,
}

impl ClockPainter {
    pub(super) fn new(clock: Element, stats: Element, store: Store) -> Self {
        let (clock, stats) = (DomSlot::new(clock), DomSlot::new(stats));
        Self { clock: RefCell::new(clock), stats: RefCell::new(stats), store }
    }
}

/// A number, how it differs from the same of the run before the last edit, and its words: `KEY`, the longer ones as `KEY.title`.
fn differing(value: String, by: Option<String>, words: &'static str) -> DomNode {
    let by = by.map(|by| block("i", "by").with("title", t("ui-stat-former")).text(by));
    let long = t(&format!("{words}.title"));
    let value = tag("b").text(value).all(by);
    block("div", "stat").with("title", long).add(value).add(tag("small").text(t(words))).into()
}

/// The two largest units of a time: a figure has room for so much.
fn rough(ms: i64) -> i64 {
    const HOUR: i64 = 3_600_000;
    ms - ms
        % if ms >= 24 * HOUR {
            HOUR
        } else if ms >= HOUR {
            60_000
        } else {
            1
        }
}

/// An instant as time since the start, and as date and time of day.
pub(super) fn instant(start_unix_ms: i64, at_ms: f64) -> Vec<DomNode> {
    let unix = start_unix_ms + at_ms as i64;
    let utc = block("div", "utc")
        .add(tag("span").text(format!("{} UTC", draw::timeline::clock(unix, true))))
        .add(tag("small").text(date(unix)));
    vec![tag("b").text(offset(at_ms)).into(), utc.into()]
}

/// A line of numbers.
pub(super) fn line(stats: impl IntoIterator<Item = DomNode>) -> DomNode {
    stats.into_iter().fold(block("div", "line"), Tag::add).into()
}

/// `+3`; `None` if nothing has changed.
fn signed(from: i64, to: i64, say: impl Fn(i64) -> String) -> Option<String> {
    let by = to - from;
    (by != 0).then(|| format!("{}{}", if by < 0 { '−' } else { '+' }, say(by.abs())))
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
        self.clock.borrow_mut().show(instant(start, show.at_ms));
        let nodes = frame.cluster.registered();
        let peak = run.lanes.nodes.max();
        // The user waits for the upgrade; rows may follow it.
        let (ends, words) = match run.over {
            Some(at) => (at, "ui-stat-over"),
            None if run.outcome.is_some() => (run.trace.end(), "ui-stat-ends"),
            None => (run.trace.end(), "ui-stat-so-far"),
        };
        let state = self.store.state();
        let former = state.former.as_ref().filter(|_| run.outcome.is_some());
        let since = |of: &dyn Fn(&Run) -> i64, say: fn(i64) -> String| {
            former.and_then(|former| signed(of(former), of(run), say))
        };
        let count =
            |key, of: &dyn Fn(&Run) -> i64| differing(number(of(run)), since(of, number), key);
        let blocked = |run: &Run| rough(blocked_ms(&run.index, at));
        let end = |run: &Run| run.over.unwrap_or(run.trace.end()).ms();
        let ranges = state.forecast.as_ref().and_then(|forecast| forecast.ranges.as_ref());
        let range = ranges.and_then(|ranges| range(start, ranges, ends));
        let until = range.as_ref().map_or_else(|| day_time(start, ends.ms()), |one| one.1.clone());
        let peaks = since(&|run: &Run| run.lanes.nodes.max(), number);
        let (done, of) = scene.nodes_done(run, frame);
        // What a line has no room for is hidden: what is asked first comes first.
        let mut upper = Vec::new();
        if state.has_errors() {
            let stale = block("div", "stat stale").with("title", t("ui-stat-stale-note"));
            upper.push(stale.add(tag("b").text(t("ui-stat-stale"))).into());
        }
        upper.push(differing(until, since(&end, span), words));
        if of > 0 {
            upper.push(differing(
                format!("{} / {}", number(done), number(of)),
                None,
                "ui-stat-done",
            ));
        }
        upper.extend(range.map(|(all, _)| differing(all, None, "ui-stat-range")));
        upper.push(differing(
            format!("{} / {}", number(nodes), number(peak)),
            peaks,
            "ui-stat-nodes",
        ));
        let lower = [
            count("ui-stat-forced", &|run| run.reading.events.forced.at(at)),
            differing(span(blocked(run)), since(&blocked, span), "ui-stat-blocked"),
            count("ui-stat-evictions", &|run| run.reading.events.evictions.at(at)),
        ];
        self.stats.borrow_mut().show(vec![line(upper), line(lower)]);
        false
    }
}
