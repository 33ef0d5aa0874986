//! The kinds of steps that change a scenario.

use scenario::edit::{self, Edit};
use scenario::json::Json;
use std::rc::Rc;

/// Longer values are truncated in a label.
const MAX_LABEL: usize = 24;

/// The kind of a step, for its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A field, with its values if they are short.
    Field {
        name: String,
        before: Option<String>,
        after: Option<String>,
    },
    Added(String),
    Removed(String),
    /// A pool, workload, budget or action was added or removed, by its name.
    New(String),
    Gone(String),
    Several(usize),
    /// A suggested change, in the words in which it was offered.
    Applied(String),
    /// The scenario was edited as text.
    Text,
    /// An operation at an instant: message key, subject, and when.
    Asked {
        key: &'static str,
        name: String,
        at: String,
        at_ms: i64,
    },
    /// A preset was opened, by its name.
    Preset(&'static str),
    /// Another scenario was opened or imported.
    Opened,
    /// The address of the page named another scenario.
    Link,
    /// The scenario was closed.
    Anew,
    /// A small cluster was opened to begin with.
    Built,
    /// A former state was taken from a comparison.
    Former,
    /// The variants of a comparison, which has its own steps.
    Variants,
    /// Steps were undone alone, by their numbers; what they did, if it was one.
    TakenBack {
        what: Option<Box<Self>>,
        steps: Rc<[u32]>,
    },
}

impl StepKind {
    /// For an operation at an instant: until then nothing changes.
    pub fn asked_at_ms(&self) -> Option<i64> {
        match self {
            Self::Asked { at_ms, .. } => Some(*at_ms),
            _ => None,
        }
    }

    /// The kind of an edit of this document.
    pub fn of(json: &Json, edit: &Edit) -> Self {
        match edit {
            Edit::Set(pointer, value) => {
                let before = edit::at(json, pointer);
                field(&name(pointer), before.unwrap_or(&Json::Null), value)
            }
            Edit::Remove(pointer) => match edit::at(json, pointer) {
                Some(value) if !in_list(pointer) => field(&name(pointer), value, &Json::Null),
                _ => Self::Removed(name(pointer)),
            },
            Edit::Append(pointer, _) => Self::Added(name(pointer)),
            Edit::Rename(pointer, to, value) => {
                let before = edit::at(json, pointer).and_then(short);
                Self::Field {
                    name: name(pointer),
                    before,
                    after: Some(match short(value) {
                        Some(value) => format!("{to} {value}"),
                        None => to.clone(),
                    }),
                }
            }
        }
    }

    /// Does it replace the whole scenario?
    pub fn whole(&self) -> bool {
        match self {
            Self::Field { .. }
            | Self::Added(_)
            | Self::Removed(_)
            | Self::New(_)
            | Self::Gone(_)
            | Self::Several(_)
            | Self::Applied(_)
            | Self::Text
            | Self::Asked { .. }
            | Self::Former
            | Self::Variants
            | Self::TakenBack { .. } => false,
            Self::Preset(_) | Self::Opened | Self::Link | Self::Anew | Self::Built => true,
        }
    }

    /// The kind of two steps of the same field.
    #[must_use]
    pub fn joined(self, next: Self) -> Self {
        match (self, next) {
            (Self::Field { name, before, .. }, Self::Field { name: same, after, .. })
                if name == same =>
            {
                Self::Field { name, before, after }
            }
            (_, next) => next,
        }
    }
}

/// The number of steps, without those that were undone alone, and without what undid them.
pub fn count(steps: &[(u32, &StepKind)]) -> usize {
    let is_there = |no: &u32| steps.iter().any(|(other, _)| other == no);
    let undoes = |what: &StepKind, no| match what {
        StepKind::TakenBack { steps, .. } => steps.contains(&no),
        _ => false,
    };
    let counts = |(no, what): &&(u32, &StepKind)| match what {
        StepKind::TakenBack { steps, .. } => !steps.iter().all(is_there),
        _ => !steps.iter().any(|(_, other)| undoes(other, *no)),
    };
    steps.iter().filter(counts).count()
}

/// The last name of a pointer; a list's item has the list's name.
fn name(pointer: &str) -> String {
    let names = pointer.rsplit('/');
    let mut named = names.filter(|name| name.parse::<usize>().is_err());
    edit::step_name(named.next().unwrap_or_default())
}

fn in_list(pointer: &str) -> bool {
    let last = pointer.rsplit('/').next();
    last.is_some_and(|last| last.parse::<usize>().is_ok())
}

/// The field, or the single changed field of an object.
fn field(name: &str, before: &Json, after: &Json) -> StepKind {
    if let (Json::Object(old), Json::Object(new)) = (before, after) {
        let gone = old.iter().filter(|(name, _)| after.get(name).is_none());
        let changed = new.iter().filter(|(name, value)| before.get(name) != Some(value));
        let names: Vec<&String> = gone.chain(changed).map(|(name, _)| name).collect();
        if let [one] = names[..] {
            let of = |json: &Json| json.get(one).cloned().unwrap_or_default();
            return field(one, &of(before), &of(after));
        }
    }
    StepKind::Field { name: name.to_owned(), before: short(before), after: short(after) }
}

/// A value as shown in a label; `None` if missing or not a single value.
fn short(value: &Json) -> Option<String> {
    let text = match value {
        Json::Text(text) => text.clone(),
        Json::Bool(_) | Json::Int(_) | Json::Float(_) => value.compact(),
        Json::Null | Json::List(_) | Json::Object(_) => return None,
    };
    if text.chars().count() <= MAX_LABEL {
        return Some(text);
    }
    let mut cut: String = text.chars().take(MAX_LABEL - 1).collect();
    cut.push('…');
    Some(cut)
}
