//! The inspector's *Maintenance*: the scope table at the playhead, due changes, open time, and whether upgrades fit.

use super::fits::Fits;
use crate::maintenance::calendar::{date_of, instant, time_of, use_playhead, zone};
use crate::maintenance::policy;
use crate::maintenance::policy::changes::DueChange;
use crate::maintenance::policy::{CalendarLook, DAY, Planner};
use crate::shell::dates::{day_month, length};
use crate::shell::state::{Action, Center, use_select, use_store};
use crate::shell::widgets::{icon, on};
use crate::shell::words::{t, tn};
use draw::icons;
use model::maintenance::{SCOPE_COLUMNS, Scope};
use scenario::calendar::Zone;
use scenario::calendar::available::NEEDED;
use scenario::calendar::zone::to_local;
use yew::prelude::*;

#[component]
pub fn MaintenanceTab() -> Html {
    let seen = use_select(|state| {
        let json = state.draft.as_ref().map(|draft| draft.json.clone());
        (json, state.calendar)
    });
    let store = use_store();
    let playhead = use_playhead();
    let (Some(json), look) = seen else {
        return html! {};
    };
    let Some(planner) = policy::of(&json) else {
        return html! {};
    };
    let clocks = zone(look.local);
    let at = instant(&planner, look, playhead);
    let go = Callback::from(move |at: i64| {
        let look = CalendarLook { first: None, at: Some((at, playhead)), ..look };
        store.send(Action::Calendar(look));
        store.send(Action::View(Center::Calendar, true));
    });
    html! {
        <div class="mt">
            { matrix(&planner, &*clocks, at) }
            { dated(&planner, &*clocks, at, &go) }
            { available(&planner) }
            <Fits {json} local={look.local} />
        </div>
    }
}

fn chip(rule: &'static str) -> Html {
    html! { <>{ " " }<span class="chip rule">{ rule }</span></> }
}

fn mark(blocked: bool) -> Html {
    let (d, key) = match blocked {
        true => (icons::CROSS, "ui-mx-blocked"),
        false => (icons::CHECK, "ui-mx-allowed"),
    };
    html! { <>{ icon(d, "i12") }<span class="vh">{ t(key) }</span></> }
}

/// A row for each scope, then the combined one.
fn matrix(planner: &Planner, zone: &dyn Zone, at: i64) -> Html {
    let plan = &planner.own;
    let active = |scope: Scope| {
        let all = plan.policy.exclusions.iter();
        let on = all.filter(move |one| one.scope == scope && one.span.contains(at));
        on.map(|one| one.name.as_str()).collect::<Vec<_>>()
    };
    let now = SCOPE_COLUMNS.map(|(part, kind)| plan.blockers(planner.start_ms, at, part, kind));
    let blocked = now.iter().filter(|one| !one.none()).count();
    let window = now.iter().any(|one| one.window);
    let title = match blocked {
        0 => "ui-mx-all",
        6 => "ui-mx-none",
        _ => "ui-mx-some",
    };
    let kinds = ["ui-mx-minor", "ui-mx-patch", "ui-mx-vm"];
    html! {
        <>
            <h2>{ tn(title, &[("day", date_of(at, zone).into())]) }</h2>
            <p class="sub">{ t("ui-mx-sub") }{ chip("MX-08") }{ chip("MX-13") }</p>
            if planner.due.iter().any(|one| one.by_hand) {
                <p class="quiet">{ t("ui-mx-not-held") }</p>
            }
            <table class="mx">
                <colgroup><col /><col span="6" class="c" /></colgroup>
                <thead>
                    <tr><td></td><th colspan="3" scope="colgroup">{ t("ui-mx-cp") }</th><th colspan="3" scope="colgroup">{ t("ui-mx-nodes") }</th></tr>
                    <tr><td></td>{ for kinds.iter().chain(&kinds).map(|key| html! { <th scope="col">{ t(key) }</th> }) }</tr>
                </thead>
                <tbody>
                    { for Scope::NAMES.iter().map(|(name, scope)| {
                        let on = active(*scope);
                        let set = plan.of_scope(*scope).next().is_some();
                        let small = match (on.is_empty(), set) {
                            (false, _) => tn("ui-mx-active", &[("names", on.join(", ").into())]),
                            (true, true) => t("ui-mx-inactive"),
                            (true, false) => t("ui-mx-unset"),
                        };
                        html! {
                            <tr class={classes!((!on.is_empty()).then_some("on"))}>
                                <th scope="row"><code>{ for name.split_inclusive('_').map(|part| html! { <>{ part }<wbr /></> }) }</code><small>{ small }</small></th>
                                { for SCOPE_COLUMNS.iter().map(|(part, kind)| {
                                    let blocks = scope.blocks(*part, *kind);
                                    html! { <td class={if blocks { "no" } else { "yes" }}>{ mark(blocks) }</td> }
                                }) }
                            </tr>
                        }
                    }) }
                    <tr class="all">
                        <th scope="row"><b>{ t("ui-mx-now") }</b><small>{ t(if window { "ui-mx-shut" } else { "ui-mx-any" }) }</small></th>
                        { for now.iter().map(|one| html! { <td class={if one.none() { "yes" } else { "no" }}>{ mark(!one.none()) }</td> }) }
                    </tr>
                </tbody>
            </table>
        </>
    }
}

/// When a change may start, and what it waits for until then.
fn until(planner: &Planner, one: &DueChange, zone: &dyn Zone) -> String {
    let all = &planner.own.maintenance.exclusions;
    let names: Vec<&str> = (one.blockers.exclusions())
        .filter_map(|no| all.get(no))
        .map(|one| one.name.as_str())
        .collect();
    let at = one.starts.map_or_else(String::new, |at| time_of(at, zone));
    let key = match one.starts {
        None => "ui-mx-never",
        _ if one.by_hand && one.follows() => "ui-mx-follows",
        _ if one.by_hand => "ui-mx-runs-by-hand",
        _ if !names.is_empty() => "ui-mx-until",
        Some(at) if at > one.at => "ui-mx-for-window",
        _ => "ui-mx-can-start",
    };
    tn(key, &[("names", names.join(", ").into()), ("at", at.into())])
}

/// The class, icon and word of a change's state on the day on which it is due.
fn state(one: &DueChange) -> (&'static str, &'static str, &'static str) {
    match one.mark() {
        (class @ "yes", d, _) if one.starts == Some(one.at) => (class, d, "ui-mx-on-time"),
        ("yes", ..) => ("wait", icons::CLOCK, "ui-mx-waits"),
        mark => mark,
    }
}

fn dated(planner: &Planner, zone: &dyn Zone, at: i64, go: &Callback<i64>) -> Html {
    let day = |at: i64| to_local(zone, at).div_euclid(DAY);
    html! {
        <section class="row">
            <h3>{ tn("ui-mx-dated", &[("n", planner.due.len().into())]) }</h3>
            if planner.due.is_empty() {
                <p class="quiet">{ t("ui-mx-no-dated") }</p>
            } else {
                <ol class="due">
                    { for planner.due.iter().enumerate().map(|(n, one)| {
                        let (class, d, word) = state(one);
                        let due = one.at;
                        let onclick = on(go, move |go, _: MouseEvent| go.emit(due));
                        html! {
                            <li class={classes!((day(one.at) == day(at)).then_some("on"))}>
                                <b>{ n + 1 }</b>
                                <time>{ day_month(day(one.at)) }</time>
                                <button type="button" title={t("ui-mx-show")} {onclick}>{ t(one.key()) }{ " " }<bdi>{ &one.pool }</bdi></button>
                                <span {class}>{ icon(d, "i12") }{ t(word) }</span>
                                <small>{ until(planner, one, zone) }</small>
                            </li>
                        }
                    }) }
                </ol>
                <p class="src">{ tn("ui-mx-times", &[("zone", zone.name().into())]) }{ chip("MX-14") }{ chip("MX-19") }</p>
            }
        </section>
    }
}

fn available(planner: &Planner) -> Html {
    let Some(worst) = planner.worst.filter(|_| planner.own.open.is_some()) else {
        return html! {};
    };
    // The bar ends at twice the required time.
    let part = (worst.open * 100 / (2 * NEEDED)).clamp(0, 100);
    let more = worst.open - NEEDED;
    let said = match more {
        0 => t("ui-av-just"),
        more if more > 0 => tn("ui-av-more", &[("n", length(more).into())]),
        less => tn("ui-av-less", &[("n", length(-less).into())]),
    };
    let (class, d) = if more < 0 { ("no", icons::CROSS) } else { ("yes", icons::CHECK) };
    html! {
        <section class="row">
            <h3>{ tn("ui-av-title", &[("n", worst.days.into())]) }</h3>
            <div class="av">
                <svg width="100%" height="14" aria-hidden="true">
                    <rect class="rail" y="3" width="100%" height="8" rx="4" />
                    <rect class={classes!("fill", class)} y="3" width={format!("{part}%")} height="8" rx="4" />
                    <rect class="tick" x="50%" width="2" height="14" />
                </svg>
                <b>{ tn("ui-av-is", &[("open", length(worst.open).into()), ("need", length(NEEDED).into())]) }</b>
            </div>
            <p class="src"><span class={class}>{ icon(d, "i12") }</span>{ said }{ chip("MX-22") }{ chip("MW-15") }</p>
        </section>
    }
}
