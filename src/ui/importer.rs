//! The importer lies in a wasm of its own, which is loaded when it is first needed: files to it, its answer back.

use super::state::{Found, FoundFile, NamedText};
use super::words::t;
use crate::scenario;
use crate::scenario::json::Json;
use js_sys::{Array, Function, Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Of what the importer is built: a part of its address, so that an old copy is not taken for it.
const VERSION: &str = env!("NODETIDE_IMPORTER");

/// What a report counts, in the order in which it is shown.
const USED: [(&str, &str); 6] = [
    ("pools", "ui-used-pools"),
    ("nodes", "ui-used-nodes"),
    ("workloads", "ui-used-workloads"),
    ("pods", "ui-used-pods"),
    ("budgets", "ui-used-budgets"),
    ("services", "ui-used-services"),
];

/// How `static/boot.js` reaches the importer: called with a version, files and where the answer goes.
#[derive(Clone, PartialEq, Debug)]
pub struct Importer(Function);

impl Importer {
    pub fn new(read: Function) -> Self {
        Self(read)
    }

    /// Reads files together; `then` gets the answer, in any case and once.
    pub fn read(&self, files: Vec<NamedText>, then: impl FnOnce(Found) + 'static) {
        let list: Array = files
            .iter()
            .map(|file| JsValue::from(entry(file)))
            .collect();
        let names: Vec<String> = files.into_iter().map(|file| file.name).collect();
        let answer = Closure::once_into_js(move |answer: JsValue| {
            then(match field(&answer, "report").as_string() {
                Some(report) => found(field(&answer, "scenario").as_string(), &report),
                None if answer.is_instance_of::<WebAssembly::RuntimeError>() => {
                    unread(names, "ui-import-broken")
                }
                None => unread(names, "ui-import-absent"),
            });
        });
        // It gives every failure to the answer.
        let _ = self
            .0
            .call3(&JsValue::NULL, &VERSION.into(), &list, &answer);
    }
}

fn entry(file: &NamedText) -> Object {
    let entry = Object::new();
    let bytes = Uint8Array::from(&*file.bytes);
    for (name, value) in [("name", file.name.as_str().into()), ("bytes", bytes.into())] {
        // A plain object takes every field.
        let _ = Reflect::set(&entry, &JsValue::from(name), &value);
    }
    entry
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

/// An answer in the page's terms, with what the checks say of the scenario.
fn found(text: Option<String>, report: &str) -> Found {
    let diagnostics = text
        .as_deref()
        .map(|text| scenario::open(text).diagnostics)
        .unwrap_or_default();
    let report = Json::parse(report).unwrap_or_default();
    Found {
        files: report.items().iter().map(found_file).collect(),
        text,
        diagnostics,
    }
}

fn found_file(report: &Json) -> FoundFile {
    let text = |of: &Json, key| of.get(key).and_then(Json::text).map(str::to_owned);
    let lines = |key| {
        let lines = report.get(key).map(Json::items).unwrap_or_default();
        lines.iter().filter_map(|line| text(line, "text")).collect()
    };
    let count = |key| match report.get("used").and_then(|used| used.get(key)) {
        Some(Json::Int(count)) => u32::try_from(*count).unwrap_or(u32::MAX),
        _ => 0,
    };
    FoundFile {
        name: text(report, "file").unwrap_or_default(),
        kind: text(report, "kind").unwrap_or_default(),
        recognised: lines("recognised"),
        used: USED
            .iter()
            .map(|(key, words)| (*words, count(key)))
            .filter(|(_, count)| *count > 0)
            .collect(),
        ignored: lines("ignored"),
        assumed: lines("assumed"),
        reason: text(report, "reason"),
    }
}

/// Files that nobody could read.
fn unread(names: Vec<String>, why: &str) -> Found {
    let reason = t(why);
    let file = |name| FoundFile {
        name,
        reason: Some(reason.clone()),
        ..FoundFile::default()
    };
    Found {
        files: names.into_iter().map(file).collect(),
        text: None,
        diagnostics: Vec::new(),
    }
}

#[cfg(all(test, feature = "import"))]
mod tests {
    use super::*;
    use crate::scenario::import::{File, read};

    #[test]
    fn a_report_is_shown_as_it_was_written() {
        let scenario = br#"{"version":1,"pools":[{"name":"a","initialNodeCount":2,"upgrade":5}]}"#;
        let list =
            br#"{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Secret"}]}"#;
        let file = |name, bytes| File { name, bytes };
        let files = [file("a.json", &scenario[..]), file("b.json", &list[..])];
        let import = read(&files);
        let report = serde_json::to_string(&import.reports).unwrap();
        let text = import.document.map(|document| document.to_pretty_text());
        let found = found(text.clone(), &report);
        assert_eq!(found.text, text);
        let texts = |lines: &[scenario::import::Line]| -> Vec<String> {
            lines.iter().map(|line| line.text.clone()).collect()
        };
        assert_eq!(found.files.len(), 2);
        for (shown, report) in found.files.iter().zip(&import.reports) {
            assert_eq!(shown.name, report.file);
            assert_eq!(shown.kind, report.kind);
            assert_eq!(shown.recognised, texts(&report.recognised));
            assert_eq!(shown.ignored, texts(&report.ignored));
            assert_eq!(shown.assumed, texts(&report.assumed));
            let reason = report.reason.as_ref();
            assert_eq!(shown.reason.as_ref(), reason.map(|reason| &reason.text));
        }
        let counts = &found.files[0].used;
        assert_eq!(counts[..], [("ui-used-pools", 1), ("ui-used-nodes", 2)]);
        assert!(found.files[1].reason.is_some());
    }

    #[test]
    fn what_is_no_report_shows_nothing() {
        for report in ["", "null", "[", "{}", "7"] {
            assert_eq!(found(None, report).files, Vec::new(), "{report}");
        }
        assert_eq!(found(None, "[null]").files, [FoundFile::default()]);
    }
}
