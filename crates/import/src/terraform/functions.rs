//! Terraform's common functions.

use scenario::json::{Json, number_text};

/// The longest text built.
pub(super) const LONGEST: usize = 1 << 16;

/// The result of a function. `None`: it isn't supported, or not with these arguments.
pub(super) fn call(name: &str, arguments: &[Json]) -> Option<Json> {
    Some(match (name, arguments) {
        ("tostring", [value]) => Json::Text(text(value)?),
        ("tonumber", [value]) => from_number(number(value)?)?,
        ("tobool", [Json::Text(text)]) => Json::Bool(text.parse().ok()?),
        ("tobool" | "tolist" | "tomap" | "sensitive" | "nonsensitive", [value]) => value.clone(),
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
        ("length", [value]) => Json::Int(
            i64::try_from(match value {
                Json::Text(text) => text.chars().count(),
                Json::List(items) => items.len(),
                Json::Object(entries) => entries.len(),
                _ => return None,
            })
            .ok()?,
        ),
        ("keys", [Json::Object(entries)]) => {
            Json::List(entries.iter().map(|(key, _)| Json::from(&**key)).collect())
        }
        ("values", [Json::Object(entries)]) => {
            Json::List(entries.iter().map(|(_, value)| value.clone()).collect())
        }
        ("contains", [Json::List(items), value]) => Json::Bool(items.contains(value)),
        ("max" | "min", [_, ..]) => {
            let numbers = arguments.iter().map(number).collect::<Option<Vec<f64>>>()?;
            let numbers = numbers.into_iter();
            from_number(match name {
                "max" => numbers.fold(f64::NEG_INFINITY, f64::max),
                _ => numbers.fold(f64::INFINITY, f64::min),
            })?
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

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Int(value) => Some(*value as f64),
        Json::Float(value) => Some(*value),
        Json::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn from_number(value: f64) -> Option<Json> {
    if value.fract() == 0.0 && value.abs() < 9.0e15 {
        return Some(Json::Int(value as i64));
    }
    value.is_finite().then_some(Json::Float(value))
}
