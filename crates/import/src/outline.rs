//! The outline of a JSON document: its top-level keys, just enough to choose the reader.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::loose::{Scalar, Text, To, drain_seq, from_scalar, scalars};

/// The outline of a document's top level.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The keys of the object, or of the first objects of a list.
    pub(super) keys: Vec<String>,
    /// The number of elements, if the document is a list.
    pub(super) elements: Option<usize>,
    /// It is an object.
    pub(super) object: bool,
    /// `version`, if it is an integer as in a scenario.
    pub(super) version: Option<i64>,
    /// `message` of an error answer.
    pub(super) message: String,
    /// The keys were decisive before the end was reached.
    decided: bool,
}

/// Keys that no other format has at the top level, so that the rest needn't be read.
const DECISIVE: [&str; 7] =
    ["apiVersion", "items", "metadata", "spec", "clusters", "nodePools", "pools"];

/// More keys than any known format has at the top level.
const KEYS: usize = 256;

impl Outline {
    /// Outlines the document at the start of the text. `Err`: it isn't JSON.
    pub(super) fn of(text: &str) -> Result<Self, serde_json::Error> {
        let mut outline = Self::default();
        let mut from = serde_json::Deserializer::from_str(text);
        match (OutlineReader { outline: &mut outline, depth: 0 }).deserialize(&mut from) {
            Ok(()) => Ok(outline),
            Err(_) if outline.decided => Ok(outline),
            Err(error) => Err(error),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|other| other == key)
    }

    pub(super) fn has_any(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.has(key))
    }
}

struct OutlineReader<'a> {
    outline: &'a mut Outline,
    depth: u8,
}

impl<'de> DeserializeSeed<'de> for OutlineReader<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OutlineReader<'_> {
    type Value = ();
    scalars!(self, |_scalar| ());

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if self.depth > 0 {
            return drain_seq(seq);
        }
        let outline = self.outline;
        outline.elements = Some(0);
        while seq.next_element_seed(OutlineReader { outline: &mut *outline, depth: 1 })?.is_some() {
            outline.elements = outline.elements.map(|count| count + 1);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.outline.object = true;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "version" => {
                    let mut version = Integer::default();
                    map.next_value_seed(To(&mut version))?;
                    self.outline.version = version.0;
                }
                "error" => {
                    let mut error = ErrorBody::default();
                    map.next_value_seed(To(&mut error))?;
                    self.outline.message = error.message.0;
                }
                _ if DECISIVE.contains(&key.as_str()) => {
                    self.outline.keys.push(key);
                    self.outline.decided = true;
                    // Stops reading; the caller knows that the file isn't invalid.
                    return Err(A::Error::custom("decided"));
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            // A list of many small objects repeats its keys.
            if self.outline.keys.len() < KEYS && !self.outline.has(&key) {
                self.outline.keys.push(key);
            }
        }
        Ok(())
    }
}

super::loose::shape! {
    ErrorBody {
        "message" => message: Text,
    }
}

/// A number without a fraction; not a text such as `"1"`.
#[derive(Default)]
struct Integer(Option<i64>);

from_scalar!(Integer, |scalar: Scalar<'_>| Integer(match scalar {
    Scalar::Int(value) => Some(value),
    Scalar::Null | Scalar::Bool(_) | Scalar::Float(_) | Scalar::Text(_) => None,
}));
