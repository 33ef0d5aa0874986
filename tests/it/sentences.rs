//! Words are messages: what a person reads is in `static/locales`, and not in the code.

use crate::SOURCES;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use xtask::source::SourceFile;

/// How many literals that read like sentences a file may still have.
const LIST: &str = "tests/sentences.txt";

/// The command line speaks English alone, as scripts rely on it.
const ENGLISH: &str = "cli/";

/// Words of which no sentence is without at least one, and which no list of names or command has.
const SMALL: [&str; 33] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "can", "can't", "doesn't", "for",
    "from", "has", "have", "in", "is", "isn't", "it", "its", "no", "not", "of", "on", "or", "so",
    "than", "that", "the", "to", "was", "with",
];

/// What only developers read.
const FOR_DEVELOPERS: [&str; 6] =
    ["assert", "expect(", "expect_err(", "panic!", "reason =", "unreachable!"];

fn is_sentence(text: &str) -> bool {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().all(|c| c.is_ascii_alphabetic() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let is_small = |word: &&str| SMALL.contains(&word.to_lowercase().as_str());
    words.len() > 2 && words.iter().any(is_small)
}

fn sentences(source: &SourceFile) -> Vec<&str> {
    let is_for_developers = |at: usize| {
        let before = &source.code[..at];
        let statement = before.rfind([';', '{', '}']).map_or(0, |end| end + 1);
        FOR_DEVELOPERS.iter().any(|name| before[statement..].contains(name))
    };
    source
        .shipped_literals()
        .filter(|literal| is_sentence(&literal.text) && !is_for_developers(literal.at))
        .map(|literal| literal.text.as_str())
        .collect()
}

#[test]
fn no_file_has_more_sentences_than_it_may() {
    let listed = fs::read_to_string(crate::root().join(LIST)).unwrap();
    let allowed: BTreeMap<&str, usize> = listed
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(count, path)| Some((path, count.parse().ok()?)))
        .collect();
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in SOURCES.iter().filter(|source| !source.path.starts_with(ENGLISH)) {
        let place = found.entry(&source.path).or_default();
        place.extend(sentences(source));
    }
    let mut faults = String::new();
    let mut list = String::new();
    for (place, sentences) in found.iter().filter(|(_, sentences)| !sentences.is_empty()) {
        writeln!(list, "{} {place}", sentences.len()).unwrap();
        if sentences.len() > allowed.get(place).copied().unwrap_or_default() {
            writeln!(faults, "{place}: {sentences:#?}").unwrap();
        }
    }
    assert!(
        faults.is_empty(),
        "say it with a message in static/locales/en.ftl:\n{faults}\nAll sentences:\n{list}"
    );
}

#[test]
fn sentences_differ_from_names_and_commands() {
    for text in [
        "the worker stopped",
        "{} is more than {} of {}.",
        "A link isn't a scenario",
        "True or false?",
    ] {
        assert!(is_sentence(text), "{text}");
    }
    for text in [
        "btn line small",
        "gcloud container clusters update",
        "ui-is-a-key",
        "to {at}",
        "input, select, button",
    ] {
        assert!(!is_sentence(text), "{text}");
    }
}
