//! Terraform's common functions.

use crate::findings::Findings;
use crate::yaml;
use scenario::instant;
use scenario::json::{Json, number_text};
use scenario::units::Duration;

/// The longest text built.
pub(super) const LONGEST: usize = 1 << 16;

/// The result of a function. `None`: it isn't supported, or not with these arguments.
pub(super) fn call(name: &str, arguments: &[Json]) -> Option<Json> {
    conversions(name, arguments)
        .or_else(|| numbers(name, arguments))
        .or_else(|| texts(name, arguments))
        .or_else(|| lists(name, arguments))
}

/// Types, documents and times.
fn conversions(name: &str, arguments: &[Json]) -> Option<Json> {
    Some(match (name, arguments) {
        ("tostring", [value]) => Json::Text(text(value)?),
        ("tonumber", [value]) => from_number(number(value)?)?,
        ("tobool", [Json::Text(text)]) => Json::Bool(text.parse().ok()?),
        ("tobool" | "tolist" | "tomap" | "sensitive" | "nonsensitive", [value]) => value.clone(),
        ("length", [value]) => Json::Int(
            i64::try_from(match value {
                Json::Text(text) => text.chars().count(),
                Json::List(items) => items.len(),
                Json::Object(entries) => entries.len(),
                _ => return None,
            })
            .ok()?,
        ),
        ("jsondecode", [Json::Text(text)]) => Json::parse(text).ok()?,
        ("yamldecode", [Json::Text(text)]) => {
            let json = yaml::to_json(text, &mut Findings::default()).ok()?;
            Json::parse(&json).ok()?
        }
        ("timeadd", [Json::Text(time), Json::Text(span)]) => {
            let span = Duration::parse(span).filter(|_| !span.contains('d'))?;
            Json::Text(instant::format(instant::parse(time)?.checked_add(span.0)?))
        }
        ("formatdate", [Json::Text(pattern), Json::Text(time)]) => {
            date(pattern, instant::parse(time)?)?
        }
        _ => return None,
    })
}

/// Numbers.
fn numbers(name: &str, arguments: &[Json]) -> Option<Json> {
    Some(match (name, arguments) {
        ("max" | "min", [_, ..]) => {
            let numbers = arguments.iter().map(number).collect::<Option<Vec<f64>>>()?;
            let numbers = numbers.into_iter();
            from_number(match name {
                "max" => numbers.fold(f64::NEG_INFINITY, f64::max),
                _ => numbers.fold(f64::INFINITY, f64::min),
            })?
        }
        ("sum", [Json::List(items)]) => {
            from_number(items.iter().map(number).sum::<Option<f64>>()?)?
        }
        ("floor", [value]) => from_number(number(value)?.floor())?,
        ("ceil", [value]) => from_number(number(value)?.ceil())?,
        ("abs", [value]) => from_number(number(value)?.abs())?,
        _ => return None,
    })
}

/// Texts.
fn texts(name: &str, arguments: &[Json]) -> Option<Json> {
    Some(match (name, arguments) {
        ("split", [Json::Text(by), Json::Text(text)]) if !by.is_empty() => {
            Json::List(text.split(by.as_str()).map(Json::from).collect())
        }
        // A pattern between slashes is a regular expression.
        ("replace", [Json::Text(text), Json::Text(part), Json::Text(by)])
            if !part.is_empty() && !part.starts_with('/') =>
        {
            let grows = text.matches(part.as_str()).count() * by.len() + text.len();
            (grows <= LONGEST).then(|| Json::Text(text.replace(part.as_str(), by)))?
        }
        ("trimspace", [Json::Text(text)]) => Json::from(text.trim()),
        ("trimprefix", [Json::Text(text), Json::Text(part)]) => {
            Json::from(text.strip_prefix(part.as_str()).unwrap_or(text))
        }
        ("trimsuffix", [Json::Text(text), Json::Text(part)]) => {
            Json::from(text.strip_suffix(part.as_str()).unwrap_or(text))
        }
        ("startswith", [Json::Text(text), Json::Text(part)]) => {
            Json::Bool(text.starts_with(part.as_str()))
        }
        ("endswith", [Json::Text(text), Json::Text(part)]) => {
            Json::Bool(text.ends_with(part.as_str()))
        }
        ("strcontains", [Json::Text(text), Json::Text(part)]) => {
            Json::Bool(text.contains(part.as_str()))
        }
        ("substr", [value, Json::Int(from), Json::Int(length)]) => {
            substr(&ascii(value)?, *from, *length)?
        }
        ("lower", [value]) => Json::Text(ascii(value)?.to_ascii_lowercase()),
        ("upper", [value]) => Json::Text(ascii(value)?.to_ascii_uppercase()),
        ("join", [Json::Text(by), Json::List(items)]) => {
            let mut all = String::new();
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    all.push_str(by);
                }
                all.push_str(&text(item)?);
                (all.len() <= LONGEST).then_some(())?;
            }
            Json::Text(all)
        }
        ("format", [Json::Text(pattern), values @ ..]) => format(pattern, values)?,
        _ => return None,
    })
}

/// Lists and maps.
fn lists(name: &str, arguments: &[Json]) -> Option<Json> {
    Some(match (name, arguments) {
        ("toset" | "distinct", [Json::List(items)]) => {
            let mut all: Vec<Json> = Vec::new();
            for item in items {
                if !all.contains(item) {
                    all.push(item.clone());
                }
            }
            Json::List(all)
        }
        ("compact", [Json::List(items)]) => {
            Json::List(items.iter().filter(|item| is_set(item)).cloned().collect())
        }
        ("concat", lists) => Json::List(lists.iter().flat_map(Json::items).cloned().collect()),
        ("merge", maps) => merge(maps),
        ("lookup", [map @ Json::Object(_), Json::Text(key), default @ ..]) => {
            map.get(key).or(default.first())?.clone()
        }
        ("coalesce", values) => values.iter().find(|value| is_set(value))?.clone(),
        ("element", [Json::List(items), Json::Int(at)]) => {
            let at = at.rem_euclid(i64::try_from(items.len()).ok()?.max(1));
            items.get(usize::try_from(at).ok()?)?.clone()
        }
        ("keys", [Json::Object(entries)]) => {
            Json::List(entries.iter().map(|(key, _)| Json::from(&**key)).collect())
        }
        ("values", [Json::Object(entries)]) => {
            Json::List(entries.iter().map(|(_, value)| value.clone()).collect())
        }
        ("contains", [Json::List(items), value]) => Json::Bool(items.contains(value)),
        ("one", [Json::List(items)]) => match items.as_slice() {
            [] => Json::Null,
            [item] => item.clone(),
            _ => return None,
        },
        ("coalescelist", lists) => lists.iter().find(|list| !list.items().is_empty())?.clone(),
        ("flatten", [Json::List(items)]) => Json::List(flat(items)),
        ("reverse", [Json::List(items)]) => Json::List(items.iter().rev().cloned().collect()),
        ("slice", [Json::List(items), Json::Int(from), Json::Int(to)]) => {
            let range = usize::try_from(*from).ok()?..usize::try_from(*to).ok()?;
            Json::List(items.get(range)?.to_vec())
        }
        ("range", [Json::Int(end)]) => range(0, *end)?,
        ("range", [Json::Int(from), Json::Int(end)]) => range(*from, *end)?,
        ("zipmap", [Json::List(keys), Json::List(values)]) => {
            let keys = keys.iter().map(text).collect::<Option<Vec<String>>>()?;
            Json::Object(keys.into_iter().zip(values.iter().cloned()).collect())
        }
        ("alltrue", [Json::List(items)]) => {
            Json::Bool(items.iter().all(|item| *item == Json::Bool(true)))
        }
        ("anytrue", [Json::List(items)]) => Json::Bool(items.contains(&Json::Bool(true))),
        _ => return None,
    })
}

/// A value as text in a template.
pub(super) fn text(value: &Json) -> Option<String> {
    match value {
        Json::Bool(value) => Some(value.to_string()),
        Json::Int(value) => Some(value.to_string()),
        Json::Float(value) => Some(number_text(*value)),
        Json::Text(text) => Some(text.clone()),
        Json::Null | Json::List(_) | Json::Object(_) => None,
    }
}

/// A text of ASCII, as names are: the tables of all other letters would be 9 KB of the importer.
fn ascii(value: &Json) -> Option<String> {
    text(value).filter(|text| text.is_ascii())
}

/// All elements of lists in lists.
fn flat(items: &[Json]) -> Vec<Json> {
    let inner = items.iter().flat_map(|item| match item {
        Json::List(inner) => flat(inner),
        other => vec![other.clone()],
    });
    inner.collect()
}

fn range(from: i64, end: i64) -> Option<Json> {
    const MOST: i64 = 1024;
    let length = end.checked_sub(from)?;
    (length <= MOST).then(|| Json::List((from..end).map(Json::Int).collect()))
}

/// A part of a text; a negative start counts from the end, a negative length reaches to it.
fn substr(text: &str, from: i64, length: i64) -> Option<Json> {
    let all = i64::try_from(text.len()).ok()?;
    let from = if from < 0 { all + from } else { from };
    let end = if length < 0 { all } else { from.checked_add(length)?.min(all) };
    text.get(usize::try_from(from).ok()?..usize::try_from(end).ok()?).map(Json::from)
}

/// `formatdate` in UTC: with the letters of numbers, and text in quotes.
fn date(pattern: &str, unix_ms: i64) -> Option<Json> {
    // `2026-01-05T00:00:00Z`.
    let time = instant::format(unix_ms);
    let mut all = String::new();
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        if let Some(quoted) = rest.strip_prefix('\'') {
            let (text, after) = quoted.split_once('\'')?;
            all.push_str(text);
            rest = after;
            continue;
        }
        let after = rest.trim_start_matches(letter);
        let word = rest.get(..rest.len() - after.len())?;
        all.push_str(match word {
            "YYYY" => time.get(..4)?,
            "YY" => time.get(2..4)?,
            "MM" => time.get(5..7)?,
            "M" => time.get(5..7)?.trim_start_matches('0'),
            "DD" => time.get(8..10)?,
            "D" => time.get(8..10)?.trim_start_matches('0'),
            "hh" => time.get(11..13)?,
            "mm" => time.get(14..16)?,
            "ss" => time.get(17..19)?,
            "Z" => "Z",
            "ZZZ" => "UTC",
            "ZZZZ" => "+0000",
            "ZZZZZ" => "+00:00",
            word if !letter.is_ascii_alphabetic() => word,
            _ => return None,
        });
        rest = after;
    }
    Some(Json::Text(all))
}

fn is_set(value: &Json) -> bool {
    *value != Json::Null && value.text() != Some("")
}

fn merge(maps: &[Json]) -> Json {
    let mut all: Vec<(String, Json)> = Vec::new();
    for map in maps {
        let Json::Object(entries) = map else { continue };
        for (key, value) in entries {
            match all.iter_mut().find(|(name, _)| name == key) {
                Some((_, old)) => *old = value.clone(),
                None => all.push((key.clone(), value.clone())),
            }
        }
    }
    Json::Object(all)
}

/// `format` with `%s`, `%d`, `%v` and `%%`.
fn format(pattern: &str, values: &[Json]) -> Option<Json> {
    let mut all = String::new();
    let mut values = values.iter();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '%' => match chars.next()? {
                '%' => all.push('%'),
                's' | 'd' | 'v' => all.push_str(&text(values.next()?)?),
                _ => return None,
            },
            c => all.push(c),
        }
    }
    (all.len() <= LONGEST).then_some(Json::Text(all))
}

pub(super) fn index<'v>(value: &'v Json, key: &Json) -> Option<&'v Json> {
    match (value, key) {
        (Json::List(items), Json::Int(at)) => items.get(usize::try_from(*at).ok()?),
        (Json::Object(_), Json::Text(key)) => value.get(key),
        _ => None,
    }
}

pub(super) fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Int(value) => Some(*value as f64),
        Json::Float(value) => Some(*value),
        Json::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn from_number(value: f64) -> Option<Json> {
    if value.fract() == 0.0 && value.abs() < 9.0e15 {
        return Some(Json::Int(value as i64));
    }
    value.is_finite().then_some(Json::Float(value))
}
