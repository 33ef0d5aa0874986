//! The end of a run in one sentence, about the workloads.

use crate::conclusion::Conclusion;
use crate::outcome::Outcome;
use crate::repeated::Repeated;
use crate::scaling_counts::Oscillation;
use crate::shortfall::{AtHalf, Shortfall, is_working_hour, lasting, weekday_of, worst};
use base::{SimSpan, SimTime, order};
use model::workload::is_managed_by_gke;
use model::{Maintenance, Plan};
use trace::{Phrase, Subject, Value};

/// How good the end of a run is, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// What was to be done is done, and no workload was hurt.
    Fine,
    /// It is done at the expense of workloads.
    But,
    /// It isn't over at the end of the run.
    Waits,
    Stuck,
    Fails,
}

impl Level {
    fn of(outcome: Conclusion, is_harmful: bool) -> Self {
        match outcome {
            Conclusion::Failed => Self::Fails,
            Conclusion::Stuck => Self::Stuck,
            Conclusion::Limit | Conclusion::Paused => Self::Waits,
            Conclusion::Cancelled
            | Conclusion::RolledBack
            | Conclusion::Succeeded
            | Conclusion::Idle => {
                if is_harmful {
                    Self::But
                } else {
                    Self::Fine
                }
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub level: Level,
    pub sentence: Phrase,
    /// The sentence with the worst of the harm, and what it leaves out.
    pub headline: Phrase,
    pub rest: Vec<Phrase>,
}

/// So many phrases of harm are in a headline.
const WORST: usize = 2;

/// How the run ended, and at whose expense. `dated`: the scenario says when it starts.
pub fn verdict(plan: &Plan, outcome: &Outcome, found: &[Shortfall], dated: bool) -> Verdict {
    let mut harm = harm(plan, outcome, found, dated);
    let level = Level::of(outcome.conclusion, !harm.is_empty());
    let whole = sentence(outcome, harm.clone());
    let rest = harm.split_off(harm.len().min(WORST));
    Verdict { level, sentence: whole, headline: sentence(outcome, harm), rest }
}

fn sentence(outcome: &Outcome, harm: Vec<Phrase>) -> Phrase {
    if let Some(first) = outcome.endless.first().filter(|_| outcome.upgrades > Conclusion::Stuck) {
        let phrase = Phrase::new("outcome-endless-drain")
            .with("node", Subject::Node(first.node))
            .with("n", outcome.gave_up);
        return match first.budget {
            Some(budget) => phrase.with("by", "budget").with("budget", Subject::Budget(budget)),
            None => phrase.with("by", "other"),
        };
    }
    let drained = outcome.drained.filter(|_| outcome.conclusion == Conclusion::Idle);
    let key = match outcome.conclusion {
        Conclusion::Failed => "outcome-failed",
        Conclusion::Stuck => "outcome-stuck",
        Conclusion::Limit => "outcome-limit",
        Conclusion::Paused => "outcome-paused",
        Conclusion::Cancelled => "outcome-cancelled",
        Conclusion::RolledBack => "outcome-rolled-back",
        Conclusion::Succeeded => "outcome-succeeded",
        Conclusion::Idle if !outcome.refused.is_empty() => "outcome-refused",
        Conclusion::Idle => match outcome.scaling {
            Some(scaling) if scaling.added + scaling.removed == 0 => "outcome-not-scaled",
            Some(_) => "outcome-scaled",
            None => "outcome-idle",
        },
    };
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
    let unfinished = outcome.conclusion < Conclusion::Cancelled;
    let pools =
        outcome.pools.iter().filter(|pool| unfinished && pool.conclusion != Conclusion::Idle);
    let (done, of) = pools.fold((0, 0), |sum, pool| (sum.0 + pool.done, sum.1 + pool.size));
    let done = Phrase::new("outcome-done").with("done", done).with("of", of);
    let upgraded = || outcome.pools.iter().filter(|pool| pool.upgraded > 0);
    let names: Vec<Subject> = upgraded().map(|pool| Subject::Pool(pool.pool)).collect();
    let phrase = Phrase::new(key)
        .with("done", done)
        .with("n", upgraded().map(|pool| pool.upgraded).sum::<u32>())
        .with("pools", names.len())
        .with("names", Value::Names(names))
        .with("added", outcome.scaling.map_or(0, |scaling| scaling.added))
        .with("removed", outcome.scaling.map_or(0, |scaling| scaling.removed));
    match (harm.is_empty(), outcome.conclusion) {
        (true, _) => phrase,
        (false, Conclusion::Succeeded) => {
            Phrase::new("outcome-but").with("harm", Value::List(harm))
        }
        (false, _) => {
            Phrase::new("outcome-and").with("outcome", phrase).with("harm", Value::List(harm))
        }
    }
}

/// What happens to workloads, the worst first.
fn harm(plan: &Plan, outcome: &Outcome, found: &[Shortfall], dated: bool) -> Vec<Phrase> {
    let idle = outcome.conclusion == Conclusion::Idle;
    let refused = if idle { 0 } else { outcome.refused.len() as u32 };
    let drains = if idle && outcome.drained.is_some() { 0 } else { outcome.gave_up };
    // The key of each harm, its unit, and how much of it there is.
    let amounts: [(&'static str, &'static str, Value); 11] = [
        ("harm-forced", "pods", outcome.violations.into()),
        ("harm-lost", "pods", (outcome.lost.len() as u32 - outcome.lost_of_owners).into()),
        ("harm-lost-of-owners", "pods", outcome.lost_of_owners.into()),
        ("harm-unplaced", "pods", outcome.unplaced.len().into()),
        ("harm-jobs", "n", outcome.jobs_failed().into()),
        ("harm-unevicted", "n", outcome.unevicted.into()),
        ("harm-cut", "n", outcome.cut_short.into()),
        ("harm-killed", "n", outcome.killed().into()),
        ("harm-refused", "n", refused.into()),
        ("harm-drains", "n", drains.into()),
        ("harm-work", "lost", outcome.work_lost().rounded().into()),
    ];
    let mut harm = Vec::new();
    for (key, unit, amount) in amounts {
        if !matches!(amount, Value::Count(0) | Value::Span(SimSpan::ZERO)) {
            harm.push(Phrase::new(key).with(unit, amount));
        }
        if key == "harm-forced" {
            harm.extend(short(plan, outcome, found));
            harm.extend(at_half(plan, outcome, found, dated));
        }
    }
    let (pods, longest) = outcome.at_risk();
    let unknown = Phrase::new("harm-work-unknown").with("pods", pods);
    harm.extend((pods > 0).then(|| unknown.with("lost", longest.rounded())));
    harm.extend(outcome.repeated.first().map(Repeated::phrase));
    harm.extend(outcome.oscillations.first().map(Oscillation::phrase));
    harm
}

/// Workloads without a ready Pod, and budgets below their floor.
fn short(plan: &Plan, outcome: &Outcome, found: &[Shortfall]) -> Vec<Phrase> {
    let mut harm = Vec::new();
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
        if subjects.is_empty() || key == "harm-below" && outcome.violations > 0 {
            continue;
        }
        let phrase = Phrase::new(key).with("n", subjects.len()).with("space", spaces.join(", "));
        let of_these = || found.iter().filter(|one| subjects.contains(&one.subject));
        let longest = of_these().map(|one| one.total).max().unwrap_or(SimSpan::ZERO);
        let open = of_these().filter_map(Shortfall::open_since).min();
        let single = subjects.len() == 1 && of_these().all(|one| one.of == 1);
        let lasts = lasting(longest, open, subjects.len() == 1);
        let phrase = phrase.with("for", lasts).with("single", u32::from(single));
        harm.push(phrase.with("names", Value::Names(subjects)));
    }
    harm
}

/// The workload with the smallest part of its Pods, and how many others had less than half; and those with half or fewer in
/// working hours. Not those that had no ready Pod, which are named anyway.
fn at_half(plan: &Plan, outcome: &Outcome, found: &[Shortfall], dated: bool) -> Vec<Phrase> {
    let is_own = |one: &&AtHalf| {
        let space = plan.workloads.get(one.workload).map(|own| own.namespace.as_str());
        space.is_some_and(|space| !is_managed_by_gke(space))
            && !found.iter().any(|short| short.subject == Subject::Workload(one.workload))
    };
    let own: Vec<&AtHalf> = outcome.at_half.iter().filter(is_own).collect();
    let mut phrases = Vec::new();
    // Whoever has windows has chosen when.
    let has_windows = plan.maintenance.openings.first() != Some(&Maintenance::ALL);
    let below = || own.iter().copied().filter(|one| one.is_below());
    if let Some(worst) = worst(below()) {
        phrases.push(
            Phrase::new("harm-half")
                .with("name", Subject::Workload(worst.workload))
                .with("ready", worst.lowest)
                .with("of", worst.of)
                .with("for", lasting(worst.total, worst.open_since(), true))
                .with("others", below().count() - 1),
        );
    }
    let in_hours = |one: &&&AtHalf| one.in_working_hours(plan.start_unix_ms);
    let mut hours: Vec<(SimTime, &AtHalf)> =
        own.iter().filter(|_| dated).filter_map(|one| Some((in_hours(&one)?, *one))).collect();
    order::sort_by_key(&mut hours, |(at, _)| *at);
    let since = |key, at: SimTime| {
        let day = u32::from(weekday_of(plan.start_unix_ms, at));
        Phrase::new(key).with("day", Phrase::new("on-day").with("day", day)).with("at", at)
    };
    if let Some((at, first)) = hours.first() {
        let workloads = plan.known_workloads();
        let all = workloads.filter(|(_, one)| !is_managed_by_gke(&one.namespace)).count();
        phrases.push(
            since("harm-hours", *at)
                .with("name", Subject::Workload(first.workload))
                .with("n", hours.len())
                .with("of", all),
        );
    } else if let Some(at) = outcome.evicted_in_hours.filter(|_| dated && has_windows) {
        let hours = if is_working_hour(plan.start_unix_ms, at) { "yes" } else { "no" };
        phrases.push(since("harm-evicted", at).with("hours", hours));
    }
    phrases
}
