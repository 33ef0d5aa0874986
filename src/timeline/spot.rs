//! A point of the timeline: its lane, instant, node and events.

use crate::player::RunScene;
use crate::shell::run::loaded::Run;
use base::{NodeId, SimTime};
use draw::surface::Rect;
use draw::timeline::axis::Viewport;
use draw::timeline::event_lane::{self, EventBin};
use draw::timeline::node_lane::NodeRowLayout;
use draw::timeline::{Lane, LaneName, rows};
use query::lanes::NodeSegment;
use std::rc::Rc;
use trace::Subject;

pub(super) struct Spot<'a> {
    pub run: &'a Run,
    pub scene: &'a Rc<RunScene>,
    pub window: Viewport,
    pub lane: Lane,
    /// The content of the lane.
    pub rect: Rect,
    pub x: f64,
    pub y: f64,
}

impl Spot<'_> {
    /// The instant, in milliseconds.
    pub(super) fn ms(&self) -> i64 {
        self.ms_at(self.x)
    }

    pub(super) fn ms_at(&self, x: f64) -> i64 {
        ms_at(self.scene, self.window, self.rect, x) as i64
    }

    /// The node whose bar is there, and its segment. Of nodes that share a row, the topmost one.
    pub(super) fn bar(&self) -> Option<(NodeId, NodeSegment)> {
        let zone = Some(self.lane.n).filter(|_| self.lane.kind == LaneName::Zone)?;
        let (scene, lanes) = (self.scene, &self.run.lanes);
        if !(self.rect.x..=self.rect.right()).contains(&self.x) {
            return None;
        }
        let row = scene.timeline().zones.get(zone)?;
        let hit = NodeRowLayout::of(self.rect, row.rows).at(self.y)?;
        let hit = hit.start * row.per..hit.end * row.per;
        let ms = scene.axis.ms(self.window.unit(self.x, self.rect));
        if !(0.0..=scene.end_ms).contains(&ms) {
            return None;
        }
        let at = SimTime::from_ms(ms as i64);
        rows::nodes(lanes, scene.cells(), lanes.bars.get(zone)?)
            .filter(|(row, _)| hit.contains(row))
            .filter_map(|(_, node)| Some((node.node, *node.at(at)?)))
            .filter(|(_, segment)| segment.state.is_some())
            .min_by_key(|(_, segment)| segment.state)
    }

    /// The bin of events there.
    pub(super) fn bin(&self) -> Option<EventBin> {
        let away = |bin: &EventBin| (bin.x - self.x).abs();
        event_lane::shown(self.scene.timeline(), &self.scene.axis, self.window, self.rect)
            .into_iter()
            .filter(|bin| away(bin) < 8.0)
            .min_by(|a, b| away(a).total_cmp(&away(b)))
    }
}

/// On a bar the node, elsewhere the lane's subject.
pub(super) fn subject(spot: &Spot<'_>) -> Option<Subject> {
    let node = spot.bar().map(|(node, _)| Subject::Node(node));
    node.or_else(|| spot.lane.subject(spot.scene.timeline()))
}

/// The instant at a place of the timeline, in milliseconds.
pub(super) fn ms_at(scene: &RunScene, window: Viewport, field: Rect, x: f64) -> f64 {
    let unit = window.unit(x.clamp(field.x, field.right()), field);
    scene.axis.ms(unit).clamp(0.0, scene.end_ms)
}
