//! The clock of the transport, and the run's numbers.

use crate::forecast::view::range;
use crate::player::painter::{PaintInput, Painter};
use crate::shell::run::loaded::Run;
use crate::shell::state::store::Store;
use crate::shell::web::dom::{DomNode, DomSlot, block, tag};
use crate::shell::words::{date, day_time, number, span, t, tn};
use base::SimTime;
use base::civil::DAY;
use query::index::Index;
use query::outcome;
use std::cell::RefCell;
use web_sys::Element;

/// `+17:50`; with hours and days if there are some: `+32 d 04:17:50`.
pub fn offset(ms: f64) -> String {
    let secs = (ms / 1000.0) as i64;
    let (days, hours, minutes, seconds) = (secs / DAY, secs / 3600 % 24, secs / 60 % 60, secs % 60);
    if days > 0 {
        let days = tn("ui-clock-days", &[("days", days.into())]);
        format!("+{days} {hours:02}:{minutes:02}:{seconds:02}")
    } else if hours > 0 {
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

/// When the work was over.
fn over_of(run: &Run) -> Option<SimTime> {
    outcome::over(run.trace.last())
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

fn stat(value: String, words: String) -> DomNode {
    differing(value, None, words)
}

/// A number, how it differs from the same of the run before the last edit, and its words.
fn differing(value: String, by: Option<String>, words: String) -> DomNode {
    let by = by.map(|by| block("i", "by").with("title", t("ui-stat-former")).text(by));
    let value = tag("b").text(value).all(by);
    block("div", "stat").add(value).add(tag("small").text(words)).into()
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
        let unix = start + show.at_ms as i64;
        let utc = block("div", "utc")
            .add(tag("span").text(format!("{} UTC", draw::timeline::clock(unix, true))))
            .add(tag("small").text(date(unix)));
        self.clock.borrow_mut().show(vec![tag("b").text(offset(show.at_ms)).into(), utc.into()]);
        let nodes = frame.cluster.registered();
        let peak = run.lanes.nodes.max();
        // The user waits for the upgrade; rows may follow it.
        let over = over_of(run).filter(|_| run.outcome.is_some());
        let (ends, words) = match over {
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
            |key, of: &dyn Fn(&Run) -> i64| differing(number(of(run)), since(of, number), t(key));
        let blocked = |run: &Run| blocked_ms(&run.index, at);
        let end = |run: &Run| over_of(run).unwrap_or(run.trace.end()).ms();
        let (mut until, mut words) = (day_time(start, ends.ms()), t(words));
        let ranges = state.forecast.as_ref().and_then(|forecast| forecast.ranges.as_ref());
        if let Some((three, half)) = ranges.and_then(|ranges| range(start, ranges)) {
            (until, words) = (three, half);
        }
        let peaks = since(&|run: &Run| run.lanes.nodes.max(), number);
        let (done, of) = scene.nodes_done(run, frame);
        // Those that don't fit are hidden: what is asked first comes first.
        let mut stats = vec![differing(until, since(&end, span), words)];
        if of > 0 {
            stats.push(stat(format!("{} / {}", number(done), number(of)), t("ui-stat-done")));
        }
        stats.extend([
            count("ui-stat-forced", &|run| run.reading.events.forced.at(at)),
            differing(span(blocked(run)), since(&blocked, span), t("ui-stat-blocked")),
            differing(format!("{} / {}", number(nodes), number(peak)), peaks, t("ui-stat-nodes")),
            count("ui-stat-evictions", &|run| run.reading.events.evictions.at(at)),
        ]);
        if state.has_errors() {
            let stale = block("div", "stat stale")
                .add(tag("b").text(t("ui-stat-stale")))
                .add(tag("small").text(t("ui-stat-stale-note")));
            stats.insert(0, stale.into());
        }
        self.stats.borrow_mut().show(stats);
        false
    }
}
