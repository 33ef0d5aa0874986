//! Blue-green: its settings, their results for a pool (batches, soaks, and the seven-day limit), and what its
//! phases allow.

use super::{Strategy, Traits};
use crate::autoscale::Scaling;
use crate::node::Side;
use crate::node_change::NodeChange;
use base::{Decimal, SimSpan, SimTime, muted};

pub(super) static TRAITS: Traits = Traits {
    name: "BLUE_GREEN",
    label: "BLUE_GREEN",
    takes: |change| triggered_by(change) || muted("UP-09") || muted("BG-06"),
    replaces_nodes: true,
    waits_for_windows: || muted("BG-04") || muted("AM-66"),
    sides: true,
    stand_ins: false,
    last_phase: Some(Phase::DeletingBluePool),
    soak: Some(Phase::NodePoolSoaking),
    cancel: &["BG-38", "BG-39"],
    resume: &["BG-40"],
    roll_back: &["BG-41", "AM-65"],
    rolls_back: || true,
    scaling,
};

/// `standardRolloutPolicy` and the soak of the pool (BG-18 … BG-25).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlueGreen {
    pub batch: BatchSize,
    /// After each batch.
    pub batch_soak: SimSpan,
    pub pool_soak: SimSpan,
}

/// The size of a batch; zero in either form skips the drain (BG-20).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchSize {
    /// `BATCH_NODE_COUNT`
    Nodes(u32),
    /// `BATCH_PERCENT`, of the whole pool.
    Part(Decimal),
}

base::enum_table! {
    /// Phases of a blue-green upgrade, with their names in the API.
    pub enum Phase, name {
        CreatingGreenPool = "CREATING_GREEN_POOL",
        CordoningBluePool = "CORDONING_BLUE_POOL",
        /// Of autoscaled blue-green only (AM-93).
        WaitingToDrainBluePool = "WAITING_TO_DRAIN_BLUE_POOL",
        DrainingBluePool = "DRAINING_BLUE_POOL",
        NodePoolSoaking = "NODE_POOL_SOAKING",
        DeletingBluePool = "DELETING_BLUE_POOL",
        RollbackStarted = "ROLLBACK_STARTED",
    }
}

impl Phase {
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::name)
    }
}

/// The position of a blue-green upgrade. It stays after the run, until the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub phase: Option<Phase>,
    /// When the phase began.
    pub since: SimTime,
    /// Batches that have begun, and the number of batches.
    pub batch: u32,
    pub batches: u32,
    /// When the soak ends, or the rest of it while the run is paused.
    pub soak: Option<Soak>,
}

impl Progress {
    pub fn enter(&mut self, phase: Phase, at: SimTime, lasts_s: u32) {
        let lasts = SimSpan::from_secs(i64::from(lasts_s));
        (self.phase, self.since) = (Some(phase), at);
        self.soak = (lasts_s > 0).then_some(Soak::Until(at + lasts));
    }

    /// AM-19: keeps the rest of a soak while the run is paused.
    pub fn stop(&mut self, at: SimTime) {
        if let Some(Soak::Until(until)) = self.soak {
            self.soak = Some(Soak::Left(until - at));
        }
    }

    /// Resumes the pool's soak, or the wait; a batch's soak is dropped (BG-22).
    pub fn go_on(&mut self, at: SimTime) {
        let keeps = [Phase::NodePoolSoaking, Phase::WaitingToDrainBluePool].map(Some);
        self.soak = match self.soak {
            Some(Soak::Left(left)) if keeps.contains(&self.phase) => Some(Soak::Until(at + left)),
            _ => None,
        };
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Soak {
    Until(SimTime),
    Left(SimSpan),
}

/// BG-26: after this much soaking the blue pool is deleted, even if nodes aren't drained.
pub const SOAK_LIMIT: SimSpan = SimSpan::from_secs(7 * 86_400);

/// The expected phases of an upgrade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    pub blue: u32,
    /// 0 = the drain is skipped (BG-20).
    pub batch_size: u32,
    /// The nodes of each batch by the index of their zone, in drain order.
    pub batches: Vec<Vec<(usize, u32)>>,
    /// By the settings (BG-27), and within the limit (BG-26).
    pub configured_soak: SimSpan,
    pub soak: SimSpan,
    /// The soak after each drained batch, and the pool's soak.
    pub batch_soaks: Vec<SimSpan>,
    pub pool_soak: SimSpan,
    /// Nodes deleted without having been drained.
    pub never_drained: u32,
}

impl Strategy {
    pub fn blue_green(self) -> Option<BlueGreen> {
        let Self::BlueGreen { settings, .. } = self else {
            return None;
        };
        Some(settings)
    }

    /// How long an autoscaled upgrade waits before it drains what is left on blue; `None`: another strategy.
    pub fn wait(self) -> Option<SimSpan> {
        match self {
            Self::AutoscaledBlueGreen { wait, .. } => Some(wait),
            _ => None,
        }
    }
}

impl BlueGreen {
    /// The defaults (BG-21, BG-25, AM-15).
    pub const DEFAULT: Self = Self {
        batch: BatchSize::Nodes(1),
        batch_soak: SimSpan::ZERO,
        pool_soak: SimSpan::from_secs(3600),
    };

    /// Nodes per batch for a pool of `blue` nodes: part × nodes in decimal, rounded down, at least 1; zero skips
    /// the drain.
    ///
    /// Rulebook: BG-19, BG-20, AM-13. Source: Node upgrade strategies.
    pub fn batch_size(self, blue: u32) -> u32 {
        let least = u32::from(!muted("BG-19"));
        let size = match self.batch {
            BatchSize::Nodes(nodes) => nodes,
            BatchSize::Part(part) if part.is_zero() => 0,
            // In decimal: no binary fraction represents 0.29 of 100.
            BatchSize::Part(part) if muted("AM-13") => part.of(blue) + 1,
            BatchSize::Part(part) => part.of(blue).max(least),
        };
        if muted("BG-20") {
            return size.max(1);
        }
        // A larger number is a single batch.
        size.min(blue)
    }

    /// Pool soak + batch soak × batches (BG-27).
    pub fn total_soak(self, batches: u32) -> SimSpan {
        let batches = if muted("BG-27") { 0 } else { i64::from(batches) };
        let of_batches = self.batch_soak.ms().saturating_mul(batches);
        SimSpan::from_ms(self.pool_soak.ms().saturating_add(of_batches))
    }
}

/// `zones`: nodes of each zone in the order of `locations`; a batch may span two of them (AM-21, AM-64).
///
/// Rulebook: BG-15, BG-19 … BG-21, BG-25 … BG-27, AM-13, AM-14, AM-18, AM-21. Source: Node upgrade strategies.
pub fn forecast(settings: BlueGreen, zones: &[u32]) -> Forecast {
    let blue = zones.iter().sum();
    let batch_size = settings.batch_size(blue);
    let batches = split_into_batches(zones, batch_size);
    let configured_soak = settings.total_soak(batches.len() as u32);
    let limit = if muted("BG-26") { SimSpan::MAX } else { SOAK_LIMIT };
    let mut left = limit;
    let mut batch_soaks = Vec::new();
    let mut drained = 0;
    for batch in &batches {
        if left == SimSpan::ZERO {
            break;
        }
        let soak = settings.batch_soak.min(left);
        left = left - soak;
        batch_soaks.push(soak);
        drained += batch.iter().map(|(_, nodes)| nodes).sum::<u32>();
    }
    let pool_soak = settings.pool_soak.min(left);
    Forecast {
        blue,
        batch_size,
        never_drained: if batches.is_empty() { 0 } else { blue - drained },
        batches,
        configured_soak,
        soak: configured_soak.min(limit),
        batch_soaks,
        pool_soak,
    }
}

/// Batches of at most `size` nodes, zone after zone; an entry is a zone's position and how many of its nodes.
fn split_into_batches(zones: &[u32], size: u32) -> Vec<Vec<(usize, u32)>> {
    let mut batches: Vec<Vec<(usize, u32)>> = Vec::new();
    if size == 0 {
        return batches;
    }
    let mut room = 0;
    for (zone, nodes) in zones.iter().enumerate() {
        let mut left = *nodes;
        while left > 0 {
            if room == 0 {
                batches.push(Vec::new());
                room = size;
            }
            let here = left.min(room);
            left -= here;
            room -= here;
            if let Some(batch) = batches.last_mut() {
                batch.push((zone, here));
            }
        }
    }
    batches
}

/// The changes that run a blue-green upgrade.
///
/// Rulebook: BG-05, AM-29. Source: Node upgrade strategies.
fn triggered_by(change: NodeChange) -> bool {
    use NodeChange as C;
    match change {
        C::Version
        | C::MachineType
        | C::DiskType
        | C::DiskSize
        | C::ImageType
        | C::StoragePools => !muted("BG-05"),
        C::IpRotation
        | C::CredentialRotation
        | C::NetworkPolicy
        | C::ShieldedNodes
        | C::IntranodeVisibility
        | C::NodeLocalDns => muted("AM-29"),
        C::ImageStreaming
        | C::NetworkPerformance
        | C::Gvnic
        | C::NodeSystemConfig
        | C::ConfidentialNodes
        | C::VmDisruption => false,
    }
}

/// The matrix of AM-20 for standard blue-green.
///
/// Rulebook: BG-10, BG-11, BG-30, AM-20. Source: Node upgrade strategies.
fn scaling(phase: Option<Phase>, side: Side) -> Scaling {
    let back = phase == Some(Phase::RollbackStarted);
    match side {
        Side::Blue if back => Scaling::UP,
        Side::Blue if muted("BG-10") => Scaling::FREE,
        Side::Blue => Scaling::NONE,
        Side::Green if back => Scaling::NONE,
        Side::Green => match phase {
            Some(Phase::NodePoolSoaking | Phase::DeletingBluePool) if !muted("BG-30") => {
                Scaling::FREE
            }
            _ if muted("BG-11") => Scaling::FREE,
            _ => Scaling::UP,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{PoolState, RunState};
    use crate::strategy::RunKind;

    /// BG-36, AM-20: a row per phase, blue and green, up and down.
    #[test]
    fn each_phase_has_its_cells() {
        let cell = |phase, side| {
            let mut pool = PoolState::at_start(0);
            (pool.run, pool.kind) = (RunState::Running, RunKind::BlueGreen);
            pool.progress.phase = Some(phase);
            let Scaling { up, down, .. } = pool.scaling(side);
            let word = |may: bool, word: &'static str| if may { word } else { "no" };
            format!("{} / {}", word(up, "up"), word(down, "down"))
        };
        let phases = Phase::names().filter_map(Phase::named);
        let table: String = phases
            .map(|phase| {
                let name = phase.name();
                let (blue, green) = (cell(phase, Side::Blue), cell(phase, Side::Green));
                format!("{name}: {blue}, {green}\n")
            })
            .collect();
        expect_test::expect![[r#"
            CREATING_GREEN_POOL: no / no, up / no
            CORDONING_BLUE_POOL: no / no, up / no
            WAITING_TO_DRAIN_BLUE_POOL: no / no, up / no
            DRAINING_BLUE_POOL: no / no, up / no
            NODE_POOL_SOAKING: no / no, up / down
            DELETING_BLUE_POOL: no / no, up / down
            ROLLBACK_STARTED: up / no, no / no
        "#]]
        .assert_eq(&table);
        let idle = PoolState::at_start(0);
        assert_eq!(idle.scaling(Side::Blue), Scaling::FREE);
    }

    /// AM-19, BG-22.
    #[test]
    fn the_soak_of_the_pool_goes_on_and_that_of_a_batch_is_dropped() {
        let at = SimTime::from_secs;
        for (phase, left) in
            [(Phase::NodePoolSoaking, Some(Soak::Until(at(110)))), (Phase::DrainingBluePool, None)]
        {
            let mut progress = Progress::default();
            progress.enter(phase, at(0), 100);
            progress.stop(at(40));
            assert_eq!(progress.soak, Some(Soak::Left(SimSpan::from_secs(60))));
            progress.go_on(at(50));
            assert_eq!(progress.soak, left);
        }
    }
}
