//! Commands on an upgrade in each of its states (AM-61, AM-84).

use super::DueUpgrade;
use super::Upgrades;
use super::run_spec::Direction;
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PoolId, TemplateId, broken, muted};
use model::maintenance::{Override, WorkKind};
use model::operations::Operation;
use model::pool::RunState;
use model::script::{Command, NodeChange};
use model::strategy::Strategy;
use trace::{Change, Refusal, Subject};

impl Upgrades {
    pub(super) fn command(&mut self, cx: &mut Cx<'_>, entry: u32) {
        let Some(command) = cx.plan.command(entry) else {
            return;
        };
        match *command {
            Command::Upgrade { pool, change, automatic, .. } => {
                let due = DueUpgrade { entry, change, at: cx.now, row: cx.cause };
                self.upgrade(cx, pool, due, automatic);
            }
            Command::Cancel { pool } => self.cancel(cx, pool),
            Command::Resume { pool, automatic } => self.resume(cx, pool, automatic),
            Command::Rollback { pool, respect_pdb } => self.roll_back(cx, pool, respect_pdb),
            Command::Complete { pool } => self.complete(cx, pool),
            Command::SetShape { pool } => self.set_shape(cx, pool, entry),
            Command::SetStrategy { pool, strategy } => {
                self.set_strategy(cx, pool, strategy, entry);
            }
            _ => {}
        }
    }

    pub(crate) fn upgrade(
        &mut self,
        cx: &mut Cx<'_>,
        pool: PoolId,
        due: DueUpgrade,
        automatic: bool,
    ) {
        let state = cx.world.cluster.pools[pool];
        // AM-61: the run in progress keeps its target; after it the pool is due again.
        let waits = automatic && state.run.begun();
        let over = cx.override_of(due.entry);
        let in_vain = Operation::Upgrade.refusal(&state);
        match (in_vain, waits) {
            (None, _) => {}
            (Some(_), true) if over.is_some() || state.run.in_progress() => {
                self.queue(cx, pool, due);
                match over {
                    Some(why) if state.run.in_progress() => self.finish_first(cx, pool, why),
                    Some(_) => cx.wake_maintenance(),
                    None => {}
                }
                return;
            }
            (Some(_), true) if self.was_under_way(cx.core, pool, due) => {
                return self.go_on_by_itself(cx, pool);
            }
            (Some(why), _) => return cx.refuse_command(pool, why),
        }
        // What waits for maintenance comes with it (MR-04).
        let more = self.due[pool].iter().any(|one| one.change.waits_for_maintenance());
        if !more && cx.core.brings_nothing(pool, due) {
            return cx.refuse_command(pool, Refusal::AlreadySo);
        }
        if !automatic && cx.control_plane_busy() {
            return cx.refuse_command(pool, Refusal::ControlPlaneBusy);
        }
        if !automatic && self.is_ahead(cx.core, pool, due) {
            return cx.refuse_command(pool, Refusal::AboveControlPlane);
        }
        if automatic || due.change.waits_for_maintenance() {
            self.queue(cx, pool, due);
            cx.wake_maintenance();
        } else {
            let due = self.with_what_waits(cx.core, pool, due);
            self.start_run(cx, pool, due, false);
        }
    }

    /// AM-61: does it continue the run that had begun before time 0? Then only maintenance holds it back.
    fn was_under_way(&self, core: &Core, pool: PoolId, due: DueUpgrade) -> bool {
        let version = |template: TemplateId| core.world.plan.templates[template].version;
        let target = version(core.target(pool, due));
        let run = self.runs[pool].as_ref();
        core.world.plan.pools[pool].partial
            && due.change == NodeChange::Version
            && run
                .is_some_and(|run| version(run.spec.target) == target && !run.work.pauses_at_once())
            && self.cancelled_since(core, pool, 0)
    }

    /// AM-61: of upgrades and of recreations GKE keeps only the last one; configuration changes are queued separately.
    pub(crate) fn queue(&mut self, cx: &mut Cx<'_>, pool: PoolId, due: DueUpgrade) {
        let kept = |one: &DueUpgrade| {
            one.change.waits_for_maintenance() || cx.override_of(one.entry).is_some()
        };
        let disrupts = |one: &DueUpgrade| one.change == NodeChange::VmDisruption;
        let replaces = !kept(&due);
        let keep: Vec<DueUpgrade> = self.due[pool]
            .iter()
            .filter(|one| !replaces || kept(one) || disrupts(one) != disrupts(&due))
            .copied()
            .collect();
        self.due[pool] = keep;
        self.due[pool].push(due);
    }

    /// AM-72: finishes the run in progress first, without waiting for anything.
    pub(super) fn finish_first(&mut self, cx: &mut Cx<'_>, pool: PoolId, why: Override) {
        let automatic = cx.world.cluster.pools[pool].automatic;
        let Some(run) = self.runs[pool].as_mut().filter(|_| automatic) else {
            return;
        };
        run.spec.work = WorkKind::Override(why);
        cx.report_override(Subject::Pool(pool), why);
        cx.wake_maintenance();
    }

    /// MR-04: an upgrade to the current version also applies what waits for maintenance.
    fn with_what_waits(&self, core: &Core, pool: PoolId, due: DueUpgrade) -> DueUpgrade {
        let version = |template: TemplateId| core.world.plan.templates[template].version;
        let home = core.world.homes[pool];
        let same = version(core.target(pool, due)) == version(home) && !broken("maintenance/now");
        let mut waiting = self.due[pool].iter();
        let first = waiting.find(|one| one.change.waits_for_maintenance());
        match first.filter(|_| same && due.change == NodeChange::Version) {
            Some(first) => DueUpgrade { change: first.change, ..due },
            None => due,
        }
    }

    /// Would nodes be newer than the control plane?
    ///
    /// Rulebook: AM-70, BS-02. Source: Standard cluster upgrades.
    fn is_ahead(&self, core: &Core, pool: PoolId, due: DueUpgrade) -> bool {
        let target = core.world.plan.templates[core.target(pool, due)].version;
        let master = core.world.cluster.control_plane.version;
        let ahead = target.zip(master).is_some_and(|(target, master)| master.is_older_than(target));
        ahead && due.change == NodeChange::Version && !muted("BS-02")
    }

    /// UP-08, AM-11: changes labels and taints in place, including those of the configurations that runs bring or restore.
    pub(crate) fn set_shape(&mut self, cx: &mut Cx<'_>, pool: PoolId, entry: u32) {
        if cx.is_refused(pool, Operation::Set) {
            return;
        }
        let change = Change::Reshaped { entry };
        let done = cx.record(Rule::SetInPlace, pool, change);
        if done.is_none() {
            return;
        }
        if let Some(run) = &mut self.runs[pool] {
            run.spec.target = cx.plan.after(entry, run.spec.target);
            run.previous = cx.plan.after(entry, run.previous);
        }
    }

    /// BS-04: refused while an upgrade runs. A canceled one continues with the new settings.
    pub(crate) fn set_strategy(
        &mut self,
        cx: &mut Cx<'_>,
        pool: PoolId,
        strategy: Strategy,
        entry: u32,
    ) {
        if cx.is_refused(pool, Operation::Set) {
            return;
        }
        let change = Change::SettingsSet { entry };
        let row = cx.record(Rule::SetStrategy, pool, change);
        if let (Some(_), Some(run)) = (row, &mut self.runs[pool])
            && let Some(left) = run.work.adopt(strategy)
        {
            cx.record_because(Rule::SetRest, pool, Change::RestSet { left_s: left.secs() }, row);
        }
    }

    /// UP-12: cancels; nothing new starts. Nodes that a surge upgrade has started finish (SU-24, SU-25).
    pub(crate) fn cancel(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if cx.is_refused(pool, Operation::Cancel) {
            return;
        }
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        let (rule, at_once) = (run.work.rules().cancel, run.work.pauses_at_once());
        let change = match at_once {
            true => Change::UpgradeCancelled,
            false => Change::UpgradeCancelling,
        };
        let Some(row) = cx.record(rule, pool, change) else {
            return;
        };
        // Invalidates the wake of an earlier cancel (AM-66).
        run.cancels += 1;
        cx.forget_refusals(pool);
        run.work.drop_requests();
        if at_once {
            // BG-38: paused where it is.
            cx.cause = Some(row);
            return run.work.pause(cx);
        }
        run.again = None;
        let cancels = run.cancels;
        if let Some(at) = cx.plan.due_again(pool, cx.now) {
            cx.wake(at, Wake::UpgradeAgain(pool, cancels));
        }
        cx.wake_strategy(pool);
    }

    /// SU-26, BG-40: resumes as a manual run, even if the run was automatic (AM-61). An automatic one waits for maintenance
    /// (UP-15), which holds no blue-green run back once it has begun (UP-16).
    pub(crate) fn resume(&mut self, cx: &mut Cx<'_>, pool: PoolId, automatic: bool) {
        if cx.is_refused(pool, Operation::Resume) {
            return;
        }
        let waits = self.runs[pool].as_ref().filter(|run| automatic && !run.work.pauses_at_once());
        if let Some(cancels) = waits.map(|run| run.cancels) {
            return self.upgrade_again(cx, pool, cancels);
        }
        if cx.control_plane_busy() {
            return cx.refuse_command(pool, Refusal::ControlPlaneBusy);
        }
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        run.roll_back_next = None;
        run.again = None;
        let change = Change::UpgradeResumed { automatic: false };
        cx.forget_refusals(pool);
        let resumed = cx.record(run.work.rules().resume, pool, change);
        if resumed.is_some() {
            cx.cause = resumed;
            run.work.resume(cx, &run.spec);
        }
    }

    /// BG-28, BG-43: completes; only while the pool soaks.
    pub(crate) fn complete(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        if cx.is_refused(pool, Operation::Complete) {
            return;
        }
        if let Some(run) = &mut self.runs[pool] {
            run.work.complete(cx, pool);
        }
        cx.wake_strategy(pool);
    }

    /// SU-27, BG-41: rolls back after a cancel; a running upgrade is canceled first (AM-61, AM-65).
    pub(crate) fn roll_back(&mut self, cx: &mut Cx<'_>, pool: PoolId, respect_pdb: bool) {
        if cx.is_refused(pool, Operation::Rollback) {
            return;
        }
        // AM-70: a rollback is a run of nodes too.
        if cx.control_plane_busy() {
            return cx.refuse_command(pool, Refusal::ControlPlaneBusy);
        }
        if cx.world.cluster.pools[pool].run.in_progress() {
            self.cancel(cx, pool);
        }
        let state = cx.world.cluster.pools[pool].run;
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        match state {
            RunState::Cancelling => run.roll_back_next = Some(respect_pdb),
            RunState::Cancelled | RunState::Failed => {
                run.roll_back_next = Some(respect_pdb);
                self.begin_rollback(cx, pool);
            }
            // The cancel is muted.
            _ => {}
        }
    }

    /// AM-57: a rollback requested while the last node finished comes too late (UP-14).
    pub(super) fn refuse_rollback(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let asked = self.runs[pool].as_mut().and_then(|run| run.roll_back_next.take());
        if asked.is_some() {
            cx.refuse_command(pool, Refusal::NothingToRollBack);
        }
    }

    pub(super) fn begin_rollback(&mut self, cx: &mut Cx<'_>, pool: PoolId) {
        let Some(run) = &mut self.runs[pool] else {
            return;
        };
        let Some(respect_pdb) = run.roll_back_next.take() else {
            return;
        };
        let respect_pdb = respect_pdb && !muted("BS-12");
        run.spec.direction = Direction::Rollback { respect_pdb };
        run.spec.target = run.previous;
        let row = cx.record(run.work.rules().roll_back, pool, Change::RollbackStarted);
        if row.is_some() {
            cx.cause = row;
            run.work.roll_back(cx, &run.spec);
        }
    }
}

impl Core {
    /// Do all nodes of the pool have the version that it brings, as new ones would?
    pub(super) fn brings_nothing(&self, pool: PoolId, due: DueUpgrade) -> bool {
        let target = self.target(pool, due);
        let mut nodes = self.world.nodes_of(pool).filter(|(_, node)| node.phase.will_exist());
        due.change == NodeChange::Version
            && self.world.plan.templates[target].version.is_some()
            && target == self.template_of_new_nodes(pool)
            && nodes.all(|(id, _)| self.at_target((target, due.change), id))
    }
}

impl Cx<'_> {
    /// Refuses the operation if the pool's state doesn't allow it.
    fn is_refused(&mut self, pool: PoolId, operation: Operation) -> bool {
        let refusal = operation.refusal(&self.world.cluster.pools[pool]);
        if let Some(why) = refusal {
            self.refuse_command(pool, why);
        }
        refusal.is_some()
    }

    pub(crate) fn refuse_command(&mut self, pool: PoolId, why: Refusal) {
        let rule = match why {
            // The phase forbids it (AM-22).
            Refusal::DeletingBluePool | Refusal::NotSoaking => Rule::PhaseForbids,
            Refusal::AboveControlPlane => Rule::AboveControlPlane,
            Refusal::NotRolledBack => Rule::NoRollback,
            _ => Rule::CommandRefused,
        };
        self.record(rule, pool, Change::Refused { why });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::*;
    use trace::Change;

    /// UP-12, SU-24, SU-25, SU-26.
    #[test]
    fn a_cancel_lets_started_nodes_finish_and_a_resume_takes_the_rest() {
        check(
            "pool a nodes=3 | at=0 upgrade a | at=100 cancel a | at=1000 resume a",
            pool_and_nodes,
            expect![[r#"
                   0s  pool/a      command 0                                     user/command []
                   0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                   0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                   0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                   0s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                 100s  pool/a      command 1                                     user/command []
                 100s  pool/a      cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
                 180s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                 180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
                 181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                 181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                 181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                 211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                 211s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                 211s  pool/a      cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-3 done
                1000s  pool/a      command 2                                     user/command []
                1000s  pool/a      resumed                                       upgrade/resume [UP-13 SU-26]                <- pool/a command 2
                1000s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a resumed
                1000s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                1180s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
                1180s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-4 ready
                1181s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                1181s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                1181s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                1211s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                1211s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                1211s  node/a-2    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-4 done
                1211s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-2 taken by surge slot 1
                1391s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-5 requested, ready in 180s
                1391s  node/a-2    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-5 ready
                1392s  node/a-2    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-2 cordoned
                1392s  node/a-2    drained                                       drain/end [KD-09 KD-11]                     <- node/a-2 draining 0 pods, at most 3600s
                1392s  node/a-2    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-2 drained
                1422s  node/a-2    gone                                          node/vm-gone [AM-39]                        <- node/a-2 deleting for 30s
                1422s  node/a-a-5  done                                          surge/node-done [AM-58]                     <- node/a-2 gone
                1422s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-5 done
                1422s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-5 done
                Quiet
            "#]],
        );
    }

    /// SU-26, SU-27, AM-61: a-1 was done before a-0. With changed slots the resumed run goes over its zones again, and a
    /// rollback still takes the nodes in the order in which they were done.
    #[test]
    fn a_resumed_run_knows_in_which_order_its_nodes_were_upgraded() {
        check(
            "pool a nodes=4 surge=0+2 | app web replicas=1 on=a-0 | at=0 upgrade a | at=2 cancel a \
             | at=1000 settings a surge=0+1 | at=1010 resume a | at=1020 rollback a",
            |record| {
                matches!(record.change, Change::NodeTaken { .. } | Change::NodeDone) || pool(record)
            },
            expect![[r#"
                   0s  pool/a    command 0                                     user/command []
                   0s  pool/a    upgrade started                               upgrade/start [SU-04 AM-84]                       <- pool/a command 0
                   0s  pool/a    zone zone-a started, 0 surge + 2 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a upgrade started
                   0s  node/a-0  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
                   0s  node/a-1  taken by unavailable slot 2                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 2 unavailable
                   2s  pool/a    command 1                                     user/command []
                   2s  pool/a    cancelling                                    upgrade/cancel [UP-12 SU-24]                      <- pool/a command 1
                 211s  node/a-1  done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
                 241s  node/a-0  done                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
                 241s  pool/a    cancelled                                     upgrade/cancelled [SU-25 AM-07]                   <- node/a-0 ready
                1000s  pool/a    command 2                                     user/command []
                1000s  pool/a    upgrade settings set                          set/upgrade-settings [BS-04]                      <- pool/a command 2
                1010s  pool/a    command 3                                     user/command []
                1010s  pool/a    resumed                                       upgrade/resume [UP-13 SU-26]                      <- pool/a command 3
                1010s  pool/a    zone zone-a started, 0 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a resumed
                1010s  node/a-2  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                1020s  pool/a    command 4                                     user/command []
                1020s  pool/a    cancelling                                    upgrade/cancel [UP-12 SU-24]                      <- pool/a command 4
                1251s  node/a-2  done                                          surge/node-done [AM-58]                           <- node/a-2 uncordoned
                1251s  pool/a    cancelled                                     upgrade/cancelled [SU-25 AM-07]                   <- node/a-2 done
                1251s  pool/a    rolling back                                  upgrade/roll-back [UP-13 SU-27 AM-61]             <- node/a-2 done
                1251s  pool/a    zone zone-a started, 0 surge + 1 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]        <- pool/a rolling back
                1251s  node/a-1  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
                1462s  node/a-1  done                                          surge/node-done [AM-58]                           <- node/a-1 uncordoned
                1462s  node/a-0  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-1 done
                1703s  node/a-0  done                                          surge/node-done [AM-58]                           <- node/a-0 uncordoned
                1703s  node/a-2  taken by unavailable slot 1                   surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-0 done
                1914s  node/a-2  done                                          surge/node-done [AM-58]                           <- node/a-2 uncordoned
                1914s  pool/a    zone zone-a done                              surge/zone-done [UP-10 AM-59]                     <- node/a-2 done
                1914s  pool/a    rolled back                                   upgrade/rolled-back [SU-27 AM-61]                 <- node/a-2 done
                Quiet
            "#]],
        );
    }

    /// UP-13, SU-27, AM-61.
    #[test]
    fn a_rollback_of_a_running_upgrade_cancels_first() {
        check(
            "pool a nodes=2 | at=0 upgrade a | at=300 rollback a",
            pool_and_nodes,
            expect![[r#"
                  0s  pool/a      command 0                                     user/command []
                  0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                180s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
                180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
                181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                211s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                211s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-2 done
                211s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                300s  pool/a      command 1                                     user/command []
                300s  pool/a      cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
                391s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                391s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
                392s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                392s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                392s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                422s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                422s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                422s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
                422s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
                422s  pool/a      refused: nothing to roll back                 user/refused [UP-14 AM-84 BS-04]            <- node/a-a-3 done
                Quiet
            "#]],
        );
    }

    /// UP-13, UP-14, AM-84.
    #[test]
    fn commands_that_the_state_does_not_allow_are_refused() {
        check(
            "pool a nodes=1 | at=0 cancel a | at=1 resume a | at=2 upgrade a | at=3 upgrade a | at=500 rollback a",
            pool,
            expect![[r#"
                  0s  pool/a  command 0                                      user/command []
                  0s  pool/a  refused: nothing to cancel                     user/refused [UP-14 AM-84 BS-04]            <- pool/a command 0
                  1s  pool/a  command 1                                      user/command []
                  1s  pool/a  refused: nothing to resume                     user/refused [UP-14 AM-84 BS-04]            <- pool/a command 1
                  2s  pool/a  command 2                                      user/command []
                  2s  pool/a  upgrade started                                upgrade/start [SU-04 AM-84]                 <- pool/a command 2
                  2s  pool/a  zone zone-a started, 1 surge + 0 unavailable   surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  3s  pool/a  command 3                                      user/command []
                  3s  pool/a  refused: an upgrade of the pool has not ended  user/refused [UP-14 AM-84 BS-04]            <- pool/a command 3
                213s  pool/a  zone zone-a done                               surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                213s  pool/a  succeeded                                      upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                500s  pool/a  command 4                                      user/command []
                500s  pool/a  refused: nothing to roll back                  user/refused [UP-14 AM-84 BS-04]            <- pool/a command 4
                Quiet
            "#]],
        );
    }

    /// AM-57: nothing is left.
    #[test]
    fn a_cancel_at_the_last_instant_of_the_last_node_ends_in_success() {
        check(
            "pool a nodes=1 | at=0 upgrade a | at=211 cancel a | at=300 rollback a",
            pool,
            expect![[r#"
                  0s  pool/a  command 0                                     user/command []
                  0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                211s  pool/a  command 1                                     user/command []
                211s  pool/a  cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
                211s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                211s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                300s  pool/a  command 2                                     user/command []
                300s  pool/a  refused: nothing to roll back                 user/refused [UP-14 AM-84 BS-04]            <- pool/a command 2
                Quiet
            "#]],
        );
    }

    /// UP-15: only the remaining nodes.
    #[test]
    fn a_cancelled_pool_with_auto_upgrade_is_upgraded_again_after_a_day() {
        check(
            "pool a nodes=2 auto | at=0 upgrade a | at=100 cancel a",
            pool_and_nodes,
            expect![[r#"
                    0s  pool/a      command 0                                     user/command []
                    0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                    0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                    0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                    0s  node/a-a-2  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                  100s  pool/a      command 1                                     user/command []
                  100s  pool/a      cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
                  180s  node/a-a-2  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-2 requested, ready in 180s
                  180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-2 ready
                  181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                  181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                  181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                  211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                  211s  node/a-a-2  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                  211s  pool/a      cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
                86500s  pool/a      upgrade started, automatic                    upgrade/again [UP-15 AM-61]                 <- pool/a command 1
                86500s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
                86500s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                86500s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                86680s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                86680s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
                86681s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                86681s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                86681s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                86711s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                86711s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                86711s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
                86711s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
                Quiet
            "#]],
        );
    }

    /// UP-15.
    #[test]
    fn without_auto_upgrade_a_cancelled_pool_stays() {
        check(
            "pool a nodes=2 | at=0 upgrade a | at=100 cancel a",
            pool,
            expect![[r#"
                  0s  pool/a  command 0                                     user/command []
                  0s  pool/a  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                100s  pool/a  command 1                                     user/command []
                100s  pool/a  cancelling                                    upgrade/cancel [UP-12 SU-24]                <- pool/a command 1
                211s  pool/a  cancelled                                     upgrade/cancelled [SU-25 AM-07]             <- node/a-a-2 done
                Quiet
            "#]],
        );
    }

    /// UP-16, AM-08: the node in progress overruns.
    #[test]
    fn an_automatic_run_pauses_when_the_window_closes_and_goes_on_in_the_next() {
        check(
            "open=0-300,86400-90000 | pool a nodes=3 | at=0 upgrade a automatic",
            pool_and_nodes,
            expect![[r#"
                    0s  pool/a      command 0                                     user/command []
                    0s  pool/a      upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                    0s  pool/a      zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
                    0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 1 surge + 0 unavailable
                    0s  node/a-a-3  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                  180s  node/a-a-3  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-3 requested, ready in 180s
                  180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-3 ready
                  181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                  181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                  181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                  211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                  211s  node/a-a-3  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                  211s  node/a-1    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- node/a-a-3 done
                  211s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 1
                  300s  cluster     window closed                                 window/closes [AM-56]
                  300s  pool/a      paused: MAINTENANCE_WINDOW                    upgrade/pause [UP-16 AM-08]                 <- cluster window closed
                  391s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
                  391s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-4 ready
                  392s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                  392s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                  392s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                  422s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                  422s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                86400s  cluster     window open                                   window/opens [AM-56]
                86400s  pool/a      resumed                                       upgrade/go-on [AM-08 AM-61]                 <- cluster window open
                86400s  node/a-2    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a resumed
                86400s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-2 taken by surge slot 1
                86580s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-5 requested, ready in 180s
                86580s  node/a-2    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-5 ready
                86581s  node/a-2    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-2 cordoned
                86581s  node/a-2    drained                                       drain/end [KD-09 KD-11]                     <- node/a-2 draining 0 pods, at most 3600s
                86581s  node/a-2    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-2 drained
                86611s  node/a-2    gone                                          node/vm-gone [AM-39]                        <- node/a-2 deleting for 30s
                86611s  node/a-a-5  done                                          surge/node-done [AM-58]                     <- node/a-2 gone
                86611s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-5 done
                86611s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-5 done
                90000s  cluster     window closed                                 window/closes [AM-56]
                Quiet
            "#]],
        );
    }

    /// AM-09.
    #[test]
    fn a_manual_run_ignores_the_window() {
        check(
            "open=0-300 | pool a nodes=2 | at=0 upgrade a",
            pool,
            expect![[r#"
                  0s  pool/a   command 0                                     user/command []
                  0s  pool/a   upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                300s  cluster  window closed                                 window/closes [AM-56]
                422s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-3 done
                422s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-3 done
                Quiet
            "#]],
        );
    }

    /// UP-16: due while closed.
    #[test]
    fn an_automatic_run_waits_for_the_window() {
        check(
            "open=500-9000 | pool a nodes=1 | at=0 upgrade a automatic",
            pool,
            expect![[r#"
                   0s  pool/a   command 0                                     user/command []
                   0s  pool/a   queued: MAINTENANCE_WINDOW                    upgrade/queue-window [BS-16 AM-84]          <- pool/a command 0
                 500s  cluster  window open                                   window/opens [AM-56]
                 500s  pool/a   upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- cluster window open
                 500s  pool/a   zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
                 711s  pool/a   zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                 711s  pool/a   succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                9000s  cluster  window closed                                 window/closes [AM-56]
                Quiet
            "#]],
        );
    }

    /// BS-02.
    #[test]
    fn an_automatic_run_waits_for_the_control_plane() {
        check(
            "control-plane=1.32 | pool a nodes=1 | at=0 upgrade a automatic",
            pool,
            expect![[r#"
            0s  pool/a  command 0                       user/command []
            0s  pool/a  queued: control plane is older  upgrade/queue [BS-02 AM-84]  <- pool/a command 0
            Quiet
        "#]],
        );
    }

    /// AM-70.
    #[test]
    fn automatic_runs_of_two_pools_take_turns_and_manual_ones_do_not() {
        check(
            "pool a nodes=1 | pool b nodes=1 | at=0 upgrade a automatic | at=0 upgrade b automatic | pool c nodes=1 | at=0 upgrade c",
            pool,
            expect![[r#"
                  0s  pool/a  command 0                                     user/command []
                  0s  pool/b  command 1                                     user/command []
                  0s  pool/c  command 2                                     user/command []
                  0s  pool/c  upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/c command 2
                  0s  pool/c  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/c upgrade started
                  0s  pool/a  upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/b  queued: another pool is being upgraded        upgrade/queue-turn [BS-01 AM-70]            <- pool/b command 1
                  0s  pool/a  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started, automatic
                211s  pool/a  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-1 done
                211s  pool/a  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-a-1 done
                211s  pool/c  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/c-a-1 done
                211s  pool/c  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/c-a-1 done
                211s  pool/b  upgrade started, automatic                    upgrade/start [SU-04 AM-84]                 <- pool/a succeeded
                211s  pool/b  zone zone-a started, 1 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/b upgrade started, automatic
                422s  pool/b  zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/b-a-1 done
                422s  pool/b  succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/b-a-1 done
                Quiet
            "#]],
        );
    }

    /// UP-10.
    #[test]
    fn zones_go_one_after_the_other() {
        check(
            "pool a nodes=2 zones=2 surge=2+0 | at=0 upgrade a",
            pool_and_nodes,
            expect![[r#"
                  0s  pool/a      command 0                                     user/command []
                  0s  pool/a      upgrade started                               upgrade/start [SU-04 AM-84]                 <- pool/a command 0
                  0s  pool/a      zone zone-a started, 2 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- pool/a upgrade started
                  0s  node/a-0    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 2 surge + 0 unavailable
                  0s  node/a-a-4  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-0 taken by surge slot 1
                  0s  node/a-1    taken by surge slot 2                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-a started, 2 surge + 0 unavailable
                  0s  node/a-a-5  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-1 taken by surge slot 2
                180s  node/a-a-4  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-4 requested, ready in 180s
                180s  node/a-a-5  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-a-5 requested, ready in 180s
                180s  node/a-0    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-4 ready
                180s  node/a-1    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-a-5 ready
                181s  node/a-0    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-0 cordoned
                181s  node/a-1    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-1 cordoned
                181s  node/a-0    drained                                       drain/end [KD-09 KD-11]                     <- node/a-0 draining 0 pods, at most 3600s
                181s  node/a-0    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-0 drained
                181s  node/a-1    drained                                       drain/end [KD-09 KD-11]                     <- node/a-1 draining 0 pods, at most 3600s
                181s  node/a-1    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-1 drained
                211s  node/a-0    gone                                          node/vm-gone [AM-39]                        <- node/a-0 deleting for 30s
                211s  node/a-1    gone                                          node/vm-gone [AM-39]                        <- node/a-1 deleting for 30s
                211s  node/a-a-4  done                                          surge/node-done [AM-58]                     <- node/a-0 gone
                211s  node/a-a-5  done                                          surge/node-done [AM-58]                     <- node/a-1 gone
                211s  pool/a      zone zone-a done                              surge/zone-done [UP-10 AM-59]               <- node/a-a-5 done
                211s  pool/a      zone zone-b started, 2 surge + 0 unavailable  surge/zone-start [UP-10 SU-15 AM-03 AM-59]  <- node/a-a-5 done
                211s  node/a-2    taken by surge slot 1                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-b started, 2 surge + 0 unavailable
                211s  node/a-b-6  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-2 taken by surge slot 1
                211s  node/a-3    taken by surge slot 2                         surge/take [SU-01 SU-13 AM-58]              <- pool/a zone zone-b started, 2 surge + 0 unavailable
                211s  node/a-b-7  requested, ready in 180s                      surge/request-node [SU-05 SU-06 UP-22]      <- node/a-3 taken by surge slot 2
                391s  node/a-b-6  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-b-6 requested, ready in 180s
                391s  node/a-b-7  ready                                         surge/node-ready [SU-06 AM-39]              <- node/a-b-7 requested, ready in 180s
                391s  node/a-2    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-b-6 ready
                391s  node/a-3    cordoned                                      surge/cordon [SU-06 KD-01]                  <- node/a-b-7 ready
                392s  node/a-2    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-2 cordoned
                392s  node/a-3    draining 0 pods, at most 3600s                drain/start [KD-01 AM-06]                   <- node/a-3 cordoned
                392s  node/a-2    drained                                       drain/end [KD-09 KD-11]                     <- node/a-2 draining 0 pods, at most 3600s
                392s  node/a-2    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-2 drained
                392s  node/a-3    drained                                       drain/end [KD-09 KD-11]                     <- node/a-3 draining 0 pods, at most 3600s
                392s  node/a-3    deleting for 30s                              surge/delete [SU-06 AM-58]                  <- node/a-3 drained
                422s  node/a-2    gone                                          node/vm-gone [AM-39]                        <- node/a-2 deleting for 30s
                422s  node/a-3    gone                                          node/vm-gone [AM-39]                        <- node/a-3 deleting for 30s
                422s  node/a-b-6  done                                          surge/node-done [AM-58]                     <- node/a-2 gone
                422s  node/a-b-7  done                                          surge/node-done [AM-58]                     <- node/a-3 gone
                422s  pool/a      zone zone-b done                              surge/zone-done [UP-10 AM-59]               <- node/a-b-7 done
                422s  pool/a      succeeded                                     upgrade/succeed [AM-59 BS-15]               <- node/a-b-7 done
                Quiet
            "#]],
        );
    }

    /// UP-08, AM-11: no node is recreated.
    #[test]
    fn labels_change_in_place() {
        check(
            "pool a nodes=2 | at=5 relabel a",
            pool_and_nodes,
            expect![[r#"
            5s  pool/a  command 0              user/command []
            5s  pool/a  labels and taints set  set/in-place [UP-08 AM-11]  <- pool/a command 0
            Quiet
        "#]],
        );
    }

    /// KT-18: its surge node then finds it cordoned.
    #[test]
    fn a_node_whose_turn_has_come_may_be_cordoned_by_hand() {
        check(
            "pool a nodes=1 | at=0 upgrade a | at=50 cordon a-0",
            nodes,
            expect![[r#"
                  0s  node/a-0    taken by surge slot 1           surge/take [SU-01 SU-13 AM-58]          <- pool/a zone zone-a started, 1 surge + 0 unavailable
                  0s  node/a-a-1  requested, ready in 180s        surge/request-node [SU-05 SU-06 UP-22]  <- node/a-0 taken by surge slot 1
                 50s  node/a-0    command 1                       user/command []
                 50s  node/a-0    cordoned                        user/cordon [KT-18]                     <- node/a-0 command 1
                180s  node/a-a-1  ready                           surge/node-ready [SU-06 AM-39]          <- node/a-a-1 requested, ready in 180s
                181s  node/a-0    draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]               <- node/a-a-1 ready
                181s  node/a-0    drained                         drain/end [KD-09 KD-11]                 <- node/a-0 draining 0 pods, at most 3600s
                181s  node/a-0    deleting for 30s                surge/delete [SU-06 AM-58]              <- node/a-0 drained
                211s  node/a-0    gone                            node/vm-gone [AM-39]                    <- node/a-0 deleting for 30s
                211s  node/a-a-1  done                            surge/node-done [AM-58]                 <- node/a-0 gone
                Quiet
            "#]],
        );
    }

    /// KT-18.
    #[test]
    fn a_node_cordoned_by_hand_is_upgraded_like_another() {
        check(
            "pool a nodes=2 surge=0+1 | at=0 cordon a-0 | at=5 upgrade a | at=6 cordon a-1 | at=7 uncordon a-1",
            nodes,
            expect![[r#"
              0s  node/a-0  command 0                       user/command []
              0s  node/a-0  cordoned                        user/cordon [KT-18]                               <- node/a-0 command 0
              5s  node/a-0  taken by unavailable slot 1     surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- pool/a zone zone-a started, 0 surge + 1 unavailable
              6s  node/a-1  command 2                       user/command []
              6s  node/a-1  cordoned                        user/cordon [KT-18]                               <- node/a-1 command 2
              6s  node/a-0  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                         <- node/a-0 taken by unavailable slot 1
              6s  node/a-0  drained                         drain/end [KD-09 KD-11]                           <- node/a-0 draining 0 pods, at most 3600s
              6s  node/a-0  deleting for 30s, to recreate   surge/delete-to-recreate [SU-10 AM-58]            <- node/a-0 drained
              7s  node/a-1  command 3                       user/command []
              7s  node/a-1  uncordoned                      user/uncordon [KT-18]                             <- node/a-1 command 3
             36s  node/a-0  gone                            node/vm-gone [AM-39]                              <- node/a-0 deleting for 30s, to recreate
             36s  node/a-0  recreating, ready in 180s       surge/recreate [SU-10 AM-58]                      <- node/a-0 gone
            216s  node/a-0  ready                           surge/node-recreated [SU-10 AM-39]                <- node/a-0 recreating, ready in 180s
            216s  node/a-0  uncordoned                      surge/uncordon [SU-10 AM-58]                      <- node/a-0 ready
            216s  node/a-0  done                            surge/node-done [AM-58]                           <- node/a-0 uncordoned
            216s  node/a-1  taken by unavailable slot 1     surge/take-unavailable [SU-01 SU-09 SU-13 AM-58]  <- node/a-0 done
            216s  node/a-1  cordoned                        surge/cordon-unavailable [SU-10 KD-01]            <- node/a-1 taken by unavailable slot 1
            217s  node/a-1  draining 0 pods, at most 3600s  drain/start [KD-01 AM-06]                         <- node/a-1 cordoned
            217s  node/a-1  drained                         drain/end [KD-09 KD-11]                           <- node/a-1 draining 0 pods, at most 3600s
            217s  node/a-1  deleting for 30s, to recreate   surge/delete-to-recreate [SU-10 AM-58]            <- node/a-1 drained
            247s  node/a-1  gone                            node/vm-gone [AM-39]                              <- node/a-1 deleting for 30s, to recreate
            247s  node/a-1  recreating, ready in 180s       surge/recreate [SU-10 AM-58]                      <- node/a-1 gone
            427s  node/a-1  ready                           surge/node-recreated [SU-10 AM-39]                <- node/a-1 recreating, ready in 180s
            427s  node/a-1  uncordoned                      surge/uncordon [SU-10 AM-58]                      <- node/a-1 ready
            427s  node/a-1  done                            surge/node-done [AM-58]                           <- node/a-1 uncordoned
            Quiet
        "#]],
        );
    }
}
