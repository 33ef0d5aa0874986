//! The kinds of parts of a scenario that are lists of cards.

/// A part, as a list of the document holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Pool,
    Workload,
    Budget,
}

impl Part {
    pub const ALL: [Self; 3] = [Self::Pool, Self::Workload, Self::Budget];

    /// The pointer of its list.
    pub fn list(self) -> &'static str {
        match self {
            Self::Pool => "/pools",
            Self::Workload => "/workloads",
            Self::Budget => "/budgets",
        }
    }

    /// The pointer of one of them.
    pub fn place(self, at: usize) -> String {
        format!("{}/{at}", self.list())
    }
}
