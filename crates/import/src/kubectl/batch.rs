//! One object, a list in `items`, or an array: the objects at the top of a document, counted while reading.

use super::object::{Items, Object};
use crate::loose::{Scalar, Target, To};
use crate::progress::Watch;
use serde::de::DeserializeSeed;

/// The top of a document.
pub(super) struct Top<'a, 'w> {
    /// It is an array.
    pub(super) array: bool,
    /// The object, if it is one.
    object: Option<Box<Object>>,
    elements: Elements<'a, 'w>,
}

impl<'a, 'w> Top<'a, 'w> {
    pub(super) fn read(
        from: &mut serde_json::Deserializer<serde_json::de::StrRead<'_>>,
        watch: &'a mut Watch<'w>,
    ) -> Result<Self, serde_json::Error> {
        let elements = Elements { watch, items: None };
        let mut top = Self { array: false, object: None, elements };
        To(&mut top).deserialize(from)?;
        Ok(top)
    }

    /// Its objects, one of which may be a list.
    #[expect(clippy::vec_box, reason = "objects are large and change hands several times")]
    pub(super) fn all(self) -> Vec<Box<Object>> {
        let Elements { watch, items } = self.elements;
        match self.object {
            Some(mut object) => {
                if items.is_none() {
                    watch.object();
                }
                object.items = items;
                vec![object]
            }
            None => items.unwrap_or_default().0,
        }
    }
}

impl Target for Top<'_, '_> {
    fn clear(&mut self) {
        self.elements.clear();
    }

    fn list(&mut self) {
        self.array = true;
        self.elements.list();
    }

    fn object(&mut self) {
        self.object = Some(Box::default());
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        self.elements.element()
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        match key {
            "items" => Some(&mut self.elements),
            _ => self.object.as_mut()?.entry(key),
        }
    }
}

/// Reads `items`; anything but a list counts as empty.
struct Elements<'a, 'w> {
    watch: &'a mut Watch<'w>,
    items: Items,
}

impl Target for Elements<'_, '_> {
    fn clear(&mut self) {
        self.items = None;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        self.items.scalar(scalar);
    }

    fn list(&mut self) {
        self.items.list();
    }

    fn object(&mut self) {
        self.items.object();
    }

    fn element(&mut self) -> Option<&mut dyn Target> {
        self.watch.object();
        self.items.element()
    }
}
