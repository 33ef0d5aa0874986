//! Turns the Fluent files into static tables, so that the program carries texts and no parser.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

const LOCALES: &str = "../../static/locales";

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed={LOCALES}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(LOCALES).map_err(|e| format!("{LOCALES}: {e}"))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.extension().is_some_and(|ending| ending == "ftl") {
            let tag = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            // English comes first; the others are in order of their names.
            files.insert((tag != "en", tag), path);
        }
    }
    let mut code = String::from("static LANGUAGES: &[Language] = &[\n");
    let mut later = String::from("static LATER: &[Table] = &[\n");
    for (no, ((_, tag), path)) in files.into_iter().enumerate() {
        let messages = messages(&path)?;
        let table = |first: bool| {
            let mut table = String::from("&[\n");
            for (key, (_, pieces)) in messages.iter().filter(|(_, (of, _))| *of == first) {
                let _ = writeln!(table, "    ({key:?}, &{pieces}),");
            }
            table + "]"
        };
        let _ = writeln!(
            code,
            "Language {{ no: {no}, tag: {tag:?}, first: {} }},",
            table(true)
        );
        let _ = writeln!(later, "{},", table(false));
    }
    code.push_str("];\n");
    later.push_str("];\n");
    let out = env::var("OUT_DIR").map_err(|e| e.to_string())?;
    let write = |file: &str, code: String| {
        fs::write(Path::new(&out).join(file), code).map_err(|e| e.to_string())
    };
    write("languages.rs", code)?;
    write("later.rs", later)
}

/// The group of the messages that the page shows before all of its program is there.
const FIRST: &str = "First screen.";

/// Messages by key, and whether they are of the first screen; an attribute is `key.attribute`.
fn messages(path: &Path) -> Result<BTreeMap<String, (bool, String)>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
    let resource = fluent_syntax::parser::parse(text.as_str())
        .map_err(|(_, errors)| format!("{name}: {:?}", errors.first()))?;
    let mut found = BTreeMap::new();
    let mut first = false;
    let mut add = |first: bool, key: String, pattern: &Pattern<&str>| {
        let pieces = pieces(pattern).map_err(|e| format!("{name}: {key}: {e}"))?;
        match found.insert(key.clone(), (first, pieces)) {
            Some(_) => Err(format!("{name}: {key} stands there twice")),
            None => Ok(()),
        }
    };
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                if let Some(pattern) = &message.value {
                    add(first, message.id.name.to_owned(), pattern)?;
                }
                for attribute in &message.attributes {
                    add(
                        first,
                        format!("{}.{}", message.id.name, attribute.id.name),
                        &attribute.value,
                    )?;
                }
            }
            Entry::GroupComment(comment) => {
                first = comment.content.iter().any(|line| line.starts_with(FIRST));
            }
            Entry::Comment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(term) => {
                return Err(format!("{name}: -{}: terms are not used", term.id.name));
            }
            Entry::Junk { content } => return Err(format!("{name}: cannot be read: {content}")),
        }
    }
    Ok(found)
}

fn pieces(pattern: &Pattern<&str>) -> Result<String, String> {
    let mut code = String::from("[");
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                let _ = write!(code, "Piece::Text({value:?}), ");
            }
            PatternElement::Placeable { expression } => {
                let _ = write!(code, "{}, ", placeable(expression)?);
            }
        }
    }
    code.push(']');
    Ok(code)
}

fn placeable(expression: &Expression<&str>) -> Result<String, String> {
    match expression {
        Expression::Inline(inline) => piece(inline),
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                return Err("only variables select".to_owned());
            };
            let mut arms = String::new();
            let mut other = None;
            for variant in variants {
                let pieces = pieces(&variant.value)?;
                if variant.default {
                    other = Some(pieces);
                    continue;
                }
                let key = match &variant.key {
                    VariantKey::Identifier { name } => name,
                    VariantKey::NumberLiteral { value } => value,
                };
                let _ = write!(arms, "({key:?}, &{pieces}), ");
            }
            let other = other.ok_or("a selection needs a default")?;
            Ok(format!(
                "Piece::Select(&Choice {{ arg: {:?}, arms: &[{arms}], other: &{other} }})",
                id.name
            ))
        }
    }
}

fn piece(inline: &InlineExpression<&str>) -> Result<String, String> {
    Ok(match inline {
        InlineExpression::StringLiteral { value } => {
            format!(
                "Piece::Text({:?})",
                fluent_syntax::unicode::unescape_unicode_to_string(value)
            )
        }
        InlineExpression::NumberLiteral { value } => format!("Piece::Text({value:?})"),
        InlineExpression::VariableReference { id } => format!("Piece::Arg({:?})", id.name),
        InlineExpression::MessageReference {
            id,
            attribute: None,
        } => {
            format!("Piece::Message({:?})", id.name)
        }
        InlineExpression::Placeable { expression } => placeable(expression)?,
        InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::FunctionReference { .. } => {
            return Err("only variables, strings and messages can stand in a text".to_owned());
        }
    })
}
