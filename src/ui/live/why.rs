//! The answer to *why?*: what, why, until, and how GKE says it, for what is selected, at the playhead.

use super::scene::RunScene;
use super::text::said;
use crate::base::RecordNo;
use crate::draw::icons;
use crate::query::subject::Asked;
use crate::query::why::{self, Reason, Why};
use crate::trace::{Frame, Subject};
use crate::ui::deck::{Live, Show};
use crate::ui::dom::{Piece, Slot, Tag, block, icon, tag};
use crate::ui::state::Run;
use crate::ui::words::{day_time, t, tn};
use crate::words::Words;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::Element;

/// While playing the answer is asked for at most so often, in milliseconds.
const EVERY: f64 = 250.0;
/// Rows of the chain that are shown.
const CHAIN: usize = 6;
/// Reasons that are shown.
const REASONS: usize = 5;

/// What the panel answers: of which run, about what, up to which row and when.
type Shown = (Rc<RunScene>, Subject, u32, i64);

pub struct WhyLive {
    slot: RefCell<Slot>,
    shown: RefCell<Option<Shown>>,
    asked_at: Cell<f64>,
}

impl WhyLive {
    pub fn new(element: Element) -> Self {
        Self {
            slot: RefCell::new(Slot::new(element)),
            shown: RefCell::default(),
            asked_at: Cell::new(0.0),
        }
    }
}

/// A link to where rules are explained.
fn chips(reason: &Reason) -> Option<Tag> {
    if reason.rule.ids.is_empty() {
        return None;
    }
    let chips = reason
        .rule
        .ids
        .iter()
        .map(|id| block("span", "chip rule").text(*id));
    Some(
        block("div", "src")
            .all(chips)
            .add(block("span", "slug").text(reason.rule.slug)),
    )
}

fn row(title: &str) -> Tag {
    block("section", "row").add(tag("h3").text(t(title)))
}

fn reason(words: &Words<'_>, reason: &Reason) -> Tag {
    let mut out = block("div", "reason")
        .add(tag("p").text(words.say_with_rule(&reason.sentence, reason.rule)));
    if !reason.inputs.is_empty() {
        let mut list = block("dl", "kv");
        for input in &reason.inputs {
            list = list
                .add(tag("dt").text(words.say(&input.name)))
                .add(tag("dd").add(tag("bdi").text(words.value(&input.value))));
        }
        out = out.add(list);
    }
    if let Some(chips) = chips(reason) {
        out = out.add(chips);
    }
    out
}

/// What kind of thing it is, and where it belongs.
fn belongs(run: &Run, frame: &Frame, subject: Subject, words: &Words<'_>) -> String {
    let plan = &run.plan;
    let place = |group: crate::base::GroupId| {
        let group = plan.groups.get(group)?;
        let pool = &plan.pools.get(group.pool)?.name;
        let zone = &plan.zones.get(group.zone)?.name;
        Some(format!("{pool}, {zone}"))
    };
    let (key, place) = match subject {
        Subject::Cluster => ("ui-kind-cluster", None),
        Subject::Pool(_) => ("ui-kind-pool", None),
        Subject::Zone(_) => ("ui-kind-zone", None),
        Subject::Node(id) => {
            let node = frame.cluster.nodes.get(id);
            ("ui-kind-node", node.and_then(|node| place(node.group)))
        }
        Subject::Pod(id) => {
            let node = frame.cluster.pods.get(id).and_then(crate::model::Pod::node);
            (
                "ui-kind-pod",
                node.map(|node| words.name(Subject::Node(node))),
            )
        }
        Subject::Workload(_) => ("ui-kind-workload", None),
        Subject::Budget(_) => ("ui-kind-budget", None),
        Subject::Service(_) => ("ui-kind-service", None),
    };
    match place {
        Some(place) => format!("{}, {place}", t(key)),
        None => t(key),
    }
}

fn answer(run: &Run, frame: &Frame, why: &Why, subject: Subject, words: &Words<'_>) -> Vec<Piece> {
    let head = tag("h2").add(tag("bdi").text(words.name(subject)));
    let sub = block("p", "sub").add(tag("bdi").text(belongs(run, frame, subject, words)));
    let mut pieces: Vec<Piece> = vec![head.into(), sub.into()];
    let what = row("title-what").add(tag("p").text(words.say(&why.what)));
    pieces.push(what.into());
    let mut reasons = row("title-why");
    if why.reasons.is_empty() {
        reasons = reasons.add(tag("p").text(t("ui-why-nothing")));
    }
    for one in why.reasons.iter().take(REASONS) {
        reasons = reasons.add(reason(words, one));
    }
    pieces.push(reasons.into());
    if let Some(until) = &why.until {
        let text = tag("p").text(words.say(&until.sentence));
        pieces.push(row("title-until").add(text).into());
    }
    if !why.say.is_empty() {
        let mut said = row("title-say");
        for say in &why.say {
            said = said.add(
                block("div", "cmd")
                    .add(tag("code").text(say.text.as_str()))
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
            said = said.add(block("p", "where").text(say.place));
        }
        pieces.push(said.into());
    }
    if why.chain.len() > 1 {
        pieces.push(chain(run, words, &why.chain).into());
    }
    pieces
}

/// From the row that made it so back to its root.
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
                            .add(tag("bdi").text(words.fact(record.change))),
                    ),
            ),
        );
    }
    row("ui-chain").add(list)
}

impl Live for WhyLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(frame)) = (show.run, show.scene, show.frame) else {
            self.slot.borrow_mut().show(Vec::new());
            return false;
        };
        let Some(subject) = show.state.selected else {
            self.shown.replace(None);
            self.slot.borrow_mut().show(Vec::new());
            return false;
        };
        let second = frame.at.ms() / 1000;
        let same = self
            .shown
            .borrow()
            .as_ref()
            .is_some_and(|(known, asked, next, at)| {
                Rc::ptr_eq(known, scene)
                    && *asked == subject
                    && *next == frame.next
                    && *at == second
            });
        if same {
            return false;
        }
        if show.playing && show.now - self.asked_at.get() < EVERY {
            return false;
        }
        self.asked_at.set(show.now);
        self.shown
            .replace(Some((Rc::clone(scene), subject, frame.next, second)));
        let found = why::why_at(&run.trace, &run.index, frame, Asked::Subject(subject));
        let pieces = said(run, scene, |words| match found {
            Some(why) => answer(run, frame, &why, subject, words),
            None => vec![
                tag("h2").add(tag("bdi").text(words.name(subject))).into(),
                tag("p").text(t("ui-why-not-yet")).into(),
            ],
        });
        self.slot.borrow_mut().show(pieces);
        false
    }
}
