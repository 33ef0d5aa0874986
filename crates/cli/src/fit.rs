//! `fit`: does each due upgrade fit into a maintenance window?

use std::io::{self, Write as _};

use clap::Args;

use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seeds};
use super::output::Out;
use super::zone::{self, NamedZone};
use super::{Done, ExitStatus, Failure, english, input, notes, order, output, seeds as several};
use base::{SimSpan, SimTime, say};
use query::Conclusion;
use runner::window_fit::{Fit, FitRange, FitSetting, FitVerdict, SEEDS, SearchResult};
use runner::{Fault, Outcome, RECORDS_AT_MOST, Trial};
use scenario::json::Json;
use trace::Value;
use words::offset;
use words::visible::visible;

/// Show whether each due upgrade fits into a maintenance window
///
/// Runs the scenario as it is, with GKE's automatic upgrades of the pools that trail the control plane where the script has none of
/// theirs. Prints windows, hours, and end date of each upgrade and of all in their order: with fast, median, and slow
/// nodes and Pods where the scenario leaves their times open, as the 10th, 50th, and 90th percentile where it gives all of them. For an
/// upgrade that doesn't fit: the least maxSurge with which it begins and ends in one window, the least maxUnavailable
/// with maxSurge 0 if no maxSurge is enough, and the least window length; only that for several pools with surge upgrades.
/// Exits with 0 if each, and all in their order, fit into one window, and with 1 otherwise; what begins whether a window is open or not
/// needs none.
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

type Date<'a> = &'a dyn Fn(SimTime) -> String;

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
    let by_hand = opened.document.as_ref().map(Fit::by_hand).unwrap_or_default().join(", ");
    let by_hand = (!by_hand.is_empty()).then(|| say!("cli-fit-by-hand", pools = by_hand));
    // What is asked for is all that is upgraded.
    let due = Fit::of_due(&json, seeds, asked.source.instead.upgrade.is_none());
    let mut due = due.ok_or_else(|| Failure(say!("cli-no-policy")))?;
    if due.subjects().is_empty() {
        let asked = asked.source.instead.upgrade.as_ref();
        let key = if asked.is_some() { "cli-upgrade-not-due" } else { "cli-nothing-due" };
        return Err(Failure(by_hand.filter(|_| asked.is_none()).unwrap_or_else(|| say!(key))));
    }
    let runs = due.runs();
    due.take_runs(&several::each(runs.len(), |at| run(&runs[at])));
    let subjects = due.subjects();
    let fits = several::each(subjects.len(), |at| {
        let mut fit = due.about(subjects[at]);
        while let Some(next) = fit.ask() {
            fit.take_result(run(&next).as_ref().map_err(Clone::clone));
        }
        (name(&fit), fit)
    });
    let is_fit = fits.iter().all(|(_, fit)| fit.verdict().is_some_and(FitVerdict::is_fine));
    output::print(|out| match asked.format.is_json() {
        true => {
            let date = |at: SimTime| date(at, None);
            let answers = fits.iter().map(|(name, fit)| answer(name, fit, &date)).collect();
            let answers = [("fits", Json::Bool(is_fit)), ("upgrades", Json::List(answers))];
            writeln!(out, "{}", Json::object(answers).pretty())
        }
        false => {
            let date = |at: SimTime| date(at, zone.as_ref());
            fits.iter().try_for_each(|(name, fit)| text(out, name, fit, &date))?;
            let is_drawn = fits.iter().any(|(_, fit)| fit.is_drawn());
            let drawn = if is_drawn { "yes" } else { "no" };
            let of = say!("runs-of-range", runs = 3 * seeds, seeds = seeds, drawn = drawn);
            let no_pods = compiled.cluster.pod_count() == 0;
            let no_pods = no_pods.then(|| say!("cli-fit-no-pods"));
            let refused = notes::refused(&opened.diagnostics).map(|(_, said)| said);
            let notes = due.assumed().into_iter().chain(by_hand).chain(refused);
            let automatic = |(_, fit): &(_, Fit)| fit.verdict() != Some(FitVerdict::Unbound);
            let earliest = fits.iter().any(automatic).then(|| say!("cli-earliest"));
            let notes = notes.chain([of]).chain(earliest).chain(no_pods);
            let notes = notes.map(|note| english::text(&note));
            let mut more = notes::first(&reports);
            more.extend(notes::open(&reports, &opened.diagnostics));
            more.extend(notes::assumed(&reports));
            notes.chain(more).try_for_each(|note| writeln!(out, "{note}"))
        }
    })?;
    Ok(if is_fit { ExitStatus::Fine } else { ExitStatus::Findings })
}

fn run((text, seed): &(String, u64)) -> Result<Outcome, Fault> {
    Trial::new(text, Some(*seed), RECORDS_AT_MOST).and_then(Trial::finish)
}

/// The pool and what its upgrade brings.
fn name(fit: &Fit) -> String {
    match fit.upgrade() {
        None => "all in their order".to_owned(),
        Some((pool, upgrade)) => {
            let brings = upgrade.as_ref().map(order::brings).unwrap_or_default();
            format!("pool/{}{brings}", visible(pool.to_owned()))
        }
    }
}

fn text(out: &mut Out, name: &str, fit: &Fit, date: Date<'_>) -> io::Result<()> {
    let ranges = fit.ranges();
    let verdict = match fit.verdict() {
        None => "too large to be tried",
        Some(FitVerdict::NeverEnds) => match fit.upgrade() {
            Some((_, None)) => "does not begin",
            Some((_, Some(one))) if one.conclusion == Conclusion::Failed => "fails",
            _ => "does not end",
        },
        Some(FitVerdict::NoWindows) => "there are no maintenance windows: it begins when it is due",
        Some(FitVerdict::EndOfSupport) => "uses no window: it begins at the end of support (BS-19)",
        Some(FitVerdict::Unbound) => {
            "begins by a command or an override, whether a window is open or not (BS-03, MW-07)"
        }
        Some(FitVerdict::Stopped) => "is canceled or rolled back by a command",
        Some(FitVerdict::GoesOn) => "begins in one window and ends after it (UP-16)",
        Some(FitVerdict::Fits) => "fits into one window",
        Some(FitVerdict::TooLong) => "does not fit into one window",
    };
    writeln!(out, "{name}: {verdict}")?;
    // An upgrade that never begins, or never gets a node, takes no time and uses no window.
    let Some(ranges) = ranges.filter(|ranges| ranges[0].over.is_some()) else {
        return changes(out, fit);
    };
    let mut line = |title: &str, cell: &dyn Fn(&FitRange) -> String, after: &str| {
        let cells = ranges.each_ref().map(cell);
        // The same in all runs.
        let cells = if cells[0] == cells[2] { cells[0].clone() } else { cells.join(" / ") };
        writeln!(out, "  {title:<9}{cells}{after}")
    };
    let unbound = fit.verdict() == Some(FitVerdict::Unbound);
    if let Some(length) = fit.window_length().filter(|_| !unbound) {
        let of = format!(" of {}", span(SimSpan::from_secs(length)));
        line("windows", &|range| range.windows.to_string(), &of)?;
    }
    let after = if fit.follows_control_plane() { ", after the control plane" } else { "" };
    line("takes", &|range| range.over.map_or("–".to_owned(), |_| span(range.took)), after)?;
    line("ends", &|range| range.over.map_or("never".to_owned(), date), "")?;
    changes(out, fit)
}

/// The least changes that make it fit. What is not enough isn't told.
fn changes(out: &mut Out, fit: &Fit) -> io::Result<()> {
    let of = if fit.is_of_several() { " of every pool" } else { "" };
    for (setting, result) in fit.searches() {
        let SearchResult::Enough(n) = result else { continue };
        match setting {
            FitSetting::MaxSurge => writeln!(out, "  fits with maxSurge {n}{of}")?,
            FitSetting::MaxUnavailable => {
                writeln!(out, "  fits with maxSurge 0, maxUnavailable {n}{of}")?;
            }
            FitSetting::Hours => writeln!(out, "  fits with windows of {n} h")?,
        }
    }
    Ok(())
}

fn answer(name: &str, fit: &Fit, date: Date<'_>) -> Json {
    let upgrade = fit.upgrade();
    let subject = upgrade.map_or_else(|| name.to_owned(), |(pool, _)| format!("pool/{pool}"));
    let version = upgrade.and_then(|(_, one)| one?.version);
    let ranges = fit.ranges();
    let titles = if fit.is_drawn() { ["p10", "p50", "p90"] } else { ["fast", "median", "slow"] };
    let range = |of: &dyn Fn(&FitRange) -> Json| {
        let Some(ranges) = &ranges else { return Json::Null };
        Json::object(titles.into_iter().zip(ranges.iter().map(of)))
    };
    let end = |range: &FitRange| range.over.map_or(Json::Null, |at| Json::Text(date(at)));
    let took = |range: &FitRange| range.over.map_or(Json::Null, |_| Json::Int(range.took.ms()));
    let changes = fit.searches().filter_map(|(setting, result)| {
        let (name, unit) = match setting {
            FitSetting::MaxSurge => ("maxSurge", "nodes"),
            FitSetting::MaxUnavailable => ("maxUnavailable", "nodes"),
            FitSetting::Hours => ("window", "hours"),
        };
        let (value, enough) = match result {
            SearchResult::Enough(n) => (n, true),
            SearchResult::NotWith(n) => (n, false),
            SearchResult::Searching => return None,
        };
        let fields =
            [("setting", name.into()), (unit, Json::Int(value)), ("fits", Json::Bool(enough))];
        Some(Json::object(fields))
    });
    Json::object([
        ("subject", Json::Text(subject)),
        ("version", version.map_or(Json::Null, |version| Json::Text(version.to_string()))),
        ("fits", fit.verdict().map_or(Json::Null, |verdict| Json::Bool(verdict.is_fine()))),
        ("windows", range(&|range| range.windows.into())),
        ("duration_ms", range(&took)),
        ("end", range(&end)),
        ("changes", Json::List(changes.collect())),
    ])
}

fn span(span: SimSpan) -> String {
    words::plain().value(&Value::Span(span))
}
