//! *Fits the window?*: how many windows a pool's upgrade takes, estimated at once, and simulated on request.

use crate::maintenance::calendar::zone;
use crate::maintenance::policy::{self, DAY, Planner};
use crate::maintenance::state::{FitStep, WindowFits};
use crate::shell::dates::{day_month, length, short_day};
use crate::shell::state::{Action, Shared, Store, use_select, use_store};
use crate::shell::words::{number, t, tm, tn};
use base::SimTime;
use runner::window_fit::{
    Fit, FitSetting, FitVerdict, SEEDS, SearchResult, VmSpeed, VmSpeedColumn,
};
use runner::{Fault, RECORDS_AT_MOST};
use scenario::calendar::Zone;
use scenario::calendar::day::clock;
use scenario::calendar::zone::to_local;
use scenario::edit::Edit;
use scenario::estimate::Estimate;
use scenario::json::Json;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    pub json: Shared<Json>,
    /// Use the browser's time zone.
    pub local: bool,
}

/// Runs start on request, and again after each edit.
#[component]
pub(super) fn Fits(props: &Props) -> Html {
    let store = use_store();
    let fits = use_select(|state| state.fits.clone());
    use_effect_with((), {
        let store = store.clone();
        move |()| move || store.send(Action::Fits(FitStep::Close))
    });
    let planner = policy::of(&props.json);
    let Some(planner) = planner.filter(|planner| !planner.fits.is_empty()) else {
        return html! {};
    };
    let zone = zone(props.local);
    let shown = FitTable { planner: &planner, zone: &*zone, onset: &store.on(Action::Edit) };
    let is_of = |fit: &&Fit, pool: &str| fit.upgrade().is_some_and(|(own, _)| own == pool);
    let fit = |pool: &str| {
        fits.as_ref().and_then(|fits| fits.pools().iter().find(|fit| is_of(fit, pool)))
    };
    html! {
        <section class="row">
            <h3>{ t("ui-fit-title") }</h3>
            { for planner.fits.iter().map(|(pool, estimate)| shown.pool(pool, estimate.as_ref(), fit(pool))) }
            { button(&store, fits.as_deref()) }
            <p class="src">
                { match &fits {
                    None => t("ui-fit-lead"),
                    Some(fits) if fits.pools().is_empty() => t("ui-fit-nothing"),
                    Some(fits) => {
                        let drawn = drawn(fits.all());
                        let runs = (3 * SEEDS).into();
                        let all = [("seeds", SEEDS.into()), ("runs", runs), ("drawn", drawn.into())];
                        let assumed = fits.all().and_then(Fit::assumed).map(|said| tm(&said) + " ");
                        assumed.unwrap_or_default() + &tn("ui-fit-ran-lead", &all)
                    }
                } }
                { " " }<span class="chip rule">{ "MW-18" }</span>
            </p>
        </section>
    }
}

/// Starts or stops the runs, and shows how many are done.
fn button(store: &Store, fits: Option<&WindowFits>) -> Html {
    let has_run = |fits: &WindowFits| fits.all().is_some_and(Fit::has_run);
    let is_over = |fits: &WindowFits| has_run(fits) && fits.pools().iter().all(Fit::is_over);
    if fits.is_some_and(is_over) {
        return html! {};
    }
    let running = fits.is_some_and(|fits| fits.running.is_some());
    let (step, words) = match (running, fits) {
        (true, _) => (FitStep::Stop, "ui-fit-stop"),
        (false, None) => (FitStep::Run, "ui-fit-run"),
        (false, Some(_)) => (FitStep::Run, "ui-fit-again"),
    };
    let (done, of) = fits.and_then(WindowFits::all).map_or((0, 0), Fit::progress);
    html! {
        <p class="fit-run">
            <button type="button" class="btn line small" onclick={store.on(move |_: MouseEvent| Action::Fits(step))}>{ t(words) }</button>
            if running {
                <span role="status">{ tn("ui-fit-running", &[("done", done.into()), ("of", of.into())]) }</span>
            }
        </p>
    }
}

struct FitTable<'a> {
    planner: &'a Planner,
    zone: &'a dyn Zone,
    onset: &'a Callback<Edit>,
}

impl FitTable<'_> {
    fn pool(&self, pool: &str, estimate: Option<&Estimate>, fit: Option<&Fit>) -> Html {
        html! {
            <>
                <table class="fit">
                    <thead><tr><th scope="col">{ pool }</th>{ for titles(fit).into_iter().map(|title| html! { <th scope="col">{ title }</th> }) }</tr></thead>
                    <tbody>
                        { for estimate.map(estimated) }
                        { for fit.map(|fit| self.ran(fit)) }
                    </tbody>
                </table>
                { for fit.map(|fit| self.said(fit)) }
            </>
        }
    }

    /// The results of the runs.
    fn ran(&self, fit: &Fit) -> Html {
        let columns = VmSpeed::ALL.map(|machines| fit.column(machines));
        let windows = columns.map(|column| match column {
            None => "…".to_owned(),
            Some(VmSpeedColumn { over: None, .. }) => "–".to_owned(),
            Some(VmSpeedColumn { fewest, most, .. }) if fewest == most => number(most),
            Some(VmSpeedColumn { fewest, most, .. }) => {
                format!("{}–{}", number(fewest), number(most))
            }
        });
        let over = columns.map(|column| match column {
            None => String::new(),
            Some(VmSpeedColumn { over: None, .. }) => t("ui-fit-never"),
            Some(VmSpeedColumn { over: Some(at), .. }) => day_month(self.local(at).div_euclid(DAY)),
        });
        html! {
            <>
                { row("sum", t("ui-fit-ran"), windows) }
                { row("", t("ui-fit-over"), over) }
            </>
        }
    }

    fn local(&self, at: SimTime) -> i64 {
        let at = (self.planner.start_ms + at.ms()).div_euclid(1000);
        to_local(self.zone, at)
    }

    /// The end with slow durations, and what would be enough.
    fn said(&self, fit: &Fit) -> Html {
        let wrong = fit.fault().map(|fault| match fault {
            Fault::Scenario(reasons) => reasons.iter().map(tm).collect::<Vec<_>>().join(" "),
            Fault::TooLarge => tn("ui-fit-too-large", &[("n", RECORDS_AT_MOST.into())]),
            Fault::Crashed => t("ui-compare-crashed"),
        });
        let slow = fit.column(VmSpeed::Slow).map(|slow| match slow.over {
            Some(at) => {
                let local = self.local(at);
                let day = local.div_euclid(DAY);
                let at = format!("{} {} {}", short_day(day), day_month(day), clock(local));
                let drawn = drawn(Some(fit)).into();
                tn("ui-fit-slow", &[("at", at.into()), ("n", slow.most.into()), ("drawn", drawn)])
            }
            None => tn("ui-fit-slow-never", &[("drawn", drawn(Some(fit)).into())]),
        });
        let verdict = match fit.verdict() {
            Some(FitVerdict::EndOfSupport) => Some("ui-fit-end-of-support"),
            Some(FitVerdict::Unbound) => Some("ui-fit-unbound"),
            Some(FitVerdict::Stopped) => Some("ui-fit-stopped"),
            Some(FitVerdict::GoesOn) => Some("ui-fit-goes-on"),
            _ => None,
        };
        let searches = fit.searches().map(|(setting, result)| self.search(fit, setting, result));
        html! {
            <>
                { for wrong.map(|wrong| html! { <p class="err">{ wrong }</p> }) }
                { for slow.map(|slow| html! { <p>{ slow }</p> }) }
                { for verdict.map(|key| html! { <p>{ t(key) }</p> }) }
                if fit.searches().next().is_some() {
                    <ul class="fit-settings">{ for searches }</ul>
                }
            </>
        }
    }

    fn search(&self, fit: &Fit, setting: FitSetting, result: SearchResult) -> Html {
        let say = |enough: bool, n: i64| {
            let key = match (setting, enough) {
                (FitSetting::MaxSurge, true) => "ui-fit-surge",
                (FitSetting::MaxSurge, false) => "ui-fit-surge-never",
                (FitSetting::MaxUnavailable, true) => "ui-fit-unavailable",
                (FitSetting::MaxUnavailable, false) => "ui-fit-unavailable-never",
                (FitSetting::Hours, true) => "ui-fit-hours",
                (FitSetting::Hours, false) => "ui-fit-hours-never",
            };
            tn(key, &[("n", n.into())])
        };
        match result {
            SearchResult::Searching => html! {
                <li>{ t(match setting {
                    FitSetting::MaxSurge => "ui-fit-surge-tries",
                    FitSetting::MaxUnavailable => "ui-fit-unavailable-tries",
                    FitSetting::Hours => "ui-fit-hours-tries",
                }) }</li>
            },
            SearchResult::NotWith(n) => html! { <li>{ say(false, n) }</li> },
            SearchResult::Enough(n) => {
                let edit = fit.edit(setting, n);
                let onclick = self.onset.reform(move |_: MouseEvent| edit.clone());
                html! {
                    <li>
                        { say(true, n) }{ " " }
                        <button type="button" class="btn line small" {onclick}>{ t("ui-fit-set") }</button>
                    </li>
                }
            }
        }
    }
}

/// Whether the runs differ by what they draw, as an argument of messages.
fn drawn(fit: Option<&Fit>) -> &'static str {
    if fit.is_some_and(Fit::is_drawn) { "yes" } else { "no" }
}

/// The titles of the columns.
fn titles(fit: Option<&Fit>) -> [String; 3] {
    match drawn(fit) {
        "yes" => ["p10", "p50", "p90"].map(str::to_owned),
        _ => ["ui-fit-fast", "ui-fit-median", "ui-fit-slow-title"].map(t),
    }
}

fn row(class: &'static str, name: String, three: [String; 3]) -> Html {
    html! {
        <tr {class}>
            <th scope="row">{ name }</th>
            { for three.into_iter().map(|text| html! { <td>{ text }</td> }) }
        </tr>
    }
}

/// The arithmetic of MW-18.
fn estimated(one: &Estimate) -> Html {
    let seconds = |three: [i64; 3]| three.map(|secs| tn("span-second", &[("n", secs.into())]));
    let a_window = one.node.map(|node| {
        let rounds = (one.window + node.max(1) - 1).div_euclid(node.max(1));
        number(one.parallel.max(1) * rounds)
    });
    let node = tn("ui-fit-node", &[("grace", one.grace.into())]);
    let window = tn("ui-fit-window", &[("window", length(one.window).into())]);
    let windows = tn("ui-fit-windows", &[("n", one.nodes.into())]);
    html! {
        <>
            { row("", t("ui-fit-boot"), seconds(one.boot)) }
            { row("", node, seconds(one.node)) }
            { row("", window, a_window) }
            { row("sum", windows, one.windows().map(number)) }
        </>
    }
}
