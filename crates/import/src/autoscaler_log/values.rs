//! Values of JSON. What has another type reads as absent.

use scenario::json::{Json, number_text};

/// What is read of a value.
pub(super) trait Value: Default {
    fn of(json: &Json) -> Self;
}

/// A scalar as a text; empty for anything else.
impl Value for String {
    fn of(json: &Json) -> Self {
        match json {
            Json::Text(text) => text.clone(),
            Json::Int(n) => n.to_string(),
            Json::Float(n) => number_text(*n),
            Json::Bool(is) => is.to_string(),
            _ => Self::new(),
        }
    }
}

/// An integer, which may be written as a text.
impl Value for Option<i64> {
    fn of(json: &Json) -> Self {
        match json {
            Json::Int(n) => Some(*n),
            Json::Float(n) if n.fract() == 0.0 && n.abs() < 9.0e15 => Some(*n as i64),
            Json::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }
}

impl<T: Value> Value for Vec<T> {
    fn of(json: &Json) -> Self {
        json.items().iter().map(T::of).collect()
    }
}

/// What an object says, or nothing of what isn't there.
pub(super) fn part<T: Value>(json: &Json, key: &str) -> T {
    json.get(key).map(T::of).unwrap_or_default()
}

/// Declares objects, with the key of each field. `or FIELD`: a text alone is this field.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident $(or $alone:ident)? { $($key:literal => $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub(super) struct $name {
            $(pub(super) $field: $type,)*
        }

        impl $crate::autoscaler_log::values::Value for $name {
            fn of(json: &Json) -> Self {
                $(if let Json::Text(text) = json {
                    return Self { $alone: text.clone(), ..Self::default() };
                })?
                Self { $($field: $crate::autoscaler_log::values::part(json, $key),)* }
            }
        }
    )*};
}
pub(super) use objects;
