//! The transport: play, steps, speed, the clock and its numbers.

use super::clock::ClockPainter;
use super::comparison_clock::ComparisonClock;
use crate::player::{Direction, Painter, use_painters, use_player};
use crate::shell::frame::bar::press;
use crate::shell::frame::play_settings::{loop_button, speeds};
use crate::shell::keyboard::commands::Command;
use crate::shell::state::{use_select, use_store};
use crate::shell::widgets::icon_button;
use crate::shell::words::t;
use draw::icons;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[component]
pub fn Transport() -> Html {
    let store = use_store();
    let player = use_player();
    let (playing, looping, speed, comparing) = use_select(|state| {
        let comparing = state.compare.is_some();
        (state.playing, state.looping, state.speed, comparing)
    });
    let (clock, stats) = (use_node_ref(), use_node_ref());
    use_painters(comparing, {
        let (clock, stats, store) = (clock.clone(), stats.clone(), store.clone());
        move |comparing| {
            let elements = clock.cast::<Element>().zip(stats.cast::<Element>());
            let painter = elements.map(|(clock, stats)| -> Rc<dyn Painter> {
                match comparing {
                    true => Rc::new(ComparisonClock::new(clock, stats)),
                    false => Rc::new(ClockPainter::new(clock, stats, store)),
                }
            });
            painter.into_iter().collect()
        }
    });
    let press = |name: Command| press(&store, &player, name);
    let (icon, word) = if playing { (icons::PAUSE, "ui-pause") } else { (icons::PLAY, "ui-play") };
    html! {
        <section class="trans" aria-label={t("ui-transport")}>
            <div class="tb">
                { icon_button(icons::PREV_PHASE, t("key-previous-phase"), "more", None, press(Command::Phase(Direction::Back))) }
                { icon_button(icons::PREV_EVENT, t("key-previous-event"), "", None, press(Command::Event(Direction::Back))) }
                { icon_button(icon, t(word), "play", None, press(Command::PlayPause)) }
                { icon_button(icons::NEXT_EVENT, t("key-next-event"), "", None, press(Command::Event(Direction::On))) }
                { icon_button(icons::NEXT_PHASE, t("key-next-phase"), "more", None, press(Command::Phase(Direction::On))) }
                { loop_button(&store, &player, "more", looping) }
            </div>
            { speeds(&store, "speed", "more", speed) }
            <div class="clk" ref={clock}></div>
            <div class="stats" ref={stats}></div>
        </section>
    }
}
