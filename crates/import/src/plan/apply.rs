//! What a run does of a plan: versions and machines that change are manual upgrades, in the order in which Terraform and GKE
//! make them; settings hold from the start, but those of an upgrade that the plan makes are set after it.

use super::change::PlannedChange;
use crate::build::apply_change::{apply_change, change_pool, replaced_window};
use crate::configured::{at, whole};
use crate::found::{FileNotes, Found, Sourced};
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::Version;
use model::script::NodeChange;
use scenario::document::{Document, ScriptItem, read};
use scenario::json::Json;
use scenario::primitive::IntOrText;
use scenario::units::At;

const COUNT: &str = "initialNodeCount";
const UPGRADE_SETTINGS: &str = "upgradeSettings";
/// Settings of a pool that change without new nodes.
const OF_POOL: [&str; 4] = [UPGRADE_SETTINGS, "nodeDrainConfig", "autoscaling", "management"];
/// Settings of a cluster that change without an upgrade.
const OF_CLUSTER: [&str; 4] =
    ["maintenancePolicy", "releaseChannel", "autoscaling", "nodePoolUpgradeConcurrencyConfig"];
/// Settings of nodes that Terraform changes together, and one after the other; each change recreates the nodes (SU-04).
const OF_NODES: [&[&str]; 2] = [&["machineType", "diskType", "diskSizeGb"], &["imageType"]];

/// Applies the plans of all files to the cluster and its pools, and adds their upgrades to the script.
pub(crate) fn build(document: &mut Document, found: &Found, notes: &mut FileNotes) {
    let mut run = PlanApply { document, file: 0, script: Vec::new(), after: None, notes };
    let is_cluster = |one: &&Sourced<_>| matches!(one.thing, PlannedChange::Cluster { .. });
    let (clusters, pools): (Vec<_>, Vec<_>) = found.planned.iter().partition(is_cluster);
    for Sourced { file, thing } in clusters.into_iter().chain(pools) {
        run.file = *file;
        match thing {
            PlannedChange::Cluster { name, version, before, after } => {
                run.cluster(name, version, before, after);
            }
            PlannedChange::Pool { name, before, after, recreates, inline } => {
                run.pool(name, before, after, recreates);
                if *inline {
                    run.after = run.last().or(run.after.take());
                }
            }
            PlannedChange::Delete { .. } => {}
        }
    }
    let script = run.script;
    document.script.extend(script);
}

struct PlanApply<'a, 'n> {
    document: &'a mut Document,
    file: usize,
    script: Vec<ScriptItem>,
    /// What the upgrades of pools wait for.
    after: Option<IntOrText>,
    notes: &'n mut FileNotes,
}

impl PlanApply<'_, '_> {
    fn cluster(&mut self, name: &str, version: &str, before: &Json, after: &Json) {
        let cluster = &mut self.document.cluster;
        if cluster.name != name && !cluster.name.is_empty() {
            return;
        }
        let now = cluster.current_master_version.clone();
        let [old, new] = [now.as_str(), version].map(Version::parse);
        if old.zip(new).is_some_and(|(old, new)| old.is_older_than(new)) {
            self.tell(name, [&now, version], None);
            let version = version.to_owned();
            self.push(ScriptItem { control_plane: true, version, ..ScriptItem::of("upgrade", "") });
            self.after = Some(IntOrText::Text("controlPlane".to_owned()));
        }
        let changes = changed(before, after, &OF_CLUSTER);
        self.set(name, &changes);
        let changes = Json::Object(changes);
        let policy = &mut self.document.cluster.maintenance_policy;
        if changes.get("maintenancePolicy").is_some() {
            policy.window.exclusions = Default::default();
        }
        replaced_window(policy, &changes);
        apply_change(&mut self.document.cluster, &changes);
    }

    fn pool(&mut self, name: &str, before: &Json, after: &Json, recreates: &[NodeChange]) {
        let Some(place) = self.document.pools.iter().position(|pool| pool.name == name) else {
            self.notes.note(self.file, notes::OTHER_POOLS, name);
            return;
        };
        let first = self.script.len();
        let none = Json::Object(Vec::new());
        let [old, new] = [before, after].map(|pool| pool.get("config").unwrap_or(&none));
        for names in OF_NODES {
            let part = changed(old, new, names);
            for (key, value) in &part {
                let now = old.get(key).map_or_else(String::new, plain);
                self.tell(name, [&now, &plain(value)], Some(name));
            }
            if !part.is_empty() {
                let config = read(&Json::Object(part)).0;
                self.add(ScriptItem { config, ..ScriptItem::of("upgrade", name) }, first);
            }
        }
        for change in recreates {
            let said = format!("{name} ({})", change.name());
            self.notes.tell(self.file, notes::PLANNED, said, Some(Subject::pool(name)));
            let change = change.name().to_owned();
            self.add(ScriptItem { change, ..ScriptItem::of("upgrade", name) }, first);
        }
        self.resize(name, before, after, first);
        let now = self.document.pools[place].version.clone();
        let version = after.get("version").and_then(Json::text).unwrap_or_default().to_owned();
        let is_new = |new: Version| Version::parse(&now).is_none_or(|now| !new.covers(now));
        if before.get("version") != after.get("version")
            && Version::parse(&version).is_some_and(is_new)
        {
            self.tell(name, [&now, &version], Some(name));
            self.add(ScriptItem { version, ..ScriptItem::of("upgrade", name) }, first);
        }
        self.others(name, old, new);
        let mut changes = changed(before, after, &OF_POOL);
        if self.script.len() > first
            && let Some(of_upgrades) = changes.iter().position(|(key, _)| key == UPGRADE_SETTINGS)
        {
            let (_, new) = changes.remove(of_upgrades);
            self.set_after(name, place, before.get(UPGRADE_SETTINGS), &new, first);
        }
        self.set(name, &changes);
        let changes = Json::Object(changes);
        change_pool(&mut self.document.pools[place], &changes, self.file, self.notes);
    }

    /// Sets the settings of upgrades after those that the plan makes, which have the ones of before.
    fn set_after(
        &mut self,
        name: &str,
        place: usize,
        now: Option<&Json>,
        new: &Json,
        first: usize,
    ) {
        let of = |key: &str| now.and_then(|now| now.get(key)).map(plain);
        let said = say!(
            "import-settings-now",
            pool = name,
            strategy = of("strategy").unwrap_or_else(|| "SURGE".to_owned()),
            // The API leaves out zero, and GKE's default is one node.
            surge = of("maxSurge").unwrap_or_else(|| u8::from(now.is_none()).to_string()),
            unavailable = of("maxUnavailable").unwrap_or_else(|| "0".to_owned()),
        );
        self.notes.tell(self.file, notes::SET_AFTER, said, Some(Subject::pool(name)));
        let mut settings = self.document.pools[place].upgrade_settings.clone().unwrap_or_default();
        settings.replace(new);
        apply_change(&mut settings, new);
        self.add(
            ScriptItem { upgrade_settings: Some(settings), ..ScriptItem::of("set", name) },
            first,
        );
    }

    /// Adds nodes. A run removes none.
    fn resize(&mut self, name: &str, before: &Json, after: &Json, first: usize) {
        let is_scaled = [before, after].iter().any(|pool| at(pool, "autoscaling").is_some());
        let [now, to] = [before, after].map(|pool| at(pool, COUNT).and_then(whole));
        let (Some(to), false) = (to.filter(|_| now != to), is_scaled) else {
            return;
        };
        let subject = Some(Subject::pool(name));
        if now.is_none_or(|now| now > to) {
            let said = say!("import-setting-of", setting = COUNT, pool = name);
            return self.notes.tell(self.file, notes::DIFFERS, said, subject);
        }
        let [from, more] = [now.unwrap_or(0), to].map(|nodes| nodes.to_string());
        let said = say!("import-resize", pool = name, from = from, to = more);
        self.notes.tell(self.file, notes::PLANNED, said, subject);
        self.add(ScriptItem { nodes: Some(to), ..ScriptItem::of("resize", name) }, first);
    }

    /// Names settings of nodes that change in the plan and not in the run.
    fn others(&mut self, name: &str, before: &Json, after: &Json) {
        let Json::Object(all) = after else { return };
        let is_known = |key: &&str| !OF_NODES.iter().any(|names| names.contains(key));
        let keys: Vec<&str> = all.iter().map(|(key, _)| key.as_str()).filter(is_known).collect();
        for (key, _) in changed(before, after, &keys) {
            let said = say!("import-setting-of", setting = &key, pool = name);
            // They recreate no node (UP-08).
            let in_place = matches!(key.as_str(), "labels" | "taints");
            let note = if in_place { notes::IN_PLACE } else { notes::DIFFERS };
            self.notes.tell(self.file, note, said, Some(Subject::pool(name)));
        }
    }

    /// Names settings that hold from the start.
    fn set(&mut self, name: &str, changes: &[(String, Json)]) {
        for (key, _) in changes {
            let said = say!("import-setting-of", setting = key, pool = name);
            self.notes.tell(self.file, notes::APPLIED, said, None);
        }
    }

    fn tell(&mut self, name: &str, [from, to]: [&str; 2], pool: Option<&str>) {
        let said = say!("import-from-to", pool = name, from = from, to = to);
        self.notes.tell(self.file, notes::PLANNED, said, pool.map(Subject::pool));
    }

    /// Adds an entry about a pool. `first`: the number of the first one about it, for whose end others wait.
    fn add(&mut self, item: ScriptItem, first: usize) {
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

/// Those of the keys whose values differ, with the new value; null where there is none.
fn changed(before: &Json, after: &Json, keys: &[&str]) -> Vec<(String, Json)> {
    let value = |tree: &Json, key: &str| tree.get(key).cloned().unwrap_or(Json::Null);
    let all = keys.iter().filter(|key| value(before, key) != value(after, key));
    all.map(|key| ((*key).to_owned(), value(after, key))).collect()
}

fn plain(value: &Json) -> String {
    value.text().map_or_else(|| value.compact(), str::to_owned)
}
