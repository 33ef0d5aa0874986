//! Each strategy's answers about its runs: a file each, and the table. A strategy without its own answer gets the
//! common one.

mod blue_green;
mod short_lived;
mod surge;

pub use blue_green::left::{LeftNode, left_on_blue};
pub use blue_green::rollout;
pub(crate) use blue_green::{sides, state};

use self::sides::Sides;
use crate::operations::{Head, OperationsContext};
use crate::stage::context::StageContext;
use crate::stage::state::ZoneStatus;
use crate::why::{Why, WhyContext};
use base::{GroupId, NodeId, PoolId};
use model::{PoolState, RunKind, Strategy};
use trace::Phrase;

/// The table: one line per strategy.
pub(crate) fn of(kind: RunKind) -> &'static dyn Answers {
    match kind {
        RunKind::Surge => &surge::Surge,
        RunKind::BlueGreen | RunKind::AutoscaledBlueGreen => &blue_green::BlueGreen,
        RunKind::ShortLived => &short_lived::ShortLived,
    }
}

/// `SURGE 3 + 1 per zone`.
pub fn settings(of_pool: Strategy, zones: usize) -> Phrase {
    of(of_pool.kind()).settings(of_pool, zones)
}

/// A strategy without settings.
fn named(strategy: Strategy) -> Phrase {
    Phrase::new("stage-strategy").with("name", strategy.kind().traits().label)
}

pub(crate) trait Answers {
    /// The name with the relevant settings.
    fn settings(&self, strategy: Strategy, _zones: usize) -> Phrase {
        named(strategy)
    }

    /// The position of an unfinished run, if it isn't a share of the nodes: for the pool, and in short.
    fn progress(&self, _: &StageContext<'_>, _: PoolId) -> Option<(Phrase, Option<Phrase>)> {
        None
    }

    /// The two sides of the pool.
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

    /// The message key for an instant without nodes in progress.
    fn between(&self) -> &'static str {
        "caption-between"
    }

    /// The status of every zone, if zones don't take turns.
    fn zone_status(&self, _: &StageContext<'_>, _: PoolId, _: &PoolState) -> Option<ZoneStatus> {
        None
    }

    /// What a node waits for that the upgrade hasn't reached.
    fn waits_for(&self, _: &StageContext<'_>, _: NodeId) -> Option<Phrase> {
        None
    }

    /// The rule that makes the previous version a separate upgrade.
    fn downgrade_rule(&self) -> &'static str {
        "UP-14"
    }

    /// The state by which operations are allowed, if it isn't the run's.
    fn state(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// The countdown.
    fn timer(&self, _: &OperationsContext<'_>) -> Option<Head> {
        None
    }

    /// What a running upgrade does, and until when.
    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>);

    /// The effect of a cancel now.
    fn cancel(&self, cx: &OperationsContext<'_>) -> Phrase;

    /// The effect of a resume now, if it doesn't just continue.
    fn resume(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// The message key for the effect of a rollback now.
    fn rollback(&self, cx: &OperationsContext<'_>, respect_pdb: bool) -> &'static str;

    /// Why a resume has no effect now.
    fn not_resumed(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// Why there is no soak to end now; `None`: there never is one.
    fn not_completed(&self, _: &OperationsContext<'_>) -> Option<Phrase> {
        None
    }

    /// Why the pool is in its state.
    fn why_pool(&self, _: &WhyContext<'_>, _: PoolId) -> Option<Why> {
        None
    }

    /// Why a batch is in its state, by its number from 1 on.
    fn why_batch(&self, _: &WhyContext<'_>, _: PoolId, _number: u32) -> Option<Why> {
        None
    }

    /// Why the pool's nodes in a zone are in their state; `_done_of`: finished nodes, and all.
    fn why_zone(&self, _: &WhyContext<'_>, _: GroupId, _done_of: (u32, u32)) -> Option<Why> {
        None
    }
}
