//! What stands below the tables: the chosen row in full, the groups of a status, what could not be read.

use super::table::about;
use super::{LogReader, Msg};
use crate::log_reader::answer::{HeldKind, HeldState, LogAnswer, LogCluster, LogHold};
use crate::log_reader::rows::{clock, explained};
use crate::shell::address::fragment::escaped;
use crate::shell::address::route::Route;
use crate::shell::dates::length;
use crate::shell::run::loaded::Run;
use crate::shell::state::Store;
use crate::shell::widgets::rule_link;
use crate::shell::words::{number, t, tm, tn};
use base::SimTime;
use web_sys::HtmlSelectElement;
use yew::html::Scope;
use yew::prelude::*;

/// Chooses one of several clusters.
pub(super) fn clusters(answer: &LogAnswer, shown: usize, link: &Scope<LogReader>) -> Html {
    if answer.clusters.len() < 2 {
        return html! {};
    }
    let choose = link.callback(|event: Event| {
        let field: HtmlSelectElement = event.target_unchecked_into();
        Msg::Cluster(usize::try_from(field.selected_index()).unwrap_or(0))
    });
    html! {
        <select aria-label={t("autolog-cluster")} onchange={choose}>
            { for answer.clusters.iter().enumerate().map(|(no, one)| {
                let name = if one.name.is_empty() { t("autolog-unnamed") } else { one.name.clone() };
                html! { <option selected={no == shown}>{ name }</option> }
            }) }
        </select>
    }
}

/// A row in full: what, why, until when, what changes it, as GKE says it.
pub(super) fn chosen(
    hold: Option<&LogHold>,
    cluster: &LogCluster,
    ctx: &Context<LogReader>,
) -> Html {
    let Some(one) = hold else {
        return html! {};
    };
    let ends = one.until.or(one.again);
    let tell = |key, name, at| tn(key, &[(name, clock(cluster, at).into())]);
    let until = match (one.state, ends) {
        (HeldState::Held, Some(at)) => tell("autolog-again", "at", at),
        (HeldState::Held, None) => {
            tn("autolog-held", &[("span", length(cluster.until - one.since).into())])
        }
        (HeldState::Waits, Some(at)) => tell("autolog-waits", "until", at),
        (HeldState::Waits, None) => t("autolog-waits-open"),
        (HeldState::Silent, _) => tell("autolog-silent", "last", one.last),
        (HeldState::Replaced, at) => tell("autolog-replaced", "at", at.unwrap_or(0)),
        (HeldState::Over, at) => tell("autolog-over", "at", at.unwrap_or(0)),
    };
    html! {
        <section class="card log-chosen" aria-label={t("autolog-chosen")}>
            <h2>{ &one.name }</h2>
            { for one.reasons.iter().map(|reason| {
                let (means, remedy, rules) = explained(reason).unwrap_or_else(|| (t("autolog-unknown-code"), t("autolog-no-remedy"), Vec::new()));
                html! {
                    <dl>
                        <dt>{ t("autolog-why") }</dt><dd>{ means }{ " " }{ rule_link::chips(&rules, "") }</dd>
                        <dt>{ t("autolog-change-it") }</dt><dd>{ remedy }</dd>
                        <dt>{ t("autolog-in-gke") }</dt><dd><code>{ &reason.code }</code>{ " " }{ about(reason) }</dd>
                    </dl>
                }
            }) }
            <dl><dt>{ t("autolog-until") }</dt><dd>{ until }</dd></dl>
            { for (one.kind == HeldKind::Node).then(|| beside(one, ctx)) }
        </section>
    }
}

/// The node in the open cluster, if it is there.
fn beside(one: &LogHold, ctx: &Context<LogReader>) -> Html {
    let store = ctx.link().context::<Store>(Callback::noop());
    let Some((store, _)) = store.filter(|_| ctx.props().run) else {
        return html! {};
    };
    let name = format!("node/{}", one.name);
    let state = store.state();
    let find = |run: &Run| query::parse_subject(&run.trace, &name, SimTime::ZERO).is_ok();
    if !state.run.as_ref().is_some_and(find) {
        return html! { <p class="quiet">{ t("autolog-not-beside") }</p> };
    }
    // The address of the cluster, with the node in place of what was selected.
    let left = state.left.address(Route::Simulator).split('&');
    let kept = left.filter(|part| !part.starts_with("select=") && !part.starts_with("tab="));
    let kept = kept.collect::<Vec<_>>().join("&");
    let href = format!("#{kept}&select={}&tab=why", escaped(&name));
    html! { <a class="btn line" {href}>{ t("autolog-show-beside") }</a> }
}

/// The groups of the latest status.
pub(super) fn statuses(cluster: &LogCluster) -> Html {
    let Some(status) = cluster.statuses.last().filter(|status| !status.groups.is_empty()) else {
        return html! {};
    };
    let shown = |n: Option<i64>| n.map_or_else(|| "–".to_owned(), number);
    html! {
        <section class="card log-status">
            <h2>{ tn("autolog-status", &[("at", clock(cluster, status.at).into()), ("state", status.state.as_str().into()), ("health", "".into())]) }</h2>
            <div class="log-scroll" tabindex="0" role="region" aria-label={t("autolog-groups")}>
                <table>
                    <thead><tr>
                        { for ["autolog-col-pool", "autolog-col-zone", "autolog-col-ready", "autolog-col-wanted", "autolog-col-limits", "autolog-col-growth", "autolog-col-since", "autolog-col-may-go"].map(|key| html! { <th scope="col">{ t(key) }</th> }) }
                    </tr></thead>
                    <tbody>
                        { for status.groups.iter().map(|one| {
                            let [ready, wanted, min, max] = one.numbers;
                            let full = wanted.is_some() && wanted == max;
                            html! {
                                <tr>
                                    <th scope="row" title={one.pool.clone()}>{ &one.pool }</th>
                                    <td>{ &one.zone }</td>
                                    <td class="n">{ shown(ready) }</td>
                                    <td class="n">{ shown(wanted) }</td>
                                    <td class="n">{ shown(min) }{ "–" }{ shown(max) }{ if full { t("autolog-full") } else { String::new() } }</td>
                                    <td title={one.error.clone()}><code>{ &one.scale_up }</code></td>
                                    <td class="n">{ one.since.map(|at| clock(cluster, at)).unwrap_or_default() }</td>
                                    <td class="n">{ number(one.candidates) }</td>
                                </tr>
                            }
                        }) }
                    </tbody>
                </table>
            </div>
        </section>
    }
}

/// What was left out, with its places.
pub(super) fn unread(answer: &LogAnswer) -> Html {
    let counts = [
        ("autolog-other-logs", answer.other_logs),
        ("autolog-repeated", answer.repeated),
        ("autolog-unread", answer.unread),
    ];
    let counts = counts.into_iter().filter(|(_, n)| *n > 0);
    let counts: Vec<Html> =
        counts.map(|(key, n)| html! { <p>{ tn(key, &[("n", n.into())]) }</p> }).collect();
    if counts.is_empty() {
        return html! {};
    }
    html! {
        <section class="card log-unread" aria-label={t("autolog-left-out")}>
            { for counts }
            <ul>
                { for answer.first_unread.iter().map(|one| html! {
                    <li>{ tn("autolog-unread-place", &[("line", one.line.into()), ("entry", one.entry.into()), ("why", tm(&one.why).into())]) }</li>
                }) }
            </ul>
        </section>
    }
}
