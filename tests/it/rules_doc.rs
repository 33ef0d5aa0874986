//! The rulebook (`docs/rulebook/`) and `docs/rules.md`: which of its rules are built, where, and which test guards each.
//!
//! `UPDATE_EXPECT=1 cargo test rules_doc` writes the page. What it reads: the rows of the rulebook,
//! `rules_left_out.txt` (ids and areas that code doesn't name, each with its reason), `../guards.txt` (written by
//! `cargo xtask mute --all --save`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{SOURCES, root};
use sim::rules::RULES;
use words::sources::page;
use words::{catalogue, message, rules};
use xtask::source;

/// A file of `ID rest` lines.
fn table(path: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    text.lines()
        .map(|line| line.split_once(' ').unwrap_or_else(|| panic!("{path}: {line}")))
        .map(|(id, rest)| (id.to_owned(), rest.to_owned()))
        .collect()
}

/// The areas of the rulebook in the order of the page.
const AREAS: [&str; 21] = [
    "UP", "SU", "BG", "AB", "SL", "MW", "MX", "MR", "KP", "KE", "KD", "KS", "KC", "KT", "CA", "KA",
    "ED", "LB", "BS", "AM", "GF",
];

/// Ids in a text: a known area, a hyphen and one to three digits.
pub(crate) fn ids(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (hyphen, _) in text.match_indices('-') {
        let from = hyphen.saturating_sub(2);
        let Some(area) = text.get(from..hyphen) else {
            continue;
        };
        let digits = text[hyphen + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = hyphen + 1 + digits;
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
        if AREAS.contains(&area)
            && (1..=3).contains(&digits)
            && apart(text[..from].chars().next_back())
            && apart(text[end..].chars().next())
        {
            found.push(&text[from..end]);
        }
    }
    found
}

/// The id of each row of the rulebook with the file that has it.
fn rows() -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(root().join("docs/rulebook")).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let first = line.strip_prefix("| ").and_then(|row| row.split(" | ").next());
            if let Some([id]) = first.map(ids).as_deref()
                && first == Some(id)
            {
                rows.push(((*id).to_owned(), file.clone()));
            }
        }
    }
    rows
}

/// The ids that have a row.
fn rulebook() -> BTreeSet<String> {
    rows().into_iter().map(|(id, _)| id).collect()
}

/// The ids that code outside tests names in a literal of their own, with the files that do.
fn named(book: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in &*SOURCES {
        for literal in source.switches().filter(|one| book.contains_key(&one.text)) {
            let files = named.entry(literal.text.clone()).or_default();
            files.insert(source.path.clone());
        }
    }
    named
}

/// The known facts about every id.
struct Book {
    /// Areas in their order, then by number.
    order: Vec<String>,
    files: BTreeMap<String, String>,
    named: BTreeMap<String, BTreeSet<String>>,
    left_out: BTreeMap<String, String>,
    guards: BTreeMap<String, String>,
}

impl Book {
    fn read() -> Self {
        let files: BTreeMap<_, _> = rows().into_iter().collect();
        let mut order: Vec<String> = files.keys().cloned().collect();
        let number = |id: &str| id[3..].parse::<u32>().unwrap();
        order.sort_by_key(|id| (AREAS.iter().position(|area| *area == &id[..2]), number(id)));
        Self {
            order,
            named: named(&files),
            files,
            left_out: table("tests/it/rules_left_out.txt").into_iter().collect(),
            guards: table("tests/guards.txt").into_iter().collect(),
        }
    }

    fn reason(&self, id: &str) -> Option<&String> {
        self.left_out.get(id).or_else(|| self.left_out.get(&id[..2]))
    }
}

fn sources(ids: &[&str]) -> String {
    let pages: BTreeSet<_> = ids.iter().filter_map(|id| page(id)).collect();
    let links: Vec<_> =
        pages.iter().map(|page| format!("[{}]({})", page.title, page.address())).collect();
    match links.is_empty() {
        true if ids.is_empty() => "–".to_owned(),
        true => "interpretation".to_owned(),
        false => links.join(" · "),
    }
}

/// What holds always, in English.
fn always(slug: &str) -> String {
    let key = format!("{}.rule", rules::key(slug));
    message(catalogue::english(), &key, &[])
}

/// Rules that no row carries, because they are why nothing happens: named by the questions alone.
fn quiet_rules() -> Vec<String> {
    let slugs: BTreeSet<String> = RULES.iter().map(|rule| rules::key(rule.slug)).collect();
    let english = catalogue::english();
    let keys = english.keys();
    keys.filter_map(|key| key.strip_suffix(".rule"))
        .filter(|key| !slugs.contains(*key))
        .filter_map(|key| key.strip_prefix("rule-"))
        .map(|slug| slug.replacen('-', "/", 1))
        .collect()
}

fn head(columns: &[&str]) -> String {
    let rule = "|---".repeat(columns.len());
    format!("| {} |\n{rule}|\n", columns.join(" | "))
}

fn engine(text: &mut String) {
    let _ = write!(
        text,
        "\n## Rules of the engine\n\nEvery row of a run names one of these {} rules by its slug.\n\n",
        RULES.len()
    );
    text.push_str(&head(&["rule", "what holds always", "ids", "source"]));
    for rule in RULES {
        let (slug, ids) = (rule.slug, rule.ids.join(" "));
        let (says, source) = (always(slug), sources(rule.ids));
        let _ = writeln!(text, "| `{slug}` | {says} | {ids} | {source} |");
    }
    text.push_str("\nNo row carries these; answers to *why* do.\n\n");
    text.push_str(&head(&["rule", "what holds always"]));
    for slug in quiet_rules() {
        let _ = writeln!(text, "| `{slug}` | {} |", always(&slug));
    }
}

fn built(text: &mut String, book: &Book) {
    let _ = write!(
        text,
        "\n## The rulebook in code\n\n\
         {} ids have a switch in the code: `cargo xtask mute ID` turns it off, and the test named here fails.\n\
         `sim/upgrade/surge.rs` is `crates/sim/src/upgrade/surge.rs`.\n\n",
        book.named.len()
    );
    text.push_str(&head(&["id", "where", "guarded by"]));
    for id in &book.order {
        let Some(files) = book.named.get(id) else {
            continue;
        };
        let files: Vec<_> = files.iter().map(|file| format!("`{file}`")).collect();
        let guard = book.guards.get(id).map_or("", String::as_str);
        let _ = writeln!(
            text,
            "| [{id}](rulebook/{}) | {} | `{guard}` |",
            book.files[id],
            files.join(" ")
        );
    }
}

/// Consecutive ids with one reason share a line: `KS-32 … KS-37`.
fn left_out(text: &mut String, book: &Book) {
    text.push_str(
        "\n## The rest of the rulebook\n\n\
         Ids without a switch: built as part of another one, advice, or not built; each with its reason.\n\n",
    );
    text.push_str(&head(&["ids", "why"]));
    let mut runs: Vec<(&str, &str, &str)> = Vec::new();
    for id in &book.order {
        if book.named.contains_key(id) {
            // A gap in the numbers ends a line.
            runs.push((id, id, ""));
            continue;
        }
        let reason = book.reason(id).map_or("", String::as_str);
        match runs.last_mut() {
            Some((from, to, why)) if *why == reason && from[..2] == id[..2] => *to = id,
            _ => runs.push((id, id, reason)),
        }
    }
    for (from, to, why) in runs.iter().filter(|(.., why)| !why.is_empty()) {
        let ids = match from == to {
            true => (*from).to_owned(),
            false => format!("{from} … {to}"),
        };
        let _ = writeln!(text, "| {ids} | {why} |");
    }
}

fn doc(book: &Book) -> String {
    let mut text = String::from(
        "# Rules\n\n\
         Generated by the test `rules_doc`; `UPDATE_EXPECT=1 cargo test rules_doc` rewrites it.\n\n\
         Ids are those of the [rulebook](rulebook.md), which has a row for each with its public source.\n\
         [What is modeled, and how](model.md)\n",
    );
    engine(&mut text);
    built(&mut text, book);
    left_out(&mut text, book);
    text
}

#[test]
fn the_page_of_rules_is_up_to_date() {
    let path = root().join("docs/rules.md");
    expect_test::expect_file![path].assert_eq(&doc(&Book::read()));
}

#[test]
fn an_id_is_an_area_and_a_number() {
    assert_eq!(
        ids("SU-07, (AM-103) and BG-19…BG-21, GF-1"),
        ["SU-07", "AM-103", "BG-19", "BG-21", "GF-1"]
    );
    assert!(ids("UTF-16 XSU-07 SU-0700 su-07 SU-07-a").is_empty());
}

#[test]
fn every_id_has_one_row() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (id, file) in rows() {
        if let Some(other) = files.insert(id.clone(), file.clone()) {
            panic!("{id} has a row in {other} and in {file}");
        }
    }
}

/// Everything that is kept with the code: sources with their comments, texts, documents, names of rules in tests.
#[test]
fn every_id_that_is_named_has_a_row() {
    let book = rulebook();
    let mut texts = Vec::new();
    for folder in [
        "crates",
        "tests/it",
        "tests/e2e",
        "tests/golden",
        "xtask/src",
        "fuzz/src",
        "benches",
        "src",
        "docs",
    ] {
        let kinds = [".rs", ".txt", ".md", ".mjs"];
        collect(&root().join(folder), &kinds, &mut texts);
    }
    collect(&root().join("static"), &[".ftl", ".json", ".js"], &mut texts);
    for file in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        texts.push(root().join(file));
    }
    for path in texts {
        // This file has an example of an invalid id.
        if path.ends_with("tests/it/rules_doc.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for id in ids(&text) {
            assert!(book.contains(id), "{}: the rulebook has no {id}", path.display());
        }
    }
}

fn collect(folder: &Path, kinds: &[&str], files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, kinds, files);
        } else if kinds.iter().any(|kind| path.to_str().unwrap().ends_with(kind)) {
            files.push(path);
        }
    }
}

#[test]
fn every_id_in_code_has_a_guard() {
    let book = Book::read();
    for id in book.named.keys() {
        assert!(book.guards.contains_key(id), "guards.txt: {id} is missing");
    }
    for id in book.guards.keys() {
        assert!(book.named.contains_key(id), "no code names {id}");
    }
}

#[test]
fn every_other_id_has_a_reason() {
    let book = Book::read();
    for id in book.order.iter().filter(|id| !book.named.contains_key(*id)) {
        assert!(book.reason(id).is_some(), "rules_left_out.txt: {id} is missing");
    }
    for id in book.left_out.keys().filter(|id| id.contains('-')) {
        assert!(!book.named.contains_key(id), "rules_left_out.txt: code names {id}");
        assert!(book.files.contains_key(id), "rules_left_out.txt: no rulebook has {id}");
    }
}

#[test]
fn every_guard_is_a_test() {
    let mut text = String::new();
    let tests = source::read(&root().join("tests/it")).unwrap();
    for source in SOURCES.iter().chain(&tests) {
        text.push_str(&source.text);
    }
    for (id, guard) in Book::read().guards {
        let name = guard.rsplit("::").next().unwrap_or(&guard);
        // Golden tests are made by a macro: their names stand alone.
        let there = [format!("fn {name}("), format!("    {name} \"")];
        assert!(there.iter().any(|one| text.contains(one)), "{id}: no test is called {guard}");
    }
}

#[test]
fn every_rule_of_gke_and_kubernetes_has_a_page() {
    for rule in RULES {
        for id in rule.ids.iter().filter(|id| !id.starts_with("AM")) {
            assert!(page(id).is_some(), "{id} has no public page");
        }
    }
}
