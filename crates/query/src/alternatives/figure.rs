//! A number of a run in the table of changes.

use crate::outcome::to_the_end;
use base::SimSpan;
use trace::{Conclusion, Phrase, Value};

/// A tenth of an hour.
const TENTH: i64 = 360_000;

/// A number of a run in the table of changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    Count(u32),
    /// So many of so many.
    Of(u32, u32),
    Is(bool),
    /// What lasts to the end of the run adds [`TO_THE_END`].
    Span(SimSpan),
    /// Upgrades don't end, or not as those of the run did.
    Ends(Conclusion),
    /// Milliseconds of nodes' existence, summed over nodes.
    NodeTime(i64),
}

impl Figure {
    pub(super) fn amount(self) -> i64 {
        match self {
            Self::Count(n) | Self::Of(n, _) => n.into(),
            Self::Is(is) => is.into(),
            Self::Span(span) => span.ms(),
            Self::Ends(_) => i64::MAX,
            Self::NodeTime(ms) => ms,
        }
    }

    pub fn value(self) -> Value {
        match self {
            Self::Count(n) => n.into(),
            Self::Of(n, of) => Value::from(Phrase::new("number-of").with("n", n).with("of", of)),
            Self::Is(is) => Value::from(Phrase::new(if is { "number-yes" } else { "number-no" })),
            Self::Span(span) => match to_the_end(span) {
                0 if (1..1000).contains(&span.ms()) => {
                    Value::from(Phrase::new("number-under-a-second"))
                }
                0 => span.rounded().into(),
                n => Value::from(Phrase::new("value-to-the-end").with("n", n)),
            },
            Self::Ends(how) => Value::from(Phrase::new("number-ends").with("outcome", how.name())),
            Self::NodeTime(ms) => {
                let tenths = (ms + TENTH / 2) / TENTH;
                let hours = Phrase::new("number-hours").with("n", tenths / 10);
                Value::from(hours.with("tenths", tenths % 10))
            }
        }
    }
}
