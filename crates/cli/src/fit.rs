//! `fit`: does each due upgrade fit into a maintenance window?

mod least;

use self::least::Runs;

use std::io::{self, Write};

use clap::Args;

use super::input::{Input, Source, WhichFindings};
use super::option::{TextOrJson, seeds};
use super::output::Out;
use super::zone::{self, NamedZone};
use super::{Done, ExitStatus, Failure, english, input, output, seeds as several};
use base::{SimSpan, SimTime, say};
use runner::window_fit::{Fit, FitRange, FitSetting, SEEDS, SearchResult};
use runner::{RECORDS_AT_MOST, Trial};
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
    let Input { json, opened, zone, .. } = input::open(&asked.source, WhichFindings::Errors)?;
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
    let found = Fit::of_due(&json, seeds);
    let (each, all) = found.ok_or_else(|| Failure(say!("cli-no-policy")))?;
    if each.is_empty() {
        return Err(Failure(say!("cli-nothing-due")));
    }
    let mut fits: Vec<(String, Fit)> = each;
    fits = fits.into_iter().map(|(name, fit)| (format!("pool/{name}"), fit)).collect();
    if fits.len() > 1 {
        fits.push(("all in their order".to_owned(), all));
    }
    let done = several::each(fits.len(), |at| {
        let mut fit = fits[at].1.clone();
        let runs = tried(&mut fit);
        let least = least::least(&runs);
        let is_wanted = least.is_empty() && fit.fits() == Some(false) && fit.has_windows();
        let without_windows = is_wanted.then(|| least::without_windows(&runs)).flatten();
        (fit, least, without_windows)
    });
    let answers: Vec<Answer<'_>> = fits
        .into_iter()
        .zip(done)
        .map(|((name, _), (fit, least, without_windows))| Answer {
            name,
            fit,
            least,
            without_windows,
            date: &date,
        })
        .collect();
    let is_fit = answers.iter().all(|answer| answer.fit.fits() == Some(true));
    let zone = zone.as_ref();
    output::print(|out| match asked.format.is_json() {
        true => {
            let answers: Vec<Json> = answers.iter().map(Answer::json).collect();
            let fits =
                Json::object([("fits", Json::Bool(is_fit)), ("upgrades", Json::List(answers))]);
            writeln!(out, "{}", fits.pretty())
        }
        false => {
            answers.iter().try_for_each(|answer| answer.text(out, zone))?;
            notes(&json, seeds).into_iter().try_for_each(|note| writeln!(out, "{note}"))
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

/// The whole run, with its script, as fast, median and slow nodes and Pods make it.
pub(super) fn forecast(json: &Json) -> Option<Json> {
    let mut fit = Fit::of_run(json)?;
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

/// What the runs of an upgrade came to.
struct Answer<'a> {
    name: String,
    fit: Fit,
    /// For so many openings, the least minutes of a window.
    least: Vec<(u32, i64)>,
    /// How long it takes at most without windows, where no window is long enough.
    without_windows: Option<SimSpan>,
    date: &'a dyn Fn(SimTime, Option<&NamedZone>) -> String,
}

impl Answer<'_> {
    fn end(&self, range: &FitRange, zone: Option<&NamedZone>) -> Option<String> {
        Some((self.date)(range.over?, zone))
    }

    fn text(&self, out: &mut Out, zone: Option<&NamedZone>) -> io::Result<()> {
        let verdict = match (self.fit.fits(), self.fit.late()) {
            (Some(is_over), _) if !self.fit.has_windows() => match is_over {
                true => "there are no maintenance windows: it begins when it is due".to_owned(),
                false => "does not end".to_owned(),
            },
            (Some(true), _) => "fits into one window".to_owned(),
            (Some(false), Some(late)) => format!(
                "does not fit: starts in one window, and ends up to {} after it closes",
                words::plain().value(&Value::Span(late))
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
            let span = |range: &FitRange| words::plain().value(&Value::Span(range.took));
            let end =
                |range: &FitRange| self.end(range, zone).unwrap_or_else(|| "never".to_owned());
            let windows = |range: &FitRange| range.windows.to_string();
            if self.fit.has_windows() {
                writeln!(out, "{}", said("windows", ranges.each_ref().map(windows)))?;
            }
            let takes = said("takes", ranges.each_ref().map(span));
            let after = match self.fit.follows_control_plane() {
                true => ", after the control plane",
                false => "",
            };
            writeln!(out, "{takes}{after}")?;
            writeln!(out, "{}", said("ends", ranges.each_ref().map(end)))?;
            if ranges[2].over.is_none() {
                writeln!(out, "  why      nodetide run FILES --format brief")?;
            }
        }
        let least = self.least.iter().map(|(openings, minutes)| {
            let length = words::plain().value(&Value::Span(SimSpan::from_secs(minutes * 60)));
            match openings {
                1 => format!("{length} for one opening"),
                n => format!("{length} for {n} openings"),
            }
        });
        let least: Vec<String> = least.collect();
        if !least.is_empty() {
            let least = least.join(", ");
            writeln!(out, "  shortest windows in which it ends, to the minute: {least}")?;
        }
        if let Some(span) = self.without_windows {
            let span = words::plain().value(&Value::Span(span));
            writeln!(out, "  without windows it would take up to {span}")?;
        }
        for (setting, result) in self.fit.searches() {
            let (name, unit) = match setting {
                FitSetting::MaxSurge => ("maxSurge", ""),
                FitSetting::MaxUnavailable => ("maxSurge 0, maxUnavailable", ""),
                FitSetting::Hours => ("windows of", " h"),
            };
            match result {
                SearchResult::Enough(n) => {
                    let of = match self.fit.changed(setting, n).join(", ") {
                        names if !names.is_empty() => format!(" of {}", visible(names)),
                        _ if setting != FitSetting::Hours && self.fit.is_of_several() => {
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

    fn json(&self) -> Json {
        let ranges = self.fit.ranges();
        let range = |of: &dyn Fn(&FitRange) -> Json| {
            ranges.as_ref().map_or(Json::Null, |ranges| percentiles(ranges, of))
        };
        let end = |range: &FitRange| self.end(range, None).map_or(Json::Null, Json::Text);
        let change = |(setting, result)| {
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
            let mut fields = vec![
                ("setting", name.into()),
                (unit, Json::Int(value)),
                ("fits", Json::Bool(enough)),
            ];
            if setting != FitSetting::Hours {
                let changed = self.fit.changed(setting, value);
                let changed = changed.into_iter().map(Json::from).collect();
                fields.push(("pools", Json::List(changed)));
            }
            Some(Json::object(fields))
        };
        let least = self.least.iter().map(|(openings, minutes)| {
            Json::object([("openings", (*openings).into()), ("minutes", Json::Int(*minutes))])
        });
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
            ("changes", Json::List(self.fit.searches().filter_map(change).collect())),
        ])
    }
}
