//! Lists, maps with arbitrary keys, and trees that are kept unread.

use core::marker::PhantomData;
use core::ops::Deref;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::limit::{ENTRY_BYTES, count, count_bytes};
use super::{Scalar, Shape, drain_map, drain_seq, scalars};
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ListVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
            type Value = List<T>;
            scalars!(|_| List(Vec::new()));
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = seq.next_element()? {
                    count::<T, A::Error>()?;
                    list.push(element);
                }
                Ok(List(list))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<List<T>, A::Error> {
                drain_map(map)?;
                Ok(List(Vec::new()))
            }
        }
        from.deserialize_any(ListVisitor(PhantomData))
    }
}

/// An object with arbitrary keys, in file order; keys such as `__proto__` are just strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table<T>(pub(crate) Vec<(String, T)>);

impl<T> Table<T> {
    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.0.iter().rev().find(|(other, _)| other == key).map(|(_, value)| value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct TableVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for TableVisitor<T> {
            type Value = Table<T>;
            scalars!(|_| Table(Vec::new()));
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Table<T>, A::Error> {
                drain_seq(seq)?;
                Ok(Table(Vec::new()))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table<T>, A::Error> {
                let mut table = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    count_bytes::<A::Error>(ENTRY_BYTES)?;
                    table.push(entry);
                }
                Ok(Table(table))
            }
        }
        from.deserialize_any(TableVisitor(PhantomData))
    }
}

/// One object, or a list of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch<T> {
    pub(crate) list: bool,
    pub(crate) all: Vec<Box<T>>,
}

impl<'de, T: Shape + Deserialize<'de>> Deserialize<'de> for Batch<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct BatchVisitor<T>(PhantomData<T>);
        impl<'de, T: Shape + Deserialize<'de>> Visitor<'de> for BatchVisitor<T> {
            type Value = Batch<T>;
            scalars!(|_| Batch { list: false, all: Vec::new() });
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Batch<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(element) = seq.next_element()? {
                    count::<Box<T>, A::Error>()?;
                    all.push(element);
                }
                Ok(Batch { list: true, all })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Batch<T>, A::Error> {
                let one = T::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Batch { list: false, all: vec![Box::new(one)] })
            }
        }
        from.deserialize_any(BatchVisitor(PhantomData))
    }
}

/// The document at the start of a text, and its length.
pub(crate) fn document<'t, T: Deserialize<'t> + Default>(
    text: &'t str,
) -> Result<(T, usize), serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter();
    let first = documents.next().transpose()?.unwrap_or_default();
    Ok((first, documents.byte_offset()))
}

/// A part that is kept unread; absent if null.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree(pub(crate) Option<Json>);

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct JsonVisitor;
        impl<'de> Visitor<'de> for JsonVisitor {
            type Value = Json;
            scalars!(|scalar: Scalar<'_>| match scalar {
                Scalar::Null => Json::Null,
                Scalar::Bool(value) => Json::Bool(value),
                Scalar::Int(value) => Json::Int(value),
                Scalar::Float(value) => Json::Float(value),
                Scalar::Text(value) => Json::Text(value.to_owned()),
            });
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let mut all = Vec::new();
                while let Some(Tree(value)) = seq.next_element()? {
                    count_bytes::<A::Error>(ENTRY_BYTES)?;
                    all.push(value.unwrap_or_default());
                }
                Ok(Json::List(all))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut all = Vec::new();
                while let Some((key, Tree(value))) = map.next_entry()? {
                    count_bytes::<A::Error>(ENTRY_BYTES)?;
                    all.push((key, value.unwrap_or_default()));
                }
                Ok(Json::Object(all))
            }
        }
        let tree = from.deserialize_any(JsonVisitor)?;
        Ok(Self((tree != Json::Null).then_some(tree)))
    }
}
