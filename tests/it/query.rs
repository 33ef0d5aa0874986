//! Words and queries against the engine: everything it can do has a sentence.

use std::collections::{BTreeSet, HashSet};
use std::fs;

use crate::SOURCES;
use query::{Index, Outcome, lanes, why};
use query::{parse_subject, stage, stage::Detail};
use runner::Session;
use sim::rules::RULES;
use trace::{Ended, Phrase, Subject, Trace, Value, gke};
use words::{Language, Words, catalogue, rules};
use xtask::locales;
use xtask::source::{self, SourceFile};

fn languages() -> Vec<(String, Language)> {
    let languages = locales::languages(&crate::root()).unwrap().into_iter();
    languages.map(|(tag, text)| (tag, Language::read(text.leak()))).collect()
}

fn run(preset: &str) -> Trace {
    let text = scenario::preset(preset).unwrap().text();
    let session = Session::new(text, None).unwrap();
    let mut trace = session.trace();
    session.finish(|chunk| trace.push(chunk));
    trace
}

#[test]
fn every_rule_of_the_engine_has_a_sentence_and_says_what_holds_always() {
    for (tag, language) in languages() {
        let keys: BTreeSet<&str> = language.keys().collect();
        for rule in RULES {
            let key = rules::key(rule.slug);
            assert!(keys.contains(key.as_str()), "{tag}: {key}");
            let always = format!("{key}.rule");
            assert!(keys.contains(always.as_str()), "{tag}: {always}");
        }
    }
}

/// Rules that an answer may name and no row: they hold, and do nothing.
const NO_ROWS: [&str; 10] = [
    "autoscaler/leaves-alone",
    "budget/max-unavailable",
    "budget/min-available",
    "budget/min-available-percent",
    "drain/limit",
    "multi-host/single",
    "pod/bare",
    "pod/fails-assumed",
    "policy/manual-ignores",
    "volume/local",
];

/// Questions cannot see the engine, so they name its rules by slug.
#[test]
fn rules_that_questions_name_are_rules() {
    let root = crate::root().join("crates/query/src");
    let is_slug = |text: &str| {
        let word = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c == '-' || c.is_ascii_lowercase())
        };
        text.split_once('/').is_some_and(|(area, what)| word(area) && word(what))
    };
    let mut left: BTreeSet<&str> = NO_ROWS.into();
    let mut named = 0;
    for source in source::read(&root).unwrap() {
        for literal in source.shipped_literals().filter(|one| is_slug(&one.text)) {
            let slug = literal.text.as_str();
            left.remove(slug);
            let known = RULES.iter().any(|rule| rule.slug == slug) || NO_ROWS.contains(&slug);
            assert!(known, "query/{}: {slug}", source.path);
            named += 1;
        }
    }
    assert!(named > 10 && left.is_empty(), "{named} {left:?}");
}

#[test]
fn every_message_is_said_by_somebody() {
    let literals = SOURCES.iter().flat_map(SourceFile::shipped_literals);
    let literals: HashSet<&str> = literals.map(|literal| literal.text.as_str()).collect();
    let boot = fs::read_to_string(crate::root().join("static/boot.js")).unwrap();
    let slugs: BTreeSet<String> = RULES.iter().map(|rule| rules::key(rule.slug)).collect();
    let forms: BTreeSet<String> = scenario::export::EXPORTS
        .iter()
        .map(|export| format!("ui-share-form-{}", export.name))
        .collect();
    let codes: BTreeSet<String> =
        words::codes::all().map(|code| code.says(&[]).key.into_owned()).collect();
    // The build writes the language's name into the page.
    let by_tools = |key: &str| key == "language-name" || forms.contains(key);
    for key in catalogue::english().keys().filter(|key| !by_tools(key)) {
        let named = key.split('.').next().unwrap_or(key);
        let is_there =
            |text: &str| literals.contains(text) || boot.contains(&format!("\"{text}\""));
        let prefixes = [
            "rule-",
            "check-",
            "import-note-",
            "maintenance-note-",
            "preset-",
            "ends-",
            "template-",
            "",
        ];
        let mut slugs_of = prefixes.iter().filter_map(|prefix| named.strip_prefix(prefix));
        let slug = slugs_of.any(|slug| is_there(slug) || is_there(&slug.replacen('-', "/", 1)));
        assert!(slugs.contains(named) || codes.contains(named) || slug, "nobody says {key}");
    }
}

/// Everything reported has words.
#[test]
fn every_message_is_there() {
    let said = SOURCES.iter().flat_map(|source| source.text.split("say!(").skip(1));
    let keys = said.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    let missing: BTreeSet<&str> =
        keys.filter(|key| catalogue::english().find(key).is_none()).collect();
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn every_language_has_the_same_messages_as_english() {
    let english: BTreeSet<&str> = catalogue::english().keys().collect();
    for (tag, language) in languages() {
        let own: BTreeSet<&str> = language.keys().collect();
        assert_eq!(own, english, "{tag}");
    }
}

#[test]
fn the_scheduler_and_the_drain_are_quoted_as_the_engine_knows_them() {
    for filter in sim::scheduling::FILTERS {
        let quoted = gke::filter(filter.no);
        assert_eq!((quoted.name, quoted.message), (filter.plugin, filter.message));
    }
    let filters = sim::drain_filters::FILTERS;
    for (number, filter) in filters.iter().enumerate() {
        assert_eq!(gke::drain_filter(number as u32).name, filter.name);
    }
    let texts: BTreeSet<&str> = (0..5).map(|no| gke::drain_filter(no).message).collect();
    assert_eq!(texts.len(), filters.len());
}

/// A phrase with words: no key shines through and no argument is missing.
fn said(words: &Words<'_>, phrase: &Phrase) -> String {
    let text = words.say(phrase);
    assert_ne!(text, phrase.key);
    assert!(!text.contains('$'), "{}: {text}", phrase.key);
    text
}

#[test]
fn every_answer_about_every_preset_has_words() {
    for preset in scenario::presets().iter().filter(|preset| preset.is_small()) {
        let trace = run(preset.name);
        let index = Index::of(&trace);
        let last = trace.frame_at(trace.end());
        let words = Words::english(trace.plan(), &last.cluster);
        for (_, record) in trace.records() {
            let sentence = words.sentence(&record, trace.rule(&record));
            assert!(!sentence.contains('$'), "{}: {sentence}", preset.name);
            assert!(!words.fact(&record).contains('$'));
        }
        let end = trace.end().ms();
        for part in 0..20 {
            let at = base::SimTime::from_ms(end * part / 19);
            let frame = trace.frame_at(at);
            let picture = stage(&trace, &index, &frame, Detail::Tiles);
            said(&words, &picture.caption);
            for zone in picture.pools.iter().flat_map(|pool| &pool.zones) {
                said(&words, &zone.head);
                for tile in &zone.tiles {
                    said(&words, &tile.word);
                    tile.line.iter().for_each(|line| {
                        said(&words, line);
                    });
                }
            }
            let nodes = trace.plan().names.nodes.len() as u32;
            let subjects = (0..nodes)
                .map(|id| Subject::Node(base::NodeId(id)))
                .chain(
                    (0..frame.cluster.pod_count().min(40)).map(|id| Subject::Pod(base::PodId(id))),
                )
                .chain(trace.plan().pools.ids().map(Subject::Pool))
                .chain(trace.plan().budgets.ids().map(Subject::Budget))
                .chain(trace.plan().workloads.ids().map(Subject::Workload))
                .chain(trace.plan().services.ids().map(Subject::Service))
                .chain(trace.plan().zones.ids().map(Subject::Zone));
            for subject in subjects {
                let name = words.subject(subject);
                let asked = parse_subject(&trace, &name, at).unwrap();
                let answer = why(&trace, &index, asked, at).unwrap();
                said(&words, &answer.what);
                assert!(answer.since <= at || answer.reasons.is_empty(), "{name}");
                for reason in &answer.reasons {
                    let text = words.say_with_rule(&reason.sentence, reason.rule);
                    assert!(text != reason.rule.slug && !text.contains('$'), "{text}");
                    for input in &reason.inputs {
                        said(&words, &input.name);
                        assert!(!matches!(&input.value, Value::Names(names) if names.is_empty()));
                    }
                }
                answer.until.iter().for_each(|until| {
                    said(&words, &until.sentence);
                });
            }
        }
        let lanes = lanes(&trace, &index);
        let all = Outcome::of(&trace, &index, Ended::Quiet);
        assert_eq!(lanes.nodes.min(), i64::from(all.nodes.min), "{}", preset.name);
        assert_eq!(lanes.nodes.max(), i64::from(all.nodes.max), "{}", preset.name);
        assert_eq!(lanes.pending.max(), i64::from(all.pending_max), "{}", preset.name);
    }
}

#[test]
fn every_chain_ends_in_a_root() {
    let trace = run("three-zones");
    for (no, _) in trace.records() {
        let chains = query::chains(&trace, no);
        let root = chains.causes.last().and_then(|no| trace.record(*no)).unwrap();
        assert_eq!(root.cause, None);
    }
}
