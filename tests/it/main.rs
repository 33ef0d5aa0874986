//! The native tests, in one binary; modules mirror `src`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ::scenario::Preset;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;
use xtask::source::{self, SourceFile};

mod advice;
mod alternatives;
mod answers;
mod as_text;
mod as_the_files_say;
mod asked;
mod audits;
mod autoscaler;
mod autoscaler_log;
mod backends;
mod capacity;
mod change_it;
mod circles;
mod cli;
mod configuration;
mod conformance;
mod corpus;
mod counts;
mod dates;
mod dumped_pods;
mod dumps;
mod exclusions;
mod export;
mod exported_strategy;
mod exported_work;
mod fits;
mod golden;
mod hurt;
mod import;
mod import_texts;
mod in_trouble;
mod jobs;
mod ledger;
mod levers;
mod limits;
mod merge;
mod migrations;
mod not_ready;
mod one_answer;
mod one_verdict;
mod order;
mod own_workloads;
mod pasted;
mod pauses;
mod pipeline;
mod planning;
mod plans;
mod policy_fixes;
mod presets;
mod pull_requests;
mod query;
mod recurrence;
mod rules_doc;
mod runner;
mod scenario;
mod scripts;
mod sentences;
mod several_clusters;
mod skew;
mod standing_reasons;
mod strategies;
mod tidy;
mod traffic;
mod traffic_corners;
mod under_way;
mod unknown_state;
mod vopr;
mod waits;
mod which_of_two;
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
