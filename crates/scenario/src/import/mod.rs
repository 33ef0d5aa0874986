//! Real clusters as scenarios: kubectl and GKE JSON and YAML in, one document and a report for each file out.
//!
//! Each kind of document is a file and a line in [`IMPORTERS`], each text format beside JSON one in [`format`]. A
//! reader only collects what is there ([`found`]); what the things mean together, whichever file they came from, is
//! decided afterwards ([`build`]).

mod about;
mod build;
mod configured;
mod format;
mod found;
mod gcloud;
mod gke;
mod kubectl;
mod loose;
mod notes;
mod outline;
mod part;
mod policy;
mod progress;
mod prompt;
mod refuse;
mod report;
mod scenario;
mod terraform;
mod text;
mod wrapping;
mod yaml;

use std::borrow::Cow;

use self::format::Said;
use self::found::Found;
use self::outline::Outline;
pub use self::policy::policy;
use self::progress::Watch;
pub use self::progress::{Progress, Stage};
pub use self::report::{FileReport, Line, Refusal, Used};
use self::terraform::Module;
pub use self::text::LIMIT;
use self::wrapping::unwrapped;
use super::document::Document;

/// A file as it was dropped, pasted or named.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// A format that can be read.
struct Importer {
    /// Is a document of that outline one of this format?
    claims: fn(&Outline) -> bool,
    /// Reads the document at the beginning of the text; answers where it ends.
    read: fn(&str, &mut Watch<'_>, &mut Found) -> Result<usize, serde_json::Error>,
}

/// The formats, in the order in which they are asked.
const IMPORTERS: [Importer; 5] = [
    terraform::state::IMPORTER,
    gcloud::orders::IMPORTER,
    scenario::IMPORTER,
    kubectl::IMPORTER,
    gke::IMPORTER,
];

/// What an import gives: a scenario, if the files hold one, and a report for each file.
#[derive(Debug, Default)]
pub struct Import {
    pub document: Option<Document>,
    pub reports: Vec<FileReport>,
}

/// Reads files of any kind. Never panics and never hangs, whatever is in them.
pub fn read(files: &[File<'_>]) -> Import {
    read_with(files, &mut |_| {})
}

/// The same, telling how far it has come: at each stage, and every few hundred objects.
pub fn read_with(files: &[File<'_>], tell: &mut dyn FnMut(Progress)) -> Import {
    let mut watch = Watch::new(tell);
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
    let module = Module::of(texts.iter().filter_map(|text| text.as_deref().ok()));
    let mut found = Found::default();
    let mut refused = Vec::with_capacity(files.len());
    for (at, text) in texts.iter().enumerate() {
        // A file that breaks off in its middle gives nothing.
        let mut one = Found::default();
        watch.file = at;
        let text = text.as_deref().map_err(Refusal::clone);
        let outcome = text.and_then(|text| read_file(text, &module, &mut watch, &mut one));
        if outcome.is_ok() {
            found.absorb(one);
        }
        refused.push(outcome.err());
    }
    watch.stage(Stage::Scenario);
    let document = build::document(&mut found);
    watch.stage(Stage::Report);
    if let Some(document) = &document {
        found.desk.keep_subjects(document);
    }
    let mut reports = Vec::with_capacity(files.len());
    for (at, (file, refusal)) in files.iter().zip(refused).enumerate() {
        let notes = found.desk.file(at);
        // What is skipped may nest as it likes; but where nothing is used, it may be why.
        let refusal = refusal.or_else(|| {
            let text = text::of(file.bytes).ok().filter(|_| !notes.is_used())?;
            refuse::too_deep(&text)
        });
        reports.push(report::of_file(file.name, notes, refusal));
    }
    Import { document, reports }
}

/// Reads the documents of one file, whatever format they are written in.
fn read_file(
    text: &str,
    module: &Module<'_>,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<(), Refusal> {
    let file = watch.file;
    let mut said = Said::new(module);
    watch.stage(Stage::Text);
    let json = format::to_json(text, &mut said)?;
    watch.stage(Stage::Objects);
    for kind in &said.kinds {
        found.desk.say(file, kind);
    }
    for (note, name) in said.notes {
        found.desk.note(file, note, name);
    }
    read_documents(&json, watch, found).map_err(|refusal| match json {
        Cow::Borrowed(_) => refusal,
        Cow::Owned(_) => refusal.without_position(),
    })
}

/// Reads JSON documents, one after another.
fn read_documents(whole: &str, watch: &mut Watch<'_>, found: &mut Found) -> Result<(), Refusal> {
    let mut at = 0;
    let mut documents = 0;
    while let Some(start) = refuse::next_document(whole, at, documents)? {
        let rest = whole.get(start..).unwrap_or_default();
        let fail = |error| refuse::syntax(whole, start, &error);
        let outline = Outline::of(rest).map_err(fail)?;
        let importer = IMPORTERS
            .iter()
            .find(|importer| (importer.claims)(&outline));
        let length = match importer {
            Some(importer) => (importer.read)(rest, watch, found).map_err(fail)?,
            None => {
                let length = refuse::skip(rest).map_err(fail)?;
                let (code, text) = refuse::outline(&outline);
                found.desk.refuse(watch.file, code, text);
                length
            }
        };
        at = start + length;
        documents += 1;
    }
    Ok(())
}
