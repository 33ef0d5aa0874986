//! A summary below the scenario's name on a phone: strategy and size.

use crate::player::RunScene;
use crate::shell::run::loaded::Run;
use crate::shell::state::use_select;
use crate::shell::words::{t, tn};
use query::strategy;
use yew::prelude::*;

#[component]
pub fn PhoneSummary() -> Html {
    let said = use_select(|state| match &state.run {
        Some(run) => said(run),
        // Errors are shown below.
        None if state.has_errors() => String::new(),
        None => t("ui-computing"),
    });
    html! { <small class="brief" title={said.clone()}>{ said }</small> }
}

/// `SURGE 3 + 1 per zone, 12 nodes`; with several pools their number.
fn said(run: &Run) -> String {
    let nodes = run.start.nodes.len();
    let mut pools = run.plan.pools.ids().filter_map(|id| run.plan.pools.get(id));
    match (pools.next(), pools.count()) {
        (Some(pool), 0) => {
            let strategy = RunScene::speak(run, |words| {
                words.say(&strategy::settings(pool.strategy, pool.groups.len()))
            });
            tn("ui-brief", &[("strategy", strategy.into()), ("nodes", nodes.into())])
        }
        (first, more) => {
            let pools = more + usize::from(first.is_some());
            tn("ui-section-pools-note", &[("pools", pools.into()), ("nodes", nodes.into())])
        }
    }
}
