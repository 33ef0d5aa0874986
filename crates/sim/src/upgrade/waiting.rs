//! Refused requests for VMs are repeated when there may be capacity (AM-60): those of upgrades, and those of `Vms`.

use super::Upgrades;
use crate::cx::{Cx, VmRequests};
use crate::rules::Rule;
use base::{GroupId, NodeId, PoolId, Set, SimTime, order};
use model::RunState;
use trace::Change;

/// A refused request.
enum Waiting {
    /// A VM that was lost, and one more of a group.
    Lost(NodeId),
    More(GroupId),
    /// A slot of the upgrade of a pool.
    Slot(PoolId, usize),
}

impl Upgrades {
    /// Slots without a node drop their requests (AM-61); new requests are reported again.
    pub(super) fn drop_requests(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if let Some(run) = &mut self.runs[pool] {
            run.work.drop_requests();
        }
        cx.forget_refusals(pool);
    }

    fn waits_for_capacity(&self, pool: PoolId) -> bool {
        let run = self.runs[pool].as_ref();
        run.is_some_and(|run| !run.work.waiting().is_empty())
    }

    /// Repeats refused requests in the order of their first requests: something was freed, or the user changed the
    /// capacity (AM-60).
    pub(crate) fn capacity_changed(&mut self, cx: &mut Cx<'_>) {
        cx.forget_partly_ended_refusals();
        let VmRequests { lost, more } = &cx.requests;
        let lost = lost.iter().map(|(since, node)| (*since, Waiting::Lost(*node)));
        let more = more.iter().map(|(since, group)| (*since, Waiting::More(*group)));
        let mut waiting: Vec<(SimTime, Waiting)> = lost.chain(more).collect();
        for (pool, run) in self.runs.iter() {
            let Some(run) = run else { continue };
            let requests = run.work.waiting().into_iter();
            waiting.extend(requests.map(|(since, number)| (since, Waiting::Slot(pool, number))));
        }
        order::sort_by_key(&mut waiting, |(since, _)| *since);
        let mut pools = Set::new();
        for (since, request) in waiting {
            let (pool, number) = match request {
                Waiting::Lost(node) => {
                    cx.bring_back_again(since, node);
                    continue;
                }
                Waiting::More(group) => {
                    cx.request_more_again(since, group);
                    continue;
                }
                Waiting::Slot(pool, number) => (pool, number),
            };
            pools.insert(pool);
            if let Some(run) = &mut self.runs[pool] {
                run.work.retry_request(cx, &run.spec, number);
            }
        }
        for pool in pools {
            if !self.waits_for_capacity(pool) {
                // It no longer waits for capacity, so a later refusal is reported again.
                cx.forget_refusals(pool);
            }
            self.strategy(cx, pool);
        }
        cx.forget_ended_refusals();
    }
}

impl Cx<'_> {
    /// AM-04, AM-84: with no node in progress and no VM available, the run waits for resources.
    pub(super) fn report_waits(&mut self, pool: PoolId, waits: bool, rule: Rule) {
        let (rule, change) = match (self.world.cluster.pools[pool].run, waits) {
            (RunState::Running, true) => (rule, Change::ResourcesMissing),
            (RunState::WaitingForResources, false) => (Rule::CapacityFound, Change::ResourcesFound),
            _ => return,
        };
        self.record(rule, pool, change);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;

    /// SU-08, AM-04.
    #[test]
    fn without_capacity_no_node_is_touched() {
        check(
            "pool a nodes=2 | at=0 quota 0 | at=0 upgrade a | at=1000 quota 1",
            pool_and_nodes,
            expect![[r#"
                   0s  cluster     command 0                                     user/command []
                   0s  cluster     quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
                   0s  pool/a      command 1                                     user/command []
                   0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
                   0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                   0s  pool/a      blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                   0s  pool/a      waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                1000s  cluster     command 2                                     user/command []
                1000s  cluster     quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 2
                1000s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- cluster quota +1
                1000s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                1000s  pool/a      has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/a-0 taken by surge slot 1
                1180s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
                1180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
                1181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                1181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                1181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                1211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                1211s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                1211s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-2 done
                1211s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                1391s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                1391s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
                1392s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                1392s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                1392s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                1422s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                1422s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                1422s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
                1422s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
                Quiet
            "#]],
        );
    }

    /// SU-08, AM-60: a quota is shared in its own unit.
    #[test]
    fn a_quota_is_left_to_the_pool_that_needs_less_of_it() {
        check(
            "pool a nodes=1 | pool b nodes=1 | quota CPUS left=5 a=4 b=2 | at=0 upgrade b | at=0 upgrade a",
            pool,
            expect![[r#"
                  0s  pool/b  command 0                                     user/command []
                  0s  pool/b  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/b command 0
                  0s  pool/a  command 1                                     user/command []
                  0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
                  0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  pool/b  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started
                  0s  pool/b  blocked: quota CPUS: -1                       surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
                  0s  pool/b  waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/b zone zone-a started, 1 surge + 0 unavailable
                211s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                211s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                211s  pool/b  has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/b-0 taken by surge slot 1
                422s  pool/b  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-1 done
                422s  pool/b  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-1 done
                Quiet
            "#]],
        );
    }

    /// AM-04, SU-29.
    #[test]
    fn unavailable_slots_continue_while_surge_slots_wait() {
        check(
            "pool a nodes=3 surge=1+1 | at=0 quota 0 | at=0 upgrade a",
            pool_and_nodes,
            expect![[r#"
                  0s  cluster   command 0                                     user/command []
                  0s  cluster   quota +0                                      capacity/quota-set [AM-60]                        <- cluster command 0
                  0s  pool/a    command 1                                     user/command []
                  0s  pool/a    upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 1
                  0s  pool/a    zone zone-a started, 1 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
                  0s  pool/a    blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]             <- pool/a zone zone-a started, 1 surge + 1 unavailable
                  0s  node/a-0  taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 1 surge + 1 unavailable
                  0s  node/a-0  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 2
                  1s  node/a-0  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                  1s  node/a-0  drained                                       drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
                  1s  node/a-0  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                 31s  node/a-0  gone                                          node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                 31s  node/a-0  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
                211s  node/a-0  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
                211s  node/a-0  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
                211s  node/a-0  done                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
                211s  node/a-1  taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-0 done
                211s  node/a-1  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-1 taken by unavailable slot 2
                212s  node/a-1  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
                212s  node/a-1  drained                                       drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
                212s  node/a-1  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-1 drained
                242s  node/a-1  gone                                          node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s, to recreate
                242s  node/a-1  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-1 gone
                422s  node/a-1  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-1 recreating, ready in 180s
                422s  node/a-1  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-1 ready
                422s  node/a-1  done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
                422s  node/a-2  taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-1 done
                422s  node/a-2  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-2 taken by unavailable slot 2
                423s  node/a-2  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-2 cordoned
                423s  node/a-2  drained                                       drain/end [KD-09 KD-11]                           <- node/a-2 draining 0 pods, at most 3600s
                423s  node/a-2  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-2 drained
                453s  node/a-2  gone                                          node/vm-gone [AM-39]                              <- node/a-2 deleting for 30s, to recreate
                453s  node/a-2  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-2 gone
                633s  node/a-2  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-2 recreating, ready in 180s
                633s  node/a-2  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-2 ready
                633s  node/a-2  done                                          surge/node-done [AM-58]                           <- node/a-2 uncordoned
                633s  pool/a    zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-2 ready
                633s  pool/a    succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-2 ready
                Quiet
            "#]],
        );
    }

    /// AM-60.
    #[test]
    fn a_freed_unit_goes_to_the_slot_that_freed_it() {
        check(
            "pool a nodes=4 surge=2+0 | at=0 quota 1 | at=0 upgrade a",
            pool_and_nodes,
            expect![[r#"
                  0s  cluster     command 0                                     user/command []
                  0s  cluster     quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 0
                  0s  pool/a      command 1                                     user/command []
                  0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
                  0s  pool/a      zone zone-a started, 2 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 2 surge + 0 unavailable
                  0s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                  0s  pool/a      blocked: quota +1 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 2 surge + 0 unavailable
                180s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
                180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-4 ready
                181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                211s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                211s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-4 done
                211s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                391s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-5 requested, ready in 180s
                391s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-5 ready
                392s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                392s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                392s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                422s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                422s  node/a-a-5  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                422s  node/a-2    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-5 done
                422s  node/a-a-6  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-2 taken by surge slot 1
                602s  node/a-a-6  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-6 requested, ready in 180s
                602s  node/a-2    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-6 ready
                603s  node/a-2    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-2 cordoned
                603s  node/a-2    drained                                       drain/end [KD-09 KD-11]                     <- node/a-2 draining 0 pods, at most 3600s
                603s  node/a-2    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-2 drained
                633s  node/a-2    gone                                          node/vm-gone [AM-39]                        <- node/a-2 deleting for 30s
                633s  node/a-a-6  done                                          surge/node-done [AM-58]                     <- node/a-2 gone
                633s  node/a-3    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-6 done
                633s  node/a-a-7  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-3 taken by surge slot 1
                813s  node/a-a-7  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-7 requested, ready in 180s
                813s  node/a-3    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-7 ready
                814s  node/a-3    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-3 cordoned
                814s  node/a-3    drained                                       drain/end [KD-09 KD-11]                     <- node/a-3 draining 0 pods, at most 3600s
                814s  node/a-3    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-3 drained
                844s  node/a-3    gone                                          node/vm-gone [AM-39]                        <- node/a-3 deleting for 30s
                844s  node/a-a-7  done                                          surge/node-done [AM-58]                     <- node/a-3 gone
                844s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-3 gone
                844s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-3 gone
                Quiet
            "#]],
        );
    }

    /// SU-12: the node stays missing until the zone is back in stock.
    #[test]
    fn freed_capacity_is_lost_in_a_stockout() {
        check(
            "pool a nodes=2 surge=0+1 | at=0 upgrade a | at=10 stockout zone-a | at=900 in-stock zone-a",
            pool_and_nodes,
            expect![[r#"
                   0s  pool/a    command 0                                     user/command []
                   0s  pool/a    upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 0
                   0s  pool/a    zone zone-a started, 0 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
                   0s  node/a-0  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                   0s  node/a-0  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                   1s  node/a-0  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                   1s  node/a-0  drained                                       drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
                   1s  node/a-0  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                  31s  node/a-0  gone                                          node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                  31s  node/a-0  blocked: zone-a is stocked out                surge/recreate-waits [SU-12 AM-60]                <- node/a-0 gone
                 900s  node/a-0  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-0 blocked: zone-a is stocked out
                1080s  node/a-0  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
                1080s  node/a-0  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
                1080s  node/a-0  done                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
                1080s  node/a-1  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-0 done
                1080s  node/a-1  cordoned                                      surge/cordon-unavailable [SU-10 KD-01]            <- node/a-1 taken by unavailable slot 1
                1081s  node/a-1  draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
                1081s  node/a-1  drained                                       drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
                1081s  node/a-1  deleting for 30s, to recreate                 surge/delete-to-recreate [SU-10 AM-58]            <- node/a-1 drained
                1111s  node/a-1  gone                                          node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s, to recreate
                1111s  node/a-1  recreating, ready in 180s                     surge/recreate [SU-10 AM-58]                      <- node/a-1 gone
                1291s  node/a-1  ready                                         surge/node-recreated [SU-10 AM-39]                <- node/a-1 recreating, ready in 180s
                1291s  node/a-1  uncordoned                                    surge/uncordon [SU-10 AM-58]                      <- node/a-1 ready
                1291s  node/a-1  done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
                1291s  pool/a    zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-1 done
                1291s  pool/a    succeeded                                     upgrade/succeed [AM-59 BS-15]                     <- node/a-1 done
                Quiet
            "#]],
        );
    }

    /// AM-60: one row per blocker; when one ends, the other is reported again.
    #[test]
    fn quota_and_stockout_are_both_reported() {
        check(
            "pool a nodes=1 | at=0 quota 0 | at=0 stockout zone-a | at=0 upgrade a | at=50 in-stock zone-a | at=60 quota 1",
            pool,
            expect![[r#"
                  0s  cluster  command 0                                     user/command []
                  0s  cluster  quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
                  0s  pool/a   command 2                                     user/command []
                  0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 2
                  0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  pool/a   blocked: zone-a is stocked out                surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  pool/a   blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  pool/a   waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                 50s  pool/a   blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- zone/zone-a command 3
                 60s  cluster  command 4                                     user/command []
                 60s  cluster  quota +1                                      capacity/quota-set [AM-60]                  <- cluster command 4
                 60s  pool/a   has resources                                 surge/capacity-found [SU-08 AM-60]          <- node/a-0 taken by surge slot 1
                271s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                271s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                Quiet
            "#]],
        );
    }

    /// AM-61.
    #[test]
    fn a_cancel_drops_what_waits_for_capacity() {
        check(
            "pool a nodes=2 | at=0 quota 0 | at=0 upgrade a | at=50 cancel a | at=60 quota 5",
            pool,
            expect![[r#"
                 0s  cluster  command 0                                     user/command []
                 0s  cluster  quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
                 0s  pool/a   command 1                                     user/command []
                 0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
                 0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                 0s  pool/a   blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                 0s  pool/a   waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                50s  pool/a   command 2                                     user/command []
                50s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 2
                50s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- pool/a command 2
                60s  cluster  command 3                                     user/command []
                60s  cluster  quota +5                                      capacity/quota-set [AM-60]                  <- cluster command 3
                Quiet
            "#]],
        );
    }

    /// AM-60: a second stockout is reported for a node that was refused in the first.
    #[test]
    fn a_second_stockout_is_reported_again() {
        check(
            "pool a nodes=1 surge=0+1 | at=0 stockout zone-a | at=0 upgrade a | at=500 in-stock zone-a | at=1000 stockout zone-a | at=1000 upgrade a newest | until=1100",
            nodes,
            expect![[r#"
                   0s  node/a-0  taken by unavailable slot 1     surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                   0s  node/a-0  cordoned                        surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                   1s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                   1s  node/a-0  drained                         drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
                   1s  node/a-0  deleting for 30s, to recreate   surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                  31s  node/a-0  gone                            node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                  31s  node/a-0  blocked: zone-a is stocked out  surge/recreate-waits [SU-12 AM-60]                <- node/a-0 gone
                 500s  node/a-0  recreating, ready in 180s       surge/recreate [SU-10 AM-58]                      <- node/a-0 blocked: zone-a is stocked out
                 680s  node/a-0  ready                           surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
                 680s  node/a-0  uncordoned                      surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
                 680s  node/a-0  done                            surge/node-done [AM-58]                           <- node/a-0 uncordoned
                1000s  node/a-0  taken by unavailable slot 1     surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                1000s  node/a-0  cordoned                        surge/cordon-unavailable [SU-10 KD-01]            <- node/a-0 taken by unavailable slot 1
                1001s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                         <- node/a-0 cordoned
                1001s  node/a-0  drained                         drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
                1001s  node/a-0  deleting for 30s, to recreate   surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
                1031s  node/a-0  gone                            node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
                1031s  node/a-0  blocked: zone-a is stocked out  surge/recreate-waits [SU-12 AM-60]                <- node/a-0 gone
                Quiet
            "#]],
        );
    }

    /// AM-61: a cancel drops the request of a slot without a node, and a resume requests again.
    #[test]
    fn a_resumed_run_is_refused_again() {
        check(
            "pool a nodes=1 | at=0 quota 0 | at=0 upgrade a | at=100 cancel a | at=200 resume a | until=300",
            pool,
            expect![[r#"
                  0s  cluster  command 0                                     user/command []
                  0s  cluster  quota +0                                      capacity/quota-set [AM-60]                  <- cluster command 0
                  0s  pool/a   command 1                                     user/command []
                  0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 1
                  0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  pool/a   blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  pool/a   waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a zone zone-a started, 1 surge + 0 unavailable
                100s  pool/a   command 2                                     user/command []
                100s  pool/a   cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 2
                100s  pool/a   cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- pool/a command 2
                200s  pool/a   command 3                                     user/command []
                200s  pool/a   resumed                                       upgrade/resume [UP-13 SU-26]                <- pool/a command 3
                200s  pool/a   blocked: quota +0 is used up                  surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a resumed
                200s  pool/a   waits for resources                           surge/no-capacity [SU-08 AM-04 AM-60]       <- pool/a resumed
                Quiet
            "#]],
        );
    }
}
