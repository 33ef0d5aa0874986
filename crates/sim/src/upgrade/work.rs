//! The interface of a strategy to the engine: the work of its runs.

use std::fmt;

use super::run_spec::RunSpec;
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use base::{NodeId, PoolId, SimSpan, SimTime};
use model::strategy::Strategy;

/// The rules by which a run is controlled and ends.
pub(super) struct RunRules {
    pub cancel: Rule,
    pub resume: Rule,
    pub roll_back: Rule,
    pub rolled_back: Rule,
    pub succeed: Rule,
}

/// The work that a run has in progress, by its strategy.
pub(super) trait Work: CloneWork {
    fn rules(&self) -> &'static RunRules;

    /// Advances as far as the cluster and the clock allow at this instant.
    fn step(&mut self, _: &mut Cx<'_>, _: &mut RunSpec) {}

    /// Is anything in progress that ends without a command?
    fn busy(&self) -> bool {
        false
    }

    /// Is there more to do when nothing is in progress?
    fn is_left(&self, core: &Core, spec: &RunSpec) -> bool;

    /// Requests that wait for capacity: since when, and their numbers.
    fn waiting(&self) -> Vec<(SimTime, usize)> {
        Vec::new()
    }

    /// Repeats the request with this number: there may be capacity now.
    fn retry_request(&mut self, _: &mut Cx<'_>, _: &RunSpec, _number: usize) {}

    /// Drops the requests of slots without a node (AM-61).
    fn drop_requests(&mut self) {}

    /// Does a cancel pause it where it is, until a command ends it? Otherwise nodes that have started finish, and the rest
    /// may start again without a command.
    fn pauses_at_once(&self) -> bool {
        false
    }

    fn pause(&mut self, _: &mut Cx<'_>) {}

    fn resume(&mut self, _: &mut Cx<'_>, _: &RunSpec) {}

    /// A user ends the soak.
    fn complete(&mut self, _: &mut Cx<'_>, _: PoolId) {}

    /// Reverses: the target is the pool's previous configuration.
    fn roll_back(&mut self, cx: &mut Cx<'_>, spec: &RunSpec);

    /// The settings of the pool change while the run is paused. Returns the new rest of a soak or a wait.
    fn adopt(&mut self, _: Strategy) -> Option<SimSpan> {
        None
    }

    /// Starts over with the rest of a canceled run.
    fn start_again(&mut self, _: &Core, _: &RunSpec) {}

    /// Nodes in the order in which they were upgraded, as far as a rollback needs that.
    fn upgraded(&self) -> &[NodeId] {
        &[]
    }

    /// Continues the rest of a run that had upgraded these nodes.
    fn continue_run(&mut self, _upgraded: &[NodeId]) {}
}

/// Prints no state, as [`crate::cx::Process`] doesn't.
impl fmt::Debug for dyn Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Work")
    }
}

/// Clones the work for a branch of its run.
pub(super) trait CloneWork {
    fn clone_box(&self) -> Box<dyn Work>;
}

impl<W: Work + Clone + 'static> CloneWork for W {
    fn clone_box(&self) -> Box<dyn Work> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Work> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}
