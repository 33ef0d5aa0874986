//! Label selectors.

use super::super::loose::{List, Table, Target, Text};
use super::object::Expression;

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

impl Target for Selector {
    fn clear(&mut self) {
        *self = Self::default();
    }

    fn entry(&mut self, key: &str) -> Option<&mut dyn Target> {
        match key {
            "matchLabels" => Some(&mut self.labels),
            "matchExpressions" => Some(&mut self.expressions),
            _ => self.flat.entry(key),
        }
    }
}
