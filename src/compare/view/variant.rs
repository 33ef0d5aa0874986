//! One of the compared runs: number, settings, buttons, caption and stage.

use super::{head, text};
use crate::compare::state::{Compare, Variant};
use crate::compare::variant_canvas::VariantPainter;
use crate::player::{painters, use_painters};
use crate::shell::state::{Shared, Store, use_store};
use crate::shell::web::browser::{NARROW, matches};
use crate::shell::words::{hint, t, tm, tn};
use runner::{Fault, RECORDS_AT_MOST};
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct VariantProps {
    pub n: usize,
    pub compare: Shared<Compare>,
}

#[component]
pub(super) fn VariantPanel(props: &VariantProps) -> Html {
    let store = use_store();
    let n = props.n;
    let refs = [use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref()];
    use_painters((), {
        let [host, canvas, caption, done] = refs.clone();
        let painter = move || {
            VariantPainter::new(
                n,
                host.cast::<HtmlElement>()?,
                &canvas.cast::<HtmlCanvasElement>()?,
                caption.cast::<Element>()?,
                done.cast::<Element>()?,
            )
        };
        move |()| painters(painter().map(Rc::new))
    });
    panel(&store, &props.compare, n, refs)
}

#[inline(never)] // Within the library's function it would be on the first screen.
fn panel(store: &Store, compare: &Compare, n: usize, refs: [NodeRef; 4]) -> Html {
    let Some(variant) = compare.variants.get(n) else {
        return html! {};
    };
    let [host, canvas, caption, done] = refs;
    let there = variant.run().is_some();
    let name = text::name(compare, n);
    html! {
        <section class="cmp-v" aria-label={tn("ui-compare-variant", &[("variant", (n + 1).into()), ("name", name.into())])}>
            { head::head(store, compare, n, done) }
            <p class="cmp-caption" ref={caption}></p>
            <p class="cmp-note" role="status" hidden={variant.refused.is_none()}>
                { for variant.refused.iter().map(|one| html! { <>{ tm(&one.0.message) }{ " " }{ hint(&one.0.message) }</> }) }
            </p>
            if !there {
                <div class="cmp-wait" role="status">{ wait(compare, variant) }</div>
            }
            <div class="cmp-stage" tabindex={matches(NARROW).then_some("0")} ref={host} hidden={!there}>
                <canvas ref={canvas} aria-hidden="true"></canvas>
            </div>
        </section>
    }
}

/// Why there is no picture yet.
fn wait(compare: &Compare, variant: &Variant) -> Html {
    let too_large =
        || html! { <p>{ tn("ui-compare-too-large", &[("n", RECORDS_AT_MOST.into())]) }</p> };
    if compare.is_too_large() {
        return too_large();
    }
    match &variant.came {
        Some(Err(Fault::Scenario(reasons))) => html! {
            <>
                <b>{ t("ui-compare-wrong") }</b>
                { for reasons.iter().map(|one| html! { <p>{ tm(one) }{ " " }{ hint(one) }</p> }) }
            </>
        },
        Some(Err(Fault::TooLarge)) => too_large(),
        Some(Err(Fault::Crashed)) => html! { <p>{ t("ui-compare-crashed") }</p> },
        Some(Ok(_)) | None => html! { <p>{ t("ui-compare-computing") }</p> },
    }
}
