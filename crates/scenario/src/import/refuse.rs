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
    let (line, column) = position(text.as_bytes(), start);
    if before == DOCUMENTS {
        let text = format!(
            "more than {DOCUMENTS} documents: the next one is at line {line}, column {column}"
        );
        return Err(Refusal::at("too-many", line, column, text));
    }
    Err(Refusal::at(
        "syntax",
        line,
        column,
        format!(
            "not JSON: something follows the end of the document at line {line}, column {column}"
        ),
    ))
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
    let (line, column) = position(text.as_bytes(), deep_place(text)?);
    Some(Refusal::at(
        "too-deep",
        line,
        column,
        format!("nests deeper than {DEPTH} levels at line {line}, column {column}"),
    ))
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
    "this is a table for people; the same command with -o json (gcloud: --format json) says enough";

/// What a document is that no importer wants.
pub(super) fn outline(outline: &Outline) -> (&'static str, String) {
    let is = |code: &'static str, text: &str| (code, text.to_owned());
    if outline.elements == Some(0) {
        return is("empty-list", "an empty list: the command found nothing");
    }
    if outline.has_any(&["operationType", "operations"]) {
        return is(
            "operation",
            "an operation; clusters describe gives the cluster it worked on",
        );
    }
    if outline.has("error") {
        let said = if outline.message.is_empty() {
            "without a message"
        } else {
            &outline.message
        };
        return ("error", format!("an error answer of the API: {said}"));
    }
    if outline.has_any(&[
        "validNodeVersions",
        "validMasterVersions",
        "defaultClusterVersion",
    ]) {
        return is(
            "server-config",
            "a server config: it lists versions, not a cluster",
        );
    }
    if outline.has_any(&[
        "autoUpgradeStatus",
        "minorTargetVersion",
        "patchTargetVersion",
    ]) {
        return is(
            "upgrade-info",
            "upgrade information: it says what is due, not what is there",
        );
    }
    if outline.has_any(&["terraform_version", "format_version", "resource_changes"]) {
        return is(
            "terraform",
            "Terraform's JSON without values; bring what terraform show -json prints",
        );
    }
    if outline.has_any(&["resource", "module", "variable"]) {
        return is(
            "terraform-json",
            "Terraform in JSON syntax; bring the .tf files, or what terraform show -json prints",
        );
    }
    if outline.has_any(&["noDecisionStatus", "jsonPayload", "insertId", "resultInfo"]) {
        return is(
            "log",
            "log entries; bring the objects of the cluster instead",
        );
    }
    if outline.has("nodetide") {
        return is("records", "the records of a run, not its scenario");
    }
    if outline.has("LAST DEPLOYED") {
        return is("helm-release", "what Helm says of the release");
    }
    if outline.has("NAME") && outline.has_any(&["LOCATION", "MACHINE_TYPE", "STATUS"]) {
        return is("table", TABLE);
    }
    if outline.keys.is_empty() && outline.elements.is_none() {
        let what = if outline.object {
            "an empty object"
        } else {
            "a single value, not an object"
        };
        return is("content", what);
    }
    if outline.keys.is_empty() {
        return is("content", "a list without objects");
    }
    let first = |keys: &[&'static str]| keys.iter().find(|key| outline.has(key)).copied();
    if let Some((key, of)) = part::of(first) {
        return ("fragment", format!("only “{key}”, {of}"));
    }
    let keys: Vec<String> = outline
        .keys
        .iter()
        .take(4)
        .map(|key| format!("“{key}”"))
        .collect();
    (
        "content",
        format!(
            "neither Kubernetes objects nor a GKE cluster: it has {}",
            keys.join(", ")
        ),
    )
}
