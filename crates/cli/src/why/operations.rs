//! What lists of operations say about a time before the run.

use super::super::zone::{self, NamedZone};
use super::super::{Failure, english};
use base::say;
use scenario::instant;
use scenario::json::Json;
use words::visible::visible;

/// An operation in the files.
struct Operation {
    said: String,
    from: i64,
    /// `None`: it runs.
    to: Option<i64>,
}

/// The refusal of a time, with the operations of the files that ran then, or those next to it.
pub(super) fn then(
    before: Failure,
    text: &str,
    files: &[(String, Vec<u8>)],
    zone: Option<&NamedZone>,
) -> Failure {
    let all: Vec<Operation> = files.iter().flat_map(|(_, bytes)| operations(bytes, zone)).collect();
    let Some(at) = zone::moment(text, zone).filter(|_| !all.is_empty()) else {
        return before;
    };
    let ran = |one: &&Operation| one.from <= at && one.to.is_none_or(|to| at <= to);
    let mut meant: Vec<&Operation> = all.iter().filter(ran).collect();
    let none = meant.is_empty();
    if none {
        let earlier = all.iter().filter(|one| one.to.is_some_and(|to| to < at));
        let later = all.iter().filter(|one| one.from > at);
        meant.extend(earlier.max_by_key(|one| one.to));
        meant.extend(later.min_by_key(|one| one.from));
    }
    let said: Vec<&str> = meant.iter().map(|one| one.said.as_str()).collect();
    Failure(say!(
        "cli-operations-then",
        before = english::text(&before.0),
        at = text,
        ran = if none { "none" } else { "some" },
        operations = said.join("; "),
    ))
}

fn operations(bytes: &[u8], zone: Option<&NamedZone>) -> Vec<Operation> {
    let Ok(json) = Json::parse_bytes(bytes) else {
        return Vec::new();
    };
    let listed = json.get("operations").unwrap_or(&json);
    let all = match listed {
        Json::List(items) => items.as_slice(),
        one => core::slice::from_ref(one),
    };
    all.iter().filter_map(|one| operation(one, zone)).collect()
}

/// `UPGRADE_NODES of main (operation-1, DONE) ran from … to …: Done with 3 out of 3 nodes`
fn operation(json: &Json, zone: Option<&NamedZone>) -> Option<Operation> {
    let text = |key: &str| json.get(key).and_then(Json::text).unwrap_or_default();
    let kind = text("operationType");
    let from = instant::parse(text("startTime")).filter(|_| !kind.is_empty())?;
    let to = instant::parse(text("endTime"));
    let about = match text("targetLink").rsplit('/').next() {
        None | Some("") => String::new(),
        Some(name) => format!(" of {name}"),
    };
    let until = match to {
        Some(to) => format!("ran from {} to {}", zone::format(from, zone), zone::format(to, zone)),
        None => format!("runs from {} on", zone::format(from, zone)),
    };
    let error = json.get("error").and_then(|error| error.get("message")).and_then(Json::text);
    let detail = [error.unwrap_or_default(), text("statusMessage"), text("detail")];
    let detail = detail.into_iter().find(|one| !one.is_empty());
    let detail = detail.map_or_else(String::new, |one| format!(": {one}"));
    let said = format!("{kind}{about} ({}, {}) {until}{detail}", text("name"), text("status"));
    Some(Operation { said: visible(said), from, to })
}
