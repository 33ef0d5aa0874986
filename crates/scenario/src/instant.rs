//! RFC 3339 instants, without a calendar crate.

use base::civil::{civil_from_days, days_from_civil, days_in_month};

const DAY_MS: i64 = 86_400_000;

/// Milliseconds since 1970 of `2026-01-05T00:00:00Z`; offsets and fractions of a second are read.
pub fn parse(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied();
    let number = |from: usize, len: usize| -> Option<i64> {
        let part = bytes.get(from..from + len)?;
        part.iter().try_fold(0, |all, digit| {
            digit.is_ascii_digit().then(|| all * 10 + i64::from(digit - b'0'))
        })
    };
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    if marks.iter().any(|(index, mark)| at(*index) != Some(*mark))
        || !matches!(at(10), Some(b'T' | b't' | b' '))
    {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
    let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
    // Clocks here have no leap seconds.
    let second = if second == 60 { 59 } else { second };
    if !(1..=12).contains(&month)
        || !(1..=days_in_month(year, month)).contains(&day)
        || hour > 23
        || minute > 59
        || second > 59
    {
        return None;
    }
    let (fraction_ms, rest) = fraction(text.get(19..)?)?;
    let offset_min = offset(rest)?;
    let minutes = days_from_civil(year, month, day) * 1440 + hour * 60 + minute - offset_min;
    Some((minutes * 60 + second) * 1000 + fraction_ms)
}

/// The same; a day means its start in UTC.
pub fn day_or_time(text: &str) -> Option<i64> {
    parse(text).or_else(|| parse(&format!("{text}T00:00:00Z")))
}

fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(rest) = rest.strip_prefix('.') else {
        return Some((0, rest));
    };
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = rest.split_at(end);
    if digits.is_empty() {
        return None;
    }
    let ms = digits
        .bytes()
        .chain(*b"000")
        .take(3)
        .fold(0, |all, digit| all * 10 + i64::from(digit - b'0'));
    Some((ms, rest))
}

/// Minutes east of Greenwich.
fn offset(text: &str) -> Option<i64> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let two = |part: &str| -> Option<i64> {
        let digits = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok())?
    };
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// `2026-01-05T00:00:00Z`; milliseconds only if there are any.
pub fn format(unix_ms: i64) -> String {
    let (day, ms) = (unix_ms.div_euclid(DAY_MS), unix_ms.rem_euclid(DAY_MS));
    let (year, month, date) = civil_from_days(day);
    let secs = ms / 1000;
    let fraction = match ms % 1000 {
        0 => String::new(),
        part => format!(".{part:03}"),
    };
    format!(
        "{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}{fraction}Z",
        secs / 3600,
        secs / 60 % 60,
        secs % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_survive_a_round_trip() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2026-01-05T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "1899-12-31T12:00:00.250Z",
            "2400-12-31T23:59:59Z",
        ] {
            assert_eq!(parse(text).map(format).as_deref(), Some(text));
        }
        assert_eq!(parse("2026-01-05T00:00:00Z"), Some(1_767_571_200_000));
        assert_eq!(parse("2026-01-05T05:30:00+05:30"), Some(1_767_571_200_000));
        for bad in [
            "2026-02-29T00:00:00Z",
            "2026-01-05",
            "2026-01-05T00:00:00",
            "2026-01-05T24:00:00Z",
            "2026-01-05T00:00:00+5:30",
            "2026-01-05T00:00:00.Z",
            "2026-01-0éT00:00:00Z",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
