//! What `fit` prints of an upgrade.

use super::super::output::Out;
use super::fewest::fewest;
use super::held::held;
use super::{least, percentiles, span, tried};

use core::cmp::Reverse;
use std::io;
use std::io::Write as _;

use base::{SimSpan, SimTime};
use runner::window_fit::{Awaited, Fit, FitRange, FitSetting, SearchResult};
use scenario::json::Json;
use words::visible::visible;

pub(super) type Date<'a> = &'a (dyn Fn(SimTime) -> String + Sync);

/// A search with its result and the pools whose setting would be changed, if not all.
pub(super) type ChangeResult = (FitSetting, SearchResult, Vec<String>);

/// What the runs of an upgrade came to.
pub(super) struct Answer {
    pub(super) name: String,
    pub(super) fit: Fit,
    /// For so many openings, the least minutes of a window.
    least: Vec<(u32, i64)>,
    /// How long it takes at most without windows, where no window is long enough.
    without_windows: Option<SimSpan>,
    /// What keeps it from ending.
    held: Vec<String>,
    pub(super) changes: Vec<ChangeResult>,
}

impl Answer {
    pub(super) fn of(name: &str, mut fit: Fit, date: Date<'_>) -> Self {
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
    pub(super) fn with_fewest(&self, each: &[Self]) -> Vec<ChangeResult> {
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

    pub(super) fn text(&self, out: &mut Out, date: Date<'_>) -> io::Result<()> {
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

    pub(super) fn json(&self, date: Date<'_>) -> Json {
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
