//! `export` and `link`: a scenario or its run for other tools and other people.

use std::io::{self, Write};

use changeset::changed_objects;
use clap::Args;

use super::change::{Change, Word, joined, word};
use super::expected::expected;
use super::finished_run::{FinishedRun, dates, start, to_the_end};
use super::input::{self, Input, WhichFindings};
use super::order::NODES;
use super::project::project;
use super::stuck::stuck;
use super::undescribed;
use super::zone::{self, NamedZone};
use super::{Done, ExitStatus, Failure, english, notes, output};
use base::{Arg, Message, SimTime, say};
use draw::picture::{self, Picture};
use draw::svg::estimate;
use draw::theme::LIGHT;
use query::outcome::limit;
use query::{self, Index, shortfalls_until, verdict};
use scenario::export::{EXPORTS, Export, Source, export as form};
use scenario::json::Json;
use scenario::{Document, instant, link, pseudonym};
use words::autoscaler_log::autoscaler_log;
use words::log::{self, Shown};
use words::{Clock, Words};

/// Write gcloud commands, Terraform, PDBs, records, or an image
///
/// Writes to standard output, or to OUT. Formats of the scenario:
///   scenario   the document itself, as JSON
///   gcloud     commands that create its settings and run its script
///   terraform  its node pools as google_container_node_pool
///   budgets    its PodDisruptionBudgets as policy/v1 YAML
///   runbook    the commands in Markdown, with checks before and between them, and how to stop, go back and complete
/// Formats of its run:
///   json       JSON Lines: a header, then one record per line
///   csv        the same records as a table
///   svg        an image at --at TIME (default: the middle of the run)
///   autoscaler-log   what GKE's autoscaler would log, as Cloud Logging exports it
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    override_usage = "nodetide export [FILES]... --format <NAME> [OPTIONS]"
)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    source: input::Source,
    /// One of the formats above.
    #[arg(long, value_name = "NAME")]
    format: String,
    /// Change the scenario first, as compare does: surge=3+1, blue-green=…, window=…, work=…, a JSON Pointer and a value; all are
    /// made together.
    #[arg(long = "with", value_name = "CHANGE", value_parser = word, num_args = 1..)]
    changes: Vec<Word>,
    /// The time of an image.
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    /// Write to this file.
    #[arg(short, long = "output", value_name = "OUT")]
    out: Option<String>,
}

/// Forms of a run, besides those of the document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunExport {
    AutoscalerLog,
    Csv,
    Json,
    Svg,
}

const RUN_EXPORTS: [(&str, RunExport); 4] = [
    ("autoscaler-log", RunExport::AutoscalerLog),
    ("csv", RunExport::Csv),
    ("json", RunExport::Json),
    ("svg", RunExport::Svg),
];

/// Prints the fields of changes that don't exist.
fn has_unknown_fields(input: &Input) -> bool {
    output::diagnostics(input.unknown_fields.iter());
    !input.unknown_fields.is_empty()
}

pub(super) fn export(asked: &ExportArgs) -> Done {
    let out = asked.out.as_deref();
    let changes = joined(&asked.changes)?.concat();
    let of_run = RUN_EXPORTS.iter().find(|(name, _)| *name == asked.format).map(|(_, form)| *form);
    if asked.at.is_some() && of_run != Some(RunExport::Svg) {
        return Err(Failure(say!("cli-at-of-svg")));
    }
    if let Some(form) = form(&asked.format) {
        return of_scenario(asked, form, &changes);
    }
    let Some(of_run) = of_run else {
        let names: Vec<&str> = (EXPORTS.iter().map(|form| form.name))
            .chain(RUN_EXPORTS.iter().map(|(name, _)| *name))
            .collect();
        return Err(Failure(say!(
            "cli-no-export-format",
            format = &asked.format,
            names = names.join(", ")
        )));
    };
    let input = input::open_changed(&asked.source, &changes, WhichFindings::Errors)?;
    if has_unknown_fields(&input) {
        return Ok(ExitStatus::Findings);
    }
    let cluster = named(&input);
    let Input { json, opened, zone, .. } = input;
    let Some(compiled) = opened.compiled else {
        return Ok(ExitStatus::Findings);
    };
    let has_start = asked.source.instead.start.is_some() || json.get("start").is_some();
    let at = match &asked.at {
        Some(text) => Some(input::time(text, "--at", &compiled, zone.as_ref())?),
        None => None,
    };
    let ran = to_the_end(compiled, None, None);
    let dates = dates(&ran.trace, None);
    let clock: Clock<'_> = &dates;
    let shown = Shown { clock: asked.source.instead.start.as_ref().map(|_| clock), ..Shown::ALL };
    output::to(out, |out| match of_run {
        RunExport::AutoscalerLog => {
            autoscaler_log(out, &ran.trace, &cluster, &|ms| instant::format(ms))
        }
        RunExport::Csv => log::csv(out, &ran.trace, shown),
        RunExport::Json => log::json(out, &ran.trace, &start(&ran.trace), shown),
        RunExport::Svg => svg(out, &ran, at, has_start),
    })?;
    Ok(ExitStatus::Fine)
}

/// Writes the scenario in a form for other tools, or as a runbook.
fn of_scenario(asked: &ExportArgs, form: &Export, changes: &[Change]) -> Done {
    let input = input::open_changed(&asked.source, changes, WhichFindings::Errors)?;
    if has_unknown_fields(&input) {
        return Ok(ExitStatus::Findings);
    }
    let (described, project) =
        (described(&input, asked.source.instead.now.as_deref())?, project(&input.files));
    let (mut omitted, assumed) = (omitted(&input.reports), assumed(&input.reports));
    let changed = input.before.as_ref().zip(input.opened.document.as_ref());
    let changed = changed.map(|(before, after)| changed_objects(before, after));
    let changed = changed.unwrap_or_default();
    omitted.extend(changed.omitted);
    let pools = input.opened.document.as_ref().map_or(&[][..], |document| &document.pools);
    let undescribed = undescribed::settings(&input.files, pools);
    let Input { json, opened, zone, .. } = input;
    let compiled = opened.compiled.filter(|_| form.name == "runbook");
    let ran = compiled.filter(|compiled| compiled.cluster.nodes.len() <= NODES);
    let ran = ran.map(|compiled| to_the_end(compiled, None, None));
    let refused = notes::refused(&opened.diagnostics).map(|(_, said)| said);
    let stuck = ran.as_ref().map_or_else(Vec::new, |ran| stuck(&json, ran));
    let first: Vec<_> = refused.chain(stuck).collect();
    let expected = ran.as_ref().map_or_else(Vec::new, expected);
    let source = |document| Source {
        document,
        described: described.as_ref(),
        project: project.as_deref(),
        first: &first,
        expected: &expected,
        assumed: &assumed,
        omitted: &omitted,
        undescribed: &undescribed,
        changed: &changed.entries,
    };
    let text = opened.document.as_ref().map(source);
    let text = text.map_or_else(String::new, |source| (form.make)(source, &english::text));
    // People read it; the others are for programs, and instants are the same in any zone.
    let text = match zone.filter(|_| form.name == "runbook") {
        Some(zone) => in_zone(&text, &zone),
        None => text,
    };
    output::to(asked.out.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(ExitStatus::of(&opened.diagnostics))
}

/// The name of the cluster.
fn named(input: &Input) -> String {
    let cluster = input.json.get("cluster").and_then(|cluster| cluster.get("name"));
    cluster.and_then(Json::text).unwrap_or("cluster").to_owned()
}

/// The cluster as it is: the files without those that change it.
fn described(input: &Input, now: Option<&str>) -> Result<Option<Document>, Failure> {
    let is = |no: usize, kinds: &[&str]| {
        let report = input.reports.get(no);
        report.is_some_and(|report| report.kinds.iter().any(|kind| kinds.contains(&&**kind)))
    };
    let all = 0..input.files.len();
    let describes = ["import-kind-cluster", "import-kind-pool", "import-kind-pools"];
    if !all.clone().any(|no| is(no, &describes)) {
        return Ok(None);
    }
    let changes = [
        "import-kind-gcloud",
        "import-kind-terraform",
        "import-kind-terraform-plan",
        "import-kind-policy",
    ];
    let files = all.filter(|no| !is(*no, &changes)).filter_map(|no| input.files.get(no));
    let files: Vec<import::File<'_>> =
        files.map(|(name, bytes)| import::File { name, bytes }).collect();
    Ok(import::read_at(&files, zone::now(now)?).document)
}

/// The pools with an upgrade that the import assumed, each with what it says.
fn assumed(reports: &[import::FileReport]) -> Vec<(String, Message)> {
    let lines = reports.iter().flat_map(|report| &report.assumed);
    let lines = lines.filter(|line| ["upgrade", "failed-upgrades"].contains(&line.key));
    let all = lines.flat_map(|line| line.subjects.iter().zip(&line.names));
    let pools = all.filter_map(|(subject, upgrade)| {
        let pool = subject.strip_prefix("pool/")?;
        Some((pool.to_owned(), say!("cli-assumed-upgrade", upgrade = upgrade.clone())))
    });
    pools.collect()
}

/// What the files do and no exported command does: pools to be created, and what a run can't make.
fn omitted(reports: &[import::FileReport]) -> Vec<Message> {
    let lines = || reports.iter().flat_map(|report| report.assumed.iter().chain(&report.ignored));
    let named = |key: &str| {
        let own = lines().filter(|line| line.key == key);
        own.flat_map(|line| line.names.clone()).collect::<Vec<Arg>>()
    };
    let created = Some(named("created-from-start")).filter(|pools| !pools.is_empty());
    let created = created.map(|pools| say!("export-created", pools = Arg::List(pools)));
    let left_out = named("commands-left-out").into_iter().chain(named("after-upgrade"));
    let left_out = left_out.map(|command| say!("export-omitted", command = command));
    created.into_iter().chain(left_out).collect()
}

/// The text with its instants in the zone, but for commands: their days are those of UTC.
fn in_zone(text: &str, zone: &NamedZone) -> String {
    let mut is_code = false;
    let line = |line: &str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence { line.to_owned() } else { line_in_zone(line, zone) }
    };
    text.split_inclusive('\n').map(line).collect()
}

fn line_in_zone(text: &str, zone: &NamedZone) -> String {
    const LENGTH: usize = "2026-12-20T06:00:00Z".len();
    let (mut all, mut written) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices('Z') {
        let end = at + 1;
        let start = end.saturating_sub(LENGTH).max(written);
        if let Some(ms) = text.get(start..end).and_then(instant::parse) {
            all += &text[written..start];
            all += &zone::format(ms, Some(zone));
            written = end;
        }
    }
    all + &text[written..]
}

/// The instant, or the middle of the run.
fn svg(
    out: &mut dyn Write,
    ran: &FinishedRun,
    at: Option<SimTime>,
    has_start: bool,
) -> io::Result<()> {
    let trace = &ran.trace;
    let index = Index::of(trace);
    let lanes = query::lanes(trace, &index);
    let (last, outcome) = (trace.last(), ran.outcome(&index));
    let words = Words::english(trace.plan(), last);
    let short = shortfalls_until(trace, limit(trace));
    let headline = words.say(&verdict(trace.plan(), &outcome, &short, has_start).headline);
    let date = |unix_ms: i64| {
        let text = instant::format(unix_ms);
        text.get(..10).unwrap_or_default().to_owned()
    };
    let text = picture::svg(&Picture {
        trace,
        index: &index,
        lanes: &lanes,
        at: at.unwrap_or_else(|| SimTime::from_ms(trace.end().ms() / 2)),
        headline: &headline,
        words: &words,
        date: &date,
        theme: &LIGHT,
        width: picture::WIDTH,
        measure: &estimate,
    });
    out.write_all(text.as_bytes())
}

/// Create a link that contains the scenario.
///
/// Prints #s=1.…. Append it to the URL of the page to open the scenario, or use it as FILES.
#[derive(Args)]
pub(super) struct LinkArgs {
    /// A scenario; or dumps, manifests, gcloud output and commands, Terraform, which are imported together.
    #[arg(value_name = "FILES", required = true)]
    files: Vec<String>,
    /// Replace names: the run stays the same, but doesn't reveal whose cluster it is.
    #[arg(long)]
    pseudonyms: bool,
    /// Write to this file.
    #[arg(short, long = "output", value_name = "OUT")]
    out: Option<String>,
}

pub(super) fn link(asked: &LinkArgs) -> Done {
    let source = input::Source { files: asked.files.clone(), ..input::Source::default() };
    let opened = input::open(&source, WhichFindings::Errors)?.opened;
    let mut document = opened.document.unwrap_or_default();
    if asked.pseudonyms {
        document = pseudonym::of_document(&document, &english::text(&say!("other-names"))).0;
    }
    let text = document.to_text();
    if text.len() > link::LIMIT_BYTES {
        return Err(Failure(say!("cli-too-large-for-link", scenario = asked.files.join(" "))));
    }
    output::to(asked.out.as_deref(), |out| writeln!(out, "#s={}", link::encode(&text)))?;
    Ok(ExitStatus::of(&opened.diagnostics))
}
