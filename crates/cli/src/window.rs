//! `window`: when maintenance windows open, and GKE's verdict on them.

use base::{Set, say};
use std::io::Write as _;
use std::path::Path;

use clap::Args;

use super::option::{self, TextOrJson};
use super::zone::{NamedZone, now};
use super::{Done, ExitStatus, Failure, channel, clusters, english, input, output, support};
use base::civil::DAY;
use import::File;
use scenario::Diagnostic;
use scenario::calendar::day::{clock, length_of, name, short};
use scenario::calendar::policy::Policy;
use scenario::calendar::report::{self, Report, SHOWN_DAYS, Understood};
use scenario::calendar::span::Span;
use scenario::calendar::text::Pasted;
use scenario::calendar::traps::Trap;
use scenario::calendar::{Edition, Exclusion, PolicyContext, Utc, Zone, fix};
use scenario::field::Field;
use scenario::instant;
use scenario::json::Json;

/// The number of openings and fixes that the text lists without `--all`.
const LISTED: usize = 3;

/// Show when a maintenance window is open and whether GKE accepts it.
///
/// Shows when it is actually open, whether GKE accepts it, and what would fix it. Files about one cluster are judged together.
/// Exit codes: 0 accepted; 1 breaks a rule; 2 not understood.
#[derive(Args)]
pub(super) struct WindowArgs {
    /// Files with clusters in any form that import reads; or a text of such a form (or - for standard input), a time of
    /// day such as 16:00, or an RRULE with the start and end of the first window.
    #[arg(value_name = "FILE|TEXT")]
    words: Vec<String>,
    /// When the first window starts.
    #[arg(long, value_name = "TIME")]
    start: Option<String>,
    /// When the first window ends.
    #[arg(long, value_name = "TIME")]
    end: Option<String>,
    #[arg(long, value_name = "RULE")]
    recurrence: Option<String>,
    /// Examine the 366 days from this time (default: now).
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// The limits: 2026 (48 h in 92 days, default) or 2025 (48 h in 32 days).
    #[arg(long, value_name = "YEAR", value_parser = option::edition, default_value = "2026")]
    edition: Edition,
    /// Time zone of times without an offset, and of the sentence (default: UTC).
    #[arg(long = "time-zone", value_name = "ZONE")]
    zone: Option<String>,
    /// List every opening of the year, and every fix.
    #[arg(long)]
    all: bool,
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: TextOrJson,
}

/// A policy, and the files that it is from.
struct FilePolicy {
    file: Option<String>,
    pasted: Pasted,
}

pub(super) fn window(asked: &WindowArgs) -> Done {
    let named = asked.zone.as_deref().map(NamedZone::find).transpose()?;
    let zone: &dyn Zone = match &named {
        Some(zone) => zone,
        None => &Utc,
    };
    let now = now(asked.now.as_deref())?.div_euclid(1000);
    let policies = policies(asked, zone)?;
    let judged = policies.iter().map(|one| {
        let context = PolicyContext {
            edition: asked.edition,
            now,
            in_channel: one.pasted.channel != "UNSPECIFIED",
            end_of_support: one.pasted.end_of_support,
        };
        let mut report = report::report(&one.pasted.policy, context, zone);
        let channel = channel::fix(&one.pasted.policy, &report, zone);
        report.fixes.splice(0..0, channel);
        report
    });
    let reports: Vec<Report> = judged.collect();
    let local: Vec<&str> =
        policies.iter().flat_map(|one| &one.pasted.local_times).map(String::as_str).collect();
    if !local.is_empty() && named.is_none() {
        let said = say!("cli-local-times", times = local.join(", "), zone = zone.name());
        output::note(&format!("{}\n", english::text(&said)));
    }
    let several = policies.len() > 1 || policies.iter().any(|one| one.file.is_some());
    output::print(|out| {
        if asked.format.is_json() {
            let mut answers = policies.iter().zip(&reports).map(|(one, report)| json(one, report));
            let answer = match several {
                true => Json::List(answers.collect()),
                false => answers.next().unwrap_or_default(),
            };
            return writeln!(out, "{}", answer.pretty());
        }
        for (at, (one, report)) in policies.iter().zip(&reports).enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            if let Some(file) = &one.file {
                let cluster = &one.pasted.cluster;
                match cluster.as_str() {
                    "" => writeln!(out, "{file}:")?,
                    cluster => writeln!(out, "{file}, {cluster}:")?,
                }
            } else if several {
                writeln!(out, "{}:", words::visible::visible(one.pasted.cluster.clone()))?;
            }
            out.write_all(text(one, report, zone, asked.all).as_bytes())?;
        }
        let clusters: Set<&str> = policies.iter().map(|one| one.pasted.cluster.as_str()).collect();
        if clusters.iter().filter(|name| !name.is_empty()).count() > 1 {
            writeln!(out, "\n{}", english::text(&say!("cli-cluster-order")))?;
        }
        Ok(())
    })?;
    let is_judged = policies.iter().all(|one| one.pasted.not_evaluated.is_none());
    let accepted = reports.iter().all(Report::accepted);
    Ok(match accepted {
        _ if !is_judged => ExitStatus::Unusable,
        true => ExitStatus::Fine,
        false => ExitStatus::Findings,
    })
}

/// The policies of the question.
fn policies(asked: &WindowArgs, zone: &dyn Zone) -> Result<Vec<FilePolicy>, Failure> {
    let bounds = [&asked.start, &asked.end, &asked.recurrence];
    let of_text = |text: &str| {
        let pasted = import::policies(text, zone).map_err(Failure)?;
        Ok(pasted.into_iter().map(|pasted| FilePolicy { file: None, pasted }).collect())
    };
    match asked.words.as_slice() {
        [] => match bounds {
            [Some(start), Some(end), Some(rule)] => {
                let pasted = Pasted::of_bounds(start, end, rule, zone).map_err(Failure)?;
                Ok(vec![FilePolicy { file: None, pasted }])
            }
            _ => Err(Failure(say!("cli-window-needs"))),
        },
        _ if bounds.iter().any(|bound| bound.is_some()) => {
            Err(Failure(say!("cli-window-takes-either")))
        }
        [only] if only == "-" => {
            let read = String::from_utf8(input::bytes("-")?);
            of_text(
                &read.map_err(|_| Failure(say!("cli-input-not-utf-8", name = "standard input")))?,
            )
        }
        [only] if !Path::new(only).exists() => of_text(only),
        [flag, ..] if flag.starts_with("--") => of_text(&asked.words.join(" ")),
        files => of_files(files, zone),
    }
}

/// The policies of the clusters in the files; files about one cluster are read together.
fn of_files(names: &[String], zone: &dyn Zone) -> Result<Vec<FilePolicy>, Failure> {
    let mut texts = Vec::new();
    for name in names {
        let text = String::from_utf8(input::bytes(name)?);
        texts.push(text.map_err(|_| Failure(say!("cli-input-not-utf-8", name = name)))?);
    }
    let files = names.iter().zip(&texts);
    let files: Vec<File<'_>> =
        files.map(|(name, text)| File { name, bytes: text.as_bytes() }).collect();
    let mut all = Vec::new();
    for group in clusters::group(&files) {
        let of = |at: &usize| names[*at].as_str();
        let name = group.iter().map(of).collect::<Vec<_>>().join(", ");
        let text = group.iter().map(|at| texts[*at].as_str()).collect::<Vec<_>>().join("\n");
        let read = match group.as_slice() {
            [_] => import::policies_of(&name, &text, zone),
            several => {
                let own: Vec<File<'_>> = several.iter().map(|at| files[*at]).collect();
                import::together(&own, zone)
            }
        };
        let read = read.map_err(|problem| {
            let problem = english::text(&problem);
            Failure(say!("cli-cannot-use", name = &name, problem = problem))
        })?;
        let read = read.into_iter();
        all.extend(read.map(|pasted| FilePolicy { file: Some(name.clone()), pasted }));
    }
    Ok(all)
}

fn rfc_3339(secs: i64) -> String {
    instant::format(secs.saturating_mul(1000))
}

fn json(one: &FilePolicy, report: &Report) -> Json {
    let at = |secs: i64| Json::from(rfc_3339(secs).as_str());
    let span = |span: &Span| Json::object([("start", at(span.from)), ("end", at(span.to))]);
    let understood = report.understood.as_ref();
    let says = match one.pasted.window_unknown {
        true => unknown(&one.pasted),
        false => understood.map_or_else(String::new, |one| english::text(&one.sentence.says)),
    };
    let if_judged = |answer: Json| match one.pasted.not_evaluated {
        Some(_) => Json::Null,
        None => answer,
    };
    let known = understood.filter(|_| !one.pasted.window_unknown);
    let open = known.map_or(&[][..], |one| &one.open);
    let next = known.map(|one| one.next(report.context.now).collect::<Vec<_>>());
    let exclusions = understood.map_or(&[][..], |one| &one.policy.exclusions);
    let exclusions = exclusions.iter().map(|one| {
        Json::object([
            ("name", one.name.as_str().into()),
            ("start", at(one.span.from)),
            ("end", if one.is_endless() { Json::Null } else { at(one.span.to) }),
            ("scope", one.scope.name().into()),
        ])
    });
    let unknown = unknown_support(report);
    let findings = report.findings.iter().chain(&unknown).map(english::finding_json);
    let traps = report.traps.iter().map(trap_json);
    let worst = |edition: Edition| match report.worst_of(edition) {
        None => Json::Null,
        Some(worst) => Json::object([
            ("from", at(worst.with_exclusions.from)),
            ("days", Field::write(&worst.with_exclusions.days)),
            ("open_ms", Field::write(&(worst.with_exclusions.open * 1000))),
        ]),
    };
    let verdicts = Edition::ALL.map(|edition| {
        Json::object([
            ("edition", edition.name().into()),
            ("accepted", if_judged(Json::Bool(report.accepted_by(edition)))),
            ("worst", if_judged(worst(edition))),
        ])
    });
    let mut fields = Vec::new();
    if let Some(file) = &one.file {
        fields.push(("file", file.as_str().into()));
    }
    if one.file.is_some() || !one.pasted.cluster.is_empty() {
        fields.push(("cluster", one.pasted.cluster.as_str().into()));
    }
    let edition = report.context.edition;
    fields.extend([
        ("sentence", says.as_str().into()),
        ("edition", edition.name().into()),
        ("intervals", Json::List(open.iter().map(span).collect())),
        ("next", Json::List(next.iter().flatten().map(span).collect())),
        ("exclusions", Json::List(exclusions.collect())),
        ("accepted", if_judged(Json::Bool(report.accepted()))),
        ("findings", Json::List(findings.chain(traps).collect())),
        ("worst", if_judged(worst(edition))),
        ("verdicts", Json::List(verdicts.into())),
        ("fixes", Json::List(report.fixes.iter().map(fix_json).collect())),
    ]);
    Json::object(fields)
}

/// A trap as a finding.
fn trap_json(trap: &Trap) -> Json {
    Json::object([
        ("code", trap.code.into()),
        ("severity", "warning".into()),
        ("path", "".into()),
        ("message", english::json(&trap.message)),
        ("hint", "".into()),
        ("rules", Json::List(trap.rules.iter().map(|rule| (*rule).into()).collect())),
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

fn text(one: &FilePolicy, report: &Report, zone: &dyn Zone, all: bool) -> String {
    let mut lines = Vec::new();
    let known = !one.pasted.window_unknown;
    if !known {
        lines.push(unknown(&one.pasted));
    } else if let Some(understood) = &report.understood {
        let (says, detail) = english::sentence(&understood.sentence);
        lines.extend([says, detail]);
    }
    let edition = report.context.edition;
    if known || !report.accepted() {
        lines.push(english::text(&verdict(report, edition)));
    }
    if known && report.accepted_by(edition.other()) != report.accepted() {
        lines.push(english::text(&verdict(report, edition.other())));
    }
    if let Some(worst) = report.worst().filter(|_| known) {
        let worst = worst.with_exclusions;
        let worst = say!(
            "cli-worst",
            days = worst.days,
            from = rfc_3339(worst.from),
            open = length_of(worst.open),
        );
        lines.push(english::text(&worst));
    }
    if let Some(understood) = &report.understood {
        lines.extend(understood.policy.exclusions.iter().map(|one| exclusion(one, report)));
    }
    lines.extend(report.findings.iter().chain(&unknown_support(report)).map(english::finding));
    lines.extend(report.traps.iter().map(|trap| {
        let rules = trap.rules.join(", ");
        format!("warning[{}]: {} ({rules})", trap.code, english::text(&trap.message))
    }));
    let listed = if all { usize::MAX } else { LISTED };
    lines.extend(report.fixes.iter().take(listed).map(fix_line));
    if let Some(understood) = report.understood.as_ref().filter(|_| known) {
        lines.extend(openings(understood, report.context.now, zone, all));
    }
    let mut text = String::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        text += line;
        text.push('\n');
    }
    text
}

fn unknown_support(report: &Report) -> Option<Diagnostic> {
    support::unknown(&report.understood.as_ref()?.policy, report.context)
}

/// Why there is no verdict.
fn unknown(pasted: &Pasted) -> String {
    match &pasted.not_evaluated {
        Some(what) => english::text(&say!("cli-window-not-evaluated", what = what.clone())),
        None => english::text(&say!("cli-window-unknown")),
    }
}

fn verdict(report: &Report, edition: Edition) -> base::Message {
    let key = if report.accepted_by(edition) { "cli-accepted" } else { "cli-not-accepted" };
    say!(key, edition = edition.name())
}

fn exclusion(one: &Exclusion, report: &Report) -> String {
    let state = match () {
        () if one.span.to <= report.context.now => "over",
        () if one.is_endless() => "endless",
        () => "counts",
    };
    english::text(&say!(
        "cli-exclusion",
        name = &one.name,
        from = rfc_3339(one.span.from),
        to = rfc_3339(one.span.to),
        scope = one.scope.name(),
        state = state,
    ))
}

fn fix_line(fix: &fix::Fix) -> String {
    let mut line = format!("fix: {}", english::fix(fix));
    if let Some(window) = &fix.window {
        line += &format!(" {} from {} to {}", window.recurrence, window.start, window.end);
    }
    let [older, newer] = fix.open.map(length_of);
    let worst = say!("cli-fix-worst", older = older, newer = newer);
    format!("{line} {}", english::text(&worst))
}

/// The next openings, or all of the year.
fn openings(understood: &Understood, now: i64, zone: &dyn Zone, all: bool) -> Vec<String> {
    let left: Vec<Span> = match all {
        true => understood.open.clone(),
        false => understood.next(now).take(LISTED).collect(),
    };
    let heading = if all { "cli-open" } else { "cli-next" };
    let mut lines = vec![english::text(&say!(heading, days = SHOWN_DAYS))];
    for span in &left {
        let mut line = format!("{} .. {}  ", rfc_3339(span.from), rfc_3339(span.to));
        line += &english::text(&local(*span, zone));
        for one in understood.policy.exclusions.iter().filter(|one| !one.stops_everything()) {
            if let Some(part) = span.within(one.span) {
                let left = length_of(span.secs() - part.secs());
                let part = if part == *span { "whole" } else { "part" };
                let name = &one.name;
                let scope = one.scope.name();
                line += &english::text(&say!(
                    "cli-opening-limited",
                    name = name,
                    scope = scope,
                    part = part,
                    left = left
                ));
            }
        }
        line += &cut(*span, &understood.policy);
        lines.push(line);
    }
    let more = understood.open.iter().filter(|span| span.to > now).count()
        - left.len().min(understood.open.len());
    if !all && more > 0 {
        lines.push(english::text(&say!("cli-openings-more", n = more)));
    }
    lines
}

/// How much an exclusion of everything has left of the opening.
fn cut(span: Span, policy: &Policy) -> String {
    let Some(length) = policy.window.length().filter(|length| span.secs() < *length) else {
        return String::new();
    };
    let borders = |one: &&Exclusion| one.span.to == span.from || one.span.from == span.to;
    let mut cuts = policy.exclusions.iter().filter(|one| one.stops_everything());
    cuts.find(borders).map_or_else(String::new, |one| {
        let (left, length) = (length_of(span.secs()), length_of(length));
        english::text(&say!("cli-opening-cut", name = &one.name, left = left, length = length))
    })
}

/// Weekdays and times of day in the zone, and the length.
fn local(span: Span, zone: &dyn Zone) -> base::Message {
    let [from, to] = [span.from, span.to].map(|at| at.saturating_add(zone.offset(at)));
    let day = |at: i64| short(name(at.div_euclid(DAY)));
    say!(
        "cli-opening",
        same_day = if from.div_euclid(DAY) == to.div_euclid(DAY) { "yes" } else { "no" },
        from_day = day(from),
        from = clock(from),
        to_day = day(to),
        to = clock(to),
        zone = zone.name(),
        length = length_of(span.secs()),
    )
}
