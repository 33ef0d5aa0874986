//! `run`: runs a scenario to its end.

use std::io::Write as _;

use clap::{Args, ValueEnum};

use super::brief::{self, Brief};
use super::fail_on::{Condition, Judged, condition};
use super::finished_run::{clock, start, to_the_end};
use super::input::{Input, Source, WhichFindings};
use super::option::{SubjectKind, seed, seeds};
use super::summary::FindingCounts;
use super::zone::NamedZone;
use super::{
    Done, ExitStatus, Failure, english, input, notes, output, records, seeds as several, summary,
};
use base::{SimTime, say};
use query::Index;
use runner::Session;
use scenario::Compiled;
use scenario::calendar::Edition;
use scenario::json::Json;
use trace::{Record, Trace};
use words::catalogue::english;
use words::log::{self, Shown};
use words::{Clock, Words};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Format {
    /// At most 50 lines: outcome, dates, who is hurt, what held it up (default).
    Brief,
    /// Numbered sentences (default with --only).
    Story,
    /// The key figures of the run as one JSON object (default with --seeds).
    Summary,
    /// JSON Lines: a header, then one record per line.
    Json,
    /// The same records as a table.
    Csv,
}

/// Simulate a scenario to the end.
#[derive(Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    source: Source,
    /// Use this seed instead of the scenario's.
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Run this many seeds; each number of the summary is then the 10th, 50th, and 90th percentile. Durations that nobody set are the
    /// same for all seeds.
    #[arg(long, value_name = "N", value_parser = seeds)]
    seeds: Option<usize>,
    /// End the run at this time at the latest.
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Exit with 1 if one of these holds: forced, violations, lost, lost-connections, cut-connections, stuck, unfinished, pending,
    /// not-simulated, min-ready=N, min-ready=N%, min-ready=NAMESPACE/WORKLOAD:N. pending: a Pod has no node at the end.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = condition)]
    fail_on: Vec<Condition>,
    /// Leave subjects of other kinds out of story, json, and csv.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_enum)]
    only: Vec<SubjectKind>,
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
}

pub(super) fn run(asked: &RunArgs) -> Done {
    let Input { json, opened, reports, upgrade, zone, .. } =
        input::open(&asked.source, WhichFindings::All)?;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let until = match &asked.until {
        Some(text) => Some(input::time(text, "--until", &compiled, zone.as_ref())?),
        None => None,
    };
    let findings = FindingCounts::of(&opened.diagnostics);
    let left_out = &notes::left_out(&reports, &opened.diagnostics)[..];
    let edition = opened.document.as_ref().and_then(|document| document.edition);
    let edition = edition.unwrap_or_default();
    if let Some(n) = asked.seeds {
        let known = (findings, edition, left_out);
        return run_seeds(asked, &json, compiled, until, known, (n, zone.as_ref()));
    }
    let format = match asked.format {
        Some(format) => format,
        None if asked.only.is_empty() => Format::Brief,
        None => Format::Story,
    };
    if !asked.only.is_empty() && matches!(format, Format::Brief | Format::Summary) {
        return Err(Failure(say!("cli-only-of-records")));
    }
    let ran = to_the_end(compiled, asked.seed, until);
    check_conditions(&asked.fail_on, &ran.trace)?;
    let trace = &ran.trace;
    let zone = zone.as_ref();
    let dated = asked.source.instead.start.is_some() || zone.is_some();
    // The brief has dates wherever there is a start.
    let has_start = dated || format == Format::Brief && json.get("start").is_some();
    let clock: Clock<'_> = &clock(trace, has_start, zone);
    let keep = |record: &Record| SubjectKind::keeps(&asked.only, record.subject);
    let shown = Shown { keep: &keep, clock: dated.then_some(clock) };
    let index = Index::of(trace);
    let outcome = ran.outcome(&index);
    output::print(|out| match format {
        Format::Story => records::story(out, trace, clock, &keep),
        Format::Json => log::json(out, trace, &start(trace), shown),
        Format::Csv => log::csv(out, trace, shown),
        Format::Summary => {
            writeln!(out, "{}", summary::object(&ran, &outcome, findings, edition).pretty())
        }
        Format::Brief => {
            let (index, outcome, reports) = (&index, &outcome, reports.as_slice());
            let diagnostics = &opened.diagnostics;
            let upgrade = upgrade.as_deref();
            let page =
                Brief { trace, index, outcome, has_start, zone, reports, diagnostics, upgrade };
            brief::write(out, &page)
        }
    })?;
    let words = Words::new(english(), clock, trace.plan(), trace.last());
    let judged = Judged { trace, index: &index, outcome: &outcome, words: &words, left_out };
    let mut status = ExitStatus::Fine;
    for condition in &asked.fail_on {
        if let Some(held) = condition.judge(&judged) {
            output::note(&condition.line(&held, ""));
            status = ExitStatus::Findings;
        }
    }
    Ok(status)
}

/// A condition that names a workload which isn't there can't hold, and would hide a misspelled name.
fn check_conditions(conditions: &[Condition], trace: &Trace) -> Result<(), Failure> {
    match conditions.iter().find_map(|condition| condition.unknown(trace)) {
        Some(name) => Err(Failure(say!("cli-no-workload", name = name))),
        None => Ok(()),
    }
}

/// What is left of one run of several.
struct SeedResult {
    summary: Json,
    /// The lines of the conditions that held, by condition.
    held: Vec<Option<String>>,
}

fn run_seeds(
    asked: &RunArgs,
    json: &Json,
    compiled: Compiled,
    until: Option<SimTime>,
    (findings, edition, left_out): (FindingCounts, Edition, &[String]),
    (n, zone): (usize, Option<&NamedZone>),
) -> Done {
    if asked.format.is_some_and(|format| format != Format::Summary) || !asked.only.is_empty() {
        return Err(Failure(say!("cli-seeds-summary")));
    }
    let first = asked.seed.unwrap_or(compiled.plan.seed);
    check_conditions(&asked.fail_on, &Session::of(compiled, None, until).trace())?;
    let dated = asked.source.instead.start.is_some() || zone.is_some();
    let results = several::each(n, |at| {
        let compiled = scenario::compiled(json)?;
        let seed = first.wrapping_add(at as u64);
        let ran = to_the_end(compiled, Some(seed), until);
        let trace = &ran.trace;
        let index = Index::of(trace);
        let outcome = ran.outcome(&index);
        let clock: Clock<'_> = &clock(trace, dated, zone);
        let words = Words::new(english(), clock, trace.plan(), trace.last());
        let judged = Judged { trace, index: &index, outcome: &outcome, words: &words, left_out };
        let held = asked.fail_on.iter().map(|condition| {
            let held = condition.judge(&judged)?;
            Some(condition.line(&held, &format!("seed {seed}: ")))
        });
        Some(SeedResult {
            held: held.collect(),
            summary: summary::object(&ran, &outcome, findings, edition),
        })
    });
    let results: Vec<SeedResult> = results.into_iter().flatten().collect();
    let summaries: Vec<Json> = results.iter().map(|one| one.summary.clone()).collect();
    let merged = several::merged(&summaries);
    output::to(None, |out| writeln!(out, "{}", merged.pretty()))?;
    if let Some(fixed) = several::fixed(json) {
        output::note(&format!("{}\n", english::text(&fixed)));
    }
    let mut status = ExitStatus::Fine;
    for at in 0..asked.fail_on.len() {
        let first = results.iter().find_map(|one| one.held.get(at)?.as_deref());
        if let Some(line) = first {
            output::note(line);
            status = ExitStatus::Findings;
        }
    }
    Ok(status)
}
