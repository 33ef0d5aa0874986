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

impl Selector {
    /// Does it select a Pod with these labels?
    pub(crate) fn selects(&self, labels: &Table<Text>) -> bool {
        let meets = |one: &Expression| {
            let own = labels.get(&one.key);
            let is_one = own.is_some_and(|own| one.values.iter().any(|value| **value == **own));
            match &*one.operator {
                "In" => is_one,
                "NotIn" => !is_one,
                "Exists" => own.is_some(),
                "DoesNotExist" => own.is_none(),
                _ => false,
            }
        };
        let mut equal = self.labels.0.iter();
        equal.all(|(key, value)| labels.get(key).is_some_and(|own| **own == **value))
            && self.expressions.iter().all(meets)
    }
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
