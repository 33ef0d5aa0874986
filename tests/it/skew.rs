//! A control plane that waits for old nodes (BS-06): which pool holds it, until when, and what lets it start.

use crate::cli::{Folder, answer, has, nodetide, out};

const NOW: [&str; 2] = ["--now", "2026-11-24T09:00:00Z"];

/// A control plane at 1.34 and pools of one node, open on Sundays; `pools`: name, version, and the rest of its fields.
fn cluster(pools: &[(&str, &str, &str)]) -> String {
    let pools = pools.iter().map(|(name, version, rest)| {
        format!(r#"{{"name":"{name}","version":"{version}","initialNodeCount":1,"management":{{"autoUpgrade":true}}{rest}}}"#)
    });
    let pools = pools.collect::<Vec<_>>().join(",");
    format!(
        r#"{{"name":"c","location":"us-central1-a","status":"RUNNING","currentMasterVersion":"1.34.6-gke.1000000","releaseChannel":{{"channel":"REGULAR"}},
        "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-11-22T00:00:00Z","endTime":"2026-11-22T06:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SU"}}}}}},
        "nodePools":[{pools}]}}"#
    )
}

const INFO: &str = r#"{"autoUpgradeStatus":["ACTIVE"],"endOfStandardSupportTimestamp":"2027-04-30T00:00:00Z","minorTargetVersion":"1.35.3-gke.1000000"}"#;
const KEPT: &str = r#","maintenancePolicy":{"exclusionUntilEndOfSupport":{"enabled":true}}"#;

/// “When does 1.35 come?” No window lets it start while a pool is excluded at 1.32.
#[test]
fn old_nodes_hold_the_control_plane_and_not_the_next_window() {
    let folder = Folder::new("skew-held");
    let pools = [("edge", "1.33.8-gke.100", ""), ("legacy", "1.32.9-gke.100", KEPT)];
    let file = folder.write("c.json", &cluster(&pools));
    let info = folder.write("cluster-upgrade-info.json", INFO);
    let asked = |words: &[&str]| answer(&[words, &[&*file, &*info], &NOW[..]].concat());
    let held =
        "nodes may trail the control plane by two minor versions at most, those of legacy go first";
    let told = asked(&["run", "--until", "2027-02-01T00:00:00Z", "--format", "brief"]);
    has(&told, &["control plane to the end of the run: ", held]);
    // In a window and between windows it is the same.
    for at in ["2026-11-29T01:00:00Z", "2026-12-01T00:00:00Z"] {
        let told = answer(&[&["why", "--at", at], &NOW[..], &[&*file, &*info, "cluster"]].concat());
        has(
            &told,
            &[
                "Until: 2027-04-30T00:03:31Z, when it starts.",
                "If the exclusion may change: remove exclusionUntilEndOfSupport of legacy",
            ],
        );
        assert!(!told.contains("window 6 h"), "{told}");
    }
    // It begins when the exclusion ends, and the run lasts until then.
    has(&asked(&["run", "--format", "brief"]), &["ended 2027-04-30T0"]);
    has(
        &asked(&["check"]),
        &["pool/legacy to 1.34.6-gke.1000000, automatically: 2027-04-30T00:00:00Z"],
    );
}

/// A pool without automatic upgrades holds it until a command upgrades the pool.
#[test]
fn a_pool_without_automatic_upgrades_takes_a_manual_one() {
    let folder = Folder::new("skew-manual");
    let text = r#"{"version":1,"start":"2026-11-24T09:00:00Z","cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.6-gke.100"},
        "pools":[{"name":"old","version":"1.32.9-gke.100","initialNodeCount":1,"management":{"autoUpgrade":false}}],
        "script":[{"at":"0s","do":"target","version":"1.35.3-gke.100"}]}"#;
    let told = answer(&["why", &folder.write("old.json", text), "--at", "1h", "cluster"]);
    has(
        &told,
        &[
            "Until: When all nodes of old have 1.33 or later, which takes a manual upgrade; not in this run.\n",
        ],
    );
}

/// “Does it fit into Sunday?” What the control plane waits for is judged, and the rest is named.
#[test]
fn fit_judges_the_pools_that_go_first_and_names_what_waits() {
    let folder = Folder::new("skew-fit");
    let pools = [
        ("edge", "1.33.8-gke.100", ""),
        ("legacy", "1.32.9-gke.100", KEPT),
        ("tools", "1.32.9-gke.100", ""),
    ];
    let file = folder.write("c.json", &cluster(&pools));
    let info = folder.write("cluster-upgrade-info.json", INFO);
    let told = nodetide(&[&["fit", "--seeds", "2"][..], &[&*file, &*info], &NOW].concat());
    assert!(!out(&told).contains("does not end"), "{}", out(&told));
}

/// “The pool is three minor versions behind.” What no file asks for is assumed as GKE does it: by two minor versions at most.
#[test]
fn an_assumed_upgrade_goes_in_steps_and_a_written_jump_is_refused() {
    let folder = Folder::new("skew-steps");
    let described = r#"{"name":"c","location":"us-central1-a","currentMasterVersion":"1.33.4-gke.100",
        "nodePools":[{"name":"web","version":"1.30.5-gke.100","initialNodeCount":2,"management":{"autoUpgrade":true}}]}"#;
    let file = folder.write("c.json", described);
    let run = answer(&["run", &file]);
    has(
        &run,
        &[
            "The upgrade succeeds: 2 nodes of web.\n",
            "pool/web: succeeded, 2 of 2 nodes upgraded in 2 upgrades (SURGE)\n",
            "web to 1.32, then 1.33.4-gke.100, the version of the control plane",
        ],
    );
    // `fit` makes both, too.
    let ended =
        run.split("ended ").nth(1).unwrap().split(':').take(3).collect::<Vec<_>>().join(":");
    let fit = nodetide(&["fit", &file]);
    has(out(&fit), &[&format!(" / {ended} / ")]);
    has(&answer(&["export", "--format", "runbook", &file]), &["--cluster-version=1.32\n"]);

    let jump = folder.write(
        "jump.json",
        r#"{"version":1,"cluster":{"currentMasterVersion":"1.33.4-gke.100"},
        "pools":[{"name":"web","version":"1.30.5-gke.100","initialNodeCount":2}],
        "script":[{"at":"0s","do":"upgrade","pool":"web"}]}"#,
    );
    let refused = "GKE would refuse this upgrade (BS-06): The nodes of “web” go from 1.30.5-gke.100 to 1.33.4-gke.100 at once";
    assert!(answer(&["run", &jump]).starts_with(refused));
    has(out(&nodetide(&["fit", &jump])), &[refused]);
    has(&answer(&["why", &jump, "--at", "2m", "pool/web"]), &[refused]);
    has(&answer(&["export", "--format", "runbook", &jump]), &[refused]);
}
