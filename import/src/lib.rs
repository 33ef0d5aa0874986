//! The importer as a wasm of its own: the page loads it when something is first pasted, dropped or chosen, so that
//! nobody waits for it who only looks. What it does is [`nodetide::scenario::import`]; here it is only given a door.
#![forbid(unsafe_code)]

use js_sys::{Array, Function, Object, Reflect, Uint8Array};
use nodetide::scenario::import::{self, File, Progress, Stage};
use wasm_bindgen::prelude::*;

/// What the page is told: a scenario, if the files hold one, and the reports of all files as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub scenario: Option<String>,
    pub report: String,
}

/// Reads files of any kind together: one may explain another. Tells how far it has come.
pub fn read(files: &[File<'_>], tell: &mut dyn FnMut(Progress)) -> Answer {
    let found = import::read_with(files, tell);
    Answer {
        scenario: found.document.map(|document| document.to_pretty_text()),
        report: serde_json::to_string(&found.reports).unwrap_or_default(),
    }
}

/// The same between a page and a wasm: `[{name, bytes}]` in, `{scenario, report}` out. In between it calls
/// `tell(stage, file, objects)`: `"text"`, `"objects"` or `"scenario"`, the index of a file, objects read so far.
#[wasm_bindgen(js_name = readFiles)]
pub fn read_files(files: &Array, tell: Option<Function>) -> Object {
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|file| {
            let name = field(&file, "name").as_string().unwrap_or_default();
            let bytes = field(&file, "bytes");
            (name, Uint8Array::new(&bytes).to_vec())
        })
        .collect();
    let files: Vec<File<'_>> = files
        .iter()
        .map(|(name, bytes)| File { name, bytes })
        .collect();
    let mut told = |progress: Progress| {
        let stage = match progress.stage {
            Stage::Text => "text",
            Stage::Objects => "objects",
            Stage::Scenario => "scenario",
        };
        let (file, objects) = (progress.file as f64, progress.objects as f64);
        if let Some(tell) = &tell {
            // Whoever listens cannot stop an import.
            let _ = tell.call3(&JsValue::NULL, &stage.into(), &file.into(), &objects.into());
        }
    };
    let answer = read(&files, &mut told);
    let object = Object::new();
    put(&object, "scenario", &answer.scenario.into());
    put(&object, "report", &answer.report.into());
    object
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
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
        assert!(nodetide::scenario::open(&text).compiled.is_some(), "{text}");
        assert!(answer.report.starts_with(r#"[{"file":"a.json","#));
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
