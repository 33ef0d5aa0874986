//! Gate: what the eviction API would answer for one Pod.

use super::{Gate, Rule};
use crate::world::World;
use base::PodId;
use model::EvictionAnswer;
use trace::Blocker;

/// Holds back an eviction that the API server would refuse.
///
/// Only reads: the budget's unit is spent when the granted eviction is recorded, so that a burst at one
/// instant sees the lower number (KE-08).
///
/// Rulebook: KE-03, KE-06, KE-07, SU-07. Source: Kubernetes docs, API-initiated Eviction.
/// Simplified: the budget's status is never stale, as if its controller were instant.
pub(super) fn check(world: &World, pod: PodId) -> Option<Gate> {
    match world.eviction_answer(pod) {
        EvictionAnswer::NotFound | EvictionAnswer::Granted { .. } => None,
        EvictionAnswer::Refused { budget, allowed, .. } => {
            let allowed = u32::try_from(allowed).unwrap_or(0);
            Some(Gate {
                rule: Rule::GateBudget,
                blocker: Blocker::Budget { budget, allowed },
                retry: true,
            })
        }
        EvictionAnswer::Forbidden { budget } => Some(Gate {
            rule: Rule::GateForbidden,
            blocker: Blocker::Forbidden { budget },
            retry: false,
        }),
        // Not a wait: two budgets on one Pod are a server error that no retry can fix.
        EvictionAnswer::TwoBudgets { first, second } => Some(Gate {
            rule: Rule::GateTwoBudgets,
            blocker: Blocker::TwoBudgets { first, second },
            retry: false,
        }),
    }
}
