//! The clock, the numbers beside it, the story, and what a screen reader hears.

use super::scene::RunScene;
use crate::base::SimTime;
use crate::model::Cluster;
use crate::query::events;
use crate::query::index::Index;
use crate::ui::deck::{Live, Show};
use crate::ui::dom::{Piece, Slot, block, tag};
use crate::ui::state::{Run, Tab};
use crate::ui::words::{Utc, date, day_time, span, t, tn};
use crate::words::Words;
use crate::words::catalogue::english;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::Element;

/// Speaks of a run in the page's language and in UTC.
pub fn said<T>(run: &Run, scene: &RunScene, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    speak_of(run, &scene.last, speak)
}

/// The same with the names of a cluster.
pub fn speak_of<T>(run: &Run, cluster: &Cluster, speak: impl FnOnce(&Words<'_>) -> T) -> T {
    let port = Utc {
        start_unix_ms: run.plan.start_unix_ms,
    };
    speak(&Words::new(english(), &port, &run.plan, cluster))
}

/// `+17:50`; hours where there are some.
pub fn offset(ms: f64) -> String {
    let secs = (ms / 1000.0) as i64;
    let (hours, minutes, seconds) = (secs / 3600, secs / 60 % 60, secs % 60);
    if hours > 0 {
        format!("+{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("+{minutes:02}:{seconds:02}")
    }
}

/// Milliseconds in which draining nodes were held back so far, summed over nodes.
fn blocked_ms(index: &Index, at: SimTime) -> i64 {
    let begun = index
        .blocked_nodes
        .iter()
        .take_while(|blocked| blocked.from <= at);
    begun
        .map(|blocked| {
            let to = blocked.to.map_or(at, |(_, to)| to.min(at));
            (to - blocked.from).ms()
        })
        .sum()
}

/// The clock of the transport and the run's numbers.
pub struct ClockLive {
    clock: RefCell<Slot>,
    stats: RefCell<Slot>,
}

impl ClockLive {
    pub fn new(clock: Element, stats: Element) -> Self {
        Self {
            clock: RefCell::new(Slot::new(clock)),
            stats: RefCell::new(Slot::new(stats)),
        }
    }
}

fn stat(value: String, words: String) -> Piece {
    block("div", "stat")
        .add(tag("b").text(value))
        .add(tag("small").text(words))
        .into()
}

impl Live for ClockLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.clock.borrow_mut().show(Vec::new());
            self.stats.borrow_mut().show(Vec::new());
            return false;
        };
        let start = run.plan.start_unix_ms;
        let at = SimTime::from_ms(show.at_ms as i64);
        let unix = start + show.at_ms as i64;
        let utc = block("div", "utc")
            .add(tag("span").text(format!("{} UTC", crate::draw::timeline::clock(unix, true))))
            .add(tag("small").text(date(unix)));
        self.clock
            .borrow_mut()
            .show(vec![tag("b").text(offset(show.at_ms)).into(), utc.into()]);
        let nodes = frame.cluster.registered();
        let peak = run.lanes.nodes.max();
        let end = scene.end_ms;
        let done = (show.at_ms / end.max(1.0) * 100.0).round();
        let ended = run.outcome.is_some();
        self.stats.borrow_mut().show(vec![
            stat(format!("{nodes} / {peak}"), t("ui-stat-nodes")),
            stat(scene.evictions.at(at).to_string(), t("ui-stat-evictions")),
            stat(scene.forced.at(at).to_string(), t("ui-stat-forced")),
            stat(span(blocked_ms(&run.index, at)), t("ui-stat-blocked")),
            stat(
                day_time(start, run.trace.end().ms()),
                t(if ended {
                    "ui-stat-ends"
                } else {
                    "ui-stat-so-far"
                }),
            ),
            stat(format!("{done:.0} %"), t("ui-stat-of-run")),
        ]);
        false
    }
}

/// The story so far, and one sentence now and then for those who listen.
pub struct StoryLive {
    list: RefCell<Slot>,
    heard: RefCell<Slot>,
    lines: RefCell<Vec<String>>,
    last_no: Cell<Option<u32>>,
    spoke_at: Cell<f64>,
    shown: RefCell<Option<(Rc<RunScene>, u32)>>,
}

/// Lines of the story that are in the document.
const LINES: usize = 80;
/// At most one announcement in so many milliseconds while playing.
const EVERY: f64 = 2000.0;

impl StoryLive {
    pub fn new(list: Element, heard: Element) -> Self {
        Self {
            list: RefCell::new(Slot::new(list)),
            heard: RefCell::new(Slot::new(heard)),
            lines: RefCell::default(),
            last_no: Cell::new(None),
            spoke_at: Cell::new(0.0),
            shown: RefCell::default(),
        }
    }

    fn announce(&self, show: &Show<'_>, run: &Run, scene: &RunScene, next: u32) {
        let newest = events::log(&run.trace, next, 1, |_| true);
        let Some(told) = newest.first() else {
            return;
        };
        if self.last_no.get() == Some(told.no.0) {
            return;
        }
        if show.playing && show.now - self.spoke_at.get() < EVERY {
            return;
        }
        self.spoke_at.set(show.now);
        self.last_no.set(Some(told.no.0));
        let line = said(run, scene, |words| {
            let rule = run.trace.rule(&told.record);
            format!(
                "{} {}: {}",
                day_time(run.plan.start_unix_ms, told.record.at.ms()),
                words.name(told.record.subject),
                words.sentence(&told.record, rule)
            )
        });
        let mut lines = self.lines.borrow_mut();
        lines.push(line);
        let extra = lines.len().saturating_sub(4);
        lines.drain(..extra);
        let pieces = lines.iter().map(|line| tag("p").text(line.as_str()).into());
        self.heard.borrow_mut().show(pieces.collect());
    }
}

impl Live for StoryLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.list.borrow_mut().show(Vec::new());
            return false;
        };
        self.announce(show, run, scene, frame.next);
        let same = self
            .shown
            .borrow()
            .as_ref()
            .is_some_and(|(known, next)| Rc::ptr_eq(known, scene) && *next == frame.next);
        if show.state.tab != Tab::Story || same {
            return false;
        }
        self.shown.replace(Some((Rc::clone(scene), frame.next)));
        let told = events::log(&run.trace, frame.next, LINES, |_| true);
        let number = scene.told_before(frame.next);
        let pieces = said(run, scene, |words| {
            told.iter()
                .enumerate()
                .map(|(n, told)| {
                    let rule = run.trace.rule(&told.record);
                    tag("li")
                        .with("data-no", told.no.0.to_string())
                        .add(block("span", "no").text(format!("{}.", number - n as u32)))
                        .add(
                            tag("time").text(day_time(run.plan.start_unix_ms, told.record.at.ms())),
                        )
                        .add(
                            tag("span")
                                .add(tag("b").add(tag("bdi").text(words.name(told.record.subject))))
                                .text(": ")
                                .text(words.sentence(&told.record, rule)),
                        )
                        .into()
                })
                .collect()
        });
        self.list.borrow_mut().show(pieces);
        false
    }
}

/// What the timeline's slider says of itself.
pub fn value_text(run: &Run, at_ms: f64, caption: &str) -> String {
    tn(
        "ui-slider-value",
        &[
            ("at", day_time(run.plan.start_unix_ms, at_ms as i64).into()),
            ("caption", caption.into()),
        ],
    )
}
