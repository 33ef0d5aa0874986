//! Chooses how much of a node fits into its tile.

/// How much of a node a tile shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// A square whose fill and shape show the state.
    Cell,
    /// The square with its glyph.
    Glyph,
    /// Name, version and the number of Pods as a bar.
    Brief,
    /// Everything.
    Full,
}

impl Detail {
    pub fn of(width: f64, height: f64) -> Self {
        if width >= 84.0 && height >= 74.0 {
            Self::Full
        } else if width >= 54.0 && height >= 32.0 {
            Self::Brief
        } else if width >= 15.0 && height >= 15.0 {
            Self::Glyph
        } else {
            Self::Cell
        }
    }
}
