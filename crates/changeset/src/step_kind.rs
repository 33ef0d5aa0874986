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

#[cfg(test)]
mod tests {
    use super::*;

    const POOLS: &str =
        r#"{"pools":[{"name":"a","max":1,"upgradeSettings":{"maxSurge":1,"maxUnavailable":0}}]}"#;

    fn json(text: &str) -> Json {
        Json::parse(text).expect("it is JSON")
    }

    fn said(kind: &StepKind) -> String {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        match kind {
            StepKind::Field { name, before, after } => {
                format!("{name} {} → {}", value(before), value(after))
            }
            other => format!("{other:?}"),
        }
    }

    /// The kind of setting the value at the pointer.
    fn set(pointer: &str, value: &str) -> StepKind {
        StepKind::of(&json(POOLS), &Edit::Set(pointer.to_owned(), json(value)))
    }

    /// An object is named by the one field that differs, be it new, gone or changed; if several differ, by its own name.
    #[test]
    fn a_single_changed_field_names_the_step() {
        let settings = |value: &str| said(&set("/pools/0/upgradeSettings", value));
        assert_eq!(settings(r#"{"maxSurge":2,"maxUnavailable":0}"#), "maxSurge 1 → 2");
        assert_eq!(settings(r#"{"maxSurge":1}"#), "maxUnavailable 0 → -");
        assert_eq!(
            settings(r#"{"maxSurge":1,"maxUnavailable":0,"strategy":"SURGE"}"#),
            "strategy - → SURGE"
        );
        for several in
            [r#"{"maxSurge":2}"#, r#"{"maxSurge":2,"maxUnavailable":1}"#, r#"{"strategy":"SURGE"}"#]
        {
            assert_eq!(settings(several), "upgradeSettings - → -", "{several}");
        }
    }

    /// Edits of one field that are joined are from its first value to its last.
    #[test]
    fn joined_edits_are_from_the_first_value_to_the_last() {
        let max = |text: &str, to: &str| {
            StepKind::of(&json(text), &Edit::Set("/pools/0/max".to_owned(), json(to)))
        };
        let first = max(POOLS, "2");
        let second = max(&POOLS.replace(r#""max":1"#, r#""max":2"#), "3");
        assert_eq!(said(&second), "max 2 → 3");
        assert_eq!(said(&first.clone().joined(second.clone())), "max 1 → 3");
        let third = max(&POOLS.replace(r#""max":1"#, r#""max":3"#), "40");
        assert_eq!(said(&first.clone().joined(second).joined(third)), "max 1 → 40");
        // What isn't the same field is told by the later step.
        let other = set("/pools/0/name", r#""b""#);
        assert_eq!(said(&first.clone().joined(other)), "name a → b");
        assert_eq!(said(&first.joined(StepKind::Text)), "Text");
    }

    /// What was undone alone doesn't count, nor what undid it; if some of what it undid is forgotten, it changes something.
    #[test]
    fn steps_that_were_undone_alone_do_not_count() {
        let back = |gone: &[u32]| StepKind::TakenBack { what: None, steps: Rc::from(gone) };
        let counted = |steps: Vec<(u32, StepKind)>| {
            let steps: Vec<(u32, &StepKind)> = steps.iter().map(|(no, what)| (*no, what)).collect();
            count(&steps)
        };
        let two = || vec![(1, StepKind::Text), (2, StepKind::Text)];
        let then = |gone: &[u32]| counted([two(), vec![(3, back(gone))]].concat());
        assert_eq!(counted(two()), 2);
        assert_eq!([then(&[1]), then(&[2]), then(&[1, 2])], [1, 1, 0]);
        // Of 9, or of 8 and 9, nothing is known any more.
        assert_eq!([then(&[1, 9]), then(&[9]), then(&[8, 9])], [2, 3, 3]);
    }
}
