//! `fit`: the opening that is judged, the pools that matter, and what no window helps against.

use crate::cli::{Folder, answer, has, nodetide, out};
use base::PoolId;
use runner::window_fit::{Fit, FitSubject};
use runner::{RECORDS_AT_MOST, Trial};
use scenario::json::Json;
use std::sync::atomic::{AtomicU32, Ordering};
use trace::Subject;

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
    // It waits for the end of an exclusion, as in the run.
    let long = r#""long":{"startTime":"2026-02-05T00:00:00Z","endTime":"2027-12-07T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}"#;
    let text = fit(long, &pool("p", 10), "", &[]);
    has(&text, &["fits into one window\n", " / 2027-12-11T01:35:10Z / "]);
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
    let [half, other, all] = ["pool/half to ", "pool/other to ", "all in their order: "]
        .map(|name| text.split_once(name).unwrap().1.split("\npool/").next().unwrap());
    // GKE goes on with it when a window opens (UP-15): the other one is due before that.
    has(half, &["takes    17 min", " / 2026-03-07T01:38:41Z / 2026-03-08T01:"]);
    has(other, &["fits into one window\n", " / 2026-03-07T01:03:31Z / 2026-03-07T01:07:01Z"]);
    has(all, &[" / 2026-03-07T01:38:41Z / 2026-03-08T01:"]);
}

/// “Automatic upgrades of one pool are off: does it fit?” Only a command upgrades it (BS-03).
#[test]
fn a_pool_without_automatic_upgrades_is_not_judged() {
    let off = pool("off", 3).replace('}', r#","management":{"autoUpgrade":false}}"#);
    let by_hand = "Automatic upgrades are off for off (autoUpgrade): only a command upgrades the nodes, whether a window is open or not (BS-03)";
    let text = fit("", &format!("{},{off}", pool("p", 3)), "", &[]);
    has(&text, &["pool/p to 1.33.5-gke.1000000: fits into one window\n", by_hand]);
    assert!(!text.contains("pool/off") && !text.contains("all in their order"), "{text}");
}

/// “Does it ever end?” An upgrade that never gets a node takes no time, and no window is told for it.
#[test]
fn an_upgrade_without_a_node_has_no_windows_and_takes_no_time() {
    let quota = r#"{"at":"0s","do":"quota","spareNodes":0}"#;
    let text = fit("", &pool("p", 3), quota, &[]);
    has(
        &text,
        &["pool/p to 1.33.5-gke.1000000: does not end\n  fits with maxSurge 0, maxUnavailable 1\n"],
    );
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

/// A daily window at two, a cluster, a pool that trails it, and a script.
fn orders(start: &str, cluster: &str, pool: &str, script: &str) -> String {
    format!(
        r#"{{"version":1,"start":"{start}","cluster":{{"location":"us-east4-a",{cluster}}},"pools":[{{"name":"orders","initialNodeCount":3,
        "management":{{"autoUpgrade":true}},{pool}}}],"script":[{script}]}}"#
    )
}

const NIGHTLY: &str =
    r#""maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"02:00"}}}"#;

/// One date for one upgrade, with the version that it is about: that of the run, and the line that `check` has for it.
#[test]
fn an_upgrade_has_one_date() {
    let frozen = r#""maintenancePolicy":{"window":{"maintenanceExclusions":{"minor":{"startTime":"2026-10-01T00:00:00Z",
        "endTime":"2027-01-16T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}}}}}"#;
    let plane = |at: &str, version: &str| {
        format!(
            r#"{{"at":"{at}","do":"upgrade","controlPlane":true,"version":"{version}","automatic":true}}"#
        )
    };
    let minor = plane("2026-12-20T12:00:00Z", "1.34.1-gke.1000000");
    let nodes = r#"{"at":"2027-01-01T12:00:00Z","do":"upgrade","pool":"orders","version":"1.34.1-gke.1000000","automatic":true}"#;
    let frozen = orders(
        "2026-11-01T00:00:00Z",
        &format!(
            r#""currentMasterVersion":"1.33.4-gke.1000000","endOfStandardSupportTimestamp":"2027-10-31T00:00:00Z",{frozen}"#
        ),
        r#""version":"1.33.4-gke.1000000""#,
        &[&plane("2026-11-10T12:00:00Z", "1.33.5-gke.1000000"), &minor, nodes].join(","),
    );
    let fortnight = orders(
        "2026-02-01T00:00:00Z",
        &format!(r#""currentMasterVersion":"1.31.9-gke.1000000",{NIGHTLY}"#),
        r#""version":"1.31.9-gke.1000000""#,
        &format!(
            r#"{},{{"at":"2026-03-02T12:00:00Z","do":"target","version":"1.32.4-gke.1000000"}}"#,
            plane("2026-02-16T12:00:00Z", "1.31.11-gke.1000000")
        ),
    );
    for (name, text, end, said) in [
        (
            "frozen",
            frozen,
            "2027-01-16T00:20:33Z",
            "pool/orders to 1.34.1-gke.1000000: there are no maintenance windows",
        ),
        (
            "fortnight",
            fortnight,
            "2026-03-03T02:20:33Z",
            "pool/orders to 1.32.4-gke.1000000: fits into one window",
        ),
    ] {
        let folder = Folder::new(&format!("fits-{name}"));
        let file = folder.write("fit.json", &text);
        let fit = answer(&["fit", &file, "--seeds", "2"]);
        has(&fit, &[said, &format!(" / {end} / ")]);
        has(&answer(&["check", &file]), &[&format!("to {end}")]);
    }
}

/// “Two changes of one pool, in May and in October.” Each is judged by itself.
#[test]
fn two_upgrades_of_a_pool_are_two_answers() {
    let saturday = r#""currentMasterVersion":"1.33.5-gke.1162000","maintenancePolicy":{"window":{"recurringWindow":{
        "window":{"startTime":"2026-05-02T06:00:00Z","endTime":"2026-05-02T18:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}}}"#;
    let script = r#"{"at":"2026-05-04T00:00:00Z","do":"upgrade","pool":"orders","automatic":true},
        {"at":"2026-10-05T00:00:00Z","do":"upgrade","pool":"orders","change":"vmDisruption","automatic":true}"#;
    let version = r#""version":"1.32.9-gke.1072000""#;
    let text = orders("2026-05-01T00:00:00Z", saturday, version, script);
    let folder = Folder::new("fits-twice");
    let file = folder.write("fit.json", &text);
    let fit = nodetide(&["fit", &file, "--seeds", "2"]);
    assert_eq!(fit.status.code(), Some(0));
    has(
        out(&fit),
        &[
            "pool/orders to 1.33.5-gke.1162000: fits into one window\n",
            "pool/orders, VM disruption for GKE maintenance at 1.33.5-gke.1162000: fits into one window\n",
            " / 2026-05-09T06:10:33Z / ",
            " / 2026-10-10T06:10:33Z / ",
        ],
    );
    assert!(!out(&fit).contains("all in their order"));
}

/// UP-16: a blue-green upgrade goes on when its window closes, which is no failure.
#[test]
fn a_soak_past_the_window_is_no_failure() {
    let pool = r#""version":"1.32.9-gke.1072000","upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{
        "standardRolloutPolicy":{"batchNodeCount":2,"batchSoakDuration":"3600s"},"nodePoolSoakDuration":"14400s"}}"#;
    let cluster = format!(r#""currentMasterVersion":"1.33.5-gke.1162000",{NIGHTLY}"#);
    let script = r#"{"at":"0s","do":"upgrade","pool":"orders","automatic":true}"#;
    let text = orders("2026-03-02T00:00:00Z", &cluster, pool, script);
    let folder = Folder::new("fits-soak");
    let file = folder.write("fit.json", &text);
    let fit = nodetide(&["fit", &file, "--seeds", "2"]);
    assert_eq!(fit.status.code(), Some(0));
    has(out(&fit), &["begins in one window and ends after it (UP-16)\n", "windows  1 of 4 h"]);
}

/// BS-03: what a command begins is said to be that.
#[test]
fn a_command_needs_no_window() {
    let cluster = format!(r#""currentMasterVersion":"1.33.5-gke.1162000",{NIGHTLY}"#);
    let script = r#"{"at":"12h","do":"upgrade","pool":"orders"}"#;
    let version = r#""version":"1.32.9-gke.1072000""#;
    let text = orders("2026-03-02T00:00:00Z", &cluster, version, script);
    let folder = Folder::new("fits-command");
    let file = folder.write("fit.json", &text);
    let text = answer(&["fit", &file, "--seeds", "2"]);
    has(&text, &["whether a window is open or not (BS-03, MW-07)\n", " / 2026-03-02T12:10:33Z / "]);
    assert!(!text.contains("windows  "), "{text}");
}

/// “We cancel it for a look and go on: does it fit?” What a command stops needs no change of surge, and what goes on is judged.
#[test]
fn an_upgrade_that_is_canceled_and_resumed_ends() {
    let cluster = format!(r#""currentMasterVersion":"1.33.5-gke.1162000",{NIGHTLY}"#);
    let begin = r#"{"at":"0s","do":"upgrade","pool":"orders","automatic":true},{"at":"7300s","do":"cancel","pool":"orders"}"#;
    let resume = r#",{"at":"9000s","do":"resume","pool":"orders","automatic":true}"#;
    let version = r#""version":"1.32.9-gke.1072000""#;
    let folder = Folder::new("fits-stopped");
    let stopped = "pool/orders to 1.33.5-gke.1162000: is canceled or rolled back by a command\n";
    for (script, more) in [
        (begin.to_owned(), &[][..]),
        (
            format!("{begin}{resume}"),
            &["pool/orders to 1.33.5-gke.1162000: fits into one window\n"][..],
        ),
    ] {
        let text = orders("2026-03-02T00:00:00Z", &cluster, version, &script);
        let fit = nodetide(&["fit", &folder.write("fit.json", &text), "--seeds", "2"]);
        assert_eq!(fit.status.code(), Some(0));
        has(out(&fit), &[&[stopped], more].concat());
        assert!(!out(&fit).contains("fits with") && !out(&fit).contains("does not end"));
    }
}

/// The upgrades that `fit` judges are those of the run, in all presets and in random scenarios.
#[test]
fn upgrades_are_those_of_the_run() {
    let judged = AtomicU32::new(0);
    crate::each_preset(|preset| {
        if preset.name != "fleet-15000" {
            let text = scenario::preset(preset.name).unwrap().text();
            judged.fetch_add(as_in_the_run(text), Ordering::Relaxed);
        }
    });
    for seed in 1..201 {
        let text = vopr::generate::document(seed).to_string();
        judged.fetch_add(as_in_the_run(&text), Ordering::Relaxed);
    }
    assert!(judged.into_inner() > 150);
}

/// Returns how many upgrades were compared: none, if the scenario leaves out some that are due.
fn as_in_the_run(text: &str) -> u32 {
    let json = Json::parse(text).unwrap();
    let run = |text: &str, seed| Trial::new(text, seed, RECORDS_AT_MOST).and_then(Trial::finish);
    let (Some(mut fit), Ok(whole)) = (Fit::of_due(&json, 1, true), run(text, None)) else {
        return 0;
    };
    let runs = fit.runs();
    let script = |json: &Json| json.get("script").map_or(0, |script| script.items().len());
    if script(&json) != script(&Json::parse(&runs[0].0).unwrap()) {
        return 0;
    }
    let came: Vec<_> = runs.iter().map(|(text, _)| run(text, None)).collect();
    fit.take_runs(&came);
    let mut compared = 0;
    for subject in fit.subjects() {
        let FitSubject::Upgrade(pool, no) = subject else { continue };
        let own = Subject::Pool(PoolId(pool));
        let mut of_run = whole.each.iter().filter(|one| one.subject == own);
        let fit = fit.about(subject);
        let (name, one) = fit.upgrade().unwrap();
        assert_eq!(one.as_ref(), of_run.nth(no as usize), "{name} of {text}");
        compared += u32::from(one.is_some());
    }
    compared
}
