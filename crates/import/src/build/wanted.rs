//! Configuration beside a cluster that exists: applying it is what the run is about. Versions and machines that differ are
//! manual upgrades, in the order in which Terraform and GKE make them; settings hold from the start, but those of an
//! upgrade that this change makes are set after it.

use super::applied::Applied;
use super::apply_change::{apply_change, change_pool, replaced_window};
use super::cluster::DescribedPools;
use super::nodes::{ExistingNodes, most_common};
use super::under_way::UnderWay;
use super::untolerated::NewTaints;
use crate::configured::{at, put, whole};
use crate::found::FileNotes;
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::Version;
use scenario::document::pool::NodeConfig;
use scenario::document::{Cluster, Document, Pool, ScriptItem};
use scenario::field::Field;
use scenario::json::Json;
use scenario::primitive::IntOrText;
use scenario::units::At;

/// The nodes of each zone.
const COUNT: &str = "initialNodeCount";
const UPGRADE_SETTINGS: &str = "upgradeSettings";
const EXCLUSIONS: &str = "maintenancePolicy.window.maintenanceExclusions";
/// Settings of a pool that change without new nodes.
const OF_POOL: [&str; 4] = [UPGRADE_SETTINGS, "nodeDrainConfig", "autoscaling", "management"];
/// Settings of a cluster that change without an upgrade.
const OF_CLUSTER: [&str; 4] =
    ["maintenancePolicy", "releaseChannel", "autoscaling", "nodePoolUpgradeConcurrencyConfig"];
/// Settings of nodes that Terraform changes together, and one after the other; each change recreates the nodes (SU-04).
const OF_NODES: [&[&str]; 2] = [&["machineType", "diskType", "diskSizeGb"], &["imageType"]];
/// The machine of nodes that are only known from Kubernetes.
const MACHINE: &str = "node.kubernetes.io/instance-type";

/// Applies the configuration to the clusters and pools that other files describe.
pub(super) fn build(
    document: &mut Document,
    described: &mut DescribedPools,
    places: &ExistingNodes,
    under_way: &UnderWay,
    notes: &mut FileNotes,
) {
    let configured = || from_nodes(document, described.configured_cluster?, notes);
    let cluster = described.wanted_cluster.take().or_else(configured);
    let mut change = TerraformApply {
        document,
        applied: core::mem::take(&mut described.applied),
        script: Vec::new(),
        after: None,
        new_taints: Vec::new(),
        notes,
    };
    let mut nodes_of_default = String::new();
    if let Some((file, cluster)) = cluster {
        nodes_of_default.clone_from(&cluster.current_node_version);
        change.cluster(file, cluster);
    }
    let mut wanted = core::mem::take(&mut described.wanted);
    for (name, file) in described.pools.iter().filter(|(name, _)| places.brought.contains_key(name))
    {
        let is_wanted = described.configured.contains(name) && under_way.of_pool(name).is_none();
        let pool = change.document.pools.iter_mut().find(|pool| pool.name == *name && is_wanted);
        wanted.extend(pool.map(|pool| (*file, observed(pool))));
    }
    for (file, mut pool) in wanted {
        if pool.version.is_empty() && pool.name == "default-pool" {
            pool.version.clone_from(&nodes_of_default);
        }
        change.pool(file, &pool);
    }
    described.new_taints = change.new_taints;
    let script = change.script;
    document.script.extend(script);
}

/// Gives a cluster that is only configured the newest version of its nodes, which none may be ahead of; returns it as
/// configured.
fn from_nodes(
    document: &mut Document,
    file: usize,
    notes: &mut FileNotes,
) -> Option<(usize, Cluster)> {
    let versions = document.pools.iter().flat_map(|pool| {
        pool.nodes.iter().filter_map(|node| match node.version.as_str() {
            "" => Version::parse(&pool.version),
            version => Version::parse(version),
        })
    });
    let newest =
        versions.reduce(|one, other| if one.is_older_than(other) { other } else { one })?;
    let wanted = document.cluster.clone();
    let target = Version::parse(&wanted.current_master_version)?;
    if !target.covers(newest) {
        document.cluster.current_master_version = newest.to_string();
        let said = format!("{} ({newest})", wanted.name);
        notes.note(file, notes::CONTROL_PLANE_BY_NODES, said);
    }
    Some((file, wanted))
}

/// Gives a pool that is only configured the versions and the machine of its nodes; returns it as configured.
fn observed(pool: &mut Pool) -> Pool {
    let wanted = pool.clone();
    let versions = pool.nodes.iter().map(|node| match node.version.as_str() {
        "" => wanted.version.as_str(),
        version => version,
    });
    if !wanted.version.is_empty() {
        pool.version = most_common(versions);
        for node in &mut pool.nodes {
            if node.version == pool.version {
                node.version.clear();
            } else if node.version.is_empty() {
                node.version.clone_from(&wanted.version);
            }
        }
    }
    if let Some(machine) = pool.config.labels.get(MACHINE) {
        pool.config.machine_type.clone_from(machine);
    }
    wanted
}

struct TerraformApply<'a, 'n> {
    document: &'a mut Document,
    applied: Applied,
    script: Vec<ScriptItem>,
    /// What the upgrades of pools wait for.
    after: Option<IntOrText>,
    new_taints: Vec<NewTaints>,
    notes: &'n mut FileNotes,
}

impl TerraformApply<'_, '_> {
    fn cluster(&mut self, file: usize, wanted: Cluster) {
        let name = self.document.cluster.name.clone();
        let own = self.document.cluster.write();
        let wanted = self.applied(file, ["", &name], wanted, &own);
        let now = self.document.cluster.current_master_version.clone();
        let target = wanted.current_master_version.clone();
        // The least version that the configuration asks for.
        if Version::parse(&now)
            .zip(Version::parse(&target))
            .is_some_and(|(now, to)| now.is_older_than(to))
        {
            self.tell(file, &name, [&now, &target], None);
            let item = ScriptItem { control_plane: true, version: target, ..Self::upgrade("") };
            self.push(item);
            self.after = Some(IntOrText::Text("controlPlane".to_owned()));
        }
        let mut own = self.document.cluster.write();
        let mut change = chosen(wanted.write(), &OF_CLUSTER);
        let there = at(&own, EXCLUSIONS);
        let is_other = |now| at(&change, EXCLUSIONS).is_none_or(|new| differs(now, new));
        // Terraform removes the exclusions that it doesn't know.
        if there.is_some_and(is_other)
            && let Json::Object(fields) = &mut own
        {
            fields.retain(|(key, _)| key != "maintenancePolicy");
        }
        self.settings(file, &name, &mut change, &own);
        if change.get("maintenancePolicy").is_some() {
            self.document.cluster.maintenance_policy.window.exclusions = Default::default();
        }
        replaced_window(&mut self.document.cluster.maintenance_policy, &change);
        apply_change(&mut self.document.cluster, &change);
    }

    /// What is applied: without what the configuration leaves as it is, which is named where it differs.
    fn applied<T: Field>(
        &mut self,
        file: usize,
        [key, name]: [&str; 2],
        wanted: T,
        own: &Json,
    ) -> T {
        let Some(ignored) = self.applied.ignored.get(key).filter(|ignored| !ignored.is_empty())
        else {
            return wanted;
        };
        let mut json = wanted.write();
        let all = |json: &Json| match json {
            Json::Object(fields) => fields.iter().map(|(key, _)| key.clone()).collect(),
            _ => Vec::new(),
        };
        let is_all = ignored.iter().any(|path| path == "*");
        let paths = if is_all { all(&json) } else { ignored.clone() };
        let mut stay = Vec::new();
        for path in paths.iter().filter(|path| *path != "name") {
            if let (Some(value), Some(now)) = (at(&json, path), at(own, path)) {
                differing(path, value, now, &mut stay);
            }
            remove(&mut json, path);
        }
        for (path, now, to) in stay {
            let said = say!("import-stays", setting = path, of = name, now = now, to = to);
            let pool = Some(Subject::pool(key)).filter(|_| !key.is_empty());
            self.notes.tell(file, notes::IGNORED_CHANGES, said, pool);
        }
        scenario::document::read::<T>(&json).0.unwrap_or(wanted)
    }

    fn pool(&mut self, file: usize, wanted: &Pool) {
        let Some(at) = self.document.pools.iter().position(|pool| pool.name == wanted.name) else {
            return;
        };
        let (name, mut own) = (wanted.name.as_str(), self.document.pools[at].write());
        if let Some(nodes) = self.nodes_of_zone(at) {
            put(&mut own, COUNT, Json::Int(nodes));
        }
        let wanted = &self.applied(file, [name, name], wanted.clone(), &own);
        let new = wanted.write();
        let mut config = new.get("config").cloned().unwrap_or_else(|| Json::Object(Vec::new()));
        let before = self.script.len();
        for names in OF_NODES {
            let mut part = chosen(config.clone(), names);
            let now = own.get("config");
            let differs = |key: &str, value: &Json| {
                let now = now.and_then(|now| now.get(key));
                now.is_some_and(|now| differs(value, now))
            };
            if let (Json::Object(part), Json::Object(rest)) = (&mut part, &mut config) {
                part.retain(|(key, value)| differs(key, value));
                rest.retain(|(key, _)| !names.contains(&key.as_str()));
                for (key, value) in &*part {
                    let now = now.and_then(|now| now.get(key)).map_or_else(String::new, plain);
                    self.tell(file, name, [&now, &plain(value)], Some(name));
                }
            }
            if part != Json::Object(Vec::new()) {
                let config = scenario::document::read::<NodeConfig>(&part).0;
                self.after(ScriptItem { config, ..Self::upgrade(name) }, before);
            }
        }
        self.resize(file, wanted, &own, before);
        let now = Version::parse(&self.document.pools[at].version);
        let to = Version::parse(&wanted.version).filter(|to| now.is_none_or(|now| !to.covers(now)));
        if to.is_some() {
            let now = self.document.pools[at].version.clone();
            self.tell(file, name, [&now, &wanted.version], Some(name));
            let version = wanted.version.clone();
            self.after(ScriptItem { version, ..Self::upgrade(name) }, before);
        }
        if self.script.len() > before && self.applied.inline.contains(name) {
            self.after = self.last();
        }
        self.others(file, wanted, &own, &config);
        let mut change = chosen(new, &OF_POOL);
        if self.script.len() > before {
            let settings = self.set_after(file, name, &mut change, own.get(UPGRADE_SETTINGS));
            if let Some(new) = settings {
                let now = self.document.pools[at].upgrade_settings.clone();
                let mut settings = now.unwrap_or_default();
                settings.replace(&new);
                apply_change(&mut settings, &new);
                let set = super::commands::item("set", name);
                self.after(ScriptItem { upgrade_settings: Some(settings), ..set }, before);
            }
        }
        self.settings(file, name, &mut change, &own);
        change_pool(&mut self.document.pools[at], &change, file, self.notes);
    }

    /// Takes out the settings of upgrades, which Terraform only sets after the upgrade, and names those that it has.
    fn set_after(
        &mut self,
        file: usize,
        name: &str,
        change: &mut Json,
        now: Option<&Json>,
    ) -> Option<Json> {
        let Json::Object(changes) = change else {
            return None;
        };
        let new = changes.iter().position(|(key, _)| key == UPGRADE_SETTINGS);
        let (_, new) = new.map(|at| changes.remove(at))?;
        let is_new = now.is_none_or(|now| differs(&new, now));
        if is_new {
            let of = |key: &str| now.and_then(|now| now.get(key)).map(plain);
            let said = say!(
                "import-settings-now",
                pool = name,
                strategy = of("strategy").unwrap_or_else(|| "SURGE".to_owned()),
                // The API leaves out zero, and GKE's default is one node.
                surge = of("maxSurge").unwrap_or_else(|| u8::from(now.is_none()).to_string()),
                unavailable = of("maxUnavailable").unwrap_or_else(|| "0".to_owned()),
            );
            self.notes.tell(file, notes::SET_AFTER, said, Some(Subject::pool(name)));
        }
        is_new.then_some(new)
    }

    /// The nodes that a pool has in each zone, if they are as many.
    fn nodes_of_zone(&self, at: usize) -> Option<i64> {
        let pool = &self.document.pools[at];
        let zones = pool.zone_count(self.document.cluster.locations.len().max(1)).max(1);
        match pool.nodes.len() {
            0 => pool.initial_node_count,
            nodes if nodes % zones == 0 => i64::try_from(nodes / zones).ok(),
            _ => None,
        }
    }

    /// Adds the nodes that the configuration asks for, which Terraform does between other machines and another version. A run
    /// removes none.
    fn resize(&mut self, file: usize, wanted: &Pool, own: &Json, before: usize) {
        let is_scaled = wanted.autoscaling.is_some() || own.get("autoscaling").is_some();
        let Some(to) = wanted.initial_node_count.filter(|_| !is_scaled) else {
            return;
        };
        let name = &wanted.name;
        let subject = Some(Subject::pool(name));
        match own.get(COUNT).and_then(whole) {
            Some(now) if now == to => {}
            Some(now) if now < to && self.applied.resized.contains(name) => {
                let [from, more] = [now, to].map(|nodes| nodes.to_string());
                let said = say!("import-resize", pool = name, from = from, to = more);
                self.notes.tell(file, notes::PLANNED, said, subject);
                let resize = super::commands::item("resize", name);
                self.after(ScriptItem { nodes: Some(to), ..resize }, before);
            }
            _ => {
                let said = say!("import-setting-of", setting = COUNT, pool = name);
                self.notes.tell(file, notes::DIFFERS, said, subject);
            }
        }
    }

    /// Names what differs and isn't changed in the run.
    fn others(&mut self, file: usize, wanted: &Pool, own: &Json, config: &Json) {
        let there = own.get("config").unwrap_or(&Json::Null);
        let of_nodes = match config {
            Json::Object(rest) => rest.as_slice(),
            _ => &[],
        };
        for (key, value) in of_nodes {
            if there.get(key).is_none_or(|now| differs(value, now)) {
                let said = say!("import-setting-of", setting = key, pool = &wanted.name);
                let about = Subject::pool(&wanted.name);
                // They recreate no node (UP-08).
                let in_place = matches!(key.as_str(), "labels" | "taints");
                let note = if in_place { notes::IN_PLACE } else { notes::DIFFERS };
                if key == "taints" {
                    self.new_taints.push(NewTaints::of(file, wanted, there.get(key)));
                }
                self.notes.tell(file, note, said, Some(about));
            }
        }
    }

    /// Keeps the settings that differ, and names them.
    fn settings(&mut self, file: usize, name: &str, change: &mut Json, own: &Json) {
        let Json::Object(changes) = change else {
            return;
        };
        changes.retain(|(key, value)| own.get(key).is_none_or(|own| differs(value, own)));
        for (key, _) in &*changes {
            let said = say!("import-setting-of", setting = key, pool = name);
            self.notes.tell(file, notes::APPLIED, said, None);
        }
    }

    fn tell(&mut self, file: usize, name: &str, [from, to]: [&str; 2], pool: Option<&str>) {
        let said = say!("import-from-to", pool = name, from = from, to = to);
        self.notes.tell(file, notes::PLANNED, said, pool.map(Subject::pool));
    }

    fn upgrade(pool: &str) -> ScriptItem {
        super::commands::item("upgrade", pool)
    }

    /// Adds an upgrade of a pool. `first`: the number of the first one of the same pool, for whose end others wait.
    fn after(&mut self, item: ScriptItem, first: usize) {
        let own = if self.script.len() > first { self.last() } else { None };
        let after = own.or_else(|| self.after.clone());
        self.push(ScriptItem { after, ..item });
    }

    /// The last entry: by its pool, or by its number if it is over at once.
    fn last(&self) -> Option<IntOrText> {
        let item = self.script.last()?;
        let no = self.document.script.len() + self.script.len() - 1;
        Some(match item.action.as_str() {
            "resize" => IntOrText::Int(i64::try_from(no).unwrap_or(0)),
            _ => IntOrText::Text(format!("pool/{}", item.pool)),
        })
    }

    fn push(&mut self, mut item: ScriptItem) {
        item.at = item.after.is_none().then_some(At::Offset(0));
        self.script.push(item);
    }
}

/// Some of the fields of an object.
fn chosen(json: Json, keys: &[&str]) -> Json {
    let Json::Object(mut fields) = json else {
        return json;
    };
    fields.retain(|(key, _)| keys.contains(&key.as_str()));
    Json::Object(fields)
}

fn remove(json: &mut Json, path: &str) {
    let Json::Object(fields) = json else {
        return;
    };
    match path.split_once('.') {
        Some((first, rest)) => {
            let inner = fields.iter_mut().find(|(key, _)| key == first);
            inner.into_iter().for_each(|(_, inner)| remove(inner, rest));
        }
        None => fields.retain(|(key, _)| key != path),
    }
}

/// Is something of a setting another than it is now? What isn't written stays.
fn differs(wanted: &Json, now: &Json) -> bool {
    match (wanted, now) {
        (Json::Object(fields), now) => fields.iter().any(|(key, value)| match now.get(key) {
            Some(now) => differs(value, now),
            // The API leaves out what is off or zero.
            None => !matches!(value, Json::Int(0) | Json::Bool(false)),
        }),
        (Json::Text(wanted), Json::Text(now)) => !wanted.eq_ignore_ascii_case(now),
        (wanted, now) => wanted != now,
    }
}

/// The settings that differ, at any depth, with both values.
fn differing(path: &str, wanted: &Json, now: &Json, into: &mut Vec<(String, String, String)>) {
    match (wanted, now) {
        (Json::Object(fields), Json::Object(_)) => {
            for (key, value) in fields {
                let now = now.get(key).unwrap_or(&Json::Null);
                differing(&format!("{path}.{key}"), value, now, into);
            }
        }
        _ if differs(wanted, now) => into.push((path.to_owned(), plain(now), plain(wanted))),
        _ => {}
    }
}

fn plain(value: &Json) -> String {
    value.text().map_or_else(|| value.compact(), str::to_owned)
}
