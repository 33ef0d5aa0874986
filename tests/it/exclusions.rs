//! Exclusions: what isn't judged of them, what they don't hold, and what would make GKE accept them.

use crate::cli::{Folder, answer, code, has, nodetide, out};

const NOW: [&str; 2] = ["--now", "2026-03-01T00:00:00Z"];

fn cluster(channel: &str, exclusions: &str, rest: &str) -> String {
    format!(
        r#"{{"name":"c","location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000","releaseChannel":{{"channel":"{channel}"}},
        "maintenancePolicy":{{"window":{{"dailyMaintenanceWindow":{{"startTime":"03:00"}},"maintenanceExclusions":{{{exclusions}}}}}}}{rest}}}"#
    )
}

fn exclusion(name: &str, scope: &str, from: &str, to: &str) -> String {
    format!(
        r#""{name}":{{"startTime":"{from}T00:00:00Z","endTime":"{to}T00:00:00Z","maintenanceExclusionOptions":{{"scope":"{scope}"}}}}"#
    )
}

/// “May this exclusion last so long?” The end of support is needed to judge that.
#[test]
fn what_the_end_of_support_decides_is_said_not_to_be_judged() {
    let folder = Folder::new("support");
    let note = "info[exclusion/support-unknown] /cluster/maintenancePolicy/window/maintenanceExclusions: When the support of the cluster's minor version ends isn't known: whether the exclusion long ends by then isn't judged. Hint: gcloud container clusters get-upgrade-info CLUSTER has the date: add its output to the files. (MX-27)\n";
    let far = exclusion("long", "NO_MINOR_UPGRADES", "2026-03-01", "2027-03-01");
    let near = exclusion("near", "NO_MINOR_UPGRADES", "2026-03-01", "2026-04-01");
    let both = folder.write("both.json", &cluster("REGULAR", &format!("{far},{near}"), ""));
    has(&answer(&[&["window", &both], &NOW[..]].concat()), &[note]);
    let json = answer(&[&["window", &both, "--format", "json"], &NOW[..]].concat());
    has(&json, &[r#""code": "exclusion/support-unknown""#]);
    let near = folder.write("near.json", &cluster("REGULAR", &near, ""));
    let told = answer(&[&["window", &near], &NOW[..]].concat());
    assert!(!told.contains("support-unknown"), "{told}");
    let scenario = |more: &str| {
        let text = format!(
            r#"{{"version":1,"start":"2026-03-01T00:00:00Z","cluster":{},"pools":[{{"name":"p","version":"1.33.5-gke.1000000","initialNodeCount":1}}]}}"#,
            cluster("REGULAR", &far, more)
        );
        folder.write("scenario.json", &text)
    };
    has(&answer(&["check", &scenario("")]), &[note]);
    let known = scenario(r#","endOfStandardSupportTimestamp":"2027-02-28T00:00:00Z""#);
    let told = out(&nodetide(&["check", &known])).to_owned();
    has(&told, &["error[exclusion/past-end-of-support]"]);
    assert!(!told.contains("support-unknown"), "{told}");
}

/// “GKE refuses it. What can I do?”
#[test]
fn a_release_channel_is_a_fix_where_it_is_all_that_is_missing() {
    let folder = Folder::new("channel");
    let minor = exclusion("minor", "NO_MINOR_UPGRADES", "2026-03-01", "2026-05-01");
    let file = folder.write("none.json", &cluster("UNSPECIFIED", &minor, ""));
    let told = nodetide(&[&["window", &file], &NOW[..]].concat());
    assert_eq!(code(&told), 1);
    has(
        out(&told),
        &[
            "fix: Enroll the cluster in a release channel: gcloud container clusters update CLUSTER --location=LOCATION --release-channel=regular. (open for 5 days 8 h in",
            "fix: Set the scope of minor to NO_UPGRADES.",
        ],
    );
    let freezes = [
        exclusion("a", "NO_UPGRADES", "2026-03-01", "2026-05-29"),
        exclusion("b", "NO_UPGRADES", "2026-06-01", "2026-08-29"),
        exclusion("c", "NO_UPGRADES", "2026-11-01", "2026-11-03"),
    ];
    let file = folder.write("freezes.json", &cluster("UNSPECIFIED", &freezes.join(","), ""));
    let told = nodetide(&[&["window", &file], &NOW[..]].concat());
    // Both would have to be shorter.
    assert_eq!(code(&told), 1);
    assert!(!out(&told).contains("fix: "), "{}", out(&told));
}

/// “We are in a freeze. Does it stop the upgrade that I start?”
#[test]
fn why_and_the_runbook_name_the_exclusion_of_a_manual_upgrade() {
    let folder = Folder::new("manual-freeze");
    let freeze = exclusion("freeze", "NO_UPGRADES", "2026-03-01", "2026-03-07");
    let text = format!(
        r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{},"pools":[{{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":2}}],
        "script":[{{"at":"1h","do":"upgrade","pool":"p"}}]}}"#,
        cluster("REGULAR", &freeze, "")
    );
    let file = folder.write("manual.json", &text);
    let why = |at: &str, subject: &str| answer(&["why", &file, "--at", at, subject]);
    let told = "+01:00:00: a manual upgrade of p starts within the exclusion freeze (NO_UPGRADES, to +120:00:00), which holds only automatic ones. (BS-03)\n";
    has(&why("1h1m", "pool/p"), &[told]);
    has(&why("1h1m", "node/p-a-1"), &[told]);
    for at in ["30m", "2h"] {
        assert!(!why(at, "pool/p").contains("freeze"), "{at}");
    }
    let book = answer(&["export", &file, "--format", "runbook"]);
    has(
        &book,
        &[
            r"2026-03-02T01:00:00Z: a manual upgrade of pool/p starts within the exclusion freeze (NO\_UPGRADES, to 2026-03-07T00:00:00Z), which holds only automatic ones.",
        ],
    );
}

/// “Our freeze lasts to December, support of 1.33 ends in June: do we stay where we are?” (BS-19)
#[test]
fn an_exclusion_beyond_the_end_of_support_does_not_hold_to_its_end() {
    let folder = Folder::new("enforced");
    let file = |to: &str| {
        let freeze = exclusion("freeze", "NO_UPGRADES", "2026-05-20", to);
        let stay = exclusion("stay", "NO_MINOR_UPGRADES", "2026-02-01", "2026-05-25");
        let exclusions = format!("{stay},{freeze}");
        folder.write("c.json", &cluster("REGULAR", &exclusions, &pools("1.33.5-gke.1000000")))
    };
    let info = upgrade_info("ACTIVE", "", "2026-06-01");
    let info = folder.write("cluster-upgrade-info.json", &info);
    let said = "The exclusion freeze lasts beyond the end of support of 1.33, 2026-06-01T00:00:00Z. GKE upgrades what is still at 1.33 then nevertheless: automatic minor upgrades of this run that are due begin then (BS-19).";
    for (to, is_said) in [("2026-07-15", true), ("2026-05-28", false)] {
        let file = file(to);
        let output = nodetide(&[&["check", &*file, &*info], &NOW[..]].concat());
        assert_eq!(out(&output).contains(said), is_said, "{to}: {}", out(&output));
        let told = nodetide(&[&["check", &file, &info], &NOW[..]].concat());
        let (control_plane, pool) = match is_said {
            true => ("2026-06-01T00:00:00Z", ", at the end of support (BS-19)"),
            false => ("2026-05-28T03:00:00Z", "kept from earlier windows by the exclusion freeze"),
        };
        let control_plane =
            format!("control plane to 1.34.1-gke.1000000, automatically: {control_plane}");
        has(out(&told), &["p to 1.34.1-gke.1000000", &control_plane, pool]);
    }
}

/// `fit` reports the date of the run, which windows don't change (BS-19).
#[test]
fn fit_knows_the_end_of_support() {
    let folder = Folder::new("fit-enforced");
    let stay = exclusion("stay", "NO_MINOR_UPGRADES", "2026-02-01", "2026-07-15");
    let file = folder.write("c.json", &cluster("REGULAR", &stay, &pools("1.33.5-gke.1000000")));
    let info = upgrade_info("ACTIVE", "", "2026-06-01")
        .replace(r#""patchTargetVersion":"1.33.9-gke.1000000","#, "");
    let info = folder.write("cluster-upgrade-info.json", &info);
    let told = nodetide(&[&["fit", &file, &info, "--seeds", "2"], &NOW[..]].concat());
    assert_eq!(code(&told), 1);
    has(
        out(&told),
        &[
            "pool/p to 1.34.1-gke.1000000: uses no window: it begins at the end of support (BS-19)\n  windows  0 of 4 h\n",
            "  ends     2026-06-01T00:",
        ],
    );
    assert!(!out(&told).contains("maxSurge"), "{}", out(&told));
}

/// “When may GKE upgrade us again?”
#[test]
fn a_run_lasts_until_an_upgrade_that_waits_for_months() {
    let folder = Folder::new("after-freeze");
    let freeze = exclusion("freeze", "NO_MINOR_OR_NODE_UPGRADES", "2026-03-01", "2026-06-20");
    let pools = r#","status":"RUNNING","nodePools":[{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":1,"management":{"autoUpgrade":true}}]"#;
    let file = folder.write("c.json", &cluster("REGULAR", &freeze, pools));
    let told = answer(&[&["check", &file], &NOW[..]].concat());
    has(
        &told,
        &[
            "1. pool/p to 1.33.5-gke.1000000, automatically: 2026-06-20T03:00:00Z to ",
            "; kept from earlier windows by the exclusion freeze (2026-03-01T00:00:00Z to 2026-06-20T00:00:00Z)\n",
        ],
    );
    // Unless the scenario ends it.
    let scenario = format!(
        r#"{{"version":1,"start":"2026-03-01T00:00:00Z","until":"60d","cluster":{},"pools":[{{"name":"p","version":"1.32.9-gke.1000000","initialNodeCount":1,"management":{{"autoUpgrade":true}}}}],"script":[{{"at":"0s","do":"upgrade","pool":"p","version":"1.33.5-gke.1000000","automatic":true}}]}}"#,
        cluster("REGULAR", &freeze, "")
    );
    let told = answer(&["check", &folder.write("scenario.json", &scenario)]);
    has(&told, &["1. pool/p: The upgrade is due but can't start yet: "]);
}

/// “When does the pool come that is excluded until the end of support?” In the run, which lasts until then (BS-10, BS-19).
#[test]
fn a_run_lasts_until_the_end_of_support_that_an_upgrade_waits_for() {
    let folder = Folder::new("until-support");
    let excluded = pools("1.32.9-gke.1000000").replace(
        r#""management""#,
        r#""maintenancePolicy":{"exclusionUntilEndOfSupport":{"enabled":true}},"management""#,
    );
    let file = folder.write("c.json", &cluster("REGULAR", "", &excluded));
    let info = upgrade_info("ACTIVE", "", "2027-02-01")
        .replace(r#""minorTargetVersion":"1.34.1-gke.1000000","#, "");
    let info = folder.write("cluster-upgrade-info.json", &info);
    let told = answer(&[&["check", &file, &info], &NOW[..]].concat());
    has(
        &told,
        &[
            "control plane to 1.33.9-gke.1000000, automatically: 2026-03-01T03:00:00Z",
            "pool/p to 1.33.9-gke.1000000, automatically: 2027-02-01T0",
        ],
    );
    assert!(!told.contains("Not over in this run"), "{told}");
}

fn pools(version: &str) -> String {
    format!(
        r#","status":"RUNNING","nodePools":[{{"name":"p","version":"{version}","initialNodeCount":1,"management":{{"autoUpgrade":true}}}}]"#
    )
}

fn upgrade_info(status: &str, reason: &str, end: &str) -> String {
    format!(
        r#"{{"autoUpgradeStatus":["{status}"],"pausedReason":["{reason}"],"minorTargetVersion":"1.34.1-gke.1000000","patchTargetVersion":"1.33.9-gke.1000000","endOfStandardSupportTimestamp":"{end}"}}"#
    )
}

/// A description has the end that follows from the behavior, and the policy is still one that follows the version (BS-22).
#[test]
fn an_exclusion_until_the_end_of_support_stays_one() {
    let folder = Folder::new("follows");
    let stay = r#""stay":{"startTime":"2026-02-01T00:00:00Z","endTime":"2026-06-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}"#;
    let file = folder.write("c.json", &cluster("REGULAR", stay, &pools("1.32.9-gke.1000000")));
    let terraform = answer(&[&["export", &file, "--format", "terraform"], &NOW[..]].concat());
    has(&terraform, &[r#"end_time_behavior = "UNTIL_END_OF_SUPPORT""#]);
    assert!(!terraform.contains("end_time "), "{terraform}");
    let told = answer(&[&["window", &file], &NOW[..]].concat());
    has(&told, &["from 2026-02-01T00:00:00Z to 2026-06-01T00:00:00Z"]);
    let endless = r#""stay":{"startTime":"2026-02-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}"#;
    let file = folder.write("c.json", &cluster("REGULAR", endless, &pools("1.32.9-gke.1000000")));
    let told = answer(&[&["check", &file], &NOW[..]].concat());
    has(&told, &["stay (2026-02-01T00:00:00Z to the end of support, which isn't known)"]);
}

/// GKE pauses minor upgrades alone: the patch is what it moves the cluster to (AM-70).
#[test]
fn a_paused_minor_upgrade_leaves_the_patch() {
    let folder = Folder::new("minor-paused");
    let file = folder.write("c.json", &cluster("REGULAR", "", &pools("1.33.5-gke.1000000")));
    let info = upgrade_info("MINOR_UPGRADE_PAUSED", "SYSTEM_CONFIG", "2026-12-01");
    let info = folder.write("cluster-upgrade-info.json", &info);
    let scenario = answer(&[&["import", &file, &info], &NOW[..]].concat());
    has(&scenario, &[r#""do": "target""#, r#""version": "1.33.9-gke.1000000""#]);
    assert!(!scenario.contains("1.34.1"), "{scenario}");
}

/// “In how many windows is it done?” One that an exclusion shuts isn't used; the control plane comes before its pools.
#[test]
fn windows_that_an_exclusion_shuts_are_not_counted() {
    let folder = Folder::new("used-windows");
    let freeze = exclusion("freeze", "NO_UPGRADES", "2026-03-02", "2026-03-10");
    let info = upgrade_info("UPGRADE_PAUSED", "MAINTENANCE_WINDOW", "2026-12-01");
    let info = folder.write("cluster-upgrade-info.json", &info);
    let file = |count: u32, exclusions: &str| {
        let pools = pools("1.33.5-gke.1000000").replace(
            "\"initialNodeCount\":1",
            &format!("\"initialNodeCount\":{count},\"upgradeSettings\":{{\"maxSurge\":1}}"),
        );
        folder.write("c.json", &cluster("REGULAR", exclusions, &pools))
    };
    let check = |file: &str| answer(&[&["check", file, &info], &NOW[..]].concat());
    has(&check(&file(80, &freeze)), &[", 2 windows\n  All are done on 2026-03-10"]);
    let freeze = exclusion("freeze", "NO_UPGRADES", "2026-02-20", "2026-05-15");
    has(&check(&file(1, &freeze)), &["  1. control plane to ", "  2. pool/p to "]);
}

/// “Give me the commands of what production has.”
#[test]
fn gcloud_commands_of_a_described_cluster_are_there_for_another_one() {
    let folder = Folder::new("existing");
    let stay = r#""stay":{"startTime":"2026-02-01T00:00:00Z","endTime":"2026-06-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES","endTimeBehavior":"UNTIL_END_OF_SUPPORT"}}"#;
    let file = folder.write("c.json", &cluster("REGULAR", stay, &pools("1.33.5-gke.1000000")));
    let export = |more: &[&str]| {
        answer(&[&["export", &file], more, &["--format", "gcloud"], &NOW[..]].concat())
    };
    has(
        &export(&[]),
        &[
            "# The cluster has this maintenance policy and these settings already. These commands give them to another one:",
            "#   --add-maintenance-exclusion-until-end-of-support",
        ],
    );
    let change = folder.write(
        "change.sh",
        "gcloud container clusters update c --location=us-central1-a --maintenance-window=05:00\n",
    );
    let told = export(&[&change]);
    assert!(!told.contains("has this maintenance policy"), "{told}");
}

/// “The first Saturday of the month, at midnight in New York.”
#[test]
fn a_monthly_window_is_told_in_the_zone_and_fixed_by_what_helps() {
    let zone = ["--time-zone", "America/New_York", "--now", "2026-11-24T14:00:00Z"];
    let folder = Folder::new("monthly");
    let command = folder.write(
        "change.sh",
        "gcloud container clusters update erp --location=us-east4 --maintenance-window-start=2026-12-05T05:00:00Z --maintenance-window-end=2026-12-05T11:00:00Z --maintenance-window-recurrence='FREQ=MONTHLY;BYDAY=1SA'\n",
    );
    let told = nodetide(&[&["window", &command], &zone[..]].concat());
    has(
        out(&told),
        &[
            "Open every month on the first Saturday from 00:00 America/New_York, 6 h each.",
            "the window keeps to UTC when the clocks of America/New_York change.",
            "fix: Let each window last 24 h.",
        ],
    );
    assert!(!out(&told).contains("first window begin"), "{}", out(&told));
}

/// “The window is too short, and the freezes are too many and too long.” What fixes one error alone leaves the others.
#[test]
fn several_errors_that_no_single_change_fixes_have_no_fix() {
    let folder = Folder::new("several-errors");
    let freezes = [
        exclusion("black-friday", "NO_UPGRADES", "2026-03-02", "2026-03-14"),
        exclusion("spring", "NO_UPGRADES", "2026-03-26", "2026-04-17"),
        exclusion("close", "NO_UPGRADES", "2026-04-17", "2026-07-21"),
        exclusion("tax-day", "NO_UPGRADES", "2026-07-12", "2026-07-31"),
    ];
    let window = r#""recurringWindow":{"window":{"startTime":"2026-01-03T01:00:00Z","endTime":"2026-01-03T04:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}"#;
    let daily = r#""dailyMaintenanceWindow":{"startTime":"03:00"}"#;
    let text = cluster("REGULAR", &freezes.join(","), "").replace(daily, window);
    let told = nodetide(&[&["window", &folder.write("c.json", &text)], &NOW[..]].concat());
    has(
        out(&told),
        &[
            "error[window/too-short]",
            "error[exclusion/too-long]",
            "error[exclusion/too-many-freezes]",
        ],
    );
    assert!(!out(&told).contains("fix: "), "{}", out(&told));
}

/// “Until when does the exclusion hold?” A cluster may be given with the end of support that its description lacks (BS-10).
#[test]
fn the_end_of_support_may_stand_in_a_description() {
    let folder = Folder::new("end-in-description");
    let asked = |end: &str| {
        let text = format!(
            r#"{{"name":"prod","location":"us-east1-b","currentMasterVersion":"1.33.5-gke.1","releaseChannel":{{"channel":"REGULAR"}}{end},
            "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-01-03T02:00:00Z","endTime":"2026-01-03T10:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}}}}}},
            "nodePools":[{{"name":"db","version":"1.32.9-gke.1","initialNodeCount":2,"management":{{"autoUpgrade":true}},
                "maintenancePolicy":{{"exclusionUntilEndOfSupport":{{"enabled":true}}}}}}]}}"#
        );
        let file = folder.write("c.json", &text);
        answer(&["why", &file, "--now", "2026-01-20T00:00:00Z", "--at", "5d", "pool/db"])
    };
    has(
        &asked(""),
        &["Until: When an exclusion without a known end is removed; not in this run.\n"],
    );
    let end = r#","endOfStandardSupportTimestamp":"2026-08-03T00:00:00Z""#;
    has(&asked(end), &["Until: 2026-08-03T00:00:00Z, when it starts.\n"]);
}
