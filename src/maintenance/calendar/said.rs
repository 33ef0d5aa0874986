//! What a drag changes, in sentences: before it ends, and when it has.

use super::dates::{day_of, days_of, time_of};
use super::drag::{CalendarDrag, CalendarGrip};
use crate::maintenance::policy;
use crate::maintenance::policy::changes::DueChange;
use crate::maintenance::policy::{DAY, Planner, edits, month_grid};
use crate::shell::words::{t, tm, tn};
use scenario::calendar::report::SHOWN_DAYS;
use scenario::calendar::zone::Zone;
use scenario::calendar::{Span, sentence};
use scenario::edit::{self, Edit};
use scenario::json::Json;

/// The most changes whose new start is said.
const MOST: usize = 2;

/// `Upgrade of default-pool`
pub(super) fn upgrade_of(one: &DueChange) -> String {
    match one.pool.as_str() {
        "" => t("ui-cal-upgrade-cp"),
        pool => tn("ui-cal-upgrade", &[("name", pool.into())]),
    }
}

/// The scenario, and how its days are shown.
pub(super) struct Before<'a> {
    pub(super) doc: &'a Json,
    pub(super) planner: &'a Planner,
    pub(super) zone: &'a dyn Zone,
}

impl Before<'_> {
    /// What a drag makes of the scenario; `None`: nothing.
    pub(super) fn says(&self, drag: &CalendarDrag, edit: Option<&Edit>) -> Option<String> {
        let json = edit.map(|edit| edit::apply(self.doc, edit));
        let after = json.and_then(|json| policy::after(&json, self.planner));
        let mut says = match &drag.grip {
            CalendarGrip::New(scope) => {
                let days = month_grid::span(drag.began.min(drag.day), self.zone);
                let last = month_grid::span(drag.began.max(drag.day), self.zone);
                let name = edits::free_name(self.doc, "exclusion");
                let days = days_of(Span::new(days.from, last.to), self.zone);
                let args = [("name", name), ("days", days), ("scope", scope.name().to_owned())];
                tn("ui-cal-says-new", &args.map(|(name, text)| (name, text.into())))
            }
            CalendarGrip::Window => {
                let [now, before] = [after.as_ref()?, self.planner].map(|one| self.window(one));
                tn("ui-cal-says-window", &[("now", now.into()), ("before", before.into())])
            }
            CalendarGrip::Change(entry) => self.due(drag, *entry)?,
            CalendarGrip::Whole(name) | CalendarGrip::From(name) | CalendarGrip::To(name) => {
                let days = |planner: &Planner| {
                    let mut all = planner.own.policy.exclusions.iter();
                    let one = all.find(|one| one.name == *name)?;
                    Some(days_of(one.span, self.zone))
                };
                let args = [
                    ("name", name.clone()),
                    ("days", days(after.as_ref()?)?),
                    ("before", days(self.planner)?),
                ];
                tn("ui-cal-says-moved", &args.map(|(name, text)| (name, text.into())))
            }
        };
        for start in after.iter().flat_map(|after| self.starts(after, drag)) {
            says += " ";
            says += &start;
        }
        Some(says)
    }

    /// When the window of a plan is open.
    fn window(&self, planner: &Planner) -> String {
        let start = planner.start_ms.div_euclid(1000);
        let year = Span::new(start, start + SHOWN_DAYS * DAY);
        let open: Vec<Span> = planner.own.openings(year).collect();
        tm(&sentence::of(&planner.own.policy.window, &open, year, self.zone).says)
    }

    /// When a dragged change is due, and what moves with it.
    fn due(&self, drag: &CalendarDrag, entry: usize) -> Option<String> {
        let all = &self.planner.due;
        let one = all.iter().find(|one| one.entry == entry)?;
        let what = upgrade_of(one);
        let Some(moved) = drag.moved(self.doc, self.planner, self.zone) else {
            return Some(tn("ui-cal-says-undated", &[("what", what.into())]));
        };
        let start = || {
            let start = time_of(self.planner.start_ms.div_euclid(1000), self.zone);
            tn("ui-cal-says-early", &[("start", start.into())])
        };
        if moved.edit.is_none() {
            return moved.is_early.then(|| format!("{what}: {}", start()));
        }
        let args = [
            ("what", what),
            ("day", day_of(moved.at, self.zone)),
            ("before", day_of(one.at, self.zone)),
        ];
        let mut says = tn("ui-cal-says-due", &args.map(|(name, text)| (name, text.into())));
        let mut add = |words: String| {
            says += " ";
            says += &words;
        };
        if all.iter().any(|other| other.entry != entry && other.dated_by == one.dated_by) {
            add(t("ui-cal-says-plan"));
        }
        if moved.is_early {
            add(start());
        }
        if one.by_hand {
            add(t("ui-cal-says-by-hand"));
        }
        Some(says)
    }

    /// Automatic changes that can start at another time than before; with a new window, only how many.
    fn starts(&self, after: &Planner, drag: &CalendarDrag) -> Vec<String> {
        let (moved, most) = match drag.grip {
            CalendarGrip::Change(entry) => (Some(entry), MOST),
            CalendarGrip::Window => (None, 0),
            _ => (None, MOST),
        };
        let other: Vec<(&DueChange, Option<i64>)> = (after.due.iter().filter(|one| !one.by_hand))
            .filter_map(|one| {
                let mut all = self.planner.due.iter();
                let before = all.find(|other| other.entry == one.entry)?.starts;
                // A moved change that needn't wait starts when it is due.
                let is_said = moved == Some(one.entry) && one.starts == Some(one.at);
                (before != one.starts && !is_said).then_some((one, before))
            })
            .collect();
        let time = |at: Option<i64>| at.map_or_else(String::new, |at| time_of(at, self.zone));
        let mut says: Vec<String> = (other.iter().take(most))
            .map(|(one, before)| {
                let key = match (one.starts, before) {
                    (None, _) => "ui-cal-says-never",
                    _ if moved == Some(one.entry) => "ui-cal-says-it",
                    (_, None) => "ui-cal-says-can",
                    _ => "ui-cal-says-starts",
                };
                let args = [
                    ("what", upgrade_of(one)),
                    ("at", time(one.starts)),
                    ("before", time(*before)),
                ];
                tn(key, &args.map(|(name, text)| (name, text.into())))
            })
            .collect();
        if other.len() > most {
            let n = (other.len() - most).into();
            says.push(tn("ui-cal-says-more", &[("n", n)]));
        }
        says
    }
}
