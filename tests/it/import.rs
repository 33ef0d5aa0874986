//! Real dumps in, scenarios and reports out.

use std::path::PathBuf;

use nodetide::scenario::import::{File, read};

#[test]
fn look() {
    for path in files(&corpus().unwrap(), &["kubectl", "gke-clusters"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let import = read(&[File { name: &name, bytes: &bytes }]);
        for report in &import.reports {
            println!("{}", report.text());
        }
        if let Some(document) = import.document {
            let text = document.to_pretty_text();
            let opened = nodetide::scenario::open(&text);
            for d in opened.diagnostics { println!("   !! {d}"); }
            if std::env::var("SHOW").is_ok_and(|s| name.contains(&s)) { println!("{text}"); }
        }
    }
}
fn corpus() -> Option<PathBuf> { std::env::var_os("NODETIDE_CORPUS").map(PathBuf::from) }
fn files(root: &std::path::Path, folders: &[&str]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in folders {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            all.push(path);
        }
    }
    all.sort();
    all
}
