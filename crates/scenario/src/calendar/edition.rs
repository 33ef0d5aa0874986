//! The editions of GKE's limits for maintenance policies (AM-24).

use base::civil::DAY;
use base::{Message, muted, say};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edition {
    /// 48 hours in every 32 days, No upgrades for 30 days.
    #[default]
    Y2025,
    /// 48 hours in every 92 days, No upgrades for 90 days (BS-21).
    Y2026,
}

impl Edition {
    pub const NAMES: [(&'static str, Self); 2] = [("seed", Self::Y2025), ("current", Self::Y2026)];

    /// The editions' periods in which enough maintenance must be possible, the older edition's first.
    pub const PERIODS_DAYS: [i64; 2] = [32, 92];

    /// Rulebook: AM-24. Source: Configure maintenance windows and exclusions.
    pub fn named(name: &str) -> Option<Self> {
        if name.is_empty() && !muted("AM-24") {
            return Some(Self::default());
        }
        let mut names = Self::NAMES.iter();
        names.find(|(known, _)| *known == name).map(|(_, it)| *it)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// The years of Google's pages that describe it.
    pub fn years(self) -> Message {
        say!(match self {
            Self::Y2025 => "edition-years-seed",
            Self::Y2026 => "edition-years-current",
        })
    }

    /// Its name with the years.
    pub fn message(self) -> Message {
        say!("edition-with-years", name = self.name(), years = self.years())
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
