//! Converts bodies of blocks to JSON. Blocks of one name become a list, as in Terraform's own JSON.

use hcl_edit::structure::{Block, Body, Structure};

use super::evaluate::{Env, Evaluator};
use super::fields::{is_read, spec_of};
use super::functions::pairs;
use super::scope::labels;
use scenario::field::StructType;
use scenario::json::Json;

/// The arguments and blocks of a body. Unused arguments become null and aren't evaluated.
pub(super) fn arguments(
    evaluator: &mut Evaluator<'_, '_>,
    body: &Body,
    env: &Env<'_>,
    spec: Option<&'static StructType>,
) -> Json {
    let mut all = Vec::new();
    for structure in body {
        match structure {
            Structure::Attribute(attribute) => {
                let name = attribute.key.as_str();
                let value = match is_read(spec, name) {
                    true => evaluator.argument(name, &attribute.value, env),
                    false => Json::Bool(true),
                };
                all.push((name.to_owned(), value));
            }
            Structure::Block(block) if block.ident.as_str() == "dynamic" => {
                dynamic(evaluator, block, env, spec, &mut all);
            }
            Structure::Block(block) => {
                let name = block.ident.as_str();
                let inner = arguments(evaluator, &block.body, env, spec_of(spec, name));
                push(&mut all, name, inner);
            }
        }
    }
    Json::Object(all)
}

/// Adds a block to those with its name.
fn push(all: &mut Vec<(String, Json)>, name: &str, block: Json) {
    match all.iter_mut().find(|(other, _)| other == name) {
        Some((_, Json::List(blocks))) => blocks.push(block),
        _ => all.push((name.to_owned(), Json::List(vec![block]))),
    }
}

/// `dynamic "taint" { for_each = …; content { … } }`: a block per element.
fn dynamic(
    evaluator: &mut Evaluator<'_, '_>,
    block: &Block,
    env: &Env<'_>,
    spec: Option<&'static StructType>,
    all: &mut Vec<(String, Json)>,
) {
    let labels = labels(block);
    let (Some(name), Some(each), Some(content)) = (
        labels.first(),
        block.body.get_attribute("for_each"),
        block.body.get_blocks("content").next(),
    ) else {
        return;
    };
    let elements = evaluator.argument(&format!("dynamic {name}"), &each.value, env);
    let iterator = block.body.get_attribute("iterator");
    let iterator = iterator.and_then(|iterator| iterator.value.as_variable());
    let iterator = iterator.map_or(*name, |iterator| iterator.as_str());
    for (key, value) in pairs(elements).unwrap_or_default() {
        let env = env.with(iterator, vec![("key", key), ("value", value)]);
        let inner = arguments(evaluator, &content.body, &env, spec_of(spec, name));
        push(all, name, inner);
    }
}
