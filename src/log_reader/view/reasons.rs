//! Every code that the autoscaler logs: what it means, what to do, and the rule behind it.

use crate::shell::widgets::rule_link;
use crate::shell::words::{attribute, t, tm};
use words::codes::{self, Code};
use yew::prelude::*;

/// A fold with all codes, which needs neither a log nor a run.
pub fn reasons() -> Html {
    let any = ["…".to_owned()];
    let row = |code: Code| {
        let says = code.says(&any);
        let rules: Vec<&'static str> = code.rules.split(',').collect();
        html! {
            <div>
                <dt><code>{ code.code }</code></dt>
                <dd>{ tm(&says) }{ ". " }{ attribute(&says, Code::REMEDY) }{ ". " }{ rule_link::chips(&rules, "") }</dd>
            </div>
        }
    };
    html! {
        <details class="log-codes">
            <summary>{ t("autolog-codes") }</summary>
            <p class="quiet">{ t("autolog-codes-lead") }</p>
            <dl>{ for codes::all().map(row) }</dl>
        </details>
    }
}
