//! What could be changed, each with what a run with the change came to, and a button that makes it.

use super::text::said;
use crate::query::change;
use crate::trace::Value;
use crate::ui::action::Action;
use crate::ui::deck::{Live, Show};
use crate::ui::dom::{Slot, Tag, block, tag};
use crate::ui::state::{AppState, Run, Tab};
use crate::ui::store::Store;
use crate::ui::trials::{Stand, Trials};
use crate::ui::words::{t, tn};
use crate::words::Words;
use std::cell::RefCell;
use web_sys::Element;
use yew::NodeRef;

/// The whole section; nothing where nothing bears on what is asked about.
pub fn section(words: &Words<'_>, state: &AppState, run: &Run, title: &str) -> Option<Tag> {
    let applied = state.applied.as_ref().filter(|one| one.run == run.no);
    let trials = state.trials.as_ref();
    let shown = trials.filter(|trials| trials.stand() != Stand::Nothing);
    if applied.is_none() && shown.is_none() {
        return None;
    }
    let mut out = block("section", "row change").add(tag("h3").text(t(title)));
    if let Some(applied) = applied {
        let done = tn(
            "ui-change-applied",
            &[
                ("edit", applied.edit.as_str().into()),
                ("gain", applied.gain.as_str().into()),
            ],
        );
        out = out.add(block("p", "done").with("role", "status").text(done));
    }
    let Some(trials) = shown else {
        return Some(out);
    };
    out = out.add(stand(trials));
    for n in trials.best() {
        out = out.add(alternative(words, run, trials, n));
    }
    let others = trials.others();
    if !others.is_empty() {
        let head = tn("ui-change-others", &[("n", others.len().into())]);
        let mut fold = block("details", "reason").add(tag("summary").text(head));
        for n in others {
            fold = fold.add(alternative(words, run, trials, n));
        }
        out = out.add(fold);
    }
    Some(out)
}

/// How far the answer is, for readers too, and a button where something can be stopped or gone on with.
fn stand(trials: &Trials) -> Tag {
    let count = |key, n: usize, of: usize| tn(key, &[("n", n.into()), ("of", of.into())]);
    let (text, button) = match trials.stand() {
        Stand::TooLarge => (t("ui-change-too-large"), None),
        Stand::Nothing => (String::new(), None),
        Stand::Trying { now, of } => (
            count("ui-change-trying", now, of),
            Some(("stop", "ui-change-stop")),
        ),
        Stand::Stopped { tried, of } => (
            count("ui-change-stopped", tried, of),
            Some(("again", "ui-change-again")),
        ),
        Stand::Done { tried } if trials.best().is_empty() => {
            (tn("ui-change-none", &[("n", tried.into())]), None)
        }
        Stand::Done { tried } => (count("ui-change-done", trials.best().len(), tried), None),
    };
    let mut out = block("p", "stand").add(tag("span").with("role", "status").text(text));
    if let Some((act, key)) = button {
        out = out.text(" ").add(
            block("button", "link")
                .with("type", "button")
                .with("data-try", act)
                .text(t(key)),
        );
    }
    out
}

fn alternative(words: &Words<'_>, run: &Run, trials: &Trials, n: usize) -> Tag {
    let out = block("div", "alt");
    let (Some(one), Some(before)) = (trials.alternative(n), trials.before()) else {
        return out;
    };
    let edit = words.say(&one.phrase());
    let head = block("div", "head").add(tag("b").text(edit.as_str()));
    let Some(after) = trials.figures(n) else {
        let why = tag("span").text(t("ui-change-failed"));
        return out.add(head).add(why);
    };
    let effect = change::effect(&one.edit, &run.plan, before, after);
    let button = block("button", "btn line")
        .with("type", "button")
        .with("data-apply", n.to_string())
        .with(
            "aria-label",
            tn("ui-change-apply-name", &[("edit", Value::Text(edit))]),
        )
        .text(t("ui-change-apply"));
    out.add(head.add(button))
        .add(tag("span").text(words.say(&effect)))
}

/// What a click within a section asks for.
pub fn clicked(store: &Store, element: &Element) -> bool {
    let within = |name: &str| {
        let found = element.closest(&format!("[{name}]")).ok().flatten();
        found.and_then(|found| found.get_attribute(name))
    };
    if let Some(act) = within("data-try") {
        store.send(if act == "stop" {
            Action::StopTrying
        } else {
            Action::TryAgain
        });
        return true;
    }
    let Some(n) = within("data-apply").and_then(|n| n.parse().ok()) else {
        return false;
    };
    let state = store.state();
    let trials = state.trials.as_ref();
    if let Some(one) = trials.and_then(|trials| trials.alternative(n)) {
        store.send(Action::Apply(one.document.clone()));
    }
    true
}

/// The section of the whole run, among the findings.
pub struct ChangeLive {
    place: NodeRef,
    slot: RefCell<Option<Slot>>,
}

impl ChangeLive {
    pub fn new(place: NodeRef) -> Self {
        Self {
            place,
            slot: RefCell::default(),
        }
    }
}

impl Live for ChangeLive {
    fn paint(&self, show: &Show<'_>) -> bool {
        let (Some(run), Some(scene), Some(element)) =
            (show.run, show.scene, self.place.cast::<Element>())
        else {
            return false;
        };
        if show.state.tab != Tab::Findings {
            return false;
        }
        let mut slot = self.slot.borrow_mut();
        if slot.as_ref().is_none_or(|slot| *slot.element() != element) {
            *slot = Some(Slot::new(element));
        }
        let section = said(run, scene, |words| {
            section(words, show.state, run, "title-change-run")
        });
        if let Some(slot) = &mut *slot {
            slot.show(section.map(Into::into).into_iter().collect());
        }
        false
    }
}
