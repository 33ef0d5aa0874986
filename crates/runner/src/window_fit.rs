//! *Does it fit the window?*: simulates only GKE's upgrade of one pool, with fast, median and slow durations
//! and several seeds; then with more nodes at once and with longer windows, until one window is enough.
//!
//! Pure: returns the next run to do, and takes the result of each.

use super::{Fault, Figures, chosen};
use base::SimTime;
use base::civil::DAY;
use model::strategy::surge::PARALLEL_LIMIT;
use model::{Strategy, Version};
use query::Outcome;
use scenario::calendar::fix::WindowShape;
use scenario::calendar::{Span, Window, compile};
use scenario::compile::strategy::strategy;
use scenario::document::{self, Document, Range, ScriptItem};
use scenario::edit::Edit;
use scenario::field::Field;
use scenario::json::Json;
use scenario::primitive::Number;
use scenario::units::{At, Duration};

/// Seeds per kind of durations, including the scenario's own.
pub const SEEDS: usize = 5;

/// An upgrade that isn't done this many days after it is due counts as endless.
const DAYS: i64 = 400;
const HOUR: i64 = 3600;

/// Durations of VMs and Pods: each one with a range has its 10th, 50th or 90th percentile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VmSpeed {
    Fast,
    Middling,
    Slow,
}

impl VmSpeed {
    pub const ALL: [Self; 3] = [Self::Fast, Self::Middling, Self::Slow];

    fn of(self, range: Range) -> Duration {
        match self {
            Self::Fast => range.p10,
            Self::Middling => range.p50,
            Self::Slow => range.p90,
        }
    }
}

/// A setting to change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FitSetting {
    MaxSurge,
    /// Length of a window in hours.
    Hours,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchResult {
    Searching,
    /// The least value with which one window was enough, with slow durations and every seed.
    Enough(i64),
    /// Not enough even with this value.
    NotWith(i64),
}

/// The result of one run; `over` is `None` if the upgrade didn't end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RunResult {
    windows: u32,
    over: Option<SimTime>,
}

/// The results with one kind of durations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VmSpeedColumn {
    pub fewest: u32,
    pub most: u32,
    /// The latest end; `None` if the upgrade didn't end with some seed.
    pub over: Option<SimTime>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FitRun {
    VmSpeed(usize, usize),
    Search(usize),
}

/// All runs of one pool.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    document: Document,
    pool: usize,
    came: [Vec<RunResult>; 3],
    searches: Vec<Search>,
    under_way: Option<FitRun>,
    fault: Option<Fault>,
}

/// A search for the least value with which one window is enough.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Search {
    setting: FitSetting,
    /// A value that isn't enough.
    low: i64,
    /// A value that is enough with that many seeds.
    high: i64,
    held: usize,
    cap: i64,
}

impl Fit {
    /// Returns `None` if there is no such pool, no window, or no valid policy.
    pub fn of(json: &Json, pool: &str) -> Option<Self> {
        let (document, _) = document::read::<Document>(json);
        let document = document?;
        let pool = document.pools.iter().position(|one| one.name == pool)?;
        let window = compile::policy(&document)?.window;
        window.length()?;
        let surge = chosen(json).any(|(n, _)| n == pool);
        let searches = searches(&document, pool, &window, surge);
        Some(Self {
            document,
            pool,
            came: [const { Vec::new() }; 3],
            searches,
            under_way: None,
            fault: None,
        })
    }

    /// Is it the same question?
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.document, self.pool) == (&other.document, other.pool)
    }

    /// Are all runs done?
    pub fn is_over(&self) -> bool {
        self.next_run().is_none()
    }

    /// Finished runs, and the least number of runs in total.
    pub fn progress(&self) -> (usize, usize) {
        (self.came.iter().map(Vec::len).sum(), 3 * SEEDS)
    }

    pub fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    pub fn column(&self, machines: VmSpeed) -> Option<VmSpeedColumn> {
        let came = &self.came[machines as usize];
        if came.len() < SEEDS {
            return None;
        }
        let windows = || came.iter().map(|one| one.windows);
        let all = came.iter().map(|one| one.over).collect::<Option<Vec<_>>>();
        Some(VmSpeedColumn {
            fewest: windows().min()?,
            most: windows().max()?,
            over: all.and_then(|all| all.into_iter().max()),
        })
    }

    /// Is one window enough, even with slow durations?
    pub fn fits(&self) -> Option<bool> {
        let slow = self.column(VmSpeed::Slow)?;
        Some(slow.over.is_some() && slow.most <= 1)
    }

    /// The changes that would make it fit.
    pub fn searches(&self) -> impl Iterator<Item = (FitSetting, SearchResult)> {
        let wanted = self.fits() == Some(false);
        let searches = self.searches.iter().filter(move |_| wanted);
        searches.map(|one| (one.setting, one.result()))
    }

    /// The next run, as a document and a seed. The result of the previous one is no longer awaited.
    pub fn ask(&mut self) -> Option<(String, u64)> {
        let run = self.next_run();
        self.under_way = run;
        let (text, n) = match run? {
            FitRun::VmSpeed(column, n) => (self.text(VmSpeed::ALL[column], None), n),
            FitRun::Search(at) => {
                let (value, n) = self.searches[at].tries();
                let set = Some((self.searches[at].setting, value));
                (self.text(VmSpeed::Slow, set), n)
            }
        };
        let seed = self.document.seed.unwrap_or(1).wrapping_add(n as u64);
        Some((text, seed))
    }

    fn next_run(&self) -> Option<FitRun> {
        if self.fault.is_some() {
            return None;
        }
        let columns = self.came.iter().enumerate();
        let (column, came) = columns.min_by_key(|(_, came)| came.len())?;
        if came.len() < SEEDS {
            return Some(FitRun::VmSpeed(column, came.len()));
        }
        if self.fits() != Some(false) {
            return None;
        }
        let mut searches = self.searches.iter();
        searches.position(|one| one.result() == SearchResult::Searching).map(FitRun::Search)
    }

    /// Takes the result of the requested run.
    pub fn take_result(&mut self, came: Result<&Figures, Fault>) {
        let Some(run) = self.under_way.take() else {
            return;
        };
        let came = came.map(|figures| RunResult {
            windows: figures.windows,
            over: figures.over.filter(|_| figures.outcome == Outcome::Succeeded),
        });
        match (run, came) {
            (FitRun::VmSpeed(column, _), Ok(came)) => self.came[column].push(came),
            (FitRun::VmSpeed(..), Err(fault)) => self.fault = Some(fault),
            (FitRun::Search(at), came) => {
                let enough = came.is_ok_and(|came| came.over.is_some() && came.windows <= 1);
                self.searches[at].take_result(enough);
            }
        }
    }

    /// The document in which GKE upgrades this pool and nothing else happens.
    fn text(&self, machines: VmSpeed, set: Option<(FitSetting, i64)>) -> String {
        let mut doc = self.document.clone();
        alone(&mut doc, self.pool);
        timed(&mut doc, machines);
        match set {
            Some((FitSetting::MaxSurge, n)) => {
                let settings = &mut doc.pools[self.pool].upgrade_settings;
                settings.get_or_insert_default().max_surge = Some(Number::Int(n));
            }
            Some((FitSetting::Hours, hours)) => lengthen(&mut doc, hours),
            None => {}
        }
        doc.to_text()
    }

    /// Changes the setting in the document.
    pub fn edit(&self, setting: FitSetting, value: i64) -> Edit {
        match setting {
            FitSetting::MaxSurge => {
                let at = format!("/pools/{}/upgradeSettings/maxSurge", self.pool);
                Edit::Set(at, Json::Int(value))
            }
            FitSetting::Hours => {
                let mut doc = self.document.clone();
                lengthen(&mut doc, value);
                let window = doc.cluster.maintenance_policy.window.write();
                Edit::Set("/cluster/maintenancePolicy/window".to_owned(), window)
            }
        }
    }
}

impl Search {
    fn new(setting: FitSetting, low: i64, cap: i64) -> Option<Self> {
        (low < cap).then_some(Self { setting, low, high: cap, held: 0, cap })
    }

    /// The next value and seed number to try.
    fn tries(&self) -> (i64, usize) {
        match self.held > 0 && self.high - self.low > 1 {
            true => (self.low.midpoint(self.high), 0),
            false => (self.high, self.held),
        }
    }

    fn take_result(&mut self, enough: bool) {
        let (tried, _) = self.tries();
        match (enough, tried == self.high) {
            (true, true) => self.held += 1,
            (true, false) => {
                self.high = tried;
                self.held = 1;
            }
            (false, true) => {
                // With this seed one more is needed.
                self.low = tried;
                self.high = tried + 1;
                self.held = 0;
            }
            (false, false) => self.low = tried,
        }
    }

    fn result(&self) -> SearchResult {
        if self.high > self.cap {
            SearchResult::NotWith(self.cap)
        } else if self.high - self.low == 1 && self.held >= SEEDS {
            SearchResult::Enough(self.high)
        } else {
            SearchResult::Searching
        }
    }
}

/// The searches: more surge up to the zone's limit (UP-11), and longer windows while they don't touch.
fn searches(doc: &Document, pool: usize, window: &Window, may_choose: bool) -> Vec<Search> {
    let Strategy::Surge(settings) = strategy(doc, &doc.pools[pool]) else {
        return Vec::new();
    };
    let surge = i64::from(settings.max_surge);
    let most = i64::from(PARALLEL_LIMIT) - i64::from(settings.max_unavailable);
    let more = Search::new(FitSetting::MaxSurge, surge, most).filter(|_| may_choose);
    let length = window.length().unwrap_or(0);
    let longest = apart(doc, window).unwrap_or(DAY) / HOUR - 1;
    let longer = Search::new(FitSetting::Hours, length / HOUR, longest);
    more.into_iter().chain(longer).collect()
}

/// The shortest time between the starts of two windows, at most a day.
fn apart(doc: &Document, window: &Window) -> Option<i64> {
    let now = compile::context(doc).now;
    let all = window.occurrences(Span::new(now, now + 90 * DAY)).ok()?;
    let starts = all.windows(2).map(|two| two[1].from - two[0].from);
    Some(starts.filter(|span| *span > 0).min()?.min(DAY))
}

/// Removes everything except GKE's upgrade of this pool; capacity stays. The control plane is done.
fn alone(doc: &mut Document, pool: usize) {
    let script = std::mem::take(&mut doc.script);
    let pool = &doc.pools[pool];
    let of_pool = |item: &&ScriptItem| item.action == "upgrade" && item.pool == pool.name;
    let mut upgrade = match script.iter().find(of_pool) {
        Some(item) => item.clone(),
        None => ScriptItem {
            action: "upgrade".to_owned(),
            pool: pool.name.clone(),
            version: due(&script, &doc.cluster.current_master_version, &pool.version),
            ..ScriptItem::default()
        },
    };
    if upgrade.version.is_empty() && upgrade.change.is_empty() && upgrade.config.is_none() {
        upgrade.change = "vmDisruption".to_owned();
    }
    upgrade.automatic = true;
    upgrade.over.clear();
    if !upgrade.phase.is_empty() {
        upgrade.phase.clear();
        upgrade.at = None;
    }
    upgrade.at.get_or_insert(At::Offset(0));
    let to = Version::parse(&upgrade.version);
    if to > Version::parse(&doc.cluster.current_master_version) {
        doc.cluster.current_master_version = upgrade.version.clone();
    }
    let is_room =
        |item: &ScriptItem| matches!(item.action.as_str(), "quota" | "stockout" | "reservation");
    doc.script = script.into_iter().filter(is_room).collect();
    let begins = upgrade.at.map_or(0, |at| at.since(doc.start_unix_ms()));
    doc.until = Some(At::Offset(begins.max(0).saturating_add(DAYS * DAY * 1000)));
    doc.script.push(upgrade);
    doc.markers.clear();
    doc.calendars.clear();
}

/// The version due for the pool: the script's target, or the control plane's version.
fn due(script: &[ScriptItem], master: &str, own: &str) -> String {
    let of_cluster = |item: &&ScriptItem| item.control_plane || item.action == "target";
    let mut versions = script.iter().filter(of_cluster).map(|item| &item.version);
    let scripted = versions.find(|version| !version.is_empty());
    let master = Some(master).filter(|master| Version::parse(master) > Version::parse(own));
    let master = master.filter(|_| !own.is_empty());
    scripted.map_or_else(|| master.unwrap_or_default().to_owned(), Clone::clone)
}

/// Sets every duration with a range to this percentile.
fn timed(doc: &mut Document, machines: VmSpeed) {
    let set = |all: &mut [&mut Option<Range>]| {
        for range in all.iter_mut().filter_map(|one| one.as_mut()) {
            *range = Range::fixed(machines.of(*range));
        }
    };
    let all = &mut doc.assumptions;
    set(&mut [
        &mut all.node_create,
        &mut all.node_delete,
        &mut all.cordon,
        &mut all.pod_start,
        &mut all.image_pull,
        &mut all.ready,
        &mut all.shutdown,
    ]);
    for workload in &mut doc.workloads {
        let all = &mut workload.assumptions;
        set(&mut [&mut all.pod_start, &mut all.image_pull, &mut all.ready, &mut all.shutdown]);
    }
}

/// Sets the length of the window's occurrences; a daily four-hour window becomes a recurring one.
fn lengthen(doc: &mut Document, hours: i64) {
    let policy = &doc.cluster.maintenance_policy;
    let day = doc.start_unix_ms().div_euclid(1000 * DAY);
    let shape = match compile::policy(doc).map(|policy| policy.window) {
        Some(Window::Daily { second }) => Some(WindowShape {
            start: day * DAY + second,
            length: 0,
            rule: "FREQ=DAILY".to_owned(),
        }),
        _ => WindowShape::of(policy),
    };
    let Some(shape) = shape else { return };
    let length = hours * HOUR;
    let mut policy = WindowShape { length, ..shape }.laid_over(policy);
    policy.window.daily = None;
    doc.cluster.maintenance_policy = policy;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Trial;
    use expect_test::{Expect, expect};

    /// A pool of six nodes in a zone, fast or slow to boot, and the results of each kind of machines and each setting.
    fn check(window: &str, pool: &str, rest: &str, expected: &Expect) {
        let text = format!(
            r#"{{"version":1,"start":"2026-03-02T00:00:00Z",
            "cluster":{{"location":"us-central1-a","currentMasterVersion":"1.33.5-gke.1000000","maintenancePolicy":{{"window":{{{window}}}}}}},
            "pools":[{{"name":"a","version":"1.32.9-gke.1000000","initialNodeCount":6,{pool}}}]{rest}}}"#
        );
        let json = Json::parse(&text).expect("JSON");
        let mut fit = Fit::of(&json, "a").expect("it has a window");
        let mut runs = 0;
        while let Some((text, seed)) = fit.ask() {
            runs += 1;
            let came = Trial::new(&text, Some(seed), 100_000).and_then(Trial::finish);
            fit.take_result(came.as_ref().map_err(Clone::clone));
        }
        let mut out = format!("{runs} runs\n");
        for machines in VmSpeed::ALL {
            let came = fit.column(machines);
            out += &came.map_or_else(
                || format!("{machines:?}: {:?}\n", fit.fault()),
                |came| {
                    let over = came.over.map_or_else(|| "never".to_owned(), |at| at.to_string());
                    format!("{machines:?}: {} to {}, {over}\n", came.fewest, came.most)
                },
            );
        }
        for (setting, result) in fit.searches() {
            out += &format!("{setting:?}: {result:?}\n");
        }
        expected.assert_eq(&out);
    }

    const DAILY: &str = r#""dailyMaintenanceWindow":{"startTime":"03:00"}"#;
    const WEEKLY: &str = r#""recurringWindow":{"window":{"startTime":"2026-03-07T01:00:00Z","endTime":"2026-03-07T09:00:00Z"},"recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}"#;
    const PARTS: &str = r#""recurringMaintenanceWindow":{"windowStartTime":{"hours":1},"windowDuration":"21600s","recurrence":"FREQ=WEEKLY;BYDAY=SA,SU"}"#;
    const SLOW: &str = r#","assumptions":{"nodeCreate":{"p10":"600s","p50":"1h","p90":"2h"}}"#;
    const ONE: &str = r#""upgradeSettings":{"maxSurge":1,"maxUnavailable":0}"#;

    #[test]
    fn slow_machines_need_more_windows_and_surge_or_hours_help() {
        check(
            DAILY,
            ONE,
            SLOW,
            &expect![[r#"
            33 runs
            Fast: 1 to 1, +04:03:06
            Middling: 2 to 2, +29:01:02
            Slow: 3 to 3, +55:01:02
            MaxSurge: Enough(3)
            Hours: Enough(11)
        "#]],
        );
        check(
            WEEKLY,
            ONE,
            SLOW,
            &expect![[r#"
            33 runs
            Fast: 1 to 1, +122:03:06
            Middling: 1 to 1, +127:03:06
            Slow: 2 to 2, +149:01:02
            MaxSurge: Enough(2)
            Hours: Enough(11)
        "#]],
        );
        check(
            PARTS,
            ONE,
            SLOW,
            &expect![[r#"
            33 runs
            Fast: 1 to 1, +122:03:06
            Middling: 1 to 1, +127:03:06
            Slow: 2 to 2, +151:01:33
            MaxSurge: Enough(2)
            Hours: Enough(11)
        "#]],
        );
    }

    #[test]
    fn an_upgrade_that_fits_needs_no_change() {
        check(
            DAILY,
            ONE,
            "",
            &expect![[r#"
            15 runs
            Fast: 1 to 1, +03:21:06
            Middling: 1 to 1, +03:21:06
            Slow: 1 to 1, +03:21:06
        "#]],
        );
    }

    #[test]
    fn blue_green_goes_on_when_the_window_closes() {
        let pool = r#""upgradeSettings":{"strategy":"BLUE_GREEN","blueGreenSettings":{"standardRolloutPolicy":{"batchNodeCount":1,"batchSoakDuration":"7200s"},"nodePoolSoakDuration":"3600s"}}"#;
        check(
            DAILY,
            pool,
            "",
            &expect![[r#"
            15 runs
            Fast: 1 to 1, +16:03:31
            Middling: 1 to 1, +16:03:31
            Slow: 1 to 1, +16:03:31
        "#]],
        );
    }

    #[test]
    fn a_quota_without_room_leaves_the_surge_out_of_reach() {
        let quota = SLOW.to_owned() + r#","script":[{"at":"0s","do":"quota","spareNodes":1}]"#;
        check(
            WEEKLY,
            ONE,
            &quota,
            &expect![[r#"
            25 runs
            Fast: 1 to 1, +122:03:06
            Middling: 1 to 1, +127:03:06
            Slow: 2 to 2, +149:01:02
            MaxSurge: NotWith(20)
            Hours: Enough(11)
        "#]],
        );
    }

    #[test]
    fn an_exclusion_of_two_years_is_not_waited_for() {
        let never = DAILY.to_owned()
            + r#","maintenanceExclusions":{"freeze":{"startTime":"2026-03-01T00:00:00Z","endTime":"2028-03-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}"#;
        check(
            &never,
            ONE,
            "",
            &expect![[r#"
            17 runs
            Fast: 0 to 0, never
            Middling: 0 to 0, never
            Slow: 0 to 0, never
            MaxSurge: NotWith(20)
            Hours: NotWith(23)
        "#]],
        );
    }

    #[test]
    fn the_script_gives_version_and_time() {
        let script = r#","script":[{"at":"3d","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.1000000"},
            {"at":"4d","do":"upgrade","pool":"a","version":"1.34.1-gke.1000000"},{"at":"5d","do":"cancel","pool":"a"}]"#;
        check(
            WEEKLY,
            ONE,
            script,
            &expect![[r#"
            15 runs
            Fast: 1 to 1, +121:21:06
            Middling: 1 to 1, +121:21:06
            Slow: 1 to 1, +121:21:06
        "#]],
        );
    }

    #[test]
    fn an_upgrade_in_two_years_is_waited_for() {
        let script =
            r#","script":[{"at":"730d","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000"}]"#;
        check(
            DAILY,
            ONE,
            script,
            &expect![[r#"
            15 runs
            Fast: 1 to 1, +17523:21:06
            Middling: 1 to 1, +17523:21:06
            Slow: 1 to 1, +17523:21:06
        "#]],
        );
    }

    #[test]
    fn without_a_window_there_is_no_question() {
        let json = Json::parse(r#"{"version":1,"pools":[{"name":"a","initialNodeCount":1}]}"#);
        assert!(Fit::of(&json.expect("JSON"), "a").is_none());
    }

    /// The values of a search; the setting is enough from 6 on, and with the third seed from 7 on.
    #[test]
    fn a_search_halves_and_then_tries_every_seed() {
        let mut search = Search::new(FitSetting::MaxSurge, 1, 20).expect("there is room");
        let mut tried = Vec::new();
        while search.result() == SearchResult::Searching {
            let (value, n) = search.tries();
            tried.push(format!("{value}/{n}"));
            search.take_result(value >= if n == 2 { 7 } else { 6 });
        }
        assert_eq!(tried.join(" "), "20/0 10/0 5/0 7/0 6/0 6/1 6/2 7/0 7/1 7/2 7/3 7/4");
        assert_eq!(search.result(), SearchResult::Enough(7));
        let mut search = Search::new(FitSetting::Hours, 4, 5).expect("there is room");
        search.take_result(false);
        assert_eq!(search.result(), SearchResult::NotWith(5));
        assert_eq!(Search::new(FitSetting::Hours, 5, 5), None);
    }

    #[test]
    fn a_lever_is_one_edit() {
        let text = format!(
            r#"{{"version":1,"cluster":{{"maintenancePolicy":{{"window":{{{DAILY},"maintenanceExclusions":{{"x":{{"startTime":"2026-03-01T00:00:00Z","endTime":"2026-03-02T00:00:00Z"}}}}}}}}}},"pools":[{{"name":"a"}}]}}"#
        );
        let json = Json::parse(&text).expect("JSON");
        let fit = Fit::of(&json, "a").expect("it has a window");
        let out = [(FitSetting::MaxSurge, 3), (FitSetting::Hours, 9)].map(|(setting, value)| {
            let Edit::Set(at, json) = fit.edit(setting, value) else {
                panic!("a setting is set");
            };
            format!("{at} {}", json.compact())
        });
        expect![[r#"
            /pools/0/upgradeSettings/maxSurge 3
            /cluster/maintenancePolicy/window {"recurringWindow":{"window":{"startTime":"2026-01-05T03:00:00Z","endTime":"2026-01-05T12:00:00Z"},"recurrence":"FREQ=DAILY"},"maintenanceExclusions":{"x":{"startTime":"2026-03-01T00:00:00Z","endTime":"2026-03-02T00:00:00Z"}}}"#]].assert_eq(&out.join("\n"));
    }
}
