//! When support of a cluster's version ends.

use scenario::instant;
use scenario::json::Json;

/// `1.34` of `1.34.1-gke.100`
pub(crate) fn minor_of(version: &str) -> String {
    version.split('.').take(2).collect::<Vec<_>>().join(".")
}

/// The end of support of the cluster's version, in milliseconds since 1970, and its minor version. Cheap: reads no
/// calendar.
pub fn support_end(json: &Json) -> Option<(i64, String)> {
    let text = |pointer: &str| scenario::edit::at(json, pointer)?.text();
    let extended = text("/cluster/releaseChannel/channel") == Some("EXTENDED");
    let end = text("/cluster/endOfExtendedSupportTimestamp").filter(|_| extended);
    let end = end.or_else(|| text("/cluster/endOfStandardSupportTimestamp"))?;
    let version = text("/cluster/currentMasterVersion").unwrap_or_default();
    Some((instant::parse(end)?, minor_of(version)))
}
