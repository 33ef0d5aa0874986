//! Why nodes stay and Pods wait in clusters as people paste them: each folder of inputs with its questions and answers.

use crate::cli::{Folder, answer, nodetide, out};
use expect_test::expect_file;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/standing");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// The scenario of the files, without the upgrade that is assumed where none is asked for.
fn scenario(folder: &Path, out_of: &Folder) -> String {
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().display().to_string())
        .filter(|path| !path.ends_with(".txt") || path.ends_with("top.txt"))
        .collect();
    files.sort();
    if let [only] = files.as_slice()
        && only.ends_with("scenario.json")
    {
        return only.clone();
    }
    let mut args = vec!["import"];
    args.extend(files.iter().map(String::as_str));
    let mut scenario: Value = serde_json::from_str(out(&nodetide(&args))).unwrap();
    scenario["script"] = json!([]);
    out_of.write("scenario.json", &scenario.to_string())
}

#[test]
fn standing_reasons_are_answered() {
    let folders = folders();
    assert!(folders.len() >= 10);
    for folder in folders {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let made = Folder::new(&format!("standing-{name}"));
        let scenario = scenario(&folder, &made);
        let mut text = String::new();
        for line in fs::read_to_string(folder.join("questions.txt")).unwrap().lines() {
            let (at, subject) = line.split_once(' ').unwrap();
            text += &format!("# {subject} at {at}\n");
            text += &answer(&["why", &scenario, "--at", at, subject]);
            text += "\n";
        }
        let run = nodetide(&["run", &scenario]);
        let summary = out(&run);
        let told = summary.lines().take_while(|line| {
            !["Pools:", "Who is hurt:", "What held"].iter().any(|start| line.starts_with(start))
        });
        text += &told.map(|line| format!("{line}\n")).collect::<String>();
        expect_file![folder.join("answer.txt")].assert_eq(&text);
    }
}
