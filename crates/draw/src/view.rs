//! The content of the stage at one instant: pools, their zones, nodes and Pods, ready for layout.

use super::dots::Dots;
pub use super::look::NodeLook;
use super::marks::{Life, PodMark};
use super::stage_target::StageTarget;
use base::{GroupId, NodeId, PodId, PoolId, ZoneId};
use model::node::Side;
use query::filter::FilterMatch;
use query::stage::BatchTurn;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct StageView {
    pub pools: Vec<PoolView>,
    pub pending: Vec<PodView>,
    pub pending_total: u32,
    /// Of the first pending Pod, why it waits; empty when nothing is pending.
    pub pending_note: String,
    /// VMs in use beyond those of the start, how many there may be, and the same in words.
    pub spare: Option<(u32, u32, String)>,
    pub legend: Vec<Legend>,
    /// Where there are very many nodes: a cell for each. Then only those that are drawn large are in their zones.
    pub dots: Option<Dots>,
    /// Slots at work, where tiles do not show them.
    pub slots: Option<SlotRow>,
    /// Nodes that match the filter; `None` = no filter.
    pub matched: Option<Rc<FilterMatch>>,
}

impl StageView {
    /// Does the node pass the filter?
    pub fn is_matched(&self, node: NodeId) -> bool {
        let matched = self
            .matched
            .as_ref()
            .map(|matched| matched.nodes.get(node.0 as usize));
        matched != Some(Some(&false))
    }
}

/// Busy slots of an upgrade: their kind, and the old and the new node of each.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SlotRow {
    pub title: String,
    pub pairs: Vec<(NodeId, Option<NodeId>)>,
}

/// A workload in the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Legend {
    pub mark: PodMark,
    pub text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PoolView {
    pub id: PoolId,
    pub name: String,
    pub machine: String,
    /// Strategy and its numbers.
    pub chip: String,
    /// How far it is, and the same where there is no room for it.
    pub note: String,
    pub brief: String,
    /// Of one that is upgraded blue-green: then its zones are the batches of blue, and green in each zone.
    pub halves: Option<[HalfView; 2]>,
    pub zones: Vec<ZoneView>,
}

/// Blue or green: words beside its badge.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HalfView {
    pub title: String,
    pub words: String,
    pub chip: String,
    /// Are there nodes in it?
    pub full: bool,
}

/// What a box of nodes is.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum BoxKind {
    #[default]
    Zone,
    /// Blue nodes that are drained together.
    Batch(BatchView),
    /// Green nodes of a zone.
    Green,
    /// The blue or the green cells of a zone, of very many nodes.
    Cells(Side),
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchView {
    pub turn: BatchTurn,
    /// Its number, where there is no room for more.
    pub number: String,
    pub title: String,
    pub word: String,
    pub line: String,
    /// How much of its soak has passed, 0 to 1.
    pub part: Option<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ZoneView {
    pub id: ZoneId,
    /// Where its cells are kept.
    pub group: GroupId,
    pub part: BoxKind,
    pub name: String,
    pub turn: Turn,
    /// How many nodes it has, beside its name.
    pub head: String,
    /// Its turn in a word or two; of a zone at work how far it is, where there is no room for more.
    pub chip: String,
    pub brief: String,
    /// Cells that the zone needs over the whole run.
    pub cells: u32,
    pub nodes: Vec<NodeView>,
    /// Words for where room is left.
    pub note: Option<Tooltip>,
}

impl ZoneView {
    /// The target under the pointer.
    pub fn target(&self, pool: PoolId) -> StageTarget {
        match self.part {
            BoxKind::Batch(_) => StageTarget::Pool(pool),
            BoxKind::Zone | BoxKind::Green | BoxKind::Cells(_) => StageTarget::Zone(self.id),
        }
    }
}

/// A title, which may be empty, and sentences that each begin a line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tooltip {
    pub title: String,
    pub lines: Vec<String>,
}

/// Where a zone stands in its pool's upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    None,
    Next,
    Now,
    /// It is its turn, and there is nothing to go on with.
    Waiting,
    Done,
}

#[derive(Clone, PartialEq, Debug)]
pub struct NodeView {
    pub id: NodeId,
    /// Cell of its zone; it never changes.
    pub cell: u32,
    pub name: String,
    /// The name with its pool's.
    pub full: String,
    pub look: NodeLook,
    pub version: String,
    /// Has it the version that the upgrade brings?
    pub new: bool,
    /// The state in a word or two, and one number.
    pub word: String,
    pub sub: String,
    /// How much of a boot or of a drain's limit has passed, 0 to 1.
    pub part: Option<f64>,
    pub pods: Vec<PodView>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PodView {
    pub id: PodId,
    pub mark: PodMark,
    pub life: Life,
    /// Its eviction is refused.
    pub held: bool,
}
