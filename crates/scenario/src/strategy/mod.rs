//! Strategies in documents: a file each, and the table for checks, compiler and exports.

mod autoscaled;
mod blue_green;
pub(crate) mod short_lived;
pub(crate) mod surge;

use crate::check::context::Check;
use crate::document::{Document, Pool, UpgradeSettings};
use model::{RunKind, Strategy};

/// The table: one line per strategy.
pub(crate) fn of(kind: RunKind) -> &'static Form {
    match kind {
        RunKind::Surge => &surge::FORM,
        RunKind::BlueGreen => &blue_green::FORM,
        RunKind::AutoscaledBlueGreen => &autoscaled::FORM,
        RunKind::ShortLived => &short_lived::FORM,
    }
}

/// A strategy in documents.
pub(crate) struct Form {
    /// Compiles a pool with these settings.
    pub compile: fn(&Document, &Pool, Option<&UpgradeSettings>) -> Strategy,
    /// The checks of its settings.
    pub checks: &'static [Check],
    /// The settings to export: this strategy's, with defaults that the tools require.
    pub export: fn(&UpgradeSettings) -> UpgradeSettings,
    /// The message key of why no command sets it.
    pub not_exported: Option<&'static str>,
    /// The message key of what a rollback does, for a `$pool`.
    pub rollback: &'static str,
}
