//! Short-lived upgrades have no settings.

use super::{Derived, StrategyForm};
use crate::shell::form::Fields;
use crate::shell::widgets::rule_link;
use crate::shell::words::t;
use yew::prelude::*;

pub(super) fn form(_: &Fields<'_>, _: Option<&Derived>, is_fixed: bool) -> StrategyForm {
    let settings = html! {
        if !is_fixed {
            <p class="note">{ t("ui-fixed-short-lived") }{ " " }{ rule_link::chips(&["SL-04"], "") }</p>
        }
    };
    StrategyForm { settings, ..StrategyForm::default() }
}
