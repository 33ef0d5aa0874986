//! Phrases: the key of a message with ids and numbers, not yet in a language.

use super::change::Change;
use super::subject::Subject;
use base::quantity::IntOrPercent;
use base::{NodeId, PodId, SimSpan, SimTime};
use model::budget::Limit;

/// The key of a message with its arguments. Queries return phrases; words come later, by key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub key: &'static str,
    pub args: Vec<(&'static str, Value)>,
}

/// An argument of a phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Count(i64),
    At(SimTime),
    Span(SimSpan),
    /// A countdown, `58:47`.
    Timer(SimSpan),
    /// The bare name, `web-1`.
    Name(Subject),
    Names(Vec<Subject>),
    /// Names and words that are the same in every language: versions, API enums.
    Text(String),
    /// A fact in the shortest wording.
    Fact(Change),
    Phrase(Box<Phrase>),
    /// Phrases as a list.
    List(Vec<Phrase>),
}

impl Phrase {
    pub fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// `maxUnavailable 1`, `minAvailable 50%`.
    pub fn limit(limit: Limit) -> Self {
        let (key, value) = match limit {
            Limit::MinAvailable(value) => ("limit-min-available", value),
            Limit::MaxUnavailable(value) => ("limit-max-unavailable", value),
        };
        let text = match value {
            IntOrPercent::Int(n) => n.to_string(),
            IntOrPercent::Percent(n) => format!("{n}%"),
        };
        Self::new(key).with("value", text)
    }

    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }
}

impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Self::Count(i64::from(n))
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Count(n)
    }
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Self::Count(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<SimTime> for Value {
    fn from(at: SimTime) -> Self {
        Self::At(at)
    }
}

impl From<SimSpan> for Value {
    fn from(span: SimSpan) -> Self {
        Self::Span(span)
    }
}

impl From<Subject> for Value {
    fn from(subject: Subject) -> Self {
        Self::Name(subject)
    }
}

impl From<NodeId> for Value {
    fn from(node: NodeId) -> Self {
        Self::Name(Subject::Node(node))
    }
}

impl From<PodId> for Value {
    fn from(pod: PodId) -> Self {
        Self::Name(Subject::Pod(pod))
    }
}

impl From<Change> for Value {
    fn from(change: Change) -> Self {
        Self::Fact(change)
    }
}

impl From<Vec<Subject>> for Value {
    fn from(subjects: Vec<Subject>) -> Self {
        Self::Names(subjects)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl From<Vec<Phrase>> for Value {
    fn from(list: Vec<Phrase>) -> Self {
        Self::List(list)
    }
}
