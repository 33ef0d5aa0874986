//! How document types are read from JSON, written back and described: one list of fields for all three.
//!
//! Not derived by serde: a derived reader stops at the first wrong value and knows no JSON pointer, and it would
//! weigh more in the page than this walk, which reports every wrong value and every unknown field.

use base::{self, Set};

use super::diagnostic::{Diagnostic, Diagnostics};
use super::json::Json;
#[cfg(feature = "schema")]
use super::schema::Defs;

/// A type that can stand in a document. Its `Default` is what an absent field means.
pub trait Field: Sized {
    /// Reads a value, or reports what is wrong with it.
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self>;
    fn write(&self) -> Json;
    /// JSON schema of the type; structs are collected in `defs` and referred to.
    #[cfg(feature = "schema")]
    fn schema(defs: &mut Defs) -> Json;
}

/// Remembers where the walk is and what was wrong on the way.
#[derive(Default)]
pub struct Reader<'a> {
    path: Vec<PathStep<'a>>,
    pub diagnostics: Diagnostics,
}

enum PathStep<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Reader<'a> {
    /// JSON pointer of the current place.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in &self.path {
            match step {
                PathStep::Key(key) => push_key(&mut pointer, key),
                PathStep::Index(at) => push_key(&mut pointer, &at.to_string()),
            }
        }
        pointer
    }

    pub fn wrong(&mut self, expected: &str, found: &Json) {
        let message = format!("Expected {expected}, found {}.", found.kind());
        let path = self.pointer();
        self.diagnostics
            .push(Diagnostic::error("document/type", path).says(message));
    }

    pub fn warn(&mut self, code: &'static str, message: String, hint: String) {
        let path = self.pointer();
        self.diagnostics
            .push(Diagnostic::warning(code, path).says(message).hint(hint));
    }

    /// Reads the fields of an object, each into its slot; null stands for an absent field.
    pub fn object(
        &mut self,
        json: &'a Json,
        slots: &mut [(&str, &mut dyn FieldSlot)],
        required: &[&str],
    ) -> bool {
        let Json::Object(fields) = json else {
            self.wrong("an object", json);
            return false;
        };
        self.duplicates(fields);
        for (key, value) in fields {
            self.path.push(PathStep::Key(key));
            match slots.iter_mut().find(|(name, _)| name == key) {
                None => self.unknown(key, slots),
                Some((_, slot)) if *value != Json::Null => slot.set(value, self),
                Some(_) => {}
            }
            self.path.pop();
        }
        for key in required {
            let there = fields
                .iter()
                .any(|(name, value)| name == key && *value != Json::Null);
            if !there {
                let path = self.pointer();
                self.diagnostics.push(
                    Diagnostic::error("document/missing", path)
                        .says(format!("The field “{key}” is required.")),
                );
            }
        }
        true
    }

    /// Walks a list, or reports that there is none.
    pub fn list(&mut self, json: &'a Json, each: &mut dyn FnMut(&'a Json, &mut Self)) -> bool {
        let Json::List(items) = json else {
            self.wrong("a list", json);
            return false;
        };
        for (at, item) in items.iter().enumerate() {
            self.path.push(PathStep::Index(at));
            each(item, self);
            self.path.pop();
        }
        true
    }

    fn duplicates(&mut self, fields: &'a [(String, Json)]) {
        let mut seen = Set::new();
        for (at, (key, _)) in fields.iter().enumerate() {
            // Nearly every object is small, and asking each field before is quicker there than a set.
            let twice = if fields.len() <= 16 {
                fields[..at].iter().any(|(other, _)| other == key)
            } else {
                !seen.insert(key.as_str())
            };
            if twice && !self.diagnostics.is_full() {
                self.path.push(PathStep::Key(key));
                self.warn(
                    "document/duplicate-field",
                    format!("The field “{key}” stands here more than once; the last one counts."),
                    "Remove the others.".to_owned(),
                );
                self.path.pop();
            }
        }
    }

    fn unknown(&mut self, key: &str, known: &[(&str, &mut dyn FieldSlot)]) {
        if self.diagnostics.is_full() {
            self.diagnostics.leave_out();
            return;
        }
        let hint = known
            .iter()
            .find(|(name, _)| similar(name, key))
            .map_or_else(String::new, |(name, _)| format!("Is “{name}” meant?"));
        self.warn(
            "document/unknown-field",
            format!("The field “{key}” is not known here and is ignored."),
            hint,
        );
    }
}

/// Appends a step to a JSON pointer (RFC 6901).
pub fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// Is one of them the other in another spelling, or one letter away from it?
pub(super) fn similar(one: &str, other: &str) -> bool {
    // Most pairs are told apart here: no spelling has so many signs between its words.
    if one.len().abs_diff(other.len()) > 4 {
        return false;
    }
    fn plain(text: &str) -> impl DoubleEndedIterator<Item = u8> + Clone {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase())
    }
    fn same(pairs: impl Iterator<Item = (u8, u8)>) -> usize {
        pairs.take_while(|(a, b)| a == b).count()
    }
    let (one, other) = (plain(one), plain(other));
    let (len, other_len) = (one.clone().count(), other.clone().count());
    if len.abs_diff(other_len) > 1 || len == 0 || other_len == 0 {
        return false;
    }
    let same_head = same(one.clone().zip(other.clone()));
    let same_tail = same(one.rev().zip(other.rev()));
    same_head + same_tail + 1 >= len.max(other_len)
}

/// A field of a struct without its type, so that one walk serves all structs.
pub trait FieldSlot {
    /// Takes the value, if it is right.
    fn set<'a>(&mut self, json: &'a Json, cx: &mut Reader<'a>);
    /// The value, unless it says no more than its absence would.
    fn get(&self, required: bool) -> Option<Json>;
}

impl<T: Field + Default + PartialEq> FieldSlot for T {
    fn set<'a>(&mut self, json: &'a Json, cx: &mut Reader<'a>) {
        if let Some(value) = T::read(json, cx) {
            *self = value;
        }
    }
    fn get(&self, required: bool) -> Option<Json> {
        (required || *self != T::default()).then(|| self.write())
    }
}

/// An object of the fields that say something.
pub fn written(slots: &[(&str, bool, &dyn FieldSlot)]) -> Json {
    let mut fields = Vec::new();
    for (key, required, slot) in slots {
        if let Some(value) = slot.get(*required) {
            fields.push(((*key).to_owned(), value));
        }
    }
    Json::Object(fields)
}

/// Declares a struct of the document: each field with its JSON name, its doc and, where it must be given, `!`.
macro_rules! document {
    ($(#[doc = $about:literal])* pub struct $name:ident {
        $($(#[doc = $doc:literal])* $key:literal $field:ident: $type:ty $(: $required:ident)?,)*
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct $name { $($(#[doc = $doc])* pub $field: $type,)* }

        impl $crate::field::Field for $name {
            fn read<'a>(
                json: &'a $crate::json::Json,
                cx: &mut $crate::field::Reader<'a>,
            ) -> Option<Self> {
                let mut this = Self::default();
                let required = &[$($(document!(@key $required $key),)?)*];
                let slots = &mut [$(
                    ($key, &mut this.$field as &mut dyn $crate::field::FieldSlot),
                )*];
                cx.object(json, slots, required).then_some(this)
            }

            fn write(&self) -> $crate::json::Json {
                $crate::field::written(&[$((
                    $key,
                    false $(|| document!(@yes $required))?,
                    &self.$field,
                ),)*])
            }

            #[cfg(feature = "schema")]
            fn schema(
                defs: &mut $crate::schema::Defs,
            ) -> $crate::json::Json {
                $crate::schema::of_struct(
                    defs,
                    stringify!($name),
                    concat!($($about),*),
                    &[$($(document!(@key $required $key),)?)*],
                    &[$((
                        $key,
                        concat!("" $(, $doc)*),
                        <$type as $crate::field::Field>::schema,
                    ),)*],
                )
            }
        }
    };
    (@key required $key:literal) => { $key };
    (@yes required) => { true };
}
pub(crate) use document;

impl<T: Field> Field for Option<T> {
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        T::read(json, cx).map(Some)
    }
    fn write(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::write)
    }
    #[cfg(feature = "schema")]
    fn schema(defs: &mut Defs) -> Json {
        T::schema(defs)
    }
}

impl<T: Field> Field for Vec<T> {
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let mut all = Self::new();
        cx.list(json, &mut |item, cx| all.extend(T::read(item, cx)))
            .then_some(all)
    }
    fn write(&self) -> Json {
        Json::List(self.iter().map(T::write).collect())
    }
    #[cfg(feature = "schema")]
    fn schema(defs: &mut Defs) -> Json {
        let items = T::schema(defs);
        super::schema::object(&[("type", "array".into()), ("items", items)])
    }
}

impl<T: Field> Field for Box<T> {
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        T::read(json, cx).map(Self::new)
    }
    fn write(&self) -> Json {
        T::write(self)
    }
    #[cfg(feature = "schema")]
    fn schema(defs: &mut Defs) -> Json {
        T::schema(defs)
    }
}

/// A map of names to values: labels, selectors, requests.
pub type Map<T = String> = base::Map<String, T>;

impl<T: Field> Field for Map<T> {
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let Json::Object(fields) = json else {
            cx.wrong("an object", json);
            return None;
        };
        cx.duplicates(fields);
        let mut all = Self::new();
        for (key, value) in fields {
            cx.path.push(PathStep::Key(key));
            if let Some(value) = T::read(value, cx) {
                all.insert(key.clone(), value);
            }
            cx.path.pop();
        }
        Some(all)
    }
    fn write(&self) -> Json {
        Json::Object(
            self.iter()
                .map(|(key, value)| (key.clone(), value.write()))
                .collect(),
        )
    }
    #[cfg(feature = "schema")]
    fn schema(defs: &mut Defs) -> Json {
        let values = T::schema(defs);
        super::schema::object(&[("type", "object".into()), ("additionalProperties", values)])
    }
}
