//! The measures of runs, in one table.

use super::{Measures, Number, What, rolled_back, table};
use crate::tests::{Run, made};
use base::{RecordNo, SimTime};
use expect_test::{Expect, expect};
use std::fmt::Write as _;
use words::Words;

fn number(number: Number) -> String {
    match number {
        Number::Nothing => "nothing".to_owned(),
        Number::Span(span) => format!("{} s", span.secs()),
        Number::Count(n) => n.to_string(),
        Number::Within(n, quota) => format!("{n}, quota {quota}"),
        Number::Of(n, of) => format!("{n} of {of}"),
        Number::Mean(n, of) => format!("{n}/{of}"),
        Number::NodeTime(ms) => format!("{} node-s", ms / 1000),
    }
}

fn check(lines: &[&str], expected: &Expect) {
    let runs: Vec<Run> = lines.iter().map(|line| made(line)).collect();
    let until = runs.iter().map(|run| run.trace.end()).max();
    let measures: Vec<Measures> =
        runs.iter().map(|run| run.measures(until.unwrap_or(SimTime::ZERO))).collect();
    let mut text = String::from("Conclusion:");
    for one in &measures {
        let _ = write!(text, " {};", one.conclusion.name());
    }
    text.push('\n');
    for line in table(&measures.iter().map(Some).collect::<Vec<_>>()) {
        let _ = write!(text, "{:?}:", line.what);
        for (cell, lower) in line.cells {
            let said = cell.map_or_else(String::new, |one| number(one.number));
            let _ = write!(text, " {}{said};", if lower { "< " } else { "" });
        }
        text.push('\n');
    }
    expected.assert_eq(&text);
}

/// Surge uses two of three windows, blue-green one, because it continues when the window closes (UP-16).
#[test]
fn windows_that_are_used_are_counted() {
    check(
        &[
            "pool a nodes=3 surge=1+0 | window=100-500,1000-1500,2000-2500 | at=0 upgrade a automatic",
            "pool a nodes=3 blue-green batch=1 | window=100-500,1000-1500,2000-2500 | at=0 upgrade a automatic",
        ],
        &expect![[r#"
            Conclusion: succeeded; succeeded;
            Duration: < 1111 s; 3811 s;
            Work: < 633 s; 3811 s;
            Windows: 2; < 1;
            Drained: 1081 s; < 181 s;
            NodesMax: 4; 6;
            NodesMin: 3; 3;
            ExtraNodes: < 633 node-s; 11433 node-s;
            NodeTime: < 12366 node-s; 23166 node-s;
            Evictions: 0; 0;
            Forced: 0; 0;
            Moves: 0/0; 0/0;
            MovesMax: 0; 0;
            MovedAgain: 0 of 0; 0 of 0;
            Blocked: 0 s; 0 s;
        "#]],
    );
}

#[test]
fn surge_and_blue_green_beside_one_another() {
    check(
        &[
            "pool a nodes=3 surge=1+0 | app web replicas=4 min-available=3 ready=30 | at=0 upgrade a",
            "pool a nodes=3 blue-green batch=1 | app web replicas=4 min-available=3 ready=30 | at=0 upgrade a",
        ],
        &expect![[r#"
            Conclusion: succeeded; succeeded;
            Duration: < 873 s; 3991 s;
            Drained: 843 s; < 361 s;
            NodesMax: 4; 6;
            NodesMin: 3; 3;
            ExtraNodes: < 873 node-s; 11973 node-s;
            NodeTime: < 12846 node-s; 23946 node-s;
            Evictions: 6; 4;
            Forced: 0; 0;
            Moves: 6/4; < 4/4;
            MovesMax: 2; < 1;
            MovedAgain: 2 of 4; < 0 of 4;
            Ready(WorkloadId(0)): 3 of 4; 3 of 4;
            Blocked: 150 s; < 120 s;
        "#]],
    );
}

#[test]
fn no_run_is_better_if_an_upgrade_did_not_finish() {
    check(
        &[
            "pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a | at=400 cancel a | at=700 rollback a",
            "pool a nodes=3 surge=2+0 | app web replicas=3 | at=0 upgrade a | at=200 cancel a | at=500 rollback a",
        ],
        &expect![[r#"
            Conclusion: rolled_back; rolled_back;
            Duration: 1182 s; 741 s;
            Drained: 1152 s; 711 s;
            NodesMax: 4; 5;
            NodesMin: 3; 3;
            ExtraNodes: 964 node-s; 964 node-s;
            NodeTime: 4510 node-s; 4510 node-s;
            Evictions: 3; 3;
            Forced: 0; 0;
            Moves: 5/3; 5/3;
            MovesMax: 2; 2;
            MovedAgain: 2 of 3; 2 of 3;
            Ready(WorkloadId(0)): 1 of 3; 0 of 3;
            Blocked: 0 s; 0 s;
        "#]],
    );
    check(
        &[
            "pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a",
            "pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a | at=400 cancel a",
        ],
        &expect![[r#"
            Conclusion: succeeded; cancelled;
            Duration: 723 s; 482 s;
            Drained: 693 s; 452 s;
            NodesMax: 4; 4;
            NodesMin: 3; 3;
            ExtraNodes: 723 node-s; 482 node-s;
            NodeTime: 2892 node-s; 2651 node-s;
            Evictions: 4; 3;
            Forced: 0; 0;
            Moves: 4/3; 3/3;
            MovesMax: 2; 1;
            MovedAgain: 1 of 3; 0 of 3;
            Ready(WorkloadId(0)): 1 of 3; 1 of 3;
            Blocked: 0 s; 0 s;
        "#]],
    );
}

#[test]
fn nodes_that_expire_are_not_drained_and_missing_nodes_are_not_extra() {
    check(
        &["pool a nodes=2 life=3600 | app web replicas=2 | at=0 upgrade a | at=5000 resize a 2"],
        &expect![[r#"
            Conclusion: succeeded;
            Duration: 3630 s;
            Drained: nothing;
            NodesMax: 2;
            NodesMin: 0;
            ExtraNodes: 0 node-s;
            NodeTime: 14520 node-s;
            Evictions: 0;
            Forced: 4;
            Moves: 2/2;
            MovesMax: 1;
            MovedAgain: 0 of 2;
            Ready(WorkloadId(0)): 0 of 2;
            Blocked: 0 s;
        "#]],
    );
}

#[test]
fn the_quota_is_shown_with_the_maximum_of_nodes() {
    check(
        &[
            "pool a nodes=3 surge=2+0 | at=0 quota 2 | at=0 upgrade a",
            "pool a nodes=3 surge=2+0 | at=0 quota 1 | at=0 upgrade a | at=9000 quota 5",
        ],
        &expect![[r#"
            Conclusion: succeeded; succeeded;
            Duration: < 422 s; 633 s;
            Drained: < 392 s; 603 s;
            NodesMax: 5, quota 5; 4, quota 4;
            NodesMin: 3; 3;
            ExtraNodes: 633 node-s; 633 node-s;
            NodeTime: 27633 node-s; 27633 node-s;
            Evictions: 0; 0;
            Forced: 0; 0;
            Moves: 0/0; 0/0;
            MovesMax: 0; 0;
            MovedAgain: 0 of 0; 0 of 0;
            Blocked: 0 s; 0 s;
        "#]],
    );
}

#[test]
fn the_rows_of_a_number_are_those_it_is_made_of() {
    let run = made("pool a nodes=3 surge=1+0 | app web replicas=4 | at=0 upgrade a");
    let measures = run.measures(run.trace.end());
    let told = |what: What| {
        let last = run.trace.frame_at(run.trace.end());
        let words = Words::english(run.trace.plan(), &last.cluster);
        let rows = &measures.get(what).expect("it is measured").rows;
        let said = rows.iter().filter_map(|no: &RecordNo| {
            let record = run.trace.record(*no)?;
            let (name, fact) = (words.name(record.subject), words.fact(&record));
            Some(format!("{} {name} {fact}\n", record.at.ms() / 1000))
        });
        said.collect::<String>()
    };
    expect![[r#"
        0 a upgrade starts
        723 a succeeded
    "#]]
    .assert_eq(&told(What::Duration));
    expect![[r#"
        180 a-a-3 Ready
    "#]]
    .assert_eq(&told(What::NodesMax));
    expect![[r#"
        181 web-4 scheduled on a-2
        181 web-5 scheduled on a-a-3
        422 web-6 scheduled on a-a-4
        422 web-7 scheduled on a-2
        663 web-8 scheduled on a-a-5
        663 web-9 scheduled on a-a-3
    "#]]
    .assert_eq(&told(What::Moves));
}

#[test]
fn a_pod_moves_again_when_the_one_that_took_its_place_goes() {
    check(
        &[
            "pool a nodes=4 surge=0+1 | app web replicas=4 | at=0 upgrade a",
            "pool a nodes=4 surge=0+1 | app db replicas=2 kind=StatefulSet | app web replicas=2 | at=0 upgrade a",
            "pool a nodes=3 | app web replicas=3 | at=10 replicas web 1 | at=100 replicas web 3",
        ],
        &expect![[r#"
            Conclusion: succeeded; succeeded; idle;
            Duration: 964 s; 964 s; nothing;
            Drained: 754 s; 754 s; nothing;
            NodesMax: 4; 4; 3;
            NodesMin: 3; 3; 3;
            ExtraNodes: 0 node-s; 0 node-s; 0 node-s;
            NodeTime: 3856 node-s; 3856 node-s; 2892 node-s;
            Evictions: 6; 8; 0;
            Forced: 0; 0; 0;
            Moves: 6/4; 8/4; 0/5;
            MovesMax: 2; 2; 0;
            MovedAgain: 2 of 4; 4 of 4; 0 of 5;
            Ready(WorkloadId(0)): 2 of 4; 0 of 2; 1 of 3;
            Blocked: 0 s; 0 s; 0 s;
        "#]],
    );
}

#[test]
fn how_long_a_rollback_takes_is_known_once_it_is_over() {
    let run = made(
        "pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a | at=400 cancel a | at=700 rollback a",
    );
    let asked = SimTime::from_secs(700);
    expect!["Some(SimSpan(482000))"].assert_eq(&format!("{:?}", rolled_back(&run.trace, asked)));
    let run = made("pool a nodes=3 surge=1+0 | app web replicas=3 | at=0 upgrade a");
    assert_eq!(rolled_back(&run.trace, asked), None);
}
