//! A change moved to another day: the edit of the script, and when it is due then.

use super::changes::DueChange;
use base::civil::DAY;
use scenario::calendar::zone::{Zone, to_local, to_utc};
use scenario::edit::{self, Edit};
use scenario::instant;
use scenario::json::Json;
use scenario::units::{At, Duration};

#[derive(Clone, PartialEq, Debug)]
pub struct Moved {
    /// `None`: it stays where it is.
    pub edit: Option<Edit>,
    /// When the change is due, in seconds since 1970.
    pub at: i64,
    /// It would be due before the scenario starts.
    pub is_early: bool,
}

/// Moves a change by days of the zone; the time of day stays. `None`: it has no date of its own.
pub fn moved(
    doc: &Json,
    start_ms: i64,
    one: &DueChange,
    by: i64,
    zone: &dyn Zone,
) -> Option<Moved> {
    let pointer = format!("/script/{}/at", one.dated_by?);
    let written = edit::at(doc, &pointer);
    let before = match written {
        Some(Json::Int(ms)) => *ms,
        Some(text) => At::parse(text.text()?)?.since(start_ms),
        None => 0,
    };
    let local = to_local(zone, (start_ms + before).div_euclid(1000));
    let wanted = to_utc(zone, local + by * DAY) * 1000 - start_ms;
    let after = wanted.max(before.min(0));
    let edit =
        (after != before).then(|| Edit::Set(pointer.clone(), write(written, start_ms, after)));
    Some(Moved { edit, at: one.at + (after - before).div_euclid(1000), is_early: after > wanted })
}

/// A time, in ms since the start, in the form of the one before it.
fn write(before: Option<&Json>, start_ms: i64, ms: i64) -> Json {
    let text = before.and_then(Json::text).unwrap_or_default();
    match before {
        Some(Json::Int(_)) => Json::Int(ms),
        _ if matches!(At::parse(text), Some(At::Instant(_))) => {
            let full = instant::format(start_ms + ms);
            let is_day = text.len() == 10;
            let day = full.strip_suffix("T00:00:00Z").filter(|_| is_day);
            day.unwrap_or(&full).into()
        }
        _ => {
            let (days, rest) = (ms.div_euclid(DAY * 1000), ms.rem_euclid(DAY * 1000));
            let text = match (days, rest) {
                (0, rest) => Duration(rest).to_string(),
                (days, 0) => format!("{days}d"),
                (days, rest) => format!("{days}d{}", Duration(rest)),
            };
            text.as_str().into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maintenance::policy;
    use crate::shell::state::Shared;
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::calendar::day::{clock, weekday_of};

    #[test]
    fn a_moved_change_keeps_its_time_of_day_and_the_form_in_which_it_is_written() {
        let text = r#"{"version":1,"start":"2026-12-01T09:00:00Z","cluster":{"currentMasterVersion":"1.33.4-gke.100"},
            "pools":[{"name":"a","initialNodeCount":1},{"name":"b","initialNodeCount":1}],
            "script":[{"at":"4d15h","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.100"},
                      {"at":"0s","after":"controlPlane","do":"upgrade","pool":"a"},
                      {"at":"2026-12-05","do":"upgrade","pool":"b","automatic":true},
                      {"at":"2026-12-05T06:30:00Z","do":"upgrade","pool":"b","automatic":true},
                      {"at":345600000,"do":"upgrade","pool":"b","automatic":true}]}"#;
        let json = Shared::new(Json::parse(text).expect("it is JSON"));
        let planner = policy::of(&json).expect("it is read");
        let mut out = String::new();
        for entry in 0..5 {
            let one = planner.due.iter().find(|one| one.entry == entry).expect("it is there");
            for by in [7, -30] {
                let moved = moved(&json, planner.start_ms, one, by, &Utc).expect("it has a date");
                let said = |at: i64| format!("{} {}", weekday_of(at.div_euclid(DAY)), clock(at));
                let edit = match &moved.edit {
                    Some(Edit::Set(pointer, value)) => format!("{pointer} {}", value.compact()),
                    _ => "stays".to_owned(),
                };
                let early = if moved.is_early { ", early" } else { "" };
                out +=
                    &format!("{}: {} -> {}{early}: {edit}\n", entry, said(one.at), said(moved.at));
            }
        }
        expect![[r#"
            0: Sun 6 Dec 00:00 -> Sun 13 Dec 00:00: /script/0/at "11d15h"
            0: Sun 6 Dec 00:00 -> Tue 1 Dec 09:00, early: /script/0/at "0s"
            1: Sun 6 Dec 00:00 -> Sun 13 Dec 00:00: /script/0/at "11d15h"
            1: Sun 6 Dec 00:00 -> Tue 1 Dec 09:00, early: /script/0/at "0s"
            2: Sat 5 Dec 00:00 -> Sat 12 Dec 00:00: /script/2/at "2026-12-12"
            2: Sat 5 Dec 00:00 -> Tue 1 Dec 09:00, early: /script/2/at "2026-12-01T09:00:00Z"
            3: Sat 5 Dec 06:30 -> Sat 12 Dec 06:30: /script/3/at "2026-12-12T06:30:00Z"
            3: Sat 5 Dec 06:30 -> Tue 1 Dec 09:00, early: /script/3/at "2026-12-01T09:00:00Z"
            4: Sat 5 Dec 09:00 -> Sat 12 Dec 09:00: /script/4/at 950400000
            4: Sat 5 Dec 09:00 -> Tue 1 Dec 09:00, early: /script/4/at 0
        "#]]
        .assert_eq(&out);
    }
}
