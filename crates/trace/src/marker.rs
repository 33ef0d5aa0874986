//! Glyphs on the timeline.

/// ▲ created ⊘ cordoned ↗ evicted ⏸ blocked ⚡ forced ✕ deleted ⚑ phase ⇕ scaled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkerKind {
    Created,
    Cordoned,
    Evicted,
    Blocked,
    Forced,
    Deleted,
    Phase,
    /// The autoscaler decides.
    Scaled,
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
            Self::Scaled => '⇕',
            Self::Operation => '▸',
        }
    }
}
