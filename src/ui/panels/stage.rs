//! The stage's place in the page: a caption, one canvas, and the grid that readers hear.

use crate::draw::compose;
use crate::trace::Subject;
use crate::ui::action::Action;
use crate::ui::app::use_deck;
use crate::ui::live::stage::{StageLive, subject_of, target};
use crate::ui::store::use_store;
use crate::ui::words::t;
use std::rc::Rc;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

#[component]
pub fn Stage() -> Html {
    let store = use_store();
    let deck = use_deck();
    let (host, canvas, grid, caption) = (
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
        use_node_ref(),
    );
    let live = use_mut_ref(|| None::<Rc<StageLive>>);
    {
        let (host, canvas, grid, caption) =
            (host.clone(), canvas.clone(), grid.clone(), caption.clone());
        let (deck, live) = (deck.clone(), Rc::clone(&live));
        use_effect_with((), move |()| {
            let part = (|| {
                StageLive::new(
                    host.cast::<HtmlElement>()?,
                    canvas.cast::<HtmlCanvasElement>()?,
                    grid.cast::<Element>()?,
                    caption.cast::<Element>()?,
                )
            })()
            .map(Rc::new);
            live.replace(part.clone());
            let no = part.map(|part| deck.attach(part));
            move || {
                if let Some(no) = no {
                    deck.detach(no);
                }
            }
        });
    }
    let onclick = {
        let (store, live) = (store.clone(), Rc::clone(&live));
        Callback::from(move |event: MouseEvent| {
            let spot = live.borrow().as_ref().and_then(|live| {
                live.hit(f64::from(event.offset_x()), f64::from(event.offset_y()))
            });
            let subject = spot.map(compose::subject);
            let again = subject.is_some() && store.state().selected == subject;
            match subject.filter(|_| !again) {
                Some(subject) => store.ask(subject),
                None => store.send(Action::Select(None)),
            }
        })
    };
    let select = {
        let store = store.clone();
        move |subject: Subject| store.ask(subject)
    };
    let grid_click = {
        let select = select.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(subject) = target(&event).as_ref().and_then(subject_of) {
                select(subject);
            }
        })
    };
    let focusin = {
        let (live, deck) = (Rc::clone(&live), deck.clone());
        Callback::from(move |event: FocusEvent| {
            if let (Some(live), Some(element)) = (&*live.borrow(), target(&event)) {
                live.set_focused(subject_of(&element));
            }
            deck.request();
        })
    };
    let focusout = {
        let deck = deck.clone();
        Callback::from(move |_: FocusEvent| deck.request())
    };
    let onkeydown = {
        let live = Rc::clone(&live);
        Callback::from(move |event: KeyboardEvent| {
            let Some(here) = target(&event).as_ref().and_then(subject_of) else {
                return;
            };
            let rows = live
                .borrow()
                .as_ref()
                .map(|live| live.rows())
                .unwrap_or_default();
            let key = event.key();
            if matches!(key.as_str(), "Enter" | " ") {
                select(here);
            } else if let Some(next) = neighbour(&rows, here, &key) {
                let selector = format!("[data-subject='{}']", next.pack());
                focus_in_grid(&event, &selector);
            } else {
                return;
            }
            event.prevent_default();
            event.stop_propagation();
        })
    };
    html! {
        <main class="stage" id="main" tabindex="-1" aria-label={t("ui-stage")}>
            <p class="caption" id="caption" ref={caption}></p>
            <div class="canvas-host" ref={host}>
                <canvas ref={canvas} class="stage-canvas" aria-hidden="true" {onclick}></canvas>
                <div class="twin" role="grid" aria-label={t("ui-grid")} ref={grid}
                    onclick={grid_click} onfocusin={focusin} onfocusout={focusout} {onkeydown}></div>
            </div>
        </main>
    }
}

/// The cell that an arrow key leads to.
fn neighbour(rows: &[Vec<Subject>], here: Subject, key: &str) -> Option<Subject> {
    let (row, column) = rows.iter().enumerate().find_map(|(n, row)| {
        let at = row.iter().position(|subject| *subject == here)?;
        Some((n, at))
    })?;
    let now = rows.get(row)?;
    match key {
        "ArrowRight" => now.get(column + 1),
        "ArrowLeft" => now.get(column.checked_sub(1)?),
        "ArrowDown" => {
            let next = rows.get(row + 1)?;
            next.get(column.min(next.len().saturating_sub(1)))
        }
        "ArrowUp" => {
            let next = rows.get(row.checked_sub(1)?)?;
            next.get(column.min(next.len().saturating_sub(1)))
        }
        "Home" => now.first(),
        "End" => now.last(),
        _ => None,
    }
    .copied()
}

fn focus_in_grid(event: &KeyboardEvent, selector: &str) {
    use wasm_bindgen::JsCast;
    let found = target(event)
        .and_then(|element| element.closest("[role=grid]").ok().flatten())
        .and_then(|grid| grid.query_selector(selector).ok().flatten())
        .and_then(|cell| cell.dyn_into::<HtmlElement>().ok());
    if let Some(cell) = found {
        let _ = cell.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::NodeId;

    #[test]
    fn arrows_walk_over_the_grid() {
        let node = |n| Subject::Node(NodeId(n));
        let rows = vec![vec![node(0), node(1), node(2)], vec![node(3), node(4)]];
        assert_eq!(neighbour(&rows, node(1), "ArrowRight"), Some(node(2)));
        assert_eq!(neighbour(&rows, node(2), "ArrowRight"), None);
        assert_eq!(neighbour(&rows, node(2), "ArrowDown"), Some(node(4)));
        assert_eq!(neighbour(&rows, node(3), "ArrowUp"), Some(node(0)));
        assert_eq!(neighbour(&rows, node(4), "Home"), Some(node(3)));
        assert_eq!(neighbour(&rows, node(4), "x"), None);
    }
}
