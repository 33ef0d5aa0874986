//! Blue-green settings of descriptions, and what commands change in them.

use crate::document::pool::BlueGreenSettings;
use crate::document::{Pool, read};
use crate::import::configured;
use crate::import::found::FileNotes;
use crate::import::gcloud::order::Order;
use crate::import::notes;
use crate::json::Json;
use crate::primitive::Number;

const STANDARD: &str = "upgradeSettings.blueGreenSettings.standardRolloutPolicy";
const AUTOSCALED: &str = "upgradeSettings.blueGreenSettings.autoscaledRolloutPolicy";

pub(super) fn settings(json: Json, file: usize, desk: &mut FileNotes) -> Option<BlueGreenSettings> {
    let (settings, faults) = read(&plain(json));
    for fault in faults {
        let name = format!("{} {}", fault.path, fault.message);
        desk.note(file, notes::VALUES, name);
    }
    settings.map(one_size)
}

/// Two zeros are what Terraform's state has of a batch of no nodes.
fn one_size(mut settings: BlueGreenSettings) -> BlueGreenSettings {
    let zero = [Number::Int(0), Number::Fraction(0.0)];
    if let Some(policy) = &mut settings.standard_rollout_policy
        && policy.batch_node_count == Some(0)
        && (policy.batch_percentage.as_ref()).is_some_and(|part| zero.contains(part))
    {
        policy.batch_percentage = None;
    }
    settings
}

/// The settings with numbers where people write texts and the reverse: `3600` seconds, a share of `"0.25"`.
fn plain(json: Json) -> Json {
    let Json::Object(fields) = json else {
        return json;
    };
    let field = |(key, value): (String, Json)| {
        let value = match value {
            Json::Int(seconds) if key.ends_with("Duration") => Json::Text(format!("{seconds}s")),
            Json::Float(seconds) if key.ends_with("Duration") => Json::Text(format!("{seconds}s")),
            Json::Text(text) if key.ends_with("Duration") && text.parse::<f64>().is_ok() => {
                Json::Text(text + "s")
            }
            Json::Text(text) if key == "batchPercentage" => match text.parse() {
                Ok(share) => Json::Float(share),
                Err(_) => Json::Text(text),
            },
            value => plain(value),
        };
        (key, value)
    };
    Json::Object(fields.into_iter().map(field).collect())
}

/// Does a command change a pool as GKE lets it only where the autoscaler is on (AB-23)?
pub(crate) fn autoscaled_before(order: &Order) -> bool {
    let change = order.of_pool.0.as_ref();
    let policy = change.and_then(|change| configured::at(change, AUTOSCALED));
    &*order.verb == "update" && policy.is_some()
}

/// Removes what a flag replaces: the size of a batch in the other unit, the other policy.
pub(crate) fn replaced_policy(pool: &mut Pool, change: &Json) {
    let changed = |path: &str| configured::at(change, path).is_some();
    let settings = pool.upgrade_settings.as_mut();
    let Some(settings) = settings.and_then(|settings| settings.blue_green_settings.as_mut()) else {
        return;
    };
    // How long a batch soaks stays as it was.
    if changed(STANDARD) {
        settings.autoscaled_rollout_policy = None;
        if let Some(policy) = &mut settings.standard_rollout_policy {
            policy.batch_node_count = None;
            policy.batch_percentage = None;
        }
    } else if changed(AUTOSCALED) {
        settings.standard_rollout_policy = None;
        settings.autoscaled_rollout_policy = None;
    }
}
