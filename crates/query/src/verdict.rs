//! The end of a run in one sentence, about the workloads.

use crate::outcome::Outcome;
use crate::scaling_counts::Oscillation;
use crate::shortfall::{AtHalf, Shortfall, is_working_hour, lasting, weekday_of, worst};
use crate::traffic::ServiceOutcome;
use base::{SimSpan, SimTime, order};
use model::workload::is_managed_by_gke;
use model::{Maintenance, Plan};
use trace::{Conclusion, Phrase, Subject, Value};

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

/// The end of a run: what every place says that speaks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub level: Level,
    /// In at most twelve words, a duration or an instant counting as one: how it ended, with the worst of the harm, or when it happens.
    pub headline: Phrase,
    /// What it leaves out, the worst first.
    pub rest: Vec<Phrase>,
    /// What isn't judged, as it isn't known: no harm.
    pub open: Option<Phrase>,
}

/// What happens to workloads: in a few words, and in all.
struct Harm {
    brief: Phrase,
    whole: Phrase,
}

impl From<Phrase> for Harm {
    fn from(whole: Phrase) -> Self {
        Self { brief: whole.clone(), whole }
    }
}

impl Harm {
    /// In a few words: the same values under another key.
    fn brief(whole: Phrase, key: &'static str) -> Self {
        Self { brief: Phrase { key, ..whole.clone() }, whole }
    }
}

/// Less isn't called waiting.
const WAIT: SimSpan = SimSpan::from_secs(3600);

/// Behind a date and its reason there is no room for how long; the rest says it.
const FEW: [(&str, &str); 3] = [
    ("harm-out-brief", "harm-out-few"),
    ("harm-out-managed-brief", "harm-out-managed-few"),
    ("harm-rollout-brief", "harm-rollout-few"),
];

/// How the run ended, and at whose expense. `dated`: the scenario says when it starts.
pub fn verdict(plan: &Plan, outcome: &Outcome, found: &[Shortfall], dated: bool) -> Verdict {
    let found = &with_outages(plan, outcome, found);
    let harm = harm(plan, outcome, found, dated);
    let level = Level::of(outcome.conclusion, !harm.is_empty() || outcome.gave_up > 0);
    let end = end(outcome);
    let waits = waits(plan, outcome);
    let (headline, first) = match (but(outcome), harm.first()) {
        (Some(key), Some(first)) => {
            // Not where the harm says itself on which day it happens.
            let dated = first.brief.arg("day").is_some();
            let held = |one: &&Phrase| one.arg("held") == Some(&Value::Count(1)) && !dated;
            let ends = match waits.as_ref().filter(held) {
                Some(waits) => Phrase { key: "outcome-waited-but", ..waits.clone() },
                None => Phrase { key, ..end.clone() },
            };
            let harm = match FEW.iter().find(|(brief, _)| *brief == first.brief.key) {
                Some((_, key)) if ends.key == "outcome-waited-but" => {
                    Phrase { key, ..first.brief.clone() }
                }
                _ => first.brief.clone(),
            };
            let headline = ends.with("harm", harm);
            // What it says in all, if that is more, and what the autoscaler did.
            let whole = (first.brief != first.whole).then(|| first.whole.clone());
            let acts = Some(end).filter(|_| outcome.conclusion == Conclusion::Idle);
            let acts = acts.filter(|_| outcome.scaling.is_some() && outcome.drained.is_none());
            (headline, whole.into_iter().chain(acts).chain(waits).collect())
        }
        (_, None) => (waits.unwrap_or(end), Vec::new()),
        (None, Some(first)) => (end, vec![first.whole.clone()]),
    };
    let mut rest: Vec<Phrase> = first;
    rest.extend(held(plan, outcome));
    rest.extend(harm.into_iter().skip(1).map(|one| one.whole));
    // Unknown isn't never.
    let halves = outcome.at_half.iter().any(|one| has_ready(outcome, one));
    let open = (!dated && halves).then(|| Phrase::new("outcome-undated"));
    Verdict { level, headline, rest, open }
}

/// How the end is called in front of the worst harm; alone, where that has no room.
fn but(outcome: &Outcome) -> Option<&'static str> {
    match outcome.conclusion {
        Conclusion::Succeeded => Some("outcome-but"),
        Conclusion::Cancelled => Some("outcome-cancelled-but"),
        Conclusion::RolledBack => Some("outcome-rolled-back-but"),
        Conclusion::Idle => match outcome.drained {
            Some(drained) if drained.gave_up > 0 => None,
            Some(_) => Some("outcome-drained-but"),
            None => Some(match outcome.scaling {
                Some(scaling) if scaling.added + scaling.removed == 0 => "outcome-not-scaled-but",
                Some(_) => "outcome-scaled-but",
                None => "outcome-idle-but",
            }),
        },
        Conclusion::Failed | Conclusion::Stuck | Conclusion::Limit | Conclusion::Paused => None,
    }
}

/// That upgrades waited for longer than an hour, and when they were done: what they take is their work alone.
fn waits(plan: &Plan, outcome: &Outcome) -> Option<Phrase> {
    let over = outcome.over.filter(|_| outcome.conclusion == Conclusion::Succeeded)?;
    let waited = outcome.waits;
    let longest = outcome.each.iter().max_by_key(|one| one.held)?;
    let by = longest.held_by.and_then(|no| plan.maintenance.exclusions.get(no as usize));
    let phrase =
        Phrase::new(if outcome.each.len() > 1 { "outcome-waited-last" } else { "outcome-waited" })
            .with("upgrades", outcome.each.len())
            .with("parts", u32::from(outcome.each.iter().any(|one| one.paused >= WAIT)))
            .with("for", waited.rounded())
            .with("took", outcome.worked.rounded())
            .with("held", u32::from(by.is_some()))
            .with("by", by.map_or("", |one| one.name.as_str()))
            .with("at", over);
    (waited >= WAIT).then_some(phrase)
}

/// Of several upgrades the one that an exclusion held the longest, and how much of its wait that was.
fn held(plan: &Plan, outcome: &Outcome) -> Option<Phrase> {
    let each = outcome.each.iter();
    let held = each.filter_map(|one| Some((one.held, one.waits(), one.subject, one.held_by?)));
    let longest = held.clone().max_by_key(|(held, ..)| *held)?;
    let (part, waits, subject, no) = longest;
    let by = plan.maintenance.exclusions.get(no as usize)?;
    let said = |one: (SimSpan, SimSpan, Subject, u32)| (one.0.rounded(), one.1.rounded(), one.3);
    let alike = held.filter(|one| said(*one) == said(longest));
    let names: Vec<Subject> = alike.map(|(_, _, subject, _)| subject).collect();
    let phrase = Phrase::new("outcome-held")
        .with("plane", u32::from(subject == Subject::Cluster))
        .with("n", names.len())
        .with("names", Value::Names(names))
        .with("for", waits.rounded())
        .with("whole", u32::from(part.rounded() == waits.rounded()))
        .with("part", part.rounded())
        .with("by", by.name.as_str());
    (outcome.each.len() > 1 && part >= WAIT).then_some(phrase)
}

/// How it ended, whatever that did to workloads.
fn end(outcome: &Outcome) -> Phrase {
    if let Some(first) = outcome.endless.first().filter(|_| outcome.upgrades > Conclusion::Stuck) {
        let phrase = Phrase::new("outcome-endless-drain").with("node", Subject::Node(first.node));
        return match first.budget {
            Some(budget) => phrase.with("by", "budget").with("budget", Subject::Budget(budget)),
            None => phrase.with("by", "other"),
        };
    }
    if let Some(drained) = outcome.drained.filter(|_| outcome.conclusion == Conclusion::Idle) {
        let key = if drained.gave_up == 0 { "outcome-drained" } else { "outcome-gave-up" };
        return Phrase::new(key)
            .with("nodes", drained.nodes)
            .with("n", drained.gave_up)
            .with("of", drained.nodes + drained.gave_up)
            .with("took", drained.ended - drained.began);
    }
    let key = match outcome.conclusion {
        Conclusion::Failed => "outcome-failed",
        Conclusion::Stuck => "outcome-stuck",
        Conclusion::Limit => "outcome-limit",
        Conclusion::Paused if outcome.each.iter().any(|one| one.to.is_none()) => "outcome-paused",
        // It has not begun.
        Conclusion::Paused => "outcome-waits",
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
    let unfinished = outcome.conclusion < Conclusion::Cancelled;
    let pools =
        outcome.pools.iter().filter(|pool| unfinished && pool.conclusion != Conclusion::Idle);
    let (done, of) = pools.fold((0, 0), |sum, pool| (sum.0 + pool.done, sum.1 + pool.size));
    let done = Phrase::new("outcome-done").with("done", done).with("of", of);
    let upgraded = || outcome.pools.iter().filter(|pool| pool.upgraded > 0);
    let names: Vec<Subject> = upgraded().map(|pool| Subject::Pool(pool.pool)).collect();
    Phrase::new(key)
        .with("done", done)
        .with("n", upgraded().map(|pool| pool.upgraded).sum::<u32>())
        .with("pools", names.len())
        .with("names", Value::Names(names))
        .with("added", outcome.scaling.map_or(0, |scaling| scaling.added))
        .with("removed", outcome.scaling.map_or(0, |scaling| scaling.removed))
}

/// What happens to workloads, the worst first.
fn harm(plan: &Plan, outcome: &Outcome, found: &[Shortfall], dated: bool) -> Vec<Harm> {
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
    let mut harm: Vec<Harm> = Vec::new();
    for (key, unit, amount) in amounts {
        if !matches!(amount, Value::Count(0) | Value::Span(SimSpan::ZERO)) {
            harm.push(Phrase::new(key).with(unit, amount).into());
        }
        if key == "harm-forced" {
            harm.extend(short(plan, outcome, found));
            harm.extend(connections(outcome));
            harm.extend(at_half(plan, outcome, dated));
        }
    }
    let (pods, longest) = outcome.at_risk();
    let unknown =
        Phrase::new("harm-work-unknown").with("pods", pods).with("lost", longest.rounded());
    harm.extend((pods > 0).then(|| Harm::brief(unknown, "harm-work-unknown-brief")));
    harm.extend(outcome.repeated.first().map(|one| Harm::from(one.phrase())));
    let oscillates = outcome.oscillations.first().map(Oscillation::phrase);
    harm.extend(oscillates.map(|one| Harm::brief(one, "harm-oscillates-brief")));
    harm.extend(cuts(outcome));
    harm
}

/// The Service that loses the most new connections, and how many others lose some.
fn connections(outcome: &Outcome) -> Option<Harm> {
    let (worst, others) = outcome.most_lost()?;
    let brief = if worst.most > 0 { "harm-connections-brief" } else { "harm-may-lose-brief" };
    Some(Harm::brief(lost(worst).with("others", others), brief))
}

/// The Service of which the most open connections are cut at once, and of how many others some are.
fn cuts(outcome: &Outcome) -> Option<Harm> {
    let (worst, others) = outcome.most_cut()?;
    Some(Harm::brief(cut(worst).with("others", others), "harm-cuts-brief"))
}

fn lost(one: &ServiceOutcome) -> Phrase {
    Phrase::new(if one.most > 0 { "harm-connections" } else { "harm-may-lose" })
        .with("service", Subject::Service(one.service))
        .with("percent", one.most)
        .with("varies", u32::from(one.varies()))
        .with("least", one.least)
        .with("worst", one.worst)
        .with("longest", one.worst_lasts)
        .with("for", lasting(one.lasts, (one.open && one.times == 1).then_some(one.since), true))
        .with("times", one.times)
}

fn cut(one: &ServiceOutcome) -> Phrase {
    Phrase::new("harm-cuts")
        .with("service", Subject::Service(one.service))
        .with("percent", one.cut)
        .with("times", one.cuts)
}

/// What a Service loses, as the verdict says it of the one that loses most.
pub fn of_service(one: &ServiceOutcome) -> Vec<Phrase> {
    let alone = |phrase: Phrase| phrase.with("others", 0u32);
    let lost = one.loses().then(|| alone(lost(one)));
    lost.into_iter().chain((one.cuts > 0).then(|| alone(cut(one)))).collect()
}

/// A budget stands for its only workload where both are short alike, but not where its violation is said otherwise.
fn with_outages(plan: &Plan, outcome: &Outcome, found: &[Shortfall]) -> Vec<Shortfall> {
    let outages = found.iter().filter_map(|one| {
        let Subject::Budget(budget) = one.subject else { return None };
        let [only] = plan.budgets.get(budget)?.workloads[..] else { return None };
        let out = outcome.workload(only)?.without_ready;
        let all_along = out == one.total && out > SimSpan::ZERO && !one.by_rollout;
        all_along.then(|| Shortfall { subject: Subject::Workload(only), ..one.clone() })
    });
    let outages = outages.filter(|_| outcome.violations > 0);
    found.iter().cloned().chain(outages).collect()
}

/// Workloads without a ready Pod, and budgets below their floor.
fn short(plan: &Plan, outcome: &Outcome, found: &[Shortfall]) -> Vec<Harm> {
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
    for (key, brief, subjects) in [
        ("harm-below", "harm-below-brief", of_kind(true, false)),
        ("harm-rollout", "harm-rollout-brief", of_kind(true, true)),
        ("harm-out", "harm-out-brief", own),
        ("harm-out-managed", "harm-out-managed-brief", add_ons),
    ] {
        // A Pod forced out despite its budget explains why the budget is below its floor.
        if subjects.is_empty() || key == "harm-below" && outcome.violations > 0 {
            continue;
        }
        let phrase = Phrase::new(key).with("n", subjects.len()).with("space", spaces.join(", "));
        let of_these = || found.iter().filter(|one| subjects.contains(&one.subject));
        let longest = of_these().map(|one| one.total).max().unwrap_or(SimSpan::ZERO);
        // What is said of all of them holds for each.
        let all: Option<Vec<SimTime>> = of_these().map(Shortfall::open_since).collect();
        let open = all.and_then(|since| since.into_iter().max());
        let single = subjects.len() == 1 && of_these().all(|one| one.of == 1);
        let lasts = lasting(longest, open, subjects.len() == 1);
        let phrase = phrase.with("for", lasts).with("single", u32::from(single));
        let single = subjects.len() == 1;
        let whole = phrase.with("names", Value::Names(subjects));
        harm.push(if single { whole.into() } else { Harm::brief(whole, brief) });
    }
    harm
}

/// Of a workload of the user, which always had a ready Pod.
fn has_ready(outcome: &Outcome, one: &AtHalf) -> bool {
    let own = outcome.workload(one.workload);
    own.is_some_and(|own| !own.managed && own.without_ready == SimSpan::ZERO)
}

/// The workload with the smallest part of its Pods, and how many others had less than half; and those with half or fewer in
/// working hours. Not those that had no ready Pod, which are named anyway.
fn at_half(plan: &Plan, outcome: &Outcome, dated: bool) -> Vec<Harm> {
    let has_ready = |one: &AtHalf| has_ready(outcome, one);
    let mut phrases = Vec::new();
    // Whoever has windows has chosen when.
    let has_windows = plan.maintenance.openings.first() != Some(&Maintenance::ALL);
    let below = || outcome.at_half.iter().filter(|one| has_ready(one) && one.is_below());
    if let Some(worst) = worst(below()) {
        phrases.push(Harm::brief(
            Phrase::new("harm-half")
                .with("name", Subject::Workload(worst.workload))
                .with("ready", worst.lowest)
                .with("of", worst.of)
                .with("for", lasting(worst.total, worst.open_since(), true))
                .with("others", below().count() - 1),
            "harm-half-brief",
        ));
    }
    let hours = outcome.in_working_hours(plan.start_unix_ms).filter(|_| dated);
    let mut hours: Vec<(SimTime, &AtHalf)> = hours.filter(|(_, one)| has_ready(one)).collect();
    order::sort_by_key(&mut hours, |(at, _)| *at);
    let since = |key, at: SimTime| {
        let day = u32::from(weekday_of(plan.start_unix_ms, at));
        Phrase::new(key).with("day", Phrase::new("on-day").with("day", day)).with("at", at)
    };
    if let Some((at, first)) = hours.first() {
        let workloads = plan.known_workloads();
        let all = workloads.filter(|(_, one)| !is_managed_by_gke(&one.namespace)).count();
        phrases.push(Harm::brief(
            since("harm-hours", *at)
                .with("name", Subject::Workload(first.workload))
                .with("n", hours.len())
                .with("of", all),
            "harm-hours-brief",
        ));
    } else if let Some(at) = outcome.evicted_in_hours.filter(|_| dated && has_windows) {
        let hours = if is_working_hour(plan.start_unix_ms, at) { "yes" } else { "no" };
        let evicted = since("harm-evicted", at).with("hours", hours);
        phrases.push(Harm::brief(evicted, "harm-evicted-brief"));
    }
    phrases
}
