//! The importer as a separate wasm program, which the page loads when something is first pasted, dropped or chosen. [`import`] does the work;
//! this is its interface.
#![forbid(unsafe_code)]

use import::autoscaler_log::{self, Sentences};
use import::{File, ImportStage, Progress};
use js_sys::{Function, Object, Reflect, Uint8Array};
use scenario::calendar::Utc;
use scenario::calendar::text::Pasted;
use scenario::json::Json;
use wasm_bindgen::prelude::*;

/// The estimated share of a file's size that its results take.
const SHARE: usize = 3;

/// A scenario, if the files contain one, and the reports of all files as JSON, with messages as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub scenario: Option<String>,
    pub report: String,
}

/// Reads files of any kind together, because one may explain another; now is in milliseconds since 1970. `tell` gets the progress.
pub fn read(files: &[File<'_>], now: f64, tell: &mut dyn FnMut(Progress)) -> Answer {
    let found = import::read_today(files, now as i64, tell);
    let reports = found.reports.iter().map(|one| one.json(&Json::of_message));
    Answer {
        scenario: found.document.map(|document| document.to_pretty_text()),
        report: Json::List(reports.collect()).compact(),
    }
}

/// The maintenance policy of each cluster in a text, as JSON: the results, or `error`, a message.
#[wasm_bindgen]
pub fn policy(text: &str) -> String {
    // The zone's clock was applied before to texts without an offset.
    let json = match import::policies(text, &Utc) {
        Ok(all) => Json::List(all.iter().map(Pasted::json).collect()),
        Err(error) => Json::object([("error", Json::of_message(&error))]),
    };
    json.compact()
}

/// The scenario of a typed text as JSON: in `document`, or in `error` why there is none, with its `line` if known.
#[wasm_bindgen]
pub fn scenario(text: &str) -> String {
    let json = match import::typed(text) {
        Ok(document) => Json::object([("document", document)]),
        Err(refusal) => {
            let line = refusal.at.and_then(|(line, _)| i64::try_from(line).ok()).map(Json::Int);
            let error = Json::of_message(&refusal.message);
            Json::object_of_set([("error", Some(error)), ("line", line)])
        }
    };
    json.compact()
}

/// The interface between a page and the wasm. Files arrive in pieces, so that each is in memory once.
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

    /// Begins a file of this size; false if there is no memory for it.
    pub fn begin(&mut self, name: String, bytes: usize) -> bool {
        let mut text = Vec::new();
        let has_room = text.try_reserve_exact(bytes).is_ok();
        if has_room {
            self.files.push((name, text));
        }
        has_room
    }

    /// Adds the next bytes of the current file.
    pub fn push(&mut self, piece: &Uint8Array) {
        if let Some((_, text)) = self.files.last_mut() {
            let there = text.len();
            text.resize(there + piece.length() as usize, 0);
            piece.copy_to(&mut text[there..]);
        }
    }

    /// Drops the current file: the rest of it is unavailable.
    pub fn forget(&mut self) {
        self.files.pop();
    }

    /// Reads the files at this instant: `{scenario, report}`. `tell` is called with the index of the current file, the number of objects
    /// so far, and the number of stages after the last object.
    pub fn read(self, now: f64, tell: &Function) -> Object {
        self.make_room();
        let files = self.files();
        let answer = read(&files, now, &mut |progress| {
            let (file, objects) = (progress.file as f64, progress.objects as f64);
            let after = match progress.stage {
                ImportStage::Text | ImportStage::Objects => 0,
                ImportStage::Scenario => 1,
                ImportStage::Report => 2,
            };
            let news = [file, objects, f64::from(after)].map(JsValue::from);
            // The listener can't stop the reading.
            let _ = tell.call3(&JsValue::NULL, &news[0], &news[1], &news[2]);
        });
        let object = Object::new();
        put(&object, "scenario", &answer.scenario.into());
        put(&object, "report", &answer.report.into());
        object
    }

    /// What the files say about autoscalers, as JSON. `tell` is called with the index of the current file and the number of entries.
    pub fn log(self, tell: &Function) -> String {
        let files = self.files();
        let log = autoscaler_log::read(&files, &mut |file, entries| {
            let news = [file, entries].map(|n| JsValue::from(n as f64));
            let _ = tell.call2(&JsValue::NULL, &news[0], &news[1]);
        });
        // The page has the sentences of reasons.
        let say = Sentences { message: &Json::of_message, reason: &|_| Vec::new() };
        log.json(&files, &say).compact()
    }
}

impl Reader {
    fn files(&self) -> Vec<File<'_>> {
        self.files.iter().map(|(name, bytes)| File { name, bytes }).collect()
    }

    /// Grows the memory once by the estimated need: otherwise it would grow hundreds of times, each of
    /// which costs the browser more than the data.
    fn make_room(&self) {
        let bytes: usize = self.files.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut room: Vec<u8> = Vec::new();
        // If there isn't enough, the actual need may be smaller.
        let _ = core::hint::black_box(&mut room).try_reserve_exact(bytes / SHARE);
    }
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // A plain object accepts every field.
    let _ = Reflect::set(object, &name.into(), value);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(bytes: &[u8]) -> Answer {
        let name = "a.json";
        read(&[File { name, bytes }], 0.0, &mut |_| {})
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
        let pasted: Vec<Pasted> = json.items().iter().filter_map(Pasted::of_json).collect();
        assert_eq!(Ok(pasted), import::policies(text, &Utc));
        let error = Json::parse(&policy("nonsense")).unwrap();
        assert!(error.get("error").and_then(Json::message).is_some());
    }

    #[test]
    fn what_is_no_scenario_only_has_a_report() {
        let answer = one(&[0xff, 0xfe, 0x00]);
        assert_eq!(answer.scenario, None);
        assert!(answer.report.contains(r#""code":"#), "{}", answer.report);
        let nothing = Answer { scenario: None, report: "[]".to_owned() };
        assert_eq!(read(&[], 0.0, &mut |_| {}), nothing);
    }
}
