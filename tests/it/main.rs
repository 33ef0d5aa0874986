//! The native tests, in one binary; modules mirror `src`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ::scenario::Preset;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;
use xtask::source::{self, SourceFile};

mod alternatives;
mod circles;
mod cli;
mod conformance;
mod corpus;
mod export;
mod golden;
mod import;
mod import_texts;
mod limits;
mod merge;
mod presets;
mod query;
mod recurrence;
mod rules_doc;
mod runner;
mod scenario;
mod sentences;
mod tidy;
mod vopr;
mod windows;

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Checks each preset of ordinary size in a thread of its own.
fn each_preset(check: impl Fn(&Preset) + Sync) {
    thread::scope(|scope| {
        for preset in ::scenario::presets().iter().filter(|preset| preset.is_small()) {
            let check = &check;
            scope.spawn(move || check(preset));
        }
    });
}

/// The sources of all crates, read once.
static SOURCES: LazyLock<Vec<SourceFile>> = LazyLock::new(|| source::crates(&root()).unwrap());
