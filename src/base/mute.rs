//! Which rulebook ids are switched off, to ask whether any test would notice.

/// Is everything tied to the rulebook id switched off?
///
/// Only a build with the feature `mute` asks; in every other build the answer is a constant and costs nothing.
#[cfg(not(feature = "mute"))]
#[inline(always)]
pub const fn muted(_id: &'static str) -> bool {
    false
}

/// Is everything tied to the rulebook id switched off? (`NODETIDE_MUTE`, ids separated by commas)
#[cfg(feature = "mute")]
#[allow(
    clippy::disallowed_methods,
    reason = "only the build that asks which rules a test guards reads it"
)]
pub fn muted(id: &'static str) -> bool {
    static MUTED: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    MUTED
        .get_or_init(|| {
            let list = std::env::var("NODETIDE_MUTE").unwrap_or_default();
            list.split(',')
                .filter(|id| !id.is_empty())
                .map(str::to_owned)
                .collect()
        })
        .iter()
        .any(|other| other == id)
}
