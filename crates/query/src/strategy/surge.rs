//! Surge: zones take turns, and slots take nodes.

use super::Answers;
use crate::operations::OperationsContext;
use model::Strategy;
use trace::{Change, Phrase};

pub(super) struct Surge;

impl Answers for Surge {
    fn settings(&self, strategy: Strategy, zones: usize) -> Phrase {
        let surge = strategy.surge();
        Phrase::new("stage-surge")
            .with("surge", surge.max_surge)
            .with("unavailable", surge.max_unavailable)
            .with("zones", zones)
    }

    fn running(&self, cx: &OperationsContext<'_>) -> (Phrase, Option<Phrase>) {
        let ends = cx.ends(|change| change == Change::UpgradeSucceeded);
        (cx.counted("op-head-surge"), ends)
    }

    fn cancel(&self, cx: &OperationsContext<'_>) -> Phrase {
        match cx.ends_first() {
            true => Phrase::new("op-cancel-surge-last"),
            false => Phrase::new("op-cancel-surge").with("n", cx.under_way()),
        }
    }

    fn rollback(&self, _: &OperationsContext<'_>, respect_pdb: bool) -> &'static str {
        match respect_pdb {
            true => "op-rollback-surge-respecting",
            false => "op-rollback-surge",
        }
    }
}
