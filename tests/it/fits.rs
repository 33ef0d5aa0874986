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

/// “Does it fit into our window?” A freeze leaves half an hour of the next one.
#[test]
fn an_opening_that_an_exclusion_cuts_is_named_and_not_judged() {
    let freeze =
        r#""freeze":{"startTime":"2026-03-05T00:00:00Z","endTime":"2026-03-07T04:30:00Z"}"#;
    let text = fit(freeze, &pool("p", 10), "", &[]);
    has(
        &text,
        &[
            "pool/p: fits into one window\n  windows  1 of 4 h\n",
            " / 2026-03-08T02:10:10Z\n",
            "  exclusion freeze leaves 30 min of the opening of 2026-03-07T01:00:00Z, in which it may begin: judged in the next full one, of 2026-03-08T01:00:00Z\n",
        ],
    );
    let json = fit(freeze, &pool("p", 10), "", &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let cut = serde_json::json!([{"from": "2026-03-07T01:00:00Z", "left_ms": 1_800_000, "exclusions": ["freeze"], "judged_from": "2026-03-08T01:00:00Z"}]);
    assert_eq!(json["upgrades"][0]["cut_openings"], cut);
    // One that covers whole openings is named too, and one that lets minor upgrades of nodes through isn't waited for.
    let whole = r#""freeze":{"startTime":"2026-03-05T00:00:00Z","endTime":"2026-03-07T05:00:00Z"}"#;
    let text = fit(whole, &pool("p", 10), "", &[]);
    has(
        &text,
        &[
            "2026-03-08T02:10:10Z",
            "  exclusion freeze (2026-03-05T00:00:00Z to 2026-03-07T05:00:00Z) leaves nothing of the openings before 2026-03-08T01:00:00Z\n",
        ],
    );
    let minor = r#""minor":{"startTime":"2026-03-05T00:00:00Z","endTime":"2026-03-07T04:30:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}}"#;
    let patch = pool("p", 10).replace("1.32.9-gke.1000000", "1.33.1-gke.1000000");
    let text = fit(minor, &patch, "", &[]);
    assert!(text.contains("2026-03-07T02:10:10Z") && !text.contains("exclusion"), "{text}");
}

/// “Which pool do we have to change?”
#[test]
fn only_the_pools_that_matter_are_changed() {
    let pools = [pool("tiny", 2), pool("big", 60), pool("small", 3)].join(",");
    let text = fit("", &pools, "", &[]);
    has(
        &text,
        &[
            "all in their order: does not fit into one window\n",
            "  shortest windows in which it ends, to the minute: 7 h 37 min for one opening, 3 h 45 min for 2 openings (GKE accepts 4 h or more, BS-23)\n  fits with maxSurge 3 of big\n",
        ],
    );
    let pools = [pool("small", 3), pool("one", 60), pool("two", 60)].join(",");
    has(&fit("", &pools, "", &[]), &["  fits with maxSurge 4 of one, two\n"]);
}

/// “How long must the window be?” Not long enough while the reservation is full.
#[test]
fn what_no_window_helps_against_is_named() {
    let reserved = r#"{"at":"0s","do":"reservation","pool":"p","nodes":10}"#;
    let text = fit("", &pool("p", 10), reserved, &[]);
    has(
        &text,
        &[
            "  ends     never\n  no window is long enough: pool/p: No VM for its surge node: the reservation of 10 VMs is used up\n",
            "  fits with maxSurge 0, maxUnavailable 1\n",
        ],
    );
    let quota = r#"{"at":"0s","do":"quota","spareNodes":0}"#;
    let text = fit("", &pool("p", 10), quota, &[]);
    has(
        &text,
        &["  no window is long enough: pool/p: No VM for its surge node: no quota is left\n"],
    );
    let long = r#""long":{"startTime":"2026-02-05T00:00:00Z","endTime":"2027-12-07T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}"#;
    let text = fit(long, &pool("p", 10), "", &[]);
    has(&text, &["MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES long\n"]);
}

/// “A freeze cuts the window: is it done before, or a week later?” The date is that of `check`.
#[test]
fn an_upgrade_that_fits_into_a_cut_opening_is_judged_in_it() {
    let freeze =
        r#""freeze":{"startTime":"2026-03-07T02:00:00Z","endTime":"2026-03-12T00:00:00Z"}"#;
    let cut = "  exclusion freeze leaves 1 h of the opening of 2026-03-07T01:00:00Z, in which it may begin: judged in";
    let text = fit(freeze, &pool("p", 3), "", &[]);
    let ends = "  ends     2026-03-07T01:05:18Z / 2026-03-07T01:10:33Z / 2026-03-07T01:21:03Z\n";
    has(&text, &["pool/p: fits into one window\n", ends, &format!("{cut} it\n")]);
    let text = fit(freeze, &pool("p", 10), "", &[]);
    has(&text, &[&format!("{cut} the next full one, of 2026-03-14T01:00:00Z\n")]);
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
    has(half, &["takes    17 min", " / 2026-03-07T01:35:10Z / 2026-03-08T01:", "judged in it\n"]);
    has(other, &["fits into one window\n", " / 2026-03-07T01:07:01Z\n"]);
    has(all, &[" / 2026-03-07T01:38:41Z / 2026-03-08T01:", "judged in it\n"]);
}

/// “Automatic upgrades of one pool are off: does it fit?” Only a command upgrades it (BS-03).
#[test]
fn a_pool_without_automatic_upgrades_is_not_judged() {
    let off = pool("off", 3).replace('}', r#","management":{"autoUpgrade":false}}"#);
    let by_hand = "Not judged: off. Automatic upgrades are off there (autoUpgrade): only a command upgrades the nodes, whether a window is open or not (BS-03)";
    let text = fit("", &format!("{},{off}", pool("p", 3)), "", &[]);
    has(&text, &["pool/p: fits into one window\n", by_hand]);
    assert!(!text.contains("pool/off") && !text.contains("all in their order"), "{text}");
}
