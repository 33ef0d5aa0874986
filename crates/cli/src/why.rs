//! `why`: what, why, until, changes, and GKE's words.

use std::io::{self, Write};

use clap::Args;

use super::change::change;
use super::finished_run::{clock, to_the_end};
use super::input::{Input, Instead, Source, WhichFindings};
use super::option::{TextOrJson, seed};
use super::output::Out;
use super::tried_changes::{OfferedChange, TriedChanges, about, try_changes};
use super::{Done, ExitStatus, Failure, input, notes, output};
use base::{Arg, PoolId, SimSpan, SimTime, say};
use import::FileReport;
use model::RunState;
use model::settings::NodeOrder;
use query::subject::NoSuch;
use query::why::Reason;
use query::windows::manual_in_exclusions;
use query::{Index, Topic, longest_hold, parse_subject};
use runner::window_fit::Fit;
use scenario::Diagnostic;
use scenario::json::Json;
use trace::log::RuleName;
use trace::text::Namer;
use trace::{Phrase, Subject, Trace};
use words::catalogue::english;
use words::{Clock, Words};

/// Explain the state of a subject at a time.
///
/// Prints what the subject is doing at that time, why, until when, what would change it, and what GKE calls it.
#[derive(Args)]
pub(super) struct WhyArgs {
    /// A scenario; or dumps, manifests, gcloud output and commands, Terraform, which are imported together; and, as the
    /// last word, pool/P node/N pod/NS/P workload/NS/W budget/NS/B service/NS/S record/NO.
    #[arg(value_name = "FILES SUBJECT", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    instead: Instead,
    /// The time; a record has its own. Default: from when the subject is held longest, else the end of the run.
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    /// Use this seed instead of the scenario's: another order of nodes.
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

/// Messages of an import about pools that are deleted, replaced, or deleted by a command.
const DELETIONS: [&str; 3] = ["import-deletion-of", "import-replacement-of", "import-deletion-at"];

/// A longer run has dates, if its scenario has a start; that of imported files always has.
const ONE_DAY: SimSpan = SimSpan::from_secs(86_400);

pub(super) fn why(asked: &WhyArgs) -> Done {
    let Some((name, files)) = asked.words.split_last().filter(|(_, files)| !files.is_empty())
    else {
        return Err(Failure(say!("cli-why-needs-subject")));
    };
    let source = Source { files: files.to_vec(), instead: asked.instead.clone() };
    let seeded: Vec<_> =
        asked.seed.iter().filter_map(|seed| change(&format!("/seed={seed}")).ok()).collect();
    let Input { json: document, opened, reports, zone, .. } =
        input::open_changed(&source, &seeded, WhichFindings::Errors)?;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let at = match &asked.at {
        Some(text) => {
            let at = input::time(text, "--at", &compiled, zone.as_ref())?;
            if at > compiled.plan.until {
                return Err(Failure(say!("cli-after-the-end", at = text)));
            }
            Some(at)
        }
        None => None,
    };
    let ran = to_the_end(compiled, None, None);
    let trace = &ran.trace;
    let index = Index::of(trace);
    let (subject, at) = match at {
        Some(at) => (parse_subject(trace, name, at).map_err(unknown)?, at),
        None => longest_held(trace, &index, name)?,
    };
    let mut answer = query::why(trace, &index, subject, at)
        .ok_or_else(|| Failure(say!("cli-not-known-here", subject = name)))?;
    answer.reasons.extend(safe_to_evict(trace, subject));
    answer.reasons.extend(autopilot(trace));
    answer.reasons.extend(refused(trace, subject, at, &opened.diagnostics));
    answer.reasons.extend(in_exclusion(trace, subject, at));
    let assumed = assumed(trace, subject, at, &reports);
    let pools = opened.document.as_ref().map(Fit::by_hand).unwrap_or_default();
    let nobody = nobody_upgrades(trace, subject, &pools);
    let nobody = nobody.filter(|_| asked.at.is_none() && assumed.is_some());
    let is_asked_for = nobody.is_none();
    if let Some(what) = nobody {
        answer = only_as_it_is(answer, what);
    }
    answer.reasons.extend(assumed);
    answer.reasons.extend(deleted(trace, subject, at, &reports));
    let last = trace.last();
    let is_long = trace.end() > SimTime::ZERO + ONE_DAY;
    let is_dump = !reports.is_empty();
    answer.reasons.extend(node_order(trace, subject).filter(|_| is_dump));
    let dated = asked.instead.start.is_some()
        || zone.is_some()
        || (document.get("start").is_some() && (is_long || is_dump));
    let clock: Clock<'_> = &clock(trace, dated, zone.as_ref());
    let words = Words::new(english(), clock, trace.plan(), last);
    let tried = match is_asked_for {
        true => try_changes(&document, &ran, &index, (subject, at), &words),
        false => TriedChanges::default(),
    };
    output::print(|out| match asked.format.is_json() {
        true => writeln!(out, "{}", json(trace, &words, &answer, &tried.best).pretty()),
        false => text(out, &words, &answer, &tried),
    })?;
    Ok(ExitStatus::Fine)
}

/// The subject, with its record's instant, the one from which it is held longest, or the end of the run. Of Pods that follow one
/// another under a name it means the one that is held longest, or the last.
fn longest_held(trace: &Trace, index: &Index, name: &str) -> Result<(Topic, SimTime), Failure> {
    let named = |at| parse_subject(trace, name, at);
    let last = named(trace.end()).map_err(unknown)?;
    let held = |topic| match topic {
        Topic::Subject(subject) => longest_hold(trace, index, subject),
        Topic::Record(_) => None,
    };
    if let Topic::Record(no) = last {
        return Ok((last, trace.record(no).map_or(SimTime::ZERO, |record| record.at)));
    }
    let all = named(SimTime::ZERO).into_iter().chain([last]);
    let all = all.filter_map(|topic| Some((topic, held(topic)?)));
    let longest = all.max_by_key(|(_, (_, span))| *span);
    Ok(longest.map_or((last, trace.end()), |(topic, (at, _))| (topic, at)))
}

/// A reason that no row of the run gives.
fn reason(slug: &'static str, sentence: Phrase) -> Reason {
    Reason { rule: RuleName { slug, ids: &[] }, no: None, sentence, inputs: Vec::new() }
}

/// That Autopilot isn't simulated.
fn autopilot(trace: &Trace) -> Option<Reason> {
    let is_autopilot = trace.start().control_plane.autopilot;
    is_autopilot.then(|| reason("upgrade/autopilot", Phrase::new("check-no-autopilot")))
}

/// That GKE refuses an upgrade of the subject's pool (BS-06).
fn refused(
    trace: &Trace,
    subject: Topic,
    at: SimTime,
    diagnostics: &[Diagnostic],
) -> Option<Reason> {
    let pool = &trace.plan().pools.get(pool_of(trace, subject, at)?)?.name;
    let mut refused = notes::refused(diagnostics);
    let (_, said) = refused.find(|(of, _)| *of == Some(&Arg::from(pool)))?;
    let Some(Arg::Message(why)) = said.arg("why") else { return None };
    let sentence = Phrase::new("cli-refused").with("why", super::english::text(why));
    Some(reason("version/pool-step", sentence))
}

/// That an exclusion of all upgrades doesn't hold the manual upgrade of the subject's pool that is under way.
fn in_exclusion(trace: &Trace, subject: Topic, at: SimTime) -> Option<Reason> {
    let cluster = trace.frame_at(at).cluster;
    let own = match subject {
        Topic::Subject(Subject::Pool(pool)) => pool,
        Topic::Subject(Subject::Node(node)) => cluster.pool_of(trace.plan(), node),
        _ => return None,
    };
    if !cluster.pools.get(own)?.run.unfinished() {
        return None;
    }
    let mut starts = manual_in_exclusions(trace).into_iter().rev();
    let (no, pool, exclusion) = starts
        .find(|(no, pool, _)| *pool == own && trace.record(*no).is_some_and(|row| row.at <= at))?;
    let one = trace.plan().maintenance.exclusions.get(exclusion)?;
    let sentence = Phrase::new("cli-manual-in-exclusion")
        .with("at", trace.record(no)?.at)
        .with("pool", Subject::Pool(pool))
        .with("name", one.name.as_str())
        .with("scope", one.scope.name());
    let sentence = match one.to < SimTime::MAX {
        true => sentence.with("to", one.to),
        false => sentence.with("to", "the end of support, which isn't known"),
    };
    let rule = RuleName { slug: "maintenance/manual", ids: &["BS-03"] };
    Some(Reason { rule, no: Some(no), sentence, inputs: Vec::new() })
}

/// Says that no file asks for the upgrade of the subject's pool, if it has begun by then.
fn assumed(trace: &Trace, subject: Topic, at: SimTime, reports: &[FileReport]) -> Option<Reason> {
    let pool = pool_of(trace, subject, at)?;
    let (plan, then) = (trace.plan(), trace.frame_at(at).cluster);
    let runs = then.pools.get(pool)?.run != RunState::Idle;
    let name = Namer { plan, cluster: trace.last() }.subject(Subject::Pool(pool));
    let lines = reports.iter().flat_map(|one| &one.assumed);
    let mut lines = lines.filter(|line| ["upgrade", "failed-upgrades"].contains(&line.key));
    let upgrade = lines.find_map(|line| {
        let own = line.subjects.iter().position(|subject| *subject == name)?;
        line.names.get(own).cloned()
    });
    let upgrade = match upgrade.filter(|_| runs)? {
        Arg::Message(message) => super::english::text(&message),
        _ => return None,
    };
    Some(reason("upgrade/assumed", Phrase::new("cli-assumed-upgrade").with("upgrade", upgrade)))
}

/// That neither GKE nor a command upgrades the pool, if it is one of those whose automatic upgrades are off.
fn nobody_upgrades(trace: &Trace, subject: Topic, by_hand: &[String]) -> Option<Phrase> {
    let Topic::Subject(Subject::Pool(pool)) = subject else {
        return None;
    };
    let name = &trace.plan().pools.get(pool)?.name;
    by_hand.contains(name).then(|| Phrase::new("cli-upgrades-off").with("pool", name.as_str()))
}

/// The answer about the pool before the upgrade that is assumed begins.
fn only_as_it_is(answer: query::Why, what: Phrase) -> query::Why {
    query::Why { what, reasons: Vec::new(), until: None, say: Vec::new(), ..answer }
}

/// That the files delete or replace the subject's pool, which a run doesn't.
fn deleted(trace: &Trace, subject: Topic, at: SimTime, reports: &[FileReport]) -> Option<Reason> {
    let pool = &trace.plan().pools.get(pool_of(trace, subject, at)?)?.name;
    let lines = reports.iter().flat_map(|one| &one.ignored).flat_map(|line| &line.names);
    let mut said = lines.filter_map(|name| match name {
        Arg::Message(said) if DELETIONS.contains(&&*said.key) => Some(said),
        _ => None,
    });
    let said = said.find(|said| said.arg("pool") == Some(&Arg::from(pool)))?;
    Some(reason(
        "upgrade/not-simulated",
        Phrase::new("cli-deleted").with("change", super::english::text(said)),
    ))
}

/// The pool of a subject: its own, or that of its node at that time.
fn pool_of(trace: &Trace, subject: Topic, at: SimTime) -> Option<PoolId> {
    let subject = about(trace, subject)?;
    let (plan, then) = (trace.plan(), trace.frame_at(at).cluster);
    let of_node = |node| Some(then.pool_of(plan, node));
    match subject {
        Subject::Pool(pool) => Some(pool),
        Subject::Node(node) => then.nodes.get(node).and_then(|_| of_node(node)),
        Subject::Pod(pod) => then.pod(pod).and_then(|pod| of_node(pod.node()?)),
        _ => None,
    }
}

/// Says what the annotation does in an upgrade, if the subject's Pods have it.
fn safe_to_evict(trace: &Trace, subject: Topic) -> Option<Reason> {
    let owner = match subject {
        Topic::Subject(Subject::Pod(pod)) => trace.owner(pod)?,
        Topic::Subject(Subject::Workload(workload)) => workload,
        _ => return None,
    };
    let is_marked = trace.plan().workloads.get(owner)?.safe_to_evict == Some(false);
    let autopilot = if trace.start().control_plane.autopilot { "yes" } else { "no" };
    is_marked.then(|| {
        reason(
            "autoscaler/safe-to-evict",
            Phrase::new("cli-safe-to-evict").with("autopilot", autopilot),
        )
    })
}

/// That GKE may take the nodes of the subject's pool in another order, which decides what a Pod meets, and when.
fn node_order(trace: &Trace, subject: Topic) -> Option<Reason> {
    let plan = trace.plan();
    let subject = about(trace, subject)?;
    let start = trace.start();
    let node = match subject {
        Subject::Node(node) => Some(node),
        Subject::Pod(pod) => start.pod(pod)?.node(),
        _ => None,
    };
    // Zones take their turns in a fixed order.
    let node = node?;
    let group = start.nodes.get(node)?.group;
    let others = start.nodes.values().filter(|other| other.group == group).count();
    let is_any = plan.timings.node_order == NodeOrder::Shuffled && others > 1;
    let upgrades = trace.last().pools.get(start.pool_of(plan, node))?.run != RunState::Idle;
    (is_any && upgrades).then(|| {
        reason(
            "upgrade/node-order",
            Phrase::new("cli-node-order").with("seed", plan.seed.to_string()),
        )
    })
}

fn unknown(no: NoSuch) -> Failure {
    Failure(match no {
        NoSuch::Kind(text) => say!("cli-no-subject", text = text),
        NoSuch::Name(text) => say!("cli-not-in-this-run", text = text),
        NoSuch::Ambiguous(text) => say!("cli-ambiguous", text = text),
    })
}

/// What GKE says, and where.
fn said(answer: &query::Why) -> String {
    let all = answer.say.iter().map(|say| format!("{} ({})", say.text, say.place));
    all.collect::<Vec<_>>().join("; ")
}

fn json(trace: &Trace, words: &Words<'_>, answer: &query::Why, best: &[OfferedChange]) -> Json {
    let namer = Namer { plan: trace.plan(), cluster: trace.last() };
    let text = |phrase| Json::Text(words.say(phrase));
    let subject = match answer.asked {
        Topic::Subject(subject) => namer.subject(subject),
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
    let best = best.iter().map(|one| {
        let undone = one.undone.map(|undone| undone.name().into());
        Json::object_of_set([
            ("edit", Some(one.edit.as_str().into())),
            ("effect", Some(one.effect.as_str().into())),
            ("undoes", undone),
        ])
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
    let best = tried.best.iter().map(|one| ("title-change", one));
    for (key, one) in best.chain(tried.trades.iter().map(|one| ("ui-change-trades", one))) {
        let title = one.undone.map_or_else(|| title(key), |undone| words.say(&undone.phrase()));
        writeln!(out, "{title}: {}: {}", one.edit, one.effect)?;
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
