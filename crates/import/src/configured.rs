//! Clusters and node pools from configuration: GKE's defaults are filled in and noted.

use super::findings::Findings;
use super::notes;
use base::say;
use scenario::json::Json;

/// Regions in which GKE does not begin with zone `a`.
const FROM_B: [&str; 2] = ["europe-west1", "us-east1"];

/// Marks what Terraform is to create, or what files of configuration describe.
pub(super) const WANTED: &str = "terraformWanted";

/// Sets a value at a path such as `maxPodsConstraint.maxPodsPerNode`.
pub(super) fn put(into: &mut Json, path: &str, value: Json) {
    let Json::Object(entries) = into else {
        return;
    };
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    let at = match entries.iter().position(|(other, _)| other == name) {
        Some(at) => at,
        None => {
            entries.push((name.to_owned(), Json::Object(Vec::new())));
            entries.len() - 1
        }
    };
    if let Some((_, slot)) = entries.get_mut(at) {
        match rest {
            Some(rest) => put(slot, rest, value),
            None => *slot = value,
        }
    }
}

/// The value at a path.
pub(super) fn at<'a>(json: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('.').try_fold(json, |json, name| json.get(name))
}

pub(super) fn int(json: &Json, path: &str) -> Option<i64> {
    whole(at(json, path)?)
}

/// A whole number, even if given as text.
pub(super) fn whole(json: &Json) -> Option<i64> {
    match json {
        Json::Int(value) => Some(*value),
        Json::Float(value) if value.fract() == 0.0 && value.abs() < 9.0e15 => Some(*value as i64),
        Json::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// `europe-west4` and not `europe-west4-a`.
fn is_region(location: &str) -> bool {
    location.ends_with(|c: char| c.is_ascii_digit())
}

/// Three zones of a region; a zone has only itself.
pub(super) fn zones_of(location: &str) -> Vec<String> {
    if !is_region(location) {
        return vec![location.to_owned()];
    }
    let first = if FROM_B.contains(&location) { 'b' } else { 'a' };
    let zones = (first..).take(3);
    zones.map(|zone| format!("{location}-{zone}")).collect()
}

/// The zones of a cluster or pool: the named ones, and the zone that is its location.
fn zones(json: &mut Json, what: &str, findings: &mut Findings<'_>) {
    let named = at(json, "locations").map_or(0, |zones| zones.items().len());
    let location = at(json, "location").and_then(Json::text).unwrap_or("");
    if location.is_empty() {
        return;
    }
    let zones: Vec<Json> = if is_region(location) {
        if named > 0 {
            return;
        }
        findings.note(notes::THREE_ZONES, what);
        zones_of(location).into_iter().map(Json::Text).collect()
    } else {
        let own = Json::from(location);
        let others = at(json, "locations").map_or(&[][..], Json::items);
        let others = others.iter().filter(|zone| **zone != own).cloned();
        core::iter::once(own.clone()).chain(others).collect()
    };
    put(json, "locations", Json::List(zones));
}

/// The link between a cluster and its pools, wherever they are described.
fn link(cluster: &str, location: &str) -> String {
    let location = if location.is_empty() { "-" } else { location };
    format!("projects/-/locations/{location}/clusters/{cluster}")
}

/// A cluster of the API from desired settings, with the pools described beside it.
///
/// `reference`: the name by which other descriptions' pools refer to it.
pub(super) fn cluster(
    mut json: Json,
    name: &str,
    reference: &str,
    pools: Vec<Json>,
    findings: &mut Findings<'_>,
) -> Json {
    zones(&mut json, name, findings);
    put(&mut json, "name", Json::from(name));
    let place = at(&json, "location").and_then(Json::text).unwrap_or("");
    let link = link(reference, place);
    put(&mut json, "selfLink", Json::Text(link));
    // Distinguishes a cluster from a pool.
    put(&mut json, "nodeConfig", Json::Object(Vec::new()));
    let zones = at(&json, "locations").map_or(1, |zones| zones.items().len());
    let most_pods = at(&json, "defaultMaxPodsConstraint.maxPodsPerNode").cloned();
    let pools = pools
        .into_iter()
        .map(|mut pool| {
            if let Some(most) = &most_pods
                && at(&pool, "maxPodsConstraint").is_none()
            {
                put(&mut pool, "maxPodsConstraint.maxPodsPerNode", most.clone());
            }
            complete(pool, zones, findings)
        })
        .collect::<Vec<Json>>();
    // Desired numbers count as current.
    let nodes = pools.iter().map(|pool| {
        let zones = at(pool, "locations").map_or(zones, |zones| zones.items().len());
        let zones = i64::try_from(zones).unwrap_or(1);
        int(pool, "initialNodeCount").unwrap_or(0).saturating_mul(zones)
    });
    let nodes = nodes.fold(0_i64, i64::saturating_add);
    if nodes > 0 {
        put(&mut json, "currentNodeCount", Json::Int(nodes));
    }
    put(&mut json, "nodePools", Json::List(pools));
    json
}

/// A pool whose cluster is described elsewhere or not at all.
pub(super) fn pool_alone(
    mut json: Json,
    cluster: Option<&str>,
    findings: &mut Findings<'_>,
) -> Json {
    let name = at(&json, "name").and_then(Json::text).unwrap_or("");
    let place = at(&json, "location").and_then(Json::text).unwrap_or("");
    let zones = zones_of(place).len();
    if cluster.is_some() || !place.is_empty() {
        let cluster = cluster.unwrap_or("-");
        let link = format!("{}/nodePools/{name}", link(cluster, place));
        put(&mut json, "selfLink", Json::Text(link));
    }
    // Without its own zones it has those of its cluster, which may be in another text.
    let zones = at(&json, "locations").map_or(zones, |zones| zones.items().len());
    complete(json, zones, findings)
}

/// Zero means no limit: a state has zone limits beside those of the whole pool. Without limits autoscaling is off.
fn limits(pool: &mut Json) {
    let most = |key: &str| int(pool, key).unwrap_or(0).max(0);
    let total = most("autoscaling.totalMaxNodeCount");
    let zonal = most("autoscaling.maxNodeCount");
    let is_off = zonal == 0
        && total == 0
        && ["autoscaling.maxNodeCount", "autoscaling.totalMaxNodeCount"]
            .iter()
            .any(|key| at(pool, key).is_some());
    let Json::Object(fields) = pool else { return };
    if is_off {
        fields.retain(|(key, _)| key != "autoscaling");
    }
    let unset: &[&str] = match (total, zonal) {
        (0, _) => &["totalMinNodeCount", "totalMaxNodeCount"],
        (_, 0) => &["minNodeCount", "maxNodeCount"],
        _ => &[],
    };
    for (key, limits) in fields {
        if let ("autoscaling", Json::Object(limits)) = (&**key, limits) {
            limits.retain(|(key, _)| !unset.contains(&&**key));
        }
    }
}

/// Adds the number of nodes, and switches that are on by default.
fn complete(mut pool: Json, zones: usize, findings: &mut Findings<'_>) -> Json {
    let name = at(&pool, "name").and_then(Json::text).unwrap_or("").to_owned();
    limits(&mut pool);
    let scales = at(&pool, "autoscaling").is_some();
    if scales && at(&pool, "autoscaling.enabled").is_none() {
        put(&mut pool, "autoscaling.enabled", Json::Bool(true));
    }
    if int(&pool, "initialNodeCount").is_none() {
        let zones = i64::try_from(zones.max(1)).unwrap_or(1);
        let total = int(&pool, "autoscaling.totalMinNodeCount")
            .map(|total| total.saturating_add(zones - 1) / zones);
        let least = int(&pool, "autoscaling.minNodeCount").or(total);
        let count = least.unwrap_or(1).max(1);
        let note = if scales { notes::LEAST_NODES } else { notes::ONE_NODE };
        findings.note(note, say!("import-nodes-in-a-zone", pool = name, nodes = count));
        put(&mut pool, "initialNodeCount", Json::Int(count));
    }
    for switch in ["management.autoUpgrade", "management.autoRepair"] {
        if at(&pool, switch).is_none() {
            put(&mut pool, switch, Json::Bool(true));
        }
    }
    pool
}
