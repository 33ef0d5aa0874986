//! The settings and results of surge upgrades.

use super::{Derived, StrategyForm};
use crate::setup::advice;
use crate::shell::form::Fields;
use crate::shell::state::{Action, Center};
use crate::shell::widgets::rule_link;
use crate::shell::words::{t, tn};
use model::strategy::surge::slots;
use yew::prelude::*;

pub(super) fn form(fields: &Fields<'_>, derived: Option<&Derived>, is_fixed: bool) -> StrategyForm {
    StrategyForm {
        settings: html! {
            if !is_fixed {
                { more_control(fields) }
                { settings(fields, derived) }
            }
        },
        can_upgrade: true,
        result: html! {
            <>
                { for derived.map(result) }
                { advice::more() }
            </>
        },
    }
}

/// Links to the comparison for phases, soak and quick rollback (UP-20).
fn more_control(fields: &Fields<'_>) -> Html {
    let onclick = (fields.store).on(|_: MouseEvent| Action::View(Center::Compare, true));
    html! {
        <p class="note">
            { t("ui-more-control") }{ " " }
            <button type="button" class="link" {onclick}>{ t("ui-more-control-compare") }</button>
            { " " }{ rule_link::chips(&["UP-20"], "") }
        </p>
    }
}

fn settings(fields: &Fields<'_>, derived: Option<&Derived>) -> Html {
    let (store, doc) = (fields.store, fields.doc);
    let surge = ("upgradeSettings/maxSurge", "upgradeSettings/maxUnavailable");
    // An error of both numbers belongs to neither field.
    let of_both = doc.error(&fields.path("upgradeSettings")).filter(|_| {
        doc.error(&fields.path(surge.0)).is_none() && doc.error(&fields.path(surge.1)).is_none()
    });
    html! {
        <>
            { for derived.map(|derived| advice::settings(store, doc, &fields.at, derived.strategy.surge())) }
            { fields.setting(surge.0) }
            { fields.setting(surge.1) }
            if let Some(both) = of_both {
                <p class="error">{ both }</p>
            }
        </>
    }
}

fn result(derived: &Derived) -> Html {
    let surge = derived.strategy.surge();
    let nodes = derived.zones.iter().sum();
    let largest_zone = derived.zones.iter().copied().max().unwrap_or(0);
    let slots = slots(surge, largest_zone);
    let high = if derived.high == derived.low { 0 } else { derived.high };
    let numbers = [
        ("low", derived.low.into()),
        ("high", high.into()),
        ("slots", (slots.surge + slots.unavailable).into()),
    ];
    html! {
        <>
            <p class="derive">{ tn("ui-derived", &numbers) }</p>
            { advice::line(&words::advice::peak(surge, nodes, largest_zone)) }
        </>
    }
}
