//! *Cluster & pools*: how a pool is upgraded, to what, and how long a drain may take.

use super::setup::{Doc, Typed, setter, typed_setter};
use crate::scenario::json::Json;
use crate::ui::action::Action;
use crate::ui::edit::Edit;
use crate::ui::parts::{Choice, Field, FieldNames, Stepper, TextInput};
use crate::ui::store::{use_select, use_store};
use crate::ui::words::{t, tn};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DocProps {
    pub doc: Doc,
}

fn names(word: &'static str, api: &'static str, flag: &'static str) -> FieldNames {
    FieldNames {
        word: t(word),
        api,
        flag,
    }
}

/// The first upgrade of a pool in the script.
fn upgrade_of(doc: &Doc, pool: &str) -> Option<usize> {
    let script = doc.at("/script")?.items();
    script.iter().position(|item| {
        item.get("do").and_then(Json::text) == Some("upgrade")
            && item.get("pool").and_then(Json::text) == Some(pool)
    })
}

#[component]
pub fn Pools(props: &DocProps) -> Html {
    let store = use_store();
    let chosen = use_state(|| 0_usize);
    let doc = &props.doc;
    let count = doc.len("/pools");
    let at = (*chosen).min(count.saturating_sub(1));
    let derived = use_select(move |state| {
        let run = state.run.as_ref()?;
        let nodes = &run.lanes.nodes;
        let pool = crate::base::PoolId(at as u32);
        let surge = run.plan.pools.get(pool)?.surge();
        Some((
            nodes.min(),
            nodes.max(),
            surge.max_surge + surge.max_unavailable,
        ))
    });
    if count == 0 {
        return html! { <p class="quiet">{ t("ui-no-pools") }</p> };
    }
    let pool = format!("/pools/{at}");
    let path = |rest: &str| format!("{pool}/{rest}");
    let name = doc.text(&path("name"));
    let listed = doc.len(&path("nodes"));
    let stepper = |rest: &'static str, otherwise: i64, min: i64, max: i64, field: FieldNames| {
        let pointer = path(rest);
        let error = doc.error(&pointer);
        let id = format!("pool-{}", rest.replace('/', "-"));
        let less = tn("ui-less", &[("name", field.word.as_str().into())]);
        let more = tn("ui-more", &[("name", field.word.as_str().into())]);
        html! {
            <Field id={id.clone()} names={field} error={error.clone()}>
                <Stepper {id} value={doc.int(&pointer, otherwise)} {min} {max} {less} {more}
                    wrong={error.is_some()} onchange={setter(&store, pointer, Json::Int)} />
            </Field>
        }
    };
    let text = |id: &'static str,
                typed: Typed,
                pointer: String,
                placeholder: String,
                field: FieldNames| {
        let error = doc.error(&pointer);
        html! {
            <Field id={id.to_owned()} names={field} error={error.clone()}>
                <TextInput id={id.to_owned()} value={doc.text(&pointer)} {placeholder}
                    wrong={error.is_some()} onchange={typed_setter(&store, typed, pointer)} />
            </Field>
        }
    };
    let upgrade = upgrade_of(doc, &name);
    let both = doc.error(&path("upgradeSettings"));
    html! {
        <>
            if count > 1 {
                <Field id="pool-chosen" names={names("ui-pool", "", "")}>
                    <Choice id="pool-chosen" value={at.to_string()}
                        options={(0..count).map(|n| (n.to_string(), doc.text(&format!("/pools/{n}/name")))).collect::<Vec<_>>()}
                        onchange={Callback::from(move |n: String| chosen.set(n.parse().unwrap_or(0)))} />
                </Field>
            }
            <div class="fld">
                <span class="label">{ t("ui-strategy") }<span class="api">{ "strategy" }</span><span class="api">{ "--enable-surge-upgrade" }</span></span>
                <b class="fixed">{ "SURGE" }</b>
            </div>
            { stepper("upgradeSettings/maxSurge", 1, 0, 20, names("ui-max-surge", "maxSurge", "--max-surge-upgrade")) }
            { stepper("upgradeSettings/maxUnavailable", 0, 0, 20, names("ui-max-unavailable", "maxUnavailable", "--max-unavailable-upgrade")) }
            if let Some(both) = both.filter(|_| doc.error(&path("upgradeSettings/maxSurge")).is_none() && doc.error(&path("upgradeSettings/maxUnavailable")).is_none()) {
                <p class="error">{ both }</p>
            }
            if listed == 0 {
                { stepper("initialNodeCount", 3, 0, 1000, names("ui-nodes-per-zone", "initialNodeCount", "--num-nodes")) }
            }
            if let Some(at) = upgrade {
                { text("pool-target", Typed::Text, format!("/script/{at}/version"), doc.text("/cluster/currentMasterVersion"), names("ui-target-version", "version", "--cluster-version")) }
            } else {
                <div class="fld">
                    <span class="label">{ t("ui-no-upgrade") }</span>
                    <button type="button" class="btn line" onclick={store.on(move |_: MouseEvent| {
                        let item = Json::Object(vec![
                            ("at".to_owned(), "0s".into()),
                            ("do".to_owned(), "upgrade".into()),
                            ("pool".to_owned(), name.as_str().into()),
                        ]);
                        Action::Edit(Edit::Append("/script".to_owned(), item))
                    })}>{ t("ui-upgrade-now") }</button>
                </div>
            }
            if let Some((low, high, slots)) = derived {
                <p class="derive">{ tn("ui-derived", &[("low", low.into()), ("high", high.into()), ("slots", slots.into())]) }</p>
            }
            <details class="entry">
                <summary>{ t("ui-more-fields") }</summary>
                { text("pool-machine", Typed::Text, path("config/machineType"), "e2-medium".to_owned(), names("ui-machine-type", "machineType", "--machine-type")) }
                { text("pool-pdb-timeout", Typed::Duration, path("nodeDrainConfig/pdbTimeoutDuration"), "3600s".to_owned(), names("ui-pdb-timeout", "pdbTimeoutDuration", "")) }
                { text("pool-grace", Typed::Duration, path("nodeDrainConfig/graceTerminationDuration"), "3600s".to_owned(), names("ui-drain-grace", "graceTerminationDuration", "")) }
            </details>
        </>
    }
}
