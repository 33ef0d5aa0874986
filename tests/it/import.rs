//! Real dumps in, scenarios and reports out.

use std::path::PathBuf;

use nodetide::scenario::import::{File, read};

#[test]
fn look() {
    for path in files(&corpus().unwrap(), &["kubectl", "gke-clusters"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let import = read(&[File {
            name: &name,
            bytes: &bytes,
        }]);
        for report in &import.reports {
            println!("{}", report.text());
        }
        if let Some(document) = import.document {
            let text = document.to_pretty_text();
            let opened = nodetide::scenario::open(&text);
            for d in opened.diagnostics {
                println!("   !! {d}");
            }
            if std::env::var("SHOW").is_ok_and(|s| name.contains(&s)) {
                println!("{text}");
            }
        }
    }
}
fn corpus() -> Option<PathBuf> {
    std::env::var_os("NODETIDE_CORPUS").map(PathBuf::from)
}
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
#[test]
fn speed() {
    let Some(path) = std::env::var_os("DUMP") else {
        return;
    };
    let bytes = std::fs::read(path).unwrap();
    for _ in 0..4 {
        let t = std::time::Instant::now();
        let import = read(&[File {
            name: "dump.json",
            bytes: &bytes,
        }]);
        println!("{} MB in {:?}", bytes.len() / 1_000_000, t.elapsed());
        let t = std::time::Instant::now();
        let text = import.document.as_ref().unwrap().to_text();
        println!("{} MB text in {:?}", text.len() as f64 / 1e6, t.elapsed());
        println!("{}", import.reports[0].text());
    }
    println!(
        "{}",
        std::fs::read_to_string("/proc/self/status")
            .unwrap()
            .lines()
            .filter(|l| l.starts_with("VmHWM"))
            .collect::<String>()
    );
}
