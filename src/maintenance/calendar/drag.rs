//! Drags on the calendar, and the edits that they make.

use crate::maintenance::policy::{DAY, Planner, edits, month_grid};
use model::maintenance::Scope;
use scenario::calendar::Span;
use scenario::calendar::zone::Zone;
use scenario::edit::Edit;
use scenario::json::Json;

/// The dragged thing.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum CalendarGrip {
    /// The days of a new exclusion.
    New(Scope),
    Whole(String),
    From(String),
    To(String),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct ExclusionDrag {
    pub(super) grip: CalendarGrip,
    /// The day on which the drag began, and its current day.
    pub(super) began: i64,
    pub(super) day: i64,
    /// The drag is on the strip, not over the months.
    pub(super) on_strip: bool,
}

impl ExclusionDrag {
    pub(super) fn new(grip: CalendarGrip, day: i64, on_strip: bool) -> Self {
        Self { grip, began: day, day, on_strip }
    }

    pub(super) fn at(&self, day: i64) -> Self {
        Self { day, ..self.clone() }
    }

    /// The first and last day of the new exclusion.
    pub(super) fn days(&self) -> Option<(i64, i64)> {
        let new = matches!(self.grip, CalendarGrip::New(_));
        new.then(|| (self.began.min(self.day), self.began.max(self.day)))
    }

    /// The exclusion, and by how many days its start and end move.
    fn by(&self) -> (&str, i64, i64) {
        let by = self.day - self.began;
        match &self.grip {
            CalendarGrip::New(_) => ("", 0, 0),
            CalendarGrip::Whole(name) => (name, by, by),
            CalendarGrip::From(name) => (name, by, 0),
            CalendarGrip::To(name) => (name, 0, by),
        }
    }

    /// The preview of the drag's result.
    pub(super) fn ghost(&self, planner: &Planner, zone: &dyn Zone) -> Option<(Scope, Span)> {
        if let CalendarGrip::New(scope) = self.grip {
            let (first, last) = self.days()?;
            let to = month_grid::span(last, zone).to;
            return Some((scope, Span::new(month_grid::span(first, zone).from, to)));
        }
        let (name, from, to) = self.by();
        let mut all = planner.own.policy.exclusions.iter();
        let one = all.find(|one| one.name == name)?;
        let span = Span::new(one.span.from + from * DAY, one.span.to + to * DAY);
        (span.from < span.to && (from, to) != (0, 0)).then_some((one.scope, span))
    }

    /// The edit of the drag.
    pub(super) fn edit(&self, doc: &Json, zone: &dyn Zone) -> Option<Edit> {
        if let CalendarGrip::New(scope) = self.grip {
            let (first, last) = self.days()?;
            let one = edits::of_days(first, last, scope, zone);
            return Some(edits::set(&edits::free_name(doc, "exclusion"), &one));
        }
        let (name, from, to) = self.by();
        if (from, to) == (0, 0) {
            return None;
        }
        let moved = edits::moved(&edits::find(doc, name)?, from, to)?;
        Some(edits::set(name, &moved))
    }
}

/// The edit of a key on the focused exclusion: arrows move it, with Shift its end.
pub(super) fn key(doc: &Json, name: &str, key: &str, shift: bool) -> Option<Edit> {
    let by = match key {
        "ArrowRight" => 1,
        "ArrowLeft" => -1,
        "ArrowDown" => 7,
        "ArrowUp" => -7,
        "Delete" | "Backspace" => return Some(Edit::Remove(edits::place(name))),
        _ => return None,
    };
    let from = if shift { 0 } else { by };
    let moved = edits::moved(&edits::find(doc, name)?, from, by)?;
    Some(edits::set(name, &moved))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use scenario::calendar::Utc;
    use scenario::edit;

    #[test]
    fn what_is_dragged_becomes_an_exclusion_or_moves_one() {
        let mut doc = Json::parse(r#"{"version":1,"cluster":{}}"#).expect("it is JSON");
        let mut out = String::new();
        let scope = Scope::NoMinorUpgrades;
        for drag in [
            ExclusionDrag::new(CalendarGrip::New(scope), 20_460, true).at(20_458),
            ExclusionDrag::new(CalendarGrip::Whole("exclusion".to_owned()), 20_460, true)
                .at(20_467),
            ExclusionDrag::new(CalendarGrip::To("exclusion".to_owned()), 20_467, true).at(20_469),
            ExclusionDrag::new(CalendarGrip::From("exclusion".to_owned()), 20_465, true).at(20_480),
            ExclusionDrag::new(CalendarGrip::New(Scope::NoUpgrades), 20_470, false),
        ] {
            match drag.edit(&doc, &Utc) {
                Some(edit) => doc = edit::apply(&doc, &edit),
                None => out += "refused\n",
            }
            let all = edits::exclusions(&doc).into_iter();
            let all: Vec<String> = all
                .map(|(name, one)| {
                    let scope = one.options.scope;
                    format!("{name} {} {} {scope}", one.start_time, one.end_time)
                })
                .collect();
            out += &format!("{}\n", all.join("; "));
        }
        expect![[r#"
            exclusion 2026-01-05 2026-01-07 NO_MINOR_UPGRADES
            exclusion 2026-01-12 2026-01-14 NO_MINOR_UPGRADES
            exclusion 2026-01-12 2026-01-16 NO_MINOR_UPGRADES
            refused
            exclusion 2026-01-12 2026-01-16 NO_MINOR_UPGRADES
            exclusion 2026-01-12 2026-01-16 NO_MINOR_UPGRADES; exclusion-2 2026-01-17 2026-01-17 NO_UPGRADES
        "#]]
        .assert_eq(&out);
        assert!(key(&doc, "exclusion", "ArrowRight", true).is_some());
        assert!(key(&doc, "exclusion", "x", false).is_none());
    }
}

/// The day under the keyboard cursor.
#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) struct Cursor(pub(crate) Option<i64>);
