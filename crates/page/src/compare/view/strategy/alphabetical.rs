//! Alphabetical upgrades have no settings.

use super::Description;
use crate::shell::words::t;
use yew::prelude::*;

pub(super) static DESCRIPTION: Description = Description {
    label: "ui-compare-alphabetical",
    short: "ui-compare-short-alphabetical",
    name: |_| t("ui-compare-alphabetical"),
    settings: |_| t("ui-compare-alphabetical-settings"),
    fields: |_, _, _| html! {},
};
