//! Label selectors.

use super::super::loose::{List, Scalar, Table, Text, drain_seq, scalars};
use super::object::Expression;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// A label selector, or the plain map of a Service.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selector {
    pub(crate) labels: Table<Text>,
    pub(crate) expressions: List<Expression>,
    pub(crate) flat: Table<Text>,
}

impl<'de> Deserialize<'de> for Selector {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SelectorVisitor;
        impl<'de> Visitor<'de> for SelectorVisitor {
            type Value = Selector;
            scalars!(|_: Scalar<'_>| Selector::default());
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Selector, A::Error> {
                drain_seq(seq)?;
                Ok(Selector::default())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Selector, A::Error> {
                let mut read = Selector::default();
                while let Some(Text(key)) = map.next_key()? {
                    match key.as_str() {
                        "matchLabels" => read.labels = map.next_value()?,
                        "matchExpressions" => read.expressions = map.next_value()?,
                        _ => read.flat.0.push((key, map.next_value()?)),
                    }
                }
                Ok(read)
            }
        }
        from.deserialize_any(SelectorVisitor)
    }
}
