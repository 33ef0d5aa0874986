//! Lists, maps with arbitrary keys, and trees that are kept unread.

use core::ops::Deref;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny};

use super::limit::{ENTRY_BYTES, fill};
use super::{Scalar, Target, To};
use scenario::json::Json;

/// A list; anything else counts as empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Target + Default> Target for List<T> {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        pushed(&mut self.0)
    }
}

/// A new element.
pub(crate) fn pushed<T: Target + Default>(list: &mut Vec<T>) -> Option<&mut dyn Target> {
    list.push(T::default());
    list.last_mut().map(|last| last as &mut dyn Target)
}

/// An object with arbitrary keys, in file order; keys such as `__proto__` are just strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table<T>(pub(crate) Vec<(String, T)>);

impl<T> Table<T> {
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().rev().find(|(other, _)| other == key).map(|(_, value)| value)
    }
}

impl<T: Target + Default> Target for Table<T> {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        fill(ENTRY_BYTES);
        self.0.push((key.to_owned(), T::default()));
        self.0.last_mut().map(|(_, value)| value as &mut dyn Target)
    }
}

/// One object, or a list of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch<T> {
    pub(crate) list: bool,
    pub(crate) all: Vec<Box<T>>,
}

impl<T: Target + Default> Target for Batch<T> {
    fn clear(&mut self) {
        *self = Self { list: false, all: Vec::new() };
    }

    fn list(&mut self) {
        self.list = true;
    }

    fn object(&mut self) {
        self.all.push(Box::default());
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        pushed(&mut self.all)
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        self.all.first_mut()?.entry(key)
    }
}

impl<T: Target + ?Sized> Target for Box<T> {
    fn clear(&mut self) {
        (**self).clear();
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        (**self).scalar(scalar);
    }

    fn list(&mut self) {
        (**self).list();
    }

    fn object(&mut self) {
        (**self).object();
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        (**self).element()
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        (**self).entry(key)
    }

    fn size(&self) -> usize {
        (**self).size()
    }
}

/// Absent if null.
impl<T: Target + Default> Target for Option<T> {
    fn clear(&mut self) {
        *self = None;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        if !matches!(scalar, Scalar::Null) {
            self.insert(T::default()).scalar(scalar);
        }
    }

    fn list(&mut self) {
        self.insert(T::default()).list();
    }

    fn object(&mut self) {
        self.insert(T::default()).object();
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        self.as_mut()?.element()
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        self.as_mut()?.entry(key)
    }

    fn size(&self) -> usize {
        self.as_ref().map_or(0, T::size)
    }
}

/// The document at the start of a text, and its length.
pub(crate) fn document<T: Target + Default>(text: &str) -> Result<(T, usize), serde_json::Error> {
    let mut from = serde_json::Deserializer::from_str(text);
    let mut read = T::default();
    To(&mut read).deserialize(&mut from)?;
    Ok((read, from.into_iter::<IgnoredAny>().byte_offset()))
}

/// A part that is kept unread; absent if null.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree(pub(crate) Option<Json>);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut tree = Self::default();
        To(&mut tree).deserialize(from)?;
        Ok(tree)
    }
}

impl Target for Tree {
    fn clear(&mut self) {
        self.0 = None;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        self.0.scalar(scalar);
    }

    fn list(&mut self) {
        self.0.list();
    }

    fn object(&mut self) {
        self.0.object();
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        self.0.element()
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        self.0.entry(key)
    }
}

impl Target for Json {
    fn clear(&mut self) {
        *self = Json::Null;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        *self = match scalar {
            Scalar::Null => Json::Null,
            Scalar::Bool(value) => Json::Bool(value),
            Scalar::Int(value) => Json::Int(value),
            Scalar::Float(value) => Json::Float(value),
            Scalar::Text(value) => Json::Text(value.to_owned()),
        };
    }

    fn list(&mut self) {
        *self = Json::List(Vec::new());
    }

    fn object(&mut self) {
        *self = Json::Object(Vec::new());
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        fill(ENTRY_BYTES);
        match self {
            Json::List(items) => pushed(items),
            _ => None,
        }
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        fill(ENTRY_BYTES);
        let Json::Object(entries) = self else { return None };
        entries.push((key.to_owned(), Json::Null));
        entries.last_mut().map(|(_, value)| value as &mut dyn Target)
    }

    fn size(&self) -> usize {
        0
    }
}
