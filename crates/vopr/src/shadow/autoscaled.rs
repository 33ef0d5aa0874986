//! Autoscaled blue-green upgrades: the wait for the autoscaler, and the drains after it.

use super::state::{BlueGreenRun, Shadow, ShadowNode, Soak};
use base::{NodeId, PoolId, SimSpan, SimTime};
use model::node::Side;
use model::strategy::{BlueGreen, RunKind};
use model::{AtLimit, Phase, Strategy};

impl Shadow<'_> {
    /// The pool's run, if it is one of these and has begun, a paused one too.
    pub(crate) fn waiting_course(&self, pool: PoolId) -> Option<&BlueGreenRun> {
        let course = self.course(pool).filter(|course| course.wait.is_some());
        course.filter(|_| self.pool(pool).run.begun())
    }

    /// AB-10, AB-25, AM-68: does the autoscaler empty the node's side, below its minimum too? A pause changes nothing (AM-79).
    pub(crate) fn is_emptied(&self, node: &ShadowNode) -> bool {
        let course = self.waiting_course(node.pool).filter(|_| node.side == Some(Side::Blue));
        course.is_some_and(|course| course.phase == Some(Phase::WaitingToDrainBluePool))
    }

    /// AB-25, AM-20: does the phase keep the autoscaler from removing the node?
    pub(crate) fn is_kept_by_phase(&self, node: &ShadowNode) -> bool {
        let blue = node.side == Some(Side::Blue) && self.waiting_course(node.pool).is_some();
        blue && !self.is_emptied(node)
    }

    /// AM-76: blue nodes whose turn is yet to come, in the order of their numbers. One that was away at its turn has none.
    pub(crate) fn waits_for_drain(&self, pool: PoolId) -> Vec<NodeId> {
        let course = self.course(pool).filter(|one| one.phase != Some(Phase::DeletingBluePool));
        let Some(course) = course else {
            return Vec::new();
        };
        let blue = self.of_side(pool, Side::Blue).filter(|node| !course.taken.contains(node));
        let was_up = |node: &ShadowNode| node.up() && node.up_at <= Some(course.since);
        blue.filter(|node| was_up(self.node(*node))).collect()
    }

    /// AM-76: nodes that hold a slot: until every Pod of their drain, or of a repair's, is gone.
    pub(crate) fn slots_in_use(&self, pool: PoolId) -> usize {
        let course = self.course(pool);
        let taken = course.into_iter().flat_map(|course| &course.taken);
        taken.filter(|node| self.is_emptying(**node)).count()
    }

    pub(crate) fn is_emptying(&self, id: NodeId) -> bool {
        let drain = self.node(id).drain.as_ref();
        let drains = drain.is_some_and(|drain| {
            !drain.shrinks && drain.at_limit != AtLimit::GivesUp && !drain.selected.is_empty()
        });
        drains || self.empties_with_vm(id)
    }

    /// AM-67: has every drain ended?
    pub(crate) fn is_drained_after_wait(&self, pool: PoolId) -> bool {
        self.waits_for_drain(pool).is_empty() && self.slots_in_use(pool) == 0
    }

    /// A run that had begun before time 0, and waits for a command.
    pub(super) fn course_of_start(&mut self, id: PoolId) {
        let state = self.start.pools[id];
        let Strategy::AutoscaledBlueGreen { wait, .. } = self.plan.pools[id].strategy else {
            return;
        };
        if state.kind != RunKind::AutoscaledBlueGreen || state.target.is_none() {
            return;
        }
        let mut blue = Vec::new();
        for (of, node) in self.nodes.iter_mut().filter(|(_, node)| node.pool == id) {
            node.side = self.start.nodes[of].side;
            if node.side == Some(Side::Blue) {
                blue.push((of, node.cordoned));
            }
        }
        let mut course = BlueGreenRun::new(BlueGreen::DEFAULT, Some(wait), blue);
        course.phase = state.progress.phase;
        course.since = SimTime::ZERO;
        if let Some(model::Soak::Left(left)) = state.progress.soak {
            course.whole = wait.max(left);
            course.soak = Some(Soak::Left(left));
        }
        let pool = &mut self.pools[id];
        (pool.kind, pool.course) = (state.kind, Some(course));
    }
}

impl BlueGreenRun {
    /// BS-04, AM-84: the new length less what has passed, for the rest of a paused wait.
    pub(super) fn adopt_wait(&mut self, new: SimSpan) {
        self.wait = Some(new);
        if self.phase == Some(Phase::WaitingToDrainBluePool)
            && let Some(Soak::Left(left)) = self.soak
        {
            let elapsed = self.whole - left;
            let left = (new - elapsed).max(SimSpan::ZERO);
            (self.whole, self.soak) = (elapsed + left, Some(Soak::Left(left)));
        }
    }
}
