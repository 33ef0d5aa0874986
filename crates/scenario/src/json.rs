//! JSON as a tree that keeps the order of fields and duplicate keys, so that both can be reported.

use core::fmt;

use base::{Arg, Message, say};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Larger texts are refused unread.
pub const LIMIT_BYTES: usize = 128 << 20;
/// A tree of more values would take gigabytes.
const LIMIT_VALUES: usize = 16 << 20;

#[derive(Clone, PartialEq, Debug, Default)]
pub enum Json {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    /// Every number that isn't a 64-bit integer.
    Float(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Why a text isn't JSON, with line and column if known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError(pub Message);

impl Json {
    pub fn object<N: Into<String>>(fields: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    /// An object of the fields that are set: neither absent nor null.
    pub fn object_of_set<const N: usize>(fields: [(&str, Option<Self>); N]) -> Self {
        let set = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        Self::object(set.filter(|(_, value)| *value != Self::Null))
    }

    /// Reads a text; a leading byte order mark is allowed.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        if text.len() > LIMIT_BYTES {
            return Err(SyntaxError(say!("json-too-large", size = text.len() >> 20)));
        }
        let values = text.bytes().filter(|b| matches!(b, b',' | b'[' | b'{'));
        if values.count() > LIMIT_VALUES {
            return Err(SyntaxError(say!("json-too-many-values")));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut json: Self = serde_json::from_str(text)
            .map_err(|error| SyntaxError(say!("json-syntax", error = error.to_string())))?;
        if cfg!(feature = "exact") {
            json.make_exact(&mut floats(text));
        }
        Ok(json)
    }

    /// Numbers of more than fifteen digits are read to the last bit, so that what is written reads as the same: by the standard
    /// library, of which serde_json's own tables for it are a second copy.
    fn make_exact(&mut self, floats: &mut impl Iterator<Item = f64>) {
        match self {
            Self::Float(value) => *value = floats.next().unwrap_or(*value),
            Self::List(items) => items.iter_mut().for_each(|item| item.make_exact(floats)),
            Self::Object(fields) => {
                fields.iter_mut().for_each(|(_, value)| value.make_exact(floats));
            }
            _ => {}
        }
    }

    /// Reads bytes; refuses invalid UTF-8 with its position.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, SyntaxError> {
        match core::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text),
            Err(error) => {
                let at = error.valid_up_to().to_string();
                Err(SyntaxError(say!("json-not-utf-8", at = at)))
            }
        }
    }

    /// The value of a field; of duplicate keys the last one, as in other JSON readers.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => {
                fields.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; empty for other values.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// On one line, without spaces.
    pub fn compact(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// On many lines, indented by two spaces.
    pub fn pretty(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The value for a sentence, or the type of a long one.
    pub(crate) fn kind(&self) -> Message {
        let value = match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Float(value) => number_text(*value),
            Self::Text(text) if text.chars().count() <= 40 => format!("“{text}”"),
            Self::Text(_) => return say!("json-long-text"),
            Self::List(_) => return say!("json-list"),
            Self::Object(_) => return say!("json-object"),
        };
        say!("json-value", value = value)
    }
}

/// A finite number as text: `0.5`, `3`. The standard formatting would add 7 KB to the importer, which reads JSON anyway.
pub fn number_text(value: f64) -> String {
    let mut text = Json::Float(value).compact();
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

impl Json {
    /// Encodes a message: its key and its arguments by name.
    pub fn of_message(message: &Message) -> Self {
        let args = message.args.iter().map(|(name, arg)| (name.to_string(), Self::of_arg(arg)));
        Self::object([("key", Self::from(&*message.key)), ("args", Self::object(args))])
    }

    /// Encodes an argument of a message.
    pub fn of_arg(arg: &Arg) -> Self {
        match arg {
            Arg::Number(n) => Self::Int(*n),
            Arg::Text(text) => Self::from(text.as_str()),
            Arg::Message(message) => Self::of_message(message),
            Arg::List(list) => Self::List(list.iter().map(Self::of_arg).collect()),
        }
    }

    /// Decodes a message.
    pub fn message(&self) -> Option<Message> {
        let Some(Self::Object(args)) = self.get("args") else {
            return None;
        };
        let args = args.iter();
        Some(Message {
            key: self.get("key")?.text()?.to_owned().into(),
            args: args
                .map(|(name, arg)| Some((name.clone().into(), arg.arg()?)))
                .collect::<Option<_>>()?,
        })
    }

    pub fn arg(&self) -> Option<Arg> {
        Some(match self {
            Self::Int(n) => Arg::Number(*n),
            Self::Text(text) => text.into(),
            Self::List(list) => Arg::List(list.iter().map(Self::arg).collect::<Option<_>>()?),
            other => Arg::Message(other.message()?),
        })
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Int(number.into())
    }
}

/// The numbers of a JSON text that aren't 64-bit integers, in their order.
fn floats(text: &str) -> impl Iterator<Item = f64> {
    let (mut quoted, mut escaped) = (false, false);
    let tokens = text.split(move |c| {
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && c == '\\' && !escaped;
        quoted || matches!(c, '"' | ',' | ':' | '[' | ']' | '{' | '}') || c.is_whitespace()
    });
    let numbers =
        tokens.filter(|token| token.starts_with(|c: char| c == '-' || c.is_ascii_digit()));
    let floats = numbers.filter(|token| token.parse::<i64>().is_err() || *token == "-0");
    floats.filter_map(|token| token.parse().ok())
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(i64::try_from(value).map_or(Json::Float(value as f64), Json::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    seq.serialize_element(item)?;
                }
                seq.end()
            }
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
