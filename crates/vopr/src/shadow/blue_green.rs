//! Blue-green upgrades: phases, batches, soaks and the two sides, from the rows alone.

use super::policy;
use super::state::{
    BlueGreenRun, CommandResult, Deadline, Shadow, ShadowNode, Soak, Vm, after, cordon,
};
use base::{NodeId, PoolId, RecordNo, SimSpan, SimTime, TemplateId};
use model::node::Side;
use model::pool::Phase;
use model::script::NodeChange;
use model::strategy::{BatchSize, BlueGreen, RunKind};
use model::{AtLimit, Command, RunState, Strategy};
use trace::Change;

/// BG-26.
pub(crate) const SEVEN_DAYS: SimSpan = SimSpan::from_secs(7 * 86_400);

/// UP-09, BG-05, AB-24: is this change applied by a blue-green upgrade? The wait is that of an autoscaled one.
fn settings_for(strategy: Strategy, change: NodeChange) -> Option<(BlueGreen, Option<SimSpan>)> {
    let triggers = matches!(
        change,
        NodeChange::Version
            | NodeChange::MachineType
            | NodeChange::DiskType
            | NodeChange::DiskSize
            | NodeChange::ImageType
            | NodeChange::StoragePools
    );
    match strategy {
        Strategy::BlueGreen { settings, .. } if triggers => Some((settings, None)),
        Strategy::AutoscaledBlueGreen { wait, .. } if triggers => {
            Some((BlueGreen::DEFAULT, Some(wait)))
        }
        _ => None,
    }
}

/// BG-19, BG-20, AM-13: the number of nodes of a batch, computed exactly from the digits of the fraction.
fn batch_size(settings: BlueGreen, blue: u32) -> u32 {
    match settings.batch {
        BatchSize::Nodes(nodes) => nodes.min(blue),
        BatchSize::Part(part) => {
            let text = part.to_string();
            let (whole, behind) = text.split_once('.').unwrap_or((&text, ""));
            let digits: u128 = format!("{whole}{behind}").parse().unwrap_or(0);
            let mut size = digits * u128::from(blue);
            for _ in behind.chars() {
                size /= 10;
            }
            match digits {
                0 => 0,
                _ => (size as u32).max(1).min(blue),
            }
        }
    }
}

impl Shadow<'_> {
    /// The pool's run, if it is blue-green.
    pub(crate) fn course(&self, pool: PoolId) -> Option<&BlueGreenRun> {
        self.pool(pool).course.as_ref()
    }

    /// The pools whose last run is blue-green.
    pub(crate) fn courses(&self) -> impl Iterator<Item = (PoolId, &BlueGreenRun)> {
        self.pools.iter().filter_map(|(id, pool)| Some((id, pool.course.as_ref()?)))
    }

    /// Existing nodes of one side.
    pub(crate) fn of_side(&self, pool: PoolId, side: Side) -> impl Iterator<Item = NodeId> + '_ {
        let own = self.nodes.iter().filter(move |(_, node)| {
            node.pool == pool && node.side == Some(side) && node.vm != Vm::Gone
        });
        own.map(|(id, _)| id)
    }

    /// A run starts.
    pub(super) fn begin_course(&mut self, id: PoolId, change: NodeChange) {
        let settings = settings_for(self.strategy(id), change);
        let settings = settings.filter(|_| !self.plan.pools[id].multi_host);
        let mut blue = Vec::new();
        for (of, node) in self.nodes.iter_mut() {
            // A VM that the autoscaler deletes belongs to no side.
            if node.pool == id && (node.vm == Vm::Gone || node.shrunk) {
                node.side = None;
            } else if node.pool == id {
                node.side = settings.map(|_| Side::Blue);
                node.touched = false;
                blue.push((of, node.cordoned));
            }
        }
        self.pools[id].course =
            settings.map(|(settings, wait)| BlueGreenRun::new(settings, wait, blue));
    }

    /// UP-09, SL-06: sets the strategy of the run that starts.
    pub(super) fn note_kind(&mut self, id: PoolId, change: NodeChange) {
        let strategy = self.strategy(id);
        let beside = settings_for(strategy, change);
        let slice = self.plan.pools[id].multi_host;
        let pool = &mut self.pools[id];
        pool.ran = true;
        pool.kind = match strategy {
            Strategy::ShortLived if !slice => RunKind::ShortLived,
            _ if slice => RunKind::Surge,
            _ => match beside {
                Some((_, Some(_))) => RunKind::AutoscaledBlueGreen,
                Some((_, None)) => RunKind::BlueGreen,
                None => RunKind::Surge,
            },
        };
    }

    /// BS-04: the rest of a canceled or failed run uses the new settings.
    pub(super) fn adopt(&mut self, id: PoolId, strategy: Strategy) {
        let run = self.pool(id).run;
        let Some(course) = &mut self.pools[id].course else {
            return;
        };
        if !matches!(run, RunState::Cancelled | RunState::Failed) {
            return;
        }
        let settings = match (strategy, course.wait) {
            (Strategy::BlueGreen { settings, .. }, None) => settings,
            (Strategy::AutoscaledBlueGreen { wait, .. }, Some(_)) => {
                return course.adopt_wait(wait);
            }
            // It keeps the strategy in which it began (AM-84).
            _ => return,
        };
        course.settings = settings;
        if course.phase == Some(Phase::DrainingBluePool) {
            let blue = course.blue.len() as u32;
            course.size = batch_size(settings, blue);
            course.batches = course.begun;
            if course.size > 0 {
                course.batches += course.left.div_ceil(course.size);
            }
        }
        if course.phase == Some(Phase::NodePoolSoaking)
            && let Some(Soak::Left(left)) = course.soak
        {
            let elapsed = course.whole - left;
            let left = (settings.pool_soak - elapsed).max(SimSpan::ZERO);
            // BG-26.
            let left = left.min(SEVEN_DAYS - course.soaked);
            (course.whole, course.soak) = (elapsed + left, Some(Soak::Left(left)));
        }
    }

    pub(super) fn fold_course(&mut self, at: SimTime, id: PoolId, change: Change) {
        let Some(course) = &mut self.pools[id].course else {
            return;
        };
        let (phase_due, soak_due) = (Deadline::PhaseEnds(id), Deadline::SoakEnds(id));
        match change {
            Change::PhaseStarted { phase, lasts_s } => self.enter_phase(at, id, phase, lasts_s),
            Change::BatchStarted { of, .. } => {
                course.stop_soak(at);
                course.soak = None;
                course.dropped = false;
                course.begun += 1;
                course.said = of;
                course.wanted = course.size.min(course.left);
                course.left -= course.wanted;
                course.batch.clear();
                (course.batch_at, course.drained) = (at, false);
                self.settle(soak_due);
                self.settle(phase_due);
            }
            Change::BatchDrained { soak_s } => {
                (course.drained, course.dropped) = (true, false);
                course.run_soak(at, soak_s);
                self.settle(phase_due);
                self.expect(soak_due, after(at, soak_s));
            }
            Change::UpgradeCancelled => {
                course.stop_soak(at);
                self.settle(soak_due);
                self.settle(phase_due);
            }
            Change::UpgradeResumed { .. } => self.resume(at, id),
            Change::UpgradeFailed => course.unchecked = true,
            Change::Blocked { .. } | Change::ResourcesMissing => course.unchecked = false,
            Change::UpgradeSucceeded | Change::RolledBack => self.settle(phase_due),
            Change::RollbackStarted => {
                course.stop_soak(at);
                (course.phase, course.since) = (Some(Phase::RollbackStarted), at);
                course.soak = None;
                course.back_at = Some(at);
                self.settle(soak_due);
                self.settle(phase_due);
                for node in self.nodes.values().filter(|node| node.pool == id && node.shrunk) {
                    let green = node.side == Some(Side::Green) && !node.scaled;
                    if green && node.vm == Vm::Gone {
                        *self.pools[id].start.entry(node.zone).or_insert(0) += 1;
                    }
                }
                // BG-23: a repair that has only cordoned its node is dropped.
                for node in self.of_side(id, Side::Green).collect::<Vec<_>>() {
                    self.settle(Deadline::DrainStarts(node));
                }
                // AM-84: without green nodes there is nothing to do.
                if self.of_side(id, Side::Green).next().is_none() {
                    self.expect(phase_due, at);
                }
            }
            _ => {}
        }
    }

    fn enter_phase(&mut self, at: SimTime, id: PoolId, phase: Phase, lasts_s: u32) {
        let blue = self.of_side(id, Side::Blue).count() as u32;
        let Some(course) = &mut self.pools[id].course else {
            return;
        };
        let (phase_due, soak_due) = (Deadline::PhaseEnds(id), Deadline::SoakEnds(id));
        course.stop_soak(at);
        (course.phase, course.since) = (Some(phase), at);
        course.dropped = false;
        course.soak = None;
        match phase {
            Phase::CreatingGreenPool => course.unchecked = course.wait.is_none(),
            Phase::DrainingBluePool if course.wait.is_none() => {
                course.left = blue;
                course.size = batch_size(course.settings, blue);
                course.batches = blue.div_ceil(course.size.max(1));
            }
            Phase::NodePoolSoaking | Phase::WaitingToDrainBluePool => {
                course.whole = SimSpan::from_secs(i64::from(lasts_s));
                course.run_soak(at, lasts_s);
            }
            _ => {}
        }
        let (until, waits) = (course.until(), course.wait.is_some());
        self.settle(phase_due);
        self.settle(soak_due);
        if phase == Phase::CordoningBluePool {
            let (_, longest) = cordon(self.plan);
            self.expect(phase_due, at + longest);
        }
        if let Some(until) = until {
            self.expect(soak_due, until);
        }
        if waits {
            self.note_phase(at, id);
        }
    }

    fn resume(&mut self, at: SimTime, id: PoolId) {
        let Some(course) = &mut self.pools[id].course else {
            return;
        };
        let (phase_due, soak_due) = (Deadline::PhaseEnds(id), Deadline::SoakEnds(id));
        course.resumed_at = Some(at);
        let keeps = [Phase::NodePoolSoaking, Phase::WaitingToDrainBluePool].map(Some);
        let pool_soaks = keeps.contains(&course.phase);
        let goes_on = match course.soak {
            Some(Soak::Left(left)) if pool_soaks => Some(at + left),
            _ => None,
        };
        course.soak = goes_on.map(|until| Soak::Runs { since: at, until });
        course.dropped = course.phase == Some(Phase::DrainingBluePool) && course.wait.is_none();
        let (phase, since, dropped) = (course.phase, course.since, course.dropped);
        if phase == Some(Phase::CordoningBluePool) {
            let (_, longest) = cordon(self.plan);
            self.expect(phase_due, (since + longest).max(at));
        }
        if let Some(until) = goes_on {
            self.expect(soak_due, until);
        }
        // It doesn't wait for drains that ended before or during the pause.
        if dropped && self.batch_is_drained(id) {
            self.expect(soak_due, at);
        }
        self.note_phase(at, id);
    }

    /// Was the last batch reported as drained, or has every drain of its nodes by the batch or by a repair ended? A user may
    /// drain a node again. AM-64: and have all Pods ended that use the time until the end of their VM?
    pub(crate) fn batch_is_drained(&self, pool: PoolId) -> bool {
        let drained = |node: &NodeId| {
            let drain = self.node(*node).drain.as_ref();
            // One that has nothing to evict, such as a repair's of a drained node, ends at its instant.
            let drains = drain.is_some_and(|drain| {
                drain.at_limit != AtLimit::GivesUp && !drain.selected.is_empty()
            });
            !drains && !self.empties_with_vm(*node)
        };
        let course = self.course(pool);
        course.is_some_and(|one| one.drained || one.batch.iter().all(drained))
    }

    /// Does it have Pods that use the time until the end of its VM?
    pub(super) fn empties_with_vm(&self, id: NodeId) -> bool {
        let goes = matches!(self.node(id).vm, Vm::Deleting { .. });
        goes && !self.of_users(id).is_empty()
    }

    /// May an emptying node belong to the last batch? No row reports a node that wasn't up when the batch began.
    fn batch_may_wait(&self, pool: PoolId) -> bool {
        let Some(course) = self.course(pool) else {
            return false;
        };
        let waits = |id: NodeId| !course.taken.contains(&id) && self.empties_with_vm(id);
        let fewer = (course.batch.len() as u32) < course.wanted;
        fewer && self.of_side(pool, Side::Blue).any(waits)
    }

    /// AM-64: the phase ends at this instant if what it waits for has happened.
    pub(super) fn note_phase(&mut self, at: SimTime, id: PoolId) {
        let Some(course) = self.course(id) else {
            return;
        };
        let none = |side| self.of_side(id, side).next().is_none();
        let over = match (course.phase, self.pool(id).run) {
            (Some(Phase::CreatingGreenPool), RunState::Running | RunState::WaitingForResources) => {
                self.all_green_are_up(id)
            }
            (Some(Phase::WaitingToDrainBluePool), RunState::Running) => none(Side::Blue),
            (Some(Phase::DrainingBluePool), RunState::Running) if course.wait.is_some() => {
                self.is_drained_after_wait(id)
            }
            (Some(Phase::DrainingBluePool), RunState::Running) => {
                let waits = course.drained || course.dropped || self.batch_may_wait(id);
                !waits && self.batch_is_drained(id)
            }
            (Some(Phase::DeletingBluePool), RunState::Running) => none(Side::Blue),
            (Some(Phase::RollbackStarted), RunState::RollingBack) => none(Side::Green),
            _ => false,
        };
        if over && self.due_of(Deadline::PhaseEnds(id)).is_none() {
            self.expect(Deadline::PhaseEnds(id), at);
        }
    }

    /// Green nodes that the run has made; the autoscaler may add others (AM-20).
    pub(crate) fn made_for_blue(&self, pool: PoolId) -> usize {
        let of = |node: &&ShadowNode| node.pool == pool && node.side == Some(Side::Green);
        let made = |node: &&ShadowNode| !node.scaled && (node.vm != Vm::Gone || node.shrunk);
        self.nodes.values().filter(of).filter(made).count()
    }

    /// BG-01, AM-45: are there as many green nodes as blue ones, all Ready?
    pub(crate) fn all_green_are_up(&self, pool: PoolId) -> bool {
        let mut green = self.of_side(pool, Side::Green);
        self.each_blue_has_a_green(pool) && green.all(|node| self.node(node).up())
    }

    /// BG-01: were as many created? Those taken away since come back (AM-80).
    pub(crate) fn all_green_are_there(&self, pool: PoolId) -> bool {
        let mut green = self.of_side(pool, Side::Green);
        let there = |node: NodeId| {
            let node = self.node(node);
            node.up() || node.comes_back() || node.scaled || node.shrunk
        };
        self.each_blue_has_a_green(pool) && green.all(there)
    }

    /// KA-47: a blue node that the autoscaler gave up before it was there may have a green one too.
    fn each_blue_has_a_green(&self, pool: PoolId) -> bool {
        let (made, blue) = (self.made_for_blue(pool), self.of_side(pool, Side::Blue).count());
        let given_up =
            self.nodes.values().filter(|node| node.pool == pool && node.given_up).count();
        blue <= made && made <= blue + given_up
    }

    /// Has the autoscaler removed or given up a node of the pool?
    pub(crate) fn has_shrunk(&self, pool: PoolId) -> bool {
        self.nodes.values().any(|node| node.pool == pool && (node.shrunk || node.given_up))
    }

    /// The drain of a node of a batch begins.
    pub(super) fn note_batch(&mut self, pool: PoolId, node: NodeId) {
        if let Some(course) = &mut self.pools[pool].course {
            course.batch.push(node);
            course.taken.push(node);
        }
    }

    /// Notes the result that the command must have at once.
    pub(super) fn note_command(&mut self, no: RecordNo, entry: u32) {
        use RunState as S;
        let asked = &self.plan.script[entry as usize];
        let (command, over) = (&asked.command, asked.over.is_some());
        let (pool, answer) = match *command {
            // MR-10: an automatic upgrade is not a user's API call.
            Command::Upgrade { pool, automatic: false, .. }
            | Command::Cancel { pool }
            | Command::Resume { pool, .. }
            | Command::Rollback { pool, .. }
            | Command::Complete { pool }
            | Command::Resize { pool, .. }
            | Command::SetStrategy { pool, .. }
            | Command::SetShape { pool }
                if self.control_plane.is_down() =>
            {
                (pool, CommandResult::Refused)
            }
            Command::Upgrade { pool, automatic, change, .. } => {
                (pool, self.upgrade(entry, pool, automatic, change, over))
            }
            Command::Cancel { pool } => (pool, self.cancel(pool)),
            Command::Resume { pool, .. } => {
                let may = matches!(self.pool(pool).run, S::Cancelling | S::Cancelled | S::Failed);
                let may = may && self.control_plane.replica.is_none();
                (pool, if may { CommandResult::Resumed } else { CommandResult::Refused })
            }
            // A rollback is a run of nodes too.
            Command::Rollback { pool, .. } if self.control_plane.replica.is_some() => {
                (pool, CommandResult::Refused)
            }
            // AB-19, AM-48.
            Command::Rollback { pool, .. }
                if self.course(pool).is_some_and(|one| one.wait.is_some()) =>
            {
                (pool, CommandResult::Refused)
            }
            Command::Rollback { pool, .. } => {
                let answer = match self.pool(pool).run {
                    S::Running | S::WaitingForResources | S::Paused => self.cancel(pool),
                    S::Cancelled | S::Failed => CommandResult::RollsBack,
                    S::Cancelling => CommandResult::Silent,
                    _ => CommandResult::Refused,
                };
                if answer == CommandResult::Cancelled {
                    self.rollback_next = Some(pool);
                }
                (pool, answer)
            }
            Command::Complete { pool } => {
                let course = self.course(pool).filter(|one| {
                    one.phase == Some(Phase::NodePoolSoaking) && self.pool(pool).run == S::Running
                });
                let answer = course.map_or(CommandResult::Refused, |_| CommandResult::Deletes);
                (pool, answer)
            }
            Command::SetShape { pool } | Command::SetStrategy { pool, .. } => {
                (pool, self.reshape(pool))
            }
            _ => return,
        };
        self.asked = (answer != CommandResult::Silent).then_some((no, pool, answer));
    }

    /// Settings are locked while nodes are in progress (BS-04).
    fn reshape(&self, pool: PoolId) -> CommandResult {
        use RunState as S;
        let locked = matches!(
            self.pool(pool).run,
            S::Running | S::WaitingForResources | S::Paused | S::Cancelling | S::RollingBack
        );
        if locked { CommandResult::Refused } else { CommandResult::Reshaped }
    }

    /// Does the entry bring the pool to a newer version than the control plane's?
    pub(crate) fn is_above(&self, id: PoolId, entry: u32) -> bool {
        let Some(target) = self.plan.outcomes.get(&(entry, self.configured(id))) else {
            return false;
        };
        let version = self.plan.templates[*target].version;
        version.zip(self.control_plane.version).is_some_and(|(nodes, plane)| {
            // A step of the control plane names no patch: it has those of its minor version.
            let patch = |one: model::Version| one.patch.map(|patch| (patch, one.gke));
            let newer = patch(nodes).zip(patch(plane)).is_some_and(|(nodes, plane)| nodes > plane);
            let minor = |one: model::Version| (one.major, one.minor);
            minor(nodes) > minor(plane) || minor(nodes) == minor(plane) && newer
        })
    }

    /// Has the pool what the entry brings, and does nothing wait that would come with it?
    pub(crate) fn brings_nothing(&self, id: PoolId, entry: u32) -> bool {
        self.policy.waiting.get(&id).is_none_or(Vec::is_empty) && self.has(id, entry)
    }

    /// Has the pool what the entry brings?
    fn has(&self, id: PoolId, entry: u32) -> bool {
        let now = self.configured(id);
        let version = |template: TemplateId| self.plan.templates[template].version;
        let goes = |vm| matches!(vm, Vm::Gone | Vm::Abandoned | Vm::Deleting { recreate: false });
        let own = self.nodes.values().filter(|node| node.pool == id && !goes(node.vm));
        version(now).is_some()
            && self.plan.outcomes.get(&(entry, now)) == Some(&now)
            && own.map(|node| node.template).all(|template| version(template) == version(now))
    }

    /// The template of the pool without a run, also of its new nodes.
    fn configured(&self, id: PoolId) -> TemplateId {
        let pool = self.pool(id);
        match pool.run {
            RunState::Succeeded => pool.target,
            _ => pool.home,
        }
    }

    /// What an upgrade command does; `over`: it replaces the current run.
    fn upgrade(
        &self,
        entry: u32,
        pool: PoolId,
        automatic: bool,
        change: NodeChange,
        over: bool,
    ) -> CommandResult {
        use RunState as S;
        let fresh =
            matches!(self.pool(pool).run, S::Idle | S::Queued | S::Succeeded | S::RolledBack);
        let busy = self.control_plane.replica.is_some();
        match self.pool(pool).run {
            // MR-02: it waits until GKE does it automatically.
            _ if fresh && (automatic || policy::waits(change) && !busy) => CommandResult::Silent,
            // MR-04: unless what was undone is due again, and comes with it.
            _ if fresh
                && change == NodeChange::Version
                && self.policy.undone.contains(&pool)
                && self.has(pool, entry) =>
            {
                CommandResult::StartsOrRefused
            }
            _ if fresh && change == NodeChange::Version && self.brings_nothing(pool, entry) => {
                CommandResult::Refused
            }
            // AM-70: no run of nodes starts or resumes in the meantime.
            _ if fresh && busy => CommandResult::Refused,
            // BS-02: nodes are never newer than the control plane.
            _ if fresh && change == NodeChange::Version && self.is_above(pool, entry) => {
                CommandResult::Refused
            }
            _ if fresh => CommandResult::Starts,
            S::Running | S::WaitingForResources | S::Paused if automatic => CommandResult::Silent,
            // AM-61: it continues what had begun before time 0.
            S::Cancelled
                if automatic && self.plan.pools[pool].partial && self.course(pool).is_none() =>
            {
                CommandResult::Silent
            }
            // AM-72: it comes after the current run.
            _ if over => CommandResult::Silent,
            _ => CommandResult::Refused,
        }
    }

    /// AM-84: what a cancel does.
    fn cancel(&self, pool: PoolId) -> CommandResult {
        use RunState as S;
        let may = matches!(self.pool(pool).run, S::Running | S::WaitingForResources | S::Paused);
        let deletes = Some(Phase::DeletingBluePool);
        match self.course(pool) {
            _ if !may => CommandResult::Refused,
            Some(course) if course.phase == deletes => CommandResult::Refused,
            Some(_) => CommandResult::Cancelled,
            None if self.pool(pool).kind == RunKind::ShortLived => CommandResult::Cancelled,
            None => CommandResult::Cancelling,
        }
    }
}

impl BlueGreenRun {
    pub(super) fn new(
        settings: BlueGreen,
        wait: Option<SimSpan>,
        blue: Vec<(NodeId, bool)>,
    ) -> Self {
        Self {
            settings,
            wait,
            phase: None,
            since: SimTime::ZERO,
            blue,
            unchecked: false,
            left: 0,
            size: 0,
            wanted: 0,
            batches: 0,
            begun: 0,
            said: 0,
            batch: Vec::new(),
            taken: Vec::new(),
            batch_at: SimTime::ZERO,
            drained: false,
            soak: None,
            whole: SimSpan::ZERO,
            soaked: SimSpan::ZERO,
            dropped: false,
            resumed_at: None,
            back_at: None,
        }
    }

    fn run_soak(&mut self, at: SimTime, lasts_s: u32) {
        let until = after(at, lasts_s);
        self.soak = Some(Soak::Runs { since: at, until });
    }

    /// Counts the elapsed part, and keeps the rest.
    fn stop_soak(&mut self, at: SimTime) {
        if let Some(Soak::Runs { since, until }) = self.soak {
            self.soaked = self.soaked + (at - since);
            self.soak = Some(Soak::Left(until - at));
        }
    }

    fn until(&self) -> Option<SimTime> {
        match self.soak {
            Some(Soak::Runs { until, .. }) => Some(until),
            _ => None,
        }
    }

    /// BG-26, AM-18: the time soaked so far.
    pub(crate) fn soaked_at(&self, at: SimTime) -> SimSpan {
        match self.soak {
            Some(Soak::Runs { since, until }) => self.soaked + (at.min(until) - since),
            _ => self.soaked,
        }
    }

    /// The number of batches, as last reported; 0 before the first.
    pub(crate) fn of_batches(&self) -> u32 {
        self.said
    }

    /// BG-19: the number of nodes of a batch.
    pub(crate) fn size_of(&self, blue: u32) -> u32 {
        batch_size(self.settings, blue)
    }
}
