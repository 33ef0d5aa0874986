//! Builds the cluster and its node pools from descriptions of the container API.

use super::clusters::{ASKED, is_asked, is_same, path, title};
use super::conditions::Shortages;
use super::identity::latest;
use super::pool::pool;
use super::values::{GKE_POOL, instant, part, texts, version};
use super::{calendar, clusters, upgrade_info};
use crate::found::{FileNotes, Found, FoundPool, Sourced};
use crate::gke::shape::Top;
use crate::kubectl::object::{Address, Object};
use crate::loose::Tree;
use crate::notes;
use crate::subject::Subject;
use scenario::document::cluster::{ClusterAutoscaling, NetworkConfig, PoolsAtOnce, ReleaseChannel};
use scenario::document::shared::{Enabled, MaxPods};
use scenario::document::{Calendar, Cluster, Document, Pool};
use scenario::field::Field as _;
use scenario::json::Json;

/// The pools that the container API described, with the file.
#[derive(Debug, Default)]
pub(super) struct DescribedPools {
    pub(super) pools: Vec<(String, usize)>,
    /// Their states: `RUNNING`, `RECONCILING`.
    pub(super) states: base::Map<String, String>,
    pub(super) shortages: Shortages,
    /// Pools whose nodes have external addresses.
    pub(super) public: base::Set<String>,
    /// Pools that exist.
    pub(super) live: base::Set<String>,
    /// Pools that commands or the configuration create, with the file.
    pub(super) created: base::Map<String, usize>,
    /// Pools that are only known as they are configured.
    pub(super) configured: base::Set<String>,
    /// The file of a cluster that is only known as it is configured.
    pub(super) configured_cluster: Option<usize>,
}

/// Builds one cluster and its pools; further clusters become calendars.
pub(super) fn build(
    document: &mut Document,
    found: &mut Found,
    notes: &mut FileNotes,
) -> DescribedPools {
    recognised(found, notes);
    let states = States::of(found);
    let pools = states.pools(found, notes);

    let current = states.chosen.and_then(|at| found.clusters.get(at));
    let current = current.and_then(|cluster| cluster.thing.node_count.count());
    let mut described = DescribedPools::default();
    let is_changed = found.clusters.iter().any(|one| one.thing.wanted.0)
        || pools.iter().any(|one| one.thing.pool.wanted.0)
        || !found.planned.is_empty();
    let is_observed = pools.iter().any(|one| !one.thing.pool.wanted.0);
    let pools = described.latest(pools, |pool| is_asked_for(pool, &found.clusters), notes);
    let asked: Vec<bool> = found.clusters.iter().map(is_asked).collect();
    let private: Vec<bool> = found.clusters.iter().map(|one| is_private(&one.thing)).collect();
    let shortages = &mut described.shortages;
    let chosen_cluster = states.chosen.and_then(|at| found.clusters.get(at));
    let chosen = chosen_cluster.filter(|chosen| chosen.thing.wanted.0);
    described.configured_cluster = chosen.map(|chosen| chosen.file);
    let range = chosen_cluster.map_or_else(String::new, |chosen| chosen.thing.cidr.0.clone());
    let clusters = core::mem::take(&mut found.clusters);
    states.clusters(clusters, document, shortages, notes);
    if document.cluster.name.is_empty() && document.cluster.location.is_empty() {
        (document.cluster.name, document.cluster.location) = by_links(&pools);
    }
    let own: base::Set<String> = document.pools.iter().map(|pool| pool.name.clone()).collect();
    for Sourced { file, thing } in pools {
        let state = thing.pool.status.0.clone();
        let is_asked = thing.cluster.is_some_and(|at| asked.get(at) == Some(&true))
            || thing.pool.self_link.starts_with(ASKED)
            || thing.pool.by_command.0;
        let is_new = thing.pool.wanted.0 && is_observed;
        let is_there = is_changed && !thing.pool.wanted.0 && !thing.pool.by_command.0;
        if !is_asked || is_there {
            described.live.insert(thing.pool.name.0.clone());
        } else if thing.pool.by_command.0 || is_new {
            described.created.insert(thing.pool.name.0.clone(), file);
        }
        let is_set = flag(&thing.pool.network, "enablePrivateNodes");
        let of_cluster = || thing.cluster.and_then(|at| private.get(at)) == Some(&true);
        if !is_asked && !is_set.unwrap_or_else(of_cluster) {
            described.public.insert(thing.pool.name.0.clone());
        }
        described.shortages.add(&thing.pool, file, document, notes);
        let addresses = super::addresses::of_pool(&thing.pool, &range);
        let mut pool = pool(thing.pool, file, document, notes);
        pool.quotas.extend(addresses);
        if own.contains(&pool.name) {
            notes.pool(file, notes::IN_SCENARIO, &pool.name);
            continue;
        }
        described.pools.push((pool.name.clone(), file));
        described.states.insert(pool.name.clone(), state);
        notes.file(file).used.pools += 1;
        document.pools.push(pool);
    }
    if found.nodes.is_empty() {
        count_nodes(document, &described, current, notes);
    }
    described
}

/// Notes the clusters and pools of the files; a plan has a pool before and after.
fn recognised(found: &Found, notes: &mut FileNotes) {
    for cluster in &found.clusters {
        notes.note(cluster.file, notes::CLUSTERS, title(&cluster.thing));
    }
    let observed = found.pools.iter().filter(|pool| !pool.thing.pool.wanted.0);
    let observed: base::Set<(usize, &str)> =
        observed.map(|pool| (pool.file, &*pool.thing.pool.name)).collect();
    for pool in &found.pools {
        let name = &*pool.thing.pool.name;
        if !pool.thing.pool.wanted.0 || !observed.contains(&(pool.file, name)) {
            notes.about(pool.file, notes::POOLS, name, Subject::pool(name));
        }
    }
}

/// Have the nodes of pools that don't say otherwise internal addresses only?
fn is_private(cluster: &Top) -> bool {
    flag(&cluster.private, "enablePrivateNodes") == Some(true)
        || flag(&cluster.network, "defaultEnablePrivateNodes") == Some(true)
}

fn flag(tree: &Tree, key: &str) -> Option<bool> {
    match tree.0.as_ref()?.get(key)? {
        Json::Bool(is_on) => Some(*is_on),
        _ => None,
    }
}

impl DescribedPools {
    /// Notes the pools whose nodes have external addresses; of pools that are described, their settings say it.
    pub(super) fn add_public(&mut self, nodes: &[Sourced<Box<Object>>]) {
        for Sourced { thing, .. } in nodes {
            let is_external = |one: &Address| &*one.kind == "ExternalIP" && !one.address.is_empty();
            let pool = thing.metadata.labels.get(GKE_POOL);
            let pool = pool.filter(|_| thing.status.addresses.iter().any(is_external));
            let pool = pool.filter(|pool| !self.live.contains(&***pool));
            self.public.extend(pool.map(|pool| pool.0.clone()));
        }
    }

    /// The last state of each pool: that of the cluster, before what a plan or a configuration says of it.
    fn latest(
        &mut self,
        pools: Vec<Sourced<FoundPool>>,
        is_asked: impl Fn(&FoundPool) -> bool,
        notes: &mut FileNotes,
    ) -> Vec<Sourced<FoundPool>> {
        let name = |found: &FoundPool| found.pool.name.0.clone();
        let (wanted, mut pools): (Vec<_>, Vec<_>) =
            pools.into_iter().partition(|found| found.thing.pool.wanted.0);
        base::order::sort_by(&mut pools, |one, other| {
            is_asked(&other.thing).cmp(&is_asked(&one.thing))
        });
        let mut pools = latest(pools, notes, |found| Some(["", "", &found.pool.name]));
        let there: base::Set<String> = pools.iter().map(|found| name(&found.thing)).collect();
        for found in latest(wanted, notes, |found| Some(["", "", &found.pool.name])) {
            if there.contains(&name(&found.thing)) {
                notes.note(found.file, notes::ASKED_FOR, name(&found.thing));
            } else {
                self.configured.insert(name(&found.thing));
                pools.push(found);
            }
        }
        pools
    }
}

/// The cluster to simulate, and which of the others are states of it.
struct States {
    chosen: Option<usize>,
    /// Two states of one cluster are one cluster: the earlier state's pools are repetitions.
    same: Vec<bool>,
    /// Configuration describes the desired state of some pools, but not of others.
    adds: Vec<bool>,
}

impl States {
    fn of(found: &Found) -> Self {
        let chosen = choose(found);
        let simulated = chosen.and_then(|at| found.clusters.get(at));
        let is_state = |cluster| simulated.is_some_and(|other| is_same(cluster, other));
        let kind = |one: &Sourced<Top>| (is_asked(one), one.thing.wanted.0);
        let adds = |cluster| is_state(cluster) && simulated.map(kind) != Some(kind(cluster));
        Self {
            chosen,
            same: found.clusters.iter().map(is_state).collect(),
            adds: found.clusters.iter().map(adds).collect(),
        }
    }

    /// The pools of the cluster to simulate.
    fn pools(&self, found: &mut Found, notes: &mut FileNotes) -> Vec<Sourced<FoundPool>> {
        let simulated = self.chosen.and_then(|at| found.clusters.get(at));
        let observed = found.pools.iter().filter(|pool| !pool.thing.pool.wanted.0);
        let observed: base::Set<String> =
            observed.map(|pool| pool.thing.pool.name.0.clone()).collect();
        let belongs = |pool: &Sourced<FoundPool>| match pool.thing.cluster {
            Some(cluster) => Some(cluster) == self.chosen || self.adds.get(cluster) == Some(&true),
            None => {
                let own = &pool.thing.pool;
                // Without its cluster, configuration often knows only the label of the cluster's block.
                let is_of_none = || !found.clusters.iter().any(|one| is_in(own, &one.thing));
                simulated.is_none_or(|cluster| is_in(own, &cluster.thing))
                    || own.wanted.0 && observed.contains(&*own.name) && is_of_none()
            }
        };
        let all = core::mem::take(&mut found.pools).into_iter();
        let (pools, others): (Vec<_>, Vec<_>) = all.partition(belongs);
        for pool in others {
            let earlier = pool.thing.cluster.and_then(|at| self.same.get(at)) == Some(&true);
            let note = if earlier { notes::REPEATED } else { notes::OTHER_POOLS };
            notes.note(pool.file, note, pool.thing.pool.name.0.clone());
        }
        pools
    }

    /// Takes over the cluster to simulate; clusters that are no states of it become calendars.
    fn clusters(
        &self,
        clusters: Vec<Sourced<Top>>,
        document: &mut Document,
        shortages: &mut Shortages,
        notes: &mut FileNotes,
    ) {
        for (at, Sourced { file, thing }) in clusters.into_iter().enumerate() {
            if Some(at) == self.chosen {
                notes.file(file).cluster_used = true;
                let state = thing.clone();
                document.cluster = translate(thing, file, notes);
                shortages.add(&state, file, document, notes);
            } else if self.same.get(at) == Some(&true) {
                let note = match self.adds.get(at) {
                    Some(true) => notes::ASKED_FOR,
                    _ => notes::REPEATED,
                };
                notes.note(file, note, title(&thing));
            } else {
                notes.file(file).cluster_used = true;
                notes.note(file, notes::OTHER_CLUSTERS, title(&thing));
                document.calendars.push(Calendar {
                    name: title(&thing),
                    maintenance_policy: calendar::policy(&thing, file, notes).0,
                    release_channel: channel(&thing),
                });
            }
        }
    }
}

/// Is the pool one of a plan, a configuration or a command?
fn is_asked_for(pool: &FoundPool, clusters: &[Sourced<Top>]) -> bool {
    pool.cluster.and_then(|at| clusters.get(at)).is_some_and(is_asked)
        || pool.pool.self_link.starts_with(ASKED)
        || pool.pool.by_command.0
}

/// The cluster to simulate: the last state of the one that owns the nodes' pools, else of the first with pools.
fn choose(found: &Found) -> Option<usize> {
    let nodes = found.nodes.iter();
    let labels: base::Set<&str> = nodes
        .filter_map(|node| node.thing.metadata.labels.get(GKE_POOL))
        .map(|label| &**label)
        .collect();
    // For each cluster: whether the nodes are its own by name, how many belong to its pools, and whether it has pools.
    let own = |one: &Sourced<Top>| (clusters::has_nodes(found, &one.thing), 0_usize, false);
    let mut ranks: Vec<_> = found.clusters.iter().map(own).collect();
    for pool in &found.pools {
        let own = &pool.thing.pool;
        let by_link = || {
            part_of(&own.self_link, "/clusters/")?;
            let mut clusters = found.clusters.iter();
            clusters.position(|cluster| is_in(own, &cluster.thing))
        };
        let owner = pool.thing.cluster.or_else(by_link);
        if let Some(rank) = owner.and_then(|at| ranks.get_mut(at)) {
            rank.1 += usize::from(labels.contains(&*pool.thing.pool.name));
            rank.2 = true;
        }
    }
    let best = ranks.iter().max()?;
    let first = ranks.iter().position(|rank| rank == best)?;
    let wanted = found.clusters.get(first)?;
    let all = || found.clusters.iter();
    let same = |cluster: &Sourced<Top>| is_same(cluster, wanted);
    // An observed state is more specific than a desired one.
    let there = all().rposition(|cluster| same(cluster) && !is_asked(cluster));
    let there = there.or_else(|| all().rposition(|one| same(one) && !one.thing.wanted.0));
    there.or_else(|| all().rposition(same))
}

/// Does the pool's link belong to the cluster? `v1` and `v1beta1`, `zones` and `locations` are equivalent.
fn is_in(pool: &Top, cluster: &Top) -> bool {
    let link = path(cluster);
    let same =
        |name: fn(&str) -> Option<&str>, also: &str| match (name(&link), name(&pool.self_link)) {
            (Some(cluster), Some(pool)) => pool == cluster || pool == also,
            _ => true,
        };
    same(|link| part_of(link, "/clusters/"), &cluster.name) && same(place_of, "")
}

/// The part of a link after another; a dash is none.
fn part_of<'l>(link: &'l str, name: &str) -> Option<&'l str> {
    let rest = link.split(name).nth(1)?;
    rest.split('/').next().filter(|part| *part != "-")
}

fn place_of(link: &str) -> Option<&str> {
    part_of(link, "/locations/").or(part_of(link, "/zones/"))
}

/// Name and location of the cluster in the links of all pools.
fn by_links(pools: &[Sourced<FoundPool>]) -> (String, String) {
    let mut all = pools.iter().map(|pool| {
        let link = &pool.thing.pool.self_link;
        let [name, place] = [part_of(link, "/clusters/"), place_of(link)];
        (name.unwrap_or_default().to_owned(), place.unwrap_or_default().to_owned())
    });
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) { first } else { Default::default() }
}

fn translate(top: Top, file: usize, notes: &mut FileNotes) -> Cluster {
    let asked = top.self_link.starts_with(ASKED);
    let release_channel = channel(&top);
    let (maintenance_policy, end_of_support) = calendar::policy(&top, file, notes);
    let standard = upgrade_info::end_of_support(&top.standard_support, file, notes);
    let extended = upgrade_info::end_of_support(&top.extended_support, file, notes);
    let is_extended = release_channel.as_ref().is_some_and(|one| one.channel == "EXTENDED");
    let location = top.location.some().or(top.zone.some()).unwrap_or_default().to_owned();
    let mut network = part::<NetworkConfig>(top.network.0.as_ref());
    // A description leaves out what is false.
    if top.network.0.is_some() && !asked && !top.wanted.0 {
        network.subsetting.get_or_insert(false);
    }
    let network = Some(network).filter(|own| !own.is_default()).map(|own| own.write());
    Cluster {
        name: top.name.0,
        locations: texts(&top.locations),
        current_master_version: version(&top.master_version, file, notes),
        current_node_version: version(&top.node_version, file, notes),
        release_channel,
        autopilot: Enabled { enabled: top.autopilot.enabled.0 },
        autoscaling: part::<ClusterAutoscaling>(top.autoscaling.0.as_ref()),
        maintenance_policy,
        end_of_standard_support: standard.or(end_of_support.filter(|_| !is_extended)),
        create_time: instant(&top.created),
        schedule_upgrades: Enabled { enabled: top.schedule_upgrades.enabled.0 },
        end_of_extended_support: extended.or(end_of_support.filter(|_| is_extended)),
        // Descriptions have it per pool.
        default_max_pods_constraint: MaxPods {
            max_pods_per_node: top.default_max_pods.max_pods.0.filter(|_| asked),
        },
        network_config: network.unwrap_or_default(),
        pools_at_once: part::<PoolsAtOnce>(top.pools_at_once.0.as_ref()),
        spare_capacity_nodes: None,
        quotas: base::Map::new(),
        location,
    }
}

fn channel(top: &Top) -> Option<ReleaseChannel> {
    top.release_channel.0.as_ref().map(|own| part::<ReleaseChannel>(Some(own)))
}

/// Node counts if nodes aren't listed: those at creation, unless the cluster's own count is more precise.
fn count_nodes(
    document: &mut Document,
    described: &DescribedPools,
    current: Option<u32>,
    notes: &mut FileNotes,
) {
    let of_cluster = document.cluster.locations.len().max(1);
    let created = |pool: &Pool| {
        let zones = i64::try_from(pool.zone_count(of_cluster)).unwrap_or(1);
        pool.initial_node_count.unwrap_or(0).saturating_mul(zones)
    };
    let total = document.pools.iter().fold(0_i64, |sum, pool| sum.saturating_add(created(pool)));
    if current.is_some_and(|current| i64::from(current) == total) {
        return;
    }
    let now = current.map_or(0, i64::from);
    if let [pool] = document.pools.as_mut_slice() {
        let zones = i64::try_from(pool.zone_count(of_cluster)).unwrap_or(1);
        if now > 0 && now % zones == 0 {
            pool.initial_node_count = Some(now / zones);
            if let Some((name, file)) = described.pools.first() {
                let said = format_args!("{name} ({now} nodes)");
                notes.about(*file, notes::NODES_NOW, said, Subject::pool(name));
            }
            return;
        }
    }
    for (name, file) in &described.pools {
        notes.pool(*file, notes::NODE_COUNT, name);
    }
}
