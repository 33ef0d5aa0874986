//! `summary` as one JSON object, with the contract's fields.

use super::rollback::{Rollback, rollbacks};
use base::{RecordNo, SimSpan, SimTime};
use query::compare::VmsAndMoves;
use query::summary::{NodeCounts, Summary, limit};
use query::{Outcome, Shortfall, WorkloadSummary, of_upgrades, shortfalls_until};
use scenario::calendar::Edition;
use scenario::instant;
use scenario::json::Json;
use trace::text::Namer;
use trace::{Change, Subject, Trace};
use words::Words;

/// When the upgrades of a run began and ended, the control plane's among them.
pub(super) struct Work {
    /// The row with which they began.
    pub(super) no: RecordNo,
    pub(super) began: SimTime,
    pub(super) over: Option<SimTime>,
}

impl Work {
    pub(super) fn of(trace: &Trace, summary: &Summary) -> Option<Self> {
        // An upgrade that was under way at the start is resumed or rolled back.
        let (no, row) = of_upgrades(trace).find(|(_, row)| {
            matches!(
                row.change,
                Change::UpgradeStarted { .. }
                    | Change::UpgradeResumed { .. }
                    | Change::RollbackStarted
                    | Change::ControlPlaneStarted { .. }
            )
        })?;
        let pools = summary.pools.iter().any(|pool| pool.outcome != Outcome::Idle);
        let mut planes =
            of_upgrades(trace).filter(|(_, row)| row.change == Change::ControlPlaneDone);
        let plane = planes.next_back().map(|(_, row)| row.at);
        let over = summary.over.filter(|_| pools).max(plane);
        Some(Self { no, began: row.at, over: over.filter(|_| !pools || summary.over.is_some()) })
    }
}

fn nodes(counts: NodeCounts) -> Json {
    Json::object([
        ("start", counts.start.into()),
        ("min", counts.min.into()),
        ("max", counts.max.into()),
        ("end", counts.end.into()),
    ])
}

/// The hours of nodes' existence, with two decimals.
pub(super) fn node_hours(ms: i64) -> String {
    let hundredths = (ms + 18_000).div_euclid(36_000);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Null if the loss is unknown below its maximum.
fn known(lost: SimSpan, most: SimSpan) -> Json {
    if lost == most { Json::Int(lost.ms()) } else { Json::Null }
}

/// How long a workload had too few ready Pods. What lasts at the end of the run counts to its last record.
pub(super) struct Short {
    pub(super) total: SimSpan,
    /// Since when it lasts then, and how long it was so before.
    pub(super) open: Option<(SimTime, SimSpan)>,
}

impl Short {
    /// `total` counts to the limit of the run.
    pub(super) fn of(
        trace: &Trace,
        all: &[Shortfall],
        one: &WorkloadSummary,
        total: SimSpan,
    ) -> Self {
        let own = trace.plan().workloads.get(one.workload);
        let budgets = own.map_or(&[][..], |own| own.budgets.as_slice());
        // A workload that is without any Pod exactly as long as its budget is short is listed as the budget alone.
        let mut all = all.iter().filter(|short| {
            short.total == total
                && match short.subject {
                    Subject::Budget(id) => budgets.contains(&id),
                    subject => subject == Subject::Workload(one.workload),
                }
        });
        Self::open(trace, total, all.next().and_then(Shortfall::open_since))
    }

    pub(super) fn open(trace: &Trace, total: SimSpan, from: Option<SimTime>) -> Self {
        let open = from.map(|from| (from, total - (limit(trace) - from)));
        let total = open.map_or(total, |(from, earlier)| earlier + (trace.end() - from));
        Self { total, open }
    }
}

/// What the run does to each workload.
fn workloads(trace: &Trace, summary: &Summary) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let short = shortfalls_until(trace, limit(trace));
    let workload = |one: &WorkloadSummary| {
        let below = Short::of(trace, &short, one, one.below_budget);
        let without = Short::of(trace, &short, one, one.without_ready);
        let from = |name, short: &Short| Some((name, Json::Int(short.open?.0.ms())));
        let subject = namer.subject(Subject::Workload(one.workload));
        let mut fields = vec![("subject", Json::Text(subject))];
        // DaemonSets and Jobs have neither.
        fields.extend(one.fewest.iter().flat_map(|fewest| {
            [("replicas", one.replicas.into()), ("fewest_ready", (*fewest).into())]
        }));
        fields.extend([
            ("below_budget_ms", Json::Int(below.total.ms())),
            ("without_ready_ms", Json::Int(without.total.ms())),
        ]);
        // What lasts at the end of the run.
        fields.extend(from("below_budget_from_ms", &below));
        fields.extend(from("without_ready_from_ms", &without));
        fields.extend([
            ("moves", one.moves.into()),
            ("moved_again", one.moved_again.into()),
            ("killed", one.killed.into()),
            ("work_lost_ms", known(one.work_lost, one.work_lost_at_most())),
            ("work_lost_at_most_ms", Json::Int(one.work_lost_at_most().ms())),
            ("failed", Json::Bool(one.failed.is_some())),
        ]);
        Json::object(fields)
    };
    Json::List(summary.workloads.iter().map(workload).collect())
}

/// The commands of the script that had no effect.
fn refused(trace: &Trace, summary: &Summary) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let words = Words::english(trace.plan(), trace.last());
    let refused = summary.refused.iter().filter_map(|no| {
        let record = trace.record(*no)?;
        let sentence = words.sentence(&record, trace.rule(&record));
        Some(Json::object([
            ("record", no.0.into()),
            ("at_ms", Json::Int(record.at.ms())),
            ("subject", Json::Text(namer.subject(record.subject))),
            ("sentence", Json::Text(sentence)),
        ]))
    });
    Json::List(refused.collect())
}

/// Workloads whose Pods were preempted for one Pod again and again.
fn repeated(trace: &Trace, summary: &Summary) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let repeated = summary.repeated.iter().map(|one| {
        Json::object([
            ("subject", Json::Text(namer.subject(Subject::Workload(one.workload)))),
            ("for", Json::Text(namer.subject(Subject::Pod(one.by)))),
            ("times", one.times.into()),
        ])
    });
    Json::List(repeated.collect())
}

/// What holds the work up at the end of the run.
fn standing(trace: &Trace, summary: &Summary) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let standing = summary.open_holds.iter().map(|one| {
        Json::object([
            ("subject", Json::Text(namer.subject(one.subject))),
            ("slug", one.rule.slug.into()),
            ("rules", Json::List(one.rule.ids.iter().map(|id| (*id).into()).collect())),
        ])
    });
    Json::List(standing.collect())
}

/// What the run does to each pool.
fn pools(trace: &Trace, summary: &Summary, counted: &VmsAndMoves) -> Json {
    let plan = trace.plan();
    let pools = summary.pools.iter().map(|pool| {
        let own = plan.pools.iter().find(|(_, one)| one.name == pool.name);
        let machine = own.and_then(|(_, one)| plan.templates.get(one.template));
        let extra = own.and_then(|(id, _)| counted.extra_ms_of.get(id).copied()).unwrap_or(0);
        Json::object([
            ("name", pool.name.as_str().into()),
            ("machine_type", machine.map_or("", |one| &one.machine_type).into()),
            ("strategy", pool.strategy.name().into()),
            ("nodes", nodes(pool.nodes)),
            ("in_progress_max", pool.in_progress_max.into()),
            ("upgraded", pool.upgraded.into()),
            ("duration_ms", Json::Int(pool.duration.ms())),
            ("outcome", pool.outcome.name().into()),
            ("extra_node_ms", Json::Int(extra)),
        ])
    });
    Json::List(pools.collect())
}

/// How many nodes were rolled back, and how long that took; `None` without rollbacks.
fn rolled_back(trace: &Trace) -> Option<[(&'static str, Json); 2]> {
    let pools = trace.plan().pools.ids();
    let rollbacks: Vec<Rollback> = pools.flat_map(|pool| rollbacks(trace, pool)).collect();
    if rollbacks.is_empty() {
        return None;
    }
    let last = |one: &Rollback| one.ended.map_or(limit(trace), |(_, at)| at);
    let took = rollbacks.iter().map(|one| (last(one) - one.began.1).ms()).sum();
    let back = rollbacks.iter().map(|one| one.back).sum::<u32>();
    Some([("rolled_back", back.into()), ("rollback_ms", Json::Int(took))])
}

/// The contract's object.
pub(super) fn object(trace: &Trace, summary: &Summary, edition: Edition) -> Json {
    let counted = VmsAndMoves::of(trace);
    let findings = Json::object([
        ("error", summary.findings.error.into()),
        ("warning", summary.findings.warning.into()),
        ("info", summary.findings.info.into()),
    ]);
    // Readers of JSON lose digits of a larger number.
    let seed = i64::try_from(summary.seed);
    let seed = seed.map_or_else(|_| Json::Text(summary.seed.to_string()), Json::Int);
    let moves = summary.workloads.iter().map(|one| one.moves).sum::<u32>();
    let again = summary.workloads.iter().map(|one| one.moved_again).sum::<u32>();
    let mut fields = vec![
        ("scenario", summary.scenario.as_str().into()),
        ("start", Json::Text(instant::format(trace.plan().start_unix_ms))),
        ("seed", seed),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("edition", edition.name().into()),
        ("nodes", nodes(summary.nodes)),
        ("vms_max", Json::Int(counted.most_vms)),
        ("extra_node_ms", Json::Int(counted.extra_ms)),
        ("node_ms", Json::Int(summary.node_time.ms())),
        ("creating_max", summary.creating_max.into()),
        ("in_progress_max", summary.in_progress_max.into()),
        ("upgraded", summary.upgraded.into()),
        ("evictions", summary.evictions.into()),
        ("moves", moves.into()),
        ("moved_again", again.into()),
    ];
    fields.extend(summary.scaling.map(|one| {
        let longest = Json::Int(one.waited_longest.ms());
        let counts = [
            ("decisions", one.decisions.into()),
            ("failed", one.failed.into()),
            ("added", one.added.into()),
            ("removed", one.removed.into()),
            ("oscillating_pools", (summary.oscillations.len() as u32).into()),
            ("waited", one.waited.into()),
            ("waited_longest_ms", longest),
        ];
        ("autoscaler", Json::object(counts))
    }));
    fields.extend((summary.preempted > 0).then(|| ("preempted", summary.preempted.into())));
    let is_repeated = !summary.repeated.is_empty();
    fields.extend(is_repeated.then(|| ("repeated", repeated(trace, summary))));
    fields.extend([
        ("forced", summary.forced.into()),
        ("violations", summary.violations.into()),
        ("killed", summary.killed.into()),
        ("jobs_failed", summary.jobs_failed.into()),
        ("work_lost_ms", known(summary.work_lost, summary.work_lost_at_most)),
        ("work_lost_at_most_ms", Json::Int(summary.work_lost_at_most.ms())),
        ("lost", (summary.lost.len() as u32).into()),
        ("pending_max", summary.pending_max.into()),
        ("blocked_ms", Json::Int(summary.blocked.ms())),
        ("duration_ms", Json::Int(summary.duration.ms())),
        ("end_ms", Json::Int(summary.end.ms())),
        ("outcome", summary.outcome.name().into()),
        ("completed", Json::Bool(summary.completed)),
        ("standing", standing(trace, summary)),
        ("findings", findings),
        ("records", summary.records.into()),
        ("digest", Json::Text(format!("{:016x}", summary.digest))),
        ("pools", pools(trace, summary, &counted)),
        ("workloads", workloads(trace, summary)),
        ("refused", refused(trace, summary)),
        ("windows", summary.windows.into()),
    ]);
    fields.extend(rolled_back(trace).into_iter().flatten());
    Json::object(fields)
}
