//! How the run plays: the speed and the loop, in the transport and on a phone in the setup's sheet.

use super::bar::press;
use crate::player::{Player, Speed};
use crate::shell::keyboard::commands::Command;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, icon_button};
use crate::shell::words::{t, tn};
use draw::icons;
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

/// The choice of the speed.
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
