//! Decisions over time: the number of held nodes in layers, Pods that wait as bars, decisions as marks.

use crate::log_reader::answer::{HeldKind, LogCluster, LogDecision, LogHold};
use crate::log_reader::rows::{clock, explained};
use crate::log_reader::strip::{LAYERS, end, outline, share, steps, ticks};
use crate::shell::words::{t, tn};
use yew::prelude::*;

/// How many Pods have a bar, decisions a mark, and groups or nodes a name in a sentence.
const BARS: usize = 6;
const MARKS: usize = 400;
const NAMES: usize = 6;

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
                { for cluster.decisions.iter().take(MARKS).map(|one| {
                    let [mark, failed] = mark(one);
                    html! { <text x={percent(one.at, cluster)} y={(marks + 14).to_string()} text-anchor="middle">{ mark }<tspan class="failed">{ failed }</tspan><title>{ decided(one, cluster) }</title></text> }
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

/// What of a decision has failed: what its errors name, or all of it.
fn failed(one: &LogDecision) -> Vec<(String, i64)> {
    let mut named = one.what.clone();
    named.retain(|(name, _)| {
        one.errors.iter().any(|why| why.groups.contains(name) || why.parameters.contains(name))
    });
    if named.is_empty() && one.result == "failed" { one.what.clone() } else { named }
}

/// The sign of a decision with its number, and that of what has failed of it.
fn mark(one: &LogDecision) -> [String; 2] {
    let sum = |all: &[(String, i64)]| all.iter().map(|(_, n)| n).sum::<i64>();
    let failed = sum(&failed(one));
    let counted = |sign: &str, n| if n > 0 { format!("{sign}{n}") } else { String::new() };
    let sign = match (one.kind.as_str(), one.result.as_str()) {
        ("scaleUp", _) => "▲",
        ("scaleDown", _) => "✕",
        (_, "failed") => return [String::new(), "⊘".to_owned()],
        ("nodePoolCreated", _) => return ["＋".to_owned(), String::new()],
        _ => return ["•".to_owned(), String::new()],
    };
    [counted(sign, sum(&one.what) - failed), counted("⊘", failed)]
}

/// A decision in one sentence.
pub(super) fn decided(one: &LogDecision, cluster: &LogCluster) -> String {
    let grows = one.kind == "scaleUp";
    let listed = |all: &[(String, i64)]| {
        let text =
            |(name, n): &(String, i64)| if grows { format!("{name} +{n}") } else { name.clone() };
        let mut named: Vec<String> = all.iter().take(NAMES).map(text).collect();
        if all.len() > NAMES {
            named.push(tn("ui-and-more", &[("n", (all.len() - NAMES).into())]));
        }
        named.join(", ")
    };
    let what = listed(&one.what);
    let pods = one.pods.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
    let what = match one.kind.as_str() {
        "scaleUp" => tn(
            "autolog-scale-up",
            &[("groups", what.into()), ("n", one.pods_in_all.into()), ("pods", pods.into())],
        ),
        "scaleDown" => tn("autolog-scale-down", &[("nodes", what.into())]),
        "nodePoolCreated" => tn("autolog-pool-created", &[("pools", what.into())]),
        "nodePoolDeleted" => tn("autolog-pool-deleted", &[("pools", what.into())]),
        _ => t("autolog-unknown-decision"),
    };
    let at = one.result_at.map(|at| clock(cluster, at)).unwrap_or_default();
    let failed = failed(one);
    let result = match one.result.as_str() {
        "done" => tn("autolog-done", &[("at", at.into())]),
        "failed" if failed.len() < one.what.len() => {
            tn("autolog-failed-of", &[("what", listed(&failed).into()), ("at", at.into())])
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_reader::answer::LogReason;

    fn decision(kind: &str, what: &[(&str, i64)], errors: Vec<LogReason>) -> LogDecision {
        let result = if errors.is_empty() { "done" } else { "failed" };
        LogDecision {
            at: 10,
            kind: kind.to_owned(),
            what: what.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect(),
            pods: Vec::new(),
            pods_in_all: 5,
            result: result.to_owned(),
            result_at: Some(42),
            errors,
        }
    }

    fn error(parameter: &str, group: Option<&str>) -> LogReason {
        let (code, parameters) = ("code".to_owned(), vec![parameter.to_owned()]);
        LogReason { code, parameters, groups: group.map(str::to_owned).into_iter().collect() }
    }

    fn said(one: &LogDecision) -> String {
        format!(
            "{} {}",
            mark(one).concat(),
            decided(one, &LogCluster { until: 60, ..LogCluster::default() })
        )
    }

    /// What the errors name has failed, and nothing is said against the rest.
    #[test]
    fn only_what_errors_name_has_failed() {
        let groups = [("work a", 2), ("work b", 2), ("work c", 1)];
        let of_c = error("gke-work-3c-grp", Some("work c"));
        assert_eq!(
            said(&decision("scaleUp", &groups, vec![of_c.clone()])),
            "▲4⊘1 00:00:10 scale-up of work a +2, work b +2, work c +1 for 5 Pods: : work c +1 failed 00:00:42 code"
        );
        assert_eq!(mark(&decision("scaleUp", &groups[2..], vec![of_c])), ["", "⊘1"]);
        assert_eq!(mark(&decision("scaleUp", &groups, vec![error("?", None)])), ["", "⊘5"]);
        let nodes = [("n-1", 1), ("n-2", 1)];
        assert_eq!(
            said(&decision("scaleDown", &nodes, vec![error("n-2", None)])),
            "✕1⊘1 00:00:10 removal of n-1, n-2: n-2 failed 00:00:42 code"
        );
    }

    #[test]
    fn a_long_list_says_how_many_more_there_are() {
        let names: Vec<String> = (1..=64).map(|no| format!("n-{no}")).collect();
        let nodes: Vec<(&str, i64)> = names.iter().map(|name| (&**name, 1)).collect();
        assert_eq!(
            said(&decision("scaleDown", &nodes, Vec::new())),
            "✕64 00:00:10 removal of n-1, n-2, n-3, n-4, n-5, n-6, and 58 more: done 00:00:42"
        );
    }
}
