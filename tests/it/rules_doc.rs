//! `docs/rules.md`: what the engine does by which rule, what the rulebook says besides, and which test guards it.
//!
//! `UPDATE_EXPECT=1 cargo test rules_doc` writes the page anew. Its texts: `rule_sentences.txt` (every id that code
//! names), `rules_left_out.txt` (ids and areas that it does not, each with its reason), `../guards.txt` (written by
//! `cargo xtask mute --all --save`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use crate::root;
use sim::rules::RULES;
use words::sources::page;
use words::{Plain, catalogue, message, rules};
use xtask::source;

/// A file of `ID rest` lines.
fn table(path: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    text.lines()
        .map(|line| {
            line.split_once(' ')
                .unwrap_or_else(|| panic!("{path}: {line}"))
        })
        .map(|(id, rest)| (id.to_owned(), rest.to_owned()))
        .collect()
}

fn is_id(text: &str, book: &BTreeMap<String, String>) -> bool {
    text.len() <= 6 && book.contains_key(text)
}

/// The ids that code outside tests names in a literal of their own, with the files that do.
fn named(book: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in source::crates(&root()).unwrap() {
        for literal in source
            .shipped_literals()
            .filter(|one| is_id(&one.text, book))
        {
            let files = named.entry(literal.text.clone()).or_default();
            files.insert(source.path.clone());
        }
    }
    named
}

/// What is known of every id.
struct Book {
    /// Areas in the order of the rulebook, then by number.
    order: Vec<String>,
    kinds: BTreeMap<String, String>,
    named: BTreeMap<String, BTreeSet<String>>,
    sentences: BTreeMap<String, String>,
    left_out: BTreeMap<String, String>,
    guards: BTreeMap<String, String>,
}

impl Book {
    fn read() -> Self {
        let ids = table("tests/it/rulebook_ids.txt");
        let kinds: BTreeMap<_, _> = ids.iter().cloned().collect();
        let mut order: Vec<String> = ids.into_iter().map(|(id, _)| id).collect();
        let number = |id: &str| id.split_once('-').and_then(|(_, n)| n.parse::<u32>().ok());
        let areas: Vec<String> = order.iter().map(|id| id[..2].to_owned()).collect();
        order.sort_by_key(|id| (areas.iter().position(|area| *area == id[..2]), number(id)));
        Self {
            order,
            named: named(&kinds),
            kinds,
            sentences: table("tests/it/rule_sentences.txt").into_iter().collect(),
            left_out: table("tests/it/rules_left_out.txt").into_iter().collect(),
            guards: table("tests/guards.txt").into_iter().collect(),
        }
    }

    fn reason(&self, id: &str) -> Option<&String> {
        let area = id.split('-').next().unwrap_or(id);
        self.left_out.get(id).or_else(|| self.left_out.get(area))
    }
}

fn sources(ids: &[&str]) -> String {
    let pages: BTreeSet<_> = ids.iter().filter_map(|id| page(id)).collect();
    let links: Vec<_> = pages
        .iter()
        .map(|page| format!("[{}]({})", page.title, page.address()))
        .collect();
    match links.is_empty() {
        true if ids.is_empty() => "–".to_owned(),
        true => "our reading".to_owned(),
        false => links.join(" · "),
    }
}

/// What holds always, in English.
fn always(slug: &str) -> String {
    let key = format!("{}.rule", rules::key(slug));
    message(catalogue::english(), &Plain, &key, &[])
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
    text.push_str(&head(&[
        "id",
        "kind",
        "what it says",
        "where",
        "guarded by",
    ]));
    for id in &book.order {
        let Some(files) = book.named.get(id) else {
            continue;
        };
        let files: Vec<_> = files.iter().map(|file| format!("`{file}`")).collect();
        let or_none = |map: &BTreeMap<String, String>| map.get(id).cloned().unwrap_or_default();
        let _ = writeln!(
            text,
            "| {id} | {} | {} | {} | `{}` |",
            book.kinds[id],
            or_none(&book.sentences),
            files.join(" "),
            or_none(&book.guards)
        );
    }
}

/// Neighbours with one reason share a line: `KS-32 … KS-37`.
fn left_out(text: &mut String, book: &Book) {
    text.push_str(
        "\n## The rest of the rulebook\n\n\
         Ids without a switch: built as part of another one, texts, or not built; each with its reason.\n\n",
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
         Generated by the test `rules_doc`; `UPDATE_EXPECT=1 cargo test rules_doc` writes it anew.\n\n\
         Ids are those of the project's rulebook, which restates public documentation and public source code.\n\
         Areas: UP upgrades, SU surge, KP budgets, KE evictions, KD drains, KS scheduler, KC controllers, KT nodes and\n\
         Pods in time, BG blue-green, SL short-lived upgrades, BS newer facts, AM readings where the documentation is\n\
         silent, GF worked examples; not simulated yet: AB autoscaled blue-green, MW, MX, MR maintenance, CA, KA\n\
         autoscaler, ED extended duration, LB load balancers. [What is modelled, and how](model.md)\n",
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
fn every_id_in_code_has_a_sentence_and_a_guard() {
    let book = Book::read();
    for id in book.named.keys() {
        assert!(
            book.sentences.contains_key(id),
            "rule_sentences.txt: {id} is missing"
        );
        assert!(book.guards.contains_key(id), "guards.txt: {id} is missing");
    }
    for id in book.sentences.keys().chain(book.guards.keys()) {
        assert!(book.named.contains_key(id), "no code names {id}");
    }
}

#[test]
fn every_other_id_has_a_reason() {
    let book = Book::read();
    for id in book.order.iter().filter(|id| !book.named.contains_key(*id)) {
        assert!(
            book.reason(id).is_some(),
            "rules_left_out.txt: {id} is missing"
        );
    }
    for id in book.left_out.keys().filter(|id| id.contains('-')) {
        assert!(
            !book.named.contains_key(id),
            "rules_left_out.txt: code names {id}"
        );
        assert!(
            book.kinds.contains_key(id),
            "rules_left_out.txt: no rulebook has {id}"
        );
    }
}

#[test]
fn every_guard_is_a_test() {
    let mut text = String::new();
    let tests = source::read(&root().join("tests/it")).unwrap();
    for source in source::crates(&root()).unwrap().iter().chain(&tests) {
        text.push_str(&source.text);
    }
    for (id, guard) in Book::read().guards {
        let name = guard.rsplit("::").next().unwrap_or(&guard);
        // Golden tests are made by a macro: their names stand alone.
        let there = [format!("fn {name}("), format!("    {name} \"")];
        assert!(
            there.iter().any(|one| text.contains(one)),
            "{id}: no test is called {guard}"
        );
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
