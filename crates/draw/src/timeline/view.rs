//! The content of the timeline for a run.

use crate::look::NodeLook;
use crate::timeline::charts::Chart;
use model::RunState;
use model::maintenance::Scope;
use query::lanes::{BatchPhase, MarkerKind};
use trace::Subject;

/// What the timeline shows of a run, in order from top to bottom.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TimelineView {
    pub start_unix_ms: i64,
    pub end_ms: i64,
    /// Stretches in which automatic work may start; empty when the scenario says nothing of it.
    pub openings: Vec<(i64, i64)>,
    /// Of the maintenance policy, as far as the run reaches.
    pub exclusions: Vec<ExclusionRow>,
    /// When support of the cluster's version ends, if the run gets there, and its label.
    pub support_end: Option<(i64, String)>,
    pub openings_title: String,
    pub phases: Vec<PhaseRow>,
    /// Of pools that are upgraded blue-green.
    pub batches: Vec<BatchRow>,
    pub zones: Vec<ZoneRow>,
    pub charts: Vec<Chart>,
    pub markers: Vec<EventMark>,
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
    /// It continues on a command, or when a window opens.
    pub paused: bool,
    /// Is it a phase of a blue-green upgrade?
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
    /// What stays where there is no room for the label.
    pub number: String,
    pub label: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ZoneRow {
    pub subject: Subject,
    pub title: String,
    /// Rows of bars.
    pub rows: u32,
    /// Rows of nodes in each of them: where there are very many they lie on one another.
    pub per: u32,
    pub bars: Vec<Bar>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bar {
    pub row: u32,
    pub from_ms: i64,
    pub to_ms: i64,
    pub look: NodeLook,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EventMark {
    pub at_ms: i64,
    pub kind: MarkerKind,
    pub subject: Subject,
    pub count: u32,
}
