//! The policies of blue-green upgrades.

use super::UpgradeSettings;
use crate::document::Pool;
use crate::json::Json;
use crate::primitive::Number;
use model::RunKind;

impl Pool {
    /// The kind of its strategy by its own or other settings; `None` without a strategy, or with an unknown one. Both kinds of
    /// blue-green have one name, and the policy tells which it is.
    pub fn kind_by(&self, settings: Option<&UpgradeSettings>) -> Option<RunKind> {
        let autoscaled = settings.is_some_and(UpgradeSettings::has_autoscaled_policy);
        match RunKind::named(self.strategy_by(settings))? {
            RunKind::BlueGreen if autoscaled => Some(RunKind::AutoscaledBlueGreen),
            kind => Some(kind),
        }
    }

    pub fn kind(&self) -> Option<RunKind> {
        self.kind_by(self.upgrade_settings.as_ref())
    }
}

impl UpgradeSettings {
    pub fn has_autoscaled_policy(&self) -> bool {
        let both = self.blue_green_settings.as_ref();
        both.is_some_and(|both| both.autoscaled_rollout_policy.is_some())
    }

    /// Removes zeros: Terraform's state has one for a missing batch size.
    pub fn clean(&mut self) {
        let own = self.blue_green_settings.as_mut();
        let Some(policy) = own.and_then(|own| own.standard_rollout_policy.as_mut()) else {
            return;
        };
        let zero = [Number::Int(0), Number::Fraction(0.0)];
        match (policy.batch_node_count, &policy.batch_percentage) {
            (Some(_), Some(part)) if zero.contains(part) => policy.batch_percentage = None,
            (Some(0), Some(_)) => policy.batch_node_count = None,
            _ => {}
        }
    }

    /// Removes what a command replaces: the batch size in the other unit, and the other policy. The batch soak stays.
    pub fn replace(&mut self, change: &Json) {
        let Some(own) = &mut self.blue_green_settings else {
            return;
        };
        let changed = |policy: &str| {
            let change = change.get("blueGreenSettings");
            change.is_some_and(|change| change.get(policy).is_some())
        };
        if changed("standardRolloutPolicy") {
            own.autoscaled_rollout_policy = None;
            if let Some(policy) = &mut own.standard_rollout_policy {
                policy.batch_node_count = None;
                policy.batch_percentage = None;
            }
        } else if changed("autoscaledRolloutPolicy") {
            own.standard_rollout_policy = None;
            own.autoscaled_rollout_policy = None;
        }
    }
}
