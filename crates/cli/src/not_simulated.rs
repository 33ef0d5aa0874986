//! Pools whose upgrades no run has.

use super::english;
use base::{Message, say};
use model::{Cluster, Plan, Strategy};

/// Messages of an import about pools that are deleted, replaced, or deleted by a command.
pub(super) const DELETIONS: [&str; 3] =
    ["import-deletion-of", "import-replacement-of", "import-deletion-at"];

/// That upgrades of the pools are left out, and where to look for them.
pub(super) fn not_simulated(plan: &Plan) -> Option<Message> {
    let is_left_out = |strategy| matches!(strategy, Strategy::NotSimulated(_));
    let pools = plan.pools.values().filter(|pool| is_left_out(pool.strategy));
    let pools: Vec<&str> = pools.map(|pool| pool.name.as_str()).collect();
    let first = (*pools.first()?).to_owned();
    Some(say!("cli-not-simulated", pools = pools.join(", "), first = first))
}

/// That upgrades of pools that trail the control plane aren't in the run.
pub(super) fn due(plan: &Plan, start: &Cluster) -> String {
    let master = start.control_plane.version;
    let pools = plan.pools.values().filter(|pool| {
        let version = plan.templates.get(pool.template).and_then(|template| template.version);
        matches!(pool.strategy, Strategy::NotSimulated(_)) && version.is_some() && version < master
    });
    let pools: Vec<&str> = pools.map(|pool| pool.name.as_str()).collect();
    match pools.is_empty() {
        true => String::new(),
        false => {
            let said = say!("cli-due-not-simulated", pools = pools.join(", "), n = pools.len());
            format!(" {}", english::text(&said))
        }
    }
}

pub(super) fn line(plan: &Plan) -> Option<String> {
    not_simulated(plan).map(|said| english::text(&said))
}
