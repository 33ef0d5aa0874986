//! Commands and windows at unusual instants.

mod command_tables;
mod maintenance;

use expect_test::expect;

use crate::testing::*;
use base::{PoolId, SimTime, ZoneId};
use model::Node;
use model::pool::Phase;
use trace::Change;

/// AM-84: a run that has not started cannot be canceled, and a manual one takes its place.
#[test]
fn a_queued_run_is_not_cancelled_but_a_manual_one_starts_at_once() {
    check(
        "open=1000-2000 | pool a nodes=1 | at=0 upgrade a automatic | at=10 cancel a | at=20 upgrade a",
        pool,
        expect![[r#"
               0s  pool/a   command 0                                     user/command []
               0s  pool/a   queued: MAINTENANCE_WINDOW                    upgrade/queue-window [BS-16 AM-84]          <- pool/a command 0
              10s  pool/a   command 1                                     user/command []
              10s  pool/a   refused: nothing to cancel                    user/refused [UP-14 AM-84 BS-04]            <- pool/a command 1
              20s  pool/a   command 2                                     user/command []
              20s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 2
              20s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
             231s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
             231s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            1000s  cluster  window open                                   window/opens [AM-56]
            2000s  cluster  window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

/// SU-27: a rollback restores what the pool was before the run, not what an earlier rollback undid.
#[test]
fn a_rollback_after_a_rollback_brings_back_the_same() {
    let line = "pool a nodes=2 surge=0+1 | at=0 upgrade a | at=1 cancel a | at=300 rollback a | at=1000 upgrade a newest | at=1001 cancel a | at=2000 rollback a";
    expect![[r#"
        250s 1.33 1.32
        600s 1.32 1.32
        1500s 1.34 1.32
        2500s 1.32 1.32
    "#]]
    .assert_eq(&templates(line, &[250, 600, 1500, 2500]));
}

/// AM-57, UP-14.
#[test]
fn a_rollback_requested_while_the_last_node_finishes_is_refused() {
    check(
        "pool a nodes=1 | at=0 upgrade a | at=100 rollback a",
        pool,
        expect![[r#"
              0s  pool/a  command 0                                     user/command []
              0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
            100s  pool/a  command 1                                     user/command []
            100s  pool/a  cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
            211s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            211s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            211s  pool/a  refused: nothing to roll back                 user/refused [UP-14 AM-84 BS-04]            <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// AM-61, AM-70: one automatic operation at a time, including the rest of a canceled run.
#[test]
fn the_rest_of_a_cancelled_pool_waits_for_its_turn() {
    check(
        "open=0-300,1000-3000 | pool a nodes=3 auto | pool b nodes=2 | at=0 upgrade a automatic | at=0 upgrade b automatic | at=10 cancel a",
        pool,
        expect![[r#"
               0s  pool/a   command 0                                     user/command []
               0s  pool/b   command 1                                     user/command []
               0s  pool/a   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 0
               0s  pool/b   queued: another pool is being upgraded        upgrade/queue-turn [BS-01 AM-70]            <- pool/b command 1
               0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
              10s  pool/a   command 2                                     user/command []
              10s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 2
             211s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-3 done
             211s  pool/b   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a cancelled
             211s  pool/b   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started, automatic
             300s  cluster  window closed                                 window/closes [AM-56]
             300s  pool/b   paused: MAINTENANCE_WINDOW                    upgrade/pause [UP-16 AM-08]                 <- cluster window closed
            1000s  cluster  window open                                   window/opens [AM-56]
            1000s  pool/b   resumed                                       upgrade/go-on [AM-08 AM-61]                 <- cluster window open
            1211s  pool/b   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-3 done
            1211s  pool/b   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-3 done
            1211s  pool/a   upgrade started, automatic                    upgrade/again [UP-15 AM-61]                 <- pool/b succeeded
            1211s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
            1633s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-5 done
            1633s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-5 done
            3000s  cluster  window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

/// AM-61: the next opening comes while nodes of the canceled run are still in progress.
#[test]
fn a_cancel_longer_than_the_next_opening_resumes_after_it() {
    check(
        "open=0-100,500-9000 | pool a nodes=2 auto | app web replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a | at=10 cancel a",
        pool,
        expect![[r#"
               0s  pool/a   command 0                                     user/command []
               0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
               0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              10s  pool/a   command 1                                     user/command []
              10s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
             100s  cluster  window closed                                 window/closes [AM-56]
             500s  cluster  window open                                   window/opens [AM-56]
            3811s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
            3811s  pool/a   upgrade started, automatic                    upgrade/again [UP-15 AM-61]                 <- pool/a cancelled
            3811s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
            7622s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
            7622s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
            9000s  cluster  window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

/// AM-61: the last window closes before the day is over.
#[test]
fn without_a_window_there_is_no_second_run() {
    check(
        "open=0-1000 | pool a nodes=2 auto | at=0 upgrade a | at=10 cancel a",
        pool,
        expect![[r#"
               0s  pool/a   command 0                                     user/command []
               0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
               0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
              10s  pool/a   command 1                                     user/command []
              10s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
             211s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
            1000s  cluster  window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

/// AM-61, AM-70: a resumed run is a manual one and blocks no other.
#[test]
fn a_resumed_run_lets_an_automatic_one_start() {
    check(
        "pool a nodes=2 | pool b nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic | at=10 cancel a | at=20 resume a",
        pool,
        expect![[r#"
              0s  pool/a  command 0                                     user/command []
              0s  pool/b  command 1                                     user/command []
              0s  pool/a  upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/b  queued: another pool is being upgraded        upgrade/queue-turn [BS-01 AM-70]            <- pool/b command 1
              0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
             10s  pool/a  command 2                                     user/command []
             10s  pool/a  cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 2
             20s  pool/a  command 3                                     user/command []
             20s  pool/a  resumed                                       upgrade/resume [UP-13 SU-26]                <- pool/a command 3
             20s  pool/b  upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a resumed
             20s  pool/b  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started, automatic
            231s  pool/b  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-1 done
            231s  pool/b  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-1 done
            422s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
            422s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
            Quiet
        "#]],
    );
}

/// AM-61, AM-70: rolling back is a command too, so what is due starts beside it.
#[test]
fn a_rollback_lets_an_automatic_run_start() {
    check(
        "open=0-250,500-9000 | pool a nodes=2 | pool b nodes=1 | at=0 upgrade a automatic | at=100 cancel a | at=400 rollback a | at=450 upgrade b automatic",
        pool,
        expect![[r#"
               0s  pool/a   command 0                                     user/command []
               0s  pool/a   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 0
               0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
             100s  pool/a   command 1                                     user/command []
             100s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
             211s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
             250s  cluster  window closed                                 window/closes [AM-56]
             400s  pool/a   command 2                                     user/command []
             400s  pool/a   rolling back                                  upgrade/roll-back [UP-13 SU-27 AM-61]       <- pool/a command 2
             400s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a rolling back
             450s  pool/b   command 3                                     user/command []
             450s  pool/b   queued: MAINTENANCE_WINDOW                    upgrade/queue-window [BS-16 AM-84]          <- pool/b command 3
             500s  cluster  window open                                   window/opens [AM-56]
             500s  pool/b   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- cluster window open
             500s  pool/b   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started, automatic
             611s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
             611s  pool/a   rolled back                                   upgrade/rolled-back [SU-27 AM-61]           <- node/a-a-3 done
             711s  pool/b   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-1 done
             711s  pool/b   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-1 done
            9000s  cluster  window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

/// AM-61: the run in progress keeps its target.
#[test]
fn a_newer_target_waits_for_the_run_in_progress() {
    check(
        "pool a nodes=2 surge=0+1 | at=0 upgrade a automatic | at=100 upgrade a automatic newest | at=200 upgrade a newest",
        pool,
        expect![[r#"
              0s  pool/a  command 0                                      user/command []
              0s  pool/a  upgrade started, automatic                     upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a  zone zone-a started, 0 surge + 1 unavailable   surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
            100s  pool/a  command 1                                      user/command []
            200s  pool/a  command 2                                      user/command []
            200s  pool/a  refused: an upgrade of the pool has not ended  user/refused [UP-14 AM-84 BS-04]            <- pool/a command 2
            422s  pool/a  zone zone-a done                               surge/zone-done [UP-10 AM-59]               <- node/a-1 done
            422s  pool/a  succeeded                                      upgrade/succeed [AM-59 BS-15]               <- node/a-1 done
            422s  pool/a  upgrade started, automatic                     upgrade/start [SU-04 AM-84]                 <- pool/a succeeded
            422s  pool/a  zone zone-a started, 0 surge + 1 unavailable   surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
            844s  pool/a  zone zone-a done                               surge/zone-done [UP-10 AM-59]               <- node/a-1 done
            844s  pool/a  succeeded                                      upgrade/succeed [AM-59 BS-15]               <- node/a-1 done
            Quiet
        "#]],
    );
}

/// AM-60: the pool that was refused first gets the unit that another one frees, in any order of the pools.
#[test]
fn a_freed_unit_goes_to_the_first_request() {
    check(
        "pool a nodes=1 | pool b nodes=1 | pool c nodes=1 | at=0 quota 1 | at=0 upgrade c | at=10 upgrade b | at=20 upgrade a",
        |record| pool_and_nodes(record) && record.at < SimTime::from_secs(430),
        expect![[r#"
              0s  cluster     command 0                                     user/command []
              0s  cluster     quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 0
              0s  pool/c      command 1                                     user/command []
              0s  pool/c      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/c command 1
              0s  pool/c      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/c upgrade started
              0s  node/c-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/c zone zone-a started, 1 surge + 0 unavailable
              0s  node/c-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/c-0 taken by surge slot 1
             10s  pool/b      command 2                                     user/command []
             10s  pool/b      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/b command 2
             10s  pool/b      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started
             10s  pool/b      blocked: quota +1 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
             10s  pool/b      waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
             20s  pool/a      command 3                                     user/command []
             20s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 3
             20s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
             20s  pool/a      blocked: quota +1 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
             20s  pool/a      waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
            180s  node/c-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/c-a-1 requested, ready in 180s
            180s  node/c-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/c-a-1 ready
            181s  node/c-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/c-0 cordoned
            181s  node/c-0    drained                                       drain/end [KD-09 KD-11]                     <- node/c-0 draining 0 pods, at most 3600s
            181s  node/c-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/c-0 drained
            211s  node/c-0    gone                                          node/vm-gone [AM-39]                        <- node/c-0 deleting for 30s
            211s  node/c-a-1  done                                          surge/node-done [AM-58]                     <- node/c-0 gone
            211s  pool/c      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/c-a-1 done
            211s  pool/c      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/c-a-1 done
            211s  node/b-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/c-0 gone
            211s  node/b-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/b-0 taken by surge slot 1
            211s  pool/b      has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/b-0 taken by surge slot 1
            391s  node/b-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/b-a-1 requested, ready in 180s
            391s  node/b-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/b-a-1 ready
            392s  node/b-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/b-0 cordoned
            392s  node/b-0    drained                                       drain/end [KD-09 KD-11]                     <- node/b-0 draining 0 pods, at most 3600s
            392s  node/b-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/b-0 drained
            422s  node/b-0    gone                                          node/vm-gone [AM-39]                        <- node/b-0 deleting for 30s
            422s  node/b-a-1  done                                          surge/node-done [AM-58]                     <- node/b-0 gone
            422s  pool/b      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-1 done
            422s  pool/b      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-1 done
            422s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/b-0 gone
            422s  node/a-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            422s  pool/a      has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/a-0 taken by surge slot 1
            Quiet
        "#]],
    );
}

/// AM-60: the unit of a surge slot goes to its next node before a recreation that waits.
#[test]
fn a_freed_unit_goes_to_the_next_node_of_its_slot_first() {
    check(
        "pool a nodes=3 surge=1+1 | app web replicas=1 on=a-0 grace=60 | at=0 quota 1 | at=0 upgrade a | at=20 quota 0",
        pool_and_nodes,
        expect![[r#"
              0s  cluster     command 0                                     user/command []
              0s  cluster     quota +1                                      capacity/quota-set [AM-60]                        <- cluster command 0
              0s  pool/a      command 1                                     user/command []
              0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 1
              0s  pool/a      zone zone-a started, 1 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
              0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]                    <- pool/a zone zone-a started, 1 surge + 1 unavailable
              0s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-0 taken by surge slot 1
              0s  node/a-1    taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 1 unavailable
              0s  node/a-1    cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-1 taken by unavailable slot 2
              1s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
              1s  node/a-1    drained                                       drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
              1s  node/a-1    deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-1 drained
             20s  cluster     command 2                                     user/command []
             20s  cluster     quota +0                                      capacity/quota-set [AM-60]                        <- cluster command 2
             31s  node/a-1    gone                                          node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s, to recreate
             31s  node/a-1    blocked: quota +0 is used up                  surge/recreate-waits [SU-12 AM-60]                <- node/a-1 gone
            180s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-3 requested, ready in 180s
            180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-3 ready
            181s  node/a-0    draining 1 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
            241s  node/a-0    drained                                       drain/end [KD-09 KD-11]                           <- pod/web-0 gone
            241s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-0 drained
            271s  node/a-0    gone                                          node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s
            271s  node/a-a-3  done                                          surge/node-done [AM-58]                           <- node/a-0 gone
            271s  node/a-2    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]                    <- node/a-a-3 done
            271s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]            <- node/a-2 taken by surge slot 1
            451s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]                    <- node/a-a-4 requested, ready in 180s
            451s  node/a-2    cordoned                                      surge/cordon [SU-06 KD-01]                        <- node/a-a-4 ready
            452s  node/a-2    draining 1 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-2 cordoned
            512s  node/a-2    drained                                       drain/end [KD-09 KD-11]                           <- pod/web-1 gone
            512s  node/a-2    deleting for 30s                              surge/delete [SU-06 AM-58]                        <- node/a-2 drained
            542s  node/a-2    gone                                          node/vm-gone [AM-39]                              <- node/a-2 deleting for 30s
            542s  node/a-a-4  done                                          surge/node-done [AM-58]                           <- node/a-2 gone
            542s  node/a-1    recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-1 blocked: quota +0 is used up
            722s  node/a-1    ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-1 recreating, ready in 180s
            722s  node/a-1    uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-1 ready
            722s  node/a-1    done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
            722s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-1 ready
            722s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-1 ready
            Quiet
        "#]],
    );
}

/// AM-61: a window that closes drops the requests; after it they are repeated.
#[test]
fn a_pause_drops_what_waits_for_capacity() {
    check(
        "open=0-100,1000-2000 | pool a nodes=1 | at=0 quota 0 | at=0 upgrade a automatic | at=500 quota 1",
        pool_and_nodes,
        expect![[r#"
               0s  cluster     command 0                                     user/command []
               0s  cluster     quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
               0s  pool/a      command 1                                     user/command []
               0s  pool/a      upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 1
               0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
               0s  pool/a      blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
               0s  pool/a      waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
             100s  cluster     window closed                                 window/closes [AM-56]
             100s  pool/a      paused: MAINTENANCE_WINDOW                    upgrade/pause [UP-16 AM-08]                 <- cluster window closed
             500s  cluster     command 2                                     user/command []
             500s  cluster     quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 2
            1000s  cluster     window open                                   window/opens [AM-56]
            1000s  pool/a      resumed                                       upgrade/go-on [AM-08 AM-61]                 <- cluster window open
            1000s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a resumed
            1000s  node/a-a-1  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            1180s  node/a-a-1  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-1 requested, ready in 180s
            1180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-1 ready
            1181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            1181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            1181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            1211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            1211s  node/a-a-1  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            1211s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            1211s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            2000s  cluster     window closed                                 window/closes [AM-56]
            Quiet
        "#]],
    );
}

fn templates(line: &str, at: &[i64]) -> String {
    let (trace, _) = run(line);
    let plan = trace.plan();
    let node = |node: &Node| {
        let template = &plan.templates[node.template];
        let labelled = if template.labels.is_empty() { "" } else { "+x" };
        let version = template.version.map_or_else(String::new, |v| v.to_string());
        format!("{version}{labelled}")
    };
    let row = |at: &i64| {
        let frame = trace.frame_at(SimTime::from_secs(*at));
        let up = frame.cluster.nodes.values().filter(|node| node.registered());
        let nodes: Vec<String> = up.map(node).collect();
        format!("{at}s {}\n", nodes.join(" "))
    };
    at.iter().map(row).collect()
}

/// UP-08, AM-11, SU-27: labels change on old and new nodes alike, and upgrade no node.
#[test]
fn labels_set_after_a_cancel_upgrade_nobody() {
    let line =
        "pool a nodes=3 | at=0 upgrade a | at=10 cancel a | at=300 relabel a | at=1000 rollback a";
    expect![[r#"
        250s 1.32 1.32 1.33
        300s 1.32+x 1.32+x 1.33+x
        2000s 1.32+x 1.32+x 1.32+x
    "#]]
    .assert_eq(&templates(line, &[250, 300, 2000]));
    let line =
        "pool a nodes=2 | at=0 upgrade a | at=10 cancel a | at=300 relabel a | at=1000 resume a";
    expect![[r#"
        300s 1.32+x 1.33+x
        2000s 1.33+x 1.33+x
    "#]]
    .assert_eq(&templates(line, &[300, 2000]));
    let line =
        "pool a nodes=2 | at=0 relabel a | at=0 upgrade a | at=10 cancel a | at=300 rollback a";
    expect![[r#"
        0s 1.32+x 1.32+x
        250s 1.32+x 1.33+x
        2000s 1.32+x 1.32+x
    "#]]
    .assert_eq(&templates(line, &[0, 250, 2000]));
}

/// SU-27, AM-84: the next upgrade builds on the pool's configuration, not on one that was rolled back or refused.
#[test]
fn the_next_upgrade_omits_changes_rolled_back_or_refused() {
    let line = "pool a nodes=1 surge=0+1 | at=0 upgrade a | at=10 rollback a | at=20 upgrade a newest | at=1000 upgrade a gvnic";
    expect![[r#"
        400s 1.33
        2000s 1.33+x
    "#]]
    .assert_eq(&templates(line, &[400, 2000]));
    let line =
        "pool a nodes=2 surge=0+1 | at=0 upgrade a gvnic | at=10 rollback a | at=1000 upgrade a";
    expect![[r#"
        250s 1.32
        900s 1.32 1.32
        2000s 1.33 1.33
    "#]]
    .assert_eq(&templates(line, &[250, 900, 2000]));
    let line = "pool a nodes=1 | at=0 upgrade a | at=10 relabel a | at=1000 upgrade a newest";
    expect![[r#"
        500s 1.33
        2000s 1.34
    "#]]
    .assert_eq(&templates(line, &[500, 2000]));
}

/// AM-70: never above the control plane's version; what waits continues to wait.
#[test]
fn a_manual_change_leaves_what_waits_for_the_control_plane_waiting() {
    check(
        "control-plane=1.32 | pool a nodes=1 | at=0 upgrade a automatic | at=100 upgrade a gvnic",
        pool,
        expect![[r#"
              0s  pool/a  command 0                                     user/command []
              0s  pool/a  queued: control plane is older                upgrade/queue [BS-02 AM-84]                 <- pool/a command 0
            100s  pool/a  command 1                                     user/command []
            100s  pool/a  gvnic started                                 upgrade/start [SU-04 AM-84]                 <- pool/a command 1
            100s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a gvnic started
            311s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            311s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            311s  pool/a  queued: control plane is older                upgrade/queue [BS-02 AM-84]                 <- pool/a succeeded
            Quiet
        "#]],
    );
    let line =
        "control-plane=1.32 | pool a nodes=1 | at=0 upgrade a automatic | at=100 upgrade a gvnic";
    expect![[r#"
        1000s 1.32+x
    "#]]
    .assert_eq(&templates(line, &[1000]));
}

/// AM-70: the run that has been due for longest starts first, in any order of the pools; a configuration change comes
/// before an upgrade.
#[test]
fn automatic_runs_start_in_the_order_in_which_they_are_due() {
    check(
        "pool p nodes=1 | pool q nodes=1 | pool r nodes=1 | pool s nodes=1 | at=0 upgrade r automatic | at=10 upgrade q automatic | at=20 upgrade p automatic | at=30 upgrade s gvnic automatic",
        |record| {
            pool(record)
                && matches!(
                    record.change,
                    Change::UpgradeStarted { .. } | Change::UpgradeQueued { .. }
                )
        },
        expect![[r#"
              0s  pool/r  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/r command 0
             10s  pool/q  queued: another pool is being upgraded  upgrade/queue-turn [BS-01 AM-70]  <- pool/q command 1
             20s  pool/p  queued: another pool is being upgraded  upgrade/queue-turn [BS-01 AM-70]  <- pool/p command 2
             30s  pool/s  queued: another pool is being upgraded  upgrade/queue-turn [BS-01 AM-70]  <- pool/s command 3
            211s  pool/s  gvnic started, automatic                upgrade/start [SU-04 AM-84]       <- pool/r succeeded
            422s  pool/q  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/s succeeded
            633s  pool/p  upgrade started, automatic              upgrade/start [SU-04 AM-84]       <- pool/q succeeded
            Quiet
        "#]],
    );
}

/// BS-04.
#[test]
fn labels_are_locked_while_an_upgrade_runs() {
    check(
        "pool a nodes=1 | at=0 upgrade a | at=50 relabel a",
        pool,
        expect![[r#"
              0s  pool/a  command 0                                     user/command []
              0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
              0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
             50s  pool/a  command 1                                     user/command []
             50s  pool/a  refused: locked while an upgrade runs         user/refused [UP-14 AM-84 BS-04]            <- pool/a command 1
            211s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
            211s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
            Quiet
        "#]],
    );
}

/// SU-27, UP-15: nodes upgraded before a cancel are rolled back too, although a new run upgraded the rest.
#[test]
fn a_rollback_knows_what_was_upgraded_before_the_rest() {
    let line = "pool a nodes=3 auto | at=0 upgrade a | at=100 cancel a | at=86600 rollback a";
    expect![[r#"
        86500s 1.32 1.32 1.33
        100000s 1.32 1.32 1.32
    "#]]
    .assert_eq(&templates(line, &[86_500, 100_000]));
}

/// BS-04: locked while a run is in progress; a canceled run continues with the new numbers.
#[test]
fn settings_of_a_cancelled_upgrade_hold_from_the_resume_on() {
    check(
        "pool a nodes=4 | at=0 upgrade a | at=50 settings a surge=2+0 | at=100 cancel a | at=300 settings a surge=0+3 | at=400 resume a",
        |record| {
            matches!(
                record.change,
                Change::ZoneStarted { .. }
                    | Change::Refused { .. }
                    | Change::NodeTaken { .. }
                    | Change::SettingsSet { .. }
                    | Change::UpgradeSucceeded
            )
        },
        expect![[r#"
              0s  pool/a    zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
              0s  node/a-0  taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]                    <- pool/a zone zone-a started, 1 surge + 0 unavailable
             50s  pool/a    refused: locked while an upgrade runs         user/refused [UP-14 AM-84 BS-04]                  <- pool/a command 1
            300s  pool/a    upgrade settings set                          set/upgrade-settings [BS-04]                      <- pool/a command 3
            400s  pool/a    zone zone-a started, 0 surge + 3 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a resumed
            400s  node/a-1  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 3 unavailable
            400s  node/a-2  taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 3 unavailable
            400s  node/a-3  taken by unavailable slot 3                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 3 unavailable
            611s  pool/a    succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-3 done
            Quiet
        "#]],
    );
    check(
        "pool a nodes=4 blue-green batch-soak=600 | at=0 upgrade a | at=300 cancel a | at=400 settings a blue-green batch=3 batch-soak=60 pool-soak=1000 | at=500 resume a | at=700 cancel a | at=800 settings a blue-green pool-soak=300 | at=900 resume a",
        pool,
        expect![[r#"
               0s  pool/a  command 0                  user/command []
               0s  pool/a  upgrade started            upgrade/start [SU-04 AM-84]            <- pool/a command 0
               0s  pool/a  CREATING_GREEN_POOL        blue-green/create [BG-01 BG-08 AM-64]  <- pool/a upgrade started
             180s  pool/a  CORDONING_BLUE_POOL        blue-green/cordon [BG-13 AM-64]        <- node/a-a-4 ready
             181s  pool/a  DRAINING_BLUE_POOL         blue-green/drain [BG-15 AM-64]         <- pool/a CORDONING_BLUE_POOL
             181s  pool/a  batch 1 of 4               blue-green/batch [BG-15 AM-14]         <- pool/a DRAINING_BLUE_POOL
             181s  pool/a  batch drained, soaks 600s  blue-green/batch-soak [BG-21 AM-14]    <- node/a-0 drained
             300s  pool/a  command 1                  user/command []
             300s  pool/a  cancelled                  blue-green/cancel [UP-12 BG-38 AM-65]  <- pool/a command 1
             400s  pool/a  command 2                  user/command []
             400s  pool/a  upgrade settings set       set/upgrade-settings [BS-04]           <- pool/a command 2
             500s  pool/a  command 3                  user/command []
             500s  pool/a  resumed                    blue-green/resume [UP-13 BG-40 AM-65]  <- pool/a command 3
             500s  pool/a  batch 2 of 2               blue-green/batch [BG-15 AM-14]         <- pool/a resumed
             500s  pool/a  batch drained, soaks 60s   blue-green/batch-soak [BG-21 AM-14]    <- node/a-3 drained
             560s  pool/a  NODE_POOL_SOAKING, 1000s   blue-green/soak [BG-25 AM-64]          <- pool/a batch drained, soaks 60s
             700s  pool/a  command 4                  user/command []
             700s  pool/a  cancelled                  blue-green/cancel [UP-12 BG-38 AM-65]  <- pool/a command 4
             800s  pool/a  command 5                  user/command []
             800s  pool/a  upgrade settings set       set/upgrade-settings [BS-04]           <- pool/a command 5
             800s  pool/a  160s left                  set/rest [BS-04 AM-84]                 <- pool/a upgrade settings set
             900s  pool/a  command 6                  user/command []
             900s  pool/a  resumed                    blue-green/resume [UP-13 BG-40 AM-65]  <- pool/a command 6
            1060s  pool/a  DELETING_BLUE_POOL         blue-green/delete [BG-31 AM-64]        <- pool/a resumed
            1090s  pool/a  succeeded                  blue-green/succeed [BG-35 BS-15]       <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// BG-42, UP-14: after success, the way back is an upgrade to the old version, a downgrade.
#[test]
fn a_downgrade_is_an_upgrade_of_its_own() {
    let line = "pool a nodes=1 blue-green pool-soak=60 | at=0 upgrade a newest | at=1000 rollback a | at=2000 upgrade a";
    expect![[r#"
        999s 1.34
        9000s 1.33
    "#]]
    .assert_eq(&templates(line, &[999, 9000]));
}

/// AM-60, AM-77: a slice comes back on what is left of a reservation, though the quota has nothing left.
#[test]
fn a_slice_comes_back_on_its_reservation() {
    check(
        "pool a nodes=2 multi-host reserved=2 any-reservation | at=0 quota 0 | at=10 upgrade a",
        pool_and_nodes,
        expect![[r#"
              0s  cluster   command 0                       user/command []
              0s  cluster   quota +0                        capacity/quota-set [AM-60]          <- cluster command 0
             10s  pool/a    command 1                       user/command []
             10s  pool/a    upgrade started                 upgrade/start [SU-04 AM-84]         <- pool/a command 1
             10s  node/a-0  taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
             10s  node/a-0  cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-0 taken by unavailable slot 1
             10s  node/a-1  taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
             10s  node/a-1  cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-1 taken by unavailable slot 1
             11s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-0 cordoned
             11s  node/a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-1 cordoned
             11s  node/a-0  drained                         drain/end [KD-09 KD-11]             <- node/a-0 draining 0 pods, at most 3600s
             11s  node/a-1  drained                         drain/end [KD-09 KD-11]             <- node/a-1 draining 0 pods, at most 3600s
             11s  node/a-0  deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-0 drained
             11s  node/a-1  deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-1 drained
             41s  node/a-0  gone                            node/vm-gone [AM-39]                <- node/a-0 deleting for 30s, to recreate
             41s  node/a-1  gone                            node/vm-gone [AM-39]                <- node/a-1 deleting for 30s, to recreate
             41s  node/a-0  recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-0 gone
             41s  node/a-1  recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-1 gone
            221s  node/a-0  ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-0 recreating, ready in 180s
            221s  node/a-0  uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-0 ready
            221s  node/a-1  ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-1 recreating, ready in 180s
            221s  node/a-1  uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-1 ready
            221s  node/a-0  done                            multi-host/done [AM-77]             <- node/a-0 uncordoned
            221s  node/a-1  done                            multi-host/done [AM-77]             <- node/a-1 uncordoned
            221s  pool/a    succeeded                       upgrade/succeed [AM-59 BS-15]       <- node/a-1 uncordoned
            Quiet
        "#]],
    );
}

/// BS-05, AM-77: all nodes at once, and none comes back before there is room for all.
#[test]
fn a_multi_host_slice_is_one_unit() {
    check(
        "pool a nodes=3 multi-host | app train replicas=3 | at=0 quota 0 | at=10 upgrade a | at=20 quota 0 | at=30 stockout zone-a | at=500 in-stock zone-a",
        |record| !pods(record),
        expect![[r#"
              0s  cluster      started                         start/scenario []
              0s  cluster      command 0                       user/command []
              0s  cluster      quota +0                        capacity/quota-set [AM-60]          <- cluster command 0
             10s  pool/a       command 1                       user/command []
             10s  pool/a       upgrade started                 upgrade/start [SU-04 AM-84]         <- pool/a command 1
             10s  node/a-0     taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
             10s  node/a-0     cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-0 taken by unavailable slot 1
             10s  node/a-1     taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
             10s  node/a-1     cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-1 taken by unavailable slot 1
             10s  node/a-2     taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
             10s  node/a-2     cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-2 taken by unavailable slot 1
             11s  node/a-0     draining 2 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-0 cordoned
             11s  node/a-1     draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-1 cordoned
             11s  node/a-2     draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-2 cordoned
             11s  node/a-2     drained                         drain/end [KD-09 KD-11]             <- node/a-2 draining 0 pods, at most 3600s
             20s  cluster      command 2                       user/command []
             20s  cluster      quota +0                        capacity/quota-set [AM-60]          <- cluster command 2
             30s  zone/zone-a  command 3                       user/command []
             30s  zone/zone-a  stocked out                     capacity/stockout-set [AM-60]       <- zone/zone-a command 3
             41s  node/a-0     drained                         drain/end [KD-09 KD-11]             <- pod/train-1 gone
             41s  node/a-1     drained                         drain/end [KD-09 KD-11]             <- pod/train-2 gone
             41s  node/a-0     deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-0 drained
             41s  node/a-1     deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-1 drained
             41s  node/a-2     deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-2 drained
             71s  node/a-0     gone                            node/vm-gone [AM-39]                <- node/a-0 deleting for 30s, to recreate
             71s  node/a-1     gone                            node/vm-gone [AM-39]                <- node/a-1 deleting for 30s, to recreate
             71s  node/a-2     gone                            node/vm-gone [AM-39]                <- node/a-2 deleting for 30s, to recreate
             71s  pool/a       blocked: zone-a is stocked out  multi-host/waits [AM-60 AM-77]      <- node/a-0 gone
            500s  zone/zone-a  command 4                       user/command []
            500s  zone/zone-a  in stock                        capacity/stockout-set [AM-60]       <- zone/zone-a command 4
            500s  node/a-0     recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-0 gone
            500s  node/a-1     recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-1 gone
            500s  node/a-2     recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-2 gone
            680s  node/a-0     ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-0 recreating, ready in 180s
            680s  node/a-0     uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-0 ready
            680s  node/a-1     ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-1 recreating, ready in 180s
            680s  node/a-1     uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-1 ready
            680s  node/a-2     ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-2 recreating, ready in 180s
            680s  node/a-2     uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-2 ready
            680s  node/a-0     done                            multi-host/done [AM-77]             <- node/a-0 uncordoned
            680s  node/a-1     done                            multi-host/done [AM-77]             <- node/a-1 uncordoned
            680s  node/a-2     done                            multi-host/done [AM-77]             <- node/a-2 uncordoned
            680s  pool/a       succeeded                       upgrade/succeed [AM-59 BS-15]       <- node/a-2 uncordoned
            Quiet
        "#]],
    );
    let line = "pool a nodes=2 multi-host | at=0 upgrade a | at=10 cancel a | at=20 rollback a | at=2000 rollback a";
    expect![[r#"
        1000s 1.33 1.33
        9000s 1.33 1.33
    "#]]
    .assert_eq(&templates(line, &[1000, 9000]));
}

/// AM-59: a VM requested before the run began becomes an old node.
#[test]
fn nodes_booting_when_an_upgrade_begins_are_upgraded_too() {
    check(
        "pool a nodes=1 | at=0 resize a 2 | at=100 upgrade a",
        |record| !pods(record),
        expect![[r#"
              0s  cluster     started                                       start/scenario []
              0s  pool/a      command 0                                     user/command []
              0s  pool/a      resized to 2 in each zone                     pool/resize [AM-63]                         <- pool/a command 0
              0s  node/a-a-1  requested, ready in 180s                      pool/request-node [AM-63]                   <- pool/a resized to 2 in each zone
            100s  pool/a      command 1                                     user/command []
            100s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
            100s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
            100s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
            100s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
            180s  node/a-a-1  ready                                         pool/node-ready [AM-39]                     <- node/a-a-1 requested, ready in 180s
            280s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
            280s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
            281s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
            281s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
            281s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
            311s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
            311s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
            311s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-2 done
            311s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- node/a-a-2 done
            311s  node/a-a-1  taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
            311s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-a-1 taken by surge slot 1
            491s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
            491s  node/a-a-1  cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
            492s  node/a-a-1  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-a-1 cordoned
            492s  node/a-a-1  drained                                       drain/end [KD-09 KD-11]                     <- node/a-a-1 draining 0 pods, at most 3600s
            492s  node/a-a-1  deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-a-1 drained
            522s  node/a-a-1  gone                                          node/vm-gone [AM-39]                        <- node/a-a-1 deleting for 30s
            522s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-a-1 gone
            522s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
            522s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
            Quiet
        "#]],
    );
    check(
        "pool a nodes=1 blue-green pool-soak=60 | at=0 resize a 2 | at=100 upgrade a",
        |record| !pods(record),
        expect![[r#"
              0s  cluster     started                         start/scenario []
              0s  pool/a      command 0                       user/command []
              0s  pool/a      resized to 2 in each zone       pool/resize [AM-63]                                <- pool/a command 0
              0s  node/a-a-1  requested, ready in 180s        pool/request-node [AM-63]                          <- pool/a resized to 2 in each zone
            100s  pool/a      command 1                       user/command []
            100s  pool/a      upgrade started                 upgrade/start [SU-04 AM-84]                        <- pool/a command 1
            100s  pool/a      CREATING_GREEN_POOL             blue-green/create [BG-01 BG-08 AM-64]              <- pool/a upgrade started
            100s  node/a-a-2  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            100s  node/a-a-3  requested, ready in 180s        blue-green/request-node [BG-02 BG-08 UP-22 AM-45]  <- pool/a CREATING_GREEN_POOL
            180s  node/a-a-1  ready                           pool/node-ready [AM-39]                            <- node/a-a-1 requested, ready in 180s
            280s  node/a-a-2  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-2 requested, ready in 180s
            280s  node/a-a-3  ready                           blue-green/node-ready [BG-08 AM-39]                <- node/a-a-3 requested, ready in 180s
            280s  pool/a      CORDONING_BLUE_POOL             blue-green/cordon [BG-13 AM-64]                    <- node/a-a-2 ready
            280s  node/a-0    cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            280s  node/a-a-1  cordoned                        blue-green/cordon-node [BG-13 AM-21]               <- pool/a CORDONING_BLUE_POOL
            281s  pool/a      DRAINING_BLUE_POOL              blue-green/drain [BG-15 AM-64]                     <- pool/a CORDONING_BLUE_POOL
            281s  pool/a      batch 1 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a DRAINING_BLUE_POOL
            281s  node/a-0    draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 1 of 2
            281s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods, at most 3600s
            281s  pool/a      batch drained, soaks 0s         blue-green/batch-soak [BG-21 AM-14]                <- node/a-0 drained
            281s  pool/a      batch 2 of 2                    blue-green/batch [BG-15 AM-14]                     <- pool/a batch drained, soaks 0s
            281s  node/a-a-1  draining 0 pods, at most 3600s  blue-green/drain-node [BG-15 KD-01 AM-16]          <- pool/a batch 2 of 2
            281s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods, at most 3600s
            281s  pool/a      batch drained, soaks 0s         blue-green/batch-soak [BG-21 AM-14]                <- node/a-a-1 drained
            281s  pool/a      NODE_POOL_SOAKING, 60s          blue-green/soak [BG-25 AM-64]                      <- pool/a batch drained, soaks 0s
            341s  pool/a      DELETING_BLUE_POOL              blue-green/delete [BG-31 AM-64]                    <- pool/a NODE_POOL_SOAKING, 60s
            341s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            341s  node/a-a-1  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]                <- pool/a DELETING_BLUE_POOL
            341s  node/a-0    drained                         drain/end [KD-09 KD-11]                            <- node/a-0 draining 0 pods
            341s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-0 drained
            341s  node/a-a-1  drained                         drain/end [KD-09 KD-11]                            <- node/a-a-1 draining 0 pods
            341s  node/a-a-1  deleting for 30s                blue-green/delete-node [BG-34 AM-64]               <- node/a-a-1 drained
            371s  node/a-0    gone                            node/vm-gone [AM-39]                               <- node/a-0 deleting for 30s
            371s  node/a-a-1  gone                            node/vm-gone [AM-39]                               <- node/a-a-1 deleting for 30s
            371s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]                   <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-77: a slice continues when one of its VMs is taken away or a user drains one, and reports what it waits for.
#[test]
fn nothing_stops_a_slice() {
    check(
        "pool a nodes=2 multi-host spot | app train replicas=1 grace=100 | at=0 upgrade a | at=50 preempt a-0",
        |record| !pods(record),
        expect![[r#"
              0s  cluster   started                         start/scenario []
              0s  pool/a    command 0                       user/command []
              0s  pool/a    upgrade started                 upgrade/start [SU-04 AM-84]         <- pool/a command 0
              0s  node/a-0  taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
              0s  node/a-0  cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-0 taken by unavailable slot 1
              0s  node/a-1  taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
              0s  node/a-1  cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-1 taken by unavailable slot 1
              1s  node/a-0  draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-0 cordoned
              1s  node/a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-1 cordoned
              1s  node/a-1  drained                         drain/end [KD-09 KD-11]             <- node/a-1 draining 0 pods, at most 3600s
             50s  node/a-0  command 1                       user/command []
             50s  node/a-0  taken away in 30s, comes back   node/preempted [AM-80 CA-57 KT-15]  <- node/a-0 command 1
             50s  node/a-1  deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-1 drained
             80s  node/a-0  gone                            node/vm-gone [AM-39]                <- node/a-0 taken away in 30s, comes back
             80s  node/a-1  gone                            node/vm-gone [AM-39]                <- node/a-1 deleting for 30s, to recreate
             80s  node/a-0  recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-0 gone
             80s  node/a-1  recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-1 gone
            260s  node/a-0  ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-0 recreating, ready in 180s
            260s  node/a-0  uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-0 ready
            260s  node/a-1  ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-1 recreating, ready in 180s
            260s  node/a-1  uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-1 ready
            260s  node/a-0  done                            multi-host/done [AM-77]             <- node/a-0 uncordoned
            260s  node/a-1  done                            multi-host/done [AM-77]             <- node/a-1 uncordoned
            260s  pool/a    succeeded                       upgrade/succeed [AM-59 BS-15]       <- node/a-1 uncordoned
            Quiet
        "#]],
    );
    check(
        "pool a nodes=2 multi-host | app train replicas=1 grace=100 | at=0 upgrade a | at=20 drain a-1 | at=60 reservation a 1",
        |record| !pods(record),
        expect![[r#"
              0s  cluster   started                               start/scenario []
              0s  pool/a    command 0                             user/command []
              0s  pool/a    upgrade started                       upgrade/start [SU-04 AM-84]             <- pool/a command 0
              0s  node/a-0  taken by unavailable slot 1           multi-host/take [BS-05 AM-77]           <- pool/a upgrade started
              0s  node/a-0  cordoned                              multi-host/cordon [BS-05 KD-01]         <- node/a-0 taken by unavailable slot 1
              0s  node/a-1  taken by unavailable slot 1           multi-host/take [BS-05 AM-77]           <- pool/a upgrade started
              0s  node/a-1  cordoned                              multi-host/cordon [BS-05 KD-01]         <- node/a-1 taken by unavailable slot 1
              1s  node/a-0  draining 1 pods, at most 3600s        drain/start [KD-01 AM-06]               <- node/a-0 cordoned
              1s  node/a-1  draining 0 pods, at most 3600s        drain/start [KD-01 AM-06]               <- node/a-1 cordoned
              1s  node/a-1  drained                               drain/end [KD-09 KD-11]                 <- node/a-1 draining 0 pods, at most 3600s
             20s  node/a-1  command 1                             user/command []
             21s  node/a-1  draining 0 pods                       drain/start [KD-01 AM-06]               <- node/a-1 command 1
             21s  node/a-1  drained                               drain/end [KD-09 KD-11]                 <- node/a-1 draining 0 pods
             60s  pool/a    command 2                             user/command []
             60s  pool/a    reservation of 1                      capacity/reservation-set [SU-16 AM-60]  <- pool/a command 2
            101s  node/a-0  drained                               drain/end [KD-09 KD-11]                 <- pod/train-0 gone
            101s  node/a-0  deleting for 30s, to recreate         multi-host/delete [BS-05 AM-77]         <- node/a-0 drained
            101s  node/a-1  deleting for 30s, to recreate         multi-host/delete [BS-05 AM-77]         <- node/a-1 drained
            131s  node/a-0  gone                                  node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s, to recreate
            131s  node/a-1  gone                                  node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s, to recreate
            131s  pool/a    blocked: reservation of 1 is used up  multi-host/waits [AM-60 AM-77]          <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-77, AM-62: another drain of one of its nodes doesn't delay the slice.
#[test]
fn a_slice_waits_for_its_own_drains_alone() {
    check(
        "pool a nodes=2 multi-host | app train replicas=1 on=a-0 grace=100 cpu=2000 | app odd replicas=1 on=a-1 tolerates max-unavailable=1 | at=0 upgrade a | at=60 limit odd 0 | at=70 drain a-1",
        |record| !pods(record),
        expect![[r#"
              0s  cluster         started                         start/scenario []
              0s  pool/a          command 0                       user/command []
              0s  pool/a          upgrade started                 upgrade/start [SU-04 AM-84]         <- pool/a command 0
              0s  node/a-0        taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
              0s  node/a-0        cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-0 taken by unavailable slot 1
              0s  node/a-1        taken by unavailable slot 1     multi-host/take [BS-05 AM-77]       <- pool/a upgrade started
              0s  node/a-1        cordoned                        multi-host/cordon [BS-05 KD-01]     <- node/a-1 taken by unavailable slot 1
              1s  node/a-0        draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-0 cordoned
              1s  node/a-1        draining 1 pods, at most 3600s  drain/start [KD-01 AM-06]           <- node/a-1 cordoned
             31s  node/a-1        drained                         drain/end [KD-09 KD-11]             <- pod/odd-0 gone
             60s  budget/odd-pdb  command 1                       user/command []
             60s  budget/odd-pdb  limit edited                    set/budget [AM-57]                  <- budget/odd-pdb command 1
             70s  node/a-1        command 2                       user/command []
             71s  node/a-1        draining 1 pods                 drain/start [KD-01 AM-06]           <- node/a-1 command 2
            101s  node/a-0        drained                         drain/end [KD-09 KD-11]             <- pod/train-0 gone
            101s  node/a-0        deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-0 drained
            101s  node/a-1        deleting for 30s, to recreate   multi-host/delete [BS-05 AM-77]     <- node/a-1 draining 1 pods
            131s  node/a-0        gone                            node/vm-gone [AM-39]                <- node/a-0 deleting for 30s, to recreate
            131s  node/a-1        gone                            node/vm-gone [AM-39]                <- node/a-1 deleting for 30s, to recreate
            131s  node/a-0        recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-0 gone
            131s  node/a-1        recreating, ready in 180s       multi-host/recreate [BS-05 AM-77]   <- node/a-1 gone
            311s  node/a-0        ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-0 recreating, ready in 180s
            311s  node/a-0        uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-0 ready
            311s  node/a-1        ready                           surge/node-recreated [SU-10 AM-39]  <- node/a-1 recreating, ready in 180s
            311s  node/a-1        uncordoned                      surge/uncordon [SU-10 AM-58]        <- node/a-1 ready
            311s  node/a-0        done                            multi-host/done [AM-77]             <- node/a-0 uncordoned
            311s  node/a-1        done                            multi-host/done [AM-77]             <- node/a-1 uncordoned
            311s  pool/a          succeeded                       upgrade/succeed [AM-59 BS-15]       <- node/a-1 uncordoned
            Quiet
        "#]],
    );
}

/// UP-15, BS-04: the rest of the old strategy was in a zone; the new strategy has none.
#[test]
fn an_upgrade_that_starts_again_in_two_colours_is_in_no_zone() {
    let line =
        "pool a nodes=2 auto | at=0 upgrade a | at=10 cancel a | at=300 settings a blue-green";
    let (trace, _) = run(line);
    let state = |at: i64| trace.frame_at(SimTime::from_secs(at)).cluster.pools[PoolId(0)];
    let again = state(10 + 86_400);
    assert_eq!(again.progress.phase, Some(Phase::CreatingGreenPool));
    assert_eq!((state(301).zone, again.zone), (Some(ZoneId(0)), None));
}
