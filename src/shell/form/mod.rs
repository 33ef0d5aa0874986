//! Common parts of the document's forms: values, errors, and callbacks.

mod typed;

pub use self::typed::{TextKind, as_text, number_or_text};

use crate::shell::state::{Action, AppState, Shared, Store};
use crate::shell::widgets::{Choice, FieldNames, Stepper, TextInput, field, framed};
use crate::shell::words::{attribute, hint, t, tm, tn};
use base::Message;
use scenario::Diagnostic;
use scenario::document::setting::{Allowed, Setting};
use scenario::edit::{self, Edit};
use scenario::field::{FieldSpec, FieldType, StructType};
use scenario::json::Json;
use yew::prelude::*;

/// A field's view of the document: its value and its errors.
#[derive(Clone, PartialEq)]
pub struct Doc {
    pub json: Shared<Json>,
    pub wrong: Shared<Vec<Diagnostic>>,
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
            // As GKE prints some numbers.
            Some(Json::Text(text)) => text.trim().parse().unwrap_or(otherwise),
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
        self.error_beside(pointer, &[])
    }

    /// The first error below the pointer, without those of fields that show their own.
    pub fn error_beside(&self, pointer: &str, fields: &[&str]) -> Option<String> {
        let own = |one: &Diagnostic| match one.path.strip_prefix(pointer) {
            Some("") => true,
            Some(below) => below.strip_prefix('/').is_some_and(|path| !fields.contains(&path)),
            None => false,
        };
        self.wrong.iter().find(|one| one.is_error() && own(one)).map(sentence)
    }

    /// What is unusual about the value at a pointer, or below it.
    pub fn warning(&self, pointer: &str) -> String {
        self.warning_of(pointer, |_| true)
    }

    /// The same, of findings with these codes.
    pub fn warning_of(&self, pointer: &str, is_meant: impl Fn(&str) -> bool) -> String {
        let own = |one: &&Diagnostic| {
            let below = one.path.strip_prefix(pointer);
            let is_own = below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            is_own && !one.is_error() && is_meant(one.code)
        };
        self.wrong.iter().find(own).map(sentence).unwrap_or_default()
    }

    /// What is reported about a sum to which a number contributes.
    fn of_sum(&self, pointer: &str) -> Option<String> {
        let of_sum = |one: &&Diagnostic| {
            ["limits/too-many", "surge/more-than-20"].contains(&one.code)
                && pointer.strip_prefix(one.path.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        self.wrong.iter().find(of_sum).map(sentence)
    }
}

/// The message of a diagnostic, and how to fix it.
pub fn sentence(one: &Diagnostic) -> String {
    let text = format!("{} {}", tm(&one.message), hint(&one.message));
    text.trim_end().to_owned()
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

pub fn names(word: &'static str, api: &'static str, flag: &'static str) -> FieldNames {
    FieldNames { word: t(word), api, flag, means: meaning(word), ..FieldNames::default() }
}

/// The sentence about a field; empty if its label has none.
fn meaning(label: &'static str) -> String {
    attribute(&Message::new(label), "means")
}

/// `0 to 20`
fn range(setting: &Setting) -> String {
    let most = match setting.allowed {
        _ if setting.steps_to > 0 => setting.steps_to,
        Allowed::Between(0, most) => most,
        _ => return String::new(),
    };
    // Larger ones are limits of the type.
    if most < 100_000 { tn("ui-number-range", &[("most", most.into())]) } else { String::new() }
}

/// `4 vCPU, 16 GiB`; empty for a type that isn't in the table.
fn machine_size(name: &str) -> String {
    let Some(machine) = scenario::machines::machine(name) else {
        return String::new();
    };
    let rounded = |amount: i64, unit: i64| match amount % unit {
        0 => (amount / unit).to_string(),
        _ => format!("{:.2}", amount as f64 / unit as f64),
    };
    let args = [
        ("cpu", rounded(machine.cpu_m, 1000).into()),
        ("memory", rounded(machine.memory_bytes, 1 << 30).into()),
    ];
    tn("ui-machine-size", &args)
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
        let flag = setting.flags[0];
        let names = names(setting.label, key, flag.map_or("", |flag| flag.name));
        let pointer = self.path(path);
        let warns = self.doc.warning(&pointer);
        let range = match *key {
            "machineType" => machine_size(&self.doc.text(&pointer)),
            _ => range(setting),
        };
        let names = FieldNames { range, warns, ..names };
        let id = format!("{}-{}", self.id, path.replace('/', "-"));
        if setting.steps_to > 0 {
            let of = names.word.clone();
            return self.number(id, pointer, setting, names, &of);
        }
        let typed = match (kind, setting.allowed) {
            (FieldType::Bool, _) => return self.switch(id, pointer, setting, names),
            (_, Allowed::Words(words)) => return self.choice(id, pointer, words, setting, names),
            (FieldType::Duration | FieldType::Range, _) => TextKind::Duration,
            (FieldType::Int | FieldType::IntOrText, _) => TextKind::Amount,
            (FieldType::Map(_), _) => TextKind::Labels,
            (FieldType::List(FieldType::Text), _) => TextKind::List,
            (FieldType::List(_), _) if flag.is_some() => TextKind::Taints,
            (FieldType::List(_), _) => TextKind::Tolerations,
            _ => TextKind::Text,
        };
        self.text(&id, typed, pointer, setting.default, names)
    }

    /// A value that is on or off.
    fn switch(&self, id: String, pointer: String, setting: &Setting, names: FieldNames) -> Html {
        let on = match self.doc.at(&pointer) {
            Some(Json::Bool(on)) => *on,
            _ => setting.default == "true",
        };
        let error = self.doc.error(&pointer);
        let onchange = setter(self.store, pointer, move |_: Event| Json::Bool(!on));
        let control = html! { <input type="checkbox" id={id.clone()} checked={on} {onchange} /> };
        field(id, names, error, control)
    }

    /// One of the API's words.
    fn choice(
        &self,
        id: String,
        pointer: String,
        words: &'static [&'static str],
        setting: &Setting,
        names: FieldNames,
    ) -> Html {
        let value = Some(self.doc.text(&pointer)).filter(|value| !value.is_empty());
        let value = value.unwrap_or_else(|| setting.default.to_owned());
        let error = self.doc.error(&pointer);
        let options = words.iter().map(|word| ((*word).to_owned(), (*word).to_owned()));
        let options = options.collect();
        let onchange = setter(self.store, pointer, Json::Text);
        Choice { id, value, options, onchange, ..Choice::default() }.field(names, error)
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
        let value = self.doc.int(&pointer, setting.default.parse().unwrap_or_default());
        let beyond = || self.doc.of_sum(&pointer).filter(|_| value > setting.steps_to);
        let error = self.doc.error(&pointer).or_else(beyond);
        let control = Stepper {
            id,
            text: match self.doc.text(&pointer) {
                text if text.is_empty() => value.to_string(),
                text => text,
            },
            value,
            max: setting.steps_to,
            less: tn("ui-less", &[("name", of.into())]),
            more: tn("ui-more", &[("name", of.into())]),
            wrong: false,
            onchange: typed_setter(self.store, TextKind::Amount, pointer),
        };
        control.field(names, error)
    }

    /// A callback that sets the typed value; what its text doesn't say of unchanged items stays.
    fn typed(&self, typed: TextKind, pointer: String) -> Callback<String> {
        let old = self.doc.at(&pointer).cloned().unwrap_or_default();
        self.store.on(move |text: String| {
            let text = text.trim();
            Action::Edit(match text.is_empty() {
                true => Edit::Remove(pointer.clone()),
                false => Edit::Set(pointer.clone(), typed.json_instead_of(text, &old)),
            })
        })
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
        let wide = !matches!(typed, TextKind::Text | TextKind::Amount | TextKind::Duration);
        let control = TextInput {
            id: id.to_owned(),
            wrong: error.is_some(),
            value: self.doc.at(&pointer).map(|json| typed.text(json)).unwrap_or_default(),
            placeholder: placeholder.to_owned(),
            onchange: self.typed(typed, pointer),
            ..TextInput::default()
        };
        framed(if wide { "fld tall" } else { "fld" }, id.to_owned(), names, error, control.show())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_field_says_what_is_wrong_and_what_is_accepted() {
        let preset = scenario::preset("docs-5-nodes").expect("a preset");
        let preset = Json::parse(preset.text()).expect("it is JSON");
        let mut said = String::new();
        for (pointer, value) in [
            ("/pools/0/upgradeSettings/maxSurge", Json::from("abc")),
            ("/pools/0/upgradeSettings/maxSurge", Json::Int(99)),
            ("/pools/0/initialNodeCount", Json::Int(-1)),
            ("/pools/0/initialNodeCount", Json::Int(99_999)),
        ] {
            let json = edit::apply(&preset, &Edit::Set(pointer.to_owned(), value));
            let wrong = scenario::look(&json).1;
            let doc = Doc { json: Shared::new(json), wrong: Shared::new(wrong) };
            assert_eq!(doc.error_beside("/pools/0", &[&pointer[9..]]), None);
            let (own, sum) = (doc.error(pointer), doc.of_sum(pointer));
            said += &format!("{}\n", own.or(sum).unwrap_or_default());
        }
        expect![[r#"
            maxSurge is not a number; it counts nodes. Write an integer, 0 or more.
            maxSurge 99 and maxUnavailable 1 ask for 100 nodes at once; GKE upgrades at most 20. Lower them to a sum of 20.
            -1 is out of bounds. Write a number from 0 to 2147483647.
            299,997 nodes are more than the 65,000 of a run. Split the scenario, or leave a part of it out.
        "#]].assert_eq(&said);
    }
}
