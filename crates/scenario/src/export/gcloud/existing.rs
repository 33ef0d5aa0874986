//! Writes what a described cluster has already as comments: commands for another cluster.

use super::{Script, Source};
use crate::document::MaintenancePolicy;
use base::say;

impl Script<'_> {
    /// The commands that set the policy and the pools; if the cluster has all of it, the same ones as comments.
    pub(super) fn all_settings(&mut self, source: Source<'_>) {
        let before = self.lines.len();
        self.settings(source);
        let policy = &source.document.cluster.maintenance_policy;
        let has_none = source.described.is_none() || *policy == MaintenancePolicy::default();
        if has_none || self.lines.len() > before {
            return;
        }
        let mut there = Script::new(self.say);
        there.settings(Source { described: None, ..source });
        self.note(&say!("export-existing"));
        let lines = there.lines.into_iter().filter(|line| !line.is_empty());
        self.lines.extend(lines.map(|line| match line.starts_with('#') {
            true => line,
            false => format!("# {line}"),
        }));
    }
}
