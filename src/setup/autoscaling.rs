//! The cluster autoscaler of a pool: its limits, per zone or in total, and where its nodes are to be.

use crate::shell::form::{Fields, names, setter};
use crate::shell::widgets::{Choice, field};
use crate::shell::words::t;
use scenario::json::Json;
use yew::prelude::*;

/// The object of the settings.
const OBJECT: &str = "autoscaling";
const ENABLED: &str = "enabled";
/// Minimum and maximum, in a zone and in all zones.
const PER_ZONE: [&str; 2] = ["minNodeCount", "maxNodeCount"];
const TOTAL: [&str; 2] = ["totalMinNodeCount", "totalMaxNodeCount"];
const POLICY: &str = "locationPolicy";
const POLICIES: [&str; 2] = ["BALANCED", "ANY"];
/// VMs that come from any zone by default.
const ANY_ZONE: [&str; 3] = ["config/spot", "config/preemptible", "config/flexStart"];
/// The maximum of a pool whose autoscaling is switched on, unless it has more nodes.
const MAXIMUM: i64 = 3;

/// `zones`: how many the pool has.
pub(super) fn autoscaling(fields: &Fields<'_>, zones: usize) -> Html {
    let settings = fields.doc.at(&fields.path(OBJECT)).cloned().unwrap_or_default();
    let on = settings.get(ENABLED) == Some(&Json::Bool(true));
    let is_total = is_total(&settings);
    let limits = if is_total { TOTAL } else { PER_ZONE };
    html! {
        <>
            { switch(fields, &settings, on) }
            if on {
                { kind(fields, &settings, is_total, zones as i64) }
                { for limits.iter().map(|name| fields.setting(&format!("{OBJECT}/{name}"))) }
                { policy(fields, &settings) }
                { fields.setting(&format!("{OBJECT}/consolidationDelay")) }
                { fields.setting("migAutoscaling") }
                { fields.setting("podsUnknown") }
            }
        </>
    }
}

/// Are the limits in total? Those in total come first, and 0 is none; a form without any keeps its fields.
fn is_total(settings: &Json) -> bool {
    let set = |name: &&str| matches!(settings.get(name), Some(Json::Int(limit)) if *limit != 0);
    let has = |name: &&str| settings.get(name).is_some();
    TOTAL.iter().any(set) || (TOTAL.iter().any(has) && !PER_ZONE.iter().any(set))
}

/// Switching it on sets a maximum, without which GKE refuses it.
fn switch(fields: &Fields<'_>, settings: &Json, on: bool) -> Html {
    let pointer = fields.path(OBJECT);
    let nodes = fields.doc.int(&fields.path("initialNodeCount"), 0);
    let has_most = [PER_ZONE[1], TOTAL[1]].iter().any(|name| settings.get(name).is_some());
    let limits = [(PER_ZONE[0], 0), (PER_ZONE[1], nodes.max(MAXIMUM))];
    let limits = if has_most { Vec::new() } else { limits.to_vec() };
    let set = limits.into_iter().map(|(name, limit)| (name, Json::Int(limit)));
    let next = changed(settings, &[], std::iter::once((ENABLED, Json::Bool(!on))).chain(set));
    let onchange = setter(fields.store, pointer, move |_: Event| next.clone());
    let id = "pool-autoscaling-enabled".to_owned();
    let control = html! { <input type="checkbox" id={id.clone()} checked={on} {onchange} /> };
    let names = names("ui-autoscaling", "autoscaling", "--enable-autoscaling");
    field(id, names, None, control)
}

/// Limits per zone or in total: a change keeps what they mean for the whole pool.
fn kind(fields: &Fields<'_>, settings: &Json, is_total: bool, zones: i64) -> Html {
    let zones = zones.max(1);
    let limit = |name: &str| match settings.get(name) {
        Some(Json::Int(limit)) => *limit,
        _ => 0,
    };
    let other = match is_total {
        true => {
            // At least as many as in total.
            let [min, max] = TOTAL.map(limit);
            let max = max.saturating_add(zones - 1) / zones;
            changed(settings, &TOTAL, [(PER_ZONE[0], min / zones), (PER_ZONE[1], max)].map(int))
        }
        false => {
            let [min, max] = PER_ZONE.map(|name| limit(name).saturating_mul(zones));
            changed(settings, &PER_ZONE, [(TOTAL[0], min), (TOTAL[1], max)].map(int))
        }
    };
    let pointer = fields.path(OBJECT);
    let own: Vec<&str> = PER_ZONE.into_iter().chain(TOTAL).chain([POLICY]).collect();
    let error = fields.doc.error_beside(&pointer, &own);
    let choice = Choice {
        id: "pool-autoscaling-limits".to_owned(),
        value: is_total.to_string(),
        options: vec![
            ("false".to_owned(), t("ui-limits-per-zone")),
            ("true".to_owned(), t("ui-limits-in-total")),
        ],
        onchange: setter(fields.store, pointer, move |_: String| other.clone()),
        ..Choice::default()
    };
    choice.field(names("ui-limits", "", ""), error)
}

fn int((name, limit): (&'static str, i64)) -> (&'static str, Json) {
    (name, Json::Int(limit))
}

/// Without a policy, Spot, preemptible and flex-start VMs come from any zone (CA-29, BS-91).
fn policy(fields: &Fields<'_>, settings: &Json) -> Html {
    let pointer = fields.path(&format!("{OBJECT}/{POLICY}"));
    let is = |kind: &&str| fields.doc.at(&fields.path(kind)) == Some(&Json::Bool(true));
    let assumed = if ANY_ZONE.iter().any(is) { POLICIES[1] } else { POLICIES[0] };
    let value = settings.get(POLICY).and_then(Json::text).filter(|text| !text.is_empty());
    let error = fields.doc.error(&pointer);
    let warns = fields.doc.warning(&pointer);
    let choice = Choice {
        id: "pool-autoscaling-locationPolicy".to_owned(),
        value: value.unwrap_or(assumed).to_owned(),
        options: POLICIES.map(|policy| (policy.to_owned(), policy.to_owned())).to_vec(),
        onchange: setter(fields.store, pointer, Json::Text),
        ..Choice::default()
    };
    let names = names("ui-location-policy", POLICY, "--location-policy");
    choice.field(crate::shell::widgets::FieldNames { warns, ..names }, error)
}

/// The object without some fields and with others.
fn changed(
    settings: &Json,
    without: &[&str],
    with: impl IntoIterator<Item = (&'static str, Json)>,
) -> Json {
    let mut all = match settings {
        Json::Object(fields) => fields.clone(),
        _ => Vec::new(),
    };
    for (name, value) in with {
        match all.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => all.push((name.to_owned(), value)),
        }
    }
    all.retain(|(name, _)| !without.contains(&name.as_str()));
    Json::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_kind_of_limits_keeps_other_settings() {
        let settings = Json::parse(r#"{"enabled":true,"maxNodeCount":3,"locationPolicy":"ANY"}"#);
        let next = changed(&settings.unwrap(), &PER_ZONE, [("totalMaxNodeCount", 9)].map(int));
        let wanted = r#"{"enabled":true,"locationPolicy":"ANY","totalMaxNodeCount":9}"#;
        assert_eq!(next, Json::parse(wanted).unwrap());
    }

    #[test]
    fn limits_are_in_total_if_one_of_them_is_set() {
        for (limits, expected) in [
            (r#"{}"#, false),
            (r#"{"maxNodeCount":3,"totalMaxNodeCount":0}"#, false),
            (r#"{"maxNodeCount":3,"totalMinNodeCount":1}"#, true),
            (r#"{"maxNodeCount":0,"totalMaxNodeCount":0}"#, true),
        ] {
            assert_eq!(is_total(&Json::parse(limits).unwrap()), expected, "{limits}");
        }
    }
}
