//! Texts that the parser doesn't get: they would take too long, or nest deeper than people write.

use crate::refuse::refusal;
use crate::report::Refusal;
use base::say;

/// No one writes larger texts.
const LIMIT: usize = 16 << 20;
/// The parser compares each key of an object with all previous ones.
const ENTRIES: usize = 4096;
/// The parser's limit is 64, but that needs more stack than a page may have.
const DEPTH: usize = 32;
/// If a chain of operators ends in something invalid, the parser tries its last operand twice: what
/// is in this many chains is tried sixteen times, and in a few more forever.
const CHAINS: usize = 4;

/// What surrounds the current position: an object, a block or another bracket, or a quoted text.
enum Enclosing {
    Code(Code),
    Text,
}

#[derive(Default)]
struct Code {
    entries: usize,
    /// Operators in the expression so far.
    operators: usize,
    /// The expression ends with its line.
    by_line: bool,
}

impl Code {
    fn of(bracket: u8) -> Self {
        Self { by_line: bracket == b'{', ..Self::default() }
    }

    fn is_chain(&self) -> bool {
        self.operators > 1
    }
}

/// Can the parser read the text with limited time and memory?
pub(super) fn check(text: &str) -> Result<(), Refusal> {
    if text.len() > LIMIT {
        let message = say!("import-terraform-too-large", size = text.len() >> 20);
        return Err(Refusal::new("too-large", message));
    }
    let mut open = vec![Enclosing::Code(Code::of(b'{'))];
    let mut at = 0;
    while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
        let depth = open.len();
        at += step(rest, &mut open);
        let entries = match open.last() {
            Some(Enclosing::Code(code)) if open.len() > 1 => code.entries,
            _ => 0,
        };
        let chains = |open: &[Enclosing]| {
            let is_chain =
                |one: &&Enclosing| matches!(one, Enclosing::Code(code) if code.is_chain());
            open.iter().filter(is_chain).count()
        };
        let fault = if open.len() > DEPTH {
            ("too-deep", say!("import-too-deep", levels = DEPTH))
        } else if open.len() > depth && chains(&open) > CHAINS {
            ("too-deep", say!("import-operators-too-deep", levels = CHAINS))
        } else if entries > ENTRIES {
            let most = ENTRIES.to_string();
            ("too-many", say!("import-too-many-entries", most = most))
        } else {
            continue;
        };
        return Err(refusal(fault.0, text, at - 1, fault.1));
    }
    Ok(())
}

/// Takes one step; returns its length.
fn step(rest: &[u8], open: &mut Vec<Enclosing>) -> usize {
    let end_of = |needle: &[u8]| {
        let found = rest.windows(needle.len()).position(|part| part == needle);
        found.map_or(rest.len(), |found| found + needle.len())
    };
    let inner = open.len() > 1;
    match open.last_mut() {
        Some(Enclosing::Text) => match rest {
            [b'\\', _, ..] => return 2,
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => return 3,
            [b'$' | b'%', b'{', ..] => {
                open.push(Enclosing::Code(Code::default()));
                return 2;
            }
            // A line break also ends a text: the parser reports the error.
            [b'"' | b'\n', ..] => drop(open.pop()),
            _ => {}
        },
        Some(Enclosing::Code(code)) => match rest {
            // The line break after it is handled separately.
            [b'#', ..] | [b'/', b'/', ..] => return end_of(b"\n").saturating_sub(1).max(1),
            [b'/', b'*', ..] => return end_of(b"*/"),
            [b'<', b'<', ..] => return heredoc(rest),
            [b'"', ..] => open.push(Enclosing::Text),
            [bracket @ (b'{' | b'[' | b'('), ..] => open.push(Enclosing::Code(Code::of(*bracket))),
            [b'}' | b']' | b')', ..] if inner => drop(open.pop()),
            [b'=' | b'!' | b'<' | b'>', b'=', ..] | [b'&', b'&', ..] | [b'|', b'|', ..] => {
                code.operators += 1;
                return 2;
            }
            [b'=' | b':', ..] => {
                code.entries += 1;
                code.operators = 0;
            }
            [b',' | b'?', ..] => code.operators = 0,
            [b'\n', ..] if code.by_line => code.operators = 0,
            [b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'!' | b'&' | b'|', ..] => {
                code.operators += 1;
            }
            _ => {}
        },
        None => open.push(Enclosing::Code(Code::of(b'{'))),
    }
    1
}

/// The length of a heredoc, including the line that ends it.
fn heredoc(rest: &[u8]) -> usize {
    let mut lines = rest.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let marker = first.trim_ascii_start().strip_prefix(b"<<").unwrap_or_default();
    let marker = marker.strip_prefix(b"-").unwrap_or(marker).trim_ascii();
    let mut length = first.len();
    for line in lines {
        length += line.len();
        if line.trim_ascii() == marker {
            break;
        }
    }
    length
}
