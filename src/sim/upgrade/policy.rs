//! Windows and exclusions: what waits for them, what goes on, what asks nobody.

use expect_test::expect;

use crate::sim::testing::*;
use crate::trace::{Change, Record};

/// Rows about pools and the cluster, and each node that is taken.
fn runs(record: &Record) -> bool {
    let zone = matches!(
        record.change,
        Change::ZoneStarted { .. } | Change::ZoneDone { .. } | Change::Commanded { .. }
    );
    let taken = matches!(record.change, Change::NodeTaken { .. } | Change::NodeDone);
    pool(record) && !zone || taken
}

/// MW-06, AM-08: an exclusion that begins in the middle of a run lets the nodes in progress finish; the end is free again.
#[test]
fn an_exclusion_pauses_a_surge_run() {
    check(
        "exclude=freeze:300-1000:no-upgrades | pool a nodes=3 | at=0 upgrade a automatic",
        runs,
        expect![[""]],
    );
}

/// AM-57: a node that is done with the closing instant is no reason to take another; a window of one second is enough.
#[test]
fn a_run_takes_nothing_at_the_instant_of_an_edge() {
    check(
        "window=0-211,1000-1001,2000-2422 | pool a nodes=4 | at=0 upgrade a automatic",
        runs,
        expect![[""]],
    );
}

/// AM-23, BS-16: of the kinds of work each exclusion keeps out its own, all reasons are said, and said again when they are
/// others.
#[test]
fn every_reason_is_said_and_said_again() {
    check(
        "window=100-400,2000-9000 | exclude=year-end:0-3000:no-upgrades | exclude=freeze:50-4000:no-minor | pool a nodes=1 \
         | at=0 upgrade a automatic",
        runs,
        expect![[""]],
    );
}

/// MX-06, MX-07: a patch goes through where a minor version does not, and the control plane where nodes do not.
#[test]
fn each_scope_keeps_out_its_own() {
    check(
        "control-plane=1.32 | exclude=minor:0-5000:no-minor | exclude=nodes:3000-4000:no-minor-or-node | pool a nodes=1 \
         | pool b nodes=1 | at=0 upgrade a automatic to=1.32.5 | at=0 upgrade-master 1.33 automatic \
         | at=0 upgrade-master 1.32.9 automatic | at=3000 upgrade b automatic to=1.32.5",
        runs,
        expect![[""]],
    );
}

/// AM-66: blue-green and short-lived upgrades start when they may, and then go on.
#[test]
fn blue_green_starts_when_it_may_and_goes_on() {
    check(
        "exclude=early:0-500:no-upgrades | exclude=late:600-9000:no-upgrades | pool a nodes=1 blue-green pool-soak=100 \
         | pool b nodes=1 life=3000 | concurrent=2 | at=0 upgrade a automatic | at=0 upgrade b automatic",
        runs,
        expect![[""]],
    );
}

/// AM-09, BS-03: what a person starts asks neither.
#[test]
fn a_manual_run_asks_nobody() {
    check(
        "window=9000-9001 | exclude=freeze:0-9000:no-upgrades | pool a nodes=1 | at=0 upgrade a",
        runs,
        expect![[""]],
    );
}

/// A calendar of weeks keeps no run alive; while something waits it goes on.
#[test]
fn edges_keep_no_run_alive() {
    check(
        "window=0-1000,86400-87400,172800-173800 | exclude=late:200000-300000:no-upgrades | pool a nodes=1 \
         | at=0 upgrade a automatic",
        runs,
        expect![[""]],
    );
    check(
        "window=500-1000,86400-87400,172800-173800 | exclude=now:0-86500:no-upgrades | pool a nodes=1 auto surge=0+1 \
         | pool b nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic to=1.34 | control-plane=1.33",
        runs,
        expect![[""]],
    );
}

/// MR-02, MR-03, AM-29, AM-71: a change that recreates nodes waits for maintenance; a narrower exclusion keeps it out, too.
#[test]
fn a_rotation_waits_for_maintenance() {
    check(
        "window=500-9000 | exclude=nodes:0-700:no-minor-or-node | exclude=minor:0-8000:no-minor | pool a nodes=1 blue-green \
         | at=0 upgrade a credentialRotation",
        runs,
        expect![[""]],
    );
}

/// MR-04, AM-70 (5): an upgrade to the version that is there applies what waits, all of it, at once.
#[test]
fn an_upgrade_to_the_same_version_applies_what_waits() {
    check(
        "window=90000-99000 | pool a nodes=2 surge=0+2 | at=0 upgrade a credentialRotation | at=10 upgrade a shieldedNodes \
         | at=100 upgrade a to=1.32",
        runs,
        expect![[""]],
    );
}

/// AM-70 (5): whoever recreates the nodes brings what waits with them.
#[test]
fn an_upgrade_brings_what_waits() {
    check(
        "window=90000-99000 | pool a nodes=1 | at=0 upgrade a credentialRotation | at=100 upgrade a",
        runs,
        expect![[""]],
    );
}

/// AM-70 (2): changes of the configuration, then upgrades, then VM disruption; a blocked one holds up no other.
#[test]
fn what_is_due_has_its_order() {
    check(
        "control-plane=1.33 | window=100-9000 | exclude=minor:0-2000:no-minor | pool a nodes=1 surge=0+1 | pool b nodes=1 surge=0+1 \
         | pool c nodes=1 surge=0+1 | pool d nodes=1 surge=0+1 | at=0 disrupt a | at=0 disrupt control-plane | at=1 upgrade b automatic \
         | at=1 upgrade c automatic to=1.32.5 | at=2 upgrade d ipRotation | at=3 upgrade-master 1.33.4 automatic",
        runs,
        expect![[""]],
    );
}

/// AM-30, AM-71: GKE makes VMs anew at the same version, by surge.
#[test]
fn disruption_is_a_surge_run_at_the_same_version() {
    check(
        "control-plane=1.32 | exclude=nodes:0-1000:no-minor-or-node | pool a nodes=1 blue-green | at=0 disrupt a \
         | at=0 disrupt control-plane",
        runs,
        expect![[""]],
    );
}

/// AM-72, MW-07: an override starts inside of an exclusion, beside others, and is not paused.
#[test]
fn an_override_asks_nobody() {
    check(
        "window=0-300,90000-99000 | exclude=freeze:100-9000:no-upgrades | pool a nodes=2 | pool b nodes=2 \
         | at=50 upgrade b automatic | at=200 upgrade a over=emergency",
        runs,
        expect![[""]],
    );
}

/// AM-72: what the same pool has under way is finished first, without asking any more.
#[test]
fn an_override_waits_for_the_run_of_its_pool() {
    check(
        "window=0-300,90000-99000 | pool a nodes=2 | at=0 upgrade a automatic | at=1000 upgrade a newest over=criticalPatch",
        runs,
        expect![[""]],
    );
}

/// AM-72: the same of the control plane.
#[test]
fn an_override_of_the_control_plane() {
    check(
        "control-plane=1.32 | window=90000-99000 | exclude=freeze:0-9000:no-upgrades | pool a nodes=1 \
         | at=0 upgrade-master 1.32.4 automatic | at=5 upgrade-master 1.32.5 over=endOfSupport",
        runs,
        expect![[""]],
    );
}

/// MR-09, AM-69: repairs of the control plane ask neither windows nor exclusions.
#[test]
fn a_control_plane_is_repaired_at_any_time() {
    check(
        "control-plane=1.32 replicas-of-it=3 | window=90000-99000 | exclude=freeze:0-90000:no-upgrades | pool a nodes=1 | at=0 repair",
        runs,
        expect![[""]],
    );
}

/// MR-05, MR-06, MR-08, MR-11: hosts and repairs of nodes ask nobody; without auto-repair a node stays as it is.
#[test]
fn machines_ask_no_policy() {
    check(
        "window=90000-99000 | exclude=freeze:0-90000:no-upgrades | pool a nodes=2 | pool g nodes=1 gpu | pool b nodes=1 no-repair \
         | at=0 host-event a-0 | at=0 host-event g-0 | at=0 fail a-1 | at=0 fail b-0",
        nodes,
        expect![[""]],
    );
}

/// MX-21, AM-27: one minor version in 30 days, and the pools after each; a pool without auto-upgrade stays.
#[test]
fn a_cluster_catches_up_one_minor_a_month() {
    check(
        "control-plane=1.30 | exclude=year-end:0-1000:no-upgrades | exclude=freeze:2592500-2700000:no-minor | pool a nodes=1 auto \
         | pool b nodes=1 | at=0 target 1.33.5-gke.100 | until=9000000",
        runs,
        expect![[""]],
    );
}

/// BS-27: in the current edition every automatic upgrade of the control plane keeps its distance, a manual one counts.
#[test]
fn a_disruption_budget_keeps_upgrades_apart() {
    check(
        "control-plane=1.32.1 | budget=2592000-86400 created=-1000 | pool a nodes=1 | at=0 upgrade-master 1.32.2 automatic \
         | at=90000 upgrade-master 1.32.3 | at=100000 upgrade-master 1.32.4 automatic | at=200000 upgrade-master 1.33 automatic \
         | at=2600000 upgrade-master 1.33.1 automatic",
        runs,
        expect![[""]],
    );
}

/// BS-29: announced three days before it starts, and not before it may.
#[test]
fn an_upgrade_of_the_control_plane_is_announced() {
    check(
        "control-plane=1.32 notice | exclude=freeze:200000-300000:no-upgrades | pool a nodes=1 auto | at=0 target 1.33",
        runs,
        expect![[""]],
    );
}

/// AM-70: a run that an exclusion paused waits for its turn when another one has begun meanwhile.
#[test]
fn a_paused_run_waits_for_its_turn() {
    check(
        "exclude=minor:100-500:no-minor | pool a nodes=2 | pool b nodes=2 | at=0 upgrade a automatic \
         | at=300 upgrade b automatic to=1.32.5",
        runs,
        expect![[""]],
    );
}
