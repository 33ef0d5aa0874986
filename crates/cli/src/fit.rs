//! `fit`: does each due upgrade fit into a maintenance window?

mod answer;
mod fewest;
mod held;
mod least;
mod stages;

use self::least::Runs;
use self::stages::{judged, stages};

use std::io::Write as _;

use clap::Args;

use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seeds};
use super::zone::{self, NamedZone};
use super::{
    Done, ExitStatus, Failure, configuration, cron_jobs, english, input, not_simulated, output,
    support,
};
use base::{SimSpan, SimTime, say};
use runner::window_fit::{Fit, FitRange, SEEDS};
use runner::{RECORDS_AT_MOST, Trial};
use scenario::edit::{Edit, apply_all};
use scenario::json::Json;
use trace::Value;
use words::offset;

/// Show whether each due upgrade fits into a maintenance window
///
/// Simulates GKE's automatic upgrade of each pool that trails the control plane or has an upgrade in the script, by itself
/// and all in their order, after the control plane's if that is due, with fast, median, and slow nodes and Pods and several seeds. Prints windows, hours, and end
/// date. For an upgrade that doesn't fit: the least maxSurge with which it begins and ends in one window, the least maxUnavailable
/// with maxSurge 0 if no maxSurge is enough, and the least window length.
/// Exits with 0 if each, and all in their order, fit into one window, and with 1 otherwise.
#[derive(Args)]
pub(super) struct FitArgs {
    #[command(flatten)]
    source: Source,
    /// Run this many seeds with each kind of durations (default: 5).
    #[arg(long, value_name = "N", value_parser = seeds)]
    seeds: Option<usize>,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn fit(asked: &FitArgs) -> Done {
    let Input { json, opened, zone, reports, .. } =
        input::open(&asked.source, WhichFindings::Errors)?;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let start_ms = compiled.plan.start_unix_ms;
    let is_dated = asked.source.instead.start.is_some() || json.get("start").is_some();
    let date = |at: SimTime, zone: Option<&NamedZone>| match is_dated {
        true => zone::format(start_ms.saturating_add(at.ms()), zone),
        // The scenario has no date.
        false => offset(at),
    };
    let seeds = asked.seeds.unwrap_or(SEEDS);
    let (stages, blocked) = stages(&json, opened.document.as_ref());
    let left_out = not_simulated::not_simulated(&compiled.plan);
    let by_hand = opened.document.as_ref().map(Fit::by_hand).unwrap_or_default().join(", ");
    let by_hand = (!by_hand.is_empty()).then(|| say!("cli-fit-by-hand", pools = by_hand));
    let waiting = configuration::waiting(&compiled.plan, &compiled.cluster);
    let clock = |at: SimTime| date(at, zone.as_ref());
    let mut answers = Vec::new();
    for stage in &stages {
        let found = Fit::of_due(&stage.json, seeds);
        let found = found.ok_or_else(|| Failure(say!("cli-no-policy")))?;
        answers.extend(judged(found, stage.to.as_deref(), &clock));
    }
    if answers.is_empty() {
        let why = left_out.or(blocked).or(by_hand);
        return Err(Failure(why.unwrap_or_else(|| say!("cli-nothing-due"))));
    }
    let cron_jobs = cron_jobs::of_scenario(&reports, compiled, zone.as_ref());
    let is_fit = answers.iter().all(|answer| answer.fit.fits() == Some(true));
    output::print(|out| match asked.format.is_json() {
        true => {
            let plain = |at: SimTime| date(at, None);
            let answers = answers.iter().map(|answer| answer.json(&plain));
            let answers: Vec<Json> = answers.collect();
            let fits =
                Json::object([("fits", Json::Bool(is_fit)), ("upgrades", Json::List(answers))]);
            writeln!(out, "{}", fits.pretty())
        }
        false => {
            answers.iter().try_for_each(|answer| answer.text(out, &clock))?;
            let left_out = left_out.iter().chain(&blocked).chain(&by_hand).map(english::text);
            let support = opened.document.as_ref();
            let support = support.and_then(|one| support::enforced(one, zone.as_ref()));
            left_out
                .chain(waiting)
                .chain(notes(&json, seeds))
                .chain(support)
                .chain(cron_jobs)
                .try_for_each(|note| writeln!(out, "{note}"))
        }
    })?;
    Ok(if is_fit { ExitStatus::Fine } else { ExitStatus::Findings })
}

/// Makes all runs; those that don't try settings are returned.
fn tried(fit: &mut Fit) -> Runs {
    let mut runs = Vec::new();
    while let Some((text, seed)) = fit.ask() {
        let came = Trial::new(&text, Some(seed), RECORDS_AT_MOST).and_then(Trial::finish);
        let (before, _) = fit.progress();
        fit.take_result(came.as_ref().map_err(Clone::clone));
        let run = (text, seed);
        if fit.progress().0 > before && !runs.contains(&run) {
            runs.push(run);
        }
    }
    runs
}

/// The whole run, with its script, as fast, median and slow nodes and Pods make it. It ends at `until` at the latest.
pub(super) fn forecast(json: &Json, until: Option<SimTime>) -> Option<Json> {
    let mut fit = of_run(json, until)?;
    tried(&mut fit);
    let ranges = fit.ranges()?;
    let range = |of: &dyn Fn(&FitRange) -> Json| percentiles(&ranges, of);
    Some(Json::object([
        ("runs", (fit.progress().0 as u32).into()),
        ("forced", range(&|range| range.forced.into())),
        ("duration_ms", range(&|range| Json::Int(range.took.ms()))),
        ("over_ms", range(&|range| range.over.map_or(Json::Null, |at| Json::Int(at.ms())))),
    ]))
}

fn of_run(json: &Json, until: Option<SimTime>) -> Option<Fit> {
    let until = until.map(|at| Edit::Set("/until".to_owned(), Json::Int(at.ms())));
    Fit::of_run(&apply_all(json, until.as_slice()))
}

/// The percentiles of a run on one line, if they differ.
pub(super) fn forecast_line(
    json: &Json,
    until: Option<SimTime>,
    clock: &dyn Fn(SimTime) -> String,
) -> Option<String> {
    let mut fit = of_run(json, until)?;
    tried(&mut fit);
    let ranges = fit.ranges().filter(|[fast, _, slow]| fast.took != slow.took)?;
    let end = |range: &FitRange| range.over.map_or_else(|| "not over".to_owned(), clock);
    let took = ranges.each_ref().map(|range| span(range.took)).join(" / ");
    let ends = ranges.each_ref().map(end).join(" / ");
    let of = if fit.follows_control_plane() { "the node pools alone " } else { "" };
    Some(format!(
        "p10 / p50 / p90 of {} runs (fast, median, and slow nodes and Pods, {SEEDS} seeds each): {of}{took}, ends {ends}",
        fit.progress().0
    ))
}

fn percentiles(ranges: &[FitRange; 3], of: &dyn Fn(&FitRange) -> Json) -> Json {
    Json::object(["p10", "p50", "p90"].into_iter().zip(ranges.iter().map(of)))
}

/// What the numbers are of, and what makes them less sure than they look.
fn notes(json: &Json, seeds: usize) -> Vec<String> {
    let workloads = json.get("workloads").map_or(&[][..], Json::items);
    let said = say!("runs-of-range", runs = 3 * seeds, seeds = seeds);
    let mut notes = vec![english::text(&said), english::text(&say!("cli-fit-alone"))];
    notes.push(english::text(&say!("cli-earliest")));
    if workloads.is_empty() {
        notes.push(english::text(&say!("cli-fit-no-pods")));
    }
    notes
}

fn span(span: SimSpan) -> String {
    words::plain().value(&Value::Span(span))
}
