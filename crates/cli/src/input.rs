//! Reads FILES: a scenario as it is, everything else as an import.

use std::fs::File;
use std::io::Read;

use clap::Args;
use import::{FileReport, Import};

use super::asked_upgrade::{self, AskedUpgrade, asked_upgrade};
use super::change::{Change, length};
use super::zone::{self, NamedZone};
use super::{Failure, english, notes, option, output};
use base::{SimTime, say};
use scenario::calendar::Edition;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use scenario::units::{At, Instant};
use scenario::{self, Compiled, Diagnostic, Opened, instant, link};

/// One byte more than any reader accepts: an endless file is cut off and then refused for its size.
const LIMIT: u64 = 128 * 1024 * 1024 + 1;

/// Notes of an import about a time 0 that wasn't given.
const START_NOTES: [&str; 2] = ["start", "default-start"];
/// The notes of Jobs that are assumed never to end.
const WORK_NOTES: [&str; 1] = ["endless-jobs"];

/// FILES, and what holds instead of their own start and edition.
#[derive(Args, Clone, Default)]
pub(super) struct Source {
    /// A scenario; or dumps, manifests, gcloud output and commands, Terraform, which are imported together.
    #[arg(value_name = "FILES", required = true)]
    pub(super) files: Vec<String>,
    #[command(flatten)]
    pub(super) instead: Instead,
}

/// What holds instead of the scenario's own start and edition, and how instants are told.
#[derive(Args, Clone, Default)]
pub(super) struct Instead {
    /// Use this edition of the rulebook instead of the scenario's.
    #[arg(long, value_name = "YEAR", value_parser = option::edition)]
    pub(super) edition: Option<Edition>,
    /// Time 0, in RFC 3339, instead of the scenario's; instants are printed as dates.
    #[arg(long, value_name = "TIME")]
    pub(super) start: Option<String>,
    /// Time 0, in RFC 3339, unless --start is given. Default: the newest instant in the files, or the clock of the machine if they have a
    /// maintenance policy and no instant of the cluster's state.
    #[arg(long, value_name = "TIME")]
    pub(super) now: Option<String>,
    /// Print dates in this time zone, and read a --start without an offset in it.
    #[arg(long = "time-zone", value_name = "ZONE")]
    pub(super) zone: Option<String>,
    /// How long Jobs of unknown length work, as 16h. Default: they don't end.
    #[arg(long, value_name = "DURATION", value_parser = length)]
    pub(super) work: Option<Change>,
    /// What is upgraded, if the files have no script of their own: POOL[=VERSION],… or none. Default: what an import assumes.
    #[arg(long, value_name = "POOLS", value_parser = asked_upgrade)]
    pub(super) upgrade: Option<AskedUpgrade>,
}

impl Instead {
    pub(super) fn zone(&self) -> Result<Option<NamedZone>, Failure> {
        self.zone.as_deref().map(NamedZone::find).transpose()
    }
}

/// Which findings go to standard error. `check` and `run` print all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WhichFindings {
    All,
    Errors,
    None,
}

/// A scenario that could be read.
pub(super) struct Input {
    /// The document as written.
    pub(super) json: Json,
    pub(super) opened: Opened,
    /// The document before the changes, if there are any.
    pub(super) before: Option<scenario::Document>,
    /// What an import says of each file.
    pub(super) reports: Vec<FileReport>,
    /// What is upgraded, unless the files ask for it.
    pub(super) upgrade: Option<String>,
    /// The zone of dates.
    pub(super) zone: Option<NamedZone>,
    /// The files that were imported, with their names.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Fields of the changes that don't exist.
    pub(super) unknown_fields: Vec<Diagnostic>,
}

/// The bytes of a file, or of standard input for `-`.
pub(super) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match name {
        "-" => std::io::stdin().lock().take(LIMIT).read_to_end(&mut bytes),
        _ => File::open(name).and_then(|file| file.take(LIMIT).read_to_end(&mut bytes)),
    };
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure(say!("cli-cannot-read", name = name, error = error.to_string()))),
    }
}

/// The bytes of a file, a link, or a preset.
fn source(name: &str) -> Result<Vec<u8>, Failure> {
    if let Some(link) = name.strip_prefix("link:").or_else(|| link::find(name)) {
        let text = link::decode(link).map_err(|fault| {
            let fault = english::text(&(&fault).into());
            Failure(say!("cli-cannot-use-link", fault = fault))
        })?;
        return Ok(text.into_bytes());
    }
    let Some(preset) = name.strip_prefix("preset:") else {
        return bytes(name);
    };
    let found = scenario::preset_text(preset)
        .ok_or_else(|| Failure(say!("cli-no-preset", preset = preset)))?;
    Ok(found.into_owned().into_bytes())
}

/// Opens files, even with findings. Files without anything usable are a failure.
pub(super) fn open(source: &Source, findings: WhichFindings) -> Result<Input, Failure> {
    open_changed(source, &[], findings)
}

/// Like [`open`], with these changes.
pub(super) fn open_changed(
    source: &Source,
    changes: &[Change],
    findings: WhichFindings,
) -> Result<Input, Failure> {
    let zone = source.instead.zone()?;
    let (json, reports, files) = read(&source.files, &source.instead)?;
    let edits = edits(&source.instead, zone.as_ref())?;
    let json = if edits.is_empty() { json } else { edit::apply_all(&json, &edits) };
    let before = (!changes.is_empty()).then(|| scenario::open_json(Ok(&json)));
    let judged = before.as_ref().map_or(&[][..], |before| &before.diagnostics);
    let all = source.instead.work.iter().chain(changes);
    let json = all.into_iter().try_fold(json, |json, change| {
        let (changed, notes) = change.apply(&json)?;
        for note in notes {
            let name = words::visible::visible(change.name.clone());
            output::note(&format!("{name}: {}\n", english::text(&note)));
        }
        Ok::<Json, Failure>(changed)
    })?;
    let mut opened = scenario::open_json(Ok(&json));
    if opened.document.is_none() {
        let first = opened.diagnostics.first().map(english::finding).unwrap_or_default();
        let name = source.files.join(" ");
        return Err(Failure(say!("cli-cannot-use", name = name, problem = first)));
    }
    let is_new = |one: &&Diagnostic| is_unknown_field(one) && !judged.contains(one);
    let unknown_fields = opened.diagnostics.iter().filter(|one| !changes.is_empty() && is_new(one));
    let unknown_fields: Vec<Diagnostic> = unknown_fields.cloned().collect();
    let before = before.and_then(|before| before.document);
    if findings != WhichFindings::None {
        opened.diagnostics = opened.diagnostics.iter().map(Diagnostic::of_a_run).collect();
    }
    let printed = opened.diagnostics.iter().filter(|one| match findings {
        WhichFindings::All => true,
        WhichFindings::Errors => one.is_error() || notes::is_left_out(one),
        WhichFindings::None => false,
    });
    output::diagnostics(printed);
    let upgrade = asked_upgrade::line(source.instead.upgrade.as_ref(), &reports);
    Ok(Input { json, opened, before, reports, upgrade, zone, files, unknown_fields })
}

/// In a change, a field that doesn't exist is a slip, and would look like a change that makes no difference.
pub(super) fn is_unknown_field(one: &Diagnostic) -> bool {
    one.code == "document/unknown-field"
}

fn edits(instead: &Instead, zone: Option<&NamedZone>) -> Result<Vec<Edit>, Failure> {
    let mut edits = Vec::new();
    if let Some(start) = &instead.start {
        let at = zone::moment(start, zone);
        let at = at.ok_or_else(|| Failure(say!("cli-no-start", text = start)))?;
        edits.push(starts_at(at));
    }
    if let Some(edition) = &instead.edition {
        edits.push(Edit::Set("/edition".to_owned(), edition.name().into()));
    }
    Ok(edits)
}

fn starts_at(ms: i64) -> Edit {
    Edit::Set("/start".to_owned(), instant::format(ms).as_str().into())
}

/// A scenario, if the bytes are one.
fn scenario_of(bytes: &[u8]) -> Option<Json> {
    let json = Json::parse_bytes(bytes).ok()?;
    matches!(json.get("version"), Some(Json::Int(1))).then_some(json)
}

/// Imports files together; their time 0 is --now if it is given, and --upgrade is in place of what is assumed.
pub(super) fn imported(
    files: &[import::File<'_>],
    now: Option<&str>,
    upgrade: Option<&AskedUpgrade>,
) -> Result<Import, Failure> {
    let at = zone::now(now)?;
    let mut found = match upgrade {
        Some(_) => import::read_without_upgrade(files, at),
        None => import::read_at(files, at),
    };
    let asks = found.asks_for_upgrade;
    if let (Some(asked), Some(document)) = (upgrade, &mut found.document) {
        asked.add(document, asks)?;
    }
    if let Some(document) = found.document.as_mut().filter(|_| now.is_some()) {
        let mut assumed = found.reports.iter().flat_map(|report| &report.assumed);
        let newest = document.start.filter(|_| assumed.any(|line| line.key == "start"));
        if let Some(newest) = newest.filter(|newest| at < newest.0) {
            let [now, newest] = [at, newest.0].map(instant::format);
            output::note(&format!(
                "{}\n",
                english::text(&say!("cli-now-before-files", now = now, newest = newest))
            ));
        }
        document.start = Some(Instant(at));
        leave_out(&mut found.reports, &START_NOTES);
    }
    Ok(found)
}

/// Leaves out assumptions that aren't used.
fn leave_out(reports: &mut [FileReport], notes: &[&str]) {
    for report in reports {
        report.assumed.retain(|line| !notes.contains(&line.key));
    }
}

/// Refuses files of two clusters: what they have in common by name isn't common to them.
pub(super) fn one_cluster(reports: &[FileReport]) -> Result<(), Failure> {
    let lines = reports.iter().flat_map(|report| &report.ignored);
    let clusters = lines.filter(|line| line.key == "two-clusters").flat_map(|line| &line.names);
    match clusters.collect::<Vec<_>>().as_slice() {
        [first, second] => Err(Failure(say!(
            "cli-two-clusters",
            first = (*first).clone(),
            second = (*second).clone()
        ))),
        _ => Ok(()),
    }
}

/// A document, what an import says of each file, and the imported files.
type ReadFiles = (Json, Vec<FileReport>, Vec<NamedFile>);

/// The document of the files: a scenario alone as it is, anything else imported together.
fn read(files: &[String], instead: &Instead) -> Result<ReadFiles, Failure> {
    document_of(read_all(files)?, instead)
}

/// A file with its name.
pub(super) type NamedFile = (String, Vec<u8>);

pub(super) fn read_all(files: &[String]) -> Result<Vec<NamedFile>, Failure> {
    files.iter().map(|name| Ok((name.clone(), source(name)?))).collect()
}

pub(super) fn document_of(read: Vec<NamedFile>, instead: &Instead) -> Result<ReadFiles, Failure> {
    let now = instead.now.as_deref();
    let mut scenarios = read.iter().filter_map(|(name, bytes)| Some((name, scenario_of(bytes)?)));
    let (first, second) = (scenarios.next(), scenarios.next());
    if let (Some((first, _)), Some((second, _))) = (&first, &second) {
        return Err(Failure(say!(
            "cli-two-scenarios",
            first = first.as_str(),
            second = second.as_str()
        )));
    }
    if let (Some((_, json)), [_]) = (first, read.as_slice()) {
        let json = match now {
            Some(_) => edit::apply_all(&json, &[starts_at(zone::now(now)?)]),
            None => json,
        };
        let json = match &instead.upgrade {
            Some(asked) => asked.add_to(&json)?,
            None => json,
        };
        return Ok((json, Vec::new(), Vec::new()));
    }
    let files: Vec<import::File<'_>> =
        read.iter().map(|(name, bytes)| import::File { name, bytes }).collect();
    let mut found = imported(&files, now, instead.upgrade.as_ref())?;
    if instead.start.is_some() {
        leave_out(&mut found.reports, &START_NOTES);
    }
    if instead.work.is_some() {
        leave_out(&mut found.reports, &WORK_NOTES);
    }
    output::note(&notes::report(&found.reports));
    one_cluster(&found.reports)?;
    let document = found.document.ok_or_else(|| Failure(say!("cli-nothing-usable")))?;
    Ok((Json::parse(&document.to_text()).unwrap_or_default(), found.reports, read))
}

/// A TIME, in milliseconds since the scenario's start.
pub(super) fn time(
    text: &str,
    option: &str,
    compiled: &Compiled,
    zone: Option<&NamedZone>,
) -> Result<SimTime, Failure> {
    let local = || zone::moment(text, zone).map(At::Instant);
    let at = At::parse(text)
        .or_else(local)
        .ok_or_else(|| Failure(say!("cli-no-time", option = option, text = text)))?;
    let ms = at.since(compiled.plan.start_unix_ms);
    if ms < 0 {
        let start = instant::format(compiled.plan.start_unix_ms);
        let before = say!("cli-time-before-start", option = option, text = text, start = start);
        return Err(Failure(before));
    }
    Ok(SimTime::from_ms(ms).min(SimTime::MAX))
}
