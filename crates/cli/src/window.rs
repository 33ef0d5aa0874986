//! `window`: when a maintenance window opens, and GKE's verdict on it.

use base::say;
use std::io::Write as _;

use super::zone::NamedZone;
use super::{Done, ExitStatus, Failure, english, input, output};
use scenario::calendar::day::length_of;
use scenario::calendar::report::{self, Report};
use scenario::calendar::text::Pasted;
use scenario::calendar::{Edition, PolicyContext, Span, Utc, Zone, fix};
use scenario::field::Field;
use scenario::instant;
use scenario::json::Json;

pub(super) struct WindowArgs {
    pub(super) text: Option<String>,
    /// Start, end and recurrence.
    pub(super) bounds: [Option<String>; 3],
    pub(super) now: Option<String>,
    pub(super) edition: String,
    pub(super) zone: Option<String>,
    pub(super) json: bool,
}

pub(super) fn window(asked: &WindowArgs) -> Done {
    let named = asked.zone.as_deref().map(NamedZone::find).transpose()?;
    let zone: &dyn Zone = match &named {
        Some(zone) => zone,
        None => &Utc,
    };
    let pasted = pasted(asked, zone)?;
    let edition = Edition::named(&asked.edition)
        .ok_or_else(|| Failure(say!("cli-no-edition", edition = &asked.edition)))?;
    let now = match asked.now.as_deref() {
        Some(text) => instant::parse(text)
            .map(|ms| ms.div_euclid(1000))
            .ok_or_else(|| Failure(say!("cli-no-now", text = text)))?,
        None => report::default_now(&pasted.policy),
    };
    let context = PolicyContext {
        edition,
        now,
        in_channel: pasted.channel != "UNSPECIFIED",
        end_of_support: None,
    };
    let report = report::report(&pasted.policy, context, zone);
    output::print(|out| match asked.json {
        true => writeln!(out, "{}", json(&report).pretty()),
        false => out.write_all(text(&report, zone).as_bytes()),
    })?;
    Ok(ExitStatus::of(&report.findings))
}

/// The policy of the question.
fn pasted(asked: &WindowArgs, zone: &dyn Zone) -> Result<Pasted, Failure> {
    if let Some(text) = &asked.text {
        if asked.bounds.iter().any(Option::is_some) {
            return Err(Failure(say!("cli-window-takes-either")));
        }
        let read;
        let text = match text.as_str() {
            "-" => {
                let bytes = input::bytes("-")?;
                read =
                    String::from_utf8(bytes).map_err(|_| Failure(say!("cli-input-not-utf-8")))?;
                &read
            }
            text => text,
        };
        return import::policy(text, zone).map_err(Failure);
    }
    let [Some(start), Some(end), Some(rule)] = &asked.bounds else {
        return Err(Failure(say!("cli-window-needs")));
    };
    Pasted::of_bounds(start, end, rule, zone).map_err(Failure)
}

fn json(report: &Report) -> Json {
    let at = |secs: i64| Json::from(instant::format(secs.saturating_mul(1000)).as_str());
    let span = |span: &Span| Json::object([("start", at(span.from)), ("end", at(span.to))]);
    let understood = report.understood.as_ref();
    let says = understood.map_or_else(String::new, |one| english::text(&one.sentence.says));
    let open = understood.map_or(&[][..], |one| &one.open);
    let next = understood.map(|one| one.next(report.context.now).collect::<Vec<_>>());
    let findings = report.findings.iter().map(english::finding_json);
    let traps = report.traps.iter().map(|trap| {
        Json::object([
            ("code", trap.code.into()),
            ("severity", "warning".into()),
            ("path", "".into()),
            ("message", english::json(&trap.message)),
            ("hint", "".into()),
            ("rules", Json::List(trap.rules.iter().map(|rule| (*rule).into()).collect())),
        ])
    });
    let worst = report.worst().map(|one| one.with_exclusions);
    let worst = worst.map_or(Json::Null, |worst| {
        Json::object([
            ("from", at(worst.from)),
            ("days", Field::write(&worst.days)),
            ("open_ms", Field::write(&(worst.open * 1000))),
        ])
    });
    Json::object([
        ("sentence", says.as_str().into()),
        ("edition", report.context.edition.name().into()),
        ("intervals", Json::List(open.iter().map(span).collect())),
        ("next", Json::List(next.iter().flatten().map(span).collect())),
        ("accepted", Json::Bool(report.accepted())),
        ("findings", Json::List(findings.chain(traps).collect())),
        ("worst", worst),
        ("fixes", Json::List(report.fixes.iter().map(fix_json).collect())),
    ])
}

fn fix_json(fix: &fix::Fix) -> Json {
    let mut fields = vec![("text", Json::from(english::fix(fix).as_str()))];
    if let Some(window) = &fix.window {
        fields.extend([
            ("recurrence", window.recurrence.as_str().into()),
            ("start", window.start.as_str().into()),
            ("end", window.end.as_str().into()),
        ]);
    }
    fields.push(("maintenancePolicy", Field::write(&fix.policy)));
    Json::object(fields)
}

fn text(report: &Report, zone: &dyn Zone) -> String {
    let at = |secs: i64| instant::format(secs.saturating_mul(1000));
    let mut text = String::new();
    if let Some(understood) = &report.understood {
        let (says, detail) = english::sentence(&understood.sentence);
        text += &format!("{says}\n");
        if !detail.is_empty() {
            text += &format!("{detail}\n");
        }
    }
    let edition = report.context.edition;
    let key = match report.accepted() {
        true => "cli-accepted",
        false => "cli-not-accepted",
    };
    let verdict = say!(key, edition = edition.name(), years = edition.years());
    text += &format!("{}\n", english::text(&verdict));
    if let Some(worst) = report.worst() {
        let worst = worst.with_exclusions;
        let worst = say!(
            "cli-worst",
            days = worst.days,
            from = at(worst.from),
            open = length_of(worst.open),
        );
        text += &format!("{}\n", english::text(&worst));
    }
    for one in &report.findings {
        text += &format!("{}\n", english::finding(one));
    }
    for trap in &report.traps {
        let rules = trap.rules.join(", ");
        text += &format!("warning[{}]: {} ({rules})\n", trap.code, english::text(&trap.message));
    }
    for fix in &report.fixes {
        text += &format!("fix: {}", english::fix(fix));
        if let Some(window) = &fix.window {
            text += &format!(" {} from {} to {}", window.recurrence, window.start, window.end);
        }
        let [seed, current] = fix.open.map(length_of);
        let worst = say!("cli-fix-worst", seed = seed, current = current);
        text += &format!(" {}\n", english::text(&worst));
    }
    if let Some(understood) = &report.understood {
        text += &format!("{}\n", english::text(&say!("cli-next")));
        for span in understood.next(report.context.now) {
            text += &format!("  {} .. {}{}\n", at(span.from), at(span.to), local(span, zone));
        }
        text += &format!("{}\n", english::text(&say!("cli-open")));
        for span in &understood.open {
            text += &format!("{} .. {}\n", at(span.from), at(span.to));
        }
    }
    text
}

/// The same in the zone, if the time differs.
fn local(span: Span, zone: &dyn Zone) -> String {
    if zone.offset(span.from) == 0 && zone.offset(span.to) == 0 {
        return String::new();
    }
    let said = |at: i64| {
        let local = instant::format((at + zone.offset(at)) * 1000);
        local.trim_end_matches('Z').to_owned()
    };
    format!("  ({} to {} {})", said(span.from), said(span.to), zone.name())
}
