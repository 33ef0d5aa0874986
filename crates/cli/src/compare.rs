//! `compare`: a run beside variants of its scenario, with the same seeds for all.

use std::io::{self, Write};

use clap::Args;

use super::brief::local_disks;
use super::change::{Change, change};
use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seed, seeds};
use super::output::Out;
use super::run::to_the_end;
use super::summary::{Short, Work};
use super::zone;
use super::{Done, ExitStatus, english, input, output, seeds as several, summary};
use base::{SimSpan, SimTime, WorkloadId, say};
use query::series::{reduced, total};
use query::summary::limit;
use query::{Index, Summary, WorkloadSummary, hurt, shortfalls_until};
use scenario::calendar::Edition;
use scenario::edit;
use scenario::json::Json;
use scenario::{Diagnostic, Severity};
use trace::text::Namer;
use trace::{Subject, Trace, Value};
use words::offset;

/// Compare the run with variants of the scenario
///
/// Each CHANGE is a variant of its own:
///   surge=3+1                     maxSurge 3 and maxUnavailable 1 for the pools with surge upgrades; for all if none has them
///   blue-green=batch:2,soak:1h    for blue-green pools, or for all; also batch:40%, batch-soak:10m; soak is the pool's
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
    #[arg(long = "with", value_name = "CHANGE", required = true, value_parser = change, num_args = 1..)]
    changes: Vec<Change>,
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
    let Input { json, opened, zone, reports, .. } =
        input::open(&asked.source, WhichFindings::Errors)?;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let first = asked.seed.unwrap_or(compiled.plan.seed);
    let start = compiled.plan.start_unix_ms;
    let mut variants =
        vec![Variant { name: "as is".to_owned(), document: json.clone(), warnings: Vec::new() }];
    let judged = scenario::open_json(Ok(&json)).diagnostics;
    for change in &asked.changes {
        let Some(variant) = Variant::of(change, &json, &judged) else {
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
            text(out, &columns, &date)?;
            if let Some(fixed) = several::fixed(&json).filter(|_| runs > 1) {
                writeln!(out, "{}", english::text(&fixed))?;
            }
            variants.iter().try_for_each(|variant| variant.notes(out))?;
            // A variant without harm to Pods may still lose data.
            local_disks(&reports).iter().try_for_each(|line| writeln!(out, "Local disks: {line}"))
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
    /// `judged`: what is known of the scenario as it is. Prints what is wrong with the change, if anything is.
    fn of(change: &Change, json: &Json, judged: &[Diagnostic]) -> Option<Self> {
        let (document, kept) = change.apply(json);
        let opened = scenario::open_json(Ok(&document));
        let new: Vec<_> = opened.diagnostics.iter().filter(|one| !judged.contains(one)).collect();
        // A change is a setting that GKE would have to accept; what the scenario has already may be a state that exists.
        // A field that doesn't exist is a slip, and would look like a change that makes no difference.
        let refused = |one: &Diagnostic| one.is_error() || one.code == "document/unknown-field";
        if opened.compiled.is_none() || new.iter().any(|one| refused(one)) {
            output::note(&format!("{}:\n", words::visible::visible(change.name.clone())));
            output::diagnostics(new.into_iter().filter(|one| refused(one)));
            return None;
        }
        let mut warnings: Vec<String> = kept.iter().map(english::text).collect();
        for one in new {
            let text = english::text(&one.message);
            let is_of_settings = one.path.ends_with("/upgradeSettings");
            if one.severity == Severity::Warning && is_of_settings && !warnings.contains(&text) {
                warnings.push(text);
            }
        }
        Some(Self { name: change.name.clone(), document, warnings })
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
    let summary = ran.summary(&index);
    let mut object = summary::object(&ran.trace, &summary, edition);
    if let (Json::Object(fields), Some(work)) = (&mut object, Work::of(&ran.trace, &summary)) {
        let took = work.over.unwrap_or(summary.end) - work.began;
        fields.push(("took_ms".to_owned(), Json::Int(took.ms())));
        fields.extend(work.over.map(|at| ("over_ms".to_owned(), Json::Int(at.ms()))));
    }
    if let Json::Object(fields) = &mut object {
        fields.push(("short".to_owned(), short(&ran.trace, &summary)));
        fields.push(("unplaced".to_owned(), (summary.unplaced.len() as u32).into()));
    }
    object
}

/// How long each workload had no ready Pod, or fewer than a budget of it or its `replicas` require, and since when where that
/// lasts to the end of the run.
fn short(trace: &Trace, summary: &Summary) -> Json {
    let all = shortfalls_until(trace, limit(trace));
    let of = |total: fn(&WorkloadSummary) -> SimSpan| {
        let short = summary.workloads.iter().filter(move |one| total(one) > SimSpan::ZERO);
        times(trace, short.map(|one| (one.workload, Short::of(trace, &all, one, total(one)))))
    };
    let fewer = hurt(&summary.workloads).into_iter().filter(|one| one.fewest.is_some());
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
const OWN: [&str; 4] = ["took_ms", "over_ms", "short", "unplaced"];

/// Nodes beyond those of the start, over time.
const EXTRA: &str = "/extra_node_ms";

/// Told where it isn't the number of nodes.
const VMS: &str = "/vms_max";

/// Told where it isn't known how much is lost.
const AT_MOST: &str = "/work_lost_at_most_ms";

/// A line of the table: its title, and its fields in a summary.
const LINES: [(&str, &str); 25] = [
    ("outcome", "/outcome"),
    ("duration", "/took_ms"),
    ("windows", "/windows"),
    ("nodes upgraded", "/upgraded"),
    ("nodes rolled back", "/rolled_back"),
    ("time of the rollback", "/rollback_ms"),
    ("most nodes", "/nodes/max"),
    ("most VMs", VMS),
    ("fewest nodes", "/nodes/min"),
    ("extra node-hours", EXTRA),
    ("evictions", "/evictions"),
    ("moves", "/moves"),
    ("moves, of them again", "/moved_again"),
    ("Pods preempted", "/preempted"),
    ("Pods forced out", "/forced"),
    ("in violation of a PDB", "/violations"),
    ("killed after grace", "/killed"),
    ("Pods lost", "/lost"),
    ("failed Jobs", "/jobs_failed"),
    ("work lost", "/work_lost_ms"),
    ("work lost at most", AT_MOST),
    ("most pending Pods", "/pending_max"),
    ("Pods pending at the end", "/unplaced"),
    ("drains blocked", "/blocked_ms"),
    ("commands refused", "/refused"),
];

fn text(out: &mut Out, columns: &[(String, Json)], date: &dyn Fn(i64) -> String) -> io::Result<()> {
    let mut rows = vec![(String::new(), columns.iter().map(|(name, _)| name.clone()).collect())];
    let unknown = columns.iter().any(|(_, one)| one.get("work_lost_ms") == Some(&Json::Null));
    for (title, pointer) in LINES {
        let say = match pointer {
            EXTRA => summary::node_hours,
            _ if pointer.ends_with("_ms") => span,
            _ => number,
        };
        let cells: Vec<String> =
            columns.iter().map(|(_, summary)| cell(edit::at(summary, pointer), say)).collect();
        // What no variant has is left out.
        let is_any = cells.iter().any(|cell| !matches!(cell.as_str(), "0" | "0 s" | "0.00" | ""));
        let is_known = pointer == VMS && rows.last().is_some_and(|(_, last)| *last == cells);
        if is_any && !is_known && (pointer != AT_MOST || unknown) {
            rows.push((title.to_owned(), cells));
        }
        if title == "duration" {
            let ends = columns.iter().map(|(_, summary)| ends(summary.get("over_ms"), date));
            rows.push(("ends".to_owned(), ends.collect()));
        }
    }
    rows.extend(fewest(columns));
    for (title, field) in [
        ("time without a ready Pod", "/short/workloads"),
        ("time below a PDB", "/short/budgets"),
        ("time below replicas", "/short/replicas"),
    ] {
        let cells: Vec<String> =
            columns.iter().map(|(_, one)| worst(edit::at(one, field), date)).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push((title.to_owned(), cells));
        }
    }
    let width = |n: usize| {
        let cells = rows.iter().filter_map(|(_, cells)| cells.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    for (title, cells) in &rows {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:<width$}"));
        let line = format!("{title:<24}{}", cells.collect::<String>());
        writeln!(out, "{}", words::visible::visible(line.trim_end().to_owned()))?;
    }
    if rows.iter().any(|(title, _)| title == "extra node-hours") {
        writeln!(out, "{}", english::text(&say!("cli-extra-cost")))?;
    }
    Ok(())
}

/// Workloads of the table with their fewest ready Pods.
const FEWEST: usize = 3;

/// The fewest ready Pods of the workloads in which the variants differ, or else of the one that has the smallest share.
fn fewest(columns: &[(String, Json)]) -> Vec<(String, Vec<String>)> {
    let of = |summary: &Json, name: &str| {
        let all = summary.get("workloads").map_or(&[][..], Json::items);
        let own = all.iter().find(|one| one.get("subject").and_then(Json::text) == Some(name))?;
        let median = |field| match own.get(field)?.get("p50").or(own.get(field))? {
            Json::Int(n) => Some(*n),
            _ => None,
        };
        let told = |field| cell(own.get(field), number);
        let (ready, replicas) = (median("fewest_ready")?, median("replicas")?);
        let share = ready.saturating_mul(1000) / replicas.max(1);
        Some((share, format!("{name} {} of {}", told("fewest_ready"), told("replicas"))))
    };
    let first = columns.first().and_then(|(_, summary)| summary.get("workloads"));
    let names = first.map_or(&[][..], Json::items).iter();
    let mut rows: Vec<(bool, i64, Vec<String>)> = names
        .filter_map(|one| one.get("subject")?.text())
        .filter_map(|name| {
            let cells: Vec<_> = columns.iter().map(|(_, summary)| of(summary, name)).collect();
            let least = cells.iter().flatten().map(|(share, _)| *share).min()?;
            let told = |one: Option<(i64, String)>| one.map_or_else(String::new, |(_, text)| text);
            let cells: Vec<String> = cells.into_iter().map(told).collect();
            let same = cells.iter().all(|one| Some(one) == cells.first());
            (least < 1000).then_some((same, least, cells))
        })
        .collect();
    rows.sort_by_key(|(same, least, _)| (*same, *least));
    let differ = rows.iter().filter(|(same, ..)| !same).count();
    rows.truncate(differ.clamp(1, FEWEST));
    rows.into_iter().map(|(.., cells)| ("fewest ready Pods".to_owned(), cells)).collect()
}

/// A number, a range of numbers, counted outcomes, or the length of a list.
fn cell(value: Option<&Json>, say: fn(i64) -> String) -> String {
    match value {
        Some(Json::Int(n)) => say(*n),
        Some(Json::Text(text)) => text.clone(),
        Some(Json::List(items)) => items.len().to_string(),
        Some(range @ Json::Object(fields)) => match range.get("p50") {
            Some(_) => {
                let parts = ["p10", "p50", "p90"].map(|name| cell(range.get(name), say));
                if parts[0] == parts[2] { parts[0].clone() } else { parts.join(" / ") }
            }
            None => {
                let counts =
                    fields.iter().map(|(name, n)| format!("{name} {}", cell(Some(n), number)));
                counts.collect::<Vec<_>>().join(", ")
            }
        },
        _ => String::new(),
    }
}

fn number(n: i64) -> String {
    n.to_string()
}

fn span(ms: i64) -> String {
    words::plain().value(&Value::Span(SimSpan::from_ms(ms)))
}

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

/// The same in the table.
fn ends(value: Option<&Json>, date: &dyn Fn(i64) -> String) -> String {
    match value {
        Some(Json::Int(ms)) => date(*ms),
        Some(range) => {
            let parts = ["p10", "p50", "p90"].map(|name| ends(range.get(name), date));
            if parts[0] == parts[2] { parts[0].clone() } else { parts.join(" / ") }
        }
        None => "not over".to_owned(),
    }
}

/// The workload with the longest such time, `workload/redis 2 h`; what lasts at the end of the run has no length.
fn worst(found: Option<&Json>, date: &dyn Fn(i64) -> String) -> String {
    let part = |name| found.and_then(|found| found.get(name));
    let Some(Json::Object(all)) = part("times") else {
        return String::new();
    };
    let ms = |one: &Json| match one.get("p50").unwrap_or(one) {
        Json::Int(ms) => *ms,
        _ => 0,
    };
    let lasting = |subject: &str| part("lasting").and_then(|all| all.get(subject));
    let rank = |subject: &str, one: &Json| (lasting(subject).is_some(), ms(one));
    let worst = all.iter().max_by_key(|(subject, one)| rank(subject, one));
    let Some((subject, time)) = worst.filter(|(subject, one)| rank(subject, one) > (false, 0))
    else {
        return String::new();
    };
    let lasting = lasting(subject);
    let of = |name| lasting.and_then(|one| one.get(name));
    match (of("from_ms"), of("earlier_ms")) {
        (Some(Json::Int(from)), Some(Json::Int(earlier))) => {
            let still = format!("from {} to the end of the run", date(*from));
            match earlier {
                0 => format!("{subject} {still}"),
                _ => format!("{subject} {}, and {still}", span(*earlier)),
            }
        }
        (Some(_), _) => {
            format!("{subject} {}, in some runs to their end", cell(Some(time), span))
        }
        _ => format!("{subject} {}", cell(Some(time), span)),
    }
}
