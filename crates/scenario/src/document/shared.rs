//! What clusters and node pools have alike.

use super::setting::Take::Switch;
use crate::field::document;

document! {
    /// A switch.
    pub struct Enabled {
        /// Is it on?
        "enabled" enabled: bool { terraform() },
    }

    /// What GKE does to the pool automatically.
    pub struct Management {
        /// Automatic upgrades.
        "autoUpgrade" auto_upgrade: Option<bool> { flag("--enable-autoupgrade", Switch).terraform().label("ui-auto-upgrade", "") },
        /// Automatic repairs of its nodes.
        "autoRepair" auto_repair: Option<bool> { flag("--enable-autorepair", Switch).terraform() },
    }

    /// The most Pods of a node.
    pub struct MaxPods {
        /// Pods per node.
        "maxPodsPerNode" max_pods_per_node: Option<i64>,
    }
}
