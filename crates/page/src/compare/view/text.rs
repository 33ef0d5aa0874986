//! Words for variants and their results.

use crate::compare::state::{Back, Compare};
use crate::shell::words::{day_time, number, t, tn};
use base::{SimSpan, SimTime};
use model::strategy::{BatchSize, BlueGreen, Surge};
use model::{Plan, Strategy};
use query::Outcome;
use query::compare::{Number, What};
use runner::Way;
use trace::Value;

/// How variants are called, in their order.
pub(super) fn names(compare: &Compare) -> Vec<String> {
    (0..compare.variants.len())
        .map(|n| name(compare, n))
        .collect()
}

/// Which part of a variant is named.
#[derive(Clone, Copy, PartialEq)]
enum VariantStrategy {
    Surge(Surge),
    BlueGreen(BlueGreen),
    ShortLived,
    /// By its name; it is not simulated.
    Other(&'static str),
    Mixed,
}

impl From<Strategy> for VariantStrategy {
    fn from(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Surge(surge) => Self::Surge(surge),
            Strategy::BlueGreen { settings, .. } => Self::BlueGreen(settings),
            Strategy::ShortLived => Self::ShortLived,
            Strategy::NotSimulated(name) => Self::Other(name),
        }
    }
}

fn shown(compare: &Compare, n: usize) -> VariantStrategy {
    let Some(variant) = compare.variants.get(n) else {
        return VariantStrategy::Mixed;
    };
    match variant.way {
        Way::Surge(surge) => VariantStrategy::Surge(surge),
        Way::BlueGreen(rollout) => VariantStrategy::BlueGreen(rollout),
        Way::AsIs => {
            let pools = variant.run().map(|run| run.plan.pools.values());
            let mut ways = (pools.into_iter().flatten()).map(|pool| pool.strategy.into());
            let first = ways.next().unwrap_or(VariantStrategy::Mixed);
            if ways.all(|other| other == first) {
                first
            } else {
                VariantStrategy::Mixed
            }
        }
    }
}

pub(super) fn name(compare: &Compare, n: usize) -> String {
    match shown(compare, n) {
        VariantStrategy::Mixed => t("ui-compare-as-is"),
        VariantStrategy::Surge(surge) => tn("ui-compare-surge", &surge_args(surge)),
        VariantStrategy::BlueGreen(_) => t("ui-compare-blue-green"),
        VariantStrategy::ShortLived => t("ui-compare-short-lived"),
        VariantStrategy::Other(name) => name.to_owned(),
    }
}

/// Is it called by how it upgrades, and not by whose it is?
pub(super) fn is_one_way(compare: &Compare, n: usize) -> bool {
    shown(compare, n) != VariantStrategy::Mixed
}

/// In a column of the table.
pub(super) fn short(compare: &Compare, n: usize) -> String {
    match shown(compare, n) {
        VariantStrategy::Mixed => t("ui-compare-short-as-is"),
        VariantStrategy::Surge(_) => t("ui-compare-short-surge"),
        VariantStrategy::BlueGreen(_) => t("ui-compare-short-blue-green"),
        VariantStrategy::ShortLived => t("ui-compare-short-short-lived"),
        VariantStrategy::Other(name) => name.to_owned(),
    }
}

pub(super) fn settings(compare: &Compare, n: usize) -> String {
    let shown = shown(compare, n);
    let run = compare.variants.get(n).and_then(|one| one.run());
    match (shown, run) {
        (VariantStrategy::Mixed, Some(run)) => {
            let each = run.plan.pools.values().map(|pool| {
                let how = how(pool.strategy.into());
                let args = [("pool", pool.name.as_str().into()), ("how", how.into())];
                tn("ui-compare-pool", &args)
            });
            each.collect::<Vec<_>>().join("; ")
        }
        _ => how(shown),
    }
}

fn how(shown: VariantStrategy) -> String {
    match shown {
        VariantStrategy::Mixed => t("ui-compare-mixed"),
        VariantStrategy::Surge(surge) => tn("ui-compare-surge-settings", &surge_args(surge)),
        VariantStrategy::ShortLived => t("ui-compare-short-lived-settings"),
        VariantStrategy::Other(name) => name.to_owned(),
        VariantStrategy::BlueGreen(rollout) => {
            let (batch, unit) = match rollout.batch {
                BatchSize::Nodes(nodes) => (number(nodes), "nodes"),
                BatchSize::Part(part) => (part.to_string(), "part"),
            };
            let args = [
                ("batch", batch.into()),
                ("unit", unit.into()),
                ("soak", rollout.batch_soak.into()),
                ("pool", rollout.pool_soak.into()),
            ];
            tn("ui-compare-blue-green-settings", &args)
        }
    }
}

fn surge_args(surge: Surge) -> [(&'static str, Value); 2] {
    [
        ("surge", surge.max_surge.into()),
        ("unavailable", surge.max_unavailable.into()),
    ]
}

/// `11:02`, `1:38:01`
pub(super) fn clock(span: SimSpan) -> String {
    let secs = span.secs();
    let (hours, minutes, seconds) = (secs / 3600, secs / 60 % 60, secs % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

pub(super) fn figure(figure: Number) -> String {
    match figure {
        Number::Nothing => "–".to_owned(),
        Number::Span(span) => clock(span),
        Number::Count(n) => number(n),
        Number::Within(n, quota) => {
            let args = [("n", n.into()), ("quota", quota.into())];
            tn("ui-compare-within", &args)
        }
        Number::Of(n, of) => tn("ui-compare-of", &[("n", n.into()), ("of", of.into())]),
        Number::Mean(n, of) => format!("{:.2}", f64::from(n) / f64::from(of.max(1))),
        Number::NodeTime(ms) => hours(ms),
    }
}

/// Hours of nodes, in hundredths.
pub(super) fn hours(ms: i64) -> String {
    format!("{:.2}", ms as f64 / 3_600_000.0)
}

/// What a line of the table is about.
pub(super) fn what(what: What, plan: &Plan) -> String {
    let key = match what {
        What::Duration => "ui-compare-duration",
        What::Windows => "ui-compare-windows",
        What::Drained => "ui-compare-drained",
        What::NodesMax => "ui-compare-nodes-max",
        What::NodesMin => "ui-compare-nodes-min",
        What::ExtraNodes => "ui-compare-extra",
        What::NodeTime => "ui-compare-node-hours",
        What::Evictions => "ui-compare-evictions",
        What::Forced => "ui-compare-forced",
        What::Moves => "ui-compare-moves",
        What::MovesMax => "ui-compare-moves-max",
        What::MovedAgain => "ui-compare-moved-again",
        What::Blocked => "ui-compare-blocked",
        What::Ready(workload) => {
            let name = plan.workloads.get(workload);
            let name = name.map_or("", |workload| &workload.name);
            return tn("ui-compare-ready", &[("name", name.into())]);
        }
    };
    t(key)
}

/// The outcome of the upgrades, in a word or two.
pub(super) fn outcome(outcome: Outcome) -> String {
    t(match outcome {
        Outcome::Succeeded => "ui-compare-succeeded",
        Outcome::RolledBack => "ui-compare-rolled-back",
        Outcome::Cancelled => "ui-compare-cancelled",
        Outcome::Paused => "ui-compare-paused",
        Outcome::Limit => "ui-compare-limit",
        Outcome::Stuck => "ui-compare-stuck",
        Outcome::Failed => "ui-compare-failed",
        Outcome::Idle => "ui-compare-idle",
    })
}

/// How long the way back from the middle is, and which instant that is.
pub(super) fn back(back: Option<Back>, start_unix_ms: i64) -> String {
    let day = |at: SimTime| ("at", day_time(start_unix_ms, at.ms()).into());

    match back {
        None => t("ui-compare-computing"),
        Some(Back::Nothing) => t("ui-compare-back-nothing"),
        Some(Back::NoWay) => t("ui-compare-back-no-way"),
        Some(Back::Never(at)) => tn("ui-compare-back-never", &[day(at)]),
        Some(Back::Unknown) => t("ui-compare-back-unknown"),
        Some(Back::Took(span, at)) => {
            tn("ui-compare-back", &[("took", clock(span).into()), day(at)])
        }
    }
}
