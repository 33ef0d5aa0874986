//! Writes HCL blocks with literal values, formatted like `terraform fmt`.

use super::{code, quoted};
use crate::json::Json;

/// A block; `head` without its brace.
pub(crate) struct Block {
    head: String,
    items: Vec<Item>,
}

enum Item {
    Attribute(String, String),
    Block(Block),
}

impl Block {
    pub(crate) fn new(head: impl Into<String>) -> Self {
        Self { head: head.into(), items: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a value verbatim.
    pub(super) fn set(&mut self, name: &str, value: impl ToString) {
        self.items.push(Item::Attribute(name.to_owned(), value.to_string()));
    }

    /// Adds a text, unless it is empty.
    pub(crate) fn text(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.set(name, string(value));
        }
    }

    /// Adds a value of a document, unless it is empty.
    pub(super) fn json(&mut self, name: &str, value: &Json) {
        match value {
            Json::Text(text) => self.text(name, text),
            Json::Bool(on) => self.set(name, on),
            Json::Int(number) => self.set(name, number),
            Json::Float(number) => self.set(name, number),
            Json::List(items) => {
                let texts: Vec<String> = items.iter().filter_map(Json::text).map(string).collect();
                self.set(name, format!("[{}]", texts.join(", ")));
            }
            Json::Object(entries) if !entries.is_empty() => self.set(name, map(entries)),
            Json::Null | Json::Object(_) => {}
        }
    }

    /// Renames an argument.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        for item in &mut self.items {
            if let Item::Attribute(name, _) = item
                && name == from
            {
                to.clone_into(name);
            }
        }
    }

    /// Adds a nested block, unless it is empty.
    pub(crate) fn block(&mut self, block: Self) {
        if !block.is_empty() {
            self.items.push(Item::Block(block));
        }
    }

    pub(crate) fn write(&self, out: &mut String, depth: usize) {
        let indent = "  ".repeat(depth);
        out.push_str(&format!("{indent}{} {{\n", self.head));
        let mut rest = self.items.as_slice();
        let mut first = true;
        while let Some((item, after)) = rest.split_first() {
            match item {
                Item::Block(block) => {
                    if !first {
                        out.push('\n');
                    }
                    block.write(out, depth + 1);
                    rest = after;
                }
                Item::Attribute(..) => {
                    let end = rest.iter().position(|item| matches!(item, Item::Block(_)));
                    let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
                    if !first {
                        out.push('\n');
                    }
                    attributes(out, run, depth + 1);
                    rest = after;
                }
            }
            first = false;
        }
        out.push_str(&format!("{indent}}}\n"));
    }
}

/// Aligns the equals signs of single-line values.
fn attributes(out: &mut String, items: &[Item], depth: usize) {
    let indent = "  ".repeat(depth);
    let name = |item: &Item| match item {
        Item::Attribute(name, value) if !value.contains('\n') => name.len(),
        Item::Attribute(..) | Item::Block(_) => 0,
    };
    let width = items.iter().map(name).max().unwrap_or(0);
    for item in items {
        let Item::Attribute(name, value) = item else {
            continue;
        };
        if value.contains('\n') {
            let value = value.replace('\n', &format!("\n{indent}"));
            out.push_str(&format!("{indent}{name} = {value}\n"));
        } else {
            out.push_str(&format!("{indent}{name:width$} = {value}\n"));
        }
    }
}

fn map(entries: &[(String, Json)]) -> String {
    let text = |value: &Json| string(value.text().unwrap_or_default());
    let pairs = entries.iter().map(|(key, value)| (string(key), text(value)));
    let pairs: Vec<(String, String)> = pairs.collect();
    let width = pairs.iter().map(|(key, _)| key.chars().count()).max();
    let width = width.unwrap_or(0);
    let lines: Vec<String> =
        pairs.iter().map(|(key, value)| format!("  {key:width$} = {value}\n")).collect();
    format!("{{\n{}}}", lines.concat())
}

/// A quoted template without interpolation.
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            // `$${` is the text `${`; after another `$` it would be read from there.
            '$' | '%' if rest.peek() == Some(&'{') && before == c => {
                out.push_str(&code(c));
            }
            '$' | '%' if rest.peek() == Some(&'{') => out.extend([c, c]),
            c => quoted(c, &mut out),
        }
        before = c;
    }
    out.push('"');
    out
}

/// A valid block name: letters, digits, `_` and `-`, not starting with a digit.
pub(super) fn identifier(name: &str) -> String {
    let mut out: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, '_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_nothing_that_is_filled_in() {
        let texts = ["a\"b\\c", "${x}", "%{if}", "$${x}", "$%{", "100%", "a\nb\u{1b}\u{202e}", "é"];
        assert_eq!(
            texts.map(string).join(" "),
            r#""a\"b\\c" "$${x}" "%%{if}" "$\u0024{x}" "$%%{" "100%" "a\nb\u001b\u202e" "é""#
        );
        assert_eq!(
            identifier("web-pool") + &identifier("1 é\"") + &identifier(""),
            "web-pool_1____"
        );
    }
}
