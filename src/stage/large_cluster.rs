//! The stage of very many nodes, kept between frames: only changed cells are redrawn, and words less often.

use crate::player::{RunScene, said};
use crate::shell::run::loaded::Run;
use base::order::sort_by;
use base::{GroupId, NodeId};
use draw::camera::Camera;
use draw::compose;
use draw::dots::{self, Dot, DotPlaces, Dots, are_cells};
use draw::layout::{self, StageLayout};
use draw::surface::Surface;
use draw::theme::Theme;
use draw::view::{StageView, Turn};
use query::filter::FilterMatch;
use query::stage::{Detail, stage_of, tiles};
use std::rc::Rc;
use trace::{Frame, Phrase};

/// The interval between two updates of words while playing, in milliseconds.
const WORDS_EVERY: f64 = 120.0;
/// With more cells than this, each has only a few pixels.
const DENSE: u32 = 5000;
/// The most nodes drawn in detail at once.
const TILES: usize = 400;
/// The most nodes whose details are computed per frame while only the camera moves.
const FRESH: usize = 18;

/// The visible enlarged nodes by id, and the inputs of their drawing.
type Tiled = (Vec<NodeId>, u32, i64);

#[derive(Default)]
pub struct LargeCluster {
    scene: Option<Rc<RunScene>>,
    pub view: StageView,
    pub base: StageLayout,
    /// The visible layout.
    pub seen: StageLayout,
    camera: Camera,
    pub caption: String,
    composed: Option<(u32, i64)>,
    composed_at: f64,
    size: (f64, Option<f64>),
    changed: Vec<NodeId>,
    /// Cells that changed since the last call.
    pub dirty: Vec<(GroupId, u32)>,
    tiled: Tiled,
    /// The details of some visible enlarged nodes aren't computed yet.
    pub awaits: bool,
}

/// What has to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Redraw {
    Nothing,
    /// Only [`LargeCluster::dirty`].
    Cells,
    /// The cells, and the words beside them.
    Words,
    All,
}

fn turns(view: &StageView) -> impl Iterator<Item = Turn> {
    view.pools.iter().flat_map(|pool| &pool.zones).map(|zone| zone.turn)
}

impl LargeCluster {
    /// Updates to the frame.
    pub fn follow(
        &mut self,
        run: &Run,
        scene: &Rc<RunScene>,
        frame: &Frame,
        size: (f64, Option<f64>),
        (now, playing): (f64, bool),
    ) -> Redraw {
        let same = self.scene.as_ref().is_some_and(|known| Rc::ptr_eq(known, scene));
        drop(scene.counts(run, frame));
        let some = scene.take_changed(&mut self.changed);
        let counts = scene.counts(run, frame);
        if !same {
            let homes = Rc::new(DotPlaces::of(&run.lanes, &run.index));
            self.view = StageView { dots: Some(Dots::new(homes)), ..StageView::default() };
            self.scene = Some(Rc::clone(scene));
        }
        let mut news = Redraw::Nothing;
        self.dirty.clear();
        if let Some(dots) = &mut self.view.dots {
            if !same || !some {
                dots.fill(&counts);
                news = Redraw::All;
            } else if !self.changed.is_empty() {
                dots.change(&counts, &self.changed, &mut self.dirty);
                news = Redraw::Cells;
            }
        }
        let instant = (frame.next, frame.at.ms() / 1000);
        let due = !playing || now - self.composed_at >= WORDS_EVERY;
        if (!same || due && self.composed != Some(instant))
            && run.plan.is_autoscaled()
            && let Some(dots) = &mut self.view.dots
        {
            let percent = |node| {
                let used = run.index.node_use(&run.trace, frame, node)?;
                Some(used.utilization.share.percent())
            };
            dots.use_nodes(percent, &mut self.dirty);
            if !self.dirty.is_empty() && news == Redraw::Nothing {
                news = Redraw::Cells;
            }
        }
        if !same || due && self.composed != Some(instant) {
            let stage = stage_of(&run.trace, &run.index, frame, Detail::Cells, &counts);
            let dots = self.view.dots.take().unwrap_or_default();
            let matched = self.view.matched.take();
            let (view, caption) = said(run, scene, |words| {
                let say = |phrase: &Phrase| words.say(phrase);
                let view = compose::compose_cells(&stage, scene.cells(), dots, &say);
                (view, say(&stage.caption))
            });
            let same_turns = turns(&view).eq(turns(&self.view));
            self.view = StageView { matched, ..view };
            self.caption = caption;
            (self.composed, self.composed_at) = (Some(instant), now);
            self.tiled.0.clear();
            let base = layout::stage(&self.view, size.0, size.1);
            let words_only = news != Redraw::All && same_turns && base == self.base;
            news = if words_only { Redraw::Words } else { Redraw::All };
            (self.base, self.size) = (base, size);
        }
        if self.size != size {
            self.size = size;
            self.base = layout::stage(&self.view, size.0, size.1);
            news = Redraw::All;
        }
        news
    }

    /// Are there so many cells that they need every pixel?
    pub fn is_dense(&self) -> bool {
        let zones = self.view.pools.iter().flat_map(|pool| &pool.zones);
        zones.map(|zone| zone.cells).sum::<u32>() > DENSE
    }

    /// Is it on the canvas?
    pub fn is_shown(&self) -> bool {
        self.scene.is_some()
    }

    /// Computes the visible layout, if it may have changed.
    pub fn look_through(&mut self, camera: Camera, anew: bool) {
        if anew || self.camera != camera {
            self.camera = camera;
            self.seen = self.base.seen(camera);
        }
    }

    /// Redraws the changed cells.
    pub fn touch_up(&self, surface: &mut dyn Surface, theme: &Theme) {
        let Some(dots) = &self.view.dots else { return };
        for (group, cell) in &self.dirty {
            let place = self.view.pools.iter().zip(&self.seen.bands).find_map(|(pool, band)| {
                let mut zones = pool.zones.iter().zip(&band.zones);
                zones.find_map(|(zone, place)| (zone.group == *group).then_some(place))
            });
            if let Some(place) = place {
                let dot = dots.get(*group, *cell);
                let matched = dot.is_none_or(|dot| self.view.is_matched(dot.node));
                dots::paint::again(surface, theme, &place.grid, *cell, dot, matched);
            }
        }
    }

    /// Computes the details of enlarged nodes. Returns whether any changed.
    pub fn enlarge(&mut self, run: &Run, scene: &RunScene, frame: &Frame) -> bool {
        let seen = &self.seen;
        let mut wanted = Vec::new();
        if let Some(dots) = &self.view.dots {
            for (pool, band) in self.view.pools.iter().zip(&seen.bands) {
                for (zone, place) in pool.zones.iter().zip(&band.zones) {
                    if are_cells(place.grid.detail()) {
                        continue;
                    }
                    for row in place.grid.rows_in(seen.port) {
                        for column in place.grid.columns_in(seen.port) {
                            let dot = dots.get(zone.group, row * place.grid.columns + column);
                            wanted.extend(dot.map(|dot: Dot| dot.node));
                        }
                    }
                }
            }
        }
        wanted.truncate(TILES);
        self.awaits = false;
        sort_by(&mut wanted, Ord::cmp);
        let instant = (frame.next, frame.at.ms() / 1000);
        let same = (self.tiled.1, self.tiled.2) == instant;
        if same && wanted == self.tiled.0 {
            return false;
        }
        let some = !wanted.is_empty() || !self.tiled.0.is_empty();
        // While only the camera moves, enlarged nodes stay as they are.
        let known = std::mem::take(&mut self.tiled.0);
        let known = if same { known } else { Vec::new() };
        compose::keep_tiles(&mut self.view, |node| {
            known.binary_search(&node).is_ok() && wanted.binary_search(&node).is_ok()
        });
        let mut few = FRESH;
        wanted.retain(|node| {
            let fresh = same && known.binary_search(node).is_err();
            let now = !fresh || few > 0;
            few -= usize::from(fresh && now);
            self.awaits |= !now;
            now
        });
        let counts = scene.counts(run, frame);
        let fresh = wanted.iter().copied();
        let fresh = fresh.filter(|node| known.binary_search(node).is_err());
        let list = tiles(&run.trace, &run.index, frame, &counts, fresh);
        said(run, scene, |words| {
            compose::add_tiles(&mut self.view, &list, &|phrase| words.say(phrase));
        });
        self.tiled = (wanted, instant.0, instant.1);
        some
    }

    /// Sets the nodes that match the filter. Returns whether they changed.
    pub fn light(&mut self, matched: Option<Rc<FilterMatch>>) -> bool {
        let same = match (&matched, &self.view.matched) {
            (Some(matched), Some(known)) => Rc::ptr_eq(matched, known) || matched == known,
            (None, None) => true,
            _ => false,
        };
        self.view.matched = matched;
        !same
    }
}
