//! Golden traces: `tests/golden/NAME/scenario.json` and the whole run as text, with rule and cause on each line.
//!
//! NAME says what the run shows; the scenario's own name begins with the ids of its rules.
//! `UPDATE_EXPECT=1 cargo test golden` rewrites the traces; every changed line is then read against its rule ids.

use runner::Session;
use trace::text::table;

use crate::rules_doc::ids;

fn trace_of(scenario: &str) -> String {
    let session = Session::new(scenario, None).unwrap();
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    let rows = table(&trace, |_, _| true);
    format!(
        "{rows}ended {:?}, {} rows, digest {:016x}\n",
        outcome.ended, outcome.records, outcome.digest
    )
}

fn check(name: &str) {
    let folder = crate::root().join("tests/golden").join(name);
    let scenario = std::fs::read_to_string(folder.join("scenario.json")).unwrap();
    let title: serde_json::Value = serde_json::from_str(&scenario).unwrap();
    let title = title["name"].as_str().unwrap();
    let (cited, _) = title.split_once(": ").unwrap();
    assert!(!ids(cited).is_empty(), "{name}: {title} cites no rule");
    expect_test::expect_file![folder.canonicalize().unwrap().join("trace.txt")]
        .assert_eq(&trace_of(&scenario));
}

macro_rules! golden {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*

        #[test]
        fn every_folder_is_a_test() {
            let mut folders: Vec<String> = std::fs::read_dir(crate::root().join("tests/golden"))
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            folders.sort();
            assert_eq!(folders, [$($name),*]);
        }
    };
}

golden! {
    a_disk_waits_for_the_old_pod "a-disk-waits-for-the-old-pod"
    a_node_that_is_yet_to_be_recreated_at_the_start "a-node-that-is-yet-to-be-recreated-at-the-start"
    anti_affinity_beside_a_nominated_pod "anti-affinity-beside-a-nominated-pod"
    automatic_upgrade_during_a_rollback "automatic-upgrade-during-a-rollback"
    blue_green_batch_drained_during_a_pause "blue-green-batch-drained-during-a-pause"
    blue_green_batches_across_zones "blue-green-batches-across-zones"
    blue_green_budget_opens_after_the_drain_hour "blue-green-budget-opens-after-the-drain-hour"
    blue_green_cancelled_while_green_is_created "blue-green-cancelled-while-green-is-created"
    blue_green_commands_refused_in_other_phases "blue-green-commands-refused-in-other-phases"
    blue_green_completed_during_the_soak "blue-green-completed-during-the-soak"
    blue_green_continues_after_the_window_closes "blue-green-continues-after-the-window-closes"
    blue_green_drain_forces_no_pods "blue-green-drain-forces-no-pods"
    blue_green_drain_paused_with_a_blocked_pod "blue-green-drain-paused-with-a-blocked-pod"
    blue_green_for_a_disk_type_and_surge_for_gvnic "blue-green-for-a-disk-type-and-surge-for-gvnic"
    blue_green_pods_bound_to_the_pool "blue-green-pods-bound-to-the-pool"
    blue_green_pool_is_resumed_in_its_drain "blue-green-pool-is-resumed-in-its-drain"
    blue_green_pool_is_resumed_in_its_soak "blue-green-pool-is-resumed-in-its-soak"
    blue_green_pool_is_resumed_while_green_is_created "blue-green-pool-is-resumed-while-green-is-created"
    blue_green_pool_under_way_is_rolled_back "blue-green-pool-under-way-is-rolled-back"
    blue_green_quota_check_fails_and_resumes "blue-green-quota-check-fails-and-resumes"
    blue_green_quota_check_fails_and_rolls_back "blue-green-quota-check-fails-and-rolls-back"
    blue_green_resumed_during_a_batch_soak "blue-green-resumed-during-a-batch-soak"
    blue_green_rollback_after_the_cordon "blue-green-rollback-after-the-cordon"
    blue_green_rollback_during_the_drain "blue-green-rollback-during-the-drain"
    blue_green_rollback_while_green_is_created "blue-green-rollback-while-green-is-created"
    blue_green_soak_of_seven_days "blue-green-soak-of-seven-days"
    blue_green_soak_paused "blue-green-soak-paused"
    blue_green_stays_cancelled_after_a_cancelled_surge "blue-green-stays-cancelled-after-a-cancelled-surge"
    blue_green_stockout_while_green_is_created "blue-green-stockout-while-green-is-created"
    blue_green_with_batches_and_soaks "blue-green-with-batches-and-soaks"
    blue_green_without_batches "blue-green-without-batches"
    blue_node_preempted_while_its_batch_drains "blue-node-preempted-while-its-batch-drains"
    blue_node_ready_after_the_cordon "blue-node-ready-after-the-cordon"
    blue_node_repaired_after_its_batch "blue-node-repaired-after-its-batch"
    budget_over_mirror_pods "budget-over-mirror-pods"
    cancelled_short_lived_without_old_nodes_succeeds "cancelled-short-lived-without-old-nodes-succeeds"
    cancelled_surge_without_old_nodes_succeeds "cancelled-surge-without-old-nodes-succeeds"
    cluster_disruption_budget_and_notice "cluster-disruption-budget-and-notice"
    commands_that_wait_for_a_phase "commands-that-wait-for-a-phase"
    commands_that_wait_for_other_work "commands-that-wait-for-other-work"
    control_plane_catches_up_three_minor_versions "control-plane-catches-up-three-minor-versions"
    control_plane_one_minor_version_at_a_time "control-plane-one-minor-version-at-a-time"
    cordon_removes_a_spread_domain "cordon-removes-a-spread-domain"
    daemon_pod_without_room "daemon-pod-without-room"
    daemonset_after_label_and_taint_changes "daemonset-after-label-and-taint-changes"
    daily_window_closes_after_the_second_node_starts "daily-window-closes-after-the-second-node-starts"
    daily_window_closes_as_the_second_node_ends "daily-window-closes-as-the-second-node-ends"
    default_spread_beside_preferred_affinity "default-spread-beside-preferred-affinity"
    deployment_with_too_many_pods_at_the_start "deployment-with-too-many-pods-at-the-start"
    disks_hold_pods_in_their_zone "disks-hold-pods-in-their-zone"
    drain_continues_when_its_next_pod_is_gone "drain-continues-when-its-next-pod-is-gone"
    drain_limit_of_one_hour "drain-limit-of-one-hour"
    drains_that_began_before_the_start "drains-that-began-before-the-start"
    emergency_upgrade_during_an_exclusion "emergency-upgrade-during-an-exclusion"
    emergency_upgrade_outside_the_window "emergency-upgrade-outside-the-window"
    eviction_tried_once_per_instant "eviction-tried-once-per-instant"
    failed_daemon_pod_is_recreated "failed-daemon-pod-is-recreated"
    half_upgraded_pool_goes_on_automatically "half-upgraded-pool-goes-on-automatically"
    half_upgraded_pool_goes_on_in_its_zone "half-upgraded-pool-goes-on-in-its-zone"
    half_upgraded_pool_is_cancelled_at_the_start "half-upgraded-pool-is-cancelled-at-the-start"
    half_upgraded_pool_is_overridden "half-upgraded-pool-is-overridden"
    half_upgraded_pool_is_resumed "half-upgraded-pool-is-resumed"
    half_upgraded_pool_is_resumed_without_surge "half-upgraded-pool-is-resumed-without-surge"
    half_upgraded_pool_is_rolled_back "half-upgraded-pool-is-rolled-back"
    half_upgraded_pool_with_a_node_in_progress_is_rolled_back "half-upgraded-pool-with-a-node-in-progress-is-rolled-back"
    job_backoff_grows "job-backoff-grows"
    job_fails_at_its_backoff_limit "job-fails-at-its-backoff-limit"
    job_over_its_backoff_limit_at_the_start "job-over-its-backoff-limit-at-the-start"
    job_with_failures_before_the_start "job-with-failures-before-the-start"
    job_with_too_many_pods "job-with-too-many-pods"
    last_upgrade_before_the_run "last-upgrade-before-the-run"
    limits_per_zone_and_in_total "limits-per-zone-and-in-total"
    local_disks_hold_pods_on_their_node "local-disks-hold-pods-on-their-node"
    minor_upgrades_after_the_holiday_exclusions "minor-upgrades-after-the-holiday-exclusions"
    multi_host_slice_loses_another_node "multi-host-slice-loses-another-node"
    next_repair_after_an_upgrade_deletes_the_node "next-repair-after-an-upgrade-deletes-the-node"
    no_capacity_in_the_next_zone "no-capacity-in-the-next-zone"
    no_execute_taint_deletes_pods "no-execute-taint-deletes-pods"
    no_execute_taint_removed_in_time "no-execute-taint-removed-in-time"
    no_rollback_during_a_control_plane_upgrade "no-rollback-during-a-control-plane-upgrade"
    node_drain_config_in_a_blue_green_batch "node-drain-config-in-a-blue-green-batch"
    node_preempted_before_a_rollback "node-preempted-before-a-rollback"
    node_repaired_before_a_rollback "node-repaired-before-a-rollback"
    nodes_stay_for_each_reason "nodes-stay-for-each-reason"
    pending_pod_retried_after_quiet_hours "pending-pod-retried-after-quiet-hours"
    pending_pods_retried_when_the_spread_changes "pending-pods-retried-when-the-spread-changes"
    pod_affinity_in_a_surge_upgrade "pod-affinity-in-a-surge-upgrade"
    pod_scaled_down_at_the_drain_limit "pod-scaled-down-at-the-drain-limit"
    pods_that_terminate_at_the_start "pods-that-terminate-at-the-start"
    pool_excluded_until_end_of_support "pool-excluded-until-end-of-support"
    pool_grows_from_zero "pool-grows-from-zero"
    preempted_blue_nodes_are_not_replaced "preempted-blue-nodes-are-not-replaced"
    preemption_counts_a_budget_before_the_replacements "preemption-counts-a-budget-before-the-replacements"
    preemption_in_a_surge_upgrade "preemption-in-a-surge-upgrade"
    recreated_node_pulls_images_again "recreated-node-pulls-images-again"
    rollback_after_an_override_of_a_cancelled_upgrade "rollback-after-an-override-of-a-cancelled-upgrade"
    rollback_drains_twenty_green_nodes_at_once "rollback-drains-twenty-green-nodes-at-once"
    rollback_respects_a_budget "rollback-respects-a-budget"
    scripted_window_closes_after_the_second_node_starts "scripted-window-closes-after-the-second-node-starts"
    scripted_window_closes_as_the_second_node_ends "scripted-window-closes-as-the-second-node-ends"
    second_drain_shortens_the_grace "second-drain-shortens-the-grace"
    short_lived_nodes_end_after_their_run_duration "short-lived-nodes-end-after-their-run-duration"
    spread_by_the_revision_of_a_deployment "spread-by-the-revision-of-a-deployment"
    statefulset_with_a_failed_ordinal "statefulset-with-a-failed-ordinal"
    surge_0_1_on_25_nodes "surge-0-1-on-25-nodes"
    surge_0_1_on_full_nodes "surge-0-1-on-full-nodes"
    surge_0_20_on_25_nodes "surge-0-20-on-25-nodes"
    surge_1_0_on_25_nodes "surge-1-0-on-25-nodes"
    surge_1_0_on_3_nodes "surge-1-0-on-3-nodes"
    surge_2_1_documented_example "surge-2-1-documented-example"
    surge_2_1_with_daemon_pods_only "surge-2-1-with-daemon-pods-only"
    surge_20_0_on_25_nodes "surge-20-0-on-25-nodes"
    surge_5_0_with_2_spare_nodes "surge-5-0-with-2-spare-nodes"
    surge_5_0_with_5_spare_nodes "surge-5-0-with-5-spare-nodes"
    surge_5_0_with_no_spare_node "surge-5-0-with-no-spare-node"
    surge_5_1_with_2_spare_nodes "surge-5-1-with-2-spare-nodes"
    surge_5_1_with_5_spare_nodes "surge-5-1-with-5-spare-nodes"
    surge_5_1_with_no_spare_node "surge-5-1-with-no-spare-node"
    surge_across_several_windows "surge-across-several-windows"
    surge_cancelled_and_resumed "surge-cancelled-and-resumed"
    surge_cancelled_and_rolled_back "surge-cancelled-and-rolled-back"
    surge_pauses_during_an_exclusion "surge-pauses-during-an-exclusion"
    surge_with_a_budget_of_one "surge-with-a-budget-of-one"
    toleration_seconds_of_a_no_execute_taint "toleration-seconds-of-a-no-execute-taint"
    tpu_slice_of_64_nodes "tpu-slice-of-64-nodes"
    two_daemon_pods_on_a_node "two-daemon-pods-on-a-node"
    unready_pod_and_the_counts_of_a_failed_sync "unready-pod-and-the-counts-of-a-failed-sync"
    unready_pod_when_another_drain_spent_the_unit "unready-pod-when-another-drain-spent-the-unit"
    upgrade_at_the_maximum "upgrade-at-the-maximum"
    vm_disruption_of_nodes_and_control_plane "vm-disruption-of-nodes-and-control-plane"
    vm_request_refused_twice "vm-request-refused-twice"
    waiting_credential_rotation_applied_at_once "waiting-credential-rotation-applied-at-once"
    waiting_rotation_before_an_automatic_upgrade "waiting-rotation-before-an-automatic-upgrade"
}
