//! Upgrades of node pools: what all strategies have in common, a run, its work, and when that is over (AM-61, AM-84).

mod blue_green;
mod capacity;
mod commands;
mod maintenance;
#[cfg(test)]
mod matrix;
mod multi_host;
mod short_lived;
mod slot;
mod surge;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod windows_and_exclusions;

pub(super) use self::capacity::Refusals;

use std::collections::VecDeque;

use self::blue_green::Stage;
use self::multi_host::Slice;
use self::surge::Window;
use super::Sim;
use super::drain;
use super::rules::Rule;
use super::tx::Stream;
use super::wake::Wake;
use base::{Draw, NodeId, PoolId, RecordNo, SimTime, TemplateId, ZoneId, broken, muted, order};
use model::Version;
use model::maintenance::{Override, Work as Asks};
use model::node::NodePhase;
use model::pool::RunState;
use model::script::NodeChange;
use model::settings::NodeOrder;
use model::strategy::{RunKind, Strategy};
use trace::{Change, Subject};

/// Forward, or back to what it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Forward,
    Rollback { respect_pdb: bool },
}

impl Purpose {
    /// How nodes are drained: a rollback deletes their Pods, unless it is to ask budgets (AM-12, BS-12).
    fn drains(self) -> drain::Purpose {
        match self {
            Self::Forward | Self::Rollback { respect_pdb: true } => drain::Purpose::Upgrade,
            Self::Rollback { respect_pdb: false } => drain::Purpose::RollbackByDeletion,
        }
    }
}

/// The memory of one run; what everybody may see of it is in the pool's state.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub pool: PoolId,
    pub purpose: Purpose,
    /// The change of the configuration that it was started for, which waits for it no more.
    waited: Option<Due>,
    pub target: TemplateId,
    /// What a rollback brings back.
    previous: TemplateId,
    change: NodeChange,
    /// Automatic upgrades that wait and have nothing left to bring when this run succeeds, and changes of the configuration
    /// that it brings with it (AM-70).
    covers: Vec<Due>,
    /// How the maintenance policy sees it while it goes on by itself.
    asks: Asks,
    work: Work,
    /// The row since which it is the upgrade that has cordoned blue nodes.
    cordoned_from: Option<RecordNo>,
    /// A rollback was asked for and begins when the cancel is through.
    roll_back_next: Option<bool>,
    /// Counts the cancels, so that a wake of an earlier one is recognised.
    cancels: u32,
    /// Since when the rest is due as a new automatic run, because nobody resumed or rolled back (UP-15).
    again: Option<SimTime>,
}

/// What a run has under way, by its strategy.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Surge(Window),
    BlueGreen(Stage),
    /// Nodes go by themselves, and new ones have the target (SL-03).
    ShortLived,
    MultiHost(Slice),
}

impl Default for Work {
    fn default() -> Self {
        Self::Surge(Window::default())
    }
}

impl Work {
    /// Has it anything in progress that ends by itself?
    fn busy(&self) -> bool {
        match self {
            Self::Surge(window) => window.busy(),
            Self::BlueGreen(stage) => stage.busy(),
            Self::ShortLived => false,
            Self::MultiHost(slice) => slice.busy(),
        }
    }
}

impl Run {
    /// Is the VM of a node to be deleted by what the run does with it?
    pub(super) fn deletes(&self, node: NodeId) -> bool {
        match &self.work {
            Work::Surge(window) => window.deletes(node),
            Work::BlueGreen(stage) => stage.deletes(node),
            Work::ShortLived | Work::MultiHost(_) => false,
        }
    }
}

/// An upgrade that was asked for. What it makes of the pool is known when it starts (SU-27, AM-84).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Due {
    /// Of the script.
    pub entry: u32,
    pub change: NodeChange,
    pub at: SimTime,
    /// The row by which it was asked for.
    pub row: Option<RecordNo>,
}

impl Sim {
    fn start_run(&mut self, pool: PoolId, due: Due, automatic: bool) {
        // What a run was to bring in whose place it starts waits again, and is brought by this one.
        let stands = self.core.world.cluster.pools[pool].run.stands();
        let before = self.runs[pool].as_ref().filter(|_| stands);
        self.due[pool].extend(before.and_then(|run| run.waited));
        let target = self.target_with_rest(pool, due);
        let asks = self.asks_for(Some(due.entry), due.change, self.homes[pool], target);
        if automatic {
            self.due[pool].retain(|other| *other != due);
        }
        let version = |template: TemplateId| self.plan.templates[template].version;
        let covered = |waiting: &&Due| match waiting.change {
            NodeChange::Version => version(self.target(pool, **waiting)) <= version(target),
            change => change.waits_for_maintenance(),
        };
        let covers = self.due[pool].iter().filter(covered).copied().collect();
        let mut work = self.work(pool, due.change);
        // It takes up the rest of a cancelled run: a rollback goes over what that one had upgraded, too (SU-27, AM-72).
        let before = self.runs[pool].as_ref().filter(|_| stands);
        if let (Work::Surge(new), Some(Work::Surge(old))) = (&mut work, before.map(|run| &run.work))
        {
            new.upgraded.clone_from(&old.upgraded);
        }
        self.runs[pool] = Some(Run {
            pool,
            purpose: Purpose::Forward,
            waited: Some(due).filter(|due| automatic && due.change.waits_for_maintenance()),
            target,
            previous: self.homes[pool],
            change: due.change,
            covers,
            asks,
            work,
            cordoned_from: None,
            roll_back_next: None,
            // A wake of a cancel of the run before is none of this one.
            cancels: self.runs[pool].as_ref().map_or(0, |run| run.cancels),
            again: None,
        });
        if automatic && let Asks::Override(why) = asks {
            self.tell_override(Subject::Pool(pool), why);
        }
        self.tell_started(pool, automatic, Rule::UpgradeStart);
    }

    /// AM-72: the row by which an override is known.
    pub(crate) fn tell_override(&mut self, subject: Subject, why: Override) {
        let change = Change::PolicyOverridden { why };
        let row = self.tx().record(Rule::Overridden, subject, change);
        self.cause = row.or(self.cause);
    }

    /// What a node is made from that is asked for beside an upgrade: during one, also a cancelled one, its target (AM-63).
    pub(crate) fn template_of_new_nodes(&self, pool: PoolId) -> TemplateId {
        let unfinished = self.core.world.cluster.pools[pool].run.unfinished();
        let run = self.runs[pool].as_ref().filter(|_| unfinished);
        // A queued one has not begun: what the pool had before is what it has.
        let queued = self.core.world.cluster.pools[pool].run == RunState::Queued;
        match run.filter(|_| !queued) {
            Some(run) => run.target,
            None => self.homes[pool],
        }
    }

    /// As things stand: the script may have changed it.
    pub(super) fn strategy_of(&self, pool: PoolId) -> Strategy {
        self.core.world.cluster.pools[pool].strategy(&self.plan.pools[pool])
    }

    /// How the pool is upgraded for that change (UP-09).
    fn work(&self, pool: PoolId, change: NodeChange) -> Work {
        if self.plan.pools[pool].multi_host && !muted("BS-05") {
            return Work::MultiHost(Slice::New);
        }
        let strategy = self.strategy_of(pool);
        match (strategy.run_of(change), strategy.blue_green()) {
            (RunKind::BlueGreen, Some(settings)) => Work::BlueGreen(Stage::New(settings)),
            (RunKind::ShortLived, _) => Work::ShortLived,
            _ => Work::Surge(Window::over(self.zones_of(pool))),
        }
    }

    /// What the pool's nodes would be made from, as things stand: with what a cancelled run was to bring (AM-63).
    fn target(&self, pool: PoolId, due: Due) -> TemplateId {
        self.plan.after(due.entry, self.template_of_new_nodes(pool))
    }

    /// The same with every change of the configuration that waits: whoever makes a node makes it with them (AM-70).
    fn target_with_rest(&self, pool: PoolId, due: Due) -> TemplateId {
        let waiting = self.due[pool].iter();
        let waiting = waiting.filter(|one| one.change.waits_for_maintenance() && **one != due);
        let brings = !broken("maintenance/brings");
        waiting
            .filter(|_| brings)
            .fold(self.target(pool, due), |target, one| {
                self.plan.after(one.entry, target)
            })
    }

    /// What the pool is configured to be, or is being brought to.
    pub(super) fn version_of_pool(&self, pool: PoolId) -> Option<Version> {
        let home = self.plan.templates[self.homes[pool]].version;
        let runs = self.core.world.cluster.pools[pool].run.in_progress();
        let run = self.runs[pool].as_ref().filter(|_| runs);
        run.map_or(home, |run| {
            home.max(self.plan.templates[run.target].version)
        })
    }

    fn zones_of(&self, pool: PoolId) -> VecDeque<ZoneId> {
        let groups = self.plan.pools[pool].groups.iter();
        groups.map(|group| self.plan.groups[*group].zone).collect()
    }

    fn tell_started(&mut self, pool: PoolId, automatic: bool, rule: Rule) {
        let Some(run) = &self.runs[pool] else { return };
        let change = Change::UpgradeStarted {
            target: run.target,
            change: run.change,
            automatic,
        };
        self.tx().record(rule, Subject::Pool(pool), change);
    }

    /// The strategy of a pool looks at its slots.
    pub(super) fn look_at(&mut self, pool: PoolId) {
        let mut tx = self.tx();
        let cause = tx.cause;
        tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), cause);
    }

    pub(super) fn strategy(&mut self, pool: PoolId) {
        let Some(mut run) = self.runs[pool].take() else {
            return;
        };
        // Consumed by its step, so that no transition is half done.
        run.work = match std::mem::take(&mut run.work) {
            Work::Surge(window) => Work::Surge(self.surge_step(&run, window)),
            Work::BlueGreen(stage) => Work::BlueGreen(self.blue_green_step(&mut run, stage)),
            Work::ShortLived => Work::ShortLived,
            Work::MultiHost(slice) => Work::MultiHost(self.multi_host_step(&run, slice)),
        };
        self.runs[pool] = Some(run);
        self.after_step(pool);
    }

    /// Does a state end because nothing is in progress any more?
    pub(super) fn after_step(&mut self, pool: PoolId) {
        let Some(run) = &self.runs[pool] else { return };
        if run.work.busy() {
            return;
        }
        let left = match &run.work {
            Work::Surge(window) => self.old_nodes_left(run, window),
            Work::BlueGreen(stage) => !stage.over(),
            Work::ShortLived => self.others_live(run),
            Work::MultiHost(slice) => *slice != Slice::Over,
        };
        let state = self.core.world.cluster.pools[pool];
        let (state, kind) = (state.run, state.kind);
        let left = match state {
            // Nodes that somebody else made anew count too, and nobody looks at the list meanwhile (AM-57, AM-63).
            RunState::Cancelled | RunState::Paused => {
                self.others_live(run) || self.comes_back(run.pool)
            }
            RunState::Cancelling => left && self.others_live(run),
            _ => left,
        };
        let (target, covers) = (run.target, run.covers.clone());
        let subject = Subject::Pool(pool);
        match (state, left) {
            (RunState::RollingBack, false) => {
                let rule = match kind {
                    RunKind::BlueGreen => Rule::BlueGreenRolledBack,
                    RunKind::ShortLived => Rule::ShortLivedSucceed,
                    RunKind::Surge => Rule::RolledBack,
                };
                self.tx().record(rule, subject, Change::RolledBack);
            }
            (
                RunState::Running
                | RunState::WaitingForResources
                | RunState::Paused
                | RunState::Cancelling
                | RunState::Cancelled,
                false,
            ) => {
                // AM-57: a cancelled or paused run that has no old node left has simply ended.
                let rule = match kind {
                    RunKind::BlueGreen => Rule::BlueGreenSucceed,
                    RunKind::ShortLived => Rule::ShortLivedSucceed,
                    RunKind::Surge => Rule::UpgradeSucceed,
                };
                self.tx().record(rule, subject, Change::UpgradeSucceeded);
                self.homes[pool] = target;
                // A node that was at the version already was not made anew, and waits for the rest. One that is away comes
                // back with all of it (AM-63).
                let nodes = self.core.world.cluster.nodes.values();
                let mut mine = nodes.filter(|node| self.plan.groups[node.group].pool == pool);
                let whole = mine.all(|node| {
                    let gone = matches!(
                        node.phase,
                        NodePhase::Gone
                            | NodePhase::Deleting { .. }
                            | NodePhase::Recreating { ready_at: None }
                    );
                    gone || node.template == target
                });
                self.due[pool].retain(|one| {
                    !covers.contains(one) || one.change.waits_for_maintenance() && !whole
                });
                self.refuse_rollback(pool);
            }
            (RunState::Cancelling, true) => {
                self.tx()
                    .record(Rule::UpgradeCancelled, subject, Change::UpgradeCancelled);
                self.begin_rollback(pool);
            }
            _ => {}
        }
    }

    fn old_nodes_left(&self, run: &Run, window: &Window) -> bool {
        window.in_progress()
            || window.zones().any(|zone| {
                !self.work_list(run, window, zone).is_empty() || self.old_boots(run, zone)
            })
    }

    /// Is a node of the pool away that will be there again?
    fn comes_back(&self, pool: PoolId) -> bool {
        let mut nodes = self.core.world.cluster.nodes.values();
        nodes.any(|node| {
            let away = matches!(
                node.phase,
                NodePhase::Booting { .. }
                    | NodePhase::Recreating { .. }
                    | NodePhase::Deleting { recreate: true, .. }
            );
            away && self.plan.groups[node.group].pool == pool
        })
    }

    /// Was a VM asked for before the run began that is not there yet? It is an old node when it is (AM-59). To a rollback
    /// it is one that came to have the new configuration beside the run (AM-63).
    pub(super) fn old_boots(&self, run: &Run, zone: ZoneId) -> bool {
        let mut nodes = self.core.world.cluster.nodes.iter();
        !broken("run/boots")
            && nodes.any(|(id, node)| {
                let group = self.plan.groups[node.group];
                let boots = matches!(
                    node.phase,
                    NodePhase::Booting { .. } | NodePhase::Recreating { ready_at: Some(_) }
                );
                let old = match run.purpose {
                    Purpose::Forward => !self.at_target(run, id),
                    Purpose::Rollback { .. } => node.upgraded && node.template != run.target,
                };
                boots && (group.pool, group.zone) == (run.pool, zone) && old
            })
    }

    /// The nodes of a zone that a run has to work on, in its order (AM-05, AM-59).
    fn work_list(&self, run: &Run, window: &Window, zone: ZoneId) -> Vec<NodeId> {
        let cluster = &self.core.world.cluster;
        if let Purpose::Rollback { .. } = run.purpose {
            let upgraded = window.upgraded.iter().copied();
            let here = upgraded.filter(|node| {
                cluster.zone_of(&self.plan, *node) == zone && cluster.nodes[*node].up()
            });
            return here
                .filter(|node| cluster.nodes[*node].template != run.target)
                .collect();
        }
        let mut list: Vec<NodeId> = Vec::new();
        for (id, node) in cluster.nodes.iter() {
            let group = self.plan.groups[node.group];
            let here = group.pool == run.pool && group.zone == zone;
            if here && node.up() && !self.at_target(run, id) {
                list.push(id);
            }
        }
        self.in_node_order(&mut list);
        list
    }

    /// Nodes of one zone in the order in which they are worked on (AM-05).
    fn in_node_order(&self, nodes: &mut [NodeId]) {
        if self.plan.timings.node_order == NodeOrder::Listed || muted("SU-01") {
            return;
        }
        let (seed, cluster) = (self.plan.seed, &self.core.world.cluster);
        order::sort_by_key(nodes, |id| {
            let node = &cluster.nodes[*id];
            let (group, ordinal) = (u64::from(node.group.0), u64::from(node.ordinal));
            Draw::of(seed, Stream::NodeOrder as u64, group, ordinal)
        });
    }

    /// A version change has nothing to do on a node that is at the version; other changes recreate every node.
    fn at_target(&self, run: &Run, node: NodeId) -> bool {
        let own = self.core.world.cluster.nodes[node].template;
        own == run.target
            || (run.change == NodeChange::Version
                && self.plan.templates[own].version == self.plan.templates[run.target].version
                && self.plan.templates[own].version.is_some())
    }
}
