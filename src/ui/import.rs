//! What the import dialog holds, and what each step in it comes to. Pure: who reads the files is `importer`.

use super::importer::Heard;
use super::state::{Draft, Shared};
use crate::scenario::json::Json;
use crate::scenario::merge::{Change, Clash, changes, lay};
use crate::scenario::{self, Diagnostic};
use wasm_bindgen::JsValue;

/// A file or a pasted text, as a handle: its bytes stay with the browser until the importer reads them.
#[derive(Clone, PartialEq, Debug)]
pub struct Source {
    /// Its number in the dialog; that of the text box is [`TYPED`].
    pub no: u32,
    /// Empty for a pasted text.
    pub name: String,
    pub bytes: f64,
    pub blob: Option<Shared<JsValue>>,
    /// The key of why it is not read.
    pub problem: Option<&'static str>,
}

/// The number of what stands in the text box.
pub const TYPED: u32 = 0;

/// The key of why files beyond [`FILES`] are not read.
pub const TOO_MANY: &str = "ui-import-too-many";

/// More files are not taken at once.
pub const FILES: usize = 500;

/// Larger files are not even read; a limit of the importer, too.
const LIMIT: f64 = 128.0 * 1024.0 * 1024.0;

impl Source {
    /// A file before it has a number. What is too large is known without reading it.
    pub fn new(name: String, bytes: f64, blob: JsValue) -> Self {
        Self {
            no: TYPED,
            name,
            bytes,
            blob: Some(Shared::new(blob)),
            problem: (bytes > LIMIT).then_some("ui-import-too-large"),
        }
    }

    /// Something that cannot be read at all.
    pub fn refused(name: String, problem: &'static str) -> Self {
        Self {
            no: TYPED,
            name,
            bytes: 0.0,
            blob: None,
            problem: Some(problem),
        }
    }
}

/// How far the importer is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Of the files that are read, the place of the one under way.
    pub file: u32,
    /// Bytes so far, of all files.
    pub bytes: f64,
    /// Objects that were found so far.
    pub objects: u32,
}

/// What an import came to.
#[derive(PartialEq, Debug)]
pub struct Found {
    pub files: Vec<FoundFile>,
    /// The scenario, if anything was usable.
    pub json: Option<Shared<Json>>,
}

/// One file of an import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundFile {
    /// The number of its [`Source`].
    pub no: u32,
    pub kind: String,
    pub recognised: Vec<Line>,
    /// What was used: keys of kinds, and how many.
    pub used: Vec<(&'static str, u32)>,
    pub ignored: Vec<Line>,
    pub assumed: Vec<Line>,
    /// Why nothing of it could be used.
    pub reason: Option<String>,
}

/// A line of a report: so many of something, what is said of them, and which they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    pub key: String,
    pub count: u32,
    pub says: String,
    pub links: Vec<Link>,
    /// How many names are left out.
    pub more: usize,
}

/// A name, and what of the scenario it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub name: String,
    pub subject: Option<String>,
}

/// What *Use* would open.
#[derive(PartialEq, Debug)]
pub struct Offer {
    /// As it was imported.
    pub imported: Shared<Json>,
    /// The same with what is kept of the scenario that is open.
    pub text: String,
    /// Is it a scenario? It may have errors, which can be mended in the setup.
    pub usable: bool,
    /// What the checks say of it.
    pub diagnostics: Vec<Diagnostic>,
    /// What was edited since the import before, whether it is kept or not.
    pub edits: Vec<Change>,
    /// Edits that meet another value in the new import.
    pub clashes: Vec<Clash>,
}

/// An import that was used: what its scenario is an edit of, and the report.
#[derive(PartialEq, Debug)]
pub struct Taken {
    pub imported: Shared<Json>,
    pub files: Vec<Source>,
    pub found: Shared<Found>,
}

/// What the import dialog holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Import {
    pub files: Vec<Source>,
    /// The files are being read.
    pub reading: Option<Progress>,
    pub found: Option<Shared<Found>>,
    pub offer: Option<Shared<Offer>>,
    /// Edits of the scenario that is open are dropped.
    pub replace: bool,
    /// The scenario as a text, where people want to see it: it is what is used.
    pub text: Option<String>,
    numbers: u32,
}

/// What people and the importer do in the dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Files were dropped, chosen or pasted.
    Files(Vec<Source>),
    /// What stands in the text box.
    Typed(Option<Source>),
    Remove(u32),
    /// Ends the reading; the files stay.
    Stop,
    Again,
    Heard(Heard),
    Replace(bool),
    /// Opens the scenario as a text, or takes what became of it.
    Text(Option<String>),
}

/// What is to be done after a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Then {
    Nothing,
    Read(Vec<Source>),
    Stop,
}

impl Import {
    /// Everything that was dropped or pasted so far is read together: one file may explain another. `open` is the
    /// scenario that is there.
    pub fn step(&mut self, step: Step, open: Option<&Draft>) -> Then {
        match step {
            Step::Files(files) => {
                for mut file in files {
                    if self.files.len() >= FILES {
                        file.problem = file.problem.or(Some(TOO_MANY));
                    }
                    self.numbers += 1;
                    file.no = self.numbers;
                    self.files.push(file);
                }
                self.read()
            }
            Step::Typed(text) => {
                self.files.retain(|file| file.no != TYPED);
                self.files.extend(text);
                self.read()
            }
            Step::Remove(no) => {
                self.files.retain(|file| file.no != no);
                self.read()
            }
            Step::Again => self.read(),
            Step::Stop => {
                self.reading = None;
                Then::Stop
            }
            // The importer may answer when nobody asks any more.
            Step::Heard(_) if self.reading.is_none() => Then::Nothing,
            Step::Heard(Heard::Progress(progress)) => {
                self.reading = Some(progress);
                Then::Nothing
            }
            Step::Heard(Heard::Unreadable(no, problem)) => {
                for file in self.files.iter_mut().filter(|file| file.no == no) {
                    file.problem = Some(problem);
                }
                Then::Nothing
            }
            Step::Heard(Heard::Found(found)) => {
                self.reading = None;
                self.found = Some(found);
                self.offer(open);
                Then::Nothing
            }
            Step::Replace(replace) => {
                self.replace = replace;
                self.text = None;
                self.offer(open);
                Then::Nothing
            }
            Step::Text(text) => {
                self.text = text;
                self.offer(open);
                Then::Nothing
            }
        }
    }

    /// The files that can be read.
    pub fn readable(&self) -> impl Iterator<Item = &Source> {
        self.files.iter().filter(|file| file.problem.is_none())
    }

    fn read(&mut self) -> Then {
        self.found = None;
        self.offer = None;
        self.text = None;
        let files: Vec<Source> = self.readable().cloned().collect();
        if files.is_empty() {
            self.reading = None;
            return Then::Stop;
        }
        self.reading = Some(Progress::default());
        Then::Read(files)
    }

    fn offer(&mut self, open: Option<&Draft>) {
        let imported = self.found.as_ref().and_then(|found| found.json.clone());
        let offer = imported.map(|imported| match &self.text {
            Some(text) => as_text(imported, text),
            None => offer(imported, open, self.replace),
        });
        self.offer = offer.map(Shared::new);
    }
}

fn offer(imported: Shared<Json>, open: Option<&Draft>, replace: bool) -> Offer {
    let edits = open.map(edits).unwrap_or_default();
    let (text, clashes) = if replace || edits.is_empty() {
        (imported.pretty(), Vec::new())
    } else {
        let merged = lay(&edits, &imported);
        (merged.json.pretty(), merged.clashes)
    };
    Offer {
        edits,
        clashes,
        ..as_text(imported, &text)
    }
}

/// Whatever people made of the text.
fn as_text(imported: Shared<Json>, text: &str) -> Offer {
    let opened = scenario::open(text);
    Offer {
        imported,
        text: text.to_owned(),
        usable: opened.document.is_some(),
        diagnostics: opened.diagnostics,
        edits: Vec::new(),
        clashes: Vec::new(),
    }
}

/// What was edited since the import that a scenario came from.
fn edits(draft: &Draft) -> Vec<Change> {
    match &draft.taken {
        Some(taken) => changes(&taken.imported, &draft.json),
        None => Vec::new(),
    }
}
