//! Every command in every state of every strategy, against the tables of AM-61, AM-65 and AM-84.

use std::fmt::Write as _;

use expect_test::expect;

use crate::testing::run;
use base::{PoolId, SimTime};
use model::pool::{Phase, PoolState, RunState};
use trace::{Change, Trace};

const OPERATIONS: [&str; 6] = ["cancel", "resume", "rollback", "complete", "upgrade", "relabel"];

/// How a pool reaches a state, and an instant at which it has it.
struct Case {
    strategy: &'static str,
    pool: &'static str,
    script: &'static str,
    at: i64,
}

const SURGE: &str = "pool a nodes=2 | app web replicas=2";
const BLUE_GREEN: &str =
    "pool a nodes=2 blue-green batch-soak=600 pool-soak=1000 | app web replicas=2 on=a-0 grace=60";

const fn surge(script: &'static str, at: i64) -> Case {
    Case { strategy: "surge", pool: SURGE, script, at }
}

const fn blue_green(script: &'static str, at: i64) -> Case {
    Case { strategy: "blue-green", pool: BLUE_GREEN, script, at }
}

const CASES: &[Case] = &[
    surge("", 10),
    surge("at=0 upgrade a", 100),
    surge("at=0 upgrade a", 190),
    surge("at=0 quota 0 | at=0 upgrade a", 100),
    surge("open=0-100,9000-9999 | at=0 upgrade a automatic", 300),
    surge("open=500-9000 | at=0 upgrade a automatic", 100),
    surge("at=0 upgrade a | at=100 cancel a", 150),
    surge("at=0 upgrade a | at=100 cancel a", 600),
    surge("at=0 upgrade a | at=100 cancel a | at=600 rollback a", 700),
    surge("at=0 upgrade a | at=100 cancel a | at=600 rollback a", 2000),
    surge("at=0 upgrade a", 2000),
    blue_green("", 10),
    blue_green("at=0 quota 1 | at=0 upgrade a", 10),
    blue_green("at=0 upgrade a", 100),
    blue_green("at=0 stockout zone-a | at=0 upgrade a", 100),
    blue_green("at=0 upgrade a", 181),
    blue_green("at=0 upgrade a", 200),
    blue_green("at=0 upgrade a", 300),
    blue_green("at=0 upgrade a", 1500),
    blue_green("at=0 upgrade a", 2460),
    blue_green("at=0 upgrade a", 9000),
    blue_green("at=0 upgrade a | at=100 cancel a", 150),
    blue_green("at=0 upgrade a | at=181 cancel a", 190),
    blue_green("at=0 upgrade a | at=200 cancel a", 210),
    blue_green("at=0 upgrade a | at=300 cancel a", 310),
    blue_green("at=0 upgrade a | at=1500 cancel a", 1510),
    blue_green("at=0 upgrade a | at=300 rollback a", 310),
    blue_green("at=0 upgrade a | at=300 rollback a", 2000),
];

/// AM-84: does a command act in this state? Otherwise it is refused.
fn acts(operation: &str, state: &PoolState) -> bool {
    use RunState as S;
    let runs = matches!(state.run, S::Running | S::WaitingForResources | S::Paused);
    let waits_for_user = matches!(state.run, S::Cancelling | S::Cancelled | S::Failed);
    let phase = state.progress.phase;
    let deletes = phase == Some(Phase::DeletingBluePool);
    match operation {
        "cancel" => runs && !deletes,
        "resume" => waits_for_user,
        "rollback" => (runs && !deletes) || waits_for_user,
        "complete" => state.run == S::Running && phase == Some(Phase::NodePoolSoaking),
        // AM-70 (4): resume or roll back first. BS-04: unless the upgrade is canceled.
        "upgrade" => !runs && !waits_for_user && state.run != S::RollingBack,
        "relabel" => !runs && !matches!(state.run, S::Cancelling | S::RollingBack),
        _ => unreachable!("{operation}"),
    }
}

fn state_at(trace: &Trace, at: SimTime) -> PoolState {
    trace.frame_at(at).cluster.pools[PoolId(0)]
}

fn name(state: &PoolState) -> String {
    let phase = state.progress.phase.filter(|_| state.run.unfinished());
    let phase = phase.map_or_else(String::new, |phase| format!(" {}", phase.name()));
    format!("{:?}{phase}", state.run)
}

#[test]
fn every_command_in_every_state_follows_the_tables() {
    let mut table = String::new();
    for case in CASES {
        let line = |more: &str| {
            let parts = [case.pool, case.script, more];
            let parts = parts.iter().filter(|part| !part.is_empty());
            parts.copied().collect::<Vec<_>>().join(" | ")
        };
        let at = SimTime::from_secs(case.at);
        // A command acts before everything else of its instant.
        let before = state_at(&run(&line("")).0, SimTime::from_ms(at.ms() - 1));
        let _ = writeln!(table, "{} {}", case.strategy, name(&before));
        for operation in OPERATIONS {
            let newest = if operation == "upgrade" { " newest" } else { "" };
            let text = line(&format!("at={} {operation} a{newest}", case.at));
            let (trace, _) = run(&text);
            let refused = trace.records().any(|(_, record)| {
                record.at == at && matches!(record.change, Change::Refused { .. })
            });
            assert_eq!(
                !refused,
                acts(operation, &before),
                "{operation} while {} ({text})",
                name(&before)
            );
            let after = if refused {
                "refused".to_owned()
            } else {
                let (then, end) = (state_at(&trace, at), trace.last());
                format!("{}, in the end {:?}", name(&then), end.pools[PoolId(0)].run)
            };
            let _ = writeln!(table, "    {operation:<9} {after}");
        }
    }
    expect![[r#"
        surge Idle
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running, in the end Succeeded
            relabel   Idle, in the end Idle
        surge Running
            cancel    Cancelling, in the end Cancelled
            resume    refused
            rollback  Cancelling, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        surge Running
            cancel    Cancelling, in the end Cancelled
            resume    refused
            rollback  Cancelling, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        surge WaitingForResources
            cancel    Cancelled, in the end Cancelled
            resume    refused
            rollback  RolledBack, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        surge Paused
            cancel    Cancelled, in the end Cancelled
            resume    refused
            rollback  RollingBack, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        surge Queued
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running, in the end Succeeded
            relabel   Queued, in the end Succeeded
        surge Cancelling
            cancel    refused
            resume    Running, in the end Succeeded
            rollback  Cancelling, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        surge Cancelled
            cancel    refused
            resume    Running, in the end Succeeded
            rollback  RollingBack, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled, in the end Cancelled
        surge RollingBack
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   refused
            relabel   refused
        surge RolledBack
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running, in the end Succeeded
            relabel   RolledBack, in the end RolledBack
        surge Succeeded
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running, in the end Succeeded
            relabel   Succeeded, in the end Succeeded
        blue-green Idle
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running CREATING_GREEN_POOL, in the end Succeeded
            relabel   Idle, in the end Idle
        blue-green Failed CREATING_GREEN_POOL
            cancel    refused
            resume    Failed CREATING_GREEN_POOL, in the end Failed
            rollback  RolledBack, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Failed CREATING_GREEN_POOL, in the end Failed
        blue-green Running CREATING_GREEN_POOL
            cancel    Cancelled CREATING_GREEN_POOL, in the end Cancelled
            resume    refused
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green WaitingForResources CREATING_GREEN_POOL
            cancel    Cancelled CREATING_GREEN_POOL, in the end Cancelled
            resume    refused
            rollback  RolledBack, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green Running CORDONING_BLUE_POOL
            cancel    Cancelled CORDONING_BLUE_POOL, in the end Cancelled
            resume    refused
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green Running DRAINING_BLUE_POOL
            cancel    Cancelled DRAINING_BLUE_POOL, in the end Cancelled
            resume    refused
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green Running DRAINING_BLUE_POOL
            cancel    Cancelled DRAINING_BLUE_POOL, in the end Cancelled
            resume    refused
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green Running NODE_POOL_SOAKING
            cancel    Cancelled NODE_POOL_SOAKING, in the end Cancelled
            resume    refused
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  Running DELETING_BLUE_POOL, in the end Succeeded
            upgrade   refused
            relabel   refused
        blue-green Running DELETING_BLUE_POOL
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green Succeeded
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running CREATING_GREEN_POOL, in the end Succeeded
            relabel   Succeeded, in the end Succeeded
        blue-green Cancelled CREATING_GREEN_POOL
            cancel    refused
            resume    Running CREATING_GREEN_POOL, in the end Succeeded
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled CREATING_GREEN_POOL, in the end Cancelled
        blue-green Cancelled CORDONING_BLUE_POOL
            cancel    refused
            resume    Running DRAINING_BLUE_POOL, in the end Succeeded
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled CORDONING_BLUE_POOL, in the end Cancelled
        blue-green Cancelled DRAINING_BLUE_POOL
            cancel    refused
            resume    Running DRAINING_BLUE_POOL, in the end Succeeded
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled DRAINING_BLUE_POOL, in the end Cancelled
        blue-green Cancelled DRAINING_BLUE_POOL
            cancel    refused
            resume    Running DRAINING_BLUE_POOL, in the end Succeeded
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled DRAINING_BLUE_POOL, in the end Cancelled
        blue-green Cancelled NODE_POOL_SOAKING
            cancel    refused
            resume    Running NODE_POOL_SOAKING, in the end Succeeded
            rollback  RollingBack ROLLBACK_STARTED, in the end RolledBack
            complete  refused
            upgrade   refused
            relabel   Cancelled NODE_POOL_SOAKING, in the end Cancelled
        blue-green RollingBack ROLLBACK_STARTED
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   refused
            relabel   refused
        blue-green RolledBack
            cancel    refused
            resume    refused
            rollback  refused
            complete  refused
            upgrade   Running CREATING_GREEN_POOL, in the end Succeeded
            relabel   RolledBack, in the end RolledBack
    "#]]
    .assert_eq(&table);
}
