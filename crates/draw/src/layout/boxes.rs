//! The boxes of a layout and their grids.

use crate::detail::Detail;
use crate::surface::Rect;
use crate::tiles;
use crate::view::{NodeView, StageView};
use base::{NodeId, PodId};
use std::ops::Range;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct StageLayout {
    pub width: f64,
    pub height: f64,
    pub bands: Vec<Band>,
    pub tray: Rect,
    /// From one Pod of the tray to the next; wide where there is room for words beside each.
    pub pitch: f64,
    pub outside: Option<Rect>,
    /// The viewport of the zones, which may extend beyond it.
    pub port: Rect,
    /// The busy slots, with very many nodes.
    pub slots: Option<Rect>,
    /// The arrangement with very many nodes.
    pub shape: Option<Arrangement>,
}

/// How pools and zones are arranged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arrangement {
    /// Pools side by side.
    pub columns: usize,
    /// Are the zones of a pool below one another?
    pub stacked: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    pub head: Rect,
    /// Blue and green.
    pub sides: Option<[SideBox; 2]>,
    pub zones: Vec<ZoneBox>,
}

/// A side of a pool, around the boxes of its nodes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SideBox {
    pub rect: Rect,
    pub head: Rect,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ZoneBox {
    pub rect: Rect,
    pub head: Rect,
    /// Is the title beside the cells instead of above them?
    pub beside: bool,
    pub grid: Grid,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    pub area: Rect,
    pub columns: u32,
    pub cell: (f64, f64),
    pub gap: f64,
}

impl Grid {
    pub fn cell(&self, n: u32) -> Rect {
        let (column, row) = (n % self.columns, n / self.columns);
        Rect::new(
            self.area.x + f64::from(column) * (self.cell.0 + self.gap),
            self.area.y + f64::from(row) * (self.cell.1 + self.gap),
            self.cell.0,
            self.cell.1,
        )
    }

    pub fn detail(&self) -> Detail {
        Detail::of(self.cell.0, self.cell.1)
    }

    /// The rows of cells that intersect a rectangle.
    pub fn rows_in(&self, rect: Rect) -> Range<u32> {
        span(rect.y - self.area.y, rect.h, self.cell.1 + self.gap)
    }

    /// The columns of cells that intersect a rectangle.
    pub fn columns_in(&self, rect: Rect) -> Range<u32> {
        let columns = span(rect.x - self.area.x, rect.w, self.cell.0 + self.gap);
        columns.start..columns.end.min(self.columns)
    }

    pub(crate) fn at(&self, x: f64, y: f64) -> Option<u32> {
        let column = ((x - self.area.x) / (self.cell.0 + self.gap)).floor();
        let row = ((y - self.area.y) / (self.cell.1 + self.gap)).floor();
        if column < 0.0 || row < 0.0 || column >= f64::from(self.columns) {
            return None;
        }
        let n = row as u32 * self.columns + column as u32;
        self.cell(n).contains(x, y).then_some(n)
    }

    /// The room after the last cell, for words: the rest of its row, or the rows below.
    pub fn rest(&self, used: u32) -> Option<Rect> {
        let row = used.div_ceil(self.columns);
        let below = self.cell(row * self.columns).y;
        let rest = Rect::new(self.area.x, below, self.area.w, self.area.bottom() - below);
        if rest.h >= 58.0 {
            return Some(rest);
        }
        let column = used % self.columns;
        if column == 0 {
            return None;
        }
        let first = self.cell(used);
        let rest = Rect::new(first.x, first.y, self.area.right() - first.x, first.h);
        (rest.w >= 140.0 && rest.h >= 58.0).then_some(rest)
    }
}

/// The steps of a length that intersect a stretch.
fn span(from: f64, length: f64, step: f64) -> Range<u32> {
    let first = (from / step).floor().max(0.0);
    let end = ((from + length) / step).ceil().max(0.0);
    first as u32..end as u32
}

pub const GAP: f64 = 8.0;

pub(crate) const HEAD: f64 = 28.0;

pub(crate) const ZONE_HEAD: f64 = 27.0;

pub const TRAY: f64 = 56.0;
/// Height of the remaining capacity alone.
const LINE: f64 = 30.0;

/// The largest size of a tile.
const TILE: (f64, f64) = (220.0, 150.0);

/// The preferred size of a tile.
pub(crate) const IDEAL: (f64, f64) = (104.0, 92.0);

/// The height of the row below the zones: nothing where no Pod is Pending and no capacity is limited.
pub(crate) fn foot(view: &StageView) -> f64 {
    match (view.tray, view.spare.is_some()) {
        (true, _) => TRAY + GAP,
        (false, true) => LINE + GAP,
        (false, false) => 0.0,
    }
}

pub(crate) fn tray(view: &StageView, width: f64, y: f64, tall: f64) -> (Rect, Option<Rect>) {
    let side = 196.0;
    if tall < TRAY && !view.tray && view.dots.is_none() {
        let whole = Rect::new(0.0, y, width, tall);
        (Rect::new(0.0, y, width, 0.0), view.spare.as_ref().map(|_| whole))
    } else if view.spare.is_some() && width > 520.0 {
        (Rect::new(0.0, y, width - side - GAP, tall), Some(Rect::new(width - side, y, side, tall)))
    } else {
        (Rect::new(0.0, y, width, tall), None)
    }
}

/// The distance of Pods in the tray.
pub(crate) fn pitch(view: &StageView, tray: Rect) -> f64 {
    let pods = view.pending.len();
    let each = (tray.w - WAITING - 12.0) / pods.max(1) as f64;
    let worded = pods <= view.pending_words.len() && each >= 150.0;
    if worded { each.min(320.0) } else { WAITING_PITCH }
}

/// The distance of Pods without words.
pub(crate) const WAITING_PITCH: f64 = 22.0;

/// Where the first Pod of the tray is.
const WAITING: f64 = 92.0;

/// Chooses the number of columns with the largest smallest tile.
pub(crate) fn grid(area: Rect, cells: u32) -> Grid {
    let cells = cells.max(1);
    let mut best: Option<(f64, Grid)> = None;
    for columns in 1..=cells {
        let rows = cells.div_ceil(columns);
        // Another column without one row less only makes tiles narrower.
        if columns > 1 && cells.div_ceil(columns - 1) == rows && rows > 1 {
            continue;
        }
        let gap = if cells <= 60 {
            6.0
        } else if cells <= 400 {
            3.0
        } else {
            1.0
        };
        let w = (area.w - gap * f64::from(columns - 1)) / f64::from(columns);
        let h = (area.h - gap * f64::from(rows - 1)) / f64::from(rows);
        let (mut w, mut h) = (w.min(TILE.0), h.min(TILE.1));
        if Detail::of(w, h) <= Detail::Glyph {
            let side = w.min(h).min(44.0);
            (w, h) = (side, side);
        }
        // Words are worth more than a larger picture.
        let worth = |side: f64| match Detail::of(w, h) {
            Detail::Cell | Detail::Glyph => side.min(34.0),
            Detail::Brief | Detail::Full => side,
        };
        let score = (worth(w) / IDEAL.0).min(worth(h) / IDEAL.1);
        if w > 0.0 && h > 0.0 && best.is_none_or(|(other, _)| score >= other - 1e-9) {
            let cell = (w, h);
            best = Some((score, Grid { area, columns, cell, gap }));
        }
    }
    best.map_or(Grid { area, columns: 1, cell: (1.0, 1.0), gap: 0.0 }, |(_, grid)| grid)
}

/// A box of full width and the height that its cells need; tiles are sized for `all` cells.
pub(crate) fn flowing(place: Rect, title: f64, cells: u32, all: u32) -> ZoneBox {
    let cells = cells.max(1);
    let inner = place.w - 16.0;
    let (gap, cell) = match all.max(cells) {
        0..=24 => {
            let columns = (inner / 108.0).floor().max(2.0);
            (6.0, ((inner - 6.0 * (columns - 1.0)) / columns, 92.0))
        }
        25..=60 => {
            let columns = (inner / 78.0).floor().max(2.0);
            (6.0, ((inner - 6.0 * (columns - 1.0)) / columns, 40.0))
        }
        61..=300 => (3.0, (24.0, 24.0)),
        _ => (1.0, (8.0, 8.0)),
    };
    let columns = ((inner + gap) / (cell.0 + gap)).floor().max(1.0) as u32;
    let rows = f64::from(cells.div_ceil(columns));
    let tall = title + rows * cell.1 + (rows - 1.0) * gap + 8.0;
    let (x, y) = (place.x + 8.0, place.y);
    ZoneBox {
        rect: Rect::new(place.x, y, place.w, tall),
        head: Rect::new(x, y, inner, title),
        beside: false,
        grid: Grid { area: Rect::new(x, y + title, inner, tall - title - 8.0), columns, cell, gap },
    }
}

impl StageLayout {
    /// A step on the way to another layout of the same pools and zones; nodes are moved separately.
    #[must_use]
    pub fn toward(&self, to: &Self, part: f64) -> Self {
        let mut between = to.clone();
        for (band, old) in between.bands.iter_mut().zip(&self.bands) {
            band.head = old.head.toward(band.head, part);
            if let (Some(sides), Some(old)) = (&mut band.sides, &old.sides) {
                for (side, old) in sides.iter_mut().zip(old) {
                    side.rect = old.rect.toward(side.rect, part);
                    side.head = old.head.toward(side.head, part);
                }
            }
            for (zone, old) in band.zones.iter_mut().zip(&old.zones) {
                zone.rect = old.rect.toward(zone.rect, part);
                zone.head = old.head.toward(zone.head, part);
            }
        }
        between
    }

    pub fn tile(&self, pool: usize, zone: usize, node: &NodeView) -> Rect {
        self.bands
            .get(pool)
            .and_then(|band| band.zones.get(zone))
            .map_or_else(Rect::default, |zone| zone.grid.cell(node.cell))
    }

    /// The nodes with their rectangles.
    pub fn nodes<'a>(
        &'a self,
        view: &'a StageView,
    ) -> impl Iterator<Item = (&'a NodeView, Rect)> + 'a {
        view.pools.iter().enumerate().flat_map(move |(p, pool)| {
            pool.zones.iter().enumerate().flat_map(move |(z, zone)| {
                zone.nodes.iter().map(move |node| (node, self.tile(p, z, node)))
            })
        })
    }

    /// The rectangle of a node.
    pub fn node(&self, view: &StageView, id: NodeId) -> Option<Rect> {
        let Some(dots) = &view.dots else {
            return self.nodes(view).find(|(node, _)| node.id == id).map(|(_, rect)| rect);
        };
        let (group, cell) = dots.place(id)?;
        let pools = view.pools.iter().zip(&self.bands);
        let mut zones = pools.flat_map(|(pool, band)| pool.zones.iter().zip(&band.zones));
        let (_, place) = zones.find(|(zone, _)| zone.group == group)?;
        Some(place.grid.cell(cell))
    }

    /// The rectangle of a Pod: in its node, in the tray, or in the middle of a node without visible Pods.
    pub fn pod(&self, view: &StageView, pod: PodId) -> Option<Rect> {
        if let Some(n) = view.pending.iter().position(|other| other.id == pod) {
            return Some(self.waiting(n));
        }
        self.nodes(view).find_map(|(node, rect)| {
            let n = node.pods.iter().position(|other| other.id == pod)?;
            Some(self.pod_in(node, rect, n))
        })
    }

    fn pod_in(&self, node: &NodeView, rect: Rect, n: usize) -> Rect {
        let places = if Detail::of(rect.w, rect.h) >= Detail::Brief {
            tiles::pod_places(rect, node)
        } else {
            Vec::new()
        };
        places.get(n).copied().unwrap_or_else(|| {
            let (x, y) = rect.middle();
            Rect::new(x - 8.0, y - 8.0, 16.0, 16.0)
        })
    }

    /// The place of the nth Pod in the tray.
    pub fn waiting(&self, n: usize) -> Rect {
        Rect::new(
            self.tray.x + WAITING + self.pitch * n as f64,
            self.tray.y + (self.tray.h - 20.0) / 2.0,
            20.0,
            20.0,
        )
    }

    /// How many Pods the tray shows; the rest is only counted.
    pub fn waiting_shown(&self, pending: usize) -> usize {
        if self.pitch > WAITING_PITCH {
            return pending;
        }
        let room = (self.tray.w - WAITING) * if self.tray.w > 480.0 { 0.45 } else { 1.0 };
        pending.min((room / WAITING_PITCH).floor().max(1.0) as usize)
    }
}
