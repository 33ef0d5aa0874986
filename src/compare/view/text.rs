//! Words for variants and their results.

use super::strategy;
use crate::compare::state::choice::VariantChoice;
use crate::compare::state::{Compare, RollbackTime, Variant};
use crate::shell::dates::{day_time, offset};
use crate::shell::scenario::history::StepKind;
use crate::shell::scenario::step_words::said;
use crate::shell::words::{number, t, tn};
use base::{SimSpan, SimTime};
use model::{Plan, Strategy};
use query::Conclusion;
use query::compare::{Number, What};
use runner::{StrategyChoice, policy_name};

/// The names of the variants, in order.
pub(super) fn names(compare: &Compare) -> Vec<String> {
    (0..compare.variants.len()).map(|n| name(compare, n)).collect()
}

/// The strategy of a variant, as it runs: settings that GKE refuses are replaced (AM-103). For the scenario that of all pools;
/// `None`: they differ.
fn shown(compare: &Compare, n: usize) -> Option<Strategy> {
    let variant = compare.variants.get(n)?;
    match variant.choice.strategy() {
        Some(StrategyChoice::By(strategy)) => {
            Some(variant.refused.as_ref().map_or(strategy, |refused| refused.1))
        }
        Some(StrategyChoice::AsIs | StrategyChoice::Policy(_)) | None => {
            let mut pools = variant.run()?.plan.pools.values();
            let first = pools.next()?.strategy.own_settings();
            let same = pools.all(|pool| pool.strategy.own_settings() == first);
            same.then_some(first)
        }
    }
}

/// The change before which a variant is; `Some(None)`: the scenario beside such a variant.
fn former_name(compare: &Compare, n: usize) -> Option<Option<&StepKind>> {
    match &compare.variants.get(n)?.choice {
        VariantChoice::Former(former) => Some(Some(&former.before)),
        VariantChoice::Strategy(_) => (n == 0 && compare.has_former()).then_some(None),
    }
}

pub(super) fn name(compare: &Compare, n: usize) -> String {
    if let Some(local) = shown_policy(compare, n) {
        return policy(local);
    }
    match former_name(compare, n) {
        Some(Some(change)) => before(change),
        Some(None) => t("ui-compare-now"),
        None => shown(compare, n).map_or_else(|| t("ui-compare-as-is"), strategy::name),
    }
}

/// A traffic policy of all load balancers.
pub(super) fn policy(local: bool) -> String {
    format!("externalTrafficPolicy {}", policy_name(local))
}

/// The traffic policy of a variant that has another one; of the scenario beside it, its own.
fn shown_policy(compare: &Compare, n: usize) -> Option<bool> {
    let policy = |variant: &Variant| match variant.choice.strategy() {
        Some(StrategyChoice::Policy(local)) => Some(local),
        _ => None,
    };
    if n > 0 {
        return policy(compare.variants.get(n)?);
    }
    let local = compare.variants.iter().find_map(policy)?;
    (StrategyChoice::other_policy(&compare.of) == Some(StrategyChoice::Policy(local)))
        .then_some(!local)
}

/// The scenario before a change, in words.
pub(super) fn before(change: &StepKind) -> String {
    tn("ui-compare-before", &[("change", said(change).into())])
}

/// Is it named after its strategy?
pub(super) fn is_one_way(compare: &Compare, n: usize) -> bool {
    let named = former_name(compare, n).is_some() || shown_policy(compare, n).is_some();
    !named && shown(compare, n).is_some()
}

/// The name in a column of the table.
pub(super) fn short(compare: &Compare, n: usize) -> String {
    if let Some(local) = shown_policy(compare, n) {
        return policy_name(local).to_owned();
    }
    match former_name(compare, n) {
        Some(Some(_)) => t("ui-compare-short-before"),
        Some(None) => t("ui-compare-short-now"),
        None => shown(compare, n).map_or_else(|| t("ui-compare-short-as-is"), strategy::short),
    }
}

pub(super) fn settings(compare: &Compare, n: usize) -> String {
    if let Some(shown) = shown(compare, n) {
        return strategy::settings(shown);
    }
    let Some(run) = compare.variants.get(n).and_then(|one| one.run()) else {
        return t("ui-compare-mixed");
    };
    let each = run.plan.pools.values().map(|pool| {
        let how = strategy::settings(pool.strategy);
        let args = [("pool", pool.name.as_str().into()), ("how", how.into())];
        tn("ui-compare-pool", &args)
    });
    each.collect::<Vec<_>>().join("; ")
}

/// `11:02`, `1:38:01`, `42 d 04:17:50`
pub(super) fn clock(span: SimSpan) -> String {
    let text = offset(span.ms() as f64);
    text.strip_prefix("+0").unwrap_or(&text[1..]).to_owned()
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

/// Node hours, in hundredths.
pub(super) fn hours(ms: i64) -> String {
    format!("{:.2}", ms as f64 / 3_600_000.0)
}

/// The name of a measure.
pub(super) fn what(what: What, plan: &Plan) -> String {
    let key = match what {
        What::Duration => "ui-compare-duration",
        What::Work => "ui-compare-work",
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
        What::Lost => "ui-compare-lost",
        What::Cut => "ui-compare-cut",
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
pub(super) fn outcome(outcome: Conclusion) -> String {
    t(match outcome {
        Conclusion::Succeeded => "ui-compare-succeeded",
        Conclusion::RolledBack => "ui-compare-rolled-back",
        Conclusion::Cancelled => "ui-compare-cancelled",
        Conclusion::Paused => "ui-compare-paused",
        Conclusion::Limit => "ui-compare-limit",
        Conclusion::Stuck => "ui-compare-stuck",
        Conclusion::Failed => "ui-compare-failed",
        Conclusion::Idle => "ui-compare-idle",
    })
}

/// The duration of the rollback halfway, and its instant.
pub(super) fn back(back: Option<RollbackTime>, start_unix_ms: i64) -> String {
    let day = |at: SimTime| ("at", day_time(start_unix_ms, at.ms()).into());

    match back {
        None => t("ui-compare-computing"),
        Some(RollbackTime::Nothing) => t("ui-compare-back-nothing"),
        Some(RollbackTime::NoWay) => t("ui-compare-back-no-way"),
        Some(RollbackTime::Never(at)) => tn("ui-compare-back-never", &[day(at)]),
        Some(RollbackTime::Unknown) => t("ui-compare-back-unknown"),
        Some(RollbackTime::Took(span, at)) => {
            tn("ui-compare-back", &[("took", clock(span).into()), day(at)])
        }
    }
}
