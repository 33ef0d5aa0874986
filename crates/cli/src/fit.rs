//! `fit`: does each due upgrade fit into a maintenance window?

mod fewest;
mod held;
mod least;
mod stages;

use self::fewest::fewest;
use self::held::held;
use self::least::Runs;
use self::stages::{judged, stages};

use core::cmp::Reverse;
use std::io::{self, Write};

use clap::Args;

use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seeds};
use super::output::Out;
use super::zone::{self, NamedZone};
use super::{
    Done, ExitStatus, Failure, configuration, cron_jobs, english, input, not_simulated, output,
    support,
};
use base::{SimSpan, SimTime, say};
use runner::window_fit::{Awaited, Fit, FitRange, FitSetting, SEEDS, SearchResult};
use runner::{RECORDS_AT_MOST, Trial};
use scenario::edit::{Edit, apply_all};
use scenario::json::Json;
use trace::Value;
use words::offset;
use words::visible::visible;

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

type Date<'a> = &'a (dyn Fn(SimTime) -> String + Sync);

/// A search with its result and the pools whose setting would be changed, if not all.
type ChangeResult = (FitSetting, SearchResult, Vec<String>);

/// What the runs of an upgrade came to.
struct Answer {
    name: String,
    fit: Fit,
    /// For so many openings, the least minutes of a window.
    least: Vec<(u32, i64)>,
    /// How long it takes at most without windows, where no window is long enough.
    without_windows: Option<SimSpan>,
    /// What keeps it from ending.
    held: Vec<String>,
    changes: Vec<ChangeResult>,
}

impl Answer {
    fn of(name: &str, mut fit: Fit, date: Date<'_>) -> Self {
        let runs = match fit.in_cut_opening().map(|mut cut| (tried(&mut cut), cut)) {
            Some((runs, cut)) if cut.fits_in_cut_opening() => {
                fit = cut;
                runs
            }
            _ => tried(&mut fit),
        };
        if fit.uses_no_window() {
            let (least, held, changes) = (Vec::new(), Vec::new(), Vec::new());
            return Self {
                name: name.to_owned(),
                fit,
                least,
                without_windows: None,
                held,
                changes,
            };
        }
        let least = least::least(&runs);
        let is_long = least.first().is_none_or(|(openings, _)| *openings > 1);
        let is_wanted = is_long && fit.fits() == Some(false) && fit.has_windows();
        let without_windows = is_wanted.then(|| least::without_windows(&runs)).flatten();
        let is_endless = fit.ranges().is_some_and(|ranges| ranges[2].over.is_none());
        let held = if is_endless { held(&runs, date) } else { Vec::new() };
        let changes = fit.searches().filter_map(|(setting, result)| {
            let (SearchResult::Enough(n) | SearchResult::NotWith(n)) = result else {
                return None;
            };
            let pools = fit.changed(setting, n).into_iter().map(str::to_owned).collect();
            Some((setting, result, pools))
        });
        let changes = changes.collect();
        Self { name: name.to_owned(), fit, least, without_windows, held, changes }
    }

    /// The changes for as few pools as do.
    fn with_fewest(&self, each: &[Self]) -> Vec<ChangeResult> {
        let took = |one: &Self| one.fit.ranges().map(|ranges| ranges[2].took);
        let mut slowest: Vec<&Self> = each.iter().collect();
        slowest.sort_by_key(|one| Reverse(took(one)));
        let pools = slowest.iter().flat_map(|one| one.fit.chosen()).copied();
        let pools: Vec<usize> = pools.filter(|pool| self.fit.chosen().contains(pool)).collect();
        let changes = self.changes.iter().map(|change| match change {
            (setting, SearchResult::Enough(_), _) if *setting != FitSetting::Hours => {
                let found = fewest(&self.fit, *setting, &pools);
                found.map_or(change.clone(), |(result, names)| (*setting, result, names))
            }
            _ => change.clone(),
        });
        changes.collect()
    }

    fn text(&self, out: &mut Out, date: Date<'_>) -> io::Result<()> {
        let verdict = match (self.fit.fits(), self.fit.late()) {
            (Some(is_over), _) if !self.fit.has_windows() => match is_over {
                true => "there are no maintenance windows: it begins when it is due".to_owned(),
                false => "does not end".to_owned(),
            },
            _ if self.fit.uses_no_window() => {
                "uses no window: it begins at the end of support (BS-19)".to_owned()
            }
            (Some(true), _) => "fits into one window".to_owned(),
            (Some(false), Some(late)) => format!(
                "does not fit: starts in one window, and ends up to {} after it closes",
                span(late)
            ),
            (Some(false), None) => "does not fit into one window".to_owned(),
            (None, _) => "too large to be tried".to_owned(),
        };
        writeln!(out, "{}: {verdict}", visible(self.name.clone()))?;
        if let Some(ranges) = self.fit.ranges() {
            let said = |title: &str, cells: [String; 3]| {
                // The same in all runs.
                let cells = if cells[0] == cells[2] { cells[0].clone() } else { cells.join(" / ") };
                format!("  {title:<9}{cells}")
            };
            let took = |range: &FitRange| span(range.took);
            let end = |range: &FitRange| range.over.map_or_else(|| "never".to_owned(), date);
            let windows = |range: &FitRange| range.windows.to_string();
            if let Some(length) = self.fit.window_length() {
                let said = said("windows", ranges.each_ref().map(windows));
                writeln!(out, "{said} of {}", span(SimSpan::from_secs(length)))?;
            }
            let takes = said("takes", ranges.each_ref().map(took));
            let after = match self.fit.follows_control_plane() {
                true => ", after the control plane",
                false => "",
            };
            writeln!(out, "{takes}{after}")?;
            writeln!(out, "{}", said("ends", ranges.each_ref().map(end)))?;
        }
        self.holds(out, date)?;
        self.shortest(out)?;
        self.settings(out)
    }

    /// Exclusions that cut an opening short, and what keeps it from ending.
    fn holds(&self, out: &mut Out, date: Date<'_>) -> io::Result<()> {
        // Several pools may wait for the same one.
        let mut lines: Vec<String> = Vec::new();
        for one in self.fit.awaited() {
            let first = date(one.first);
            for (name, from, to) in one.kept_by {
                let (name, from, to) = (visible(name), date(from), date(to));
                let line = format!(
                    "  exclusion {name} ({from} to {to}) leaves nothing of the openings before {first}"
                );
                if !lines.contains(&line) {
                    writeln!(out, "{line}")?;
                    lines.push(line);
                }
            }
        }
        for one in self.fit.cut_short() {
            let first = date(one.first);
            let judged = match one.judged == one.first {
                true if one.full == one.first => "no later one is full".to_owned(),
                true => "judged in it".to_owned(),
                false => format!("judged in the next full one, of {}", date(one.full)),
            };
            let names = visible(one.cut_by.join(", "));
            writeln!(
                out,
                "  exclusion {names} leaves {} of the opening of {first}, in which it may begin: {judged}",
                span(one.left),
            )?;
        }
        if !self.held.is_empty() {
            let no_window = if self.least.is_empty()
                && self.without_windows.is_none()
                && self.fit.has_windows()
            {
                "no window is long enough: "
            } else {
                "held back by "
            };
            writeln!(out, "  {no_window}{}", visible(self.held.join("; ")))?;
        }
        Ok(())
    }

    /// The lengths of windows in which it ends.
    fn shortest(&self, out: &mut Out) -> io::Result<()> {
        let least = self.least.iter().map(|(openings, minutes)| {
            let length = span(SimSpan::from_secs(minutes * 60));
            match openings {
                1 => format!("{length} for one opening"),
                n => format!("{length} for {n} openings"),
            }
        });
        let least: Vec<String> = least.collect();
        if !least.is_empty() {
            let least = least.join(", ");
            let accepted = match self.least.iter().any(|(_, minutes)| *minutes < least::ACCEPTED) {
                true => " (GKE accepts 4 h or more, BS-23)",
                false => "",
            };
            writeln!(out, "  shortest windows in which it ends, to the minute: {least}{accepted}")?;
        }
        if let Some(took) = self.without_windows {
            writeln!(out, "  without windows and exclusions it would take up to {}", span(took))?;
        }
        Ok(())
    }

    /// The settings that were tried.
    fn settings(&self, out: &mut Out) -> io::Result<()> {
        for (setting, result, pools) in &self.changes {
            let (name, unit) = match setting {
                FitSetting::MaxSurge => ("maxSurge", ""),
                FitSetting::MaxUnavailable => ("maxSurge 0, maxUnavailable", ""),
                FitSetting::Hours => ("windows of", " h"),
            };
            match result {
                SearchResult::Enough(n) => {
                    let of = match pools.join(", ") {
                        names if !names.is_empty() => format!(" of {}", visible(names)),
                        _ if *setting != FitSetting::Hours && self.fit.is_of_several() => {
                            " of every pool".to_owned()
                        }
                        _ => String::new(),
                    };
                    writeln!(out, "  fits with {name} {n}{unit}{of}")?;
                }
                SearchResult::NotWith(n) => {
                    writeln!(out, "  does not even fit with {name} {n}{unit}")?;
                }
                SearchResult::Searching => {}
            }
        }
        Ok(())
    }

    fn json(&self, date: Date<'_>) -> Json {
        let ranges = self.fit.ranges();
        let range = |of: &dyn Fn(&FitRange) -> Json| {
            ranges.as_ref().map_or(Json::Null, |ranges| percentiles(ranges, of))
        };
        let end = |range: &FitRange| range.over.map_or(Json::Null, |at| Json::Text(date(at)));
        let change = |(setting, result, pools): &ChangeResult| {
            let (name, unit) = match setting {
                FitSetting::MaxSurge => ("maxSurge", "nodes"),
                FitSetting::MaxUnavailable => ("maxUnavailable", "nodes"),
                FitSetting::Hours => ("window", "hours"),
            };
            let (value, enough) = match *result {
                SearchResult::Enough(n) => (n, true),
                SearchResult::NotWith(n) => (n, false),
                SearchResult::Searching => return None,
            };
            let mut fields = vec![
                ("setting", name.into()),
                (unit, Json::Int(value)),
                ("fits", Json::Bool(enough)),
            ];
            if *setting != FitSetting::Hours {
                let changed = pools.iter().map(|name| name.as_str().into()).collect();
                fields.push(("pools", Json::List(changed)));
            }
            Some(Json::object(fields))
        };
        let least = self.least.iter().map(|(openings, minutes)| {
            Json::object([("openings", (*openings).into()), ("minutes", Json::Int(*minutes))])
        });
        let texts =
            |all: &[String]| Json::List(all.iter().map(|one| one.as_str().into()).collect());
        let cut = |one: &Awaited| {
            Json::object([
                ("from", Json::Text(date(one.first))),
                ("left_ms", Json::Int(one.left.ms())),
                ("exclusions", texts(&one.cut_by)),
                ("judged_from", Json::Text(date(one.judged))),
            ])
        };
        Json::object([
            ("subject", self.name.as_str().into()),
            ("fits", self.fit.fits().map_or(Json::Null, Json::Bool)),
            ("windows", range(&|range| range.windows.into())),
            ("duration_ms", range(&|range| Json::Int(range.took.ms()))),
            ("late_ms", self.fit.late().map_or(Json::Null, |late| Json::Int(late.ms()))),
            ("end", range(&end)),
            ("shortest_windows", Json::List(least.collect())),
            (
                "without_windows_ms",
                self.without_windows.map_or(Json::Null, |span| Json::Int(span.ms())),
            ),
            ("held_by", texts(&self.held)),
            ("cut_openings", Json::List(self.fit.cut_short().iter().map(cut).collect())),
            ("changes", Json::List(self.changes.iter().filter_map(change).collect())),
        ])
    }
}

fn span(span: SimSpan) -> String {
    words::plain().value(&Value::Span(span))
}
