//! Decodes bytes to text: a file that isn't text, or has an unsupported format, is reported by its kind.

use super::report::Refusal;
use base::say;
use std::borrow::Cow;

/// A dropped, pasted or named file.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
}

/// The size of the largest file.
pub const LIMIT: usize = 128 << 20;

/// The text of a file without a byte order mark, or why it has none.
pub(super) fn of(bytes: &[u8]) -> Result<Cow<'_, str>, Refusal> {
    if bytes.len() > LIMIT {
        let message = say!("import-too-large", size = bytes.len() >> 20);
        return Err(Refusal::new("too-large", message));
    }
    if let Some(what) = binary(bytes) {
        return Err(Refusal::new("binary", say!(what)));
    }
    if let Some(text) = utf16(bytes) {
        let text = text?;
        checked(&text)?;
        return Ok(Cow::Owned(text));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let at = position(bytes, error.valid_up_to());
        Refusal::at("not-utf8", at, say!("import-not-utf-8"))
    })?;
    checked(text).map(Cow::Borrowed)
}

/// The output of older PowerShells: UTF-16, usually with a byte order mark. Without one it can be valid UTF-8 too, with a zero in each
/// character.
fn utf16(bytes: &[u8]) -> Option<Result<String, Refusal>> {
    let (order, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        [first, 0, ..] if first.is_ascii() && *first != 0 => (u16::from_le_bytes, bytes),
        [0, first, ..] if first.is_ascii() && *first != 0 => (u16::from_be_bytes, bytes),
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
    Some(if odd.is_empty() { Ok(text) } else { Err(not_utf16(&text)) })
}

/// The text is invalid after this part.
fn not_utf16(text: &str) -> Refusal {
    let at = position(text.as_bytes(), text.len());
    Refusal::at("not-utf8", at, say!("import-not-utf-16"))
}

/// The text without a byte order mark, if it is valid.
fn checked(text: &str) -> Result<&str, Refusal> {
    // The JSON reader has its own message; other readers would continue in vain.
    let is_json = text.trim_ascii_start().starts_with(['{', '[']);
    let zero = if is_json { None } else { text.find('\0') };
    if let Some(at) = zero {
        let at = position(text.as_bytes(), at);
        return Err(Refusal::at("binary", at, say!("import-zero-byte")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().is_empty() {
        return Err(Refusal::new("empty", say!("import-empty")));
    }
    Ok(text)
}

/// File types that are dropped by mistake, by their first bytes.
fn binary(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 9] = [
        (b"PK\x03\x04", "import-zip"),
        (b"\x1f\x8b", "import-gzip"),
        (b"BZh", "import-bzip2"),
        (b"\xfd7zXZ", "import-xz"),
        (b"\x28\xb5\x2f\xfd", "import-zstandard"),
        (b"\x89PNG", "import-png"),
        (b"\xff\xd8\xff", "import-jpeg"),
        (b"GIF8", "import-gif"),
        (b"%PDF", "import-pdf"),
    ];
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, what)| *what)
}

/// Keys of what `kubectl describe` prints.
const DESCRIBED: [&str; 5] =
    ["\nLabels:", "\nAnnotations:", "\nRoles:", "\nNamespace:  ", "\nSelector:  "];

/// What the first lines of other texts contain.
#[rustfmt::skip]
const SENTENCES: [(&str, &str, &str); 12] = [
    ("LAST SEEN ", "events", "import-event-rows"),
    ("pod didn't trigger scale-up", "events", "import-event-rows"),
    ("are available: ", "events", "import-event-rows"),
    ("FailedScheduling", "events", "import-event-rows"),
    ("evicting pod ", "drain", "import-drain-output"),
    ("error when evicting ", "drain", "import-drain-output"),
    ("jsonPayload", "log-table", "import-log-table"),
    ("json_payload", "log-table", "import-log-table"),
    ("no.scale.", "log-reason", "import-log-reason"),
    ("scale.up.error.", "log-reason", "import-log-reason"),
    ("Terraform will ", "plan", "import-plan-text"),
    ("Terraform used ", "plan", "import-plan-text"),
];

/// A line of a Kubernetes program's log: `I1123 11:15:19.273911`, maybe behind its name.
fn is_log_line(line: &str) -> bool {
    let mut words = line.split_whitespace().take(3);
    words.any(|word| {
        let mut letters = word.chars();
        word.len() == 5
            && letters.next().is_some_and(|first| "IWEF".contains(first))
            && letters.all(|letter| letter.is_ascii_digit())
    })
}

/// Recognizes text in an unsupported format. Only the first lines are read.
pub(super) fn other_format(text: &str) -> Option<Refusal> {
    let head = text.trim_start();
    let first = head.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?.trim();
    let word = first.split_whitespace().next().unwrap_or_default();
    let refuse = |code, key: &'static str| Some(Refusal::new(code, say!(key)));
    if word.starts_with("FREQ=") || word.starts_with("RRULE:") || word.starts_with("DTSTART") {
        return refuse("rrule", "import-rrule");
    }
    if first.starts_with("{{") {
        return Some(template(text));
    }
    if is_table(first) {
        return refuse("table", "import-table");
    }
    if first.starts_with("Name:  ") && DESCRIBED.iter().any(|key| text.contains(key)) {
        return refuse("describe", "import-describe");
    }
    if let Some((_, code, key)) = SENTENCES.iter().find(|(part, ..)| first.contains(part)) {
        return refuse(code, key);
    }
    if is_log_line(first) {
        return refuse("program-log", "import-program-log");
    }
    if first.starts_with("No resources found") {
        return refuse("empty-list", "import-empty-list");
    }
    if first.starts_with("Error from server")
        || first.starts_with("ERROR: (gcloud")
        || first.starts_with("error: ")
    {
        let said = first.split_once(": ").map_or(first, |(_, said)| said);
        return Some(Refusal::new("error", say!("import-command-failed", error = said)));
    }
    let lower = first.get(..first.len().min(16)).unwrap_or(word).to_ascii_lowercase();
    if lower.starts_with("<!doctype")
        || lower.starts_with("<html")
        || lower.starts_with("<?xml")
        || lower.starts_with("<svg")
    {
        return refuse("markup", "import-markup");
    }
    None
}

/// Refuses a link to a scenario: it isn't a file.
pub(super) fn link(text: &str) -> Option<Refusal> {
    let word = text.trim_end();
    let (before, _) = word.split_once("#s=")?;
    let is_link = before.is_empty() || before.starts_with("http");
    (is_link && !word.contains(char::is_whitespace))
        .then(|| Refusal::new("link", say!("import-link")))
}

/// The column heads printed by `kubectl get` and `gcloud … list`.
fn is_table(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let of_head = |word: &str| {
        word.chars().all(|c| c.is_ascii_uppercase() || matches!(c, '_' | '-' | '(' | ')' | '%'))
    };
    matches!(words.next(), Some("NAME" | "NAMESPACE"))
        && words.clone().count() > 0
        && words.all(of_head)
}

/// The refusal of a chart template, with the place of its first expression.
pub(super) fn template(text: &str) -> Refusal {
    let at = text.find("{{").unwrap_or_default();
    let at = position(text.as_bytes(), at);
    Refusal::at("template", at, say!("import-template"))
}

/// Line and column of a byte, both from 1; columns count bytes.
pub(super) fn position(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = bytes.get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    (line, column)
}

/// The most characters quoted.
const QUOTED: usize = 60;

/// The beginning of a text, on one line.
pub(super) fn excerpt(text: &str) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if let Some((end, _)) = words.char_indices().nth(QUOTED) {
            words.truncate(end);
            words.push('…');
            break;
        }
    }
    words
}
