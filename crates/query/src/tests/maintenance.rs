//! Why something waits for windows, exclusions and intervals.

use super::{check_why, made};
use expect_test::{Expect, expect};
use trace::Change;

/// BS-16: every reason with its name, its scope and its end, and when it starts.
#[test]
fn a_queued_pool_names_every_exclusion() {
    check_why(
        "window=1000-1200,5000-9000 | exclude=year-end:0-3000:no-upgrades | exclude=freeze:50-4000:no-minor | pool a nodes=1 \
         | at=0 upgrade a automatic",
        "pool/a",
        60,
        expect![[r#"
            What: The upgrade of a has been due for 1 min (since +00:00:00) and can't start yet.
            Why: Automatic work waits as long as an active exclusion blocks work of its kind, even while a window is open. (upgrade/queue-exclusion BS-16 AM-84)
                 exclusion: year-end
                 its scope: NO_UPGRADES
                 its end: +00:50:00
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +01:06:40
                 next window: +00:16:40
            Until: +01:23:20, when it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_UPGRADES [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Say: SCHEDULED [UpgradeInfoEvent, state]
            Chain: pool/a queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES year-end, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster exclusion freeze starts
        "#]],
    );
}

/// The run ends before it may resume.
#[test]
fn a_paused_pool_says_when_it_may_go_on() {
    check_why(
        "exclude=freeze:100-90000:no-minor | pool a nodes=2 | at=0 upgrade a automatic | until=1000",
        "pool/a",
        500,
        expect![[r#"
            What: The upgrade of a has been paused for 6 min 40 s (since +00:01:40): 1 of 2 nodes is done.
            Why: When an exclusion that blocks a surge upgrade starts, the upgrade starts no further node. It resumes automatically when a window is open and no exclusion blocks it. (upgrade/pause-exclusion MW-06 AM-08)
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +25:00:00
            Until: +25:00:00, when nothing blocks its start anymore; this run ends before that.
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster exclusion freeze starts
        "#]],
    );
}

/// BS-16: only the window blocks.
#[test]
fn a_closed_window_is_said_as_before() {
    check_why(
        "window=0-100,5000-9000 | pool a nodes=2 | at=0 upgrade a automatic",
        "pool/a",
        500,
        expect![[r#"
            What: The upgrade of a has been paused for 6 min 40 s (since +00:01:40): 1 of 2 nodes is done.
            Why: When the window closes, a surge upgrade starts no further node. Nodes already in progress finish, even after the window. (upgrade/pause UP-16 AM-08)
                 next window: +01:23:20
            Until: +01:23:20, when it resumes.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a paused: MAINTENANCE_WINDOW, no window is open <- cluster window closes
        "#]],
    );
}

/// BS-16, AM-27: a waiting control plane reports its reasons too.
#[test]
fn a_control_plane_says_what_it_waits_for() {
    let line = "control-plane=1.31 | exclude=freeze:0-1000:no-minor | pool a nodes=1 auto | at=0 target 1.33 | until=1000000";
    check_why(
        line,
        "cluster",
        500,
        expect![[r#"
            What: The control plane operation has been due for 8 min 20 s (since +00:00:00) and can't start yet.
            Why: A control plane upgrade waits as long as an active maintenance exclusion blocks upgrades of its kind. (control-plane/waits-exclusion BS-16)
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +00:16:40
            Until: +00:16:40, when it starts.
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster 1.33 becomes the release channel's default version
        "#]],
    );
    check_why(
        line,
        "cluster",
        10_000,
        expect![[r#"
            What: The control plane operation has been due for 2 h 20 min (since +00:26:40) and can't start yet.
            Why: A cluster that is several minor versions behind its channel's default is upgraded by one minor version every 30 days. (control-plane/one-a-month MX-21 AM-27)
                 minimum interval between upgrades ends: +720:16:40
            Until: +720:16:40, when nothing blocks its start anymore; this run ends before that.
            Say: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE <- cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.32 <- cluster exclusion freeze ends
        "#]],
    );
    check_why(
        "control-plane=1.32 notice | pool a nodes=1 auto | at=0 target 1.33",
        "cluster",
        10_000,
        expect![[r#"
            What: The control plane operation has been due for 2 h 46 min 40 s (since +00:00:00) and can't start yet.
            Why: With scheduled upgrades, GKE announces each automatic control plane upgrade at least 72 hours in advance. (control-plane/scheduled BS-29)
                 announced: +00:00:00
                 earliest start: +72:00:00
            Until: +72:00:00, when it starts.
            Say: SCHEDULED [UpgradeInfoEvent, state]
            Chain: cluster announced: Control plane upgrade to 1.33 <- cluster 1.33 becomes the release channel's default version
        "#]],
    );
}

/// AM-70: a window is named if the window is the reason.
#[test]
fn a_control_plane_that_waits_for_a_window_says_so() {
    check_why(
        "control-plane=1.32 | window=1000-2000 | pool a nodes=1 | at=0 upgrade-master 1.33 automatic",
        "cluster",
        500,
        expect![[r#"
            What: The control plane operation has been due for 8 min 20 s (since +00:00:00) and can't start yet.
            Why: A control plane upgrade waits until a maintenance window is open and no node upgrade is in progress. Operations run one at a time. (control-plane/waits AM-70)
                 next window: +00:16:40
            Until: +00:16:40, when it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_WINDOW, no window is open <- cluster Automatic control plane upgrade to 1.33 is due
        "#]],
    );
}

/// The answers for the rows of a run that match.
fn check_rows(line: &str, fits: fn(Change) -> bool, expected: Expect) {
    let run = made(line);
    let rows = run.trace.records().filter(|(_, row)| fits(row.change));
    let rows = rows.map(|(no, row)| run.why(&format!("record/{}", no.0), row.at.ms() / 1000));
    expected.assert_eq(&rows.collect::<Vec<String>>().join("\n"));
}

/// Each row of the calendar names its window or exclusion, and what it blocks.
#[test]
fn windows_and_exclusions_say_why() {
    check_rows(
        "window=0-500,2000-9000 | exclude=freeze:100-2100:no-minor-or-node | pool a nodes=2 | at=0 upgrade a automatic",
        |change| {
            matches!(
                change,
                Change::WindowOpened
                    | Change::WindowClosed
                    | Change::ExclusionBegan { .. }
                    | Change::ExclusionEnded { .. }
                    | Change::UpgradePaused { .. }
                    | Change::UpgradeResumed { .. }
            )
        },
        expect![[r#"
            What: Record 6, at +00:01:40: cluster, exclusion freeze starts.
            Why: While an exclusion is active, automatic work in its scope doesn't start. It is active from its start time until its end time. (exclusion/begins AM-56)
            Chain: cluster exclusion freeze starts

            What: Record 7, at +00:01:40: a, paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze.
            Why: When an exclusion that blocks a surge upgrade starts, the upgrade starts no further node. It resumes automatically when a window is open and no exclusion blocks it. (upgrade/pause-exclusion MW-06 AM-08)
                 exclusion: freeze
                 its scope: NO_MINOR_OR_NODE_UPGRADES
                 its end: +00:35:00
                 next window: +00:33:20
            Until: +00:35:00, when it resumes.
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: pool/a paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster exclusion freeze starts

            What: Record 15, at +00:08:20: cluster, window closes.
            Why: After the window closes, no further automatic work starts. (window/closes AM-56)
            Chain: cluster window closes

            What: Record 16, at +00:33:20: cluster, window opens.
            Why: Automatic work can start while a maintenance window is open and no exclusion blocks it. (window/opens AM-56)
            Chain: cluster window opens

            What: Record 17, at +00:35:00: cluster, exclusion freeze ends.
            Why: After it ends, an exclusion no longer blocks anything. Other active exclusions still do. (exclusion/ends AM-56)
            Chain: cluster exclusion freeze ends

            What: Record 18, at +00:35:00: a, resumed.
            Why: A paused surge upgrade resumes in the next open window. (upgrade/go-on AM-08 AM-61)
            Chain: pool/a resumed <- cluster exclusion freeze ends
        "#]],
    );
}

/// Due work names what blocks it, row by row.
#[test]
fn rows_of_what_waits_say_why() {
    let waits =
        |change| matches!(change, Change::UpgradeQueued { .. } | Change::PolicyOverridden { .. });
    check_rows(
        "window=1000-9000 | exclude=freeze:0-1500:no-upgrades | pool a nodes=1 | pool b nodes=1 | at=0 upgrade a credentialRotation \
         | at=0 upgrade b automatic | at=100 upgrade b over=certificates",
        waits,
        expect![[r#"
            What: Record 3, at +00:00:00: a, queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze.
            Why: Automatic work waits as long as an active exclusion blocks work of its kind, even while a window is open. (upgrade/queue-exclusion BS-16 AM-84)
                 exclusion: freeze
                 its scope: NO_UPGRADES
                 its end: +00:25:00
                 next window: +00:16:40
            Until: +00:25:00, when it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_UPGRADES [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: pool/a queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze <- pool/a a: credential rotation requested

            What: Record 4, at +00:00:00: b, queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze.
            Why: Automatic work waits as long as an active exclusion blocks work of its kind, even while a window is open. (upgrade/queue-exclusion BS-16 AM-84)
                 exclusion: freeze
                 its scope: NO_UPGRADES
                 its end: +00:25:00
                 next window: +00:16:40
            Until: +00:01:40, when it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_UPGRADES [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: pool/b queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze <- pool/b Automatic upgrade of b to 1.33 is due

            What: Record 6, at +00:01:40: b, override: certificates.
            Why: Emergencies, critical patches, the end of support, expiring certificates, and policies that leave too little maintenance time take precedence and are not paused. (upgrade/override AM-72)
            Chain: pool/b override: certificates <- pool/b Automatic upgrade of b to 1.33 is due
        "#]],
    );
}

/// The control plane: announced, blocked, in progress, back again.
#[test]
fn rows_of_the_control_plane_say_why() {
    let told = |change| {
        matches!(
            change,
            Change::UpgradeQueued { .. }
                | Change::ControlPlaneScheduled { .. }
                | Change::ControlPlaneStarted { .. }
                | Change::ReplicaStarted { .. }
                | Change::ControlPlaneDone
                | Change::ControlPlaneBack
                | Change::Refused { .. }
        )
    };
    check_rows(
        "control-plane=1.32.1 notice | budget=2592000-86400 created=-1000 | window=300000-900000 | pool a nodes=1 \
         | at=0 upgrade-master 1.32.2 automatic",
        told,
        expect![[r#"
            What: Record 2, at +00:00:00: cluster, announced: Control plane upgrade to 1.32.2.
            Why: With scheduled upgrades, GKE announces each automatic control plane upgrade at least 72 hours in advance. (control-plane/scheduled BS-29)
            Chain: cluster announced: Control plane upgrade to 1.32.2 <- cluster Automatic control plane upgrade to 1.32.2 is due

            What: Record 3, at +72:00:00: cluster, queued: MAINTENANCE_WINDOW, no window is open.
            Why: A control plane upgrade waits until a maintenance window is open and no node upgrade is in progress. Operations run one at a time. (control-plane/waits AM-70)
                 next window: +83:20:00
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_WINDOW, no window is open <- cluster announced: Control plane upgrade to 1.32.2 <- cluster Automatic control plane upgrade to 1.32.2 is due

            What: Record 5, at +83:20:00: cluster, Control plane upgrade to 1.32.2.
            Why: The control plane is upgraded before its nodes, and only while no node upgrade is in progress. The upgrade can't be canceled. (control-plane/start AM-69 AM-70)
            Chain: cluster Control plane upgrade to 1.32.2 <- cluster window opens

            What: Record 6, at +83:20:00: cluster, control plane replica 1.
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Chain: cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.2 <- cluster window opens

            What: Record 7, at +83:30:00: cluster, control plane upgraded.
            Why: Nodes can be upgraded once the control plane has reached the version. (control-plane/done AM-69)
            Chain: cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.2 <- cluster window opens
        "#]],
    );
    check_rows(
        "control-plane=1.32.1 | pool a nodes=1 | at=0 repair | at=10 upgrade-master 1.32.5 | at=2000 disrupt control-plane \
         | at=5000 upgrade-master 1.32.4",
        told,
        expect![[r#"
            What: Record 2, at +00:00:00: cluster, Control plane repair.
            Why: A control plane repair ignores maintenance windows and exclusions. Its replicas are recreated one at a time. (control-plane/repair AM-69)
            Chain: cluster Control plane repair <- cluster Control plane repair is due

            What: Record 3, at +00:00:00: cluster, control plane replica 1.
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Chain: cluster control plane replica 1 <- cluster Control plane repair <- cluster Control plane repair is due

            What: Record 5, at +00:00:10: cluster, refused: the control plane is being upgraded.
            Why: The control plane can only be upgraded to a newer version, by one minor version and one upgrade at a time. (control-plane/refused AM-70)
            Chain: cluster refused: the control plane is being upgraded <- cluster Control plane upgrade to 1.32.5 requested

            What: Record 6, at +00:10:00: cluster, control plane available again.
            Why: A control plane that is recreated keeps its version. (control-plane/back AM-69)
            Chain: cluster control plane available again <- cluster control plane replica 1 <- cluster Control plane repair <- cluster Control plane repair is due

            What: Record 8, at +00:33:20: cluster, Maintenance of the control plane VMs.
            Why: GKE maintenance recreates the control plane VMs at the same version, one replica at a time. (control-plane/disruption AM-69)
            Chain: cluster Maintenance of the control plane VMs <- cluster Maintenance of the control plane VMs is due

            What: Record 9, at +00:33:20: cluster, control plane replica 1.
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Chain: cluster control plane replica 1 <- cluster Maintenance of the control plane VMs <- cluster Maintenance of the control plane VMs is due

            What: Record 10, at +00:43:20: cluster, control plane available again.
            Why: A control plane that is recreated keeps its version. (control-plane/back AM-69)
            Chain: cluster control plane available again <- cluster control plane replica 1 <- cluster Maintenance of the control plane VMs <- cluster Maintenance of the control plane VMs is due

            What: Record 12, at +01:23:20: cluster, Control plane upgrade to 1.32.4.
            Why: The control plane is upgraded before its nodes, and only while no node upgrade is in progress. The upgrade can't be canceled. (control-plane/start AM-69 AM-70)
            Chain: cluster Control plane upgrade to 1.32.4 <- cluster Control plane upgrade to 1.32.4 requested

            What: Record 13, at +01:23:20: cluster, control plane replica 1.
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Chain: cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.4 <- cluster Control plane upgrade to 1.32.4 requested

            What: Record 14, at +01:33:20: cluster, control plane upgraded.
            Why: Nodes can be upgraded once the control plane has reached the version. (control-plane/done AM-69)
            Chain: cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.4 <- cluster Control plane upgrade to 1.32.4 requested
        "#]],
    );
    check_rows(
        "budget=0-0 created=-1000 | control-plane=1.32 | pool a nodes=1 | at=0 target 1.35",
        |change| matches!(change, Change::UpgradeQueued { .. }),
        expect![[r#"
            What: Record 8, at +00:20:00: cluster, queued: nodes may trail the control plane by two minor versions at most, those of a go first.
            Why: Nodes may trail the control plane by two minor versions at most, so the control plane waits until they are upgraded. (control-plane/waits-nodes BS-06)
            Chain: cluster queued: nodes may trail the control plane by two minor versions at most, those of a go first <- cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.34 <- cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.33 <- cluster 1.35 becomes the release channel's default version
        "#]],
    );
}

/// The cluster while the control plane is in progress, and while more of its work waits.
#[test]
fn a_cluster_says_what_its_control_plane_does() {
    let line = "control-plane=1.32.1 | window=90000-99000 | pool a nodes=1 | at=0 upgrade-master 1.32.4 automatic \
                | at=100 repair | at=200 upgrade-master 1.32.9 over=emergency";
    check_why(
        line,
        "cluster",
        50,
        expect![[r#"
            What: The control plane operation has been due for 50 s (since +00:00:00) and can't start yet.
            Why: A control plane upgrade waits until a maintenance window is open and no node upgrade is in progress. Operations run one at a time. (control-plane/waits AM-70)
                 next window: +25:00:00
            Until: +25:00:00, when nothing blocks its start anymore; this run ends before that.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_WINDOW, no window is open <- cluster Automatic control plane upgrade to 1.32.4 is due
        "#]],
    );
    check_why(
        line,
        "cluster",
        150,
        expect![[r#"
            What: Control plane repair has been in progress since +00:01:40: replica 1 of 1.
            Why: A control plane repair ignores maintenance windows and exclusions. Its replicas are recreated one at a time. (control-plane/repair AM-69)
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Until: +00:11:40, when the control plane operation is complete.
            Chain: cluster control plane replica 1 <- cluster Control plane repair <- cluster Control plane repair is due
        "#]],
    );
    check_why(
        line,
        "cluster",
        900,
        expect![[r#"
            What: Control plane upgrade to 1.32.9 has been in progress since +00:11:40: replica 1 of 1.
            Why: The control plane is upgraded before its nodes, and only while no node upgrade is in progress. The upgrade can't be canceled. (control-plane/start AM-69 AM-70)
            Why: A zonal control plane has one replica: while it is recreated, nothing can be deployed, scheduled, or evicted, but Pods keep running. The three replicas of a regional control plane are upgraded one at a time, without an interruption. (control-plane/replica AM-69 MR-10)
            Until: +00:21:40, when the control plane operation is complete.
            Chain: cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.9 <- cluster override: emergency <- cluster control plane available again <- cluster control plane replica 1 <- cluster Control plane repair <- cluster Control plane repair is due
        "#]],
    );
    check_why(
        line,
        "cluster",
        5000,
        expect![[r#"
            What: The cluster has 1 node.
            Why: An automatic upgrade of the control plane is dropped once another has brought its version. (control-plane/overtaken AM-70)
            Chain: cluster refused: already in that state <- cluster control plane upgraded <- cluster control plane replica 1 <- cluster Control plane upgrade to 1.32.9 <- cluster override: emergency <- cluster control plane available again <- cluster control plane replica 1 <- cluster Control plane repair <- cluster Control plane repair is due
        "#]],
    );
}

/// A run in which only the control plane waits or is in progress ends like one in which a pool does.
#[test]
fn the_outcome_knows_the_control_plane() {
    let master = "pool a nodes=1 | control-plane=1.32 | at=0 upgrade-master 1.33 automatic";
    let ends = [
        // It waits for a window, at `until` and forever.
        "until=4000 | window=5000-9000",
        "window=1-2 | exclude=all:0-9:no-upgrades",
        // It is in progress.
        "until=500",
        // It is done, and the disruption budget delays the next step.
        "budget=2592000-86400 | until=4000 | at=700 upgrade-master 1.34 automatic",
        // Another upgrade was quicker, and the waiting one has a newer version.
        "until=4000 | window=5000-9000 | at=100 upgrade-master 1.32.5 over=emergency",
        "until=4000 | window=5000-9000 | at=100 upgrade-master 1.33 over=emergency",
        // Announced.
        "until=4000 | notice",
    ];
    let outcomes = ends.map(|end| {
        let summary = made(&format!("{master} | {end}")).summary();
        let first = summary.split_whitespace().next().unwrap_or_default();
        let open_holds = summary.split("standing").nth(1).unwrap_or_default();
        format!("{end}: {first}{}\n", open_holds.trim_end())
    });
    expect![[r#"
        until=4000 | window=5000-9000: paused [cluster control-plane/waits]
        window=1-2 | exclude=all:0-9:no-upgrades: stuck [cluster control-plane/waits]
        until=500: limit []
        budget=2592000-86400 | until=4000 | at=700 upgrade-master 1.34 automatic: paused [cluster control-plane/disruption-budget]
        until=4000 | window=5000-9000 | at=100 upgrade-master 1.32.5 over=emergency: paused [cluster control-plane/waits]
        until=4000 | window=5000-9000 | at=100 upgrade-master 1.33 over=emergency: succeeded []
        until=4000 | notice: limit [cluster control-plane/scheduled]
    "#]].assert_eq(&outcomes.concat());
}
