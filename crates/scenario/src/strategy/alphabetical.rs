//! Alphabetical upgrades have no settings.

use super::Form;
use crate::document::UpgradeSettings;
use model::Strategy;

pub(super) const FORM: Form = Form {
    compile: |_, _, _| Strategy::Alphabetical,
    checks: &[],
    export: |_| UpgradeSettings::default(),
    not_exported: None,
};
