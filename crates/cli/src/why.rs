//! `why`: what, why, until, changes, and GKE's words.

use std::io::{self, Write};

use serde::Serialize;

use super::output::Out;
use super::run::{FinishedRun, to_the_end};
use super::{Done, ExitStatus, Failure, input, output};
use base::{SimSpan, SimTime, say};
use query::subject::NoSuch;
use query::{Before, Figures, Index, Topic, alternatives, parse_subject};
use runner::{RECORDS_AT_MOST, Trial, alternatives};
use scenario::instant;
use scenario::json::Json;
use words::catalogue::english;
use words::{Clock, Words, offset};

pub(super) struct WhyArgs {
    pub(super) scenario: String,
    pub(super) at: String,
    pub(super) subject: String,
    pub(super) json: bool,
}

/// A longer run has dates, if its scenario has a start.
const ONE_DAY: SimSpan = SimSpan::from_secs(86_400);

#[derive(Serialize)]
struct WhyJson<'a> {
    subject: String,
    at_ms: i64,
    what: String,
    why: Vec<Reason<'a>>,
    until: Option<Until>,
    change: Vec<ChangeJson>,
    say: String,
    chain: Vec<u32>,
}

#[derive(Serialize)]
struct Reason<'a> {
    slug: &'a str,
    rules: &'a [&'a str],
    sentence: String,
    inputs: Vec<Input>,
}

#[derive(Serialize)]
struct Input {
    name: String,
    value: String,
}

#[derive(Serialize)]
struct Until {
    at_ms: Option<i64>,
    sentence: String,
}

#[derive(Serialize)]
struct ChangeJson {
    edit: String,
    effect: String,
}

pub(super) fn why(asked: &WhyArgs) -> Done {
    let (document, compiled) = input::document(&asked.scenario)?;
    let Some(compiled) = compiled else {
        return Ok(ExitStatus::Findings);
    };
    let at = input::time(&asked.at, "--at", &compiled)?;
    if at > compiled.plan.until {
        return Err(Failure(say!("cli-after-the-end", at = &asked.at)));
    }
    let ran = to_the_end(compiled, None, None);
    let trace = &ran.trace;
    let subject = parse_subject(trace, &asked.subject).map_err(unknown)?;
    let index = Index::of(trace);
    let answer = query::why(trace, &index, subject, at)
        .ok_or_else(|| Failure(say!("cli-not-known-here", subject = &asked.subject)))?;
    let last = trace.last();
    let start = trace.plan().start_unix_ms;
    let dates = |at: SimTime| instant::format(start + at.ms());
    let dated = document.get("start").is_some() && trace.end() > SimTime::ZERO + ONE_DAY;
    let clock: Clock<'_> = if dated { &dates } else { &offset };
    let words = Words::new(english(), clock, trace.plan(), last);
    let mut told = answer_json(&words, &answer);
    let TriedChanges { best, vain } = try_changes(&document, &ran, &index, subject, &words);
    told.change = best;
    output::print(|out| {
        if asked.json {
            serde_json::to_writer_pretty(&mut *out, &told)?;
            writeln!(out)
        } else {
            text(out, &words, &told, &vain)
        }
    })?;
    Ok(ExitStatus::Fine)
}

fn unknown(no: NoSuch) -> Failure {
    Failure(match no {
        NoSuch::Kind(text) => say!("cli-no-subject", text = text),
        NoSuch::Name(text) => say!("cli-not-in-this-run", text = text),
        NoSuch::Ambiguous(text) => say!("cli-ambiguous", text = text),
    })
}

/// The tried changes, and the best of them: each is computed by a run.
struct TriedChanges {
    best: Vec<ChangeJson>,
    /// The edits that improved nothing, if none did.
    vain: Vec<String>,
}

fn try_changes(
    document: &Json,
    ran: &FinishedRun,
    index: &Index,
    subject: Topic,
    words: &Words<'_>,
) -> TriedChanges {
    let trace = &ran.trace;
    let about = match subject {
        Topic::Subject(subject) => Some(subject),
        Topic::Record(no) => trace.record(no).map(|record| record.subject),
    };
    let about = about.filter(|_| trace.len() <= RECORDS_AT_MOST);
    let before = Before::of(trace, index, ran.ended);
    let found = about.map(|about| alternatives(document, trace, index, &before, about));
    let found = found.unwrap_or_default();
    let figures: Vec<Option<Figures>> = found
        .iter()
        .map(|one| {
            let text = one.apply(document).compact();
            let trial = Trial::new(&text, None, RECORDS_AT_MOST).ok()?;
            trial.finish().ok()
        })
        .collect();
    let best = alternatives::best(&before.figures, figures.iter().map(Option::as_ref));
    let best: Vec<ChangeJson> = best
        .into_iter()
        .filter_map(|n| {
            let (one, after) = (found.get(n)?, figures.get(n)?.as_ref()?);
            let effect = alternatives::effect(&one.edit, trace.plan(), &before.figures, after);
            Some(ChangeJson { edit: words.say(&one.phrase()), effect: words.say(&effect) })
        })
        .collect();
    let vain = found.iter().filter(|_| best.is_empty());
    TriedChanges { vain: vain.map(|one| words.say(&one.phrase())).collect(), best }
}

fn answer_json<'a>(words: &Words<'_>, answer: &'a query::Why) -> WhyJson<'a> {
    WhyJson {
        subject: match answer.asked {
            Topic::Subject(subject) => words.subject(subject),
            Topic::Record(no) => format!("record/{}", no.0),
        },
        at_ms: answer.at.ms(),
        what: words.say(&answer.what),
        why: answer
            .reasons
            .iter()
            .map(|reason| Reason {
                slug: reason.rule.slug,
                rules: reason.rule.ids,
                sentence: words.say_with_rule(&reason.sentence, reason.rule),
                inputs: reason
                    .inputs
                    .iter()
                    .map(|input| Input {
                        name: words.say(&input.name),
                        value: words.value(&input.value),
                    })
                    .collect(),
            })
            .collect(),
        until: answer.until.as_ref().map(|until| Until {
            at_ms: until.at.map(SimTime::ms),
            sentence: words.say(&until.sentence),
        }),
        change: Vec::new(),
        say: answer
            .say
            .iter()
            .map(|say| format!("{} ({})", say.text, say.place))
            .collect::<Vec<_>>()
            .join("; "),
        chain: answer.chain.iter().map(|no| no.0).collect(),
    }
}

fn text(out: &mut Out, words: &Words<'_>, told: &WhyJson<'_>, vain: &[String]) -> io::Result<()> {
    let title = |key| words.message(key, &[]);
    writeln!(out, "{}: {}", title("title-what"), told.what)?;
    for reason in &told.why {
        let ids = if reason.rules.is_empty() {
            String::new()
        } else {
            format!(" ({})", reason.rules.join(" "))
        };
        writeln!(out, "{}: {}{ids}", title("title-why"), reason.sentence)?;
        for input in &reason.inputs {
            writeln!(out, "  {}: {}", input.name, input.value)?;
        }
    }
    if let Some(until) = &told.until {
        writeln!(out, "{}: {}", title("title-until"), until.sentence)?;
    }
    for change in &told.change {
        writeln!(out, "{}: {}: {}", title("title-change"), change.edit, change.effect)?;
    }
    if !vain.is_empty() {
        let none = words.message("change-none", &[("tried", vain.join("; ").into())]);
        writeln!(out, "{}: {none}", title("title-change"))?;
    }
    if !told.say.is_empty() {
        writeln!(out, "{}: {}", title("title-say"), told.say)?;
    }
    Ok(())
}
