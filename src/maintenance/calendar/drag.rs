//! Drags on the calendar, and the edits that they make.

use crate::maintenance::policy::edits::RECURRING;
use crate::maintenance::policy::moves::{Moved, moved};
use crate::maintenance::policy::{DAY, Planner, drawn, edits, month_grid};
use model::maintenance::Scope;
use scenario::calendar::Span;
use scenario::calendar::zone::Zone;
use scenario::edit::Edit;
use scenario::field::Field as _;
use scenario::json::Json;

/// What a drag over days draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Draws {
    #[default]
    Exclusion,
    Window,
}

/// The dragged thing.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum CalendarGrip {
    /// The days of a new exclusion.
    New(Scope),
    /// The days of a new window.
    Window,
    Whole(String),
    From(String),
    To(String),
    /// An upgrade, by its entry of the script.
    Change(usize),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct CalendarDrag {
    pub(super) grip: CalendarGrip,
    /// The day on which the drag began, and its current day.
    pub(super) began: i64,
    pub(super) day: i64,
    /// The drag is on the strip, not over the months.
    pub(super) on_strip: bool,
}

/// The preview of a drag's result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Ghost {
    Exclusion(Scope, Span),
    Window(Span),
    /// A change, by its entry of the script, and when it is due.
    Change(usize, i64),
}

impl Ghost {
    /// Does it cover a part of the stretch?
    pub(super) fn is_in(self, within: Span) -> bool {
        match self {
            Self::Exclusion(_, span) | Self::Window(span) => span.within(within).is_some(),
            Self::Change(_, at) => within.contains(at),
        }
    }
}

impl CalendarDrag {
    pub(super) fn new(grip: CalendarGrip, day: i64, on_strip: bool) -> Self {
        Self { grip, began: day, day, on_strip }
    }

    /// A drag over days, which draws something.
    pub(super) fn over_days(draws: Draws, day: i64) -> Self {
        let grip = match draws {
            Draws::Exclusion => CalendarGrip::New(Scope::NoUpgrades),
            Draws::Window => CalendarGrip::Window,
        };
        Self::new(grip, day, false)
    }

    pub(super) fn at(&self, day: i64) -> Self {
        Self { day, ..self.clone() }
    }

    pub(super) fn is_moved(&self) -> bool {
        self.began != self.day
    }

    pub(super) fn draws(&self) -> bool {
        matches!(self.grip, CalendarGrip::New(_) | CalendarGrip::Window)
    }

    /// The first and last day.
    fn days(&self) -> (i64, i64) {
        (self.began.min(self.day), self.began.max(self.day))
    }

    /// The exclusion, and by how many days its start and end move.
    pub(super) fn by(&self) -> Option<(&str, i64, i64)> {
        let by = self.day - self.began;
        let (name, from, to) = match &self.grip {
            CalendarGrip::Whole(name) => (name, by, by),
            CalendarGrip::From(name) => (name, by, 0),
            CalendarGrip::To(name) => (name, 0, by),
            CalendarGrip::New(_) | CalendarGrip::Window | CalendarGrip::Change(_) => return None,
        };
        self.is_moved().then_some((name, from, to))
    }

    /// The move of a change.
    pub(super) fn moved(&self, doc: &Json, planner: &Planner, zone: &dyn Zone) -> Option<Moved> {
        let CalendarGrip::Change(entry) = self.grip else {
            return None;
        };
        let one = planner.due.iter().find(|one| one.entry == entry)?;
        moved(doc, planner.start_ms, one, self.day - self.began, zone)
    }

    pub(super) fn ghost(&self, doc: &Json, planner: &Planner, zone: &dyn Zone) -> Option<Ghost> {
        let (first, last) = self.days();
        let drawn = Span::new(month_grid::span(first, zone).from, month_grid::span(last, zone).to);
        match self.grip {
            CalendarGrip::New(scope) => return Some(Ghost::Exclusion(scope, drawn)),
            CalendarGrip::Window => return Some(Ghost::Window(drawn)),
            CalendarGrip::Change(entry) => {
                let moved = self.moved(doc, planner, zone)?;
                return moved.edit.map(|_| Ghost::Change(entry, moved.at));
            }
            _ => {}
        }
        let (name, from, to) = self.by()?;
        let mut all = planner.own.policy.exclusions.iter();
        let one = all.find(|one| one.name == name)?;
        let span = Span::new(one.span.from + from * DAY, one.span.to + to * DAY);
        (span.from < span.to).then_some(Ghost::Exclusion(one.scope, span))
    }

    /// The edit of the drag.
    pub(super) fn edit(&self, doc: &Json, planner: &Planner, zone: &dyn Zone) -> Option<Edit> {
        let (first, last) = self.days();
        match self.grip {
            CalendarGrip::New(scope) => {
                let one = edits::of_days(first, last, scope, zone);
                return Some(edits::set(&edits::free_name(doc, "exclusion"), &one));
            }
            CalendarGrip::Window => {
                let window = drawn::window(planner, (first, last), zone);
                return Some(edits::window(doc, Some((RECURRING, window.write()))));
            }
            CalendarGrip::Change(_) => return self.moved(doc, planner, zone)?.edit,
            _ => {}
        }
        let (name, from, to) = self.by()?;
        let moved = edits::moved(&edits::find(doc, name)?, from, to)?;
        Some(edits::set(name, &moved))
    }
}

/// The drag that a key on the focused thing stands for: arrows move it, with Shift an exclusion's end.
pub(super) fn of_key(grip: CalendarGrip, key: &str, shift: bool) -> Option<CalendarDrag> {
    let by = match key {
        "ArrowRight" => 1,
        "ArrowLeft" => -1,
        "ArrowDown" => 7,
        "ArrowUp" => -7,
        _ => return None,
    };
    let grip = match grip {
        CalendarGrip::Whole(name) if shift => CalendarGrip::To(name),
        grip => grip,
    };
    Some(CalendarDrag::new(grip, 0, true).at(by))
}

/// The day under the keyboard cursor.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Cursor(pub(crate) Option<i64>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maintenance::policy;
    use crate::shell::state::Shared;
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::edit;

    #[test]
    fn what_is_dragged_is_drawn_or_moved_and_nothing_else_is_added() {
        let text = r#"{"version":1,"start":"2026-01-05T00:00:00Z","cluster":{},"pools":[{"name":"a","initialNodeCount":1}],
            "script":[{"at":"3d","do":"upgrade","pool":"a","automatic":true}]}"#;
        let mut doc = Json::parse(text).expect("it is JSON");
        let mut out = String::new();
        let scope = Scope::NoMinorUpgrades;
        let name = || "exclusion".to_owned();
        let change = CalendarGrip::Change(0);
        for drag in [
            CalendarDrag::new(CalendarGrip::New(scope), 20_460, true).at(20_458),
            CalendarDrag::new(CalendarGrip::Whole(name()), 20_460, true).at(20_467),
            CalendarDrag::new(CalendarGrip::To(name()), 20_467, true).at(20_469),
            CalendarDrag::new(CalendarGrip::From(name()), 20_465, true).at(20_480),
            CalendarDrag::over_days(Draws::Exclusion, 20_470),
            CalendarDrag::over_days(Draws::Window, 20_463).at(20_464),
            CalendarDrag::new(change.clone(), 20_461, false).at(20_468),
            of_key(change.clone(), "ArrowUp", false).expect("an arrow"),
            CalendarDrag::new(change, 20_461, true).at(20_450),
        ] {
            let json = Shared::new(doc.clone());
            let planner = policy::of(&json).expect("it is read");
            match drag.edit(&doc, &planner, &Utc) {
                Some(edit) => {
                    out += &format!("{edit:?}\n");
                    doc = edit::apply(&doc, &edit);
                }
                None => out += "refused\n",
            }
        }
        expect![[r#"
            Set("/cluster/maintenancePolicy/window/maintenanceExclusions/exclusion", Object([("startTime", Text("2026-01-05")), ("endTime", Text("2026-01-07")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_MINOR_UPGRADES"))]))]))
            Set("/cluster/maintenancePolicy/window/maintenanceExclusions/exclusion", Object([("startTime", Text("2026-01-12")), ("endTime", Text("2026-01-14")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_MINOR_UPGRADES"))]))]))
            Set("/cluster/maintenancePolicy/window/maintenanceExclusions/exclusion", Object([("startTime", Text("2026-01-12")), ("endTime", Text("2026-01-16")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_MINOR_UPGRADES"))]))]))
            refused
            Set("/cluster/maintenancePolicy/window/maintenanceExclusions/exclusion-2", Object([("startTime", Text("2026-01-17")), ("endTime", Text("2026-01-17")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_UPGRADES"))]))]))
            Set("/cluster/maintenancePolicy/window", Object([("recurringWindow", Object([("window", Object([("startTime", Text("2026-01-03T00:00:00Z")), ("endTime", Text("2026-01-05T00:00:00Z"))])), ("recurrence", Text("FREQ=WEEKLY;BYDAY=SA"))])), ("maintenanceExclusions", Object([("exclusion", Object([("startTime", Text("2026-01-12")), ("endTime", Text("2026-01-16")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_MINOR_UPGRADES"))]))])), ("exclusion-2", Object([("startTime", Text("2026-01-17")), ("endTime", Text("2026-01-17")), ("maintenanceExclusionOptions", Object([("scope", Text("NO_UPGRADES"))]))]))]))]))
            Set("/script/0/at", Text("10d"))
            Set("/script/0/at", Text("3d"))
            Set("/script/0/at", Text("0s"))
        "#]].assert_eq(&out);
        let whole = of_key(CalendarGrip::Whole(name()), "ArrowRight", true).expect("an arrow");
        assert_eq!(whole.grip, CalendarGrip::To(name()));
        assert!(of_key(whole.grip, "x", false).is_none());
    }
}
