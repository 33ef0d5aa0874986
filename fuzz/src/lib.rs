//! Shared by all targets: any bytes give a result or an error, and a result holds.
#![forbid(unsafe_code)]

use import::File;
use scenario::json::Json;

/// Imports one file. Every file is used or refused with a sentence, and a scenario that is made can be read again:
/// what it compiles to is the scenario's own target.
pub fn import(name: &str, bytes: &[u8]) {
    let import = import::read(&[File { name, bytes }]);
    assert_eq!(import.reports.len(), 1);
    let used = import.reports.iter().any(|report| report.reason.is_none());
    assert_eq!(used, import.document.is_some(), "used without a scenario, or the reverse");
    for report in &import.reports {
        let report = report.json(&Json::of_message).compact();
        assert!(Json::parse(&report).is_ok(), "{report}");
    }
    if let Some(document) = import.document {
        let again = scenario::read(&document.to_pretty_text());
        assert_eq!(again.document.as_ref(), Some(&document), "the scenario reads as another");
    }
}

/// Imports a text of a format: what does not begin like one gets that beginning.
pub fn import_as(name: &str, bytes: &[u8], begins: &[&str]) {
    let begun = begins.iter().any(|begin| bytes.starts_with(begin.as_bytes()));
    match begins.first().filter(|_| !begun) {
        Some(begin) => import(name, &[begin.as_bytes(), bytes].concat()),
        None => import(name, bytes),
    }
}
