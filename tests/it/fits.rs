//! `fit`: the opening that is judged, the pools that matter, and what no window helps against.

use crate::cli::{Folder, answer, has};
use std::sync::atomic::{AtomicU32, Ordering};

const WEEKEND: &str = r#""recurringWindow":{"window":{"startTime":"2026-03-07T01:00:00Z","endTime":"2026-03-07T05:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}"#;

fn pool(name: &str, nodes: u32) -> String {
    format!(r#"{{"name":"{name}","version":"1.32.9-gke.1000000","initialNodeCount":{nodes}}}"#)
}

/// What `fit` says with exclusions, pools and a script.
fn fit(exclusions: &str, pools: &str, script: &str, more: &[&str]) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = Folder::new(&format!("fits-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    let file = folder.write(
        "fit.json",
        &format!(
            r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
            "releaseChannel":{{"channel":"REGULAR"}},"maintenancePolicy":{{"window":{{{WEEKEND},"maintenanceExclusions":{{{exclusions}}}}}}}}},
            "pools":[{pools}],"script":[{script}]}}"#
        ),
    );
    answer(&[&["fit", &file, "--seeds", "2"], more].concat())
}

/// “Which pool do we have to change?”
#[test]
fn only_the_pools_that_matter_are_changed() {
    let pools = [pool("tiny", 2), pool("big", 60), pool("small", 3)].join(",");
    let text = fit("", &pools, "", &[]);
    has(&text, &["all in their order: does not fit into one window\n"]);
}

/// “How long must the window be?” Not long enough while the reservation is full.
#[test]
fn what_no_window_helps_against_is_named() {
    let reserved = r#"{"at":"0s","do":"reservation","pool":"p","nodes":10}"#;
    let text = fit("", &pool("p", 10), reserved, &[]);
    has(&text, &["  fits with maxSurge 0, maxUnavailable 1\n"]);
    // Nor while an exclusion shuts it.
    let long = r#""long":{"startTime":"2026-02-05T00:00:00Z","endTime":"2027-12-07T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}"#;
    let text = fit(long, &pool("p", 10), "", &[]);
    has(&text, &["pool/p: does not end\n"]);
    assert!(!text.contains("fits with"), "{text}");
}

/// “It is half done and paused: when is it over?” What is under way doesn't wait for a full opening.
#[test]
fn an_upgrade_in_mid_course_goes_on_in_a_cut_opening() {
    let node = |name: usize, version: &str| {
        format!(r#"{{"name":"n{name}","zone":"us-central1-a","version":"{version}"}}"#)
    };
    let nodes: Vec<String> = (0..12)
        .map(|n| node(n, if n < 2 { "1.33.5-gke.1000000" } else { "1.32.9-gke.1000000" }))
        .collect();
    let half = format!(
        r#"{{"name":"half","version":"1.33.5-gke.1000000","upgradingFrom":"1.32.9-gke.1000000","management":{{"autoUpgrade":true}},"nodes":[{}]}}"#,
        nodes.join(",")
    );
    let freeze =
        r#""freeze":{"startTime":"2026-03-07T01:50:00Z","endTime":"2026-03-08T00:00:00Z"}"#;
    let text = fit(freeze, &format!("{half},{}", pool("other", 1)), "", &[]);
    let [half, other, all] = ["pool/half: ", "pool/other: ", "all in their order: "]
        .map(|name| text.split_once(name).unwrap().1.split("\npool/").next().unwrap());
    has(half, &["takes    17 min", " / 2026-03-07T01:35:10Z / 2026-03-08T01:"]);
    has(other, &["fits into one window\n", " / 2026-03-07T01:07:01Z\n"]);
    has(all, &[" / 2026-03-07T01:38:41Z / 2026-03-08T01:"]);
}

/// “Automatic upgrades of one pool are off: does it fit?” Only a command upgrades it (BS-03).
#[test]
fn a_pool_without_automatic_upgrades_is_not_judged() {
    let off = pool("off", 3).replace('}', r#","management":{"autoUpgrade":false}}"#);
    let by_hand = "Automatic upgrades are off for off (autoUpgrade): only a command upgrades the nodes, whether a window is open or not (BS-03)";
    let text = fit("", &format!("{},{off}", pool("p", 3)), "", &[]);
    has(&text, &["pool/p: fits into one window\n", by_hand]);
    assert!(!text.contains("pool/off") && !text.contains("all in their order"), "{text}");
}

/// “Does it ever end?” An upgrade that never gets a node takes no time, and no window is told for it.
#[test]
fn an_upgrade_without_a_node_has_no_windows_and_takes_no_time() {
    let quota = r#"{"at":"0s","do":"quota","spareNodes":0}"#;
    let text = fit("", &pool("p", 3), quota, &[]);
    has(&text, &["pool/p: does not end\n  fits with maxSurge 0, maxUnavailable 1\n"]);
    assert!(!text.contains("takes") && !text.contains("never") && !text.contains("does not even"));
}

/// One source of dates: what `fit` calls the median is the run's end, also in an opening that an exclusion cuts.
#[test]
fn an_opening_that_an_exclusion_cuts_has_the_dates_of_the_run() {
    let freeze =
        r#""freeze":{"startTime":"2026-03-07T02:00:00Z","endTime":"2026-03-12T00:00:00Z"}"#;
    let text = fit(freeze, &pool("p", 3), "", &[]);
    has(&text, &["fits into one window\n", " / 2026-03-07T01:10:33Z / "]);
}
