//! Lines of values in a JSON text.

use crate::json::Json;

/// The line of the value at a path, or of the last value on the way to it.
pub(super) fn line(text: &str, path: &[String]) -> usize {
    let mut cursor = Cursor { bytes: text.as_bytes(), at: 0 };
    cursor.space();
    let mut found = cursor.at;
    for step in path {
        let Some(at) = cursor.enter(text, step) else { break };
        found = at;
    }
    1 + text.as_bytes()[..found].iter().filter(|byte| **byte == b'\n').count()
}

/// A position in a well-formed text.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t' | b',' | b':') {
            self.at += 1;
        }
    }

    /// Moves to the value of a step; returns where it begins, with its name.
    fn enter(&mut self, text: &str, step: &str) -> Option<usize> {
        let is_list = match self.peek() {
            b'[' => true,
            b'{' => false,
            _ => return None,
        };
        self.at += 1;
        for no in 0.. {
            self.space();
            let begin = self.at;
            if matches!(self.peek(), b']' | b'}' | 0) {
                return None;
            }
            let is_step = if is_list {
                step.parse() == Ok(no)
            } else {
                self.skip();
                let name = Json::parse(text.get(begin..self.at)?).ok()?;
                self.space();
                name.text() == Some(step)
            };
            if is_step {
                return Some(begin);
            }
            self.skip();
        }
        None
    }

    /// Moves behind a value.
    fn skip(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            match self.peek() {
                b'"' => self.skip_text(),
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => {}
                _ => {
                    while !matches!(self.peek(), b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | 0) {
                        self.at += 1;
                    }
                    self.at -= 1;
                }
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Moves to the closing quotation mark.
    fn skip_text(&mut self) {
        self.at += 1;
        while !matches!(self.peek(), b'"' | 0) {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
    }
}
