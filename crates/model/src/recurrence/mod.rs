//! Recurrence rules of RFC 5545, and the instants that they give.
//!
//! Times are whole seconds since 1970 in UTC, days are UTC days (MW-12). The calendar has the years 0 to 9999.
//!
//! Where RFC 5545 leaves something open, a rule means what most programs that read it make of it:
//! - without any part that names days, the start says month, day or weekday; BYWEEKNO alone means all days of the week;
//! - a year with BYWEEKNO is the calendar's and not that of its weeks: a day counts by the number of the week it lies in;
//! - parts that do not belong to the frequency only limit, and ordinals outside MONTHLY and YEARLY say nothing;
//! - second 60 is second 59.

mod days;
mod expand;
mod rule;
mod sink;
mod spots;
mod times;
mod walk;

pub use expand::{Expansion, TooMany, expand, first};
pub use rule::{Frequency, Recurrence, WeekdayNum};

use base::civil::DAY;

/// The first instant that is in no calendar: the year 10000.
pub const CALENDAR_END: i64 = 253_402_300_800;

/// The first instant of the calendar: the year 0.
pub const CALENDAR_START: i64 = -62_167_219_200;
