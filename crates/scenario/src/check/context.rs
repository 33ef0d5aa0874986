//! Checks, and their input.

use crate::calendar::{self, Policy};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Pool, UpgradeSettings};
use crate::initial_nodes;
use crate::resolve::Resolved;
use base::muted;
use model::RunKind;

/// The JSON pointer of the cluster's maintenance policy.
pub(crate) const POLICY: &str = "/cluster/maintenancePolicy";

/// A check, with the rulebook ids that it enforces and its findings cite. Muting one of them disables it.
pub(crate) struct Check {
    pub rules: &'static [&'static str],
    pub run: fn(&Cx<'_, '_>, &mut Diagnostics),
}

impl Check {
    pub(crate) fn run(&self, cx: &Cx<'_, '_>, out: &mut Diagnostics) {
        if !self.rules.iter().any(|rule| muted(rule)) {
            out.citing(self.rules, |out| (self.run)(cx, out));
        }
    }
}

/// Declares a table of checks, in the order in which findings are listed.
macro_rules! checks {
    ($($(#[$meta:meta])* [$($rule:literal),*] $run:path;)*) => {
        pub(crate) const CHECKS: &[$crate::check::context::Check] = &[$($crate::check::context::Check { rules: &[$($rule),*], run: $run },)*];
    };
}
pub(crate) use checks;

/// The input of the checks.
pub(crate) struct Cx<'a, 'd> {
    pub doc: &'d Document,
    pub resolved: &'a Resolved<'d>,
    /// Names of the nodes at the start.
    pub node_names: Vec<String>,
    /// The cluster's maintenance policy, if valid.
    pub policy: Option<Policy>,
    /// Its errors.
    pub(crate) policy_findings: Vec<Diagnostic>,
}

impl<'a, 'd> Cx<'a, 'd> {
    pub(crate) fn new(doc: &'d Document, resolved: &'a Resolved<'d>) -> Self {
        let node_names = initial_nodes::node_names(doc);
        let mut found = Diagnostics::default();
        let policy = calendar::check(
            &doc.cluster.maintenance_policy,
            calendar::compile::context(doc),
            POLICY,
            &mut found,
        );
        Self { doc, resolved, node_names, policy, policy_findings: found.finish() }
    }
}

/// A pool with upgrade settings, either its own or those of a script entry.
pub(crate) struct PoolSettings<'d> {
    pub(crate) pool: &'d Pool,
    pub(crate) settings: Option<&'d UpgradeSettings>,
    pub(crate) path: String,
}

impl<'d> PoolSettings<'d> {
    pub(crate) fn of_pool((at, pool): (usize, &'d Pool)) -> Self {
        Self {
            pool,
            settings: pool.upgrade_settings.as_ref(),
            path: format!("/pools/{at}/upgradeSettings"),
        }
    }

    pub(crate) fn strategy(&self) -> &'d str {
        self.pool.strategy_by(self.settings)
    }

    /// `None` if it has no strategy of its own, or an unknown one.
    pub(crate) fn kind(&self) -> Option<RunKind> {
        self.pool.kind_by(self.settings)
    }

    /// Is the pool upgraded with surge?
    pub(crate) fn is_surge(&self, doc: &Document) -> bool {
        doc.can_choose_strategy(self.pool) && matches!(self.strategy(), "" | "SURGE")
    }
}

/// Every pool with its own settings, and with those of each script entry that sets them.
pub(crate) fn pool_settings(doc: &Document) -> impl Iterator<Item = PoolSettings<'_>> {
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
