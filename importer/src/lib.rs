//! The importer as its own wasm: the page loads it when something is first pasted, dropped or chosen. The work is done by
//! [`import`]; this is its interface.
#![forbid(unsafe_code)]

use import::{File, ImportStage, Progress};
use js_sys::{Function, Object, Reflect, Uint8Array};
use scenario::calendar::Utc;
use scenario::json::Json;
use wasm_bindgen::prelude::*;

/// What is made of a file takes about this part of its size.
const SHARE: usize = 3;

/// A scenario, if the files hold one, and the reports of all files as JSON, with messages as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub scenario: Option<String>,
    pub report: String,
}

/// Reads files of any kind together: one may explain another. `tell` hears how far it is.
pub fn read(files: &[File<'_>], tell: &mut dyn FnMut(Progress)) -> Answer {
    let found = import::read_with(files, tell);
    let reports = found.reports.iter().map(|one| one.json(&Json::of_message));
    Answer {
        scenario: found.document.map(|document| document.to_pretty_text()),
        report: Json::List(reports.collect()).compact(),
    }
}

/// The maintenance policy that a text holds, as JSON: what was read of it, or `error`, a message.
#[wasm_bindgen]
pub fn policy(text: &str) -> String {
    // Who knows the clocks of a zone has read what says none.
    let json = match import::policy(text, &Utc) {
        Ok(pasted) => pasted.json(),
        Err(error) => Json::Object(vec![("error".to_owned(), Json::of_message(&error))]),
    };
    json.compact()
}

/// The same between a page and a wasm. Files come in pieces, so that each lies in memory once.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Reader {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl Reader {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a file of so many bytes; false when there is no memory for it.
    pub fn begin(&mut self, name: String, bytes: usize) -> bool {
        let mut text = Vec::new();
        let has_room = text.try_reserve_exact(bytes).is_ok();
        if has_room {
            self.files.push((name, text));
        }
        has_room
    }

    /// The next bytes of the file that was begun last.
    pub fn push(&mut self, piece: &Uint8Array) {
        if let Some((_, text)) = self.files.last_mut() {
            let there = text.len();
            text.resize(there + piece.length() as usize, 0);
            piece.copy_to(&mut text[there..]);
        }
    }

    /// Forgets the file that was begun last: the rest of it could not be had.
    pub fn forget(&mut self) {
        self.files.pop();
    }

    /// Reads the files: `{scenario, report}`. `tell` is called with the place of the file under way, how many objects
    /// there are so far, and how many steps after the last of them it is.
    pub fn read(self, tell: &Function) -> Object {
        self.make_room();
        let files: Vec<File<'_>> = self
            .files
            .iter()
            .map(|(name, bytes)| File { name, bytes })
            .collect();
        let answer = read(&files, &mut |progress| {
            let (file, objects) = (progress.file as f64, progress.objects as f64);
            let after = match progress.stage {
                ImportStage::Text | ImportStage::Objects => 0,
                ImportStage::Scenario => 1,
                ImportStage::Report => 2,
            };
            let news = [file, objects, f64::from(after)].map(JsValue::from);
            // Who only hears of it cannot end it.
            let _ = tell.call3(&JsValue::NULL, &news[0], &news[1], &news[2]);
        });
        let object = Object::new();
        put(&object, "scenario", &answer.scenario.into());
        put(&object, "report", &answer.report.into());
        object
    }
}

impl Reader {
    /// Grows the memory once by what is likely to be needed: as it is needed, that would be hundreds of times, each of
    /// which costs the browser more than what is put there.
    fn make_room(&self) {
        let bytes: usize = self.files.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut room: Vec<u8> = Vec::new();
        // Where there is none, what is needed may be less.
        let _ = core::hint::black_box(&mut room).try_reserve_exact(bytes / SHARE);
    }
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // A plain object takes every field.
    let _ = Reflect::set(object, &name.into(), value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bytes: &[u8]) -> Answer {
        let name = "a.json";
        read(&[File { name, bytes }], &mut |_| {})
    }

    #[test]
    fn a_scenario_comes_back_with_its_report() {
        let answer = one(br#"{"version":1,"pools":[{"name":"web","initialNodeCount":3}]}"#);
        let text = answer.scenario.unwrap_or_default();
        assert!(scenario::open(&text).compiled.is_some(), "{text}");
        assert!(answer.report.starts_with(r#"[{"file":"a.json","#));
    }

    #[test]
    fn a_policy_comes_back_as_it_was_read() {
        let text = "gcloud container clusters update a --zone b --maintenance-window=16:00";
        let json = Json::parse(&policy(text)).unwrap();
        let pasted = scenario::calendar::text::Pasted::of_json(&json);
        assert_eq!(pasted, import::policy(text, &Utc).ok());
        assert!(pasted.is_some());
        let error = Json::parse(&policy("nonsense")).unwrap();
        assert!(error.get("error").and_then(Json::message).is_some());
    }

    #[test]
    fn what_is_no_scenario_only_has_a_report() {
        let answer = one(&[0xff, 0xfe, 0x00]);
        assert_eq!(answer.scenario, None);
        assert!(answer.report.contains(r#""code":"#), "{}", answer.report);
        let nothing = Answer {
            scenario: None,
            report: "[]".to_owned(),
        };
        assert_eq!(read(&[], &mut |_| {}), nothing);
    }
}
