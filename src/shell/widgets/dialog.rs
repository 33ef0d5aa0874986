//! A modal dialog: the browser's own, which handles focus, Escape and the inert page behind it.

use super::callback::on;
use super::icon::icon_button;
use draw::icons;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ModalProps {
    pub title: String,
    /// Name of the button that closes it.
    pub close: String,
    pub onclose: Callback<()>,
    #[prop_or_default]
    pub class: &'static str,
    pub children: Html,
}

/// Opens the browser's dialog while the component exists, and focuses the element with `data-first`. The returned
/// callback closes it on Escape and on a press beside it.
#[hook]
pub fn use_modal(
    element: &NodeRef,
    onclose: &Callback<()>,
) -> (Callback<Event>, Callback<MouseEvent>) {
    {
        let element = element.clone();
        use_effect_with((), move |()| {
            let dialog = element.cast::<HtmlDialogElement>();
            if let Some(dialog) = &dialog
                && !dialog.open()
            {
                let _ = dialog.show_modal();
                // Browsers refuse `autofocus` within a frame.
                let first = dialog.query_selector("[data-first]").ok().flatten();
                if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
                    let _ = first.focus();
                }
            }
            move || {
                if let Some(dialog) = dialog {
                    dialog.close();
                }
            }
        });
    }
    let oncancel = on(onclose, move |onclose, event: Event| {
        event.prevent_default();
        onclose.emit(());
    });
    let onclick = {
        let (onclose, element) = (onclose.clone(), element.clone());
        Callback::from(move |event: MouseEvent| {
            // The backdrop belongs to the dialog itself.
            let own = element.cast::<HtmlDialogElement>();
            if own.is_some() && event.target_dyn_into::<HtmlDialogElement>() == own {
                onclose.emit(());
            }
        })
    };
    (oncancel, onclick)
}

#[component]
pub fn Modal(props: &ModalProps) -> Html {
    let element = use_node_ref();
    let (oncancel, onclick) = use_modal(&element, &props.onclose);
    let close = props.onclose.reform(|_: MouseEvent| ());
    html! {
        <dialog ref={element} class={props.class} aria-labelledby="dialog-title" {oncancel} {onclick}>
            <div class="dialog">
                <header>
                    <h2 id="dialog-title">{ &props.title }</h2>
                    { icon_button(icons::CROSS, props.close.clone(), "", None, close) }
                </header>
                { props.children.clone() }
            </div>
        </dialog>
    }
}
