//! Texts that hold a part of something: what it is a part of, and what to bring instead.

use super::report::Refusal;
use base::say;
use scenario::document::UpgradeSettings;
use std::iter;

/// A field of a larger thing, and the key of what to import instead of it alone. `first`: the first that is there of some.
pub(super) fn of(
    first: impl Fn(&[&'static str]) -> Option<&'static str>,
) -> Option<(&'static str, &'static str)> {
    const POOL: [&str; 8] = [
        "initialNodeCount",
        "instanceGroupUrls",
        "machineType",
        "management",
        "maxPodsConstraint",
        "nodeDrainConfig",
        "podIpv4CidrSize",
        "config",
    ];
    #[rustfmt::skip]
    const OTHERS: [(&[&str], &str); 2] = [
        (
            &["maintenancePolicy", "recurringWindow", "dailyMaintenanceWindow", "maintenanceExclusions", "releaseChannel",
              "currentMasterVersion", "ipAllocationPolicy", "addonsConfig", "masterAuth", "autoscaling"],
            "import-part-of-cluster",
        ),
        (
            &["containers", "template", "replicas", "selector", "minAvailable", "labels", "tolerations", "nodeName",
              "allocatable", "conditions", "status"],
            "import-part-of-object",
        ),
    ];
    let settings = UpgradeSettings::SPEC.fields.iter().map(|field| field.key);
    // A Deployment has a strategy, too.
    let settings = settings.filter(|key| *key != "strategy");
    let pool = iter::once("upgradeSettings").chain(settings).chain(POOL);
    let pool: Vec<&'static str> = pool.collect();
    iter::once((&*pool, "import-part-of-pool"))
        .chain(OTHERS)
        .find_map(|(keys, of)| Some((first(keys)?, of)))
}

/// Describes a text without a syntax, being torn out of another, by its first lines.
pub(super) fn torn(text: &str, refusal: Refusal) -> Refusal {
    let line_of = |line: &str, key: &str| {
        let line = line.trim_start_matches([' ', '-', '"']);
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start_matches('"').starts_with(':'))
    };
    let first = |keys: &[&'static str]| {
        let has = |key: &&&str| text.lines().take(100).any(|line| line_of(line, key));
        keys.iter().find(has).copied()
    };
    match of(first) {
        Some((key, of)) if refusal.code == "syntax" => Refusal {
            message: say!(
                "import-torn",
                problem = refusal.message,
                key = key,
                part = say!(of)
            ),
            ..refusal
        },
        _ => refusal,
    }
}
