//! Names and instants as links, and how much of a list is shown.

use crate::player::{Player, RunScene};
use crate::shell::dates::day_time;
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::words::tn;
use base::SimTime;
use trace::Subject;
use yew::prelude::*;

/// The most linked stretches of a shortfall, or Pods of a sentence.
pub(super) const STRETCHES: usize = 4;
/// The most entries of a list.
pub(super) const ENTRIES: usize = 12;

/// How many of a list aren't shown, if any.
pub(super) fn more(all: usize, shown: usize) -> Option<String> {
    let more = all.saturating_sub(shown);
    (more > 0).then(|| tn("ui-and-more", &[("n", more.into())]))
}

/// A name as a *Why?* link.
pub(super) fn name(store: &Store, run: &Run, subject: Subject) -> Html {
    ask(store, subject, RunScene::speak(run, |words| words.name(subject)))
}

/// A text as a *Why?* link.
pub(super) fn ask(store: &Store, subject: Subject, text: String) -> Html {
    html! { <button type="button" class="link" onclick={open(store, subject)}><bdi>{ text }</bdi></button> }
}

/// An instant as a link.
pub(super) fn seek(player: &Player, run: &Run, at: SimTime) -> Html {
    let player = player.clone();
    let onclick = Callback::from(move |_: MouseEvent| player.seek(at.ms() as f64));
    let time = day_time(run.plan.start_unix_ms, at.ms());
    html! { <button type="button" class="link" {onclick}><time>{ time }</time></button> }
}

fn open(store: &Store, subject: Subject) -> Callback<MouseEvent> {
    let store = store.clone();
    Callback::from(move |_| store.ask(subject))
}
