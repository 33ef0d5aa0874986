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
            + p SURGE → BLUE_GREEN with batchNodeCount 3 and batchSoakDuration 16 h: ended before their grace is over 3 → 0, takes 3 h 10 min → 18 h 3 min, node-hours +51.0, work at risk 3 h 10 min → 16 h 3 min
            + p graceTerminationDuration 1 h → 16 h: ended before their grace is over 3 → 0, takes 3 h 10 min → 2 d, node-hours +45.0, work at risk 3 h 10 min → 2 d
            + p maxSurge 1 → 3: takes 3 h 10 min → 1 h 3 min, work at risk 3 h 10 min → 1 h 3 min
            a trade: say how long render works (1 h is tried): ended before their grace is over 3 → 0, takes 3 h 10 min → 1 h 7 min, node-hours −2.1, work lost 0 s → 1 h, work at risk 3 h 10 min → 0 s
            a trade: p maxUnavailable 0 → 1: takes 3 h 10 min → 2 h 7 min, node-hours −1.1, work at risk 3 h 10 min → 2 h 6 min, Pods waiting at once 0 → 1
            - p maxSurge 1 → 2: takes 3 h 10 min → 2 h 7 min, work at risk 3 h 10 min → 2 h 6 min
            - p maxSurge/maxUnavailable 1/0 → 0/1: node-hours −3.2, work at risk 3 h 10 min → 3 h 7 min, Pods waiting at once 0 → 1
        "#]],
    );
    check(
        &ran,
        "pool/p",
        10,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 3 and batchSoakDuration 16 h: ended before their grace is over 3 → 0, takes 3 h 10 min → 18 h 3 min, node-hours +51.0, work at risk 3 h 10 min → 16 h 3 min
            + p graceTerminationDuration 1 h → 16 h: ended before their grace is over 3 → 0, takes 3 h 10 min → 2 d, node-hours +45.0, work at risk 3 h 10 min → 2 d
            + p maxSurge 1 → 3: takes 3 h 10 min → 1 h 3 min, work at risk 3 h 10 min → 1 h 3 min
            a trade: say how long render works (1 h is tried): ended before their grace is over 3 → 0, takes 3 h 10 min → 1 h 7 min, node-hours −2.1, work lost 0 s → 1 h, work at risk 3 h 10 min → 0 s
            - p maxSurge 1 → 2: takes 3 h 10 min → 2 h 7 min, work at risk 3 h 10 min → 2 h 6 min
            - p maxUnavailable 0 → 1: takes 3 h 10 min → 2 h 7 min, node-hours −1.1, work at risk 3 h 10 min → 2 h 6 min, Pods waiting at once 0 → 1
            - p maxSurge/maxUnavailable 1/0 → 0/1: node-hours −3.2, work at risk 3 h 10 min → 3 h 7 min, Pods waiting at once 0 → 1
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
            + p SURGE → BLUE_GREEN with batchNodeCount 0 and nodePoolSoakDuration 30 min: work lost 32 min 33 s → 0 s, takes 9 min 2 s → 33 min 31 s, node-hours +1.0
            + p maxUnavailable 0 → 1: work lost 32 min 33 s → 25 min 2 s, takes 9 min 2 s → 4 min 31 s, node-hours −0.1, Pods waiting at once 0 → 1
            + p maxSurge/maxUnavailable 1/0 → 0/1: work lost 32 min 33 s → 26 min 33 s, node-hours −0.2, Pods waiting at once 0 → 1
            - p maxSurge 1 → 2: work lost 32 min 33 s → 28 min 2 s, takes 9 min 2 s → 4 min 31 s
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: work lost 32 min 33 s → 29 min 2 s, takes 9 min 2 s → 1 h 5 min, node-hours +2.0
        "#]],
    );
    check(
        &ran,
        "pool/p",
        15,
        expect![[r#"
            + p SURGE → BLUE_GREEN with batchNodeCount 0 and nodePoolSoakDuration 30 min: work lost 32 min 33 s → 0 s, takes 9 min 2 s → 33 min 31 s, node-hours +1.0
            + p maxUnavailable 0 → 1: work lost 32 min 33 s → 25 min 2 s, takes 9 min 2 s → 4 min 31 s, node-hours −0.1, Pods waiting at once 0 → 1
            + p maxSurge/maxUnavailable 1/0 → 0/1: work lost 32 min 33 s → 26 min 33 s, node-hours −0.2, Pods waiting at once 0 → 1
            - p maxSurge 1 → 2: work lost 32 min 33 s → 28 min 2 s, takes 9 min 2 s → 4 min 31 s
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: work lost 32 min 33 s → 29 min 2 s, takes 9 min 2 s → 1 h 5 min, node-hours +2.0
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
            + db terminationGracePeriodSeconds 60 → 600: killed at the end of grace 2 → 0, takes 9 min 2 s → 27 min 2 s, node-hours +0.3
            - p maxUnavailable 0 → 1: takes 9 min 2 s → 4 min 31 s, node-hours −0.1, without ready Pods 0 s → 19 s, db ready 1 of 2 → 0 of 2, Pods waiting at once 0 → 1
            - p maxSurge/maxUnavailable 1/0 → 0/1: node-hours −0.2, without ready Pods 0 s → 19 s, db ready 1 of 2 → 0 of 2, Pods waiting at once 0 → 1
            - p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: takes 9 min 2 s → 1 h 5 min, node-hours +2.0, without ready Pods 0 s → 20 s, db ready 1 of 2 → 0 of 2
            - p maxSurge 1 → 2: takes 9 min 2 s → 4 min 31 s, without ready Pods 0 s → 1 min 20 s, db ready 1 of 2 → 0 of 2
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
            If the budget may change: web maxUnavailable 0 → 1: drains that don't end 1 → 0, without ready Pods 0 s → 20 s, drains by kubectl 0 s → 30 s, web ready 1 of 1 → 0 of 1
        "#]],
    );
    check(
        &ran,
        "node/p-a-1",
        1,
        expect![[r#"
            If the budget may change: web maxUnavailable 0 → 1: drains that don't end 1 → 0, without ready Pods 0 s → 20 s, drains by kubectl 0 s → 30 s, web ready 1 of 1 → 0 of 1
        "#]],
    );
    check(
        &ran,
        "budget/web",
        1,
        expect![[r#"
            If the budget may change: web maxUnavailable 0 → 1: drains that don't end 1 → 0, without ready Pods 0 s → 20 s, drains by kubectl 0 s → 30 s, web ready 1 of 1 → 0 of 1
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
            + p maxUnavailable 0 → 1: PDB violations 3 → 1, takes 3 h 10 min → 1 h 3 min, node-hours −2.1, without ready Pods 1 min → 20 s, Pods moved twice 2 → 0
            + p maxSurge 1 → 2, or p maxSurge 1 → 3: PDB violations 3 → 1, takes 3 h 10 min → 1 h 3 min, node-hours −2.0, without ready Pods 1 min → 20 s, Pods moved twice 2 → 0
            + p SURGE → BLUE_GREEN with batchNodeCount 1 and batchSoakDuration 0 s: PDB violations 3 → 1, takes 3 h 10 min → 2 h 4 min, node-hours +3.0, without ready Pods 1 min → 20 s, Pods moved twice 2 → 0
            If the budget may change: web maxUnavailable 0 → 1: PDB violations 3 → 0, takes 3 h 10 min → 12 min 3 s, node-hours −3.0
            - p maxSurge/maxUnavailable 1/0 → 0/1: PDB violations 3 → 2, takes 3 h 10 min → 2 h 10 min, node-hours −3.2, without ready Pods 1 min → 40 s, Pods moved twice 2 → 1
            - web replicas 1 → 2: without ready Pods 1 min → 0 s, web ready 0 of 1 → 1 of 2, Pods moved twice 2 → 1
            - p pdbTimeoutDuration 1 h → 2 h: takes 3 h 10 min → 6 h 12 min, node-hours +3.0
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
            If the window may change: maintenance window on every day: waits 5 d 2 h → 2 h
            - maintenance window 4 h → 8 h: changes nothing
        "#]],
    );
    check(
        &ran,
        "cluster",
        1440,
        expect![[r#"
            If the window may change: maintenance window on every day: waits 5 d 2 h → 2 h
            - maintenance window 4 h → 8 h: changes nothing
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
            If the exclusion may change: exclusion freeze scope NO_UPGRADES → NO_MINOR_UPGRADES: waits 7 d 2 h → 2 h
            If the exclusion may change: end the exclusion freeze at +48:00:00: waits 7 d 2 h → 2 d 2 h
            - maintenance window 4 h → 8 h: changes nothing
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
            + p maxUnavailable 0 → 1: p: 12 min 3 s sooner, node-hours −0.2
            a trade: p maxSurge 1 → 2: p: 12 min 3 s sooner, web ready 3 of 4 → 2 of 4
            - p maxSurge/maxUnavailable 1/0 → 0/1: p: 30 s sooner, node-hours −0.4, Pods moved twice 2 → 1
            - p maxSurge 1 → 6: p: 20 min 5 s sooner, without ready Pods 0 s → 20 s, web ready 3 of 4 → 0 of 4, Pods moved twice 2 → 0
        "#]],
    );
    check(
        &ran,
        "pool/gpu",
        5,
        expect![[r#"
            + gpu reservation 2 → 3 VMs: gpu: the upgrade succeeds instead of getting stuck, nodes upgraded 6 → 8
            + gpu maxSurge/maxUnavailable 1/0 → 0/1, or gpu maxUnavailable 0 → 1: gpu: the upgrade succeeds instead of getting stuck, node-hours −0.1, nodes upgraded 6 → 8
            - gpu maxSurge 1 → 2: changes nothing
        "#]],
    );
    check(
        &ran,
        "pool/gpu",
        300,
        expect![[r#"
            + gpu reservation 2 → 3 VMs: gpu: the upgrade succeeds instead of getting stuck, nodes upgraded 6 → 8
            + gpu maxSurge/maxUnavailable 1/0 → 0/1, or gpu maxUnavailable 0 → 1: gpu: the upgrade succeeds instead of getting stuck, node-hours −0.1, nodes upgraded 6 → 8
            - gpu maxSurge 1 → 2: changes nothing
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
            + p batchSoakDuration 2 h → 1 h: takes 12 h 5 min → 8 h 5 min, node-hours −16.0
            + p nodePoolSoakDuration 4 h → 2 h: takes 12 h 5 min → 10 h 5 min, node-hours −8.0
            a trade: p batch 1 → 2: takes 12 h 5 min → 8 h 4 min, node-hours −16.1, web ready 3 of 4 → 2 of 4
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
