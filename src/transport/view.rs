//! The transport: play, steps, speed, the clock and its numbers.

use super::clock::ClockPainter;
use super::comparison_clock::ComparisonClock;
use crate::player::Player;
use crate::player::attach::use_painters;
use crate::player::clock::Direction;
use crate::player::clock::Speed;
use crate::player::context::use_player;
use crate::player::painter::Painter;
use crate::shell::frame::bar::press;
use crate::shell::keyboard::commands::Command;
use crate::shell::state::action::Action;
use crate::shell::state::store::{Store, use_select, use_store};
use crate::shell::widgets::{Choice, icon_button};
use crate::shell::words::{t, tn};
use draw::icons;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

fn speed_name(speed: Speed) -> String {
    match speed {
        Speed::Auto => t("ui-speed-auto"),
        Speed::Times(n) if n < 60 => tn("ui-speed-seconds", &[("n", n.into())]),
        Speed::Times(n) if n < 3600 => tn("ui-speed-minutes", &[("n", (n / 60).into())]),
        Speed::Times(n) => tn("ui-speed-hours", &[("n", (n / 3600).into())]),
    }
}

fn speed_value(speed: Speed) -> String {
    match speed {
        Speed::Auto => "auto".to_owned(),
        Speed::Times(n) => n.to_string(),
    }
}

/// The choice of the speed. On a phone it is in the setup's sheet.
pub fn speeds(store: &Store, id: &str, class: &'static str, speed: Speed) -> Html {
    let choose =
        store.on(|value: String| Action::Speed(value.parse().map_or(Speed::Auto, Speed::Times)));
    let speeds = Choice {
        id: id.to_owned(),
        class,
        name: Some(t("ui-speed")),
        value: speed_value(speed),
        options: Speed::ALL
            .into_iter()
            .map(|speed| (speed_value(speed), speed_name(speed)))
            .collect(),
        onchange: choose,
    };
    speeds.show()
}

/// The button that loops the visible or marked part.
pub fn loop_button(store: &Store, player: &Player, class: &'static str, looping: bool) -> Html {
    let onclick = press(store, player, Command::Loop);
    icon_button(icons::LOOP, t("key-loop"), class, Some(looping), onclick)
}

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
