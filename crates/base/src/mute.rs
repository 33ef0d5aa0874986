//! Rulebook ids that are switched off, and faults that are injected, to find out whether a test notices.

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
pub fn muted(id: &'static str) -> bool {
    list().iter().any(|other| other == id)
}

/// Is this fault put in? It stands where a short cut could go wrong that no rule knows of; its name has a slash, and
/// `vopr/src/faults.rs` lists it.
#[inline(always)]
pub fn broken(fault: &'static str) -> bool {
    muted(fault)
}

/// Is any rule switched off? Short cuts that are right only where every rule holds are not taken then.
#[cfg(not(feature = "mute"))]
#[inline(always)]
pub const fn mutes_rules() -> bool {
    false
}

/// Is any rule switched off? Short cuts that are right only where every rule holds are not taken then.
#[cfg(feature = "mute")]
pub fn mutes_rules() -> bool {
    static RULES: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *RULES.get_or_init(|| list().iter().any(|id| !id.contains('/')))
}

#[cfg(feature = "mute")]
#[allow(
    clippy::disallowed_methods,
    reason = "only the build that asks which rules a test guards reads it"
)]
fn list() -> &'static [String] {
    static MUTED: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    MUTED.get_or_init(|| {
        let list = std::env::var("NODETIDE_MUTE").unwrap_or_default();
        list.split(',')
            .filter(|id| !id.is_empty())
            .map(str::to_owned)
            .collect()
    })
}
