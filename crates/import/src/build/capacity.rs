//! How many VMs there may still be: what quotas of the cluster's region leave, and machines of specific reservations.

use super::quota::{self, QuotaShare};
use crate::found::{FileNotes, Sourced};
use crate::gke::shape::{Capacity, Quota};
use crate::loose::{Int, List, Text};
use crate::notes;
use crate::subject::Subject;
use crate::text::excerpt;
use base::{Message, say};
use scenario::document::pool::Reserved;
use scenario::document::{Document, Pool};
use scenario::json::Json;

/// Writes the capacity that the files leave (UP-07, SU-16).
/// `public`: the pools whose nodes have external addresses.
pub(super) fn build(
    document: &mut Document,
    found: &[Sourced<Capacity>],
    errors: &[Sourced<(String, String)>],
    public: &base::Set<String>,
    notes: &mut FileNotes,
) {
    let mut known =
        document.cluster.spare_capacity_nodes.is_some() || !document.cluster.quotas.is_empty();
    for (at, Sourced { file, thing }) in found.iter().enumerate() {
        let bears = match &thing.machines {
            Some(_) => {
                let others = found.iter().enumerate().filter(|(other, _)| *other != at);
                let mut same = others.filter(|(_, other)| is_same(thing, &other.thing));
                // Terraform's number of machines is to be applied; of the rest, the first counts.
                let counts = |(other, one): (usize, &Sourced<Capacity>)| {
                    let wanted = [thing, &one.thing].map(|one| one.wanted == Some(true));
                    wanted[1] && !wanted[0] || wanted[0] == wanted[1] && other < at
                };
                let used = same.clone().find_map(|(_, one)| one.thing.machines.as_ref()?.used.0);
                !same.any(counts) && reservation(document, thing, used, *file, notes)
            }
            None => {
                let bears = quotas(document, thing, public, *file, notes);
                known |= bears;
                bears
            }
        };
        notes.file(*file).cluster_used |= bears;
    }
    // What the region says of its quotas now is better than an error of then.
    for (at, Sourced { file, thing: (name, error) }) in errors.iter().enumerate() {
        notes.file(*file).cluster_used = true;
        // The cluster repeats the error of its pool.
        let cluster = &document.cluster.name;
        let is_same = |other: &Sourced<(String, String)>| {
            let (of, message) = &other.thing;
            of != cluster && message == error && !error.is_empty()
        };
        let others = if name == cluster { errors } else { &errors[..at] };
        if others.iter().any(is_same) {
            continue;
        }
        // What comes before tells of the VM.
        let quota = error.to_ascii_lowercase().find("quota '").and_then(|from| error.get(from..));
        let said = format!("{name}: {}", excerpt(quota.unwrap_or(error)));
        if known {
            notes.note(*file, notes::QUOTA_KNOWN, said);
            continue;
        }
        let places = &document.cluster.locations;
        let left = left_of(error, places.first().unwrap_or(&document.cluster.location));
        if !left.is_some_and(|left| quotas(document, &left, public, *file, notes)) {
            document.cluster.spare_capacity_nodes = Some(0);
            notes.note(*file, notes::QUOTA, said);
        }
    }
}

/// What was left of the quota that an error names: `resource "N2_CPUS": request requires '48.0' and is short '32.0'. project has a
/// quota of '208.0' with '16.0' available`.
fn left_of(error: &str, place: &str) -> Option<Capacity> {
    let (_, rest) = error.split_once("resource \"")?;
    let (metric, rest) = rest.split_once('"')?;
    let number = |text: &str| -> Option<i64> { text.split('.').next()?.parse().ok() };
    let after = |words: &str| number(rest.split_once(words)?.1.split('\'').next()?);
    let available = || number(rest.split_once("' available")?.0.rsplit('\'').next()?);
    let left = available().or_else(|| Some(after("requires '")? - after("short '")?))?;
    let quota =
        Quota { metric: Text(metric.to_owned()), limit: Int(Some(left)), usage: Int(Some(0)) };
    Some(Capacity {
        name: Text(place.to_owned()),
        quotas: List(vec![quota]),
        ..Capacity::default()
    })
}

/// Are both the same reservation? The same name in several zones is as many reservations.
fn is_same(one: &Capacity, other: &Capacity) -> bool {
    let zone = |of: &Capacity| of.zone.rsplit('/').next().unwrap_or_default().to_owned();
    let (here, there) = (zone(one), zone(other));
    let is_beside = here == there || here.is_empty() || there.is_empty();
    // Files that name no zone list each reservation once.
    let is_elsewhere = one.wanted != other.wanted || !here.is_empty();
    other.machines.is_some() && *one.name == *other.name && is_beside && is_elsewhere
}

/// Gives the first pool that names the reservation its free machines; does one name it? `used`: the machines in use, if the
/// reservation itself doesn't say.
fn reservation(
    document: &mut Document,
    found: &Capacity,
    used: Option<i64>,
    file: usize,
    notes: &mut FileNotes,
) -> bool {
    let name = &*found.name;
    let zones = document.cluster.locations.len().max(1);
    let mut pools = document.pools.iter_mut().filter(|pool| names(pool, name));
    let machines = found.machines.as_ref();
    let count = machines.and_then(|machines| machines.count.0);
    let Some((pool, count)) = pools.next().zip(count) else {
        notes.note(file, notes::UNNAMED_RESERVATIONS, name);
        return false;
    };
    let own = nodes(pool, zones);
    // Where nothing says how many machines are in use, they are those of the pool's nodes.
    let (held, free) = match machines.and_then(|machines| machines.used.0).or(used) {
        Some(used) => {
            let free = count.saturating_sub(used).max(0);
            (pool.reserved_nodes.unwrap_or(own).saturating_add(free), free)
        }
        None => {
            let held = pool.reserved_nodes.unwrap_or(0).saturating_add(count);
            (held, held.saturating_sub(own).max(0))
        }
    };
    pool.reserved_nodes = Some(held);
    let others: Vec<&str> = pools.map(|pool| &*pool.name).collect();
    let said = match others.is_empty() {
        true => say!("import-reserved", pool = &pool.name, name = name, free = free),
        false => {
            let others = others.join(", ");
            say!(
                "import-reserved-first",
                pool = &pool.name,
                name = name,
                free = free,
                others = others
            )
        }
    };
    notes.tell(file, notes::FREE_MACHINES, said, Some(Subject::pool(&pool.name)));
    true
}

/// Does the pool take its machines from the reservation?
fn names(pool: &Pool, name: &str) -> bool {
    let affinity = &pool.config.reservation_affinity;
    let own = |value: &Json| value.text().is_some_and(|text| text.rsplit('/').next() == Some(name));
    matches!(affinity.get("values"), Some(Json::List(values)) if values.iter().any(own))
}

fn nodes(pool: &Pool, zones: usize) -> i64 {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    match pool.nodes.len() {
        0 => pool.initial_node_count.unwrap_or(0).saturating_mul(count(pool.zone_count(zones))),
        listed => count(listed),
    }
}

/// Is the place in the region, or the region itself?
fn is_in(place: &str, region: &str) -> bool {
    place == region || place.rsplit_once('-').is_some_and(|(of, _)| of == region)
}

/// Writes what is left of the quotas on which the pools draw, and what each of their nodes takes.
fn quotas(
    document: &mut Document,
    region: &Capacity,
    public: &base::Set<String>,
    file: usize,
    notes: &mut FileNotes,
) -> bool {
    let cluster = &document.cluster;
    let own = match cluster.locations.is_empty() {
        true => core::slice::from_ref(&cluster.location),
        false => &cluster.locations,
    };
    if !own.iter().any(|place| place.is_empty() || is_in(place, &region.name)) {
        notes.note(file, notes::OTHER_REGIONS, &*region.name);
        return false;
    }
    // Machines of a reservation are there whatever the quotas leave.
    let shares = document.pools.iter().map(|pool| match pool.reserved() == Reserved::Always {
        true => Vec::new(),
        false => quota::shares(&pool.config, public.contains(&pool.name), region),
    });
    let shares: Vec<Vec<QuotaShare>> = shares.collect();
    let told = tightest(document, &shares);
    let bears = !told.is_empty();
    for said in told {
        notes.tell(file, notes::FREE_QUOTA, said, None);
    }
    for (pool, own) in document.pools.iter_mut().zip(shares) {
        for QuotaShare { metric, left, each } in own {
            let known = document.cluster.quotas.entry(metric.clone()).or_insert(left);
            *known = left.min(*known);
            pool.quotas.insert(metric, each);
        }
    }
    bears
}

/// Says of each pool that is upgraded which quota leaves the fewest nodes, and how many; pools that share it, together.
fn tightest(document: &Document, shares: &[Vec<QuotaShare>]) -> Vec<Message> {
    let upgraded = upgraded(document);
    let pools = document.pools.iter().zip(shares);
    let pools = pools.filter(|(pool, _)| upgraded.is_empty() || upgraded.contains(&pool.name));
    let mut found: Vec<(&QuotaShare, Vec<Message>)> = Vec::new();
    for (pool, own) in pools {
        let Some(share) = own.iter().min_by_key(|share| share.nodes()) else { continue };
        let machines = share.machines(quota::machine_type(&pool.config));
        match found.iter_mut().find(|(known, _)| known.metric == share.metric) {
            Some((_, known)) if known.contains(&machines) => {}
            Some((_, known)) => known.push(machines),
            None => found.push((share, vec![machines])),
        }
    }
    base::order::sort_by_key(&mut found, |(share, _)| share.nodes());
    let said = found.into_iter().map(|(share, machines)| {
        let or = |one, other| say!("import-quota-or", one = one, other = other);
        let machines = machines.into_iter().reduce(or).unwrap_or_default();
        say!("import-quota-left", metric = &*share.metric, left = share.left, machines = machines)
    });
    said.collect()
}

/// The pools that the script upgrades, or changes in another way; none if it may upgrade all.
fn upgraded(document: &Document) -> base::Set<String> {
    let script = &document.script;
    match script.iter().any(|item| item.action == "target") {
        true => base::Set::new(),
        false => {
            let pools = script.iter().map(|item| &item.pool);
            pools.filter(|pool| !pool.is_empty()).cloned().collect()
        }
    }
}
