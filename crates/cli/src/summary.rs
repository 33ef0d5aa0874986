//! `outcome` as one JSON object, with the contract's fields.

use super::finished_run::FinishedRun;
use super::rollback::{Rollback, rollbacks};
use base::{SimSpan, SimTime};
use query::outcome::{NodeCounts, limit};
use query::traffic::ServiceOutcome;
use query::{Outcome, Shortfall, WorkloadOutcome, shortfalls_until};
use scenario::calendar::Edition;
use scenario::instant;
use scenario::json::Json;
use scenario::{Diagnostic, Severity};
use trace::text::Namer;
use trace::{Subject, Trace};
use words::Words;

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
        one: &WorkloadOutcome,
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
/// What Services lose, in a run with load balancers.
fn connections(trace: &Trace, outcome: &Outcome) -> Vec<(&'static str, Json)> {
    if !trace.plan().is_balanced() {
        return Vec::new();
    }
    vec![
        ("connections_lost_ms", Json::Int(outcome.connections_lost().ms())),
        ("connections_cut_percent", outcome.connections_cut().into()),
        ("services", services(trace, outcome)),
    ]
}

/// What each Service loses: new connections, in the time in which as many would come, and open ones.
fn services(trace: &Trace, outcome: &Outcome) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let service = |one: &ServiceOutcome| {
        let draws = [one.least.into(), one.worst.into()];
        Json::object([
            ("subject", Json::Text(namer.subject(Subject::Service(one.service)))),
            ("lost_percent", one.most.into()),
            ("lost_percent_by_draw", Json::List(draws.to_vec())),
            ("lost_for_ms", Json::Int(one.lasts.ms())),
            ("lost_times", one.times.into()),
            ("lost_ms", Json::Int(one.whole.ms())),
            ("cut_percent", one.cut.into()),
            ("cuts", one.cuts.into()),
        ])
    };
    Json::List(outcome.services.iter().map(service).collect())
}

fn workloads(trace: &Trace, outcome: &Outcome) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let short = shortfalls_until(trace, limit(trace));
    let workload = |one: &WorkloadOutcome| {
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
    Json::List(outcome.workloads.iter().map(workload).collect())
}

/// The commands of the script that had no effect.
fn refused(trace: &Trace, outcome: &Outcome) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let words = Words::english(trace.plan(), trace.last());
    let refused = outcome.refused.iter().filter_map(|no| {
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
fn repeated(trace: &Trace, outcome: &Outcome) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let repeated = outcome.repeated.iter().map(|one| {
        Json::object([
            ("subject", Json::Text(namer.subject(Subject::Workload(one.workload)))),
            ("for", Json::Text(namer.subject(Subject::Pod(one.by)))),
            ("times", one.times.into()),
        ])
    });
    Json::List(repeated.collect())
}

/// What holds the work up at the end of the run.
fn standing(trace: &Trace, outcome: &Outcome) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let standing = outcome.open_holds.iter().filter_map(|one| {
        let rule = trace.rule(&trace.record(one.no)?);
        Some(Json::object([
            ("subject", Json::Text(namer.subject(one.subject))),
            ("slug", rule.slug.into()),
            ("rules", Json::List(rule.ids.iter().map(|id| (*id).into()).collect())),
        ]))
    });
    Json::List(standing.collect())
}

/// What the run does to each pool.
fn pools(trace: &Trace, outcome: &Outcome) -> Json {
    let plan = trace.plan();
    let pools = outcome.pools.iter().map(|pool| {
        let own = &plan.pools[pool.pool];
        let machine = plan.templates.get(own.template);
        Json::object([
            ("name", own.name.as_str().into()),
            ("machine_type", machine.map_or("", |one| &one.machine_type).into()),
            ("strategy", pool.strategy_name().into()),
            ("nodes", nodes(pool.nodes)),
            ("in_progress_max", pool.in_progress_max.into()),
            ("upgraded", pool.upgraded.into()),
            ("duration_ms", Json::Int(pool.duration.ms())),
            ("outcome", pool.conclusion.name().into()),
            ("extra_node_ms", Json::Int(pool.extra_vms.ms())),
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

/// How many findings of the checks there are of each severity.
#[derive(Clone, Copy, Default)]
pub(super) struct FindingCounts {
    error: u32,
    warning: u32,
    info: u32,
}

impl FindingCounts {
    pub(super) fn of(diagnostics: &[Diagnostic]) -> Self {
        let mut counts = Self::default();
        for one in diagnostics {
            match one.severity {
                Severity::Error => counts.error += 1,
                Severity::Warning => counts.warning += 1,
                Severity::Info => counts.info += 1,
            }
        }
        counts
    }

    fn object(self) -> Json {
        let fields = [("error", self.error), ("warning", self.warning), ("info", self.info)];
        Json::object(fields.map(|(name, n)| (name, n.into())))
    }
}

/// The contract's object.
pub(super) fn object(
    ran: &FinishedRun,
    outcome: &Outcome,
    findings: FindingCounts,
    edition: Edition,
) -> Json {
    let trace = &ran.trace;
    let plan = trace.plan();
    // Readers of JSON lose digits of a larger number.
    let seed = i64::try_from(plan.seed);
    let seed = seed.map_or_else(|_| Json::Text(plan.seed.to_string()), Json::Int);
    let work_at_most = outcome.work_lost() + outcome.work_unknown();
    let mut fields = vec![
        ("scenario", plan.name.as_str().into()),
        ("start", Json::Text(instant::format(plan.start_unix_ms))),
        ("seed", seed),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("edition", edition.name().into()),
        ("nodes", nodes(outcome.nodes)),
        ("vms_max", outcome.vms_max.into()),
        ("extra_node_ms", Json::Int(outcome.extra_vms.ms())),
        ("node_ms", Json::Int(outcome.node_time.ms())),
        ("creating_max", outcome.creating_max.into()),
        ("in_progress_max", outcome.in_progress_max.into()),
        ("upgraded", outcome.upgraded.into()),
        ("evictions", outcome.evictions.into()),
        ("moves", outcome.moves().into()),
        ("moved_again", outcome.moved_again().into()),
    ];
    fields.extend(outcome.scaling.map(|one| {
        let longest = Json::Int(one.waited_longest.ms());
        let counts = [
            ("decisions", one.decisions.into()),
            ("failed", one.failed.into()),
            ("added", one.added.into()),
            ("removed", one.removed.into()),
            ("oscillating_pools", (outcome.oscillations.len() as u32).into()),
            ("waited", one.waited.into()),
            ("waited_longest_ms", longest),
        ];
        ("autoscaler", Json::object(counts))
    }));
    fields.extend((outcome.preempted > 0).then(|| ("preempted", outcome.preempted.into())));
    let is_repeated = !outcome.repeated.is_empty();
    fields.extend(is_repeated.then(|| ("repeated", repeated(trace, outcome))));
    fields.extend([
        ("forced", outcome.forced.into()),
        ("violations", outcome.violations.into()),
        ("killed", outcome.killed().into()),
        ("jobs_failed", outcome.jobs_failed().into()),
        ("work_lost_ms", known(outcome.work_lost(), work_at_most)),
        ("work_lost_at_most_ms", Json::Int(work_at_most.ms())),
        ("lost", (outcome.lost.len() as u32).into()),
        ("pending_max", outcome.pending_max.into()),
        ("blocked_ms", Json::Int(outcome.blocked.ms())),
        ("duration_ms", Json::Int(outcome.duration.ms())),
        ("end_ms", Json::Int(outcome.end.ms())),
        ("outcome", outcome.conclusion.name().into()),
        ("completed", Json::Bool(outcome.conclusion.completed())),
        ("standing", standing(trace, outcome)),
        ("findings", findings.object()),
        ("records", trace.len().into()),
        ("digest", Json::Text(format!("{:016x}", ran.digest))),
        ("pools", pools(trace, outcome)),
        ("workloads", workloads(trace, outcome)),
        ("refused", refused(trace, outcome)),
        ("windows", outcome.windows.into()),
    ]);
    fields.extend(connections(trace, outcome));
    fields.extend(rolled_back(trace).into_iter().flatten());
    Json::object(fields)
}
