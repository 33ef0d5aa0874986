//! The document's lists of parts, and their names.

use crate::setup::part::Part;
use scenario::edit;
use scenario::json::Json;

pub(super) fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json.get(key).and_then(Json::text).unwrap_or_default()
}

/// A list of the document.
pub(super) fn items<'a>(json: &'a Json, pointer: &str) -> &'a [Json] {
    edit::at(json, pointer).map_or(&[], Json::items)
}

/// The name, or the first one with a number that isn't there yet.
pub(super) fn free_name(json: &Json, part: Part, name: &str) -> String {
    let taken = |name: &str| items(json, part.list()).iter().any(|one| text(one, "name") == name);
    // A copy of web-2 is web-3.
    let stem = name.rsplit_once('-').filter(|(_, no)| no.parse::<u32>().is_ok());
    let stem = stem.map_or(name, |(stem, _)| stem);
    let mut names = (2..).map(|no| format!("{stem}-{no}"));
    let first = Some(name.to_owned()).filter(|name| !taken(name));
    first.or_else(|| names.find(|name| !taken(name))).unwrap_or_default()
}
