//! The clusters of a text: each with its name, its verdict and its window. A click shows one of them.

use super::verdict::MOST;
use super::{Checker, Msg};
use crate::shell::widgets::icon;
use crate::shell::words::{t, tn};
use yew::html::Scope;
use yew::prelude::*;

pub(super) fn clusters(checker: &Checker, link: &Scope<Checker>) -> Html {
    let all = &checker.query.clusters;
    if checker.rows.is_empty() {
        return html! {};
    }
    html! {
        <ul class="card clusters" aria-label={t("win-clusters")}>
            { for checker.rows.iter().zip(all).enumerate().map(|(no, (row, one))| {
                let (class, d) = row.seal;
                let class = match class {
                    "ok" => "i14 ok",
                    "warn" => "i14 warn",
                    _ => "i14 bad",
                };
                let shown = *one == checker.query.pasted;
                html! {
                    <li>
                        <button type="button" aria-pressed={shown.to_string()} onclick={link.callback(move |_: MouseEvent| Msg::Cluster(no))}>
                            { icon(d, class) }
                            <b><bdi>{ &one.cluster }</bdi></b>{ ": " }{ &row.title }
                            <small>{ &row.says }</small>
                        </button>
                    </li>
                }
            }) }
            if all.len() > MOST {
                <li>{ tn("ui-and-more", &[("n", (all.len() - MOST).into())]) }</li>
            }
        </ul>
    }
}
