//! The tables: only the rows in view are in the document, so that a hundred thousand of them scroll like ten.

use super::strip::decided;
use super::{LogReader, Msg};
use crate::log_reader::answer::{HeldKind, HeldState, LogCluster, LogHold, place};
use crate::log_reader::rows::{self, Column, LogTab, clock, explained, shared};
use crate::shell::dates::length;
use crate::shell::widgets::rows_in_view::{RowsInView, sorted_head};
use crate::shell::widgets::{rule_link, value_of};
use crate::shell::words::{number, t, tn};
use yew::html::Scope;
use yew::prelude::*;

pub(super) const SCROLLER: &str = "log-rows";

/// How many rows a table has.
pub(super) fn count(cluster: &LogCluster, tab: LogTab) -> usize {
    match tab {
        LogTab::Events => cluster.decisions.len() + cluster.pod_events.len(),
        _ => cluster.holds.iter().filter(|one| tab.has(one.kind)).count(),
    }
}

pub(super) fn tables(page: &LogReader, cluster: &LogCluster, link: &Scope<LogReader>) -> Html {
    let listing = &page.look.listing;
    let filter = link.callback(|event: InputEvent| Msg::Filter(value_of(&event)));
    let tabs = LogTab::ALL.map(|(tab, key)| {
        let pressed = (tab == listing.tab).to_string();
        let choose = link.callback(move |_: MouseEvent| Msg::Tab(tab));
        let n = number(count(cluster, tab) as i64);
        html! { <button type="button" aria-pressed={pressed} onclick={choose}>{ t(key) }{ " " }<b>{ n }</b></button> }
    });
    html! {
        <section class="card log-table" id="log-answer">
            <div class="log-table-head">
                <h2>{ t("autolog-who") }</h2>
                <span class="seg" role="group" aria-label={t("autolog-who")}>{ for tabs }</span>
                if listing.tab != LogTab::Events {
                    <input type="search" aria-label={t("autolog-filter")} placeholder={t("autolog-filter")} value={listing.filter.clone()} oninput={filter} />
                }
            </div>
            if listing.tab == LogTab::Events {
                { events(page, cluster, link) }
            } else {
                { holds(page, cluster, link) }
            }
        </section>
    }
}

/// The table's frame, which has only the rows in view.
fn windowed(
    page: &LogReader,
    link: &Scope<LogReader>,
    head: Html,
    len: usize,
    row: impl Fn(usize) -> Html,
) -> Html {
    let table = RowsInView {
        id: SCROLLER,
        label: t("autolog-who"),
        class: match page.look.listing.tab {
            LogTab::Nodes => "nodes",
            LogTab::Events => "events",
            LogTab::Pods | LogTab::Pools => "",
        },
        scrolled: page.scrolled,
        len,
        onscroll: link.callback(Msg::Scrolled),
        onmove: link.callback(Msg::Move),
    };
    table.html(head, t("autolog-no-rows"), row)
}

fn holds(page: &LogReader, cluster: &LogCluster, link: &Scope<LogReader>) -> Html {
    let listing = &page.look.listing;
    let rows = &page.rows;
    let of_nodes = listing.tab == LogTab::Nodes;
    let head = |key: &str, by: Option<Column>| {
        let Some(by) = by else {
            return html! { <th scope="col">{ t(key) }</th> };
        };
        let sorted = (listing.by == by).then_some(listing.descending);
        sorted_head(t(key), sorted, link.callback(move |_: MouseEvent| Msg::Sort(by)))
    };
    let heads = html! {
        <thead><tr>
            { head("autolog-col-name", Some(Column::Name)) }
            if of_nodes { { head("autolog-col-used", None) } }
            { head("autolog-col-code", Some(Column::Code)) }
            { head("autolog-col-parameter", None) }
            { head("autolog-col-since", Some(Column::Since)) }
            { head("autolog-col-logged", Some(Column::Logged)) }
            { head("autolog-col-remedy", None) }
            { head("autolog-col-rule", None) }
        </tr></thead>
    };
    let cuts: &[(String, usize)] = if of_nodes { &page.cuts } else { &[] };
    windowed(page, link, heads, rows.len(), |at| {
        let no = rows[at];
        let one = &cluster.holds[no];
        let choose = link.callback(move |_: MouseEvent| Msg::Choose(no));
        let chosen = page.look.chosen == Some(no);
        let class =
            classes!((one.state != HeldState::Held).then_some("past"), chosen.then_some("on"));
        html! {
            <tr key={no} {class} aria-rowindex={(at + 2).to_string()} aria-selected={chosen.to_string()} onclick={choose}>
                { cells(cluster, one, cuts, of_nodes) }
            </tr>
        }
    })
}

/// How much the names of each pool's nodes begin with.
pub(super) fn cuts(cluster: &LogCluster) -> Vec<(String, usize)> {
    let nodes = cluster.holds.iter().filter(|one| one.kind == HeldKind::Node);
    let mut named: Vec<(&str, &str)> = nodes.map(|one| (&*one.pool, &*one.name)).collect();
    base::order::sort(&mut named);
    let pools = named.chunk_by(|a, b| a.0 == b.0);
    let names =
        |pool: &[(&str, &str)]| shared(&pool.iter().map(|(_, name)| *name).collect::<Vec<_>>());
    pools.map(|pool| (pool[0].0.to_owned(), names(pool))).collect()
}

fn cells(cluster: &LogCluster, one: &LogHold, cuts: &[(String, usize)], of_nodes: bool) -> Html {
    let cut = cuts.iter().find(|(pool, _)| *pool == one.pool).map_or(0, |(_, cut)| *cut);
    let (before, own) = one.name.split_at_checked(cut).unwrap_or(("", &one.name));
    let whole = place(&one.name, &place(&one.pool, &one.zone));
    let first = one.reasons.first();
    let code = one.code();
    let short = code
        .strip_prefix("no.scale.down.node.")
        .or(code.strip_prefix("no.scale.up."))
        .unwrap_or(code);
    let more = one.reasons.len().saturating_sub(1);
    let known = first.and_then(explained);
    let about = first.map(about).unwrap_or_default();
    let (means, remedy, rules) = known
        .clone()
        .unwrap_or_else(|| (t("autolog-unknown-code"), t("autolog-no-remedy"), Vec::new()));
    let state = if one.state == HeldState::Held { String::new() } else { t(one.state.key()) };
    let since = clock(cluster, one.since);
    let held = length(cluster.until.max(one.last) - one.since);
    let timing = if state.is_empty() { held } else { state };
    html! {
        <>
            <th scope="row" title={whole.clone()}>
                if one.kind == HeldKind::Group {
                    { place(&one.pool, &one.zone) }
                } else if before.is_empty() {
                    { own }
                } else {
                    <span class="quiet">{ &one.pool }{ " …" }</span>{ own }
                }
                if one.count > 1 { <span class="quiet">{ " ×" }{ number(one.count) }</span> }
            </th>
            if of_nodes {
                <td class="n">{ one.used.map(|(cpu, memory)| tn("autolog-used-short", &[("cpu", cpu.into()), ("memory", memory.into())])).unwrap_or_default() }</td>
            }
            <td title={format!("{code}: {means}")}>
                <code class={known.is_none().then_some("unknown")}>{ short }</code>
                if more > 0 { <span class="quiet">{ tn("autolog-more-reasons", &[("n", more.into())]) }</span> }
            </td>
            <td title={about.clone()}>{ about }</td>
            <td class="n" title={format!("{since} {timing}")}>{ since }{ " " }<span class="quiet">{ timing }</span></td>
            <td class="n">{ number(one.logged) }</td>
            <td title={remedy.clone()}>{ remedy }</td>
            <td>{ rule_link::chips(rules.get(..1).unwrap_or_default(), "") }</td>
        </>
    }
}

/// The parameters of a reason, and its groups.
pub(super) fn about(one: &crate::log_reader::answer::LogReason) -> String {
    let parts = [one.groups.join(", "), one.parameters.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// Decisions and events on Pods, in their order: positions among both.
fn in_order(cluster: &LogCluster) -> Vec<usize> {
    let told = cluster.pod_events.iter().map(|one| one.at);
    let times = cluster.decisions.iter().map(|one| one.at).chain(told);
    let mut all: Vec<(i64, usize)> = times.enumerate().map(|(no, at)| (at, no)).collect();
    base::order::sort(&mut all);
    all.into_iter().map(|(_, no)| no).collect()
}

fn said(cluster: &LogCluster, no: usize) -> String {
    match no.checked_sub(cluster.decisions.len()) {
        None => decided(&cluster.decisions[no], cluster),
        Some(no) => {
            let one = &cluster.pod_events[no];
            let args = [
                ("at", clock(cluster, one.at).into()),
                ("pod", one.pod.as_str().into()),
                ("reason", one.reason.as_str().into()),
                ("says", one.message.as_str().into()),
            ];
            tn("autolog-pod-event", &args)
        }
    }
}

/// The table of a tab as lines of fields.
pub(super) fn lines(cluster: &LogCluster, tab: LogTab, holds: &[usize]) -> Vec<Vec<String>> {
    if tab != LogTab::Events {
        return rows::lines(cluster, holds);
    }
    let said = in_order(cluster).into_iter().map(|no| vec![said(cluster, no)]);
    std::iter::once(vec![t("autolog-tab-events")]).chain(said).collect()
}

fn events(page: &LogReader, cluster: &LogCluster, link: &Scope<LogReader>) -> Html {
    let all = in_order(cluster);
    let head = html! { <thead class="vh"><tr><th scope="col">{ t("autolog-tab-events") }</th></tr></thead> };
    windowed(page, link, head, all.len(), |at| {
        let text = said(cluster, all[at]);
        html! { <tr key={at} aria-rowindex={(at + 2).to_string()}><td title={text.clone()}>{ text }</td></tr> }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_reader::answer::{LogDecision, LogReason, PodEvent};

    #[test]
    fn decisions_and_events_are_lines_of_a_file_too() {
        let decision = LogDecision {
            at: 10,
            kind: "scaleDown".to_owned(),
            what: vec![("n-1".to_owned(), 1)],
            pods: Vec::new(),
            pods_in_all: 0,
            result: "open".to_owned(),
            result_at: None,
            errors: Vec::new(),
        };
        let [pod, reason, message] = ["shop/a", "TriggeredScaleUp", "m"].map(str::to_owned);
        let cluster = LogCluster {
            until: 60,
            decisions: vec![decision],
            pod_events: vec![PodEvent { at: 5, pod, reason, message }],
            ..LogCluster::default()
        };
        assert_eq!(
            lines(&cluster, LogTab::Events, &[]).concat(),
            [
                "History",
                "00:00:05 TriggeredScaleUp on shop/a: m",
                "00:00:10 removal of n-1: no result yet",
            ]
        );
    }

    /// The group of an error is the group that it holds back.
    #[test]
    fn a_group_has_its_place_once() {
        let groups = vec!["work b".to_owned()];
        let reason = LogReason { code: "x".to_owned(), parameters: Vec::new(), groups };
        let hold = LogHold {
            kind: HeldKind::Group,
            state: HeldState::Held,
            name: "gke-work-grp".to_owned(),
            count: 1,
            pool: "work".to_owned(),
            zone: "b".to_owned(),
            used: None,
            since: 5,
            last: 5,
            until: None,
            again: None,
            logged: 1,
            reasons: vec![reason],
        };
        let cluster = LogCluster { holds: vec![hold], ..LogCluster::default() };
        assert_eq!(lines(&cluster, LogTab::Pools, &[0])[1][1], "work b");
    }
}
