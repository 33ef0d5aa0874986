//! What is upgraded, by whom, and to which version: the upgrades of node pools in the script.

use super::lists::{items, text};
use super::references::drop_entries;
use model::Version;
use scenario::edit::{self, Edit};
use scenario::json::Json;

/// The upgrades of pools in a script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The pools, in their order.
    pub pools: Vec<String>,
    /// GKE starts them in its maintenance windows; else commands do, at once.
    pub by_gke: bool,
    /// The new version; empty for the control plane's.
    pub version: String,
}

/// Is the entry an upgrade of a pool to another version?
fn is_planned(entry: &Json) -> bool {
    text(entry, "do") == "upgrade"
        && !text(entry, "pool").is_empty()
        && text(entry, "change").is_empty()
        && entry.get("config").is_none()
}

/// Is the entry the upgrade of the control plane that the pools wait for?
fn is_before(entry: &Json) -> bool {
    text(entry, "do") == "upgrade" && entry.get("controlPlane") == Some(&Json::Bool(true))
}

impl Plan {
    /// The plan of a scenario.
    pub fn of(json: &Json) -> Self {
        let planned = || items(json, "/script").iter().filter(|entry| is_planned(entry));
        let mut pools: Vec<String> = Vec::new();
        for entry in planned() {
            let pool = text(entry, "pool");
            if !pools.iter().any(|other| other == pool) {
                pools.push(pool.to_owned());
            }
        }
        let automatic = |entry: &Json| entry.get("automatic") == Some(&Json::Bool(true));
        Self {
            by_gke: planned().next().is_some() && planned().all(automatic),
            version: planned().next().map_or("", |entry| text(entry, "version")).to_owned(),
            pools,
        }
    }

    /// The edit that makes it the scenario's plan: entries that stay are changed in place. The control plane goes first if the version
    /// is newer than its own; all begins when the first upgrade did.
    pub fn edit(&self, json: &Json) -> Edit {
        let old = Self::of(json);
        let needs_control_plane = self.needs_control_plane(json);
        let stays = |entry: &Json| match is_planned(entry) {
            true => self.pools.iter().any(|pool| pool == text(entry, "pool")),
            false => needs_control_plane || !old.leads(entry),
        };
        let at = old.begins(json);
        let script = items(json, "/script");
        let gone: Vec<usize> = (0..script.len()).filter(|no| !stays(&script[*no])).collect();
        let chained: Vec<bool> = script
            .iter()
            .filter(|entry| stays(entry))
            .map(|entry| is_planned(entry) && is_chained(entry, &at))
            .collect();
        let kept = edit::apply_all(json, &drop_entries(json, &gone));
        let entries =
            items(&kept, "/script").iter().zip(chained).map(|(entry, chained)| PlannedEntry {
                is_ours: is_planned(entry) || old.leads(entry),
                chained,
                json: entry.clone(),
            });
        let mut script = PlannedScript { entries: entries.collect(), at };
        script.change(&old, self);
        let led = script.insert_control_plane(self, needs_control_plane);
        for (no, pool) in self.pools.iter().enumerate() {
            script.insert_pool(self, pool, &self.pools[..no]);
        }
        if led != needs_control_plane || (&self.pools, self.by_gke) != (&old.pools, old.by_gke) {
            script.link(self, needs_control_plane);
        }
        let entries = script.entries.into_iter().map(|entry| entry.json);
        Edit::Set("/script".to_owned(), Json::List(entries.collect()))
    }

    /// Is the entry the upgrade of the control plane before the pools'?
    fn leads(&self, entry: &Json) -> bool {
        !self.pools.is_empty() && is_before(entry) && text(entry, "version") == self.version
    }

    /// When its first upgrade begins.
    fn begins(&self, json: &Json) -> Json {
        let mut entries = items(json, "/script").iter();
        let first = entries.find(|entry| is_planned(entry) || self.leads(entry));
        first.and_then(|entry| entry.get("at")).cloned().unwrap_or_else(|| "0s".into())
    }

    /// Must the control plane be upgraded first?
    fn needs_control_plane(&self, json: &Json) -> bool {
        let master = edit::at(json, "/cluster/currentMasterVersion").and_then(Json::text);
        let versions = Version::parse(&self.version).zip(master.and_then(Version::parse));
        !self.pools.is_empty() && versions.is_some_and(|(to, now)| to > now)
    }

    /// The first pool that is older than the control plane and that nothing upgrades.
    pub fn due_pool(json: &Json) -> Option<String> {
        let version = |of: Option<&Json>| of.and_then(Json::text).and_then(Version::parse);
        let master = version(edit::at(json, "/cluster/currentMasterVersion"))?;
        let planned = Self::of(json).pools;
        let mut pools = items(json, "/pools").iter();
        let due = pools.find(|pool| {
            let is_older = version(pool.get("version")).is_some_and(|version| version < master);
            is_older && planned.iter().all(|name| name != text(pool, "name"))
        });
        due.map(|pool| text(pool, "name").to_owned())
    }

    /// The same, and another pool in the order of the cluster.
    pub(super) fn with(mut self, json: &Json, pool: &str) -> Self {
        self.pools.push(pool.to_owned());
        let place = |name: &String| {
            items(json, "/pools").iter().position(|pool| text(pool, "name") == name)
        };
        self.pools.sort_by_key(place);
        self
    }

    /// The entry for a new pool, if all others are upgraded.
    pub(super) fn next_entry(&self, json: &Json, pool: &str) -> Option<Json> {
        let all = items(json, "/pools");
        let is_planned = |one: &Json| self.pools.iter().any(|pool| pool == text(one, "name"));
        let last = self.pools.last().filter(|_| all.iter().all(is_planned))?;
        let after = Some(format!("pool/{last}")).filter(|_| !self.by_gke);
        Some(self.entry(("pool", pool.into()), &self.begins(json), after))
    }

    fn entry(&self, of: (&str, Json), at: &Json, after: Option<String>) -> Json {
        let at = if after.is_some() { "0s".into() } else { at.clone() };
        let set = |text: &str| Some(Json::from(text)).filter(|_| !text.is_empty());
        let mut fields = vec![("at", at)];
        fields.extend(after.map(|after| ("after", after.as_str().into())));
        fields.extend([("do", "upgrade".into()), of]);
        fields.extend(set(&self.version).map(|version| ("version", version)));
        fields.extend(self.by_gke.then_some(("automatic", Json::Bool(true))));
        Json::object(fields)
    }
}

/// Does the upgrade begin with the first one, or follow another one of the plan?
fn is_chained(entry: &Json, first: &Json) -> bool {
    match entry.get("after") {
        None => entry.get("at") == Some(first),
        Some(after) => {
            let after = after.text().unwrap_or_default();
            after == "controlPlane" || after.starts_with("pool/")
        }
    }
}

/// An entry of the script while its plan is changed.
struct PlannedEntry {
    json: Json,
    /// Is it one of the plan's upgrades?
    is_ours: bool,
    /// Does its start follow from its place in the plan?
    chained: bool,
}

struct PlannedScript {
    entries: Vec<PlannedEntry>,
    /// When its first upgrade begins.
    at: Json,
}

impl PlannedScript {
    /// Sets the version and who starts it, where they changed.
    fn change(&mut self, old: &Plan, new: &Plan) {
        let set = |field: &str, value: Option<Json>| match value {
            Some(value) => Edit::Set(format!("/{field}"), value),
            None => Edit::Remove(format!("/{field}")),
        };
        for PlannedEntry { json, .. } in self.entries.iter_mut().filter(|entry| entry.is_ours) {
            if new.version != old.version && text(json, "version") == old.version {
                let version = Some(new.version.as_str()).filter(|version| !version.is_empty());
                *json = edit::apply(json, &set("version", version.map(Json::from)));
            }
            if new.by_gke != old.by_gke {
                *json =
                    edit::apply(json, &set("automatic", new.by_gke.then_some(Json::Bool(true))));
            }
        }
    }

    /// Adds the upgrade of the control plane if it is needed. Was it there?
    fn insert_control_plane(&mut self, plan: &Plan, needed: bool) -> bool {
        let led = self.entries.iter().any(|entry| entry.is_ours && is_before(&entry.json));
        if needed && !led {
            let first = self.entries.iter().position(|entry| entry.is_ours).unwrap_or(0);
            self.insert(first, plan.entry(("controlPlane", Json::Bool(true)), &self.at, None));
        }
        led
    }

    /// Adds the upgrade of a pool, unless it is there: after the last one of those `before` it.
    fn insert_pool(&mut self, plan: &Plan, pool: &str, before: &[String]) {
        let pool_of = |entry: &PlannedEntry| match is_planned(&entry.json) {
            true => text(&entry.json, "pool").to_owned(),
            false => String::new(),
        };
        if self.entries.iter().any(|entry| pool_of(entry) == pool) {
            return;
        }
        let is_before = |entry: &PlannedEntry| {
            entry.is_ours && is_before(&entry.json) || before.contains(&pool_of(entry))
        };
        let at = self.entries.iter().rposition(is_before).map_or(0, |last| last + 1);
        self.insert(at, plan.entry(("pool", pool.into()), &self.at, None));
    }

    /// Inserts an upgrade; entries that wait for later ones by their number still do.
    fn insert(&mut self, at: usize, json: Json) {
        for PlannedEntry { json: other, .. } in &mut self.entries {
            if let Some(Json::Int(no)) = other.get("after")
                && usize::try_from(*no).is_ok_and(|no| no >= at)
            {
                let no = Json::Int(no + 1);
                *other = edit::apply(other, &Edit::Set("/after".to_owned(), no));
            }
        }
        self.entries.insert(at, PlannedEntry { json, is_ours: true, chained: true });
    }

    /// By hand, each upgrade waits for the one before it; GKE takes one pool after the other by itself.
    fn link(&mut self, plan: &Plan, led: bool) {
        let mut before = led.then(|| "controlPlane".to_owned());
        for PlannedEntry { json, chained, .. } in &mut self.entries {
            if !is_planned(json) {
                continue;
            }
            let follows = before.replace(format!("pool/{}", text(json, "pool")));
            let follows = follows.filter(|_| !plan.by_gke);
            let waits = json.get("after").and_then(Json::text).map(str::to_owned);
            if !*chained
                || waits == follows && (waits.is_some() || json.get("at") == Some(&self.at))
            {
                continue;
            }
            let set = |field: &str, value| Edit::Set(format!("/{field}"), value);
            let edits = match follows {
                None => vec![Edit::Remove("/after".to_owned()), set("at", self.at.clone())],
                // Its time is a delay after the upgrade before it, which stays.
                Some(after) if waits.is_some() => vec![set("after", after.as_str().into())],
                Some(after) => vec![set("after", after.as_str().into()), set("at", "0s".into())],
            };
            *json = edit::apply_all(json, &edits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(plan: &Plan, expected: &Expect) {
        let json = Json::parse(
            r#"{"version":1,"cluster":{"currentMasterVersion":"1.34.1-gke.1"},"pools":[{"name":"a"},{"name":"b"}],
            "script":[{"at":"2h","do":"upgrade","pool":"a"},{"at":"3h","do":"cordon","node":"a-1"},{"after":1,"do":"uncordon","node":"a-1"}]}"#,
        );
        let json = json.expect("JSON");
        let after = edit::apply(&json, &plan.edit(&json));
        let lines: Vec<String> = items(&after, "/script").iter().map(Json::compact).collect();
        expected.assert_eq(&(lines.join("\n") + "\n"));
        assert_eq!(Plan::of(&after), *plan);
        assert_eq!(edit::apply(&after, &plan.edit(&after)), after, "it stays");
    }

    #[test]
    fn a_pool_joins_in_the_order_of_the_cluster() {
        let json = Json::parse(r#"{"pools":[{"name":"a"},{"name":"b"}]}"#).expect("JSON");
        let plan = Plan::default().with(&json, "b").with(&json, "a");
        assert_eq!(plan.pools, ["a", "b"]);
    }

    #[test]
    fn a_pool_is_due_that_is_older_than_the_control_plane_and_not_planned() {
        let due = |script: &str| {
            let json = r#"{"cluster":{"currentMasterVersion":"1.34.1-gke.1"},"pools":[
                {"name":"new","version":"1.34.1-gke.1"},{"name":"a","version":"1.33"},{"name":"b","version":"1.33"}],"script":[SCRIPT]}"#;
            Plan::due_pool(&Json::parse(&json.replace("SCRIPT", script)).expect("JSON"))
        };
        let (a, b) = (r#"{"do":"upgrade","pool":"a"}"#, r#"{"do":"upgrade","pool":"b"}"#);
        assert_eq!(due("").as_deref(), Some("a"));
        assert_eq!(due(a).as_deref(), Some("b"));
        assert_eq!(due(&format!("{a},{b}")), None);
    }

    #[test]
    fn a_plan_is_what_the_script_says() {
        let both = || vec!["a".to_owned(), "b".to_owned()];
        let plan = Plan { pools: both(), ..Plan::default() };
        check(
            &plan,
            &expect![[r#"
                {"at":"2h","do":"upgrade","pool":"a"}
                {"at":"0s","do":"upgrade","pool":"b","after":"pool/a"}
                {"at":"3h","do":"cordon","node":"a-1"}
                {"after":2,"do":"uncordon","node":"a-1"}
            "#]],
        );
        let by_gke = Plan { pools: both(), by_gke: true, version: "1.35".to_owned() };
        check(
            &by_gke,
            &expect![[r#"
            {"at":"2h","do":"upgrade","controlPlane":true,"version":"1.35","automatic":true}
            {"at":"2h","do":"upgrade","pool":"a","version":"1.35","automatic":true}
            {"at":"2h","do":"upgrade","pool":"b","version":"1.35","automatic":true}
            {"at":"3h","do":"cordon","node":"a-1"}
            {"after":3,"do":"uncordon","node":"a-1"}
        "#]],
        );
        check(
            &Plan { by_gke: false, ..by_gke },
            &expect![[r#"
                {"at":"2h","do":"upgrade","controlPlane":true,"version":"1.35"}
                {"at":"0s","do":"upgrade","pool":"a","version":"1.35","after":"controlPlane"}
                {"at":"0s","do":"upgrade","pool":"b","version":"1.35","after":"pool/a"}
                {"at":"3h","do":"cordon","node":"a-1"}
                {"after":3,"do":"uncordon","node":"a-1"}
            "#]],
        );
        check(
            &Plan::default(),
            &expect![[r#"
            {"at":"3h","do":"cordon","node":"a-1"}
            {"after":0,"do":"uncordon","node":"a-1"}
        "#]],
        );
    }

    /// What waits for a pool that stays, and what differs from upgrade to upgrade, is kept.
    #[test]
    fn a_pool_that_joins_or_leaves_leaves_the_others_alone() {
        let json = r#"{"cluster":{"currentMasterVersion":"1.34.1-gke.1"},"pools":[{"name":"a"},{"name":"b"},{"name":"c"}],"script":[
            {"at":"456h","do":"upgrade","controlPlane":true,"version":"1.35","automatic":true},
            {"at":"456h","do":"upgrade","pool":"a","version":"1.35","automatic":true,"note":"first"},
            {"at":"504h","do":"upgrade","pool":"b","version":"1.35.2","automatic":true},
            {"at":"1h","after":"pool/a","do":"cordon","node":"a-1"},
            {"at":"1h","after":2,"do":"cordon","node":"b-1"}]}"#;
        let mut json = Json::parse(json).expect("JSON");
        let mut after = |pools: &[&str], by_gke: bool| {
            let pools = pools.iter().map(|pool| (*pool).to_owned()).collect();
            let plan = Plan { pools, by_gke, version: "1.35".to_owned() };
            json = edit::apply(&json, &plan.edit(&json));
            let lines = items(&json, "/script").iter().map(Json::compact);
            lines.map(|line| line + "\n").collect::<String>()
        };
        expect![[r#"
            {"at":"456h","do":"upgrade","controlPlane":true,"version":"1.35","automatic":true}
            {"at":"456h","do":"upgrade","pool":"a","version":"1.35","automatic":true,"note":"first"}
            {"at":"504h","do":"upgrade","pool":"b","version":"1.35.2","automatic":true}
            {"at":"456h","do":"upgrade","pool":"c","version":"1.35","automatic":true}
            {"at":"1h","after":"pool/a","do":"cordon","node":"a-1"}
            {"at":"1h","after":2,"do":"cordon","node":"b-1"}
        "#]]
        .assert_eq(&after(&["a", "b", "c"], true));
        expect![[r#"
            {"at":"456h","do":"upgrade","controlPlane":true,"version":"1.35","automatic":true}
            {"at":"456h","do":"upgrade","pool":"a","version":"1.35","automatic":true,"note":"first"}
            {"at":"456h","do":"upgrade","pool":"c","version":"1.35","automatic":true}
            {"at":"1h","after":"pool/a","do":"cordon","node":"a-1"}
            {"at":"1h","do":"cordon","node":"b-1"}
        "#]]
        .assert_eq(&after(&["a", "c"], true));
        expect![[r#"
            {"at":"456h","do":"upgrade","controlPlane":true,"version":"1.35"}
            {"at":"0s","do":"upgrade","pool":"a","version":"1.35","note":"first","after":"controlPlane"}
            {"at":"0s","do":"upgrade","pool":"c","version":"1.35","after":"pool/a"}
            {"at":"1h","after":"pool/a","do":"cordon","node":"a-1"}
            {"at":"1h","do":"cordon","node":"b-1"}
        "#]].assert_eq(&after(&["a", "c"], false));
        expect![[r#"
            {"at":"456h","do":"upgrade","controlPlane":true,"version":"1.35"}
            {"at":"0s","do":"upgrade","pool":"c","version":"1.35","after":"controlPlane"}
            {"at":"1h","do":"cordon","node":"a-1"}
            {"at":"1h","do":"cordon","node":"b-1"}
        "#]]
        .assert_eq(&after(&["c"], false));
        expect![[r#"
            {"at":"1h","do":"cordon","node":"a-1"}
            {"at":"1h","do":"cordon","node":"b-1"}
        "#]]
        .assert_eq(&after(&[], false));
    }
}
