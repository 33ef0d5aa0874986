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
