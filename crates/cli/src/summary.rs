//! `summary` as one JSON object, with the contract's fields.

use std::io::{self, Write};

use serde::Serialize;

use super::output::Out;
use query::summary::{NodeCounts, Summary};
use trace::text::Namer;
use trace::{Subject, Trace};

#[derive(Serialize)]
struct Json<'a> {
    scenario: &'a str,
    seed: u64,
    version: &'static str,
    edition: &'static str,
    nodes: Nodes,
    creating_max: u32,
    in_progress_max: u32,
    upgraded: u32,
    evictions: u32,
    /// Omitted if no Pod was preempted.
    #[serde(skip_serializing_if = "is_zero")]
    preempted: u32,
    /// Omitted if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repeated: Vec<Repeated>,
    forced: u32,
    lost: u32,
    pending_max: u32,
    blocked_ms: i64,
    duration_ms: i64,
    end_ms: i64,
    outcome: &'static str,
    completed: bool,
    standing: Vec<HoldSummary<'a>>,
    findings: FindingCounts,
    records: u32,
    digest: String,
    pools: Vec<PoolSummary<'a>>,
}

#[derive(Serialize)]
struct Nodes {
    start: u32,
    min: u32,
    max: u32,
    end: u32,
}

#[derive(Serialize)]
struct HoldSummary<'a> {
    subject: String,
    slug: &'a str,
    rules: &'a [&'a str],
}

/// A workload whose Pods were preempted for one Pod again and again.
#[derive(Serialize)]
struct Repeated {
    subject: String,
    #[serde(rename = "for")]
    by: String,
    times: u32,
}

#[derive(Serialize)]
struct FindingCounts {
    error: u32,
    warning: u32,
    info: u32,
}

#[derive(Serialize)]
struct PoolSummary<'a> {
    name: &'a str,
    strategy: &'static str,
    nodes: Nodes,
    in_progress_max: u32,
    upgraded: u32,
    duration_ms: i64,
    outcome: &'static str,
}

/// The rules are those of the seed's documentation; newer limits of maintenance aren't enabled.
const EDITION: &str = "seed";

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

fn nodes(counts: NodeCounts) -> Nodes {
    Nodes { start: counts.start, min: counts.min, max: counts.max, end: counts.end }
}

pub(super) fn json(out: &mut Out, trace: &Trace, summary: &Summary) -> io::Result<()> {
    let last = trace.last();
    let namer = Namer { plan: trace.plan(), cluster: last };
    let json = Json {
        scenario: &summary.scenario,
        seed: summary.seed,
        version: env!("CARGO_PKG_VERSION"),
        edition: EDITION,
        nodes: nodes(summary.nodes),
        creating_max: summary.creating_max,
        in_progress_max: summary.in_progress_max,
        upgraded: summary.upgraded,
        evictions: summary.evictions,
        preempted: summary.preempted,
        repeated: (summary.repeated.iter())
            .map(|one| Repeated {
                subject: namer.subject(Subject::Workload(one.workload)),
                by: namer.subject(Subject::Pod(one.by)),
                times: one.times,
            })
            .collect(),
        forced: summary.forced,
        lost: summary.lost.len() as u32,
        pending_max: summary.pending_max,
        blocked_ms: summary.blocked.ms(),
        duration_ms: summary.duration.ms(),
        end_ms: summary.end.ms(),
        outcome: summary.outcome.name(),
        completed: summary.completed,
        standing: summary
            .open_holds
            .iter()
            .map(|one| HoldSummary {
                subject: namer.subject(one.subject),
                slug: one.rule.slug,
                rules: one.rule.ids,
            })
            .collect(),
        findings: FindingCounts {
            error: summary.findings.error,
            warning: summary.findings.warning,
            info: summary.findings.info,
        },
        records: summary.records,
        digest: format!("{:016x}", summary.digest),
        pools: summary
            .pools
            .iter()
            .map(|pool| PoolSummary {
                name: &pool.name,
                strategy: pool.strategy.name(),
                nodes: nodes(pool.nodes),
                in_progress_max: pool.in_progress_max,
                upgraded: pool.upgraded,
                duration_ms: pool.duration.ms(),
                outcome: pool.outcome.name(),
            })
            .collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &json)?;
    writeln!(out)
}
