//! The story: the run in sentences, and announcements for screen readers.

use crate::player::names::said;
use crate::player::painter::{PaintInput, Painter};
use crate::player::scene::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::state::choices::Tab;
use crate::shell::state::store::Store;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, tag};
use crate::shell::words::{day_time, number};
use query::events;
use std::cell::{Cell, RefCell};
use trace::Record;
use web_sys::{Element, HtmlElement};
use words::Words;

/// The run as numbered sentences, and occasional announcements for screen readers.
///
/// The document contains only the visible sentences; the one at the playhead stays visible while it moves.
pub(super) struct StoryPainter {
    scroller: HtmlElement,
    spacer: HtmlElement,
    body: HtmlElement,
    rows: RefCell<DomSlot>,
    heard: RefCell<DomSlot>,
    last_no: Cell<Option<u32>>,
    spoke_at: Cell<f64>,
    /// The sentence at the playhead.
    at: Cell<Option<usize>>,
    store: Store,
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
    pub(super) fn new(
        [scroller, spacer, body]: [HtmlElement; 3],
        heard: Element,
        store: Store,
    ) -> Self {
        Self {
            scroller,
            spacer,
            rows: RefCell::new(DomSlot::new(Element::from(body.clone()))),
            body,
            heard: RefCell::new(DomSlot::new(heard)),
            last_no: Cell::new(None),
            spoke_at: Cell::new(0.0),
            at: Cell::new(None),
            store,
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
        if self.store.state().tab != Tab::Story {
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
