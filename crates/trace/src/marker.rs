//! Glyphs on the timeline.

/// ▲ created ⊘ cordoned ↗ evicted ⏸ blocked ⚡ forced ✕ deleted ⚑ phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkerKind {
    Created,
    Cordoned,
    Evicted,
    Blocked,
    Forced,
    Deleted,
    Phase,
    /// A user's command or an external event.
    Operation,
}

impl MarkerKind {
    pub fn glyph(self) -> char {
        match self {
            Self::Created => '▲',
            Self::Cordoned => '⊘',
            Self::Evicted => '↗',
            Self::Blocked => '⏸',
            Self::Forced => '⚡',
            Self::Deleted => '✕',
            Self::Phase => '⚑',
            Self::Operation => '▸',
        }
    }
}
