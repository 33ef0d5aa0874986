//! The story: a paragraph for each moment of the run, and the rows from the one at the playhead to the next. The document
//! contains only the visible ones. Announcements for screen readers.

use super::outline::{Outline, OutlineLine};
use super::row_filter::{Passing, RowFilter};
use crate::player::{PaintInput, Painter, RunScene, line_name, moment_text, said};
use crate::shell::dates::{day_time, offset};
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::matches;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, icon, tag};
use crate::shell::words::{t, tn};
use draw::icons;
use draw::timeline::marker_icon;
use query::moments::Moment;
use query::{events, lanes};
use std::cell::{Cell, RefCell};
use trace::{Change, Frame, Record};
use web_sys::{Element, HtmlElement};
use words::Words;

/// Heights of a paragraph and of a row in pixels, and of a row on touch screens; must match the style sheet.
const PARAGRAPH: f64 = 72.0;
const ROW: f64 = 24.0;
const ROW_TOUCHED: f64 = 44.0;
/// Lines beyond the visible part on both sides.
const MORE: usize = 4;
/// The most sentences announced at one step.
const SPOKEN: usize = 4;
/// Milliseconds between two announcements while playing.
const EVERY: f64 = 2000.0;

pub(super) struct StoryPainter {
    scroller: HtmlElement,
    spacer: HtmlElement,
    body: HtmlElement,
    rows: RefCell<DomSlot>,
    row: f64,
    /// Scroll offset and visible height.
    sight: Cell<(f64, f64)>,
    filter: RowFilter,
    /// The number of matching rows.
    passing: RefCell<DomSlot>,
    heard: RefCell<DomSlot>,
    last_no: Cell<Option<u32>>,
    spoke_at: Cell<f64>,
    /// The open paragraph and the line at the playhead.
    at: Cell<(usize, Option<usize>)>,
}

/// What the lines are made of.
#[derive(Clone, Copy)]
struct Told<'a> {
    run: &'a Run,
    scene: &'a RunScene,
    words: &'a Words<'a>,
    /// The moment of each paragraph; of the one before the first moment none.
    moments: &'a [Option<&'a Moment>],
    rows: &'a Passing<'a>,
}

impl StoryPainter {
    pub(super) fn new(
        [scroller, spacer, body]: [HtmlElement; 3],
        [passing, heard]: [Element; 2],
    ) -> Self {
        Self {
            scroller,
            spacer,
            rows: RefCell::new(DomSlot::new(Element::from(body.clone()))),
            body,
            row: if matches("(pointer: coarse)") { ROW_TOUCHED } else { ROW },
            sight: Cell::default(),
            filter: RowFilter::default(),
            passing: RefCell::new(DomSlot::new(passing)),
            heard: RefCell::new(DomSlot::new(heard)),
            last_no: Cell::new(None),
            spoke_at: Cell::new(0.0),
            at: Cell::default(),
        }
    }

    /// Scrolls to the line at the playhead when it changes: with its paragraph if there is room.
    fn follow(&self, outline: &Outline, now: Option<usize>) {
        let (open, line) = self.at.replace((outline.open, now));
        if (open, line) == (outline.open, now) {
            return;
        }
        let (from, height) = self.sight.get();
        let top = now.map_or(0.0, |now| outline.top(now));
        let is_seen = top >= from && top + self.row <= from + height;
        if is_seen && open == outline.open {
            return;
        }
        let paragraph = outline.top(outline.open.min(outline.paragraphs));
        let to = if top + self.row <= paragraph + height && outline.paragraphs > 0 {
            paragraph
        } else {
            top - (height - self.row) / 2.0
        };
        let most = (outline.top(outline.len()) - height).max(0.0);
        self.scroller.set_scroll_top(to.clamp(0.0, most) as i32);
        self.sight.set((to.clamp(0.0, most), height));
    }

    fn announce(&self, show: &PaintInput<'_>, run: &Run, scene: &RunScene, next: u32) {
        let newest = events::log(&run.trace, next, SPOKEN, |_| true);
        let Some(last) = newest.first() else { return };
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

/// A paragraph: a button that goes to its moment, whose rows are then shown.
fn paragraph(told: Told<'_>, n: usize, is_open: bool) -> Option<Tag> {
    let Told { run, words, .. } = told;
    let moment = *told.moments.get(n)?;
    let at = moment.map_or(0, |one| one.at.ms());
    let (name, said) = match moment {
        Some(one) => (words.name(one.subject), moment_text(run, words, one)),
        None => (t("ui-story-start"), String::new()),
    };
    let says = block("span", "says")
        .add(tag("b").add(tag("bdi").text(name.as_str())))
        .text(" ")
        .add(tag("bdi").text(said.as_str()));
    let when = block("span", "head")
        .add(tag("time").text(day_time(run.plan.start_unix_ms, at)))
        .add(tag("small").text(offset(at as f64)));
    let button = block("button", "tale")
        .with("type", "button")
        .with("aria-expanded", if is_open { "true" } else { "false" })
        .with("title", format!("{name} {said}"))
        .with("data-ms", at.to_string())
        .add(when)
        .add(says);
    Some(button)
}

/// A row: a button that goes to its instant and asks about its subject.
fn row(told: Told<'_>, place: usize) -> Option<Tag> {
    let Told { run, words, .. } = told;
    let no = told.rows.get(place)?;
    let record = run.trace.record(no)?;
    let (d, class) = glyph(&record);
    let (name, fact) = (words.name(record.subject), words.fact(&record));
    let what = block("span", "what")
        .add(tag("b").add(tag("bdi").text(line_name(run, told.scene, words, record.subject))))
        .text(" ")
        .add(tag("bdi").text(fact.as_str()));
    let button = block("button", "event")
        .with("type", "button")
        .with("data-no", no.0.to_string())
        .with("title", format!("{name} {fact}"))
        .add(tag("time").text(day_time(run.plan.start_unix_ms, record.at.ms())))
        .add(icon(d, class))
        .add(what);
    Some(button)
}

/// The glyph of a row, with its color's class.
fn glyph(record: &Record) -> (&'static str, &'static str) {
    match record.change {
        Change::NodeReady | Change::PodReady => return (icons::CHECK, "ok"),
        Change::PodCreated { .. } => return (icons::CLOCK, ""),
        Change::PodBound { .. } => return (icons::ENTER, ""),
        Change::PodGone | Change::NodeGone => return (icons::MINUS, ""),
        Change::DrainStarted { .. } | Change::DrainEnded { .. } => return (icons::LEAVE, ""),
        _ => {}
    }
    let kind = record.change.marker();
    let class = match kind {
        Some(lanes::MarkerKind::Blocked | lanes::MarkerKind::Forced) => "bad",
        _ => "",
    };
    (kind.map_or(icons::INFO, marker_icon), class)
}

/// How many of the rows match the filter; empty without one.
fn passing(
    show: &PaintInput<'_>,
    (run, scene, frame): (&Run, &RunScene, &Frame),
    (so_far, events): (usize, usize),
) -> String {
    show.matched(scene, run, frame).map_or_else(String::new, |matched| {
        let args = [
            ("sofar", so_far.into()),
            ("events", events.into()),
            ("nodes", matched.count.into()),
            ("of", matched.of.into()),
        ];
        tn("ui-log-passing", &args)
    })
}

impl Painter for StoryPainter {
    fn pace(&self) -> f64 {
        100.0
    }

    fn measure(&self) {
        let top = self.scroller.scroll_top();
        self.sight.set((top.into(), self.scroller.client_height().into()));
    }

    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.rows.borrow_mut().show(Vec::new());
            return false;
        };
        self.announce(show, run, scene, frame.next);
        let typing = self.filter.is_typing(run, scene, &show.filter, show.now);
        if !typing {
            self.filter.keep(run, scene, &show.filter);
        }
        self.filter.with(scene, |rows| self.lines(show, (run, scene, frame), rows));
        typing
    }
}

impl StoryPainter {
    /// Shows the visible lines.
    fn lines(
        &self,
        show: &PaintInput<'_>,
        (run, scene, frame): (&Run, &RunScene, &Frame),
        rows: &Passing<'_>,
    ) {
        let so_far = rows.before(frame.next);
        let text = passing(show, (run, scene, frame), (so_far, rows.len()));
        self.passing.borrow_mut().show_text(&text);
        if rows.len() == 0 {
            let text = if show.filter.is_empty() { t("ui-log-empty") } else { t("ui-log-none") };
            self.rows.borrow_mut().show(vec![block("li", "quiet").text(text).into()]);
            return;
        }
        // Filtered rows are few, and stand without paragraphs.
        let all = if show.filter.trim().is_empty() { scene.moments() } else { &[] };
        let start = |one: &Moment| rows.before(one.no.0);
        let first = all.first().is_some_and(|one| start(one) > 0).then_some(None);
        let moments: Vec<Option<&Moment>> = first.into_iter().chain(all.iter().map(Some)).collect();
        let starts: Vec<usize> = moments.iter().map(|one| one.map_or(0, start)).collect();
        let place = so_far.checked_sub(1);
        let outline = Outline::around(&starts, place, rows.len(), [PARAGRAPH, self.row]);
        let now = place.and_then(|place| outline.line_of(place));
        let height = format!("{}px", outline.top(outline.len()));
        let _ = self.spacer.style().set_property("height", &height);
        self.follow(&outline, now);
        let (top, height) = self.sight.get();
        let first = outline.at(top).saturating_sub(MORE);
        let last = (outline.at(top + height) + 1 + MORE).min(outline.len());
        let shift = format!("translateY({}px)", outline.top(first));
        let _ = self.body.style().set_property("transform", &shift);
        let reached = now.filter(|now| (first..last).contains(now)).unwrap_or(first);
        let pieces = said(run, scene, |words| {
            let told = Told { run, scene, words, moments: &moments, rows };
            let line = |n: usize| {
                let (button, later) = match outline.line(n) {
                    OutlineLine::Paragraph(at) => {
                        (paragraph(told, at, at == outline.open)?, starts.get(at) >= Some(&so_far))
                    }
                    OutlineLine::Row(place) => (row(told, place)?, place >= so_far),
                };
                let button = button.with("tabindex", if n == reached { "0" } else { "-1" });
                let button = match Some(n) == now {
                    true => button.with("aria-current", "true"),
                    false => button,
                };
                let item = if later { block("li", "later") } else { tag("li") };
                let item = item
                    .with("aria-posinset", (n + 1).to_string())
                    .with("aria-setsize", outline.len().to_string());
                Some(DomNode::from(item.add(button)))
            };
            (first..last).filter_map(line).collect()
        });
        self.rows.borrow_mut().show(pieces);
    }
}
