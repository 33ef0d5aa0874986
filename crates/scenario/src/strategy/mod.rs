//! What documents say of each strategy: a file for each, and the table. Checks, the compiler and exports ask it.

mod blue_green;
pub(crate) mod short_lived;
pub(crate) mod surge;

use crate::check::context::Check;
use crate::document::{Document, Pool, UpgradeSettings};
use model::{RunKind, Strategy};

/// The table: one line for each strategy.
pub(crate) fn of(kind: RunKind) -> &'static Form {
    match kind {
        RunKind::Surge => &surge::FORM,
        RunKind::BlueGreen => &blue_green::FORM,
        RunKind::ShortLived => &short_lived::FORM,
    }
}

/// A strategy in documents.
pub(crate) struct Form {
    /// What the engine is told of a pool with these settings.
    pub compile: fn(&Document, &Pool, Option<&UpgradeSettings>) -> Strategy,
    /// The checks of its settings.
    pub checks: &'static [Check],
    /// What exports write: the settings of this strategy, with defaults that the tools require.
    pub export: fn(&UpgradeSettings) -> UpgradeSettings,
    /// Message key of why no command chooses it.
    pub not_exported: Option<&'static str>,
}
