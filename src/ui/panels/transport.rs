//! The transport: play, steps, speed, the clock and the numbers of this instant.

use crate::draw::icons;
use crate::ui::action::Action;
use crate::ui::app::use_deck;
use crate::ui::clock::Speed;
use crate::ui::commands::{Command, Way};
use crate::ui::live::text::ClockLive;
use crate::ui::parts::{Choice, IconButton};
use crate::ui::store::{use_select, use_store};
use crate::ui::words::{t, tn};
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

#[component]
pub fn Transport() -> Html {
    let store = use_store();
    let deck = use_deck();
    let playing = use_select(|state| state.playing);
    let looping = use_select(|state| state.looping);
    let speed = use_select(|state| state.speed);
    let (clock, stats) = (use_node_ref(), use_node_ref());
    {
        let (clock, stats, deck) = (clock.clone(), stats.clone(), deck.clone());
        use_effect_with((), move |()| {
            let no = clock
                .cast::<Element>()
                .zip(stats.cast::<Element>())
                .map(|(clock, stats)| deck.attach(Rc::new(ClockLive::new(clock, stats))));
            move || {
                if let Some(no) = no {
                    deck.detach(no);
                }
            }
        });
    }
    let on = |command: Command| {
        let deck = deck.clone();
        Callback::from(move |_: MouseEvent| deck.command(command))
    };
    let choose =
        store.on(|value: String| Action::Speed(value.parse().map_or(Speed::Auto, Speed::Times)));
    let (icon, word) = if playing {
        (icons::PAUSE, "ui-pause")
    } else {
        (icons::PLAY, "ui-play")
    };
    html! {
        <div class="trans" role="group" aria-label={t("ui-transport")}>
            <div class="tb">
                <IconButton d={icons::PREV_PHASE} class="more" name={t("key-previous-phase")} onclick={on(Command::Phase(Way::Back))} />
                <IconButton d={icons::PREV_EVENT} name={t("key-previous-event")} onclick={on(Command::Event(Way::Back))} />
                <IconButton d={icon} class="play" name={t(word)} onclick={on(Command::PlayPause)} />
                <IconButton d={icons::NEXT_EVENT} name={t("key-next-event")} onclick={on(Command::Event(Way::On))} />
                <IconButton d={icons::NEXT_PHASE} class="more" name={t("key-next-phase")} onclick={on(Command::Phase(Way::On))} />
                <IconButton d={icons::LOOP} class="more" name={t("key-loop")} pressed={Some(looping)} onclick={on(Command::Loop)} />
            </div>
            <Choice id="speed" class="more" name={Some(t("ui-speed"))} value={speed_value(speed)} onchange={choose}
                options={Speed::ALL.into_iter().map(|speed| (speed_value(speed), speed_name(speed))).collect::<Vec<_>>()} />
            <div class="clk" ref={clock}></div>
            <div class="stats" ref={stats}></div>
        </div>
    }
}
