//! Finds the target under a point of the stage, and the places of the busy slots.

use super::detail::Detail;
use super::dots::are_cells;
use super::layout::{StageLayout, StageTarget, ZoneBox};
use super::surface::Rect;
use super::tiles;
use super::view::StageView;
use base::PoolId;

/// Width of the words before the busy slots, and of each slot.
pub(super) const SLOT_TITLE: f64 = 130.0;
const SLOT: f64 = 33.0;

impl StageLayout {
    /// The places of a busy slot's nodes: the old one, and its replacement.
    pub fn slot(&self, n: usize) -> Option<(Rect, Rect)> {
        let slots = self.slots?;
        let x = slots.x + SLOT_TITLE + SLOT * n as f64;
        let old = Rect::new(x, slots.y + 4.0, 13.0, 13.0);
        let new = Rect::new(x + 16.0, old.y, old.w, old.h);
        (new.right() <= slots.right()).then_some((old, new))
    }

    fn slot_at(&self, view: &StageView, x: f64, y: f64) -> Option<StageTarget> {
        let pairs = view.slots.iter().flat_map(|row| &row.pairs).enumerate();
        pairs.filter_map(|(n, pair)| Some((self.slot(n)?, pair))).find_map(
            |((before, after), (old, new))| {
                if before.contains(x, y) {
                    return Some(StageTarget::Node(*old));
                }
                new.filter(|_| after.contains(x, y)).map(StageTarget::Node)
            },
        )
    }

    /// The place of a target; its title, if it has one.
    pub fn place(&self, view: &StageView, target: StageTarget) -> Option<Rect> {
        let mut bands = view.pools.iter().zip(&self.bands);
        Some(match target {
            StageTarget::Pool(id) => bands.find(|(pool, _)| pool.id == id)?.1.head,
            StageTarget::Zone(id) => bands
                .flat_map(|(pool, band)| {
                    let zones = pool.zones.iter().zip(&band.zones);
                    zones.map(|(zone, place)| (zone.target(pool.id), place.head))
                })
                .find_map(|(target, head)| (target == StageTarget::Zone(id)).then_some(head))?,
            StageTarget::Node(id) => self.node(view, id)?,
            StageTarget::Pod(id) => self.pod(view, id)?,
        })
    }

    /// The pool whose zones are at the point.
    pub fn pool_at(&self, view: &StageView, x: f64, y: f64) -> Option<PoolId> {
        let mut bands = view.pools.iter().zip(&self.bands);
        let there = |zone: &ZoneBox| zone.rect.contains(x, y);
        let found =
            bands.find(|(_, band)| self.port.contains(x, y) && band.zones.iter().any(there));
        found.map(|(pool, _)| pool.id)
    }

    pub fn hit(&self, view: &StageView, x: f64, y: f64) -> Option<StageTarget> {
        let shown = self.waiting_shown(view.pending.len());
        for (n, pod) in view.pending.iter().take(shown).enumerate() {
            if self.waiting(n).contains(x, y) {
                return Some(StageTarget::Pod(pod.id));
            }
        }
        if let Some(target) = self.slot_at(view, x, y) {
            return Some(target);
        }
        if !self.port.contains(x, y) {
            return None;
        }
        // A title that stays in the window covers cells.
        let mut bands = view.pools.iter().zip(&self.bands);
        if let Some((pool, _)) = bands.find(|(_, band)| band.head.contains(x, y)) {
            return Some(StageTarget::Pool(pool.id));
        }
        for (pool, band) in view.pools.iter().zip(&self.bands) {
            let sides = band.sides.iter().flatten();
            let title = sides.map(|side| side.head).any(|head| head.contains(x, y));
            if title {
                return Some(StageTarget::Pool(pool.id));
            }
            for (zone, place) in pool.zones.iter().zip(&band.zones) {
                if place.head.contains(x, y) {
                    return Some(zone.target(pool.id));
                }
                if !place.rect.contains(x, y) {
                    continue;
                }
                let cell = place.grid.at(x, y);
                if let (Some(dots), Some(cell)) = (&view.dots, cell)
                    && are_cells(place.grid.detail())
                    && let Some(dot) = dots.get(zone.group, cell)
                {
                    return Some(StageTarget::Node(dot.node));
                }
                let node = cell.and_then(|n| zone.nodes.iter().find(|node| node.cell == n));
                let Some(node) = node else {
                    return Some(zone.target(pool.id));
                };
                let rect = place.grid.cell(node.cell);
                if place.grid.detail() >= Detail::Brief {
                    let places = tiles::pod_places(rect, node);
                    let under = places.iter().position(|place| place.contains(x, y));
                    if let Some(pod) = under.and_then(|n| node.pods.get(n)) {
                        return Some(StageTarget::Pod(pod.id));
                    }
                }
                return Some(StageTarget::Node(node.id));
            }
        }
        None
    }
}
