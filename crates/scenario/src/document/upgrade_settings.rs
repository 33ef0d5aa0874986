//! How the pools of a cluster are upgraded: container v1 `UpgradeSettings`.

mod blue_green;

use super::setting::Take::{Int, Part, Parts, Seconds, Value};
use crate::field::document;
use crate::primitive::Number;
use crate::units::Duration;

document! {
    /// Strategy of upgrades and its settings.
    pub struct UpgradeSettings {
        /// `SURGE` (if missing), `BLUE_GREEN` or `SHORT_LIVED`.
        "strategy" strategy: String { flag("--enable-surge-upgrade", Value("SURGE")).flag("--enable-blue-green-upgrade", Value("BLUE_GREEN")).terraform() },
        /// Additional nodes during an upgrade, per zone.
        "maxSurge" max_surge: Option<Number> { flag("--max-surge-upgrade", Int).terraform().label("ui-max-surge", "1").steps_to(20) },
        /// Nodes that may be missing, per zone.
        "maxUnavailable" max_unavailable: Option<Number> { flag("--max-unavailable-upgrade", Int).terraform().label("ui-max-unavailable", "0").steps_to(20) },
        /// Settings of blue-green upgrades.
        "blueGreenSettings" blue_green_settings: Option<BlueGreenSettings> { terraform() },
    }

    /// Settings of blue-green upgrades.
    pub struct BlueGreenSettings {
        /// Wait before the blue pool is deleted.
        "nodePoolSoakDuration" node_pool_soak_duration: Option<Duration> { flag("--node-pool-soak-duration", Seconds).terraform().label("ui-pool-soak-field", "3600s") },
        /// Batches.
        "standardRolloutPolicy" standard_rollout_policy: Option<StandardRolloutPolicy> { flag("--standard-rollout-policy", Parts).terraform() },
        /// Autoscaled blue-green.
        "autoscaledRolloutPolicy" autoscaled_rollout_policy: Option<AutoscaledRolloutPolicy> { flag("--autoscaled-rollout-policy", Parts).terraform() },
    }

    /// How blue nodes are drained in batches.
    pub struct StandardRolloutPolicy {
        /// Nodes of a batch.
        "batchNodeCount" batch_node_count: Option<i64> { flag("batch-node-count", Int).terraform() },
        /// Part of the pool in a batch, 0 to 1.
        "batchPercentage" batch_percentage: Option<Number> { flag("batch-percent", Part).terraform() },
        /// Wait after each batch.
        "batchSoakDuration" batch_soak_duration: Option<Duration> { flag("batch-soak-duration", Seconds).terraform().label("ui-batch-soak-field", "0s") },
    }

    /// How an autoscaled blue-green upgrade waits.
    pub struct AutoscaledRolloutPolicy {
        /// Wait before the blue nodes are drained.
        "waitForDrainDuration" wait_for_drain_duration: Option<Duration> { flag("wait-for-drain-duration", Seconds).terraform().label("ui-wait-for-drain", "259200s") },
    }
}

impl UpgradeSettings {
    /// `maxSurge` and `maxUnavailable` for everything except `SURGE` with numbers: 1 and 0 without both (UP-02),
    /// 0 for one that the API omitted (AM-85).
    pub fn surge_numbers(&self) -> (Number, Number) {
        let given = |number: &Option<Number>| number.clone().unwrap_or(Number::Int(0));
        match (&self.max_surge, &self.max_unavailable) {
            (None, None) => (Number::Int(1), Number::Int(0)),
            (surge, unavailable) => (given(surge), given(unavailable)),
        }
    }
}
