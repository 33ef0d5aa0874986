//! Policy templates, and how many windows an upgrade takes.

use std::fmt::Write as _;

use expect_test::expect;
use scenario::calendar::Edition;
use scenario::calendar::templates::{add, for_event, templates};
use scenario::document::MaintenancePolicy;
use scenario::estimate::windows_needed;
use scenario::field::Field;
use scenario::{check_and_compile, open};

use super::{MONDAY, context, look};

/// MW-04, MW-05, MX-28 … MX-30: each is accepted, and leaves what was there.
#[test]
fn templates_are_policies_that_gke_takes() {
    let mut text = String::new();
    for template in templates() {
        let policy = template.over(&MaintenancePolicy::default(), MONDAY);
        let report = look(&policy, context(Edition::Y2025, MONDAY));
        assert!(report.accepted(), "{}: {:?}", template.name, report.findings);
        writeln!(text, "{} {}", template.name, policy.write().compact()).unwrap();
        let mut other = MaintenancePolicy::default();
        add(&mut other, "black-friday", for_event(20_000, 20_001));
        let both = template.over(&other, MONDAY).window.exclusions;
        assert_eq!(both["black-friday"], for_event(20_000, 20_001));
    }
    expect![[r#"
        off-peak {"window":{"dailyMaintenanceWindow":{"startTime":"02:00"}}}
        on-call {"window":{"recurringWindow":{"window":{"startTime":"2026-01-05T09:00:00Z","endTime":"2026-01-05T17:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"}}}
        staggered {"window":{"recurringWindow":{"window":{"startTime":"2026-01-05T08:00:00Z","endTime":"2026-01-05T16:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=MO,TU"}}}
        retail-nights {"window":{"recurringWindow":{"window":{"startTime":"2026-01-05T22:00:00Z","endTime":"2026-01-06T04:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},"maintenanceExclusions":{"sales-event":{"startTime":"2026-02-02","endTime":"2026-02-05","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}}
        holiday-season {"window":{"maintenanceExclusions":{"black-friday":{"startTime":"2025-11-19","endTime":"2025-12-04","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}},"no-minor":{"startTime":"2025-09-30","endTime":"2026-01-15","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}},"year-end":{"startTime":"2025-12-15","endTime":"2026-01-05","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}}
        beta-api-removal {"window":{"maintenanceExclusions":{"migrate-beta-apis":{"startTime":"2026-01-05","endTime":"2026-04-04","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}}}}}
        legacy-database {"window":{"maintenanceExclusions":{"legacy-database":{"startTime":"2026-01-05","endTime":"2026-04-04","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}}}
    "#]].assert_eq(&text);
}

/// MX-04: a week before the event, and for the whole of it. MX-31: a name that is free.
#[test]
fn an_event_is_excluded_from_a_week_before() {
    let mut policy = MaintenancePolicy::default();
    // 27 to 30 November 2026.
    let name = add(&mut policy, "sale", for_event(20_784, 20_787));
    let again = add(&mut policy, "sale", for_event(20_784, 20_784));
    let unnamed = add(&mut policy, "", for_event(20_784, 20_784));
    assert_eq!([&*name, &again, &unnamed], ["sale", "sale-2", "exclusion"]);
    let one = &policy.window.exclusions["sale"];
    assert_eq!((&*one.start_time, &*one.end_time), ("2026-11-20", "2026-11-30"));
}

/// MW-18: 100 nodes, one at a time, ten minutes each, windows of four hours.
#[test]
fn windows_that_an_upgrade_needs() {
    assert_eq!(windows_needed(100, 1, 4 * 3600, 600), 5);
    assert_eq!(windows_needed(24, 1, 4 * 3600, 600), 1);
    assert_eq!(windows_needed(25, 1, 4 * 3600, 600), 2);
    // A node that starts before the end still counts.
    assert_eq!(windows_needed(25, 1, 4 * 3600 + 1, 600), 1);
    assert_eq!(windows_needed(112, 1, 8 * 3600, 811), 4);
    let scenario = |nodes: u32, window: &str| {
        let text = format!(
            r#"{{"version":1,"cluster":{{"maintenancePolicy":{{"window":{window}}}}},
                "pools":[{{"name":"web","initialNodeCount":{nodes},"locations":["zone-a"]}}],
                "workloads":[{{"kind":"Deployment","name":"web","replicas":3,"terminationGracePeriodSeconds":600}}]}}"#
        );
        let opened = open(&text);
        let (found, _) = check_and_compile(&opened.document.expect("a scenario"));
        let about = found.iter().filter(|one| one.code == "maintenance/several-windows");
        about.map(|one| cli::english::finding(one) + "\n").collect::<String>()
    };
    let daily = r#"{"dailyMaintenanceWindow":{"startTime":"02:00"}}"#;
    expect![[r#"
        warning[maintenance/several-windows] /pools/0: By itself GKE upgrades the 112 nodes of web in about 7 windows of 4 h: 1 at a time, about 13 min 31 s each. Hint: Longer windows, more surge nodes, or blue-green, which goes on when a window closes. (MW-18)
    "#]].assert_eq(&scenario(112, daily));
    assert_eq!(scenario(15, daily), "");
    assert_eq!(scenario(112, "{}"), "");
}
