//! The legend of node and Pod states, drawn with the marks of the stage.

use super::detail::Detail;
use super::ground::{glyph, ground, hue};
use super::icons;
use super::marks::{self, Life, PodMark};
use super::surface::{Rect, Seg, Stroke, Surface};
use super::theme::Theme;
use super::tiles;
use super::timeline::calendar_lane::{hatched, window};
use super::timeline::node_lane::zigzags;
use super::timeline::{marker_color, marker_icon};
use super::used;
use super::view::UsedPart;
use model::maintenance::Scope::NoUpgrades;
use query::lanes::MarkerKind::{self, Created, Forced, Operation, Phase};
use query::stage::{Letters, Shape, TileState};
use std::f64::consts::TAU;

/// Height of an entry; must match the style sheet.
pub const ROW: f64 = 24.0;
/// Width of the pictures beside the words.
pub const WIDTH: f64 = 32.0;

/// An entry: its picture, and the key of its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegendEntry {
    Node(TileState),
    /// The shape of a Pod's controller.
    Kind(Shape),
    /// The fill of a Pod's state.
    State(Life),
    Refused,
    /// A Pod that a drain has removed.
    Left,
    Forced,
    /// A glyph of the stage or the timeline, by its number in the table.
    Timeline(usize),
}

/// Further glyphs: the key of the words, and the drawing.
type TimelineGlyph = (&'static str, fn(&mut dyn Surface, &Theme, Rect));

const TIMELINE: [TimelineGlyph; 11] = [
    ("ui-legend-used", |surface, theme, rect| {
        let used = UsedPart { cpu: 0.75, memory: 0.35, percent: 75 };
        used::bar(surface, theme, Rect::new(rect.x, rect.y + 5.0, rect.w, 5.0), used);
    }),
    ("ui-legend-held", |surface, theme, rect| {
        let (x, y) = rect.middle();
        surface.icon(icons::LOCK, x - 6.0, y - 6.0, 12.0, theme.orange.ink);
    }),
    ("ui-legend-moment", |surface, theme, rect| {
        surface.fill(&[Seg::Arc(WIDTH / 2.0, rect.y + rect.h / 2.0, 3.5, 0.0, TAU)], theme.accent);
    }),
    ("ui-legend-operation", |surface, theme, rect| marker(surface, theme, rect, Operation)),
    ("ui-legend-phase", |surface, theme, rect| marker(surface, theme, rect, Phase)),
    ("ui-legend-created", |surface, theme, rect| marker(surface, theme, rect, Created)),
    ("ui-legend-forced", |surface, theme, rect| marker(surface, theme, rect, Forced)),
    ("ui-legend-break", zigzags),
    ("ui-legend-window", window),
    ("ui-legend-exclusion", |surface, theme, rect| hatched(surface, theme, rect, NoUpgrades)),
    ("ui-legend-former", |surface, theme, rect| {
        surface.stroke(&[Seg::Round(rect.inset(0.5), 0.0)], Stroke::solid(theme.ink_3, 1.0));
    }),
];

fn marker(surface: &mut dyn Surface, theme: &Theme, rect: Rect, kind: MarkerKind) {
    let (x, y) = rect.middle();
    surface.icon(marker_icon(kind), x - 6.0, y - 6.0, 12.0, marker_color(theme, kind));
}

/// Node states in the order in which an upgrade reaches them.
const LOOKS: [TileState; 8] = [
    TileState::ReadyOld,
    TileState::Cordoned,
    TileState::Draining,
    TileState::Blocked,
    TileState::Deleting,
    TileState::Starting,
    TileState::Recreating,
    TileState::ReadyNew,
];

const SHAPES: [Shape; 5] =
    [Shape::Circle, Shape::Square, Shape::Diamond, Shape::Triangle, Shape::Ring];

/// The entries of the legend's columns.
pub fn columns() -> [Vec<LegendEntry>; 5] {
    let mut states: Vec<LegendEntry> = Life::ALL.map(LegendEntry::State).into();
    states.extend([LegendEntry::Refused, LegendEntry::Left, LegendEntry::Forced]);
    let shapes = SHAPES.map(LegendEntry::Kind).into();
    let [dots, rest] = [0..6, 6..TIMELINE.len()].map(|n| n.map(LegendEntry::Timeline).collect());
    [LOOKS.map(LegendEntry::Node).into(), states, shapes, dots, rest]
}

impl LegendEntry {
    pub fn key(self) -> &'static str {
        match self {
            Self::Node(look) => look.key(),
            Self::State(life) => life.key(),
            Self::Refused => "ui-life-refused",
            Self::Left => "ui-life-left",
            Self::Forced => "ui-life-forced",
            Self::Kind(shape) => shape.key(),
            Self::Timeline(n) => TIMELINE[n].0,
        }
    }
}

/// Draws a column of pictures.
pub fn draw(surface: &mut dyn Surface, theme: &Theme, column: &[LegendEntry]) {
    for (n, entry) in column.iter().enumerate() {
        let top = ROW * n as f64;
        let small = Rect::new(4.0, top + 4.0, WIDTH - 8.0, ROW - 8.0);
        match *entry {
            LegendEntry::Node(look) => {
                let rect = Rect::new(1.0, top + 2.0, WIDTH - 4.0, ROW - 4.0);
                ground(surface, theme, rect, 4.0, look, Detail::Glyph);
                if let Some(icon) = glyph(look) {
                    let (x, y) = rect.middle();
                    surface.icon(icon, x - 6.0, y - 6.0, 12.0, hue(theme, look).ink);
                }
            }
            LegendEntry::Kind(shape) => pod(surface, theme, top, shape, Life::Ready),
            LegendEntry::State(life) => pod(surface, theme, top, Shape::Circle, life),
            LegendEntry::Refused => {
                pod(surface, theme, top, Shape::Circle, Life::Ready);
                let ring = [Seg::Arc(WIDTH / 2.0, top + ROW / 2.0, POD / 2.0 + 0.6, 0.0, TAU)];
                surface.stroke(&ring, Stroke::solid(theme.verm.line, 1.8));
            }
            LegendEntry::Timeline(n) => TIMELINE[n].1(surface, theme, small),
            LegendEntry::Left | LegendEntry::Forced => {
                let at = (WIDTH / 2.0, top + ROW / 2.0);
                tiles::left(surface, theme, at, POD, (0, *entry == LegendEntry::Forced));
            }
        }
    }
}

const POD: f64 = 16.5;

fn pod(surface: &mut dyn Surface, theme: &Theme, top: f64, shape: Shape, life: Life) {
    let mark = PodMark { shape, hue: 0, letters: Letters(*b"  ") };
    let at = ((WIDTH - POD) / 2.0, top + (ROW - POD) / 2.0);
    marks::mark(surface, theme, at, POD, mark, life);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ListSurface;
    use crate::theme::LIGHT;
    use words::catalogue::english;

    #[test]
    fn every_entry_has_words_and_a_picture() {
        for column in columns() {
            for entry in column {
                assert!(english().find(entry.key()).is_some(), "{}", entry.key());
                let mut surface = ListSurface::default();
                draw(&mut surface, &LIGHT, &[entry]);
                assert!(!surface.list.is_empty());
            }
        }
    }
}
