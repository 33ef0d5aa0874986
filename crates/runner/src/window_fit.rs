//! *Does it fit the window?*: simulates the scenario as it is, with several seeds and, where it leaves durations open, fast, median and
//! slow ones; then, for an upgrade that doesn't fit, with more nodes at once and with longer windows, until one window is enough.
//!
//! Pure: returns the next run to do, and takes the result of each. [`Fit::about`] asks another question of the same runs.

mod edits;
mod results;
mod search;

use self::edits::{all_given, begin_at, due_pools, set_nodes, timed, with_due};
pub use self::results::{
    FitRange, FitSetting, FitSubject, FitVerdict, SearchResult, VmSpeed, VmSpeedColumn,
};
use self::results::{FitRun, RunResult, range};
use self::search::{Search, searches};
use super::{Fault, Outcome, chosen};
use base::{Message, SimSpan, SimTime, say};
use model::Strategy;
use query::UpgradeOutcome;
use scenario::calendar::compile;
use scenario::calendar::fix::WindowChange;
use scenario::compile::strategy::strategy;
use scenario::document::{self, Document};
use scenario::edit::Edit;
use scenario::field::Field;
use scenario::json::Json;

/// Seeds per kind of durations, including the scenario's own.
pub const SEEDS: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NextRun {
    VmSpeed(usize, usize),
    Search(usize),
}

/// A question of the runs of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    document: Document,
    subject: FitSubject,
    /// The pools that are to be upgraded, by their numbers.
    due: Vec<u32>,
    /// Those of them whose upgrade the script doesn't have.
    assumed: Vec<String>,
    /// The only pool with surge upgrades whose settings can be chosen.
    surge: Option<usize>,
    seeds: usize,
    /// The runs with each kind of durations, and their upgrades by kind and number: lists, for little code in the first load.
    came: [Vec<RunResult>; 3],
    upgrades: Vec<(usize, usize, UpgradeOutcome)>,
    searches: Vec<Search>,
    under_way: Option<NextRun>,
    fault: Option<Fault>,
}

impl Fit {
    /// The upgrades that are due, all in their order: those of the script, and if it `adds` them those of the pools that trail the
    /// control plane, where the script has none. `None`: the policy isn't valid.
    pub fn of_due(json: &Json, seeds: usize, adds: bool) -> Option<Self> {
        let (document, _) = document::read::<Document>(json);
        let mut document = document?;
        compile::policy(&document)?;
        let (due, assumed) = with_due(&mut document, adds);
        let due = due.into_iter().map(|pool| pool as u32).collect();
        Some(Self { due, assumed, seeds, ..Self::new(document, FitSubject::All) }.with_searches())
    }

    /// The pools that are due for an upgrade by hand: GKE's automatic upgrades are off.
    pub fn by_hand(document: &Document) -> Vec<String> {
        let (_, by_hand) = due_pools(document);
        by_hand.into_iter().map(|pool| document.pools[pool].name.clone()).collect()
    }

    /// That upgrades which the script doesn't have are assumed.
    pub fn assumed(&self) -> Option<Message> {
        let pools = self.assumed.join(", ");
        (!pools.is_empty()).then(|| say!("fit-assumed", pools = pools))
    }

    /// The whole run.
    pub fn of_run(json: &Json) -> Option<Self> {
        let (document, _) = document::read::<Document>(json);
        Some(Self::new(document?, FitSubject::Run))
    }

    fn new(document: Document, subject: FitSubject) -> Self {
        Self {
            document,
            subject,
            due: Vec::new(),
            assumed: Vec::new(),
            surge: None,
            seeds: SEEDS,
            came: [const { Vec::new() }; 3],
            upgrades: Vec::new(),
            searches: Vec::new(),
            under_way: None,
            fault: None,
        }
    }

    /// Another question of the same runs.
    pub fn about(&self, subject: FitSubject) -> Self {
        Self { subject, under_way: None, ..self.clone() }.with_searches()
    }

    /// Reads the runs of another question of the same scenario.
    pub fn read_runs_of(&mut self, other: &Self) {
        self.came.clone_from(&other.came);
        self.upgrades.clone_from(&other.upgrades);
        self.fault.clone_from(&other.fault);
    }

    /// The upgrades of a pool, if some are due.
    pub fn due(&self, name: &str) -> Option<FitSubject> {
        let named = |pool: &&u32| self.document.pools[**pool as usize].name == name;
        self.due.iter().find(named).map(|pool| FitSubject::Pool(*pool))
    }

    /// Each upgrade that is due, then all of them if they are of several pools.
    pub fn subjects(&self) -> Vec<FitSubject> {
        let known = self.run(VmSpeed::Middling, 0);
        let each = self.due.iter().flat_map(|pool| {
            let upgrades = known.as_ref().map_or(0, |run| run.of_pool(*pool).count());
            (0..upgrades.max(1) as u32).map(|no| FitSubject::Upgrade(*pool, no))
        });
        each.chain((self.due.len() > 1).then_some(FitSubject::All)).collect()
    }

    /// The pool and what its upgrade brings, as far as a run with median durations has it; `None` for several pools.
    pub fn upgrade(&self) -> Option<(&str, Option<UpgradeOutcome>)> {
        let (pool, no) = match self.subject {
            FitSubject::Upgrade(pool, no) => (pool, no),
            FitSubject::Pool(pool) => (pool, 0),
            FitSubject::Run | FitSubject::All => return None,
        };
        let known = self.run(VmSpeed::Middling, 0);
        let one = known.and_then(|run| run.of_pool(pool).nth(no as usize).copied());
        Some((&self.document.pools[pool as usize].name, one))
    }

    /// The pools that it is about.
    fn pools(&self) -> &[u32] {
        match &self.subject {
            FitSubject::Upgrade(pool, _) | FitSubject::Pool(pool) => std::slice::from_ref(pool),
            FitSubject::Run | FitSubject::All => &self.due,
        }
    }

    fn with_searches(mut self) -> Self {
        let document = &self.document;
        let surges = |pool: &&u32| {
            matches!(strategy(document, &document.pools[**pool as usize]), Strategy::Surge(_))
        };
        let json = document.write();
        let chosen: Vec<usize> = chosen(&json).map(|(no, _)| no).collect();
        let own = self.pools().iter().filter(|pool| chosen.contains(&(**pool as usize)));
        let mut own = own.filter(surges).map(|pool| *pool as usize);
        self.surge = own.next().filter(|_| own.next().is_none());
        let window = compile::policy(document).map(|policy| policy.window);
        let searches = window.map(|window| searches(document, self.surge, &window));
        self.searches = searches.unwrap_or_default();
        self
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
        let [fast, median, slow] = VmSpeed::ALL.map(|machines| self.judged(machines));
        match self.is_drawn() {
            true => {
                let all = [fast, median, slow].concat();
                Some([range(&all, 10)?, range(&all, 50)?, range(&all, 90)?])
            }
            false => Some([range(&fast, 0)?, range(&median, 50)?, range(&slow, 100)?]),
        }
    }

    /// How many of its runs have ended before an instant.
    pub fn ended_before(&self, at: SimTime) -> usize {
        let all = VmSpeed::ALL.into_iter().flat_map(|machines| self.judged(machines));
        all.filter_map(|one| one.over).filter(|end| *end < at).count()
    }

    /// Is it the same question?
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.document, self.subject) == (&other.document, other.subject)
    }

    /// Is the scenario run with all durations and seeds, or can't it be?
    pub fn has_run(&self) -> bool {
        let none = self.subject == FitSubject::All && self.due.is_empty();
        none || self.fault.is_some() || self.came.iter().all(|came| came.len() >= self.seeds)
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

    /// The results of the finished runs with these durations.
    fn judged(&self, machines: VmSpeed) -> Vec<RunResult> {
        let runs = (0..self.came[machines as usize].len()).filter_map(|no| self.run(machines, no));
        runs.map(|run| run.judge(self.subject, &self.due)).collect()
    }

    fn run(&self, machines: VmSpeed, no: usize) -> Option<FitRun> {
        let whole = *self.came[machines as usize].get(no)?;
        let own =
            self.upgrades.iter().filter(|(of, run, _)| (*of, *run) == (machines as usize, no));
        Some(FitRun { whole, upgrades: own.map(|(_, _, one)| *one).collect() })
    }

    pub fn column(&self, machines: VmSpeed) -> Option<VmSpeedColumn> {
        if self.is_drawn() {
            let FitRange { windows, over, .. } = self.ranges()?[machines as usize];
            return Some(VmSpeedColumn { fewest: windows, most: windows, over });
        }
        let came = self.judged(machines);
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
            true => VmSpeed::ALL.into_iter().flat_map(|speed| self.judged(speed)).collect(),
            false => self.judged(VmSpeed::Slow),
        }
    }

    /// Does it begin and end in one window, even with slow durations? `None`: it isn't known yet.
    pub fn verdict(&self) -> Option<FitVerdict> {
        self.column(VmSpeed::Slow)?;
        let (slow, ends) = (self.slowest(), self.ranges()?[2].over.is_some());
        Some(if !ends {
            FitVerdict::NeverEnds
        } else if slow.iter().any(|one| one.stopped) {
            FitVerdict::Stopped
        } else if !self.has_windows() {
            FitVerdict::NoWindows
        } else if slow.iter().all(|one| one.end_of_support) {
            FitVerdict::EndOfSupport
        } else if slow.iter().any(|one| one.unbound) {
            FitVerdict::Unbound
        } else if !slow.iter().all(RunResult::fits) {
            FitVerdict::TooLong
        } else if slow.iter().any(|one| one.goes_on) {
            FitVerdict::GoesOn
        } else {
            FitVerdict::Fits
        })
    }

    /// Does an upgrade of the control plane come first, which [`FitRange::took`] leaves out?
    pub fn follows_control_plane(&self) -> bool {
        self.run(VmSpeed::Fast, 0).is_some_and(|run| run.follows_control_plane())
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
        let wanted = self.is_searching();
        let searches = self.searches.iter().filter(move |one| wanted && self.tries(one));
        searches.map(|one| (one.setting, one.result(self.tried())))
    }

    /// Is a change looked for?
    fn is_searching(&self) -> bool {
        let wanted = [Some(FitVerdict::NeverEnds), Some(FitVerdict::TooLong)];
        self.subject != FitSubject::Run && wanted.contains(&self.verdict())
    }

    /// Is it about several pools?
    pub fn is_of_several(&self) -> bool {
        self.pools().len() > 1
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

    /// The runs that come before all searches, each as a document and a seed; [`Fit::take_runs`] takes their results.
    pub fn runs(&self) -> Vec<(String, u64)> {
        let columns = (0..VmSpeed::ALL.len()).flat_map(|at| (0..self.seeds).map(move |n| (at, n)));
        columns.map(|(at, n)| self.scenario(NextRun::VmSpeed(at, n))).collect()
    }

    pub fn take_runs(&mut self, came: &[Result<Outcome, Fault>]) {
        for (at, came) in came.iter().enumerate() {
            self.under_way = Some(NextRun::VmSpeed(at / self.seeds, at % self.seeds));
            self.take_result(came.as_ref().map_err(Clone::clone));
        }
    }

    /// The next run, as a document and a seed. The result of the previous one is no longer awaited.
    pub fn ask(&mut self) -> Option<(String, u64)> {
        self.under_way = self.next_run();
        self.under_way.map(|run| self.scenario(run))
    }

    fn scenario(&self, run: NextRun) -> (String, u64) {
        let (text, n) = match run {
            NextRun::VmSpeed(column, n) => {
                let n = if self.is_drawn() { column * self.seeds + n } else { n };
                (self.text(VmSpeed::ALL[column], None), n)
            }
            NextRun::Search(at) => {
                let (value, n) = self.searches[at].tries();
                let set = Some((self.searches[at].setting, value));
                (self.text(VmSpeed::Slow, set), n)
            }
        };
        (text, self.document.seed.unwrap_or(1).wrapping_add(n as u64))
    }

    fn next_run(&self) -> Option<NextRun> {
        if self.fault.is_some() {
            return None;
        }
        let columns = self.came.iter().enumerate();
        let (column, came) = columns.min_by_key(|(_, came)| came.len())?;
        if came.len() < self.seeds {
            return Some(NextRun::VmSpeed(column, came.len()));
        }
        if !self.is_searching() {
            return None;
        }
        let mut searches = self.searches.iter();
        searches
            .position(|one| one.result(self.tried()) == SearchResult::Searching && self.tries(one))
            .map(NextRun::Search)
    }

    /// Takes the result of the requested run.
    pub fn take_result(&mut self, came: Result<&Outcome, Fault>) {
        let Some(run) = self.under_way.take() else {
            return;
        };
        let came = came.map(FitRun::of);
        match (run, came) {
            (NextRun::VmSpeed(column, _), Ok(came)) => {
                let no = self.came[column].len();
                // GKE goes on with what was under way, too (UP-15).
                for one in came.upgrades.iter().filter(|one| one.automatic) {
                    let pool = one.pool().map(|pool| pool.0);
                    self.due.extend(pool.filter(|pool| !self.due.contains(pool)));
                }
                self.upgrades.extend(came.upgrades.into_iter().map(|one| (column, no, one)));
                self.came[column].push(came.whole);
            }
            (NextRun::VmSpeed(..), Err(fault)) => self.fault = Some(fault),
            (NextRun::Search(at), came) => {
                let fits = |came: FitRun| came.judge(self.subject, &self.due).fits();
                let fits = came.is_ok_and(fits);
                self.searches[at].take_result(fits);
            }
        }
    }

    fn text(&self, machines: VmSpeed, set: Option<(FitSetting, i64)>) -> String {
        let mut doc = self.document.clone();
        timed(&mut doc, machines);
        match set {
            Some((FitSetting::Hours, hours)) => {
                // A longer window is one that hasn't begun yet.
                let known = self.run(VmSpeed::Slow, 0);
                if let Some(from) = known.and_then(|run| run.begins()) {
                    begin_at(&mut doc, from);
                }
                WindowChange::Length(SimSpan::from_secs(hours * 3_600)).make(&mut doc);
            }
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
                WindowChange::Length(SimSpan::from_secs(value * 3_600)).make(&mut doc);
                let window = doc.cluster.maintenance_policy.window.write();
                Edit::Set("/cluster/maintenancePolicy/window".to_owned(), window)
            }
        }
    }
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
        let mut fit = Fit::of_due(&json, SEEDS, true).expect("a policy");
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
        out += &format!("{:?}\n", fit.verdict());
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
                Some(TooLong)
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
                Some(Fits)
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
                Some(TooLong)
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
                Some(Fits)
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
                Fast: 1 to 1, +16:01:46
                Middling: 1 to 1, +16:03:31
                Slow: 1 to 1, +16:07:01
                Some(GoesOn)
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
                Some(TooLong)
                MaxSurge: NotWith(20)
                MaxUnavailable: Enough(3)
                Hours: Enough(8)
            "#]],
        );
    }

    #[test]
    fn an_exclusion_of_two_years_is_waited_for_as_in_the_run() {
        let never = DAILY.to_owned()
            + r#","maintenanceExclusions":{"freeze":{"startTime":"2026-03-01T00:00:00Z","endTime":"2028-03-01T00:00:00Z","maintenanceExclusionOptions":{"scope":"NO_MINOR_OR_NODE_UPGRADES"}}}"#;
        check(
            &never,
            ONE,
            "",
            &expect![[r#"
                15 runs
                Fast: 1 to 1, +17523:10:36
                Middling: 1 to 1, +17523:21:06
                Slow: 1 to 1, +17523:42:06
                Some(Fits)
            "#]],
        );
    }

    #[test]
    fn a_command_begins_regardless_of_windows() {
        let script = r#","script":[{"at":"3d","do":"upgrade","controlPlane":true,"version":"1.34.1-gke.1000000"},
            {"at":"4d","do":"upgrade","pool":"a","version":"1.34.1-gke.1000000"},{"at":"5d","do":"cancel","pool":"a"}]"#;
        check(
            WEEKLY,
            ONE,
            script,
            &expect![[r#"
                15 runs
                Fast: 0 to 0, +96:10:36
                Middling: 0 to 0, +96:21:06
                Slow: 0 to 0, +96:42:06
                Some(Unbound)
            "#]],
        );
    }

    #[test]
    fn an_upgrade_in_two_years_is_waited_for() {
        let script = r#","script":[{"at":"730d","do":"upgrade","pool":"a","version":"1.33.5-gke.1000000","automatic":true}]"#;
        check(
            DAILY,
            ONE,
            script,
            &expect![[r#"
                15 runs
                Fast: 1 to 1, +17523:10:36
                Middling: 1 to 1, +17523:21:06
                Slow: 1 to 1, +17523:42:06
                Some(Fits)
            "#]],
        );
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
        let fit = Fit::of_due(&json, SEEDS, true).expect("a policy");
        let fit = fit.about(FitSubject::Pool(0));
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
