//! `summary` as one JSON object, with the contract's fields.

use std::io::{self, Write};

use super::output::Out;
use query::summary::{NodeCounts, Summary};
use scenario::json::Json;
use trace::text::Namer;
use trace::{Subject, Trace};

/// The rules are those of the seed's documentation; newer limits of maintenance aren't enabled.
const EDITION: &str = "seed";

fn nodes(counts: NodeCounts) -> Json {
    Json::object([
        ("start", counts.start.into()),
        ("min", counts.min.into()),
        ("max", counts.max.into()),
        ("end", counts.end.into()),
    ])
}

pub(super) fn json(out: &mut Out, trace: &Trace, summary: &Summary) -> io::Result<()> {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let subject = |subject| Json::Text(namer.subject(subject));
    // Workloads whose Pods were preempted for one Pod again and again.
    let repeated = summary.repeated.iter().map(|one| {
        Json::object([
            ("subject", subject(Subject::Workload(one.workload))),
            ("for", subject(Subject::Pod(one.by))),
            ("times", one.times.into()),
        ])
    });
    let standing = summary.open_holds.iter().map(|one| {
        Json::object([
            ("subject", subject(one.subject)),
            ("slug", one.rule.slug.into()),
            ("rules", Json::List(one.rule.ids.iter().map(|id| (*id).into()).collect())),
        ])
    });
    let pools = summary.pools.iter().map(|pool| {
        Json::object([
            ("name", pool.name.as_str().into()),
            ("strategy", pool.strategy.name().into()),
            ("nodes", nodes(pool.nodes)),
            ("in_progress_max", pool.in_progress_max.into()),
            ("upgraded", pool.upgraded.into()),
            ("duration_ms", Json::Int(pool.duration.ms())),
            ("outcome", pool.outcome.name().into()),
        ])
    });
    let findings = Json::object([
        ("error", summary.findings.error.into()),
        ("warning", summary.findings.warning.into()),
        ("info", summary.findings.info.into()),
    ]);
    // Readers of JSON lose digits of a larger number.
    let seed = i64::try_from(summary.seed);
    let seed = seed.map_or_else(|_| Json::Text(summary.seed.to_string()), Json::Int);
    let mut fields = vec![
        ("scenario", summary.scenario.as_str().into()),
        ("seed", seed),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("edition", EDITION.into()),
        ("nodes", nodes(summary.nodes)),
        ("creating_max", summary.creating_max.into()),
        ("in_progress_max", summary.in_progress_max.into()),
        ("upgraded", summary.upgraded.into()),
        ("evictions", summary.evictions.into()),
    ];
    fields.extend((summary.preempted > 0).then(|| ("preempted", summary.preempted.into())));
    let is_repeated = !summary.repeated.is_empty();
    fields.extend(is_repeated.then(|| ("repeated", Json::List(repeated.collect()))));
    fields.extend([
        ("forced", summary.forced.into()),
        ("lost", (summary.lost.len() as u32).into()),
        ("pending_max", summary.pending_max.into()),
        ("blocked_ms", Json::Int(summary.blocked.ms())),
        ("duration_ms", Json::Int(summary.duration.ms())),
        ("end_ms", Json::Int(summary.end.ms())),
        ("outcome", summary.outcome.name().into()),
        ("completed", Json::Bool(summary.completed)),
        ("standing", Json::List(standing.collect())),
        ("findings", findings),
        ("records", summary.records.into()),
        ("digest", Json::Text(format!("{:016x}", summary.digest))),
        ("pools", Json::List(pools.collect())),
    ]);
    writeln!(out, "{}", Json::object(fields).pretty())
}
