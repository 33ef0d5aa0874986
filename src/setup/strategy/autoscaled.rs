//! The settings of autoscaled blue-green upgrades: the wait, what GKE asks for, and what comes of it.

use super::{Derived, StrategyForm};
use crate::shell::form::{Fields, names, sentence};
use crate::shell::state::Action;
use crate::shell::widgets::{Choice, rule_link};
use crate::shell::words::{number, t, tn};
use base::Arg;
use model::strategy::autoscaled::WAIT;
use scenario::edit::Edit;
use scenario::json::Json;
use trace::Value;
use yew::prelude::*;

const OWN: &str = "upgradeSettings/blueGreenSettings";
pub(super) const POLICY: &str = "upgradeSettings/blueGreenSettings/autoscaledRolloutPolicy";
const PROFILE: &str = "/cluster/autoscaling/autoscalingProfile";
const PACKS: &str = "OPTIMIZE_UTILIZATION";

pub(super) fn form(fields: &Fields<'_>, derived: Option<&Derived>, _: bool) -> StrategyForm {
    let settings = html! {
        <>
            { rollout(fields, true) }
            { fields.setting(&format!("{POLICY}/waitForDrainDuration")) }
            { for needs(fields).iter().map(|need| need.show(fields)) }
            { results(fields, derived) }
        </>
    };
    StrategyForm { settings, can_upgrade: true, ..StrategyForm::default() }
}

/// How blue is emptied: in batches, or by the autoscaler.
pub(super) fn rollout(fields: &Fields<'_>, autoscaled: bool) -> Html {
    let pointer = |name: &str| fields.path(&format!("{OWN}/{name}"));
    let (standard, policy) = (pointer("standardRolloutPolicy"), pointer("autoscaledRolloutPolicy"));
    let has_standard = fields.doc.at(&standard).is_some();
    let wait = Json::Text(format!("{}s", WAIT.secs()));
    let policy_value = Json::object([("waitForDrainDuration", wait)]);
    Choice {
        id: "pool-rollout".to_owned(),
        options: [false, true].map(|on| (on.to_string(), word(on))).to_vec(),
        value: autoscaled.to_string(),
        onchange: fields.store.on(move |on: String| {
            let set = Edit::Set(policy.clone(), policy_value.clone());
            let without = has_standard.then(|| Edit::Remove(standard.clone()));
            Action::Apply(match on == "true" {
                true => std::iter::once(set).chain(without).collect(),
                false => vec![Edit::Remove(policy.clone())],
            })
        }),
        ..Choice::default()
    }
    .field(names("ui-rollout", "autoscaledRolloutPolicy", "--autoscaled-rollout-policy"), None)
}

fn word(autoscaled: bool) -> String {
    t(if autoscaled { "ui-rollout-autoscaled" } else { "ui-rollout-standard" })
}

/// What GKE asks for, or what would help, and the edits that set it.
struct Need {
    says: String,
    is_error: bool,
    does: String,
    edits: Vec<Edit>,
}

impl Need {
    fn show(&self, fields: &Fields<'_>) -> Html {
        let edits = self.edits.clone();
        let onclick = fields.store.on(move |_: MouseEvent| Action::Apply(edits.clone()));
        let class = if self.is_error { "error" } else { "note" };
        html! {
            <div class="need">
                <p {class}>{ &self.says }</p>
                if !self.edits.is_empty() {
                    <button type="button" class="btn line" {onclick}>{ &self.does }</button>
                }
            </div>
        }
    }
}

/// The findings of the policy, each with what mends it; and the profile that empties blue sooner (AB-17).
fn needs(fields: &Fields<'_>) -> Vec<Need> {
    let path = fields.path(POLICY);
    let found = fields.doc.wrong.iter().filter(|one| one.path == path);
    let needs = found.map(|one| {
        let arg = |name: &str| one.message.arg(name);
        let (does, edits) = match (one.code, arg("from"), arg("needed")) {
            ("autoscaled/version", Some(from), _) => {
                let from = text(from);
                let edit =
                    Edit::Set("/cluster/currentMasterVersion".to_owned(), Json::Text(from.clone()));
                (tn("ui-need-version", &[("version", from.into())]), vec![edit])
            }
            ("autoscaled/autoscaling-off", ..) => {
                let most = nodes_per_zone(fields);
                let edit = Edit::Set(fields.path("autoscaling"), limits(most));
                (tn("ui-need-autoscaling", &[("most", most.into())]), vec![edit])
            }
            ("autoscaled/too-small", _, Some(Arg::Number(needed))) => {
                let (field, most) = largest(fields, *needed);
                let edit = Edit::Set(fields.path(&format!("autoscaling/{field}")), Json::Int(most));
                let args = [("field", field.into()), ("most", most.into())];
                (tn("ui-need-room", &args), vec![edit])
            }
            _ => (String::new(), Vec::new()),
        };
        Need { says: sentence(one), is_error: one.is_error(), does, edits }
    });
    let packs = fields.doc.text(PROFILE) == PACKS;
    let profile = (!packs).then(|| Need {
        says: t("ui-need-profile"),
        is_error: false,
        does: t("ui-need-profile-set"),
        edits: vec![Edit::Set(PROFILE.to_owned(), PACKS.into())],
    });
    needs.chain(profile).collect()
}

fn text(arg: &Arg) -> String {
    match arg {
        Arg::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn limits(most: i64) -> Json {
    let on = [
        ("enabled", Json::Bool(true)),
        ("minNodeCount", Json::Int(0)),
        ("maxNodeCount", Json::Int(most)),
    ];
    Json::object(on)
}

fn zones(fields: &Fields<'_>) -> i64 {
    let zones = match fields.doc.len(&fields.path("locations")) {
        0 => fields.doc.len("/cluster/locations"),
        own => own,
    };
    zones.max(1) as i64
}

/// Blue's nodes in a zone, so that green can be as large.
fn nodes_per_zone(fields: &Fields<'_>) -> i64 {
    match fields.doc.len(&fields.path("nodes")) as i64 {
        0 => fields.doc.int(&fields.path("initialNodeCount"), 0).max(1),
        listed => listed.saturating_add(zones(fields) - 1) / zones(fields),
    }
}

/// The field of the maximum, and its value with which green takes so many nodes.
fn largest(fields: &Fields<'_>, needed: i64) -> (&'static str, i64) {
    let total = "totalMaxNodeCount";
    match fields.doc.int(&fields.path(&format!("autoscaling/{total}")), 0) {
        0 => ("maxNodeCount", needed.saturating_add(zones(fields) - 1) / zones(fields)),
        _ => (total, needed),
    }
}

/// What comes of the settings.
fn results(fields: &Fields<'_>, derived: Option<&Derived>) -> Html {
    let least = fields.doc.int(&fields.path("autoscaling/minNodeCount"), 0);
    let least = least.max(fields.doc.int(&fields.path("autoscaling/totalMinNodeCount"), 0));
    let blue: u32 = derived.map_or(0, |derived| derived.zones.iter().sum());
    let mut lines = vec![
        (
            "ui-abg-green-name",
            tn("ui-abg-green", &[("blue", Value::from(blue))]),
            &["AB-05", "AB-16"][..],
        ),
        ("ui-abg-wait-name", t("ui-abg-wait"), &["AB-08", "AB-11"]),
        ("ui-abg-drain-name", t("ui-abg-drain"), &["AB-12", "AB-13"]),
        ("ui-abg-soak-name", t("ui-abg-soak"), &["AB-14", "AB-19"]),
    ];
    if least > 0 {
        let kept = tn("ui-abg-minimum", &[("least", number(least as u32).into())]);
        lines.insert(2, ("ui-abg-minimum-name", kept, &["AB-10"]));
    }
    html! {
        <div class="derive comes" role="group" aria-labelledby="comes">
            <b id="comes">{ t("ui-abg") }</b>
            <dl>
                { for lines.iter().map(|(name, text, rules)| html! {
                    <>
                        <dt>{ t(name) }</dt>
                        <dd>{ text }{ " " }{ rule_link::chips(rules, "") }</dd>
                    </>
                }) }
            </dl>
        </div>
    }
}
