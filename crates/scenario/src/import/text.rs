//! From bytes to text: a file that isn't text, or has no format that is read, is reported by its kind.

use super::refuse::{TABLE, position};
use super::report::Refusal;
use std::borrow::Cow;

/// A file as it was dropped, pasted or named.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// The largest file that is read.
pub const LIMIT: usize = 128 << 20;

/// The text of a file without a byte order mark, or why there is none.
pub(super) fn of(bytes: &[u8]) -> Result<Cow<'_, str>, Refusal> {
    if bytes.len() > LIMIT {
        return Err(Refusal::new(
            "too-large",
            format!(
                "the file has {} MiB; up to 128 MiB are read",
                bytes.len() >> 20
            ),
        ));
    }
    if let Some(what) = binary(bytes) {
        return Err(Refusal::new("binary", format!("this is {what}, not text")));
    }
    if let Some(text) = utf16(bytes) {
        let text = text?;
        checked(&text)?;
        return Ok(Cow::Owned(text));
    }
    // Without a mark at its beginning UTF-16 can be UTF-8 as well, with a zero in each character.
    if matches!(bytes, [0, first, ..] | [first, 0, ..] if first.is_ascii() && *first != 0) {
        let text = "the text looks like UTF-16; save it as UTF-8";
        return Err(Refusal::at("not-utf8", 1, 1, text));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = position(bytes, error.valid_up_to());
        let text = format!("the bytes at line {line}, column {column} aren't UTF-8");
        Refusal::at("not-utf8", line, column, text)
    })?;
    checked(text).map(Cow::Borrowed)
}

/// What the redirection of an older PowerShell writes: UTF-16 that says so with its first two bytes.
fn utf16(bytes: &[u8]) -> Option<Result<String, Refusal>> {
    let (order, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let (pairs, odd) = rest.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    for letter in char::decode_utf16(pairs.iter().copied().map(order)) {
        match letter {
            Ok(letter) => text.push(letter),
            Err(_) => return Some(Err(not_utf16(&text))),
        }
    }
    Some(if odd.is_empty() {
        Ok(text)
    } else {
        Err(not_utf16(&text))
    })
}

/// After so much text comes none.
fn not_utf16(text: &str) -> Refusal {
    let (line, column) = position(text.as_bytes(), text.len());
    let says = format!("the bytes at line {line}, column {column} aren't UTF-16");
    Refusal::at("not-utf8", line, column, says)
}

/// The text without a byte order mark, if it is one.
fn checked(text: &str) -> Result<&str, Refusal> {
    // JSON has a sentence of its own for it; the others would read on, in vain.
    let is_json = text.trim_ascii_start().starts_with(['{', '[']);
    let zero = if is_json { None } else { text.find('\0') };
    if let Some(at) = zero {
        let (line, column) = position(text.as_bytes(), at);
        let text = format!("a byte of zero at line {line}, column {column}: this isn't text");
        return Err(Refusal::at("binary", line, column, text));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().is_empty() {
        return Err(Refusal::new("empty", "the file is empty"));
    }
    Ok(text)
}

/// File types that people drop by mistake, by their first bytes.
fn binary(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 9] = [
        (b"PK\x03\x04", "a ZIP archive (unpack it first)"),
        (b"\x1f\x8b", "a gzip file (unpack it first)"),
        (b"BZh", "a bzip2 file (unpack it first)"),
        (b"\xfd7zXZ", "an xz file (unpack it first)"),
        (b"\x28\xb5\x2f\xfd", "a Zstandard file (unpack it first)"),
        (b"\x89PNG", "a picture (PNG)"),
        (b"\xff\xd8\xff", "a picture (JPEG)"),
        (b"GIF8", "a picture (GIF)"),
        (b"%PDF", "a PDF file"),
    ];
    MAGIC
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, what)| *what)
}

/// Text that is recognisably of a format that is not read. Only the first lines are looked at.
pub(super) fn other_format(text: &str) -> Option<Refusal> {
    let head = text.trim_start();
    let first = head
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'))?
        .trim();
    let word = first.split_whitespace().next().unwrap_or_default();
    let refuse = |code, text: &str| Some(Refusal::new(code, text));
    if word.starts_with("FREQ=") || word.starts_with("RRULE:") || word.starts_with("DTSTART") {
        return refuse(
            "rrule",
            "this is only a recurrence rule; import it with its window: the gcloud command, or maintenancePolicy of the cluster",
        );
    }
    if first.starts_with("{{") {
        return Some(template(text));
    }
    if is_table(first) {
        return refuse("table", TABLE);
    }
    if first.starts_with("Name:  ")
        && ["\nLabels:", "\nAnnotations:", "\nRoles:"]
            .iter()
            .any(|key| text.contains(key))
    {
        return refuse(
            "describe",
            "this is the output of kubectl describe; import that of kubectl get -o json for the same objects",
        );
    }
    if first.starts_with("No resources found") {
        return refuse("empty-list", "an empty list: the command found nothing");
    }
    if first.starts_with("Error from server")
        || first.starts_with("ERROR: (gcloud")
        || first.starts_with("error: ")
    {
        let said = first.split_once(": ").map_or(first, |(_, said)| said);
        return refuse("error", &format!("the command failed: {said}"));
    }
    let lower = first
        .get(..first.len().min(16))
        .unwrap_or(word)
        .to_ascii_lowercase();
    if lower.starts_with("<!doctype")
        || lower.starts_with("<html")
        || lower.starts_with("<?xml")
        || lower.starts_with("<svg")
    {
        return refuse("markup", "this is HTML or XML, not JSON or YAML");
    }
    None
}

/// Refuses a link to a scenario: it isn't a file.
pub(super) fn link(text: &str) -> Option<Refusal> {
    let word = text.trim_end();
    let (before, _) = word.split_once("#s=")?;
    let is_link = before.is_empty() || before.starts_with("http");
    (is_link && !word.contains(char::is_whitespace)).then(|| {
        let text = "this is a link to a scenario; open it in the browser";
        Refusal::new("link", text)
    })
}

/// The heads of the columns that `kubectl get` and `gcloud … list` print.
fn is_table(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let of_head = |word: &str| {
        word.chars()
            .all(|c| c.is_ascii_uppercase() || matches!(c, '_' | '-' | '(' | ')' | '%'))
    };
    matches!(words.next(), Some("NAME" | "NAMESPACE"))
        && words.clone().count() > 0
        && words.all(of_head)
}

/// The refusal of a chart's template, with the place of the first thing to be filled in.
pub(super) fn template(text: &str) -> Refusal {
    let at = text.find("{{").unwrap_or_default();
    let (line, column) = position(text.as_bytes(), at);
    let text = format!(
        "a template of a Helm chart, with {{{{ at line {line}, column {column}; import the output of helm template"
    );
    Refusal::at("template", line, column, text)
}
