//! Questions about runs with several of something, where the first, the last, the longest or all of them count, and about
//! what happens at exactly one instant.

use std::rc::Rc;

use super::made;
use crate::conditions::first_below;
use crate::upgrades::upgrades;
use crate::{Index, Outcome, Reading, lanes, shortfalls_until};
use base::{BudgetId, NodeId, SimTime, WorkloadId};
use expect_test::expect;
use sim::testing::{cluster, run, run_plan};
use trace::{Change, Subject};

/// KE-03, KP-18: of two budgets of a workload the one that is longer below its floor counts.
#[test]
fn a_workload_is_below_its_budgets_as_long_as_the_worse_one() {
    let below = |limits: &str| {
        let run = made(&format!(
            "pool a nodes=2 | app web replicas=2 {limits} ready=40 | at=0 drain a-0 | at=0 upgrade a"
        ));
        let all = Outcome::of(&run.trace, &run.index, run.ended);
        all.workloads[0].below_budget.secs()
    };
    assert_eq!(below("min-available=2"), 120);
    assert_eq!(below("max-unavailable=1"), 0);
    // With two budgets evictions fail until the limit of the drain: a second one that is never below hides nothing.
    assert_eq!(below("max-unavailable=2 min-available=2"), 120);
}

/// A budget over two workloads stands for neither: each without a ready Pod is named.
#[test]
fn workloads_of_one_budget_are_short_for_themselves() {
    let short = |shared: bool| {
        let line = "pool a nodes=2 spot | app web replicas=1 on=a-0 min-available=1 | app api replicas=1 on=a-0 \
            | at=0 preempt a-0";
        let (plan, start) = cluster(line);
        let mut plan = (*plan).clone();
        if shared {
            plan.budgets[BudgetId(0)].workloads.push(WorkloadId(1));
            plan.workloads[WorkloadId(1)].budgets.push(BudgetId(0));
        }
        let (trace, _) = run_plan(Rc::new(plan), start);
        let found = shortfalls_until(&trace, trace.end());
        let spans: Vec<_> = found.iter().map(|one| &one.stretches).collect();
        assert!(spans.windows(2).all(|two| two[0] == two[1]), "{spans:?}");
        found.into_iter().map(|one| one.subject).collect::<Vec<_>>()
    };
    let budget = Subject::Budget(BudgetId(0));
    let [web, api] = [0, 1].map(|id| Subject::Workload(WorkloadId(id)));
    assert_eq!(short(true), [budget, web, api]);
    // Of its only one a budget says the same.
    assert_eq!(short(false), [budget, api]);
}

/// KA-62: a Pod that doesn't end in time counts until then, also after it is gone at last.
#[test]
fn a_pod_that_ends_late_counts_until_it_was_due() {
    // Its kubelet has stopped: it is to end at 50 s, counts for 60 s more, and ends with its node at 611 s.
    let line = "pool a nodes=2 autoscaled=0-4 | app web replicas=1 on=a-0 | app keep replicas=2 on=a-1 \
        | at=10 fail a-0 | at=20 replicas web 0";
    let requested = |line: &str, at: i64| {
        let run = made(line);
        let frame = run.trace.frame_at(SimTime::from_secs(at));
        run.index.node_use(&run.trace, &frame, NodeId(0)).map(|used| used.cpu.requested)
    };
    for until in [600, 5000] {
        let line = format!("{line} | until={until}");
        let all = [5, 60, 109, 111, 600].map(|at| requested(&line, at));
        assert_eq!(all, [Some(1000), Some(1000), Some(1000), Some(0), Some(0)], "{until}");
    }
}

/// KA-54: what a Pod requests is free once it has finished, and not once more when its object is removed.
#[test]
fn a_finished_pod_frees_its_room_once() {
    let run = made(
        "pool a nodes=2 autoscaled=0-4 | app etl kind=Job replicas=1 completions=1 work=100 on=a-0 cpu=1500 \
         | app web replicas=1 on=a-1 | at=300 drain a-0 | until=400",
    );
    let removed = run.trace.records().find(|(_, row)| row.change == Change::PodGone);
    assert_eq!(removed.map(|(_, row)| row.at), Some(SimTime::from_secs(301)));
    let [cpu, _] = lanes(&run.trace, &run.index).usage.expect("a pool is autoscaled");
    let points: Vec<_> =
        cpu.requested.points().iter().map(|(at, n)| (at.ms() / 1000, *n)).collect();
    assert_eq!(points, [(0, 2500), (100, 1000)]);
}

/// A draining node shows the Pods that its drain has removed, and none that had left before.
#[test]
fn a_tile_shows_what_its_drain_has_removed() {
    let run = made(
        "pool a nodes=2 slots=4 | app web replicas=2 on=a-0 grace=300 shutdown=200 | app api replicas=2 on=a-0 grace=5 \
         | at=60 replicas api 1 | at=100 drain a-0",
    );
    let left = |at: i64| {
        let stage = run.stage(at);
        let tile = &stage.pools[0].zones[0].tiles[0];
        tile.left.iter().map(|(place, dot)| (*place, dot.pod.0)).collect::<Vec<_>>()
    };
    // api-0 has left at 65 s, api-1 at 106 s; web ends with the drain.
    assert_eq!(
        [left(80), left(105), left(107), left(200)],
        [vec![], vec![], vec![(2, 3)], vec![(2, 3)]]
    );
    assert!(left(400).is_empty());
}

/// The moment of refusals is that of the first eviction that is refused, whatever was held before.
#[test]
fn a_pod_that_waits_is_no_refused_eviction() {
    expect![[r#"
        +00:01:40 pool/a: The upgrade to 1.33 starts (UpgradeInfoEvent STARTED)
        +00:04:41 pod/web-0: Eviction refused: web-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB)
        +01:04:41 pod/web-0: and web-1 are forced out
        +02:08:12 pod/web-2: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION)
        +02:08:42 pool/a: Every node has the target configuration (UpgradeInfoEvent SUCCEEDED)
    "#]].assert_eq(&super::harm::moments(
        "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=0 | app big replicas=0 cpu=3000 | at=5 replicas big 1 \
         | at=100 upgrade a",
    ));
}

/// More wanted Pods are too few ready ones at once, before any of them is there.
#[test]
fn a_condition_holds_from_the_row_that_wants_more() {
    let run = made("pool a nodes=2 | app web replicas=2 ready=40 | at=60 replicas web 4");
    let found = first_below(&run.trace, |_, replicas| Some(replicas)).expect("two are missing");
    assert_eq!((found.ready, found.least), (2, 4));
    let row = found.no.and_then(|no| run.trace.record(no)).expect("it isn't so from the start");
    assert_eq!((row.at, row.change), (SimTime::from_secs(60), Change::ReplicasSet { replicas: 4 }));
    // A fixed number isn't missed.
    assert_eq!(first_below(&run.trace, |_, _| Some(2)), None);
}

/// A budget refuses until the last of its refusals ends.
#[test]
fn a_budget_refuses_until_its_last_refusal_ends() {
    let until = |first: i64, second: i64| {
        let run = made(&format!(
            "pool a nodes=3 | app web replicas=3 grace=5 max-unavailable=0 | at=60 drain a-0 timeout={first} \
             | at=100 drain a-1 timeout={second}"
        ));
        let why = run.why("budget/web-pdb", 150);
        why.lines().find(|line| line.starts_with("Until")).unwrap_or_default().to_owned()
    };
    assert_eq!(until(200, 400), "Until: +00:08:21, when the drain gives up.");
    assert_eq!(until(400, 200), "Until: +00:07:41, when the drain gives up.");
}

/// KT-15: what a VM's shutdown leaves a Pod begins anew when the VM is taken away again.
#[test]
fn each_shutdown_of_a_vm_gives_its_whole_time() {
    let forced = |shutdown: i64| {
        let run = made(&format!(
            "pool a nodes=1 spot | app db kind=StatefulSet replicas=1 grace=60 shutdown={shutdown} | at=60 preempt a-0 \
             | at=600 preempt a-0"
        ));
        let ends = run.index.forced.iter().map(|one| one.at.ms() / 1000);
        ends.collect::<Vec<_>>()
    };
    assert!(forced(5).is_empty());
    assert!(forced(14).is_empty());
    assert_eq!(forced(40), [75, 615]);
}

/// MW-02: a window is over at its close. AM-66: a node in progress goes on. BS-03: what a person starts uses none.
#[test]
fn what_starts_at_the_close_of_a_window_is_outside_of_it() {
    let run = |at: i64, how: &str| {
        let line =
            format!("pool a nodes=1 surge=1+0 | open=0-3600,86400-90000 | at={at} upgrade a {how}");
        made(&line)
    };
    let used = |at, how| {
        upgrades(&run(at, how).trace)
            .windows
            .into_iter()
            .map(|at| at.ms() / 1000)
            .collect::<Vec<_>>()
    };
    assert_eq!([3599, 3600].map(|at| used(at, "automatic")), [[0], [86_400]]);
    assert!([3000, 86_400].iter().all(|at| used(*at, "").is_empty()));
    // It takes 211 s.
    let late = |at| upgrades(&run(at, "automatic").trace).each[0].late.secs();
    assert_eq!([3000, 3599].map(late), [0, 210]);
}

/// A run that goes on with another plan is read by that plan: what was read before knows only the first one.
#[test]
fn a_run_that_goes_on_with_another_plan_is_read_as_a_whole() {
    let cluster = "pool a nodes=2 autoscaled=0-4 | app web replicas=2 on=a-0 min-available=2";
    let known = run(&format!("{cluster} | at=9000 uncordon a-1")).0;
    let (trace, ended) =
        run(&format!("{cluster} | at=60 drain a-0 | at=90 limit web 1 | at=600 upgrade a"));
    let first = Reading::begin(known.without_rows());
    let mut reading = first.with_plan(Rc::clone(trace.plan()));
    trace.chunks().for_each(|(_, chunk)| reading.read(Rc::clone(chunk)));
    let index = Index::of(&trace);
    let outcome = reading.outcome(ended);
    assert_eq!(outcome, Outcome::of(&trace, &index, ended));
    assert_eq!(outcome.drained.map(|drains| drains.nodes), Some(1));
    assert_eq!(reading.lanes().usage, lanes(&trace, &index).usage);
}

/// A workload that was without a ready Pod once, and of which none are wanted in the end, isn't down.
#[test]
fn an_outage_that_is_over_does_not_last_to_the_end() {
    let out = |more: &str| {
        let line = format!(
            "pool a nodes=2 surge=0+1 | app web replicas=1 on=a-0 max-unavailable=1 | at=0 upgrade a{more}"
        );
        let run = made(&line);
        let web = Outcome::of(&run.trace, &run.index, run.ended).workloads[0];
        (web.out.secs(), web.down.map(|at| at.ms() / 1000))
    };
    assert_eq!(out(""), (40, None));
    assert_eq!(out(" | at=2000 replicas web 0"), (40, None));
}
