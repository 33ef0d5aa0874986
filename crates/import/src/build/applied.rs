//! What an applied configuration changes, and what it leaves alone.

use super::values::texts;
use crate::gke::shape::Top;

/// How the configuration of clusters and pools is applied.
#[derive(Debug, Default)]
pub(super) struct Applied {
    /// What stays as it is, as paths of settings: by pool, and of the cluster by an empty name.
    pub(super) ignored: base::Map<String, Vec<String>>,
    /// Pools whose number of nodes is set.
    pub(super) resized: base::Set<String>,
    /// Pools in the block of their cluster, which Terraform changes one after the other.
    pub(super) inline: base::Set<String>,
}

impl Applied {
    pub(super) fn pool(&mut self, pool: &Top) {
        let name = || pool.name.0.clone();
        self.ignored.insert(name(), texts(&pool.ignored));
        self.resized.extend(pool.resizes.0.then(name));
        self.inline.extend(pool.inline.0.then(name));
    }
}
