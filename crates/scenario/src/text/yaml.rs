//! Writes YAML in block style, and finds lines of values in it.

use crate::export::yaml::text;
use crate::json::{Json, number_text};

pub(crate) fn write(json: &Json) -> String {
    let mut out = String::new();
    match has_block(json) {
        true => block(&mut out, json, 0, false),
        false => out = scalar(json) + "\n",
    }
    out
}

/// Does a value take lines of its own?
fn has_block(json: &Json) -> bool {
    match json {
        Json::Object(fields) => !fields.is_empty(),
        Json::List(items) => !items.is_empty(),
        _ => false,
    }
}

fn scalar(json: &Json) -> String {
    match json {
        Json::Text(value) => text(value),
        Json::Float(value) => number_text(*value),
        Json::Object(_) => "{}".to_owned(),
        Json::List(_) => "[]".to_owned(),
        Json::Null | Json::Bool(_) | Json::Int(_) => json.compact(),
    }
}

/// Writes the lines of a value. `started`: the first one has its indentation.
fn block(out: &mut String, json: &Json, indent: usize, mut started: bool) {
    let mut begin = |out: &mut String| {
        if !core::mem::take(&mut started) {
            out.extend(core::iter::repeat_n(' ', indent));
        }
    };
    match json {
        Json::Object(fields) => {
            for (key, value) in fields {
                begin(out);
                out.push_str(&text(key));
                out.push(':');
                if has_block(value) {
                    out.push('\n');
                    block(out, value, indent + 2, false);
                } else {
                    out.push_str(&format!(" {}\n", scalar(value)));
                }
            }
        }
        Json::List(items) => {
            for item in items {
                begin(out);
                out.push_str("- ");
                if has_block(item) {
                    block(out, item, indent + 2, true);
                } else {
                    out.push_str(&format!("{}\n", scalar(item)));
                }
            }
        }
        _ => {}
    }
}

/// The line of the value at a path, or of the last value on the way to it.
pub(super) fn line(whole: &str, path: &[String]) -> usize {
    let entries = entries(whole);
    let mut inside = entries.as_slice();
    let mut found = inside.first().map_or(1, |entry| entry.line);
    for step in path {
        let Some(at) = find(inside, step) else { break };
        found = inside[at].line;
        inside = below(inside, at);
    }
    found
}

/// A field, or the dash of an item.
struct YamlLine<'a> {
    line: usize,
    indent: usize,
    text: &'a str,
}

fn entries(whole: &str) -> Vec<YamlLine<'_>> {
    let mut entries = Vec::new();
    for (no, text) in whole.lines().enumerate() {
        let mut rest = text.trim_start();
        let mut indent = text.len() - rest.len();
        if rest.is_empty() || rest.starts_with('#') || rest == "---" {
            continue;
        }
        while let Some(item) = rest.strip_prefix('-').filter(|item| item.starts_with(' ')) {
            entries.push(YamlLine { line: no + 1, indent, text: "-" });
            indent += rest.len() - item.trim_start().len();
            rest = item.trim_start();
        }
        entries.push(YamlLine { line: no + 1, indent, text: rest });
    }
    entries
}

/// The position of the field or the item of a step.
fn find(inside: &[YamlLine<'_>], step: &str) -> Option<usize> {
    let first = inside.first()?;
    let own = inside.iter().enumerate().filter(|(_, entry)| entry.indent == first.indent);
    if first.text == "-" {
        let mut items = own.filter(|(_, entry)| entry.text == "-");
        return items.nth(step.parse().ok()?).map(|(at, _)| at);
    }
    let mut fields = own.filter(|(_, entry)| {
        let bare = entry.text.trim_start_matches(['"', '\'']);
        let after = bare.strip_prefix(step).map(|rest| rest.trim_start_matches(['"', '\'']));
        after.is_some_and(|rest| rest.starts_with(':'))
    });
    fields.next().map(|(at, _)| at)
}

/// What belongs to the entry at a position: deeper lines, and items that are no deeper than their field.
fn below<'a, 'b>(inside: &'b [YamlLine<'a>], at: usize) -> &'b [YamlLine<'a>] {
    let (own, rest) = (&inside[at], &inside[at + 1..]);
    let is_inside = |entry: &YamlLine<'_>| {
        entry.indent > own.indent
            || entry.indent == own.indent && entry.text == "-" && own.text != "-"
    };
    let end = rest.iter().position(|entry| !is_inside(entry)).unwrap_or(rest.len());
    &rest[..end]
}
