//! Blue-green: phases in all zones at once, and two sides of the pool.

mod autoscaled;
mod batch;
mod caption;
pub(crate) mod left;
mod operations;
pub mod rollout;
pub(crate) mod sides;
pub(crate) mod state;
pub(crate) mod why;

use self::sides::Sides;
use self::state::current_upgrade;
use super::Answers;
use crate::operations::{Head, OperationsContext};
use crate::stage::context::StageContext;
use crate::stage::state::ZoneStatus;
use crate::why::{Why, WhyContext};
use base::{GroupId, PoolId};
use model::strategy::BatchSize;
use model::{PoolState, RunState, Strategy};
use trace::Phrase;

pub(super) struct BlueGreen;

impl Answers for BlueGreen {
    fn settings(&self, strategy: Strategy, _: usize) -> Phrase {
        let Some(settings) = strategy.blue_green() else {
            let wait = strategy.wait().unwrap_or_default();
            return Phrase::new("stage-autoscaled").with("wait", wait);
        };
        let phrase = match settings.batch {
            BatchSize::Nodes(nodes) => Phrase::new("stage-blue-green").with("batch", nodes),
            BatchSize::Part(part) => {
                Phrase::new("stage-blue-green-part").with("batch", part.to_string())
            }
        };
        phrase.with("soak", settings.batch_soak).with("pool-soak", settings.pool_soak)
    }

    fn progress(&self, cx: &StageContext<'_>, pool: PoolId) -> Option<(Phrase, Option<Phrase>)> {
        let going = current_upgrade(cx, pool)?;
        Some((caption::now(cx, &going), caption::brief(&going)))
    }

    fn sides(&self, cx: &StageContext<'_>, pool: PoolId) -> Option<Sides> {
        sides::sides(cx, pool)
    }

    fn caption(
        &self,
        cx: &StageContext<'_>,
        pool: PoolId,
        held: &dyn Fn() -> Vec<Phrase>,
    ) -> Option<Phrase> {
        caption::caption(cx, pool, held)
    }

    /// Every zone at once, until the whole pool is done.
    fn zone_status(
        &self,
        cx: &StageContext<'_>,
        pool: PoolId,
        state: &PoolState,
    ) -> Option<ZoneStatus> {
        let since = current_upgrade(cx, pool)?.run.from;
        Some(match state.run {
            RunState::WaitingForResources => ZoneStatus::Waiting { since },
            run if run.unfinished() => ZoneStatus::Working { since },
            _ => ZoneStatus::Idle,
        })
    }

    fn downgrade_rule(&self) -> &'static str {
        "BG-42"
    }

    fn state(&self, cx: &OperationsContext<'_>) -> Option<Phrase> {
        operations::state(cx)
    }

    fn timer(&self, cx: &OperationsContext<'_>) -> Option<Head> {
        operations::soaking(cx)
    }

    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
        operations::running(cx)
    }

    fn cancel(&self, cx: &OperationsContext<'_>) -> Phrase {
        operations::cancel(cx)
    }

    fn resume(&self, cx: &OperationsContext<'_>) -> Option<Phrase> {
        operations::resume(cx)
    }

    fn rollback(&self, cx: &OperationsContext<'_>, respect_pdb: bool) -> &'static str {
        operations::rollback(cx, respect_pdb)
    }

    fn not_resumed(&self, cx: &OperationsContext<'_>) -> Option<Phrase> {
        operations::not_resumed(cx)
    }

    fn not_completed(&self, cx: &OperationsContext<'_>) -> Option<Phrase> {
        operations::not_completed(cx)
    }

    fn why_batch(&self, cx: &WhyContext<'_>, pool: PoolId, number: u32) -> Option<Why> {
        batch::why(cx, pool, number)
    }

    fn why_pool(&self, cx: &WhyContext<'_>, pool: PoolId) -> Option<Why> {
        why::why(cx, pool)
    }

    fn why_zone(&self, cx: &WhyContext<'_>, group: GroupId, _: (u32, u32)) -> Option<Why> {
        why::why(cx, cx.trace.plan().groups.get(group)?.pool)
    }
}
