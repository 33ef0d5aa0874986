//! Checks the size of the first load, which may only grow on purpose, of the app's later parts, and of the importer.

use crate::shell::{Done, program, read, root};
use std::collections::BTreeSet;
use std::path::Path;

/// In bytes after gzip; the ratchet can't exceed it.
const FIRST_LOAD_LIMIT: u64 = 242_000;
const RATCHET: &str = "tests/size-ratchet.txt";

/// Loaded next; needed by everyone who opens a scenario.
const REST_LIMIT: u64 = 1_102_000;

/// Both together: what a visitor waits for before a run.
const BEFORE_A_RUN_LIMIT: u64 = 1_343_800;

/// Loaded when the first run is on the screen: answers, dialogs, forms and the policy checker, with their messages and styles.
const LATER_LIMIT: u64 = 844_000;

/// What the page loads when something is imported.
const IMPORTER: [&str; 2] = ["nodetide-import.js", "nodetide-import_bg.wasm"];
const IMPORTER_LIMIT: u64 = 612_000;

/// Compresses each file given, at the best level, and prints its size.
const GZIP: &str = "const { gzipSync } = require('zlib'), { readFileSync } = require('fs');
for (const file of process.argv.slice(1)) console.log(gzipSync(readFileSync(file), { level: 9 }).length);";

/// What is loaded together, and its most bytes.
const PARTS: [(&str, u64); 4] = [
    ("first load", FIRST_LOAD_LIMIT),
    ("rest", REST_LIMIT),
    ("later", LATER_LIMIT),
    ("importer", IMPORTER_LIMIT),
];

const DOC: &str = "docs/performance.md";
const BEGIN: &str = "<!-- written by cargo xtask size --record -->\n";
const END: &str = "<!-- end -->";

/// Weighs the built page; `--record` writes the weights into the docs.
pub(crate) fn size(options: &[String]) -> Done {
    let sizes = weigh_parts(&root().join("dist"))?;
    match options {
        [] => Ok(()),
        [one] if one == "--record" => {
            let doc = read(&root().join(DOC))?;
            let parts = doc
                .split_once(BEGIN)
                .and_then(|(before, rest)| rest.split_once(END).map(|(_, after)| (before, after)));
            let (before, after) = parts.ok_or_else(|| format!("{DOC} has no place for weights"))?;
            let row = |((what, limit), size): (&(&str, u64), &u64)| {
                format!("| {what} | {} KB | {} KB |\n", thousands(*size), thousands(*limit))
            };
            let rows: String = PARTS.iter().zip(&sizes).map(row).collect();
            let table = format!("| after gzip | now | at most |\n|---|---|---|\n{rows}");
            std::fs::write(root().join(DOC), format!("{before}{BEGIN}{table}{END}{after}"))
                .map_err(|error| format!("{DOC}: {error}"))
        }
        _ => Err("size takes --record or nothing".to_owned()),
    }
}

/// Rounded up to a tenth, as limits are compared.
fn thousands(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Weighs everything that a browser loads before the page is usable, and the importer, which is loaded on demand.
pub(crate) fn check(dist: &Path) -> Done {
    let sizes = weigh_parts(dist)?;
    for ((what, limit), size) in PARTS.iter().zip(sizes) {
        if size > *limit {
            return Err(format!("the {what} is {size} bytes, its limit {limit}"));
        }
    }
    let before = sizes[0] + sizes[1];
    if before > BEFORE_A_RUN_LIMIT {
        return Err(format!(
            "before a run {before} bytes are loaded, at most {BEFORE_A_RUN_LIMIT}"
        ));
    }
    let ratchet = read(&root().join(RATCHET))?;
    let ratchet = ratchet.trim().parse().map_err(|_| format!("{RATCHET} holds no number"))?;
    judge(sizes[0], ratchet)
}

/// The bytes of each part, in their order.
fn weigh_parts(dist: &Path) -> Done<[u64; 4]> {
    let html = read(&dist.join("index.html"))?;
    let [rest, mut later] = ["data-rest=", "data-later="].map(|attribute| linked(&html, attribute));
    later.extend(linked(&html, "data-style="));
    if rest.is_empty() || later.is_empty() {
        return Err("the page does not name all parts of the app".to_owned());
    }
    let files = [first_load(&html), rest, later, IMPORTER.map(str::to_owned).to_vec()];
    let mut sizes = [0; 4];
    for (((what, _), files), size) in PARTS.iter().zip(files).zip(&mut sizes) {
        *size = weigh(what, dist, &files)?;
    }
    Ok(sizes)
}

/// Prints the sizes of files, each and in total; returns the total after gzip.
fn weigh(what: &str, dist: &Path, files: &[String]) -> Done<u64> {
    let output = program("node", "")
        .args(["-e", GZIP, "--"])
        .args(files.iter().map(|file| dist.join(file)))
        .output()
        .map_err(|error| format!("node did not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let sizes: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    let mut raw_total = 0;
    println!("{:>10} {:>10}  {what}", "bytes", "gzip -9");
    for (file, size) in files.iter().zip(&sizes) {
        let raw = dist.join(file).metadata().map_or(0, |data| data.len());
        raw_total += raw;
        println!("{raw:>10} {size:>10}  {file}");
    }
    let total: u64 = sizes.iter().sum();
    println!("{raw_total:>10} {total:>10}  all");
    Ok(total)
}

fn judge(total: u64, ratchet: u64) -> Done {
    if total > ratchet {
        return Err(format!(
            "the first load grew to {total} bytes, {RATCHET} allows {ratchet}; if that is worth it, write it there"
        ));
    }
    if ratchet > FIRST_LOAD_LIMIT {
        return Err(format!("{RATCHET} allows {ratchet}, more than {FIRST_LOAD_LIMIT}"));
    }
    println!("           {ratchet:>10}  allowed by {RATCHET}");
    Ok(())
}

/// The page, and the counted files that it references.
fn first_load(html: &str) -> Vec<String> {
    let named: BTreeSet<String> =
        ["href=", "src="].into_iter().flat_map(|attribute| linked(html, attribute)).collect();
    ["index.html".to_owned()].into_iter().chain(named).collect()
}

/// The counted files in an attribute, for languages only English, without query strings.
fn linked(html: &str, attribute: &str) -> Vec<String> {
    let named = html.split(attribute).skip(1).filter_map(|rest| {
        let (quote, rest) = match rest.chars().next()? {
            quote @ ('"' | '\'') => (Some(quote), &rest[1..]),
            _ => (None, rest),
        };
        let end = rest.find(|c: char| match quote {
            Some(quote) => c == quote,
            None => c == '>' || c.is_whitespace(),
        })?;
        let file = rest[..end].split('?').next()?.trim_start_matches("./");
        let kind = file.rsplit_once('.')?.1;
        let counts = matches!(kind, "js" | "css" | "wasm") || file.starts_with("locales/en-");
        counts.then(|| file.to_owned())
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_load_is_what_the_page_names() {
        let html = r#"<link rel=preload href=./app_bg.wasm?1f data-rest="app_rest.wasm?1f"><link href="./app.css" rel=stylesheet>
            <link rel=icon href=./icon.svg><script type=module src='./boot.js'></script><link href=./boot.js>
            <link rel=locale href=locales/en-1.txt data-rest=locales/en-2.txt><link rel=locale href=locales/de-1.txt>"#;
        assert_eq!(
            first_load(html),
            ["index.html", "app.css", "app_bg.wasm", "boot.js", "locales/en-1.txt"]
        );
        assert_eq!(linked(html, "data-rest="), ["app_rest.wasm", "locales/en-2.txt"]);
    }

    #[test]
    fn growth_is_refused() {
        assert!(judge(100, 100).is_ok());
        assert!(judge(101, 100).is_err());
        assert!(judge(100, FIRST_LOAD_LIMIT + 1).is_err());
    }
}
