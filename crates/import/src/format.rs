//! Text formats besides JSON and Terraform: converted to JSON documents, which are then read as JSON.

use std::borrow::Cow;

use super::findings::Findings;
use super::gcloud;
use super::report::Refusal;
use super::text;
use super::yaml;

/// The JSON documents of a text. Refusals name lines and columns of the original text.
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
    // Nearly every text parses as YAML; its first line shows other formats.
    match text::other_format(whole) {
        Some(refusal) => Err(refusal),
        None => yaml::to_json(whole, findings).map(Cow::Owned),
    }
}
