//! Undo and redo buttons, labeled with their steps, and the number of changes.

use crate::compare;
use crate::shell::scenario::history::StepKind;
use crate::shell::scenario::step_words::said;
use crate::shell::state::{Action, Dialog, use_select, use_store};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
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
