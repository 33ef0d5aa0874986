//! Suggested changes for presets in words, and that an applied change has the promised result.

use base::SimTime;
use expect_test::{Expect, expect};
use query::alternatives::Figure;
use query::alternatives::Focus;
use query::{Before, Index, Outcome, alternatives, parse_subject, subject::Topic};
use runner::{Alternative, RunEnd, Session, Trial, alternatives};
use scenario::{self, json::Json};
use std::cmp::Ordering;
use std::fmt::Write as _;
use trace::{Subject, Trace};
use words::Words;

pub(crate) struct Ran {
    document: Json,
    pub(crate) trace: Trace,
    pub(crate) index: Index,
    before: Before,
}

fn run(text: &str) -> (Trace, RunEnd) {
    let session = Session::new(text, None).unwrap();
    let mut trace = session.trace();
    let outcome = session.finish(|chunk| trace.push(chunk));
    (trace, outcome)
}

impl Ran {
    pub(crate) fn of(text: &str) -> Self {
        let (trace, outcome) = run(text);
        let index = Index::of(&trace);
        Self {
            document: Json::parse(text).unwrap(),
            before: Before::of(&trace, &index, outcome.ended),
            index,
            trace,
        }
    }

    fn about(&self, subject: &str, at: Option<SimTime>) -> (Focus, Vec<(Alternative, Outcome)>) {
        let subject = match subject {
            "" => Subject::Cluster,
            _ => match parse_subject(&self.trace, subject, self.trace.end())
                .expect("a known subject")
            {
                Topic::Subject(subject) => subject,
                Topic::Record(_) => unreachable!("no record was named"),
            },
        };
        let found =
            alternatives(&self.document, &self.trace, &self.index, &self.before, (subject, at));
        let tried = found.list.into_iter().map(|one| {
            let text = one.apply(&self.document).compact();
            let figures = Trial::new(&text, None, 100_000).unwrap().finish().unwrap();
            (one, figures)
        });
        (found.focus, tried.collect())
    }

    /// The best first, then those that are no better.
    pub(crate) fn told(&self, subject: &str, at: Option<SimTime>) -> String {
        let (focus, tried) = self.about(subject, at);
        let before = &self.before.outcome;
        let best =
            alternatives::best(&focus, before, tried.iter().map(|(_, figures)| Some(figures)));
        let last = self.trace.frame_at(self.trace.end());
        let words = Words::english(self.trace.plan(), &last.cluster);
        let vain = (0..tried.len()).filter(|n| !best.contains(n));
        let mut text = String::new();
        for n in best.iter().copied().chain(vain) {
            let (one, after) = &tried[n];
            let mark = if best.contains(&n) { "+" } else { "-" };
            let effect = alternatives::effect(&one.edit, &focus, self.trace.plan(), before, after);
            let (edit, effect) = (words.say(&one.phrase()), words.say(&effect));
            writeln!(text, "{mark} {edit}: {effect}").unwrap();
            writeln!(text, "    {}", columns(before, after)).unwrap();
            for also in
                [alternatives::lowers(before, after), alternatives::harm_left(before, after)]
            {
                let Some(also) = also else { continue };
                writeln!(text, "    {}", words.say(&also).trim()).unwrap();
            }
            if mark == "-" && alternatives::is_trade_off(before, after) {
                text.push_str("    a trade\n");
            }
        }
        if text.is_empty() {
            text.push_str("nothing to try\n");
        }
        text
    }
}

/// The page's table: the number of each column, by how much it is another, and `<` where that is better, `>` where it is worse.
fn columns(before: &Outcome, after: &Outcome) -> String {
    let cells = alternatives::deltas(before, after).map(|one| {
        let number = match one.figure {
            Figure::End(took) => format!("{} s", took.secs()),
            Figure::Ends(outcome) => outcome.name().to_owned(),
            Figure::Count(n) => n.to_string(),
            Figure::NodeTime(ms) => format!("{} s", ms / 1000),
        };
        let scale = if matches!(one.figure, Figure::Count(_)) { 1 } else { 1000 };
        let by = one.by.map_or("another".to_owned(), |by| match by {
            0 => "=".to_owned(),
            by => format!("{:+}", by / scale),
        });
        let is = match one.is {
            Ordering::Less => "<",
            Ordering::Equal => "",
            Ordering::Greater => ">",
        };
        let name = one.column.trim_start_matches("ui-delta-");
        format!("{name} {number} {by}{is}")
    });
    cells.join(", ")
}

fn check(preset: &str, subject: &str, expected: Expect) {
    let ran = Ran::of(scenario::preset(preset).unwrap().text());
    expected.assert_eq(&ran.told(subject, None));
}

fn check_text(text: &str, subject: &str, expected: Expect) {
    expected.assert_eq(&Ran::of(text).told(subject, None));
}

#[test]
fn a_budget_that_blocks_is_asked_first_and_helps_most() {
    check(
        "pdb-never-moves",
        "",
        expect![[r#"
            + ledger-pdb maxUnavailable 0 → 1: 2 h 57 min 30 s sooner, forced out 3 → 0, fewest ready Pods of all workloads 7 → 6, evictions 6 → 8, blocked 3 h → 1 min
                end 783 s -10650<, forced 0 -3<, ready 6 -1>, peak 4 =, node-hours 2592 s -10650
            + default-pool maxUnavailable 0 → 1: 2 h 2 min 41 s sooner, forced out 3 → 2, lowest 3 → 2 nodes, evictions 6 → 8, moves again 1 → 2, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 2 h 20 s
                end 4072 s -7361<, forced 2 -1<, ready 7 =, peak 4 =, node-hours 15487 s -7622
            + default-pool maxSurge 1 → 2: 2 h 2 min 1 s sooner, forced out 3 → 2, peak 4 → 5 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 2 h 1 min
                end 4112 s -7321<, forced 2 -1<, ready 7 =, peak 5 +1, node-hours 19719 s -3510
            - web-pdb maxUnavailable 1 → 2: end time unchanged, fewest ready Pods of all workloads 7 → 6, fewest ready Pods of web 5 → 4
                end 11433 s =, forced 3 =, ready 6 -1>, peak 4 =, node-hours 45192 s =
                lowers web to 4 ready, from 5
                unchanged: forced out 3
            - default-pool pdbTimeoutDuration 1 h → 2 h: 3 h 1 min 30 s later, blocked 3 h → 6 h
                end 22323 s +10890>, forced 3 =, ready 7 =, peak 4 =, node-hours 88752 s +10890
                unchanged: forced out 3
            - default-pool maxSurge 1 → 3: 2 h 7 min 2 s sooner, forced out 3 → 2, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 7 → 6, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, blocked 3 h → 2 h 1 min
                end 3811 s -7622<, forced 2 -1<, ready 6 -1>, peak 6 +2, node-hours 18816 s -3510
                lowers ledger to 0 ready, from 1
            - default-pool maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, peak 4 → 3 nodes, lowest 3 → 2 nodes, evictions 6 → 8, moves again 1 → 3
                end 11433 s =, forced 3 =, ready 7 =, peak 3 -1, node-hours 33759 s -11433
                unchanged: forced out 3
        "#]],
    );
    check(
        "pdb-never-moves",
        "budget/web-pdb",
        expect![[r#"
            - web-pdb maxUnavailable 1 → 2: end time unchanged, fewest ready Pods of all workloads 7 → 6, fewest ready Pods of web 5 → 4
                end 11433 s =, forced 3 =, ready 6 -1>, peak 4 =, node-hours 45192 s =
                lowers web to 4 ready, from 5
                unchanged: forced out 3
            - default-pool maxSurge 1 → 2: 2 h 2 min 1 s sooner, forced out 3 → 2, peak 4 → 5 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 2 h 1 min
                end 4112 s -7321<, forced 2 -1<, ready 7 =, peak 5 +1, node-hours 19719 s -3510
                a trade
            - default-pool maxSurge 1 → 3: 2 h 7 min 2 s sooner, forced out 3 → 2, time without ready Pods 0 s → 20 s, fewest ready Pods of all workloads 7 → 6, peak 4 → 6 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, blocked 3 h → 2 h 1 min
                end 3811 s -7622<, forced 2 -1<, ready 6 -1>, peak 6 +2, node-hours 18816 s -3510
                lowers ledger to 0 ready, from 1
            - default-pool maxUnavailable 0 → 1: 2 h 2 min 41 s sooner, forced out 3 → 2, lowest 3 → 2 nodes, evictions 6 → 8, moves again 1 → 2, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 3 h → 2 h 20 s
                end 4072 s -7361<, forced 2 -1<, ready 7 =, peak 4 =, node-hours 15487 s -7622
                a trade
            - default-pool maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, peak 4 → 3 nodes, lowest 3 → 2 nodes, evictions 6 → 8, moves again 1 → 3
                end 11433 s =, forced 3 =, ready 7 =, peak 3 -1, node-hours 33759 s -11433
                unchanged: forced out 3
        "#]],
    );
}

#[test]
fn none_is_better_where_time_is_bought_with_pods_that_are_gone() {
    check(
        "docs-5-nodes",
        "",
        expect![[r#"
            - default-pool maxSurge/maxUnavailable 2/1 → 3/0: end time unchanged, fewest ready Pods of all workloads 4 → 3, peak 7 → 8 nodes, lowest 4 → 5 nodes, evictions 10 → 8
                end 482 s =, forced 0 =, ready 3 -1>, peak 8 +1, node-hours 2715 s +241
            - default-pool maxSurge 2 → 3: end time unchanged, fewest ready Pods of all workloads 4 → 2, evictions 10 → 9, VMs created at once 3 → 4, nodes in upgrade at once 3 → 4
                end 482 s =, forced 0 =, ready 2 -2>, peak 7 =, node-hours 2474 s =
                lowers web to 1 ready, from 2
            - default-pool maxSurge/maxUnavailable 2/1 → 5/0: 4 min 1 s sooner, time without ready Pods 0 s → 40 s, fewest ready Pods of all workloads 4 → 0, peak 7 → 10 nodes, lowest 4 → 5 nodes, evictions 10 → 8, VMs created at once 3 → 5, nodes in upgrade at once 3 → 5
                end 241 s -241<, forced 0 =, ready 0 -4>, peak 10 +3, node-hours 1510 s +241
                lowers web to 0 ready, from 2, and 1 other
            - default-pool maxUnavailable 1 → 2: end time unchanged, fewest ready Pods of all workloads 4 → 2, peak 7 → 6 nodes, lowest 4 → 3 nodes, evictions 10 → 12, moves again 2 → 4, VMs created at once 3 → 4, nodes in upgrade at once 3 → 4
                end 482 s =, forced 0 =, ready 2 -2>, peak 6 -1, node-hours 2233 s -241
                lowers web to 1 ready, from 2
            - default-pool maxSurge/maxUnavailable 2/1 → 1/0: 12 min 3 s later, fewest ready Pods of all workloads 4 → 6, peak 7 → 6 nodes, lowest 4 → 5 nodes, evictions 10 → 8
                end 1205 s +723>, forced 0 =, ready 6 +2<, peak 6 -1, node-hours 6330 s +241
                a trade
            - default-pool maxSurge 2 → 0: 12 min 3 s later, fewest ready Pods of all workloads 4 → 6, peak 7 → 5 nodes
                end 1205 s +723>, forced 0 =, ready 6 +2<, peak 5 -2, node-hours 5225 s -964
                a trade
            - default-pool maxSurge 2 → 1: 4 min 1 s later, fewest ready Pods of all workloads 4 → 6, peak 7 → 6 nodes, evictions 10 → 9
                end 723 s +241>, forced 0 =, ready 6 +2<, peak 6 -1, node-hours 3438 s -241
                a trade
            - default-pool maxUnavailable 1 → 0: 4 min 1 s later, fewest ready Pods of all workloads 4 → 5, lowest 4 → 5 nodes, evictions 10 → 8
                end 723 s +241>, forced 0 =, ready 5 +1<, peak 7 =, node-hours 3920 s +241
                a trade
        "#]],
    );
    check(
        "weekday-45-minutes",
        "node/default-pool-b-1",
        expect![[r#"
            + default-pool maxSurge/maxUnavailable 1/0 → 0/1: 2 min 48 s sooner, fewest ready Pods of all workloads 35 → 34, peak 9 → 8 nodes, lowest 8 → 7 nodes, evictions 40 → 45, moves again 0 → 5
                end 2638 s -168<, forced 0 =, ready 34 -1>, peak 8 -1, node-hours 19194 s -2638
            - default-pool maxSurge 1 → 2: 22 min 53 s sooner, time without ready Pods 0 s → 10 min 15 s, fewest ready Pods of all workloads 35 → 30, peak 9 → 10 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 1433 s -1373<, forced 0 =, ready 30 -5>, peak 10 +1, node-hours 13072 s =
                lowers service-7 to 0 ready, from 1, and 4 others
            - default-pool maxSurge 1 → 8: 39 min 36 s sooner, time without ready Pods 0 s → 45 min 42 s, fewest ready Pods of all workloads 35 → 0, peak 9 → 12 nodes, VMs created at once 1 → 8, nodes in upgrade at once 1 → 8
                end 430 s -2376<, forced 0 =, ready 0 -35>, peak 12 +3, node-hours 5048 s =
                lowers service-0 to 0 ready, from 1, and 19 others
            - default-pool maxUnavailable 0 → 1: 23 min 34 s sooner, time without ready Pods 0 s → 9 min 52 s, fewest ready Pods of all workloads 35 → 28, lowest 8 → 7 nodes, evictions 40 → 46, moves again 0 → 6, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 1392 s -1414<, forced 0 =, ready 28 -7>, peak 9 =, node-hours 11405 s -1339
                lowers service-4 to 0 ready, from 1, and 3 others
        "#]],
    );
}

#[test]
fn workloads_that_are_gone_for_a_time_get_budgets() {
    check(
        "surge-0-20",
        "",
        expect![[r#"
            + web-pool maxSurge/maxUnavailable 0/20 → 20/0: end time unchanged, time without ready Pods 39 s → 0 s, fewest ready Pods of all workloads 0 → 13, peak 25 → 45 nodes, lowest 5 → 25 nodes, evictions 87 → 61, most pending 20 → 0
                end 482 s =, forced 0 =, ready 13 +13<, peak 45 +20, node-hours 13575 s +6025
            + add a PDB with maxUnavailable 1 for web: 13 min 20 s later, time without ready Pods 39 s → 0 s, fewest ready Pods of all workloads 0 → 44, lowest 5 → 18 nodes, most pending 20 → 1, blocked 0 s → 2 h 35 min 20 s, fewest ready Pods of web 0 → 39
                end 1282 s +800>, forced 0 =, ready 44 +44<, peak 25 =, node-hours 28050 s =
            + web-pool maxUnavailable 20 → 1: 1 h 32 min 23 s later, time without ready Pods 39 s → 0 s, fewest ready Pods of all workloads 0 → 57, lowest 5 → 24 nodes, evictions 87 → 68, most pending 20 → 0
                end 6025 s +5543>, forced 0 =, ready 57 +57<, peak 25 =, node-hours 146625 s =
            - add a PDB with maxUnavailable 1 for api: 6 min 20 s later, time without ready Pods 39 s → 19 s, fewest ready Pods of all workloads 0 → 19, lowest 5 → 16 nodes, evictions 87 → 92, most pending 20 → 2, moves again 27 → 32, blocked 0 s → 1 h 50 min 40 s, fewest ready Pods of api 0 → 19
                end 862 s +380>, forced 0 =, ready 19 +19<, peak 25 =, node-hours 17550 s =
                a trade
            - web-pool maxSurge/maxUnavailable 0/20 → 1/0: 1 h 32 min 23 s later, time without ready Pods 39 s → 0 s, fewest ready Pods of all workloads 0 → 57, peak 25 → 26 nodes, lowest 5 → 25 nodes, evictions 87 → 66, most pending 20 → 0
                end 6025 s +5543>, forced 0 =, ready 57 +57<, peak 26 +1, node-hours 152150 s +6025
                a trade
            - web-pool maxUnavailable 20 → 19: end time unchanged, lowest 5 → 6 nodes, evictions 87 → 93, most pending 20 → 12, moves again 27 → 33
                end 482 s =, forced 0 =, ready 0 =, peak 25 =, node-hours 8050 s =
        "#]],
    );
}

#[test]
fn where_machines_are_missing_nodes_go_down_first() {
    check(
        "stockout",
        "",
        expect![[r#"
            + web-pool maxSurge 1 → 2: 4 min 21 s sooner, peak 7 → 8 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 40 s → 1 min 20 s, waited for capacity 1 h 52 min 37 s → 1 h 56 min 58 s
                end 7982 s -261<, forced 0 =, ready 10 =, peak 8 +1, node-hours 48338 s +40
            + web-pool maxSurge 1 → 3: 7 min 22 s sooner, fewest ready Pods of all workloads 10 → 9, peak 7 → 9 nodes, VMs created at once 1 → 3, nodes in upgrade at once 1 → 3, blocked 40 s → 3 min 20 s, waited for capacity 1 h 52 min 37 s → 1 h 59 min 59 s
                end 7801 s -442<, forced 0 =, ready 9 -1>, peak 9 +2, node-hours 47372 s +160
                lowers api to 2 ready, from 3
            + web-pool maxUnavailable 0 → 1: 4 min 42 s sooner, fewest ready Pods of all workloads 10 → 9, lowest 6 → 5 nodes, evictions 12 → 15, moves again 0 → 3, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2, blocked 40 s → 2 min, waited for capacity 1 h 52 min 37 s → 0 s
                end 7961 s -282<, forced 0 =, ready 9 -1>, peak 7 =, node-hours 40552 s -7620
                lowers api to 2 ready, from 3
            - web-pdb maxUnavailable 1 → 2: 20 s sooner, blocked 40 s → 0 s, waited for capacity 1 h 52 min 37 s → 1 h 52 min 57 s, fewest ready Pods of web 7 → 6
                end 8223 s -20<, forced 0 =, ready 10 =, peak 7 =, node-hours 49704 s -40
                lowers web to 6 ready, from 7
            - web-pool maxSurge/maxUnavailable 1/0 → 0/1: 41 s sooner, peak 7 → 6 nodes, lowest 6 → 5 nodes, evictions 12 → 16, moves again 0 → 4, blocked 40 s → 1 min 20 s, waited for capacity 1 h 52 min 37 s → 0 s
                end 8202 s -41<, forced 0 =, ready 10 =, peak 6 -1, node-hours 41456 s -8162
        "#]],
    );
}

#[test]
fn the_decisive_change_is_found_among_many() {
    check(
        "three-zones",
        "",
        expect![[r#"
            - web-pdb maxUnavailable 1 → 2: end time unchanged, blocked 8 min 25 s → 0 s, fewest ready Pods of web 5 → 4
                end 2655 s =, forced 0 =, ready 36 =, peak 15 =, node-hours 33100 s -505
                lowers web to 4 ready, from 5
            - web-pool maxSurge/maxUnavailable 3/1 → 4/0: 39 s sooner, fewest ready Pods of all workloads 36 → 34, peak 15 → 16 nodes, lowest 11 → 12 nodes, evictions 54 → 49, lost by Jobs that don't say how long they run, up to 1 h 48 min 24 s → 1 h 55 min 15 s, blocked 8 min 25 s → 9 min 55 s
                end 2616 s -39<, forced 0 =, ready 34 -2>, peak 16 +1, node-hours 34999 s +2102
                lowers api to 27 ready, from 29
            - web-pool maxSurge/maxUnavailable 3/1 → 1/0: 49 min 36 s later, fewest ready Pods of all workloads 36 → 40, peak 15 → 13 nodes, lowest 11 → 12 nodes, evictions 54 → 49, lost by Jobs that don't say how long they run, up to 1 h 48 min 24 s → 3 h 52 min 17 s, blocked 8 min 25 s → 15 s
                end 5631 s +2976>, forced 0 =, ready 40 +4<, peak 13 -2, node-hours 70599 s +1522
                a trade
            - web-pool maxSurge 3 → 0: 47 min 14 s later, fewest ready Pods of all workloads 36 → 39, peak 15 → 12 nodes, evictions 54 → 53, lost by Jobs that don't say how long they run, up to 1 h 48 min 24 s → 3 h 25 min 40 s, blocked 8 min 25 s → 10 s
                end 5489 s +2834>, forced 0 =, ready 39 +3<, peak 12 -3, node-hours 63641 s -3972
                a trade
            - web-pool maxSurge 3 → 2: 7 min 23 s later, peak 15 → 14 nodes, evictions 54 → 56, moves again 5 → 7, lost by Jobs that don't say how long they run, up to 1 h 48 min 24 s → 2 h 41 min 54 s, blocked 8 min 25 s → 6 min 10 s
                end 3098 s +443>, forced 0 =, ready 36 =, peak 14 -1, node-hours 38270 s -651
            - web-pool maxUnavailable 1 → 0: 6 min 37 s later, fewest ready Pods of all workloads 36 → 37, lowest 11 → 12 nodes, evictions 54 → 49, lost by Jobs that don't say how long they run, up to 1 h 48 min 24 s → 2 h 6 min 33 s, blocked 8 min 25 s → 9 min 55 s
                end 3052 s +397>, forced 0 =, ready 37 +1<, peak 15 =, node-hours 40231 s +2102
                a trade
        "#]],
    );
    check(
        "three-zones",
        "workload/etl",
        expect![[r#"
            nothing to try
        "#]],
    );
}

/// A scenario of one pool that is upgraded, with these further fields.
fn small(surge: &str, rest: &str) -> String {
    format!(
        r#"{{"version":1,"pools":[{{"name":"p","version":"1.33.1-gke.1","initialNodeCount":2,"upgradeSettings":{surge}}}],{rest}}}"#
    )
}

#[test]
fn a_run_that_is_stuck_without_quota_succeeds_without_surge_nodes_or_with_quota() {
    let text = small(
        r#"{"maxSurge":2,"maxUnavailable":0}"#,
        r#""script":[{"at":0,"do":"quota","spareNodes":0},{"at":0,"do":"upgrade","pool":"p"}]"#,
    );
    check_text(
        &text,
        "pool/p",
        expect![[r#"
            + quota for 0 → 2 more nodes: the upgrade succeeds instead of getting stuck, peak 2 → 4 nodes, VMs created at once 0 → 2, nodes in upgrade at once 0 → 2
                end 211 s another<, forced 0 =, ready 0 =, peak 4 +2, node-hours 484 s +62
            + p maxSurge/maxUnavailable 2/0 → 0/1: the upgrade succeeds instead of getting stuck, lowest 2 → 1 nodes, VMs created at once 0 → 1, nodes in upgrade at once 0 → 1
                end 422 s another<, forced 0 =, ready 0 =, peak 2 =, node-hours 484 s -360
            + quota for 0 → 1 more nodes: the upgrade succeeds instead of getting stuck, peak 2 → 3 nodes, VMs created at once 0 → 1, nodes in upgrade at once 0 → 1
                end 422 s another<, forced 0 =, ready 0 =, peak 3 +1, node-hours 906 s +62
            - p maxSurge 2 → 1: the upgrade is still stuck
                end stuck =, forced 0 =, ready 0 =, peak 2 =, node-hours 0 s =
        "#]],
    );
}

#[test]
fn one_replica_more_helps_where_the_budget_leaves_none_to_go() {
    let text = small(
        r#"{"maxSurge":1,"maxUnavailable":0}"#,
        r#""workloads":[{"kind":"Deployment","name":"db","copies":2,"replicas":1}],
        "budgets":[{"name":"db","copies":2,"selector":{"matchLabels":{"app":"db-{n}"}},"minAvailable":1}],
        "script":[{"at":0,"do":"upgrade","pool":"p"}]"#,
    );
    check_text(
        &text,
        "",
        expect![[r#"
            + db-0 replicas 1 → 2, also for all 2 copies of its entry: 1 h 59 min sooner, forced out 2 → 0, time without ready Pods 40 s → 0 s, fewest ready Pods of all workloads 1 → 2, evictions 0 → 4, blocked 2 h → 0 s, fewest ready Pods of db-0 0 → 1
                end 482 s -7140<, forced 0 -2<, ready 2 +1<, peak 3 =, node-hours 1086 s -7140
            + db-0 minAvailable 1 → 0, also for all 2 copies of its entry: 1 h 59 min sooner, forced out 2 → 0, evictions 0 → 2, blocked 2 h → 0 s
                end 482 s -7140<, forced 0 -2<, ready 1 =, peak 3 =, node-hours 1086 s -7140
            + p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 1 =, peak 3 =, node-hours 11073 s -3811
                unchanged: forced out 2
            - p pdbTimeoutDuration 1 h → 2 h: 2 h 1 min later, blocked 2 h → 4 h
                end 14882 s +7260>, forced 2 =, ready 1 =, peak 3 =, node-hours 44286 s +7260
                unchanged: forced out 2
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, fewest ready Pods of all workloads 1 → 0, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 0 -1>, peak 4 +1, node-hours 14884 s =
                unchanged: forced out 2
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, forced out 2 → 3, time without ready Pods 40 s → 1 min, time below a PDB's floor 40 s → 1 min, fewest ready Pods of all workloads 1 → 0, peak 3 → 2 nodes, lowest 2 → 1 nodes, PDB violations 2 → 3, moves again 0 → 1
                end 7622 s =, forced 3 +1>, ready 0 -1>, peak 2 -1, node-hours 14884 s -7622
        "#]],
    );
    check_text(
        &text,
        "workload/db-1",
        expect![[r#"
            + db-1 replicas 1 → 2, also for all 2 copies of its entry: 1 h 59 min sooner, forced out 2 → 0, time without ready Pods 40 s → 0 s, fewest ready Pods of all workloads 1 → 2, evictions 0 → 4, blocked 2 h → 0 s, fewest ready Pods of db-1 0 → 1
                end 482 s -7140<, forced 0 -2<, ready 2 +1<, peak 3 =, node-hours 1086 s -7140
            + db-1 minAvailable 1 → 0, also for all 2 copies of its entry: 1 h 59 min sooner, forced out 2 → 0, evictions 0 → 2, blocked 2 h → 0 s
                end 482 s -7140<, forced 0 -2<, ready 1 =, peak 3 =, node-hours 1086 s -7140
            - p pdbTimeoutDuration 1 h → 2 h: 2 h 1 min later, blocked 2 h → 4 h
                end 14882 s +7260>, forced 2 =, ready 1 =, peak 3 =, node-hours 44286 s +7260
                unchanged: forced out 2
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, fewest ready Pods of all workloads 1 → 0, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 0 -1>, peak 4 +1, node-hours 14884 s =
                unchanged: forced out 2
                a trade
            - p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 1 =, peak 3 =, node-hours 11073 s -3811
                unchanged: forced out 2
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, forced out 2 → 3, time without ready Pods 40 s → 1 min, time below a PDB's floor 40 s → 1 min, fewest ready Pods of all workloads 1 → 0, peak 3 → 2 nodes, lowest 2 → 1 nodes, PDB violations 2 → 3, moves again 0 → 1
                end 7622 s =, forced 3 +1>, ready 0 -1>, peak 2 -1, node-hours 14884 s -7622
        "#]],
    );
}

#[test]
fn an_unhealthy_pod_may_go_when_its_budget_always_allows_it() {
    let text = small(
        r#"{"maxSurge":1,"maxUnavailable":0}"#,
        r#""workloads":[{"kind":"Deployment","name":"web","replicas":2,"assumptions":{"ready":"100h"},
            "pods":[{"node":"p-a-1","ready":false},{"node":"p-a-2","ready":false}]}],
        "budgets":[{"name":"web","selector":{"matchLabels":{"app":"web"}},"minAvailable":"50%"}],
        "script":[{"at":0,"do":"upgrade","pool":"p"}]"#,
    );
    check_text(
        &text,
        "budget/web",
        expect![[r#"
            + web unhealthyPodEvictionPolicy IfHealthyBudget → AlwaysAllow: 1 h 59 min sooner, forced out 2 → 0, time without ready Pods 4 d 5 h 3 min 21 s → 4 d 4 h 3 min 21 s, evictions 0 → 2, blocked 2 h → 0 s
                end 482 s -7140<, forced 0 -2<, ready 0 =, peak 3 =, node-hours 721006 s -7140
            + p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, time without ready Pods 4 d 5 h 3 min 21 s → 4 d 5 h 21 s, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 0 =, peak 3 =, node-hours 731053 s -3811
                unchanged: forced out 2
            - web minAvailable 50% → 0%: end time unchanged
                end 7622 s =, forced 2 =, ready 0 =, peak 3 =, node-hours 742486 s =
                unchanged: forced out 2
            - p pdbTimeoutDuration 1 h → 2 h: 2 h 1 min later, time without ready Pods 4 d 5 h 3 min 21 s → 4 d 6 h 3 min 21 s, blocked 2 h → 4 h
                end 14882 s +7260>, forced 2 =, ready 0 =, peak 3 =, node-hours 764206 s +7260
                unchanged: forced out 2
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, peak 3 → 4 nodes, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 0 =, peak 4 +1, node-hours 734864 s =
                unchanged: forced out 2
                a trade
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, forced out 2 → 3, time without ready Pods 4 d 5 h 3 min 21 s → 4 d 6 h 3 min 52 s, peak 3 → 2 nodes, lowest 2 → 1 nodes, PDB violations 2 → 3, moves again 0 → 1
                end 7622 s =, forced 3 +1>, ready 0 =, peak 2 -1, node-hours 734504 s -7622
        "#]],
    );
}

#[test]
fn of_two_budgets_on_one_pod_one_goes() {
    let text = small(
        r#"{"maxSurge":1,"maxUnavailable":0}"#,
        r#""workloads":[{"kind":"Deployment","name":"web","replicas":2}],
        "budgets":[{"name":"a","selector":{},"maxUnavailable":1},{"name":"b","selector":{},"maxUnavailable":1}],
        "script":[{"at":0,"do":"upgrade","pool":"p"}]"#,
    );
    check_text(
        &text,
        "",
        expect![[r#"
            + remove b: 1 h 59 min sooner, forced out 2 → 0, evictions 0 → 2, blocked 2 h → 0 s
                end 482 s -7140<, forced 0 -2<, ready 1 =, peak 3 =, node-hours 1086 s -7140
            + p maxUnavailable 0 → 1: 1 h 3 min 31 s sooner, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 1 =, peak 3 =, node-hours 11073 s -3811
                unchanged: forced out 2
            - p pdbTimeoutDuration 1 h → 2 h: 2 h 1 min later, blocked 2 h → 4 h
                end 14882 s +7260>, forced 2 =, ready 1 =, peak 3 =, node-hours 44286 s +7260
                unchanged: forced out 2
            - p maxSurge 1 → 2: 1 h 3 min 31 s sooner, time without ready Pods 0 s → 20 s, time below a PDB's floor 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 4 nodes, PDB violations 0 → 1, VMs created at once 1 → 2, nodes in upgrade at once 1 → 2
                end 3811 s -3811<, forced 2 =, ready 0 -1>, peak 4 +1, node-hours 14884 s =
                lowers web to 0 ready, from 1
                unchanged: forced out 2
            - p maxSurge/maxUnavailable 1/0 → 0/1: end time unchanged, forced out 2 → 3, time without ready Pods 0 s → 20 s, time below a PDB's floor 0 s → 20 s, fewest ready Pods of all workloads 1 → 0, peak 3 → 2 nodes, lowest 2 → 1 nodes, PDB violations 0 → 1, moves again 0 → 1
                end 7622 s =, forced 3 +1>, ready 0 -1>, peak 2 -1, node-hours 14884 s -7622
                lowers web to 0 ready, from 1
        "#]],
    );
}

#[test]
fn where_nothing_was_upgraded_there_is_nothing_to_try() {
    let text = small(r#"{"maxSurge":1,"maxUnavailable":0}"#, r#""workloads":[]"#);
    check_text(
        &text,
        "",
        expect![[r#"
        nothing to try
    "#]],
    );
}

/// A suggested change has the predicted effect when the page applies it to the document and runs it.
#[test]
fn an_alternative_that_is_taken_keeps_its_promise() {
    for preset in [
        "docs-5-nodes",
        "pdb-never-moves",
        "stockout",
        "three-zones",
        "weekday-45-minutes",
        "surge-0-20",
    ] {
        let ran = Ran::of(scenario::preset(preset).unwrap().text());
        for (one, promised) in ran.about("", None).1 {
            let text = one.apply(&ran.document).pretty();
            let (trace, outcome) = run(&text);
            let kept = Outcome::of(&trace, &Index::of(&trace), outcome.ended);
            assert_eq!(kept, promised, "{preset}: {:?}", one.edit);
        }
    }
}
