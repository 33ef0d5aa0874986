//! The event log: all listed rows up to the playhead, the latest first; the document contains only the visible ones.

use crate::player::names::said;
use crate::player::painter::{PaintInput, Painter};
use crate::player::scene::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::web::browser::matches;
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, icon, tag};
use crate::shell::words::{day_time, lowercase, t, tn};
use base::{Map, RecordNo};
use draw::icons;
use draw::timeline::marker_icon;
use query::filter::Name;
use query::{ListedRows, events, filter, lanes};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::{Change, Frame, Record, Subject};
use web_sys::{Element, HtmlElement};
use words::Words;

/// Height of a row in pixels, and on touch screens; must match the style sheet.
const ROW: f64 = 24.0;
const ROW_TOUCHED: f64 = 44.0;
/// Rows beyond the visible part on both sides.
const MORE: usize = 4;
/// Texts of facts are searched up to this number of rows.
const SEARCHED: u32 = 20_000;

/// With more rows than this, the log is filtered again only after a pause in typing.
const LONG: u32 = 200_000;
const TYPED: f64 = 250.0;

/// The rows of a run that match a filter; `None` without a filter.
type Kept = (Rc<RunScene>, String, Option<Vec<u32>>);

/// The rows that the log iterates over.
struct Passing<'a> {
    told: &'a ListedRows,
    some: Option<&'a [u32]>,
}

impl Passing<'_> {
    fn len(&self) -> usize {
        self.some.map_or(self.told.len() as usize, <[u32]>::len)
    }

    fn before(&self, next: u32) -> usize {
        match self.some {
            Some(some) => some.partition_point(|no| *no < next),
            None => self.told.before(next) as usize,
        }
    }

    fn get(&self, place: usize) -> Option<RecordNo> {
        match self.some {
            Some(some) => some.get(place).copied().map(RecordNo),
            None => self.told.get(place as u32),
        }
    }
}

pub struct LogPainter {
    scroller: HtmlElement,
    spacer: HtmlElement,
    rows: RefCell<DomSlot>,
    body: HtmlElement,
    row: f64,
    /// Scroll offset and visible height.
    sight: Cell<(f64, f64)>,
    /// The number of matching rows.
    passing: RefCell<DomSlot>,
    /// The matching rows, for one run and one filter.
    kept: RefCell<Option<Kept>>,
    /// The last typed text, and when it was first seen.
    typed: RefCell<(String, f64)>,
}

/// Matches names against a text; cached per Pod, since Pods have many rows.
struct NameMatcher<'a> {
    run: &'a Run,
    scene: &'a RunScene,
    words: &'a Words<'a>,
    wanted: Name<'a>,
    /// By workload: does its name match, and could the text end in a Pod's number?
    workloads: Vec<(bool, bool)>,
    pods: Vec<Option<bool>>,
    rest: Map<u32, bool>,
}

impl<'a> NameMatcher<'a> {
    fn new(run: &'a Run, scene: &'a RunScene, words: &'a Words<'a>, wanted: &'a str) -> Self {
        let name = Name::of(&run.plan, wanted);
        let head = wanted.trim_end_matches(|one: char| one.is_ascii_digit());
        let workloads = run.plan.workloads.values().map(|one| {
            let own = one.name.to_ascii_lowercase();
            let ends = head.strip_suffix('-').is_some_and(|end| own.ends_with(end));
            (name.fits(&own), head.is_empty() || ends)
        });
        Self {
            run,
            scene,
            words,
            wanted: name,
            workloads: workloads.collect(),
            pods: vec![None; scene.last.pod_count() as usize],
            rest: Map::new(),
        }
    }

    fn has(&mut self, subject: Subject) -> bool {
        let Subject::Pod(pod) = subject else {
            if let Some(known) = self.rest.get(&subject.pack()) {
                return *known;
            }
            let home = filter::home(&self.run.trace, &self.scene.last, subject);
            let fits = |text: &str| self.wanted.fits(text);
            let has = fits(&self.words.subject(subject)) || home.into_iter().any(fits);
            self.rest.insert(subject.pack(), has);
            return has;
        };
        let at = pod.0 as usize;
        if let Some(Some(known)) = self.pods.get(at) {
            return *known;
        }
        let owner = self.scene.last.owner(pod);
        let owner = owner.and_then(|owner| self.workloads.get(owner.0 as usize));
        let has = match (self.run.plan.given_pod_name(pod), owner) {
            (None, Some((true, _))) => true,
            (None, Some((false, false))) => false,
            _ => self.wanted.fits(&self.words.subject(subject)),
        };
        if let Some(slot) = self.pods.get_mut(at) {
            *slot = Some(has);
        }
        has
    }
}

impl LogPainter {
    pub fn new(
        scroller: HtmlElement,
        spacer: HtmlElement,
        body: HtmlElement,
        passing: Element,
    ) -> Self {
        let rows = DomSlot::new(Element::from(body.clone()));
        Self {
            scroller,
            spacer,
            rows: RefCell::new(rows),
            passing: RefCell::new(DomSlot::new(passing)),
            body,
            row: if matches("(pointer: coarse)") { ROW_TOUCHED } else { ROW },
            sight: Cell::default(),
            kept: RefCell::default(),
            typed: RefCell::default(),
        }
    }

    /// Is the user typing while the run is too long to be filtered at each letter?
    fn is_typing(&self, run: &Run, scene: &Rc<RunScene>, text: &str, now: f64) -> bool {
        let mut typed = self.typed.borrow_mut();
        if typed.0 != text {
            *typed = (text.to_owned(), now);
        }
        let kept = self.kept.borrow();
        let known = (kept.as_ref())
            .is_some_and(|(known, kept, _)| Rc::ptr_eq(known, scene) && kept != text);
        known && run.trace.len() > LONG && !text.is_empty() && now - typed.1 < TYPED
    }

    /// Filters the rows again if the run or the filter has changed.
    fn keep(&self, run: &Run, scene: &Rc<RunScene>, typed: &str) {
        let known = self
            .kept
            .borrow()
            .as_ref()
            .is_some_and(|(known, text, _)| Rc::ptr_eq(known, scene) && text == typed);
        if known {
            return;
        }
        let wanted = lowercase(typed.trim());
        if wanted.is_empty() {
            self.kept.replace(Some((Rc::clone(scene), typed.to_owned(), None)));
            return;
        }
        let kept: Vec<u32> = said(run, scene, |words| {
            let mut named = NameMatcher::new(run, scene, words, &wanted);
            let few = run.trace.len() < SEARCHED;
            events::story(&run.trace)
                .filter(|told| {
                    let row = (told.no, &told.record);
                    if let Some(passes) = filter::row(&run.reading.index, &wanted, row) {
                        return passes;
                    }
                    let fact = || lowercase(&words.fact(&told.record));
                    named.has(told.record.subject) || few && fact().contains(&wanted)
                })
                .map(|told| told.no.0)
                .collect()
        });
        self.kept.replace(Some((Rc::clone(scene), typed.to_owned(), Some(kept))));
    }
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

impl Painter for LogPainter {
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
        let typing = self.is_typing(run, scene, &show.filter, show.now);
        if !typing {
            self.keep(run, scene, &show.filter);
        }
        let kept = self.kept.borrow();
        let Some((_, _, some)) = kept.as_ref() else {
            return false;
        };
        let kept = Passing { told: scene.listed(), some: some.as_deref() };
        let total = kept.before(frame.next);
        let passing = passing(show, (run, scene, frame), (total, kept.len()));
        self.passing.borrow_mut().show_text(&passing);
        let (top, height) = self.sight.get();
        // If the log becomes shorter, it scrolls back to its end.
        let top = top.min((total as f64 * self.row - height).max(0.0));
        let first = ((top / self.row) as usize).saturating_sub(MORE);
        let count = (height / self.row).ceil() as usize + 2 * MORE;
        let style = self.spacer.style();
        let _ = style.set_property("height", &format!("{}px", (total.max(1)) as f64 * self.row));
        let shift = format!("translateY({}px)", first as f64 * self.row);
        let _ = self.body.style().set_property("transform", &shift);
        let sight = first..total.min(first + count);
        let pieces: Vec<DomNode> = said(run, scene, |words| {
            let rows = sight.filter_map(|n| {
                let no = kept.get(total - 1 - n)?;
                Some(row(words, run, no, (n == 0, n == first))?.into())
            });
            rows.collect()
        });
        if pieces.is_empty() {
            let text = if show.filter.is_empty() { t("ui-log-empty") } else { t("ui-log-none") };
            self.rows.borrow_mut().show(vec![block("li", "quiet").text(text).into()]);
        } else {
            self.rows.borrow_mut().show(pieces);
        }
        typing
    }
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

/// A row of the log: a button that goes to the instant.
fn row(words: &Words<'_>, run: &Run, no: RecordNo, (now, first): (bool, bool)) -> Option<Tag> {
    let record = run.trace.record(no)?;
    let (d, class) = glyph(&record);
    let (name, fact) = (words.name(record.subject), words.fact(&record));
    let what = block("span", "what")
        .add(tag("b").add(tag("bdi").text(name.as_str())))
        .text(" ")
        .add(tag("bdi").text(fact.as_str()));
    let button = block("button", if now { "event on" } else { "event" })
        .with("type", "button")
        .with("tabindex", if first { "0" } else { "-1" })
        .with("data-no", no.0.to_string())
        .with("title", format!("{name} {fact}"))
        .add(tag("time").text(day_time(run.plan.start_unix_ms, record.at.ms())))
        .add(icon(d, class))
        .add(what);
    Some(tag("li").add(button))
}
