//! The content of the timeline for a run.

use base::Steps;
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
    /// Lanes of parts, from top to bottom.
    pub rows: Vec<PartRow>,
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

/// A lane of parts with words.
#[derive(Clone, PartialEq, Debug)]
pub struct PartRow {
    pub kind: PartKind,
    pub subject: Subject,
    pub title: String,
    pub parts: Vec<RowPart>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// Phases of a pool's upgrade, or of the control plane's.
    Phases,
    /// Blue-green batches of a pool.
    Batches,
    /// Decisions of the autoscaler about a pool.
    Scaling,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RowPart {
    pub from_ms: i64,
    pub to_ms: i64,
    pub label: String,
    /// Its short form.
    pub short: String,
    pub look: PartLook,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartLook {
    /// Is it a phase of a blue-green upgrade?
    Phase {
        run: RunState,
        in_phase: bool,
    },
    /// Paused until a command, or until a window opens.
    Batch {
        step: BatchPhase,
        paused: bool,
    },
    Scaling(ScalingKind),
}

/// What the autoscaler does, a level of its lane each, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalingKind {
    /// Nodes come or go.
    Works,
    BacksOff,
    CoolsDown,
    Held,
}

impl ScalingKind {
    const ALL: [Self; 4] = [Self::Works, Self::BacksOff, Self::CoolsDown, Self::Held];
}

impl RowPart {
    pub fn is_at(&self, ms: i64) -> bool {
        (self.from_ms..=self.to_ms).contains(&ms)
    }

    /// Is the upgrade under way in it, or the autoscaler at work?
    pub(super) fn is_busy(&self) -> bool {
        use RunState::{Idle, RolledBack, Succeeded};
        !matches!(self.look, PartLook::Phase { run: Idle | Succeeded | RolledBack, .. })
    }
}

impl PartRow {
    /// The part at an instant and at this height within the lane, the later of two that meet.
    pub fn part_at(&self, ms: i64, y: f64, height: f64) -> Option<&RowPart> {
        let levels: Vec<ScalingKind> = self.levels().collect();
        let level = ((y - self.top(height)) / Self::LEVEL).max(0.0) as usize;
        let kind = levels.get(level.min(levels.len().saturating_sub(1)));
        let is_there =
            |part: &&RowPart| kind.is_none_or(|kind| part.look == PartLook::Scaling(*kind));
        self.parts.iter().rev().filter(is_there).find(|part| part.is_at(ms))
    }

    /// The height of a level with its gap.
    pub(super) const LEVEL: f64 = 16.0;

    /// The kinds that have a level each; none if all parts are on one.
    pub(super) fn levels(&self) -> impl Iterator<Item = ScalingKind> {
        let is_met = |kind| self.parts.iter().any(|part| part.look == PartLook::Scaling(kind));
        ScalingKind::ALL.into_iter().filter(move |kind| is_met(*kind))
    }

    /// Where the first level begins in a lane of this height.
    pub(super) fn top(&self, height: f64) -> f64 {
        (height - Self::LEVEL * self.levels().count().max(1) as f64 + 2.0) / 2.0
    }

    /// How much higher than a lane with one level its lane is.
    pub(crate) fn more(&self) -> f64 {
        Self::LEVEL * self.levels().count().saturating_sub(1) as f64
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

/// A number over time, and what it is compared with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chart {
    /// The key of its entry in `LANES`, and its height.
    pub lane: &'static str,
    pub height: f64,
    pub title: String,
    pub subject: Option<Subject>,
    pub value: Steps,
    pub unit: Unit,
    /// The total of which the value is a part.
    pub of: Option<Steps>,
    /// A limit, drawn dashed.
    pub bound: Option<Steps>,
    /// Limits that stay the same, drawn dashed with their labels; those far above the value are left out.
    pub limits: Vec<(String, i64)>,
    /// Parts of a whole from the bottom up, drawn below the line as bands. The scale then begins at 0.
    pub bands: Vec<(TileState, Steps)>,
    /// Words about the limit, shown where it is violated.
    pub note: String,
    /// When it is violated, in milliseconds.
    pub breaches: Vec<(i64, i64)>,
    /// The number in the run before the last change.
    pub former: Option<Steps>,
}

/// What a chart's numbers count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    #[default]
    One,
    /// Thousandths of a CPU, shown as CPUs.
    Cores,
    /// Bytes, shown as GiB.
    GiB,
}

impl Unit {
    /// A number as it is shown, large ones without decimals.
    pub fn text(self, amount: i64) -> String {
        let one = match self {
            Self::One => return amount.to_string(),
            Self::Cores => 1e3,
            Self::GiB => f64::from(1 << 30),
        };
        let amount = amount as f64 / one;
        let decimals = match amount {
            _ if amount.fract() == 0.0 => 0,
            ..1.0 => 2,
            ..100.0 => 1,
            _ => 0,
        };
        let text = format!("{amount:.decimals$}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    }
}
