//! The gcloud and kubectl flags for settings of a document.

use super::super::shell::{list, quote};
use super::super::{chosen, in_order};
use crate::document::pool::{NodeConfig, PoolAutoscaling, Taint, effect_of_kubernetes};
use crate::document::setting::{GcloudFlag, Take};
use crate::document::{ScriptItem, UpgradeSettings};
use crate::field::{Field as _, FieldType, Struct, StructType, written};
use crate::json::Json;
use crate::primitive::IntOrText;

/// The words of a command after its verb.
pub(in crate::export) type Flags = Vec<String>;

/// `--name=value` as one word.
pub(in crate::export) fn flag(name: &str, value: &str) -> String {
    format!("{name}={}", quote(value))
}

pub(super) fn location() -> &'static str {
    "--location=\"$LOCATION\""
}

pub(super) fn at_cluster() -> Flags {
    vec!["--cluster=\"$CLUSTER\"".to_owned(), location().to_owned()]
}

/// Fields whose flags come first.
const FIRST: &[&str] =
    &["standardRolloutPolicy", "autoscaledRolloutPolicy", "graceTerminationDuration"];

/// The flags that set a struct's fields.
pub(in crate::export) fn of(settings: &dyn Struct) -> Flags {
    let mut flags = Flags::new();
    collect(settings.spec(), &written(settings), &mut flags);
    flags
}

fn collect(spec: &'static StructType, json: &Json, flags: &mut Flags) {
    for field in in_order(spec, FIRST) {
        let below = Some(field.setting.below).filter(|below| !below.is_empty());
        let value = json.get(field.key);
        let Some(value) = value.and_then(|value| below.map_or(Some(value), |key| value.get(key)))
        else {
            continue;
        };
        let mut own = field.setting.flags.iter().flatten();
        let inner = field.kind.spec();
        match (field.setting.flags, field.kind) {
            ([None, _], FieldType::Struct(inner)) => collect(inner, value, flags),
            _ => flags.extend(own.find_map(|flag| with_value(*flag, value, inner))),
        }
    }
}

/// A flag with its value, or with the parts of a struct.
fn with_value(of: GcloudFlag, value: &Json, inner: Option<&'static StructType>) -> Option<String> {
    let name = of.name;
    match (of.take, value) {
        (Take::Switch, Json::Bool(true)) => Some(name.to_owned()),
        (Take::Switch, Json::Bool(false)) => Some(name.replacen("--", "--no-", 1)),
        (Take::Switch, Json::Object(_)) => with_value(of, json_of_switch(value)?, None),
        (Take::List, Json::List(items)) => {
            listed(name, items.iter().filter_map(Json::text).map(str::to_owned).collect())
        }
        (Take::Map, Json::Object(pairs)) => {
            let pair = |(key, value): &(String, Json)| Some(format!("{key}={}", value.text()?));
            listed(name, pairs.iter().filter_map(pair).collect())
        }
        (Take::Taints, Json::List(items)) => {
            listed(name, items.iter().filter_map(written_taint).collect())
        }
        (Take::Accelerator, Json::List(items)) => {
            let first = items.first()?;
            let kind = first.get("acceleratorType")?.text()?;
            let count = first.get("acceleratorCount").map_or_else(|| "1".to_owned(), Json::compact);
            Some(flag(name, &format!("type={kind},count={count}")))
        }
        (Take::Value(word), Json::Text(text)) => (text == word).then(|| name.to_owned()),
        (Take::Text | Take::Upper, Json::Text(text)) => Some(flag(name, text)),
        (Take::Int | Take::Size, Json::Int(number)) => Some(format!("{name}={number}")),
        (Take::Part, Json::Text(part)) => Some(format!("{name}={part}")),
        (Take::Seconds, Json::Text(secs)) => Some(match secs.strip_suffix('s') {
            Some(secs) if name.ends_with("-seconds") => format!("{name}={secs}"),
            _ => format!("{name}={secs}"),
        }),
        (Take::Parts, json) => {
            let mut parts = Flags::new();
            collect(inner?, json, &mut parts);
            (!parts.is_empty()).then(|| format!("{name}={}", parts.join(",")))
        }
        _ => None,
    }
}

/// Is the struct of a switch on?
fn json_of_switch(value: &Json) -> Option<&Json> {
    value.get("enabled")
}

fn listed(name: &str, items: Vec<String>) -> Option<String> {
    (!items.is_empty()).then(|| flag(name, &list(&items)))
}

fn written_taint(taint: &Json) -> Option<String> {
    let text = |key: &str| taint.get(key).and_then(Json::text).unwrap_or_default();
    let effect = effect_of_kubernetes(text("effect"));
    Some(match text("value") {
        "" => format!("{}:{effect}", text("key")),
        value => format!("{}={value}:{effect}", text("key")),
    })
}

pub(super) fn upgrade_settings(settings: &UpgradeSettings) -> Flags {
    of(&chosen(settings))
}

pub(super) fn autoscaling(settings: &PoolAutoscaling) -> Flags {
    if settings.enabled { of(settings) } else { vec!["--no-enable-autoscaling".to_owned()] }
}

/// The flags of the single command that changes machines.
pub(super) fn machine(config: &NodeConfig) -> Flags {
    let all = of(config);
    let names = ["--machine-type=", "--disk-type=", "--disk-size="];
    let flags = names.map(|name| all.iter().find(|flag| flag.starts_with(name)).cloned());
    flags.into_iter().flatten().collect()
}

pub(super) fn kubectl_drain(item: &ScriptItem) -> Flags {
    let on = |name: &str, on: bool| on.then(|| name.to_owned());
    let mut flags = Flags::new();
    flags.extend(on("--force", item.force));
    flags.extend(on("--ignore-daemonsets", item.ignore_daemonsets));
    flags.extend(on("--delete-emptydir-data", item.delete_emptydir_data));
    flags.extend(on("--disable-eviction", item.disable_eviction));
    let count = |name: &str, value: Option<i64>| value.map(|value| format!("{name}={value}"));
    flags.extend(count("--grace-period", item.grace_period_seconds));
    let timeout = item.timeout.map(|timeout| timeout.0 / 1000);
    flags.extend(timeout.map(|secs| format!("--timeout={secs}s")));
    let skip = item.skip_wait_for_delete_timeout;
    flags.extend(count("--skip-wait-for-delete-timeout", skip));
    flags
}

/// `key=value:NoSchedule`
pub(super) fn taint(taint: &Taint) -> String {
    let effect = effect_of_kubernetes(&taint.effect);
    format!("{}={}:{effect}", taint.key, taint.value)
}

/// The merge patch of a budget: sets one number and removes the other.
pub(super) fn limits(item: &ScriptItem) -> String {
    let value = |limit: &Option<IntOrText>| limit.as_ref().map_or(Json::Null, IntOrText::write);
    let spec = Json::object([
        ("minAvailable", value(&item.min_available)),
        ("maxUnavailable", value(&item.max_unavailable)),
    ]);
    Json::object([("spec", spec)]).compact()
}
