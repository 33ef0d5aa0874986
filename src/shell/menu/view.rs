//! The context menu: questions about an object, and moments when something happens to it.

use super::callbacks::MenuRequest;
use super::items::{MenuAction, MenuLine};
use super::{items, opener};
use crate::player::{Direction, Player, use_player};
use crate::shell::keyboard::commands::Command;
use crate::shell::keyboard::perform::perform;
use crate::shell::state::{Store, use_store};
use crate::shell::web::browser::{focused, found, window_size};
use crate::shell::widgets::{icon, on};
use crate::shell::words::{t, tn};
use base::order;
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The most linked moments.
const MOMENTS: usize = 5;
/// Distance to the window's edges and to the target.
const ROOM: f64 = 8.0;

#[derive(Clone, PartialEq)]
struct Open {
    name: String,
    at: (f64, f64),
    asks: Vec<MenuLine>,
    moments: Vec<MenuLine>,
    /// The element that had the focus, and gets it back.
    from: Option<HtmlElement>,
}

impl Open {
    fn of(player: &Player, ask: MenuRequest) -> Option<Self> {
        player.with_here(|here| {
            let mut asks = items::about(here, ask.subject);
            // The answer first, then the rest.
            order::sort_by_key(&mut asks, |line| !matches!(line.action, MenuAction::Why(_)));
            if let Some(at) = ask.instant {
                asks.push(items::instant(here, at));
                for way in [Direction::Back, Direction::On] {
                    let line = items::of_command(Command::Mark(way));
                    asks.extend(
                        line.map(|line| MenuLine { action: MenuAction::Mark(way, at), ..line }),
                    );
                }
            }
            Self {
                name: items::name(here, ask.subject),
                at: ask.at,
                asks,
                moments: items::moments(here, ask.subject, MOMENTS),
                from: focused(),
            }
        })
    }
}

#[component]
pub fn Menu() -> Html {
    let (store, player) = (use_store(), use_player());
    let open = use_state(|| None::<Open>);
    let element = use_node_ref();
    {
        let (asked, open) = (player.clone(), open.clone());
        use_effect_with((), move |()| {
            opener::show_with(Callback::from(move |ask: MenuRequest| {
                // A long press may be reported twice, by the pointer and by the system.
                if !menu_is_open() {
                    open.set(Open::of(&asked, ask));
                }
            }));
        });
    }
    {
        let element = element.clone();
        use_effect_with((*open).clone(), move |open| {
            if let (Some(open), Some(menu)) = (open, element.cast::<HtmlElement>()) {
                put(&menu, open.at);
                step(&menu, FocusMove::First);
            }
        });
    }
    let Some(shown) = (*open).clone() else {
        return html! {};
    };
    let close = {
        let (open, from) = (open.clone(), shown.from.clone());
        Callback::from(move |()| {
            open.set(None);
            if let Some(from) = &from {
                let _ = from.focus();
            }
        })
    };
    let onkeydown = {
        let (close, element) = (close.clone(), element.clone());
        Callback::from(move |event: KeyboardEvent| {
            event.stop_propagation();
            if let Some(menu) = element.cast::<HtmlElement>() {
                press(&menu, &close, &event);
            }
        })
    };
    let item = |line: &MenuLine| item(line, &store, &player, &close);
    let away = on(&close, move |close, event: PointerEvent| {
        event.prevent_default();
        close.emit(());
    });
    let still = Callback::from(|event: MouseEvent| event.prevent_default());
    let name = tn("ui-menu-of", &[("name", shown.name.as_str().into())]);
    html! {
        <section class="menus" aria-label={name.clone()} oncontextmenu={still}>
            <div class="veil" onpointerdown={away}></div>
            <div class="menu" role="menu" aria-label={name} ref={element} {onkeydown}>
                { for shown.asks.iter().map(item) }
                if !shown.moments.is_empty() {
                    <div role="group" aria-label={t("ui-menu-moments")}>
                        <p class="head" aria-hidden="true">{ t("ui-menu-moments") }</p>
                        { for shown.moments.iter().map(item) }
                    </div>
                }
            </div>
        </section>
    }
}

fn press(menu: &HtmlElement, close: &Callback<()>, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowDown" => step(menu, FocusMove::By(1)),
        "ArrowUp" => step(menu, FocusMove::By(-1)),
        "Home" => step(menu, FocusMove::First),
        "End" => step(menu, FocusMove::Last),
        "Escape" | "Tab" | "ContextMenu" => close.emit(()),
        _ => return,
    }
    event.prevent_default();
}

/// A line of the menu. The menu closes before the line's action.
fn item(line: &MenuLine, store: &Store, player: &Player, close: &Callback<()>) -> Html {
    let (store, player) = (store.clone(), player.clone());
    let (close, action) = (close.clone(), line.action.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        close.emit(());
        let (store, player, action) = (store.clone(), player.clone(), action.clone());
        Timeout::new(0, move || perform(&store, &player, action)).forget();
    });
    html! {
        <button type="button" role="menuitem" tabindex="-1" {onclick}>
            { icon(line.icon, "i14") }
            <span><bdi>{ &line.text }</bdi>
            if !line.note.is_empty() {
                { " " }<small><bdi>{ &line.note }</bdi></small>
            }
            </span>
        </button>
    }
}

/// Is a menu open?
pub fn menu_is_open() -> bool {
    found::<web_sys::Element>(".menu").is_some()
}

/// Places the menu below its target, or above if there is no room; always inside the window.
fn put(menu: &HtmlElement, (x, y): (f64, f64)) {
    let Some((wide, high)) = window_size() else { return };
    let (w, h) = (f64::from(menu.offset_width()), f64::from(menu.offset_height()));
    let left = x.min(wide - w - ROOM).max(ROOM);
    let below = y + ROOM;
    let top = if below + h + ROOM <= high {
        below
    } else if y - ROOM - h >= ROOM {
        y - ROOM - h
    } else {
        (high - h - ROOM).max(ROOM)
    };
    let style = menu.style();
    let _ = style.set_property("left", &format!("{left:.0}px"));
    let _ = style.set_property("top", &format!("{top:.0}px"));
}

/// A focus move within the menu.
#[derive(Clone, Copy)]
enum FocusMove {
    First,
    Last,
    By(i32),
}

fn step(menu: &HtmlElement, to: FocusMove) {
    let Ok(items) = menu.query_selector_all("[role=menuitem]") else {
        return;
    };
    let count = items.length() as i32;
    let focused = focused();
    let focused: Option<&web_sys::Node> = focused.as_ref().map(AsRef::as_ref);
    let here = (0..count).find(|n| {
        let item = items.item(*n as u32);
        item.is_some_and(|item| item.is_same_node(focused))
    });
    let next = match to {
        FocusMove::First => 0,
        FocusMove::Last => count - 1,
        FocusMove::By(by) => here.map_or(0, |here| here + by),
    };
    let next = next.rem_euclid(count.max(1));
    let item = items.item(next as u32);
    if let Some(item) = item.and_then(|item| item.dyn_into::<HtmlElement>().ok()) {
        let _ = item.focus();
    }
}
