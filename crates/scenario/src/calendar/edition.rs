//! The editions of GKE's limits for maintenance policies (AM-24).

use crate::field::{Field, FieldType, Reader};
use crate::json::Json;
use base::civil::DAY;
use base::muted;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// 48 hours in every 32 days, No upgrades for 30 days.
    Y2025,
    /// 48 hours in every 92 days, No upgrades for 90 days (BS-21).
    #[default]
    Y2026,
}

impl Edition {
    pub const ALL: [Self; 2] = [Self::Y2025, Self::Y2026];

    /// The editions' periods in which enough maintenance must be possible, the older edition's first.
    pub const PERIODS_DAYS: [i64; 2] = [32, 92];

    /// Reads `2025` and `2026`, and the former names `seed` and `current`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "2025" | "seed" => Some(Self::Y2025),
            "2026" | "current" => Some(Self::Y2026),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Y2025 => "2025",
            Self::Y2026 => "2026",
        }
    }

    pub fn other(self) -> Self {
        match self {
            Self::Y2025 => Self::Y2026,
            Self::Y2026 => Self::Y2025,
        }
    }

    /// The length of the period in which enough maintenance must be possible.
    ///
    /// Rulebook: MW-15, MX-22, BS-21. Source: Configure maintenance windows and exclusions.
    pub fn period_days(self) -> i64 {
        match self {
            Self::Y2026 if !muted("BS-21") => Self::PERIODS_DAYS[1],
            Self::Y2025 | Self::Y2026 => Self::PERIODS_DAYS[0],
        }
    }

    /// The longest allowed exclusion that blocks everything.
    ///
    /// Rulebook: MX-26, BS-21. Source: Configure maintenance windows and exclusions.
    pub fn longest_freeze_days(self) -> i64 {
        match self {
            Self::Y2026 if !muted("BS-21") => 90,
            Self::Y2025 | Self::Y2026 => 30,
        }
    }

    pub fn period(self) -> i64 {
        self.period_days() * DAY
    }
}

/// A text or a number.
impl Field for Edition {
    const TYPE: FieldType = FieldType::Edition;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let edition = match json {
            Json::Int(year) => Self::named(&year.to_string()),
            other => other.text().and_then(Self::named),
        };
        if edition.is_none() {
            cx.wrong("json-edition", json);
        }
        edition
    }
    fn write(&self) -> Json {
        self.name().into()
    }
}
