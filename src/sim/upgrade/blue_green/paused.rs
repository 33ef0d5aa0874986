//! A run that is paused, goes on, or skips the rest of its soak (AM-65).

use super::{Clock, Stage};
use crate::base::{PoolId, SimSpan, broken, muted};
use crate::model::node::NodePhase;
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::sim::upgrade::Run;

impl Sim {
    /// A paused run only sees what ends by itself.
    pub(super) fn while_paused(&self, stage: Stage) -> Stage {
        let nodes = &self.core.world.cluster.nodes;
        match stage {
            Stage::Creating {
                settings,
                missing,
                mut booting,
            } => {
                booting.retain(|node| matches!(nodes[*node].phase, NodePhase::Booting { .. }));
                Stage::Creating {
                    settings,
                    missing,
                    booting,
                }
            }
            stage => stage,
        }
    }

    /// What a cancel does to the stage (AM-65): clocks stop, drains stand still.
    pub(in crate::sim::upgrade) fn pause_stage(&mut self, stage: Stage) -> Stage {
        let now = self.core.now;
        match stage {
            Stage::Draining { rollout, batch } => {
                for node in &batch {
                    self.pause_drain(*node);
                }
                Stage::Draining { rollout, batch }
            }
            Stage::Soaking {
                mut rollout,
                clock: Clock::Runs { since, .. },
            } => {
                rollout.soaked = rollout.soaked + (now - since);
                let left = SimSpan::ZERO;
                let clock = Clock::Stands { left };
                Stage::Soaking { rollout, clock }
            }
            Stage::PoolSoaking {
                soaked,
                clock: Clock::Runs { since, until },
            } if !muted("BG-29") => {
                let clock = Clock::Stands { left: until - now };
                let soaked = soaked + (now - since);
                Stage::PoolSoaking { soaked, clock }
            }
            stage => stage,
        }
    }

    /// What a resume does (AM-65, AM-91).
    pub(in crate::sim::upgrade) fn resume_stage(&mut self, run: &Run, stage: Stage) -> Stage {
        let now = self.core.now;
        match stage {
            Stage::Creating { .. } => self.request_green(run, stage),
            Stage::Cordoning { settings, until } => {
                self.look_later(run.pool, until.max(now));
                Stage::Cordoning { settings, until }
            }
            Stage::Draining { rollout, mut batch } => {
                batch.retain(|node| self.draining(*node));
                if batch.is_empty() {
                    // Drained during the pause: its soak is dropped.
                    let clock = Clock::Runs {
                        since: now,
                        until: now,
                    };
                    return Stage::Soaking { rollout, clock };
                }
                for node in &batch {
                    self.resume_drain(*node);
                }
                Stage::Draining { rollout, batch }
            }
            Stage::Soaking {
                rollout,
                clock: Clock::Stands { left },
            } => {
                let until = now
                    + if muted("BG-22") {
                        rollout.settings.batch_soak
                    } else {
                        left
                    };
                self.look_later(run.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::Soaking { rollout, clock }
            }
            Stage::PoolSoaking {
                soaked,
                clock: Clock::Stands { left },
            } => {
                let until = match broken("blue-green/rest") {
                    true => now,
                    false => now + left,
                };
                self.look_later(run.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::PoolSoaking { soaked, clock }
            }
            stage => stage,
        }
    }

    /// BG-28: the rest of the soak is skipped.
    pub(in crate::sim::upgrade) fn complete_stage(&mut self, pool: PoolId, stage: Stage) -> Stage {
        match stage {
            Stage::PoolSoaking { .. } => self.delete_blue(pool, Rule::Complete),
            stage => stage,
        }
    }
}
