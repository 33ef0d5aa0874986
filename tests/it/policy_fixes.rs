//! Fixes of a maintenance policy that change the least, and what is said of too many freezes and of misplaced windows.

use crate::cli::{Folder, answer, code, err, has, nodetide, out};

const NOW: [&str; 2] = ["--now", "2026-11-24T00:00:00Z"];

/// A cluster with a weekly window of so many hours, and exclusions of all upgrades.
fn cluster(hours: u32, exclusions: &[(&str, &str, &str)]) -> String {
    let exclusions: Vec<String> = exclusions
        .iter()
        .map(|(name, from, to)| {
            format!(r#""{name}":{{"startTime":"{from}T00:00:00Z","endTime":"{to}T00:00:00Z"}}"#)
        })
        .collect();
    format!(
        r#"{{"name":"c","location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1","releaseChannel":{{"channel":"REGULAR"}},
        "maintenancePolicy":{{"window":{{"recurringWindow":{{"window":{{"startTime":"2026-01-03T01:00:00Z","endTime":"2026-01-03T0{}:00:00Z"}},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}},
        "maintenanceExclusions":{{{}}}}}}}}}"#,
        1 + hours,
        exclusions.join(",")
    )
}

fn window(folder: &Folder, text: &str) -> String {
    let file = folder.write("c.json", text);
    let told = nodetide(&[&["window", &file], &NOW[..]].concat());
    assert_eq!(code(&told), 1, "{}", out(&told));
    out(&told).to_owned()
}

/// “Which end do I write?”
#[test]
fn a_fix_gives_an_exclusion_one_end_and_a_window_one_length() {
    let folder = Folder::new("one-value");
    // Longer than GKE accepts, and too long for the windows that are left.
    let holiday = [("holiday", "2026-12-01", "2027-03-05")];
    let text = cluster(5, &holiday).replace("BYDAY=SA", "BYDAY=MO,TU,WE,TH");
    let told = window(&folder, &text.replace("REGULAR", "UNSPECIFIED"));
    has(&told, &["fix: End holiday at 2027-02-11T02:00:00Z, 21 days 22 h sooner. ("]);
    let told = window(&folder, &cluster(3, &[]));
    let fixes: Vec<&str> = told.lines().filter(|line| line.starts_with("fix: ")).collect();
    assert!(
        matches!(fixes[..], [only] if only.starts_with("fix: Let each window last ")),
        "{told}"
    );
}

/// “Four freezes: which ones, and what can we do?” One that is over doesn't count (AM-52).
#[test]
fn too_many_freezes_are_named_with_the_one_that_is_over_first() {
    let folder = Folder::new("four-freezes");
    let freezes = [
        ("xmas", "2026-12-18", "2027-01-04"),
        ("audit", "2026-11-20", "2026-11-28"),
        ("close", "2027-03-25", "2027-04-08"),
        ("tax", "2027-04-20", "2027-04-25"),
    ];
    let told = window(&folder, &cluster(6, &freezes));
    let [named, wait] = [
        "There are 4 exclusions of scope NO_UPGRADES: audit, close, tax, xmas; a cluster has at most 3.",
        "Hint: Remove one, narrow its scope, or wait: from 2026-11-28T00:00:00Z on audit is over and no longer counts. (MX-22, AM-52)",
    ];
    has(&told, &[named, wait]);
    let later = folder.write("later.json", &cluster(6, &freezes));
    let later = nodetide(&["window", &later, "--now", "2026-11-28T00:00:00Z"]);
    assert!(!out(&later).contains("too-many-freezes"), "{}", out(&later));
}

/// “How many windows does it take?” A blue-green upgrade takes the one in which it begins (UP-16, AM-66).
#[test]
fn windows_in_which_a_blue_green_upgrade_soaks_are_not_counted() {
    let folder = Folder::new("soaks");
    let file = folder.write(
        "c.json",
        r#"{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1-gke.1",
        "maintenancePolicy":{"window":{"dailyMaintenanceWindow":{"startTime":"03:00"}}}},
        "pools":[{"name":"p","version":"1.33.5-gke.1","initialNodeCount":1,"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"nodePoolSoakDuration":"172800s"}}}],
        "script":[{"at":"0s","do":"upgrade","pool":"p","automatic":true}]}"#,
    );
    let told = answer(&["check", &file]);
    has(&told, &["automatically: 2026-03-02T03:00:00Z to 2026-03-04T", "Z, 1 window\n"]);
}

/// “Why does it begin outside our window?” The API has it in `window`.
#[test]
fn a_window_in_the_wrong_place_is_named() {
    let folder = Folder::new("misplaced");
    let text = cluster(6, &[]).replace(r#""window":{"recurringWindow""#, r#""recurringWindow""#);
    let text = text.replacen("}}}", "}}", 1);
    let pools = r#","nodePools":[{"name":"p","version":"1.32.9-gke.1","initialNodeCount":1}]}"#;
    let file = folder.write("c.json", &format!("{}{pools}", text.strip_suffix('}').unwrap()));
    let told = nodetide(&[&["check", &file], &NOW[..]].concat());
    has(
        err(&told),
        &["fields that the API has in maintenancePolicy.window: maintenancePolicy.recurringWindow"],
    );
}
