//! Alphabetical: what is said of a run is what is said of surge, but no zone has a turn.

use super::{Answers, surge::Surge};
use crate::operations::OperationsContext;
use crate::stage::context::StageContext;
use crate::stage::state::ZoneStatus;
use base::PoolId;
use model::{PoolState, RunState};
use trace::Phrase;

pub(super) struct Alphabetical;

impl Answers for Alphabetical {
    fn between(&self) -> &'static str {
        "caption-alphabetical"
    }

    fn zone_status(
        &self,
        _: &StageContext<'_>,
        _: PoolId,
        state: &PoolState,
    ) -> Option<ZoneStatus> {
        let since = state.since;
        Some(match state.run {
            RunState::WaitingForResources => ZoneStatus::Waiting { since },
            run if run.begun() => ZoneStatus::Working { since },
            _ => ZoneStatus::Idle,
        })
    }

    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
        Surge.running(cx)
    }

    fn cancel(&self, cx: &OperationsContext<'_>) -> Phrase {
        Surge.cancel(cx)
    }

    fn rollback(&self, cx: &OperationsContext<'_>, respect_pdb: bool) -> &'static str {
        Surge.rollback(cx, respect_pdb)
    }
}
