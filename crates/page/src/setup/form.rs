//! Common parts of the document's forms: values, errors, and callbacks.

use crate::shell::state::action::Action;
use crate::shell::state::app_state::AppState;
use crate::shell::state::store::Store;
use crate::shell::widgets::{FieldNames, Stepper, TextInput};
use crate::shell::words::{t, tm, tn};
use scenario::document::setting::Setting;
use scenario::edit::{self, Edit};
use scenario::field::{FieldSpec, FieldType, StructType};
use scenario::json::Json;
use yew::prelude::*;

/// A field's view of the document: its value and its errors.
#[derive(Clone, PartialEq)]
pub struct Doc {
    pub json: crate::shell::state::shared::Shared<Json>,
    pub wrong: crate::shell::state::shared::Shared<Vec<scenario::Diagnostic>>,
}

impl Doc {
    pub fn of(state: &AppState) -> Option<Self> {
        let draft = state.draft.as_ref()?;
        Some(Self { json: draft.json.clone(), wrong: draft.diagnostics.clone() })
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

    /// The error at a pointer or below it.
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

/// A callback that sets a value at a pointer.
pub fn setter<T: 'static>(
    store: &Store,
    pointer: impl Into<String>,
    json: impl Fn(T) -> Json + 'static,
) -> Callback<T> {
    let pointer = pointer.into();
    store.on(move |value| Action::Edit(Edit::Set(pointer.clone(), json(value))))
}

/// The type of a text field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    Text,
    /// A whole number, or a text such as `25%` or `500m`.
    Amount,
    /// A duration; a bare number is seconds.
    Duration,
}

impl TextKind {
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

/// A callback that sets the typed value at a pointer, or removes the value if the field is empty.
pub fn typed_setter(
    store: &Store,
    typed: TextKind,
    pointer: impl Into<String>,
) -> Callback<String> {
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

/// Typed numbers become numbers in the document.
pub fn number_or_text(text: &str) -> Json {
    text.parse().map_or_else(|_| Json::Text(text.to_owned()), Json::Int)
}

pub fn names(word: &str, api: &'static str, flag: &'static str) -> FieldNames {
    FieldNames { word: t(word), api, flag }
}

/// The settings of an object of the document as fields of a form.
pub struct Fields<'a> {
    pub store: &'a Store,
    pub doc: &'a Doc,
    /// The JSON pointer of the object.
    pub at: String,
    pub spec: &'static StructType,
    /// The prefix of its controls' ids.
    pub id: &'a str,
}

impl Fields<'_> {
    pub fn path(&self, rest: &str) -> String {
        format!("{}/{rest}", self.at)
    }

    /// A field for a declared setting.
    pub fn setting(&self, path: &str) -> Html {
        let Some(FieldSpec { key, kind, setting, .. }) = self.spec.at(path) else {
            return html! {};
        };
        let names = FieldNames {
            word: t(setting.label),
            api: key,
            flag: setting.flags[0].map_or("", |flag| flag.name),
        };
        let id = format!("{}-{}", self.id, path.replace('/', "-"));
        let pointer = self.path(path);
        if setting.steps_to > 0 {
            let of = names.word.clone();
            return self.number(id, pointer, setting, names, &of);
        }
        let typed = match kind {
            FieldType::Duration | FieldType::Range => TextKind::Duration,
            FieldType::Int | FieldType::IntOrText => TextKind::Amount,
            _ => TextKind::Text,
        };
        self.text(&id, typed, pointer, setting.default, names)
    }

    /// A number with step buttons; `of`: the name in the buttons' labels.
    pub fn number(
        &self,
        id: String,
        pointer: String,
        setting: &Setting,
        names: FieldNames,
        of: &str,
    ) -> Html {
        let error = self.doc.error(&pointer);
        let otherwise = setting.default.parse().unwrap_or_default();
        let control = Stepper {
            id,
            value: self.doc.int(&pointer, otherwise),
            min: 0,
            max: setting.steps_to,
            less: tn("ui-less", &[("name", of.into())]),
            more: tn("ui-more", &[("name", of.into())]),
            wrong: false,
            onchange: setter(self.store, pointer, Json::Int),
        };
        control.field(names, error)
    }

    pub fn text(
        &self,
        id: &str,
        typed: TextKind,
        pointer: String,
        placeholder: &str,
        names: FieldNames,
    ) -> Html {
        let error = self.doc.error(&pointer);
        let control = TextInput {
            id: id.to_owned(),
            value: self.doc.text(&pointer),
            placeholder: placeholder.to_owned(),
            onchange: typed_setter(self.store, typed, pointer),
            ..TextInput::default()
        };
        control.field(names, error)
    }
}
