//! The command palette: a box, and the matches below.

use super::hit::Hit;
use super::state::{PaletteAnswer, PaletteNames, Section, answer, nothing};
use crate::player::{Player, use_player};
use crate::shell::frame::help::key_name;
use crate::shell::keyboard::perform::perform;
use crate::shell::state::{Action, Store, use_store};
use crate::shell::widgets::{icon, use_modal, value_of};
use crate::shell::words::{t, tn};
use draw::icons;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// The matches at the playhead. Names are read at the first letter.
fn ask(
    store: &Store,
    player: &Player,
    names: &RefCell<Option<PaletteNames>>,
    text: &str,
) -> PaletteAnswer {
    let state = store.state();
    player
        .with_here(|here| {
            if !text.trim().is_empty() {
                names.borrow_mut().get_or_insert_with(|| PaletteNames::of(here));
            }
            answer(&state, Some(here), names.borrow().as_ref(), text)
        })
        .unwrap_or_else(|| answer(&state, None, None, text))
}

/// Closes the palette and performs the line's action, once the rest of the page can have the focus again.
fn choose(store: &Store, player: &Player, hit: &Hit) {
    store.send(Action::Dialog(None));
    let (store, player) = (store.clone(), player.clone());
    let action = hit.line.action.clone();
    Timeout::new(0, move || perform(&store, &player, action)).forget();
}

#[component]
pub fn Palette() -> Html {
    let store = use_store();
    let player = use_player();
    let (text, chosen) = (use_state(String::new), use_state(|| 0));
    let names: Rc<RefCell<Option<PaletteNames>>> = use_mut_ref(|| None);
    let (element, list) = (use_node_ref(), use_node_ref());
    let close = store.on(|()| Action::Dialog(None));
    let (oncancel, onclick) = use_modal(&element, &close);
    let found = ask(&store, &player, &names, &text);
    let hits: Vec<&Hit> = found.sections.iter().flat_map(|(_, hits)| hits).collect();
    let at = (*chosen).min(hits.len().saturating_sub(1));
    {
        let list = list.clone();
        use_effect_with((at, (*text).clone()), move |(at, _)| {
            if let Some(list) = list.cast::<HtmlElement>() {
                keep_in_sight(&list, *at);
            }
        });
    }
    let oninput = {
        let (text, chosen) = (text.clone(), chosen.clone());
        Callback::from(move |event: InputEvent| {
            text.set(value_of(&event));
            chosen.set(0);
        })
    };
    let onkeydown = keys(&store, &player, &names, &text, &hits, at, &chosen);
    let mut first = 0;
    let sections = found.sections.iter().map(|(section, hits)| {
        let from = first;
        first += hits.len();
        group(&store, &player, *section, hits, from, at)
    });
    let sections: Html = sections.collect();
    let none = hits.is_empty().then(|| nothing(&text));
    let count = [("found", found.found.into()), ("of", found.of.into())];
    let status = none.clone().unwrap_or_else(|| tn("ui-palette-count", &count));
    html! {
        <dialog ref={element} class="palette" aria-label={t("ui-palette")} {oncancel} {onclick}>
            <div class="dialog">
                { input(&text, status, none.is_none().then_some(at), oninput, onkeydown) }
                <div class="hits" id="palette-list" role="listbox" aria-label={t("ui-palette-results")} ref={list}>
                    { sections }
                    if let Some(none) = none {
                        <p class="quiet" role="option" aria-disabled="true" aria-selected="false">{ none }</p>
                    }
                </div>
                { ways() }
            </div>
        </dialog>
    }
}

/// Arrow keys choose a line of the answer, Enter performs it. `at`: the chosen line.
fn keys(
    store: &Store,
    player: &Player,
    names: &Rc<RefCell<Option<PaletteNames>>>,
    text: &str,
    hits: &[&Hit],
    at: usize,
    chosen: &UseStateHandle<usize>,
) -> Callback<KeyboardEvent> {
    let (store, player, names) = (store.clone(), player.clone(), Rc::clone(names));
    let (shown, chosen) = (text.to_owned(), chosen.clone());
    let (count, here) = (hits.len(), hits.get(at).map(|hit| (*hit).clone()));
    Callback::from(move |event: KeyboardEvent| {
        let ctrl = event.ctrl_key() || event.meta_key();
        match event.key().as_str() {
            // The same keys choose a letter in an input method.
            _ if event.is_composing() => return,
            "ArrowDown" if count > 0 => chosen.set((at + 1) % count),
            "ArrowUp" if count > 0 => chosen.set((at + count - 1) % count),
            "PageDown" => chosen.set((at + 5).min(count.saturating_sub(1))),
            "PageUp" => chosen.set(at.saturating_sub(5)),
            "Enter" => {
                let typed = event.target_unchecked_into::<HtmlInputElement>().value();
                let hit = match typed == shown {
                    true => here.clone(),
                    false => first_hit(&store, &player, &names, &typed),
                };
                if let Some(hit) = &hit {
                    choose(&store, &player, hit);
                }
            }
            "k" | "K" if ctrl => store.send(Action::Dialog(None)),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
}

/// The first match of a text that was typed since the last render.
fn first_hit(
    store: &Store,
    player: &Player,
    names: &Rc<RefCell<Option<PaletteNames>>>,
    text: &str,
) -> Option<Hit> {
    let found = ask(store, player, names, text);
    found.sections.into_iter().flat_map(|(_, hits)| hits).next()
}

/// The text box. `at`: the line that Enter chooses.
fn input(
    text: &str,
    status: String,
    at: Option<usize>,
    oninput: Callback<InputEvent>,
    onkeydown: Callback<KeyboardEvent>,
) -> Html {
    html! {
        <div class="ask">
            { icon(icons::SEARCH, "") }
            <input id="palette-input" type="text" role="combobox" data-first="true" autocomplete="off" spellcheck="false"
                aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list"
                aria-activedescendant={at.map(|at| format!("hit-{at}"))}
                aria-label={t("ui-palette-search")} placeholder={t("ui-palette-search")}
                value={text.to_owned()} {oninput} {onkeydown} />
            <small role="status" class={at.is_none().then_some("vh")}>{ status }</small>
        </div>
    }
}

/// The keys of the palette.
fn ways() -> Html {
    html! {
        <p class="ways" aria-hidden="true">
            <span><kbd>{ "↑" }</kbd><kbd>{ "↓" }</kbd>{ t("ui-palette-move") }</span>
            <span><kbd>{ "↵" }</kbd>{ t("ui-palette-run") }</span>
            <span><kbd>{ "Esc" }</kbd>{ t("ui-palette-close") }</span>
            <span class="signs">{ t("ui-palette-signs") }</span>
        </p>
    }
}

fn group(
    store: &Store,
    player: &Player,
    section: Section,
    hits: &[Hit],
    from: usize,
    at: usize,
) -> Html {
    let title = t(section.key());
    let lines = hits.iter().enumerate().map(|(n, hit)| {
        let no = from + n;
        let onclick = {
            let (store, player, hit) = (store.clone(), player.clone(), hit.clone());
            Callback::from(move |_: MouseEvent| choose(&store, &player, &hit))
        };
        let whole = format!("{} {}", hit.line.text, hit.line.note);
        html! {
            <div class="hit" role="option" id={format!("hit-{no}")} aria-selected={(no == at).to_string()} {onclick}>
                { icon(hit.line.icon, "") }
                <span class="says" title={whole}>
                    <bdi>{ marked(&hit.line.text, &hit.marks) }</bdi>
                    if !hit.line.note.is_empty() {
                        { " " }<small><bdi>{ &hit.line.note }</bdi></small>
                    }
                </span>
                if !hit.line.key.is_empty() {
                    <kbd aria-hidden="true">{ key_name(hit.line.key) }</kbd>
                }
            </div>
        }
    });
    html! {
        <div role="group" aria-label={title.clone()} key={title.clone()}>
            <p class="head" aria-hidden="true">{ title }</p>
            { for lines }
        </div>
    }
}

/// A text with its matches marked.
fn marked(text: &str, marks: &[(usize, usize)]) -> Html {
    let mut done = 0;
    let mut pieces: Vec<Html> = Vec::new();
    for (from, to) in marks {
        let (Some(before), Some(inside)) = (text.get(done..*from), text.get(*from..*to)) else {
            continue;
        };
        pieces.push(html! { <>{ before.to_owned() }<mark>{ inside.to_owned() }</mark></> });
        done = *to;
    }
    let rest = text.get(done..).unwrap_or_default().to_owned();
    html! { <>{ for pieces }{ rest }</> }
}

/// Scrolls the list only as far as necessary.
fn keep_in_sight(list: &HtmlElement, at: usize) {
    let found = list.query_selector(&format!("#hit-{at}")).ok().flatten();
    let Some(line) = found.map(|line| line.get_bounding_client_rect()) else {
        return;
    };
    let seen = list.get_bounding_client_rect();
    // The first line shows its section's title too.
    let above = seen.top() - line.top() + if at == 0 { 40.0 } else { 0.0 };
    let below = line.bottom() - seen.bottom();
    let by = if above > 0.0 { -above } else { below.max(0.0) };
    if by != 0.0 {
        list.set_scroll_top(list.scroll_top() + by.round() as i32);
    }
}
