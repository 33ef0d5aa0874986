//! Converts bodies of blocks to JSON. Blocks of one name become a list, as in Terraform's own JSON.

use hcl_edit::expr::{Expression, TraversalOperator};
use hcl_edit::structure::{Block, Body, Structure};

use super::evaluate::{Env, Evaluator};
use super::fields::{is_read, spec_of};
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
pub(super) fn all_arguments(evaluator: &mut Evaluator<'_, '_>, body: &Body, env: &Env<'_>) -> Json {
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

/// The arguments in `lifecycle.ignore_changes`, without the numbers of blocks but those of pools: `node_config.machine_type`,
/// `node_pool[1].version`; `all` stands for every one.
pub(super) fn ignored(block: &Block) -> Vec<String> {
    let lifecycle = block.body.blocks().find(|block| block.ident.as_str() == "lifecycle");
    let list = lifecycle.and_then(|block| block.body.get_attribute("ignore_changes"));
    let Some(list) = list.map(|list| &list.value) else {
        return Vec::new();
    };
    let items = list.as_array().map_or_else(|| vec![list], |items| items.iter().collect());
    items.into_iter().filter_map(argument_name).collect()
}

/// The name of an argument; old files quote it.
fn argument_name(expression: &Expression) -> Option<String> {
    let root = |expression: &Expression| match expression {
        Expression::Variable(name) => Some(name.as_str().to_owned()),
        Expression::String(text) => {
            let parts = text.split('.').filter(|part| !part.bytes().all(|b| b.is_ascii_digit()));
            Some(parts.collect::<Vec<_>>().join("."))
        }
        _ => None,
    };
    let Some(traversal) = expression.as_traversal() else {
        return root(expression);
    };
    let mut name = root(&traversal.expr)?;
    for operator in &traversal.operators {
        match operator.value() {
            TraversalOperator::GetAttr(part) => {
                name.push('.');
                name.push_str(part.as_str());
            }
            TraversalOperator::Index(Expression::Number(at)) if name == "node_pool" => {
                name.push_str(&format!("[{}]", at.value()));
            }
            _ => {}
        }
    }
    Some(name)
}

/// Adds a block to those with its name.
fn push(all: &mut Vec<(String, Json)>, name: &str, block: Json) {
    match all.iter_mut().find(|(other, _)| other == name) {
        Some((_, Json::List(blocks))) => blocks.push(block),
        _ => all.push((name.to_owned(), Json::List(vec![block]))),
    }
}
