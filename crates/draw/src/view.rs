//! The content of the stage at one instant: pools, their zones, nodes and Pods, ready for layout.

use super::dots::Dots;
use super::marks::{Life, PodMark};
use super::stage_target::StageTarget;
use base::{GroupId, NodeId, PodId, PoolId, ZoneId};
use model::node::Side;
use query::filter::FilterMatch;
use query::stage::BatchTurn;
use query::stage::TileState;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct StageView {
    pub pools: Vec<PoolView>,
    pub pending: Vec<PodView>,
    /// Name with age, and what comes of it, of the first of them.
    pub pending_words: Vec<(String, String)>,
    pub pending_total: u32,
    /// Is there room for them? It stays while Pods come and go.
    pub tray: bool,
    /// Why the first pending Pod waits; empty without pending Pods.
    pub pending_note: String,
    /// VMs in use beyond those of the start, the allowed number, and both in words.
    pub spare: Option<(u32, u32, String)>,
    pub legend: Vec<Legend>,
    /// With very many nodes, their cells; the zones then contain only the enlarged nodes.
    pub dots: Option<Dots>,
    /// Busy slots, if tiles don't show them.
    pub slots: Option<SlotRow>,
    /// The budget that refuses the selected Pod's eviction.
    pub held: Option<HeldView>,
    /// Where the Pods were that the selected one replaces, the latest first.
    pub trail: Vec<TrailStop>,
    /// Nodes that match the filter; `None` = no filter.
    pub matched: Option<Rc<FilterMatch>>,
}

impl StageView {
    /// Does the node match the filter?
    pub fn is_matched(&self, node: NodeId) -> bool {
        let matched = self.matched.as_ref().map(|matched| matched.nodes.get(node.0 as usize));
        matched != Some(Some(&false))
    }
}

/// A budget with all Pods that it selects, and whether each is Ready.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeldView {
    pub pods: Vec<(PodId, bool)>,
    /// How many of them must stay.
    pub must: u32,
    pub words: String,
}

/// A place where a Pod was; its node may be deleted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrailStop {
    pub node: NodeId,
    pub pool: PoolId,
    pub zone: ZoneId,
    pub cell: u32,
}

/// The busy slots of an upgrade: their kind, and each one's old and new node.
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
    /// Its progress, in full and in short.
    pub note: String,
    pub brief: String,
    /// In a blue-green upgrade; the zones are then the batches of blue, and the green nodes of each zone.
    pub sides: Option<[SideView; 2]>,
    pub zones: Vec<ZoneView>,
}

/// Blue or green: the words beside its badge.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideView {
    pub title: String,
    pub words: String,
    pub chip: String,
    /// Does it have nodes?
    pub full: bool,
}

/// The content of a box.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum BoxKind {
    #[default]
    Zone,
    /// Blue nodes that are drained together.
    Batch(BatchView),
    /// Green nodes of a zone.
    Green,
    /// The blue or green cells of a zone with very many nodes.
    Cells(Side),
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchView {
    pub turn: BatchTurn,
    /// Its number, the shortest form.
    pub number: String,
    pub title: String,
    pub word: String,
    pub line: String,
    /// The elapsed part of its soak, 0 to 1.
    pub part: Option<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ZoneView {
    pub id: ZoneId,
    /// The key of its cells.
    pub group: GroupId,
    pub part: BoxKind,
    pub name: String,
    pub turn: Turn,
    /// The node count beside its name.
    pub head: String,
    /// Its turn in a word or two; in progress, a short form of its progress.
    pub chip: String,
    pub brief: String,
    /// Is it worked on? It gets the room; others shrink first.
    pub works: bool,
    /// Cells that the zone needs over the whole run.
    pub cells: u32,
    pub nodes: Vec<NodeView>,
    /// Words for free space.
    pub note: Option<Tooltip>,
}

impl ZoneView {
    /// The zone's target, for pointing at it.
    pub fn target(&self, pool: PoolId) -> StageTarget {
        match self.part {
            BoxKind::Batch(_) => StageTarget::Pool(pool),
            BoxKind::Zone | BoxKind::Green | BoxKind::Cells(_) => StageTarget::Zone(self.id),
        }
    }
}

/// A title, which may be empty, and sentences, one per line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tooltip {
    pub title: String,
    pub lines: Vec<String>,
}

/// A zone's turn in its pool's upgrade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    None,
    Next,
    Now,
    /// It is its turn, but capacity is missing.
    Waiting,
    Done,
}

#[derive(Clone, PartialEq, Debug)]
pub struct NodeView {
    pub id: NodeId,
    /// Its cell in the zone; it never changes.
    pub cell: u32,
    pub name: String,
    /// The name including the pool's.
    pub full: String,
    pub look: TileState,
    pub version: String,
    /// Does it have the upgrade's target version?
    pub new: bool,
    /// The state in a word or two, and a number.
    pub word: String,
    pub sub: String,
    /// The elapsed part of a boot or of a drain's limit, 0 to 1.
    pub part: Option<f64>,
    pub pods: Vec<PodView>,
    /// Pods that a drain has removed.
    pub left: Vec<LeftPod>,
    /// Were Pods forced out just now?
    pub forced: bool,
    pub used: Option<UsedPart>,
    /// Is it little used, and stays for the reason in its word?
    pub held: bool,
}

/// The requested parts of a node, 0 to 1 and more, and the share that decides in whole percent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UsedPart {
    pub cpu: f64,
    pub memory: f64,
    pub percent: i64,
}

/// A Pod that a drain has removed: it keeps its place among the node's Pods while the drain lasts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeftPod {
    pub place: usize,
    pub mark: PodMark,
    pub forced: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PodView {
    pub id: PodId,
    pub mark: PodMark,
    pub life: Life,
    /// Its eviction is refused.
    pub held: bool,
    /// It was forced out just now.
    pub forced: bool,
}
