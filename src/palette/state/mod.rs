//! The palette's answers: matching lines in sections, at most a screenful.

mod choices;

pub use self::choices::nothing;

use self::choices::{changes, commands, operations, presets, suggested};
use super::hit::{Hit, MANY};
use super::matching::{Fit, Query};
use super::times::instants;
use crate::player::{AtPlayhead, said};
use crate::shell::keyboard::commands::COMMANDS;
use crate::shell::menu;
use crate::shell::menu::items::{MenuAction, MenuLine};
use crate::shell::state::AppState;
use crate::shell::words::tn;
use base::order::{sort, sort_by};
use base::{PodId, SimTime};
use draw::icons;
use draw::surface::plain;
use trace::{Record, Subject};

base::enum_table! {
    /// The sections of lines.
    pub enum Section, key {
        Suggested = "ui-palette-suggested",
        Subjects = "ui-palette-subjects",
        Moments = "ui-palette-moments",
        Commands = "ui-palette-commands",
        Presets = "ui-presets",
        Rules = "ui-palette-rules",
        Times = "ui-palette-times",
        Changes = "ui-palette-changes",
        Operations = "ui-palette-operations",
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct PaletteAnswer {
    pub sections: Vec<(Section, Vec<Hit>)>,
    /// The number of matches, shown or not, and the number of all lines.
    pub found: usize,
    pub of: usize,
}

/// Lines of a section, and of a section selected by its sign.
const FEW: usize = 4;
/// A scattered match is dropped if it scores this much less than the best one.
const WORSE: i32 = 150;
/// Events around the playhead whose texts are searched.
const SEARCHED: u32 = 4000;

/// With more Pods than this, only Pods of a typed workload are searched.
const PODS: u32 = 20_000;

/// All names of a run, read once and searched at each key.
pub struct PaletteNames {
    names: Vec<(Subject, String)>,
    /// Pods that are omitted because there are too many.
    pods: u32,
    /// Events around the playhead, in words.
    told: Vec<(Record, String)>,
    rules: Vec<RuleUse>,
}

/// A rule that acted in the run.
struct RuleUse {
    text: String,
    count: u32,
    first: SimTime,
    subject: Subject,
}

impl PaletteNames {
    pub fn of(here: AtPlayhead<'_>) -> Self {
        let (plan, last) = (&here.run.plan, &here.scene.last);
        let subjects = plan
            .pools
            .ids()
            .map(Subject::Pool)
            .chain(plan.zones.ids().map(Subject::Zone))
            .chain(last.nodes.ids().map(Subject::Node))
            .chain(plan.known_workloads().map(|(id, _)| Subject::Workload(id)))
            .chain(plan.budgets.ids().map(Subject::Budget))
            .chain(plan.services.ids().map(Subject::Service));
        let many = last.pod_count() > PODS;
        let pods = (!many).then(|| (0..last.pod_count()).map(|id| Subject::Pod(PodId(id))));
        let subjects = subjects.chain(pods.into_iter().flatten());
        let told = here.scene.listed();
        let passed = here.scene.listed_before(here.frame.next);
        let first = passed.saturating_sub(SEARCHED / 2).min(told.len().saturating_sub(SEARCHED));
        said(here.run, here.scene, |words| Self {
            names: subjects.map(|subject| (subject, plain(&words.name(subject)))).collect(),
            pods: if many { last.pod_count() } else { 0 },
            told: (first..first.saturating_add(SEARCHED))
                .filter_map(|place| here.run.trace.record(told.get(place)?))
                .map(|record| (record, menu::items::told(words, &record)))
                .collect(),
            rules: rules(here),
        })
    }
}

/// Pods of the workloads whose names begin the text.
fn pods_of(here: AtPlayhead<'_>, typed: &str) -> Vec<(Subject, String)> {
    let (plan, last) = (&here.run.plan, &here.scene.last);
    let typed = typed.trim().to_ascii_lowercase();
    let named = |name: &str| {
        let rest = typed.strip_prefix(&name.to_ascii_lowercase());
        !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let owners: Vec<bool> = plan.workloads.values().map(|one| named(&one.name)).collect();
    if !owners.contains(&true) {
        return Vec::new();
    }
    let theirs = |id: &PodId| {
        let owner = last.owner(*id).map(|owner| owner.0 as usize);
        owner.and_then(|owner| owners.get(owner)) == Some(&true)
    };
    said(here.run, here.scene, |words| {
        let pods =
            (0..last.pod_count()).map(PodId).filter(theirs).take(PODS as usize).map(Subject::Pod);
        pods.map(|subject| (subject, plain(&words.name(subject)))).collect()
    })
}

/// The rules of a run by first use.
fn rules(here: AtPlayhead<'_>) -> Vec<RuleUse> {
    let trace = &here.run.trace;
    let uses = &here.run.reading.events.rules;
    said(here.run, here.scene, |words| {
        uses.iter()
            .flatten()
            .filter_map(|(count, first)| {
                let record = trace.record(*first)?;
                let rule = trace.rule(&record);
                // Rows without a rule id are internal bookkeeping.
                let ids = (!rule.ids.is_empty()).then(|| rule.ids.join(" "))?;
                Some(RuleUse {
                    text: format!("{ids} {}", words.rule(rule)),
                    count: *count,
                    first: record.at,
                    subject: record.subject,
                })
            })
            .collect()
    })
}

/// The best few matches.
struct BestMatches<T> {
    most: usize,
    found: usize,
    hits: Vec<(i64, Fit, T)>,
}

impl<T> BestMatches<T> {
    fn new(most: usize) -> Self {
        Self { most, found: 0, hits: Vec::new() }
    }

    /// Adds a match; of equals the nearer one comes first.
    fn offer(&mut self, fit: Fit, far: i64, what: T) {
        self.found += 1;
        let rank = (i64::from(fit.score) << 40) - far;
        let at = self.hits.partition_point(|(other, ..)| *other >= rank);
        if at < self.most {
            self.hits.insert(at, (rank, fit, what));
            self.hits.truncate(self.most);
        }
    }

    /// The score of the best.
    fn score(&self) -> i64 {
        self.hits.first().map_or(i64::MIN, |(rank, ..)| *rank)
    }

    /// The matches, without those that are much worse than the best.
    fn good(self) -> impl Iterator<Item = (Fit, T)> {
        let best = self.hits.first().map_or(0, |(_, fit, _)| fit.score);
        let hits = self.hits.into_iter();
        hits.filter(move |(_, fit, _)| fit.score + WORSE > best).map(|(_, fit, what)| (fit, what))
    }
}

/// A section with its best score and the number of its matches before the limit.
type RankedSection = (i64, usize, Section, Vec<Hit>);

/// Answers a text. `names` exist once something was typed.
pub fn answer(
    state: &AppState,
    here: Option<AtPlayhead<'_>>,
    names: Option<&PaletteNames>,
    text: &str,
) -> PaletteAnswer {
    let text = text.trim_start();
    let mut signs = text.chars();
    let (sign, typed) = match signs.next() {
        Some(sign @ ('>' | '@' | '#' | ':')) => (Some(sign), signs.as_str()),
        _ => (None, text),
    };
    let query = Query::of(typed);
    let operations: Vec<(MenuLine, String)> = operations(here).collect();
    let of = commands(state).count()
        + operations.len()
        + scenario::presets().len()
        + names.map_or(0, |names| names.names.len() + names.pods as usize + names.told.len());
    if sign.is_none() && query.is_empty() {
        return suggestions(state, here, of);
    }
    let most = match sign {
        // The list of all commands is shown in full.
        Some('>') if query.is_empty() => COMMANDS.len(),
        Some(_) => MANY,
        None => FEW,
    };
    let wanted = |own: char| sign.is_none_or(|sign| sign == own);
    let mut parts: Vec<RankedSection> = Vec::new();
    let mut put = |section: Section, ((score, found), hits): Ranked| {
        if !hits.is_empty() {
            parts.push((score, found, section, hits));
        }
    };
    if let Some(here) = here.filter(|_| wanted(':')) {
        let hits = times(here, typed);
        // Only times are written like this.
        put(Section::Times, ((i64::MAX, hits.len()), hits));
    }
    if let Some((here, names)) = here.zip(names) {
        if wanted('@') {
            let hits = subjects(here, names, (typed, &query), most, sign.is_none());
            put(Section::Subjects, hits);
        }
        if sign.is_none() {
            put(Section::Moments, moments(here, names, &query));
        }
        if wanted('#') {
            let most = if sign.is_some() { MANY } else { 2 };
            put(Section::Rules, ruled(names, &query, most));
        }
    }
    if wanted('>') {
        let changes = changes(state, here).into_iter();
        let changes = changes.map(|line| (line, String::new()));
        put(Section::Changes, listed(changes, &query, most));
        let operations = operations.into_iter();
        put(Section::Operations, listed(operations, &query, most));
        put(Section::Commands, listed(commands(state), &query, most));
        put(Section::Presets, listed(presets(), &query, most));
    }
    best_sections(parts, of)
}

/// The answer before anything was typed.
fn suggestions(state: &AppState, here: Option<AtPlayhead<'_>>, of: usize) -> PaletteAnswer {
    let plain = |line| Hit { line, marks: Vec::new() };
    let changes: Vec<Hit> = changes(state, here).into_iter().map(plain).collect();
    let mut sections = vec![(Section::Suggested, suggested(state, here))];
    if !changes.is_empty() {
        sections.push((Section::Changes, changes));
    }
    PaletteAnswer { found: sections.iter().map(|(_, hits)| hits.len()).sum(), sections, of }
}

/// Sorts sections by their best match. If a word matches, sections with only scattered matches are omitted.
fn best_sections(mut parts: Vec<RankedSection>, of: usize) -> PaletteAnswer {
    sort_by(&mut parts, |a, b| b.0.cmp(&a.0));
    let mut scores = parts.iter().map(|part| part.0);
    let best = scores.find(|score| *score != i64::MAX);
    parts.retain(|part| {
        best.is_none_or(|best| part.0.saturating_add(i64::from(WORSE) << 40) > best)
    });
    let found = parts.iter().map(|(_, found, ..)| found).sum();
    let sections = parts.into_iter().map(|(.., section, hits)| (section, hits));
    PaletteAnswer { found, of, sections: sections.collect() }
}

/// Lines that match by their words, or by alternative words.
fn listed(lines: impl Iterator<Item = (MenuLine, String)>, query: &Query, most: usize) -> Ranked {
    let mut best = BestMatches::new(most);
    for (line, also) in lines {
        let fit = query.fit(&line.text);
        if let Some(fit) = fit.or_else(|| query.names(&line.text, &also)) {
            best.offer(fit, 0, line);
        }
    }
    let ranked = (best.score(), best.found);
    let hits = best.good().map(|(fit, line)| Hit { line, marks: fit.marks });
    (ranked, hits.collect())
}

/// The best score and the number of matches; the lines.
type Ranked = ((i64, usize), Vec<Hit>);

/// Matching names; for the best, the questions about it.
fn subjects(
    here: AtPlayhead<'_>,
    names: &PaletteNames,
    (typed, query): (&str, &Query),
    most: usize,
    asked: bool,
) -> Ranked {
    let mut best: BestMatches<&(Subject, String)> = BestMatches::new(most);
    let pods = if names.pods > 0 { pods_of(here, typed) } else { Vec::new() };
    for name in names.names.iter().chain(&pods) {
        let Some(fit) = query.fit(&name.1) else {
            continue;
        };
        // Pods of a StatefulSet follow each other with one name: the last one is meant.
        let same = |(.., known): &(i64, Fit, &(Subject, String))| {
            known.1 == name.1 && matches!((known.0, name.0), (Subject::Pod(_), Subject::Pod(_)))
        };
        match best.hits.iter_mut().find(|hit| same(hit)) {
            Some(hit) => hit.2 = name,
            None => best.offer(fit, 0, name),
        }
    }
    let ranked = (best.score(), best.found);
    let mut hits = Vec::new();
    for (n, (fit, (subject, name))) in best.good().enumerate() {
        let wanted = |action: &MenuAction| match action {
            MenuAction::Select(_) => true,
            MenuAction::Why(_) | MenuAction::Filter(_) => asked && n == 0,
            _ => false,
        };
        let about = menu::items::about(here, *subject).into_iter();
        hits.extend(about.filter(|line| wanted(&line.action)).map(|line| {
            let from = line.text.find(name.as_str()).unwrap_or(0);
            let marks = fit.marks.iter().map(|(a, b)| (a + from, b + from));
            Hit { marks: marks.filter(|(_, to)| *to <= line.text.len()).collect(), line }
        }));
    }
    (ranked, hits)
}

/// Matching events, those near the playhead first.
fn moments(here: AtPlayhead<'_>, names: &PaletteNames, query: &Query) -> Ranked {
    let mut best: BestMatches<&(Record, String)> = BestMatches::new(FEW);
    for told in &names.told {
        if let Some(fit) = query.fit(&told.1) {
            let far = (told.0.at - here.frame.at).ms().abs().min(1 << 39);
            best.offer(fit, far, told);
        }
    }
    let ranked = (best.score(), best.found);
    let mut hits: Vec<(SimTime, Hit)> = best
        .good()
        .map(|(fit, (record, text))| {
            let line = menu::items::moment(here, record, text);
            let marks = fit.marks;
            (record.at, Hit { line, marks })
        })
        .collect();
    sort_by(&mut hits, |a, b| a.0.cmp(&b.0));
    (ranked, hits.into_iter().map(|(_, hit)| hit).collect())
}

/// Matching rules, with how often each acted. They link to the first time.
fn ruled(names: &PaletteNames, query: &Query, most: usize) -> Ranked {
    let mut best: BestMatches<&RuleUse> = BestMatches::new(most);
    for rule in &names.rules {
        if let Some(fit) = query.fit(&rule.text) {
            best.offer(fit, 0, rule);
        }
    }
    let ranked = (best.score(), best.found);
    let hits = best.good().map(|(fit, rule)| Hit {
        line: MenuLine {
            icon: icons::BOOK,
            text: rule.text.clone(),
            note: tn("ui-palette-uses", &[("n", rule.count.into())]),
            key: "",
            action: MenuAction::Go(rule.first, Some(rule.subject)),
        },
        marks: fit.marks,
    });
    (ranked, hits.collect())
}

fn times(here: AtPlayhead<'_>, typed: &str) -> Vec<Hit> {
    let start = here.run.plan.start_unix_ms;
    let mut found = instants(typed, start, here.scene.end_ms as i64);
    sort(&mut found);
    found
        .into_iter()
        .map(|at| Hit { line: menu::items::instant(here, SimTime::from_ms(at)), marks: Vec::new() })
        .collect()
}

#[cfg(test)]
mod tests;
