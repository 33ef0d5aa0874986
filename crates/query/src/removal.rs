//! Defines evictions and forced ends for the summary, counters, zones and comparisons.

use trace::{Change, Ending, Record, Trace};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Removal {
    Evicted,
    /// A limit was reached; the eviction may have been refused until then.
    Forced {
        violates_budget: bool,
    },
}

/// Does the row only shorten the grace period of a Pod that is terminating already (KE-13)?
pub(crate) fn shortens(trace: &Trace, record: &Record) -> bool {
    trace.rule(record).slug == "pod/deletion-shortened"
}

/// How the row removes a Pod, if it evicts it or forces it out.
pub(crate) fn removal(trace: &Trace, record: &Record) -> Option<Removal> {
    match record.change {
        Change::PodForced { violates_budget } => Some(Removal::Forced { violates_budget }),
        Change::PodTerminating { ending: Ending::DeletedAtLimit, .. } => Some(Removal::Forced {
            // A budget that was never checked is not violated.
            violates_budget: matches!(
                trace.rule(record).slug,
                "drain/pdb-violation" | "autoscaled/violation"
            ),
        }),
        Change::PodTerminating { ending: Ending::Evicted, .. } if !shortens(trace, record) => {
            Some(Removal::Evicted)
        }
        _ => None,
    }
}
