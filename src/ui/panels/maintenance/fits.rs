//! *Fits the window?*: how many nodes a window takes, by arithmetic, for fast, middling and slow machines.

use crate::scenario::calendar::estimate::Estimate;
use crate::scenario::calendar::verdict::hours;
use crate::ui::planner::Planner;
use crate::ui::words::{number, t, tn};
use yew::prelude::*;

pub(super) fn fits(planner: &Planner) -> Html {
    if planner.fits.is_empty() {
        return html! {};
    }
    html! {
        <section class="row">
            <h3>{ t("ui-fit-title") }</h3>
            { for planner.fits.iter().map(|(pool, estimate)| table(pool, estimate)) }
            <p class="src">{ t("ui-fit-lead") }{ " " }<span class="chip rule">{ "MW-18" }</span></p>
        </section>
    }
}

fn table(pool: &str, one: &Estimate) -> Html {
    let seconds = |three: [i64; 3]| three.map(|secs| format!("{} s", number(secs)));
    let a_window = one.node.map(|node| {
        let rounds = (one.window + node.max(1) - 1).div_euclid(node.max(1));
        number(one.parallel.max(1) * rounds)
    });
    let rows = [
        (t("ui-fit-boot"), seconds(one.boot)),
        (
            tn("ui-fit-node", &[("grace", one.grace.into())]),
            seconds(one.node),
        ),
        (
            tn("ui-fit-window", &[("window", hours(one.window).into())]),
            a_window,
        ),
    ];
    let all = one.windows().map(number);
    html! {
        <table class="fit">
            <thead><tr><th scope="col">{ pool }</th><th scope="col">{ "p10" }</th><th scope="col">{ "p50" }</th><th scope="col">{ "p90" }</th></tr></thead>
            <tbody>
                { for rows.into_iter().map(|(name, three)| html! {
                    <tr><th scope="row">{ name }</th>{ for three.into_iter().map(|text| html! { <td>{ text }</td> }) }</tr>
                }) }
                <tr class="sum">
                    <th scope="row">{ tn("ui-fit-windows", &[("n", one.nodes.into())]) }</th>
                    { for all.into_iter().map(|text| html! { <td>{ text }</td> }) }
                </tr>
            </tbody>
        </table>
    }
}
