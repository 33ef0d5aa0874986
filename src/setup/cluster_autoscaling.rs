//! The cluster autoscaler of the cluster: its profile, and the limits of the resources of all nodes.

use crate::shell::form::{Doc, TextKind, names, setter, typed_setter};
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, FieldNames, Stepper, field, icon_button};
use crate::shell::words::{t, tn};
use draw::icons;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

const PROFILE: &str = "/cluster/autoscaling/autoscalingProfile";
const PROFILES: [&str; 2] = ["BALANCED", "OPTIMIZE_UTILIZATION"];
const PROVISIONING: &str = "/cluster/autoscaling/enableNodeAutoprovisioning";
const LIMITS: &str = "/cluster/autoscaling/resourceLimits";
/// Resources with the maximum of a new limit: in CPUs and in GB.
const RESOURCES: [(&str, i64); 2] = [("cpu", 1000), ("memory", 4000)];
/// More than the largest cluster has.
const MOST: i64 = 10_000_000;

pub(super) fn cluster_autoscaling(store: &Store, doc: &Doc) -> Html {
    let pools = doc.len("/pools");
    let is_on =
        |at: &usize| doc.at(&format!("/pools/{at}/autoscaling/enabled")) == Some(&Json::Bool(true));
    let on = (0..pools).filter(is_on).count();
    let about = tn("ui-autoscaler-about", &[("on", on.into()), ("pools", pools.into())]);
    html! {
        <details class="entry">
            <summary>{ t("ui-autoscaler") }<small>{ about }</small></summary>
            { profile(store, doc) }
            { provisioning(store, doc) }
            if doc.at(PROVISIONING) == Some(&Json::Bool(true)) {
                { for RESOURCES.iter().map(|(resource, most)| limit(store, doc, resource, *most)) }
            }
        </details>
    }
}

fn profile(store: &Store, doc: &Doc) -> Html {
    let value = doc.text(PROFILE);
    let choice = Choice {
        id: "cluster-autoscalingProfile".to_owned(),
        value: if value.is_empty() { PROFILES[0].to_owned() } else { value },
        options: PROFILES.map(|profile| (profile.to_owned(), profile.to_owned())).to_vec(),
        onchange: setter(store, PROFILE, Json::Text),
        ..Choice::default()
    };
    let names = names("ui-autoscaling-profile", "autoscalingProfile", "--autoscaling-profile");
    choice.field(FieldNames { warns: doc.warning(PROFILE), ..names }, doc.error(PROFILE))
}

/// Limits hold only with node auto-provisioning (KA-41).
fn provisioning(store: &Store, doc: &Doc) -> Html {
    let on = doc.at(PROVISIONING) == Some(&Json::Bool(true));
    let onchange = setter(store, PROVISIONING, move |_: Event| Json::Bool(!on));
    let id = "cluster-enableNodeAutoprovisioning".to_owned();
    let control = html! { <input type="checkbox" id={id.clone()} checked={on} {onchange} /> };
    let names =
        names("ui-resource-limits", "enableNodeAutoprovisioning", "--enable-autoprovisioning");
    field(id, names, None, control)
}

/// Minimum and maximum of a resource, or a button that adds them.
fn limit(store: &Store, doc: &Doc, resource: &'static str, most: i64) -> Html {
    let limits = doc.at(LIMITS).map_or(&[][..], Json::items);
    let kind = |limit: &Json| limit.get("resourceType").and_then(Json::text) == Some(resource);
    let Some(at) = limits.iter().position(kind) else {
        let new = Json::object([
            ("resourceType", resource.into()),
            ("minimum", Json::Int(0)),
            ("maximum", Json::Int(most)),
        ]);
        let add = store
            .on(move |_: MouseEvent| Action::Edit(Edit::Append(LIMITS.to_owned(), new.clone())));
        let word = tn("ui-limit-add", &[("resource", resource.into())]);
        return html! { <button type="button" class="btn line" onclick={add}>{ word }</button> };
    };
    let place = format!("{LIMITS}/{at}");
    let number = |name: &'static str, key: &str, flag: &'static str| {
        let pointer = format!("{place}/{name}");
        let word = tn(key, &[("resource", resource.into())]);
        let stepper = Stepper {
            id: format!("limit-{resource}-{name}"),
            text: doc.text(&pointer),
            value: doc.int(&pointer, 0),
            max: MOST,
            less: tn("ui-less", &[("name", word.as_str().into())]),
            more: tn("ui-more", &[("name", word.as_str().into())]),
            wrong: false,
            onchange: typed_setter(store, TextKind::Amount, pointer.clone()),
        };
        let names = FieldNames {
            word,
            range: tn("ui-limit-range", &[("resource", resource.into())]),
            api: name,
            flag,
            ..FieldNames::default()
        };
        stepper.field(names, doc.error(&pointer))
    };
    let remove = Edit::Remove(place.clone());
    let remove = store.on(move |_: MouseEvent| Action::Edit(remove.clone()));
    let label = tn("ui-limit-remove", &[("resource", resource.into())]);
    html! {
        <>
            { number("minimum", "ui-limit-minimum", if resource == "cpu" { "--min-cpu" } else { "--min-memory" }) }
            { number("maximum", "ui-limit-maximum", if resource == "cpu" { "--max-cpu" } else { "--max-memory" }) }
            { icon_button(icons::TRASH, label, "", None, remove) }
        </>
    }
}
