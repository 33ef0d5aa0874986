//! Suggested changes for presets in words, and that an applied change has the promised result.

use base::SimTime;
use expect_test::{Expect, expect};
use query::alternatives::{Focus, OfferKind};
use query::{Before, Index, Outcome, alternatives, parse_subject, subject::Topic};
use runner::{Alternative, RunEnd, Session, Trial, alternatives};
use scenario::{self, json::Json};
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
        let document = Json::parse(text).unwrap();
        let dated = document.get("start").is_some();
        Self { document, before: Before::of(&trace, &index, outcome.ended, dated), index, trace }
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

    /// As they are offered, then those that are no better.
    pub(crate) fn told(&self, subject: &str, at: Option<SimTime>) -> String {
        let (focus, tried) = self.about(subject, at);
        let all = tried.iter().map(|(one, figures)| (&one.edit, Some(figures)));
        let offers = alternatives::offers(&focus, self.trace.plan(), &self.before, all);
        let last = self.trace.frame_at(self.trace.end());
        let words = Words::english(self.trace.plan(), &last.cluster);
        let mut text = String::new();
        for offer in offers {
            let edit = |at: &usize| words.say(&tried[*at].0.phrase());
            let edits: Vec<String> = [&offer.at].into_iter().chain(&offer.same).map(edit).collect();
            let edit = edits.join(", or ");
            let effect = words.say(&offer.effect());
            let kind = match offer.kind {
                OfferKind::Better => "+".to_owned(),
                OfferKind::If(undone) => format!("{}:", words.say(&undone.phrase())),
                OfferKind::Trade => "a trade:".to_owned(),
                OfferKind::Other | OfferKind::Vain => "-".to_owned(),
            };
            writeln!(text, "{kind} {edit}: {effect}").unwrap();
        }
        if text.is_empty() {
            text.push_str("nothing to try\n");
        }
        text
    }
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
            + default-pool maxUnavailable 0 → 1: PDB violations 3 → 2, takes 3 h 10 min → 1 h 7 min, node-hours −2.1
            + default-pool maxSurge 1 → 2: PDB violations 3 → 2, takes 3 h 10 min → 1 h 8 min, node-hours −1.0
            If the budget may change: ledger-pdb maxUnavailable 0 → 1: PDB violations 3 → 0, takes 3 h 10 min → 13 min 3 s, node-hours −3.0
            - default-pool maxSurge 1 → 3: PDB violations 3 → 2, takes 3 h 10 min → 1 h 3 min, node-hours −1.0, without ready Pods 0 s → 20 s, ledger ready 1 of 2 → 0 of 2
            - default-pool maxSurge/maxUnavailable 1/0 → 0/1: node-hours −3.2
            - default-pool pdbTimeoutDuration 1 h → 2 h: takes 3 h 10 min → 6 h 12 min, node-hours +3.0
            - web-pdb maxUnavailable 1 → 2: web ready 5 of 6 → 4 of 6
        "#]],
    );
    check(
        "pdb-never-moves",
        "budget/web-pdb",
        expect![[r#"
            + default-pool maxSurge 1 → 2: PDB violations 3 → 2, takes 3 h 10 min → 1 h 8 min, node-hours −1.0, Pods moved twice 1 → 0
            a trade: default-pool maxUnavailable 0 → 1: PDB violations 3 → 2, takes 3 h 10 min → 1 h 7 min, node-hours −2.1, Pods moved twice 1 → 2
            - default-pool maxSurge/maxUnavailable 1/0 → 0/1: node-hours −3.2, Pods moved twice 1 → 3
            - default-pool maxSurge 1 → 3: PDB violations 3 → 2, takes 3 h 10 min → 1 h 3 min, node-hours −1.0, without ready Pods 0 s → 20 s, ledger ready 1 of 2 → 0 of 2, Pods moved twice 1 → 0
            - web-pdb maxUnavailable 1 → 2: web ready 5 of 6 → 4 of 6
        "#]],
    );
}

/// A window that runs on into Monday, one by day, and a freeze: what is set isn't loosened but under a heading of its own.
#[test]
fn windows_and_freezes_are_offered_what_their_headline_names() {
    check(
        "weekend-ran-on-monday",
        "",
        expect![[r#"
            If the window may change: leave Sunday out of BYDAY: evictions on a working day yes → no, waits 0 s → 4 d 22 h
            a trade: web-pool maxSurge 1 → 2: takes 27 min 6 s → 13 min 53 s, api ready 5 of 6 → 4 of 6
            a trade: web-pool maxUnavailable 0 → 1: takes 27 min 6 s → 14 min 33 s, node-hours −0.2, api ready 5 of 6 → 4 of 6
            - web-pool maxSurge/maxUnavailable 1/0 → 0/1: takes 27 min 6 s → 28 min 26 s, node-hours −0.5, api ready 5 of 6 → 4 of 6
            - web-pool maxSurge 1 → 6: takes 27 min 6 s → 6 min 11 s, without ready Pods 0 s → 20 s, api ready 5 of 6 → 0 of 6
            - leave Saturday out of BYDAY: changes nothing
        "#]],
    );
    check(
        "two-clusters-staggered",
        "",
        expect![[r#"
            + shop-pool maxSurge 2 → 8: takes 16 min 4 s → 5 min 1 s
            + shop-pool maxSurge 2 → 3: takes 16 min 4 s → 12 min 3 s
            If the window may change: maintenance window from 22:00 UTC: evictions on a working day yes → no, waits 3 d 8 h → 3 d 16 h
            If the window may change: maintenance window on every day: waits 3 d 8 h → 8 h
            a trade: shop-pool maxUnavailable 0 → 1: takes 16 min 4 s → 12 min 3 s, node-hours −0.2
            - shop-pool maxSurge/maxUnavailable 2/0 → 0/1: takes 16 min 4 s → 32 min 8 s, node-hours −0.5
            - shop-pool maxSurge 2 → 1: takes 16 min 4 s → 32 min 8 s
            - maintenance window 8 h → 12 h: changes nothing
        "#]],
    );
    check(
        "holiday-freeze",
        "",
        expect![[r#"
            + shop-pool maxSurge 1 → 3: takes 1 h 9 min → 47 min 3 s, node-hours +0.1
            + shop-pool maxSurge 1 → 2: takes 1 h 9 min → 56 min 6 s
            a trade: shop-pool maxUnavailable 0 → 1: takes 1 h 9 min → 57 min 46 s, node-hours −0.3
            - exclusion NU-1 scope NO_UPGRADES → NO_MINOR_UPGRADES: waits 35 d 23 h → 26 d 11 h
            - end the exclusion NU-1 at +240:01:00: waits 35 d 23 h → 26 d 11 h
            - shop-pool maxSurge/maxUnavailable 1/0 → 0/1: takes 1 h 9 min → 1 h 11 min, node-hours −0.7
            - shop-pdb maxUnavailable 1 → 2: takes 1 h 9 min → 1 h 6 min, node-hours −0.1, shop ready 5 of 6 → 4 of 6
        "#]],
    );
}

#[test]
fn none_is_better_where_time_is_bought_with_pods_that_are_gone() {
    check(
        "docs-5-nodes",
        "",
        expect![[r#"
            + api replicas 3 → 4: api ready 1 of 3 → 2 of 4
            + default-pool maxSurge 2 → 1: api ready 1 of 3 → 2 of 3, takes 8 min 2 s → 12 min 3 s
            + default-pool maxUnavailable 1 → 0: api ready 1 of 3 → 2 of 3, takes 8 min 2 s → 12 min 3 s, node-hours +0.1
            - default-pool maxSurge 2 → 0: api ready 1 of 3 → 2 of 3, takes 8 min 2 s → 20 min 5 s, node-hours −0.3
            - default-pool maxSurge/maxUnavailable 2/1 → 1/0: api ready 1 of 3 → 2 of 3, takes 8 min 2 s → 20 min 5 s, node-hours +0.1
            - default-pool maxSurge/maxUnavailable 2/1 → 3/0: node-hours +0.1
            - default-pool maxUnavailable 1 → 2: node-hours −0.1, web ready 2 of 5 → 1 of 5
            - default-pool maxSurge 2 → 3: web ready 2 of 5 → 1 of 5
            - default-pool maxSurge/maxUnavailable 2/1 → 5/0: api ready 1 of 3 → 0 of 3, takes 8 min 2 s → 4 min 1 s, node-hours +0.1, without ready Pods 0 s → 40 s, web ready 2 of 5 → 0 of 5
        "#]],
    );
    check(
        "weekday-45-minutes",
        "node/default-pool-b-1",
        expect![[r#"
            + upgrade default-pool at +12:00:00: at half in working hours 20 → 0
            + default-pool maxSurge/maxUnavailable 1/0 → 0/1: takes 46 min 46 s → 43 min 58 s, node-hours −0.7, Pods moved twice 0 → 5
            - service-1 replicas 2 → 3, also for all 20 copies of its entry: at half in working hours 20 → 6, Pods without a node 0 → 4, without ready Pods 0 s → 7 min, service-1 ready 1 of 2 → 2 of 3, service-19 ready 1 of 2 → 0 of 3, Pods waiting at once 0 → 4
            - default-pool maxUnavailable 0 → 1: takes 46 min 46 s → 23 min 12 s, node-hours −0.4, without ready Pods 0 s → 9 min 52 s, service-4 ready 1 of 2 → 0 of 2, Pods moved twice 0 → 6
            - default-pool maxSurge 1 → 2: takes 46 min 46 s → 23 min 53 s, without ready Pods 0 s → 10 min 15 s, service-7 ready 1 of 2 → 0 of 2
            - default-pool maxSurge 1 → 8: takes 46 min 46 s → 7 min 10 s, without ready Pods 0 s → 45 min 42 s, service-0 ready 1 of 2 → 0 of 2
        "#]],
    );
}

#[test]
fn workloads_that_are_gone_for_a_time_get_budgets() {
    check(
        "surge-0-20",
        "",
        expect![[r#"
            + web-pool maxSurge/maxUnavailable 0/20 → 20/0: without ready Pods 39 s → 0 s, node-hours +1.7
            + add a PDB with maxUnavailable 1 for web: without ready Pods 39 s → 0 s, takes 8 min 2 s → 21 min 22 s, web ready 0 of 40 → 39 of 40
            + web-pool maxUnavailable 20 → 1: without ready Pods 39 s → 0 s, takes 8 min 2 s → 1 h 40 min
            - web-pool maxSurge/maxUnavailable 0/20 → 1/0: without ready Pods 39 s → 0 s, takes 8 min 2 s → 1 h 40 min, node-hours +1.7
            - add a PDB with maxUnavailable 1 for api: without ready Pods 39 s → 19 s, takes 8 min 2 s → 14 min 22 s, api ready 0 of 20 → 19 of 20
            - web-pool maxUnavailable 20 → 19: changes nothing
        "#]],
    );
}

#[test]
fn where_machines_are_missing_nodes_go_down_first() {
    check(
        "stockout",
        "",
        expect![[r#"
            + web-pool maxSurge 1 → 2: takes 2 h 17 min → 2 h 13 min
            a trade: web-pool maxSurge 1 → 3: takes 2 h 17 min → 2 h 10 min, api ready 3 of 4 → 2 of 4
            a trade: web-pool maxUnavailable 0 → 1: takes 2 h 17 min → 2 h 12 min, node-hours −2.1, api ready 3 of 4 → 2 of 4
            - web-pool maxSurge/maxUnavailable 1/0 → 0/1: takes 2 h 17 min → 2 h 16 min, node-hours −2.3
            - web-pdb maxUnavailable 1 → 2: node-hours −0.0, web ready 7 of 8 → 6 of 8
        "#]],
    );
}

#[test]
fn the_decisive_change_is_found_among_many() {
    check(
        "three-zones",
        "",
        expect![[r#"
            a trade: say how long etl works (1 h is tried): work at risk 40 min 36 s → 0 s, work lost 0 s → 1 h 48 min
            - web-pdb maxUnavailable 1 → 2: node-hours −0.1, web ready 5 of 6 → 4 of 6
            - web-pool maxSurge/maxUnavailable 3/1 → 4/0: work at risk 40 min 36 s → 43 min 6 s, takes 44 min 15 s → 43 min 36 s, node-hours +0.6, api ready 29 of 36 → 27 of 36
            - web-pool maxSurge 3 → 2: work at risk 40 min 36 s → 48 min 1 s, takes 44 min 15 s → 51 min 38 s, node-hours −0.2
            - web-pool maxUnavailable 1 → 0: work at risk 40 min 36 s → 50 min 22 s, takes 44 min 15 s → 50 min 52 s, node-hours +0.6
            - web-pool maxSurge 3 → 0: work at risk 40 min 36 s → 1 h 27 min, takes 44 min 15 s → 1 h 31 min, node-hours −1.1
            - web-pool maxSurge/maxUnavailable 3/1 → 1/0: work at risk 40 min 36 s → 1 h 33 min, takes 44 min 15 s → 1 h 33 min, node-hours +0.4
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
            + quota for 0 → 2 more nodes: the upgrade succeeds instead of getting stuck, nodes upgraded 0 → 2
            + p maxSurge/maxUnavailable 2/0 → 0/1: the upgrade succeeds instead of getting stuck, node-hours −0.1, nodes upgraded 0 → 2
            + quota for 0 → 1 more nodes: the upgrade succeeds instead of getting stuck, node-hours +0.0, nodes upgraded 0 → 2
            - p maxSurge 2 → 1: changes nothing
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
            + db-0 replicas 1 → 2, also for all 2 copies of its entry: PDB violations 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0, without ready Pods 40 s → 0 s, db-0 ready 0 of 1 → 1 of 2
            + p maxUnavailable 0 → 1: takes 2 h 7 min → 1 h 3 min, node-hours −1.1
            + p maxSurge 1 → 2: takes 2 h 7 min → 1 h 3 min
            If the budget may change: db-0 minAvailable 1 → 0, also for all 2 copies of its entry: PDB violations 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0
            - p pdbTimeoutDuration 1 h → 2 h: takes 2 h 7 min → 4 h 8 min, node-hours +2.0
            - p maxSurge/maxUnavailable 1/0 → 0/1: PDB violations 2 → 3, node-hours −2.1, without ready Pods 40 s → 1 min, below a PDB 40 s → 1 min
        "#]],
    );
    check_text(
        &text,
        "workload/db-1",
        expect![[r#"
            + db-1 replicas 1 → 2, also for all 2 copies of its entry: PDB violations 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0, without ready Pods 40 s → 0 s, db-1 ready 0 of 1 → 1 of 2
            + p maxUnavailable 0 → 1: takes 2 h 7 min → 1 h 3 min, node-hours −1.1
            + p maxSurge 1 → 2: takes 2 h 7 min → 1 h 3 min
            If the budget may change: db-1 minAvailable 1 → 0, also for all 2 copies of its entry: PDB violations 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0
            - p pdbTimeoutDuration 1 h → 2 h: takes 2 h 7 min → 4 h 8 min, node-hours +2.0
            - p maxSurge/maxUnavailable 1/0 → 0/1: PDB violations 2 → 3, node-hours −2.1, without ready Pods 40 s → 1 min, below a PDB 40 s → 1 min, Pods moved twice 0 → 1
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
            + web unhealthyPodEvictionPolicy IfHealthyBudget → AlwaysAllow: PDB violations 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0, without ready Pods 4 d 5 h → 4 d 4 h
            + p maxUnavailable 0 → 1: takes 2 h 7 min → 1 h 3 min, node-hours −1.1
            + p maxSurge 1 → 2: takes 2 h 7 min → 1 h 3 min
            - p pdbTimeoutDuration 1 h → 2 h: takes 2 h 7 min → 4 h 8 min, node-hours +2.0, without ready Pods 4 d 5 h → 4 d 6 h
            - p maxSurge/maxUnavailable 1/0 → 0/1: PDB violations 2 → 3, node-hours −2.1, without ready Pods 4 d 5 h → 4 d 6 h, Pods moved twice 0 → 1
            - web minAvailable 50% → 0%: changes nothing
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
            + p maxUnavailable 0 → 1: takes 2 h 7 min → 1 h 3 min, node-hours −1.1
            If the budget may change: remove b: forced out at a drain's limit 2 → 0, takes 2 h 7 min → 8 min 2 s, node-hours −2.0
            - p maxSurge 1 → 2: forced out at a drain's limit 2 → 1, takes 2 h 7 min → 1 h 3 min, without ready Pods 0 s → 20 s, below a PDB 0 s → 20 s, web ready 1 of 2 → 0 of 2
            - p pdbTimeoutDuration 1 h → 2 h: takes 2 h 7 min → 4 h 8 min, node-hours +2.0
            - p maxSurge/maxUnavailable 1/0 → 0/1: node-hours −2.1, without ready Pods 0 s → 20 s, below a PDB 0 s → 20 s, web ready 1 of 2 → 0 of 2
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
