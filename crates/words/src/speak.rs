//! Words records, answers and stories of a run in a language.

use super::catalogue::{Language, english};
use super::facts::fact_of;
use super::format::{Clock, Speaker, offset};
use super::rules;
use super::visible::visible;
use base::{RecordNo, SimTime};
use model::{Cluster, Plan};
use trace::Blocker::NoNode;
use trace::log::RuleName;
use trace::text::Namer;
use trace::{Change, Phrase, Record, Subject, Value, gke};

/// A language, a clock and the names of a run. The cluster of the last frame has every name.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    speaker: Speaker<'a>,
    plan: &'a Plan,
}

impl<'a> Words<'a> {
    pub fn new(language: Language, clock: Clock<'a>, plan: &'a Plan, cluster: &'a Cluster) -> Self {
        Self { speaker: Speaker { language, clock, names: Some(Namer { plan, cluster }) }, plan }
    }

    /// English with offsets from the start: command line, tests.
    pub fn english(plan: &'a Plan, cluster: &'a Cluster) -> Self {
        Self::new(english(), &offset, plan, cluster)
    }

    pub fn say(&self, phrase: &Phrase) -> String {
        self.speaker.say(phrase)
    }

    pub fn message(&self, key: &str, args: &[(&'static str, Value)]) -> String {
        self.speaker.message(key, args)
    }

    pub fn value(&self, value: &Value) -> String {
        self.speaker.value(value)
    }

    /// An instant, by the clock.
    pub fn instant(&self, at: SimTime) -> String {
        (self.speaker.clock)(at)
    }

    /// `pod/web-1`
    pub fn subject(&self, subject: Subject) -> String {
        self.speaker.subject(subject)
    }

    /// `web-1`
    pub fn name(&self, subject: Subject) -> String {
        self.speaker.name(subject)
    }

    /// The fewest words for a row, for the event log: `cordoned`.
    pub fn fact(&self, record: &Record) -> String {
        self.say(&fact_of(self.plan, record))
    }

    /// The story's sentence for a row: what its rule did, with the values.
    pub fn sentence(&self, record: &Record, rule: RuleName) -> String {
        // The rule's sentence is about what it blocks, with numbers that this row doesn't have.
        if record.change == Change::Unblocked {
            return self.fact(record);
        }
        let key = rules::key(rule.slug);
        if self.speaker.language.find(&key).is_none() {
            // A newer engine may have rules that this version has no words for.
            return self.fact(record);
        }
        let said = self.message(&key, &rules::arguments(self.plan, record));
        match (record.change, record.subject, self.speaker.names) {
            (Change::Blocked { by: NoNode { filter, .. } }, Subject::Pod(pod), Some(names)) => {
                let told = gke::rejection(self.plan, names.cluster.owner(pod), filter);
                said.replacen(gke::filter(filter).message, &visible(told), 1)
            }
            _ => said,
        }
    }

    /// The rule's general sentence.
    pub fn rule(&self, rule: RuleName) -> String {
        let key = format!("{}.rule", rules::key(rule.slug));
        match self.speaker.language.find(&key) {
            Some(_) => self.message(&key, &[]),
            None => rule.slug.to_owned(),
        }
    }

    /// A phrase that may name its rule as `$rule`.
    pub fn say_with_rule(&self, phrase: &Phrase, rule: RuleName) -> String {
        let mut args = phrase.args.clone();
        args.push(("rule", Value::Text(self.rule(rule))));
        self.message(phrase.key, &args)
    }

    /// `17. +00:03:00 node/a-1: Cordoned … (SU-06 KD-01)`
    pub fn story_line(&self, no: RecordNo, record: &Record, rule: RuleName) -> String {
        let ids =
            if rule.ids.is_empty() { String::new() } else { format!(" ({})", rule.ids.join(" ")) };
        format!(
            "{}. {} {}: {}{ids}",
            no.0,
            self.instant(record.at),
            self.subject(record.subject),
            self.sentence(record, rule)
        )
    }
}
