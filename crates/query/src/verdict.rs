//! The end of a run in one sentence.

use crate::outcome::Outcome;
use crate::repeated::Repeated;
use crate::scaling_counts::Oscillation;
use crate::shortfall::Shortfall;
use crate::summary::Summary;
use base::{SimSpan, order};
use model::Plan;
use model::workload::is_managed_by_gke;
use trace::{Phrase, Subject, Value};

/// How the run ended, and at whose expense.
pub fn verdict(plan: &Plan, summary: &Summary, found: &[Shortfall]) -> Phrase {
    if let Some(first) = summary.endless.first().filter(|_| summary.upgrades > Outcome::Stuck) {
        let phrase = Phrase::new("outcome-endless-drain")
            .with("node", Subject::Node(first.node))
            .with("n", summary.gave_up);
        return match first.budget {
            Some(budget) => phrase.with("by", "budget").with("budget", Subject::Budget(budget)),
            None => phrase.with("by", "other"),
        };
    }
    let drained = summary.drained.filter(|_| summary.outcome == Outcome::Idle);
    let key = match summary.outcome {
        Outcome::Failed => "outcome-failed",
        Outcome::Stuck => "outcome-stuck",
        Outcome::Limit => "outcome-limit",
        Outcome::Paused => "outcome-paused",
        Outcome::Cancelled => "outcome-cancelled",
        Outcome::RolledBack => "outcome-rolled-back",
        Outcome::Succeeded => "outcome-succeeded",
        Outcome::Idle if !summary.refused.is_empty() => "outcome-refused",
        Outcome::Idle => "outcome-idle",
    };
    let mut harm = Vec::new();
    if summary.violations > 0 {
        harm.push(Phrase::new("harm-forced").with("pods", summary.violations));
    }
    // Rollouts don't read budgets, so their violations are reported apart from those of upgrades.
    let of_kind = |budgets: bool, by_rollout: bool| {
        let found = found.iter().filter(|one| {
            let is_budget = matches!(one.subject, Subject::Budget(_));
            is_budget == budgets && (is_budget && one.by_rollout) == by_rollout
        });
        found.map(|one| one.subject).collect::<Vec<Subject>>()
    };
    let space = |subject: &Subject| match subject {
        Subject::Workload(id) => plan.workloads.get(*id).map(|own| own.namespace.as_str()),
        _ => None,
    };
    let managed = |subject: &Subject| space(subject).filter(|name| is_managed_by_gke(name));
    let out = of_kind(false, false);
    let (add_ons, own): (Vec<_>, Vec<_>) = out.into_iter().partition(|one| managed(one).is_some());
    let mut spaces: Vec<&str> = add_ons.iter().filter_map(managed).collect();
    order::sort(&mut spaces);
    spaces.dedup();
    for (key, subjects) in [
        ("harm-below", of_kind(true, false)),
        ("harm-rollout", of_kind(true, true)),
        ("harm-out", own),
        ("harm-out-managed", add_ons),
    ] {
        // A Pod forced out despite its budget explains why the budget is below its floor.
        if subjects.is_empty() || key == "harm-below" && summary.violations > 0 {
            continue;
        }
        let phrase = Phrase::new(key).with("n", subjects.len()).with("space", spaces.join(", "));
        harm.push(phrase.with("names", Value::Names(subjects)));
    }
    for (key, pods) in [
        ("harm-lost", summary.lost.len() as u32 - summary.lost_of_owners),
        ("harm-lost-of-owners", summary.lost_of_owners),
        ("harm-unplaced", summary.unplaced.len() as u32),
    ] {
        if pods > 0 {
            harm.push(Phrase::new(key).with("pods", pods));
        }
    }
    for (key, n) in [
        ("harm-jobs", summary.jobs_failed),
        ("harm-unevicted", summary.unevicted),
        ("harm-cut", summary.cut_short),
        ("harm-killed", summary.killed),
        ("harm-refused", summary.refused.len() as u32),
        ("harm-drains", if drained.is_some() { 0 } else { summary.gave_up }),
    ] {
        if n > 0 {
            harm.push(Phrase::new(key).with("n", n));
        }
    }
    if summary.work_lost > SimSpan::ZERO {
        harm.push(Phrase::new("harm-work").with("lost", summary.work_lost));
    }
    if summary.work_lost_at_most > summary.work_lost {
        let most = summary.work_lost_at_most - summary.work_lost;
        harm.push(Phrase::new("harm-work-unknown").with("lost", most));
    }
    harm.extend(summary.repeated.first().map(Repeated::phrase));
    harm.extend(summary.oscillations.first().map(Oscillation::phrase));
    if let Some(drained) = drained {
        let key = match (drained.gave_up, harm.is_empty()) {
            (0, true) => "outcome-drained",
            (0, false) => "outcome-drained-but",
            (_, true) => "outcome-gave-up",
            (_, false) => "outcome-gave-up-but",
        };
        let phrase = Phrase::new(key)
            .with("nodes", drained.nodes)
            .with("n", drained.gave_up)
            .with("of", drained.nodes + drained.gave_up)
            .with("took", drained.ended - drained.began);
        return if harm.is_empty() { phrase } else { phrase.with("harm", Value::List(harm)) };
    }
    if harm.is_empty() || summary.outcome != Outcome::Succeeded {
        return Phrase::new(key);
    }
    Phrase::new("outcome-but").with("harm", Value::List(harm))
}
