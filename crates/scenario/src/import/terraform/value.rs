//! What an expression is worth, as far as the texts tell.

use crate::json::Json;

/// A value of Terraform. Blocks are lists of objects, as in the JSON that Terraform itself writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::import) enum Value {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    /// Not told by any text: the argument and its expression, once it is known which that is.
    Unknown(String),
}

impl Value {
    pub(super) fn unknown() -> Self {
        Self::Unknown(String::new())
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number; Terraform takes a text that is one.
    pub(super) fn int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Float(value) if value.fract() == 0.0 && value.abs() < 9.0e15 => {
                Some(*value as i64)
            }
            Self::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    pub(super) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    pub(super) fn entries(&self) -> &[(String, Self)] {
        match self {
            Self::Object(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key; of duplicate keys the last one.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        get(self.entries(), key)
    }

    /// What no text tells, wherever it stands in the value.
    pub(super) fn unknowns(&self, found: &mut dyn FnMut(&str)) {
        match self {
            Self::Unknown(label) => found(label),
            Self::List(items) => items.iter().for_each(|item| item.unknowns(found)),
            Self::Object(entries) => entries.iter().for_each(|(_, value)| value.unknowns(found)),
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::Text(_) => {}
        }
    }

    /// Names what is unknown by the argument that it belongs to, unless it has a name already.
    pub(super) fn label(&mut self, name: &dyn Fn() -> String) {
        match self {
            Self::Unknown(label) if label.is_empty() => *label = name(),
            Self::List(items) => items.iter_mut().for_each(|item| item.label(name)),
            Self::Object(entries) => entries.iter_mut().for_each(|(_, value)| value.label(name)),
            Self::Unknown(_)
            | Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Float(_)
            | Self::Text(_) => {}
        }
    }

    /// Of how many values it is made.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::List(items) => items.iter().map(Self::size).sum::<usize>() + 1,
            Self::Object(entries) => {
                entries.iter().map(|(_, value)| value.size()).sum::<usize>() + 1
            }
            Self::Null | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::Unknown(_) => 1,
            // A long text is as much work as many values.
            Self::Text(text) => 1 + text.len() / 64,
        }
    }

    /// As a text, the way a template writes it.
    pub(super) fn written(&self) -> Option<String> {
        match self {
            Self::Bool(value) => Some(value.to_string()),
            Self::Int(value) => Some(value.to_string()),
            Self::Float(value) => Some(value.to_string()),
            Self::Text(text) => Some(text.clone()),
            Self::Null | Self::List(_) | Self::Object(_) | Self::Unknown(_) => None,
        }
    }

    /// As JSON; what is unknown is left out of lists and objects.
    pub(super) fn json(&self) -> Json {
        match self {
            Self::Null | Self::Unknown(_) => Json::Null,
            Self::Bool(value) => Json::Bool(*value),
            Self::Int(value) => Json::Int(*value),
            Self::Float(value) => Json::Float(*value),
            Self::Text(text) => Json::Text(text.clone()),
            Self::List(items) => Json::List(
                items
                    .iter()
                    .filter(|item| !matches!(item, Self::Unknown(_)))
                    .map(Self::json)
                    .collect(),
            ),
            Self::Object(entries) => Json::Object(
                entries
                    .iter()
                    .filter(|(_, value)| !matches!(value, Self::Null | Self::Unknown(_)))
                    .map(|(key, value)| (key.clone(), value.json()))
                    .collect(),
            ),
        }
    }
}

impl From<&Json> for Value {
    fn from(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Int(value) => Self::Int(*value),
            Json::Float(value) => Self::Float(*value),
            Json::Text(text) => Self::Text(text.clone()),
            Json::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Json::Object(entries) => Self::Object(
                entries
                    .iter()
                    .map(|(key, value)| (key.clone(), Self::from(value)))
                    .collect(),
            ),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// The value of a key; of duplicate keys the last one.
pub(super) fn get<'a>(entries: &'a [(String, Value)], key: &str) -> Option<&'a Value> {
    entries
        .iter()
        .rev()
        .find(|(name, _)| name == key)
        .map(|(_, value)| value)
}
