//! Values of options that several verbs take.

use clap::ValueEnum;
use scenario::calendar::Edition;
use trace::Subject;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum TextOrJson {
    #[default]
    Text,
    Json,
}

impl TextOrJson {
    pub(super) fn is_json(self) -> bool {
        self == Self::Json
    }
}

/// A seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("isn't a number from 0 to {}", u64::MAX))
}

/// A number of seeds.
pub(super) fn seeds(text: &str) -> Result<usize, String> {
    let n = text.parse().ok().filter(|n| (2..=1000).contains(n));
    n.ok_or_else(|| "isn't a number from 2 to 1000".to_owned())
}

/// What a record can be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SubjectKind {
    Cluster,
    Pool,
    Zone,
    Node,
    Pod,
    Workload,
    Budget,
    Service,
}

impl SubjectKind {
    fn of(subject: Subject) -> Self {
        match subject {
            Subject::Cluster => Self::Cluster,
            Subject::Pool(_) => Self::Pool,
            Subject::Zone(_) => Self::Zone,
            Subject::Node(_) => Self::Node,
            Subject::Pod(_) => Self::Pod,
            Subject::Workload(_) => Self::Workload,
            Subject::Budget(_) => Self::Budget,
            Subject::Service(_) => Self::Service,
        }
    }

    /// Is it about one of these kinds? All are kept if none is named.
    pub(super) fn keeps(kinds: &[Self], subject: Subject) -> bool {
        kinds.is_empty() || kinds.contains(&Self::of(subject))
    }
}

/// An edition of GKE's limits.
pub(super) fn edition(text: &str) -> Result<Edition, String> {
    Edition::named(text).ok_or_else(|| "isn't an edition: use 2026 or 2025".to_owned())
}
