//! Decisions over time: the number of held nodes in layers, Pods that wait as bars, decisions as marks.

use crate::log_reader::answer::{HeldKind, LogCluster, LogDecision, LogHold};
use crate::log_reader::rows::{clock, explained};
use crate::log_reader::strip::{LAYERS, end, outline, share, steps, ticks};
use crate::shell::words::{t, tn};
use yew::prelude::*;

/// How many Pods have a bar, and how many decisions a mark.
const BARS: usize = 6;
const MARKS: usize = 400;

/// Heights in pixels: of the steps, of a Pod's bar, of the marks.
const STEPS_PX: u32 = 70;
const BAR_PX: u32 = 18;
const MARKS_PX: u32 = 22;

pub(super) fn strip(cluster: &LogCluster) -> Html {
    if cluster.until <= cluster.from {
        return html! {};
    }
    let steps = steps(cluster);
    let most = steps.iter().map(|(_, counts)| counts[3]).max().unwrap_or(0);
    let ground = if most > 0 { STEPS_PX } else { 0 };
    let waiting: Vec<&LogHold> =
        cluster.holds.iter().filter(|one| one.kind == HeldKind::Pods).take(BARS).collect();
    let marks = ground + BAR_PX * waiting.len() as u32;
    let axis = marks + MARKS_PX;
    let bars =
        waiting.iter().enumerate().map(|(no, one)| bar(one, cluster, ground + BAR_PX * no as u32));
    html! {
        <section class="card log-strip" aria-label={t("autolog-strip")}>
            <div class="log-strip-head">
                <h2>{ t("autolog-strip") }</h2>
                { for LAYERS.iter().map(|(class, key)| html! { <span class="log-key"><i class={*class} />{ t(key) }</span> }) }
            </div>
            <svg class="log-chart" width="100%" height={(axis + 20).to_string()} role="img" aria-label={tn("autolog-most", &[("n", most.into())])}>
                if most > 0 {
                    <svg width="100%" height={(STEPS_PX - 6).to_string()} viewBox="0 0 1000 100" preserveAspectRatio="none">
                        { for (0..LAYERS.len()).rev().map(|no| html! { <path class={LAYERS[no].0} d={outline(&steps, no, cluster, most)} /> }) }
                    </svg>
                    <text class="halo" x="100%" dx="-4" y="12" text-anchor="end">{ tn("autolog-most", &[("n", most.into())]) }</text>
                }
                { for bars }
                { for cluster.decisions.iter().take(MARKS).map(|one| html! {
                    <text class={one.result.clone()} x={percent(one.at, cluster)} y={(marks + 14).to_string()} text-anchor="middle">{ mark(one) }<title>{ decided(one, cluster) }</title></text>
                }) }
                <line x2="100%" y1={axis.to_string()} y2={axis.to_string()} />
                { for ticks(cluster).into_iter().enumerate().map(|(no, at)| html! {
                    <text class={classes!("tick", (no % 2 == 1).then_some("odd"))} x={percent(at, cluster)} y={(axis + 14).to_string()} text-anchor="middle">{ clock(cluster, at) }</text>
                }) }
            </svg>
        </section>
    }
}

fn percent(at: i64, cluster: &LogCluster) -> String {
    format!("{:.2}%", share(at, cluster) / 10.0)
}

/// How long Pods wait.
fn bar(one: &LogHold, cluster: &LogCluster, top: u32) -> Html {
    let (from, to) = (share(one.since, cluster), share(end(one, cluster.until), cluster));
    let width = format!("{:.2}%", ((to - from) / 10.0).max(0.4));
    let x = percent(one.since, cluster);
    let why = one.reasons.iter().find_map(explained).map(|(means, ..)| means);
    // In the last part of the strip there is no room behind the beginning.
    let (anchor, dx) = if from > 700.0 { ("end", "-4") } else { ("start", "4") };
    html! {
        <g>
            <rect x={x.clone()} y={(top + 5).to_string()} {width} height="9" rx="4" />
            <text class="halo" {x} {dx} y={(top + 14).to_string()} text-anchor={anchor}>{ &one.name }</text>
            <title>{ format!("{} {}", one.name, why.unwrap_or_default()) }</title>
        </g>
    }
}

fn mark(one: &LogDecision) -> String {
    let n: i64 = one.what.iter().map(|(_, n)| n).sum();
    match (one.kind.as_str(), one.result.as_str()) {
        ("scaleUp", "failed") => format!("⊘{n}"),
        ("scaleUp", _) => format!("▲{n}"),
        (_, "failed") => "⊘".to_owned(),
        ("scaleDown", _) => format!("✕{n}"),
        ("nodePoolCreated", _) => "＋".to_owned(),
        _ => "•".to_owned(),
    }
}

/// A decision in one sentence.
pub(super) fn decided(one: &LogDecision, cluster: &LogCluster) -> String {
    let listed = |all: &[(String, i64)], counts: bool| {
        let text =
            |(name, n): &(String, i64)| if counts { format!("{name} +{n}") } else { name.clone() };
        all.iter().take(6).map(text).collect::<Vec<_>>().join(", ")
    };
    let pods = one.pods.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
    let what = match one.kind.as_str() {
        "scaleUp" => tn(
            "autolog-scale-up",
            &[
                ("groups", listed(&one.what, true).into()),
                ("n", one.pods_in_all.into()),
                ("pods", pods.into()),
            ],
        ),
        "scaleDown" => tn("autolog-scale-down", &[("nodes", listed(&one.what, false).into())]),
        "nodePoolCreated" => {
            tn("autolog-pool-created", &[("pools", listed(&one.what, false).into())])
        }
        "nodePoolDeleted" => {
            tn("autolog-pool-deleted", &[("pools", listed(&one.what, false).into())])
        }
        _ => t("autolog-unknown-decision"),
    };
    let at = one.result_at.map(|at| clock(cluster, at)).unwrap_or_default();
    let result = match one.result.as_str() {
        "done" => tn("autolog-done", &[("at", at.into())]),
        "failed" => tn("autolog-failed", &[("at", at.into())]),
        "given-up" => t("autolog-given-up"),
        _ => t("autolog-open"),
    };
    let why: Vec<String> = one.errors.iter().map(|error| error.code.clone()).collect();
    let text = tn(
        "autolog-decision",
        &[("at", clock(cluster, one.at).into()), ("what", what.into()), ("result", result.into())],
    );
    format!("{text} {}", why.join(", ")).trim_end().to_owned()
}
