//! Why something waits for windows, exclusions and intervals.

use super::check_why;
use expect_test::expect;

/// BS-16: every reason with its name, its scope and its end, and when it starts.
#[test]
fn a_queued_pool_names_every_exclusion() {
    check_why(
        "window=1000-1200,5000-9000 | exclude=year-end:0-3000:no-upgrades | exclude=freeze:50-4000:no-minor | pool a nodes=1 \
         | at=0 upgrade a automatic",
        "pool/a",
        60,
        expect![[r#"
            What: The upgrade of a is due since +00:00:00, for 1 min, and may not start.
            Why: Automatic work waits as long as any active exclusion keeps its kind out, also while a window is open. (upgrade/queue-exclusion BS-16 AM-84)
                 exclusion: year-end
                 its scope: NO_UPGRADES
                 its end: +00:50:00
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +01:06:40
                 next window: +00:16:40
            Until: +01:23:20, then it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_UPGRADES [pausedReason]
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Say: SCHEDULED [UpgradeInfoEvent, state]
            Chain: pool/a queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES year-end, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster exclusion freeze begins
        "#]],
    );
}

/// The run ends before it may go on.
#[test]
fn a_paused_pool_says_when_it_may_go_on() {
    check_why(
        "exclude=freeze:100-90000:no-minor | pool a nodes=2 | at=0 upgrade a automatic | until=1000",
        "pool/a",
        500,
        expect![[r#"
            What: The upgrade of a is paused since +00:01:40, for 6 min 40 s: 1 of 2 nodes are done.
            Why: When an exclusion begins that keeps it out, a surge upgrade starts no further node; it goes on by itself when a window is open and no exclusion keeps it out. (upgrade/pause-exclusion MW-06 AM-08)
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +25:00:00
            Until: Until +25:00:00, when nothing keeps it from starting; this run ends before.
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster exclusion freeze begins
        "#]],
    );
}

/// BS-16: it is the window alone.
#[test]
fn a_closed_window_is_said_as_before() {
    check_why(
        "window=0-100,5000-9000 | pool a nodes=2 | at=0 upgrade a automatic",
        "pool/a",
        500,
        expect![[r#"
            What: The upgrade of a is paused since +00:01:40, for 6 min 40 s: 1 of 2 nodes are done.
            Why: When the window closes, a surge upgrade starts no further node. Nodes that had started finish, even after the window. (upgrade/pause UP-16 AM-08)
                 next window: +01:23:20
            Until: +01:23:20, then it goes on.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a paused: MAINTENANCE_WINDOW, no window is open <- cluster window closes
        "#]],
    );
}

/// BS-16, AM-27: a control plane that waits says so, too.
#[test]
fn a_control_plane_says_what_it_waits_for() {
    let line = "control-plane=1.31 | exclude=freeze:0-1000:no-minor | pool a nodes=1 auto | at=0 target 1.33 | until=1000000";
    check_why(
        line,
        "cluster",
        500,
        expect![[r#"
            What: What is due for the control plane waits since +00:00:00, for 8 min 20 s.
            Why: An upgrade of the control plane waits as long as any active exclusion keeps its kind out. (control-plane/waits-exclusion BS-16)
                 exclusion: freeze
                 its scope: NO_MINOR_UPGRADES
                 its end: +00:16:40
            Until: +00:16:40, then it starts.
            Say: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze <- cluster 1.33 becomes the default version of the release channel
        "#]],
    );
    check_why(
        line,
        "cluster",
        10_000,
        expect![[r#"
            What: What is due for the control plane waits since +00:26:40, for 2 h 20 min.
            Why: A cluster that is several minor versions behind the default of its channel moves by one in 30 days. (control-plane/one-a-month MX-21 AM-27)
                 the least time between two upgrades is over: +720:16:40
            Until: Until +720:16:40, when nothing keeps it from starting; this run ends before.
            Say: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE [pausedReason]
            Say: MINOR_UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE <- cluster control plane upgraded <- cluster replica 1 of the control plane <- cluster The upgrade of the control plane to 1.32 <- cluster exclusion freeze is over
        "#]],
    );
    check_why(
        "control-plane=1.32 notice | pool a nodes=1 auto | at=0 target 1.33",
        "cluster",
        10_000,
        expect![[r#"
            What: What is due for the control plane waits since +00:00:00, for 2 h 46 min 40 s.
            Why: With scheduled upgrades GKE announces each automatic upgrade of the control plane at least 72 hours ahead. (control-plane/scheduled BS-29)
            Until: +72:00:00, then it starts.
            Say: SCHEDULED [UpgradeInfoEvent, state]
            Chain: cluster announced: The upgrade of the control plane to 1.33 <- cluster 1.33 becomes the default version of the release channel
        "#]],
    );
}

/// AM-70: a window is named where it is the window that is waited for.
#[test]
fn a_control_plane_that_waits_for_a_window_says_so() {
    check_why(
        "control-plane=1.32 | window=1000-2000 | pool a nodes=1 | at=0 upgrade-master 1.33 automatic",
        "cluster",
        500,
        expect![[r#"
            What: What is due for the control plane waits since +00:00:00, for 8 min 20 s.
            Why: An upgrade of the control plane waits until a window is open, and until no upgrade of nodes is in progress: one operation at a time. (control-plane/waits AM-70)
                 next window: +00:16:40
            Until: +00:16:40, then it starts.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Chain: cluster queued: MAINTENANCE_WINDOW, no window is open <- cluster An automatic upgrade of the control plane to 1.33 is due
        "#]],
    );
}
