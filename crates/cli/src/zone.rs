//! Time zones by name, from built-in tables; the present.

use super::Failure;
use base::say;
use std::time::{SystemTime, UNIX_EPOCH};

use scenario::calendar::Zone;
use scenario::calendar::zone::to_utc;
use scenario::instant;

pub(super) struct NamedZone {
    name: String,
    zone: jiff::tz::TimeZone,
}

impl NamedZone {
    pub(super) fn find(name: &str) -> Result<Self, Failure> {
        let zone = jiff::tz::TimeZone::get(name)
            .map_err(|_| Failure(say!("cli-no-time-zone", name = name)))?;
        Ok(Self { name: name.to_owned(), zone })
    }
}

/// An instant in milliseconds: RFC 3339, or a local time such as `2026-12-20 06:00` in the zone.
pub(super) fn moment(text: &str, zone: Option<&NamedZone>) -> Option<i64> {
    instant::parse(text).or_else(|| {
        let seconds = if text.len() == "2026-12-20 06:00".len() { ":00" } else { "" };
        let local = instant::parse(&format!("{text}{seconds}Z"))?;
        Some(to_utc(zone?, local.div_euclid(1000)).saturating_mul(1000))
    })
}

/// `2026-12-20T06:00:00Z`, or with the offset of the zone.
pub(super) fn format(unix_ms: i64, zone: Option<&NamedZone>) -> String {
    let Some(zone) = zone else {
        return instant::format(unix_ms);
    };
    let offset = zone.offset(unix_ms.div_euclid(1000));
    let local = instant::format(unix_ms.saturating_add(offset.saturating_mul(1000)));
    let minutes = offset.abs() / 60;
    let sign = if offset < 0 { '-' } else { '+' };
    format!("{}{sign}{:02}:{:02}", local.trim_end_matches('Z'), minutes / 60, minutes % 60)
}

/// The present in milliseconds: --now, or what the machine's clock says.
pub(super) fn now(text: Option<&str>) -> Result<i64, Failure> {
    match text {
        Some(text) => instant::parse(text).ok_or_else(|| Failure(say!("cli-no-now", text = text))),
        None => {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(i64::try_from(since.as_millis()).unwrap_or_default())
        }
    }
}

impl Zone for NamedZone {
    fn name(&self) -> &str {
        &self.name
    }

    fn offset(&self, at: i64) -> i64 {
        let at = jiff::Timestamp::from_second(at);
        at.map_or(0, |at| i64::from(self.zone.to_offset(at).seconds()))
    }
}
