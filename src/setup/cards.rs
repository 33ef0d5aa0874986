//! The parts of a scenario as cards: a list at a glance, of which one is open with its details.

use super::part::Part;
use super::parts::PartStep;
use crate::shell::form::Doc;
use crate::shell::state::{Action, Store};
use crate::shell::web::browser::select_on;
use crate::shell::widgets::{TextInput, icon, icon_button};
use crate::shell::words::{t, tn};
use draw::icons;
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// The card that is open.
pub type OpenCard = UseStateHandle<Option<(Part, usize)>>;

/// The most cards shown; of more only the number is.
const SHOWN: usize = 60;

/// A list of cards.
pub struct Cards<'a> {
    pub store: &'a Store,
    pub doc: &'a Doc,
    pub open: &'a OpenCard,
    pub part: Part,
}

/// What a card shows while it is closed.
#[derive(Default)]
pub struct Summary {
    /// A picture of its kind.
    pub mark: Html,
    pub about: String,
    /// Things worth seeing at a glance: a taint, a budget.
    pub chips: Vec<String>,
}

impl Part {
    /// The word on the button that adds one.
    fn adds(self) -> String {
        t(match self {
            Self::Pool => "ui-add-pool",
            Self::Workload => "ui-add-workload",
            Self::Budget => "ui-add-budget",
            Self::Service => "ui-add-service",
        })
    }

    /// That there is none.
    fn none(self) -> String {
        t(match self {
            Self::Pool => "ui-no-pool",
            Self::Workload => "ui-no-workload",
            Self::Budget => "ui-no-budget",
            Self::Service => "ui-no-service",
        })
    }
}

impl Cards<'_> {
    pub fn is_open(&self, at: usize) -> bool {
        **self.open == Some((self.part, at))
    }

    /// Makes a step, and opens the card at a place after it.
    fn step(&self, step: PartStep, then: Option<usize>) -> Callback<MouseEvent> {
        let (store, open, part) = (self.store.clone(), self.open.clone(), self.part);
        Callback::from(move |_: MouseEvent| {
            store.send(Action::Settled);
            store.send(Action::Part(step.clone()));
            open.set(then.map(|at| (part, at)));
            let selector = match then {
                Some(_) => format!("#{}", part.name_id()),
                None => format!("#{}-add", part.name_id()),
            };
            Timeout::new(0, move || select_on(&selector)).forget();
        })
    }

    /// The button that adds one.
    pub fn add(&self) -> Html {
        let then = Some(self.doc.len(self.part.list()));
        let onclick = self.step(PartStep::Add(self.part), then);
        html! {
            <button type="button" class="btn line add" id={format!("{}-add", self.part.name_id())} {onclick}>
                { icon(icons::PLUS, "i12") }{ self.part.adds() }
            </button>
        }
    }

    /// All of them, each with its summary and, if it is open, its details.
    pub fn show(
        &self,
        summary: impl Fn(usize) -> Summary,
        details: impl Fn(usize) -> Html,
    ) -> Html {
        let count = self.doc.len(self.part.list());
        html! {
            <>
                if count == 0 {
                    <p class="quiet">{ self.part.none() }</p>
                }
                <ul class="part-list">
                    { for (0..count.min(SHOWN)).map(|at| self.card(at, summary(at), &details)) }
                </ul>
                if count > SHOWN {
                    <p class="quiet">{ tn("ui-and-more", &[("n", (count - SHOWN).into())]) }</p>
                }
            </>
        }
    }

    fn card(&self, at: usize, summary: Summary, details: &dyn Fn(usize) -> Html) -> Html {
        let Self { doc, open, part, .. } = *self;
        let place = part.place(at);
        let name = doc.text(&format!("{place}/name"));
        let is_open = self.is_open(at);
        let toggle = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set((!is_open).then_some((part, at))))
        };
        let named = |key: &str| tn(key, &[("what", name.as_str().into())]);
        let copy = self.step(PartStep::Copy(part, at), Some(doc.len(part.list())));
        let remove = self.step(PartStep::Remove(part, at), None);
        let wrong = doc.error(&place).is_some();
        let warned = !doc.warning(&place).is_empty();
        let id = format!("{}-{at}-details", part.name_id());
        html! {
            <li class={classes!("part-card", is_open.then_some("open"), wrong.then_some("wrong"))} key={at}>
                <div class="part-head">
                    <button type="button" class="part-open" aria-expanded={is_open.to_string()} aria-controls={id.clone()} onclick={toggle}>
                        { icon(if is_open { icons::CHEVRON_DOWN } else { icons::CHEVRON_RIGHT }, "i12") }
                        { summary.mark }
                        <b title={name.clone()}><bdi>{ name.clone() }</bdi></b>
                        <small>{ summary.about }</small>
                    </button>
                    if wrong || warned {
                        <span role="img" aria-label={t("ui-part-warned")} title={t("ui-part-warned")}>{ icon(icons::WARN, "i12 warn") }</span>
                    }
                    { for summary.chips.into_iter().map(|chip| html! { <span class="chip" title={chip.clone()}>{ chip }</span> }) }
                    { icon_button(icons::COPY, named("ui-copy-part"), "small", None, copy) }
                    { icon_button(icons::TRASH, named("ui-remove"), "small", None, remove) }
                </div>
                if is_open {
                    <div class="part-body" {id}>
                        { self.name(at, name) }
                        { details(at) }
                    </div>
                }
            </li>
        }
    }

    /// The field with its name, which changes the name wherever it stands.
    fn name(&self, at: usize, name: String) -> Html {
        let Self { store, doc, part, .. } = *self;
        let error = doc.error(&format!("{}/name", part.place(at)));
        let onchange = store.on(move |typed: String| {
            Action::Part(PartStep::Rename(part, at, typed.trim().to_owned()))
        });
        TextInput { id: part.name_id().to_owned(), value: name, onchange, ..TextInput::default() }
            .field(crate::shell::form::names("ui-name", "name", ""), error)
    }
}
