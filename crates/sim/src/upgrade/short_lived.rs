//! Short-lived: no node is cordoned or drained. Nodes leave at the end of their life, and new ones have the target.

use super::run_spec::RunSpec;
use super::work::{RunRules, Work};
use crate::cx::{Core, Cx};
use crate::rules::Rule;

#[derive(Clone)]
pub(super) struct ShortLived;

static RULES: RunRules = RunRules {
    cancel: Rule::ShortLivedCancel,
    resume: Rule::UpgradeResume,
    roll_back: Rule::ShortLivedRollBack,
    rolled_back: Rule::ShortLivedSucceed,
    succeed: Rule::ShortLivedSucceed,
};

impl Work for ShortLived {
    fn rules(&self) -> &'static RunRules {
        &RULES
    }

    fn is_left(&self, core: &Core, spec: &RunSpec) -> bool {
        core.others_live(spec)
    }

    fn pauses_at_once(&self) -> bool {
        true
    }

    fn roll_back(&mut self, _: &mut Cx<'_>, _: &RunSpec) {}
}

impl Core {
    /// SL-03: nodes without the target live on until their end.
    pub(super) fn others_live(&self, spec: &RunSpec) -> bool {
        self.world.nodes_of(spec.pool).any(|(id, _)| !self.at_target(spec.brings(), id))
    }
}
