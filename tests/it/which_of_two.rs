//! Waits, windows, harms and offers of two subjects of which one counts.

use crate::cli::{Folder, answer, has, lacks};

const SATURDAYS: &str = r#"{"window":{"startTime":"2026-03-07T00:00:00Z","endTime":"2026-03-07T12:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA"}"#;
const DAILY: &str = r#"{"window":{"startTime":"2026-03-02T00:00:00Z","endTime":"2026-03-02T12:00:00Z"},"recurrence":"FREQ=DAILY"}"#;

/// A pool that trails the control plane, with further fields.
fn pool(name: &str, nodes: u32, more: &str) -> String {
    format!(
        r#"{{"name":"{name}","version":"1.32.9-gke.1000000","initialNodeCount":{nodes},"management":{{"autoUpgrade":true}}{more}}}"#
    )
}

/// A workload on a pool, and its budget, which allows one disruption.
fn workload(name: &str, replicas: u32, pool: &str) -> [String; 2] {
    [
        format!(
            r#"{{"name":"{name}","kind":"Deployment","replicas":{replicas},"labels":{{"app":"{name}"}},
            "nodeSelector":{{"cloud.google.com/gke-nodepool":"{pool}"}},"requests":{{"cpu":"100m","memory":"100Mi"}}}}"#
        ),
        format!(
            r#"{{"name":"{name}-pdb","selector":{{"matchLabels":{{"app":"{name}"}}}},"maxUnavailable":1}}"#
        ),
    ]
}

fn workloads(all: &[[String; 2]]) -> String {
    let [own, budgets] =
        [0, 1].map(|n| all.iter().map(|one| one[n].clone()).collect::<Vec<_>>().join(","));
    format!(r#""workloads":[{own}],"budgets":[{budgets}],"#)
}

fn automatic(at: &str, pool: &str) -> String {
    format!(r#"{{"at":"{at}","do":"upgrade","pool":"{pool}","automatic":true}}"#)
}

fn by_hand(at: &str, pool: &str) -> String {
    format!(r#"{{"at":"{at}","do":"upgrade","pool":"{pool}"}}"#)
}

fn exclusion(name: &str, from: &str, to: &str) -> String {
    format!(r#""{name}":{{"startTime":"{from}","endTime":"{to}"}}"#)
}

/// From Monday, 2 March 2026.
struct Scenario<'a> {
    window: &'a str,
    exclusions: &'a [String],
    cluster: &'a str,
    pools: &'a [String],
    rest: &'a str,
    script: &'a [String],
}

const NONE: Scenario<'_> =
    Scenario { window: SATURDAYS, exclusions: &[], cluster: "", pools: &[], rest: "", script: &[] };

impl Scenario<'_> {
    fn says(&self, name: &str, verb: &str, more: &[&str]) -> String {
        let folder = Folder::new(&format!("planted-{name}"));
        let text = format!(
            r#"{{"version":1,"start":"2026-03-02T00:00:00Z","cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000",
            "releaseChannel":{{"channel":"REGULAR"}},{}"maintenancePolicy":{{"window":{{"recurringWindow":{},"maintenanceExclusions":{{{}}}}}}}}},
            "pools":[{}],{}"script":[{}]}}"#,
            self.cluster,
            self.window,
            self.exclusions.join(","),
            self.pools.join(","),
            self.rest,
            self.script.join(","),
        );
        let file = folder.write("planted.json", &text);
        answer(&[&[verb, &file], more].concat())
    }
}

/// One waits longer, the other is held longer: that one is named, for the time in which its exclusion closed windows.
#[test]
fn the_exclusion_that_holds_the_longest_is_named_with_its_time() {
    let text = Scenario {
        exclusions: &[
            exclusion("short", "2026-03-06T00:00:00Z", "2026-03-08T00:00:00Z"),
            exclusion("long", "2026-04-01T00:00:00Z", "2026-04-05T00:00:00Z"),
        ],
        pools: &[pool("a", 2, ""), pool("b", 2, "")],
        script: &[automatic("2026-03-02T00:00:00Z", "a"), automatic("2026-04-02T00:00:00Z", "b")],
        ..NONE
    }
    .says("held", "run", &[]);
    has(
        &text,
        &[
            "2 upgrades take 14 min 4 s, done 2026-04-11T00:07:02Z after long.\n",
            "  b waits 9 d, 3 d of it for the exclusion “long”\n",
        ],
    );
}

#[test]
fn of_two_exclusions_in_one_wait_the_longer_one_is_named() {
    let text = Scenario {
        exclusions: &[
            exclusion("first", "2026-03-07T00:00:00Z", "2026-03-08T00:00:00Z"),
            exclusion("second", "2026-03-10T00:00:00Z", "2026-03-20T00:00:00Z"),
        ],
        pools: &[pool("a", 2, "")],
        script: &[automatic("2026-03-02T00:00:00Z", "a")],
        ..NONE
    }
    .says("two", "run", &[]);
    has(&text, &["Waits 19 d, then takes 7 min 2 s, done 2026-03-21T00:07:02Z after second.\n"]);
}

/// 35 min and 40 min.
#[test]
fn pauses_add_up() {
    let text = Scenario {
        window: DAILY,
        exclusions: &[
            exclusion("one", "2026-03-02T00:05:00Z", "2026-03-02T00:45:00Z"),
            exclusion("two", "2026-03-02T00:50:00Z", "2026-03-02T01:30:00Z"),
        ],
        pools: &[pool("a", 6, "")],
        script: &[automatic("2026-03-02T00:00:00Z", "a")],
        ..NONE
    }
    .says("pauses", "run", &[]);
    has(&text, &["Takes 21 min 6 s in parts, waits 1 h 15 min, done 2026-03-02T01:37:02Z"]);
}

/// BS-10: the exclusion of one pool closes no window of another.
#[test]
fn a_pool_uses_a_window_that_is_closed_for_another_one() {
    let own = r#","maintenancePolicy":{"exclusionUntilEndOfSupport":{"enabled":true}}"#;
    let text = Scenario {
        window: DAILY,
        cluster: r#""endOfStandardSupportTimestamp":"2026-12-31T00:00:00Z","#,
        pools: &[pool("a", 2, ""), pool("b", 2, own)],
        script: &[automatic("2026-03-02T00:00:00Z", "a"), automatic("2026-03-02T00:00:00Z", "b")],
        ..NONE
    }
    .says("pools", "check", &[]);
    has(
        &text,
        &[
            "automatically: 2026-03-02T00:00:00Z to 2026-03-02T00:07:02Z, 1 window\n",
            "All are done on 2026-12-31T00:07:02Z: 304 d 7 min 2 s, 1 window\n",
        ],
    );
}

/// The Pods are all ready again at nine, when working hours begin.
#[test]
fn what_is_over_at_nine_is_not_in_working_hours() {
    let of = |at: &str, name: &str| {
        let scenario = Scenario {
            pools: &[pool("a", 2, "")],
            rest: &workloads(&[workload("wa", 2, "a")]),
            script: &[by_hand(at, "a")],
            ..NONE
        };
        scenario.says(name, "run", &[])
    };
    has(&of("2026-03-09T08:52:38Z", "nine"), &["The upgrade succeeds: 2 nodes of a.\n"]);
    has(&of("2026-03-09T08:52:39Z", "after-nine"), &["wa had half the Pods or fewer on Monday.\n"]);
}

/// A window of a day from Sunday noon is one of the weekend; a longer one runs on into Monday.
#[test]
fn only_a_window_of_more_than_a_day_runs_on() {
    let of = |end: &str, name: &str| {
        let window = format!(
            r#"{{"window":{{"startTime":"2026-03-08T12:00:00Z","endTime":"{end}"}},"recurrence":"FREQ=WEEKLY;BYDAY=SU"}}"#
        );
        let scenario = Scenario {
            window: &window,
            pools: &[pool("a", 6, "")],
            rest: &workloads(&[workload("wa", 6, "a")]),
            script: &[automatic("2026-03-08T23:50:00Z", "a")],
            ..NONE
        };
        scenario.says(name, "run", &[])
    };
    has(&of("2026-03-09T12:00:00Z", "day"), &["The upgrade succeeds: 6 nodes of a.\n"]);
    has(
        &of("2026-03-09T12:00:01Z", "more-than-a-day"),
        &["Finishes, but Pods are evicted on Monday, after the weekend.\n"],
    );
}

/// The upgrade that evicts by day moves, not the one that came before it, and not the one that comes last.
#[test]
fn the_upgrade_that_evicts_by_day_is_the_one_that_moves() {
    let of = |name: &str, script: &[String]| {
        let scenario = Scenario {
            pools: &[pool("a", 6, ""), pool("b", 6, "")],
            rest: &workloads(&[workload("wa", 6, "a"), workload("wb", 6, "b")]),
            script,
            ..NONE
        };
        scenario.says(name, "why", &["pool/b", "--at", "0s"])
    };
    let after = of(
        "after",
        &[automatic("2026-03-06T00:00:00Z", "a"), by_hand("2026-03-09T10:00:00Z", "b")],
    );
    has(
        &after,
        &[
            "Change it: upgrade b at 2026-03-09T22:00:00Z: b: 12 h later, evictions on a working day yes → no\n",
        ],
    );
    let before =
        of("before", &[by_hand("2026-03-09T10:00:00Z", "b"), by_hand("2026-03-09T20:00:00Z", "a")]);
    assert!(!before.contains("upgrade b at"), "{before}");
}

#[test]
fn of_lost_pods_the_first_is_named() {
    let bare = r#""workloads":[{"name":"bare","kind":"Pod","replicas":3,"nodeSelector":{"cloud.google.com/gke-nodepool":"a"}}],"#;
    let text =
        Scenario { pools: &[pool("a", 3, "")], rest: bare, script: &[by_hand("0s", "a")], ..NONE }
            .says("lost", "run", &[]);
    has(&text, &["  workload/bare: 3 Pods lost, first (record/10)\n"]);
}

/// Two pools of a zone are as good as the worse one: what frees it may cost the Pods that leave their nodes.
#[test]
fn pools_of_a_zone_end_as_the_worst_of_them() {
    let surge = |surge: u32, unavailable: u32| {
        format!(r#","upgradeSettings":{{"maxSurge":{surge},"maxUnavailable":{unavailable}}}"#)
    };
    let bare = r#""workloads":[{"name":"bare","kind":"Pod","replicas":2,"nodeSelector":{"cloud.google.com/gke-nodepool":"b"}}],"#;
    let text = Scenario {
        cluster: r#""spareCapacityNodes":0,"#,
        pools: &[pool("a", 2, &surge(0, 1)), pool("b", 2, &surge(1, 0))],
        rest: bare,
        script: &[by_hand("0s", "a"), by_hand("0s", "b")],
        ..NONE
    }
    .says("zone", "why", &["zone/us-central1-a", "--at", "2026-03-02T00:03:00Z"]);
    has(
        &text,
        &[
            "Change it: quota for 0 → 1 more nodes: the upgrade succeeds instead of getting stuck, node-hours +0.0, lost 0 → 2, nodes upgraded 2 → 4\n",
        ],
    );
}

/// What kept a pool's first upgrade didn't keep its second one.
#[test]
fn each_upgrade_of_a_pool_was_kept_by_its_own_exclusions() {
    let again = r#"{"at":"2026-04-02T00:00:00Z","do":"upgrade","pool":"a","change":"vmDisruption","automatic":true}"#;
    let text = Scenario {
        exclusions: &[exclusion("short", "2026-03-06T00:00:00Z", "2026-03-08T00:00:00Z")],
        pools: &[pool("a", 2, "")],
        script: &[automatic("2026-03-02T00:00:00Z", "a"), again.to_owned()],
        ..NONE
    }
    .says("kept", "check", &[]);
    has(
        &text,
        &[
            "to 2026-03-14T00:07:02Z, 1 window; kept from earlier windows by the exclusion short (2026-03-06T00:00:00Z to 2026-03-08T00:00:00Z)\n",
            "to 2026-04-04T00:07:02Z, 1 window\n",
        ],
    );
}

/// One of two pools is canceled and goes on: all of them are done, and nothing was stopped in the end.
#[test]
fn what_goes_on_is_stopped_in_no_order() {
    for stopped in ["a", "b"] {
        let other = if stopped == "a" { "b" } else { "a" };
        let cancel = format!(r#"{{"at":"300s","do":"cancel","pool":"{stopped}"}}"#);
        let resume =
            format!(r#"{{"at":"3600s","do":"resume","pool":"{stopped}","automatic":true}}"#);
        let text = Scenario {
            window: DAILY,
            pools: &[pool("a", 3, ""), pool("b", 3, "")],
            script: &[automatic("0s", stopped), cancel, resume, automatic("3h", other)],
            ..NONE
        }
        .says(&format!("resumed-{stopped}"), "fit", &["--seeds", "2"]);
        has(&text, &["all in their order: fits into one window\n"]);
    }
}

/// One of two pools is rolled back, and the other one ends well: whichever is the first, all of them were stopped.
#[test]
fn what_is_rolled_back_is_stopped_in_any_order() {
    for stopped in ["a", "b"] {
        let other = if stopped == "a" { "b" } else { "a" };
        let roll_back = format!(r#"{{"at":"400s","do":"rollback","pool":"{stopped}"}}"#);
        let cancel = format!(r#"{{"at":"300s","do":"cancel","pool":"{stopped}"}}"#);
        let text = Scenario {
            window: DAILY,
            pools: &[pool("a", 3, ""), pool("b", 3, "")],
            script: &[automatic("0s", stopped), cancel, roll_back, automatic("3h", other)],
            ..NONE
        }
        .says(&format!("rolled-back-{stopped}"), "fit", &["--seeds", "2"]);
        has(&text, &["all in their order: is canceled or rolled back by a command\n"]);
    }
}

/// A node is marked for its removal, and its repair recreates it before that begins: it counts once, when the autoscaler removes it.
#[test]
fn a_node_that_a_repair_recreates_is_not_removed() {
    let fail = |at: &str, node: &str| format!(r#"{{"at":"{at}","do":"fail","node":"{node}"}}"#);
    let text = format!(
        r#"{{"version":1,"cluster":{{"location":"us-central1-a"}},"assumptions":{{"nodeCreate":"600s","nodeDelete":"0s"}},
        "pools":[{{"name":"a","initialNodeCount":3,"config":{{"machineType":"e2-standard-4"}},"management":{{"autoRepair":true}},
          "autoscaling":{{"enabled":true,"minNodeCount":0,"maxNodeCount":4}}}}],
        "workloads":[{{"kind":"Deployment","name":"web","replicas":1,"requests":{{"cpu":"3","memory":"1Gi"}}}}],
        "script":[{},{}]}}"#,
        fail("11s", "a-a-1"),
        fail("12s", "a-a-2"),
    );
    let folder = Folder::new("which-of-two-repair");
    let file = folder.write("s.json", &text);
    let story = answer(&["run", &file, "--format", "story", "--only", "node"]);
    has(
        &story,
        &[
            "+00:20:10 node/a-a-2: The autoscaler removes it",
            "+00:20:13 node/a-a-2: Its VM is being deleted, gone in 0 s, then recreated",
        ],
    );
    has(&answer(&["run", &file, "--format", "summary"]), &[r#""removed": 2"#]);
}

/// A node is marked for its removal, and the rollback of a blue-green upgrade deletes it before the autoscaler does: that removes
/// only its other one.
#[test]
fn a_node_that_a_rollback_deletes_is_not_removed_by_the_autoscaler() {
    let text = r#"{"version":1,"cluster":{"location":"us-central1-a"},"assumptions":{"nodeDelete":"0s"},
        "pools":[{"name":"a","initialNodeCount":2,"config":{"machineType":"e2-standard-4"},"upgradeSettings":{"strategy":"BLUE_GREEN"},
          "autoscaling":{"enabled":true,"minNodeCount":0,"maxNodeCount":4}}],
        "script":[{"at":"0s","do":"upgrade","pool":"a"},{"at":"802s","do":"rollback","pool":"a"}]}"#;
    let folder = Folder::new("which-of-two-rollback");
    let file = folder.write("s.json", text);
    let story = answer(&["run", &file, "--format", "story", "--only", "node"]);
    let removed = [
        "+00:13:20 node/a-a-4: The autoscaler removes it",
        "+00:13:23 node/a-a-4: Its VM is being deleted, gone in 0 s (BG-12 BG-23 BG-41)",
    ];
    has(&story, &removed);
    let deleted = story.lines().filter(|line| line.contains("in 0 s (KA-86)")).count();
    has(&answer(&["run", &file, "--format", "summary"]), &[&format!(r#""removed": {deleted},"#)]);
}

/// The node of which the rollback takes the surge node away is in progress, so the autoscaler leaves it alone, whatever its labels.
#[test]
fn the_original_of_a_surge_node_stays_in_a_rollback() {
    let text = r#"{"version":1,"cluster":{"location":"us-central1-a","autoscaling":{"autoscalingProfile":"OPTIMIZE_UTILIZATION"}},
        "pools":[{"name":"a","upgradingFrom":"1.32.4-gke.7","autoscaling":{"enabled":true,"maxNodeCount":5},
          "nodes":[{},{},{"labels":{"shelf":"slow"},"unschedulable":true,"version":"1.32.4-gke.7"}]}],
        "script":[{"at":"0s","do":"rollback","pool":"a"}]}"#;
    let folder = Folder::new("which-of-two-original");
    let file = folder.write("s.json", text);
    let story = answer(&["run", &file, "--format", "story", "--only", "node"]);
    has(&story, &["+00:03:31 node/a-a-2: Cordoned: the node that it was to replace is back"]);
    lacks(&story, &["node/a-a-3: The autoscaler removes it"]);
}

/// BS-49: a node in progress of a zone whose turn comes later is one that the upgrade works on, so that the pool ends without its
/// surge node.
#[test]
fn a_node_in_progress_stays_until_the_turn_of_its_zone() {
    let old = r#""version":"1.32.4-gke.7""#;
    let text = format!(
        r#"{{"version":1,"cluster":{{"location":"us-central1","autoscaling":{{"autoscalingProfile":"OPTIMIZE_UTILIZATION"}}}},
        "pools":[{{"name":"a","version":"1.33.1-gke.100","upgradingFrom":"1.32.4-gke.7","autoscaling":{{"enabled":true,"maxNodeCount":5}},
          "nodes":[{{"zone":"us-central1-a"}},{{"zone":"us-central1-a",{old},"unschedulable":true}},{{"zone":"us-central1-a",{old}}},
            {{"name":"surge","zone":"us-central1-b"}},{{"name":"replaced","zone":"us-central1-b",{old},"unschedulable":true}}]}}],
        "script":[{{"at":"0s","do":"resume","pool":"a"}}]}}"#
    );
    let folder = Folder::new("which-of-two-turn");
    let file = folder.write("s.json", &text);
    let story = answer(&["run", &file, "--format", "story", "--only", "node"]);
    has(&story, &["+00:04:03 node/replaced: The drain starts", "+00:04:40 node/surge: Unneeded"]);
    lacks(&story, &["node/replaced: The autoscaler removes it"]);
}

/// An automatic upgrade that a command has overtaken isn't a command without effect; a command that came too late is.
#[test]
fn what_a_command_overtakes_is_no_command() {
    let overtaken = |how: &str| {
        let plane = |at: &str, version: &str, how: &str| {
            format!(
                r#"{{"at":"{at}","do":"upgrade","controlPlane":true,"version":"{version}-gke.1000000"{how}}}"#
            )
        };
        let first = plane("0s", "1.33.6", how);
        let exclusions = [exclusion("freeze", "2026-03-01T00:00:00Z", "2026-03-12T00:00:00Z")];
        let pools = [pool("a", 1, "")];
        let script = [first, plane("1h", "1.33.7", "")];
        let case = Scenario { exclusions: &exclusions, pools: &pools, script: &script, ..NONE };
        case.says("overtaken", "run", &["--format", "story", "--only", "cluster"])
            + &case.says("overtaken", "run", &[])
    };
    let automatic = overtaken(r#","automatic":true"#);
    has(&automatic, &["The automatic upgrade has nothing left to do"]);
    lacks(&automatic, &["Commands without effect"]);
    let by_hand = overtaken("");
    lacks(&by_hand, &["The automatic upgrade has nothing left to do"]);
}

/// Of two that wait for the control plane each was kept by the exclusions of its own kind, also after the other has begun.
#[test]
fn each_change_of_the_control_plane_was_kept_by_its_own_exclusions() {
    let check = answer(&["check", "preset:holiday-freeze"]);
    let line = |version: &str| {
        let mut lines = check.lines();
        lines.find(|line| line.contains(&format!("control plane to {version}"))).unwrap().to_owned()
    };
    has(&line("1.33.6"), &["kept from earlier windows by the exclusion NU-2"]);
    lacks(&line("1.33.6"), &["NM"]);
    has(&line("1.34.1"), &["kept from earlier windows by the exclusion NM (", "NU-2 ("]);
}

/// The pool that was asked about waits from the hour in which it is due, however long others work in the meantime.
#[test]
fn an_offer_names_the_wait_of_the_asked_pool() {
    let preset = "preset:legacy-database";
    let why = answer(&["why", preset, "--at", "2026-01-12T12:00:00Z", "pool/web-pool"]);
    has(&why, &["waits 82 d 13 h → 14 h 9 min;"]);
    let run = answer(&["run", preset]);
    has(
        &run,
        &[
            "web-pool waits 82 d 13 h, 82 d 12 h of it for the exclusion “legacy-database”",
            "pool/web-pool for 82 d 13 h: ",
        ],
    );
}

/// What pauses at the end of each window takes days, and works for hours.
#[test]
fn a_comparison_says_work_apart_from_waits() {
    let compared = Scenario {
        window: DAILY,
        pools: &[pool("a", 240, "")],
        script: &[automatic("2026-03-02T00:00:00Z", "a")],
        ..NONE
    }
    .says("compare-waits", "compare", &["--with", "surge=20+0"]);
    let line = |title: &str| {
        let mut lines = compared.lines();
        lines.find(|line| line.starts_with(title)).unwrap_or("").to_owned()
    };
    has(&line("duration"), &["1 d 2 h 3 min 5 s"]);
    has(&line("without the waits"), &["14 h 4 min"]);
}
