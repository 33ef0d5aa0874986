//! A run that is paused, goes on, or skips the rest of its soak (AM-65).

use super::rollout::soak_left;
use super::{Clock, Rollout, Stage};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::upgrade::goal::Goal;
use crate::wake::Wake;
use base::{PoolId, SimSpan, broken, muted};
use model::node::NodePhase;
use model::strategy::BlueGreen;

impl Stage {
    /// What is left of a paused run goes by the settings of now: batches that have not begun, and soaks.
    pub(in crate::upgrade) fn adopt(self, new: BlueGreen) -> Self {
        match self {
            Self::New(_) => Self::New(new),
            Self::Checking(_) => Self::Checking(new),
            Self::Creating {
                missing, booting, ..
            } => Self::Creating {
                settings: new,
                missing,
                booting,
            },
            Self::Cordoning { until, .. } => Self::Cordoning {
                settings: new,
                until,
            },
            Self::Draining { rollout, batch } => Self::Draining {
                rollout: rollout.adopt(new),
                batch,
            },
            Self::Soaking { rollout, clock } => Self::Soaking {
                rollout: rollout.adopt(new),
                clock,
            },
            Self::PoolSoaking {
                soaked,
                whole,
                clock: Clock::Stands { left },
            } => {
                let elapsed = whole - left;
                let left = (new.pool_soak - elapsed).max(SimSpan::ZERO);
                let left = left.min(soak_left(soaked));
                Self::PoolSoaking {
                    soaked,
                    whole: elapsed + left,
                    clock: Clock::Stands { left },
                }
            }
            stage => stage,
        }
    }
}

impl Rollout {
    fn adopt(mut self, new: BlueGreen) -> Self {
        let size = new.batch_size(self.blue);
        self.settings = new;
        self.size = size as usize;
        let left = self.rest.len() as u32;
        self.of = self.begun + left.div_ceil(size.max(1)) * u32::from(size > 0);
        self
    }
}

impl Core {
    /// A paused run only sees what ends by itself.
    pub(super) fn while_paused(&self, stage: Stage) -> Stage {
        let nodes = &self.world.cluster.nodes;
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
}

impl Cx<'_> {
    /// What a cancel does to the stage (AM-65): clocks stop, drains stand still.
    pub(in crate::upgrade) fn pause_stage(&mut self, stage: Stage) -> Stage {
        let now = self.now;
        match stage {
            Stage::Draining { rollout, batch } => {
                for node in &batch {
                    self.wake_now(Wake::PauseDrain(*node));
                    self.wake_now(Wake::ResumeRepair(*node));
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
                whole,
                clock: Clock::Runs { since, until },
            } if !muted("BG-29") => {
                let clock = Clock::Stands { left: until - now };
                let soaked = soaked + (now - since);
                Stage::PoolSoaking {
                    soaked,
                    whole,
                    clock,
                }
            }
            stage => stage,
        }
    }

    /// What a resume does (AM-65, AM-91).
    pub(in crate::upgrade) fn resume_stage(&mut self, goal: &Goal, stage: Stage) -> Stage {
        let now = self.now;
        match stage {
            Stage::Creating { .. } => self.request_green(goal, stage),
            Stage::Cordoning { settings, until } => {
                self.look_later(goal.pool, until.max(now));
                Stage::Cordoning { settings, until }
            }
            Stage::Draining { rollout, mut batch } => {
                batch.retain(|node| self.empties(*node));
                if batch.is_empty() {
                    // Drained during the pause: its soak is dropped.
                    let clock = Clock::Runs {
                        since: now,
                        until: now,
                    };
                    return Stage::Soaking { rollout, clock };
                }
                for node in &batch {
                    self.wake_now(Wake::ResumeDrain(*node));
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
                self.look_later(goal.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::Soaking { rollout, clock }
            }
            Stage::PoolSoaking {
                soaked,
                whole,
                clock: Clock::Stands { left },
            } => {
                let until = match broken("blue-green/rest") {
                    true => now,
                    false => now + left,
                };
                self.look_later(goal.pool, until);
                let clock = Clock::Runs { since: now, until };
                Stage::PoolSoaking {
                    soaked,
                    whole,
                    clock,
                }
            }
            stage => stage,
        }
    }

    /// BG-28: the rest of the soak is skipped.
    pub(in crate::upgrade) fn complete_stage(&mut self, pool: PoolId, stage: Stage) -> Stage {
        match stage {
            Stage::PoolSoaking { .. } => self.delete_blue(pool, Rule::Complete),
            stage => stage,
        }
    }
}
