//! What is upgraded, by whom, and to which version: the upgrades of node pools in the script.

use super::references::drop_entries;
use super::{items, text};
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

    /// The edit that makes it the scenario's plan. The control plane goes first if the version is newer than its own; all begins when
    /// the first upgrade did.
    pub fn edit(&self, json: &Json) -> Edit {
        let script = items(json, "/script");
        let newer = |version: &str| {
            let master = edit::at(json, "/cluster/currentMasterVersion").and_then(Json::text);
            Version::parse(version)
                .zip(master.and_then(Version::parse))
                .is_some_and(|(to, now)| to > now)
        };
        let old = Self::of(json);
        let is_ours = |entry: &Json| {
            is_planned(entry) || is_before(entry) && text(entry, "version") == old.version
        };
        let ours = |no: &usize| is_ours(&script[*no]);
        let gone: Vec<usize> = (0..script.len()).filter(ours).collect();
        let at = gone.first().and_then(|no| script[*no].get("at")).cloned();
        let at = at.unwrap_or_else(|| "0s".into());
        let first =
            newer(&self.version).then(|| self.entry(("controlPlane", Json::Bool(true)), &at, None));
        let mut entries: Vec<Json> = first.into_iter().collect();
        let mut before = (!entries.is_empty()).then(|| "controlPlane".to_owned());
        for pool in &self.pools {
            // GKE takes one pool after the other by itself.
            let after = before.replace(format!("pool/{pool}")).filter(|_| !self.by_gke);
            entries.push(self.entry(("pool", pool.as_str().into()), &at, after));
        }
        let kept = edit::apply_all(json, &drop_entries(json, &gone));
        let shifted = items(&kept, "/script").iter().map(|entry| match entry.get("after") {
            Some(Json::Int(no)) => {
                let no = Json::Int(no.saturating_add(entries.len() as i64));
                edit::apply(entry, &Edit::Set("/after".to_owned(), no))
            }
            _ => entry.clone(),
        });
        let shifted: Vec<Json> = shifted.collect();
        entries.extend(shifted);
        Edit::Set("/script".to_owned(), Json::List(entries))
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
        Some(self.entry(("pool", pool.into()), &"0s".into(), after))
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
    fn a_plan_is_what_the_script_says() {
        let both = || vec!["a".to_owned(), "b".to_owned()];
        let plan = Plan { pools: both(), ..Plan::default() };
        check(
            &plan,
            &expect![[r#"
            {"at":"2h","do":"upgrade","pool":"a"}
            {"at":"0s","after":"pool/a","do":"upgrade","pool":"b"}
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
            {"at":"0s","after":"controlPlane","do":"upgrade","pool":"a","version":"1.35"}
            {"at":"0s","after":"pool/a","do":"upgrade","pool":"b","version":"1.35"}
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
}
