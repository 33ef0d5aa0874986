//! The period of a pool's upgrades, from its rows.

use base::SimTime;
use trace::{Change, Record};

/// From the first start to the last end; a resumed or rolled-back upgrade hasn't ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Period {
    pub began: Option<SimTime>,
    pub ended: Option<SimTime>,
}

impl Period {
    /// Reads a row of the pool.
    pub fn row(&mut self, record: &Record) {
        match record.change {
            Change::UpgradeStarted { .. } => {
                self.began = self.began.or(Some(record.at));
                self.ended = None;
            }
            // An upgrade may have begun before time 0.
            Change::UpgradeResumed { .. } | Change::RollbackStarted => {
                self.began = self.began.or(Some(record.at));
                self.ended = None;
            }
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack => self.ended = Some(record.at),
            _ => {}
        }
    }
}
