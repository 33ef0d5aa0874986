//! Where the documents of a file begin, and what is wrong with a file that is not used.

use serde::de::IgnoredAny;

use super::loose::TOO_MANY;
use super::outline::Outline;
use super::part;
use super::report::Refusal;

/// So many documents may stand one after another in a file: every object of a large cluster by itself.
const DOCUMENTS: usize = 100_000;

/// Deeper than this nothing is read; Kubernetes' own schemas stay below forty.
const DEPTH: usize = 128;

/// Where the next document begins. `Err`: something follows the last one that cannot be another.
///
/// Dumps are often pasted or appended one after another. Only objects and lists may follow, and only after white
/// space or directly after an object: `[][]` and `{} 1` are mistakes, not two documents.
pub(super) fn next_document(
    text: &str,
    at: usize,
    before: usize,
) -> Result<Option<usize>, Refusal> {
    let rest = text.get(at..).unwrap_or_default();
    // The white space of JSON, not of Unicode.
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
            let what = format_args!("more than {DOCUMENTS} documents: the next one is");
            refusal("too-many", text, start, what)
        }
        _ => {
            let what = "not JSON: something follows the end of the document";
            refusal("syntax", text, start, what)
        }
    })
}

/// What follows the logs of a container, which `kubectl cluster-info dump` prints between its lists.
fn behind_logs(text: &str) -> Option<&str> {
    let logs = text.strip_prefix("==== START logs for container ")?;
    let (_, end) = logs.split_once("\n==== END logs for container ")?;
    Some(end.split_once('\n').map_or("", |(_, behind)| behind))
}

/// The refusal for what serde_json says about the document that begins at `start`.
pub(super) fn syntax(text: &str, start: usize, error: &serde_json::Error) -> Refusal {
    if let Some(refusal) = too_deep(text) {
        return refusal;
    }
    let (line, column) = match (
        position(text.as_bytes(), start),
        error.line(),
        error.column(),
    ) {
        ((line, column), 0 | 1, more) => (line, column - 1 + more.max(1)),
        ((line, _), more, column) => (line + more - 1, column.max(1)),
    };
    if error.is_eof() {
        let text =
            format!("the file is cut off: it ends within the JSON at line {line}, column {column}");
        return Refusal::at("cut-off", line, column, text);
    }
    let said = error.to_string();
    if said.starts_with(TOO_MANY) {
        let text = format!("{TOO_MANY}: more than a run can hold at line {line}, column {column}");
        return Refusal::at("too-many", line, column, text);
    }
    let said = said
        .rsplit_once(" at line ")
        .map_or(said.as_str(), |(said, _)| said);
    Refusal::at(
        "syntax",
        line,
        column,
        format!("not JSON: {said} at line {line}, column {column}"),
    )
}

/// The refusal for a text that nests deeper than is read, if it does.
pub(super) fn too_deep(text: &str) -> Option<Refusal> {
    let what = format_args!("nests deeper than {DEPTH} levels");
    Some(refusal("too-deep", text, deep_place(text)?, what))
}

/// Where a text passes the deepest level, strings left aside.
fn deep_place(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth > DEPTH {
                    return Some(at);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// A refusal with the place of a byte in its sentence.
pub(super) fn refusal(
    code: &'static str,
    text: &str,
    at: usize,
    what: impl core::fmt::Display,
) -> Refusal {
    let (line, column) = position(text.as_bytes(), at);
    let text = format!("{what} at line {line}, column {column}");
    Refusal::at(code, line, column, text)
}

/// Line and column of a byte, both from 1; columns count bytes.
pub(super) fn position(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = bytes.get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before
        .iter()
        .rev()
        .take_while(|byte| **byte != b'\n')
        .count()
        + 1;
    (line, column)
}

/// Reads over a document that no importer wants; answers its length.
pub(super) fn skip(text: &str) -> Result<usize, serde_json::Error> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    documents.next().transpose()?;
    Ok(documents.byte_offset())
}

/// How tables of commands are refused.
pub(super) const TABLE: &str =
    "this is a table; import the output of the same command with -o json (gcloud: --format json)";

/// What documents are that no importer reads, by keys that they have at their top.
#[rustfmt::skip]
const OTHERS: [(&[&str], &str, &str); 10] = [
    (&["operationType", "operations"], "operation", "an operation; import the output of clusters describe for its cluster"),
    (&["error"], "error", "an error answer of the API"),
    (&["validNodeVersions", "validMasterVersions", "defaultClusterVersion"], "server-config", "a server config; it lists versions, not a cluster"),
    (&["autoUpgradeStatus", "minorTargetVersion", "patchTargetVersion"], "upgrade-info", "upgrade information; it has no cluster"),
    (&["terraform_version", "format_version", "resource_changes"], "terraform", "Terraform's JSON without values; import the output of terraform show -json"),
    (&["resource", "module", "variable"], "terraform-json", "Terraform in JSON syntax; import the .tf files, or the output of terraform show -json"),
    (&["noDecisionStatus", "jsonPayload", "insertId", "resultInfo"], "log", "log entries; import the objects of the cluster instead"),
    (&["nodetide"], "records", "the records of a run, not its scenario"),
    (&["LAST DEPLOYED"], "helm-release", "the summary of a Helm release"),
    (&["LOCATION", "MACHINE_TYPE", "STATUS"], "table", TABLE),
];

/// What a document is that no importer reads.
pub(super) fn outline(outline: &Outline) -> (&'static str, String) {
    if outline.elements == Some(0) {
        let text = "an empty list: the command found nothing";
        return ("empty-list", text.to_owned());
    }
    if let Some((_, code, text)) = OTHERS.iter().find(|(keys, _, _)| outline.has_any(keys)) {
        let text = match (*code, &*outline.message) {
            ("error", "") => format!("{text}: without a message"),
            ("error", message) => format!("{text}: {message}"),
            _ => (*text).to_owned(),
        };
        return (code, text);
    }
    let first = |keys: &[&'static str]| keys.iter().find(|key| outline.has(key)).copied();
    if let Some((key, of)) = part::of(first) {
        return ("fragment", format!("only “{key}”, {of}"));
    }
    let keys = outline.keys.iter().take(4);
    let keys: Vec<String> = keys.map(|key| format!("“{key}”")).collect();
    let text = match (keys.is_empty(), outline.elements, outline.object) {
        (false, _, _) => format!(
            "neither Kubernetes objects nor a GKE cluster: it has {}",
            keys.join(", ")
        ),
        (true, Some(_), _) => "a list without objects".to_owned(),
        (true, None, true) => "an empty object".to_owned(),
        (true, None, false) => "a single value, not an object".to_owned(),
    };
    ("content", text)
}
