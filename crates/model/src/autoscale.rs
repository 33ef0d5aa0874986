//! What the cluster autoscaler may do to the nodes of a pool while it is upgraded.

use super::node::Side;
use super::pool::{Phase, PoolState};
use super::settings::RunKind;
use base::muted;

/// May the number of nodes change, and in which direction?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub up: bool,
    pub down: bool,
}

impl Scaling {
    const FREE: Self = Self {
        up: true,
        down: true,
    };
    const NONE: Self = Self {
        up: false,
        down: false,
    };
    const UP: Self = Self {
        up: true,
        down: false,
    };
}

/// The matrix of AM-20 for standard blue-green; outside of a run both colours are just the pool.
///
/// Rulebook: BG-10, BG-11, BG-30, BG-36, AM-20. Source: Node upgrade strategies.
pub fn scaling(pool: &PoolState, side: Side) -> Scaling {
    if pool.kind != RunKind::BlueGreen || !pool.run.begun() || muted("BG-36") || muted("AM-20") {
        return Scaling::FREE;
    }
    let back = pool.progress.phase == Some(Phase::RollbackStarted);
    match side {
        Side::Blue if back => Scaling::UP,
        Side::Blue if muted("BG-10") => Scaling::FREE,
        Side::Blue => Scaling::NONE,
        Side::Green if back => Scaling::NONE,
        Side::Green => match pool.progress.phase {
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
    use crate::pool::RunState;

    /// BG-36, AM-20: a row a phase, blue and green, up and down.
    #[test]
    fn each_phase_has_its_cells() {
        let cell = |phase, side| {
            let mut pool = PoolState::at_start(0);
            (pool.run, pool.kind) = (RunState::Running, RunKind::BlueGreen);
            pool.progress.phase = Some(phase);
            let Scaling { up, down } = scaling(&pool, side);
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
            DRAINING_BLUE_POOL: no / no, up / no
            NODE_POOL_SOAKING: no / no, up / down
            DELETING_BLUE_POOL: no / no, up / down
            ROLLBACK_STARTED: up / no, no / no
        "#]]
        .assert_eq(&table);
        let idle = PoolState::at_start(0);
        assert_eq!(scaling(&idle, Side::Blue), Scaling::FREE);
    }
}
