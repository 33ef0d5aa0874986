//! The policies of blue-green upgrades.

use super::{Pool, UpgradeSettings};
use model::RunKind;

impl Pool {
    /// Has it autoscaled blue-green upgrades, by its own settings or by others? They are not simulated.
    pub fn is_autoscaled_by(&self, settings: Option<&UpgradeSettings>) -> bool {
        let kind = RunKind::named(self.strategy_by(settings));
        kind == Some(RunKind::BlueGreen)
            && settings.is_some_and(UpgradeSettings::has_autoscaled_policy)
    }

    pub fn is_autoscaled(&self) -> bool {
        self.is_autoscaled_by(self.upgrade_settings.as_ref())
    }
}

impl UpgradeSettings {
    fn has_autoscaled_policy(&self) -> bool {
        let both = self.blue_green_settings.as_ref();
        both.is_some_and(|both| both.autoscaled_rollout_policy.is_some())
    }

    pub fn has_both_policies(&self) -> bool {
        let both = self.blue_green_settings.as_ref();
        let standard = both.is_some_and(|both| both.standard_rollout_policy.is_some());
        standard && self.has_autoscaled_policy()
    }
}
