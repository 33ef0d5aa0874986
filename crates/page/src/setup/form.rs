//! What the forms of a document have in common: its values, what was typed, and who writes it.

use crate::shell::action::Action;
use crate::shell::state::AppState;
use crate::shell::store::Store;
use crate::shell::widgets::{Field, FieldNames, Stepper, TextInput};
use crate::shell::words::{t, tm, tn};
use scenario::edit::{self, Edit};
use scenario::json::Json;
use yew::prelude::*;

/// What a field needs to know of the document: its value and what is wrong with it.
#[derive(Clone, PartialEq)]
pub struct Doc {
    pub json: crate::shell::shared::Shared<Json>,
    pub wrong: crate::shell::shared::Shared<Vec<scenario::Diagnostic>>,
}

impl Doc {
    pub fn of(state: &AppState) -> Option<Self> {
        let draft = state.draft.as_ref()?;
        Some(Self {
            json: draft.json.clone(),
            wrong: draft.diagnostics.clone(),
        })
    }

    pub fn at(&self, pointer: &str) -> Option<&Json> {
        edit::at(&self.json, pointer)
    }

    pub fn int(&self, pointer: &str, otherwise: i64) -> i64 {
        match self.at(pointer) {
            Some(Json::Int(n)) => *n,
            _ => otherwise,
        }
    }

    /// A text, or a number as text.
    pub fn text(&self, pointer: &str) -> String {
        self.at(pointer).map(as_text).unwrap_or_default()
    }

    pub fn len(&self, pointer: &str) -> usize {
        self.at(pointer).map_or(0, |list| list.items().len())
    }

    /// What is wrong at a pointer or below it.
    pub fn error(&self, pointer: &str) -> Option<String> {
        let below = format!("{pointer}/");
        self.wrong
            .iter()
            .find(|one| one.is_error() && (one.path == pointer || one.path.starts_with(&below)))
            .map(|one| tm(&one.message))
    }
}

pub fn as_text(json: &Json) -> String {
    match json {
        Json::Text(text) => text.clone(),
        Json::Int(n) => n.to_string(),
        Json::Bool(value) => value.to_string(),
        Json::Null => String::new(),
        Json::Float(_) | Json::List(_) | Json::Object(_) => json.compact(),
    }
}

/// A callback that puts a value at a pointer.
pub fn setter<T: 'static>(
    store: &Store,
    pointer: impl Into<String>,
    json: impl Fn(T) -> Json + 'static,
) -> Callback<T> {
    let pointer = pointer.into();
    store.on(move |value| Action::Edit(Edit::Set(pointer.clone(), json(value))))
}

/// What a text field means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    Text,
    /// A whole number, or a text such as `25%` or `500m`.
    Amount,
    /// A duration; a bare number is seconds.
    Duration,
}

impl Typed {
    fn json(self, text: &str) -> Json {
        match self {
            Self::Text => Json::Text(text.to_owned()),
            Self::Amount => number_or_text(text),
            Self::Duration if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                Json::Text(format!("{text}s"))
            }
            Self::Duration => Json::Text(text.to_owned()),
        }
    }
}

/// The same for what is typed; an empty field is taken away.
pub fn typed_setter(store: &Store, typed: Typed, pointer: impl Into<String>) -> Callback<String> {
    let pointer = pointer.into();
    store.on(move |text: String| {
        let text = text.trim();
        Action::Edit(if text.is_empty() {
            Edit::Remove(pointer.clone())
        } else {
            Edit::Set(pointer.clone(), typed.json(text))
        })
    })
}

/// What people type as a number is one in the document.
pub fn number_or_text(text: &str) -> Json {
    text.parse()
        .map_or_else(|_| Json::Text(text.to_owned()), Json::Int)
}

pub fn names(word: &str, api: &'static str, flag: &'static str) -> FieldNames {
    FieldNames {
        word: t(word),
        api,
        flag,
    }
}

/// Where a pool's fields stand in the document, and how they are shown.
pub struct Fields<'a> {
    pub store: &'a Store,
    pub doc: &'a Doc,
    pub(crate) pool: String,
}

impl Fields<'_> {
    pub fn path(&self, rest: &str) -> String {
        format!("{}/{rest}", self.pool)
    }

    pub(crate) fn number(&self, rest: &str, otherwise: i64, max: i64, names: FieldNames) -> Html {
        let pointer = self.path(rest);
        let error = self.doc.error(&pointer);
        let id = format!("pool-{}", rest.replace('/', "-"));
        let control = Stepper {
            id: id.clone(),
            value: self.doc.int(&pointer, otherwise),
            min: 0,
            max,
            less: tn("ui-less", &[("name", names.word.as_str().into())]),
            more: tn("ui-more", &[("name", names.word.as_str().into())]),
            wrong: error.is_some(),
            onchange: setter(self.store, pointer, Json::Int),
        };
        Field { id, names, error }.show(control.show())
    }

    pub fn text(
        &self,
        id: &str,
        typed: Typed,
        pointer: String,
        placeholder: &str,
        names: FieldNames,
    ) -> Html {
        let error = self.doc.error(&pointer);
        let control = TextInput {
            id: id.to_owned(),
            value: self.doc.text(&pointer),
            placeholder: placeholder.to_owned(),
            wrong: error.is_some(),
            onchange: typed_setter(self.store, typed, pointer),
            ..TextInput::default()
        };
        let id = id.to_owned();
        Field { id, names, error }.show(control.show())
    }
}
