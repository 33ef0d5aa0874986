//! Plain values of a document: text, numbers, booleans, and parts that are kept unread.

use super::field::{Field, FieldType, Reader};
use super::json::Json;
use base::{Arg, say};

impl Field for String {
    const TYPE: FieldType = FieldType::Text;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        match json {
            Json::Text(text) => Some(text.clone()),
            other => {
                cx.wrong("json-text", other);
                None
            }
        }
    }
    fn write(&self) -> Json {
        Json::Text(self.clone())
    }
    fn is_default(&self) -> bool {
        self.is_empty()
    }
}

impl Field for bool {
    const TYPE: FieldType = FieldType::Bool;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        match json {
            Json::Bool(value) => Some(*value),
            other => {
                cx.wrong("json-flag", other);
                None
            }
        }
    }
    fn write(&self) -> Json {
        Json::Bool(*self)
    }
    fn is_default(&self) -> bool {
        !self
    }
}

/// A part that is kept unread.
impl Field for Json {
    const TYPE: FieldType = FieldType::Any;
    fn read<'a>(json: &'a Json, _: &mut Reader<'a>) -> Option<Self> {
        Some(json.clone())
    }
    fn write(&self) -> Json {
        self.clone()
    }
    fn is_default(&self) -> bool {
        *self == Self::Null
    }
}

/// The integer of a value; APIs write 64-bit integers as text.
pub fn integer(json: &Json) -> Option<i64> {
    match json {
        Json::Int(value) => Some(*value),
        Json::Text(text) => text.parse().ok(),
        // 2⁵³: up to here a float is exactly the written integer.
        Json::Float(value) if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 => {
            Some(*value as i64)
        }
        Json::Null | Json::Bool(_) | Json::Float(_) | Json::List(_) | Json::Object(_) => None,
    }
}

impl Field for i64 {
    const TYPE: FieldType = FieldType::Int;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let value = integer(json);
        if value.is_none() {
            cx.wrong("json-integer", json);
        }
        value
    }
    fn write(&self) -> Json {
        Json::Int(*self)
    }
    fn is_default(&self) -> bool {
        *self == 0
    }
}

impl Field for u64 {
    const TYPE: FieldType = FieldType::Unsigned;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let value = match json {
            Json::Text(text) => text.parse().ok(),
            other => integer(other).and_then(|value| Self::try_from(value).ok()),
        };
        if value.is_none() {
            cx.wrong("json-large-integer", json);
        }
        value
    }
    fn write(&self) -> Json {
        i64::try_from(*self).map_or_else(|_| Json::Text(self.to_string()), Json::Int)
    }
}

/// A number as written, so that a check can report `1.5`.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Int(i64),
    Fraction(f64),
    /// A text, even `"2"`, or a boolean: the API only accepts numbers.
    Text(String),
}

impl Number {
    pub fn int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Fraction(_) | Self::Text(_) => None,
        }
    }

    /// As it is written in decimals; `None` for a text.
    pub fn decimal(&self) -> Option<String> {
        match self {
            Self::Int(value) => Some(value.to_string()),
            Self::Fraction(value) => Some(value.to_string()),
            Self::Text(_) => None,
        }
    }
}

impl From<&Number> for Arg {
    fn from(number: &Number) -> Self {
        match number.decimal() {
            Some(text) => Self::Text(text),
            None => Self::Message(say!("not-a-number")),
        }
    }
}

impl Field for Number {
    const TYPE: FieldType = FieldType::Number;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        match (integer(json), json) {
            (_, Json::Text(text)) => Some(Self::Text(text.clone())),
            (_, Json::Bool(value)) => Some(Self::Text(value.to_string())),
            (Some(value), _) => Some(Self::Int(value)),
            (None, Json::Float(value)) => Some(Self::Fraction(*value)),
            _ => {
                cx.wrong("json-number", json);
                None
            }
        }
    }
    fn write(&self) -> Json {
        match self {
            Self::Int(value) => Json::Int(*value),
            Self::Fraction(value) => Json::Float(*value),
            Self::Text(text) => Json::Text(text.clone()),
        }
    }
}

/// `2` or `"50%"`, as in budgets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IntOrText {
    Int(i64),
    Text(String),
}

impl core::fmt::Display for IntOrText {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "“{text}”"),
        }
    }
}

impl Field for IntOrText {
    const TYPE: FieldType = FieldType::IntOrText;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        match json {
            Json::Text(text) => Some(Self::Text(text.clone())),
            other => {
                let value = integer(other);
                if value.is_none() {
                    cx.wrong("json-integer-or-percentage", other);
                }
                value.map(Self::Int)
            }
        }
    }
    fn write(&self) -> Json {
        match self {
            Self::Int(value) => Json::Int(*value),
            Self::Text(text) => Json::Text(text.clone()),
        }
    }
}
