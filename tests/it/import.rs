//! Real dumps in, scenarios and reports out.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use nodetide::scenario::import::{File, Import, read};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import")
}

/// Entries of a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Imports files together.
fn import(paths: &[PathBuf]) -> Import {
    let files: Vec<(String, Vec<u8>)> = paths
        .iter()
        .map(|path| (name(path), fs::read(path).unwrap()))
        .collect();
    let files: Vec<File<'_>> = files
        .iter()
        .map(|(name, bytes)| File { name, bytes })
        .collect();
    read(&files)
}

/// Every document that is made can be opened, compiled and run.
fn assert_runs(import: &Import) {
    let Some(document) = &import.document else {
        return;
    };
    let opened = nodetide::scenario::open(&document.to_pretty_text());
    let errors: Vec<String> = opened
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(ToString::to_string)
        .collect();
    assert_eq!(errors, [""; 0]);
    assert_eq!(opened.document.as_ref(), Some(document));
    let compiled = opened.compiled.expect("a document without errors compiles");
    let _ = nodetide::sim::Sim::new(compiled.plan, compiled.cluster).run();
}

#[test]
fn every_fixture_gives_its_report_and_its_scenario() {
    for format in entries(&fixtures()) {
        for case in entries(&format) {
            let made = |path: &PathBuf| matches!(&*name(path), "report.txt" | "scenario.json");
            let files: Vec<PathBuf> = entries(&case)
                .into_iter()
                .filter(|path| !made(path))
                .collect();
            let import = import(&files);
            let text: String = import.reports.iter().map(|report| report.text()).collect();
            expect_file![case.join("report.txt")].assert_eq(&text);
            match &import.document {
                Some(document) => {
                    expect_file![case.join("scenario.json")].assert_eq(&document.to_pretty_text())
                }
                None => assert!(!case.join("scenario.json").exists(), "{}", case.display()),
            }
            assert_runs(&import);
        }
    }
}
