//! The upgrades of the script: when each is due, and when it may start.

use base::{PoolId, SimTime, order};
use draw::icons;
use model::maintenance::{Blockers, ClusterPart, UpgradeKind, WorkKind};
use model::{Maintenance, Version};
use scenario::awaited::{After, Awaited};
use scenario::document::{Document, ScriptItem};

/// An upgrade with a date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueChange {
    /// Its entry of the script.
    pub entry: usize,
    /// The entry whose date it has: its own, or the first of those that it waits for. `None`: it waits for work that GKE starts.
    pub dated_by: Option<usize>,
    /// A command starts it, at any time; else GKE does, when maintenance may start.
    pub by_hand: bool,
    /// Seconds since 1970.
    pub at: i64,
    pub part: ClusterPart,
    pub kind: UpgradeKind,
    /// The pool; empty for the control plane.
    pub pool: String,
    pub blockers: Blockers,
    /// When it may start, if that is known.
    pub starts: Option<i64>,
}

impl DueChange {
    /// Is it blocked by an exclusion? Every automatic change waits for windows.
    pub fn is_blocked(&self) -> bool {
        self.blockers.exclusions != 0
    }

    /// Does it begin after another one, at an unknown time?
    pub fn follows(&self) -> bool {
        self.dated_by != Some(self.entry)
    }

    /// The class, icon and word of its mark.
    pub fn mark(&self) -> (&'static str, &'static str, &'static str) {
        match (self.by_hand, self.is_blocked()) {
            (true, _) => ("hand", icons::PLAY, "ui-mx-by-hand"),
            (_, true) => ("no", icons::CROSS, "ui-mx-blocked"),
            (_, false) => ("yes", icons::CHECK, "ui-mx-allowed"),
        }
    }

    /// `CP minor`, `nodes patch`
    pub fn key(&self) -> &'static str {
        match (self.part, self.kind) {
            (ClusterPart::ControlPlane, UpgradeKind::Minor) => "ui-mx-cp-minor",
            (ClusterPart::ControlPlane, UpgradeKind::Patch) => "ui-mx-cp-patch",
            (ClusterPart::ControlPlane, UpgradeKind::Disruption) => "ui-mx-cp-vm",
            (ClusterPart::Nodes, UpgradeKind::Minor) => "ui-mx-node-minor",
            (ClusterPart::Nodes, UpgradeKind::Patch) => "ui-mx-node-patch",
            (ClusterPart::Nodes, UpgradeKind::Disruption) => "ui-mx-node-vm",
        }
    }
}

/// The due changes by date. `known_end`: when the support of the version ends.
pub fn due(doc: &Document, maintenance: &Maintenance, known_end: Option<i64>) -> Vec<DueChange> {
    let start_ms = doc.start_unix_ms();
    let awaited = Awaited::of(doc);
    let upgrades = doc.script.iter().zip(&awaited.earliest).enumerate();
    let upgrades = upgrades.filter(|(_, (item, _))| item.action == "upgrade");
    let mut dated: Vec<(i64, usize, &ScriptItem)> =
        upgrades.map(|(entry, (item, at))| (*at, entry, item)).collect();
    order::sort_by_key(&mut dated, |(at, ..)| *at);
    let mut versions = Versions::of(doc);
    let mut all = Vec::with_capacity(dated.len());
    for (at, entry, item) in dated {
        let (part, name) = match item.control_plane {
            true => (ClusterPart::ControlPlane, ""),
            false => (ClusterPart::Nodes, item.pool.as_str()),
        };
        let kind = versions.take(name, item);
        let instant = SimTime::from_ms(at);
        let work = WorkKind::Automatic(part, kind);
        let pool =
            doc.pools.iter().position(|pool| part == ClusterPart::Nodes && pool.name == name);
        let pool = pool.map(|no| PoolId(no as u32));
        let own = maintenance.exclusions.iter().find(|one| {
            pool.is_some_and(|pool| one.pools.contains(&pool)) && one.is_active(instant)
        });
        // Its own exclusion ends with the support of the version, if that is known (BS-10).
        let from = match own {
            Some(_) => known_end.map(|end| SimTime::from_ms(end * 1000 - start_ms)),
            None => Some(instant),
        };
        let by_hand = !item.automatic;
        // An override ignores windows and exclusions.
        let (blockers, starts) = match by_hand || !item.over.is_empty() {
            true => (Blockers::default(), Some(instant)),
            false => (
                maintenance.blockers(instant, work, pool),
                from.and_then(|from| maintenance.next_start(from, work)),
            ),
        };
        all.push(DueChange {
            entry,
            dated_by: dated_by(&awaited, entry),
            by_hand,
            at: (start_ms + at).div_euclid(1000),
            part,
            kind,
            pool: name.to_owned(),
            blockers,
            starts: starts.map(|at| (start_ms + at.ms()).div_euclid(1000)),
        });
    }
    all
}

/// The entry that has no other one to wait for.
fn dated_by(awaited: &Awaited, mut entry: usize) -> Option<usize> {
    while let Some(after) = awaited.after.get(entry)? {
        let After::Entry(before) = after else {
            return None;
        };
        entry = *before;
    }
    Some(entry)
}

/// The versions of pools, and of the control plane, which has no name.
struct Versions<'a> {
    master: &'a str,
    all: Vec<(&'a str, &'a str)>,
}

impl<'a> Versions<'a> {
    fn of(doc: &'a Document) -> Self {
        let cluster = &doc.cluster;
        let master = cluster.current_master_version.as_str();
        let mut all = vec![("", master)];
        for pool in &doc.pools {
            let own = [pool.version.as_str(), &cluster.current_node_version, master];
            let version = own.into_iter().find(|text| !text.is_empty());
            all.push((&pool.name, version.unwrap_or("")));
        }
        Self { master, all }
    }

    /// The kind of an upgrade, which starts from the result of the previous one on the same part.
    fn take(&mut self, name: &str, item: &'a ScriptItem) -> UpgradeKind {
        let of = self.all.iter_mut().find(|(other, _)| *other == name);
        let before = of.as_ref().map_or("", |(_, version)| *version);
        let target = match (item.version.as_str(), item.control_plane) {
            ("", false) => self.master,
            (version, _) => version,
        };
        let other_setting = !matches!(item.change.as_str(), "" | "version");
        if let (Some(of), false) = (of, other_setting || target.is_empty()) {
            of.1 = target;
        }
        kind(before, target, other_setting)
    }
}

/// The same version again is VM disruption (AM-30).
fn kind(before: &str, target: &str, other_setting: bool) -> UpgradeKind {
    let (before, target) = (Version::parse(before), Version::parse(target));
    match before.is_some() && before == target || other_setting {
        true => UpgradeKind::Disruption,
        false => UpgradeKind::between(before, target),
    }
}

#[cfg(test)]
mod tests {
    use crate::maintenance::policy::Planner;
    use crate::shell::state::Shared;
    use expect_test::expect;
    use scenario::calendar::day::clock;
    use scenario::calendar::day::weekday_of;
    use scenario::json::Json;

    /// BS-10
    #[test]
    fn the_exclusion_of_a_pool_holds_its_own_changes() {
        let of = |end: &str, excluded: &str| {
            let text = format!(
                r#"{{"version":1,"start":"2026-11-01T00:00:00Z","cluster":{{"currentMasterVersion":"1.33.4-gke.100"{end}}},
                "pools":[{{"name":"a","initialNodeCount":1{excluded}}},{{"name":"b","initialNodeCount":1}}],
                "script":[{{"at":"1d","do":"upgrade","pool":"a","automatic":true,"version":"1.33.5-gke.100"}},
                          {{"at":"1d","do":"upgrade","pool":"b","automatic":true,"version":"1.33.5-gke.100"}}]}}"#
            );
            let json = Shared::new(Json::parse(&text).expect("it is JSON"));
            let planner = crate::maintenance::policy::of(&json).expect("it is read");
            let said = planner.due.iter().map(|one| {
                let starts = one.starts.map(|at| weekday_of(at.div_euclid(86_400)));
                format!("{} {} {starts:?}", one.pool, one.is_blocked())
            });
            said.collect::<Vec<_>>().join("; ")
        };
        let excluded = r#","maintenancePolicy":{"exclusionUntilEndOfSupport":{"enabled":true}}"#;
        let end = r#","endOfStandardSupportTimestamp":"2027-02-28T00:00:00Z""#;
        let all = [of("", ""), of("", excluded), of(end, excluded)].join("\n");
        expect![[r#"
            a false Some("Mon 2 Nov"); b false Some("Mon 2 Nov")
            a true None; b false Some("Mon 2 Nov")
            a true Some("Sun 28 Feb"); b false Some("Mon 2 Nov")"#]]
        .assert_eq(&all);
    }

    /// GF-3, MX-14 … MX-19
    #[test]
    fn the_holiday_season_lets_patches_through_and_holds_the_rest() {
        let text = r#"{"version":1,"start":"2026-11-01T00:00:00Z","cluster":{"currentMasterVersion":"1.33.4-gke.100",
            "maintenancePolicy":{"window":{
              "recurringWindow":{"window":{"startTime":"2026-09-07T01:00:00Z","endTime":"2026-09-07T09:00:00Z"},
                "recurrence":"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
              "maintenanceExclusions":{
                "black-friday":{"startTime":"2026-11-19","endTime":"2026-12-04","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}},
                "holiday-minor":{"startTime":"2026-09-30","endTime":"2027-01-15","maintenanceExclusionOptions":{"scope":"NO_MINOR_UPGRADES"}},
                "year-end":{"startTime":"2026-12-15","endTime":"2027-01-05","maintenanceExclusionOptions":{"scope":"NO_UPGRADES"}}}}}},
            "pools":[{"name":"a","initialNodeCount":3}],
            "script":[
              {"at":"2026-11-10T00:00:00Z","do":"upgrade","controlPlane":true,"automatic":true,"version":"1.33.5-gke.100"},
              {"at":"2026-11-25T00:00:00Z","do":"upgrade","pool":"a","automatic":true,"version":"1.33.5-gke.100"},
              {"at":"2026-12-10T00:00:00Z","do":"upgrade","pool":"a","automatic":true,"version":"1.33.5-gke.100"},
              {"at":"2026-12-20T00:00:00Z","do":"upgrade","controlPlane":true,"automatic":true,"version":"1.34.1-gke.100"},
              {"at":"2026-12-25T00:00:00Z","do":"upgrade","controlPlane":true,"automatic":true,"version":"1.34.2-gke.100"},
              {"at":"2027-01-01T00:00:00Z","do":"upgrade","pool":"a","automatic":true,"version":"1.34.1-gke.100"}]}"#;
        let json = Json::parse(text).expect("it is JSON");
        let planner = crate::maintenance::policy::of(&Shared::new(json)).expect("it is read");
        let planner: &Planner = &planner;
        let mut out = String::new();
        for one in &planner.due {
            let names = one.blockers.exclusions();
            let exclusions = &planner.own.maintenance.exclusions;
            let names: Vec<&str> = names.map(|no| exclusions[no].name.as_str()).collect();
            let starts = one.starts.map_or_else(String::new, |at| {
                format!("{} {}", weekday_of(at.div_euclid(86_400)), clock(at))
            });
            let due = weekday_of(one.at.div_euclid(86_400));
            out += &format!("{due}: {} [{}] {starts}\n", one.key(), names.join(", "));
        }
        expect![[r#"
            Tue 10 Nov: ui-mx-cp-patch [] Tue 10 Nov 01:00
            Wed 25 Nov: ui-mx-node-patch [black-friday] Mon 7 Dec 01:00
            Thu 10 Dec: ui-mx-node-vm [] Thu 10 Dec 01:00
            Sun 20 Dec: ui-mx-cp-minor [holiday-minor, year-end] Mon 18 Jan 01:00
            Fri 25 Dec: ui-mx-cp-patch [year-end] Wed 6 Jan 01:00
            Fri 1 Jan: ui-mx-node-minor [holiday-minor, year-end] Mon 18 Jan 01:00
        "#]]
        .assert_eq(&out);
        let worst = planner.worst.expect("it is understood");
        assert_eq!((worst.days, worst.open), (92, 296 * 3600));
    }
}
