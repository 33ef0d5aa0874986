//! *Actions*: the script's user actions, and when they happen. Each is an entry of the script.

use super::parts::{PartStep, Plan};
use crate::player::Player;
use crate::shell::form::{Doc, TextKind, as_text, number_or_text, typed_setter};
use crate::shell::keyboard::perform::perform;
use crate::shell::menu::items::MenuAction;
use crate::shell::state::{Action, Store};
use crate::shell::widgets::{Choice, TextInput, icon, icon_button};
use crate::shell::words::{t, tn};
use draw::icons;
use model::WorkloadKind;
use runner::acts_at;
use scenario::edit::Edit;
use scenario::json::Json;
use yew::prelude::*;

/// The subject of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ActionSubject {
    Pool,
    Node,
    Zone,
    Deployment,
    Number,
    Nothing,
}

/// Verb, message key, subject, and the field that names the subject.
const VERBS: [(&str, &str, ActionSubject, &str); 16] = [
    ("cancel", "ui-do-cancel", ActionSubject::Pool, "pool"),
    ("resume", "ui-do-resume", ActionSubject::Pool, "pool"),
    ("rollback", "ui-do-rollback", ActionSubject::Pool, "pool"),
    ("complete", "ui-do-complete", ActionSubject::Pool, "pool"),
    ("upgrade", "ui-do-upgrade", ActionSubject::Pool, "pool"),
    ("cordon", "ui-do-cordon", ActionSubject::Node, "node"),
    ("uncordon", "ui-do-uncordon", ActionSubject::Node, "node"),
    ("drain", "ui-do-drain", ActionSubject::Node, "node"),
    ("preempt", "ui-do-preempt", ActionSubject::Node, "node"),
    ("fail", "ui-do-fail", ActionSubject::Node, "node"),
    ("hostEvent", "ui-do-host-event", ActionSubject::Node, "node"),
    ("quota", "ui-do-quota", ActionSubject::Number, "spareNodes"),
    ("stockout", "ui-do-stockout", ActionSubject::Zone, "zone"),
    ("rollout", "ui-do-rollout", ActionSubject::Deployment, "workload"),
    ("open", "ui-do-open", ActionSubject::Nothing, ""),
    ("close", "ui-do-close", ActionSubject::Nothing, ""),
];

/// Script entries that aren't offered here.
const OTHERS: [(&str, &str); 5] = [
    ("set", "ui-do-set"),
    ("reservation", "ui-do-reservation"),
    ("resize", "ui-do-resize"),
    ("repair", "ui-do-repair"),
    ("target", "ui-do-target"),
];

fn words(verb: &str) -> String {
    let offered = VERBS.iter().map(|(name, key, ..)| (*name, *key));
    let mut known = offered.chain(OTHERS);
    known.find(|(name, _)| *name == verb).map_or_else(|| verb.to_owned(), |(_, key)| t(key))
}

/// The name in an entry, from the field that holds it.
fn about(item: &Json) -> String {
    let is_upgrade = item.get("do").and_then(Json::text) == Some("upgrade");
    if is_upgrade && item.get("pool").is_none() {
        return t("ui-lane-control-plane");
    }
    ["node", "pool", "zone", "workload", "budget", "spareNodes"]
        .into_iter()
        .find_map(|field| item.get(field))
        .map(as_text)
        .unwrap_or_default()
}

/// The state of the form for a new action.
#[derive(Clone, PartialEq, Default)]
pub struct NewAction {
    pub verb: String,
    pub target: String,
}

#[inline(never)] // It is folded at first, and loaded later.
pub fn actions(
    store: &Store,
    doc: &Doc,
    player: &Player,
    form: &UseStateHandle<NewAction>,
) -> Html {
    let script = doc.at("/script").map_or(&[][..], Json::items);
    html! {
        <>
            if script.is_empty() {
                <p class="quiet">{ t("ui-no-actions") }</p>
            }
            <ul class="script">
                { for script.iter().enumerate().map(|(n, item)| entry(store, doc, player, n, item)) }
            </ul>
            { new_action(store, doc, player, form) }
        </>
    }
}

/// An entry's time, action and remove button. Its name links to the instant, if the run reaches it.
fn entry(store: &Store, doc: &Doc, player: &Player, n: usize, item: &Json) -> Html {
    let pointer = format!("/script/{n}");
    let verb = item.get("do").and_then(Json::text).unwrap_or_default();
    let error = doc.error(&pointer);
    let warns = doc.warning(&pointer);
    let what = words(verb);
    let (label, when) = match item.get("after") {
        Some(_) => (t("ui-pause-label"), "ui-pause-before"),
        None => (t("ui-time-label"), "ui-when"),
    };
    let at = TextInput {
        id: format!("action-{n}"),
        value: item.get("at").map(as_text).unwrap_or_default(),
        name: Some(tn(when, &[("what", what.as_str().into())])),
        placeholder: "0s".to_owned(),
        short: true,
        onchange: typed_setter(store, TextKind::Duration, format!("{pointer}/at")),
        ..TextInput::default()
    };
    let waits = awaited(store, doc, n, item, &what);
    let remove = store.on(move |_: MouseEvent| Action::Part(PartStep::RemoveEntry(n)));
    let name = tn("ui-remove", &[("what", what.as_str().into())]);
    let phase = item.get("phase").and_then(Json::text);
    let title = tn("ui-script-go", &[("what", what.as_str().into())]);
    let onclick = {
        let (store, player, item) = (store.clone(), player.clone(), item.clone());
        Callback::from(move |_: MouseEvent| {
            // An entry that waits for a phase has an instant once the run has reached it.
            let at = player.with_run(|run| acts_at(n, &item, &run.trace)).flatten();
            if let Some(at) = at {
                perform(&store, &player, MenuAction::Go(at, None));
            }
        })
    };
    html! {
        <li key={n} class={classes!(error.is_some().then_some("wrong"))}>
            <span class="what">
                <button type="button" class="go" {title} {onclick}><b>{ what }</b>{ " " }<bdi>{ about(item) }</bdi></button>
                if let Some(phase) = phase {
                    <small>{ tn("ui-script-phase", &[("phase", phase.into())]) }</small>
                }
            </span>
            { icon_button(icons::TRASH, name, "", None, remove) }
            <div class="when">
                <label>{ label }{ at.show() }</label>
                if let Some(waits) = waits {
                    <label>{ t("ui-after-label") }{ waits }</label>
                }
            </div>
            if let Some(error) = error {
                <p class="error">{ error }</p>
            } else if !warns.is_empty() {
                <p class="warns">{ icon(icons::WARN, "i12 warn") }{ warns }</p>
            }
        </li>
    }
}

/// The choice of the earlier work for whose end an entry waits; its time is then the pause after that.
fn awaited(store: &Store, doc: &Doc, n: usize, item: &Json, what: &str) -> Option<Html> {
    let script = doc.at("/script").map_or(&[][..], Json::items);
    let value = item.get("after").map(as_text).unwrap_or_default();
    let mut options = vec![(String::new(), t("ui-after-time"))];
    let mut offer = |value: String| {
        if options.iter().all(|(other, _)| *other != value) {
            let words = match (value.as_str(), value.strip_prefix("pool/")) {
                ("controlPlane", _) => t("ui-after-control-plane"),
                (_, Some(pool)) => tn("ui-after", &[("name", pool.into())]),
                (entry, None) => {
                    let entry = entry.parse::<usize>().ok().and_then(|no| script.get(no));
                    let name = entry.map(|one| {
                        let verb = one.get("do").and_then(Json::text).unwrap_or_default();
                        format!("{} {}", words(verb), about(one))
                    });
                    tn("ui-after", &[("name", name.unwrap_or_else(|| value.clone()).into())])
                }
            };
            options.push((value, words));
        }
    };
    for (no, one) in script.iter().take(n).enumerate() {
        let pool = one.get("pool").and_then(Json::text);
        let works = ["upgrade", "resume", "rollback", "complete"];
        match one.get("do").and_then(Json::text) {
            Some(verb) if works.contains(&verb) => match pool {
                Some(pool) => offer(format!("pool/{pool}")),
                None => offer("controlPlane".to_owned()),
            },
            Some("drain" | "repair") => offer(no.to_string()),
            _ => {}
        }
    }
    if !value.is_empty() {
        offer(value.clone());
    }
    if options.len() < 2 {
        return None;
    }
    let pointer = format!("/script/{n}");
    let was_set = !value.is_empty();
    let choice = Choice {
        id: format!("after-{n}"),
        name: Some(tn("ui-after-name", &[("what", what.into())])),
        value,
        options,
        onchange: store.on(move |after: String| {
            let at = format!("{pointer}/after");
            if after.is_empty() {
                return Action::Edit(Edit::Remove(at));
            }
            let mut edits = vec![Edit::Set(at, number_or_text(&after))];
            // An instant isn't a pause.
            if !was_set {
                edits.push(Edit::Set(format!("{pointer}/at"), "0s".into()));
            }
            Action::Apply(edits)
        }),
        ..Choice::default()
    };
    Some(choice.show())
}

/// Names of possible subjects in the displayed run.
fn choices(state: &crate::shell::state::AppState, about: ActionSubject) -> Vec<String> {
    const MANY: usize = 400;
    let Some(run) = &state.run else {
        return Vec::new();
    };
    let plan = &run.plan;
    match about {
        ActionSubject::Pool => plan.pools.values().map(|pool| pool.name.clone()).collect(),
        ActionSubject::Zone => plan.zones.values().map(|zone| zone.name.clone()).collect(),
        ActionSubject::Node => {
            run.start.nodes.ids().take(MANY).map(|node| plan.node_name(&run.start, node)).collect()
        }
        ActionSubject::Deployment => {
            let all = plan.known_workloads().map(|(_, workload)| workload);
            let all = all.filter(|workload| workload.kind == WorkloadKind::Deployment).take(MANY);
            all.map(|workload| format!("{}/{}", workload.namespace, workload.name)).collect()
        }
        ActionSubject::Number | ActionSubject::Nothing => Vec::new(),
    }
}

/// An entry of the script at the playhead.
fn entry_of(at_ms: f64, verb: &str, kind: ActionSubject, field: &str, chosen: &str) -> Json {
    // The default is the playhead's instant, in whole seconds.
    let at = format!("{}s", (at_ms / 1000.0).round() as i64);
    let mut item =
        vec![("at".to_owned(), Json::Text(at)), ("do".to_owned(), Json::Text(verb.to_owned()))];
    if !field.is_empty() && !chosen.is_empty() {
        let value = match kind {
            ActionSubject::Number => number_or_text(chosen),
            _ => Json::Text(chosen.to_owned()),
        };
        item.push((field.to_owned(), value));
    }
    Json::Object(item)
}

/// What a new action is about.
fn target(
    kind: ActionSubject,
    names: Vec<String>,
    value: String,
    onchange: Callback<String>,
) -> Html {
    match kind {
        ActionSubject::Nothing => html! {},
        ActionSubject::Number => TextInput {
            id: "action-number".to_owned(),
            name: Some(t("ui-spare-nodes")),
            value,
            placeholder: t("ui-any-number"),
            short: true,
            onchange,
            ..TextInput::default()
        }
        .show(),
        ActionSubject::Pool
        | ActionSubject::Node
        | ActionSubject::Zone
        | ActionSubject::Deployment => Choice {
            id: "action-target".to_owned(),
            name: Some(t("ui-action-target")),
            value,
            options: names.into_iter().map(|name| (name.clone(), name)).collect(),
            onchange,
            ..Choice::default()
        }
        .show(),
    }
}

fn new_action(store: &Store, doc: &Doc, player: &Player, form: &UseStateHandle<NewAction>) -> Html {
    let due = Plan::due_pool(&doc.json);
    // At first, what changes something as it stands.
    let verb = match form.verb.as_str() {
        "" if due.is_some() => "upgrade",
        "" if !choices(&store.state(), ActionSubject::Deployment).is_empty() => "rollout",
        verb => verb,
    };
    let (verb, _, kind, field) =
        VERBS.iter().copied().find(|(name, ..)| *name == verb).unwrap_or(VERBS[0]);
    let names = choices(&store.state(), kind);
    let due = due.filter(|name| verb == "upgrade" && names.contains(name));
    let chosen = if names.contains(&form.target) || kind == ActionSubject::Number {
        form.target.clone()
    } else {
        due.or_else(|| names.first().cloned()).unwrap_or_default()
    };
    let add = {
        let (store, player, chosen) = (store.clone(), player.clone(), chosen.clone());
        Callback::from(move |_: MouseEvent| {
            let item = entry_of(player.at_ms(), verb, kind, field, chosen.trim());
            store.send(Action::Edit(Edit::Append("/script".to_owned(), item)));
        })
    };
    let change = |put: fn(&mut NewAction, String)| {
        let form = form.clone();
        Callback::from(move |text: String| {
            let mut next = (*form).clone();
            put(&mut next, text);
            form.set(next);
        })
    };
    let verbs = Choice {
        id: "action-verb".to_owned(),
        name: Some(t("ui-action")),
        value: verb.to_owned(),
        options: VERBS.iter().map(|(name, key, ..)| ((*name).to_owned(), t(key))).collect(),
        onchange: change(|form, verb| form.verb = verb),
        ..Choice::default()
    };
    let hint = (kind == ActionSubject::Deployment).then(|| match names.is_empty() {
        true => t("ui-no-deployment"),
        false => t("ui-rollout-hint"),
    });
    let lacks = kind == ActionSubject::Deployment && names.is_empty();
    html! {
        <div class="new-action">
            { verbs.show() }
            if !lacks {
                { target(kind, names, chosen, change(|form, target| form.target = target)) }
            }
            if let Some(hint) = hint {
                <p class="quiet">{ hint }</p>
            }
            <button type="button" class="btn line" disabled={lacks} onclick={add}>
                { icon(icons::PLUS, "i12") }{ t("ui-at-playhead") }
            </button>
        </div>
    }
}
