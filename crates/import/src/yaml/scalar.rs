//! Scalars by YAML's core schema, as JSON that keeps their spelling.

use granit_parser::{ScalarStyle, Tag};

use scenario::json::Json;

/// The field with fractions. Elsewhere the spelling matters more than the number: version `1.30` isn't 1.3.
const FRACTION: &str = "batchPercentage";

/// The value of a scalar after a key.
pub(super) fn read(text: &str, style: ScalarStyle, tag: Option<&Tag>, key: Option<&str>) -> Json {
    let is_plain = match tag {
        None => style == ScalarStyle::Plain,
        // `!!int "5"` is a number, `!!str 5` and `!name 5` are texts.
        Some(tag) => tag.core_suffix().is_some_and(|suffix| suffix != "str"),
    };
    match text {
        _ if !is_plain => Json::from(text),
        "" | "~" | "null" | "Null" | "NULL" => Json::Null,
        "true" | "True" | "TRUE" => Json::Bool(true),
        "false" | "False" | "FALSE" => Json::Bool(false),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+')) => {
            number(text, key).unwrap_or_else(|| Json::from(text))
        }
        _ => Json::from(text),
    }
}

fn number(text: &str, key: Option<&str>) -> Option<Json> {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("+", 10)] {
        let digits = text.strip_prefix(prefix);
        let digits = digits.filter(|digits| !digits.starts_with(['+', '-']));
        if let Some(Ok(value)) = digits.map(|digits| i64::from_str_radix(digits, radix)) {
            return Some(Json::Int(value));
        }
    }
    let is_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if text.len() > 32 || !text.bytes().all(is_number) {
        return None;
    }
    if let Ok(value) = text.parse::<i64>() {
        // Other spellings matter: a zone's code, a date.
        return (value.to_string() == text).then_some(Json::Int(value));
    }
    let value: f64 = serde_json::from_str(text).ok()?;
    let keeps_spelling = value.to_string() == text;
    (keeps_spelling || key == Some(FRACTION)).then_some(Json::Float(value))
}
