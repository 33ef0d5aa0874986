//! Sentences of rules: what a rule did in a row, and what it says in general.

use super::facts::fact_of;
use model::Plan;
use trace::{Record, Value};

/// `surge/node-ready` is `rule-surge-node-ready` in the Fluent files.
pub fn key(slug: &str) -> String {
    format!("rule-{}", slug.replace('/', "-"))
}

/// The arguments of a row's sentence: the fields of its change, and its subject. A row about a
/// workload names it by its subject.
pub fn arguments(plan: &Plan, record: &Record) -> Vec<(&'static str, Value)> {
    let mut args = fact_of(plan, record).args;
    args.push(("subject", Value::from(record.subject)));
    args.push(("workload", Value::from(record.subject)));
    args
}
