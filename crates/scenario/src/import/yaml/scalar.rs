//! Scalars by the core schema of YAML, as JSON that keeps how they are spelled.

use granit_parser::{ScalarStyle, Tag};

/// What the JSON ends with where a fraction follows. Elsewhere its spelling is worth more than the number: a version
/// of `1.30` is no 1.3.
const FRACTION: &str = "\"batchPercentage\":";

/// Writes a value.
pub(super) fn write(out: &mut String, text: &str, style: ScalarStyle, tag: Option<&Tag>) {
    let plain = match tag {
        None => style == ScalarStyle::Plain,
        // `!!int "5"` is a number, `!!str 5` and `!name 5` are texts.
        Some(tag) => tag.core_suffix().is_some_and(|suffix| suffix != "str"),
    };
    let core = if plain { of(text) } else { Core::Text };
    match core {
        Core::Null => out.push_str("null"),
        Core::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Core::Number => out.push_str(text),
        Core::Integer(value) => out.push_str(&value.to_string()),
        Core::Fraction if out.ends_with(FRACTION) => out.push_str(text),
        Core::Fraction | Core::Text => string(out, text),
    }
}

enum Core {
    Null,
    Bool(bool),
    /// JSON spells it in the same way.
    Number,
    /// A number in a notation that JSON has not.
    Integer(u64),
    /// A number that would be read as another spelling of it.
    Fraction,
    Text,
}

fn of(text: &str) -> Core {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Core::Null,
        "true" | "True" | "TRUE" => Core::Bool(true),
        "false" | "False" | "FALSE" => Core::Bool(false),
        _ if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+')) => {
            number(text)
        }
        _ => Core::Text,
    }
}

fn number(text: &str) -> Core {
    let other = [("0x", 16), ("0o", 8), ("+", 10)];
    let digits = |prefix| {
        let digits: &str = text.strip_prefix(prefix)?;
        digits
            .starts_with(|c: char| c.is_ascii_alphanumeric())
            .then_some(digits)
    };
    for (prefix, radix) in other {
        if let Some(Ok(value)) = digits(prefix).map(|digits| u64::from_str_radix(digits, radix)) {
            return Core::Integer(value);
        }
    }
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    match digits {
        [b'0'] => Core::Number,
        // Such a text says more than its number: a zone's code, a date.
        [b'0', b'0'..=b'9', ..] => Core::Text,
        [_, ..] if digits.len() < 19 && digits.iter().all(u8::is_ascii_digit) => Core::Number,
        _ => fraction(text),
    }
}

/// A number with a fraction or an exponent, or a very long one; most such texts are dates, addresses and quantities.
fn fraction(text: &str) -> Core {
    let is_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if text.len() > 32 || !text.bytes().all(is_number) {
        return Core::Text;
    }
    match serde_json::from_str::<f64>(text) {
        Ok(value) if value.to_string() == text => Core::Number,
        Ok(_) => Core::Fraction,
        Err(_) => Core::Text,
    }
}

/// Writes a JSON string.
pub(super) fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(text.get(from..at).unwrap_or_default());
        from = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ => out.push_str(&format!("\\u{byte:04x}")),
        }
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.push('"');
}
