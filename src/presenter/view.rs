//! The presentation on the page. The stage with the caption is beside it.

use super::painter::PresenterPainter;
use crate::player::report::{RunReport, title};
use crate::player::{Direction, Player, painters, use_painters, use_player};
use crate::shell::frame::bar::press;
use crate::shell::frame::help::key_name;
use crate::shell::keyboard::commands::Command;
use crate::shell::state::{Action, Center, Store, use_select, use_store};
use crate::shell::web::browser::{dark, document};
use crate::shell::widgets::{icon, on};
use crate::shell::words::{t, tn};
use draw::icons;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};
use yew::prelude::*;

#[component]
pub fn Presenter() -> Html {
    let store = use_store();
    let player = use_player();
    let (playing, points, theme) = use_select(|state| (state.playing, state.pointing, state.theme));
    let (time, canvas, now, next, ring) =
        (use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref());
    let live: Rc<RefCell<Option<Rc<PresenterPainter>>>> = use_mut_ref(|| None);
    use_painters((), {
        let (time, canvas, live) = (time.clone(), canvas.clone(), Rc::clone(&live));
        let words = [now.clone(), next.clone()];
        move |()| {
            let painter = || {
                let [now, next] = words.map(|node| node.cast::<Element>());
                let canvas = canvas.cast::<HtmlCanvasElement>()?;
                PresenterPainter::new(canvas, time.cast::<HtmlElement>()?, [now?, next?])
            };
            let painter = painter().map(Rc::new);
            live.replace(painter.clone());
            painters(painter)
        }
    });
    let (run, dated) = use_select(|state| (state.run.clone(), state.is_dated()));
    let verdict = use_memo((run, dated), |(run, dated)| {
        run.as_ref().and_then(|run| Some(title(run, &RunReport::of(run, *dated)?)))
    });
    use_screen(&store);
    use_effect_with(points, {
        let ring = ring.clone();
        move |points| {
            let listener =
                points.then(|| Listener::new("pointermove", move |event| follow(&ring, event)));
            move || drop(listener)
        }
    });
    let go = on(&player, move |player, event: MouseEvent| {
        let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let found = player
            .with_here(|here| live.borrow().as_ref()?.moment_at(here.run, here.scene, at.0, at.1));
        if let Some(ms) = found.flatten() {
            player.set_playing(false);
            player.seek(ms);
        }
    });
    let button = |command, words: &str, d| button(&store, &player, command, words, d);
    let (d, word) = if playing { (icons::PAUSE, "ui-pause") } else { (icons::PLAY, "ui-play") };
    let sun = if dark(theme) { icons::SUN } else { icons::MOON };
    html! {
        <>
            <header class="present-head">
                <h1 class="vh">{ t("key-present") }</h1>
                <p class="present-time" ref={time}></p>
            </header>
            <section class="present-chart" aria-label={t("ui-present-chart")}>
                <canvas ref={canvas} aria-hidden="true" onclick={go}></canvas>
            </section>
            <footer class="present-foot" aria-label={t("ui-transport")}>
                { button(Command::Moment(Direction::Back), "key-previous-moment", icons::PREV_EVENT) }
                { button(Command::PlayPause, word, d) }
                { button(Command::Moment(Direction::On), "key-next-moment", icons::NEXT_EVENT) }
                <p class="present-now" role="status" ref={now}></p>
                <p class="present-next" ref={next}></p>
                <p class="present-next present-end" role="status">
                    if let Some(verdict) = &*verdict {
                        <span>{ t("ui-present-result") }</span>
                        <b>{ verdict }</b>
                    }
                </p>
                { button(Command::Point, "key-point", icons::STARTING) }
                { button(Command::Theme, "key-theme", sun) }
                { button(Command::View(Center::Presentation), "ui-present-end", icons::CROSS) }
            </footer>
            if points {
                <div class="present-ring" ref={ring}></div>
            }
        </>
    }
}

/// A button whose name ends with its key.
fn button(store: &Store, player: &Player, command: Command, words: &str, d: &'static str) -> Html {
    let keys = match command {
        Command::View(_) => &["Escape"],
        _ => command.row().map_or(&[][..], |row| row.keys),
    };
    let name = t(words);
    let key = keys.first().map(|key| key_name(key));
    let title = match keys.is_empty() {
        true => name,
        false => {
            let keys: Vec<String> = keys.iter().map(|key| key_name(key)).collect();
            let keys = keys.join(&t("list-separator"));
            tn("ui-present-key", &[("name", name.into()), ("keys", keys.into())])
        }
    };
    let pressed = (command == Command::Point).then(|| store.state().pointing.to_string());
    let class = classes!("btn", if command == Command::PlayPause { "pri" } else { "line" });
    html! {
        <button type="button" {class} aria-label={title.clone()} {title} aria-pressed={pressed}
            onclick={press(store, player, command)}>
            { icon(d, "") }
            if let Some(key) = key {
                <kbd aria-hidden="true">{ key }</kbd>
            }
        </button>
    }
}

/// Ends the presentation when the browser leaves full screen, and the other way round.
#[hook]
fn use_screen(store: &Store) {
    let store = store.clone();
    use_effect_with((), move |()| {
        let listener = Listener::new("fullscreenchange", move |_| {
            if document().is_some_and(|document| document.fullscreen_element().is_none()) {
                store.send(Action::View(Center::Presentation, false));
            }
        });
        move || {
            drop(listener);
            if let Some(document) = document().filter(|one| one.fullscreen_element().is_some()) {
                document.exit_fullscreen();
            }
        }
    });
}

fn follow(ring: &NodeRef, event: &Event) {
    let Some((ring, event)) = ring.cast::<HtmlElement>().zip(event.dyn_ref::<MouseEvent>()) else {
        return;
    };
    let place = format!("{}px {}px", event.client_x(), event.client_y());
    let _ = ring.style().set_property("translate", &place);
}

/// Listens to the document as long as it exists.
struct Listener {
    kind: &'static str,
    hear: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn new(kind: &'static str, hear: impl Fn(&Event) + 'static) -> Self {
        let hear = Closure::<dyn Fn(Event)>::new(move |event| hear(&event));
        if let Some(document) = document() {
            let heard = hear.as_ref().unchecked_ref();
            let _ = document.add_event_listener_with_callback(kind, heard);
        }
        Self { kind, hear }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(document) = document() {
            let heard = self.hear.as_ref().unchecked_ref();
            let _ = document.remove_event_listener_with_callback(self.kind, heard);
        }
    }
}
