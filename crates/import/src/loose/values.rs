//! Single values: texts, numbers, booleans, and presence.

use core::ops::Deref;

use super::{Scalar, Target, from_scalar};
use scenario::json::number_text;

/// A text; numbers and booleans become text, because `cpu: 1` means `"1"`. Empty if absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text(pub(crate) String);

from_scalar!(Text, |scalar: Scalar<'_>| Text(match scalar {
    Scalar::Null => String::new(),
    Scalar::Bool(value) => value.to_string(),
    Scalar::Int(value) => value.to_string(),
    Scalar::Float(value) => number_text(value),
    Scalar::Text(value) => value.to_owned(),
}));

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Text {
    /// The text, if there is one.
    pub(crate) fn some(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

/// An integer; int64 fields are strings in the API's JSON (`"maxPodsPerNode": "110"`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Int(pub(crate) Option<i64>);

from_scalar!(Int, Int::of);

/// An integer, or the text if it isn't one: `${REPLICAS}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) int: Option<i64>,
    pub(crate) unread: Text,
}

from_scalar!(Count, |scalar: Scalar<'_>| {
    let text = match scalar {
        Scalar::Text(text) => text,
        _ => "",
    };
    let Int(int) = Int::of(scalar);
    let unread = if int.is_none() { text } else { "" };
    Count { int, unread: Text(unread.to_owned()) }
});

/// `3.0` is 3; fractions and numbers out of range are `None`.
fn whole(value: f64) -> Option<i64> {
    let fits = value.fract() == 0.0 && value.abs() < 9.0e15;
    fits.then_some(value as i64)
}

impl Int {
    fn of(scalar: Scalar<'_>) -> Self {
        Self(match scalar {
            Scalar::Null | Scalar::Bool(_) => None,
            Scalar::Int(value) => Some(value),
            Scalar::Float(value) => whole(value),
            Scalar::Text(value) => {
                let value = value.trim();
                // YAML's `3.0` arrives as text.
                let fraction = || value.parse().ok().and_then(whole);
                value.parse().ok().or_else(fraction)
            }
        })
    }

    /// As a count: `None` if negative.
    pub(crate) fn count(self) -> Option<u32> {
        self.0.and_then(|value| u32::try_from(value).ok())
    }
}

/// A boolean; false if absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flag(pub(crate) bool);

from_scalar!(Flag, |scalar: Scalar<'_>| Flag(match scalar {
    Scalar::Bool(value) => value,
    Scalar::Text(value) => value == "true",
    Scalar::Null | Scalar::Int(_) | Scalar::Float(_) => false,
}));

/// A budget's `minAvailable`: an integer or a percentage, kept as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum IntOrText {
    #[default]
    Absent,
    Int(i64),
    Text(String),
}

from_scalar!(IntOrText, |scalar: Scalar<'_>| match scalar {
    Scalar::Null | Scalar::Bool(_) => IntOrText::Absent,
    Scalar::Int(value) => IntOrText::Int(value),
    // Budgets can't have fractions: the checks report them.
    Scalar::Float(value) => {
        whole(value).map_or_else(|| IntOrText::Text(value.to_string()), IntOrText::Int)
    }
    Scalar::Text(value) => IntOrText::Text(value.to_owned()),
});

/// Does the key exist with a value other than null?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Present(pub(crate) bool);

impl Target for Present {
    fn clear(&mut self) {
        self.0 = false;
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        self.0 = !matches!(scalar, Scalar::Null);
    }

    fn list(&mut self) {
        self.0 = true;
    }

    fn object(&mut self) {
        self.0 = true;
    }
}

from_scalar!(bool, |scalar: Scalar<'_>| matches!(scalar, Scalar::Bool(true)));
