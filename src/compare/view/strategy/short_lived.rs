//! Short-lived upgrades have no settings.

use super::Description;
use crate::shell::words::t;
use yew::prelude::*;

pub(super) static DESCRIPTION: Description = Description {
    label: "ui-compare-short-lived",
    short: "ui-compare-short-short-lived",
    name: |_| t("ui-compare-short-lived"),
    settings: |_| t("ui-compare-short-lived-settings"),
    fields: |_, _, _| html! {},
};
