//! The end of a run, and repetitions of the run in other ways.

use super::counts::PodCounts;
use super::places::{expels, is_not_for};
use super::{Said, budgets, ensure, feasible, node_name, pod_name};
use crate::generate::Dice;
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow, ShadowPod, ShadowPool, Vm, life_of};
use base::{NodeId, RecordNo, SimSpan, SimTime};
use model::strategy::RunKind;
use model::workload::OnDisruption;
use model::{NodePhase, PodPhase, PoolState, RunState, Soak, WorkloadKind};
use query::{self, Index, Outcome};
use runner::{Session, Step};
use serde_json::Value;
use sim::Sim;
use sim::rules::RULES;
use std::collections::BTreeSet;
use std::rc::Rc;
use trace::{Chunk, Ended, Frame, Subject, Trace, apply};

/// A run ends at its limit, or because nothing is left to happen.
pub(super) fn nothing_was_forgotten(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    match run.outcome.ended {
        Ended::Overrun => Err("an instant never came to its end".to_owned()),
        Ended::Until => Ok(()),
        // Containers that fail forever keep no run alive.
        Ended::Quiet => match shadow.due.iter().find(|(_, due)| !due.may_loop()) {
            Some((at, due)) => Err(format!("{due:?} was due at {at}")),
            None => Ok(()),
        },
    }
}

/// KS-03: at the end no Pod waits that some node could take.
pub(super) fn pending_pods_fit_nowhere(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    for (id, pod) in shadow.pods.iter().filter(|(_, pod)| pod.life == Life::Pending) {
        let nodes = shadow.nodes.ids();
        let mut may = nodes
            .filter(|node| pod.pinned.is_none_or(|pinned| pinned == *node))
            .filter(|node| shadow.reaches_disks(id, *node));
        if let Some(node) = may.find(|node| feasible::fits(shadow, pod.workload, *node)) {
            let (pod, node) = (pod_name(shadow, id), feasible::host(shadow, node));
            return Err(format!("{pod} waits, and {node} could take it"));
        }
    }
    Ok(())
}

/// KD-08: at the end no eviction waits that would be granted.
pub(super) fn blocked_pods_are_refused(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    for (id, pod) in shadow.pods.iter() {
        let drain = pod.on.and_then(|node| shadow.node(node).drain.as_ref());
        let asked = drain.is_some_and(|drain| drain.selected.contains(&id));
        let asked = asked && drain.is_some_and(|drain| !drain.paused);
        let waits = asked && matches!(pod.life, Life::Running { .. } | Life::Starting);
        if waits && budgets::answer(shadow, id) == budgets::EvictionAnswer::Granted {
            return Err(format!("{} is held back by nothing", pod_name(shadow, id)));
        }
    }
    Ok(())
}

/// KC-01, KC-13: at the end every controller has its Pods, or waits for something missing.
pub(super) fn owners_have_their_replicas(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    for id in shadow.plan.workloads.ids() {
        let (wants, wanted) = (&shadow.plan.workloads[id], shadow.wanted(id));
        let active = shadow.active(id);
        let held = shadow.pods_of(id).any(|(_, pod)| !pod.ready());
        let whole = active == wanted;
        let good = match wants.kind {
            WorkloadKind::Deployment
            | WorkloadKind::ReplicaSet
            | WorkloadKind::ReplicationController => whole,
            WorkloadKind::Custom { recreating: false, .. } => true,
            WorkloadKind::Custom { ordinals: false, .. } => whole,
            WorkloadKind::StatefulSet { .. } | WorkloadKind::Custom { ordinals: true, .. } => {
                whole || held
            }
            WorkloadKind::DaemonSet => {
                let nodes = shadow.nodes.ids();
                let stray = shadow.pods_of(id).find(|(_, pod)| {
                    let meant = pod.pinned.or(pod.on);
                    meant.is_some_and(|node| is_not_for(shadow, node, id)) && pod.active()
                });
                let mut missing = nodes.filter(|node| {
                    let state = shadow.node(*node);
                    let wanted = state.up()
                        && feasible::selects(shadow, wants, *node)
                        && feasible::untolerated(shadow.plan, wants, state).next().is_none();
                    let mut own = shadow.pods_of(id);
                    wanted && !own.any(|(_, pod)| pod.pinned.or(pod.on) == Some(*node))
                });
                missing.next().is_none() && stray.is_none()
            }
            WorkloadKind::Job { backoff_limit, disrupted, .. } => {
                let job = shadow.jobs[id];
                let by_policy = disrupted == OnDisruption::FailsJob && job.disrupted.is_some();
                let most = shadow.job_wants(id);
                let must = !shadow.job_done(id) && (by_policy || job.failures > backoff_limit);
                (job.failed || !must)
                    && (active == 0 || !job.failed)
                    && most.is_none_or(|most| active <= most)
            }
            WorkloadKind::Pod | WorkloadKind::Mirror => true,
        };
        ensure(good, || format!("{} has {active} of {wanted} Pods", wants.name))?;
    }
    Ok(())
}

/// KT-12.
pub(super) fn nobody_is_where_a_taint_expels_it(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    for id in shadow.plan.workloads.ids() {
        let expelled =
            |pod: &ShadowPod| pod.on.is_some_and(|on| expels(shadow.plan, shadow.node(on), id));
        let mut pods = shadow.pods_of(id);
        let stays = pods.find(|(_, pod)| pod.active() && expelled(pod));
        ensure(stays.is_none(), || {
            stays.map(|(pod, _)| pod_name(shadow, pod)).unwrap_or_default()
        })?;
    }
    Ok(())
}

/// AM-04: at the end an unfinished run reports what blocks it.
pub(super) fn runs_ended_or_report_why_not(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let standing = query::open_holds(&run.trace, &Index::of(&run.trace));
    for id in shadow.plan.pools.ids() {
        let pool = shadow.pool(id);
        let at_work = matches!(
            pool.run,
            RunState::Running
                | RunState::RollingBack
                | RunState::Cancelling
                | RunState::WaitingForResources
                | RunState::Paused
                | RunState::Queued
                | RunState::Failed
        );
        let of_pool = |subject: Subject| match subject {
            Subject::Pool(other) => other == id,
            Subject::Node(node) => shadow.node(node).pool == id,
            Subject::Pod(pod) => {
                let state = shadow.pod(pod);
                state.on.is_some_and(|node| shadow.node(node).pool == id)
            }
            _ => false,
        };
        let said = standing.iter().any(|one| of_pool(one.subject));
        ensure(!at_work || said, || {
            format!("{} is {:?}, and nothing says why", shadow.plan.pools[id].name, pool.run)
        })?;
    }
    Ok(())
}

/// AM-59, SU-27: a successful upgrade left no old node, a rolled-back one no new node.
pub(super) fn nodes_are_where_the_run_left_them(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let plan = shadow.plan;
    for id in plan.pools.ids() {
        let pool = shadow.pool(id);
        let goal = match pool.run {
            RunState::Succeeded => pool.target,
            RunState::RolledBack => pool.home,
            _ => continue,
        };
        let own = || shadow.nodes.iter().filter(|(_, node)| node.pool == id && node.registered());
        let before = |node: NodeId| node.0 < shadow.start.nodes.len();
        let wrong = own().find(|(of, node)| {
            let (is, wanted) = (&plan.templates[node.template], &plan.templates[goal]);
            // A node with the version is at the target of a version change; a rollback doesn't touch nodes that weren't upgraded; a blue-green
            // rollback covers every blue node, including those upgraded by an earlier part of the run (UP-15, BG-41).
            let known = |node: NodeId| {
                let blue = pool.course.iter().flat_map(|course| &course.blue);
                before(node) || blue.into_iter().any(|(own, _)| *own == node)
            };
            let untouched = pool.run == RunState::RolledBack && known(*of);
            // It may go after the last row.
            let goes = node.vm == Vm::Deleting { recreate: false };
            node.template != goal && is.version != wanted.version && !untouched && !goes
        });
        ensure(wrong.is_none(), || {
            let name = wrong.map(|(of, _)| node_name(plan, of)).unwrap_or_default();
            format!("{:?}, and {name} is not", pool.run)
        })?;
        let (now, start): (usize, usize) =
            (own().count(), pool.start.iter().map(|(_, nodes)| *nodes as usize).sum());
        let away: u32 = pool.start.iter().map(|(zone, _)| shadow.away(id, *zone)).sum();
        let shrunk = pool.course.is_some() && shadow.has_shrunk(id);
        ensure(now + away as usize == start || shrunk, || {
            format!("{:?} with {now} nodes, of {start}", pool.run)
        })?;
    }
    Ok(())
}

/// KT-16.
pub(super) fn no_pod_is_on_a_node_that_is_gone(_: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let gone = |vm: Vm| matches!(vm, Vm::Gone | Vm::Off);
    for (id, node) in shadow.nodes.iter() {
        let left = gone(node.vm) && !node.pods.is_empty();
        ensure(!left, || format!("{} is gone, its Pods are not", node_name(shadow.plan, id)))?;
    }
    Ok(())
}

/// AM-83.
pub(super) fn names_are_unique(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let (plan, cluster) = (shadow.plan, &run.end);
    let mut seen = BTreeSet::new();
    for node in cluster.nodes.ids() {
        let name = plan.node_name(cluster, node);
        ensure(seen.insert(name.clone()), || format!("two nodes are named {name}"))?;
    }
    let mut seen = BTreeSet::new();
    for (id, pod) in cluster.pods.iter().filter(|(_, pod)| pod.phase() != PodPhase::Gone) {
        let namespace = &plan.workloads[pod.workload].namespace;
        let name = plan.pod_name(cluster, id);
        ensure(seen.insert((namespace, name.clone())), || format!("two Pods are named {name}"))?;
    }
    Ok(())
}

/// Applied in two ways, the rows give the same cluster.
pub(super) fn the_rows_alone_give_the_cluster(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let cluster = &run.end;
    let same =
        (cluster.nodes.len(), cluster.pod_count()) == (shadow.nodes.len(), shadow.pods.len());
    ensure(same, || "not as many nodes and Pods".to_owned())?;
    for ((id, node), own) in cluster.nodes.iter().zip(shadow.nodes.values()) {
        let vm = match node.phase {
            NodePhase::Booting { .. } => Vm::Booting,
            NodePhase::Ready | NodePhase::Draining { .. } | NodePhase::Drained => Vm::Up,
            NodePhase::Deleting { recreate, .. } => Vm::Deleting { recreate },
            NodePhase::Abandoned { .. } => Vm::Abandoned,
            NodePhase::Recreating { ready_at: None } => Vm::Off,
            NodePhase::Recreating { ready_at: Some(_) } => Vm::Rebooting,
            NodePhase::Gone => Vm::Gone,
        };
        let same = (vm, node.template, node.cordoned_by.is_some(), node.ordinal)
            == (own.vm, own.template, own.cordoned, own.ordinal);
        let drains = matches!(node.phase, NodePhase::Draining { .. }) == own.drain.is_some();
        let side = node.side == own.side || vm == Vm::Gone;
        ensure(same && drains && side, || {
            format!("{}: {node:?} and {own:?}", node_name(shadow.plan, id))
        })?;
    }
    for ((_, pod), own) in cluster.each_pod().zip(shadow.pods.values()) {
        let (life, on) = life_of(pod.phase());
        let on = if life == Life::Gone { own.on } else { on };
        let same =
            (life, on, pod.number, pod.pinned()) == (own.life, own.on, own.number, own.pinned);
        ensure(same, || format!("{pod:?} and {own:?}"))?;
    }
    ensure(cluster.nominated == shadow.nominated, || {
        format!("{:?} and {:?}", cluster.nominated, shadow.nominated)
    })?;
    for ((_, state), own) in cluster.pools.iter().zip(shadow.pools.values()) {
        let same = (state.run, state.automatic) == (own.run, own.automatic);
        // It was to restart with other settings, and a user canceled the run at that instant.
        let anew = state.run == RunState::Cancelled && own.zone.is_none();
        ensure(same && (!state.run.unfinished() || anew || state.zone == own.zone), || {
            format!("{state:?} and {own:?}")
        })?;
        ensure(same_course(state, own), || format!("{state:?} and {own:?}"))?;
    }
    Ok(())
}

/// Is a blue-green run where the rows say?
fn same_course(state: &PoolState, own: &ShadowPool) -> bool {
    let progress = state.progress;
    let Some(course) = &own.course else {
        let beside = [RunKind::BlueGreen, RunKind::AutoscaledBlueGreen];
        return !beside.contains(&state.kind) && progress.phase.is_none();
    };
    let soak = match progress.soak {
        None => None,
        Some(Soak::Until(until)) => Some(Ok(until)),
        Some(Soak::Left(left)) => Some(Err(left)),
    };
    let wanted = match course.soak {
        None => None,
        Some(crate::shadow::Soak::Runs { until, .. }) => Some(Ok(until)),
        Some(crate::shadow::Soak::Left(left)) => Some(Err(left)),
    };
    let over = !matches!(own.run, RunState::Running | RunState::Cancelled);
    let nothing = |soak: Option<Result<SimTime, SimSpan>>| match soak {
        None => true,
        Some(Ok(until)) => until <= progress.since,
        Some(Err(left)) => left == SimSpan::ZERO,
    };
    state.kind == own.kind
        && progress.phase == course.phase
        && (progress.batch, progress.batches) == (course.begun, course.of_batches())
        && (over || soak == wanted || (nothing(soak) && nothing(wanted)))
}

/// The outcome agrees with the rows.
pub(super) fn the_outcome_counts_right(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let outcome = Outcome::read(&run.trace, run.outcome.ended).1;
    let nodes = shadow.nodes.values().filter(|node| node.registered()).count() as u32;
    let said = (outcome.evictions, outcome.nodes.end, run.trace.len());
    let own = (shadow.evictions, nodes, run.outcome.records);
    ensure(said == own, || format!("evictions, nodes, records: {said:?} and {own:?}"))
}

pub(super) fn trace_of(sim: &Sim) -> Trace {
    let mut sim = sim.clone();
    let mut trace = Trace::new(Rc::clone(sim.plan()), Rc::clone(sim.start()), RULES);
    for chunk in sim.trace().finish() {
        trace.push(chunk);
    }
    trace
}

/// At a random point the applied rows equal the engine's state.
pub(super) fn the_fold_of_the_rows_is_the_world(run: &FinishedRun<'_>) -> Said {
    let compiled = run.compiled.clone();
    let mut sim = Sim::new(compiled.plan, compiled.cluster);
    let wakes = Dice::aside(run.seed).below(u64::from(run.outcome.records) * 2 + 1);
    for _ in 0..wakes {
        if sim.step().is_some() {
            break;
        }
    }
    let trace = trace_of(&sim);
    let same = trace.frame(trace.len(), SimTime::MAX).cluster == *sim.cluster();
    ensure(same, || {
        let last = RecordNo(trace.len().saturating_sub(1));
        format!("the rows up to {:?} do not give the world", trace.record(last))
    })
}

/// The same rows in chunks of this size.
fn cut(whole: &Trace, rows: usize) -> Trace {
    let mut trace = Trace::new(Rc::clone(whole.plan()), Rc::clone(whole.start()), RULES);
    let mut chunk = Chunk::default();
    for (_, record) in whole.records() {
        if chunk.len() == rows {
            trace.push(Rc::new(std::mem::take(&mut chunk)));
        }
        if chunk.is_empty() {
            chunk = Chunk::starting_at(record.at);
        }
        let fits = chunk.push(&record);
        debug_assert!(fits, "a chunk holds more than {rows}");
    }
    if !chunk.is_empty() {
        trace.push(Rc::new(chunk));
    }
    trace
}

/// The frame at a random time equals a replay of the rows, however it is reached.
pub(super) fn frames_are_replays(run: &FinishedRun<'_>) -> Said {
    let mut dice = Dice::aside(run.seed ^ 1);
    let trace = &cut(&run.trace, 1 + dice.below(60) as usize);
    let end = trace.end().ms() as u64 + 2;
    let mut frame = trace.frame(0, SimTime::ZERO);
    let mut counts = PodCounts::default();
    trace.begun(|turn| counts.take(turn));
    for _ in 0..3 {
        let at = SimTime::from_ms(dice.below(end) as i64);
        let mut replayed = Frame { cluster: (**trace.start()).clone(), at, next: 0 };
        for (no, record) in trace.records().take_while(|(_, record)| record.at <= at) {
            apply(trace.plan(), &mut replayed.cluster, no, &record);
            replayed.next = no.0 + 1;
        }
        trace.count_deltas(frame.next, replayed.next, |turn| counts.take(turn));
        ensure(counts == PodCounts::of(trace.plan(), &replayed.cluster), || {
            format!("what is counted at {at} on the way there is not what there is")
        })?;
        trace.seek(&mut frame, at);
        let same = frame == replayed && trace.frame_at(at) == replayed;
        ensure(same, || format!("the frame at {at} is not the replay"))?;
    }
    Ok(())
}

/// Checks that the length of slices doesn't change a run.
pub(super) fn slices_do_not_show(run: &FinishedRun<'_>) -> Said {
    let mut dice = Dice::aside(run.seed ^ 2);
    let mut session = Session::of(run.compiled.clone(), None, None);
    let outcome = loop {
        if let Step::Done(outcome) = session.pump(1 + dice.below(50) as u32) {
            break outcome;
        }
    };
    ensure(outcome == run.outcome, || format!("in slices {outcome:?}, else {:?}", run.outcome))
}

/// AM-56: the order in which a document lists its workloads, budgets and Services has no effect.
pub(super) fn the_order_of_lists_does_not_show(run: &FinishedRun<'_>) -> Said {
    let mut document: Value = serde_json::from_str(run.text).map_err(|error| error.to_string())?;
    for list in ["workloads", "budgets", "services"] {
        if let Some(list) = document[list].as_array_mut() {
            list.reverse();
        }
    }
    let backwards =
        FinishedRun::of(&document.to_string(), run.seed, |backwards| backwards.outcome.clone())?;
    ensure(backwards == run.outcome, || {
        format!("listed backwards {backwards:?}, else {:?}", run.outcome)
    })
}

/// An exported scenario and run are read back unchanged. Only for some seeds: text takes long.
pub(super) fn rows_and_document_read_back(run: &FinishedRun<'_>) -> Said {
    if !run.seed.is_multiple_of(8) {
        return Ok(());
    }
    let document = scenario::open(run.text).document.ok_or("no document")?;
    let again = FinishedRun::of(&document.to_text(), run.seed, |again| again.outcome.clone())?;
    ensure(again == run.outcome, || format!("written again {again:?}, else {:?}", run.outcome))?;
    let mut text = Vec::new();
    words::log::json(&mut text, &run.trace, "", words::log::Shown::ALL)
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let mut lines = text.lines().skip(1);
    for (no, record) in run.trace.records() {
        let line: Value = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| error.to_string())?;
        let cause = record.cause.map_or(Value::Null, |cause| cause.0.into());
        let same = line["no"] == no.0
            && line["at_ms"] == record.at.ms()
            && line["slug"] == run.trace.rule(&record).slug
            && line["change"] == record.change.name()
            && line["cause"] == cause;
        ensure(same, || format!("row {} is written as {line}", no.0))?;
    }
    ensure(lines.next().is_none(), || "more lines than rows".to_owned())
}
