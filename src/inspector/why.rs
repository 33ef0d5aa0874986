//! The answer to *why?* for the selection at the playhead: what, why, until, and GKE's words.

use crate::alternatives;
use crate::alternatives::state::{Applied, Trials};
use crate::alternatives::view::PendingFocus;
use crate::player::{AtPlayhead, PaintInput, Painter, RunScene, said};
use crate::shell::dates::day_time;
use crate::shell::menu;
use crate::shell::menu::items::place;
use crate::shell::run::loaded::Run;
use crate::shell::state::{Action, AppState, Shared, Store, Tab};
use crate::shell::web::dom::{DomNode, DomSlot, Tag, block, icon, tag};
use crate::shell::widgets::rule_link;
use crate::shell::words::{t, tn};
use base::{PoolId, RecordNo, SimTime};
use draw::icons;
use gloo_timers::callback::Timeout;
use query::subject::Topic;
use query::why::{self, Reason, Why};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use trace::{Frame, Subject, Value};
use web_sys::Element;
use words::Words;

/// While playing, the interval between two answers, in milliseconds.
const EVERY: f64 = 250.0;
/// How long the playhead rests before changes are searched for.
const REST_MS: u32 = 200;
/// The most names of a list.
const NAMES: usize = 6;
/// The most rows of the chain.
const CHAIN: usize = 6;
/// The most reasons.
const REASONS: usize = 5;

/// The inputs of the displayed answer: run, subject, row and instant.
struct ShownAnswer {
    scene: Rc<RunScene>,
    subject: Subject,
    within: Option<PoolId>,
    batch: Option<u32>,
    next: u32,
    second: i64,
    playing: bool,
    /// The suggested changes known so far, and the applied one.
    trials: Option<Shared<Trials>>,
    applied: Option<Applied>,
}

impl PartialEq for ShownAnswer {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.scene, &other.scene)
            && (self.subject, self.within, self.next) == (other.subject, other.within, other.next)
            && (self.second, self.playing, self.batch) == (other.second, other.playing, other.batch)
            && self.trials == other.trials
            && self.applied == other.applied
    }
}

pub struct WhyPainter {
    slot: RefCell<DomSlot>,
    shown: RefCell<Option<ShownAnswer>>,
    waiting: PendingFocus,
    asked_at: Cell<f64>,
    store: Store,
    /// Until the playhead rests, and the instant then.
    resting: RefCell<Option<(SimTime, Timeout)>>,
}

impl WhyPainter {
    pub fn new(element: Element, store: Store) -> Self {
        Self {
            slot: RefCell::new(DomSlot::new(element)),
            shown: RefCell::default(),
            waiting: PendingFocus::default(),
            asked_at: Cell::new(0.0),
            store,
            resting: RefCell::default(),
        }
    }

    /// Asks for changes at the instant of the answer, once the playhead rests there.
    fn rest_at(&self, show: &PaintInput<'_>, at: SimTime) {
        let mut resting = self.resting.borrow_mut();
        if show.playing || self.store.state().asked_at == Some(at) {
            *resting = None;
        } else if resting.as_ref().is_none_or(|(of, _)| *of != at) {
            let store = self.store.clone();
            let timer = Timeout::new(REST_MS, move || store.send(Action::AskAt(at)));
            *resting = Some((at, timer));
        }
    }
}

/// Links to the explanations of a reason's rules.
fn chips(words: &Words<'_>, reason: &Reason) -> Option<Tag> {
    if reason.rule.ids.is_empty() {
        return None;
    }
    let says = words.rule(reason.rule);
    Some(block("div", "src").all(rule_link::tags(reason.rule.ids, &says)))
}

/// A name as a *Why?* link.
fn ask(words: &Words<'_>, subject: Subject) -> Tag {
    block("button", "link")
        .with("type", "button")
        .with("data-subject", subject.pack().to_string())
        .add(tag("bdi").text(words.name(subject)))
}

fn value(words: &Words<'_>, value: &Value) -> Tag {
    let cell = tag("dd");
    match value {
        Value::Name(subject) => cell.add(ask(words, *subject)),
        Value::Names(subjects) => {
            let first = subjects.iter().take(NAMES).enumerate();
            let mut cell = first.fold(cell, |cell, (n, subject)| {
                let cell = if n > 0 { cell.text(", ") } else { cell };
                cell.add(ask(words, *subject))
            });
            if subjects.len() > NAMES {
                let more = tn("ui-and-more", &[("n", (subjects.len() - NAMES).into())]);
                cell = cell.text(" ").text(more);
            }
            cell
        }
        _ => cell.add(tag("bdi").text(words.value(value))),
    }
}

fn row(title: &str) -> Tag {
    block("section", "row").add(tag("h3").text(t(title)))
}

/// The rule's sentence, its values, and its source.
fn reason(words: &Words<'_>, reason: &Reason) -> Tag {
    let out = block("div", "reason").add(tag("p").text(sentence(words, reason)));
    numbers(out, words, reason)
}

/// A reason with its numbers folded. If its rule is shown above already, its first number distinguishes the reasons.
fn folded(words: &Words<'_>, reason: &Reason, said: &str) -> Tag {
    let sentence = sentence(words, reason);
    let head = match reason.inputs.first().filter(|_| sentence == said) {
        Some(input) => tn(
            "ui-why-same",
            &[("name", words.say(&input.name).into()), ("value", words.value(&input.value).into())],
        ),
        None => sentence,
    };
    let head = tag("summary").with("title", head.as_str()).text(head);
    numbers(block("details", "reason").add(head), words, reason)
}

fn sentence(words: &Words<'_>, reason: &Reason) -> String {
    words.say_with_rule(&reason.sentence, reason.rule)
}

fn numbers(mut out: Tag, words: &Words<'_>, reason: &Reason) -> Tag {
    if !reason.inputs.is_empty() {
        let mut list = block("dl", "kv");
        for input in &reason.inputs {
            list = list.add(tag("dt").text(words.say(&input.name))).add(value(words, &input.value));
        }
        out = out.add(list);
    }
    match chips(words, reason) {
        Some(chips) => out.add(chips),
        None => out,
    }
}

/// The first reason in full, the others as sentences, general ones folded.
fn reasons(words: &Words<'_>, why: &Why) -> Tag {
    let mut out = row("title-why");
    let (besides, held): (Vec<&Reason>, Vec<&Reason>) =
        why.reasons.iter().partition(|reason| reason.rule == why::LEFT_ALONE);
    if let Some((first, more)) = held.split_first() {
        out = out.add(reason(words, first));
        let said = sentence(words, first);
        for one in more.iter().take(REASONS - 1) {
            out = out.add(folded(words, one, &said));
        }
        let left = more.len().saturating_sub(REASONS - 1);
        if left > 0 {
            out = out.add(tag("p").text(tn("ui-and-more", &[("n", left.into())])));
        }
    } else {
        out = out.add(tag("p").text(t("ui-why-nothing")));
    }
    if besides.is_empty() {
        return out;
    }
    let mut fold = block("details", "reason besides").add(tag("summary").text(t("ui-why-besides")));
    for one in besides {
        fold = fold.add(reason(words, one));
    }
    out.add(fold)
}

fn answer(
    run: &Run,
    why: &Why,
    subject: Subject,
    place: String,
    changes: Option<Tag>,
    words: &Words<'_>,
) -> Vec<DomNode> {
    let head = tag("h2").add(tag("bdi").text(words.name(subject)));
    let sub = block("p", "sub").add(tag("bdi").text(place));
    let mut pieces: Vec<DomNode> = vec![head.into(), sub.into()];
    let what = row("title-what").add(tag("p").text(words.say(&why.what)));
    pieces.push(what.into());
    pieces.push(reasons(words, why).into());
    if let Some(until) = &why.until {
        let text = tag("p").text(words.say(&until.sentence));
        pieces.push(row("title-until-here").add(text).into());
    }
    pieces.extend(changes.map(DomNode::from));
    if !why.say.is_empty() {
        let mut said = row("title-say");
        for say in &why.say {
            said = said.add(
                block("div", "cmd")
                    .add(
                        tag("code")
                            .text(say.text.as_str())
                            .text(" ")
                            .add(block("span", "where").text(say.place)),
                    )
                    .add(
                        block("button", "copy")
                            .with("type", "button")
                            .with("data-copy", say.text.as_str())
                            .with(
                                "aria-label",
                                tn("ui-copy", &[("text", say.text.as_str().into())]),
                            )
                            .add(icon(icons::COPY, "i14")),
                    ),
            );
        }
        pieces.push(said.into());
    }
    if why.chain.len() > 1 {
        pieces.push(chain(run, words, &why.chain).into());
    }
    pieces
}

/// From the row behind the state back to its root.
fn chain(run: &Run, words: &Words<'_>, rows: &[RecordNo]) -> Tag {
    let mut list = block("ol", "chain");
    for no in rows.iter().take(CHAIN) {
        let Some(record) = run.trace.record(*no) else {
            continue;
        };
        let time = day_time(run.plan.start_unix_ms, record.at.ms());
        list = list.add(
            tag("li").add(
                block("button", "event")
                    .with("type", "button")
                    .with("data-no", no.0.to_string())
                    .add(tag("time").text(time))
                    .add(
                        block("span", "what")
                            .add(tag("b").add(tag("bdi").text(words.name(record.subject))))
                            .text(" ")
                            .add(tag("bdi").text(words.fact(&record))),
                    ),
            ),
        );
    }
    row("ui-chain").add(list)
}

/// The subject without a selection: the pool being upgraded, else the first.
fn pool(run: &Run, frame: &Frame) -> Option<Subject> {
    let mut pools = frame.cluster.pools.iter();
    let busy = pools.find(|(_, state)| state.run.unfinished());
    let id = busy.map(|(id, _)| id).or(run.plan.pools.ids().next())?;
    Some(Subject::Pool(id))
}

impl Painter for WhyPainter {
    fn paint(&self, show: &PaintInput<'_>) -> bool {
        let nothing = || {
            self.shown.replace(None);
            self.slot.borrow_mut().show(Vec::new());
            false
        };
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            return nothing();
        };
        let state = self.store.state();
        let (asked, within) = (state.selected, state.within);
        let batch = state.batch;
        if state.tab != Tab::Why {
            return nothing();
        }
        let Some(subject) = asked.or_else(|| pool(run, frame)) else {
            return nothing();
        };
        self.rest_at(show, frame.at);
        let second = frame.at.ms() / 1000;
        let shown = ShownAnswer {
            scene: Rc::clone(scene),
            subject,
            within,
            batch,
            next: frame.next,
            second,
            playing: show.playing,
            trials: state.trials.clone(),
            applied: state.applied.clone(),
        };
        let known = self.shown.borrow().as_ref() == Some(&shown);
        let soon = show.playing && show.now - self.asked_at.get() < EVERY;
        if known || soon {
            return false;
        }
        self.asked_at.set(show.now);
        let here = AtPlayhead { run, scene, frame };
        let pieces = pieces(&state, here, &shown, asked.is_none());
        let mut slot = self.slot.borrow_mut();
        slot.show(pieces);
        self.waiting.done(slot.element(), &state, run.no);
        let before = self.shown.replace(Some(shown));
        // A new answer starts at its beginning.
        if before.is_none_or(|before| {
            (before.subject, before.within, before.batch) != (subject, within, batch)
        }) && let Some(panel) = slot.element().parent_element()
        {
            panel.set_scroll_top(0);
        }
        false
    }
}

/// The answer for the subject, and the suggested changes.
fn pieces(
    state: &AppState,
    here: AtPlayhead<'_>,
    shown: &ShownAnswer,
    unasked: bool,
) -> Vec<DomNode> {
    let AtPlayhead { run, scene, frame } = here;
    let (subject, within) = (shown.subject, shown.within);
    let counts = scene.counts(run, frame);
    let now = (frame, Some(&*counts));
    let found = match (subject, shown.batch) {
        (Subject::Pool(pool), Some(batch)) => {
            why::why_batch(&run.trace, &run.index, now, pool, batch)
        }
        _ => why::why_within(&run.trace, &run.index, now, Topic::Subject(subject), within),
    };
    let mut place = place(here, subject);
    if let Some(pool) = within {
        place = format!("{place}, {}", menu::items::name(here, Subject::Pool(pool)));
    }
    said(run, scene, |words| {
        let changes = alternatives::view::section(words, state, run, "title-change-tried");
        let mut pieces = match found {
            Some(why) => answer(run, &why, subject, place, changes, words),
            None => vec![
                tag("h2").add(tag("bdi").text(words.name(subject))).into(),
                tag("p").text(t("ui-why-not-yet")).into(),
            ],
        };
        if unasked {
            pieces.insert(0, block("p", "hint").text(t("ui-why-select")).into());
        }
        pieces
    })
}
