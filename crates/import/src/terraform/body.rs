//! Converts bodies of blocks to JSON. Blocks of one name become a list, as in Terraform's own JSON.

use hcl_edit::structure::{Body, Structure};

use super::env::Env;
use super::evaluate::Evaluator;
use super::fields::{is_read, spec_of};
use super::scope::labels;
use scenario::field::StructType;
use scenario::json::Json;

/// The arguments and blocks of a body. Unused arguments become null and aren't evaluated.
pub(super) fn arguments<'a>(
    evaluator: &mut Evaluator<'_, 'a>,
    body: &Body,
    env: &Env<'a>,
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
            // `dynamic "taint" { for_each = …; content { … } }`
            Structure::Block(block) if block.ident.as_str() == "dynamic" => {
                let name = labels(block).join(" ");
                let mut contents = block.body.blocks();
                let content = contents.find(|inner| inner.ident.as_str() == "content");
                let Some(content) = content else { continue };
                for env in evaluator.blocks(&name, &block.body, env) {
                    let inner = arguments(evaluator, &content.body, &env, spec_of(spec, &name));
                    push(&mut all, &name, inner);
                }
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

/// All arguments and blocks of a body, without those of `dynamic` blocks.
pub(super) fn all_arguments<'a>(
    evaluator: &mut Evaluator<'_, 'a>,
    body: &Body,
    env: &Env<'a>,
) -> Json {
    let mut all = Vec::new();
    for attribute in body.attributes() {
        let name = attribute.key.as_str();
        all.push((name.to_owned(), evaluator.argument(name, &attribute.value, env)));
    }
    for block in body.blocks() {
        let inner = all_arguments(evaluator, &block.body, env);
        push(&mut all, block.ident.as_str(), inner);
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
