//! `compare`: a run beside variants of its scenario, with the same seeds for all.

mod table;

use std::io::{self, Write};

use clap::Args;

use super::change::{Change, Word, joined, word};
use super::finished_run::to_the_end;
use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seed, seeds};
use super::output::Out;
use super::seeds::{self as several, RESULT};
use super::summary::Short;
use super::zone;
use super::{Done, ExitStatus, Failure, english, input, output, summary};
use base::{SimSpan, SimTime, WorkloadId};
use query::outcome::limit;
use query::series::{reduced, total};
use query::{Index, Outcome, WorkloadOutcome, hurt, shortfalls_until};
use scenario::calendar::Edition;
use scenario::json::Json;
use scenario::{Diagnostic, Severity};
use trace::text::Namer;
use trace::{Subject, Trace};
use words::offset;

/// Compare the run with variants of the scenario
///
/// Each CHANGE is a variant of its own, and so are several with the word and between them, which are made together, in this
/// order: --with surge=0+1 and /budgets/0/maxUnavailable=1 surge=2+0 compares two variants.
///   surge=3+1                     surge upgrades with maxSurge 3 and maxUnavailable 1 for the pools that are upgraded
///   blue-green=batch:2,soak:1h    blue-green upgrades for them; blue-green pools keep what isn't given; also batch:40%,
///                                 batch-soak:10m; soak is the pool's
///   surge=api:3+1                 for the pool api only, like blue-green=api:batch:2
///   window=TEXT                   what `nodetide window` reads: 03:00, an RRULE with start and end, a command; none;
///                                 maintenance exclusions stay
///   work=16h                      Jobs of unknown length take this long
///   /pools/0/initialNodeCount=5   any field of the scenario: a JSON Pointer and a value
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    override_usage = "nodetide compare [FILES]... --with <CHANGE>... [OPTIONS]"
)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    source: Source,
    /// The variants.
    #[arg(long = "with", value_name = "CHANGE", required = true, value_parser = word, num_args = 1..)]
    changes: Vec<Word>,
    /// Use this seed instead of the scenario's.
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Run this many seeds of each variant; numbers are then the 10th, 50th, and 90th percentile.
    #[arg(long, value_name = "N", value_parser = seeds)]
    seeds: Option<usize>,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn compare(asked: &CompareArgs) -> Done {
    let changes = joined(&asked.changes)?;
    let Input { json, opened, zone, .. } = input::open(&asked.source, WhichFindings::Errors)?;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let first = asked.seed.unwrap_or(compiled.plan.seed);
    let start = compiled.plan.start_unix_ms;
    let mut variants =
        vec![Variant { name: "as is".to_owned(), document: json.clone(), warnings: Vec::new() }];
    let judged = scenario::open_json(Ok(&json)).diagnostics;
    for changes in &changes {
        let Some(variant) = Variant::of(changes, &json, &judged)? else {
            return Ok(ExitStatus::Findings);
        };
        variants.push(variant);
    }
    let runs = asked.seeds.unwrap_or(1);
    let edition = opened.document.and_then(|document| document.edition).unwrap_or_default();
    let summaries = several::each(variants.len() * runs, |at| {
        let seed = first.wrapping_add((at % runs) as u64);
        figures(&variants[at / runs].document, seed, edition)
    });
    let columns: Vec<(String, Json)> = variants
        .iter()
        .zip(summaries.chunks(runs))
        .map(|(variant, summaries)| match summaries {
            [only] => (variant.name.clone(), only.clone()),
            several => (variant.name.clone(), several::merged(several)),
        })
        .collect();
    let is_dated = asked.source.instead.start.is_some() || json.get("start").is_some();
    let date = |ms: i64| match is_dated {
        true => zone::format(start.saturating_add(ms), zone.as_ref()),
        false => offset(SimTime::from_ms(ms)),
    };
    output::print(|out| match asked.format.is_json() {
        true => {
            let columns = columns.iter().zip(&variants).map(|((name, summary), variant)| {
                let ends = told(summary.get("over_ms"), &date);
                let mut summary = summary.clone();
                if let Json::Object(fields) = &mut summary {
                    fields.retain(|(name, _)| !OWN.contains(&name.as_str()));
                }
                let warnings = variant.warnings.iter().map(|one| one.as_str().into());
                Json::object([
                    ("variant", name.as_str().into()),
                    ("ends", ends),
                    ("warnings", Json::List(warnings.collect())),
                    ("summary", summary),
                ])
            });
            writeln!(out, "{}", Json::List(columns.collect()).pretty())
        }
        false => {
            table::text(out, &columns, &date)?;
            if let Some(fixed) = several::fixed(&json).filter(|_| runs > 1) {
                writeln!(out, "{}", english::text(&fixed))?;
            }
            variants.iter().try_for_each(|variant| variant.notes(out))
        }
    })?;
    Ok(ExitStatus::Fine)
}

/// A scenario of the table.
struct Variant {
    name: String,
    document: Json,
    /// What GKE makes of the changed settings, such as a maxSurge above its limit (UP-11).
    warnings: Vec<String>,
}

impl Variant {
    /// `judged`: what is known of the scenario as it is. Prints what is wrong with the changes, if anything is.
    fn of(changes: &[Change], json: &Json, judged: &[Diagnostic]) -> Result<Option<Self>, Failure> {
        let mut document = json.clone();
        let mut kept = Vec::new();
        for change in changes {
            let (changed, note) = change.apply(&document)?;
            document = changed;
            kept.extend(note);
        }
        let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
        let name = names.join(" and ");
        let opened = scenario::open_json(Ok(&document));
        let new: Vec<_> = opened.diagnostics.iter().filter(|one| !judged.contains(one)).collect();
        // A change is a setting that GKE would have to accept; what the scenario has already may be a state that exists.
        let refused = |one: &Diagnostic| one.is_error() || input::is_unknown_field(one);
        if opened.compiled.is_none() || new.iter().any(|one| refused(one)) {
            output::note(&format!("{}:\n", words::visible::visible(name)));
            output::diagnostics(new.into_iter().filter(|one| refused(one)));
            return Ok(None);
        }
        let mut warnings: Vec<String> = kept.iter().map(english::text).collect();
        for one in new {
            let text = english::text(&one.message);
            let is_of_settings = one.path.ends_with("/upgradeSettings");
            if one.severity == Severity::Warning && is_of_settings && !warnings.contains(&text) {
                warnings.push(text);
            }
        }
        Ok(Some(Self { name, document, warnings }))
    }

    fn notes(&self, out: &mut Out) -> io::Result<()> {
        let mut said = self.warnings.iter().map(|one| format!("{}: {one}", self.name));
        said.try_for_each(|one| writeln!(out, "{}", words::visible::visible(one)))
    }
}

fn figures(document: &Json, seed: u64, edition: Edition) -> Json {
    let Some(compiled) = scenario::compiled(document) else {
        return Json::Null;
    };
    let ran = to_the_end(compiled, Some(seed), None);
    let index = Index::of(&ran.trace);
    let outcome = ran.outcome(&index);
    let mut object = summary::object(&ran, &outcome, Default::default(), edition);
    let work = outcome.each.first().map(|_| (outcome.duration, outcome.over));
    // Without an upgrade, drains by kubectl are what takes the time.
    let drained = outcome.drained.filter(|_| work.is_none());
    let work = work.or(drained.map(|all| (all.ended - all.began, Some(all.ended))));
    let result = match drained {
        Some(all) if all.gave_up > 0 => {
            format!("{} of {} drains gave up", all.gave_up, all.nodes + all.gave_up)
        }
        Some(_) => "drained".to_owned(),
        None => outcome.conclusion.name().to_owned(),
    };
    if let Json::Object(fields) = &mut object {
        if let Some((took, over)) = work {
            fields.push(("took_ms".to_owned(), Json::Int(took.ms())));
            let worked = drained.map_or(outcome.worked, |_| took);
            fields.push(("worked_ms".to_owned(), Json::Int(worked.ms())));
            fields.extend(over.map(|at| ("over_ms".to_owned(), Json::Int(at.ms()))));
        }
        fields.push((RESULT.to_owned(), Json::Text(result)));
        fields.push(("short".to_owned(), short(&ran.trace, &outcome)));
        fields.push(("unplaced".to_owned(), (outcome.unplaced.len() as u32).into()));
    }
    object
}

/// How long each workload had no ready Pod, or fewer than a budget of it or its `replicas` require, and since when where that
/// lasts to the end of the run.
fn short(trace: &Trace, outcome: &Outcome) -> Json {
    let all = shortfalls_until(trace, limit(trace));
    let of = |total: fn(&WorkloadOutcome) -> SimSpan| {
        let short = outcome.workloads.iter().filter(move |one| total(one) > SimSpan::ZERO);
        times(trace, short.map(|one| (one.workload, Short::of(trace, &all, one, total(one)))))
    };
    let fewer = hurt(&outcome.workloads).into_iter().filter(|one| one.fewest.is_some());
    let fewer = fewer.take(COUNTED).map(|one| {
        let stretches = reduced(trace, one.workload);
        let from = stretches.last().filter(|(_, to)| to.is_none()).map(|(from, _)| *from);
        (one.workload, Short::open(trace, total(&stretches, limit(trace)), from))
    });
    Json::object([
        ("budgets", of(|one| one.below_budget)),
        ("workloads", of(|one| one.without_ready)),
        ("replicas", times(trace, fewer)),
    ])
}

/// Workloads whose times with fewer ready Pods than replicas are counted.
const COUNTED: usize = 20;

fn times(trace: &Trace, all: impl Iterator<Item = (WorkloadId, Short)>) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let (mut times, mut lasting) = (Vec::new(), Vec::new());
    for (id, short) in all {
        let subject = namer.subject(Subject::Workload(id));
        if let Some((from, earlier)) = short.open {
            let fields = [("from_ms", from), ("earlier_ms", SimTime::ZERO + earlier)];
            let fields = fields.map(|(name, at)| (name, Json::Int(at.ms())));
            lasting.push((subject.clone(), Json::object(fields)));
        }
        times.push((subject, Json::Int(short.total.ms())));
    }
    let fields = [("times", times), ("lasting", lasting)];
    Json::object(fields.map(|(name, fields)| (name, Json::Object(fields))))
}

/// Fields of a column that a summary doesn't have.
const OWN: [&str; 6] = ["took_ms", "worked_ms", "over_ms", "short", "unplaced", RESULT];

/// The date of an instant, or of its percentiles.
fn told(value: Option<&Json>, date: &dyn Fn(i64) -> String) -> Json {
    match value {
        Some(Json::Int(ms)) => Json::Text(date(*ms)),
        Some(range) => {
            Json::object(["p10", "p50", "p90"].map(|name| (name, told(range.get(name), date))))
        }
        None => Json::Null,
    }
}
