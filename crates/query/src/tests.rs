//! Questions asked of small runs, answered in words.

mod asked_time;
mod autoscaled_blue_green;
mod autoscaler;
mod blue_green;
mod branches;
mod harm;
mod maintenance;
mod of_several;
mod reach;
mod removals;
mod rollouts;
mod short_lived_and_spot;
mod tables;
mod two_of_each;
mod two_removals;

use std::fmt::Write as _;
use std::rc::Rc;

use expect_test::{Expect, expect};

use crate::stage::{Detail, StageModel, StateCounts, stage, stage_of};
use crate::why::{Why, why_batch};
use crate::{Index, Outcome, lanes, parse_subject, shortfalls_until, verdict, why};
use base::{PoolId, SimTime};
use sim::rules::RULES;
use sim::testing::run;
use trace::{Chunk, Ended, Record, Subject, Trace};
use words::Words;

pub(super) struct Run {
    pub(super) trace: Trace,
    pub(super) index: Index,
    pub(crate) ended: Ended,
}

pub(super) fn made(line: &str) -> Run {
    let (trace, ended) = run(line);
    let index = Index::of(&trace);
    Run { trace, index, ended }
}

/// The sides of a pool and the batches of blue, one per line.
fn sides_text(sides: &crate::stage::Sides, words: &Words<'_>) -> String {
    let mut text = String::new();
    for (name, side) in [("blue", &sides.blue), ("green", &sides.green)] {
        let chip = side.chip.as_ref().map(|chip| words.say(chip));
        let chip = chip.map_or_else(String::new, |chip| format!(" ({chip})"));
        let _ = writeln!(text, "  {name}: {}{chip}", words.say(&side.words));
    }
    for batch in &sides.batches {
        let nodes: Vec<String> =
            batch.nodes.iter().map(|node| words.name(Subject::Node(*node))).collect();
        let line = batch.line.as_ref().map(|line| words.say(line));
        let _ = writeln!(
            text,
            "  {:?} {} [{}] {}, {}{}",
            batch.turn,
            words.say(&batch.title),
            nodes.join(" "),
            words.say(&batch.word),
            line.unwrap_or_default(),
            batch.progress.map_or(String::new(), |n| format!(" {n}/1000"))
        );
    }
    text
}

impl Run {
    pub(super) fn measures(&self, until: SimTime) -> crate::Measures {
        let outcome = Outcome::of(&self.trace, &self.index, self.ended);
        crate::Measures::of(&self.trace, &self.index, &outcome, until)
    }

    /// Only sides and batches, with the caption and the pool's line.
    fn sides(&self, instants: &[i64]) -> String {
        let mut text = String::new();
        for at in instants {
            let stage = self.stage(*at);
            self.with_words(|words| {
                let pool = &stage.pools[0];
                let now = pool.progress.as_ref().map(|phrase| words.say(phrase));
                let _ = writeln!(text, "{at} {}", words.say(&stage.caption));
                let _ = writeln!(text, "  {}", now.unwrap_or_default());
                if let Some(sides) = &pool.sides {
                    text.push_str(&sides_text(sides, words));
                }
            });
        }
        text
    }

    fn with_words<T>(&self, ask: impl FnOnce(&Words<'_>) -> T) -> T {
        let last = self.trace.frame_at(self.trace.end());
        ask(&Words::english(self.trace.plan(), &last.cluster))
    }

    fn why(&self, subject: &str, at: i64) -> String {
        let at = SimTime::from_secs(at);
        let asked = parse_subject(&self.trace, subject, at).expect("a known subject");
        let answer = why(&self.trace, &self.index, asked, at);
        self.told(answer)
    }

    /// Why a batch of the first pool is in its state.
    fn why_batch(&self, batch: u32, at: i64) -> String {
        let frame = self.trace.frame_at(SimTime::from_secs(at));
        let now = (&frame, None);
        self.told(why_batch(&self.trace, &self.index, now, PoolId(0), batch))
    }

    fn told(&self, answer: Option<Why>) -> String {
        let Some(answer) = answer else {
            return "nothing\n".to_owned();
        };
        self.with_words(|words| {
            let mut text = format!("What: {}\n", words.say(&answer.what));
            for reason in &answer.reasons {
                let _ = writeln!(
                    text,
                    "Why: {} ({} {})",
                    words.say_with_rule(&reason.sentence, reason.rule),
                    reason.rule.slug,
                    reason.rule.ids.join(" ")
                );
                for input in &reason.inputs {
                    let _ = writeln!(
                        text,
                        "     {}: {}",
                        words.say(&input.name),
                        words.value(&input.value)
                    );
                }
            }
            if let Some(until) = &answer.until {
                let _ = writeln!(text, "Until: {}", words.say(&until.sentence));
            }
            for say in &answer.say {
                let _ = writeln!(text, "Say: {} [{}]", say.text, say.place);
            }
            let chain: Vec<String> = answer
                .chain
                .iter()
                .filter_map(|no| self.trace.record(*no))
                .map(|record| format!("{} {}", words.subject(record.subject), words.fact(&record)))
                .collect();
            let _ = writeln!(text, "Chain: {}", chain.join(" <- "));
            text
        })
    }

    fn stage(&self, at: i64) -> StageModel {
        let frame = self.trace.frame_at(SimTime::from_secs(at));
        stage(&self.trace, &self.index, &frame, Detail::Tiles)
    }

    fn stage_text(&self, at: i64) -> String {
        let stage = self.stage(at);
        self.with_words(|words| {
            let mut text = format!("{}\n", words.say(&stage.caption));
            for pool in &stage.pools {
                let progress = pool.progress.as_ref().map(|phrase| words.say(phrase));
                let _ = writeln!(
                    text,
                    "{} {} {}",
                    pool.name,
                    words.say(&pool.strategy),
                    progress.unwrap_or_default()
                );
                if let Some(limits) = &pool.limits {
                    let _ = writeln!(text, "  {}", words.say(limits));
                }
                if let Some(sides) = &pool.sides {
                    text.push_str(&sides_text(sides, words));
                }
                for zone in &pool.zones {
                    let _ = writeln!(text, "  {} {}", zone.name, words.say(&zone.head));
                    for tile in &zone.tiles {
                        let pods: Vec<String> = tile
                            .pods
                            .iter()
                            .map(|dot| format!("{}{:?}", dot.letters.text(), dot.fill))
                            .collect();
                        let line = tile.line.as_ref().map(|phrase| words.say(phrase));
                        let row = format!(
                            "    {:?} {} {} [{}] {}: {} {}",
                            tile.state,
                            tile.name,
                            tile.version,
                            pods.join(" "),
                            words.say(&tile.word),
                            line.unwrap_or_default(),
                            tile.progress.map_or(String::new(), |n| format!("{n}/1000"))
                        );
                        let _ = writeln!(text, "{}", row.trim_end());
                    }
                    for phrase in zone.note.iter().chain(&zone.since) {
                        let _ = writeln!(text, "    {}", words.say(phrase));
                    }
                    if let Some(slots) = &zone.slots {
                        let _ = writeln!(
                            text,
                            "    {}, {}",
                            words.say(&slots.words),
                            words.say(&slots.formula)
                        );
                        for phrase in &slots.pairs {
                            let _ = writeln!(text, "    {}", words.say(phrase));
                        }
                    }
                }
            }
            for pod in &stage.pending.pods {
                let lines = pod.line.iter().chain(&pod.growth).map(|phrase| words.say(phrase));
                let lines = lines.collect::<Vec<_>>().join("; ");
                let _ = writeln!(text, "pending {} {} {lines}", pod.name, words.say(&pod.waits));
            }
            text
        })
    }

    fn story(&self) -> String {
        self.with_words(|words| {
            let mut text = String::new();
            for told in crate::events::story(&self.trace) {
                let rule = self.trace.rule(&told.record);
                let _ = writeln!(text, "{}", words.story_line(told.no, &told.record, rule));
            }
            text
        })
    }

    /// The numbers in one line.
    fn summary(&self) -> String {
        let all = Outcome::of(&self.trace, &self.index, self.ended);
        let open_holds: Vec<String> = self.with_words(|words| {
            all.open_holds
                .iter()
                .filter_map(|one| {
                    let slug = self.trace.rule(&self.trace.record(one.no)?).slug;
                    Some(format!("{} {slug}", words.subject(one.subject)))
                })
                .collect()
        });
        format!(
            "{} nodes {} {}..{} {} creating {} at once {} upgraded {} evicted {} forced {} against {} lost {} pending {} \
             blocked {} waited {} took {} over {} end {} standing [{}]\n",
            all.conclusion.name(),
            all.nodes.start,
            all.nodes.min,
            all.nodes.max,
            all.nodes.end,
            all.creating_max,
            all.in_progress_max,
            all.upgraded,
            all.evictions,
            all.forced,
            all.violations,
            all.lost.len(),
            all.pending_max,
            all.blocked.ms() / 1000,
            all.waited.ms() / 1000,
            all.duration.ms() / 1000,
            all.over.map_or("no".to_owned(), |at| (at.ms() / 1000).to_string()),
            all.end.ms() / 1000,
            open_holds.join(", ")
        ) + &match all.preempted {
            0 => String::new(),
            n => format!("preempted {n}\n"),
        } + &(all.repeated.iter()).map(|one| format!("{one:?}\n")).collect::<String>()
    }
}

fn check_summary(line: &str, expected: Expect) {
    expected.assert_eq(&made(line).summary());
}

fn check_why(line: &str, subject: &str, at: i64, expected: Expect) {
    expected.assert_eq(&made(line).why(subject, at));
}

fn check_stage(line: &str, at: i64, expected: Expect) {
    expected.assert_eq(&made(line).stage_text(at));
}

/// Two Pods of one budget on the first node: the second waits until the first one's replacement is ready.
const BUDGET: &str = "pool a nodes=3 surge=1+0 | app web replicas=2 on=a-0 max-unavailable=1 ready=20 | at=0 upgrade a";
/// A budget that never allows a disruption (GF-19).
const NEVER: &str =
    "pool a nodes=1 surge=1+0 | app p replicas=1 on=a-0 max-unavailable=0 | at=0 upgrade a";
/// No more VMs than at the start.
const NO_QUOTA: &str =
    "pool a nodes=2 surge=1+0 | app web replicas=2 | at=0 quota 0 | at=0 upgrade a";
/// Every node is full and none is added (GF-16).
const FULL: &str = "pool a nodes=3 surge=0+1 | app web replicas=6 | at=0 upgrade a";
const TWO_ZONES: &str = "pool a nodes=2 zones=2 surge=1+0 | app web replicas=4 | at=0 upgrade a";
const CANCELLED: &str =
    "pool a nodes=3 surge=1+0 | app web replicas=6 | at=0 upgrade a | at=300 cancel a";
const WINDOW: &str = "pool a nodes=3 surge=1+0 auto | app web replicas=6 | open=0-14400,86400-100800 | at=14000 upgrade a automatic";

/// A refused command leaves all holds (AM-84).
#[test]
fn a_refused_command_ends_no_hold() {
    check_summary(
        "pool a nodes=1 surge=0+1 | at=0 upgrade a | at=10 stockout zone-a | at=100 cordon a-0",
        expect![[r#"
            stuck nodes 1 0..1 0 creating 0 at once 1 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 100 over no end 100 standing [node/a-0 surge/recreate-waits]
        "#]],
    );
}

#[test]
fn the_summary_counts_whole_instants() {
    // GF-14, GF-16 and GF-17: nodes registered, nodes in upgrade at once.
    check_summary(
        "pool a nodes=3 surge=1+0 | app web replicas=6 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 3 3..4 3 creating 1 at once 1 upgraded 3 evicted 6 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 723 over 723 end 723 standing []
        "#]],
    );
    check_summary(
        FULL,
        expect![[r#"
            succeeded nodes 3 2..3 3 creating 1 at once 1 upgraded 3 evicted 6 forced 0 against 0 lost 0 pending 2 blocked 0 waited 0 took 723 over 723 end 743 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=5 surge=2+1 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 5 4..7 5 creating 3 at once 3 upgraded 5 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 422 over 422 end 422 standing []
        "#]],
    );
}

#[test]
fn the_summary_counts_forced_pods_and_blocked_time() {
    check_summary(
        BUDGET,
        expect![[r#"
            succeeded nodes 3 3..4 3 creating 1 at once 1 upgraded 3 evicted 4 forced 0 against 0 lost 0 pending 0 blocked 40 waited 0 took 763 over 763 end 763 standing []
        "#]],
    );
    check_summary(
        NEVER,
        expect![[r#"
            succeeded nodes 1 1..2 1 creating 1 at once 1 upgraded 1 evicted 0 forced 1 against 1 lost 0 pending 0 blocked 3600 waited 0 took 3811 over 3811 end 3811 standing []
        "#]],
    );
}

/// AM-70: also work that waits for the control plane.
#[test]
fn a_control_plane_that_waits_at_the_end_is_paused() {
    check_summary(
        "control-plane=1.32 | exclude=freeze:0-9000000:no-minor | pool a nodes=1 | at=0 upgrade-master 1.33 automatic",
        expect![[r#"
            paused nodes 1 1..1 1 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 0 over no end 0 standing [cluster control-plane/waits-exclusion]
        "#]],
    );
    check_summary(
        "control-plane=1.32 | exclude=freeze:0-9000:no-minor | pool a nodes=1 | at=0 upgrade-master 1.33 automatic",
        expect![[r#"
            succeeded nodes 1 1..1 1 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 600 over 9600 end 9600 standing []
        "#]],
    );
}

#[test]
fn the_summary_has_the_outcome_and_paused_pools() {
    check_summary(
        "pool a nodes=2 surge=1+0",
        expect![[r#"
            idle nodes 2 2..2 2 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 0 over no end 0 standing []
        "#]],
    );
    check_summary(
        NO_QUOTA,
        expect![[r#"
            stuck nodes 2 2..2 2 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 0 over no end 0 standing [pool/a surge/no-capacity]
        "#]],
    );
    check_summary(
        CANCELLED,
        expect![[r#"
            cancelled nodes 3 3..4 3 creating 1 at once 1 upgraded 2 evicted 4 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 482 over 482 end 482 standing []
        "#]],
    );
    check_summary(
        WINDOW,
        expect![[r#"
            succeeded nodes 3 3..4 3 creating 1 at once 1 upgraded 3 evicted 6 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 72641 over 86641 end 100800 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=3 surge=1+0 | app web replicas=6 | at=0 upgrade a | at=300 cancel a | at=500 rollback a",
        expect![[r#"
            rolled_back nodes 3 3..4 3 creating 1 at once 1 upgraded 0 evicted 4 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 982 over 982 end 982 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=3 surge=1+0 | app web replicas=6 | at=0 upgrade a | until=400",
        expect![[r#"
            limit nodes 3 3..4 3 creating 1 at once 1 upgraded 1 evicted 2 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 241 over no end 241 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=3 surge=1+0 auto | open=0-600 | at=500 upgrade a automatic | until=90000",
        expect![[r#"
            stuck nodes 3 3..4 3 creating 1 at once 1 upgraded 1 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 211 over no end 711 standing [pool/a upgrade/pause]
        "#]],
    );
    check_summary(
        "pool a nodes=1 surge=1+0 | app lone replicas=1 kind=Pod on=a-0 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 1 1..2 1 creating 1 at once 1 upgraded 1 evicted 1 forced 0 against 0 lost 1 pending 0 blocked 0 waited 0 took 241 over 241 end 241 standing []
        "#]],
    );
}

#[test]
fn a_blocked_node_names_the_budget_with_its_numbers() {
    check_why(
        BUDGET,
        "node/a-0",
        185,
        expect![[r#"
            What: The drain of node a-0 has been blocked for 4 s (since +00:03:01). 0 of 2 Pods gone, 2 to go; refused: web-1.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 1 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Why: A drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then remaining Pods are forced out. (drain/limit SU-07 UP-17 AM-06)
                 drain limit: 1 h
                 drain started: +00:03:01
                 forced out at: +01:03:01
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:03:41, when web-2 is ready. At the latest +01:03:01, when remaining Pods are forced out.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/web-1 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_budget_that_never_allows_an_eviction_blocks_until_the_limit() {
    check_why(
        NEVER,
        "node/a-0",
        1000,
        expect![[r#"
            What: The drain of node a-0 has been blocked for 13 min 39 s (since +00:03:01). 0 of 1 Pod gone, 1 to go; refused: p-0.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: p-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Why: A drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then remaining Pods are forced out. (drain/limit SU-07 UP-17 AM-06)
                 drain limit: 1 h
                 drain started: +00:03:01
                 forced out at: +01:03:01
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +01:03:01, when remaining Pods are forced out.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/p-0 POD_NOT_ENOUGH_PDB, p-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        NEVER,
        "pod/p-0",
        1000,
        expect![[r#"
            What: The eviction of Pod p-0 has been refused for 13 min 39 s (since +00:03:01).
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: p-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Until: +01:03:01, when it is forced out.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/p-0 POD_NOT_ENOUGH_PDB, p-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        NEVER,
        "pod/p-0",
        4000,
        expect![[r#"
            What: Pod p-0 has been gone since +01:03:01.
            Why: The drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then all remaining Pods are removed. (drain/force SU-07 UP-17 AM-06 AM-62 BS-15)
                 forced out at: +01:03:01
                 node: a-0
                 by the upgrade of: a
                 drain limit: 1 h
                 drain started: +00:03:01
                 replaced by: p-1
                 created: +01:03:01
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: p-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
                 eviction refused since: +00:03:01
            Say: POD_PDB_VIOLATION [disruption event]
            Chain: pod/p-0 POD_PDB_VIOLATION, forced out <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        NEVER,
        "budget/p-pdb",
        1000,
        expect![[r#"
            What: p-pdb currently allows 0 disruptions and blocks p-0.
            Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                 PDB: p-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Until: +01:03:01, when the last refused Pod is forced out.
            Say: DisruptionAllowed=False, InsufficientPods [PodDisruptionBudget condition]
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/p-0 POD_NOT_ENOUGH_PDB, p-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-a-1 Ready <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_waiting_node_names_the_nodes_before_it() {
    check_why(
        BUDGET,
        "node/a-0",
        100,
        expect![[r#"
            What: Node a-0 is ready and not upgraded yet.
            Why: A surge slot is assigned to it and waits until a-a-3 is Ready; then it is cordoned. (surge/request-node SU-05 SU-06 UP-22)
                 slot: 1
                 Ready at: +00:03:00
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:03:00, when it is cordoned.
            Chain: node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-1",
        100,
        expect![[r#"
            What: Node a-1 is ready and not upgraded yet.
            Why: Every slot of the zone is taken: the settings allow 1 node at once. (surge/take SU-01 SU-13 AM-58)
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
                 in progress: a-0
            Until: +00:04:41, when a slot takes it.
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        TWO_ZONES,
        "node/a-3",
        100,
        expect![[r#"
            What: Node a-3 is ready and not upgraded yet.
            Why: Zones are upgraded one at a time, and another zone is in progress. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 its zone: zone-b
                 zone in progress: zone-a
            Until: +00:12:03, when a slot takes it.
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        NO_QUOTA,
        "node/a-0",
        100,
        expect![[r#"
            What: Node a-0 is ready and not upgraded yet.
            Why: Without capacity for a surge node, the upgrade of an old node doesn't start. The request is retried every 5 minutes and when capacity changes. (surge/no-capacity SU-08 AM-04 AM-60)
            Until: Not in this run.
            Chain: pool/a waiting for resources <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_node_says_what_is_being_done_with_it() {
    check_why(
        BUDGET,
        "node/a-a-3",
        100,
        expect![[r#"
            What: Node a-a-3 has been booting for 1 min 40 s (since +00:00:00).
            Why: A surge slot first creates a new node and waits until it is Ready (except in a Spot pool). Then it cordons, drains, and deletes the old node. (surge/request-node SU-05 SU-06 UP-22)
                 Ready after: 3 min
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:03:00, when it is Ready.
            Chain: node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-a-4",
        100,
        expect![[r#"
            What: a-a-4 does not exist yet.
            Why: A surge slot first creates a new node and waits until it is Ready (except in a Spot pool). Then it cordons, drains, and deletes the old node. (surge/request-node SU-05 SU-06 UP-22)
                 Ready after: 3 min
            Until: +00:04:41, when it is created.
            Chain: node/a-a-4 requested, Ready in 3 min <- node/a-1 selected for a slot <- node/a-a-3 slot done <- node/a-0 gone <- node/a-0 VM deletion starts <- node/a-0 drained <- pod/web-1 terminated <- pod/web-1 evicted <- pod/web-2 ready <- pod/web-2 Running, not ready <- pod/web-2 scheduled on a-1 <- pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-0",
        230,
        expect![[r#"
            What: Node a-0 has been draining for 49 s (since +00:03:01). 1 of 2 Pods gone, 1 to go.
            Why: A drain respects PodDisruptionBudgets and grace periods for at most 1 hour per node. Then remaining Pods are forced out. (drain/limit SU-07 UP-17 AM-06)
                 drain limit: 1 h
                 drain started: +00:03:01
                 forced out at: +01:03:01
            Why: A drain evicts all Pods of the node at once, except DaemonSet and mirror Pods. A refused eviction is retried every 5 s. (drain/start KD-01 AM-06)
                 Pods to evict: 2
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:04:11, when the drain ends. At the latest +01:03:01, when remaining Pods are forced out.
            Chain: node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-0",
        260,
        expect![[r#"
            What: Node a-0 is being deleted. Started 9 s ago (at +00:04:11).
            Why: A surge slot deletes the old node when its drain has ended. (surge/delete SU-06 AM-58)
                 gone after: 30 s
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:04:41, when its VM is gone.
            Chain: node/a-0 VM deletion starts <- node/a-0 drained <- pod/web-1 terminated <- pod/web-1 evicted <- pod/web-2 ready <- pod/web-2 Running, not ready <- pod/web-2 scheduled on a-1 <- pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-0",
        400,
        expect![[r#"
            What: Node a-0 has been gone since +00:04:41.
            Why: A node counts until the deletion of its VM is complete. (node/vm-gone AM-39)
            Chain: node/a-0 gone <- node/a-0 VM deletion starts <- node/a-0 drained <- pod/web-1 terminated <- pod/web-1 evicted <- pod/web-2 ready <- pod/web-2 Running, not ready <- pod/web-2 scheduled on a-1 <- pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "node/a-a-3",
        400,
        expect![[r#"
            What: Node a-a-3 has been ready with the new configuration for 3 min 40 s (since +00:03:00).
            Why: A surge slot continues when its new node is Ready. (surge/node-ready SU-06 AM-39)
                 pool: a
                 its zone: zone-a
                 version: 1.33
                 Pods on it: 0
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        FULL,
        "node/a-0",
        100,
        expect![[r#"
            What: Node a-0 is being recreated. Started 39 s ago (at +00:01:01).
            Why: The VM of a recreated node keeps its name. (surge/recreate SU-10 AM-58)
                 Ready after: 3 min
            Why: The cluster autoscaler ignores a node while it is being upgraded. (autoscaler/leaves-alone UP-19)
            Until: +00:04:01, when it is Ready.
            Chain: node/a-0 recreated, Ready in 3 min <- node/a-0 gone <- node/a-0 VM deletion starts, to recreate <- node/a-0 drained <- pod/web-1 terminated <- pod/web-1 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        "pool a nodes=2 surge=1+0 | at=10 cordon a-0 | at=60 uncordon a-0",
        "node/a-0",
        20,
        expect![[r#"
            What: Node a-0 has been cordoned for 10 s (since +00:00:10); running Pods continue.
            Why: A cordon sets spec.unschedulable. It doesn't move any Pod. (user/cordon KT-18)
            Until: +00:01:00, when it is uncordoned.
            Chain: node/a-0 cordoned <- node/a-0 Cordon of a-0 requested
        "#]],
    );
}

#[test]
fn a_pending_pod_says_what_every_node_lacks() {
    check_why(
        FULL,
        "pod/web-6",
        100,
        expect![[r#"
            What: Pod web-6 has been Pending for 1 min 39 s (since +00:00:01).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 1 node(s) were unschedulable
                 rejected: 2 Insufficient cpu
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Until: +00:04:01, when it is scheduled on a-0.
            Say: 0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu. [event FailedScheduling]
            Chain: pod/web-6 1 node(s) were unschedulable <- pod/web-6 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_preemption_is_explained_for_both_pods() {
    const PREEMPTS: &str =
        "pool a nodes=1 | app low replicas=2 on=a-0 | app high replicas=0 priority=100
        | at=10 replicas high 1";
    check_why(
        PREEMPTS,
        "pod/high-0",
        20,
        expect![[r#"
            What: Pod high-0 has been Pending for 10 s (since +00:00:10).
            Why: A Pod that fits on no node stays Pending until something changes that could help. (place/unschedulable SU-11 KS-03 KS-05)
                 rejected: 1 Insufficient cpu
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: high
            Why: A Pod that fits nowhere is nominated to the node where preemption removes the fewest and least important Pods. It waits for the room to become free and may still be scheduled elsewhere. (place/nominate KS-35 KS-37)
                 node: a-0
                 capacity there at: +00:00:40
            Until: +00:00:40, when it is scheduled on a-0.
            Say: 0/1 nodes are available: 1 Insufficient cpu. [event FailedScheduling]
            Chain: pod/high-0 1 Insufficient cpu <- pod/high-0 Pending <- workload/high 1 replica desired <- workload/high high scaled to 1 replica
        "#]],
    );
    check_why(
        PREEMPTS,
        "pod/low-1",
        20,
        expect![[r#"
            What: Pod low-1 on a-0 has been terminating for 10 s (since +00:00:10).
            Why: The scheduler deletes lower-priority Pods to make room for a Pod that fits nowhere. It respects PodDisruptionBudgets only as a preference. (place/preempt KS-33 KS-34 KS-37 KE-12)
                 gone after: 30 s
                 preempted for: high-0
            Until: +00:00:40, at the latest.
            Say: Preempted by pod POD_UID on node a-0 [event Preempted]
            Chain: pod/low-1 preempted <- pod/high-0 nominated to a-0 <- pod/high-0 1 Insufficient cpu <- pod/high-0 Pending <- workload/high 1 replica desired <- workload/high high scaled to 1 replica
        "#]],
    );
    check_summary(
        PREEMPTS,
        expect![[r#"
            idle nodes 1 1..1 1 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 2 blocked 0 waited 0 took 0 over no end 60 standing [pod/low-2 place/unschedulable]
            preempted 1
        "#]],
    );
}

#[test]
fn pods_workloads_and_rows_answer_too() {
    check_why(
        BUDGET,
        "pod/web-2",
        190,
        expect![[r#"
            What: Pod web-2 has been starting on a-1 for 9 s (since +00:03:01).
            Why: The scheduler assigns a Pod to the highest-scoring node that passes all filters. (place/bind KS-30 KS-31)
                 containers start in: 20 s
            Until: +00:03:41, when it is ready.
            Chain: pod/web-2 scheduled on a-1 <- pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "pod/web-0",
        190,
        expect![[r#"
            What: Pod web-0 on a-0 has been terminating for 9 s (since +00:03:01).
            Why: An eviction checks PodDisruptionBudgets. If it is granted, the Pod terminates within its grace period. (drain/evict UP-18 KD-08 KE-11)
                 gone after: 30 s
            Until: +00:03:31, at the latest.
            Chain: pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "pod/web-1",
        100,
        expect![[r#"
            What: Pod web-1 has been ready on a-0 for 1 min 40 s (since +00:00:00).
            Why: The Pod was scheduled before the run started. (place/bind KS-30 KS-31)
                 owner: web
                 node: a-0
            Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 2 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 2 − 1 = 1
            Until: +00:03:41, when it is evicted.
            Say: Ready=True [Pod condition]
            Chain: cluster run starts
        "#]],
    );
    check_why(
        BUDGET,
        "workload/web",
        185,
        expect![[r#"
            What: web: 1 of 2 Pods ready.
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 ready: 1
                 starting: 1
                 pending: 0
                 terminating: 1
            Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 1 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Chain: 
        "#]],
    );
    check_why(
        BUDGET,
        "record/11",
        185,
        expect![[r#"
            What: Record 11, at +00:03:01: web-2, Pending.
            Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                 owner: web
            Chain: pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "cluster",
        185,
        expect![[r#"
            What: The cluster has 4 nodes. Pool a has been upgrading for 3 min 5 s (since +00:00:00): 0 of 3 nodes are done.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 draining: a-0
                 eviction refused: web-1
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 1 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
                 forced out at: +01:03:01
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 zone in progress: zone-a
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
            Until: +00:12:43, when every node is upgraded.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

#[test]
fn a_pool_answers_with_the_progress_of_its_upgrade() {
    check_why(
        BUDGET,
        "pool/a",
        185,
        expect![[r#"
            What: Pool a has been upgrading for 3 min 5 s (since +00:00:00): 0 of 3 nodes are done.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 draining: a-0
                 eviction refused: web-1
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 1 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
                 forced out at: +01:03:01
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 zone in progress: zone-a
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
            Until: +00:12:43, when every node is upgraded.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        NO_QUOTA,
        "pool/a",
        100,
        expect![[r#"
            What: Pool a has been waiting for resources for 1 min 40 s (since +00:00:00): 0 of 2 nodes are done.
            Why: Without capacity for a surge node, the upgrade of an old node doesn't start. The request is retried every 5 minutes and when capacity changes. (surge/no-capacity SU-08 AM-04 AM-60)
            Until: When capacity is available; not in this run.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a waiting for resources <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        CANCELLED,
        "pool/a",
        400,
        expect![[r#"
            What: The upgrade of a was canceled at +00:05:00; nodes already in progress finish.
            Why: A surge slot is assigned to it and waits until a-a-4 is Ready; then it is cordoned. (surge/request-node SU-05 SU-06 UP-22)
                 slot: 1
                 Ready at: +00:07:01
                 in progress: a-1
            Why: Canceling pauses the upgrade: no further node starts, nodes already in progress finish, and nothing is rolled back. (upgrade/cancel UP-12 SU-24)
            Until: +00:08:02, when it is canceled.
            Say: CANCELED [UpgradeInfoEvent, state]
            Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command to resume]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Chain: pool/a canceled, nodes in progress finish <- pool/a Cancellation of a upgrade requested
        "#]],
    );
    check_why(
        CANCELLED,
        "pool/a",
        1000,
        expect![[r#"
            What: The upgrade of a was canceled at +00:08:02: 2 of 3 nodes have the new configuration.
            Why: Upgraded nodes keep the new version and the other nodes keep the old one. You can resume or roll back. (upgrade/cancelled SU-25 AM-07)
            Until: When someone resumes it or rolls it back.
            Say: CANCELED [UpgradeInfoEvent, state]
            Say: gcloud container clusters upgrade CLUSTER --node-pool=a [command to resume]
            Say: gcloud container node-pools rollback a --cluster=CLUSTER [command]
            Chain: pool/a stopped <- node/a-a-4 slot done <- node/a-1 gone <- node/a-1 VM deletion starts <- node/a-1 drained <- pod/web-3 terminated <- pod/web-3 evicted <- node/a-1 drain starts, 2 Pods <- node/a-1 cordoned <- node/a-a-4 Ready <- node/a-a-4 requested, Ready in 3 min <- node/a-1 selected for a slot <- node/a-a-3 slot done <- node/a-0 gone <- node/a-0 VM deletion starts <- node/a-0 drained <- pod/web-1 terminated <- pod/web-1 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        WINDOW,
        "pool/a",
        20_000,
        expect![[r#"
            What: The upgrade of a has been paused for 1 h 33 min 20 s (since +04:00:00): 2 of 3 nodes are done.
            Why: When the window closes, a surge upgrade starts no further node. Nodes already in progress finish, even after the window. (upgrade/pause UP-16 AM-08)
                 next window: +24:00:00
            Until: +24:00:00, when it resumes.
            Say: MAINTENANCE_WINDOW [pausedReason]
            Say: UPGRADE_PAUSED [autoUpgradeStatus]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Chain: pool/a paused: MAINTENANCE_WINDOW, no window is open <- cluster window closes
        "#]],
    );
    check_why(
        WINDOW,
        "pool/a",
        90_000,
        expect![[r#"
            What: The upgrade of a succeeded at +24:04:01: 3 of 3 nodes.
            Why: The upgrade has succeeded when no node of the pool has the old configuration. (upgrade/succeed AM-59 BS-15)
            Say: SUCCEEDED [UpgradeInfoEvent, state]
            Chain: pool/a succeeded <- node/a-a-5 slot done <- node/a-2 gone <- node/a-2 VM deletion starts <- node/a-2 drained <- pod/web-5 terminated <- pod/web-5 evicted <- node/a-2 drain starts, 2 Pods <- node/a-2 cordoned <- node/a-a-5 Ready <- node/a-a-5 requested, Ready in 3 min <- node/a-2 selected for a slot <- pool/a resumed <- cluster window opens
        "#]],
    );
}

#[test]
fn a_zone_says_its_turn_its_slots_and_when_it_ends() {
    check_why(
        TWO_ZONES,
        "zone/zone-a",
        200,
        expect![[r#"
            What: The upgrade of a has been active in zone-a for 3 min 20 s (since +00:00:00): 0 of 2 nodes done, 2 to go; 1 of 1 upgrade slot in use.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 turn: 1 of 2
                 slots: min(1 + 0, 20, 2 nodes) = 1
                 in progress: a-0
                 nodes done: 0
                 nodes left: 2
            Until: +00:08:02, when the zone is done.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        TWO_ZONES,
        "zone/zone-b",
        200,
        expect![[r#"
            What: zone-b is waiting for its turn in the upgrade of a: 0 of 2 nodes upgraded, one zone at a time.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 turn: 2 of 2
                 nodes done: 0
                 nodes left: 2
                 zone in progress: zone-a
            Until: +00:08:02, when its turn starts.
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-b [command]
            Chain: 
        "#]],
    );
    check_why(
        TWO_ZONES,
        "zone/zone-a",
        1000,
        expect![[r#"
            What: The upgrade of a finished zone-a at +00:08:02: 2 of 2 nodes upgraded.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 turn: 1 of 2
                 nodes done: 2
                 nodes left: 0
                 took: 8 min 2 s
                 evictions: 4
                 forced out: 0
                 drains blocked: 0 s
            Say: SUCCEEDED [UpgradeInfoEvent, state]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        "pool a nodes=2 surge=1+0 | at=0 upgrade a | at=5 stockout zone-a",
        "zone/zone-a",
        6,
        expect![[r#"
            What: zone-a has been out of stock since +00:00:05. The upgrade of a has been active in zone-a for 6 s (since +00:00:00): 0 of 2 nodes done, 2 to go; 1 of 1 upgrade slot in use.
            Why: In a zone that is out of stock, no VM can be created unless a reservation holds capacity for it. (capacity/stockout-set AM-60)
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 turn: 1 of 1
                 slots: min(1 + 0, 20, 2 nodes) = 1
                 in progress: a-0
                 nodes done: 0
                 nodes left: 2
            Until: Nothing in this run ends it.
            Say: ZONE_RESOURCE_POOL_EXHAUSTED [instance group error]
            Say: STARTED [UpgradeInfoEvent, state]
            Say: gcloud container operations cancel OPERATION_ID [command]
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: zone/zone-a out of stock <- zone/zone-a Stockout in zone-a begins
        "#]],
    );
    check_why(
        "pool a nodes=1",
        "zone/zone-a",
        0,
        expect![[r#"
            What: No upgrade is active in zone-a. a has 1 node there, 0 of them upgraded.
            Why: Zones are upgraded one at a time. Within a zone, maxSurge + maxUnavailable nodes are upgraded at once, but never more than 20 or the number of nodes in the zone. (surge/zone-start UP-10 SU-15 AM-03 AM-59)
                 pool: a
                 nodes: 1
            Say: kubectl get nodes -l cloud.google.com/gke-nodepool=a,topology.kubernetes.io/zone=zone-a [command]
            Chain: 
        "#]],
    );
}

#[test]
fn healthy_subjects_answer_with_state_and_time() {
    check_why(
        BUDGET,
        "node/a-1",
        100,
        expect![[r#"
            What: Node a-1 is ready and not upgraded yet.
            Why: Every slot of the zone is taken: the settings allow 1 node at once. (surge/take SU-01 SU-13 AM-58)
                 slots: 1
                 maxSurge: 1
                 maxUnavailable: 0
                 in progress: a-0
            Until: +00:04:41, when a slot takes it.
            Chain: pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        BUDGET,
        "pod/web-2",
        400,
        expect![[r#"
            What: Pod web-2 has been ready on a-1 for 2 min 59 s (since +00:03:41).
            Why: A ready Pod receives traffic and counts as healthy for its PodDisruptionBudget. (pod/ready KT-03)
            Why: The scheduler assigns a Pod to the highest-scoring node that passes all filters. (place/bind KS-30 KS-31)
                 containers start in: 20 s
                 owner: web
                 node: a-1
                 scheduled at: +00:03:01
            Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                 PDB: web-pdb
                 limit: maxUnavailable 1
                 healthy Pods: 2 of 2
                 required healthy Pods: 1
                 disruptionsAllowed: 2 − 1 = 1
            Until: +00:07:42, when it is evicted.
            Say: Ready=True [Pod condition]
            Chain: pod/web-2 ready <- pod/web-2 Running, not ready <- pod/web-2 scheduled on a-1 <- pod/web-2 Pending <- pod/web-0 evicted <- node/a-0 drain starts, 2 Pods <- node/a-0 cordoned <- node/a-a-3 Ready <- node/a-a-3 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
    check_why(
        "pool a nodes=1 | app web replicas=1",
        "node/a-0",
        0,
        expect![[r#"
            What: Node a-0 has been ready for 0 s (since +00:00:00); no action pending.
            Why: This is how the scenario starts. (start/scenario )
                 pool: a
                 its zone: zone-a
                 version: 1.32
                 Pods on it: 1
            Until: Stays like this until the end of the run.
            Say: Ready=True [node condition]
            Chain: cluster run starts
        "#]],
    );
}

#[test]
fn the_stage_shows_one_zone_at_work_and_another_waiting() {
    check_stage(
        TWO_ZONES,
        200,
        expect![[r#"
            zone-a: a-0 is draining.
            a SURGE 1 + 0 per zone 0 of 4 upgraded to 1.33
              zone-a 3 nodes
                Draining a-0 1.32 [weHollow weHollow] draining, 2 left: limit in 59:41 5/1000
                ReadyOld a-1 1.32 [weFull weFull] ready: not started
                ReadyNew a-a-4 1.33 [] ready: surge node
                since +00:00:00
                1 of 1 upgrade slots in use, min(1 + 0, 20, 2 nodes) = 1
                Surge a-0→a-a-4.
              zone-b next
                ReadyOld a-2 1.32 [weHalf] ready: 1 Pod starting
                ReadyOld a-3 1.32 [weHalf] ready: 1 Pod starting
                Starts at +00:08:02 in the run shown, after zone-a. One zone at a time.
        "#]],
    );
    check_stage(
        TWO_ZONES,
        600,
        expect![[r#"
            zone-b: a-b-6 is booting.
            a SURGE 1 + 0 per zone 2 of 4 upgraded to 1.33
              zone-a done
                ReadyNew a-a-4 1.33 [weFull] ready: surge node
                ReadyNew a-a-5 1.33 [weFull] ready: surge node
                Done at +00:08:02: 2 upgraded in 8 min 2 s, 4 evictions
              zone-b 2 nodes + 1 creating
                ReadyOld a-2 1.32 [weFull] ready: waiting for a-b-6
                ReadyOld a-3 1.32 [weFull] ready: not started
                Starting a-b-6 1.33 [] starting: 1:02 left 655/1000
                since +00:08:02
                1 of 1 upgrade slots in use, min(1 + 0, 20, 2 nodes) = 1
                Surge a-2→a-b-6.
        "#]],
    );
}

#[test]
fn a_zone_that_waits_names_the_one_before_it() {
    let heads = |at: i64| -> String {
        let run = made("pool a nodes=1 zones=3 surge=1+0 | app web replicas=1 | at=0 upgrade a");
        let stage = run.stage(at);
        run.with_words(|words| {
            let mut text = String::new();
            for zone in &stage.pools[0].zones {
                let note = zone.note.as_ref().map(|phrase| words.say(phrase));
                let note = note.unwrap_or_else(|| "-".to_owned());
                let _ = writeln!(text, "{} ({}) {note}", zone.name, words.say(&zone.head));
            }
            text
        })
    };
    expect![[r#"
        zone-a (1 node + 1 creating) -
        zone-b (next) Starts at +00:04:01 in the run shown, after zone-a. One zone at a time.
        zone-c (≈ +00:08:02) Starts at +00:08:02 in the run shown, after zone-b. One zone at a time.
    "#]]
    .assert_eq(&heads(10));
    expect![[r#"
        zone-a (done) Done at +00:04:01: 1 upgraded in 4 min 1 s, 1 eviction
        zone-b (1 node + 1 creating) -
        zone-c (next) Starts at +00:08:02 in the run shown, after zone-b. One zone at a time.
    "#]]
    .assert_eq(&heads(400));
}

#[test]
fn a_zone_out_of_stock_says_what_its_nodes_wait_for() {
    check_stage(
        "pool a nodes=1 surge=1+0 | app web replicas=1 | at=0 stockout zone-a | at=0 upgrade a",
        100,
        expect![[r#"
            a has been waiting for resources since +00:00:00: no capacity for a surge node.
            a SURGE 1 + 0 0 of 1 upgraded to 1.33
              zone-a 1 node
                ReadyOld a-0 1.32 [weFull] ready: waiting for capacity
                out of stock
                0 of 1 upgrade slots in use, min(1 + 0, 20, 1 node) = 1
        "#]],
    );
}

#[test]
fn the_stage_shows_blocked_pods() {
    check_stage(
        BUDGET,
        185,
        expect![[r#"
            zone-a: web-pdb blocks the eviction of web-1 from a-0.
            a SURGE 1 + 0 0 of 3 upgraded to 1.33
              zone-a 4 nodes
                Blocked a-0 1.32 [weHollow weFull] PDB web-pdb: forced out in 59:56 1/1000
                ReadyOld a-1 1.32 [weHalf] ready: 1 Pod starting
                ReadyOld a-2 1.32 [] ready: not started
                ReadyNew a-a-3 1.33 [] ready: surge node
                since +00:00:00
                1 of 1 upgrade slots in use, min(1 + 0, 20, 3 nodes) = 1
                Surge a-0→a-a-3.
        "#]],
    );
    check_stage(
        FULL,
        100,
        expect![[r#"
            zone-a: a-0 is being recreated.
            a SURGE 0 + 1 0 of 3 upgraded to 1.33
              zone-a 2 nodes
                Recreating a-0 1.33 [] recreating: 2:21 left 216/1000
                ReadyOld a-1 1.32 [weFull weFull] ready: not started
                ReadyOld a-2 1.32 [weFull weFull] ready: not started
                since +00:00:00
                1 of 1 upgrade slots in use, min(0 + 1, 20, 3 nodes) = 1
                Unavailable a-0.
            pending web-6 for 1 min 39 s 0/3 nodes: 1 node(s) were unschedulable, 2 Insufficient cpu
            pending web-7 for 1 min 39 s 0/3 nodes: 1 node(s) were unschedulable, 2 Insufficient cpu
        "#]],
    );
    check_stage(
        NO_QUOTA,
        100,
        expect![[r#"
            a has been waiting for resources since +00:00:00: no capacity for a surge node.
            a SURGE 1 + 0 0 of 2 upgraded to 1.33
              zone-a 2 nodes
                ReadyOld a-0 1.32 [weFull weFull] ready: waiting for capacity
                ReadyOld a-1 1.32 [] ready: waiting for capacity
                waiting for capacity
                0 of 1 upgrade slots in use, min(1 + 0, 20, 2 nodes) = 1
        "#]],
    );
    check_stage(
        WINDOW,
        20_000,
        expect![[r#"
            The upgrade of a has been paused since +04:00:00 and resumes in the next window.
            a SURGE 1 + 0 2 of 3 upgraded to 1.33
              zone-a 3 nodes
                ReadyOld a-2 1.32 [weFull weFull] ready: not started
                ReadyNew a-a-3 1.33 [weFull weFull] ready: surge node
                ReadyNew a-a-4 1.33 [weFull weFull] ready: surge node
                since +03:53:20
                0 of 1 upgrade slots in use, min(1 + 0, 20, 3 nodes) = 1
        "#]],
    );
}

#[test]
fn cells_have_no_tiles_but_the_same_counts_and_states() {
    let run = made(BUDGET);
    let frame = run.trace.frame_at(SimTime::from_secs(185));
    let cells = stage(&run.trace, &run.index, &frame, Detail::Cells);
    let tiles = run.stage(185);
    let counts = |stage: &StageModel| -> Vec<_> {
        let zones = stage.pools.iter().flat_map(|pool| &pool.zones);
        zones.map(|zone| (zone.done, zone.of, zone.head.clone())).collect()
    };
    assert_eq!(counts(&cells), counts(&tiles));
    let counts = StateCounts::at(&run.trace, &run.index, &frame);
    for zone in tiles.pools.iter().flat_map(|pool| &pool.zones) {
        for tile in &zone.tiles {
            assert_eq!(counts.state(tile.node), Some(tile.state));
        }
        let sum: u32 = counts.tally_of(zone.group).states.iter().sum();
        assert_eq!(sum as usize, zone.tiles.len());
    }
}

/// With two pools in the zone, each answers for its own nodes.
#[test]
fn a_zone_answers_as_the_pool_that_is_meant() {
    let run = made("pool a nodes=1 | pool b nodes=1 | at=0 upgrade a");
    let frame = run.trace.frame_at(SimTime::from_secs(100));
    let zone = parse_subject(&run.trace, "zone/zone-a", SimTime::ZERO).expect("a known subject");
    let what = |within| {
        let now = (&frame, None);
        let why = why::why_within(&run.trace, &run.index, now, zone, within).unwrap();
        format!("{:?}", why.what)
    };
    assert_eq!(what(None), what(Some(PoolId(0))));
    assert!(what(Some(PoolId(0))).contains("why-zone-working"));
    let other = what(Some(PoolId(1)));
    assert!(other.contains("Pool(PoolId(1))") && !other.contains("why-zone-working"));
}

/// The same rows in chunks of this size.
fn in_chunks(whole: &Trace, rows: usize) -> Trace {
    let mut trace = Trace::new(Rc::clone(whole.plan()), Rc::clone(whole.start()), RULES);
    let records: Vec<Record> = whole.records().map(|(_, record)| record).collect();
    for part in records.chunks(rows) {
        let mut chunk = Chunk::starting_at(part[0].at);
        for record in part {
            assert!(chunk.push(record));
        }
        trace.push(Rc::new(chunk));
    }
    trace
}

/// Forwards and backwards, by rows and over whole chunks, following counts equal fresh ones.
#[test]
fn followed_state_counts_equal_new_ones() {
    for (line, rows) in [BUDGET, NEVER, FULL, CANCELLED].into_iter().zip([1, 7, 10_000, 16]) {
        let run = made(line);
        let (trace, index) = (&in_chunks(&run.trace, rows), &run.index);
        let end = trace.end().ms();
        let mut counts = StateCounts::default();
        let mut changed = Vec::new();
        let mut known = base::Map::new();
        let there = (0..=60).map(|n| end * n / 60);
        let mut sought = trace.frame_at(SimTime::ZERO);
        for ms in there.chain([end / 3, end / 2, end / 4, 0, end, end - 1]) {
            let frame = run.trace.frame_at(SimTime::from_ms(ms));
            trace.seek(&mut sought, SimTime::from_ms(ms));
            assert_eq!(sought, frame, "{line} at {ms}");
            counts.follow(trace, index, &frame);
            let whole = stage(trace, index, &frame, Detail::Tiles);
            let followed = stage_of(trace, index, &frame, Detail::Tiles, &counts);
            assert_eq!(followed, whole, "{line} at {ms}");
            if !counts.take_changed(&mut changed) {
                known.clear();
                changed.extend(frame.cluster.nodes.ids());
            }
            for node in &changed {
                known.insert(*node, counts.state(*node));
            }
            for node in frame.cluster.nodes.ids() {
                assert_eq!(known.get(&node), Some(&counts.state(node)), "{line} at {ms}");
            }
        }
    }
}

#[test]
fn lanes_cut_the_blocked_stretch_out_of_the_drain() {
    let run = made(BUDGET);
    let lanes = lanes(&run.trace, &run.index);
    let bars: Vec<String> = lanes.zones[0].nodes[0]
        .segments
        .iter()
        .map(|bar| {
            let end = bar.to.map_or(-1, |to| to.ms() / 1000);
            format!("{}..{end} {:?}", bar.from.ms() / 1000, bar.state)
        })
        .collect();
    expect![[r#"
        0..180 Some(ReadyOld)
        180..181 Some(Cordoned)
        181..221 Some(Blocked)
        221..251 Some(Draining)
        251..281 Some(Deleting)
        281..-1 None"#]]
    .assert_eq(&bars.join("\n"));
    expect!["[(SimTime(0), 3), (SimTime(180000), 4), (SimTime(281000), 3), (SimTime(461000), 4), (SimTime(522000), 3), (SimTime(702000), 4), (SimTime(763000), 3)]"].assert_eq(&format!("{:?}", lanes.nodes.points()));
    let markers: Vec<String> = lanes
        .markers
        .iter()
        .map(|marker| format!("{}{}x{}", marker.at.ms() / 1000, marker.kind.glyph(), marker.count))
        .collect();
    expect!["0▸x1 0⚑x2 0▲x1 180⊘x1 181↗x1 181⏸x1 221↗x1 251✕x1 281▲x1 461⊘x1 462↗x1 492✕x1 522▲x1 702⊘x1 703↗x1 733✕x1 763⚑x2"].assert_eq(&markers.join(" "));
}

#[test]
fn quiet_stretches_are_found_where_nothing_happens_for_long() {
    let run = made(WINDOW);
    let quiet = lanes(&run.trace, &run.index).quiet;
    let gaps: Vec<(i64, i64)> =
        quiet.iter().map(|gap| (gap.from.ms() / 1000, gap.to.ms() / 1000)).collect();
    expect!["[(0, 14000), (14482, 86400), (86641, 100800)]"].assert_eq(&format!("{gaps:?}"));
}

#[test]
fn a_workload_is_followed_against_its_floor() {
    let run = made(NEVER);
    let series = crate::series::workload(&run.trace, base::WorkloadId(0)).expect("p");
    expect![[r#"
        ready [(SimTime(0), 1), (SimTime(3781000), 0), (SimTime(3801000), 1)]
        floor Some([(SimTime(0), 1)])
        breaches [(SimTime(3781000), Some(SimTime(3801000)))]"#]]
    .assert_eq(&format!(
        "ready {:?}\nfloor {:?}\nbreaches {:?}",
        series.ready.points(),
        series.floor.as_ref().map(|floor| floor.points().to_vec()),
        series.breaches
    ));
}

/// How it ended and at whose expense, then which workloads had too few ready Pods.
/// KC-08, KP-10: a Deployment counts a Pod as available after `minReadySeconds`, its budget at once.
#[test]
fn a_workload_says_how_many_of_its_pods_are_available() {
    let line = "pool a nodes=2 | app web replicas=2 on=a-0 min-ready=30 max-unavailable=1 | at=0 drain a-0";
    for (at, expected) in [
        (
            22,
            expect![[r#"
                What: web: 1 of 2 Pods ready.
                Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                     ready: 1
                     available: 0
                     starting: 1
                     pending: 0
                     terminating: 2
                Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                     PDB: web-pdb
                     limit: maxUnavailable 1
                     healthy Pods: 1 of 2
                     required healthy Pods: 1
                     disruptionsAllowed: 1 − 1 = 0
                Chain: 
            "#]],
        ),
        (
            52,
            expect![[r#"
                What: web: 2 of 2 Pods ready.
                Why: The controller creates a replacement as soon as a Pod starts terminating. (workload/replace KC-01 KC-02)
                     ready: 2
                     available: 1
                     starting: 0
                     pending: 0
                     terminating: 0
                Why: disruptionsAllowed is the number of healthy Pods minus (spec.replicas − maxUnavailable). A percentage is rounded up. (budget/max-unavailable KP-04 KP-07 KP-11)
                     PDB: web-pdb
                     limit: maxUnavailable 1
                     healthy Pods: 2 of 2
                     required healthy Pods: 1
                     disruptionsAllowed: 2 − 1 = 1
                Chain: 
            "#]],
        ),
    ] {
        check_why(line, "workload/web", at, expected);
    }
}

/// KC-17.
#[test]
fn a_failed_job_names_the_reason() {
    let job = "pool a nodes=2 | app etl kind=Job replicas=1 on=a-0 ";
    check_why(
        &format!("{job} deadline=60 | at=0 drain a-0"),
        "workload/etl",
        70,
        expect![[r#"
            What: etl: 0 of 1 Pod ready.
            Why: A Job that exceeds its activeDeadlineSeconds fails: its Pods are deleted and no more are created. (workload/job-deadline KC-17)
                 activeDeadlineSeconds: 1 min
            Why: A Job creates Pods until enough have succeeded. (workload/job KC-16)
                 ready: 0
                 starting: 0
                 pending: 0
                 terminating: 1
            Chain: workload/etl exceeded its activeDeadlineSeconds (1 min) <- cluster run starts
        "#]],
    );
    check_why(
        &format!("{job} disrupted=fails | at=0 drain a-0"),
        "workload/etl",
        70,
        expect![[r#"
            What: etl: 0 of 1 Pod ready.
            Why: A Job whose podFailurePolicy has the action FailJob for disrupted Pods fails when one of its Pods is disrupted. (workload/job-policy KC-17)
            Why: A Job creates Pods until enough have succeeded. (workload/job KC-16)
                 ready: 0
                 starting: 0
                 pending: 0
                 terminating: 0
            Chain: workload/etl failed by its podFailurePolicy <- pod/etl-0 evicted <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-0 Drain of a-0 requested
        "#]],
    );
}

fn check_shortfalls(line: &str, expected: Expect) {
    let run = made(line);
    let text = run.with_words(|words| {
        let found = shortfalls_until(&run.trace, run.trace.end());
        let all = Outcome::of(&run.trace, &run.index, run.ended);
        let verdict = verdict(run.trace.plan(), &all, &found, false);
        let mut text = format!("{}\n", words.say(&verdict.headline));
        for one in verdict.rest.iter().chain(&verdict.open) {
            let _ = writeln!(text, "  {}", words.say(one));
        }
        for one in &found {
            let _ = writeln!(
                text,
                "{} {}: {}",
                one.first(),
                words.subject(one.subject),
                words.say(&one.phrase(run.trace.plan()))
            );
        }
        text
    });
    expected.assert_eq(&text);
}

#[test]
fn a_workload_without_a_ready_pod_is_reported_with_or_without_a_budget() {
    check_shortfalls(
        "pool a nodes=3 surge=1+0 | app web replicas=2 on=a-0 ready=20 | at=0 upgrade a",
        expect![[r#"
            Finishes, but web had no ready Pods for 40 s
            +00:03:01 workload/web: 0 of 2 Pods ready for 40 s; not selected by any PDB (DEPLOYMENT_MISSING_PDB)
        "#]],
    );
    check_shortfalls(
        NEVER,
        expect![[r#"
            Finishes, but 1 Pod is forced out, violating a PDB
              p, a single replica, was away for 20 s
            +01:03:01 budget/p-pdb: 0 of 1 required healthy Pods for 20 s
        "#]],
    );
    check_shortfalls(
        BUDGET,
        expect![[r#"
            The upgrade succeeds: 3 nodes of a
              Working hours aren't judged: the scenario has no start date
        "#]],
    );
    // A bare Pod is deleted with its node; three Pods don't fit on a node again.
    check_shortfalls(
        "pool a nodes=2 surge=1+0 | app lone kind=Pod on=a-0 | app web replicas=1 on=a-1 | at=0 upgrade a",
        expect![[r#"
            Finishes, but web, a single replica, was away for 20 s
              1 Pod is lost: no controller recreates it
            +00:07:02 workload/web: 0 of 1 Pod ready for 20 s; not selected by any PDB (DEPLOYMENT_MISSING_PDB)
        "#]],
    );
    check_shortfalls(
        "pool a nodes=1 surge=1+0 | app big replicas=3 on=a-0 | at=0 upgrade a",
        expect![[r#"
            Finishes, but big had no ready Pods for 20 s
              1 Pod is unscheduled at the end
            +00:03:01 workload/big: 0 of 3 Pods ready for 20 s; not selected by any PDB (DEPLOYMENT_MISSING_PDB)
        "#]],
    );
    // A workload without a ready Pod at the start loses none.
    check_shortfalls(
        "pool a nodes=1 | app web replicas=2 cpu=99",
        expect![[r#"
            No upgrade was requested
        "#]],
    );
}

#[test]
fn stepping_visits_each_instant_once_and_comes_back() {
    use crate::events::{EventKind, next, previous};
    let run = made(BUDGET);
    for kind in [EventKind::Event, EventKind::Phase] {
        let mut there = Vec::new();
        let mut at = SimTime::from_ms(-1);
        while let Some(told) = next(&run.trace, at, kind) {
            at = told.record.at;
            there.push(at);
        }
        let mut back = Vec::new();
        let mut at = SimTime::MAX;
        while let Some(told) = previous(&run.trace, at, kind) {
            at = told.record.at;
            back.push(at);
        }
        back.reverse();
        assert_eq!(there, back);
        assert!(there.len() > 1 && there.is_sorted());
    }
}

#[test]
fn an_edit_keeps_the_playhead_at_the_same_event() {
    let before = made(BUDGET);
    let after = made(&BUDGET.replace("max-unavailable=1", "max-unavailable=2"));
    // 10 s after the drain of the second node began.
    let at = SimTime::from_secs(472);
    let mark = crate::nth_event(&before.trace, at).expect("a row");
    let found = crate::find(&after.trace, &mark);
    let same = crate::nth_event(&after.trace, found).expect("a row");
    assert_eq!((&same.subject, same.change, same.nth), (&mark.subject, mark.change, mark.nth));
    assert_ne!(found, at);
    assert_eq!(crate::find(&before.trace, &mark), at);
}

#[test]
fn names_without_a_namespace_are_found_and_nonsense_is_not() {
    use crate::subject::NoSuch;
    let run = made(BUDGET);
    let parse = |text: &str| parse_subject(&run.trace, text, SimTime::ZERO);
    for known in ["node/a-0", "node/a-a-3", "pod/web-0", "pod/default/web-5", "pool/a", "record/0"]
    {
        assert!(parse(known).is_ok(), "{known}");
    }
    for name in ["node/b", "pod/other/web-0", "record/9999", "record/x", "pool/", "pod/"] {
        assert_eq!(parse(name), Err(NoSuch::Name(name.to_owned())));
    }
    for kind in ["", "node", "machine/a"] {
        assert_eq!(parse(kind), Err(NoSuch::Kind(kind.to_owned())));
    }
}

/// BS-02.
#[test]
fn an_upgrade_that_waits_for_the_control_plane_says_so() {
    let line = "control-plane=1.32 | pool a nodes=1 | at=0 upgrade a automatic";
    check_why(
        line,
        "pool/a",
        10,
        expect![[r#"
        What: The upgrade of a has been due for 10 s (since +00:00:00) and can't start yet.
        Why: An automatic upgrade starts only when the control plane is at the target version or newer. (upgrade/queue BS-02 AM-84)
        Until: When the control plane has the target version; not in this run.
        Say: SCHEDULED [UpgradeInfoEvent, state]
        Chain: pool/a queued: the control plane is older than the target <- pool/a Automatic upgrade of a to 1.33 is due
    "#]],
    );
}

/// A preemption of a node that is gone has no effect.
#[test]
fn a_refused_command_explains_no_state() {
    let line = "pool a nodes=1 spot surge=1+0 | at=0 upgrade a | at=400 preempt a-0";
    check_why(
        line,
        "node/a-0",
        500,
        expect![[r#"
            What: Node a-0 has been gone since +00:00:31.
            Why: A node counts until the deletion of its VM is complete. (node/vm-gone AM-39)
            Chain: node/a-0 gone <- node/a-0 VM deletion starts <- node/a-0 drained <- node/a-0 drain starts, 0 Pods <- node/a-0 cordoned <- node/a-a-1 requested, Ready in 3 min <- node/a-0 selected for a slot <- pool/a zone-a starts <- pool/a upgrade starts <- pool/a Upgrade of a to 1.33 requested
        "#]],
    );
}

/// Before, between and after the recreation of a StatefulSet's Pod.
#[test]
fn a_name_means_the_pod_of_the_time() {
    let run = made(
        "pool a nodes=2 surge=1+0 | app db kind=StatefulSet replicas=2 on=a-0 | at=0 upgrade a",
    );
    let mut text = String::new();
    for at in [0, 100, 300, 1_000, 9_000] {
        text += &format!("{at} s: {}", run.why("pod/db-0", at).lines().next().unwrap_or_default());
        text.push('\n');
    }
    expect![[r#"
        0 s: What: Pod db-0 has been ready on a-0 for 0 s (since +00:00:00).
        100 s: What: Pod db-0 has been ready on a-0 for 1 min 40 s (since +00:00:00).
        300 s: What: Pod db-0 has been ready on a-1 for 1 min 9 s (since +00:03:51).
        1000 s: What: Pod db-0 has been ready on a-a-3 for 8 min 48 s (since +00:07:52).
        9000 s: What: Pod db-0 has been ready on a-a-3 for 2 h 22 min 8 s (since +00:07:52).
    "#]]
    .assert_eq(&text);
}

#[test]
fn an_index_that_grows_is_the_index_of_the_whole() {
    let run = made(BUDGET);
    let mut grown = Index::default();
    let mut part = Trace::new(Rc::clone(run.trace.plan()), Rc::clone(run.trace.start()), RULES);
    for slice in 0..3 {
        part.push(Rc::new(slice_of(&run.trace, slice)));
        grown.extend(&part);
    }
    assert_eq!(grown, run.index);
}

/// A third of the rows as a chunk of its own.
fn slice_of(trace: &Trace, slice: u32) -> Chunk {
    let third = trace.len() / 3 + 1;
    let mut chunk = Chunk::starting_at(SimTime::ZERO);
    for (no, record) in trace.records() {
        if no.0 / third == slice {
            assert!(chunk.push(&record), "room");
        }
    }
    chunk
}

#[test]
fn the_story_tells_a_run_in_sentences() {
    expect![[r#"
        0. +00:00:00 cluster: The run starts
        1. +00:00:00 pool/a: Upgrade of a to 1.33 requested
        2. +00:00:00 pool/a: The upgrade to 1.33 starts (UpgradeInfoEvent STARTED) (SU-04 AM-84)
        3. +00:00:00 pool/a: zone-a starts with 1 slot: 1 surge, 0 unavailable (UP-10 SU-15 AM-03 AM-59)
        5. +00:00:00 node/a-a-1: Surge node requested; Ready in 3 min (SU-05 SU-06 UP-22)
        6. +00:03:00 node/a-a-1: The new node is Ready (SU-06 AM-39)
        7. +00:03:00 node/a-0: Cordoned: its surge node is Ready, no new Pods are scheduled here (SU-06 KD-01)
        8. +00:03:01 node/a-0: The drain starts with 1 Pod; Pods still there after 1 h are forced out (KD-01 AM-06)
        9. +00:03:01 pod/p-0: Eviction refused: p-pdb allows 0 disruptions (HTTP 429, POD_NOT_ENOUGH_PDB) (SU-23 KE-07 KD-08 BS-73)
        10. +01:03:01 pod/p-0: Force-deleted although its eviction was refused: drain limit reached (POD_PDB_VIOLATION) (SU-07 UP-17 AM-06 AM-62 BS-15)
        11. +01:03:01 node/a-0: Drained (KD-09 KD-11)
        12. +01:03:01 node/a-0: Its VM is being deleted, gone in 30 s (SU-06 AM-58)
        13. +01:03:01 pod/p-1: Created by p, which has fewer Pods than desired (KC-01 KC-02)
        14. +01:03:01 pod/p-1: Scheduled on a-a-1 (KS-30 KS-31)
        15. +01:03:21 pod/p-1: Ready (KT-03)
        16. +01:03:31 node/a-0: The VM is deleted (AM-39)
        18. +01:03:31 pool/a: zone-a is done (UP-10 AM-59)
        19. +01:03:31 pool/a: Every node has the target configuration (UpgradeInfoEvent SUCCEEDED) (AM-59 BS-15)
    "#]].assert_eq(&made(NEVER).story());
}

#[test]
fn a_second_upgrade_begins_to_count_anew() {
    check_summary(
        "pool a nodes=3 | at=0 upgrade a | at=5000 upgrade a newest | at=5001 cancel a",
        expect![[r#"
            cancelled nodes 3 3..4 3 creating 1 at once 1 upgraded 1 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 5211 over 5211 end 5211 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=3 | at=0 upgrade a | at=5000 upgrade a newest | at=5300 cancel a | at=6000 rollback a",
        expect![[r#"
            rolled_back nodes 3 3..4 3 creating 1 at once 1 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 6422 over 6422 end 6422 standing []
        "#]],
    );
}

/// KD-10: after an uncordon the client continues, and its Pods are refused.
#[test]
fn an_uncordon_ends_no_refusal() {
    check_summary(
        "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 drain a-0 | at=100 uncordon a-0 | at=1000 replicas web 3",
        expect![[r#"
            stuck nodes 2 2..2 2 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 5183999 waited 0 took 0 over no end 1020 standing [pod/web-0 gate/budget, pod/web-1 gate/budget]
        "#]],
    );
}

/// KD-10: at its timeout nothing is forced out.
#[test]
fn a_drain_by_hand_says_when_it_gives_up() {
    let line = "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=0 | at=0 drain a-0 timeout=60 | at=500 quota 1";
    check_why(
        line,
        "node/a-0",
        30,
        expect![[r#"
            What: The drain of node a-0 has been blocked for 29 s (since +00:00:01). 0 of 1 Pod gone, 1 to go; refused: web-0.
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: web-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Why: kubectl drain stops waiting after --timeout. The node stays cordoned. (drain/timeout KD-10)
                 drain limit: 1 min
                 drain started: +00:00:01
                 gives up at: +00:01:01
            Until: +00:01:01, when the drain gives up.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-0 Drain of a-0 requested
        "#]],
    );
    check_why(
        line,
        "pod/web-0",
        30,
        expect![[r#"
            What: The eviction of Pod web-0 has been refused for 29 s (since +00:00:01).
            Why: The eviction API grants an eviction only while disruptionsAllowed is above 0. The drain retries every 5 s, a scale-down every 10 s. (gate/budget SU-23 KE-07 KD-08 BS-73)
                 PDB: web-pdb
                 limit: maxUnavailable 0
                 healthy Pods: 1 of 1
                 required healthy Pods: 1
                 disruptionsAllowed: 1 − 1 = 0
            Until: +00:01:01, when the drain gives up.
            Say: Cannot evict pod as it would violate the pod's disruption budget. [HTTP 429; event POD_NOT_ENOUGH_PDB]
            Chain: pod/web-0 POD_NOT_ENOUGH_PDB, web-pdb allows 0 <- node/a-0 drain starts, 1 Pod <- node/a-0 cordoned <- node/a-0 Drain of a-0 requested
        "#]],
    );
    check_why(
        line,
        "node/a-0",
        100,
        expect![[r#"
            What: Node a-0 has been cordoned for 1 min 40 s (since +00:00:00); running Pods continue.
            Why: A cordon sets spec.unschedulable. It doesn't move any Pod. (user/cordon KT-18)
            Chain: node/a-0 cordoned <- node/a-0 Drain of a-0 requested
        "#]],
    );
    check_stage(
        line,
        30,
        expect![[r#"
        2 nodes, no upgrade under way.
        a SURGE 1 + 0 
          zone-a 2 nodes
            Blocked a-0 1.32 [weFull] PDB web-pdb: limit in 0:31 483/1000
            ReadyOld a-1 1.32 [] ready:
    "#]],
    );
}

/// AM-62, BS-15: a budget whose evictions were never requested isn't violated.
#[test]
fn no_time_for_budgets_violates_none() {
    check_summary(
        "pool a nodes=1 pdb-timeout=0 | app web replicas=1 on=a-0 max-unavailable=1 | app other replicas=1 on=a-0 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 1 1..2 1 creating 1 at once 1 upgraded 1 evicted 1 forced 1 against 0 lost 0 pending 0 blocked 0 waited 0 took 241 over 241 end 241 standing []
        "#]],
    );
}

/// KD-08, KD-10.
#[test]
fn a_drain_that_gave_up_blocks_no_more() {
    check_summary(
        "pool a nodes=2 | app web replicas=1 on=a-0 max-unavailable=1 min-available=0 | at=0 drain a-0 | at=1000 replicas web 2",
        expect![[r#"
            idle nodes 2 2..2 2 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 0 over no end 1020 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=2 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 drain a-0 timeout=100 | at=1000 upgrade a",
        expect![[r#"
            succeeded nodes 2 2..3 2 creating 1 at once 1 upgraded 2 evicted 0 forced 3 against 3 lost 0 pending 0 blocked 7300 waited 0 took 7622 over 8622 end 8622 standing []
        "#]],
    );
    // An upgrade takes over a drain by hand: blocked all the time, each second of the node counts once.
    check_summary(
        "pool a nodes=1 | app web replicas=2 on=a-0 max-unavailable=0 | at=0 drain a-0 | at=1000 upgrade a",
        expect![[r#"
            succeeded nodes 1 1..2 1 creating 1 at once 1 upgraded 1 evicted 0 forced 2 against 2 lost 0 pending 0 blocked 4780 waited 0 took 3811 over 4811 end 4811 standing []
        "#]],
    );
}

#[test]
fn unusual_runs_are_counted_as_documented() {
    // Nothing to do; Spot; limits of the pool; two pools and lost Pods; windows; stockout; quota; a rollback.
    check_summary(
        "pool a nodes=0 | at=5 upgrade a",
        expect![[r#"
            succeeded nodes 0 0..0 0 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 0 over 5 end 5 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=2 surge=1+0 spot | app web replicas=2 on=a-0 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 2 1..2 2 creating 1 at once 1 upgraded 2 evicted 4 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 360 over 360 end 360 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=1 pdb-timeout=300 grace-limit=60 | app p replicas=1 on=a-0 max-unavailable=0 | app q replicas=1 on=a-0 grace=7200 | at=0 upgrade a",
        expect![[r#"
            succeeded nodes 1 1..2 1 creating 1 at once 1 upgraded 1 evicted 1 forced 1 against 1 lost 0 pending 0 blocked 300 waited 0 took 541 over 541 end 541 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=2 zones=2 surge=1+1 | pool b nodes=2 surge=0+2 | app lone kind=Pod replicas=3 on=a-0 | at=0 upgrade a | at=0 upgrade b",
        expect![[r#"
            succeeded nodes 6 3..7 6 creating 4 at once 4 upgraded 6 evicted 3 forced 0 against 0 lost 3 pending 0 blocked 0 waited 0 took 452 over 452 end 452 standing []
        "#]],
    );
    check_summary(
        "open=100-200 | pool a nodes=3 | at=0 upgrade a automatic | until=250",
        expect![[r#"
            paused nodes 3 3..3 3 creating 1 at once 1 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 100 over no end 200 standing [pool/a upgrade/pause]
        "#]],
    );
    check_summary(
        "open=100-200 | pool a nodes=3 | at=0 upgrade a automatic",
        expect![[r#"
            stuck nodes 3 3..4 3 creating 1 at once 1 upgraded 1 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 211 over no end 311 standing [pool/a upgrade/pause]
        "#]],
    );
    check_summary(
        "pool a nodes=2 surge=0+1 | at=0 upgrade a | at=10 stockout zone-a",
        expect![[r#"
            stuck nodes 2 1..2 1 creating 0 at once 1 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 31 over no end 31 standing [node/a-0 surge/recreate-waits]
        "#]],
    );
    check_summary(
        "pool a nodes=2 | at=0 quota 0 | at=0 upgrade a | at=100 cancel a",
        expect![[r#"
            cancelled nodes 2 2..2 2 creating 0 at once 0 upgraded 0 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 100 took 100 over 100 end 100 standing []
        "#]],
    );
    check_summary(
        "pool a nodes=2 | pool b nodes=1 | at=0 upgrade a | at=0 upgrade b | at=50 rollback a",
        expect![[r#"
            rolled_back nodes 3 3..5 3 creating 2 at once 2 upgraded 1 evicted 0 forced 0 against 0 lost 0 pending 0 blocked 0 waited 0 took 422 over 422 end 422 standing []
        "#]],
    );
}

#[test]
fn a_node_that_is_not_well_says_so_and_what_comes_of_it() {
    let run = made("pool a nodes=2 | app web replicas=2 | at=100 fail a-0 | at=100 host-event a-1");
    expect![[r#"
        What: The kubelet of node a-0 stopped at +00:01:40; the control plane hasn't detected it yet.
        Why: The control plane marks a node as lost after 40 seconds without a heartbeat (50 seconds from version 1.32). Until then, Pods can still be scheduled on it. (node/kubelet-stops KT-10 KT-11)
        Until: +00:02:30, when the control plane detects it.
        Chain: node/a-0 kubelet stops <- node/a-0 kubelet failure on a-0
    "#]].assert_eq(&run.why("node/a-0", 110));
    expect![[r#"
        What: Node a-0 is not ready: its kubelet hasn't responded for 3 min 20 s (since +00:01:40).
        Why: Pods on a lost node are not ready. After 300 seconds, or their tolerationSeconds, they are deleted regardless of their PodDisruptionBudgets. (node/lost KT-11)
        Until: +00:11:40, when its repair starts.
        Chain: node/a-0 lost <- node/a-0 kubelet stops <- node/a-0 kubelet failure on a-0
    "#]].assert_eq(&run.why("node/a-0", 300));
    expect![[r#"
        2 nodes, no upgrade under way.
        a SURGE 1 + 0 
          zone-a 2 nodes
            NotReady a-0 1.32 [weHalf weHalf] not ready: not responding
            ReadyOld a-1 1.32 [] ready:
    "#]]
    .assert_eq(&run.stage_text(300));
    let run = made("pool a nodes=2 no-repair | app web replicas=2 | at=100 fail a-0 disk");
    expect![[r#"
        What: The boot disk of node a-0 has been full for 3 min 20 s (since +00:01:40); no Pod is scheduled there.
        Why: Auto-repair recreates a node whose boot disk has been full for about 30 minutes. (node/disk-full BS-58)
        Until: Nothing in this run ends it.
        Chain: node/a-0 boot disk is full <- node/a-0 Boot disk of a-0 is full
    "#]].assert_eq(&run.why("node/a-0", 300));
}

#[test]
fn between_two_steps_the_caption_names_a_node_that_the_upgrade_cordoned() {
    let caption = |line: &str, at: i64| made(line).stage_text(at).lines().next().map(str::to_owned);
    let half = "pool a nodes=3 surge=1+0 | app web replicas=2 on=a-0 | at=0 upgrade a";
    expect![[r#"Some("zone-a: a-0 takes no new Pods, its drain starts.") Some("zone-a: a-0 is draining.")"#]].assert_eq(&format!("{:?} {:?}", caption(half, 180), caption(half, 181)));
    let by_hand = half.replace("| at=0", "| at=0 cordon a-0 | at=0");
    expect![[r#"Some("zone-a: selecting the next nodes.")"#]]
        .assert_eq(&format!("{:?}", caption(&by_hand, 180)));
}

#[test]
fn the_caption_of_a_control_plane_upgrade_names_what_is_paused() {
    let run = made("control-plane=1.32 | pool a nodes=1 | at=0 upgrade-master 1.33");
    expect![[r#"
        The control plane is being upgraded to 1.33 until +00:10:00: nothing can be scheduled, evicted, or replaced, but Pods keep running.
        a SURGE 1 + 0 
          zone-a 1 node
            ReadyOld a-0 1.32 [] ready:
    "#]].assert_eq(&run.stage_text(60));
    let run =
        made("control-plane=1.32 replicas-of-it=3 | pool a nodes=1 | at=0 upgrade-master 1.33");
    expect![[r#"
        Control plane replica 2 of 3 is being upgraded to 1.33 until +00:20:00; workloads and the API keep running.
        a SURGE 1 + 0 
          zone-a 1 node
            ReadyOld a-0 1.32 [] ready:
    "#]].assert_eq(&run.stage_text(700));
    let replicas = lanes(&run.trace, &run.index).control_plane;
    expect!["[ReplicaSegment { replica: 0, from: SimTime(0), to: Some(SimTime(600000)) }, ReplicaSegment { replica: 1, from: SimTime(600000), to: Some(SimTime(1200000)) }, ReplicaSegment { replica: 2, from: SimTime(1200000), to: Some(SimTime(1800000)) }]"].assert_eq(&format!("{replicas:?}"));
}
