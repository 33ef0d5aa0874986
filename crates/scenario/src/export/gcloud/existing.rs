//! Writes what a described cluster has already as comments: commands for another cluster.

use super::{Script, Source};
use base::say;

impl Script<'_> {
    /// The commands that set the policy and the pools; if the cluster has all of it, the same ones as comments.
    pub(super) fn all_settings(&mut self, source: Source<'_>) {
        let before = self.lines.len();
        self.settings(source);
        if self.lines.len() > before || source.described.is_none() {
            return;
        }
        let mut there = Script::new(self.say);
        there.settings(Source { described: None, ..source });
        if there.lines.is_empty() {
            return;
        }
        self.note(&say!("export-existing"));
        let lines = there.lines.into_iter().filter(|line| !line.is_empty());
        self.lines.extend(lines.map(|line| match line.starts_with('#') {
            true => line,
            false => format!("# {line}"),
        }));
    }
}
