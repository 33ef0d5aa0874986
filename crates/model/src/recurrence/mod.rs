//! Recurrence rules of RFC 5545, and their instants.
//!
//! Times are whole seconds since 1970 in UTC, days are UTC days (MW-12). The calendar has the years 0 to 9999.
//!
//! Where RFC 5545 is ambiguous, a rule means what most programs make of it:
//! - if no part selects days, month, day or weekday come from the start; BYWEEKNO alone means all days of the week;
//! - a year with BYWEEKNO is the calendar year: a day counts by the number of its week;
//! - parts that don't belong to the frequency only limit, and ordinals outside MONTHLY and YEARLY are ignored;
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

/// The first instant after the calendar: the year 10000.
pub const CALENDAR_END: i64 = 253_402_300_800;

/// The first instant of the calendar: the year 0.
pub const CALENDAR_START: i64 = -62_167_219_200;
