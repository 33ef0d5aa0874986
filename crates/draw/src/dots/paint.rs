//! Draws the cells of very many nodes.

use super::Dot;
use crate::ground::hue;
use crate::layout::boxes::Grid;
use crate::surface::{Color, Rect, Surface};
use crate::theme::Theme;
use crate::tiles::{self, NodePart};
use crate::used;
use crate::view::{NodeView, UsedPart};
use base::NodeId;
use base::order::sort_by;
use query::stage::TileState;

/// From this side length on a cell has a border, a pattern and, if there is room, a glyph.
const PICTURE: f64 = 11.0;

/// Draws the visible cells of a zone, color by color.
pub fn draw(
    surface: &mut dyn Surface,
    theme: &Theme,
    grid: &Grid,
    seen: Rect,
    cells: &[Option<Dot>],
    matched: &dyn Fn(NodeId) -> bool,
) {
    let rows = grid.rows_in(seen);
    let columns = grid.columns_in(seen);
    let mut pass = |wanted: &dyn Fn(TileState) -> bool| {
        for row in rows.clone() {
            for column in columns.clone() {
                let cell = row * grid.columns + column;
                if let Some(Some(dot)) = cells.get(cell as usize)
                    && wanted(dot.look)
                {
                    one(surface, theme, grid.cell(cell), *dot, matched(dot.node));
                }
            }
        }
    };
    pass(&|look| look == TileState::ReadyOld);
    pass(&|look| look == TileState::ReadyNew);
    pass(&|look| !matches!(look, TileState::ReadyOld | TileState::ReadyNew));
}

/// Visible enlarged nodes whose details aren't computed yet.
pub fn awaited(
    surface: &mut dyn Surface,
    theme: &Theme,
    (grid, seen): (&Grid, Rect),
    cells: &[Option<Dot>],
    there: &[NodeView],
    matched: &dyn Fn(NodeId) -> bool,
) {
    let mut known: Vec<NodeId> = there.iter().map(|node| node.id).collect();
    sort_by(&mut known, Ord::cmp);
    for row in grid.rows_in(seen) {
        for cell in grid.columns_in(seen).map(|column| row * grid.columns + column) {
            let Some(Some(dot)) = cells.get(cell as usize) else {
                continue;
            };
            if known.binary_search(&dot.node).is_err() {
                let (rect, none) = (grid.cell(cell), NodePart::Nothing);
                tiles::tile(surface, theme, rect, &bare(*dot), none, &|_| false);
                if !matched(dot.node) {
                    fade(surface, theme, rect);
                }
            }
        }
    }
}

/// Redraws a single cell over its old content.
pub fn again(
    surface: &mut dyn Surface,
    theme: &Theme,
    grid: &Grid,
    cell: u32,
    dot: Option<Dot>,
    matched: bool,
) {
    let rect = grid.cell(cell);
    let room = (grid.gap / 2.0).min(1.0);
    surface.rects(&[rect.inset(-room)], theme.surface);
    if let Some(dot) = dot {
        one(surface, theme, rect, dot, matched);
    }
}

/// Draws one node. When small, shape and size show the state: old is a small pale dot, new a full square.
/// Where an autoscaler weighs it, what is requested of a Ready one is its shade.
pub fn one(surface: &mut dyn Surface, theme: &Theme, rect: Rect, dot: Dot, matched: bool) {
    let side = rect.w.min(rect.h);
    if side >= PICTURE {
        picture(surface, theme, rect, dot, matched);
        return;
    }
    let Dot { look, shade, .. } = dot;
    let ink = hue(theme, look).line;
    let ink = if matched { ink } else { theme.line };
    let mut fill = |rect: Rect, color: Color| surface.rects(&[rect], color);
    let shade = shade.filter(|_| matched).map(|shade| used::color(theme, shade));
    match (look, shade) {
        (TileState::ReadyOld, Some(shade)) => fill(rect, shade),
        (TileState::ReadyNew, Some(shade)) => {
            fill(rect, ink);
            let inner = rect.inset(side * 0.25);
            fill(inner, theme.surface);
            fill(inner, shade);
        }
        _ => mark(&mut fill, theme, (rect, side), look, (ink, matched)),
    }
}

fn mark(
    fill: &mut dyn FnMut(Rect, Color),
    theme: &Theme,
    (rect, side): (Rect, f64),
    look: TileState,
    (ink, matched): (Color, bool),
) {
    let part = |x: f64, y: f64, w: f64, h: f64| {
        Rect::new(rect.x + rect.w * x, rect.y + rect.h * y, rect.w * w, rect.h * h)
    };
    match look {
        TileState::ReadyOld => {
            // On whole pixels.
            let small = (side * 0.6).round();
            let at = ((side - small) / 2.0).floor();
            let dot = Rect::new(rect.x + at, rect.y + at, small, small);
            fill(dot, if matched { theme.line_2 } else { ink });
        }
        TileState::ReadyNew => fill(rect, ink),
        // A frame: the node is still empty.
        TileState::Starting | TileState::Recreating => {
            fill(rect, ink);
            let thin = if look == TileState::Starting { 0.25 } else { 0.34 };
            fill(rect.inset(side * thin), theme.surface);
        }
        // Two horizontal bars for a drain in progress, two vertical ones for a blocked one.
        TileState::Draining | TileState::Cordoned => {
            fill(part(0.0, 0.0, 1.0, 0.4), ink);
            fill(part(0.0, 0.6, 1.0, 0.4), ink);
        }
        TileState::Blocked => {
            fill(part(0.0, 0.0, 0.4, 1.0), ink);
            fill(part(0.6, 0.0, 0.4, 1.0), ink);
        }
        TileState::Deleting => fill(part(0.0, 0.36, 1.0, 0.28), ink),
        TileState::NotReady => {
            fill(part(0.36, 0.0, 0.28, 1.0), ink);
            fill(part(0.0, 0.36, 1.0, 0.28), ink);
        }
    }
}

/// Copies a picture that is drawn once for each whole size.
fn picture(surface: &mut dyn Surface, theme: &Theme, rect: Rect, dot: Dot, matched: bool) {
    let side = rect.w.min(rect.h).floor();
    let (x, y) = rect.middle();
    let (x, y) = ((x - side / 2.0).round(), (y - side / 2.0).round());
    let key = KEYS | u64::from(theme.bg.0 & 0x100) | (dot.look as u64) << 1 | u64::from(matched);
    let key = key | u64::from(dot.shade.map_or(0, |shade| shade + 1)) << 16;
    surface.sprite(key, x, y, side, &mut |surface| {
        let own = Rect::new(0.0, 0.0, side, side);
        tiles::tile(surface, theme, own, &bare(dot), NodePart::Nothing, &|_| false);
        if !matched {
            fade(surface, theme, own);
        }
    });
}

/// Fades what doesn't match the filter.
pub fn fade(surface: &mut dyn Surface, theme: &Theme, rect: Rect) {
    surface.rects(&[rect.inset(-0.5)], theme.surface.faded(0.78));
}

/// Keys of the pictures, distinct from those of Pods.
const KEYS: u64 = 1 << 60;

fn bare(dot: Dot) -> NodeView {
    let part = |shade| f64::from(shade) / f64::from(used::SHADES);
    let used = |shade| UsedPart {
        cpu: part(shade),
        memory: part(shade),
        percent: i64::from(shade) * 100 / i64::from(used::SHADES),
    };
    NodeView {
        id: NodeId(0),
        cell: 0,
        name: String::new(),
        full: String::new(),
        look: dot.look,
        version: String::new(),
        new: false,
        word: String::new(),
        sub: String::new(),
        part: None,
        pods: Vec::new(),
        left: Vec::new(),
        forced: false,
        used: dot.shade.map(used),
        held: false,
    }
}
