//! Builds a node pool from a description of the container API.

use super::values::{texts, version};
use crate::configured::zones_of;
use crate::found::FileNotes;
use crate::gke::shape::Top;
use crate::kubectl::object::Taint as FoundTaint;
use crate::notes;
use crate::subject::Subject;
use base::{Message, say};
use model::RunKind;
use scenario::document::pool::{BlueGreenInfo, PoolAutoscaling, Taint, effect_of_kubernetes};
use scenario::document::{Document, Pool, UpgradeSettings, read};
use scenario::edit;
use scenario::field::{Field as _, FieldType};
use scenario::json::{Json, number_text};
use scenario::primitive::Number;
use scenario::units::Instant;

pub(super) fn pool(top: Top, file: usize, document: &Document, notes: &mut FileNotes) -> Pool {
    let name = top.name.0.clone();
    let info = top.update_info.0.as_ref();
    if info.is_some_and(|info| matches!(info, Json::Object(fields) if !fields.is_empty())) {
        notes.pool(file, notes::UPDATE_INFO, &name);
    }
    let mut locations = texts(&top.locations);
    if locations.is_empty() {
        locations = zones_of_groups(&top);
    }
    // Desired state from configuration: descriptions of a pool have its zones.
    if locations.is_empty()
        && document.cluster.locations.is_empty()
        && let Some(place) = top.location.some()
    {
        locations = zones_of(place);
        if locations.len() > 1 {
            notes.pool(file, notes::THREE_ZONES, &name);
        }
    }
    if locations.is_empty() && document.cluster.locations.is_empty() {
        let place = match &*document.cluster.location {
            "" => "zone-a",
            place => place,
        };
        locations.extend(zones_of(place).into_iter().take(1));
        notes.pool(file, notes::POOL_ZONE, &name);
    }
    let mut pool = settings(&top, file, notes);
    if let Some(settings) = &mut pool.upgrade_settings {
        upgrade(settings, &name, file, notes);
    }
    pool.version = version(&top.version, file, notes);
    let info = info.and_then(|info| info.get("blueGreenInfo"));
    let text = |key| info.and_then(|info| info.get(key)).and_then(Json::text).unwrap_or_default();
    pool.update_info.sides = BlueGreenInfo {
        phase: text("phase").to_owned(),
        deletion: scenario::instant::parse(text("bluePoolDeletionStartTime")).map(Instant),
    };
    // The API omits zeros (AM-85). A check reports what is no count.
    pool.initial_node_count = Some(top.initial_node_count.0.unwrap_or(0));
    pool.locations = locations;
    pool.name = name;
    for said in kept(&pool) {
        let pool = Subject::pool(&pool.name);
        notes.tell(file, notes::NOT_SIMULATED, said, Some(pool));
    }
    pool
}

/// Settings of a pool that aren't simulated yet.
pub(super) fn kept(pool: &Pool) -> Vec<Message> {
    let name = &pool.name;
    let mut all = Vec::new();
    // The end of life is only simulated for these nodes.
    let ends = pool.config.flex_start || pool.queued_provisioning.enabled;
    if pool.config.max_run_duration.is_some() && !ends {
        all.push(say!("import-setting-of", setting = "maxRunDuration", pool = name));
    }
    all
}

/// The zones in the links of a pool's instance groups, else in its own link.
fn zones_of_groups(pool: &Top) -> Vec<String> {
    let zone = |link: &str| {
        let zone = link.split("/zones/").nth(1)?.split('/').next()?;
        (!zone.is_empty()).then(|| zone.to_owned())
    };
    let mut zones: Vec<String> = pool.groups.iter().filter_map(|link| zone(link)).collect();
    if zones.is_empty() {
        zones.extend(zone(&pool.self_link));
    }
    let mut seen = base::Set::new();
    zones.retain(|zone| seen.insert(zone.clone()));
    zones
}

fn has_local_ssds(config: &Json) -> bool {
    let count = ["localSsdCount", "ephemeralStorageConfig"].iter().any(|key| {
        let found = config.get(key);
        let found = found.and_then(|one| one.get("localSsdCount")).or(found);
        found.is_some_and(|count| !matches!(count, Json::Null | Json::Int(0) | Json::Object(_)))
    });
    let blocks = ["localNvmeSsdBlockConfig", "ephemeralStorageLocalSsdConfig"];
    count || blocks.iter().any(|key| config.get(key).is_some_and(|one| *one != Json::Null))
}

/// Reads the settings that the document has fields for.
fn settings(top: &Top, file: usize, notes: &mut FileNotes) -> Pool {
    let parts = [
        ("config", &top.config),
        ("autoscaling", &top.autoscaling),
        ("management", &top.management),
        ("maxPodsConstraint", &top.max_pods),
        ("upgradeSettings", &top.upgrade),
        ("nodeDrainConfig", &top.drain),
        ("placementPolicy", &top.placement),
        ("maintenancePolicy", &top.maintenance),
        ("queuedProvisioning", &top.queued),
    ];
    let parts = parts.into_iter();
    let parts = parts.filter_map(|(key, tree)| Some((key.to_owned(), tree.0.clone()?)));
    if top.config.0.as_ref().is_some_and(has_local_ssds) {
        notes.pool(file, notes::LOCAL_SSDS, &top.name);
    }
    let json = plain(Pool::TYPE, Json::Object(parts.collect()));
    let (pool, faults) = read::<Pool>(&json);
    for fault in faults {
        if let Some(path) = in_block(&fault.path) {
            let value = say!("import-value", path = path, problem = fault.message.clone());
            notes.tell(file, notes::VALUES, value, None);
        } else if let (true, Some(Json::Text(text))) =
            (fault.is_error(), edit::at(&json, &fault.path))
        {
            notes.note(file, notes::TIMES, text);
        }
    }
    let mut pool = pool.unwrap_or_default();
    let scaling = pool.autoscaling.as_ref();
    if scaling.is_some_and(|scaling| *scaling == PoolAutoscaling::default()) {
        pool.autoscaling = None;
    }
    // The API omits disabled settings.
    if top.management.0.is_some() {
        pool.management.auto_upgrade.get_or_insert(false);
        pool.management.auto_repair.get_or_insert(false);
    }
    pool.config.taints.retain(|taint| !taint.key.is_empty());
    for taint in &mut pool.config.taints {
        taint.effect = effect_of_kubernetes(&taint.effect).to_owned();
    }
    pool
}

/// The path within the upgrade settings.
fn in_block(path: &str) -> Option<&str> {
    let path = path.strip_prefix("/upgradeSettings/")?;
    path.find('/').map(|at| &path[at..])
}

/// Converts values to the document's types: dumps have texts for numbers and booleans, and the reverse.
fn plain(kind: FieldType, json: Json) -> Json {
    match (kind, json) {
        (FieldType::Struct(spec), Json::Object(fields)) => {
            let field = |(key, value): (String, Json)| {
                let kind = spec.field(&key).map_or(FieldType::Any, |field| field.kind);
                let value = plain(kind, value);
                (key, value)
            };
            Json::Object(fields.into_iter().map(field).collect())
        }
        (FieldType::List(kind), Json::List(items)) => {
            Json::List(items.into_iter().map(|item| plain(*kind, item)).collect())
        }
        (FieldType::Map(kind), Json::Object(entries)) => {
            let entry = |(key, value)| match plain(*kind, value) {
                Json::Null => (key, Json::from("")),
                value => (key, value),
            };
            Json::Object(entries.into_iter().map(entry).collect())
        }
        (FieldType::Text, Json::Bool(value)) => Json::Text(value.to_string()),
        (FieldType::Text, Json::Int(value)) => Json::Text(value.to_string()),
        (FieldType::Text, Json::Float(value)) => Json::Text(number_text(value)),
        (FieldType::Bool, Json::Text(text)) => Json::Bool(text == "true"),
        (FieldType::Duration, Json::Int(seconds)) => Json::Text(format!("{seconds}s")),
        (FieldType::Duration, Json::Float(seconds)) => Json::Text(number_text(seconds) + "s"),
        (FieldType::Duration, Json::Text(text)) if text.parse::<f64>().is_ok() => {
            Json::Text(text + "s")
        }
        (FieldType::Int | FieldType::Number, Json::Text(text)) => match text.trim().parse() {
            Ok(number) => Json::Int(number),
            Err(_) => text.trim().parse().map_or(Json::Text(text), Json::Float),
        },
        (_, json) => json,
    }
}

pub(super) fn taints(list: &[FoundTaint]) -> Vec<Taint> {
    list.iter()
        .filter(|taint| !taint.key.is_empty())
        .map(|taint| Taint {
            key: taint.key.0.clone(),
            value: taint.value.0.clone(),
            effect: effect_of_kubernetes(&taint.effect).to_owned(),
        })
        .collect()
}

fn upgrade(settings: &mut UpgradeSettings, pool: &str, file: usize, notes: &mut FileNotes) {
    let numbers = [&mut settings.max_surge, &mut settings.max_unavailable];
    let [surge, unavailable] = numbers.map(|number| {
        let int = number.as_ref().and_then(Number::int);
        *number = int.map(Number::Int);
        int
    });
    let said = match (surge, unavailable) {
        (Some(surge), None) => Some(format!("{pool} ({surge} + 0)")),
        (None, Some(unavailable)) => Some(format!("{pool} (0 + {unavailable})")),
        (Some(_), Some(_)) | (None, None) => None,
    };
    if let Some(said) = said {
        notes.about(file, notes::ZERO_VALUES, said, Subject::pool(pool));
    }
    // Terraform's state has two zeros if nothing is set; for a surge pool they would be an error.
    let other = RunKind::named(&settings.strategy).is_some_and(|kind| kind != RunKind::Surge);
    if other && [surge, unavailable] == [Some(0); 2] {
        settings.max_surge = None;
        settings.max_unavailable = None;
    }
    if settings.strategy == "NODE_POOL_UPDATE_STRATEGY_UNSPECIFIED" {
        settings.strategy.clear();
    }
    settings.clean();
}
