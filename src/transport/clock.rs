//! The clock of the transport, and the run's numbers.

use crate::forecast::view::range;
use crate::player::painter::{PaintInput, Painter};
use crate::shell::state::store::Store;
use crate::shell::web::dom::{DomNode, DomSlot, block, tag};
use crate::shell::words::{date, day_time, number, span, t, tn};
use base::SimTime;
use base::civil::DAY;
use model::RunState;
use query::index::Index;
use query::outcome;
use std::cell::RefCell;
use web_sys::Element;

/// `+17:50`; with hours and days if there are some: `+32 d 04:17:50`.
pub(crate) fn offset(ms: f64) -> String {
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
        // The user waits for the upgrade; rows may follow it.
        let over = outcome::over(&scene.last).filter(|_| run.outcome.is_some());
        let (ends, words) = match over {
            Some(at) => (at, "ui-stat-over"),
            None if run.outcome.is_some() => (run.trace.end(), "ui-stat-ends"),
            None => (run.trace.end(), "ui-stat-so-far"),
        };
        // Those that have no room are left out from the end on.
        let mut stats = vec![
            stat(day_time(start, ends.ms()), t(words)),
            stat(number(scene.events.forced.at(at)), t("ui-stat-forced")),
            stat(span(blocked_ms(&run.index, at)), t("ui-stat-blocked")),
            stat(format!("{} / {}", number(nodes), number(peak)), t("ui-stat-nodes")),
            stat(number(scene.events.evictions.at(at)), t("ui-stat-evictions")),
        ];
        let counts = scene.counts(run, frame);
        let is_upgraded =
            |pool| scene.last.pools.get(pool).is_some_and(|one| one.run != RunState::Idle);
        let groups = run.plan.groups.iter().filter(|(_, group)| is_upgraded(group.pool));
        let tallies = groups.map(|(group, _)| counts.tally_of(group));
        let (done, of) = tallies.fold((0, 0), |sum, one| (sum.0 + one.done, sum.1 + one.of));
        if of > 0 {
            stats.push(stat(format!("{} / {}", number(done), number(of)), t("ui-stat-done")));
        }
        let state = self.store.state();
        let forecast = state.forecast.as_ref();
        if let Some(ranges) = forecast.and_then(|forecast| forecast.ranges.as_ref())
            && let Some((ends, words)) = range(start, ranges)
        {
            stats[0] = stat(ends, words);
        }
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
