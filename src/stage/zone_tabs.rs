//! The zones of a phone's stage, which shows one at a time: a tab for each. Until one is tapped, the one in work is shown.

use crate::shell::run::loaded::Run;
use crate::shell::web::dom::{DomNode, DomSlot, block, tag};
use base::{NodeId, ZoneId};
use draw::view::{StageView, Turn, ZoneView};
use std::cell::{Cell, RefCell};
use trace::{Frame, Subject};
use web_sys::Element;

pub(super) struct ZoneTabs {
    slot: RefCell<DomSlot>,
    tapped: Cell<Option<ZoneId>>,
    shown: Cell<Option<ZoneId>>,
    selected: Cell<Option<Subject>>,
}

impl ZoneTabs {
    pub(super) fn new(element: Element) -> Self {
        Self {
            slot: RefCell::new(DomSlot::new(element)),
            tapped: Cell::default(),
            shown: Cell::default(),
            selected: Cell::default(),
        }
    }

    /// Shows a zone from now on, or again the one in work.
    pub(super) fn tap(&self, zone: Option<ZoneId>) {
        self.tapped.set(zone);
    }

    /// Shows the zone of what was just selected.
    pub(super) fn select(&self, subject: Option<Subject>, run: &Run, frame: &Frame) {
        if self.selected.replace(subject) == subject {
            return;
        }
        let node = match subject {
            Some(Subject::Node(node)) => Some(node),
            Some(Subject::Pod(pod)) => frame.cluster.pod(pod).and_then(|pod| pod.node()),
            _ => None,
        };
        let is_there = |node: &NodeId| frame.cluster.nodes.get(*node).is_some();
        if let Some(node) = node.filter(is_there) {
            self.tap(Some(frame.cluster.zone_of(&run.plan, node)));
        }
    }

    /// On a phone, writes the tabs and leaves one zone of the stage.
    pub(super) fn narrow(&self, view: &mut StageView, is_phone: bool) {
        let zones = if is_phone { zones(view) } else { Vec::new() };
        let in_work = zones.iter().find(|zone| zone.turn == Turn::Now).map(|zone| zone.id);
        let is_there = |zone: &ZoneId| zones.iter().any(|one| one.id == *zone);
        let last = self.shown.get();
        let shown = [self.tapped.get(), in_work, last].into_iter().flatten().find(is_there);
        let shown = shown.or(zones.first().map(|zone| zone.id));
        self.shown.set(shown);
        let tabs = zones.iter().map(|zone| tab(zone, shown == Some(zone.id))).collect();
        self.slot.borrow_mut().show(if zones.len() > 1 { tabs } else { Vec::new() });
        if zones.len() > 1 {
            for pool in view.pools.iter_mut().filter(|pool| pool.sides.is_none()) {
                pool.zones.retain(|zone| Some(zone.id) == shown);
            }
            view.pools.retain(|pool| !pool.zones.is_empty());
        }
    }
}

/// The zones of all pools, each in the state of a pool that has work there.
fn zones(view: &StageView) -> Vec<ZoneView> {
    let mut zones: Vec<ZoneView> = Vec::new();
    for zone in view.pools.iter().filter(|pool| pool.sides.is_none()).flat_map(|pool| &pool.zones) {
        match zones.iter_mut().find(|one| one.id == zone.id) {
            Some(one) if zone.turn == Turn::Now => *one = zone.clone(),
            Some(_) => {}
            None => zones.push(zone.clone()),
        }
    }
    zones
}

fn tab(zone: &ZoneView, is_shown: bool) -> DomNode {
    tag("button")
        .with("type", "button")
        .with("data-zone", zone.id.0.to_string())
        .with("aria-pressed", is_shown.to_string())
        .add(tag("b").text(zone.name.as_str()))
        .add(block("small", "").text(zone.chip.as_str()))
        .into()
}
