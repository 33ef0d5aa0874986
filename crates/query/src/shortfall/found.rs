//! What a shortfall is.

use super::Readiness;
use crate::series;
use base::{SimSpan, SimTime};
use model::{Plan, WorkloadKind};
use trace::{Phrase, Subject};

/// Stretches of whole instants with too few ready Pods of a workload or a budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortfall {
    /// A budget with fewer healthy Pods than it requires, or a workload without a ready Pod.
    pub subject: Subject,
    /// The fewest ready Pods, and how many were required then: `desiredHealthy`, or `spec.replicas`.
    pub lowest: i64,
    pub of: i64,
    pub stretches: Vec<(SimTime, Option<SimTime>)>,
    /// The total duration of all stretches.
    pub total: SimSpan,
    /// Was one of the workloads in a rollout at all of these times?
    pub by_rollout: bool,
}

impl Shortfall {
    /// The shortfall without its subject: `0 of 40 Pods ready for 2 min`, and GKE's name for a missing budget.
    pub fn phrase(&self, plan: &Plan) -> Phrase {
        let key = match self.subject {
            Subject::Budget(_) => "shortfall-budget",
            _ => "shortfall-workload",
        };
        let phrase = Phrase::new(key)
            .with("lowest", self.lowest)
            .with("of", self.of)
            .with("for", lasting(self.total, self.open_since(), true))
            .with("times", self.stretches.len());
        match self.unprotected(plan) {
            Some(insight) => Phrase::new("shortfall-unprotected")
                .with("shortfall", phrase)
                .with("insight", insight),
            None => phrase,
        }
    }

    /// GKE's insight about a workload that no budget selects.
    fn unprotected(&self, plan: &Plan) -> Option<&'static str> {
        let Subject::Workload(id) = self.subject else {
            return None;
        };
        let workload = plan.workloads.get(id)?;
        match workload.kind {
            _ if !workload.budgets.is_empty() => None,
            WorkloadKind::Deployment => Some("DEPLOYMENT_MISSING_PDB"),
            WorkloadKind::StatefulSet { .. } => Some("PDB_UNPROTECTED_STATEFULSET"),
            WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController
            | WorkloadKind::DaemonSet
            | WorkloadKind::Job { .. }
            | WorkloadKind::Pod
            | WorkloadKind::Mirror
            | WorkloadKind::Custom { .. } => None,
        }
    }

    /// Since when it lasts, if it does at the end of the run.
    pub fn open_since(&self) -> Option<SimTime> {
        series::open_since(&self.stretches)
    }

    /// When it began.
    pub fn first(&self) -> SimTime {
        self.stretches.first().map_or(SimTime::ZERO, |(from, _)| *from)
    }
}

/// `for 2 min`, `for up to 2 min` of several; what lasts at the end of the run has no length: `from 03-02 10:10:00 on`.
pub(crate) fn lasting(total: SimSpan, open: Option<SimTime>, single: bool) -> Phrase {
    match open {
        Some(at) => Phrase::new("lasting-since").with("at", at),
        None if single => Phrase::new("lasting").with("for", total),
        None => Phrase::new("lasting-up-to").with("for", total),
    }
}

/// Omits a workload with the same shortfall as its only budget.
pub(crate) fn of_readiness(plan: &Plan, readiness: Readiness) -> Vec<Shortfall> {
    let mut found: Vec<Shortfall> = Vec::new();
    for one in readiness.short {
        let known = |other: &Shortfall| {
            other.stretches == one.stretches && Some(other.subject) == only_budget(plan, &one)
        };
        if !found.iter().any(known) {
            found.push(one);
        }
    }
    found
}

/// The budget that selects the workload and no other.
fn only_budget(plan: &Plan, one: &Shortfall) -> Option<Subject> {
    let Subject::Workload(id) = one.subject else {
        return None;
    };
    let [only] = plan.workloads.get(id)?.budgets.as_slice() else {
        return None;
    };
    (plan.budgets.get(*only)?.workloads.len() == 1).then_some(Subject::Budget(*only))
}
