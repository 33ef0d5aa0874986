//! Reads files: converts each to JSON documents, which the reader of their kind takes; the results are combined
//! afterwards.

use std::borrow::Cow;

use super::build;
use super::findings::Findings;
use super::format::to_json;
use super::found::{Found, TERRAFORM};
use super::gcloud;
use super::gke;
use super::importer::Importer;
use super::kubectl;
use super::loose;
use super::nodetide;
use super::notes;
use super::outline::Outline;
use super::plan;
use super::progress::{ImportStage, Progress, Watch};
use super::refuse;
use super::report::{Import, Refusal};
use super::summary;
use super::terraform::{self, Scopes};
use super::text::{self, File};
use super::wrapping::unwrapped;
use super::yaml;
use base::say;
use scenario::document::Document;
use scenario::json::Json;
use scenario::units::Instant;

/// The formats, in the order in which they are tried.
const IMPORTERS: [Importer; 9] = [
    plan::IMPORTER,
    terraform::state::IMPORTER,
    gcloud::orders::IMPORTER,
    nodetide::IMPORTER,
    gke::compute::IMPORTER,
    kubectl::IMPORTER,
    gke::operation::IMPORTER,
    gke::upgrade_info::IMPORTER,
    gke::IMPORTER,
];

/// Reads files of any kind. Never panics and never hangs, on any input.
pub fn read(files: &[File<'_>]) -> Import {
    read_with(files, &mut |_| {})
}

/// Like [`read`]; a calendar without an instant of its cluster begins no earlier than now, in milliseconds since 1970.
pub fn read_at(files: &[File<'_>], now: i64) -> Import {
    read_times(files, FileTimes { now: Some(now), ..FileTimes::default() }, &mut |_| {})
}

/// Like [`read`], but reports progress: at each stage, and every few hundred objects.
pub fn read_with(files: &[File<'_>], tell: &mut dyn FnMut(Progress)) -> Import {
    read_times(files, FileTimes::default(), tell)
}

/// Like [`read_at`], but assumes no upgrade: the caller is told what is upgraded.
pub fn read_without_upgrade(files: &[File<'_>], now: i64) -> Import {
    let clock = FileTimes { now: Some(now), assumes_no_upgrade: true, ..FileTimes::default() };
    read_times(files, clock, &mut |_| {})
}

/// Like [`read_with`], but a run begins now, in milliseconds since 1970, unless the files are newer or show an upgrade under way.
pub fn read_today(files: &[File<'_>], now: i64, tell: &mut dyn FnMut(Progress)) -> Import {
    read_times(files, FileTimes { now: Some(now), begins_now: true, ..FileTimes::default() }, tell)
}

/// What is known of the present, of the zone of written times, and of upgrades.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FileTimes {
    pub(super) now: Option<i64>,
    /// A run begins now, unless the files are newer or show an upgrade under way.
    pub(super) begins_now: bool,
    /// Times without an offset are kept, for callers that know their zone.
    pub(super) keeps_local_times: bool,
    /// Files without a script get none.
    pub(super) assumes_no_upgrade: bool,
}

/// Like [`read_with`], by that clock.
pub(super) fn read_times(
    files: &[File<'_>],
    clock: FileTimes,
    tell: &mut dyn FnMut(Progress),
) -> Import {
    let mut watch = Watch::new(tell);
    let FilesRead { mut found, refused, document } = read_files(files, clock, &mut watch);
    watch.stage(ImportStage::Report);
    if let Some(document) = &document {
        found.notes.keep_subjects(document);
    }
    found.notes.use_definitions();
    let mut reports = Vec::with_capacity(files.len());
    for (at, (file, refusal)) in files.iter().zip(refused).enumerate() {
        let notes = found.notes.file(at);
        // Skipped parts may nest at any depth; but if nothing is used, that may be the reason.
        let refusal = refusal.or_else(|| {
            let text = text::of(file.bytes).ok().filter(|_| !notes.is_used())?;
            refuse::too_deep(&text)
        });
        reports.push(summary::of_file(file.name, notes, refusal));
    }
    let Found { names_window, asks_for_upgrade, .. } = found;
    Import { document, names_window, asks_for_upgrade, reports }
}

/// What is in files: the scenario of all of them, and of each, why it or a part of it can't be read.
pub(super) struct FilesRead {
    pub(super) found: Found,
    pub(super) refused: Vec<Option<Refusal>>,
    pub(super) document: Option<Document>,
}

/// Reads every file, and combines what they say.
pub(super) fn read_files(files: &[File<'_>], clock: FileTimes, watch: &mut Watch<'_>) -> FilesRead {
    loose::start_counting();
    let texts = files.iter().map(|file| {
        text::of(file.bytes).map(|text| match text {
            Cow::Borrowed(text) => unwrapped(text),
            Cow::Owned(text) => match unwrapped(&text) {
                Cow::Owned(inner) => Cow::Owned(inner),
                Cow::Borrowed(_) => Cow::Owned(text),
            },
        })
    });
    let texts: Vec<Result<Cow<'_, str>, Refusal>> = texts.collect();
    let parsed = texts.iter().zip(files).enumerate();
    let parsed = parsed.filter_map(|(index, (text, file))| {
        terraform::parse(index, file.name, text.as_deref().ok()?)
    });
    let parsed: Vec<terraform::File<'_>> = parsed.collect();
    let named = files.iter().zip(&texts);
    let named = named.filter_map(|(file, text)| Some((file.name, text.as_deref().ok()?)));
    let scopes = Scopes::of(&parsed, named, clock.now);
    let titles = files.iter().map(title).collect();
    let FileTimes { keeps_local_times: keep_local_times, assumes_no_upgrade, .. } = clock;
    let mut found = Found { titles, keep_local_times, assumes_no_upgrade, ..Found::default() };
    found.notes.now = clock.now.map(Instant);
    found.notes.begins_now = clock.begins_now;
    let mut refused = vec![None; files.len()];
    for (index, (text, file)) in texts.iter().zip(files).enumerate() {
        watch.file = index;
        watch.stage(ImportStage::Text);
        let is_yaml = [".yaml", ".yml"].iter().any(|end| file.name.ends_with(end));
        let text = text.as_deref().map_err(Refusal::clone);
        for (before, text) in parts_of(text) {
            let mut findings = Findings::of(file.name);
            let parsed = parsed.iter().find(|parsed| parsed.index == index);
            let json = text.and_then(|text| match parsed {
                Some(parsed) => terraform::to_json(parsed, &scopes, &mut findings).map(Cow::Owned),
                None => to_json(text, &mut findings),
            });
            watch.stage(ImportStage::Objects);
            let outcome = json.and_then(|json| read_documents(json, is_yaml, findings, watch));
            match outcome {
                Ok(one) => found.absorb(one),
                Err(refusal) => refused[index] = Some(refusal.below(before)),
            }
        }
    }
    for (index, file) in files.iter().enumerate().filter(|(_, file)| scopes.has_read(file.name)) {
        refused[index] = None;
        let notes = found.notes.file(index);
        notes.refusals.clear();
        notes.kinds = vec![say!(TERRAFORM)];
        found.notes.note(index, notes::DEFINITIONS, file.name);
    }
    watch.stage(ImportStage::Scenario);
    let document = build::document(&mut found);
    FilesRead { found, refused, document }
}

/// The parts of a text that are read one by one, each with the number of lines before it: gcloud commands and, below a line of dashes,
/// manifests; usually it is one.
fn parts_of(text: Result<&str, Refusal>) -> Vec<(usize, Result<&str, Refusal>)> {
    let commands = text.as_ref().ok().filter(|text| text.trim_start().starts_with("gcloud "));
    match commands.and_then(|text| text.split_once("\n---\n")) {
        Some((commands, manifests)) => {
            // Its own lines, and that of dashes.
            let before = commands.matches('\n').count() + 2;
            vec![(0, Ok(commands)), (before, Ok(manifests))]
        }
        None => vec![(0, text)],
    }
}

/// The only document of a file of JSON or YAML.
pub fn document(file: &File<'_>) -> Option<Json> {
    let text = text::of(file.bytes).ok()?;
    let json = to_json(&text, &mut Findings::of(file.name)).ok()?;
    Json::parse(&json).ok()
}

/// The positions of the Terraform files of each root module, if there are several.
pub fn modules(files: &[File<'_>]) -> Vec<Vec<usize>> {
    let texts: Vec<_> = files.iter().map(|file| text::of(file.bytes).ok()).collect();
    let parsed = files.iter().zip(&texts).enumerate();
    let parsed =
        parsed.filter_map(|(at, (file, text))| terraform::parse(at, file.name, text.as_deref()?));
    let parsed: Vec<terraform::File<'_>> = parsed.collect();
    terraform::roots(&parsed)
}

/// The name of a file, and the command that printed it, if its first line has that.
fn title(file: &File<'_>) -> String {
    const LINE: usize = 400;
    let first = file.bytes.split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let first = first.filter(|line| line.len() <= LINE);
    let command =
        first.map(String::from_utf8_lossy).filter(|line| line.contains(" get-upgrade-info"));
    format!("{} {}", file.name, command.unwrap_or_default())
}

/// Reads the documents of a file. A truncated file gives nothing.
fn read_documents(
    json: Cow<'_, str>,
    is_yaml: bool,
    findings: Findings<'_>,
    watch: &mut Watch<'_>,
) -> Result<Found, Refusal> {
    let mut found = Found::default();
    found.notes.add(watch.file, findings);
    let mut outcome = read_json(&json, watch, &mut found);
    if let (Cow::Borrowed(text), Err(refusal)) = (&json, &outcome) {
        // A trailing comma is an error in JSON and none in YAML; other errors may be YAML in flow style, in which a quote
        // within a word closes nothing.
        let may_be_yaml = match refusal.code {
            "syntax" => is_yaml || !refusal.is_trailing_comma(),
            "cut-off" => is_yaml,
            _ => false,
        };
        if may_be_yaml && let Ok(json) = yaml::to_json(text, &mut Findings::default()) {
            found = Found::default();
            outcome = read_json(&json, watch, &mut found);
        }
    }
    outcome.map(|()| found).map_err(|refusal| match json {
        Cow::Borrowed(_) => refusal,
        Cow::Owned(_) => refusal.without_position(),
    })
}

/// Reads JSON documents, one after another.
fn read_json(whole: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<(), Refusal> {
    let mut at = 0;
    let mut documents = 0;
    while let Some(start) = refuse::next_document(whole, at, documents)? {
        let rest = whole.get(start..).unwrap_or_default();
        let fail = |error| refuse::syntax(whole, start, &error);
        let outline = Outline::of(rest).map_err(fail)?;
        let importer = IMPORTERS.iter().find(|importer| (importer.claims)(&outline));
        let length = match importer {
            Some(importer) => (importer.read)(rest, watch, found).map_err(fail)?,
            None => {
                let length = refuse::skip(rest).map_err(fail)?;
                let (code, message) = refuse::outline(&outline);
                found.notes.refuse(watch.file, code, message);
                length
            }
        };
        at = start + length;
        documents += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_part_names_its_line_in_the_whole_text() {
        let text = "gcloud container clusters create shop\n\n---\nkind: Pod\nspec: ]\n";
        let import = read(&[File { name: "all.txt", bytes: text.as_bytes() }]);
        let refusal = import.reports[0].reason.as_ref().expect("a part is refused");
        assert_eq!(refusal.at.map(|(line, _)| line), Some(5));
        let says = words::plain().text(&refusal.message);
        assert!(says.contains("at line 5"), "{says}");
    }
}
