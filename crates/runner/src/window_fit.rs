//! *Does it fit the window?*: simulates only GKE's upgrade of one pool, or of several one after the other, with several seeds and, where the
//! scenario leaves durations open, fast, median and slow ones; then with more nodes at once and with longer windows, until one window is
//! enough. [`Fit::of_run`] simulates the scenario as it is, with the same durations and seeds.
//!
//! Pure: returns the next run to do, and takes the result of each.

mod edits;
mod results;
mod search;

pub(crate) use self::edits::WindowChange;
use self::edits::{
    all_given, alone, apart, drop_held_targets, due_pools, lengthen, plane_before, set_nodes, timed,
};
use self::results::RunResult;
pub use self::results::{FitRange, FitSetting, SearchResult, VmSpeed, VmSpeedColumn};
use self::search::Search;
use super::{Fault, Outcome, chosen};
use base::civil::DAY;
use base::{SimSpan, SimTime};
use model::Strategy;
use model::strategy::surge::PARALLEL_LIMIT;
use query::Conclusion;
use scenario::calendar::{Window, compile};
use scenario::compile::strategy::strategy;
use scenario::document::{self, Document};
use scenario::edit::Edit;
use scenario::field::Field;
use scenario::json::Json;

/// Seeds per kind of durations, including the scenario's own.
pub const SEEDS: usize = 5;

const HOUR: i64 = 3600;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FitRun {
    VmSpeed(usize, usize),
    Search(usize),
}

/// All runs of one pool, of several, or of the whole scenario if none is named.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    document: Document,
    pools: Vec<usize>,
    /// The only pool with surge upgrades whose settings can be chosen.
    surge: Option<usize>,
    seeds: usize,
    came: [Vec<RunResult>; 3],
    searches: Vec<Search>,
    under_way: Option<FitRun>,
    fault: Option<Fault>,
}

impl Fit {
    /// Returns `None` if there is no such pool, no window, or no valid policy.
    pub fn of(json: &Json, pool: &str) -> Option<Self> {
        let (document, _) = document::read::<Document>(json);
        let document = document?;
        let pool = document.pools.iter().position(|one| one.name == pool)?;
        compile::policy(&document)?.window.length()?;
        Self::of_pools(json, document, vec![pool], SEEDS)
    }

    /// The upgrades that are due, each by itself with its pool's name, and all of them in their order. Without a window
    /// they are simulated all the same.
    pub fn of_due(json: &Json, seeds: usize) -> Option<(Vec<(String, Self)>, Self)> {
        let (document, _) = document::read::<Document>(json);
        let mut document = document?;
        drop_held_targets(&mut document);
        let (pools, _) = due_pools(&document);
        let of = |pools| Self::of_pools(json, document.clone(), pools, seeds);
        let each =
            pools.iter().map(|pool| Some((document.pools[*pool].name.clone(), of(vec![*pool])?)));
        Some((each.collect::<Option<_>>()?, of(pools.clone())?))
    }

    /// The pools that are due for an upgrade by hand: GKE's automatic upgrades are off.
    pub fn by_hand(document: &Document) -> Vec<String> {
        let (_, by_hand) = due_pools(document);
        by_hand.into_iter().map(|pool| document.pools[pool].name.clone()).collect()
    }

    /// The whole run, with its script.
    pub fn of_run(json: &Json) -> Option<Self> {
        let (document, _) = document::read::<Document>(json);
        Some(Self {
            document: document?,
            pools: Vec::new(),
            surge: None,
            seeds: SEEDS,
            came: [const { Vec::new() }; 3],
            searches: Vec::new(),
            under_way: None,
            fault: None,
        })
    }

    fn of_pools(json: &Json, document: Document, pools: Vec<usize>, seeds: usize) -> Option<Self> {
        let window = compile::policy(&document)?.window;
        let surges =
            |n: &usize| matches!(strategy(&document, &document.pools[*n]), Strategy::Surge(_));
        let mut own = chosen(json).map(|(n, _)| n).filter(|n| pools.contains(n) && surges(n));
        let surge = own.next().filter(|_| own.next().is_none());
        let searches = searches(&document, surge, &window);
        Some(Self {
            document,
            pools,
            surge,
            seeds,
            came: [const { Vec::new() }; 3],
            searches,
            under_way: None,
            fault: None,
        })
    }

    /// Does the scenario give all durations, so that the runs differ by what they draw?
    pub fn is_drawn(&self) -> bool {
        all_given(&self.document)
    }

    /// The fewest with fast durations, the median, and the most with slow ones; with drawn durations 10th, 50th and 90th percentile of
    /// all runs. An upgrade that doesn't end ends last.
    pub fn ranges(&self) -> Option<[FitRange; 3]> {
        if self.came.iter().any(|came| came.len() < self.seeds) {
            return None;
        }
        let all: Vec<RunResult> = self.came.iter().flatten().copied().collect();
        let [fast, median, slow] = &self.came;
        match self.is_drawn() {
            true => Some([range(&all, 10)?, range(&all, 50)?, range(&all, 90)?]),
            false => Some([range(fast, 0)?, range(median, 50)?, range(slow, 100)?]),
        }
    }

    /// How many of its runs have ended before an instant.
    pub fn ended_before(&self, at: SimTime) -> usize {
        let ends = self.came.iter().flatten().filter_map(|one| one.over);
        ends.filter(|end| *end < at).count()
    }

    /// Is it the same question?
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.document, &self.pools) == (&other.document, &other.pools)
    }

    /// Are all runs done?
    pub fn is_over(&self) -> bool {
        self.next_run().is_none()
    }

    /// Finished runs, and the least number of runs in total.
    pub fn progress(&self) -> (usize, usize) {
        (self.came.iter().map(Vec::len).sum(), 3 * self.seeds)
    }

    pub fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    pub fn column(&self, machines: VmSpeed) -> Option<VmSpeedColumn> {
        if self.is_drawn() {
            let FitRange { windows, over, .. } = self.ranges()?[machines as usize];
            return Some(VmSpeedColumn { fewest: windows, most: windows, over });
        }
        let came = &self.came[machines as usize];
        if came.len() < self.seeds {
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

    /// The runs that have to fit.
    fn slowest(&self) -> Vec<RunResult> {
        match self.is_drawn() {
            true => self.came.iter().flatten().copied().collect(),
            false => self.came[VmSpeed::Slow as usize].clone(),
        }
    }

    /// Does it begin and end in one window, even with slow durations?
    pub fn fits(&self) -> Option<bool> {
        self.column(VmSpeed::Slow)?;
        Some(self.slowest().iter().all(RunResult::fits) && !self.uses_no_window())
    }

    /// Does it begin at the end of support, outside of all windows (BS-19)?
    pub fn uses_no_window(&self) -> bool {
        let Some(end) = compile::context(&self.document).end_of_support else {
            return false;
        };
        let end = SimTime::from_ms(end.saturating_mul(1000) - self.document.start_unix_ms());
        let ended = |one: &RunResult| one.over >= Some(end) && one.windows == 0;
        let slow = self.slowest();
        let pools = !self.pools.is_empty() && !slow.is_empty();
        pools && slow.iter().all(ended) && self.has_windows()
    }

    /// Does an upgrade of the control plane come first, which [`FitRange::took`] leaves out?
    pub fn follows_control_plane(&self) -> bool {
        plane_before(&self.document, &self.document.script).is_some()
    }

    /// Are there windows, or may it begin at any time?
    pub fn has_windows(&self) -> bool {
        self.window_length().is_some()
    }

    /// The length of a window in seconds.
    pub fn window_length(&self) -> Option<i64> {
        compile::policy(&self.document)?.window.length()
    }

    /// The changes that would make it fit.
    pub fn searches(&self) -> impl Iterator<Item = (FitSetting, SearchResult)> {
        let wanted = self.fits() == Some(false) && !self.uses_no_window();
        let searches = self.searches.iter().filter(move |one| wanted && self.tries(one));
        searches.map(|one| (one.setting, one.result(self.tried())))
    }

    /// Is it about several pools?
    pub fn is_of_several(&self) -> bool {
        self.pools.len() > 1
    }

    /// Seeds with which a change has to fit.
    fn tried(&self) -> usize {
        if self.is_drawn() { 3 * self.seeds } else { self.seeds }
    }

    fn tries(&self, search: &Search) -> bool {
        let surge = self.searches.iter().find(|one| one.setting == FitSetting::MaxSurge);
        let surge = surge.map(|one| one.result(self.tried()));
        search.setting != FitSetting::MaxUnavailable
            || matches!(surge, None | Some(SearchResult::NotWith(_)))
    }

    /// The next run, as a document and a seed. The result of the previous one is no longer awaited.
    pub fn ask(&mut self) -> Option<(String, u64)> {
        let run = self.next_run();
        self.under_way = run;
        let (text, n) = match run? {
            FitRun::VmSpeed(column, n) => {
                let n = if self.is_drawn() { column * self.seeds + n } else { n };
                (self.text(VmSpeed::ALL[column], None), n)
            }
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
        if came.len() < self.seeds {
            return Some(FitRun::VmSpeed(column, came.len()));
        }
        if self.fits() != Some(false) || self.uses_no_window() {
            return None;
        }
        let mut searches = self.searches.iter();
        searches
            .position(|one| one.result(self.tried()) == SearchResult::Searching && self.tries(one))
            .map(FitRun::Search)
    }

    /// Takes the result of the requested run.
    pub fn take_result(&mut self, came: Result<&Outcome, Fault>) {
        let Some(run) = self.under_way.take() else {
            return;
        };
        let came = came.map(|outcome| RunResult {
            windows: outcome.windows,
            forced: outcome.forced,
            took: outcome.duration,
            late: outcome.late,
            // A script may cancel or roll back what it starts.
            over: outcome
                .over
                .filter(|_| self.pools.is_empty() || outcome.upgrades == Conclusion::Succeeded),
        });
        match (run, came) {
            (FitRun::VmSpeed(column, _), Ok(came)) => self.came[column].push(came),
            (FitRun::VmSpeed(..), Err(fault)) => self.fault = Some(fault),
            (FitRun::Search(at), came) => {
                self.searches[at].take_result(came.is_ok_and(|came| came.fits()));
            }
        }
    }

    /// The document in which GKE upgrades this pool and nothing else happens.
    fn text(&self, machines: VmSpeed, set: Option<(FitSetting, i64)>) -> String {
        let mut doc = self.document.clone();
        if !self.pools.is_empty() {
            alone(&mut doc, &self.pools);
        }
        timed(&mut doc, machines);
        match set {
            Some((FitSetting::Hours, hours)) => lengthen(&mut doc, hours),
            Some((setting, n)) => {
                if let Some(pool) = self.surge {
                    set_nodes(&mut doc, pool, setting, n);
                }
            }
            None => {}
        }
        doc.to_text()
    }

    /// Changes the setting in the document.
    pub fn edit(&self, setting: FitSetting, value: i64) -> Edit {
        match setting {
            FitSetting::MaxSurge => {
                let pool = self.surge.unwrap_or(0);
                let at = format!("/pools/{pool}/upgradeSettings/maxSurge");
                Edit::Set(at, Json::Int(value))
            }
            FitSetting::MaxUnavailable => {
                let pool = self.surge.unwrap_or(0);
                let mut doc = self.document.clone();
                set_nodes(&mut doc, pool, setting, value);
                let settings = doc.pools[pool].upgrade_settings.write();
                Edit::Set(format!("/pools/{pool}/upgradeSettings"), settings)
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

/// The value below which that percentage of the runs is, by nearest rank.
fn range(all: &[RunResult], percent: usize) -> Option<FitRange> {
    let ranked = |number: &dyn Fn(&RunResult) -> i64| {
        let mut numbers: Vec<i64> = all.iter().map(number).collect();
        base::order::sort(&mut numbers);
        numbers.get((percent * numbers.len()).div_ceil(100).max(1) - 1).copied()
    };
    let over = ranked(&|one| one.over.map_or(i64::MAX, SimTime::ms))?;
    Some(FitRange {
        windows: ranked(&|one| one.windows.into())? as u32,
        forced: ranked(&|one| one.forced.into())? as u32,
        took: SimSpan::from_ms(ranked(&|one| one.took.ms())?),
        over: (over < i64::MAX).then(|| SimTime::from_ms(over)),
    })
}

/// The searches: longer windows while they don't touch, and of a surge upgrade more surge up to the zone's limit (UP-11) and
/// nodes that go without surge.
fn searches(doc: &Document, surge: Option<usize>, window: &Window) -> Vec<Search> {
    let Some(length) = window.length() else {
        return Vec::new();
    };
    let longest = apart(doc, window).unwrap_or(DAY) / HOUR - 1;
    let longer = Search::new(FitSetting::Hours, length / HOUR, longest);
    let Some(pool) = surge else {
        return longer.into_iter().collect();
    };
    let own = strategy(doc, &doc.pools[pool]).surge();
    let most = i64::from(PARALLEL_LIMIT) - i64::from(own.max_unavailable);
    let more = Search::new(FitSetting::MaxSurge, i64::from(own.max_surge), most);
    let fewer = Search::new(FitSetting::MaxUnavailable, 0, i64::from(PARALLEL_LIMIT));
    more.into_iter().chain(fewer).chain(longer).collect()
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

    /// The time of a new node is given, and drawn from its range.
    #[test]
    fn slow_machines_need_more_windows_and_surge_or_hours_help() {
        check(
            DAILY,
            ONE,
            SLOW,
            &expect![[r#"
                40 runs
                Fast: 1 to 2, +30:13:21
                Middling: 1 to 2, +30:14:06
                Slow: 1 to 2, +30:15:36
                MaxSurge: Enough(2)
                Hours: Enough(8)
            "#]],
        );
        check(
            WEEKLY,
            ONE,
            SLOW,
            &expect![[r#"
                15 runs
                Fast: 1 to 1, +128:14:45
                Middling: 1 to 1, +128:16:15
                Slow: 1 to 1, +128:19:15
            "#]],
        );
        check(
            PARTS,
            ONE,
            SLOW,
            &expect![[r#"
                38 runs
                Fast: 1 to 1, +128:14:45
                Middling: 1 to 1, +128:16:15
                Slow: 1 to 1, +128:19:15
                MaxSurge: Enough(2)
                Hours: Enough(8)
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
                Fast: 1 to 1, +03:10:36
                Middling: 1 to 1, +03:21:06
                Slow: 1 to 1, +03:42:06
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
                24 runs
                Fast: 1 to 1, +16:01:46
                Middling: 1 to 1, +16:03:31
                Slow: 1 to 1, +16:07:01
                Hours: Enough(14)
            "#]],
        );
    }

    #[test]
    fn a_quota_without_room_leaves_the_surge_out_of_reach() {
        let quota = SLOW.to_owned() + r#","script":[{"at":"0s","do":"quota","spareNodes":1}]"#;
        check(
            DAILY,
            ONE,
            &quota,
            &expect![[r#"
                45 runs
                Fast: 1 to 2, +30:13:21
                Middling: 1 to 2, +30:14:06
                Slow: 1 to 2, +30:15:36
                MaxSurge: NotWith(20)
                MaxUnavailable: Enough(3)
                Hours: Enough(8)
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
                18 runs
                Fast: 0 to 0, never
                Middling: 0 to 0, never
                Slow: 0 to 0, never
                MaxSurge: NotWith(20)
                MaxUnavailable: NotWith(20)
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
                Fast: 1 to 1, +121:10:36
                Middling: 1 to 1, +121:21:06
                Slow: 1 to 1, +121:42:06
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
                Fast: 1 to 1, +17523:10:36
                Middling: 1 to 1, +17523:21:06
                Slow: 1 to 1, +17523:42:06
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
        while search.result(SEEDS) == SearchResult::Searching {
            let (value, n) = search.tries();
            tried.push(format!("{value}/{n}"));
            search.take_result(value >= if n == 2 { 7 } else { 6 });
        }
        assert_eq!(tried.join(" "), "20/0 10/0 5/0 7/0 6/0 6/1 6/2 7/0 7/1 7/2 7/3 7/4");
        assert_eq!(search.result(SEEDS), SearchResult::Enough(7));
        let mut search = Search::new(FitSetting::Hours, 4, 5).expect("there is room");
        search.take_result(false);
        assert_eq!(search.result(SEEDS), SearchResult::NotWith(5));
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
