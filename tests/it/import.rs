//! Real dumps in, scenarios and reports out.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{expect, expect_file};
use nodetide::scenario::import::{File, FileReport, Import, read};
use serde_json::Value;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/import")
}

/// Entries of a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Imports files together.
pub(crate) fn import(paths: &[PathBuf]) -> Import {
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
pub(crate) fn assert_runs(import: &Import) {
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
            let text: String = import.reports.iter().map(FileReport::text).collect();
            expect_file![case.join("report.txt")].assert_eq(&text);
            match &import.document {
                Some(document) => {
                    expect_file![case.join("scenario.json")].assert_eq(&document.to_pretty_text());
                }
                None => assert!(!case.join("scenario.json").exists(), "{}", case.display()),
            }
            assert_runs(&import);
        }
    }
}

#[test]
fn the_order_of_a_dump_does_not_matter() {
    let path = fixtures().join("kubectl/everything/all.json");
    let text = fs::read_to_string(path).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    let of = |json: &Value| {
        let text = json.to_string();
        let file = File {
            name: "all.json",
            bytes: text.as_bytes(),
        };
        read(&[file]).document.unwrap().to_pretty_text()
    };
    let forward = of(&json);
    json["items"].as_array_mut().unwrap().reverse();
    assert_eq!(of(&json), forward);
}

#[test]
fn the_report_for_scripts_has_the_fields_of_the_contract() {
    let pod = r#"{"kind": "Pod", "metadata": {"name": "a"}, "spec": {"nodeName": "n"}}"#;
    let import = read(&[
        File {
            name: "pod.json",
            bytes: pod.as_bytes(),
        },
        File {
            name: "half.json",
            bytes: b"{\n\"items\": [",
        },
    ]);
    expect![[r#"
        [
          {
            "file": "pod.json",
            "kind": "Kubernetes Pod",
            "used": {
              "nodes": 0,
              "pods": 1,
              "budgets": 0,
              "workloads": 1,
              "pools": 0,
              "services": 0
            },
            "recognised": [
              {
                "key": "pods",
                "count": 1,
                "names": [
                  "a"
                ],
                "text": "1 Pod: a"
              }
            ],
            "ignored": [],
            "assumed": [
              {
                "key": "pool-made",
                "count": 1,
                "names": [
                  "assumed-pool (1 node)"
                ],
                "text": "1 node pool made large enough, for the files hold no nodes: assumed-pool (1 node)"
              },
              {
                "key": "default-surge",
                "count": 1,
                "names": [
                  "assumed-pool"
                ],
                "text": "1 node pool without upgrade settings, SURGE 1 + 0 as by default: assumed-pool"
              },
              {
                "key": "default-version",
                "count": 1,
                "names": [
                  "assumed-pool (1.33)"
                ],
                "text": "1 node pool without a version: assumed-pool (1.33)"
              },
              {
                "key": "upgrade",
                "count": 1,
                "names": [
                  "assumed-pool to 1.34, the next minor version"
                ],
                "text": "1 upgrade started at 0s: assumed-pool to 1.34, the next minor version"
              },
              {
                "key": "timings",
                "count": 5,
                "names": [
                  "a node boots in 180 s",
                  "a VM is deleted in 30 s",
                  "a container starts in 20 s",
                  "a Pod uses all of its grace",
                  "nodes take their turns in the order of seed 1"
                ],
                "text": "5 assumptions for what no file says: a node boots in 180 s, a VM is deleted in 30 s, a container starts in 20 s, a Pod uses all of its grace, nodes take their turns in the order of seed 1"
              }
            ],
            "reason": null
          },
          {
            "file": "half.json",
            "kind": "cut off",
            "used": {
              "nodes": 0,
              "pods": 0,
              "budgets": 0,
              "workloads": 0,
              "pools": 0,
              "services": 0
            },
            "recognised": [],
            "ignored": [],
            "assumed": [],
            "reason": "the file is cut off: it ends within the JSON at line 2, column 10",
            "code": "cut-off",
            "line": 2,
            "column": 10
          }
        ]"#]].assert_eq(&serde_json::to_string_pretty(&import.reports).unwrap());
}

#[test]
fn a_hundred_thousand_levels_are_refused_in_time() {
    for text in [
        "[".repeat(100_000),
        "{\"items\":".repeat(100_000),
        "{\"a\":[".repeat(100_000),
    ] {
        let start = std::time::Instant::now();
        let closed = text.clone()
            + "1"
            + &text
                .chars()
                .rev()
                .map(|c| {
                    if c == '[' {
                        ']'
                    } else if c == '{' {
                        '}'
                    } else {
                        ' '
                    }
                })
                .collect::<String>();
        for text in [text, closed] {
            let import = read(&[File {
                name: "deep.json",
                bytes: text.as_bytes(),
            }]);
            let reason = import.reports[0].reason.as_ref().unwrap();
            assert_eq!(reason.code, "too-deep", "{}", reason.text);
        }
        assert!(start.elapsed().as_millis() < 1000);
    }
}

#[test]
fn what_would_grow_without_end_is_refused() {
    let documents = "{}".repeat(200_000);
    let labels: Vec<String> = (0..1_200_000).map(|n| format!("\"{n}\":\"\"")).collect();
    let labels = format!(
        "{{\"kind\":\"Node\",\"metadata\":{{\"labels\":{{{}}}}}}}",
        labels.join(",")
    );
    for text in [documents, labels] {
        let import = read(&[File {
            name: "hostile.json",
            bytes: text.as_bytes(),
        }]);
        let reason = import.reports[0].reason.as_ref().unwrap();
        assert_eq!(reason.code, "too-many", "{}", reason.text);
    }
}

/// A small generator of numbers, the same ones each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end.max(1)).unwrap()).unwrap()
    }
}

/// Damages a file: cut off, a byte changed, a piece taken out, doubled or moved.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let at = dice.below(bytes.len());
    let end = (at + 1 + dice.below(60)).min(bytes.len());
    match dice.below(9) {
        0 => bytes.truncate(at),
        1 => bytes[at] = u8::try_from(dice.below(256)).unwrap(),
        2 => bytes[at] = b"{}[]\",:0-9e.ntf\\ "[dice.below(17)],
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, piece);
        }
        // Another value in place of a whole one keeps the syntax and breaks the shape.
        _ => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let values = [
                "null",
                "[]",
                "{}",
                "-1",
                "1e300",
                "9223372036854775808",
                "\"\"",
                "true",
            ];
            if let Some(colon) = text[..]
                .char_indices()
                .filter(|(_, c)| *c == ':')
                .map(|(at, _)| at)
                .nth(dice.below(200))
            {
                let rest = &text[colon + 1..];
                let length = rest.find([',', '\n', '}']).unwrap_or(0);
                let value = values[dice.below(values.len())];
                *bytes = format!("{} {value}{}", &text[..=colon], &rest[length..]).into_bytes();
            }
        }
    }
}

#[test]
fn damaged_files_are_survived() {
    const SEED: u64 = 0x2545_f491_4f6c_dd1d;
    println!("seed {SEED}");
    let mut dice = Dice(SEED);
    let mut sources = Vec::new();
    for format in entries(&fixtures()) {
        for case in entries(&format) {
            let made = |path: &PathBuf| name(path) == "report.txt";
            sources.extend(entries(&case).into_iter().filter(|path| !made(path)));
        }
    }
    let mut used = 0;
    for round in 0..2000 {
        let path = &sources[round % sources.len()];
        let mut bytes = fs::read(path).unwrap();
        for _ in 0..=dice.below(2) {
            if !bytes.is_empty() {
                damage(&mut bytes, &mut dice);
            }
        }
        let import = read(&[File {
            name: "damaged.json",
            bytes: &bytes,
        }]);
        let report = &import.reports[0];
        assert_eq!(
            import.document.is_none(),
            report.reason.is_some(),
            "{}",
            report.text()
        );
        if let Some(document) = &import.document {
            used += 1;
            // The values may be refused by the checks, but they are always a scenario.
            let opened = nodetide::scenario::open(&document.to_text());
            assert!(
                opened.document.is_some(),
                "round {round}: {}",
                path.display()
            );
        }
    }
    println!("{used} of 2000 damaged files are still of use");
    assert!(used > 300);
}
