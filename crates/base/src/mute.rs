//! Disabled rulebook ids, injected faults and planted mistakes (`ZZ-01`, in a copy that is thrown away), to test whether tests
//! notice.

/// Is the rulebook id disabled?
///
/// Only a build with the feature `mute` checks; otherwise the answer is a constant and costs nothing.
#[cfg(not(feature = "mute"))]
#[inline(always)]
pub const fn muted(_id: &'static str) -> bool {
    false
}

/// Is the rulebook id disabled? (`NODETIDE_MUTE`, ids separated by commas)
#[cfg(feature = "mute")]
pub fn muted(id: &'static str) -> bool {
    list().iter().any(|other| other == id)
}

/// Is this fault injected? Faults are where a shortcut could go wrong without violating a rule; their names have a slash, and
/// `crates/vopr/src/faults.rs` lists them.
#[inline(always)]
pub fn broken(fault: &'static str) -> bool {
    muted(fault)
}

/// Is any rule disabled? Shortcuts that rely on every rule aren't taken then.
#[cfg(not(feature = "mute"))]
#[inline(always)]
pub const fn mutes_rules() -> bool {
    false
}

/// Is any rule disabled? Shortcuts that rely on every rule aren't taken then.
#[cfg(feature = "mute")]
pub fn mutes_rules() -> bool {
    static RULES: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *RULES.get_or_init(|| list().iter().any(|id| !id.contains('/') && !id.starts_with("ZZ-")))
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
        list.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect()
    })
}
