//! Edits of a maintenance policy, each one step.

use base::civil::DAY;
use model::maintenance::Scope;
use scenario::calendar::templates;
use scenario::calendar::zone::{Zone, to_utc};
use scenario::document::maintenance::MaintenanceExclusion;
use scenario::document::{self};
use scenario::edit::{self, Edit};
use scenario::field::{Field, push_key};
use scenario::instant;
use scenario::json::Json;

pub const WINDOW: &str = "/cluster/maintenancePolicy/window";
pub const DAILY: &str = "dailyMaintenanceWindow";
pub const RECURRING: &str = "recurringWindow";
pub const RECURRING_PARTS: &str = "recurringMaintenanceWindow";
const EXCLUSIONS: &str = "maintenanceExclusions";

/// Replaces the window (MW-14); exclusions stay.
pub fn window(doc: &Json, new: Option<(&str, Json)>) -> Edit {
    let before = edit::at(doc, WINDOW);
    if let Some((kind, value)) = &new
        && before.is_some_and(|before| before.get(kind).is_some())
    {
        return Edit::Set(format!("{WINDOW}/{kind}"), value.clone());
    }
    let mut fields = match before {
        Some(Json::Object(fields)) => fields.clone(),
        _ => Vec::new(),
    };
    fields.retain(|(name, _)| ![DAILY, RECURRING, RECURRING_PARTS].contains(&name.as_str()));
    if let Some((kind, value)) = new {
        fields.insert(0, (kind.to_owned(), value));
    }
    match fields.is_empty() {
        true => Edit::Remove(WINDOW.to_owned()),
        false => Edit::Set(WINDOW.to_owned(), Json::Object(fields)),
    }
}

/// The JSON pointer of an exclusion.
pub fn place(name: &str) -> String {
    let mut pointer = format!("{WINDOW}/{EXCLUSIONS}");
    push_key(&mut pointer, name);
    pointer
}

/// The exclusions as written, by name.
pub fn exclusions(doc: &Json) -> Vec<(String, MaintenanceExclusion)> {
    let all = edit::at(doc, &format!("{WINDOW}/{EXCLUSIONS}"));
    let Some(Json::Object(fields)) = all else {
        return Vec::new();
    };
    let read = |json: &Json| document::read::<MaintenanceExclusion>(json).0;
    let all = fields.iter();
    all.map(|(name, json)| (name.clone(), read(json).unwrap_or_default())).collect()
}

pub fn find(doc: &Json, name: &str) -> Option<MaintenanceExclusion> {
    let mut all = exclusions(doc).into_iter();
    all.find(|(other, _)| other == name).map(|(_, one)| one)
}

pub fn set(name: &str, one: &MaintenanceExclusion) -> Edit {
    Edit::Set(place(name), one.write())
}

pub fn rename(doc: &Json, name: &str, to: &str) -> Option<Edit> {
    let value = edit::at(doc, &place(name))?;
    let free = !to.is_empty() && edit::at(doc, &place(to)).is_none();
    free.then(|| Edit::Rename(place(name), to.to_owned(), value.clone()))
}

/// An unused name for an exclusion.
pub fn free_name(doc: &Json, name: &str) -> String {
    let names = exclusions(doc);
    let taken = |name: &String| names.iter().any(|(other, _)| other == name);
    let numbered = (2..1000).map(|n| format!("{name}-{n}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !taken(name)).unwrap_or_default()
}

/// An exclusion over days of the zone, both included (AM-23). UTC days are written as dates.
pub fn of_days(first: i64, last: i64, scope: Scope, zone: &dyn Zone) -> MaintenanceExclusion {
    let mut one = templates::exclusion(first, last, scope);
    let (from, to) = (to_utc(zone, first * DAY), to_utc(zone, (last + 1) * DAY));
    if from != first * DAY || to != (last + 1) * DAY {
        one.start_time = instant::format(from * 1000);
        one.end_time = instant::format(to * 1000);
    }
    one
}

/// Does the exclusion last until the end of support?
pub fn ends_with_support(one: &MaintenanceExclusion) -> bool {
    one.end_time.is_empty() && !one.options.end_time_behavior.is_empty()
}

/// Switches *Until end of support*. Off, the exclusion gets `end`, else the last day of support.
pub fn end_toggled(
    one: &MaintenanceExclusion,
    end: Option<&str>,
    support: Option<i64>,
) -> MaintenanceExclusion {
    let mut one = one.clone();
    if ends_with_support(&one) {
        let last = support.map(|at| instant::format((at.div_euclid(DAY) - 1) * DAY * 1000));
        let last = last.as_deref().and_then(|text| text.get(..10));
        one.end_time = end.or(last).unwrap_or(&one.start_time).to_owned();
        one.options.end_time_behavior.clear();
    } else {
        one.end_time.clear();
        "UNTIL_END_OF_SUPPORT".clone_into(&mut one.options.end_time_behavior);
    }
    one
}

/// Moves both bounds by days; instants stay instants. `None`: it would end before it starts.
pub fn moved(one: &MaintenanceExclusion, from: i64, to: i64) -> Option<MaintenanceExclusion> {
    let mut one = one.clone();
    if from != 0 {
        one.start_time = shifted(&one.start_time, from)?;
    }
    if to != 0 && !one.end_time.is_empty() {
        one.end_time = shifted(&one.end_time, to)?;
    }
    let until = |text: &str, whole: bool| {
        let day = if whole && text.len() == 10 { DAY } else { 0 };
        at(text).map(|at| at + day)
    };
    let ends =
        one.end_time.is_empty() || until(&one.end_time, true)? > until(&one.start_time, false)?;
    ends.then_some(one)
}

fn at(text: &str) -> Option<i64> {
    let midnight = format!("{text}T00:00:00Z");
    let text = if text.len() == 10 { &midnight } else { text };
    instant::parse(text).map(|ms| ms.div_euclid(1000))
}

fn shifted(text: &str, days: i64) -> Option<String> {
    let moved = instant::format((at(text)? + days * DAY) * 1000);
    Some(match text.len() {
        10 => moved.get(..10)?.to_owned(),
        _ => moved,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use scenario::calendar::Utc;

    fn doc(window: &str) -> Json {
        let text = format!(r#"{{"cluster":{{"maintenancePolicy":{{"window":{window}}}}}}}"#);
        Json::parse(&text).expect("it is JSON")
    }

    /// MW-14
    #[test]
    fn a_window_replaces_the_one_before_and_exclusions_stay() {
        let before = doc(
            r#"{"dailyMaintenanceWindow":{"startTime":"02:00"},"maintenanceExclusions":{"a":{}}}"#,
        );
        let mut out = String::new();
        for new in [Some((DAILY, Json::Null)), Some((RECURRING, Json::Int(1))), None] {
            let json = edit::apply(&before, &window(&before, new));
            out += &format!("{}\n", json.compact());
        }
        let only = doc(r#"{"dailyMaintenanceWindow":{"startTime":"02:00"}}"#);
        out += &edit::apply(&only, &window(&only, None)).compact();
        expect![[r#"
            {"cluster":{"maintenancePolicy":{"window":{"dailyMaintenanceWindow":null,"maintenanceExclusions":{"a":{}}}}}}
            {"cluster":{"maintenancePolicy":{"window":{"recurringWindow":1,"maintenanceExclusions":{"a":{}}}}}}
            {"cluster":{"maintenancePolicy":{"window":{"maintenanceExclusions":{"a":{}}}}}}
            {"cluster":{"maintenancePolicy":{}}}"#]]
        .assert_eq(&out);
    }

    /// BS-22
    #[test]
    fn an_end_comes_back_after_the_end_of_support() {
        let one = of_days(20_458, 20_460, Scope::NoMinorUpgrades, &Utc);
        let until = end_toggled(&one, None, Some(20_500 * DAY));
        assert!(ends_with_support(&until) && !ends_with_support(&one));
        assert_eq!(end_toggled(&until, Some(&one.end_time), Some(20_500 * DAY)), one);
        let mut ends = String::new();
        for support in [Some(20_500 * DAY), None] {
            ends += &format!("{}\n", end_toggled(&until, None, support).end_time);
        }
        expect![[r#"
            2026-02-15
            2026-01-05
        "#]]
        .assert_eq(&ends);
    }

    /// AM-23
    #[test]
    fn bounds_move_by_days_and_keep_their_form() {
        let day = of_days(20_458, 20_460, Scope::NoMinorUpgrades, &Utc);
        let instant = MaintenanceExclusion {
            start_time: "2026-01-05T06:00:00Z".to_owned(),
            end_time: "2026-01-06T06:00:00Z".to_owned(),
            ..MaintenanceExclusion::default()
        };
        let mut out = String::new();
        for (one, from, to) in [
            (&day, 0, 0),
            (&day, 7, 7),
            (&day, 0, -2),
            (&day, 0, -3),
            (&instant, -5, 0),
            (&instant, 1, 0),
        ] {
            out += &match moved(one, from, to) {
                Some(one) => format!("{} {}\n", one.start_time, one.end_time),
                None => "refused\n".to_owned(),
            };
        }
        expect![[r#"
            2026-01-05 2026-01-07
            2026-01-12 2026-01-14
            2026-01-05 2026-01-05
            refused
            2025-12-31T06:00:00Z 2026-01-06T06:00:00Z
            refused
        "#]]
        .assert_eq(&out);
    }
}
