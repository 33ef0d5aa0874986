//! *Fits the window?*: how many windows the upgrade of a pool takes, by arithmetic at once and by running it when asked to.

use crate::maintenance;
use crate::maintenance::background::Came;
use crate::maintenance::calendar::zone;
use crate::maintenance::policy;
use crate::maintenance::policy::{DAY, Planner};
use crate::shell::action::Action;
use crate::shell::shared::Shared;
use crate::shell::store::use_store;
use crate::shell::words::{number, t, tm, tn};
use base::SimTime;
use runner::fit::{Fit, Lever, MachineColumn, Machines, Reach, SEEDS};
use runner::{Fault, RECORDS_AT_MOST};
use scenario::calendar::Zone;
use scenario::calendar::day::clock;
use scenario::calendar::day::hours;
use scenario::calendar::day::{self, day_month, short};
use scenario::calendar::zone::to_local;
use scenario::edit::Edit;
use scenario::estimate::Estimate;
use scenario::json::Json;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub(super) struct Props {
    pub json: Shared<Json>,
    /// By the browser's own clocks.
    pub local: bool,
}

/// Nothing is run before somebody asks; from then on what is edited is run again.
#[component]
pub(super) fn Fits(props: &Props) -> Html {
    let store = use_store();
    let onset = use_callback((), move |edit: Edit, ()| store.send(Action::Edit(edit)));
    let Props { json, local } = props.clone();
    html! { <Runs {json} {local} {onset} /> }
}

#[derive(Clone, PartialEq, Properties)]
struct RunsProps {
    json: Shared<Json>,
    local: bool,
    onset: Callback<Edit>,
}

enum Msg {
    Run,
    Stop,
    Came(Came),
}

#[derive(Default)]
struct Runs {
    /// By pool; empty before somebody asks.
    fits: Vec<Fit>,
    /// The one that is under way.
    at: Option<usize>,
}

impl Component for Runs {
    type Message = Msg;
    type Properties = RunsProps;

    fn create(_: &Context<Self>) -> Self {
        Self::default()
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Run => {
                if self.fits.is_empty() {
                    self.fits = asked(ctx);
                }
                self.go_on(ctx);
            }
            Msg::Stop => self.stop(),
            Msg::Came(came) => {
                if let Some(fit) = self.at.and_then(|at| self.fits.get_mut(at)) {
                    fit.told(came.as_deref().map_err(Clone::clone));
                }
                self.go_on(ctx);
            }
        }
        true
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &RunsProps) -> bool {
        if !self.fits.is_empty() {
            let new = asked(ctx);
            let alike = new.len() == self.fits.len()
                && new.iter().zip(&self.fits).all(|(new, old)| new.is_of(old));
            if !alike {
                self.fits = new;
                self.go_on(ctx);
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let planner = policy::of(&props.json);
        let Some(planner) = planner.filter(|planner| !planner.fits.is_empty()) else {
            return html! {};
        };
        let zone = zone(props.local);
        let shown = Shown {
            planner: &planner,
            zone: &*zone,
            onset: &props.onset,
        };
        let pools = planner.fits.iter().enumerate();
        html! {
            <section class="row">
                <h3>{ t("ui-fit-title") }</h3>
                { for pools.map(|(n, (pool, estimate))| shown.pool(pool, estimate.as_ref(), self.fits.get(n))) }
                { self.button(ctx) }
                <p class="src">
                    { match self.fits.is_empty() {
                        true => t("ui-fit-lead"),
                        false => tn("ui-fit-ran-lead", &[("seeds", SEEDS.into())]),
                    } }
                    { " " }<span class="chip rule">{ "MW-18" }</span>
                </p>
            </section>
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.stop();
    }
}

impl Runs {
    fn go_on(&mut self, ctx: &Context<Self>) {
        let mut fits = self.fits.iter_mut().enumerate();
        let next = fits.find_map(|(at, fit)| Some((at, fit.ask()?)));
        self.at = next.as_ref().map(|(at, _)| *at);
        if let Some((_, run)) = next {
            maintenance::background::order(run, ctx.link().callback(Msg::Came));
        }
    }

    fn stop(&mut self) {
        if self.at.take().is_some() {
            maintenance::background::stop();
        }
    }

    fn button(&self, ctx: &Context<Self>) -> Html {
        let (done, of) = self
            .fits
            .iter()
            .map(Fit::progress)
            .fold((0, 0), |(done, of), (more_done, more_of)| {
                (done + more_done, of + more_of)
            });
        let is_over = !self.fits.is_empty() && self.fits.iter().all(Fit::is_over);
        if is_over {
            return html! {};
        }
        let (msg, words): (fn() -> Msg, _) = match (self.at, self.fits.is_empty()) {
            (Some(_), _) => (|| Msg::Stop, "ui-fit-stop"),
            (None, true) => (|| Msg::Run, "ui-fit-run"),
            (None, false) => (|| Msg::Run, "ui-fit-again"),
        };
        html! {
            <p class="fit-run">
                <button type="button" class="btn line small" onclick={ctx.link().callback(move |_: MouseEvent| msg())}>{ t(words) }</button>
                if self.at.is_some() {
                    <span role="status">{ tn("ui-fit-running", &[("done", done.into()), ("of", of.into())]) }</span>
                }
            </p>
        }
    }
}

/// What is asked of the pools, in the order in which they are shown.
fn asked(ctx: &Context<Runs>) -> Vec<Fit> {
    let json = &ctx.props().json;
    let planner = policy::of(json);
    let pools = planner.iter().flat_map(|planner| &planner.fits);
    pools.filter_map(|(pool, _)| Fit::of(json, pool)).collect()
}

struct Shown<'a> {
    planner: &'a Planner,
    zone: &'a dyn Zone,
    onset: &'a Callback<Edit>,
}

impl Shown<'_> {
    fn pool(&self, pool: &str, estimate: Option<&Estimate>, fit: Option<&Fit>) -> Html {
        html! {
            <>
                <table class="fit">
                    <thead><tr><th scope="col">{ pool }</th><th scope="col">{ "p10" }</th><th scope="col">{ "p50" }</th><th scope="col">{ "p90" }</th></tr></thead>
                    <tbody>
                        { for estimate.map(estimated) }
                        { for fit.map(|fit| self.ran(fit)) }
                    </tbody>
                </table>
                { for fit.map(|fit| self.said(fit)) }
            </>
        }
    }

    /// What the runs came to.
    fn ran(&self, fit: &Fit) -> Html {
        let columns = Machines::ALL.map(|machines| fit.column(machines));
        let windows = columns.map(|column| match column {
            None => "…".to_owned(),
            Some(MachineColumn { over: None, .. }) => "–".to_owned(),
            Some(MachineColumn { fewest, most, .. }) if fewest == most => number(most),
            Some(MachineColumn { fewest, most, .. }) => {
                format!("{}–{}", number(fewest), number(most))
            }
        });
        let over = columns.map(|column| match column {
            None => String::new(),
            Some(MachineColumn { over: None, .. }) => t("ui-fit-never"),
            Some(MachineColumn { over: Some(at), .. }) => day_month(self.local(at).div_euclid(DAY)),
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

    /// The end on slow machines, and what would be enough.
    fn said(&self, fit: &Fit) -> Html {
        let wrong = fit.fault().map(|fault| match fault {
            Fault::Scenario(reasons) => reasons.iter().map(tm).collect::<Vec<_>>().join(" "),
            Fault::TooLarge => tn("ui-fit-too-large", &[("n", RECORDS_AT_MOST.into())]),
            Fault::Crashed => t("ui-compare-crashed"),
        });
        let slow = fit.column(Machines::Slow).map(|slow| match slow.over {
            Some(at) => {
                let local = self.local(at);
                let day = local.div_euclid(DAY);
                let at = format!(
                    "{} {} {}",
                    short(day::name(day)),
                    day_month(day),
                    clock(local)
                );
                tn("ui-fit-slow", &[("at", at.into()), ("n", slow.most.into())])
            }
            None => t("ui-fit-slow-never"),
        });
        let levers = fit
            .levers()
            .map(|(lever, reach)| self.lever(fit, lever, reach));
        html! {
            <>
                { for wrong.map(|wrong| html! { <p class="err">{ wrong }</p> }) }
                { for slow.map(|slow| html! { <p>{ slow }</p> }) }
                if fit.fits() == Some(false) {
                    <ul class="fit-levers">{ for levers }</ul>
                }
            </>
        }
    }

    fn lever(&self, fit: &Fit, lever: Lever, reach: Reach) -> Html {
        let say = |enough: bool, n: i64| {
            let key = match (lever, enough) {
                (Lever::MaxSurge, true) => "ui-fit-surge",
                (Lever::MaxSurge, false) => "ui-fit-surge-never",
                (Lever::Hours, true) => "ui-fit-hours",
                (Lever::Hours, false) => "ui-fit-hours-never",
            };
            tn(key, &[("n", n.into())])
        };
        match reach {
            Reach::Searching => html! {
                <li>{ t(match lever {
                    Lever::MaxSurge => "ui-fit-surge-tries",
                    Lever::Hours => "ui-fit-hours-tries",
                }) }</li>
            },
            Reach::NotWith(n) => html! { <li>{ say(false, n) }</li> },
            Reach::Enough(n) => {
                let edit = fit.edit(lever, n);
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
    let seconds = |three: [i64; 3]| three.map(|secs| format!("{} s", number(secs)));
    let a_window = one.node.map(|node| {
        let rounds = (one.window + node.max(1) - 1).div_euclid(node.max(1));
        number(one.parallel.max(1) * rounds)
    });
    let node = tn("ui-fit-node", &[("grace", one.grace.into())]);
    let window = tn("ui-fit-window", &[("window", hours(one.window).into())]);
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
