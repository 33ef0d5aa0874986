//! The clusters of a text: each with its name, its verdict and its window. A click shows one of them.

use super::query::{Query, context};
use super::{Checker, Msg, side};
use crate::checker::partial_report;
use crate::shell::widgets::icon;
use crate::shell::words::{t, tm, tn};
use scenario::calendar::text::Pasted;
use scenario::calendar::{PolicyContext, Zone};
use yew::html::Scope;
use yew::prelude::*;

/// More clusters aren't listed.
const MOST: usize = 20;

pub(super) struct ClusterRow {
    seal: (&'static str, &'static str),
    title: String,
    says: String,
}

impl ClusterRow {
    /// The rows of several clusters.
    pub(super) fn all(query: &Query, today: i64, zone: &dyn Zone) -> Vec<Self> {
        let shown = if query.clusters.len() > 1 { MOST } else { 0 };
        let of = |one| Self::of(one, context(query, one, today), zone);
        query.clusters.iter().take(shown).map(of).collect()
    }

    fn of(one: &Pasted, context: PolicyContext, zone: &dyn Zone) -> Self {
        let (report, _) = partial_report::report_of(&one.policy, context, zone);
        let unknown = one.window_unknown;
        let says = report.understood.as_ref().filter(|_| !unknown);
        Self {
            seal: side::seal(&report, unknown),
            title: side::verdict_title(&report, unknown),
            says: says.map_or_else(String::new, |one| tm(&one.sentence.says)),
        }
    }
}

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
