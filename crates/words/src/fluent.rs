//! Reads the messages of a Fluent file: texts, variables, strings, other messages, and selections by a variable. A text
//! takes one line.
//!
//! Tests compare it with `fluent-syntax`, which would take 11 KB of the first load.

/// A part of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(&'static str),
    Arg(&'static str),
    /// Another message, with the same arguments.
    Message(&'static str),
    Select(Box<Choice>),
}

/// Chooses by exact value, then by plural category; `other` is the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub arg: &'static str,
    pub arms: Vec<(&'static str, Vec<Piece>)>,
    pub other: Vec<Piece>,
}

/// The messages by key, in file order; an attribute is `key.attribute`. Unsupported syntax is skipped.
pub(super) fn read(text: &'static str) -> Vec<(String, Vec<Piece>)> {
    let mut reader = FluentReader { left: text };
    let mut messages = Vec::new();
    let mut message = "";
    loop {
        reader.skip_blank();
        if reader.left.is_empty() {
            return messages;
        }
        let is_attribute = reader.take('.');
        let name = reader.name();
        reader.skip_spaces();
        let key = if is_attribute {
            format!("{message}.{name}")
        } else {
            message = name;
            name.to_owned()
        };
        let text = reader.left;
        match (!name.is_empty() && reader.take('=')).then(|| reader.pattern()) {
            Some(Some(pieces)) if !pieces.is_empty() => messages.push((key, pieces)),
            Some(Some(_)) => {}
            Some(None) | None => {
                reader.left = text;
                reader.until('\n');
            }
        }
    }
}

struct FluentReader {
    left: &'static str,
}

impl FluentReader {
    fn skip_blank(&mut self) {
        self.left = self.left.trim_ascii_start();
    }

    fn skip_spaces(&mut self) {
        self.left = self.left.trim_start_matches(' ');
    }

    fn take(&mut self, c: char) -> bool {
        let after = self.left.strip_prefix(c);
        self.left = after.unwrap_or(self.left);
        after.is_some()
    }

    fn split(&mut self, at: usize) -> &'static str {
        let (before, after) = self.left.split_at(at);
        self.left = after;
        before
    }

    /// The text before a character; also skips that character.
    fn until(&mut self, end: char) -> &'static str {
        let before = self.split(self.left.find(end).unwrap_or(self.left.len()));
        self.take(end);
        before
    }

    fn name(&mut self) -> &'static str {
        let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
        self.split(self.left.find(ends).unwrap_or(self.left.len()))
    }

    /// Text and placeables up to the end of the line.
    fn pattern(&mut self) -> Option<Vec<Piece>> {
        self.skip_spaces();
        let mut pieces = Vec::new();
        loop {
            let text = self.split(self.left.find(['{', '\n']).unwrap_or(self.left.len()));
            let goes_on = self.take('{');
            let text = if goes_on { text } else { text.trim_ascii_end() };
            if !text.is_empty() {
                pieces.push(Piece::Text(text));
            }
            if !goes_on {
                return Some(pieces);
            }
            self.skip_blank();
            let piece = self.placeable()?;
            self.skip_blank();
            if !self.take('}') {
                return None;
            }
            pieces.push(piece);
        }
    }

    fn placeable(&mut self) -> Option<Piece> {
        if self.take('"') {
            return Some(Piece::Text(self.until('"')));
        }
        let is_arg = self.take('$');
        let name = self.name();
        self.skip_blank();
        match (name, is_arg) {
            ("", _) => None,
            (_, false) => Some(Piece::Message(name)),
            (_, true) if self.left.starts_with("->") => {
                self.split(2);
                self.choice(name)
            }
            (_, true) => Some(Piece::Arg(name)),
        }
    }

    fn choice(&mut self, arg: &'static str) -> Option<Piece> {
        let mut arms = Vec::new();
        let mut other = None;
        loop {
            self.skip_blank();
            let is_other = self.take('*');
            if !self.take('[') {
                let other = other?;
                return Some(Piece::Select(Box::new(Choice { arg, arms, other })));
            }
            let value = self.until(']').trim_ascii();
            let pieces = self.pattern()?;
            if is_other {
                other = Some(pieces);
            } else {
                arms.push((value, pieces));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::ENGLISH;
    use fluent_syntax::ast::{
        Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
    };
    use std::fmt::Write;

    #[test]
    fn files_are_read_as_fluent_syntax_reads_them() {
        let resource = fluent_syntax::parser::parse(ENGLISH).unwrap();
        let mut expected = Vec::new();
        for entry in &resource.body {
            if let Entry::Message(message) = entry {
                let id = message.id.name;
                let value = message.value.iter();
                expected.extend(value.map(|value| (id.to_owned(), by_library(value))));
                let attributes = message.attributes.iter();
                expected.extend(
                    attributes.map(|one| (format!("{id}.{}", one.id.name), by_library(&one.value))),
                );
            } else {
                assert!(!matches!(entry, Entry::Junk { .. } | Entry::Term(_)));
            }
        }
        let messages = read(ENGLISH);
        assert_eq!(messages.len(), expected.len());
        for ((key, pieces), expected) in messages.into_iter().zip(expected) {
            assert_eq!((key, by_us(&pieces)), expected);
        }
    }

    fn by_us(pieces: &[Piece]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(part) => write!(text, "{part:?}"),
                Piece::Arg(name) => write!(text, "${name}"),
                Piece::Message(key) => write!(text, "{key} "),
                Piece::Select(choice) => {
                    let arms = choice.arms.iter();
                    let arms: String =
                        arms.map(|(value, pieces)| format!("[{value}]{}", by_us(pieces))).collect();
                    write!(text, "${}->{arms}*{}", choice.arg, by_us(&choice.other))
                }
            }
            .unwrap();
        }
        text
    }

    fn by_library(pattern: &Pattern<&str>) -> String {
        let mut text = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => write!(text, "{value:?}"),
                PatternElement::Placeable { expression } => match expression {
                    Expression::Inline(InlineExpression::StringLiteral { value }) => {
                        let value = fluent_syntax::unicode::unescape_unicode_to_string(value);
                        write!(text, "{value:?}")
                    }
                    Expression::Inline(InlineExpression::VariableReference { id }) => {
                        write!(text, "${}", id.name)
                    }
                    Expression::Inline(InlineExpression::MessageReference {
                        id,
                        attribute: None,
                    }) => write!(text, "{} ", id.name),
                    Expression::Select {
                        selector: InlineExpression::VariableReference { id },
                        variants,
                    } => {
                        let arms: String = variants
                            .iter()
                            .map(|variant| match &variant.key {
                                _ if variant.default => format!("*{}", by_library(&variant.value)),
                                VariantKey::Identifier { name: value }
                                | VariantKey::NumberLiteral { value } => {
                                    format!("[{value}]{}", by_library(&variant.value))
                                }
                            })
                            .collect();
                        write!(text, "${}->{arms}", id.name)
                    }
                    Expression::Inline(other) => panic!("{other:?} isn't used in messages"),
                    Expression::Select { selector, .. } => panic!("{selector:?} can't select"),
                },
            }
            .unwrap();
        }
        text
    }

    #[test]
    fn unknown_lines_are_ignored() {
        let messages =
            read("# a = b\na = { $n\nb ={ f() }\n= c\n\nd = { $x -> [1] e }\nf = g { h }");
        let keys: Vec<&str> = messages.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["f"]);
    }
}
