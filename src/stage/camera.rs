//! The stage's camera: its position and its target.

use crate::player::CameraMove;
use crate::shell::menu::pointer_target::GridCell;
use base::{NodeId, PoolId};
use draw::camera::{Camera, LEGIBLE};
use draw::layout::{StageLayout, StageTarget};
use draw::minimap;
use draw::surface::Rect;
use draw::view::{StageView, Turn, ZoneView};
use std::cell::{Cell, RefCell};
use trace::{Frame, Subject};

/// The duration of a camera move, in milliseconds.
const GLIDE: f64 = 320.0;
/// The zoom factor of a key or button.
const STEP: f64 = 1.6;

#[derive(Clone, Copy)]
struct Glide {
    from: Camera,
    to: Camera,
    began: Option<f64>,
}

#[derive(Default)]
pub struct CameraControl {
    camera: Cell<Camera>,
    glide: Cell<Option<Glide>>,
    base: RefCell<Option<StageLayout>>,
}

impl CameraControl {
    pub fn camera(&self) -> Camera {
        self.camera.get()
    }

    /// Shows another run as a whole.
    pub fn reset(&self) {
        self.camera.set(Camera::HOME);
        self.glide.set(None);
    }

    pub fn moves(&self) -> bool {
        self.glide.get().is_some()
    }

    /// Adopts the layout of the whole stage, and advances the camera.
    pub fn settle(&self, base: &StageLayout, now: f64, still: bool) -> Camera {
        let fits = {
            let known = self.base.borrow();
            known.as_ref() == Some(base)
        };
        if !fits {
            self.base.replace(Some(base.clone()));
            // The window may have become larger.
            self.camera.set(self.camera.get().moved(base, (0.0, 0.0)));
        }
        if let Some(mut glide) = self.glide.get() {
            let began = *glide.began.get_or_insert(now);
            let part = if still { 1.0 } else { ((now - began) / GLIDE).clamp(0.0, 1.0) };
            let eased = part * part * (3.0 - 2.0 * part);
            self.camera.set(glide.from.toward(glide.to, base, eased));
            self.glide.set((part < 1.0).then_some(glide));
        }
        self.camera.get()
    }

    fn go(&self, to: Camera) {
        self.glide.set(Some(Glide { from: self.camera.get(), to, began: None }));
    }

    /// The target of the camera.
    fn aim(&self) -> Camera {
        self.glide.get().map_or(self.camera.get(), |glide| glide.to)
    }

    pub fn zoom_at(&self, at: (f64, f64), factor: f64) {
        let base = self.base.borrow();
        if let Some(base) = base.as_ref().filter(|base| at.1 <= base.port.bottom()) {
            self.glide.set(None);
            self.camera.set(self.camera.get().zoomed(base, at, factor));
        }
    }

    pub fn pan(&self, by: (f64, f64)) {
        if let Some(base) = &*self.base.borrow() {
            self.glide.set(None);
            self.camera.set(self.camera.get().moved(base, by));
        }
    }

    /// Jumps to the point that was clicked on the minimap.
    pub fn jump(&self, at: (f64, f64)) -> bool {
        let base = self.base.borrow();
        let camera = self.camera.get();
        let Some(base) = base.as_ref().filter(|_| !camera.is_home()) else {
            return false;
        };
        let Some(anchor) = minimap::hit(base, base.port, at).and_then(|at| base.anchor(at)) else {
            return false;
        };
        self.glide.set(None);
        let middle = base.port.middle();
        self.camera.set(Camera::holding(base, anchor, middle, camera.zoom));
        true
    }

    /// Moves the camera. `focus` is the focused cell.
    pub fn wish(&self, wish: CameraMove, view: &StageView, frame: &Frame, focus: Option<GridCell>) {
        let base = self.base.borrow();
        let Some(base) = &*base else { return };
        let aim = self.aim();
        match wish {
            CameraMove::All => self.go(Camera::HOME),
            CameraMove::Move(x, y) => self.go(aim.moved(base, (x, y))),
            CameraMove::In | CameraMove::Out => {
                let factor = if wish == CameraMove::In { STEP } else { 1.0 / STEP };
                let seen = base.seen(aim);
                let there = focus.and_then(|focus| rect_of(&seen, view, frame, focus));
                // Zooming moves the focused cell to the middle.
                let (at, to) = match there {
                    Some(rect) => (rect.middle(), base.port.middle()),
                    None => (base.port.middle(), base.port.middle()),
                };
                let zoomed = aim.zoomed(base, at, factor);
                let next = if wish == CameraMove::In {
                    zoomed.moved(base, (at.0 - to.0, at.1 - to.1))
                } else {
                    zoomed
                };
                self.go(next);
            }
            CameraMove::Onto(subject) => {
                let same = focus.filter(|focus| focus.subject == subject);
                let at = same.unwrap_or_else(|| GridCell::from(subject));
                if let Some(camera) = camera_of(base, view, frame, at) {
                    self.go(camera);
                }
            }
        }
    }

    /// Moves as little as possible to show a rectangle.
    pub fn keep(&self, rect: Rect) {
        let base = self.base.borrow();
        let Some(base) = base.as_ref().filter(|_| !self.aim().is_home()) else {
            return;
        };
        let port = base.port.inset(24.0);
        let over = |from: f64, to: f64, low: f64, high: f64| {
            if from < low { from - low } else { (to - high).max(0.0).min(from - low) }
        };
        let by = (
            over(rect.x, rect.right(), port.x, port.right()),
            over(rect.y, rect.bottom(), port.y, port.bottom()),
        );
        if by != (0.0, 0.0) {
            self.go(self.aim().moved(base, by));
        }
    }
}

/// The place of a node: indexes of its pool and zone, and its cell.
fn cell_of(view: &StageView, node: NodeId) -> Option<((usize, usize), u32)> {
    let place = view.dots.as_ref().map(|dots| dots.place(node));
    for (p, pool) in view.pools.iter().enumerate() {
        for (z, zone) in pool.zones.iter().enumerate() {
            match place {
                Some(Some((group, cell))) if group == zone.group => return Some(((p, z), cell)),
                Some(_) => {}
                None => {
                    if let Some(found) = zone.nodes.iter().find(|other| other.id == node) {
                        return Some(((p, z), found.cell));
                    }
                }
            }
        }
    }
    None
}

/// The node of a subject, or the node that it is on.
pub fn node_of(frame: &Frame, subject: Subject) -> Option<NodeId> {
    match subject {
        Subject::Node(node) => Some(node),
        Subject::Pod(pod) => frame.cluster.pod(pod)?.node(),
        _ => None,
    }
}

/// The indexes of a zone, or of a pool's first zone; with several pools, of the one that is meant or in progress.
fn zone_of(view: &StageView, at: GridCell) -> Option<(usize, usize)> {
    let GridCell { subject, pool: meant, part } = at;
    let pools = view.pools.iter().enumerate();
    let zones = pools.flat_map(|(p, pool)| {
        let zones = pool.zones.iter().enumerate();
        zones.map(move |(z, zone)| ((p, z), pool.id, zone))
    });
    let mut found = zones.filter(|((_, z), pool, zone)| match subject {
        _ if part.is_some_and(|part| part as usize != *z) => false,
        Subject::Zone(id) => zone.target(*pool) == StageTarget::Zone(id),
        Subject::Pool(id) => *pool == id,
        _ => false,
    });
    let rank = |(_, pool, zone): &(_, PoolId, &ZoneView)| match zone.turn {
        _ if meant == Some(*pool) => 0,
        Turn::Now | Turn::Waiting => 1,
        Turn::None | Turn::Next | Turn::Done => 2,
    };
    let found = match subject {
        Subject::Zone(_) => found.min_by_key(rank),
        _ => found.next(),
    };
    found.map(|(at, ..)| at)
}

fn camera_of(base: &StageLayout, view: &StageView, frame: &Frame, at: GridCell) -> Option<Camera> {
    if let Some(zone) = zone_of(view, at) {
        return Some(Camera::zone(base, zone));
    }
    let (zone, cell) = cell_of(view, node_of(frame, at.subject)?)?;
    Some(Camera::onto(base, zone, cell, LEGIBLE))
}

/// The place of a subject in a layout.
pub fn rect_of(
    layout: &StageLayout,
    view: &StageView,
    frame: &Frame,
    at: GridCell,
) -> Option<Rect> {
    let place = |(band, zone): (usize, usize)| layout.bands.get(band)?.zones.get(zone);
    if let Some(zone) = zone_of(view, at) {
        return place(zone).map(|zone| zone.rect);
    }
    let (zone, cell) = cell_of(view, node_of(frame, at.subject)?)?;
    place(zone).map(|zone| zone.grid.cell(cell))
}
