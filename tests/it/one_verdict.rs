//! One end of a run: its counts, dates and level are the outcome's, wherever they are told.

mod calendars;

use crate::cli::{Folder, answer, code, err, nodetide, out};
use base::{SimSpan, SimTime};
use query::{Conclusion, Index, Level, Outcome, Reading, UpgradeOutcome, Verdict};
use runner::window_fit::Fit;
use runner::{RECORDS_AT_MOST, Session, Trial};
use scenario::instant;
use scenario::json::Json;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;
use trace::{Change, Subject, Trace};
use words::{Words, catalogue, offset};

/// A scenario, its run in this process, and what differs from it elsewhere.
struct Told {
    name: String,
    text: String,
    file: String,
    trace: Trace,
    index: Index,
    outcome: Outcome,
    verdict: Verdict,
    dated: bool,
    found: Vec<String>,
    /// The upgrades of which `fit` was asked.
    fitted: usize,
}

impl Told {
    /// `None`: it doesn't run.
    fn of(name: &str, text: &str, folder: &Folder) -> Option<Self> {
        let session = Session::new(text, None).ok()?;
        let mut trace = session.trace();
        let ended = session.finish(|chunk| trace.push(chunk)).ended;
        let reading = Reading::of(&trace);
        let outcome = reading.outcome(ended);
        let dated = Json::parse(text).unwrap().get("start").is_some();
        let verdict = query::verdict(trace.plan(), &outcome, &reading.shortfalls(), dated);
        let file = folder.write(&format!("{name}.json"), text);
        let index = Index::of(&trace);
        let (name, text, found) = (name.to_owned(), text.to_owned(), Vec::new());
        let fitted = 0;
        Some(Self { name, text, file, trace, index, outcome, verdict, dated, found, fitted })
    }

    fn at(&self, at: SimTime) -> String {
        match self.dated || at < SimTime::ZERO {
            true => instant::format(self.trace.plan().start_unix_ms.saturating_add(at.ms())),
            false => offset(at),
        }
    }

    fn words<T>(&self, say: impl FnOnce(&Words<'_>) -> T) -> T {
        let clock = |at| self.at(at);
        say(&Words::new(catalogue::english(), &clock, self.trace.plan(), self.trace.last()))
    }

    fn says(&self, verb: &str, more: &[&str]) -> String {
        answer(&[&[verb, &self.file], more].concat())
    }

    fn differs(&mut self, what: &str, said: &dyn std::fmt::Debug) {
        self.found.push(format!("{}: {what}: {said:?}", self.name));
    }

    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, said: T, outcome: T) {
        if said != outcome {
            self.differs(what, &(said, outcome));
        }
    }

    fn has(&mut self, what: &str, text: &str, part: &str) {
        if !text.contains(part) {
            self.differs(what, &(part, text));
        }
    }

    /// When the first upgrade begins, and when the last one has ended.
    fn span(&self) -> Option<(SimTime, Option<SimTime>)> {
        let began = self.outcome.each.iter().map(|one| one.from).min()?;
        Some((began, self.outcome.over))
    }

    fn all(&mut self) {
        self.one_value();
        self.brief();
        self.summary();
        self.check();
        self.compare();
        self.why();
        // In a long run these take too long.
        if self.trace.len() < 20_000 {
            self.fit();
            self.story();
            self.picture();
        }
    }

    /// The outcome by itself.
    fn one_value(&mut self) {
        let each = &self.outcome.each;
        let ended = each.iter().all(|one| one.to.is_some());
        let last = each.iter().filter_map(|one| one.to).max();
        if let Some(over) = self.outcome.over {
            self.same("the end of each", (ended, last), (true, Some(over)));
        }
        let done = self.outcome.upgrades.completed() || self.outcome.upgrades.is_commanded();
        if done && !self.outcome.each.is_empty() {
            self.same("over", self.outcome.over.is_some(), true);
        }
        if let Some((began, over)) = self.span() {
            let to = over.unwrap_or(self.outcome.end);
            self.same("duration", self.outcome.duration, to - began);
        }
        for pool in self.outcome.pools.clone() {
            let subject = Subject::Pool(pool.pool);
            let own: Vec<UpgradeOutcome> =
                self.outcome.each.iter().filter(|one| one.subject == subject).copied().collect();
            if pool.over.is_some() {
                self.same("a pool's end", own.iter().filter_map(|one| one.to).max(), pool.over);
            }
            if own.iter().any(|one| one.conclusion == Conclusion::Limit) {
                let open = pool.conclusion < Conclusion::Cancelled;
                self.same("an open upgrade", open, true);
            }
            if let Some(from) = own.iter().map(|one| one.from).min() {
                let to = own.iter().map(|one| one.to).collect::<Option<Vec<_>>>();
                let to = to.and_then(|to| to.into_iter().max()).unwrap_or(self.outcome.end);
                self.same("a pool's duration", pool.duration, to - from);
            } else {
                self.same("a pool without an upgrade", pool.duration, SimSpan::ZERO);
            }
        }
        let level = self.verdict.level;
        let expected = match self.outcome.conclusion {
            Conclusion::Failed => level == Level::Fails,
            Conclusion::Stuck => level == Level::Stuck,
            Conclusion::Limit | Conclusion::Paused => level == Level::Waits,
            _ => level <= Level::But,
        };
        self.same("level", expected, true);
    }

    /// The page of `run`, and which conditions hold.
    fn brief(&mut self) {
        const ALL: &str = "forced,violations,lost,stuck,unfinished,pending";
        let run = nodetide(&["run", &self.file, "--format", "brief", "--fail-on", ALL]);
        let brief = out(&run).to_owned();
        let failed = err(&run).to_owned();
        let headline = self.words(|words| words.say(&self.verdict.headline)) + ".";
        self.same("headline", brief.lines().any(|line| line == headline), true);
        let rest = self.words(|words| {
            self.verdict.rest.iter().take(8).map(|one| words.say(one)).collect::<Vec<_>>()
        });
        for line in rest {
            self.has("rest", &brief, &format!("\n  {line}\n"));
        }
        let started = brief.lines().find(|line| line.starts_with("Started ")).map(str::to_owned);
        self.same("started", started.is_some(), self.span().is_some());
        if let (Some(line), Some((began, over))) = (started, self.span()) {
            self.has("began", &line, &format!("{}, ", self.at(began)));
            let took = |span: SimSpan| self.words(|words| words.value(&trace::Value::Span(span)));
            if let Some(over) = over {
                let (all, work) = (over - began, self.outcome.worked);
                let took = match work < all {
                    true => format!("{} of work in {}", took(work), took(all)),
                    false => took(all),
                };
                self.has("ended", &line, &format!(", ended {}: {took}. ", self.at(over)));
            } else {
                self.same("ended", line.contains("ended "), false);
            }
            let n = self.outcome.upgraded;
            let nodes = if n == 1 { "node" } else { "nodes" };
            self.has("upgraded", &line, &format!(". {n} {nodes} upgraded ("));
        }
        let outcome = &self.outcome;
        let nodes = outcome.nodes;
        let counts = format!(
            "Nodes: {} at the start, fewest {}, most {}, {} at the end. Pods: {} evicted, {} forced out, {} lost, at most {} pending",
            nodes.start,
            nodes.min,
            nodes.max,
            nodes.end,
            outcome.evictions,
            outcome.forced,
            outcome.lost.len(),
            outcome.pending_max
        );
        self.has("counts", &brief, &counts);
        let pools: Vec<_> = self.outcome.pools.to_vec();
        let told = pools.iter().filter(|pool| pool.conclusion != Conclusion::Idle);
        if told.clone().count() <= 8 {
            for pool in told {
                let name = self.words(|words| words.subject(Subject::Pool(pool.pool)));
                let part = match pool.size {
                    0 => ", it has no nodes".to_owned(),
                    size => format!(", {} of {size} node", pool.done),
                };
                let line = brief.lines().find(|line| {
                    line.starts_with(&format!("  {name}: "))
                        && (line.contains(" upgraded") || pool.size == 0)
                });
                let line = line.unwrap_or_default().to_owned();
                self.has("nodes of a pool", &line, &part);
            }
        }
        let outcome = &self.outcome;
        let unfinished = !outcome.conclusion.completed();
        for (name, held, n) in [
            ("forced", outcome.forced > 0, outcome.forced),
            ("violations", outcome.violations > 0, outcome.violations),
            ("lost", !outcome.lost.is_empty(), outcome.lost.len() as u32),
            ("pending", !outcome.unplaced.is_empty(), outcome.unplaced.len() as u32),
            ("stuck", outcome.conclusion == Conclusion::Stuck, 0),
            ("unfinished", unfinished, 0),
        ] {
            let line = failed.lines().find(|line| line.starts_with(&format!("fail-on {name}: ")));
            let line = line.map(str::to_owned);
            // A refused command fails both, too.
            if n > 0 || self.outcome.refused.is_empty() {
                self.same(&format!("fail-on {name}"), line.is_some(), held);
            }
            if let Some(line) = line.filter(|_| n > 0) {
                self.has(name, &line, &format!(": {n} Pod"));
            }
        }
        self.same("exit", code(&run) == 1, failed.contains("fail-on "));
    }

    /// The summary's fields.
    fn summary(&mut self) {
        let summary: Value =
            serde_json::from_str(&self.says("run", &["--format", "summary"])).unwrap();
        self.of_summary("run", &summary);
    }

    fn of_summary(&mut self, verb: &str, summary: &Value) {
        let outcome = self.outcome.clone();
        let ms = |span: SimSpan| span.ms();
        for (field, n) in [
            ("upgraded", i64::from(outcome.upgraded)),
            ("evictions", outcome.evictions.into()),
            ("forced", outcome.forced.into()),
            ("violations", outcome.violations.into()),
            ("killed", outcome.killed().into()),
            ("lost", outcome.lost.len() as i64),
            ("jobs_failed", outcome.jobs_failed().into()),
            ("moves", outcome.moves().into()),
            ("pending_max", outcome.pending_max.into()),
            ("blocked_ms", ms(outcome.blocked)),
            ("duration_ms", ms(outcome.duration)),
            ("end_ms", outcome.end.ms()),
            ("windows", outcome.windows.into()),
            ("in_progress_max", outcome.in_progress_max.into()),
        ] {
            self.same(&format!("{verb}: {field}"), summary[field].as_i64(), Some(n));
        }
        self.same(
            &format!("{verb}: outcome"),
            summary["outcome"].as_str(),
            Some(outcome.conclusion.name()),
        );
        self.same(
            &format!("{verb}: refused"),
            summary["refused"].as_array().unwrap().len(),
            outcome.refused.len(),
        );
        for (pool, told) in outcome.pools.iter().zip(summary["pools"].as_array().unwrap()) {
            self.same(
                &format!("{verb}: a pool"),
                told["upgraded"].as_i64(),
                Some(pool.upgraded.into()),
            );
            self.same(
                &format!("{verb}: a pool's outcome"),
                told["outcome"].as_str(),
                Some(pool.conclusion.name()),
            );
        }
    }

    /// The end and the order of upgrades in `check`.
    fn check(&mut self) {
        let check = self.says("check", &[]);
        let headline = self.words(|words| words.say(&self.verdict.headline));
        let in_one_run = check.lines().find_map(|line| line.strip_prefix("In one run: "));
        if let Some(said) = in_one_run {
            self.same("check: headline", said.to_owned(), format!("{headline}."));
        } else {
            self.same("check: level", self.verdict.level, Level::Fine);
        }
        let each = self.outcome.each.clone();
        let lines: Vec<String> = check
            .lines()
            .skip_while(|line| !line.starts_with("Order of upgrades"))
            .skip(1)
            .filter(|line| line.starts_with("  ") && line.contains(". "))
            .map(str::to_owned)
            .collect();
        // One upgrade by a command has no order.
        if lines.is_empty()
            && each.len() < 2
            && each.iter().all(|one| !one.automatic && one.to.is_some())
        {
            return;
        }
        for (one, line) in
            each.iter().zip(lines.iter().map(String::as_str).chain(std::iter::repeat("")))
        {
            let ends = match one.to {
                Some(to) => format!("to {}", self.at(to)),
                None => "on, not over in the run".to_owned(),
            };
            let windows = match one.windows {
                0 => String::new(),
                1 => ", 1 window".to_owned(),
                n => format!(", {n} windows"),
            };
            self.has("check: dates", line, &format!(": {} {ends}{windows}", self.at(one.from)));
        }
        if let Some(line) = check.lines().find(|line| line.starts_with("  All are done ")) {
            let over = self.outcome.over.map(|at| self.at(at)).unwrap_or_default();
            let took = self.words(|words| words.value(&trace::Value::Span(self.outcome.duration)));
            self.has("check: all", line, &format!(" {over}: {took}"));
            let windows = match self.outcome.windows {
                0 => String::new(),
                1 => ", 1 window".to_owned(),
                n => format!(", {n} windows"),
            };
            self.same("check: all windows", line.ends_with(&format!("{took}{windows}")), true);
        }
    }

    /// What `fit` says of each upgrade, read from the outcomes of its runs.
    fn fit(&mut self) {
        let json = Json::parse(&self.text).unwrap();
        let Some(fit) = Fit::of_due(&json, 2, true).filter(|fit| !fit.subjects().is_empty()) else {
            return;
        };
        let runs = fit.runs();
        let came = runs.iter().map(|(text, seed)| {
            Trial::new(text, Some(*seed), RECORDS_AT_MOST).and_then(Trial::finish)
        });
        let Ok(came) = came.collect::<Result<Vec<Outcome>, _>>() else { return };
        let said: Value =
            serde_json::from_str(&self.says("fit", &["--seeds", "2", "--format", "json"])).unwrap();
        let drawn = fit.is_drawn();
        let titles = if drawn { ["p10", "p50", "p90"] } else { ["fast", "median", "slow"] };
        // Its own script, and the durations that the run has.
        let script = |json: &Json| json.get("script").map_or(0, |script| script.items().len());
        let is_own = script(&json) == script(&Json::parse(&runs[2].0).unwrap());
        let mut counts = BTreeMap::new();
        let mut ends = Vec::new();
        for answer in said["upgrades"].as_array().unwrap() {
            let subject = answer["subject"].as_str().unwrap();
            let Some(pool) = subject.strip_prefix("pool/") else {
                continue;
            };
            let plan = self.trace.plan();
            let id = plan.pools.iter().find(|(_, own)| own.name == pool).map(|(id, _)| id);
            let subject = Subject::Pool(id.unwrap());
            self.fitted += 1;
            let no = *counts.entry(pool.to_owned()).and_modify(|n| *n += 1).or_insert(0usize);
            let of = |outcome: &Outcome| {
                outcome.each.iter().filter(|one| one.subject == subject).nth(no).copied()
            };
            let over = |one: &UpgradeOutcome| {
                one.to.filter(|_| one.conclusion.completed() || one.conclusion.is_commanded())
            };
            // The first of two fast ones, the first of two median ones, the last of two slow ones; or of all.
            let ranked = |of: &dyn Fn(&Outcome) -> i64| -> [i64; 3] {
                let mut all: Vec<i64> = came.iter().map(of).collect();
                match drawn {
                    true => all.sort_unstable(),
                    false => all.chunks_mut(2).for_each(<[i64]>::sort_unstable),
                }
                [all[0], all[2], all[5]]
            };
            let end =
                ranked(&|run| of(run).and_then(|one| over(&one)).map_or(i64::MAX, SimTime::ms));
            let windows = ranked(&|run| of(run).map_or(0, |one| one.windows.into()));
            for (at, title) in titles.into_iter().enumerate() {
                let told = (end[at] < i64::MAX).then(|| self.at(SimTime::from_ms(end[at])));
                let what = format!("fit: {pool} {no} {title}");
                self.same(&what, answer["end"][title].as_str().map(str::to_owned), told);
                self.same(&what, answer["windows"][title].as_i64(), Some(windows[at]));
            }
            ends.push(end[1]);
            if is_own && !drawn {
                let own = of(&self.outcome);
                self.same("fit: the run's", of(&came[2]), own);
            }
        }
        let all = said["upgrades"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["subject"] == "all in their order");
        if let (Some(all), false) = (all, drawn) {
            let last = ends.into_iter().max().filter(|end| *end < i64::MAX);
            let last = last.map(|end| self.at(SimTime::from_ms(end)));
            self.same("fit: all", all["end"]["median"].as_str().map(str::to_owned), last);
        }
    }

    /// The run beside itself.
    fn compare(&mut self) {
        let change = "/markers=[]";
        let json = self.says("compare", &["--with", change, "--format", "json"]);
        let json: Value = serde_json::from_str(&json).unwrap();
        let ends = self.outcome.over.filter(|_| self.span().is_some()).map(|at| self.at(at));
        for column in json.as_array().unwrap() {
            self.of_summary("compare", &column["summary"]);
            if self.span().is_some() {
                self.same(
                    "compare: ends",
                    column["ends"].as_str().map(str::to_owned),
                    ends.clone(),
                );
            }
        }
        let text = self.says("compare", &["--with", change]);
        let cell = |title: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("{title}  ")));
            let line = line.and_then(|line| line.get(title.len()..));
            line.map(|line| {
                line.split("  ")
                    .map(str::trim)
                    .find(|cell| !cell.is_empty())
                    .unwrap_or("")
                    .to_owned()
            })
        };
        let took = self.span().map(|(began, over)| over.unwrap_or(self.outcome.end) - began);
        if let Some(took) = took.filter(|took| *took > SimSpan::ZERO) {
            let took = self.words(|words| words.value(&trace::Value::Span(took)));
            self.same("compare: duration", cell("duration"), Some(took));
        }
        let n = self.outcome.unplaced.len();
        self.same(
            "compare: pending",
            cell("Pods pending at the end"),
            (n > 0).then(|| n.to_string()),
        );
    }

    /// Rows that the story tells: the starts and ends of upgrades, and what is forced out.
    fn story(&mut self) {
        let story = self.says("run", &["--format", "story"]);
        let rows = story.lines().filter_map(|line| line.split_once('.')?.0.parse().ok());
        let rows: BTreeSet<u32> = rows.collect();
        let forced = self.index.forced.iter().filter(|one| rows.contains(&one.no.0)).count();
        self.same("story: forced", forced, self.outcome.forced as usize);
        let told = |no: &base::RecordNo| rows.contains(&no.0);
        let each = self.outcome.each.clone();
        self.same("story: begins", each.iter().all(|one| told(&one.no)), true);
        self.same("story: ends", each.iter().filter_map(|one| one.ended).all(|no| told(&no)), true);
        let ends = |no: &u32| {
            let row = self.trace.record(base::RecordNo(*no)).unwrap();
            matches!(
                row.change,
                Change::UpgradeSucceeded
                    | Change::UpgradeCancelled
                    | Change::RolledBack
                    | Change::UpgradeFailed
                    | Change::ControlPlaneDone
            )
        };
        let ended = rows
            .iter()
            .filter(|no| ends(no))
            .all(|no| each.iter().any(|one| one.ended.is_some_and(|ended| ended.0 == *no)));
        self.same("story: ended", ended, true);
    }

    /// The cluster and each pool, asked at the end.
    fn why(&mut self) {
        let at = self.trace.end();
        let why =
            |subject| query::why(&self.trace, &self.index, query::Topic::Subject(subject), at);
        let cluster = why(Subject::Cluster).map(|why| self.words(|words| words.say(&why.what)));
        let cluster = cluster.unwrap_or_default();
        let pools = self.outcome.pools.iter().map(|pool| {
            let why = why(Subject::Pool(pool.pool));
            (*pool, why.map(|why| (why.what.key, self.words(|words| words.say(&why.what)))))
        });
        let pools: Vec<_> = pools.collect();
        if cluster.contains("registered") {
            let nodes = format!("{} node", self.outcome.nodes.end);
            self.has("why cluster", &cluster, &nodes);
        }
        for (pool, why) in pools {
            let (key, said) = why.unwrap_or_default();
            let counts = said.split(" of ").skip(1).any(|rest| {
                let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
                rest.starts_with(" node")
            });
            if pool.conclusion != Conclusion::Idle && counts {
                let nodes = format!("{} of {} node", pool.done, pool.size);
                self.has(&format!("why pool ({key})"), &said, &nodes);
            }
        }
    }

    /// The headline of the picture.
    fn picture(&mut self) {
        let svg = self.says("export", &["--format", "svg"]);
        let headline = {
            let clock = |at| offset(at);
            let words =
                Words::new(catalogue::english(), &clock, self.trace.plan(), self.trace.last());
            words.say(&self.verdict.headline)
        };
        let headline = headline.replace('&', "&amp;");
        if !svg.contains(&headline) {
            let texts = svg.split('>').filter(|text| text.contains("</text")).take(4);
            let texts: Vec<_> = texts.collect();
            self.differs("picture", &(headline, texts));
        }
    }
}

/// The cases of which two numbers were told.
const CASES: [(&str, &str); 11] = [
    ("pending-count", include_str!("one_verdict/pending-count.json")),
    ("asked-twice", include_str!("one_verdict/asked-twice.json")),
    ("fit-never-ends", include_str!("one_verdict/fit-never-ends.json")),
    ("fit-two-upgrades", include_str!("one_verdict/fit-two-upgrades.json")),
    ("fit-patch-then-minor", include_str!("one_verdict/fit-patch-then-minor.json")),
    ("fit-blue-green", include_str!("one_verdict/fit-blue-green.json")),
    ("half-slice", include_str!("one_verdict/half-slice.json")),
    ("what-helps-no-improvement", include_str!("one_verdict/what-helps-no-improvement.json")),
    ("last-attempt-hides-the-taint", include_str!("one_verdict/last-attempt-hides-the-taint.json")),
    ("shrinks", include_str!("one_verdict/shrinks.json")),
    ("two-were-done", include_str!("one_verdict/two-were-done.json")),
];

/// Asks of scenarios by name, in two halves for two cores. Returns how many have run, and of how many upgrades `fit` was asked.
fn each(all: Vec<(String, String)>, ask: impl Fn(&mut Told) + Sync) -> (usize, usize) {
    let folder = Folder::new(&format!("one-verdict-{}", all[0].0));
    let found = Mutex::new(Vec::new());
    let ran = thread::scope(|scope| {
        let halves = all.chunks(all.len().div_ceil(2)).map(|half| {
            let (found, folder, ask) = (&found, &folder, &ask);
            scope.spawn(move || {
                let told = half.iter().filter_map(|(name, text)| Told::of(name, text, folder));
                told.fold((0, 0), |(ran, fitted), mut told| {
                    ask(&mut told);
                    found.lock().unwrap().extend(told.found);
                    (ran + 1, fitted + told.fitted)
                })
            })
        });
        let halves: Vec<_> = halves.collect();
        let halves = halves.into_iter().map(|half| half.join().unwrap());
        halves.fold((0, 0), |(ran, fitted), (n, of)| (ran + n, fitted + of))
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
    ran
}

#[test]
fn presets_have_one_end() {
    let presets = ::scenario::presets().iter().filter(|preset| preset.is_small());
    let presets = presets.map(|preset| (preset.name.to_owned(), preset.text().to_owned()));
    let (ran, fitted) = each(presets.collect(), Told::all);
    assert!(ran > 20 && fitted > 20, "{ran} {fitted}");
}

#[test]
fn random_scenarios_have_one_end() {
    let document = |seed| (format!("random-{seed}"), vopr::generate::document(seed).to_string());
    let (ran, fitted) = each((1..41).map(document).collect(), Told::all);
    assert!(ran == 40 && fitted > 20, "{fitted}");
}

#[test]
fn cases_have_one_end() {
    let cases = CASES.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let (ran, fitted) = each(cases.to_vec(), Told::all);
    assert!(ran == CASES.len() && fitted > 4, "{fitted}");
}
