//! Autoscaled blue-green upgrades second by second.

use expect_test::{Expect, expect};

use crate::Sim;
use crate::rules::RULES;
use crate::testing::*;
use base::{PoolId, RecordNo, SimTime};
use model::node::{AtLimit, Side};
use model::pool::{Phase, RunState};
use model::strategy::RunKind;
use std::rc::Rc;
use trace::text::table;
use trace::{Change, Record, Subject, Trace};

/// Rows of pools and nodes, without soft taints and reasons to stay.
fn told(record: &Record) -> bool {
    let quiet = matches!(record.change, Change::CandidateTainted { .. } | Change::Stays { .. });
    pool_and_nodes(record) && !quiet
}

/// A pool beside it, with a full node, so that the last blue node isn't that of the cluster.
const BESIDE: &str = "| pool b nodes=1 | app full replicas=2 on=b-0";

/// GF-24, AB-05, AB-06, AB-08, AB-10, AB-11: what has no Pods is gone before the wait ends, below the minimum, too.
#[test]
fn an_empty_blue_pool_goes_before_the_wait_ends() {
    let line = "pool a nodes=3 blue-green wait=259200 autoscaled=1-5";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a"),
        told,
        expect![[r#"
          0s  pool/a    command 0                            user/command []
          0s  pool/a    upgrade started                      upgrade/start [SU-04 AM-84]             <- pool/a command 0
          0s  pool/a    CREATING_GREEN_POOL                  autoscaled/create [AB-05 AM-67]         <- pool/a upgrade started
          0s  pool/a    CORDONING_BLUE_POOL                  autoscaled/cordon [AB-06 AM-67]         <- pool/a CREATING_GREEN_POOL
          0s  node/a-0  cordoned                             blue-green/cordon-node [BG-13 AM-21]    <- pool/a CORDONING_BLUE_POOL
          0s  node/a-1  cordoned                             blue-green/cordon-node [BG-13 AM-21]    <- pool/a CORDONING_BLUE_POOL
          0s  node/a-2  cordoned                             blue-green/cordon-node [BG-13 AM-21]    <- pool/a CORDONING_BLUE_POOL
          1s  pool/a    WAITING_TO_DRAIN_BLUE_POOL, 259200s  autoscaled/wait [AB-07 AM-67 AM-93]     <- pool/a CORDONING_BLUE_POOL
         10s  node/a-0  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
         10s  node/a-1  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
         10s  node/a-2  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
        620s  node/a-0  to be deleted                        autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
        620s  node/a-1  to be deleted                        autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-1 avoided by new Pods
        620s  node/a-2  to be deleted                        autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-2 avoided by new Pods
        625s  node/a-0  deleting for 30s                     autoscaler/delete [KA-86]               <- node/a-0 to be deleted
        625s  node/a-1  deleting for 30s                     autoscaler/delete [KA-86]               <- node/a-1 to be deleted
        625s  node/a-2  deleting for 30s                     autoscaler/delete [KA-86]               <- node/a-2 to be deleted
        655s  node/a-0  gone                                 node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
        655s  node/a-1  gone                                 node/vm-gone [AM-39]                    <- node/a-1 deleting for 30s
        655s  node/a-2  gone                                 node/vm-gone [AM-39]                    <- node/a-2 deleting for 30s
        655s  pool/a    DELETING_BLUE_POOL                   autoscaled/empty [AB-11 AM-67]          <- node/a-0 gone
        655s  pool/a    succeeded                            blue-green/succeed [BG-35 BS-15]        <- pool/a DELETING_BLUE_POOL
        Quiet
    "#]],
    );
}

/// GF-25, AB-08, AB-12, AB-20, AM-51: a Pod that is not safe to evict stays until the wait ends; another makes green grow.
#[test]
fn what_is_protected_is_evicted_after_the_wait() {
    let line = "pool a nodes=2 blue-green wait=3600 autoscaled=0-3";
    let apps = "| app p replicas=1 on=a-0 cpu=800 not-safe | app q replicas=1 on=a-1 cpu=800";
    let pods = |record: &Record| told(record) || matches!(record.subject, Subject::Pod(_));
    check(
        &format!("{line} {BESIDE} {apps} | at=0 upgrade a"),
        pods,
        expect![[r#"
               0s  pool/a      command 0                                                 user/command []
               0s  pool/a      upgrade started                                           upgrade/start [SU-04 AM-84]                  <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL                                       autoscaled/create [AB-05 AM-67]              <- pool/a upgrade started
               0s  pool/a      CORDONING_BLUE_POOL                                       autoscaled/cordon [AB-06 AM-67]              <- pool/a CREATING_GREEN_POOL
               0s  node/a-0    cordoned                                                  blue-green/cordon-node [BG-13 AM-21]         <- pool/a CORDONING_BLUE_POOL
               0s  node/a-1    cordoned                                                  blue-green/cordon-node [BG-13 AM-21]         <- pool/a CORDONING_BLUE_POOL
               1s  pool/a      WAITING_TO_DRAIN_BLUE_POOL, 3600s                         autoscaled/wait [AB-07 AM-67 AM-93]          <- pool/a CORDONING_BLUE_POOL
              10s  node/a-1    unneeded                                                  autoscaler/unneeded [CA-09 BS-41]            <- cluster started
             620s  node/a-1    to be deleted after a drain                               autoscaler/to-be-deleted [KA-82 BS-42]       <- node/a-1 avoided by new Pods
             625s  node/a-1    draining 1 pods, at most 3600s                            autoscaler/drain [KA-83]                     <- node/a-1 to be deleted after a drain
             625s  pod/q-0     evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]              <- node/a-1 draining 1 pods, at most 3600s
             625s  pod/q-1     pending                                                   workload/replace [KC-01 KC-02]               <- pod/q-0 evicted, gone in 30s
             625s  pod/q-1     blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]      <- pod/q-1 pending
             625s  pod/q-1     blocked: NodeResourcesFit, 1 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]      <- pod/q-1 pending
             630s  pool/a      a/zone-a grows from 0 to 1                                autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/q-1 blocked: NodeResourcesFit, 1 Insufficient cpu
             630s  node/a-a-2  requested, ready in 180s                                  autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 1
             655s  pod/q-0     gone                                                      pod/gone [KT-05]                             <- pod/q-0 evicted, gone in 30s
             655s  node/a-1    drained                                                   drain/end [KD-09 KD-11]                      <- pod/q-0 gone
             655s  node/a-1    deleting for 30s                                          autoscaler/delete [KA-86]                    <- node/a-1 drained
             685s  node/a-1    gone                                                      node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
             810s  node/a-a-2  ready                                                     blue-green/node-ready [BG-08 AM-39]          <- node/a-a-2 requested, ready in 180s
             810s  pod/q-1     bound to a-a-2                                            place/bind [KS-30 KS-31]                     <- node/a-a-2 ready
             830s  pod/q-1     ready                                                     pod/ready [KT-03]                            <- pod/q-1 bound to a-a-2
            3601s  pool/a      DRAINING_BLUE_POOL                                        autoscaled/drain [AB-12 AM-49 AM-76]         <- pool/a WAITING_TO_DRAIN_BLUE_POOL, 3600s
            3601s  node/a-0    draining 1 pods, at most 3600s                            autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a DRAINING_BLUE_POOL
            3601s  pod/p-0     evicted, gone in 30s                                      drain/evict [UP-18 KD-08 KE-11]              <- node/a-0 draining 1 pods, at most 3600s
            3601s  pod/p-1     pending                                                   workload/replace [KC-01 KC-02]               <- pod/p-0 evicted, gone in 30s
            3601s  pod/p-1     bound to a-a-2                                            place/bind [KS-30 KS-31]                     <- pod/p-1 pending
            3621s  pod/p-1     ready                                                     pod/ready [KT-03]                            <- pod/p-1 bound to a-a-2
            3631s  pod/p-0     gone                                                      pod/gone [KT-05]                             <- pod/p-0 evicted, gone in 30s
            3631s  node/a-0    drained                                                   drain/end [KD-09 KD-11]                      <- pod/p-0 gone
            3631s  pool/a      DELETING_BLUE_POOL                                        autoscaled/delete [AB-14 AB-15 AM-67]        <- node/a-0 drained
            3631s  node/a-0    draining 0 pods                                           blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
            3631s  node/a-0    drained                                                   drain/end [KD-09 KD-11]                      <- node/a-0 draining 0 pods
            3631s  node/a-0    deleting for 30s                                          blue-green/delete-node [BG-34 AM-64]         <- node/a-0 drained
            3661s  node/a-0    gone                                                      node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            3661s  pool/a      succeeded                                                 blue-green/succeed [BG-35 BS-15]             <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AB-19, AM-48, AM-50, AM-79: a paused run keeps the rest of its wait; it is neither rolled back nor completed.
#[test]
fn a_pause_keeps_the_rest_of_the_wait() {
    let line = "pool a nodes=1 blue-green wait=1000 autoscaled=0-3 | app p replicas=1 on=a-0 cpu=1500 not-safe";
    let script = "at=0 upgrade a | at=301 cancel a | at=400 rollback a | at=500 complete a | at=600 resume a";
    check(
        &format!("{line} {BESIDE} | {script}"),
        told,
        expect![[r#"
               0s  pool/a      command 0                          user/command []
               0s  pool/a      upgrade started                    upgrade/start [SU-04 AM-84]                  <- pool/a command 0
               0s  pool/a      CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]              <- pool/a upgrade started
               0s  pool/a      CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]              <- pool/a CREATING_GREEN_POOL
               0s  node/a-0    cordoned                           blue-green/cordon-node [BG-13 AM-21]         <- pool/a CORDONING_BLUE_POOL
               1s  pool/a      WAITING_TO_DRAIN_BLUE_POOL, 1000s  autoscaled/wait [AB-07 AM-67 AM-93]          <- pool/a CORDONING_BLUE_POOL
             301s  pool/a      command 1                          user/command []
             301s  pool/a      cancelled                          autoscaled/cancel [UP-12 AB-19 AM-79]        <- pool/a command 1
             400s  pool/a      command 2                          user/command []
             400s  pool/a      refused: never rolled back         autoscaled/no-rollback [AB-19 AM-48]         <- pool/a command 2
             500s  pool/a      command 3                          user/command []
             500s  pool/a      refused: the pool does not soak    blue-green/refused [BG-39 BG-43 AM-22]       <- pool/a command 3
             600s  pool/a      command 4                          user/command []
             600s  pool/a      resumed                            autoscaled/resume [UP-13 AB-19 AM-79]        <- pool/a command 4
            1300s  pool/a      DRAINING_BLUE_POOL                 autoscaled/drain [AB-12 AM-49 AM-76]         <- pool/a resumed
            1300s  node/a-0    draining 1 pods, at most 3600s     autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a DRAINING_BLUE_POOL
            1310s  pool/a      a/zone-a grows from 0 to 1         autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/p-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            1310s  node/a-a-1  requested, ready in 180s           autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 1
            1330s  node/a-0    drained                            drain/end [KD-09 KD-11]                      <- pod/p-0 gone
            1330s  pool/a      DELETING_BLUE_POOL                 autoscaled/delete [AB-14 AB-15 AM-67]        <- node/a-0 drained
            1330s  node/a-0    draining 0 pods                    blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
            1330s  node/a-0    drained                            drain/end [KD-09 KD-11]                      <- node/a-0 draining 0 pods
            1330s  node/a-0    deleting for 30s                   blue-green/delete-node [BG-34 AM-64]         <- node/a-0 drained
            1360s  node/a-0    gone                               node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
            1360s  pool/a      succeeded                          blue-green/succeed [BG-35 BS-15]             <- node/a-0 gone
            1490s  node/a-a-1  ready                              blue-green/node-ready [BG-08 AM-39]          <- node/a-a-1 requested, ready in 180s
            Quiet
        "#]],
    );
}

/// AB-12, AM-76: twenty nodes are drained at once, and a slot takes the next one.
#[test]
fn twenty_nodes_are_drained_at_once() {
    let line = "pool a nodes=22 blue-green wait=0 autoscaled=0-30 | app web replicas=44 not-safe";
    let drains = |record: &Record| {
        matches!(record.change, Change::DrainStarted { .. } | Change::PhaseStarted { .. })
    };
    check(
        &format!("{line} | at=0 upgrade a | until=900"),
        drains,
        expect![[r#"
             0s  pool/a     CREATING_GREEN_POOL             autoscaled/create [AB-05 AM-67]            <- pool/a upgrade started
             0s  pool/a     CORDONING_BLUE_POOL             autoscaled/cordon [AB-06 AM-67]            <- pool/a CREATING_GREEN_POOL
             1s  pool/a     WAITING_TO_DRAIN_BLUE_POOL      autoscaled/wait [AB-07 AM-67 AM-93]        <- pool/a CORDONING_BLUE_POOL
             1s  pool/a     DRAINING_BLUE_POOL              autoscaled/drain [AB-12 AM-49 AM-76]       <- pool/a WAITING_TO_DRAIN_BLUE_POOL
             1s  node/a-0   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-1   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-2   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-3   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-4   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-5   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-6   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-7   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-8   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-9   draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-10  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-11  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-12  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-13  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-14  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-15  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-16  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-17  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-18  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             1s  node/a-19  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
            31s  node/a-20  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- node/a-0 drained
            31s  node/a-21  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- node/a-1 drained
            61s  pool/a     DELETING_BLUE_POOL              autoscaled/delete [AB-14 AB-15 AM-67]      <- node/a-21 drained
            61s  node/a-0   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-1   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-2   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-3   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-4   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-5   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-6   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-7   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-8   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-9   draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-10  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-11  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-12  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-13  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-14  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-15  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-16  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-17  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-18  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-19  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-20  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            61s  node/a-21  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            Quiet
        "#]],
    );
}

/// AB-13, AM-49: budgets hold for an hour of the drain, and each Pod has at most a day of grace.
#[test]
fn budgets_hold_for_an_hour_after_the_wait() {
    let line = "pool a nodes=1 blue-green wait=0 autoscaled=0-3 | app web replicas=2 not-safe grace=108000 max-unavailable=0";
    let ends = |record: &Record| {
        let of_pod = matches!(record.change, Change::PodTerminating { .. } | Change::PodGone);
        of_pod || matches!(record.change, Change::DrainStarted { .. } | Change::DrainEnded { .. })
    };
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a"),
        ends,
        expect![[r#"
                1s  node/a-0   draining 2 pods, at most 3600s        autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
             3601s  pod/web-0  deleted at the limit, gone in 86400s  autoscaled/violation [AB-13 AM-49 BS-15]   <- node/a-0 draining 2 pods, at most 3600s
             3601s  pod/web-1  deleted at the limit, gone in 86400s  autoscaled/violation [AB-13 AM-49 BS-15]   <- node/a-0 draining 2 pods, at most 3600s
            90001s  pod/web-0  gone                                  pod/gone [KT-05]                           <- pod/web-0 deleted at the limit, gone in 86400s
            90001s  pod/web-1  gone                                  pod/gone [KT-05]                           <- pod/web-1 deleted at the limit, gone in 86400s
            90001s  node/a-0   drained                               drain/end [KD-09 KD-11]                    <- pod/web-1 gone
            90001s  node/a-0   draining 0 pods                       blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
            90001s  node/a-0   drained                               drain/end [KD-09 KD-11]                    <- node/a-0 draining 0 pods
            Quiet
        "#]],
    );
}

/// AB-17: with the profile optimize-utilization blue is empty nine minutes earlier.
#[test]
fn the_profile_empties_blue_sooner() {
    let over = |record: &Record| matches!(record.change, Change::UpgradeSucceeded);
    let line = "pool a nodes=3 blue-green wait=259200 autoscaled=1-5";
    let check = |profile: &str, expect| {
        check(&format!("{profile}{line} {BESIDE} | at=0 upgrade a"), over, expect);
    };
    check(
        "",
        expect![[r#"
        655s  pool/a  succeeded  blue-green/succeed [BG-35 BS-15]  <- pool/a DELETING_BLUE_POOL
        Quiet
    "#]],
    );
    check(
        "packed | ",
        expect![[r#"
        115s  pool/a  succeeded  blue-green/succeed [BG-35 BS-15]  <- pool/a DELETING_BLUE_POOL
        Quiet
    "#]],
    );
}

/// AM-79, AM-76: the hour of budgets stops while the run is paused.
#[test]
fn the_hour_of_budgets_stops_in_a_pause() {
    let line = "pool a nodes=1 blue-green wait=0 autoscaled=0-3 | app web replicas=2 not-safe max-unavailable=0";
    let ends = |record: &Record| {
        let of_pod = matches!(record.change, Change::PodTerminating { .. });
        of_pod || matches!(record.change, Change::DrainPaused | Change::DrainResumed { .. })
    };
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=1000 cancel a | at=4000 resume a"),
        ends,
        expect![[r#"
            1000s  node/a-0   drain paused                       drain/pause [AM-65 AM-79]                 <- pool/a cancelled
            4000s  node/a-0   drain goes on, at most 2601s       drain/go-on [AM-65 AM-79]                 <- pool/a resumed
            6601s  pod/web-0  deleted at the limit, gone in 30s  autoscaled/violation [AB-13 AM-49 BS-15]  <- node/a-0 drain goes on, at most 2601s
            6601s  pod/web-1  deleted at the limit, gone in 30s  autoscaled/violation [AB-13 AM-49 BS-15]  <- node/a-0 drain goes on, at most 2601s
            Quiet
        "#]],
    );
}

/// AM-68: a blue node that was unneeded before the run is so anew from the first look of the wait.
#[test]
fn the_clocks_of_blue_begin_with_the_wait() {
    let unneeded = |record: &Record| {
        let clock = matches!(record.change, Change::Unneeded | Change::NeededAgain);
        clock
            || matches!(record.change, Change::DeletionMarked { .. } | Change::PhaseStarted { .. })
    };
    let line = "pool a nodes=1 blue-green wait=3600 autoscaled=0-3";
    check(
        &format!("{line} {BESIDE} | at=5 upgrade a"),
        unneeded,
        expect![[r#"
              0s  node/a-0  unneeded                           autoscaler/unneeded [CA-09 BS-41]       <- cluster started
              5s  pool/a    CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]         <- pool/a upgrade started
              5s  pool/a    CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]         <- pool/a CREATING_GREEN_POOL
              6s  pool/a    WAITING_TO_DRAIN_BLUE_POOL, 3600s  autoscaled/wait [AB-07 AM-67 AM-93]     <- pool/a CORDONING_BLUE_POOL
             10s  node/a-0  unneeded                           autoscaler/unneeded [CA-09 BS-41]       <- cluster started
            620s  node/a-0  to be deleted                      autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 unneeded
            655s  pool/a    DELETING_BLUE_POOL                 autoscaled/empty [AB-11 AM-67]          <- node/a-0 gone
            Quiet
        "#]],
    );
}

/// AM-84: a paused run takes over another wait, less what has passed, and keeps its own if the pool gets another strategy.
#[test]
fn a_paused_run_keeps_its_strategy() {
    let phases = |record: &Record| {
        let moves = matches!(record.change, Change::UpgradeResumed { .. });
        let sets = matches!(record.change, Change::SettingsSet { .. } | Change::RestSet { .. });
        moves || sets || matches!(record.change, Change::PhaseStarted { .. })
    };
    let line = "pool a nodes=1 blue-green wait=1000 autoscaled=0-3 | app p replicas=1 on=a-0 cpu=1500 not-safe";
    let check = |settings: &str, expect| {
        let script = format!(
            "at=0 upgrade a | at=301 cancel a | at=400 settings a {settings} | at=600 resume a"
        );
        check(&format!("{line} {BESIDE} | {script}"), phases, expect);
    };
    check(
        "blue-green wait=500",
        expect![[r#"
              0s  pool/a  CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]        <- pool/a upgrade started
              0s  pool/a  CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]        <- pool/a CREATING_GREEN_POOL
              1s  pool/a  WAITING_TO_DRAIN_BLUE_POOL, 1000s  autoscaled/wait [AB-07 AM-67 AM-93]    <- pool/a CORDONING_BLUE_POOL
            400s  pool/a  upgrade settings set               set/upgrade-settings [BS-04]           <- pool/a command 2
            400s  pool/a  200s left                          set/rest [BS-04 AM-84]                 <- pool/a upgrade settings set
            600s  pool/a  resumed                            autoscaled/resume [UP-13 AB-19 AM-79]  <- pool/a command 3
            800s  pool/a  DRAINING_BLUE_POOL                 autoscaled/drain [AB-12 AM-49 AM-76]   <- pool/a resumed
            830s  pool/a  DELETING_BLUE_POOL                 autoscaled/delete [AB-14 AB-15 AM-67]  <- node/a-0 drained
            Quiet
        "#]],
    );
    // What passed before the first change counts after the second.
    check(
        "blue-green wait=200 | at=450 settings a blue-green wait=1000",
        expect![[r#"
           0s  pool/a  CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]        <- pool/a upgrade started
           0s  pool/a  CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]        <- pool/a CREATING_GREEN_POOL
           1s  pool/a  WAITING_TO_DRAIN_BLUE_POOL, 1000s  autoscaled/wait [AB-07 AM-67 AM-93]    <- pool/a CORDONING_BLUE_POOL
         400s  pool/a  upgrade settings set               set/upgrade-settings [BS-04]           <- pool/a command 2
         400s  pool/a  0s left                            set/rest [BS-04 AM-84]                 <- pool/a upgrade settings set
         450s  pool/a  upgrade settings set               set/upgrade-settings [BS-04]           <- pool/a command 3
         450s  pool/a  700s left                          set/rest [BS-04 AM-84]                 <- pool/a upgrade settings set
         600s  pool/a  resumed                            autoscaled/resume [UP-13 AB-19 AM-79]  <- pool/a command 4
        1300s  pool/a  DRAINING_BLUE_POOL                 autoscaled/drain [AB-12 AM-49 AM-76]   <- pool/a resumed
        1330s  pool/a  DELETING_BLUE_POOL                 autoscaled/delete [AB-14 AB-15 AM-67]  <- node/a-0 drained
        Quiet
    "#]],
    );
    check(
        "surge=1+0",
        expect![[r#"
           0s  pool/a  CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]        <- pool/a upgrade started
           0s  pool/a  CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]        <- pool/a CREATING_GREEN_POOL
           1s  pool/a  WAITING_TO_DRAIN_BLUE_POOL, 1000s  autoscaled/wait [AB-07 AM-67 AM-93]    <- pool/a CORDONING_BLUE_POOL
         400s  pool/a  upgrade settings set               set/upgrade-settings [BS-04]           <- pool/a command 2
         600s  pool/a  resumed                            autoscaled/resume [UP-13 AB-19 AM-79]  <- pool/a command 3
        1300s  pool/a  DRAINING_BLUE_POOL                 autoscaled/drain [AB-12 AM-49 AM-76]   <- pool/a resumed
        1330s  pool/a  DELETING_BLUE_POOL                 autoscaled/delete [AB-14 AB-15 AM-67]  <- node/a-0 drained
        Quiet
    "#]],
    );
}

/// AM-57, AM-63: a node that the autoscaler is removing when the wait ends is left to it; one that it gives up comes last.
#[test]
fn a_node_that_is_being_removed_is_skipped() {
    let drains = |record: &Record| {
        let autoscaler =
            matches!(record.change, Change::DeletionMarked { .. } | Change::DeletionGivenUp);
        let drain =
            matches!(record.change, Change::DrainStarted { .. } | Change::DrainEnded { .. });
        autoscaler
            || drain
            || matches!(record.change, Change::PhaseStarted { .. } | Change::NodeGone)
    };
    let line = "pool a nodes=2 blue-green wait=621 autoscaled=0-3 | app p replicas=1 on=a-0 cpu=400 | app q replicas=1 on=a-1 cpu=400 not-safe";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a"),
        drains,
        expect![[r#"
          0s  pool/a    CREATING_GREEN_POOL               autoscaled/create [AB-05 AM-67]            <- pool/a upgrade started
          0s  pool/a    CORDONING_BLUE_POOL               autoscaled/cordon [AB-06 AM-67]            <- pool/a CREATING_GREEN_POOL
          1s  pool/a    WAITING_TO_DRAIN_BLUE_POOL, 621s  autoscaled/wait [AB-07 AM-67 AM-93]        <- pool/a CORDONING_BLUE_POOL
        620s  node/a-0  to be deleted after a drain       autoscaler/to-be-deleted [KA-82 BS-42]     <- node/a-0 avoided by new Pods
        622s  pool/a    DRAINING_BLUE_POOL                autoscaled/drain [AB-12 AM-49 AM-76]       <- pool/a WAITING_TO_DRAIN_BLUE_POOL, 621s
        622s  node/a-1  draining 1 pods, at most 3600s    autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        625s  node/a-0  draining 1 pods, at most 3600s    autoscaler/drain [KA-83]                   <- node/a-0 to be deleted after a drain
        652s  node/a-1  drained                           drain/end [KD-09 KD-11]                    <- pod/q-0 gone
        655s  node/a-0  drained                           drain/end [KD-09 KD-11]                    <- pod/p-0 gone
        655s  pool/a    DELETING_BLUE_POOL                autoscaled/delete [AB-14 AB-15 AM-67]      <- node/a-0 drained
        655s  node/a-1  draining 0 pods                   blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
        655s  node/a-1  drained                           drain/end [KD-09 KD-11]                    <- node/a-1 draining 0 pods
        685s  node/a-0  gone                              node/vm-gone [AM-39]                       <- node/a-0 deleting for 30s
        685s  node/a-1  gone                              node/vm-gone [AM-39]                       <- node/a-1 deleting for 30s
        Quiet
    "#]],
    );
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=621 drain a-0"),
        drains,
        expect![[r#"
          0s  pool/a    CREATING_GREEN_POOL               autoscaled/create [AB-05 AM-67]            <- pool/a upgrade started
          0s  pool/a    CORDONING_BLUE_POOL               autoscaled/cordon [AB-06 AM-67]            <- pool/a CREATING_GREEN_POOL
          1s  pool/a    WAITING_TO_DRAIN_BLUE_POOL, 621s  autoscaled/wait [AB-07 AM-67 AM-93]        <- pool/a CORDONING_BLUE_POOL
        620s  node/a-0  to be deleted after a drain       autoscaler/to-be-deleted [KA-82 BS-42]     <- node/a-0 avoided by new Pods
        622s  pool/a    DRAINING_BLUE_POOL                autoscaled/drain [AB-12 AM-49 AM-76]       <- pool/a WAITING_TO_DRAIN_BLUE_POOL, 621s
        622s  node/a-1  draining 1 pods, at most 3600s    autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        622s  node/a-0  draining 1 pods                   drain/start [KD-01 AM-06]                  <- node/a-0 command 1
        625s  node/a-0  kept after all                    autoscaler/keep-node [KA-82 KA-83]         <- node/a-0 to be deleted after a drain
        625s  node/a-0  draining 1 pods, at most 3600s    autoscaled/drain-node [AB-12 AB-13 AM-51]  <- node/a-0 kept after all
        652s  node/a-0  drained                           drain/end [KD-09 KD-11]                    <- pod/p-0 gone
        652s  node/a-1  drained                           drain/end [KD-09 KD-11]                    <- pod/q-0 gone
        652s  pool/a    DELETING_BLUE_POOL                autoscaled/delete [AB-14 AB-15 AM-67]      <- node/a-1 drained
        652s  node/a-0  draining 0 pods                   blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
        652s  node/a-1  draining 0 pods                   blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
        652s  node/a-0  drained                           drain/end [KD-09 KD-11]                    <- node/a-0 draining 0 pods
        652s  node/a-1  drained                           drain/end [KD-09 KD-11]                    <- node/a-1 draining 0 pods
        682s  node/a-0  gone                              node/vm-gone [AM-39]                       <- node/a-0 deleting for 30s
        682s  node/a-1  gone                              node/vm-gone [AM-39]                       <- node/a-1 deleting for 30s
        Quiet
    "#]],
    );
}

/// BG-13, AM-67: what was uncordoned in the wait is cordoned before its drain.
#[test]
fn an_uncordoned_blue_node_is_cordoned_again() {
    let cordons = |record: &Record| {
        let cordon = matches!(record.change, Change::NodeCordoned | Change::NodeUncordoned);
        cordon || matches!(record.change, Change::DrainStarted { .. } | Change::PodBound { .. })
    };
    let line = "pool a nodes=1 blue-green wait=300 autoscaled=0-3 | app p replicas=1 on=a-0 cpu=800 not-safe";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=100 uncordon a-0"),
        cordons,
        expect![[r#"
          0s  node/a-0  cordoned                        blue-green/cordon-node [BG-13 AM-21]       <- pool/a CORDONING_BLUE_POOL
        100s  node/a-0  uncordoned                      user/uncordon [KT-18]                      <- node/a-0 command 1
        301s  node/a-0  cordoned                        blue-green/cordon-node [BG-13 AM-21]       <- pool/a DRAINING_BLUE_POOL
        301s  node/a-0  draining 1 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        331s  node/a-0  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
        490s  pod/p-1   bound to a-a-1                  place/bind [KS-30 KS-31]                   <- node/a-a-1 ready
        Quiet
    "#]],
    );
}

/// AM-63, AB-26: a blue node comes back cordoned, so green grows while it boots.
#[test]
fn a_blue_node_that_boots_is_no_room_for_pods() {
    let grows = |record: &Record| {
        let asks = matches!(record.change, Change::ScaleUpDecided { .. } | Change::PodBound { .. });
        asks || matches!(record.change, Change::NodeReady | Change::NodeShutDown { .. })
    };
    let line = "pool a nodes=1 blue-green wait=3600 spot autoscaled=0-3 | app p replicas=1 on=a-0 cpu=800 not-safe";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=100 preempt a-0 | until=900"),
        grows,
        expect![[r#"
            100s  node/a-0    taken away in 30s, comes back  node/preempted [AM-80 CA-57 KT-15]       <- node/a-0 command 1
            120s  pool/a      a/zone-a grows from 0 to 1     autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/p-1 blocked: NodeResourcesFit, 1 Insufficient cpu
            300s  node/a-a-1  ready                          blue-green/node-ready [BG-08 AM-39]      <- node/a-a-1 requested, ready in 180s
            300s  pod/p-1     bound to a-a-1                 place/bind [KS-30 KS-31]                 <- node/a-a-1 ready
            310s  node/a-0    ready                          node/brought-back [AM-80 AM-39]          <- node/a-0 recreating, ready in 180s
            Until
        "#]],
    );
}

/// AM-79: after the hour of budgets a paused drain goes on without a limit.
#[test]
fn a_drain_resumed_after_its_hour_has_no_limit() {
    let line = "pool a nodes=1 blue-green wait=0 autoscaled=0-3 | app web replicas=1 not-safe grace=7200 max-unavailable=0";
    let ends = |record: &Record| {
        let of_pod = matches!(record.change, Change::PodTerminating { .. } | Change::PodGone);
        of_pod
            || matches!(
                record.change,
                Change::DrainPaused | Change::DrainResumed { .. } | Change::DrainEnded { .. }
            )
    };
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=4000 cancel a | at=5000 resume a"),
        ends,
        expect![[r#"
             3601s  pod/web-0  deleted at the limit, gone in 7200s  autoscaled/violation [AB-13 AM-49 BS-15]  <- node/a-0 draining 1 pods, at most 3600s
             4000s  node/a-0   drain paused                         drain/pause [AM-65 AM-79]                 <- pool/a cancelled
             5000s  node/a-0   drain goes on                        drain/go-on [AM-65 AM-79]                 <- pool/a resumed
            10801s  pod/web-0  gone                                 pod/gone [KT-05]                          <- pod/web-0 deleted at the limit, gone in 7200s
            10801s  node/a-0   drained                              drain/end [KD-09 KD-11]                   <- pod/web-0 gone
            10801s  node/a-0   drained                              drain/end [KD-09 KD-11]                   <- node/a-0 draining 0 pods
            Quiet
        "#]],
    );
}

/// AM-79, AB-11: the autoscaler empties blue while the run is paused; resumed, it is at its end.
#[test]
fn blue_that_went_in_a_pause_is_deleted_at_the_resume() {
    let line = "pool a nodes=1 blue-green wait=259200 autoscaled=1-3";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | at=100 cancel a | at=2000 resume a"),
        told,
        expect![[r#"
               0s  pool/a    command 0                            user/command []
               0s  pool/a    upgrade started                      upgrade/start [SU-04 AM-84]             <- pool/a command 0
               0s  pool/a    CREATING_GREEN_POOL                  autoscaled/create [AB-05 AM-67]         <- pool/a upgrade started
               0s  pool/a    CORDONING_BLUE_POOL                  autoscaled/cordon [AB-06 AM-67]         <- pool/a CREATING_GREEN_POOL
               0s  node/a-0  cordoned                             blue-green/cordon-node [BG-13 AM-21]    <- pool/a CORDONING_BLUE_POOL
               1s  pool/a    WAITING_TO_DRAIN_BLUE_POOL, 259200s  autoscaled/wait [AB-07 AM-67 AM-93]     <- pool/a CORDONING_BLUE_POOL
              10s  node/a-0  unneeded                             autoscaler/unneeded [CA-09 BS-41]       <- cluster started
             100s  pool/a    command 1                            user/command []
             100s  pool/a    cancelled                            autoscaled/cancel [UP-12 AB-19 AM-79]   <- pool/a command 1
             620s  node/a-0  to be deleted                        autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
             625s  node/a-0  deleting for 30s                     autoscaler/delete [KA-86]               <- node/a-0 to be deleted
             655s  node/a-0  gone                                 node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
            2000s  pool/a    command 2                            user/command []
            2000s  pool/a    resumed                              autoscaled/resume [UP-13 AB-19 AM-79]   <- pool/a command 2
            2000s  pool/a    DELETING_BLUE_POOL                   autoscaled/empty [AB-11 AM-67]          <- pool/a resumed
            2000s  pool/a    succeeded                            blue-green/succeed [BG-35 BS-15]        <- pool/a DELETING_BLUE_POOL
            Quiet
        "#]],
    );
}

/// AM-47, BS-93: limits of a whole pool hold for each colour: green gets the maximum beside blue, and no more while blue's Pods wait.
#[test]
fn each_colour_has_totals_of_its_own() {
    let grows = |record: &Record| {
        let stays = matches!(record.change, Change::NoScaleUp { .. } | Change::PhaseStarted { .. });
        let marks = matches!(record.change, Change::DeletionMarked { .. } | Change::NodeGone);
        stays
            || marks
            || matches!(record.change, Change::ScaleUpDecided { .. } | Change::UpgradeSucceeded)
    };
    let line = "pool a nodes=1 zones=2 blue-green wait=3600 autoscaled=0-3 total";
    let apps = "| app p replicas=1 on=a-0 cpu=1500 not-safe | app q replicas=1 on=a-1 cpu=1500 not-safe | app w replicas=4 cpu=1500 pending";
    check(
        &format!("{line} {BESIDE} {apps} | at=0 upgrade a | until=9000"),
        grows,
        expect![[r#"
               0s  pool/a      CREATING_GREEN_POOL                                 autoscaled/create [AB-05 AM-67]          <- pool/a upgrade started
               0s  pool/a      CORDONING_BLUE_POOL                                 autoscaled/cordon [AB-06 AM-67]          <- pool/a CREATING_GREEN_POOL
               1s  pool/a      WAITING_TO_DRAIN_BLUE_POOL, 3600s                   autoscaled/wait [AB-07 AM-67 AM-93]      <- pool/a CORDONING_BLUE_POOL
              10s  pool/a      a/zone-a grows from 0 to 2                          autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/w-0 blocked: NodeResourcesFit, 3 Insufficient cpu
              10s  pool/a      a/zone-b grows from 0 to 1                          autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/w-0 blocked: NodeResourcesFit, 3 Insufficient cpu
              20s  workload/w  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/w-3 blocked: NodeResourcesFit, 3 Insufficient cpu
              20s  workload/w  a/zone-b doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/w-3 blocked: NodeResourcesFit, 3 Insufficient cpu
            3601s  pool/a      DRAINING_BLUE_POOL                                  autoscaled/drain [AB-12 AM-49 AM-76]     <- pool/a WAITING_TO_DRAIN_BLUE_POOL, 3600s
            3610s  workload/p  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/p-1 blocked: NodeResourcesFit, 4 Insufficient cpu
            3610s  workload/p  a/zone-b doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/p-1 blocked: NodeResourcesFit, 4 Insufficient cpu
            3610s  workload/q  a/zone-a doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/q-1 blocked: NodeResourcesFit, 4 Insufficient cpu
            3610s  workload/q  a/zone-b doesn't grow: max node group size reached  autoscaler/no-scale-up [KA-93 BS-104]    <- pod/q-1 blocked: NodeResourcesFit, 4 Insufficient cpu
            3631s  pool/a      DELETING_BLUE_POOL                                  autoscaled/delete [AB-14 AB-15 AM-67]    <- node/a-1 drained
            3661s  node/a-0    gone                                                node/vm-gone [AM-39]                     <- node/a-0 deleting for 30s
            3661s  node/a-1    gone                                                node/vm-gone [AM-39]                     <- node/a-1 deleting for 30s
            3661s  pool/a      succeeded                                           blue-green/succeed [BG-35 BS-15]         <- node/a-0 gone
            Quiet
        "#]],
    );
    // The minimum likewise: one of two green nodes goes, although blue has two.
    let line = "pool a nodes=1 zones=2 blue-green wait=3600 autoscaled=1-3 total";
    let apps = "| app p replicas=1 on=a-0 cpu=1500 not-safe | app q replicas=1 on=a-1 cpu=1500 not-safe | app w kind=Job replicas=2 cpu=1500 work=100 pending";
    check(
        &format!("{line} {BESIDE} {apps} | at=0 upgrade a | until=3000"),
        grows,
        expect![[r#"
              0s  pool/a      CREATING_GREEN_POOL                autoscaled/create [AB-05 AM-67]          <- pool/a upgrade started
              0s  pool/a      CORDONING_BLUE_POOL                autoscaled/cordon [AB-06 AM-67]          <- pool/a CREATING_GREEN_POOL
              1s  pool/a      WAITING_TO_DRAIN_BLUE_POOL, 3600s  autoscaled/wait [AB-07 AM-67 AM-93]      <- pool/a CORDONING_BLUE_POOL
             10s  pool/a      a/zone-a grows from 0 to 1         autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/w-0 blocked: NodeResourcesFit, 3 Insufficient cpu
             10s  pool/a      a/zone-b grows from 0 to 1         autoscaler/scale-up [CA-05 CA-06 KA-32]  <- pod/w-0 blocked: NodeResourcesFit, 3 Insufficient cpu
            920s  node/a-a-2  to be deleted                      autoscaler/to-be-deleted [KA-82 BS-42]   <- node/a-a-2 avoided by new Pods
            955s  node/a-a-2  gone                               node/vm-gone [AM-39]                     <- node/a-a-2 deleting for 30s
            Until
        "#]],
    );
}

/// A run of pool a, of which two nodes are blue and others green, that was in a phase at time 0 and is resumed.
fn check_found_in(phase: Phase, line: &str, expect: Expect) {
    let (plan, mut start) =
        cluster(&format!("{line} {BESIDE} | at=5 resume a | at=90000 upgrade a"));
    let pool = PoolId(0);
    let own = plan.pools[pool].template;
    let target = plan.templates.ids().find(|id| *id != own);
    for id in start.nodes.ids() {
        let node = &mut start.nodes[id];
        let blue = id.0 < 2;
        if plan.groups[node.group].pool == pool {
            node.side = Some(if blue { Side::Blue } else { Side::Green });
            node.cordoned_by = blue.then_some(RecordNo(0));
            node.template = if blue { own } else { target.unwrap_or(own) };
            node.upgraded = !blue;
        }
    }
    let state = &mut start.pools[pool];
    (state.run, state.kind) = (RunState::Cancelled, RunKind::AutoscaledBlueGreen);
    state.target = target;
    state.progress.phase = Some(phase);
    let (trace, ended) = run_plan(plan, start);
    let rows = table(&trace, |_, record| told(record) && record.at < SimTime::from_secs(1000));
    expect.assert_eq(&format!("{rows}{ended:?}\n"));
}

/// AM-67: a run that was found in its last phase at time 0 deletes blue when it is resumed, with what is left on it.
#[test]
fn a_run_found_while_it_deletes_blue_deletes_it() {
    let line = "pool a nodes=2 blue-green wait=3600 autoscaled=0-3 | app p replicas=1 on=a-0 not-safe max-unavailable=0";
    check_found_in(
        Phase::DeletingBluePool,
        line,
        expect![[r#"
          5s  pool/a      command 0                   user/command []
          5s  pool/a      resumed                     autoscaled/resume [UP-13 AB-19 AM-79]        <- pool/a command 0
          5s  pool/a      DELETING_BLUE_POOL          autoscaled/delete [AB-14 AB-15 AM-67]        <- pool/a resumed
          5s  node/a-0    draining 1 pods             blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
          5s  node/a-1    draining 0 pods             blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
          5s  node/a-1    drained                     drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods
          5s  node/a-1    deleting for 30s            blue-green/delete-node [BG-34 AM-64]         <- node/a-1 drained
         10s  pool/a      a/zone-a grows from 0 to 1  autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/p-1 blocked: NodeResourcesFit, 1 Insufficient cpu
         10s  node/a-a-2  requested, ready in 180s    autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 0 to 1
         35s  node/a-1    gone                        node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
         35s  node/a-0    drained                     drain/end [KD-09 KD-11]                      <- pod/p-0 gone
         35s  node/a-0    deleting for 30s            blue-green/delete-node [BG-34 AM-64]         <- node/a-0 drained
         65s  node/a-0    gone                        node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
         65s  pool/a      succeeded                   blue-green/succeed [BG-35 BS-15]             <- node/a-0 gone
        190s  node/a-a-2  ready                       blue-green/node-ready [BG-08 AM-39]          <- node/a-a-2 requested, ready in 180s
        Quiet
    "#]],
    );
}

/// AM-67, AM-79: one that was found in its wait, of which no rest is known, drains; one that drained goes on with blue alone.
#[test]
fn a_run_found_in_its_wait_or_its_drain_drains_blue() {
    let line = "pool a nodes=3 blue-green wait=3600 autoscaled=1-3 | app p replicas=1 on=a-0 cpu=1500 not-safe | app q replicas=1 on=a-2 cpu=1500";
    check_found_in(
        Phase::WaitingToDrainBluePool,
        line,
        expect![[r#"
          0s  node/a-1    unneeded                        autoscaler/unneeded [CA-09 BS-41]            <- cluster started
          5s  pool/a      command 0                       user/command []
          5s  pool/a      resumed                         autoscaled/resume [UP-13 AB-19 AM-79]        <- pool/a command 0
          5s  pool/a      DRAINING_BLUE_POOL              autoscaled/drain [AB-12 AM-49 AM-76]         <- pool/a resumed
          5s  node/a-0    draining 1 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a DRAINING_BLUE_POOL
          5s  node/a-1    draining 0 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a DRAINING_BLUE_POOL
          5s  node/a-1    drained                         drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods, at most 3600s
         10s  pool/a      a/zone-a grows from 1 to 2      autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/p-1 blocked: NodeResourcesFit, 2 Insufficient cpu
         10s  node/a-a-3  requested, ready in 180s        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
         20s  node/a-1    needed again                    autoscaler/needed-again [KA-73]              <- pool/a a/zone-a grows from 1 to 2
         35s  node/a-0    drained                         drain/end [KD-09 KD-11]                      <- pod/p-0 gone
         35s  pool/a      DELETING_BLUE_POOL              autoscaled/delete [AB-14 AB-15 AM-67]        <- node/a-0 drained
         35s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
         35s  node/a-1    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
         35s  node/a-0    drained                         drain/end [KD-09 KD-11]                      <- node/a-0 draining 0 pods
         35s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]         <- node/a-0 drained
         35s  node/a-1    drained                         drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods
         35s  node/a-1    deleting for 30s                blue-green/delete-node [BG-34 AM-64]         <- node/a-1 drained
         65s  node/a-0    gone                            node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
         65s  node/a-1    gone                            node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
         65s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]             <- node/a-0 gone
        190s  node/a-a-3  ready                           blue-green/node-ready [BG-08 AM-39]          <- node/a-a-3 requested, ready in 180s
        Quiet
    "#]],
    );
    check_found_in(
        Phase::DrainingBluePool,
        line,
        expect![[r#"
          5s  pool/a      command 0                       user/command []
          5s  pool/a      resumed                         autoscaled/resume [UP-13 AB-19 AM-79]        <- pool/a command 0
          5s  node/a-0    draining 1 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a resumed
          5s  node/a-1    draining 0 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]    <- pool/a resumed
          5s  node/a-1    drained                         drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods, at most 3600s
         10s  pool/a      a/zone-a grows from 1 to 2      autoscaler/scale-up [CA-05 CA-06 KA-32]      <- pod/p-1 blocked: NodeResourcesFit, 2 Insufficient cpu
         10s  node/a-a-3  requested, ready in 180s        autoscaler/request-node [CA-04 CA-07 KA-39]  <- pool/a a/zone-a grows from 1 to 2
         35s  node/a-0    drained                         drain/end [KD-09 KD-11]                      <- pod/p-0 gone
         35s  pool/a      DELETING_BLUE_POOL              autoscaled/delete [AB-14 AB-15 AM-67]        <- node/a-0 drained
         35s  node/a-0    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
         35s  node/a-1    draining 0 pods                 blue-green/empty-node [BG-32 AM-64]          <- pool/a DELETING_BLUE_POOL
         35s  node/a-0    drained                         drain/end [KD-09 KD-11]                      <- node/a-0 draining 0 pods
         35s  node/a-0    deleting for 30s                blue-green/delete-node [BG-34 AM-64]         <- node/a-0 drained
         35s  node/a-1    drained                         drain/end [KD-09 KD-11]                      <- node/a-1 draining 0 pods
         35s  node/a-1    deleting for 30s                blue-green/delete-node [BG-34 AM-64]         <- node/a-1 drained
         65s  node/a-0    gone                            node/vm-gone [AM-39]                         <- node/a-0 deleting for 30s
         65s  node/a-1    gone                            node/vm-gone [AM-39]                         <- node/a-1 deleting for 30s
         65s  pool/a      succeeded                       blue-green/succeed [BG-35 BS-15]             <- node/a-0 gone
        190s  node/a-a-3  ready                           blue-green/node-ready [BG-08 AM-39]          <- node/a-a-3 requested, ready in 180s
        Quiet
    "#]],
    );
}

/// AM-105: what the autoscaler remembers of its searches changes no row: one that looks all the time, and remembers none, does the same.
#[test]
fn what_is_remembered_of_searches_does_not_show() {
    let wait = "blue-green wait=3600 autoscaled";
    let apps = "| app p replicas=8 cpu=400 | app q replicas=2 on=a-4 cpu=300 max-unavailable=1";
    let lines = [
        format!("pool a nodes=5 {wait}=0-4 {BESIDE} {apps} | at=0 upgrade a"),
        format!("pool a nodes=5 {wait}=0-1 | pool b nodes=2 slots=1 {apps} | at=0 upgrade a"),
        format!(
            "pool a nodes=3 zones=2 {wait}=0-2 total {BESIDE} {apps} not-safe | app r replicas=2 on=a-5 cpu=500 | at=0 upgrade a"
        ),
    ];
    for line in lines {
        let rows = |every: bool| {
            let (plan, start) = cluster(&format!("{line} | until=7200"));
            let mut sim = Sim::new(Rc::clone(&plan), start);
            if every {
                sim.look_at_every_tick();
            }
            sim.run();
            let mut trace = Trace::new(plan, Rc::clone(sim.start()), RULES);
            sim.trace().finish().into_iter().for_each(|chunk| trace.push(chunk));
            // A look's cause is the row that asked for it.
            let rows = table(&trace, |_, _| true);
            let rows = rows
                .lines()
                .map(|row| row.split(" <- ").next().unwrap_or(row).trim_end().to_owned());
            rows.collect::<Vec<String>>()
        };
        assert_eq!(rows(false), rows(true), "{line}");
    }
}

/// AB-10: no minimum of the whole pool keeps blue.
#[test]
fn a_total_minimum_keeps_no_blue_node() {
    let over = |record: &Record| matches!(record.change, Change::UpgradeSucceeded);
    let line = "pool a nodes=1 zones=2 blue-green wait=259200 autoscaled=2-4 total";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a"),
        over,
        expect![[r#"
        655s  pool/a  succeeded  blue-green/succeed [BG-35 BS-15]  <- pool/a DELETING_BLUE_POOL
        Quiet
    "#]],
    );
}

/// AM-64, AM-76: the drains after the wait have the order of other drains of blue nodes.
#[test]
fn drains_after_the_wait_have_their_order() {
    let drains = |record: &Record| {
        matches!(record.change, Change::DrainStarted { at_limit: AtLimit::Deletes, .. })
    };
    let line =
        "shuffled | pool a nodes=4 blue-green wait=0 autoscaled=0-4 | app p replicas=8 not-safe";
    check(
        &format!("{line} | at=0 upgrade a | until=900"),
        drains,
        expect![[r#"
        1s  node/a-1  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        1s  node/a-2  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        1s  node/a-0  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        1s  node/a-3  draining 2 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        Quiet
    "#]],
    );
}

/// AM-67: Pods of DaemonSets stay on their nodes, and hold no drain up.
#[test]
fn daemons_hold_no_drain_up() {
    let phases = |record: &Record| {
        let drains =
            matches!(record.change, Change::DrainStarted { .. } | Change::DrainEnded { .. });
        drains || matches!(record.change, Change::PhaseStarted { .. } | Change::UpgradeSucceeded)
    };
    let line = "pool a nodes=1 blue-green wait=0 autoscaled=0-3 | app d kind=DaemonSet cpu=100 | app p replicas=1 on=a-0 cpu=1500 not-safe";
    check(
        &format!("{line} {BESIDE} | at=0 upgrade a | until=900"),
        phases,
        expect![[r#"
         0s  pool/a    CREATING_GREEN_POOL             autoscaled/create [AB-05 AM-67]            <- pool/a upgrade started
         0s  pool/a    CORDONING_BLUE_POOL             autoscaled/cordon [AB-06 AM-67]            <- pool/a CREATING_GREEN_POOL
         1s  pool/a    WAITING_TO_DRAIN_BLUE_POOL      autoscaled/wait [AB-07 AM-67 AM-93]        <- pool/a CORDONING_BLUE_POOL
         1s  pool/a    DRAINING_BLUE_POOL              autoscaled/drain [AB-12 AM-49 AM-76]       <- pool/a WAITING_TO_DRAIN_BLUE_POOL
         1s  node/a-0  draining 1 pods, at most 3600s  autoscaled/drain-node [AB-12 AB-13 AM-51]  <- pool/a DRAINING_BLUE_POOL
        31s  node/a-0  drained                         drain/end [KD-09 KD-11]                    <- pod/p-0 gone
        31s  pool/a    DELETING_BLUE_POOL              autoscaled/delete [AB-14 AB-15 AM-67]      <- node/a-0 drained
        31s  node/a-0  draining 0 pods                 blue-green/empty-node [BG-32 AM-64]        <- pool/a DELETING_BLUE_POOL
        31s  node/a-0  drained                         drain/end [KD-09 KD-11]                    <- node/a-0 draining 0 pods
        61s  pool/a    succeeded                       blue-green/succeed [BG-35 BS-15]           <- node/a-0 gone
        Quiet
    "#]],
    );
}

/// AM-79: every drain stops in a pause.
#[test]
fn a_pause_stops_every_drain() {
    let stops = |record: &Record| {
        matches!(record.change, Change::DrainPaused | Change::DrainResumed { .. })
    };
    let line = "pool a nodes=2 blue-green wait=0 autoscaled=0-3 | app web replicas=4 not-safe max-unavailable=0";
    check(
        &format!(
            "{line} {BESIDE} | at=0 upgrade a | at=1000 cancel a | at=4000 resume a | until=5000"
        ),
        stops,
        expect![[r#"
            1000s  node/a-0  drain paused                  drain/pause [AM-65 AM-79]  <- pool/a cancelled
            1000s  node/a-1  drain paused                  drain/pause [AM-65 AM-79]  <- pool/a cancelled
            4000s  node/a-0  drain goes on, at most 2601s  drain/go-on [AM-65 AM-79]  <- pool/a resumed
            4000s  node/a-1  drain goes on, at most 2601s  drain/go-on [AM-65 AM-79]  <- pool/a resumed
            Until
        "#]],
    );
}

/// AM-68: Pods of blue may wait for as many green nodes as green may still get: one of them in two zones, or none beside a full one.
#[test]
fn pods_of_blue_wait_for_no_more_green_than_there_may_be() {
    let finds = |record: &Record| {
        matches!(
            record.change,
            Change::Unneeded | Change::Stays { .. } | Change::DeletionMarked { .. }
        )
    };
    let apps = "| app p replicas=1 on=a-0 cpu=400 | app q replicas=1 on=a-1 cpu=400 away=p";
    let check = |line: &str, expect| {
        check(&format!("{line} {BESIDE} {apps} | at=0 upgrade a | until=700"), finds, expect);
    };
    check(
        "pool a nodes=1 zones=2 blue-green wait=3600 autoscaled=0-1 total",
        expect![[r#"
              0s  node/a-0  stays: upgrade or repair               autoscaler/stays [KA-91 BS-105]         <- cluster started
              0s  node/a-1  stays: upgrade or repair               autoscaler/stays [KA-91 BS-105]         <- cluster started
             10s  node/a-0  unneeded                               autoscaler/unneeded [CA-09 BS-41]       <- cluster started
             10s  node/a-1  stays: no place to move Pods, pod/q-0  autoscaler/stays [KA-91 BS-105]         <- cluster started
            620s  node/a-0  to be deleted after a drain            autoscaler/to-be-deleted [KA-82 BS-42]  <- node/a-0 avoided by new Pods
            Until
        "#]],
    );
    check(
        "pool a nodes=2 blue-green wait=3600 autoscaled=0-1 | app w replicas=1 cpu=2000 pending",
        expect![[r#"
              0s  node/a-0    stays: upgrade or repair               autoscaler/stays [KA-91 BS-105]  <- cluster started
              0s  node/a-1    stays: upgrade or repair               autoscaler/stays [KA-91 BS-105]  <- cluster started
             20s  node/a-0    stays: no place to move Pods, pod/p-0  autoscaler/stays [KA-91 BS-105]  <- pool/a a/zone-a grows from 0 to 1
             20s  node/a-1    stays: no place to move Pods, pod/q-0  autoscaler/stays [KA-91 BS-105]  <- pool/a a/zone-a grows from 0 to 1
            190s  node/a-a-2  stays: used enough                     autoscaler/stays [KA-91 BS-105]  <- node/a-a-2 ready
            Until
        "#]],
    );
}
