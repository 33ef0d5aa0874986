//! What descriptions of the container API say of nodes and a scenario doesn't have, so that no export has it.

use base::{Message, say};
use scenario::document::Pool;
use scenario::document::pool::NodeConfig;
use scenario::json::Json;

/// Settings of a pool beside those of its nodes.
const OF_POOL: [&str; 3] = ["networkConfig", "placementPolicy", "queuedProvisioning"];
/// State, which no configuration sets.
const STATE: [&str; 1] = ["effectiveCgroupMode"];

/// The pools with such settings, each with a message that names them.
pub(super) fn settings(files: &[(String, Vec<u8>)], pools: &[Pool]) -> Vec<(String, Message)> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        let Some(json) = import::document(&import::File { name, bytes }) else { continue };
        let roots =
            if json.items().is_empty() { vec![&json] } else { json.items().iter().collect() };
        for root in roots {
            let own = root.get("nodePools").map(Json::items).unwrap_or_default();
            let described = if own.is_empty() { vec![root] } else { own.iter().collect() };
            all.extend(described.into_iter().filter_map(of_pool));
        }
    }
    all.retain(|(name, _)| pools.iter().any(|pool| pool.name == *name));
    all
}

fn of_pool(pool: &Json) -> Option<(String, Message)> {
    let (name, config) = (pool.get("name")?.text()?, pool.get("config")?);
    let Json::Object(fields) = config else { return None };
    let is_other = |key: &str| NodeConfig::SPEC.field(key).is_none() && !STATE.contains(&key);
    let of_nodes = fields.iter().filter(|(key, _)| is_other(key));
    let of_nodes = of_nodes.map(|(key, value)| (key.as_str(), value));
    let beside = OF_POOL.iter().filter_map(|key| Some((*key, pool.get(key)?)));
    let is_empty = |value: &Json| match value {
        Json::Object(fields) => fields.is_empty(),
        Json::List(items) => items.is_empty(),
        Json::Null => true,
        _ => false,
    };
    let set = of_nodes.chain(beside).filter(|(_, value)| !is_empty(value));
    let set: Vec<String> = set.map(|(key, value)| format!("{key} {}", value.compact())).collect();
    let said = || say!("export-undescribed", pool = name, fields = set.join(", "));
    (!set.is_empty()).then(|| (name.to_owned(), said()))
}
