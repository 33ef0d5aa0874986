//! One object, a list in `items`, or an array: the objects at the top of a document, counted while reading.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::object::{Items, Object};
use crate::loose::{KeyOf, Scalar, Shape, count, drain_map, scalars};
use crate::progress::Watch;

/// The top of a document.
#[derive(Debug, Default)]
#[expect(clippy::vec_box, reason = "objects are large and change hands several times")]
pub(super) struct BatchReader {
    /// It is an array.
    pub(super) array: bool,
    pub(super) all: Vec<Box<Object>>,
}

/// Reads a [`BatchReader`].
pub(super) struct Top<'a, 'w>(pub(super) &'a mut Watch<'w>);

impl<'de> DeserializeSeed<'de> for Top<'_, '_> {
    type Value = BatchReader;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<BatchReader, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Top<'_, '_> {
    type Value = BatchReader;
    scalars!(|_: Scalar<'_>| BatchReader::default());

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<BatchReader, A::Error> {
        Ok(BatchReader { array: true, all: elements(seq, self.0)? })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BatchReader, A::Error> {
        let mut object = Box::<Object>::default();
        while let Some(slot) = map.next_key_seed(KeyOf::<Object>::default())? {
            match slot {
                // Counted while reading.
                slot if slot == Object::slot("items") => {
                    object.items = map.next_value_seed(Elements(&mut *self.0))?;
                }
                Some(slot) => object.fill(slot, &mut map)?,
                None => drop(map.next_value::<serde::de::IgnoredAny>()?),
            }
        }
        if object.items.0.is_none() {
            self.0.object();
        }
        Ok(BatchReader { array: false, all: vec![object] })
    }
}

/// Reads `items`; anything but a list counts as empty.
struct Elements<'a, 'w>(&'a mut Watch<'w>);

impl<'de> DeserializeSeed<'de> for Elements<'_, '_> {
    type Value = Items;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Items, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_, '_> {
    type Value = Items;
    scalars!(|scalar| Items(match scalar {
        Scalar::Null => None,
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Float(_) | Scalar::Text(_) => Some(Vec::new()),
    }));

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Items, A::Error> {
        Ok(Items(Some(elements(seq, self.0)?)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Items, A::Error> {
        drain_map(map)?;
        Ok(Items(Some(Vec::new())))
    }
}

#[expect(clippy::vec_box, reason = "objects are large and change hands several times")]
fn elements<'de, A: SeqAccess<'de>>(
    mut seq: A,
    watch: &mut Watch<'_>,
) -> Result<Vec<Box<Object>>, A::Error> {
    let mut all = Vec::new();
    while let Some(element) = seq.next_element()? {
        count::<Box<Object>, A::Error>()?;
        watch.object();
        all.push(element);
    }
    Ok(all)
}
