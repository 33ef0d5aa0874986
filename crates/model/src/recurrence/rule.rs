//! The parts of a recurrence rule.

/// The period of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Frequency {
    Yearly,
    Monthly,
    Weekly,
    Daily,
    Hourly,
    Minutely,
    Secondly,
}

/// A weekday, alone or the `nth` of its month or year (`-1` = the last one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WeekdayNum {
    pub nth: Option<i16>,
    /// 0 = Monday.
    pub weekday: u8,
}

/// An RRULE. Lists are sorted and without duplicates; an empty list means the part is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrence {
    pub frequency: Frequency,
    /// At least 1.
    pub interval: u32,
    pub count: Option<u32>,
    /// No instant is later than this.
    pub until: Option<i64>,
    /// 0 = Monday.
    pub week_start: u8,
    pub by_second: Vec<u8>,
    pub by_minute: Vec<u8>,
    pub by_hour: Vec<u8>,
    pub by_day: Vec<WeekdayNum>,
    pub by_month_day: Vec<i8>,
    pub by_year_day: Vec<i16>,
    pub by_week_no: Vec<i8>,
    pub by_month: Vec<u8>,
    pub by_set_pos: Vec<i16>,
}

impl Recurrence {
    /// A rule with only a frequency: weeks begin on Monday.
    pub fn every(frequency: Frequency) -> Self {
        Self {
            frequency,
            interval: 1,
            count: None,
            until: None,
            week_start: 0,
            by_second: Vec::new(),
            by_minute: Vec::new(),
            by_hour: Vec::new(),
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            by_year_day: Vec::new(),
            by_week_no: Vec::new(),
            by_month: Vec::new(),
            by_set_pos: Vec::new(),
        }
    }
}
