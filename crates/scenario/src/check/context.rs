//! What the checks look at.

use crate::calendar::{self, Policy};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Pool, UpgradeSettings};
use crate::initial_nodes;
use crate::resolve::Resolved;

/// Where the cluster's maintenance policy is in the document.
pub(super) const POLICY: &str = "/cluster/maintenancePolicy";

/// What the checks look at.
pub(crate) struct Cx<'a, 'd> {
    pub doc: &'d Document,
    pub resolved: &'a Resolved<'d>,
    /// Names of the nodes of the start.
    pub node_names: Vec<String>,
    /// The cluster's maintenance policy, if it was understood.
    pub policy: Option<Policy>,
    /// What is wrong with it.
    pub(super) policy_findings: Vec<Diagnostic>,
}

impl<'a, 'd> Cx<'a, 'd> {
    pub(crate) fn new(doc: &'d Document, resolved: &'a Resolved<'d>) -> Self {
        let node_names = initial_nodes::node_names(doc);
        let mut found = Diagnostics::default();
        let policy = calendar::check(
            &doc.cluster.maintenance_policy,
            calendar::compile::setting(doc),
            POLICY,
            &mut found,
        );
        Self {
            doc,
            resolved,
            node_names,
            policy,
            policy_findings: found.finish(),
        }
    }
}

/// A pool with its upgrade settings, and where these stand: in itself, or in an entry of the script.
pub(super) struct PoolSettings<'d> {
    pub(super) pool: &'d Pool,
    pub(super) settings: Option<&'d UpgradeSettings>,
    pub(super) path: String,
}

impl<'d> PoolSettings<'d> {
    pub(super) fn of_pool((at, pool): (usize, &'d Pool)) -> Self {
        Self {
            pool,
            settings: pool.upgrade_settings.as_ref(),
            path: format!("/pools/{at}/upgradeSettings"),
        }
    }

    pub(super) fn strategy(&self) -> &'d str {
        self.pool.strategy_by(self.settings)
    }

    /// Is the pool upgraded by surge?
    pub(super) fn is_surge(&self, doc: &Document) -> bool {
        doc.can_choose_strategy(self.pool) && matches!(self.strategy(), "" | "SURGE")
    }
}

/// Every pool as the document has it, and as each entry of the script sets it.
pub(super) fn pool_settings(doc: &Document) -> impl Iterator<Item = PoolSettings<'_>> {
    let own = doc.pools.iter().enumerate().map(PoolSettings::of_pool);
    let script = doc.script.iter().enumerate();
    let set = script.filter(|(_, item)| item.action == "set" && item.upgrade_settings.is_some());
    let set = set.filter_map(|(at, item)| {
        Some(PoolSettings {
            pool: doc.pools.iter().find(|pool| pool.name == item.pool)?,
            settings: item.upgrade_settings.as_ref(),
            path: format!("/script/{at}/upgradeSettings"),
        })
    });
    own.chain(set)
}
