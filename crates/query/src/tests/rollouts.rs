//! What a rollout does to Pods, to drains that wait for its Pods, and to budgets.

use super::check_why;
use expect_test::expect;

/// Its updated Pods aren't ready until 20 min and use up the budget of both templates.
const STALLED: &str = "pool a nodes=3 slots=4 | app web replicas=4 max-unavailable=2 surge=0 unavailable=2 \
     | revision never-ready fails-until=1200 | at=5 rollout web | at=60 drain a-1";

/// KC-21, KE-12: a Pod that a rollout ends, and one that it has ended, name it and the updated Pods.
#[test]
fn a_pod_that_a_rollout_ends_names_it() {
    check_why(
        STALLED,
        "pod/web-0",
        10,
        expect![[r#"
        What: Pod web-0 on a-0 has been terminating for 5 s (since +00:00:05).
        Why: In a rolling update old ReplicaSets shrink, unavailable Pods first, as long as replicas − maxUnavailable Pods stay available. PodDisruptionBudgets are not consulted. (rollout/shrink KC-21 KE-12)
             rollout of: web
             new revision: 2
             updated Pods: web-r2-0 and web-r2-1
        Why: A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted. (workload/scale-down KC-04 KC-12)
             gone after: 30 s
        Until: +00:00:35, at the latest.
        Chain: pod/web-0 deleted <- workload/web revision 1: 2 Pods desired <- workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
    check_why(
        STALLED,
        "pod/web-0",
        100,
        expect![[r#"
        What: Pod web-0 has been gone since +00:00:35.
        Why: In a rolling update old ReplicaSets shrink, unavailable Pods first, as long as replicas − maxUnavailable Pods stay available. PodDisruptionBudgets are not consulted. (rollout/shrink KC-21 KE-12)
             rollout of: web
             new revision: 2
             updated Pods: web-r2-0 and web-r2-1
        Why: A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted. (workload/scale-down KC-04 KC-12)
             gone after: 30 s
             asked to leave at: +00:00:05
             node: a-0
        Chain: pod/web-0 deleted <- workload/web revision 1: 2 Pods desired <- workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
}

/// KC-23: with Recreate there are no updated Pods yet.
#[test]
fn a_recreated_pod_names_the_rollout() {
    let line = "pool a nodes=2 | app web replicas=2 recreate grace=60 max-unavailable=0 | revision | at=5 rollout web";
    check_why(
        line,
        "pod/web-0",
        10,
        expect![[r#"
        What: Pod web-0 on a-0 has been terminating for 5 s (since +00:00:05).
        Why: With the strategy Recreate all old Pods are deleted at once; new ones are created when no old Pod is left. PodDisruptionBudgets are not consulted. (rollout/recreate KC-23 KE-12)
             rollout of: web
             new revision: 2
        Why: A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted. (workload/scale-down KC-04 KC-12)
             gone after: 1 min
        Until: +00:01:05, at the latest.
        Chain: pod/web-0 deleted <- workload/web revision 1: 0 Pods desired <- workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
    check_why(
        line,
        "budget/web-pdb",
        10,
        expect![[r#"
        What: web-pdb currently allows 0 disruptions.
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 0
             healthy Pods: 0 of 2
             required healthy Pods: 2
             disruptionsAllowed: 0 − 2 = 0
             rollout of: web
             updated Pods: none before the old ones are gone
        Say: DisruptionAllowed=False, InsufficientPods [PodDisruptionBudget condition]
        Chain: 
    "#]],
    );
}

/// KC-24, KP-16: Pods of the new template that end because fewer replicas are wanted aren't ended by the rollout.
#[test]
fn a_pod_that_is_no_longer_wanted_is_not_ended_by_the_rollout() {
    let line = "pool a nodes=4 slots=4 | app web replicas=4 | revision never-ready | at=5 rollout web | at=10 replicas web 1";
    check_why(
        line,
        "pod/web-r2-0",
        15,
        expect![[r#"
        What: Pod web-r2-0 on a-2 has been terminating for 5 s (since +00:00:10).
        Why: A controller deletes Pods that it no longer needs. PodDisruptionBudgets are not consulted. (workload/scale-down KC-04 KC-12)
             gone after: 30 s
        Until: +00:00:40, at the latest.
        Chain: pod/web-r2-0 deleted <- workload/web revision 2: 1 Pod desired <- workload/web 1 replica desired <- workload/web web scaled to 1 replica
    "#]],
    );
}

/// KP-10, KC-21: a drain, its pool, Pod and budget say that updated Pods which aren't ready use up the budget.
#[test]
fn a_drain_says_that_a_rollout_uses_up_the_budget() {
    check_why(
        STALLED,
        "node/a-1",
        300,
        expect![[r#"
            What: The drain of node a-1 has been blocked for 3 min 59 s (since +00:01:01). 0 of 2 Pods gone, 2 to go; refused: web-2 and web-3.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: web-pdb
                 limit: maxUnavailable 2
                 healthy Pods: 2 of 4
                 required healthy Pods: 2
                 disruptionsAllowed: 2 − 2 = 0
                 rollout of: web
                 updated Pods that aren't ready: web-r2-0 and web-r2-1
            Until: +00:20:00, when the last refused Pod is deleted without regard to its PDB.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/web-2 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-1 drain starts, 2 Pods <- node/a-1 cordoned <- node/a-1 Drain of a-1 requested
        "#]],
    );
    check_why(
        STALLED,
        "budget/web-pdb",
        300,
        expect![[r#"
        What: web-pdb currently allows 0 disruptions and blocks web-2 and web-3.
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 2
             healthy Pods: 2 of 4
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
             rollout of: web
             updated Pods that aren't ready: web-r2-0 and web-r2-1
        Until: +00:20:00, when the last refused Pod is deleted without regard to its PDB.
        Say: DisruptionAllowed=False, InsufficientPods [PodDisruptionBudget condition]
        Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
        Chain: pod/web-2 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-1 drain starts, 2 Pods <- node/a-1 cordoned <- node/a-1 Drain of a-1 requested
    "#]],
    );
}

/// KC-22: how far the rollout is, whether its deadline is over, and when it is done.
#[test]
fn a_workload_says_how_far_its_rollout_is() {
    check_why(
        STALLED,
        "workload/web",
        300,
        expect![[r#"
        What: web: 2 of 4 Pods ready.
        Why: A change of a Deployment's Pod template starts a rollout. Until it is done, an evicted Pod is replaced by one of its own template. (rollout/start KC-24)
             new revision: 2
             updated Pods: 2 of 4
        Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
             ready: 2
             starting: 2
             pending: 0
             terminating: 0
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 2
             healthy Pods: 2 of 4
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
             rollout of: web
             updated Pods that aren't ready: web-r2-0 and web-r2-1
        Until: +00:20:20, when the rollout is done.
        Chain: workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
    check_why(
        STALLED,
        "workload/web",
        700,
        expect![[r#"
        What: web: 2 of 4 Pods ready.
        Why: A rollout without progress for progressDeadlineSeconds is reported as ProgressDeadlineExceeded. Nothing stops or rolls back. (rollout/progress-deadline KC-22)
             new revision: 2
             updated Pods: 2 of 4
        Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
             ready: 2
             starting: 2
             pending: 0
             terminating: 0
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 2
             healthy Pods: 2 of 4
             required healthy Pods: 2
             disruptionsAllowed: 2 − 2 = 0
             rollout of: web
             updated Pods that aren't ready: web-r2-0 and web-r2-1
        Until: +00:20:20, when the rollout is done.
        Chain: workload/web no progress within the progress deadline <- workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
    check_why(
        STALLED,
        "workload/web",
        2000,
        expect![[r#"
        What: web: 4 of 4 Pods ready.
        Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
             ready: 4
             starting: 0
             pending: 0
             terminating: 0
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 2
             healthy Pods: 4 of 4
             required healthy Pods: 2
             disruptionsAllowed: 4 − 2 = 2
        Chain: 
    "#]],
    );
    let line = "pool a nodes=4 slots=4 | app web replicas=4 | revision never-ready | revision | at=5 rollout web | at=60 rollout web";
    check_why(
        line,
        "workload/web",
        30,
        expect![[r#"
        What: web: 3 of 4 Pods ready.
        Why: A change of a Deployment's Pod template starts a rollout. Until it is done, an evicted Pod is replaced by one of its own template. (rollout/start KC-24)
             new revision: 2
             updated Pods: 2 of 4
        Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
             ready: 3
             starting: 2
             pending: 0
             terminating: 1
        Until: +00:01:00, when another rollout begins.
        Chain: workload/web rollout of revision 2 started <- workload/web Rollout of web, revision 2
    "#]],
    );
}

/// KP-08, KC-24: one budget counts the ready Pods of both templates, against the replicas of their Deployment once.
#[test]
fn a_budget_counts_both_templates() {
    let line = "pool a nodes=4 slots=4 | app web replicas=4 max-unavailable=1 surge=2 unavailable=0 \
         | revision ready=10 | at=5 rollout web";
    check_why(
        line,
        "budget/web-pdb",
        36,
        expect![[r#"
        What: web-pdb currently allows 1 disruption.
        Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
             PDB: web-pdb
             limit: maxUnavailable 1
             healthy Pods: 4 of 4
             required healthy Pods: 3
             disruptionsAllowed: 4 − 3 = 1
             rollout of: web
             updated Pods that aren't ready: web-r2-2 and web-r2-3
        Say: DisruptionAllowed=True, SufficientPods [PodDisruptionBudget condition]
        Chain: 
    "#]],
    );
}
