//! Finds the documents of a file, and explains why a file isn't used.

use serde::de::IgnoredAny;

use super::loose::TOO_MANY;
use super::outline::Outline;
use super::part;
use super::report::Refusal;
use super::text::{excerpt, position};
use base::{Message, say};

/// The most documents in a file: every object of a large cluster separately.
const DOCUMENTS: usize = 100_000;

/// The deepest nesting read; Kubernetes' own schemas stay below forty.
const DEPTH: usize = 128;

/// The start of the next document. `Err`: something follows the last one that can't be another.
///
/// Dumps are often pasted or appended one after another. Only objects and lists may follow, and only after white
/// space or directly after an object: `[][]` and `{} 1` are errors, not two documents.
pub(super) fn next_document(
    text: &str,
    at: usize,
    before: usize,
) -> Result<Option<usize>, Refusal> {
    let rest = text.get(at..).unwrap_or_default();
    // JSON's white space, not Unicode's.
    let space = [' ', '\t', '\n', '\r'];
    let mut trimmed = rest.trim_start_matches(space);
    while let Some(behind) = behind_logs(trimmed) {
        trimmed = behind.trim_start_matches(space);
    }
    let start = text.len() - trimmed.len();
    let Some(next) = trimmed.chars().next() else {
        return Ok(None);
    };
    let object_before = at > 0 && text.as_bytes().get(at - 1) == Some(&b'}');
    let separate = start > at || (object_before && next == '{');
    if before < DOCUMENTS && (before == 0 || (matches!(next, '{' | '[') && separate)) {
        return Ok(Some(start));
    }
    Err(match before {
        DOCUMENTS => {
            let what = say!("import-too-many-documents", n = DOCUMENTS.to_string());
            refusal("too-many", text, start, what)
        }
        _ => {
            let line = trimmed.lines().next().unwrap_or_default();
            let what = say!("import-behind-document", text = excerpt(line));
            refusal("syntax", text, start, what)
        }
    })
}

/// The text after a container's logs, which `kubectl cluster-info dump` prints between its lists.
fn behind_logs(text: &str) -> Option<&str> {
    let logs = text.strip_prefix("==== START logs for container ")?;
    let (_, end) = logs.split_once("\n==== END logs for container ")?;
    Some(end.split_once('\n').map_or("", |(_, behind)| behind))
}

/// The refusal for a serde_json error in the document that begins at `start`.
pub(super) fn syntax(text: &str, start: usize, error: &serde_json::Error) -> Refusal {
    if let Some(refusal) = too_deep(text) {
        return refusal;
    }
    let at = match (position(text.as_bytes(), start), error.line(), error.column()) {
        ((line, column), 0 | 1, more) => (line, column - 1 + more.max(1)),
        ((line, _), more, column) => (line + more - 1, column.max(1)),
    };
    if error.is_eof() {
        return Refusal::placed("cut-off", at, say!("import-cut-off"));
    }
    let said = error.to_string();
    if said.starts_with(TOO_MANY) {
        return Refusal::placed("too-many", at, say!("import-too-many-objects"));
    }
    let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
    Refusal::placed("syntax", at, say!("import-not-json", error = said))
}

/// The refusal for a text that nests too deeply, if it does.
pub(super) fn too_deep(text: &str) -> Option<Refusal> {
    let what = say!("import-too-deep", levels = DEPTH);
    Some(refusal("too-deep", text, deep_place(text)?, what))
}

/// Where a text exceeds the deepest level.
fn deep_place(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut places = brackets(text).filter(|(_, byte)| {
        let opens = matches!(byte, b'{' | b'[');
        depth = if opens { depth + 1 } else { depth.saturating_sub(1) };
        opens && depth > DEPTH
    });
    places.next().map(|(at, _)| at)
}

/// The brackets of a JSON text outside of its strings, with their places.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let (mut in_string, mut escaped) = (false, false);
    text.bytes().enumerate().filter(move |(_, byte)| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' | b'}' | b']' => return !in_string,
            _ => {}
        }
        false
    })
}

/// A refusal with the position of a byte.
pub(super) fn refusal(code: &'static str, text: &str, at: usize, what: Message) -> Refusal {
    Refusal::placed(code, position(text.as_bytes(), at), what)
}

/// Skips a document that no importer reads; returns its length.
pub(super) fn skip(text: &str) -> Result<usize, serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    documents.next().transpose()?;
    Ok(documents.byte_offset())
}

/// Kinds of documents that no importer reads, by top-level keys.
#[rustfmt::skip]
const OTHERS: [(&[&str], &str, &str); 8] = [
    (&["error"], "error", "import-error"),
    (&["validNodeVersions", "validMasterVersions", "defaultClusterVersion"], "server-config", "import-server-config"),
    (&["terraform_version", "format_version", "resource_changes"], "terraform", "import-terraform-without-values"),
    (&["noDecisionStatus", "jsonPayload", "insertId", "resultInfo"], "log", "import-log"),
    (&["resource", "module", "variable"], "terraform-json", "import-terraform-json"),
    (&["nodetide"], "records", "import-records"),
    (&["LAST DEPLOYED"], "helm-release", "import-helm-release"),
    (&["LOCATION", "MACHINE_TYPE", "STATUS"], "table", "import-table"),
];

/// Why an operation that isn't a running upgrade isn't used.
pub(super) fn operation(is_over: bool) -> Message {
    if is_over { say!("import-operation-over") } else { say!("import-operation") }
}

/// The kind of a document that no importer reads.
pub(super) fn outline(outline: &Outline) -> (&'static str, Message) {
    if outline.elements == Some(0) {
        return ("empty-list", say!("import-empty-list"));
    }
    if let Some((_, code, key)) = OTHERS.iter().find(|(keys, _, _)| outline.has_any(keys)) {
        let message = match (*code, &*outline.message) {
            ("error", "") => say!("import-error-without-message"),
            ("error", error) => say!(*key, error = error),
            _ => say!(*key),
        };
        return (code, message);
    }
    let first = |keys: &[&'static str]| keys.iter().find(|key| outline.has(key)).copied();
    if let Some((key, of)) = part::of(first) {
        return ("fragment", say!("import-fragment", key = key, part = say!(of)));
    }
    let keys = outline.keys.iter().take(4);
    let keys: Vec<String> = keys.map(|key| format!("“{key}”")).collect();
    let message = match (keys.is_empty(), outline.elements, outline.object) {
        (false, _, _) => say!("import-neither", keys = keys),
        (true, Some(_), _) => say!("import-no-objects"),
        (true, None, true) => say!("import-empty-object"),
        (true, None, false) => say!("import-single-value"),
    };
    ("content", message)
}
