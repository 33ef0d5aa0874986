//! Values with a unit: durations, instants, times, resource quantities.

use super::field::{Field, FieldType, Reader};
use super::instant;
use super::json::{Json, number_text};
use super::primitive::integer;
use base::quantity::Quantity;
use base::{SimSpan, say};
use std::fmt;

/// A duration in milliseconds, always whole seconds (AM-83); may be negative until a check has refused it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Duration(pub i64);

impl Duration {
    pub const fn from_secs(secs: i64) -> Self {
        Self(secs.saturating_mul(1000))
    }

    /// Never negative.
    pub fn span(self) -> SimSpan {
        SimSpan::from_ms(self.0.max(0))
    }

    /// Reads typed text: as `parse` does, or a bare number as seconds.
    pub fn typed(text: &str) -> Option<Self> {
        let text = text.trim();
        match text.parse::<u32>() {
            Ok(secs) => Some(Self::from_secs(secs.into())),
            Err(_) => Self::parse(text),
        }
    }

    /// Reads `180s`, `1h30m`, `1.5h`, `250ms`, `7d`, with an optional sign.
    pub fn parse(text: &str) -> Option<Self> {
        let (sign, mut rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        if rest == "0" {
            return Some(Self(0));
        }
        let mut total: i64 = 0;
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
            let (number, tail) = rest.split_at(end);
            let end = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
            let (unit, tail) = tail.split_at(end);
            let unit_ms = match unit {
                "ms" => 1,
                "s" => 1000,
                "m" => 60_000,
                "h" => 3_600_000,
                "d" => 86_400_000,
                _ => return None,
            };
            total = total.checked_add(decimal(number, unit_ms)?)?;
            rest = tail;
        }
        total.checked_mul(sign).map(Self)
    }
}

/// In readable form: `1h2m3s`, with milliseconds if there are any.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = self.0.unsigned_abs();
        if ms == 0 {
            return f.write_str("0s");
        }
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let units = [
            (ms / 3_600_000, "h"),
            (ms / 60_000 % 60, "m"),
            (ms / 1000 % 60, "s"),
            (ms % 1000, "ms"),
        ];
        for (number, unit) in units.into_iter().filter(|(number, _)| *number > 0) {
            write!(f, "{number}{unit}")?;
        }
        Ok(())
    }
}

/// `1.5` times the unit, rounded down to whole milliseconds.
fn decimal(number: &str, unit_ms: i64) -> Option<i64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || fraction.contains('.') {
        return None;
    }
    let mut ms = whole.parse::<i64>().ok()?.checked_mul(unit_ms)?;
    let mut place = unit_ms;
    for digit in fraction.bytes().take(9) {
        ms = ms.checked_add(place.checked_mul(i64::from(digit - b'0'))? / 10)?;
        place /= 10;
    }
    Some(ms)
}

/// `180s`, or `1500 ms` as an integer if there is a fraction.
fn write_ms(ms: i64) -> Json {
    if ms % 1000 == 0 { Json::Text(format!("{}s", ms / 1000)) } else { Json::Int(ms) }
}

/// Rounds away from zero to whole seconds and reports it (AM-83).
fn whole_seconds(ms: i64, cx: &mut Reader<'_>) -> i64 {
    if ms % 1000 == 0 {
        return ms;
    }
    let secs = (ms / 1000).saturating_add(ms.signum());
    cx.warn(
        "document/whole-seconds",
        say!("check-document-whole-seconds", ms = ms.to_string(), secs = secs.to_string()),
    );
    secs.saturating_mul(1000)
}

impl Field for Duration {
    const TYPE: FieldType = FieldType::Duration;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let ms = match json {
            Json::Text(text) => Self::parse(text).map(|duration| duration.0),
            other => integer(other),
        };
        if ms.is_none() {
            cx.wrong("json-duration", json);
        }
        ms.map(|ms| Self(whole_seconds(ms, cx)))
    }
    fn write(&self) -> Json {
        write_ms(self.0)
    }
}

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Instant(pub i64);

impl Field for Instant {
    const TYPE: FieldType = FieldType::Instant;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let ms = json.text().and_then(instant::day_or_time);
        if ms.is_none() {
            cx.wrong("json-instant", json);
        }
        ms.map(Self)
    }
    fn write(&self) -> Json {
        Json::Text(instant::format(self.0))
    }
}

/// A time: an offset from the scenario's start, or an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Milliseconds since the start.
    Offset(i64),
    /// Milliseconds since 1970.
    Instant(i64),
}

impl At {
    /// Reads `90s`, `1h2m3s`, `01:02:03`, a day, or RFC 3339.
    pub fn parse(text: &str) -> Option<Self> {
        Duration::parse(text)
            .map(|duration| Self::Offset(duration.0))
            .or_else(|| clock(text).map(Self::Offset))
            .or_else(|| instant::day_or_time(text).map(Self::Instant))
    }

    /// The offset; zero for an instant.
    pub fn after(self) -> SimSpan {
        match self {
            Self::Offset(ms) => SimSpan::from_ms(ms.max(0)),
            Self::Instant(_) => SimSpan::ZERO,
        }
    }

    /// Milliseconds since the start, which is at `start_unix_ms`.
    pub fn since(self, start_unix_ms: i64) -> i64 {
        match self {
            Self::Offset(ms) => ms,
            Self::Instant(ms) => ms.saturating_sub(start_unix_ms),
        }
    }
}

/// `01:02:03` or `+01:02:03`; hours may exceed 24.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.strip_prefix('+').unwrap_or(text).split(':');
    let mut next = || -> Option<i64> {
        let part = parts.next()?;
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok())?
    };
    let (hours, minutes, seconds) = (next()?, next()?, next()?);
    if minutes > 59 || seconds > 59 || parts.next().is_some() {
        return None;
    }
    hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?.checked_mul(1000)
}

impl Field for At {
    const TYPE: FieldType = FieldType::At;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let at = match json {
            Json::Text(text) => Self::parse(text),
            other => integer(other).map(Self::Offset),
        };
        match at {
            Some(Self::Offset(ms)) => Some(Self::Offset(whole_seconds(ms, cx))),
            Some(Self::Instant(ms)) => Some(Self::Instant(whole_seconds(ms, cx))),
            None => {
                cx.wrong("json-time", json);
                None
            }
        }
    }
    fn write(&self) -> Json {
        match self {
            Self::Offset(ms) => write_ms(*ms),
            Self::Instant(ms) => Json::Text(instant::format(*ms)),
        }
    }
}

/// A resource quantity in Kubernetes' form, kept as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Amount(pub String);

impl Amount {
    pub fn quantity(&self) -> Option<Quantity> {
        Quantity::parse(&self.0)
    }

    /// Thousandths; 0 for text that isn't a quantity, which the reader has refused.
    pub fn millis(&self) -> i64 {
        self.quantity().and_then(Quantity::millis).unwrap_or(0)
    }

    /// Whole units.
    pub fn units(&self) -> i64 {
        self.quantity().and_then(Quantity::units).unwrap_or(0)
    }
}

impl Field for Amount {
    const TYPE: FieldType = FieldType::Amount;
    fn read<'a>(json: &'a Json, cx: &mut Reader<'a>) -> Option<Self> {
        let amount = match json {
            Json::Text(text) => Some(Self(text.clone())),
            Json::Int(value) => Some(Self(value.to_string())),
            Json::Float(value) => Some(Self(number_text(*value))),
            Json::Null | Json::Bool(_) | Json::List(_) | Json::Object(_) => None,
        };
        let valid = amount.filter(|amount| {
            amount.quantity().is_some_and(|q| q >= Quantity::from_units(0) && q.millis().is_some())
        });
        if valid.is_none() {
            cx.wrong("json-quantity", json);
        }
        valid
    }
    fn write(&self) -> Json {
        Json::Text(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_and_apis_write_them() {
        let ms = |text: &str| Duration::parse(text).map(|duration| duration.0);
        assert_eq!(ms("180s"), Some(180_000));
        assert_eq!(ms("1h30m"), Some(5_400_000));
        assert_eq!(ms("1.5h"), Some(5_400_000));
        assert_eq!(ms("0.25s"), Some(250));
        assert_eq!(ms("250ms"), Some(250));
        assert_eq!(ms("7d"), Some(604_800_000));
        assert_eq!(ms("-5s"), Some(-5000));
        for bad in
            ["", "-", "s", "180", "1x", "1h30", "1..5h", ".5s", "9999999999999999999s", "PT5M"]
        {
            assert_eq!(ms(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_bare_number_that_is_typed_is_seconds() {
        let ms = |text: &str| Duration::typed(text).map(|duration| duration.0);
        assert_eq!(ms(" 90 "), Some(90_000));
        assert_eq!(ms("1m30s"), Some(90_000));
        assert_eq!(ms("-5s"), Some(-5000));
        assert_eq!(ms("-5"), None);
        assert_eq!(ms("soon"), None);
    }

    #[test]
    fn durations_are_read_as_they_are_shown() {
        for text in ["0s", "180ms", "3s", "2m", "1h2m3s", "30h", "1h4ms", "-1m5s"] {
            let read = Duration::parse(text).unwrap();
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn times_are_offsets_clocks_or_instants() {
        assert_eq!(At::parse("90s"), Some(At::Offset(90_000)));
        assert_eq!(At::parse("01:02:03"), Some(At::Offset(3_723_000)));
        assert_eq!(At::parse("+100:00:00"), Some(At::Offset(360_000_000)));
        assert_eq!(At::parse("1970-01-01T00:00:01Z"), Some(At::Instant(1000)));
        for bad in ["1:2", "01:60:00", "::", "2026-13-01T00:00:00Z", "soon"] {
            assert_eq!(At::parse(bad), None, "{bad}");
        }
    }
}
