//! Golden traces: `tests/golden/NAME/scenario.json` and the whole run as text, with rule and cause on each line.
//!
//! `UPDATE_EXPECT=1 cargo test golden` writes them anew; every changed line is then read against its rule ids.

use runner::Session;
use trace::text::table;

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
    am_08_an_exclusion_in_the_middle "am-08-an-exclusion-in-the-middle"
    am_12_rollback_that_respects_budgets "am-12-rollback-that-respects-budgets"
    am_16_paused_drain "am-16-paused-drain"
    am_21_batches_over_zones "am-21-batches-over-zones"
    am_30_vm_disruption "am-30-vm-disruption"
    am_53_a_repair_that_an_upgrade_ends "am-53-a-repair-that-an-upgrade-ends"
    am_56_refused_once_an_instant "am-56-refused-once-an-instant"
    am_56_shortened_at_the_next_attempt "am-56-shortened-at-the-next-attempt"
    am_57_nothing_old_after_a_cancel "am-57-nothing-old-after-a-cancel"
    am_57_short_lived_after_a_cancel "am-57-short-lived-after-a-cancel"
    am_60_no_capacity_in_the_next_zone "am-60-no-capacity-in-the-next-zone"
    am_60_refused_again "am-60-refused-again"
    am_62_deleted_by_others_is_no_violation "am-62-deleted-by-others-is-no-violation"
    am_62_drain_limits_of_a_batch "am-62-drain-limits-of-a-batch"
    am_64_a_zone_runs_out "am-64-a-zone-runs-out"
    am_64_taken_away_in_a_batch "am-64-taken-away-in-a-batch"
    am_65_cancelled_in_phase_1 "am-65-cancelled-in-phase-1"
    am_65_twenty_at_a_time "am-65-twenty-at-a-time"
    am_66_a_cancelled_run_after_another_one "am-66-a-cancelled-run-after-another-one"
    am_66_the_window_closes "am-66-the-window-closes"
    am_70_changes_that_wait_in_another_order "am-70-changes-that-wait-in-another-order"
    am_70_no_rollback_beside_the_control_plane "am-70-no-rollback-beside-the-control-plane"
    am_70_rollback_beside_automatic "am-70-rollback-beside-automatic"
    am_72_emergency_in_an_exclusion "am-72-emergency-in-an-exclusion"
    am_72_emergency_while_closed "am-72-emergency-while-closed"
    am_73_daemon_pod_without_room "am-73-daemon-pod-without-room"
    am_79_paused_soak "am-79-paused-soak"
    am_84_waits_for_a_phase "am-84-waits-for-a-phase"
    am_91_drained_during_the_pause "am-91-drained-during-the-pause"
    bg_05_change_of_the_machine_type "bg-05-change-of-the-machine-type"
    bg_09_quota_check "bg-09-quota-check"
    bg_09_rolled_back_after_the_check "bg-09-rolled-back-after-the-check"
    bg_12_rollback_in_phase_1 "bg-12-rollback-in-phase-1"
    bg_13_a_blue_node_that_boots "bg-13-a-blue-node-that-boots"
    bg_14_rollback_in_phase_2 "bg-14-rollback-in-phase-2"
    bg_16_a_budget_that_opens_too_late "bg-16-a-budget-that-opens-too-late"
    bg_16_nobody_is_forced_in_phase_3 "bg-16-nobody-is-forced-in-phase-3"
    bg_16_repair_after_the_batch "bg-16-repair-after-the-batch"
    bg_22_resumed_in_a_soak "bg-22-resumed-in-a-soak"
    bg_26_seven_days "bg-26-seven-days"
    bg_34_no_blue_vm_comes_back "bg-34-no-blue-vm-comes-back"
    bg_43_commands_in_the_wrong_phase "bg-43-commands-in-the-wrong-phase"
    bg_44_selector_of_the_pool "bg-44-selector-of-the-pool"
    bs_06_one_minor_after_the_other "bs-06-one-minor-after-the-other"
    bs_27_disruption_budget "bs-27-disruption-budget"
    gf_01_docs_example "gf-01-docs-example"
    gf_02_balanced_1_0 "gf-02-balanced-1-0"
    gf_02_fast_0_20 "gf-02-fast-0-20"
    gf_02_fast_20_0 "gf-02-fast-20-0"
    gf_02_slow_0_1 "gf-02-slow-0-1"
    gf_03_catch_up_after_the_holidays "gf-03-catch-up-after-the-holidays"
    gf_13_surge_5_0_free_0 "gf-13-surge-5-0-free-0"
    gf_13_surge_5_0_free_2 "gf-13-surge-5-0-free-2"
    gf_13_surge_5_0_free_5 "gf-13-surge-5-0-free-5"
    gf_13_surge_5_1_free_0 "gf-13-surge-5-1-free-0"
    gf_13_surge_5_1_free_2 "gf-13-surge-5-1-free-2"
    gf_13_surge_5_1_free_5 "gf-13-surge-5-1-free-5"
    gf_14_surge_1_0 "gf-14-surge-1-0"
    gf_15_budget_of_one "gf-15-budget-of-one"
    gf_16_surge_0_1 "gf-16-surge-0-1"
    gf_17_surge_2_1 "gf-17-surge-2-1"
    gf_18_cancel_resume "gf-18-cancel-resume"
    gf_18_cancel_rollback "gf-18-cancel-rollback"
    gf_19_one_hour "gf-19-one-hour"
    gf_20_calendar_a "gf-20-calendar-a"
    gf_20_calendar_b "gf-20-calendar-b"
    gf_20_window_a "gf-20-window-a"
    gf_20_window_b "gf-20-window-b"
    gf_21_blue_green "gf-21-blue-green"
    gf_21_complete "gf-21-complete"
    gf_22_rollback_in_phase_3 "gf-22-rollback-in-phase-3"
    gf_23_without_batches "gf-23-without-batches"
    kc_01_surplus_at_the_start "kc-01-surplus-at-the-start"
    kc_10_failed_ordinal "kc-10-failed-ordinal"
    kc_13_labels_change "kc-13-labels-change"
    kc_15_failed_daemon_pod "kc-15-failed-daemon-pod"
    kc_15_two_daemon_pods "kc-15-two-daemon-pods"
    kc_16_surplus_of_a_job "kc-16-surplus-of-a-job"
    kc_17_failed_before_the_start "kc-17-failed-before-the-start"
    kc_17_failures_before_the_start "kc-17-failures-before-the-start"
    kc_17_job_fails "kc-17-job-fails"
    kc_17_wait_grows "kc-17-wait-grows"
    ke_01_who_is_gone_passes_the_turn_on "ke-01-who-is-gone-passes-the-turn-on"
    ke_06_numbers_of_a_failed_sync "ke-06-numbers-of-a-failed-sync"
    ke_06_unready_beside_a_taken_unit "ke-06-unready-beside-a-taken-unit"
    kp_08_mirror "kp-08-mirror"
    ks_03_cordon_takes_a_domain "ks-03-cordon-takes-a-domain"
    ks_03_spread_evens_out "ks-03-spread-evens-out"
    ks_14_revision_of_a_deployment "ks-14-revision-of-a-deployment"
    ks_16_affinity_in_a_surge_upgrade "ks-16-affinity-in-a-surge-upgrade"
    ks_19_kept_away_beside_a_claim "ks-19-kept-away-beside-a-claim"
    ks_27_crowd_beside_a_friend "ks-27-crowd-beside-a-friend"
    ks_34_units_before_replacements "ks-34-units-before-replacements"
    ks_37_preemption "ks-37-preemption"
    kt_02_new_vm_has_no_images "kt-02-new-vm-has-no-images"
    kt_12_a_taint_that_goes_in_time "kt-12-a-taint-that-goes-in-time"
    kt_12_taint_no_execute "kt-12-taint-no-execute"
    kt_12_toleration_seconds "kt-12-toleration-seconds"
    mr_04_rotation_applied_at_once "mr-04-rotation-applied-at-once"
    mw_06_surge_over_several_windows "mw-06-surge-over-several-windows"
    mx_21_three_minor_versions "mx-21-three-minor-versions"
    sl_03_bounded_lives "sl-03-bounded-lives"
    su_27_back_over_what_an_override_took_up "su-27-back-over-what-an-override-took-up"
    su_27_repaired_beside_the_upgrade "su-27-repaired-beside-the-upgrade"
    su_27_replaced_beside_the_upgrade "su-27-replaced-beside-the-upgrade"
}
