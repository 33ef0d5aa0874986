//! Values of JSON. What has another type reads as absent.

use scenario::json::{Json, number_text};

/// A scalar as a text; empty for anything else.
pub(super) fn written(json: &Json) -> String {
    match json {
        Json::Text(text) => text.clone(),
        Json::Int(n) => n.to_string(),
        Json::Float(n) => number_text(*n),
        Json::Bool(is) => is.to_string(),
        _ => String::new(),
    }
}

/// An integer, which may be written as a text.
pub(super) fn whole(json: &Json) -> Option<i64> {
    match json {
        Json::Int(n) => Some(*n),
        Json::Float(n) if n.fract() == 0.0 && n.abs() < 9.0e15 => Some(*n as i64),
        Json::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn text(json: &Json, key: &str) -> String {
    json.get(key).map(written).unwrap_or_default()
}

pub(super) fn int(json: &Json, key: &str) -> Option<i64> {
    json.get(key).and_then(whole)
}

pub(super) fn list<T>(json: &Json, key: &str, of: fn(&Json) -> T) -> Vec<T> {
    json.get(key).map(Json::items).unwrap_or_default().iter().map(of).collect()
}

/// What an object says, or nothing of what isn't there.
pub(super) fn part<T: Default>(json: &Json, key: &str, of: fn(&Json) -> T) -> T {
    json.get(key).map(of).unwrap_or_default()
}
