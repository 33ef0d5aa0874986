//! Tests of windows and exclusions: what waits for them, what continues, what ignores them.

use expect_test::expect;

use crate::testing::*;
use trace::{Change, Record};

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
        expect![[r#"
               0s  pool/a      upgrade started, automatic                        upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                             surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             211s  node/a-a-3  done                                              surge/node-done [AM-58]                <- node/a-0 gone
             211s  node/a-1    taken by surge slot 1                             surge/take [SU-01 SU-13 AM-58]         <- node/a-a-3 done
             300s  cluster     exclusion freeze begins                           exclusion/begins [AM-56]
             300s  pool/a      paused: MAINTENANCE_EXCLUSION_NO_UPGRADES freeze  upgrade/pause-exclusion [MW-06 AM-08]  <- cluster exclusion freeze begins
             422s  node/a-a-4  done                                              surge/node-done [AM-58]                <- node/a-1 gone
            1000s  cluster     exclusion freeze over                             exclusion/ends [AM-56]
            1000s  pool/a      resumed                                           upgrade/go-on [AM-08 AM-61]            <- cluster exclusion freeze over
            1000s  node/a-2    taken by surge slot 1                             surge/take [SU-01 SU-13 AM-58]         <- pool/a resumed
            1211s  node/a-a-5  done                                              surge/node-done [AM-58]                <- node/a-2 gone
            1211s  pool/a      succeeded                                         upgrade/succeed [AM-59 BS-15]          <- node/a-a-5 done
            Quiet
        "#]],
    );
}

/// AM-57: a node done at the closing instant isn't followed by another; a window of one second is enough.
#[test]
fn a_run_takes_nothing_at_the_instant_of_an_edge() {
    check(
        "window=0-211,1000-1001,2000-2422 | pool a nodes=4 | at=0 upgrade a automatic",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started, automatic  upgrade/start [SU-04 AM-84]     <- pool/a command 0
               0s  node/a-0    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
             211s  cluster     window closed               window/closes [AM-56]
             211s  node/a-a-4  done                        surge/node-done [AM-58]         <- node/a-0 gone
             211s  pool/a      paused: MAINTENANCE_WINDOW  upgrade/pause [UP-16 AM-08]     <- cluster window closed
            1000s  cluster     window open                 window/opens [AM-56]
            1000s  pool/a      resumed                     upgrade/go-on [AM-08 AM-61]     <- cluster window open
            1000s  node/a-1    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- pool/a resumed
            1001s  cluster     window closed               window/closes [AM-56]
            1001s  pool/a      paused: MAINTENANCE_WINDOW  upgrade/pause [UP-16 AM-08]     <- cluster window closed
            1211s  node/a-a-5  done                        surge/node-done [AM-58]         <- node/a-1 gone
            2000s  cluster     window open                 window/opens [AM-56]
            2000s  pool/a      resumed                     upgrade/go-on [AM-08 AM-61]     <- cluster window open
            2000s  node/a-2    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- pool/a resumed
            2211s  node/a-a-6  done                        surge/node-done [AM-58]         <- node/a-2 gone
            2211s  node/a-3    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- node/a-a-6 done
            2422s  cluster     window closed               window/closes [AM-56]
            2422s  node/a-a-7  done                        surge/node-done [AM-58]         <- node/a-3 gone
            2422s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]   <- node/a-a-7 done
            Quiet
        "#]],
    );
}

/// AM-23, BS-16: each exclusion blocks its own kinds of work; all reasons are reported, and reported again when they
/// change.
#[test]
fn every_reason_is_reported_again_after_it_ended() {
    check(
        "window=100-400,2000-9000 | exclude=year-end:0-3000:no-upgrades | exclude=freeze:50-4000:no-minor | pool a nodes=1 \
         | at=0 upgrade a automatic",
        runs,
        expect![[r#"
               0s  pool/a      queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES year-end                                                  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/a command 0
              50s  cluster     exclusion freeze begins                                                                                                 exclusion/begins [AM-56]
              50s  pool/a      queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES year-end, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze  upgrade/queue-exclusion [BS-16 AM-84]  <- cluster exclusion freeze begins
             100s  cluster     window open                                                                                                             window/opens [AM-56]
             400s  cluster     window closed                                                                                                           window/closes [AM-56]
            2000s  cluster     window open                                                                                                             window/opens [AM-56]
            3000s  cluster     exclusion year-end over                                                                                                 exclusion/ends [AM-56]
            3000s  pool/a      queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze                                                                  upgrade/queue-exclusion [BS-16 AM-84]  <- cluster exclusion year-end over
            4000s  cluster     exclusion freeze over                                                                                                   exclusion/ends [AM-56]
            4000s  pool/a      upgrade started, automatic                                                                                              upgrade/start [SU-04 AM-84]            <- cluster exclusion freeze over
            4000s  node/a-0    taken by surge slot 1                                                                                                   surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            4211s  node/a-a-1  done                                                                                                                    surge/node-done [AM-58]                <- node/a-0 gone
            4211s  pool/a      succeeded                                                                                                               upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// MX-06, MX-07: a patch goes through where a minor version does not, and the control plane where nodes do not.
#[test]
fn each_scope_blocks_its_own_work() {
    check(
        "control-plane=1.32 | exclude=minor:0-5000:no-minor | exclude=nodes:3000-4000:no-minor-or-node | pool a nodes=1 \
         | pool b nodes=1 | at=0 upgrade a automatic to=1.32.5 | at=0 upgrade-master 1.33 automatic \
         | at=0 upgrade-master 1.32.9 automatic | at=3000 upgrade b automatic to=1.32.5",
        runs,
        expect![[r#"
               0s  cluster     queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor                                                 control-plane/waits-exclusion [BS-16]  <- cluster command 1
               0s  cluster     control plane upgrade started                                                                         control-plane/start [AM-69 AM-70]      <- cluster command 2
               0s  cluster     replica 1 of the control plane, 600s                                                                  control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
               0s  pool/a      queued: control plane is older                                                                        upgrade/queue [BS-02 AM-84]            <- pool/a command 0
             600s  cluster     control plane upgraded                                                                                control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
             600s  pool/a      upgrade started, automatic                                                                            upgrade/start [SU-04 AM-84]            <- cluster control plane upgraded
             600s  node/a-0    taken by surge slot 1                                                                                 surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             811s  node/a-a-1  done                                                                                                  surge/node-done [AM-58]                <- node/a-0 gone
             811s  pool/a      succeeded                                                                                             upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
            3000s  cluster     exclusion nodes begins                                                                                exclusion/begins [AM-56]
            3000s  cluster     queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES nodes  control-plane/waits-exclusion [BS-16]  <- cluster exclusion nodes begins
            3000s  pool/b      queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES nodes                                                 upgrade/queue-exclusion [BS-16 AM-84]  <- pool/b command 3
            4000s  cluster     exclusion nodes over                                                                                  exclusion/ends [AM-56]
            4000s  cluster     queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor                                                 control-plane/waits-exclusion [BS-16]  <- cluster exclusion nodes over
            4000s  pool/b      upgrade started, automatic                                                                            upgrade/start [SU-04 AM-84]            <- cluster exclusion nodes over
            4000s  node/b-0    taken by surge slot 1                                                                                 surge/take [SU-01 SU-13 AM-58]         <- pool/b zone zone-a started, 1 surge + 0 unavailable
            4211s  node/b-a-1  done                                                                                                  surge/node-done [AM-58]                <- node/b-0 gone
            4211s  pool/b      succeeded                                                                                             upgrade/succeed [AM-59 BS-15]          <- node/b-a-1 done
            5000s  cluster     exclusion minor over                                                                                  exclusion/ends [AM-56]
            5000s  cluster     control plane upgrade started                                                                         control-plane/start [AM-69 AM-70]      <- cluster exclusion minor over
            5000s  cluster     replica 1 of the control plane, 600s                                                                  control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
            5600s  cluster     control plane upgraded                                                                                control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
            Quiet
        "#]],
    );
}

/// AM-66: blue-green and short-lived upgrades start when they may, and then continue.
#[test]
fn blue_green_starts_when_it_may_and_goes_on() {
    check(
        "exclude=early:0-500:no-upgrades | exclude=late:600-9000:no-upgrades | pool a nodes=1 blue-green pool-soak=100 \
         | pool b nodes=1 life=3000 | concurrent=2 | at=0 upgrade a automatic | at=0 upgrade b automatic",
        runs,
        expect![[r#"
               0s  pool/a   queued: MAINTENANCE_EXCLUSION_NO_UPGRADES early  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/a command 0
               0s  pool/b   queued: MAINTENANCE_EXCLUSION_NO_UPGRADES early  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/b command 1
             500s  cluster  exclusion early over                             exclusion/ends [AM-56]
             500s  pool/a   upgrade started, automatic                       upgrade/start [SU-04 AM-84]            <- cluster exclusion early over
             500s  pool/b   upgrade started, automatic                       upgrade/start [SU-04 AM-84]            <- cluster exclusion early over
             500s  pool/a   CREATING_GREEN_POOL                              blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started, automatic
             600s  cluster  exclusion late begins                            exclusion/begins [AM-56]
             680s  pool/a   CORDONING_BLUE_POOL                              blue-green/cordon [BG-13 AM-64]        <- node/a-a-1 ready
             681s  pool/a   DRAINING_BLUE_POOL                               blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
             681s  pool/a   batch 1 of 1                                     blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
             681s  pool/a   batch drained, soaks 0s                          blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
             681s  pool/a   NODE_POOL_SOAKING, 100s                          blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 0s
             781s  pool/a   DELETING_BLUE_POOL                               blue-green/delete [BG-31 AM-64]        <- pool/a NODE_POOL_SOAKING, 100s
             811s  pool/a   succeeded                                        blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            3030s  pool/b   succeeded                                        short-lived/succeed [SL-03 BS-15]      <- node/b-0 gone
            Quiet
        "#]],
    );
}

/// AM-09, BS-03: manual upgrades ignore both.
#[test]
fn a_manual_run_ignores_the_policy() {
    check(
        "window=9000-9001 | exclude=freeze:0-9000:no-upgrades | pool a nodes=1 | at=0 upgrade a",
        runs,
        expect![[r#"
              0s  pool/a      upgrade started        upgrade/start [SU-04 AM-84]     <- pool/a command 0
              0s  node/a-0    taken by surge slot 1  surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
            211s  node/a-a-1  done                   surge/node-done [AM-58]         <- node/a-0 gone
            211s  pool/a      succeeded              upgrade/succeed [AM-59 BS-15]   <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// A weekly calendar keeps no run alive; while something waits, it continues.
#[test]
fn window_edges_keep_no_run_alive() {
    check(
        "window=0-1000,86400-87400,172800-173800 | exclude=late:200000-300000:no-upgrades | pool a nodes=1 \
         | at=0 upgrade a automatic",
        runs,
        expect![[r#"
              0s  pool/a      upgrade started, automatic  upgrade/start [SU-04 AM-84]     <- pool/a command 0
              0s  node/a-0    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
            211s  node/a-a-1  done                        surge/node-done [AM-58]         <- node/a-0 gone
            211s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]   <- node/a-a-1 done
            Quiet
        "#]],
    );
    check(
        "window=500-1000,86400-87400,172800-173800 | exclude=now:0-86500:no-upgrades | pool a nodes=1 auto surge=0+1 \
         | pool b nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic to=1.34 | control-plane=1.33",
        runs,
        expect![[r#"
                0s  pool/a    queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES now  upgrade/queue-exclusion [BS-16 AM-84]             <- pool/a command 0
                0s  pool/b    queued: control plane is older                                     upgrade/queue [BS-02 AM-84]                       <- pool/b command 1
              500s  cluster   window open                                                        window/opens [AM-56]
             1000s  cluster   window closed                                                      window/closes [AM-56]
            86400s  cluster   window open                                                        window/opens [AM-56]
            86500s  cluster   exclusion now over                                                 exclusion/ends [AM-56]
            86500s  pool/a    upgrade started, automatic                                         upgrade/start [SU-04 AM-84]                       <- cluster exclusion now over
            86500s  node/a-0  taken by unavailable slot 1                                        surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
            86711s  node/a-0  done                                                               surge/node-done [AM-58]                           <- node/a-0 uncordoned
            86711s  pool/a    succeeded                                                          upgrade/succeed [AM-59 BS-15]                     <- node/a-0 done
            Quiet
        "#]],
    );
}

/// MR-02, MR-03, AM-29, AM-71: a change that recreates nodes waits for maintenance; a narrower exclusion blocks it too.
#[test]
fn a_rotation_waits_for_maintenance() {
    check(
        "window=500-9000 | exclude=nodes:0-700:no-minor-or-node | exclude=minor:0-8000:no-minor | pool a nodes=1 blue-green \
         | at=0 upgrade a credentialRotation",
        runs,
        expect![[r#"
              0s  pool/a      queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES nodes  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/a command 0
            500s  cluster     window open                                                                window/opens [AM-56]
            700s  cluster     exclusion nodes over                                                       exclusion/ends [AM-56]
            700s  pool/a      credentialRotation started, automatic                                      upgrade/start [SU-04 AM-84]            <- cluster exclusion nodes over
            700s  node/a-0    taken by surge slot 1                                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            911s  node/a-a-1  done                                                                       surge/node-done [AM-58]                <- node/a-0 gone
            911s  pool/a      succeeded                                                                  upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// MR-04, AM-70 (5): an upgrade to the current version applies everything that waits, at once.
#[test]
fn an_upgrade_to_the_same_version_applies_what_waits() {
    check(
        "window=90000-99000 | pool a nodes=2 surge=0+2 | at=0 upgrade a credentialRotation | at=10 upgrade a shieldedNodes \
         | at=100 upgrade a to=1.32",
        runs,
        expect![[r#"
              0s  pool/a    queued: MAINTENANCE_WINDOW   upgrade/queue-window [BS-16 AM-84]                <- pool/a command 0
            100s  pool/a    credentialRotation started   upgrade/start [SU-04 AM-84]                       <- pool/a command 2
            100s  node/a-0  taken by unavailable slot 1  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            100s  node/a-1  taken by unavailable slot 2  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            311s  node/a-0  done                         surge/node-done [AM-58]                           <- node/a-0 uncordoned
            311s  node/a-1  done                         surge/node-done [AM-58]                           <- node/a-1 uncordoned
            311s  pool/a    succeeded                    upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
            Quiet
        "#]],
    );
}

/// AM-70 (5): a run that recreates the nodes brings what waits with them.
#[test]
fn an_upgrade_includes_waiting_changes() {
    check(
        "window=90000-99000 | pool a nodes=1 | at=0 upgrade a credentialRotation | at=100 upgrade a",
        runs,
        expect![[r#"
              0s  pool/a      queued: MAINTENANCE_WINDOW  upgrade/queue-window [BS-16 AM-84]  <- pool/a command 0
            100s  pool/a      upgrade started             upgrade/start [SU-04 AM-84]         <- pool/a command 1
            100s  node/a-0    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]      <- pool/a zone zone-a started, 1 surge + 0 unavailable
            311s  node/a-a-1  done                        surge/node-done [AM-58]             <- node/a-0 gone
            311s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]       <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// AM-70 (2): changes of the configuration, then upgrades, then VM disruption; a blocked one holds up no other.
#[test]
fn due_work_starts_in_order() {
    check(
        "control-plane=1.33 | window=100-9000 | exclude=minor:0-2000:no-minor | pool a nodes=1 surge=0+1 | pool b nodes=1 surge=0+1 \
         | pool c nodes=1 surge=0+1 | pool d nodes=1 surge=0+1 | at=0 disrupt a | at=0 disrupt control-plane | at=1 upgrade b automatic \
         | at=1 upgrade c automatic to=1.32.5 | at=2 upgrade d ipRotation | at=3 upgrade-master 1.33.4 automatic",
        runs,
        expect![[r#"
               0s  cluster   queued: MAINTENANCE_WINDOW                                                 control-plane/waits [AM-70]                       <- cluster command 1
               0s  pool/a    queued: MAINTENANCE_WINDOW                                                 upgrade/queue-window [BS-16 AM-84]                <- pool/a command 0
               1s  pool/b    queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor  upgrade/queue-exclusion [BS-16 AM-84]             <- pool/b command 2
               1s  pool/c    queued: MAINTENANCE_WINDOW                                                 upgrade/queue-window [BS-16 AM-84]                <- pool/c command 3
               2s  pool/d    queued: MAINTENANCE_WINDOW                                                 upgrade/queue-window [BS-16 AM-84]                <- pool/d command 4
               3s  cluster   queued: MAINTENANCE_WINDOW                                                 control-plane/waits [AM-70]                       <- cluster command 5
             100s  cluster   window open                                                                window/opens [AM-56]
             100s  cluster   control plane upgrade started                                              control-plane/start [AM-69 AM-70]                 <- cluster window open
             100s  cluster   replica 1 of the control plane, 600s                                       control-plane/replica [AM-69 MR-10]               <- cluster control plane upgrade started
             100s  pool/d    queued: the control plane is worked on                                     upgrade/queue-turn [BS-01 AM-70]                  <- cluster window open
             100s  pool/c    queued: the control plane is worked on                                     upgrade/queue-turn [BS-01 AM-70]                  <- cluster window open
             100s  pool/a    queued: the control plane is worked on                                     upgrade/queue-turn [BS-01 AM-70]                  <- cluster window open
             700s  cluster   control plane upgraded                                                     control-plane/done [AM-69]                        <- cluster replica 1 of the control plane, 600s
             700s  pool/d    ipRotation started, automatic                                              upgrade/start [SU-04 AM-84]                       <- cluster control plane upgraded
             700s  pool/c    queued: another pool is being upgraded                                     upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
             700s  cluster   queued: another pool is being upgraded                                     control-plane/waits [AM-70]                       <- cluster control plane upgraded
             700s  pool/a    queued: another pool is being upgraded                                     upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
             700s  node/d-0  taken by unavailable slot 1                                                surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/d zone zone-a started, 0 surge + 1 unavailable
             911s  node/d-0  done                                                                       surge/node-done [AM-58]                           <- node/d-0 uncordoned
             911s  pool/d    succeeded                                                                  upgrade/succeed [AM-59 BS-15]                     <- node/d-0 done
             911s  pool/c    upgrade started, automatic                                                 upgrade/start [SU-04 AM-84]                       <- pool/d succeeded
             911s  node/c-0  taken by unavailable slot 1                                                surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/c zone zone-a started, 0 surge + 1 unavailable
            1122s  node/c-0  done                                                                       surge/node-done [AM-58]                           <- node/c-0 uncordoned
            1122s  pool/c    succeeded                                                                  upgrade/succeed [AM-59 BS-15]                     <- node/c-0 done
            1122s  cluster   control plane vmDisruption started                                         control-plane/disruption [AM-69]                  <- pool/c succeeded
            1122s  cluster   replica 1 of the control plane, 600s                                       control-plane/replica [AM-69 MR-10]               <- cluster control plane vmDisruption started
            1122s  pool/a    queued: the control plane is worked on                                     upgrade/queue-turn [BS-01 AM-70]                  <- pool/c succeeded
            1722s  cluster   control plane is back                                                      control-plane/back [AM-69]                        <- cluster replica 1 of the control plane, 600s
            1722s  pool/a    vmDisruption started, automatic                                            upgrade/start [SU-04 AM-84]                       <- cluster control plane is back
            1722s  node/a-0  taken by unavailable slot 1                                                surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
            1933s  node/a-0  done                                                                       surge/node-done [AM-58]                           <- node/a-0 uncordoned
            1933s  pool/a    succeeded                                                                  upgrade/succeed [AM-59 BS-15]                     <- node/a-0 done
            2000s  cluster   exclusion minor over                                                       exclusion/ends [AM-56]
            2000s  pool/b    upgrade started, automatic                                                 upgrade/start [SU-04 AM-84]                       <- cluster exclusion minor over
            2000s  node/b-0  taken by unavailable slot 1                                                surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/b zone zone-a started, 0 surge + 1 unavailable
            2211s  node/b-0  done                                                                       surge/node-done [AM-58]                           <- node/b-0 uncordoned
            2211s  pool/b    succeeded                                                                  upgrade/succeed [AM-59 BS-15]                     <- node/b-0 done
            Quiet
        "#]],
    );
}

/// AM-30, AM-71: GKE recreates VMs at the same version, by surge.
#[test]
fn disruption_is_a_surge_run_at_the_same_version() {
    check(
        "control-plane=1.32 | exclude=nodes:0-1000:no-minor-or-node | pool a nodes=1 blue-green | at=0 disrupt a \
         | at=0 disrupt control-plane",
        runs,
        expect![[r#"
               0s  cluster     control plane vmDisruption started                     control-plane/disruption [AM-69]       <- cluster command 1
               0s  cluster     replica 1 of the control plane, 600s                   control-plane/replica [AM-69 MR-10]    <- cluster control plane vmDisruption started
               0s  pool/a      queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES nodes  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/a command 0
             600s  cluster     control plane is back                                  control-plane/back [AM-69]             <- cluster replica 1 of the control plane, 600s
            1000s  cluster     exclusion nodes over                                   exclusion/ends [AM-56]
            1000s  pool/a      vmDisruption started, automatic                        upgrade/start [SU-04 AM-84]            <- cluster exclusion nodes over
            1000s  node/a-0    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1211s  node/a-a-1  done                                                   surge/node-done [AM-58]                <- node/a-0 gone
            1211s  pool/a      succeeded                                              upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// AM-72, MW-07: an override starts inside of an exclusion, beside others, and is not paused.
#[test]
fn an_override_ignores_the_policy() {
    check(
        "window=0-300,90000-99000 | exclude=freeze:100-9000:no-upgrades | pool a nodes=2 | pool b nodes=2 \
         | at=50 upgrade b automatic | at=200 upgrade a over=emergency",
        runs,
        expect![[r#"
               50s  pool/b      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]            <- pool/b command 0
               50s  node/b-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/b zone zone-a started, 1 surge + 0 unavailable
              100s  cluster     exclusion freeze begins                                    exclusion/begins [AM-56]
              100s  pool/b      paused: MAINTENANCE_EXCLUSION_NO_UPGRADES freeze           upgrade/pause-exclusion [MW-06 AM-08]  <- cluster exclusion freeze begins
              200s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]               <- pool/a command 1
              200s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]            <- pool/a override: emergency; windows and exclusions are not asked
              200s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
              261s  node/b-a-2  done                                                       surge/node-done [AM-58]                <- node/b-0 gone
              300s  cluster     window closed                                              window/closes [AM-56]
              411s  node/a-a-2  done                                                       surge/node-done [AM-58]                <- node/a-0 gone
              411s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-2 done
              622s  node/a-a-3  done                                                       surge/node-done [AM-58]                <- node/a-1 gone
              622s  pool/a      succeeded                                                  upgrade/succeed [AM-59 BS-15]          <- node/a-a-3 done
             9000s  cluster     exclusion freeze over                                      exclusion/ends [AM-56]
             9000s  pool/b      paused: MAINTENANCE_WINDOW                                 upgrade/pause [UP-16 AM-08]            <- cluster exclusion freeze over
            90000s  cluster     window open                                                window/opens [AM-56]
            90000s  pool/b      resumed                                                    upgrade/go-on [AM-08 AM-61]            <- cluster window open
            90000s  node/b-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/b resumed
            90211s  node/b-a-3  done                                                       surge/node-done [AM-58]                <- node/b-1 gone
            90211s  pool/b      succeeded                                                  upgrade/succeed [AM-59 BS-15]          <- node/b-a-3 done
            Quiet
        "#]],
    );
}

/// AM-72: the pool's run in progress is finished first, without waiting for anything.
#[test]
fn an_override_waits_for_the_run_of_its_pool() {
    check(
        "window=0-300,90000-99000 | pool a nodes=3 | at=0 upgrade a automatic | at=1000 upgrade a newest over=criticalPatch",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started, automatic                                     upgrade/start [SU-04 AM-84]     <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
             211s  node/a-a-3  done                                                           surge/node-done [AM-58]         <- node/a-0 gone
             211s  node/a-1    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- node/a-a-3 done
             300s  cluster     window closed                                                  window/closes [AM-56]
             300s  pool/a      paused: MAINTENANCE_WINDOW                                     upgrade/pause [UP-16 AM-08]     <- cluster window closed
             422s  node/a-a-4  done                                                           surge/node-done [AM-58]         <- node/a-1 gone
            1000s  pool/a      override: criticalPatch; windows and exclusions are not asked  upgrade/override [AM-72]        <- pool/a command 1
            1000s  pool/a      resumed                                                        upgrade/go-on [AM-08 AM-61]     <- pool/a override: criticalPatch; windows and exclusions are not asked
            1000s  node/a-2    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- pool/a resumed
            1211s  node/a-a-5  done                                                           surge/node-done [AM-58]         <- node/a-2 gone
            1211s  pool/a      succeeded                                                      upgrade/succeed [AM-59 BS-15]   <- node/a-a-5 done
            1211s  pool/a      override: criticalPatch; windows and exclusions are not asked  upgrade/override [AM-72]        <- pool/a succeeded
            1211s  pool/a      upgrade started, automatic                                     upgrade/start [SU-04 AM-84]     <- pool/a override: criticalPatch; windows and exclusions are not asked
            1211s  node/a-a-3  taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1422s  node/a-a-6  done                                                           surge/node-done [AM-58]         <- node/a-a-3 gone
            1422s  node/a-a-4  taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- node/a-a-6 done
            1633s  node/a-a-7  done                                                           surge/node-done [AM-58]         <- node/a-a-4 gone
            1633s  node/a-a-5  taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]  <- node/a-a-7 done
            1844s  node/a-a-8  done                                                           surge/node-done [AM-58]         <- node/a-a-5 gone
            1844s  pool/a      succeeded                                                      upgrade/succeed [AM-59 BS-15]   <- node/a-a-8 done
            Quiet
        "#]],
    );
}

/// AM-72: likewise for the control plane.
#[test]
fn an_override_of_the_control_plane() {
    check(
        "control-plane=1.32 | window=90000-99000 | exclude=freeze:0-9000:no-upgrades | pool a nodes=1 \
         | at=0 upgrade-master 1.32.4 automatic | at=5 upgrade-master 1.32.5 over=endOfSupport",
        runs,
        expect![[r#"
              0s  cluster  queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze  control-plane/waits-exclusion [BS-16]  <- cluster command 0
              5s  cluster  override: endOfSupport; windows and exclusions are not asked          upgrade/override [AM-72]               <- cluster command 1
              5s  cluster  control plane upgrade started                                         control-plane/start [AM-69 AM-70]      <- cluster override: endOfSupport; windows and exclusions are not asked
              5s  cluster  replica 1 of the control plane, 600s                                  control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
            605s  cluster  control plane upgraded                                                control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
            605s  cluster  refused: already so                                                   control-plane/overtaken [AM-70]        <- cluster control plane upgraded
            Quiet
        "#]],
    );
}

/// BS-19: at the end of support GKE leaves the minor version regardless of the policy, which patches still wait for.
#[test]
fn the_end_of_support_overrides_the_policy() {
    check(
        "control-plane=1.32 support-ends=5000 | window=90000-99000 | exclude=freeze:0-80000:no-upgrades | pool a nodes=1 auto \
         | pool b nodes=1 | at=0 target 1.33 | at=6000 upgrade b automatic to=1.32.9",
        runs,
        expect![[r#"
                0s  cluster     queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze  control-plane/waits-exclusion [BS-16]  <- cluster command 0
             5000s  cluster     override: endOfSupport; windows and exclusions are not asked          upgrade/override [AM-72]               <- cluster started
             5000s  cluster     control plane upgrade started                                         control-plane/start [AM-69 AM-70]      <- cluster override: endOfSupport; windows and exclusions are not asked
             5000s  cluster     replica 1 of the control plane, 600s                                  control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
             5600s  cluster     control plane upgraded                                                control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
             5600s  pool/a      override: endOfSupport; windows and exclusions are not asked          upgrade/override [AM-72]               <- cluster control plane upgraded
             5600s  pool/a      upgrade started, automatic                                            upgrade/start [SU-04 AM-84]            <- pool/a override: endOfSupport; windows and exclusions are not asked
             5600s  node/a-0    taken by surge slot 1                                                 surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             5811s  node/a-a-1  done                                                                  surge/node-done [AM-58]                <- node/a-0 gone
             5811s  pool/a      succeeded                                                             upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
             6000s  pool/b      queued: MAINTENANCE_WINDOW, MAINTENANCE_EXCLUSION_NO_UPGRADES freeze  upgrade/queue-exclusion [BS-16 AM-84]  <- pool/b command 4
            80000s  cluster     exclusion freeze over                                                 exclusion/ends [AM-56]
            80000s  pool/b      queued: MAINTENANCE_WINDOW                                            upgrade/queue-window [BS-16 AM-84]     <- cluster exclusion freeze over
            90000s  cluster     window open                                                           window/opens [AM-56]
            90000s  pool/b      upgrade started, automatic                                            upgrade/start [SU-04 AM-84]            <- cluster window open
            90000s  node/b-0    taken by surge slot 1                                                 surge/take [SU-01 SU-13 AM-58]         <- pool/b zone zone-a started, 1 surge + 0 unavailable
            90211s  node/b-a-1  done                                                                  surge/node-done [AM-58]                <- node/b-0 gone
            90211s  pool/b      succeeded                                                             upgrade/succeed [AM-59 BS-15]          <- node/b-a-1 done
            Quiet
        "#]],
    );
    check(
        "control-plane=1.34 support-ends=500 | window=0-60 | pool a nodes=2 surge=0+1 | at=0 upgrade a automatic to=1.34",
        runs,
        expect![[r#"
              0s  pool/a    upgrade started, automatic                                    upgrade/start [SU-04 AM-84]                       <- pool/a command 0
              0s  node/a-0  taken by unavailable slot 1                                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
             60s  cluster   window closed                                                 window/closes [AM-56]
             60s  pool/a    paused: MAINTENANCE_WINDOW                                    upgrade/pause [UP-16 AM-08]                       <- cluster window closed
            211s  node/a-0  done                                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
            500s  pool/a    override: endOfSupport; windows and exclusions are not asked  upgrade/override [AM-72]                          <- cluster started
            500s  pool/a    resumed                                                       upgrade/go-on [AM-08 AM-61]                       <- pool/a override: endOfSupport; windows and exclusions are not asked
            500s  node/a-1  taken by unavailable slot 1                                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a resumed
            711s  node/a-1  done                                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
            711s  pool/a    succeeded                                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
            Quiet
        "#]],
    );
}

/// MR-09, AM-69: repairs of the control plane ignore windows and exclusions.
#[test]
fn a_control_plane_is_repaired_at_any_time() {
    check(
        "control-plane=1.32 replicas-of-it=3 | window=90000-99000 | exclude=freeze:0-90000:no-upgrades | pool a nodes=1 | at=0 repair",
        runs,
        expect![[r#"
               0s  cluster  control plane repair started          control-plane/repair [AM-69]         <- cluster command 0
               0s  cluster  replica 1 of the control plane, 600s  control-plane/replica [AM-69 MR-10]  <- cluster control plane repair started
             600s  cluster  replica 2 of the control plane, 600s  control-plane/replica [AM-69 MR-10]  <- cluster replica 1 of the control plane, 600s
            1200s  cluster  replica 3 of the control plane, 600s  control-plane/replica [AM-69 MR-10]  <- cluster replica 2 of the control plane, 600s
            1800s  cluster  control plane is back                 control-plane/back [AM-69]           <- cluster replica 3 of the control plane, 600s
            Quiet
        "#]],
    );
}

/// MR-05, MR-06, MR-08, MR-11: hosts and repairs of nodes ignore the policy; without auto-repair a node stays as it is.
#[test]
fn vm_events_ignore_the_policy() {
    check(
        "window=90000-99000 | exclude=freeze:0-90000:no-upgrades | pool a nodes=2 | pool g nodes=1 gpu | pool b nodes=1 no-repair \
         | at=0 host-event a-0 | at=0 host-event g-0 | at=0 fail a-1 | at=0 fail b-0",
        nodes,
        expect![[r#"
              0s  node/a-0  command 0                       user/command []
              0s  node/a-0  host event                      host/live-migration [MR-06 AM-43]  <- node/a-0 command 0
              0s  node/g-0  command 1                       user/command []
              0s  node/g-0  host event, down for 300s       host/down [MR-08 AM-43]            <- node/g-0 command 1
              0s  node/a-1  command 2                       user/command []
              0s  node/a-1  kubelet stops                   node/kubelet-stops [KT-10 KT-11]   <- node/a-1 command 2
              0s  node/b-0  command 3                       user/command []
              0s  node/b-0  kubelet stops                   node/kubelet-stops [KT-10 KT-11]   <- node/b-0 command 3
             50s  node/a-1  lost                            node/lost [KT-11]                  <- node/a-1 kubelet stops
             50s  node/b-0  lost                            node/lost [KT-11]                  <- node/b-0 kubelet stops
            300s  node/g-0  back                            host/back [AM-43]                  <- node/g-0 host event, down for 300s
            600s  node/a-1  cordoned                        repair/cordon [BS-58 AM-53]        <- node/a-1 lost
            601s  node/a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]          <- node/a-1 cordoned
            601s  node/a-1  drained                         drain/end [KD-09 KD-11]            <- node/a-1 draining 0 pods, at most 3600s
            601s  node/a-1  deleting for 30s, to recreate   repair/delete [BS-58 AM-53]        <- node/a-1 drained
            631s  node/a-1  gone                            node/vm-gone [AM-39]               <- node/a-1 deleting for 30s, to recreate
            631s  node/a-1  recreating, ready in 180s       node/bring-back [AM-80]            <- node/a-1 gone
            811s  node/a-1  ready                           node/brought-back [AM-80 AM-39]    <- node/a-1 recreating, ready in 180s
            811s  node/a-1  uncordoned                      node/brought-back [AM-80 AM-39]    <- node/a-1 ready
            Quiet
        "#]],
    );
}

/// MX-21, AM-27: one minor version in 30 days, and the pools after each; a pool without auto-upgrade stays.
#[test]
fn a_cluster_catches_up_one_minor_a_month() {
    check(
        "control-plane=1.30 | exclude=year-end:0-1000:no-upgrades | exclude=freeze:2592500-2700000:no-minor | pool a nodes=1 auto \
         | pool b nodes=1 | at=0 target 1.33.5-gke.100 | until=9000000",
        runs,
        expect![[r#"
                  0s  cluster     queued: MAINTENANCE_EXCLUSION_NO_UPGRADES year-end                                               control-plane/waits-exclusion [BS-16]    <- cluster command 0
               1000s  cluster     exclusion year-end over                                                                          exclusion/ends [AM-56]
               1000s  cluster     control plane upgrade started                                                                    control-plane/start [AM-69 AM-70]        <- cluster exclusion year-end over
               1000s  cluster     replica 1 of the control plane, 600s                                                             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
               1600s  cluster     control plane upgraded                                                                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
               1600s  cluster     queued: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE                                                  control-plane/one-a-month [MX-21 AM-27]  <- cluster control plane upgraded
            2592500s  cluster     exclusion freeze begins                                                                          exclusion/begins [AM-56]
            2592500s  cluster     queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze, CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE  control-plane/one-a-month [MX-21 AM-27]  <- cluster exclusion freeze begins
            2593000s  cluster     queued: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES freeze                                           control-plane/waits-exclusion [BS-16]    <- cluster control plane upgraded
            2700000s  cluster     exclusion freeze over                                                                            exclusion/ends [AM-56]
            2700000s  cluster     control plane upgrade started                                                                    control-plane/start [AM-69 AM-70]        <- cluster exclusion freeze over
            2700000s  cluster     replica 1 of the control plane, 600s                                                             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
            2700600s  cluster     control plane upgraded                                                                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
            2700600s  cluster     queued: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE                                                  control-plane/one-a-month [MX-21 AM-27]  <- cluster control plane upgraded
            5292000s  cluster     control plane upgrade started                                                                    control-plane/start [AM-69 AM-70]        <- cluster control plane upgraded
            5292000s  cluster     replica 1 of the control plane, 600s                                                             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
            5292600s  cluster     control plane upgraded                                                                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
            5292600s  pool/a      upgrade started, automatic                                                                       upgrade/start [SU-04 AM-84]              <- cluster control plane upgraded
            5292600s  node/a-0    taken by surge slot 1                                                                            surge/take [SU-01 SU-13 AM-58]           <- pool/a zone zone-a started, 1 surge + 0 unavailable
            5292811s  node/a-a-1  done                                                                                             surge/node-done [AM-58]                  <- node/a-0 gone
            5292811s  pool/a      succeeded                                                                                        upgrade/succeed [AM-59 BS-15]            <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// BS-27: in edition 2026 every automatic upgrade of the control plane keeps its distance, a manual one counts.
#[test]
fn a_disruption_budget_keeps_upgrades_apart() {
    check(
        "control-plane=1.32.1 | budget=2592000-86400 created=-1000 | pool a nodes=1 | at=0 upgrade-master 1.32.2 automatic \
         | at=90000 upgrade-master 1.32.3 | at=100000 upgrade-master 1.32.4 automatic | at=200000 upgrade-master 1.33 automatic \
         | at=2600000 upgrade-master 1.33.1 automatic",
        runs,
        expect![[r#"
                  0s  cluster  queued: CLUSTER_DISRUPTION_BUDGET                control-plane/disruption-budget [BS-27]  <- cluster command 0
              85400s  cluster  control plane upgrade started                    control-plane/start [AM-69 AM-70]        <- cluster command 0
              85400s  cluster  replica 1 of the control plane, 600s             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
              86000s  cluster  control plane upgraded                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
              90000s  cluster  control plane upgrade started                    control-plane/start [AM-69 AM-70]        <- cluster command 1
              90000s  cluster  replica 1 of the control plane, 600s             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
              90600s  cluster  control plane upgraded                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
             100000s  cluster  queued: CLUSTER_DISRUPTION_BUDGET                control-plane/disruption-budget [BS-27]  <- cluster command 2
             176400s  cluster  control plane upgrade started                    control-plane/start [AM-69 AM-70]        <- cluster command 2
             176400s  cluster  replica 1 of the control plane, 600s             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
             177000s  cluster  control plane upgraded                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
             200000s  cluster  queued: CLUSTER_DISRUPTION_BUDGET_MINOR_UPGRADE  control-plane/disruption-budget [BS-27]  <- cluster command 3
            2591000s  cluster  control plane upgrade started                    control-plane/start [AM-69 AM-70]        <- cluster command 3
            2591000s  cluster  replica 1 of the control plane, 600s             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
            2591600s  cluster  control plane upgraded                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
            2600000s  cluster  queued: CLUSTER_DISRUPTION_BUDGET                control-plane/disruption-budget [BS-27]  <- cluster command 4
            2677400s  cluster  control plane upgrade started                    control-plane/start [AM-69 AM-70]        <- cluster command 4
            2677400s  cluster  replica 1 of the control plane, 600s             control-plane/replica [AM-69 MR-10]      <- cluster control plane upgrade started
            2678000s  cluster  control plane upgraded                           control-plane/done [AM-69]               <- cluster replica 1 of the control plane, 600s
            Quiet
        "#]],
    );
}

/// BS-29: announced three days before it starts, and not before it may.
#[test]
fn an_upgrade_of_the_control_plane_is_announced() {
    check(
        "control-plane=1.32 notice | exclude=freeze:200000-300000:no-upgrades | pool a nodes=1 auto | at=0 target 1.33",
        runs,
        expect![[r#"
                 0s  cluster     SCHEDULED: control plane to 1.33, not before 259200s from now  control-plane/scheduled [BS-29]        <- cluster command 0
            200000s  cluster     exclusion freeze begins                                        exclusion/begins [AM-56]
            259200s  cluster     queued: MAINTENANCE_EXCLUSION_NO_UPGRADES freeze               control-plane/waits-exclusion [BS-16]  <- cluster SCHEDULED: control plane to 1.33, not before 259200s from now
            300000s  cluster     exclusion freeze over                                          exclusion/ends [AM-56]
            300000s  cluster     control plane upgrade started                                  control-plane/start [AM-69 AM-70]      <- cluster exclusion freeze over
            300000s  cluster     replica 1 of the control plane, 600s                           control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
            300600s  cluster     control plane upgraded                                         control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
            300600s  pool/a      upgrade started, automatic                                     upgrade/start [SU-04 AM-84]            <- cluster control plane upgraded
            300600s  node/a-0    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            300811s  node/a-a-1  done                                                           surge/node-done [AM-58]                <- node/a-0 gone
            300811s  pool/a      succeeded                                                      upgrade/succeed [AM-59 BS-15]          <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// AM-70: a run that an exclusion paused waits for its turn when another one has begun meanwhile.
#[test]
fn a_paused_run_waits_for_its_turn() {
    check(
        "exclude=minor:100-500:no-minor | pool a nodes=2 | pool b nodes=2 | at=0 upgrade a automatic \
         | at=300 upgrade b automatic to=1.32.5",
        runs,
        expect![[r#"
              0s  pool/a      upgrade started, automatic                             upgrade/start [SU-04 AM-84]            <- pool/a command 0
              0s  node/a-0    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            100s  cluster     exclusion minor begins                                 exclusion/begins [AM-56]
            100s  pool/a      paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor  upgrade/pause-exclusion [MW-06 AM-08]  <- cluster exclusion minor begins
            211s  node/a-a-2  done                                                   surge/node-done [AM-58]                <- node/a-0 gone
            300s  pool/b      upgrade started, automatic                             upgrade/start [SU-04 AM-84]            <- pool/b command 1
            300s  node/b-0    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/b zone zone-a started, 1 surge + 0 unavailable
            500s  cluster     exclusion minor over                                   exclusion/ends [AM-56]
            500s  pool/a      paused: another pool is being upgraded                 upgrade/pause-turn [AM-70]             <- cluster exclusion minor over
            511s  node/b-a-2  done                                                   surge/node-done [AM-58]                <- node/b-0 gone
            511s  node/b-1    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- node/b-a-2 done
            722s  node/b-a-3  done                                                   surge/node-done [AM-58]                <- node/b-1 gone
            722s  pool/b      succeeded                                              upgrade/succeed [AM-59 BS-15]          <- node/b-a-3 done
            722s  pool/a      resumed                                                upgrade/go-on [AM-08 AM-61]            <- pool/b succeeded
            722s  node/a-1    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/a resumed
            933s  node/a-a-3  done                                                   surge/node-done [AM-58]                <- node/a-1 gone
            933s  pool/a      succeeded                                              upgrade/succeed [AM-59 BS-15]          <- node/a-a-3 done
            Quiet
        "#]],
    );
}

/// AM-70 (1): a paused run is none in progress, so what is due to the control plane starts with the pause; nodes go on after it.
#[test]
fn a_pause_makes_way_for_the_control_plane() {
    check(
        "control-plane=1.33 | exclude=minor:300-900:no-minor | pool a nodes=3 | at=0 upgrade a automatic \
         | at=10 upgrade-master 1.33.4 automatic | at=20 repair",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started, automatic                             upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
              10s  cluster     queued: another pool is being upgraded                 control-plane/waits [AM-70]            <- cluster command 1
              20s  cluster     queued: another pool is being upgraded                 control-plane/waits [AM-70]            <- cluster command 2
             211s  node/a-a-3  done                                                   surge/node-done [AM-58]                <- node/a-0 gone
             211s  node/a-1    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- node/a-a-3 done
             300s  cluster     exclusion minor begins                                 exclusion/begins [AM-56]
             300s  pool/a      paused: MAINTENANCE_EXCLUSION_NO_MINOR_UPGRADES minor  upgrade/pause-exclusion [MW-06 AM-08]  <- cluster exclusion minor begins
             300s  cluster     control plane repair started                           control-plane/repair [AM-69]           <- cluster exclusion minor begins
             300s  cluster     replica 1 of the control plane, 600s                   control-plane/replica [AM-69 MR-10]    <- cluster control plane repair started
             900s  cluster     exclusion minor over                                   exclusion/ends [AM-56]
             900s  cluster     control plane is back                                  control-plane/back [AM-69]             <- cluster replica 1 of the control plane, 600s
             900s  cluster     control plane upgrade started                          control-plane/start [AM-69 AM-70]      <- cluster exclusion minor over
             900s  cluster     replica 1 of the control plane, 600s                   control-plane/replica [AM-69 MR-10]    <- cluster control plane upgrade started
             900s  pool/a      paused: the control plane is worked on                 upgrade/pause-turn [AM-70]             <- cluster exclusion minor over
             930s  node/a-a-4  done                                                   surge/node-done [AM-58]                <- node/a-1 gone
            1500s  cluster     control plane upgraded                                 control-plane/done [AM-69]             <- cluster replica 1 of the control plane, 600s
            1500s  pool/a      resumed                                                upgrade/go-on [AM-08 AM-61]            <- cluster control plane upgraded
            1500s  node/a-2    taken by surge slot 1                                  surge/take [SU-01 SU-13 AM-58]         <- pool/a resumed
            1711s  node/a-a-5  done                                                   surge/node-done [AM-58]                <- node/a-2 gone
            1711s  pool/a      succeeded                                              upgrade/succeed [AM-59 BS-15]          <- node/a-a-5 done
            Quiet
        "#]],
    );
}

/// AM-72, AM-70 (1): a canceled run isn't RUNNING, so an override takes its place at its time, windows or not.
#[test]
fn an_override_takes_the_place_of_a_cancelled_run() {
    check(
        "window=0-50,90000-99000 | pool a nodes=3 | at=0 upgrade a automatic to=1.33.1 | at=40 cancel a \
         | at=1000 upgrade a over=emergency to=1.33.5",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]      <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
              40s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
              50s  cluster     window closed                                              window/closes [AM-56]
             211s  node/a-a-3  done                                                       surge/node-done [AM-58]          <- node/a-0 gone
             211s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]  <- node/a-a-3 done
            1000s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]         <- pool/a command 2
            1000s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]      <- pool/a override: emergency; windows and exclusions are not asked
            1000s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1211s  node/a-a-4  done                                                       surge/node-done [AM-58]          <- node/a-1 gone
            1211s  node/a-2    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- node/a-a-4 done
            1422s  node/a-a-5  done                                                       surge/node-done [AM-58]          <- node/a-2 gone
            1422s  node/a-a-3  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- node/a-a-5 done
            1633s  node/a-a-6  done                                                       surge/node-done [AM-58]          <- node/a-a-3 gone
            1633s  pool/a      succeeded                                                  upgrade/succeed [AM-59 BS-15]    <- node/a-a-6 done
            Quiet
        "#]],
    );
}

/// AM-72: while the cancel is not through, it waits for the nodes in progress (AM-07).
#[test]
fn an_override_waits_for_a_cancel() {
    check(
        "pool a nodes=3 | at=0 upgrade a to=1.33.1 | at=40 cancel a | at=50 upgrade a over=emergency to=1.33.5 | at=300 cancel a \
         | at=1000 rollback a",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started                                            upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
              40s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]           <- pool/a command 1
             211s  node/a-a-3  done                                                       surge/node-done [AM-58]                <- node/a-0 gone
             211s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]        <- node/a-a-3 done
             211s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]               <- pool/a cancelled
             211s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]            <- pool/a override: emergency; windows and exclusions are not asked
             211s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             300s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]           <- pool/a command 3
             422s  node/a-a-4  done                                                       surge/node-done [AM-58]                <- node/a-1 gone
             422s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]        <- node/a-a-4 done
            1000s  pool/a      rolling back                                               upgrade/roll-back [UP-13 SU-27 AM-61]  <- pool/a command 4
            1000s  node/a-a-3  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1211s  node/a-a-5  done                                                       surge/node-done [AM-58]                <- node/a-a-3 gone
            1211s  node/a-a-4  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-5 done
            1422s  node/a-a-6  done                                                       surge/node-done [AM-58]                <- node/a-a-4 gone
            1422s  pool/a      rolled back                                                upgrade/rolled-back [SU-27 AM-61]      <- node/a-a-6 done
            Quiet
        "#]],
    );
}

/// AM-72: what the rest of a canceled run brings anyway is brought by that.
#[test]
fn an_override_of_an_older_version_takes_up_the_cancelled_run() {
    check(
        "window=0-50,90000-99000 | pool a nodes=2 | at=0 upgrade a automatic to=1.33.1 | at=40 cancel a \
         | at=1000 upgrade a over=criticalPatch to=1.32.9",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started, automatic                                     upgrade/start [SU-04 AM-84]      <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
              40s  pool/a      cancelling                                                     upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
              50s  cluster     window closed                                                  window/closes [AM-56]
             211s  node/a-a-2  done                                                           surge/node-done [AM-58]          <- node/a-0 gone
             211s  pool/a      cancelled                                                      upgrade/cancelled [SU-25 AM-07]  <- node/a-a-2 done
            1000s  pool/a      override: criticalPatch; windows and exclusions are not asked  upgrade/override [AM-72]         <- pool/a command 2
            1000s  pool/a      upgrade started, automatic                                     upgrade/again [UP-15 AM-61]      <- pool/a override: criticalPatch; windows and exclusions are not asked
            1000s  node/a-1    taken by surge slot 1                                          surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1211s  node/a-a-3  done                                                           surge/node-done [AM-58]          <- node/a-1 gone
            1211s  pool/a      succeeded                                                      upgrade/succeed [AM-59 BS-15]    <- node/a-a-3 done
            Quiet
        "#]],
    );
}

/// AM-66, AM-70 (4): a canceled blue-green run stays so until the next command; the override is not lost.
#[test]
fn an_override_waits_for_a_cancelled_blue_green_run() {
    check(
        "pool a nodes=1 blue-green pool-soak=100 | at=0 upgrade a to=1.33.1 | at=40 cancel a | at=50 upgrade a over=endOfSupport to=1.33.5 \
         | at=1000 rollback a",
        runs,
        expect![[r#"
               0s  pool/a  upgrade started                                               upgrade/start [SU-04 AM-84]               <- pool/a command 0
               0s  pool/a  CREATING_GREEN_POOL                                           blue-green/create [BG-01 BG-08 AM-64]     <- pool/a upgrade started
              40s  pool/a  cancelled                                                     blue-green/cancel [UP-12 BG-38 AM-65]     <- pool/a command 1
            1000s  pool/a  rolling back                                                  blue-green/roll-back [BG-41 BS-12 AM-65]  <- pool/a command 3
            1031s  pool/a  rolled back                                                   blue-green/rolled-back [BG-41 AM-65]      <- node/a-a-1 gone
            1031s  pool/a  override: endOfSupport; windows and exclusions are not asked  upgrade/override [AM-72]                  <- pool/a rolled back
            1031s  pool/a  upgrade started, automatic                                    upgrade/start [SU-04 AM-84]               <- pool/a override: endOfSupport; windows and exclusions are not asked
            1031s  pool/a  CREATING_GREEN_POOL                                           blue-green/create [BG-01 BG-08 AM-64]     <- pool/a upgrade started, automatic
            1211s  pool/a  CORDONING_BLUE_POOL                                           blue-green/cordon [BG-13 AM-64]           <- node/a-a-2 ready
            1212s  pool/a  DRAINING_BLUE_POOL                                            blue-green/drain [BG-15 AM-64]            <- pool/a CORDONING_BLUE_POOL
            1212s  pool/a  batch 1 of 1                                                  blue-green/batch [BG-15 AM-14]            <- pool/a DRAINING_BLUE_POOL
            1212s  pool/a  batch drained, soaks 0s                                       blue-green/batch-soak [BG-21 AM-14]       <- node/a-0 drained
            1212s  pool/a  NODE_POOL_SOAKING, 100s                                       blue-green/soak [BG-25 AM-64]             <- pool/a batch drained, soaks 0s
            1312s  pool/a  DELETING_BLUE_POOL                                            blue-green/delete [BG-31 AM-64]           <- pool/a NODE_POOL_SOAKING, 100s
            1342s  pool/a  succeeded                                                     blue-green/succeed [BG-35 BS-15]          <- node/a-0 gone
            Quiet
        "#]],
    );
    check(
        "pool a nodes=1 blue-green pool-soak=100 | at=0 quota 0 | at=0 upgrade a to=1.33.1 | at=50 quota 9 \
         | at=100 upgrade a over=endOfSupport to=1.33.5",
        runs,
        expect![[r#"
              0s  cluster  quota +0                                                      capacity/quota-set [AM-60]             <- cluster command 0
              0s  pool/a   upgrade started                                               upgrade/start [SU-04 AM-84]            <- pool/a command 1
              0s  pool/a   CREATING_GREEN_POOL                                           blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started
              0s  pool/a   failed                                                        blue-green/quota-check [BG-09 AM-46]   <- pool/a CREATING_GREEN_POOL
             50s  cluster  quota +9                                                      capacity/quota-set [AM-60]             <- cluster command 2
            100s  pool/a   override: endOfSupport; windows and exclusions are not asked  upgrade/override [AM-72]               <- pool/a command 3
            100s  pool/a   upgrade started, automatic                                    upgrade/start [SU-04 AM-84]            <- pool/a override: endOfSupport; windows and exclusions are not asked
            100s  pool/a   CREATING_GREEN_POOL                                           blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started, automatic
            280s  pool/a   CORDONING_BLUE_POOL                                           blue-green/cordon [BG-13 AM-64]        <- node/a-a-1 ready
            281s  pool/a   DRAINING_BLUE_POOL                                            blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
            281s  pool/a   batch 1 of 1                                                  blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
            281s  pool/a   batch drained, soaks 0s                                       blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
            281s  pool/a   NODE_POOL_SOAKING, 100s                                       blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 0s
            381s  pool/a   DELETING_BLUE_POOL                                            blue-green/delete [BG-31 AM-64]        <- pool/a NODE_POOL_SOAKING, 100s
            411s  pool/a   succeeded                                                     blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-72: neither is one that comes while a run is rolled back.
#[test]
fn an_override_waits_for_a_rollback() {
    check(
        "pool a nodes=3 | at=0 upgrade a to=1.33.1 | at=220 rollback a | at=500 upgrade a over=emergency to=1.33.5",
        runs,
        expect![[r#"
               0s  pool/a      upgrade started                                            upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             211s  node/a-a-3  done                                                       surge/node-done [AM-58]                <- node/a-0 gone
             211s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-3 done
             220s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]           <- pool/a command 1
             422s  node/a-a-4  done                                                       surge/node-done [AM-58]                <- node/a-1 gone
             422s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]        <- node/a-a-4 done
             422s  pool/a      rolling back                                               upgrade/roll-back [UP-13 SU-27 AM-61]  <- node/a-a-4 done
             422s  node/a-a-3  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
             633s  node/a-a-5  done                                                       surge/node-done [AM-58]                <- node/a-a-3 gone
             633s  node/a-a-4  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-5 done
             844s  node/a-a-6  done                                                       surge/node-done [AM-58]                <- node/a-a-4 gone
             844s  pool/a      rolled back                                                upgrade/rolled-back [SU-27 AM-61]      <- node/a-a-6 done
             844s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]               <- pool/a rolled back
             844s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]            <- pool/a override: emergency; windows and exclusions are not asked
             844s  node/a-2    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- pool/a zone zone-a started, 1 surge + 0 unavailable
            1055s  node/a-a-7  done                                                       surge/node-done [AM-58]                <- node/a-2 gone
            1055s  node/a-a-5  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-7 done
            1266s  node/a-a-8  done                                                       surge/node-done [AM-58]                <- node/a-a-5 gone
            1266s  node/a-a-6  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]         <- node/a-a-8 done
            1477s  node/a-a-9  done                                                       surge/node-done [AM-58]                <- node/a-a-6 gone
            1477s  pool/a      succeeded                                                  upgrade/succeed [AM-59 BS-15]          <- node/a-a-9 done
            Quiet
        "#]],
    );
}

/// UP-15, AM-61: the day after a cancel counts from that cancel, not from one of a run before.
#[test]
fn each_cancel_has_its_own_day() {
    check(
        "pool a nodes=2 auto | at=0 upgrade a | at=10 cancel a | at=300 resume a | at=80000 upgrade a to=1.33.1 | at=80010 cancel a",
        runs,
        expect![[r#"
                 0s  pool/a      upgrade started             upgrade/start [SU-04 AM-84]      <- pool/a command 0
                 0s  node/a-0    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
                10s  pool/a      cancelling                  upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
               211s  node/a-a-2  done                        surge/node-done [AM-58]          <- node/a-0 gone
               211s  pool/a      cancelled                   upgrade/cancelled [SU-25 AM-07]  <- node/a-a-2 done
               300s  pool/a      resumed                     upgrade/resume [UP-13 SU-26]     <- pool/a command 2
               300s  node/a-1    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]   <- pool/a resumed
               511s  node/a-a-3  done                        surge/node-done [AM-58]          <- node/a-1 gone
               511s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]    <- node/a-a-3 done
             80000s  pool/a      upgrade started             upgrade/start [SU-04 AM-84]      <- pool/a command 3
             80000s  node/a-a-2  taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
             80010s  pool/a      cancelling                  upgrade/cancel [UP-12 SU-24]     <- pool/a command 4
             80211s  node/a-a-4  done                        surge/node-done [AM-58]          <- node/a-a-2 gone
             80211s  pool/a      cancelled                   upgrade/cancelled [SU-25 AM-07]  <- node/a-a-4 done
            166410s  pool/a      upgrade started, automatic  upgrade/again [UP-15 AM-61]      <- pool/a command 4
            166410s  node/a-a-3  taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
            166621s  node/a-a-5  done                        surge/node-done [AM-58]          <- node/a-a-3 gone
            166621s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]    <- node/a-a-5 done
            Quiet
        "#]],
    );
}

/// Wakes of a cancel, a drain or a soak that is over keep no calendar alive.
#[test]
fn edges_end_with_the_run() {
    check(
        "window=0-100000,172800-272800 | exclude=late:50000-60000:no-upgrades | pool a nodes=2 auto | at=0 upgrade a | at=10 cancel a \
         | at=300 resume a",
        runs,
        expect![[r#"
              0s  pool/a      upgrade started        upgrade/start [SU-04 AM-84]      <- pool/a command 0
              0s  node/a-0    taken by surge slot 1  surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
             10s  pool/a      cancelling             upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
            211s  node/a-a-2  done                   surge/node-done [AM-58]          <- node/a-0 gone
            211s  pool/a      cancelled              upgrade/cancelled [SU-25 AM-07]  <- node/a-a-2 done
            300s  pool/a      resumed                upgrade/resume [UP-13 SU-26]     <- pool/a command 2
            300s  node/a-1    taken by surge slot 1  surge/take [SU-01 SU-13 AM-58]   <- pool/a resumed
            511s  node/a-a-3  done                   surge/node-done [AM-58]          <- node/a-1 gone
            511s  pool/a      succeeded              upgrade/succeed [AM-59 BS-15]    <- node/a-a-3 done
            Quiet
        "#]],
    );
    check(
        "window=0-400,3000-9000 | until=3500 | pool a nodes=1 | at=0 upgrade a automatic",
        runs,
        expect![[r#"
              0s  pool/a      upgrade started, automatic  upgrade/start [SU-04 AM-84]     <- pool/a command 0
              0s  node/a-0    taken by surge slot 1       surge/take [SU-01 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 0 unavailable
            211s  node/a-a-1  done                        surge/node-done [AM-58]         <- node/a-0 gone
            211s  pool/a      succeeded                   upgrade/succeed [AM-59 BS-15]   <- node/a-a-1 done
            Quiet
        "#]],
    );
    check(
        "exclude=late:5000-6000:no-upgrades | pool a nodes=1 blue-green pool-soak=9000 | at=0 upgrade a | at=1000 complete a",
        runs,
        expect![[r#"
               0s  pool/a  upgrade started           upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  pool/a  CREATING_GREEN_POOL       blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started
             180s  pool/a  CORDONING_BLUE_POOL       blue-green/cordon [BG-13 AM-64]        <- node/a-a-1 ready
             181s  pool/a  DRAINING_BLUE_POOL        blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
             181s  pool/a  batch 1 of 1              blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
             181s  pool/a  batch drained, soaks 0s   blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
             181s  pool/a  NODE_POOL_SOAKING, 9000s  blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 0s
            1000s  pool/a  DELETING_BLUE_POOL        blue-green/complete [BG-28 BG-43]      <- pool/a command 1
            1030s  pool/a  succeeded                 blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// BS-06: with no least time between minor versions the control plane goes ahead of its nodes by two, and then waits for them.
#[test]
fn the_control_plane_waits_for_its_nodes() {
    let way = "budget=0-0 created=-1000 | control-plane=1.32 | at=0 target 1.36.2";
    check(
        &format!("{way} | pool a nodes=2 surge=0+2 auto | pool b nodes=1 auto"),
        runs,
        expect![[r#"
               0s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]                 <- cluster command 0
               0s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]               <- cluster control plane upgrade started
             600s  cluster     control plane upgraded                       control-plane/done [AM-69]                        <- cluster replica 1 of the control plane, 600s
             600s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]                 <- cluster control plane upgraded
             600s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]               <- cluster control plane upgrade started
             600s  pool/a      queued: the control plane is worked on       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
             600s  pool/b      queued: the control plane is worked on       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
            1200s  cluster     control plane upgraded                       control-plane/done [AM-69]                        <- cluster replica 1 of the control plane, 600s
            1200s  cluster     queued: nodes are two minor versions behind  control-plane/waits-nodes [BS-06]                 <- cluster control plane upgraded
            1200s  pool/a      upgrade started, automatic                   upgrade/start [SU-04 AM-84]                       <- cluster control plane upgraded
            1200s  pool/b      queued: another pool is being upgraded       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
            1200s  node/a-0    taken by unavailable slot 1                  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            1200s  node/a-1    taken by unavailable slot 2                  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            1411s  node/a-0    done                                         surge/node-done [AM-58]                           <- node/a-0 uncordoned
            1411s  node/a-1    done                                         surge/node-done [AM-58]                           <- node/a-1 uncordoned
            1411s  pool/a      succeeded                                    upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
            1411s  cluster     queued: nodes are two minor versions behind  control-plane/waits-nodes [BS-06]                 <- pool/a succeeded
            1411s  pool/b      upgrade started, automatic                   upgrade/start [SU-04 AM-84]                       <- pool/a succeeded
            1411s  node/b-0    taken by surge slot 1                        surge/take [SU-01 SU-13 AM-58]                    <- pool/b zone zone-a started, 1 surge + 0 unavailable
            1622s  node/b-a-1  done                                         surge/node-done [AM-58]                           <- node/b-0 gone
            1622s  pool/b      succeeded                                    upgrade/succeed [AM-59 BS-15]                     <- node/b-a-1 done
            1622s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]                 <- pool/b succeeded
            1622s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]               <- cluster control plane upgrade started
            2222s  cluster     control plane upgraded                       control-plane/done [AM-69]                        <- cluster replica 1 of the control plane, 600s
            2222s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]                 <- cluster control plane upgraded
            2222s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]               <- cluster control plane upgrade started
            2222s  pool/a      queued: the control plane is worked on       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
            2222s  pool/b      queued: the control plane is worked on       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
            2822s  cluster     control plane upgraded                       control-plane/done [AM-69]                        <- cluster replica 1 of the control plane, 600s
            2822s  pool/a      upgrade started, automatic                   upgrade/start [SU-04 AM-84]                       <- cluster control plane upgraded
            2822s  pool/b      queued: another pool is being upgraded       upgrade/queue-turn [BS-01 AM-70]                  <- cluster control plane upgraded
            2822s  node/a-0    taken by unavailable slot 1                  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            2822s  node/a-1    taken by unavailable slot 2                  surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
            3033s  node/a-0    done                                         surge/node-done [AM-58]                           <- node/a-0 uncordoned
            3033s  node/a-1    done                                         surge/node-done [AM-58]                           <- node/a-1 uncordoned
            3033s  pool/a      succeeded                                    upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
            3033s  pool/b      upgrade started, automatic                   upgrade/start [SU-04 AM-84]                       <- pool/a succeeded
            3033s  node/b-a-1  taken by surge slot 1                        surge/take [SU-01 SU-13 AM-58]                    <- pool/b zone zone-a started, 1 surge + 0 unavailable
            3244s  node/b-a-2  done                                         surge/node-done [AM-58]                           <- node/b-a-1 gone
            3244s  pool/b      succeeded                                    upgrade/succeed [AM-59 BS-15]                     <- node/b-a-2 done
            Quiet
        "#]],
    );
    check(
        &format!("{way} | pool a nodes=1 | at=9000 upgrade a to=1.34"),
        runs,
        expect![[r#"
                0s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster command 0
                0s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
              600s  cluster     control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
              600s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster control plane upgraded
              600s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
             1200s  cluster     control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
             1200s  cluster     queued: nodes are two minor versions behind  control-plane/waits-nodes [BS-06]    <- cluster control plane upgraded
             9000s  pool/a      upgrade started                              upgrade/start [SU-04 AM-84]          <- pool/a command 5
             9000s  node/a-0    taken by surge slot 1                        surge/take [SU-01 SU-13 AM-58]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
             9211s  node/a-a-1  done                                         surge/node-done [AM-58]              <- node/a-0 gone
             9211s  pool/a      succeeded                                    upgrade/succeed [AM-59 BS-15]        <- node/a-a-1 done
             9211s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]    <- pool/a succeeded
             9211s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
             9811s  cluster     control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
             9811s  cluster     control plane upgrade started                control-plane/start [AM-69 AM-70]    <- cluster control plane upgraded
             9811s  cluster     replica 1 of the control plane, 600s         control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
            10411s  cluster     control plane upgraded                       control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
            Quiet
        "#]],
    );
}

/// AM-70: automatic work on the control plane waits for its repair; a manual request is refused.
#[test]
fn an_automatic_upgrade_comes_after_a_repair_of_the_control_plane() {
    check(
        "control-plane=1.32.1 | pool a nodes=1 | at=0 repair | at=10 upgrade-master 1.32.5 automatic | at=20 upgrade-master 1.32.4",
        runs,
        expect![[r#"
               0s  cluster  control plane repair started                  control-plane/repair [AM-69]         <- cluster command 0
               0s  cluster  replica 1 of the control plane, 600s          control-plane/replica [AM-69 MR-10]  <- cluster control plane repair started
              20s  cluster  refused: the control plane is being upgraded  control-plane/refused [AM-70]        <- cluster command 2
             600s  cluster  control plane is back                         control-plane/back [AM-69]           <- cluster replica 1 of the control plane, 600s
             600s  cluster  control plane upgrade started                 control-plane/start [AM-69 AM-70]    <- cluster control plane is back
             600s  cluster  replica 1 of the control plane, 600s          control-plane/replica [AM-69 MR-10]  <- cluster control plane upgrade started
            1200s  cluster  control plane upgraded                        control-plane/done [AM-69]           <- cluster replica 1 of the control plane, 600s
            Quiet
        "#]],
    );
}

/// AM-70 (5), AM-72: an override brings what the replaced or continuing run was to bring.
#[test]
fn an_override_includes_a_cancelled_rotation() {
    let line = "pool a nodes=2 | at=0 upgrade a ipRotation | at=40 cancel a";
    check(
        &format!("{line} | at=300 upgrade a over=emergency to=1.32.9"),
        runs,
        expect![[r#"
              0s  pool/a      ipRotation started, automatic                              upgrade/start [SU-04 AM-84]      <- pool/a command 0
              0s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
             40s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
            211s  node/a-a-2  done                                                       surge/node-done [AM-58]          <- node/a-0 gone
            211s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]  <- node/a-a-2 done
            300s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]         <- pool/a command 2
            300s  pool/a      upgrade started, automatic                                 upgrade/start [SU-04 AM-84]      <- pool/a override: emergency; windows and exclusions are not asked
            300s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
            511s  node/a-a-3  done                                                       surge/node-done [AM-58]          <- node/a-1 gone
            511s  node/a-a-2  taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- node/a-a-3 done
            722s  node/a-a-4  done                                                       surge/node-done [AM-58]          <- node/a-a-2 gone
            722s  pool/a      succeeded                                                  upgrade/succeed [AM-59 BS-15]    <- node/a-a-4 done
            Quiet
        "#]],
    );
    check(
        &format!("{line} | at=300 upgrade a over=emergency to=1.32"),
        runs,
        expect![[r#"
              0s  pool/a      ipRotation started, automatic                              upgrade/start [SU-04 AM-84]      <- pool/a command 0
              0s  node/a-0    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
             40s  pool/a      cancelling                                                 upgrade/cancel [UP-12 SU-24]     <- pool/a command 1
            211s  node/a-a-2  done                                                       surge/node-done [AM-58]          <- node/a-0 gone
            211s  pool/a      cancelled                                                  upgrade/cancelled [SU-25 AM-07]  <- node/a-a-2 done
            300s  pool/a      override: emergency; windows and exclusions are not asked  upgrade/override [AM-72]         <- pool/a command 2
            300s  pool/a      ipRotation started, automatic                              upgrade/again [UP-15 AM-61]      <- pool/a override: emergency; windows and exclusions are not asked
            300s  node/a-1    taken by surge slot 1                                      surge/take [SU-01 SU-13 AM-58]   <- pool/a zone zone-a started, 1 surge + 0 unavailable
            511s  node/a-a-3  done                                                       surge/node-done [AM-58]          <- node/a-1 gone
            511s  pool/a      succeeded                                                  upgrade/succeed [AM-59 BS-15]    <- node/a-a-3 done
            Quiet
        "#]],
    );
}

/// MX-21: a pool that undoes the step to the target isn't brought there again.
#[test]
fn a_pool_follows_its_target_once() {
    check(
        "control-plane=1.34 | pool a nodes=2 auto | target 1.34 at=0 | at=50 rollback a",
        pool,
        expect![[r#"
              0s  cluster  command 0                                     user/command []
              0s  pool/a   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- cluster command 0
              0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
             50s  pool/a   command 3                                     user/command []
             50s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 3
            211s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
            211s  pool/a   rolling back                                  upgrade/roll-back [UP-13 SU-27 AM-61]       <- node/a-a-2 done
            211s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a rolling back
            422s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
            422s  pool/a   rolled back                                   upgrade/rolled-back [SU-27 AM-61]           <- node/a-a-3 done
            Quiet
        "#]],
    );
}
