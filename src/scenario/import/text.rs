//! From bytes to text: what is no text, or of no format that is read, is named for what it is.

use super::refuse::position;
use super::report::Refusal;

/// The largest file that is read.
pub const LIMIT: usize = 128 << 20;

/// The text of a file without a byte order mark, or why there is none.
pub(super) fn of(bytes: &[u8]) -> Result<&str, Refusal> {
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
        return Err(Refusal::new("binary", format!("this is {what}, not JSON")));
    }
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = position(bytes, error.valid_up_to());
        let hint = match bytes {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "; it looks like UTF-16, save it as UTF-8",
            _ => "",
        };
        Refusal::at(
            "not-utf8",
            line,
            column,
            format!("the bytes at line {line}, column {column} are not UTF-8{hint}"),
        )
    })?;
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
            "this is a recurrence rule; the policy checker reads it",
        );
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
        return refuse("markup", "this is HTML or XML, not JSON");
    }
    if is_yaml(first) {
        return refuse(
            "yaml",
            "this is YAML; the next version reads it. For now: the same command with -o json (gcloud: --format json)",
        );
    }
    None
}

/// `---`, `%YAML`, `key: value`, `key:` or `- key: value`.
fn is_yaml(line: &str) -> bool {
    if line.starts_with("---") || line.starts_with("%YAML") {
        return true;
    }
    let line = line.strip_prefix("- ").unwrap_or(line);
    let Some((key, rest)) = line.split_once(':') else {
        return false;
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/');
    !key.is_empty() && key.chars().all(plain) && (rest.is_empty() || rest.starts_with(' '))
}
