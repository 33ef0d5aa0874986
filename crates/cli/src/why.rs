//! `why`: what, why, until, changes, and GKE's words.

use std::io::{self, Write};

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
    let subject = parse_subject(trace, &asked.subject, at).map_err(unknown)?;
    let index = Index::of(trace);
    let answer = query::why(trace, &index, subject, at)
        .ok_or_else(|| Failure(say!("cli-not-known-here", subject = &asked.subject)))?;
    let last = trace.last();
    let start = trace.plan().start_unix_ms;
    let dates = |at: SimTime| instant::format(start + at.ms());
    let dated = document.get("start").is_some() && trace.end() > SimTime::ZERO + ONE_DAY;
    let clock: Clock<'_> = if dated { &dates } else { &offset };
    let words = Words::new(english(), clock, trace.plan(), last);
    let tried = try_changes(&document, &ran, &index, subject, &words);
    output::print(|out| match asked.json {
        true => writeln!(out, "{}", json(&words, &answer, &tried.best).pretty()),
        false => text(out, &words, &answer, &tried),
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
    /// Each with its effect.
    best: Vec<(String, String)>,
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
    let best: Vec<(String, String)> = best
        .into_iter()
        .filter_map(|n| {
            let (one, after) = (found.get(n)?, figures.get(n)?.as_ref()?);
            let effect = alternatives::effect(&one.edit, trace.plan(), &before.figures, after);
            Some((words.say(&one.phrase()), words.say(&effect)))
        })
        .collect();
    let vain = found.iter().filter(|_| best.is_empty());
    TriedChanges { vain: vain.map(|one| words.say(&one.phrase())).collect(), best }
}

/// What GKE says, and where.
fn said(answer: &query::Why) -> String {
    let all = answer.say.iter().map(|say| format!("{} ({})", say.text, say.place));
    all.collect::<Vec<_>>().join("; ")
}

fn json(words: &Words<'_>, answer: &query::Why, best: &[(String, String)]) -> Json {
    let text = |phrase| Json::Text(words.say(phrase));
    let subject = match answer.asked {
        Topic::Subject(subject) => words.subject(subject),
        Topic::Record(no) => format!("record/{}", no.0),
    };
    let reasons = answer.reasons.iter().map(|reason| {
        let inputs = reason.inputs.iter().map(|input| {
            let value = Json::Text(words.value(&input.value));
            Json::object([("name", text(&input.name)), ("value", value)])
        });
        Json::object([
            ("slug", reason.rule.slug.into()),
            ("rules", Json::List(reason.rule.ids.iter().map(|id| (*id).into()).collect())),
            ("sentence", Json::Text(words.say_with_rule(&reason.sentence, reason.rule))),
            ("inputs", Json::List(inputs.collect())),
        ])
    });
    let until = answer.until.as_ref().map_or(Json::Null, |until| {
        let at = until.at.map_or(Json::Null, |at| Json::Int(at.ms()));
        Json::object([("at_ms", at), ("sentence", text(&until.sentence))])
    });
    let best = best.iter().map(|(edit, effect)| {
        Json::object([("edit", edit.as_str().into()), ("effect", effect.as_str().into())])
    });
    Json::object([
        ("subject", Json::Text(subject)),
        ("at_ms", Json::Int(answer.at.ms())),
        ("what", text(&answer.what)),
        ("why", Json::List(reasons.collect())),
        ("until", until),
        ("change", Json::List(best.collect())),
        ("say", Json::Text(said(answer))),
        ("chain", Json::List(answer.chain.iter().map(|no| no.0.into()).collect())),
    ])
}

fn text(
    out: &mut Out,
    words: &Words<'_>,
    answer: &query::Why,
    tried: &TriedChanges,
) -> io::Result<()> {
    let title = |key| words.message(key, &[]);
    writeln!(out, "{}: {}", title("title-what"), words.say(&answer.what))?;
    for reason in &answer.reasons {
        let sentence = words.say_with_rule(&reason.sentence, reason.rule);
        let ids = match reason.rule.ids {
            [] => String::new(),
            ids => format!(" ({})", ids.join(" ")),
        };
        writeln!(out, "{}: {sentence}{ids}", title("title-why"))?;
        for input in &reason.inputs {
            writeln!(out, "  {}: {}", words.say(&input.name), words.value(&input.value))?;
        }
    }
    if let Some(until) = &answer.until {
        writeln!(out, "{}: {}", title("title-until"), words.say(&until.sentence))?;
    }
    for (edit, effect) in &tried.best {
        writeln!(out, "{}: {edit}: {effect}", title("title-change"))?;
    }
    if !tried.vain.is_empty() {
        let none = words.message("change-none", &[("tried", tried.vain.join("; ").into())]);
        writeln!(out, "{}: {none}", title("title-change"))?;
    }
    if !answer.say.is_empty() {
        writeln!(out, "{}: {}", title("title-say"), said(answer))?;
    }
    Ok(())
}
