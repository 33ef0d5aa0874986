//! The state of the import dialog and its steps. Pure: `importer` reads the files.

use super::results::{CheckedScenario, ImportResult, USED, renamed};
use super::source::{FILES, ImportSource, TOO_MANY};
use crate::shell::scenario::draft::{Draft, TextProblem};
use crate::shell::state::Shared;
use crate::shell::words::t;
use scenario::edit::{self, Edit};
use scenario::json::Json;
use scenario::merge::{Clash, UserEdit, apply, changes};
use scenario::pseudonym::{Names, pseudonymize};

/// The importer's progress.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ImportProgress {
    /// The index of the current file.
    pub file: u32,
    /// Bytes read so far, in all files.
    pub bytes: f64,
    /// Objects found so far.
    pub objects: u32,
    pub phase: ImportPhase,
}

/// The current activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ImportPhase {
    #[default]
    Reading,
    /// Builds one scenario from everything read.
    Scenario,
    Report,
    /// Checks the scenario.
    Checks,
}

/// What *Use* would open.
#[derive(PartialEq, Debug)]
pub struct ReadyImport {
    /// The imported scenario, with pseudonyms if used.
    pub imported: Shared<Json>,
    /// The report with the same names.
    pub found: Shared<ImportResult>,
    /// Which names are replaced by which; empty without pseudonyms.
    pub names: Names,
    /// The imported scenario with the kept edits.
    pub scenario: Shared<CheckedScenario>,
    /// All edits since the previous import, kept or not.
    pub edits: Vec<UserEdit>,
    /// Edits whose old value differs in the new import.
    pub clashes: Vec<Clash>,
    /// What the previous import had and this one lacks, with the words as in [`USED`] and a count.
    pub gone: Vec<(&'static str, usize)>,
}

impl ReadyImport {
    /// Is everything that was edited missing?
    pub fn none_fits(&self) -> bool {
        let gone = self.clashes.iter().filter(|clash| !clash.kept);
        !self.edits.is_empty() && gone.count() == self.edits.len()
    }
}

/// The state of the import dialog.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportState {
    pub files: Vec<ImportSource>,
    /// The files are being read.
    pub reading: Option<ImportProgress>,
    pub found: Option<Shared<ImportResult>>,
    pub offer: Option<Shared<ReadyImport>>,
    /// Drops the edits of the open scenario.
    pub replace: bool,
    /// Replaces names by pseudonyms.
    pub hides_names: bool,
    /// The plan that was made in the dialog.
    pub planned: Vec<Edit>,
    /// The scenario as a text, once the user has opened it: this text is used.
    pub text: Option<String>,
    /// The text is visible.
    pub shows_text: bool,
    /// The number of the box's text.
    pub boxed: Option<u32>,
    /// How often everything was cleared: each time the box is replaced.
    pub cleared: u32,
    numbers: u32,
    pastes: u32,
}

/// Steps of the user and the importer in the dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportStep {
    /// Files were dropped, chosen or pasted.
    Files(Vec<ImportSource>),
    /// The box's text changed.
    Typed(Option<ImportSource>),
    Remove(u32),
    /// Removes everything.
    Clear,
    /// The dialog closes, which stops the reading; the files stay.
    Leave,
    /// The dialog opens again.
    Return,
    /// Stops the reading; the files stay.
    Stop,
    Again,
    Heard(ImporterReport),
    Replace(bool),
    HideNames(bool),
    /// Changes what is upgraded, and when.
    Plan(Edit),
    /// Shows the scenario as a text, or takes the edited one.
    Text(String),
    /// Hides the text, and takes the edited one.
    HideText(String),
}

/// What to do after a step.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportEffect {
    Nothing,
    Read(Vec<ImportSource>),
    Stop,
}

impl ImportState {
    /// The state before any file; pseudonyms stay on if the open scenario has them.
    pub fn after(open: Option<&Draft>) -> Self {
        let taken = open.and_then(|draft| draft.origin.taken.as_ref());
        Self { hides_names: taken.is_some_and(|taken| !taken.names.is_empty()), ..Self::default() }
    }

    /// Performs a step. All files are read together, because one may explain another. `open` is the
    /// open scenario.
    pub fn step(&mut self, step: ImportStep, open: Option<&Draft>) -> ImportEffect {
        match step {
            ImportStep::Files(files) => {
                for file in files {
                    self.add_dropped(file);
                }
                return self.read();
            }
            ImportStep::Typed(text) => {
                let before = self.boxed.take();
                self.files.retain(|file| Some(file.no) != before);
                self.boxed = text.map(|text| self.add(text));
                return self.read();
            }
            ImportStep::Remove(no) => {
                self.files.retain(|file| file.no != no);
                return self.read();
            }
            ImportStep::Clear => {
                self.files.clear();
                self.boxed = None;
                self.cleared += 1;
                return self.read();
            }
            ImportStep::Leave => return self.leave(),
            ImportStep::Return if self.found.is_none() => return self.read(),
            // Another scenario may be open by now.
            ImportStep::Return => self.offer(open),
            ImportStep::Again => return self.read(),
            ImportStep::Stop => {
                self.reading = None;
                return ImportEffect::Stop;
            }
            ImportStep::Heard(heard) => self.hear(heard, open),
            ImportStep::Replace(replace) => {
                self.replace = replace;
                self.forget_edits();
                self.offer(open);
            }
            ImportStep::HideNames(hide) => {
                self.hides_names = hide;
                self.forget_edits();
                self.offer(open);
            }
            ImportStep::Plan(edit) => {
                self.plan(edit);
                self.offer(open);
            }
            ImportStep::Text(text) => {
                self.text = Some(text);
                self.shows_text = true;
                self.offer(open);
            }
            ImportStep::HideText(text) => {
                self.forget_text();
                self.offer(open);
                let offer = self.offer.as_ref();
                if offer.is_some_and(|offer| offer.scenario.text != text) {
                    self.text = Some(text);
                    self.offer(open);
                }
            }
        }
        ImportEffect::Nothing
    }

    fn add_dropped(&mut self, mut file: ImportSource) {
        if self.files.len() >= FILES {
            file.problem = file.problem.or(Some(TOO_MANY));
        }
        if file.name.is_empty() {
            self.pastes += 1;
            file.pasted = self.pastes;
        }
        self.add(file);
    }

    /// The dialog closes. The box is empty when it opens again: its text stays as a pasted text.
    fn leave(&mut self) -> ImportEffect {
        let boxed = self.boxed.take();
        for file in self.files.iter_mut().filter(|file| Some(file.no) == boxed) {
            self.pastes += 1;
            file.pasted = self.pastes;
        }
        match self.reading.take() {
            Some(_) => ImportEffect::Stop,
            None => ImportEffect::Nothing,
        }
    }

    fn hear(&mut self, heard: ImporterReport, open: Option<&Draft>) {
        match heard {
            ImporterReport::Progress(progress) => self.reading = Some(progress),
            ImporterReport::Unreadable(no, problem) => {
                for file in self.files.iter_mut().filter(|file| file.no == no) {
                    file.problem = Some(problem);
                }
            }
            ImporterReport::Found(found) => {
                self.reading = None;
                self.found = Some(found);
                self.offer(open);
            }
            // For the other pages, and for the scenario as text.
            ImporterReport::Policy(_) | ImporterReport::Texts(_) | ImporterReport::Log(_) => {}
        }
    }

    /// Numbers a file and adds it.
    fn add(&mut self, mut file: ImportSource) -> u32 {
        self.numbers += 1;
        file.no = self.numbers;
        self.files.push(file);
        self.numbers
    }

    /// Edits the text, if it has replaced the imported scenario.
    fn plan(&mut self, edit: Edit) {
        match (&mut self.text, &self.offer) {
            (Some(text), Some(offer)) => *text = edit::apply(&offer.scenario.json, &edit).pretty(),
            _ => self.planned.push(edit),
        }
    }

    /// They were about another scenario.
    fn forget_edits(&mut self) {
        self.planned.clear();
        self.forget_text();
    }

    fn forget_text(&mut self) {
        self.text = None;
        self.shows_text = false;
    }

    /// The readable files.
    pub fn readable(&self) -> impl Iterator<Item = &ImportSource> {
        self.files.iter().filter(|file| file.problem.is_none())
    }

    fn read(&mut self) -> ImportEffect {
        self.found = None;
        self.offer = None;
        self.forget_edits();
        let files: Vec<ImportSource> = self.readable().cloned().collect();
        if files.is_empty() {
            self.reading = None;
            return ImportEffect::Stop;
        }
        self.reading = Some(ImportProgress::default());
        ImportEffect::Read(files)
    }

    fn offer(&mut self, open: Option<&Draft>) {
        let offer = self.found.as_ref().and_then(|found| {
            let named = named(found, self.hides_names)?;
            let mut offer = match &self.text {
                Some(text) => as_text(named, text),
                None => kept(named, open, self.replace),
            };
            if self.text.is_none() && !self.planned.is_empty() {
                offer.scenario = written(edit::apply_all(&offer.scenario.json, &self.planned));
            }
            offer.gone = open.map_or_else(Vec::new, |open| gone(open, &offer.scenario.json));
            Some(offer)
        });
        self.offer = offer.map(Shared::new);
    }
}

/// An import with the names that are used.
struct NamedImport {
    scenario: Shared<CheckedScenario>,
    found: Shared<ImportResult>,
    names: Names,
}

fn named(found: &Shared<ImportResult>, hide: bool) -> Option<NamedImport> {
    let scenario = found.scenario.as_ref()?;
    if !hide {
        return Some(NamedImport {
            scenario: scenario.clone(),
            found: found.clone(),
            names: Vec::new(),
        });
    }
    let (json, names) = pseudonymize(&scenario.json, &t("other-names"));
    let scenario = written(json);
    Some(NamedImport {
        found: Shared::new(renamed(found, scenario.clone(), &names)),
        scenario,
        names,
    })
}

fn kept(named: NamedImport, open: Option<&Draft>, replace: bool) -> ReadyImport {
    let edits = open.map(edits).unwrap_or_default();
    if replace || edits.is_empty() {
        let scenario = named.scenario.clone();
        return offer(named, scenario, edits, Vec::new());
    }
    let merged = apply(&edits, &named.scenario.json);
    offer(named, written(merged.json), edits, merged.clashes)
}

/// The edited text.
fn as_text(named: NamedImport, text: &str) -> ReadyImport {
    let scenario = Shared::new(CheckedScenario::new(text.to_owned()));
    offer(named, scenario, Vec::new(), Vec::new())
}

fn offer(
    named: NamedImport,
    scenario: Shared<CheckedScenario>,
    edits: Vec<UserEdit>,
    clashes: Vec<Clash>,
) -> ReadyImport {
    ReadyImport {
        imported: named.scenario.json.clone(),
        found: named.found,
        names: named.names,
        scenario,
        edits,
        clashes,
        gone: Vec::new(),
    }
}

/// Lists of an imported scenario that are empty in another one.
fn gone(open: &Draft, other: &Json) -> Vec<(&'static str, usize)> {
    if open.origin.taken.is_none() {
        return Vec::new();
    }
    let count = |json: &Json, list| json.get(list).map_or(0, |items| items.items().len());
    let gone = USED.into_iter().map(|(list, words)| match count(other, list) {
        0 => (words, count(&open.json, list)),
        _ => (words, 0),
    });
    gone.filter(|(_, count)| *count > 0).collect()
}

fn written(json: Json) -> Shared<CheckedScenario> {
    let text = json.pretty();
    Shared::new(CheckedScenario::of(json, text))
}

/// Edits since the import of a draft.
fn edits(draft: &Draft) -> Vec<UserEdit> {
    match &draft.origin.taken {
        Some(taken) => changes(&taken.imported, &draft.json),
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::results::{FoundFile, ReportLine, ReportLink};

    fn link(name: &str, subject: Option<&str>) -> ReportLink {
        ReportLink { name: name.to_owned(), subject: subject.map(str::to_owned) }
    }

    #[test]
    fn a_report_has_the_names_that_stand_for_others() {
        let json = r#"{"version":1,"pools":[{"name":"acme-web","initialNodeCount":1}]}"#;
        let json = Json::parse(json).unwrap_or_default();
        let line = |key: &str, links| ReportLine {
            key: key.to_owned(),
            count: 2,
            says: "things".to_owned(),
            links,
            more: 0,
        };
        let file = FoundFile {
            assumed: vec![
                line("pools", vec![link("acme-web", Some("pool/acme-web"))]),
                line("upgrade", vec![link("acme-web to 1.34", None)]),
                line("terminating-pods", vec![link("acme-web/other", None)]),
                line("other-kinds", vec![link("Secret 12", None)]),
            ],
            ..FoundFile::default()
        };
        let found = Shared::new(ImportResult { files: vec![file], scenario: Some(written(json)) });
        let named = named(&found, true).expect("there is a scenario");
        let new = named.names.first().map(|name| name.new.clone());
        let new = new.expect("the pool has another name");
        let lines = &named.found.files[0].assumed;
        let shown: Vec<_> = lines.iter().map(|line| (line.links.clone(), line.more)).collect();
        assert_eq!(
            shown,
            [
                (vec![link(&new, Some(&format!("pool/{new}")))], 0),
                (vec![link(&format!("{new} to 1.34"), None)], 0),
                (vec![], 1),
                (vec![link("Secret 12", None)], 0),
            ]
        );
        assert!(!named.scenario.text.contains("acme"));
    }
}

/// Reports of an import.
#[derive(Clone, PartialEq, Debug)]
pub enum ImporterReport {
    Progress(ImportProgress),
    /// The file with this number is unreadable, with the message key of why. The others are read.
    Unreadable(u32, &'static str),
    Found(Shared<ImportResult>),
    /// The policy of a text as JSON, or why there is none.
    Policy(Result<String, String>),
    /// The scenarios of texts, or why one has none.
    Texts(Result<Vec<Json>, TextProblem>),
    /// What files say about autoscalers as JSON, or why it is not read.
    Log(Result<String, String>),
}
