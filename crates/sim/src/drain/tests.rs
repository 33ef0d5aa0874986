//! Tests of single drains.

mod overlapping_drains;

use expect_test::{Expect, expect};
use std::rc::Rc;

use super::limits::Limits;
use super::purpose::{LimitEffect, Purpose};
use super::registry::DrainRequest;
use crate::Sim;
use crate::cx::Cx;
use crate::rules::{RULES, Rule};
use crate::testing::*;
use base::{NodeId, SimSpan};
use trace::Trace;
use trace::text::table;

/// KE-07, KE-08, KD-08, SU-23: retried every 5 s, granted when the replacement is ready.
#[test]
fn budget_of_one_lets_pods_leave_one_by_one() {
    check(
        "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=1 | at=0 drain a-0",
        pods,
        expect![[r#"
             1s  pod/web-0  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- node/a-0 draining 2 pods
             1s  pod/web-1  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 2 pods
             1s  pod/web-2  pending                    workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
             1s  pod/web-2  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-2 pending
            21s  pod/web-2  ready                      pod/ready [KT-03]                      <- pod/web-2 bound to a-1
            21s  pod/web-1  evicted, gone in 30s       drain/evict [UP-18 KD-08 KE-11]        <- pod/web-2 ready
            21s  pod/web-3  pending                    workload/replace [KC-01 KC-02]         <- pod/web-1 evicted, gone in 30s
            21s  pod/web-3  bound to a-1               place/bind [KS-30 KS-31]               <- pod/web-3 pending
            31s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
            41s  pod/web-3  ready                      pod/ready [KT-03]                      <- pod/web-3 bound to a-1
            51s  pod/web-1  gone                       pod/gone [KT-05]                       <- pod/web-1 evicted, gone in 30s
            Quiet
        "#]],
    );
}

/// KD-10.
#[test]
fn kubectl_drain_gives_up_at_its_timeout() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 drain a-0 timeout=60",
        pods,
        expect![[r#"
            1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods, at most 60s
            Quiet
        "#]],
    );
}

/// KD-10, KD-14.
#[test]
fn kubectl_drain_without_a_timeout_waits_for_ever() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 drain a-0",
        pods,
        expect![[r#"
            1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods
            Quiet
        "#]],
    );
}

/// KD-06, KD-07: nothing is evicted, the node stays cordoned.
#[test]
fn a_bare_pod_stops_a_drain_without_force() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 | app lone kind=Pod replicas=1 on=a-0 | at=0 drain a-0 no-force",
        pods,
        expect![[r#"
            1s  pod/lone  blocked: drain filter unreplicated  gate/drain-filter [KD-07]  <- node/a-0 cordoned
            Quiet
        "#]],
    );
}

/// KD-13.
#[test]
fn a_bare_pod_is_evicted_and_lost_with_force() {
    check(
        "pool a nodes=2 | app lone kind=Pod replicas=1 on=a-0 | at=0 drain a-0",
        pods,
        expect![[r#"
         1s  pod/lone  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
        31s  pod/lone  gone                  pod/gone [KT-05]                 <- pod/lone evicted, gone in 30s
        Quiet
    "#]],
    );
}

/// KD-05.
#[test]
fn empty_dir_data_stops_a_drain_that_may_not_delete_it() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 empty-dir | at=0 drain a-0 keep-empty-dir",
        pods,
        expect![[r#"
            1s  pod/web-0  blocked: drain filter local storage  gate/drain-filter [KD-07]  <- node/a-0 cordoned
            Quiet
        "#]],
    );
}

/// KD-10, KE-11.
#[test]
fn a_drain_can_give_its_own_grace() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 grace=600 | at=0 drain a-0 grace=5",
        pods,
        expect![[r#"
         1s  pod/web-0  evicted, gone in 5s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
         1s  pod/web-1  pending              workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 5s
         1s  pod/web-1  bound to a-1         place/bind [KS-30 KS-31]         <- pod/web-1 pending
         6s  pod/web-0  gone                 pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 5s
        21s  pod/web-1  ready                pod/ready [KT-03]                <- pod/web-1 bound to a-1
        Quiet
    "#]],
    );
}

/// KE-03, BS-73: the node waits for the limit.
#[test]
fn two_budgets_on_a_pod_are_an_error_that_no_retry_fixes() {
    check(
        "pool a nodes=1 | app web replicas=1 on=a-0 max-unavailable=1 min-available=0 | at=0 upgrade a",
        pods,
        expect![[r#"
             181s  pod/web-0  blocked: two budgets, web-pdb and web-pdb-1  gate/two-budgets [KE-03 BS-73]               <- node/a-0 draining 1 pods, at most 3600s
            3781s  pod/web-0  forced out against its budget                drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 1 pods, at most 3600s
            3781s  pod/web-1  pending                                      workload/replace [KC-01 KC-02]               <- pod/web-0 forced out against its budget
            3781s  pod/web-1  bound to a-a-1                               place/bind [KS-30 KS-31]                     <- pod/web-1 pending
            3801s  pod/web-1  ready                                        pod/ready [KT-03]                            <- pod/web-1 bound to a-a-1
            Quiet
        "#]],
    );
}

/// KE-01, KD-09.
#[test]
fn a_pod_that_vanishes_while_refused_is_seen_at_the_next_attempt() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 shutdown=1 max-unavailable=0 | at=0 drain a-0 | at=3 replicas web 0",
        pods_and_nodes,
        expect![[r#"
            0s  node/a-0   command 0                  user/command []
            0s  node/a-0   cordoned                   user/cordon [KT-18]                    <- node/a-0 command 0
            1s  node/a-0   draining 1 pods            drain/start [KD-01 AM-06]              <- node/a-0 cordoned
            1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods
            3s  pod/web-0  deleted, gone in 1s        workload/scale-down [KC-04 KC-12]      <- workload/web replicas 0
            4s  pod/web-0  gone                       pod/gone [KT-05]                       <- pod/web-0 deleted, gone in 1s
            6s  node/a-0   drained                    drain/end [KD-09 KD-11]                <- pod/web-0 deleted, gone in 1s
            Quiet
        "#]],
    );
}

/// KD-03, KD-11, AM-73.
#[test]
fn daemon_pods_delay_no_drain_and_end_with_the_node() {
    check(
        "pool a nodes=1 | app log kind=DaemonSet | at=0 upgrade a",
        pods,
        expect![[r#"
        180s  pod/log-1  pending         workload/daemon [KC-13 KC-14 KC-15]  <- node/a-a-1 ready
        180s  pod/log-1  bound to a-a-1  place/bind [KS-30 KS-31]             <- pod/log-1 pending
        200s  pod/log-1  ready           pod/ready [KT-03]                    <- pod/log-1 bound to a-a-1
        211s  pod/log-0  gone            node/takes-pods [KD-11 KT-16 AM-73]  <- node/a-0 gone
        Quiet
    "#]],
    );
}

/// KE-02, AM-73.
#[test]
fn finished_pods_are_removed_at_once() {
    check(
        "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 finished | at=0 drain a-0",
        pods,
        expect![[r#"
             0s  pod/etl-1  pending       workload/job [KC-16]                 <- cluster started
             0s  pod/etl-1  bound to a-1  place/bind [KS-30 KS-31]             <- pod/etl-1 pending
             1s  pod/etl-0  gone          drain/remove-finished [KE-02 AM-73]  <- node/a-0 draining 0 pods
            20s  pod/etl-1  ready         pod/ready [KT-03]                    <- pod/etl-1 bound to a-1
            Quiet
        "#]],
    );
}

/// KE-02.
#[test]
fn a_pod_that_has_not_started_ignores_its_budget() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 starting max-unavailable=0 | at=0 drain a-0",
        pods,
        expect![[r#"
         1s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
         1s  pod/web-1  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
         1s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-1 pending
        21s  pod/web-1  ready                 pod/ready [KT-03]                <- pod/web-1 bound to a-1
        31s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
        Quiet
    "#]],
    );
}

/// KE-06: 0 of 1 healthy, so it is refused like a ready one.
#[test]
fn a_pod_that_is_not_ready_needs_a_healthy_budget() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 unready min-available=1 | at=0 drain a-0 timeout=20",
        pods,
        expect![[r#"
            1s  pod/web-0  blocked: web-pdb allows 0  gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods, at most 20s
            Quiet
        "#]],
    );
}

/// KE-05, BS-75.
#[test]
fn a_pod_that_is_not_ready_may_always_leave() {
    check(
        "pool a nodes=2 | app web replicas=1 on=a-0 unready always-allow min-available=1 | at=0 drain a-0",
        pods,
        expect![[r#"
         1s  pod/web-0  evicted, gone in 30s  drain/evict [UP-18 KD-08 KE-11]  <- node/a-0 draining 1 pods
         1s  pod/web-1  pending               workload/replace [KC-01 KC-02]   <- pod/web-0 evicted, gone in 30s
         1s  pod/web-1  bound to a-1          place/bind [KS-30 KS-31]         <- pod/web-1 pending
        21s  pod/web-1  ready                 pod/ready [KT-03]                <- pod/web-1 bound to a-1
        31s  pod/web-0  gone                  pod/gone [KT-05]                 <- pod/web-0 evicted, gone in 30s
        Quiet
    "#]],
    );
}

/// KT-21: one Pod per node, a free node, and evictions of two Pods at time 0.
///
/// The second one is refused at 0, 5, 10 and 15 s, and granted at 20 s, when the replacement is ready.
#[test]
fn a_replacement_frees_the_budget_when_it_is_ready() {
    check(
        "pool a nodes=4 slots=1 | app web replicas=3 pending grace=30 shutdown=10 max-unavailable=1 | cordon-time=0 | at=0 drain a-0 | at=0 drain a-1",
        pods,
        expect![[r#"
             0s  pod/web-0  evicted, gone in 10s                                      drain/evict [UP-18 KD-08 KE-11]          <- node/a-0 draining 1 pods
             0s  pod/web-1  blocked: web-pdb allows 0                                 gate/budget [SU-23 KE-07 KD-08 BS-73]    <- node/a-1 draining 1 pods
             0s  pod/web-3  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-0 evicted, gone in 10s
             0s  pod/web-3  bound to a-3                                              place/bind [KS-30 KS-31]                 <- pod/web-3 pending
            10s  pod/web-0  gone                                                      pod/gone [KT-05]                         <- pod/web-0 evicted, gone in 10s
            20s  pod/web-3  ready                                                     pod/ready [KT-03]                        <- pod/web-3 bound to a-3
            20s  pod/web-1  evicted, gone in 10s                                      drain/evict [UP-18 KD-08 KE-11]          <- pod/web-3 ready
            20s  pod/web-4  pending                                                   workload/replace [KC-01 KC-02]           <- pod/web-1 evicted, gone in 10s
            20s  pod/web-4  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 pending
            20s  pod/web-4  blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]  <- pod/web-4 pending
            30s  pod/web-1  gone                                                      pod/gone [KT-05]                         <- pod/web-1 evicted, gone in 10s
            Quiet
        "#]],
    );
}

/// KT-22: a StatefulSet reuses the name of a Pod when the Pod is gone: after 10 s, or after its whole grace period if it
/// ignores SIGTERM.
#[test]
fn an_ordinal_frees_the_budget_after_its_pod_was_gone_and_is_ready_again() {
    check(
        "pool a nodes=4 slots=1 | app db kind=StatefulSet parallel replicas=3 pending grace=30 shutdown=10 max-unavailable=1 | cordon-time=0 | at=0 drain a-0 | at=0 drain a-1",
        pods,
        expect![[r#"
             0s  pod/db-0  evicted, gone in 10s                                      drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 1 pods
             0s  pod/db-1  blocked: db-pdb allows 0                                  gate/budget [SU-23 KE-07 KD-08 BS-73]         <- node/a-1 draining 1 pods
            10s  pod/db-0  gone                                                      pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 10s
            10s  pod/db-0  pending                                                   workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
            10s  pod/db-0  bound to a-3                                              place/bind [KS-30 KS-31]                      <- pod/db-0 pending
            30s  pod/db-0  ready                                                     pod/ready [KT-03]                             <- pod/db-0 bound to a-3
            30s  pod/db-1  evicted, gone in 10s                                      drain/evict [UP-18 KD-08 KE-11]               <- pod/db-0 ready
            40s  pod/db-1  gone                                                      pod/gone [KT-05]                              <- pod/db-1 evicted, gone in 10s
            40s  pod/db-1  pending                                                   workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-1 gone
            40s  pod/db-1  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-1 pending
            40s  pod/db-1  blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-1 pending
            Quiet
        "#]],
    );
    check(
        "pool a nodes=4 slots=1 | app db kind=StatefulSet parallel replicas=3 pending grace=600 max-unavailable=1 | cordon-time=0 | at=0 drain a-0 | at=0 drain a-1",
        pods,
        expect![[r#"
               0s  pod/db-0  evicted, gone in 600s                                     drain/evict [UP-18 KD-08 KE-11]               <- node/a-0 draining 1 pods
               0s  pod/db-1  blocked: db-pdb allows 0                                  gate/budget [SU-23 KE-07 KD-08 BS-73]         <- node/a-1 draining 1 pods
             600s  pod/db-0  gone                                                      pod/gone [KT-05]                              <- pod/db-0 evicted, gone in 600s
             600s  pod/db-0  pending                                                   workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-0 gone
             600s  pod/db-0  bound to a-3                                              place/bind [KS-30 KS-31]                      <- pod/db-0 pending
             620s  pod/db-0  ready                                                     pod/ready [KT-03]                             <- pod/db-0 bound to a-3
             620s  pod/db-1  evicted, gone in 600s                                     drain/evict [UP-18 KD-08 KE-11]               <- pod/db-0 ready
            1220s  pod/db-1  gone                                                      pod/gone [KT-05]                              <- pod/db-1 evicted, gone in 600s
            1220s  pod/db-1  pending                                                   workload/replace-ordinal [KC-09 KC-10 KC-11]  <- pod/db-1 gone
            1220s  pod/db-1  blocked: NodeUnschedulable, 2 node(s) were unschedulable  place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-1 pending
            1220s  pod/db-1  blocked: NodeResourcesFit, 2 Insufficient cpu             place/unschedulable [SU-11 KS-03 KS-05]       <- pod/db-1 pending
            Quiet
        "#]],
    );
}

/// Retries every 10 s; gives up if an eviction is refused for 120 s, and ends what is left after 600 s.
const IMPATIENT: Purpose = Purpose {
    limits: |_, _| Limits {
        whole: Some(SimSpan::from_secs(600)),
        refusals: Some(SimSpan::from_secs(120)),
        grace: Some(SimSpan::from_secs(600)),
    },
    at_refusal_limit: LimitEffect::GivesUp(Rule::DrainTimeout),
    retry: SimSpan::from_secs(10),
    ..Purpose::UPGRADE
};

/// The rows of a run in which the first node is drained for another purpose.
fn check_purpose(line: &str, purpose: &'static Purpose, expect: Expect) {
    let (plan, start) = cluster(line);
    let mut sim = Sim::new(Rc::clone(&plan), start);
    let mut cx = Cx::new(&plan, &mut sim.core, &mut sim.processes, None);
    cx.request_drain(NodeId(0), Rule::UserCordon, DrainRequest::new(purpose, 0));
    sim.run();
    let mut trace = Trace::new(plan, Rc::clone(sim.start()), RULES);
    for chunk in sim.trace().finish() {
        trace.push(chunk);
    }
    expect.assert_eq(&table(&trace, |_, record| pods_and_nodes(record)));
}

#[test]
fn a_purpose_may_retry_at_its_own_interval() {
    check_purpose(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=13 limit web 1",
        &IMPATIENT,
        expect![[r#"
             0s  node/a-0   cordoned                       user/cordon [KT-18]
             1s  node/a-0   draining 1 pods, at most 600s  drain/start [KD-01 AM-06]              <- node/a-0 cordoned
             1s  pod/web-0  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods, at most 600s
            21s  pod/web-0  evicted, gone in 30s           drain/evict [UP-18 KD-08 KE-11]        <- budget/web-pdb command 0
            21s  pod/web-1  pending                        workload/replace [KC-01 KC-02]         <- pod/web-0 evicted, gone in 30s
            21s  pod/web-1  bound to a-1                   place/bind [KS-30 KS-31]               <- pod/web-1 pending
            41s  pod/web-1  ready                          pod/ready [KT-03]                      <- pod/web-1 bound to a-1
            51s  pod/web-0  gone                           pod/gone [KT-05]                       <- pod/web-0 evicted, gone in 30s
            51s  node/a-0   drained                        drain/end [KD-09 KD-11]                <- pod/web-0 gone
        "#]],
    );
}

#[test]
fn a_purpose_may_keep_the_node_when_evictions_are_refused() {
    check_purpose(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=500 limit web 1",
        &IMPATIENT,
        expect![[r#"
              0s  node/a-0   cordoned                       user/cordon [KT-18]
              1s  node/a-0   draining 1 pods, at most 600s  drain/start [KD-01 AM-06]              <- node/a-0 cordoned
              1s  pod/web-0  blocked: web-pdb allows 0      gate/budget [SU-23 KE-07 KD-08 BS-73]  <- node/a-0 draining 1 pods, at most 600s
            121s  node/a-0   drain aborted                  drain/timeout [KD-10]                  <- node/a-0 draining 1 pods, at most 600s
        "#]],
    );
}

#[test]
fn a_purpose_may_cut_the_grace_and_end_the_rest() {
    check_purpose(
        "pool a nodes=2 | app slow replicas=1 on=a-0 grace=7200 max-unavailable=0 | at=90 limit slow 1",
        &IMPATIENT,
        expect![[r#"
              0s  node/a-0    cordoned                       user/cordon [KT-18]
              1s  node/a-0    draining 1 pods, at most 600s  drain/start [KD-01 AM-06]                    <- node/a-0 cordoned
              1s  pod/slow-0  blocked: slow-pdb allows 0     gate/budget [SU-23 KE-07 KD-08 BS-73]        <- node/a-0 draining 1 pods, at most 600s
             91s  pod/slow-0  evicted, gone in 600s          drain/evict [UP-18 KD-08 KE-11]              <- budget/slow-pdb command 0
             91s  pod/slow-1  pending                        workload/replace [KC-01 KC-02]               <- pod/slow-0 evicted, gone in 600s
             91s  pod/slow-1  bound to a-1                   place/bind [KS-30 KS-31]                     <- pod/slow-1 pending
            111s  pod/slow-1  ready                          pod/ready [KT-03]                            <- pod/slow-1 bound to a-1
            601s  pod/slow-0  forced out before its grace    drain/force [SU-07 UP-17 AM-06 AM-62 BS-15]  <- node/a-0 draining 1 pods, at most 600s
            601s  node/a-0    drained by limit               drain/end [KD-09 KD-11]                      <- node/a-0 draining 1 pods, at most 600s
        "#]],
    );
}
