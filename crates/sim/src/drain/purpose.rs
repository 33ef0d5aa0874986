//! What a drain is for: how its Pods leave, how long it waits for them, what its limits do, and who may stop it.

use super::limits::Limits;
use crate::rules::Rule;
use base::{SimSpan, broken};
use model::autoscale::RETRIED_AFTER;
use model::node::AtLimit;
use model::script::DrainOptions;
use model::settings::DrainLimits;

/// What a limit does to the Pods that are left.
#[derive(Clone, Copy, Debug)]
pub enum LimitEffect {
    /// Ends all of them at once (SU-07).
    Forces(Rule),
    /// The drain gives up: the Pods stay and the node is kept (KD-10).
    GivesUp(Rule),
    /// The drain ends, and the Pods stay until something else deletes them (BG-16).
    Leaves(Rule),
    /// Deletes those with a budget, with their grace period; by that rule those that a budget refuses (BS-11).
    Deletes(Rule),
}

/// The answers of one kind of drain; [`super::Drains`] asks them and knows no kind by its name.
#[derive(Debug)]
pub struct Purpose {
    /// The rule that records its start.
    pub begins: Rule,
    /// The rule by which it deletes Pods; `None`: it evicts them.
    pub deletes: fn(&DrainOptions) -> Option<Rule>,
    /// Shortens the grace of Pods that are already terminating to its limit of grace (AM-64).
    pub shortens_grace: bool,
    /// Its limits, from those of the pool and its options.
    pub limits: fn(DrainLimits, &DrainOptions) -> Limits,
    /// What the limit of the whole drain does; `Deletes`: it has none, and its row tells that of refusals.
    pub at_limit: LimitEffect,
    /// What the limit of refusals does while an eviction is refused.
    pub at_refusal_limit: LimitEffect,
    /// From one attempt of a refused eviction to the next.
    pub retry: SimSpan,
    /// An eviction that no retry can fix makes it fail when the other Pods are gone (KD-08); else it waits for that Pod.
    pub fails_on_error: bool,
    /// Waits for Pods that only the node's kubelet could end, even if it doesn't act (AM-53).
    pub waits_for_kubelet: bool,
    /// Its clock runs outside of the cluster, so its limit comes even if the control plane doesn't answer (KD-10).
    pub outside_cluster: bool,
    /// GKE labels its nodes, which leave NEGs (BS-63).
    pub leaves_load_balancer: bool,
    /// Belongs to an upgrade or a repair: users can't drain the node beside it.
    pub by_upgrade: bool,
    /// Belongs to a batch of blue nodes: pauses with its upgrade, is aborted by a rollback, and comes before a repair
    /// (AM-53, AM-65).
    pub by_batch: bool,
    /// Ends when its node needs no repair any more (BG-23).
    pub ends_with_repair: bool,
    /// May have begun before time 0.
    pub may_have_begun: bool,
}

/// KD-08, KD-14, AM-40.
const RETRY: SimSpan = SimSpan::from_secs(5);

impl Purpose {
    /// Evicts Pods; at the limit the rest is forced out. Upgrades and repairs.
    pub const UPGRADE: Self = Self {
        begins: Rule::DrainStart,
        deletes: |_| None,
        shortens_grace: false,
        limits: Limits::of_upgrade,
        at_limit: LimitEffect::Forces(Rule::ForceOut),
        at_refusal_limit: LimitEffect::Deletes(Rule::ViolateBudget),
        retry: RETRY,
        fails_on_error: false,
        waits_for_kubelet: false,
        outside_cluster: false,
        leaves_load_balancer: true,
        by_upgrade: true,
        by_batch: false,
        ends_with_repair: true,
        may_have_begun: true,
    };

    /// Deletes Pods with their grace period, without checking budgets (AM-12); same limit.
    pub const ROLLBACK_BY_DELETION: Self = Self {
        deletes: |_| Some(Rule::DeletePod),
        limits: Limits::of_rollback,
        ends_with_repair: false,
        may_have_begun: false,
        ..Self::UPGRADE
    };

    /// A batch of blue nodes: evicts Pods; at the limit evictions stop and the rest stays (BG-16, AM-16).
    pub const BATCH: Self = Self {
        begins: Rule::DrainBlueNode,
        limits: Limits::of_batch,
        at_limit: LimitEffect::Leaves(Rule::BatchLimit),
        by_batch: true,
        ends_with_repair: false,
        may_have_begun: false,
        ..Self::UPGRADE
    };

    /// Blue nodes to be deleted: deletes Pods with at most an hour of grace (BG-32, BG-33).
    pub const DELETE_BLUE: Self = Self {
        begins: Rule::EmptyBlueNode,
        deletes: |_| (!broken("blue-green/budgets")).then_some(Rule::DeleteBluePod),
        shortens_grace: true,
        limits: Limits::of_blue,
        at_limit: LimitEffect::Leaves(Rule::BatchLimit),
        ends_with_repair: false,
        may_have_begun: false,
        ..Self::UPGRADE
    };

    /// What the wait of autoscaled blue-green has left: evicts Pods for an hour, and deletes those that are refused (AB-13, AM-49).
    pub const AFTER_WAIT: Self = Self {
        begins: Rule::DrainNodeAfterWait,
        limits: Limits::after_wait,
        at_limit: LimitEffect::Deletes(Rule::ViolateBudgetAfterWait),
        at_refusal_limit: LimitEffect::Deletes(Rule::ViolateBudgetAfterWait),
        by_batch: true,
        ends_with_repair: false,
        may_have_begun: false,
        ..Self::UPGRADE
    };

    /// `kubectl drain`: gives up at its timeout.
    pub const USER: Self = Self {
        begins: Rule::DrainStart,
        deletes: |options| options.disable_eviction.then_some(Rule::DeletePod),
        shortens_grace: false,
        limits: Limits::of_user,
        at_limit: LimitEffect::GivesUp(Rule::DrainTimeout),
        at_refusal_limit: LimitEffect::Deletes(Rule::ViolateBudget),
        retry: RETRY,
        fails_on_error: true,
        waits_for_kubelet: true,
        outside_cluster: true,
        leaves_load_balancer: false,
        by_upgrade: false,
        by_batch: false,
        ends_with_repair: false,
        may_have_begun: false,
    };

    /// A node that the autoscaler removes (KA-83, AM-75): the limit, also that of the grace, is an option (AM-104).
    pub const SCALE_DOWN: Self = Self {
        begins: Rule::DrainUnneeded,
        limits: Limits::of_scale_down,
        at_limit: LimitEffect::Forces(Rule::ForceUnneeded),
        at_refusal_limit: LimitEffect::GivesUp(Rule::DrainRefused),
        retry: RETRIED_AFTER,
        leaves_load_balancer: false,
        by_upgrade: false,
        ends_with_repair: false,
        may_have_begun: false,
        ..Self::UPGRADE
    };

    /// Of the two limits, that of the whole drain and that of refusals, the one that its rows tell.
    pub fn told<T>(&self, whole: Option<T>, refusals: Option<T>) -> Option<T> {
        if matches!(self.at_limit, LimitEffect::Deletes(_)) { refusals } else { whole }
    }

    /// What the row of its start says of its limit.
    pub fn told_at_limit(&self) -> AtLimit {
        match self.at_limit {
            LimitEffect::Forces(_) => AtLimit::Forces,
            LimitEffect::Deletes(_) => AtLimit::Deletes,
            LimitEffect::GivesUp(_) => AtLimit::GivesUp,
            LimitEffect::Leaves(_) => AtLimit::Leaves,
        }
    }
}
