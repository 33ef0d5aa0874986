//! The question decides: commands on files as people paste them, with what they say and how they exit.

use crate::cli::{code, err, out};
use expect_test::expect_file;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}

/// Those of its folders, too.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inner = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    names(folder).into_iter().flat_map(inner).collect()
}

/// Each folder has `commands.txt`, in which FILES are all its files, those of its folders too, but those that end in `.txt`.
#[test]
fn commands_answer_what_is_asked() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/asked");
    let folders = names(&all);
    assert!(!folders.is_empty());
    for folder in folders {
        let files = files(&folder);
        let files = files.iter().filter(|path| path.extension().is_none_or(|end| end != "txt"));
        let files = files.map(|path| path.strip_prefix(&folder).unwrap().to_str().unwrap());
        let files: Vec<&str> = files.collect();
        let mut text = String::new();
        for line in fs::read_to_string(folder.join("commands.txt")).unwrap().lines() {
            let words = line.split(' ');
            let args = words.flat_map(|word| match word {
                "FILES" => files.clone(),
                word => vec![word],
            });
            // In the folder: how long its path is must not decide where a line is cut.
            let told = Command::new(env!("CARGO_BIN_EXE_nodetide"))
                .args(args)
                .current_dir(&folder)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            text += &format!("$ nodetide {line}\n{}", out(&told));
            if out(&told).is_empty() {
                text += err(&told).lines().last().unwrap_or_default();
                text += "\n";
            }
            text += &format!("exit {}\n\n", code(&told));
        }
        expect_file![folder.join("answer.txt")].assert_eq(&text);
    }
}
