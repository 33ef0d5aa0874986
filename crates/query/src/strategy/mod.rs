//! What each strategy answers about its runs: a file for each, and the table. What a strategy doesn't answer is answered
//! for all of them alike.

mod blue_green;
mod short_lived;
mod surge;

pub use blue_green::rollout;
pub(crate) use blue_green::sides;

use self::sides::Sides;
use crate::operations::{Head, OperationsContext};
use crate::stage::context::StageContext;
use crate::stage::state::ZoneStatus;
use crate::why::{Why, WhyContext};
use base::{GroupId, NodeId, PoolId};
use model::{PoolState, RunKind, Strategy};
use trace::Phrase;

/// The table: one line for each strategy.
pub(crate) fn of(kind: RunKind) -> &'static dyn Answers {
    match kind {
        RunKind::Surge => &surge::Surge,
        RunKind::BlueGreen => &blue_green::BlueGreen,
        RunKind::ShortLived => &short_lived::ShortLived,
    }
}

/// `SURGE 3 + 1 per zone`.
pub fn settings(of_pool: Strategy, zones: usize) -> Phrase {
    match of_pool.kind() {
        Some(kind) => of(kind).settings(of_pool, zones),
        None => named(of_pool),
    }
}

/// A strategy without settings.
fn named(strategy: Strategy) -> Phrase {
    Phrase::new("stage-strategy").with("name", strategy.name())
}

pub(crate) trait Answers {
    /// The name with the settings that matter.
    fn settings(&self, strategy: Strategy, _zones: usize) -> Phrase {
        named(strategy)
    }

    /// Where an unfinished run is, where that is not a share of the nodes: for the pool, and in short.
    fn progress(&self, _: &StageContext<'_>, _: PoolId) -> Option<(Phrase, Option<Phrase>)> {
        None
    }

    /// The two halves of the pool.
    fn sides(&self, _: &StageContext<'_>, _: PoolId) -> Option<Sides> {
        None
    }

    /// The sentence about a pool. `held`: which nodes keep Pods, and why.
    fn caption(
        &self,
        _: &StageContext<'_>,
        _: PoolId,
        _held: &dyn Fn() -> Vec<Phrase>,
    ) -> Option<Phrase> {
        None
    }

    /// The key of what is said while no node is in progress.
    fn between(&self) -> &'static str {
        "caption-between"
    }

    /// The status of every zone, where zones don't take turns.
    fn zone_status(&self, _: &StageContext<'_>, _: PoolId, _: &PoolState) -> Option<ZoneStatus> {
        None
    }

    /// What a node that the upgrade has not reached waits for.
    fn waits_for(&self, _: &StageContext<'_>, _: NodeId) -> Option<Phrase> {
        None
    }

    /// The rule by which the version before is another upgrade.
    fn downgrade_rule(&self) -> &'static str {
        "UP-14"
    }

    /// The state that decides what is allowed, where that is not the state of the run.
    fn state(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// What runs down.
    fn timer(&self, _: &OperationsContext<'_>) -> Option<Head> {
        None
    }

    /// What a running upgrade does, and until when.
    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>);

    /// What a cancel does now.
    fn cancel(&self, cx: &OperationsContext<'_>) -> Phrase;

    /// What a resume does now, where it doesn't just go on.
    fn resume(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// The key of what a rollback does now.
    fn rollback(&self, cx: &OperationsContext<'_>, respect_pdb: bool) -> &'static str;

    /// Why a resume has no effect now.
    fn not_resumed(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// Why there is no soak to end now; `None`: there never is one.
    fn not_completed(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// Why the pool is where it is.
    fn why_pool(&self, _: &WhyContext<'_>, _: PoolId) -> Option<Why> {
        None
    }

    /// Why a batch of its nodes is where it is, by its number from 1 on.
    fn why_batch(&self, _: &WhyContext<'_>, _: PoolId, _number: u32) -> Option<Why> {
        None
    }

    /// Why the nodes of the pool in a zone are where they are; so many of them are done.
    fn why_zone(&self, _: &WhyContext<'_>, _: GroupId, _done_of: (u32, u32)) -> Option<Why> {
        None
    }
}
