//! UNTIL.

use super::Reading;
use base::civil::{DAY, days_from_civil, days_in_month};

/// Reads an instant like `20261231T235959Z`, and how it was interpreted; else returns the key of the error.
pub(super) fn read(
    value: &str,
) -> Result<(i64, impl Iterator<Item = Reading> + use<>), &'static str> {
    const FORM: &str = "rrule-until-form";
    let bytes = value.as_bytes();
    let number = |from: usize, to: usize| {
        let digits = bytes.get(from..to)?;
        let all = digits.iter().all(u8::is_ascii_digit);
        all.then(|| digits.iter().fold(0, |number, digit| 10 * number + i64::from(digit & 15)))
    };
    let (year, month, day) = (number(0, 4), number(4, 6), number(6, 8));
    let (Some(year), Some(month), Some(day)) = (year, month, day) else {
        return Err(FORM);
    };
    let (hour, minute, second, reading) = match bytes.get(8..).unwrap_or_default() {
        [] => (23, 59, 59, Some(Reading::UntilEndOfDay)),
        [b'T' | b't', rest @ ..] => {
            let reading = match rest.get(6..) {
                Some([b'Z' | b'z']) => None,
                Some([]) => Some(Reading::UntilInUtc),
                _ => return Err(FORM),
            };
            match (number(9, 11), number(11, 13), number(13, 15)) {
                (Some(hour), Some(minute), Some(second)) => (hour, minute, second, reading),
                _ => return Err(FORM),
            }
        }
        _ => return Err(FORM),
    };
    if !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day) {
        return Err("rrule-until-day");
    }
    if hour > 23 || minute > 59 || second > 60 {
        return Err("rrule-until-time");
    }
    let leap = (second == 60).then_some(Reading::SecondSixty);
    let of_day = hour * 3600 + minute * 60 + second.min(59);
    let until = days_from_civil(year, month, day) * DAY + of_day;
    Ok((until, reading.into_iter().chain(leap)))
}
