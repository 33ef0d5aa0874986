//! The inputs of all queries of the stage, and the wanted detail of nodes.

use super::state_counts::StateCounts;
use crate::forced::ForcedPod;
use crate::index::Index;
use base::{PoolId, SimSpan, SimTime, TemplateId};
use trace::{Frame, Trace};

/// The wanted detail of each node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Names, Pods and words on every tile.
    Tiles,
    /// State and Pod count only: one cell is one node.
    Cells,
}

impl Detail {
    pub fn for_nodes(nodes: u32) -> Self {
        if nodes > TILES_AT_MOST { Self::Cells } else { Self::Tiles }
    }
}

/// With more nodes than this a tile is a cell.
pub const TILES_AT_MOST: u32 = 200;

/// The inputs of all queries of the stage.
pub(crate) struct StageContext<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) index: &'a Index,
    pub(crate) frame: &'a Frame,
    pub(crate) detail: Detail,
    pub(crate) counts: &'a StateCounts,
}

/// For so long the stage says that Pods were forced out.
pub(crate) const SHOWN: SimSpan = SimSpan::from_secs(30);

impl<'a> StageContext<'a> {
    /// Pods that were forced out just now, the last one first.
    pub(crate) fn forced_now(&self) -> impl Iterator<Item = &'a ForcedPod> + use<'a> {
        let (forced, now) = (&self.index.forced, self.frame.at);
        let until = forced.partition_point(|one| one.no.0 < self.frame.next);
        forced[..until].iter().rev().take_while(move |one| one.at + SHOWN > now)
    }

    /// The shortest text that distinguishes a pool's versions: `1.33`, or `1.33.5` if only the patch differs.
    pub(crate) fn version_text(&self, pool: PoolId, template: Option<TemplateId>) -> String {
        let plan = self.trace.plan();
        let version = |id: TemplateId| plan.templates.get(id).and_then(|template| template.version);
        let Some(own) = template.and_then(version) else {
            return String::new();
        };
        let base = plan.pools.get(pool).and_then(|pool| version(pool.template));
        let target =
            self.frame.cluster.pools.get(pool).and_then(|state| state.target).and_then(version);
        let minor = |version: model::Version| (version.major, version.minor);
        let patch = |version: model::Version| (minor(version), version.patch);
        match (base, target) {
            (Some(a), Some(b)) if minor(a) == minor(b) && patch(a) == patch(b) && a != b => {
                own.to_string()
            }
            (Some(a), Some(b)) if minor(a) == minor(b) && a != b => match own.patch {
                Some(part) => format!("{}.{}.{part}", own.major, own.minor),
                None => format!("{}.{}", own.major, own.minor),
            },
            _ => format!("{}.{}", own.major, own.minor),
        }
    }
}

/// How far an instant is between two others, in thousandths.
pub(crate) fn permille(from: SimTime, at: SimTime, to: SimTime) -> u16 {
    let whole = (to - from).ms();
    if whole <= 0 {
        return 1000;
    }
    let part = (at - from).ms().clamp(0, whole);
    u16::try_from(part.saturating_mul(1000) / whole).unwrap_or(1000)
}
