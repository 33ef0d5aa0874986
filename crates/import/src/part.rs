//! Incomplete texts: what they are a part of, and what to import instead.

use super::report::Refusal;
use base::say;
use scenario::document::UpgradeSettings;
use std::iter;

/// The larger object of a field, and the key of what to import instead. `first`: the first of several keys that exists.
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
    // A Deployment has a strategy too.
    let settings = settings.filter(|key| *key != "strategy");
    let pool = iter::once("upgradeSettings").chain(settings).chain(POOL);
    let pool: Vec<&'static str> = pool.collect();
    iter::once((&*pool, "import-part-of-pool"))
        .chain(OTHERS)
        .find_map(|(keys, of)| Some((first(keys)?, of)))
}

/// Describes a syntactically incomplete text by its first lines.
pub(super) fn torn(text: &str, refusal: Refusal) -> Refusal {
    let line_of = |line: &str, key: &str| {
        let line = line.trim_start_matches([' ', '-', '"']);
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start_matches('"').starts_with(':'))
    };
    let first = |keys: &[&'static str]| {
        let has = |key: &&&str| text.lines().take(100).any(|line| line_of(line, key));
        keys.iter().find(has).copied()
    };
    match of(first) {
        Some((key, of)) if refusal.code == "syntax" => Refusal {
            message: say!("import-torn", problem = refusal.message, key = key, part = say!(of)),
            ..refusal
        },
        _ => refusal,
    }
}
