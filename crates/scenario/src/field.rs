//! Reads document types from JSON, writes and describes them: all by one table of fields.
//!
//! Not derived by serde: a derived reader stops at the first wrong value and knows no JSON pointers, and it would
//! make the page larger than these loops over tables, which report every wrong value and every unknown field.

use base::{Message, Set, say};

use super::by_name::similar;
use super::diagnostic::{Diagnostic, Diagnostics};
pub use super::document::setting::{FieldSpec, FieldType, StructType, is_limited};
use super::json::Json;

/// A type of the document. Its `Default` is the meaning of an absent field.
pub trait Field: Sized {
    const TYPE: FieldType;
    /// Reads a value, or reports its error.
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self>;
    fn write(&self) -> Json;
    /// Does it equal an absent value?
    fn is_default(&self) -> bool {
        false
    }
    /// Visits the structs in it, with their index in a list.
    fn structs<'s>(&'s self, _: &mut dyn FnMut(Option<usize>, &'s dyn Struct)) {}
}

/// A struct of the document without its type, so that one loop serves all structs.
pub trait Struct {
    fn spec(&self) -> &'static StructType;
    fn slot(&self, at: usize) -> Option<&dyn FieldSlot>;
    fn slot_mut(&mut self, at: usize) -> Option<&mut dyn FieldSlot>;
}

/// The current place in the document, and the errors so far.
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

    /// `expected`: the message key of the expected type.
    pub fn wrong(&mut self, expected: &'static str, found: &Json) {
        let finding = Diagnostic::error("document/type", self.pointer());
        let finding = finding.with("expected", say!(expected));
        self.diagnostics.push(finding.with("found", found.kind()));
    }

    pub fn warn(&mut self, code: &'static str, message: Message) {
        let finding = Diagnostic::warning(code, self.pointer());
        self.diagnostics.push(finding.says(message));
    }

    /// Reads the fields of an object into their slots; null counts as absent.
    pub fn object(&mut self, json: &'a Json, into: &mut dyn Struct) -> bool {
        let known = into.spec().fields;
        let Json::Object(fields) = json else {
            self.wrong("json-object", json);
            return false;
        };
        self.duplicates(fields);
        for (key, value) in fields {
            self.path.push(PathStep::Key(key));
            match known.iter().position(|field| field.key == key) {
                None => self.unknown(key, known),
                Some(_) if *value == Json::Null => {}
                Some(at) => into.slot_mut(at).map_or((), |slot| slot.set(value, self)),
            }
            self.path.pop();
        }
        for FieldSpec { key, .. } in known.iter().filter(|field| field.required) {
            let there = fields.iter().any(|(name, value)| name == key && *value != Json::Null);
            if !there {
                let path = self.pointer();
                self.diagnostics
                    .push(Diagnostic::error("document/missing", path).with("key", *key));
            }
        }
        true
    }

    /// Reads a list, or reports that it isn't one.
    pub fn list(&mut self, json: &'a Json, each: &mut dyn FnMut(&'a Json, &mut Self)) -> bool {
        let Json::List(items) = json else {
            self.wrong("json-list", json);
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
            // Nearly every object is small, and comparing keys pairwise is quicker then than a set.
            let twice = if fields.len() <= 16 {
                fields[..at].iter().any(|(other, _)| other == key)
            } else {
                !seen.insert(key.as_str())
            };
            if twice && !self.diagnostics.is_full() {
                self.path.push(PathStep::Key(key));
                self.warn(
                    "document/duplicate-field",
                    say!("check-document-duplicate-field", key = key),
                );
                self.path.pop();
            }
        }
    }

    fn unknown(&mut self, key: &str, known: &[FieldSpec]) {
        if self.diagnostics.is_full() {
            self.diagnostics.leave_out();
            return;
        }
        let similar =
            known.iter().find(|field| similar(field.key, key)).map_or("none", |field| field.key);
        self.warn(
            "document/unknown-field",
            say!("check-document-unknown-field", key = key, similar = similar),
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

/// A field of a struct without its type.
pub trait FieldSlot {
    /// Sets the value, if valid.
    fn set<'a>(&mut self, json: &'a Json, cx: &mut Reader<'a>);
    /// The value, unless it equals an absent one.
    fn get(&self, required: bool) -> Option<Json>;
    /// Visits the structs in it, with their index in a list.
    fn each<'s>(&'s self, visit: &mut dyn FnMut(Option<usize>, &'s dyn Struct));
}

impl<T: Field> FieldSlot for T {
    fn set<'a>(&mut self, json: &'a Json, cx: &mut Reader<'a>) {
        if let Some(value) = T::read(json, cx) {
            *self = value;
        }
    }
    fn get(&self, required: bool) -> Option<Json> {
        (required || !self.is_default()).then(|| self.write())
    }
    fn each<'s>(&'s self, visit: &mut dyn FnMut(Option<usize>, &'s dyn Struct)) {
        self.structs(visit);
    }
}

/// The object of all fields that differ from absent ones.
pub fn written(of: &dyn Struct) -> Json {
    let fields = of.spec().fields.iter().enumerate();
    let said = fields.filter_map(|(at, field)| {
        let value = of.slot(at)?.get(field.required)?;
        Some((field.key, value))
    });
    Json::object(said)
}

/// Do all fields equal absent ones?
pub fn is_default(of: &dyn Struct) -> bool {
    let mut slots = (0..).map_while(|at| of.slot(at));
    slots.all(|slot| slot.get(false).is_none())
}

/// Declares structs of the document: each field with its JSON name, its doc, `required` if it must be given, and
/// in braces its further settings.
macro_rules! document {
    (@yes required) => { true };
    ($($(#[doc = $about:literal])* pub struct $name:ident {
        $($(#[doc = $doc:literal])* $key:literal $field:ident: $type:ty $(: $required:ident)? $({ $($setting:tt)+ })?,)*
    })*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Debug, Default)]
        pub struct $name { $($(#[doc = $doc])* pub $field: $type,)* }

        const _: () = {
            #[allow(non_camel_case_types)]
            enum FieldNumber { $($field,)* }

            const FIELDS: &[$crate::field::FieldSpec] = &[$($crate::field::FieldSpec {
                key: $key,
                #[cfg(feature = "schema")]
                doc: concat!("" $(, $doc)*),
                required: false $(|| document!(@yes $required))?,
                kind: <$type as $crate::field::Field>::TYPE,
                setting: &const { $crate::document::setting::NONE $(. $($setting)+)? },
            },)*];

            static SPEC: $crate::field::StructType = $crate::field::StructType {
                #[cfg(feature = "schema")]
                name: stringify!($name),
                #[cfg(feature = "schema")]
                about: concat!($($about),*),
                fields: FIELDS,
                is_limited: $crate::field::is_limited(FIELDS),
            };

            impl $name {
                pub const SPEC: &$crate::field::StructType = &SPEC;
            }

            impl $crate::field::Struct for $name {
                fn spec(&self) -> &'static $crate::field::StructType {
                    &SPEC
                }
                fn slot(&self, at: usize) -> Option<&dyn $crate::field::FieldSlot> {
                    match at {
                        $(at if at == FieldNumber::$field as usize => Some(&self.$field),)*
                        _ => None,
                    }
                }
                fn slot_mut(&mut self, at: usize) -> Option<&mut dyn $crate::field::FieldSlot> {
                    match at {
                        $(at if at == FieldNumber::$field as usize => Some(&mut self.$field),)*
                        _ => None,
                    }
                }
            }

            impl $crate::field::Field for $name {
                const TYPE: $crate::field::FieldType = $crate::field::FieldType::Struct(&SPEC);
                fn read<'a>(
                    json: &'a $crate::json::Json,
                    cx: &mut $crate::field::Reader<'a>,
                ) -> Option<Self> {
                    let mut this = Self::default();
                    cx.object(json, &mut this).then_some(this)
                }
                fn write(&self) -> $crate::json::Json {
                    $crate::field::written(self)
                }
                fn is_default(&self) -> bool {
                    $crate::field::is_default(self)
                }
                fn structs<'s>(
                    &'s self,
                    visit: &mut dyn FnMut(Option<usize>, &'s dyn $crate::field::Struct),
                ) {
                    visit(None, self);
                }
            }
        };
    )*};
}
pub(crate) use document;

impl<T: Field> Field for Option<T> {
    const TYPE: FieldType = T::TYPE;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        T::read(json, cx).map(Some)
    }
    fn write(&self) -> Json {
        self.as_ref().map_or(Json::Null, T::write)
    }
    fn is_default(&self) -> bool {
        self.is_none()
    }
    fn structs<'s>(&'s self, visit: &mut dyn FnMut(Option<usize>, &'s dyn Struct)) {
        if let Some(value) = self {
            value.structs(visit);
        }
    }
}

impl<T: Field> Field for Vec<T> {
    const TYPE: FieldType = FieldType::List(&T::TYPE);
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let mut all = Self::new();
        cx.list(json, &mut |item, cx| all.extend(T::read(item, cx))).then_some(all)
    }
    fn write(&self) -> Json {
        Json::List(self.iter().map(T::write).collect())
    }
    fn is_default(&self) -> bool {
        self.is_empty()
    }
    fn structs<'s>(&'s self, visit: &mut dyn FnMut(Option<usize>, &'s dyn Struct)) {
        for (at, value) in self.iter().enumerate() {
            value.structs(&mut |_, inner| visit(Some(at), inner));
        }
    }
}

/// A map of names to values: labels, selectors, requests.
pub type Map<T = String> = base::Map<String, T>;

impl<T: Field> Field for Map<T> {
    const TYPE: FieldType = FieldType::Map(&T::TYPE);
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let Json::Object(fields) = json else {
            cx.wrong("json-object", json);
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
        Json::Object(self.iter().map(|(key, value)| (key.clone(), value.write())).collect())
    }
    fn is_default(&self) -> bool {
        self.is_empty()
    }
}
