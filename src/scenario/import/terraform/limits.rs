//! What the parser is not asked to read: texts that would take it too long, or nest beyond what people write.

use crate::scenario::import::refuse::position;
use crate::scenario::import::report::Refusal;

/// Larger texts are none that people write.
const LIMIT: usize = 16 << 20;
/// The parser compares each key of an object with all before it.
const ENTRIES: usize = 4096;
/// The parser goes to 64, and takes more of the stack for that than a page may have.
const DEPTH: usize = 32;

/// What the scan is in: an object or a block with so many entries, or a quoted text.
enum In {
    Code(usize),
    Text,
}

/// Is a text one that the parser can read in time and in the space that there is?
pub(super) fn check(text: &str) -> Result<(), Refusal> {
    if text.len() > LIMIT {
        let text = format!(
            "Terraform of {} MiB; up to 16 MiB are read",
            text.len() >> 20
        );
        return Err(Refusal::new("too-large", text));
    }
    let mut open = vec![In::Code(0)];
    let mut at = 0;
    while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
        at += step(rest, &mut open);
        let entries = match open.last() {
            Some(In::Code(entries)) if open.len() > 1 => *entries,
            _ => 0,
        };
        let fault = if open.len() > DEPTH {
            ("too-deep", format!("nests deeper than {DEPTH} levels"))
        } else if entries > ENTRIES {
            (
                "too-many",
                format!("more than {ENTRIES} entries in one object or block"),
            )
        } else {
            continue;
        };
        let (line, column) = position(text.as_bytes(), at - 1);
        let text = format!("{} at line {line}, column {column}", fault.1);
        return Err(Refusal::at(fault.0, line, column, text));
    }
    Ok(())
}

/// Takes one step; answers its length.
fn step(rest: &[u8], open: &mut Vec<In>) -> usize {
    let end_of = |needle: &[u8]| {
        let found = rest.windows(needle.len()).position(|part| part == needle);
        found.map_or(rest.len(), |found| found + needle.len())
    };
    let inner = open.len() > 1;
    match open.last_mut() {
        Some(In::Text) => match rest {
            [b'\\', _, ..] => return 2,
            [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..] => return 3,
            [b'$' | b'%', b'{', ..] => {
                open.push(In::Code(0));
                return 2;
            }
            // A line break ends a text too: the parser says what is missing.
            [b'"' | b'\n', ..] => drop(open.pop()),
            _ => {}
        },
        Some(In::Code(entries)) => match rest {
            [b'#', ..] | [b'/', b'/', ..] => return end_of(b"\n"),
            [b'/', b'*', ..] => return end_of(b"*/"),
            [b'<', b'<', ..] => return heredoc(rest),
            [b'"', ..] => open.push(In::Text),
            [b'{' | b'[' | b'(', ..] => open.push(In::Code(0)),
            [b'}' | b']' | b')', ..] if inner => drop(open.pop()),
            [b'=' | b':', ..] => *entries += 1,
            _ => {}
        },
        None => open.push(In::Code(0)),
    }
    1
}

/// The length of a heredoc, with the line that ends it.
fn heredoc(rest: &[u8]) -> usize {
    let mut lines = rest.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let marker = first
        .trim_ascii_start()
        .strip_prefix(b"<<")
        .unwrap_or_default();
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
