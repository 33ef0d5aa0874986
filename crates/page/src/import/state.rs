//! The state of the import dialog and its steps. Pure: `importer` reads the files.

use super::results::{Checked, Found, USED, renamed};
use super::source::{FILES, ImportSource, TOO_MANY};
use crate::shell::draft::Draft;
use crate::shell::shared::Shared;
use crate::shell::words::t;
use scenario::json::Json;
use scenario::merge::{Clash, UserEdit, changes, lay};
use scenario::pseudonym::{Names, pseudonymise};

/// How far the importer is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ImportProgress {
    /// Of the files that are read, the place of the one under way.
    pub file: u32,
    /// Bytes so far, of all files.
    pub bytes: f64,
    /// Objects that were found so far.
    pub objects: u32,
    pub phase: ImportPhase,
}

/// What is done at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ImportPhase {
    #[default]
    Reading,
    /// All of it is read, and becomes one scenario.
    Scenario,
    Report,
    /// The scenario is there, and is checked.
    Checks,
}

/// What *Use* would open.
#[derive(PartialEq, Debug)]
pub struct Offer {
    /// As it was imported, under the names that it is used with.
    pub imported: Shared<Json>,
    /// The report under the same names.
    pub found: Shared<Found>,
    /// Which names stand for which; none if they are as they were.
    pub names: Names,
    /// The imported scenario with the edits that are kept.
    pub scenario: Shared<Checked>,
    /// What was edited since the import before, whether it is kept or not.
    pub edits: Vec<UserEdit>,
    /// Edits that meet another value in the new import.
    pub clashes: Vec<Clash>,
    /// What the import before had and this one has nothing of, with the words for it as in [`USED`], and how much.
    pub gone: Vec<(&'static str, usize)>,
}

impl Offer {
    /// Is what was edited gone, all of it?
    pub fn none_fits(&self) -> bool {
        let gone = self.clashes.iter().filter(|clash| !clash.kept);
        !self.edits.is_empty() && gone.count() == self.edits.len()
    }
}

/// What the import dialog holds.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportState {
    pub files: Vec<ImportSource>,
    /// The files are being read.
    pub reading: Option<ImportProgress>,
    pub found: Option<Shared<Found>>,
    pub offer: Option<Shared<Offer>>,
    /// Edits of the scenario that is open are dropped.
    pub replace: bool,
    /// Names are replaced by others.
    pub hides_names: bool,
    /// The scenario as a text, if people have looked at it: it is what is used.
    pub text: Option<String>,
    /// The text is in sight.
    pub shows_text: bool,
    /// The number of what stands in the text box.
    pub boxed: Option<u32>,
    /// How often everything was cleared: each time the box is another one.
    pub cleared: u32,
    numbers: u32,
    pastes: u32,
}

/// What people and the importer do in the dialog.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportStep {
    /// Files were dropped, chosen or pasted.
    Files(Vec<ImportSource>),
    /// What stands in the text box.
    Typed(Option<ImportSource>),
    Remove(u32),
    /// Takes everything away.
    Clear,
    /// The dialog is closed, which ends the reading; what was given stays.
    Leave,
    /// The dialog opens again.
    Return,
    /// Ends the reading; the files stay.
    Stop,
    Again,
    Heard(Heard),
    Replace(bool),
    HideNames(bool),
    /// Opens the scenario as a text, or takes what became of it.
    Text(String),
    /// The text goes out of sight, with what became of it.
    HideText(String),
}

/// What is to be done after a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Then {
    Nothing,
    Read(Vec<ImportSource>),
    Stop,
}

impl ImportState {
    /// Nothing was dropped yet. Who used other names before goes on with them.
    pub fn after(open: Option<&Draft>) -> Self {
        let taken = open.and_then(|draft| draft.origin.taken.as_ref());
        Self {
            hides_names: taken.is_some_and(|taken| !taken.names.is_empty()),
            ..Self::default()
        }
    }

    /// Everything that was dropped or pasted so far is read together: one file may explain another. `open` is the
    /// scenario that is there.
    pub fn step(&mut self, step: ImportStep, open: Option<&Draft>) -> Then {
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
                return Then::Stop;
            }
            ImportStep::Heard(heard) => self.hear(heard, open),
            ImportStep::Replace(replace) => {
                self.replace = replace;
                self.forget_text();
                self.offer(open);
            }
            ImportStep::HideNames(hide) => {
                self.hides_names = hide;
                self.forget_text();
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
        Then::Nothing
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

    /// The dialog closes. The box is empty when it opens again: what stood in it stays as a pasted text.
    fn leave(&mut self) -> Then {
        let boxed = self.boxed.take();
        for file in self.files.iter_mut().filter(|file| Some(file.no) == boxed) {
            self.pastes += 1;
            file.pasted = self.pastes;
        }
        match self.reading.take() {
            Some(_) => Then::Stop,
            None => Then::Nothing,
        }
    }

    fn hear(&mut self, heard: Heard, open: Option<&Draft>) {
        match heard {
            Heard::Progress(progress) => self.reading = Some(progress),
            Heard::Unreadable(no, problem) => {
                for file in self.files.iter_mut().filter(|file| file.no == no) {
                    file.problem = Some(problem);
                }
            }
            Heard::Found(found) => {
                self.reading = None;
                self.found = Some(found);
                self.offer(open);
            }
            // For the policy checker.
            Heard::Policy(_) => {}
        }
    }

    /// Gives a file its number.
    fn add(&mut self, mut file: ImportSource) -> u32 {
        self.numbers += 1;
        file.no = self.numbers;
        self.files.push(file);
        self.numbers
    }

    fn forget_text(&mut self) {
        self.text = None;
        self.shows_text = false;
    }

    /// The files that can be read.
    pub fn readable(&self) -> impl Iterator<Item = &ImportSource> {
        self.files.iter().filter(|file| file.problem.is_none())
    }

    fn read(&mut self) -> Then {
        self.found = None;
        self.offer = None;
        self.forget_text();
        let files: Vec<ImportSource> = self.readable().cloned().collect();
        if files.is_empty() {
            self.reading = None;
            return Then::Stop;
        }
        self.reading = Some(ImportProgress::default());
        Then::Read(files)
    }

    fn offer(&mut self, open: Option<&Draft>) {
        let offer = self.found.as_ref().and_then(|found| {
            let named = named(found, self.hides_names)?;
            let mut offer = match &self.text {
                Some(text) => as_text(named, text),
                None => kept(named, open, self.replace),
            };
            offer.gone = open.map_or_else(Vec::new, |open| gone(open, &offer.scenario.json));
            Some(offer)
        });
        self.offer = offer.map(Shared::new);
    }
}

/// An import under the names that it is used with.
struct NamedImport {
    scenario: Shared<Checked>,
    found: Shared<Found>,
    names: Names,
}

fn named(found: &Shared<Found>, hide: bool) -> Option<NamedImport> {
    let scenario = found.scenario.as_ref()?;
    if !hide {
        return Some(NamedImport {
            scenario: scenario.clone(),
            found: found.clone(),
            names: Vec::new(),
        });
    }
    let (json, names) = pseudonymise(&scenario.json, &t("other-names"));
    let scenario = written(json);
    Some(NamedImport {
        found: Shared::new(renamed(found, scenario.clone(), &names)),
        scenario,
        names,
    })
}

fn kept(named: NamedImport, open: Option<&Draft>, replace: bool) -> Offer {
    let edits = open.map(edits).unwrap_or_default();
    if replace || edits.is_empty() {
        let scenario = named.scenario.clone();
        return offer(named, scenario, edits, Vec::new());
    }
    let merged = lay(&edits, &named.scenario.json);
    offer(named, written(merged.json), edits, merged.clashes)
}

/// The text as it was edited.
fn as_text(named: NamedImport, text: &str) -> Offer {
    let scenario = Shared::new(Checked::new(text.to_owned()));
    offer(named, scenario, Vec::new(), Vec::new())
}

fn offer(
    named: NamedImport,
    scenario: Shared<Checked>,
    edits: Vec<UserEdit>,
    clashes: Vec<Clash>,
) -> Offer {
    Offer {
        imported: named.scenario.json.clone(),
        found: named.found,
        names: named.names,
        scenario,
        edits,
        clashes,
        gone: Vec::new(),
    }
}

/// Lists of an imported scenario of which another has none.
fn gone(open: &Draft, other: &Json) -> Vec<(&'static str, usize)> {
    if open.origin.taken.is_none() {
        return Vec::new();
    }
    let count = |json: &Json, list| json.get(list).map_or(0, |items| items.items().len());
    let gone = USED
        .into_iter()
        .map(|(list, words)| match count(other, list) {
            0 => (words, count(&open.json, list)),
            _ => (words, 0),
        });
    gone.filter(|(_, count)| *count > 0).collect()
}

fn written(json: Json) -> Shared<Checked> {
    let text = json.pretty();
    Shared::new(Checked::of(json, text))
}

/// What was edited since the import that a scenario came from.
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
        ReportLink {
            name: name.to_owned(),
            subject: subject.map(str::to_owned),
        }
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
        let found = Shared::new(Found {
            files: vec![file],
            scenario: Some(written(json)),
        });
        let named = named(&found, true).expect("there is a scenario");
        let new = named.names.first().map(|name| name.new.clone());
        let new = new.expect("the pool has another name");
        let lines = &named.found.files[0].assumed;
        let shown: Vec<_> = lines
            .iter()
            .map(|line| (line.links.clone(), line.more))
            .collect();
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

/// What is heard of an import.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    Progress(ImportProgress),
    /// The file of this number cannot be had: the key of why. The others are read.
    Unreadable(u32, &'static str),
    Found(Shared<Found>),
    /// The policy of a text as JSON, or why none can be had.
    Policy(Result<String, String>),
}
