//! Bodies of blocks as values, and how often a block is there.

use std::collections::BTreeMap;

use hcl_edit::structure::{Block, Body, Structure};

use super::functions::pairs;
use super::scope::{Bound, Env, Scope, labels};
use super::value::Value;
use super::worth::{argument, quote};

/// More instances of one block are not made.
const INSTANCES: i64 = 1000;

/// The arguments and blocks of a body. Blocks of one name are a list, as in the JSON that Terraform writes.
pub(super) fn entries(scope: &Scope<'_>, body: &Body, env: Env<'_>) -> Vec<(String, Value)> {
    let mut all = Entries::default();
    for structure in body {
        match structure {
            Structure::Attribute(attribute) => {
                let name = attribute.key.as_str();
                let value = argument(scope, name, &attribute.value, env);
                all.entries.push((name.to_owned(), value));
            }
            Structure::Block(block) if block.ident.as_str() == "dynamic" => {
                dynamic(scope, block, env, &mut all);
            }
            Structure::Block(block) => {
                let inner = Value::Object(entries(scope, &block.body, env));
                all.push(block.ident.as_str(), inner);
            }
        }
    }
    all.entries
}

#[derive(Default)]
struct Entries {
    entries: Vec<(String, Value)>,
    blocks: BTreeMap<String, usize>,
}

impl Entries {
    /// Adds a block to those of its name.
    fn push(&mut self, name: &str, block: Value) {
        if let Some(at) = self.blocks.get(name)
            && let Some((_, Value::List(list))) = self.entries.get_mut(*at)
        {
            list.push(block);
            return;
        }
        self.blocks.insert(name.to_owned(), self.entries.len());
        self.entries
            .push((name.to_owned(), Value::List(vec![block])));
    }
}

/// `dynamic "taint" { for_each = …; content { … } }`: a block for each element.
fn dynamic(scope: &Scope<'_>, block: &Block, env: Env<'_>, all: &mut Entries) {
    let labels = labels(block);
    let (Some(name), Some(each), Some(content)) = (
        labels.first(),
        block.body.get_attribute("for_each"),
        block.body.get_blocks("content").next(),
    ) else {
        return;
    };
    let collection = argument(scope, name, &each.value, env);
    let Some(elements) = pairs(&collection) else {
        // Whether the block is there at all is not known.
        if collection != Value::Null {
            let label = quote(scope, &format!("{name} for each"), &each.value, env.text);
            all.push(name, Value::Unknown(label));
        }
        return;
    };
    let iterator = block.body.get_attribute("iterator");
    let iterator = iterator.and_then(|iterator| iterator.value.as_variable());
    for (key, value) in elements {
        let element = [("key".to_owned(), key), ("value".to_owned(), value)];
        let bound = Bound {
            name: iterator.map_or(*name, |iterator| iterator.as_str()),
            value: Value::Object(element.into()),
            outer: env.bound,
        };
        let inner = entries(scope, &content.body, env.with(&bound));
        all.push(name, Value::Object(inner));
    }
}

/// What `each` and `count` are in the instances of a block; none where it is there once and has no such name.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// The instances of a block; `Err` names the argument when no text tells how many there are.
pub(super) fn instances(
    scope: &Scope<'_>,
    body: &Body,
    text: &str,
) -> Result<Vec<Instance>, String> {
    let env = Env::of(text);
    if let Some(count) = body.get_attribute("count") {
        let label = || quote(scope, "count", &count.value, text);
        return match argument(scope, "count", &count.value, env).int() {
            Some(count @ 0..=INSTANCES) => Ok((0..count)
                .map(|at| Instance {
                    name: "count",
                    value: Value::Object(vec![("index".to_owned(), Value::Int(at))]),
                })
                .collect()),
            _ => Err(label()),
        };
    }
    let Some(each) = body.get_attribute("for_each") else {
        return Ok(vec![Instance {
            name: "",
            value: Value::Null,
        }]);
    };
    let label = || quote(scope, "for_each", &each.value, text);
    let collection = argument(scope, "for_each", &each.value, env);
    let is_set = matches!(collection, Value::List(_));
    let elements = pairs(&collection).ok_or_else(label)?;
    Ok(elements
        .into_iter()
        .map(|(key, value)| {
            // The key of an element of a set is the element.
            let key = if is_set { value.clone() } else { key };
            Instance {
                name: "each",
                value: Value::Object(vec![("key".to_owned(), key), ("value".to_owned(), value)]),
            }
        })
        .collect())
}
