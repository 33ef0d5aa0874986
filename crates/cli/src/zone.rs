//! Time zones by name, from built-in tables.

use super::Failure;
use base::say;
use scenario::calendar::Zone;

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

impl Zone for NamedZone {
    fn name(&self) -> &str {
        &self.name
    }

    fn offset(&self, at: i64) -> i64 {
        let at = jiff::Timestamp::from_second(at);
        at.map_or(0, |at| i64::from(self.zone.to_offset(at).seconds()))
    }
}
