//! Undo and redo buttons, labeled with their steps, and the number of changes.

use crate::compare;
use crate::shell::scenario::history::StepKind;
use crate::shell::state::{Action, Dialog, use_select, use_store};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tm, tn};
use draw::icons;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct UndoButtonsProps {
    #[prop_or_default]
    pub class: &'static str,
}

/// The buttons. Disabled ones keep their place and the keyboard focus.
#[component]
pub fn UndoButtons(props: &UndoButtonsProps) -> Html {
    let store = use_store();
    let class = props.class;
    let (last, next, changes) = use_select(|state| {
        (compare::undo::last(state), compare::undo::next(state), state.history.changes())
    });
    let count = tn("ui-changes-n", &[("n", changes.into())]);
    let list = store.on(|_: MouseEvent| Action::Dialog(Some(Dialog::Changes)));
    let button = |d, key, idle, what: Option<&StepKind>, action: fn() -> Action| {
        let name = match what {
            Some(what) => tn(key, &[("what", said(what).into())]),
            None => t(idle),
        };
        let disabled = what.is_none().then_some("true");
        html! {
            <button type="button" class={classes!("btn", "ico", class)} aria-label={name.clone()} title={name}
                aria-disabled={disabled} onclick={store.on(move |_: MouseEvent| action())}>
                { icon(d, "") }
            </button>
        }
    };
    html! {
        <>
            { button(icons::UNDO, "ui-undo", "ui-nothing-to-undo", last.as_ref(), || Action::Undo) }
            { button(icons::REDO, "ui-redo", "ui-nothing-to-redo", next.as_ref(), || Action::Redo) }
            if changes > 0 {
                <button type="button" class={classes!("btn", "count", class)} aria-haspopup="dialog" aria-label={count.clone()}
                    title={count.clone()} data-n={changes.to_string()} onclick={list}>
                    <span>{ count }</span>
                </button>
            }
        </>
    }
}

/// The words of a step.
pub fn said(what: &StepKind) -> String {
    match what {
        StepKind::Field { name, before, after } => {
            let key = match (before, after) {
                (Some(_), Some(_)) => "did-change",
                (None, Some(_)) => "did-set",
                (Some(_), None) => "did-unset",
                (None, None) => return name.clone(),
            };
            let text = |value: &Option<String>| value.clone().unwrap_or_default().into();
            let args =
                [("name", name.as_str().into()), ("before", text(before)), ("after", text(after))];
            tn(key, &args)
        }
        StepKind::Added(name) => tn("did-add", &[("name", name.as_str().into())]),
        StepKind::Removed(name) => tn("did-remove", &[("name", name.as_str().into())]),
        StepKind::New(name) => tn("did-new", &[("name", name.as_str().into())]),
        StepKind::Gone(name) => tn("did-gone", &[("name", name.as_str().into())]),
        StepKind::Several(n) => tn("did-several", &[("n", (*n).into())]),
        StepKind::Applied(edit) => edit.clone(),
        StepKind::Text => t("did-text"),
        StepKind::Asked { key, name, at, .. } => {
            let args = [("name", name.as_str().into()), ("at", at.as_str().into())];
            tn(key, &args)
        }
        StepKind::Preset(name) => {
            let preset = scenario::preset(name);
            let title = preset.map_or_else(|| (*name).to_owned(), |preset| tm(&preset.title()));
            tn("did-preset", &[("title", title.into())])
        }
        StepKind::Opened => t("did-open"),
        StepKind::Link => t("did-link"),
        StepKind::Anew => t("did-start-over"),
        StepKind::Built => t("did-build"),
        StepKind::Former => t("did-former"),
        StepKind::Variants => t("did-variants"),
        StepKind::TakenBack { what: Some(what), .. } => {
            tn("did-take-back", &[("what", said(what).into())])
        }
        StepKind::TakenBack { what: None, .. } => t("did-take-back-all"),
    }
}
