//! Pauses a run, resumes it, or skips the rest of its soak (AM-65).

use super::batches::soak_left;
use super::{Batches, PhaseClock, PhaseState};
use crate::cx::Cx;
use crate::upgrade::run_spec::RunSpec;
use crate::wake::Wake;
use base::{SimSpan, broken, muted};
use model::strategy::BlueGreen;

impl PhaseState {
    /// Applies changed settings to the rest of a paused run: batches that haven't begun, and soaks.
    pub(super) fn set(&mut self, new: BlueGreen) -> Option<SimSpan> {
        match self {
            Self::New(settings)
            | Self::Checking(settings)
            | Self::Creating { settings, .. }
            | Self::Cordoning { settings, .. } => *settings = new,
            Self::Draining { batches, .. } | Self::Soaking { batches, .. } => batches.set(new),
            Self::PoolSoaking { soaked, whole, clock: PhaseClock::Paused { left } } => {
                let elapsed = *whole - *left;
                *left = (new.pool_soak - elapsed).max(SimSpan::ZERO);
                *left = (*left).min(soak_left(*soaked));
                *whole = elapsed + *left;
                return Some(*left);
            }
            Self::PoolSoaking { .. }
            | Self::Deleting { .. }
            | Self::RollingBack(_)
            | Self::Over => {}
        }
        None
    }

    /// Pauses at a cancel (AM-65): clocks and drains stop.
    pub(super) fn pause_phase(&mut self, cx: &mut Cx<'_>) {
        let now = cx.now;
        match self {
            Self::Draining { batch, .. } => {
                for node in batch {
                    cx.wake_now(Wake::PauseDrain(*node));
                    cx.wake_now(Wake::ResumeRepair(*node));
                }
            }
            Self::Soaking { batches, clock } => {
                if let PhaseClock::Running { since, .. } = *clock {
                    batches.soaked = batches.soaked + (now - since);
                    let left = SimSpan::ZERO;
                    *clock = PhaseClock::Paused { left };
                }
            }
            Self::PoolSoaking { soaked, clock, .. } if !muted("BG-29") => {
                if let PhaseClock::Running { since, until } = *clock {
                    *soaked = *soaked + (now - since);
                    *clock = PhaseClock::Paused { left: until - now };
                }
            }
            _ => {}
        }
    }

    /// Resumes the phase (AM-65, AM-91).
    pub(super) fn go_on(&mut self, cx: &mut Cx<'_>, spec: &RunSpec) {
        let now = cx.now;
        match self {
            Self::Creating { .. } => *self = cx.request_green(spec, std::mem::take(self)),
            Self::Cordoning { until, .. } => cx.wake_strategy_at(spec.pool, *until),
            Self::Draining { batches, batch } => {
                batch.retain(|node| cx.is_emptying(*node));
                for node in &*batch {
                    cx.wake_now(Wake::ResumeDrain(*node));
                }
                if batch.is_empty() {
                    // Its drain ended during the pause: its soak is dropped.
                    *self = Self::Soaking {
                        batches: batches.clone(),
                        clock: PhaseClock::Running { since: now, until: now },
                    };
                }
            }
            Self::Soaking { batches, clock } => {
                if let PhaseClock::Paused { left } = *clock {
                    let batch = batches.settings.batch_soak;
                    let until = now + if muted("BG-22") { batch } else { left };
                    cx.wake_strategy_at(spec.pool, until);
                    *clock = PhaseClock::Running { since: now, until };
                }
            }
            Self::PoolSoaking { clock, .. } => {
                if let PhaseClock::Paused { left } = *clock {
                    let rest = if broken("blue-green/rest") { SimSpan::ZERO } else { left };
                    let until = now + rest;
                    cx.wake_strategy_at(spec.pool, until);
                    *clock = PhaseClock::Running { since: now, until };
                }
            }
            _ => {}
        }
    }
}

impl Batches {
    fn set(&mut self, new: BlueGreen) {
        let size = new.batch_size(self.blue);
        self.settings = new;
        self.size = size as usize;
        let left = self.rest.len() as u32;
        self.of = self.begun + left.div_ceil(size.max(1)) * u32::from(size > 0);
    }
}
