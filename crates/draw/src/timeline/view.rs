//! The content of the timeline for a run.

use crate::timeline::charts::Chart;
use model::RunState;
use model::maintenance::Scope;
use query::lanes::{BatchPhase, Marker};
use query::stage::TileState;
use trace::Subject;

/// The timeline of a run, from top to bottom.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimelineView {
    pub start_unix_ms: i64,
    pub end_ms: i64,
    /// Stretches in which automatic work may start; empty if the scenario has no windows.
    pub openings: Vec<(i64, i64)>,
    /// The maintenance policy's exclusions during the run.
    pub exclusions: Vec<ExclusionRow>,
    /// The end of support of the cluster's version, if within the run, and its label.
    pub support_end: Option<(i64, String)>,
    pub openings_title: String,
    pub phases: Vec<PhaseRow>,
    /// Blue-green batches by pool.
    pub batches: Vec<BatchRow>,
    /// Decisions of the autoscaler, by pool.
    pub scaling: Vec<ScalingRow>,
    pub zones: Vec<ZoneRow>,
    pub charts: Vec<Chart>,
    pub markers: Vec<Marker>,
    /// The instants of the run's moments, in milliseconds.
    pub moments: Vec<i64>,
    /// The run before the last change; its ruler's title is the one of its end.
    pub former: Option<Box<TimelineView>>,
    pub markers_title: String,
    pub ruler_title: String,
}

/// An exclusion.
#[derive(Clone, PartialEq, Debug)]
pub struct ExclusionRow {
    pub name: String,
    pub from_ms: i64,
    pub to_ms: i64,
    pub scope: Scope,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PhaseRow {
    pub subject: Subject,
    pub title: String,
    pub parts: Vec<PhasePart>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PhasePart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub run: RunState,
    pub label: String,
    /// Paused until a command, or until a window opens.
    pub paused: bool,
    /// A phase of a blue-green upgrade?
    pub in_phase: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchRow {
    pub subject: Subject,
    pub title: String,
    pub parts: Vec<BatchPart>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BatchPart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub step: BatchPhase,
    pub paused: bool,
    /// The short form of the label.
    pub number: String,
    pub label: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScalingRow {
    pub subject: Subject,
    pub title: String,
    /// The kinds of its parts, a row each.
    pub rows: Vec<ScalingKind>,
    pub parts: Vec<ScalingPart>,
}

/// The kinds of parts, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ScalingKind {
    /// Nodes come or go.
    Works,
    BacksOff,
    CoolsDown,
    Held,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ScalingPart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub kind: ScalingKind,
    pub label: String,
    /// Its short form.
    pub short: String,
}

impl PhaseRow {
    /// The part at an instant, the later of two that meet.
    pub fn at(&self, ms: i64) -> Option<&PhasePart> {
        let mut parts = self.parts.iter().rev();
        parts.find(|part| (part.from_ms..=part.to_ms).contains(&ms))
    }
}

impl BatchRow {
    /// The part at an instant, the later of two that meet.
    pub fn at(&self, ms: i64) -> Option<&BatchPart> {
        let mut parts = self.parts.iter().rev();
        parts.find(|part| (part.from_ms..=part.to_ms).contains(&ms))
    }
}

impl ScalingRow {
    /// The part at an instant and at this height within the lane.
    pub fn part_at(&self, ms: i64, y: f64, height: f64) -> Option<&ScalingPart> {
        let row = ((y - self.top(height)) / Self::ROW).max(0.0) as usize;
        let kind = self.rows.get(row.min(self.rows.len().saturating_sub(1)))?;
        let mut parts = self.parts.iter().rev().filter(|part| part.kind == *kind);
        parts.find(|part| (part.from_ms..=part.to_ms).contains(&ms))
    }

    /// The height of a row with its gap.
    pub(crate) const ROW: f64 = 16.0;

    /// Where the first row begins in a lane of this height.
    pub(crate) fn top(&self, height: f64) -> f64 {
        (height - Self::ROW * self.rows.len().max(1) as f64 + 2.0) / 2.0
    }

    /// How much higher than a lane with one row its lane is.
    pub(crate) fn more(&self) -> f64 {
        Self::ROW * self.rows.len().saturating_sub(1) as f64
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ZoneRow {
    pub subject: Subject,
    pub title: String,
    /// Rows of bars.
    pub rows: u32,
    /// Nodes per row.
    pub per: u32,
    pub bars: Vec<Bar>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    pub row: u32,
    pub from_ms: i64,
    pub to_ms: i64,
    pub look: TileState,
}
