//! Minor upgrades that the maintenance policy holds up, by what `get-upgrade-info` and the description say: the policy holds them up
//! in the run too, so that another policy has an effect.

use crate::cli::{Folder, answer, has};

const NOW: [&str; 2] = ["--now", "2026-03-01T00:00:00Z"];

/// A cluster with daily windows at 03:00, its description and what GKE plans for it.
fn files(folder: &Folder, exclusions: &str, budget: &str, reason: &str) -> [String; 2] {
    let cluster = format!(
        r#"{{"name":"c","location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000","releaseChannel":{{"channel":"REGULAR"}},"status":"RUNNING",
        "maintenancePolicy":{{"disruptionBudget":{{{budget}}},"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}},"maintenanceExclusions":{{{exclusions}}}}}}},
        "nodePools":[{{"name":"p","version":"1.33.5-gke.1000000","initialNodeCount":1,"management":{{"autoUpgrade":true}}}}]}}"#
    );
    let info = format!(
        r#"{{"autoUpgradeStatus":["ACTIVE"],"pausedReason":["{reason}"],"minorTargetVersion":"1.34.1-gke.1000000",
        "patchTargetVersion":"1.33.9-gke.1000000","endOfStandardSupportTimestamp":"2026-12-01T00:00:00Z"}}"#
    );
    [folder.write("c.json", &cluster), folder.write("cluster-upgrade-info.json", &info)]
}

/// “What if the interval were shorter?” (BS-27)
#[test]
fn a_shorter_interval_between_minor_upgrades_brings_them_sooner() {
    let folder = Folder::new("shorter-interval");
    let budget = r#""lastMinorVersionDisruptionTime":"2026-02-01T03:00:00Z","minorVersionDisruptionInterval":"5184000s""#;
    let files = files(&folder, "", budget, "CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE");
    let ask = |verb: &str, more: &[&str]| {
        answer(&[&[verb, &files[0], &files[1]], &NOW[..], more].concat())
    };
    let days = |n: u32| {
        let path = "/cluster/maintenancePolicy/disruptionBudget/minorVersionDisruptionInterval";
        format!("{path}={}s", n * 86_400)
    };
    let compared = ask("compare", &["--with", &days(30)]);
    let ends = compared.lines().find(|line| line.starts_with("ends ")).unwrap();
    has(ends, &["2026-04-02T03:13:31Z", "2026-03-03T03:13:31Z"]);
    let why = ask("why", &["--at", "2026-03-20T12:00:00Z", "cluster"]);
    has(
        &why,
        &[
            "The control plane operation has been due for ",
            "minimum interval between upgrades ends: 2026-04-02T03:00:00Z",
            "CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE (pausedReason)",
        ],
    );
}

/// “Which change brings it into an earlier window?” (MX-20)
#[test]
fn an_exclusion_that_ends_sooner_lets_the_minor_upgrade_begin_sooner() {
    let folder = Folder::new("sooner");
    let hold = r#""hold":{"startTime":"2026-02-01T00:00:00Z","endTime":"2026-06-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}"#;
    let [cluster, info] = files(&folder, hold, "", "MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES");
    let files = [&*cluster, &info];
    let why = ["--at", "2026-03-20T00:00:00Z", "cluster"];
    let why = answer(&[&["why"], &files[..], &NOW, &why].concat());
    has(
        &why,
        &[
            "If the exclusion may change: end the exclusion hold at 2026-03-20T00:00:00Z: waits 92 d 3 h → 19 d 3 h",
        ],
    );
}

/// “What kept it from the windows before?” (BS-27)
#[test]
fn the_disruption_budget_is_named_where_it_kept_an_upgrade_from_windows() {
    let folder = Folder::new("kept");
    let budget = r#""lastMinorVersionDisruptionTime":"2026-02-01T03:00:00Z","minorVersionDisruptionInterval":"5184000s""#;
    let freeze =
        r#""freeze":{"startTime":"2026-03-30T00:00:00Z","endTime":"2026-04-10T00:00:00Z"}"#;
    let [cluster, info] = files(&folder, freeze, budget, "CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE");
    let told = answer(&[&["check", &cluster, &info], &NOW[..]].concat());
    has(
        &told,
        &[
            "control plane to 1.34.1-gke.1000000, automatically: 2026-04-10T03:00:00Z",
            "; kept from earlier windows by the disruption budget (until 2026-04-02T03:00:00Z) and the exclusion freeze (2026-03-30T00:00:00Z to 2026-04-10T00:00:00Z)\n",
        ],
    );
}

/// “Did the exclusion keep it from a window?” Not where none opens in it (BS-25).
#[test]
fn an_exclusion_keeps_an_upgrade_only_from_windows_that_open_in_it() {
    let folder = Folder::new("opens-later");
    let check = |first: &str| {
        let file = folder.write(
            "c.json",
            &format!(
                r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.34.1-gke.1",
                "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"{first}T02:00:00Z","endTime":"{first}T06:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}},
                "maintenanceExclusions":{{"freeze":{{"startTime":"2026-03-03T00:00:00Z","endTime":"2026-03-09T00:00:00Z"}}}}}}}}}},
                "pools":[{{"name":"p","version":"1.33.5-gke.1","initialNodeCount":1,"management":{{"autoUpgrade":true}}}}],
                "script":[{{"at":"0s","do":"upgrade","pool":"p","automatic":true}}]}}"#
            ),
        );
        answer(&["check", &file])
    };
    let told = check("2026-03-14");
    assert!(!told.contains("by the exclusion freeze"), "{told}");
    has(&check("2026-01-03"), &["; kept from earlier windows by the exclusion freeze ("]);
    has(&check("2026-03-07"), &["; kept from earlier windows by the exclusion freeze ("]);
}
