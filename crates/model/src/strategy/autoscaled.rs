//! Autoscaled blue-green: green begins without nodes and grows as Pods need it; what is left on blue after a wait is drained.

use super::{Phase, Traits, blue_green};
use crate::autoscale::Scaling;
use crate::node::Side;
use base::{SimSpan, muted};

pub(super) static TRAITS: Traits = Traits {
    takes: |change| (blue_green::TRAITS.takes)(change) && !muted("AB-24"),
    waits_for_windows: || muted("AB-04") || muted("AM-66"),
    label: "AUTOSCALED_BLUE_GREEN",
    soak: None,
    cancel: &["AB-19", "AM-79"],
    resume: &["AB-19", "AM-79"],
    roll_back: &["AB-19", "AM-48"],
    rolls_back: || muted("AB-19"),
    scaling,
    ..blue_green::TRAITS
};

/// The default of `waitForDrainDuration` (AB-07).
pub const WAIT: SimSpan = SimSpan::from_secs(3 * 86_400);
/// So many nodes are drained at once after the wait (AB-12, AM-76).
pub const DRAINS: usize = 20;

/// The longest wait (AB-07).
pub const LONGEST: SimSpan = SimSpan::from_secs(7 * 86_400);

/// Rulebook: AB-08, AB-25, AB-26. Source: Node upgrade strategies.
fn scaling(phase: Option<Phase>, side: Side) -> Scaling {
    match side {
        Side::Green if muted("AB-26") => Scaling::UP,
        Side::Green => Scaling::FREE,
        Side::Blue if muted("AB-08") || muted("AB-25") => Scaling::NONE,
        Side::Blue if phase == Some(Phase::WaitingToDrainBluePool) => Scaling::EMPTIES,
        Side::Blue => Scaling::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{PoolState, RunState};
    use crate::strategy::RunKind;

    /// AB-25, AB-26, BG-36: blue, then green: it shrinks in the wait alone.
    #[test]
    fn each_phase_has_its_cells() {
        let cell = |phase, side| {
            let mut pool = PoolState::at_start(0);
            (pool.run, pool.kind) = (RunState::Running, RunKind::AutoscaledBlueGreen);
            pool.progress.phase = Some(phase);
            let Scaling { up, down, empties } = pool.scaling(side);
            let word = |may: bool, word: &'static str| if may { word } else { "no" };
            let down = if empties { "to zero" } else { word(down, "down") };
            format!("{} / {down}", word(up, "up"))
        };
        let phases = Phase::ALL
            .into_iter()
            .filter(|phase| !matches!(phase, Phase::NodePoolSoaking | Phase::RollbackStarted));
        let table: String = phases
            .map(|phase| {
                let (blue, green) = (cell(phase, Side::Blue), cell(phase, Side::Green));
                format!("{}: {blue}, {green}\n", phase.name())
            })
            .collect();
        expect_test::expect![[r#"
            CREATING_GREEN_POOL: no / no, up / down
            CORDONING_BLUE_POOL: no / no, up / down
            WAITING_TO_DRAIN_BLUE_POOL: no / to zero, up / down
            DRAINING_BLUE_POOL: no / no, up / down
            DELETING_BLUE_POOL: no / no, up / down
        "#]]
        .assert_eq(&table);
    }
}
