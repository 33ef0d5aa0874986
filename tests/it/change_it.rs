//! Suggested changes bear on the subject at the asked time, and never hurt a workload without saying so.

use crate::alternatives::Ran;
use base::SimTime;
use expect_test::{Expect, expect};
use query::Topic;
use std::fmt::Write as _;
use trace::Subject;
use words::Words;

fn check(ran: &Ran, subject: &str, minutes: i64, expected: Expect) {
    let at = SimTime::from_secs(60 * minutes);
    expected.assert_eq(&ran.told(subject, Some(at)));
}

/// SU-07, AM-62: Pods that need sixteen hours get them; a shorter grace period is never offered, and a SIGKILL is harm.
#[test]
fn long_jobs_get_a_longer_drain_or_blue_green_and_never_less_time() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":3,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Job","name":"render","replicas":3,"requests":{"cpu":"3000m"},"terminationGracePeriodSeconds":57600}],"script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "pod/render-1",
        10,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 3 and batchSoakDuration 16 h: 14 h 52 min 58 s later, forced out 3 → 0, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 2 d 9 min 3 s
                end 65011 s +53578>, forced 0 -3<, ready 0 =, peak 6 +2, node-hours 389526 s +183600
            + p graceTerminationDuration 1 h → 16 h: 1 d 21 h later, forced out 3 → 0, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 d 19 min 36 s
                end 173433 s +162000>, forced 0 -3<, ready 0 =, peak 4 =, node-hours 693192 s +162000
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, peak 4 → 5 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 h 12 min 34 s
                end 7622 s -3811<, forced 3 =, ready 0 =, peak 5 +1, node-hours 33759 s =
                unchanged: forced out 3
                a trade
            - p maxSurge 1 → 3: 2 h 7 min 2 s sooner, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 3 h 9 min 3 s
                end 3811 s -7622<, forced 3 =, ready 0 =, peak 6 +2, node-hours 22326 s =
                unchanged: forced out 3
                a trade
            - p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, most pending 0 → 1, nodes in upgrade at once 1 → 2, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 h 9 min 34 s
                end 7622 s -3811<, forced 3 =, ready 0 =, peak 4 =, node-hours 29948 s -3811
                unchanged: forced out 3
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, peak 4 → 3 nodes, lowest 3 → 2 nodes, most pending 0 → 1, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 6 h 10 min 36 s
                end 11433 s =, forced 3 =, ready 0 =, peak 3 -1, node-hours 33819 s -11433
                unchanged: forced out 3
        "#]],
    );
    check(
        &ran,
        "pool/p",
        10,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 3 and batchSoakDuration 16 h: 14 h 52 min 58 s later, forced out 3 → 0, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 2 d 9 min 3 s
                end 65011 s +53578>, forced 0 -3<, ready 0 =, peak 6 +2, node-hours 389526 s +183600
            + p graceTerminationDuration 1 h → 16 h: 1 d 21 h later, forced out 3 → 0, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 d 19 min 36 s
                end 173433 s +162000>, forced 0 -3<, ready 0 =, peak 4 =, node-hours 693192 s +162000
            + p maxSurge 1 → 3: 2 h 7 min 2 s sooner, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 3 h 9 min 3 s
                end 3811 s -7622<, forced 3 =, ready 0 =, peak 6 +2, node-hours 22326 s =
                unchanged: forced out 3
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, peak 4 → 5 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 h 12 min 34 s
                end 7622 s -3811<, forced 3 =, ready 0 =, peak 5 +1, node-hours 33759 s =
                unchanged: forced out 3
                a trade
            - p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, most pending 0 → 1, nodes in upgrade at once 1 → 2, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 4 h 9 min 34 s
                end 7622 s -3811<, forced 3 =, ready 0 =, peak 4 =, node-hours 29948 s -3811
                unchanged: forced out 3
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, peak 4 → 3 nodes, lowest 3 → 2 nodes, most pending 0 → 1, lost by Jobs that don't say how long they run, up to 6 h 19 min 36 s → 6 h 10 min 36 s
                end 11433 s =, forced 3 =, ready 0 =, peak 3 -1, node-hours 33819 s -11433
                unchanged: forced out 3
        "#]],
    );
}

/// AM-101: work that is lost is weighed, and a change that loses more says so.
#[test]
fn a_change_says_what_work_it_loses() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Job","name":"render","replicas":2,"parallelism":2,"completions":2,"requests":{"cpu":"3000m"},"terminationGracePeriodSeconds":60,"assumptions":{"work":"30m"}}],"script":[{"at":"10m","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "workload/render",
        15,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 0 and nodePoolSoakDuration 30 min: 24 min 29 s later, work lost 32 min 33 s → 0 s, peak 3 → 4 nodes, evictions 2 → 0, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 2011 s +1469>, forced 0 =, ready 0 =, peak 4 +1, node-hours 8884 s +3480
            + p maxUnavailable 0 → 1: 4 min 31 s sooner, work lost 32 min 33 s → 25 min 2 s, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 271 s -271<, forced 0 =, ready 0 =, peak 2 -1, node-hours 5293 s -271
            + p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, work lost 32 min 33 s → 26 min 33 s, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1
                end 542 s =, forced 0 =, ready 0 =, peak 2 -1, node-hours 5564 s -542
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: 56 min 29 s later, work lost 32 min 33 s → 29 min 2 s, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3931 s +3389>, forced 0 =, ready 0 =, peak 4 +1, node-hours 16564 s +7320
            - p maxSurge 1 → 2: 4 min 31 s sooner, work lost 32 min 33 s → 28 min 2 s, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 271 s -271<, forced 0 =, ready 0 =, peak 4 +1, node-hours 5424 s =
                a trade
        "#]],
    );
    check(
        &ran,
        "pool/p",
        15,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 0 and nodePoolSoakDuration 30 min: 24 min 29 s later, work lost 32 min 33 s → 0 s, peak 3 → 4 nodes, evictions 2 → 0, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 2011 s +1469>, forced 0 =, ready 0 =, peak 4 +1, node-hours 8884 s +3480
            + p maxUnavailable 0 → 1: 4 min 31 s sooner, work lost 32 min 33 s → 25 min 2 s, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 271 s -271<, forced 0 =, ready 0 =, peak 2 -1, node-hours 5293 s -271
            + p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, work lost 32 min 33 s → 26 min 33 s, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1
                end 542 s =, forced 0 =, ready 0 =, peak 2 -1, node-hours 5564 s -542
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: 56 min 29 s later, work lost 32 min 33 s → 29 min 2 s, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3931 s +3389>, forced 0 =, ready 0 =, peak 4 +1, node-hours 16564 s +7320
            - p maxSurge 1 → 2: 4 min 31 s sooner, work lost 32 min 33 s → 28 min 2 s, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 271 s -271<, forced 0 =, ready 0 =, peak 4 +1, node-hours 5424 s =
                a trade
        "#]],
    );
}

/// KT-05: a Pod that is killed at the end of its grace period gets the time that it needs.
#[test]
fn a_pod_that_is_killed_gets_the_grace_that_it_needs() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"StatefulSet","name":"db","replicas":2,"requests":{"cpu":"3000m"},"terminationGracePeriodSeconds":60,"assumptions":{"shutdown":"10m"}}],"script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "workload/db",
        1,
        expect![[r#"
            + db terminationGracePeriodSeconds 60 → 600: 18 min later, killed at the end of grace 2 → 0
                end 1622 s +1080>, forced 0 =, ready 1 =, peak 3 =, node-hours 4506 s +1080
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: 56 min 29 s later, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, fewest ready Pods of db 1 → 0
                end 3931 s +3389>, forced 0 =, ready 0 -1>, peak 4 +1, node-hours 15364 s +7320
                lowers db to 0 ready, from 1
                unchanged: killed at the end of grace 2
            - p maxSurge 1 → 2: 4 min 31 s sooner, time without ready Pods 0 s → 1 min 20 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, fewest ready Pods of db 1 → 0
                end 271 s -271<, forced 0 =, ready 0 -1>, peak 4 +1, node-hours 744 s =
                lowers db to 0 ready, from 1
                unchanged: killed at the end of grace 2
            - p maxUnavailable 0 → 1: 4 min 31 s sooner, time without ready Pods 0 s → 19 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, fewest ready Pods of db 1 → 0
                end 271 s -271<, forced 0 =, ready 0 -1>, peak 2 -1, node-hours 493 s -271
                lowers db to 0 ready, from 1
                unchanged: killed at the end of grace 2
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, time without ready Pods 0 s → 19 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 2 nodes, lowest 2 → 1 nodes, most pending 0 → 1, fewest ready Pods of db 1 → 0
                end 542 s =, forced 0 =, ready 0 -1>, peak 2 -1, node-hours 764 s -542
                lowers db to 0 ready, from 1
                unchanged: killed at the end of grace 2
        "#]],
    );
}

/// KD-08: drains by kubectl are measured too.
#[test]
fn a_drain_by_kubectl_that_a_budget_holds_is_freed_by_the_budget() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":1,"requests":{"cpu":"3000m"},"pods":[{"name":"a","node":"p-a-1"}]}],"budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"maxUnavailable":0}],"script":[{"at":"0s","do":"drain","node":"p-a-1","force":true}]}"#,
    );
    check(
        &ran,
        "pod/a",
        1,
        expect![[r#"
            + web maxUnavailable 0 → 1: end time unchanged, drains that don't end 1 → 0, drains by kubectl 0 s → 30 s, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, evictions 0 → 1, blocked 59 d 23 h 59 min 59 s → 0 s, fewest ready Pods of web 1 → 0
                end 0 s =, forced 0 =, ready 0 -1>, peak 2 =, node-hours 62 s =
                lowers web to 0 ready, from 1
        "#]],
    );
    check(
        &ran,
        "node/p-a-1",
        1,
        expect![[r#"
            + web maxUnavailable 0 → 1: end time unchanged, drains that don't end 1 → 0, drains by kubectl 0 s → 30 s, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, evictions 0 → 1, blocked 59 d 23 h 59 min 59 s → 0 s, fewest ready Pods of web 1 → 0
                end 0 s =, forced 0 =, ready 0 -1>, peak 2 =, node-hours 62 s =
                lowers web to 0 ready, from 1
        "#]],
    );
    check(
        &ran,
        "budget/web",
        1,
        expect![[r#"
            + web maxUnavailable 0 → 1: end time unchanged, drains that don't end 1 → 0, drains by kubectl 0 s → 30 s, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, evictions 0 → 1, blocked 59 d 23 h 59 min 59 s → 0 s, fewest ready Pods of web 1 → 0
                end 0 s =, forced 0 =, ready 0 -1>, peak 2 =, node-hours 62 s =
                lowers web to 0 ready, from 1
        "#]],
    );
}

/// KP-18: a budget over the only replica needs a second one, and a limit.
#[test]
fn one_of_one_gets_a_second_replica_and_a_limit() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":3,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":1,"requests":{"cpu":"3000m"}}],"budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"maxUnavailable":0}],"script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "budget/web",
        30,
        expect![[r#"
            + web maxUnavailable 0 → 1: 2 h 58 min 30 s sooner, forced out 3 → 0, evictions 0 → 3, blocked 3 h → 0 s
                end 723 s -10710<, forced 0 -3<, ready 0 =, peak 4 =, node-hours 2352 s -10710
            + p maxUnavailable 0 → 1: 2 h 7 min 2 s sooner, forced out 3 → 1, time without ready Pods 1 min → 20 s, lowest 3 → 2 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 1 h
                end 3811 s -7622<, forced 1 -2<, ready 0 =, peak 4 =, node-hours 14704 s -7622
            + p maxSurge 1 → 2: 2 h 7 min 2 s sooner, forced out 3 → 1, time without ready Pods 1 min → 20 s, peak 4 → 5 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 1 h
                end 3811 s -7622<, forced 1 -2<, ready 0 =, peak 5 +1, node-hours 15126 s -7200
            - web replicas 1 → 2: end time unchanged, moves again 2 → 1, time without ready Pods 1 min → 0 s, fewest ready Pods of all workloads 0 → 1, fewest ready Pods of web 0 → 1
                end 11433 s =, forced 3 =, ready 1 +1<, peak 4 =, node-hours 45192 s =
                unchanged: forced out 3
                a trade
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: 1 h 6 min 32 s sooner, forced out 3 → 1, time without ready Pods 1 min → 20 s, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, blocked 3 h → 1 h
                end 7441 s -3992<, forced 1 -2<, ready 0 =, peak 6 +2, node-hours 44046 s +10830
                a trade
            - p pdbTimeoutDuration 1 h → 2 h: 3 h 1 min 30 s later, blocked 3 h → 6 h
                end 22323 s +10890>, forced 3 =, ready 0 =, peak 4 =, node-hours 88752 s +10890
                unchanged: forced out 3
            - p maxSurge 1 → 3: 2 h 7 min 2 s sooner, forced out 3 → 1, time without ready Pods 1 min → 20 s, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, blocked 3 h → 1 h
                end 3811 s -7622<, forced 1 -2<, ready 0 =, peak 6 +2, node-hours 15126 s -7200
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: 1 h sooner, forced out 3 → 2, time without ready Pods 1 min → 40 s, peak 4 → 3 nodes, lowest 3 → 2 nodes, blocked 3 h → 2 h
                end 7833 s -3600<, forced 2 -1<, ready 0 =, peak 3 -1, node-hours 22959 s -11433
                a trade
        "#]],
    );
}

/// MW-02: what waits for a window is offered windows, and no surge.
#[test]
fn what_waits_for_a_window_is_offered_windows() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1","maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-01-10T02:00:00Z","endTime":"2026-01-10T06:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}}}},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"3000m"}}],"script":[{"at":"0s","do":"upgrade","pool":"p","automatic":true}]}"#,
    );
    check(
        &ran,
        "pool/p",
        1440,
        expect![[r#"
            + maintenance window on every day: 5 d sooner
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 15486 s =
            - maintenance window 4 h → 8 h: end time unchanged
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 879486 s =
        "#]],
    );
    check(
        &ran,
        "cluster",
        1440,
        expect![[r#"
            + maintenance window on every day: 5 d sooner
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 15486 s =
            - maintenance window 4 h → 8 h: end time unchanged
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 879486 s =
        "#]],
    );
}

/// MX-05: what waits for an exclusion is offered an earlier end or a narrower scope.
#[test]
fn what_waits_for_an_exclusion_is_offered_its_end_or_another_scope() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1","maintenancePolicy":{"window":{"recurringWindow":{"window":{"startTime":"2026-01-05T02:00:00Z","endTime":"2026-01-05T06:00:00Z"},"recurrence":"FREQ=DAILY"},"maintenanceExclusions":{"freeze":{"startTime":"2026-01-05T00:00:00Z","endTime":"2026-01-12T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}}},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.34.0","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"3000m"}}],"script":[{"at":"0s","do":"upgrade","pool":"p","automatic":true}]}"#,
    );
    check(
        &ran,
        "pool/p",
        2880,
        expect![[r#"
            + exclusion freeze scope NO_UPGRADES → NO_MINOR_UPGRADES: 7 d sooner
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 15486 s =
            + end the exclusion freeze at +48:00:00: 5 d sooner
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 361086 s =
            - maintenance window 4 h → 8 h: end time unchanged
                end 482 s =, forced 0 =, ready 1 =, peak 3 =, node-hours 1225086 s =
        "#]],
    );
}

/// Nothing is offered for a healthy budget, for a Pod that is gone, for a pool that is done, and before an upgrade that will end well.
#[test]
fn nothing_is_offered_where_nothing_is_wrong_or_it_is_over() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"3000m"}}],"budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"maxUnavailable":2}],"script":[{"at":"10m","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "budget/web",
        15,
        expect![[r#"
        nothing to try
    "#]],
    );
    check(
        &ran,
        "pool/p",
        1,
        expect![[r#"
        nothing to try
    "#]],
    );
    check(
        &ran,
        "pool/p",
        300,
        expect![[r#"
        nothing to try
    "#]],
    );
    check(
        &ran,
        "pod/web-0",
        300,
        expect![[r#"
        nothing to try
    "#]],
    );
}

/// AM-70: the pool's own work counts although another one is stuck.
#[test]
fn a_pool_is_judged_by_its_own_work() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":6,"config":{"machineType":"e2-standard-4"}},{"name":"gpu","version":"1.33.5","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"reserved":true,"reservedNodes":2}],"workloads":[{"kind":"Deployment","name":"web","replicas":4,"requests":{"cpu":"3000m"},"nodeSelector":{"cloud.google.com/gke-nodepool":"p"}}],"script":[{"at":"0s","do":"upgrade","pool":"p","automatic":true},{"at":"0s","do":"upgrade","pool":"gpu","automatic":true}]}"#,
    );
    check(
        &ran,
        "pool/p",
        5,
        expect![[r#"
            + p maxUnavailable 0 → 1: p: 12 min 3 s sooner; all pools: the upgrade is still stuck, peak 9 → 8 nodes, lowest 8 → 7 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end stuck =, forced 0 =, ready 3 =, peak 8 -1, node-hours 5427 s -723
            + p maxSurge 1 → 2: p: 12 min 3 s sooner; all pools: the upgrade is still stuck, fewest ready Pods of all workloads 3 → 2, peak 9 → 10 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end stuck =, forced 0 =, ready 2 -1>, peak 10 +1, node-hours 6150 s =
                lowers web to 2 ready, from 3
            - p maxSurge/maxUnavailable 1/0 → 0/1: p: 30 s sooner; all pools: the upgrade is still stuck, peak 9 → 8 nodes, lowest 8 → 7 nodes, evictions 6 → 5
                end stuck =, forced 0 =, ready 3 =, peak 8 -1, node-hours 10248 s -1446
            - p maxSurge 1 → 6: p: 20 min 5 s sooner; all pools: the upgrade is still stuck, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 3 → 0, peak 9 → 14 nodes, evictions 6 → 4, VMs created at once 1 → 6, nodes in upgrade at once 1 → 6
                end stuck =, forced 0 =, ready 0 -3>, peak 14 +5, node-hours 2234 s -60
                lowers web to 0 ready, from 3
        "#]],
    );
    check(
        &ran,
        "pool/gpu",
        5,
        expect![[r#"
            + gpu reservation 2 → 3 VMs: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 15372 s +62
            + gpu maxSurge/maxUnavailable 1/0 → 0/1: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck, lowest 8 → 7 nodes
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 14950 s -360
            + gpu maxUnavailable 0 → 1: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck, lowest 8 → 7 nodes
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 14950 s -360
            - gpu maxSurge 1 → 2: gpu: the upgrade is still stuck; all pools: the upgrade is still stuck
                end stuck =, forced 0 =, ready 3 =, peak 9 =, node-hours 11934 s =
        "#]],
    );
    check(
        &ran,
        "pool/gpu",
        300,
        expect![[r#"
            + gpu reservation 2 → 3 VMs: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 15372 s +62
            + gpu maxSurge/maxUnavailable 1/0 → 0/1: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck, lowest 8 → 7 nodes
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 14950 s -360
            + gpu maxUnavailable 0 → 1: gpu: the upgrade succeeds instead of getting stuck; all pools: the upgrade succeeds instead of getting stuck, lowest 8 → 7 nodes
                end 1868 s another<, forced 0 =, ready 3 =, peak 9 =, node-hours 14950 s -360
            - gpu maxSurge 1 → 2: gpu: the upgrade is still stuck; all pools: the upgrade is still stuck
                end stuck =, forced 0 =, ready 3 =, peak 9 =, node-hours 11934 s =
        "#]],
    );
}

/// BG-18: batches and soaks of a blue-green upgrade.
#[test]
fn a_blue_green_upgrade_is_offered_batches_and_soaks() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"assumptions":{"nodeOrder":"listed"},"pools":[{"name":"p","version":"1.33.5","initialNodeCount":4,"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"7200s"},"nodePoolSoakDuration":"14400s"}}}],"workloads":[{"kind":"Deployment","name":"web","replicas":4,"requests":{"cpu":"3000m"}}],"script":[{"at":"0s","do":"upgrade","pool":"p"}]}"#,
    );
    check(
        &ran,
        "pool/p",
        30,
        expect![[r#"
            + p batchSoakDuration 2 h → 1 h: 4 h sooner
                end 29131 s -14400<, forced 0 =, ready 3 =, peak 8 =, node-hours 232328 s -57600
            + p nodePoolSoakDuration 4 h → 2 h: 2 h sooner
                end 36331 s -7200<, forced 0 =, ready 3 =, peak 8 =, node-hours 289928 s -28800
            + p batch 1 → 2: 4 h 1 min sooner, fewest ready Pods of all workloads 3 → 2
                end 29071 s -14460<, forced 0 =, ready 2 -1>, peak 8 =, node-hours 231848 s -57840
                lowers web to 2 ready, from 3
        "#]],
    );
}

/// KS-05: the scheduler names the taints, and two filters share their sentence.
#[test]
fn a_pending_pod_names_the_taint_and_says_its_rule_once() {
    let ran = Ran::of(
        r#"{"version":1,"cluster":{"location":"us-central1-a","currentMasterVersion":"1.34.1"},"pools":[{"name":"gpu","initialNodeCount":2,"config":{"machineType":"e2-standard-4","taints":[{"key":"nvidia.com/gpu","value":"present","effect":"NO_SCHEDULE"}]}},{"name":"p","initialNodeCount":1,"config":{"machineType":"e2-standard-4"}}],"workloads":[{"kind":"Deployment","name":"web","replicas":2,"requests":{"cpu":"3000m"}}]}"#,
    );
    let words = Words::english(ran.trace.plan(), ran.trace.last());
    let at = SimTime::from_secs(60);
    let subject = Topic::Subject(Subject::Workload(base::WorkloadId(0)));
    let answer = query::why(&ran.trace, &ran.index, subject, at).unwrap();
    let mut text = String::new();
    for reason in &answer.reasons {
        writeln!(text, "{}", words.say_with_rule(&reason.sentence, reason.rule)).unwrap();
        for input in reason.inputs.iter().filter(|input| input.name.key == "input-filter") {
            writeln!(text, "  {}", words.value(&input.value)).unwrap();
        }
    }
    expect![[r#"
        The controller creates a replacement as soon as a Pod starts terminating.
        A Pod that fits on no node stays Pending until something changes that could help.
          2 node(s) had untolerated taint {nvidia.com/gpu: present}
          1 Insufficient cpu
    "#]]
    .assert_eq(&text);
}
