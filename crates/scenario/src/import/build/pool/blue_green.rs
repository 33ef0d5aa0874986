//! Blue-green settings of descriptions, and what commands change in them.

use crate::document::Pool;
use crate::document::pool::BlueGreenSettings;
use crate::import::configured;
use crate::import::gcloud::order::Order;
use crate::json::Json;
use crate::primitive::Number;

const STANDARD: &str = "upgradeSettings.blueGreenSettings.standardRolloutPolicy";
const AUTOSCALED: &str = "upgradeSettings.blueGreenSettings.autoscaledRolloutPolicy";

/// Two zeros are what Terraform's state has of a batch of no nodes.
pub(super) fn one_size(settings: &mut BlueGreenSettings) {
    let zero = [Number::Int(0), Number::Fraction(0.0)];
    if let Some(policy) = &mut settings.standard_rollout_policy
        && policy.batch_node_count == Some(0)
        && (policy.batch_percentage.as_ref()).is_some_and(|part| zero.contains(part))
    {
        policy.batch_percentage = None;
    }
}

/// Does a command change a pool as GKE lets it only where the autoscaler is on (AB-23)?
pub(crate) fn autoscaled_before(order: &Order) -> bool {
    let change = order.of_pool.0.as_ref();
    let policy = change.and_then(|change| configured::at(change, AUTOSCALED));
    &*order.verb == "update" && policy.is_some()
}

/// Removes what a flag replaces: the size of a batch in the other unit, the other policy.
pub(crate) fn replaced_policy(pool: &mut Pool, change: &Json) {
    let changed = |path: &str| configured::at(change, path).is_some();
    let settings = pool.upgrade_settings.as_mut();
    let Some(settings) = settings.and_then(|settings| settings.blue_green_settings.as_mut()) else {
        return;
    };
    // How long a batch soaks stays as it was.
    if changed(STANDARD) {
        settings.autoscaled_rollout_policy = None;
        if let Some(policy) = &mut settings.standard_rollout_policy {
            policy.batch_node_count = None;
            policy.batch_percentage = None;
        }
    } else if changed(AUTOSCALED) {
        settings.standard_rollout_policy = None;
        settings.autoscaled_rollout_policy = None;
    }
}
