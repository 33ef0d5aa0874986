//! Disruption budgets: the status that the controller computes and the answer of the eviction API.

use super::selector::Selector;
use base::quantity::IntOrPercent;
use base::{BudgetId, WorkloadId, muted};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    MinAvailable(IntOrPercent),
    MaxUnavailable(IntOrPercent),
}

/// `unhealthyPodEvictionPolicy` (BS-75).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnhealthyPodEvictionPolicy {
    #[default]
    IfHealthyBudget,
    AlwaysAllow,
}

impl Limit {
    /// Does it need the scale of the controllers (KP-04, KP-06)?
    pub fn needs_scale(self) -> bool {
        !matches!(self, Self::MinAvailable(IntOrPercent::Int(_)))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    pub namespace: String,
    pub name: String,
    /// `None`: a missing selector selects nothing, the empty one everything (KP-02).
    pub selector: Option<Selector>,
    /// The selector is invalid: the controller can't list Pods and every counter is 0 (KP-03).
    pub unreadable: bool,
    pub limit: Limit,
    pub policy: UnhealthyPodEvictionPolicy,
    /// The workloads whose Pods it selects, without later revisions.
    pub workloads: Vec<WorkloadId>,
}

/// `status` of a PodDisruptionBudget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BudgetStatus {
    pub expected_pods: i64,
    pub desired_healthy: i64,
    pub current_healthy: i64,
    pub disruptions_allowed: i64,
}

impl BudgetStatus {
    /// Reason of the condition `DisruptionAllowed` (KP-14).
    pub fn condition_reason(self) -> &'static str {
        if self.disruptions_allowed > 0 { "SufficientPods" } else { "InsufficientPods" }
    }

    /// A granted eviction takes a unit at once: a request before the next sync sees the lower number (KE-08).
    pub fn spend(&mut self) {
        self.disruptions_allowed -= i64::from(!muted("KE-08"));
    }
}

/// The controller's counts of a budget's Pods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    /// Pods in every phase, including terminating and finished ones (KP-05).
    pub pods: i64,
    /// Ready and not terminating, without a recent entry in `disruptedPods` (KP-10).
    pub healthy: i64,
    /// Σ `spec.replicas` of their controllers, each once; `None`: one of them has no scale (KP-08).
    pub scale: Option<i64>,
}

/// Computes a budget's status, or `None` if the sync fails and only writes `disruptionsAllowed = 0`
/// (KP-08, KP-09).
///
/// Rulebook: KP-04 … KP-07, KP-11, KP-16, KP-17, BS-70, BS-71. Source: Kubernetes docs, Specifying a
/// Disruption Budget.
pub fn status(limit: Limit, selected: Selected) -> Option<BudgetStatus> {
    let (expected, desired) = match limit {
        Limit::MaxUnavailable(value) => {
            let scale = selected.scale?;
            let allowed = value.scaled_up(scale);
            (scale, if muted("KP-04") { 0 } else { (scale - allowed).max(0) })
        }
        Limit::MinAvailable(IntOrPercent::Int(n)) => {
            (if muted("KP-05") { 0 } else { selected.pods }, n)
        }
        Limit::MinAvailable(value) => {
            let scale = selected.scale?;
            (scale, if muted("KP-06") { 0 } else { value.scaled_up(scale) })
        }
    };
    // KP-17: ready Pods above the scale are extra budget.
    let healthy = if muted("KP-17") { selected.healthy.min(expected) } else { selected.healthy };
    let free = healthy - desired;
    // KP-11: a budget over unmanaged Pods expects nothing and so allows nothing.
    let allowed = if free <= 0 || (expected <= 0 && !muted("KP-11")) { 0 } else { free };
    Some(BudgetStatus {
        expected_pods: expected,
        desired_healthy: desired,
        current_healthy: selected.healthy,
        disruptions_allowed: allowed,
    })
}

/// Σ `spec.replicas` of the controllers, each once; `None` if one of them has no scale (KP-07, KP-08).
/// An owner is `None` if its kind has no scale.
pub fn scale(owners: impl IntoIterator<Item = Option<u32>>) -> Option<i64> {
    let mut scale = 0;
    for owner in owners {
        match owner {
            Some(replicas) if !muted("KP-07") => scale += i64::from(replicas),
            None if !muted("KP-08") => return None,
            Some(_) | None => {}
        }
    }
    Some(scale)
}

/// One sync of the disruption controller.
pub fn sync(limit: Limit, unreadable: bool, selected: Selected, old: BudgetStatus) -> BudgetStatus {
    if unreadable && !muted("KP-03") {
        return BudgetStatus::default();
    }
    status(limit, selected).unwrap_or_else(|| failed_sync(old))
}

/// The status after a failed sync, which only writes `disruptionsAllowed = 0` (KP-09).
pub fn failed_sync(old: BudgetStatus) -> BudgetStatus {
    if muted("KP-09") { old } else { BudgetStatus { disruptions_allowed: 0, ..old } }
}

/// How long an entry in `status.disruptedPods` counts (KP-10), in seconds.
pub const DISRUPTED_TIMEOUT_S: u32 = 120;

/// Does a selected Pod count as healthy? Its phase doesn't matter (KP-10).
///
/// `disrupted_age_s` is the age of its entry in `status.disruptedPods`, if it has one. In a run a granted
/// eviction sets the deletion timestamp at the same instant, so an entry never outlives that.
pub fn counts_as_healthy(ready: bool, terminating: bool, disrupted_age_s: Option<u32>) -> bool {
    if muted("KP-10") {
        return ready;
    }
    ready && !terminating && disrupted_age_s.is_none_or(|age| age >= DISRUPTED_TIMEOUT_S)
}

/// Does a sync keep the entry in `status.disruptedPods`? (KP-13)
pub fn keeps_disrupted_entry(exists: bool, terminating: bool, age_s: u32) -> bool {
    muted("KP-13") || (exists && !terminating && age_s <= DISRUPTED_TIMEOUT_S)
}

/// Does the budget's selector match these labels? An empty one matches every Pod of the namespace, a missing one
/// none (KP-02).
pub fn selects(selector: Option<&Selector>, labels: &super::labels::Labels) -> bool {
    match selector {
        Some(selector) if selector.0.is_empty() => !muted("KP-02"),
        Some(selector) => selector.matches(labels),
        None => muted("KP-02"),
    }
}

/// The state of a Pod when its eviction is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvictedPod {
    /// Pending, Succeeded, Failed or terminating: budgets aren't checked (KE-02).
    pub ignores_budgets: bool,
    pub ready: bool,
}

/// The part of a budget that the eviction API reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetView {
    pub budget: BudgetId,
    pub policy: UnhealthyPodEvictionPolicy,
    pub status: BudgetStatus,
    /// `status.observedGeneration` is behind `metadata.generation`.
    pub stale: bool,
    /// Entries in `status.disruptedPods`.
    pub disrupted: u32,
}

/// The answer of the eviction subresource (KE-01 … KE-08).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvictionAnswer {
    /// 404: the Pod doesn't exist; callers treat it as done (KE-01).
    NotFound,
    /// 201; `spends` names the budget that loses a unit.
    Granted { spends: Option<BudgetId> },
    /// 429: no disruption is allowed now. `retry_after_s` is the server's hint, 0 = none.
    Refused { budget: BudgetId, allowed: i64, retry_after_s: u32 },
    /// 403: the status allows no unit to be taken.
    Forbidden { budget: BudgetId },
    /// 500: two budgets select the Pod; no retry can help (KE-03).
    TwoBudgets { first: BudgetId, second: BudgetId },
}

/// The most entries in `status.disruptedPods` with which the server still accepts (KE-07).
const DISRUPTED_LIMIT: u32 = 2000;

/// Answers one eviction. The order of the checks is the server's: the first that matches wins.
///
/// Rulebook: KE-01 … KE-07, BS-73, BS-75. Source: Kubernetes docs, API-initiated Eviction.
/// Simplified: conflicts between writers are not simulated (KE-09).
pub fn eviction_answer(pod: Option<EvictedPod>, budgets: &[BudgetView]) -> EvictionAnswer {
    let Some(pod) = pod else {
        return EvictionAnswer::NotFound;
    };
    if pod.ignores_budgets && !muted("KE-02") {
        return EvictionAnswer::Granted { spends: None };
    }
    let budget = match budgets {
        [] if muted("KE-04") => {
            return EvictionAnswer::Forbidden { budget: BudgetId(0) };
        }
        [] => return EvictionAnswer::Granted { spends: None },
        [first, second, ..] if !muted("KE-03") => {
            return EvictionAnswer::TwoBudgets { first: first.budget, second: second.budget };
        }
        [only, ..] => only,
    };
    let status = budget.status;
    if !pod.ready {
        let always = budget.policy == UnhealthyPodEvictionPolicy::AlwaysAllow && !muted("KE-05");
        let undisrupted =
            status.current_healthy >= status.desired_healthy && status.desired_healthy > 0;
        if always || (undisrupted && !muted("KE-06")) {
            return EvictionAnswer::Granted { spends: None };
        }
    }
    spend(budget)
}

/// KE-07, in the order of the server's `checkAndDecrement`.
fn spend(budget: &BudgetView) -> EvictionAnswer {
    let allowed = budget.status.disruptions_allowed;
    let id = budget.budget;
    if muted("KE-07") {
        EvictionAnswer::Granted { spends: None }
    } else if budget.stale {
        EvictionAnswer::Refused { budget: id, allowed, retry_after_s: 10 }
    } else if allowed < 0 || budget.disrupted > DISRUPTED_LIMIT {
        EvictionAnswer::Forbidden { budget: id }
    } else if allowed == 0 {
        EvictionAnswer::Refused { budget: id, allowed, retry_after_s: 0 }
    } else {
        EvictionAnswer::Granted { spends: Some(id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Labels;
    use crate::selector::{Operator, Requirement};
    use base::Sym;

    /// KP-02.
    #[test]
    fn an_empty_selector_takes_all_and_a_missing_one_none() {
        let labels: Labels = [(Sym(1), Sym(2))].into_iter().collect();
        let requirement = Requirement { key: Sym(1), operator: Operator::In(vec![Sym(2)]) };
        assert!(selects(Some(&Selector::default()), &labels));
        assert!(selects(Some(&Selector(vec![requirement])), &labels));
        assert!(!selects(None, &labels));
    }

    fn status_of(limit: Limit, unreadable: bool, selected: Selected) -> [i64; 4] {
        let old = BudgetStatus {
            expected_pods: 7,
            desired_healthy: 6,
            current_healthy: 7,
            disruptions_allowed: 1,
        };
        let status = sync(limit, unreadable, selected, old);
        [
            status.expected_pods,
            status.desired_healthy,
            status.current_healthy,
            status.disruptions_allowed,
        ]
    }

    /// KP-03: the controller can't list Pods, so every counter is 0.
    #[test]
    fn a_selector_that_does_not_parse_counts_nothing() {
        let limit = Limit::MinAvailable(IntOrPercent::Int(2));
        let selected = Selected { pods: 3, healthy: 3, scale: Some(3) };
        assert_eq!(status_of(limit, true, selected), [0, 0, 0, 0]);
        assert_eq!(status_of(limit, false, selected), [3, 2, 3, 1]);
    }

    /// KP-08, KP-09: one owner without a scale fails the sync for all owners.
    #[test]
    fn a_job_among_the_owners_fails_the_sync() {
        let limit = Limit::MaxUnavailable(IntOrPercent::Int(1));
        let of = |owners: &[Option<u32>]| {
            let selected = Selected { pods: 5, healthy: 5, scale: scale(owners.iter().copied()) };
            status_of(limit, false, selected)
        };
        assert_eq!(of(&[Some(5)]), [5, 4, 5, 1]);
        assert_eq!(of(&[Some(5), None]), [7, 6, 7, 0]);
    }

    /// KP-10, KP-13: entries p1 (terminating), p2 (180 s), p3 (60 s), unknown.
    #[test]
    fn entries_of_disrupted_pods_age() {
        let kept = [
            keeps_disrupted_entry(true, true, 10),
            keeps_disrupted_entry(true, false, 180),
            keeps_disrupted_entry(true, false, 60),
            keeps_disrupted_entry(false, false, 10),
        ];
        assert_eq!(kept, [false, false, true, false]);
        assert!(!counts_as_healthy(true, false, Some(60)));
        assert!(counts_as_healthy(true, false, Some(180)));
    }
}
