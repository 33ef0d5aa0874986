//! Text formats beside JSON and Terraform: each is turned into JSON documents, which then go the way of JSON.

use std::borrow::Cow;

use super::findings::Findings;
use super::gcloud;
use super::report::Refusal;
use super::text;
use super::yaml;

/// The JSON documents of a text, object after object. Refusals name lines and columns of the text that was given.
pub(super) fn to_json<'a>(
    whole: &'a str,
    findings: &mut Findings<'_>,
) -> Result<Cow<'a, str>, Refusal> {
    let start = whole.trim_start();
    if start.starts_with(['{', '[']) && !start.starts_with("{{") {
        return Ok(Cow::Borrowed(whole));
    }
    if let Some(refusal) = text::link(start) {
        return Err(refusal);
    }
    if gcloud::claims(whole) {
        return gcloud::to_json(whole, findings).map(Cow::Owned);
    }
    // Nearly every text is YAML; what its first line tells is something else.
    match text::other_format(whole) {
        Some(refusal) => Err(refusal),
        None => yaml::to_json(whole, findings).map(Cow::Owned),
    }
}
