//! Reasons, holders and times of an answer, against the rows.

use super::facts::{TraceRows, is_excluded, is_open, is_refused, node_of, pod_state, run_of};
use super::{Said, ensure};
use base::SimTime;
use model::RunState;
use query::Why;
use trace::{Change, Record, Subject, Trace, Value};

pub(super) fn check(trace: &Trace, subject: Subject, at: SimTime, answer: &Why) -> Said {
    reasons(trace, at, answer)?;
    holders(trace, at, answer)?;
    if let Subject::Pod(_) = subject {
        state_of_pod(trace, subject, at, answer)?;
    }
    waits(trace, subject, at, answer)?;
    until(trace, subject, at, answer)
}

/// A reason with a row has the row's rule, and the row isn't to come.
fn reasons(trace: &Trace, at: SimTime, answer: &Why) -> Said {
    let early = answer.what.key == "why-not-yet";
    for reason in &answer.reasons {
        let Some(no) = reason.no else {
            continue;
        };
        let Some(record) = trace.record(no) else {
            return Err(format!("row {} does not exist", no.0));
        };
        ensure(early || record.at <= at, || format!("row {} is to come", no.0))?;
        let table = trace.rule(&record).slug;
        let slug = reason.rule.slug;
        // The cordon of a Spot node explains why the upgrade doesn't wait for its surge node.
        let other = ["surge/cordon-spot", "surge/zone-start", "surge/take", "place/bind"];
        ensure(slug == table || other.contains(&slug) || slug == "surge/request-node", || {
            format!("row {} is of {table}, the reason of {slug}", no.0)
        })?;
    }
    Ok(())
}

/// Pods whose eviction is refused, on nodes that are draining.
fn holders(trace: &Trace, at: SimTime, answer: &Why) -> Said {
    let inputs = answer.reasons.iter().flat_map(|reason| {
        let names = |key: &'static str| {
            let inputs = reason.inputs.iter().filter(move |input| input.name.key == key);
            inputs.filter_map(|input| match &input.value {
                Value::Names(names) => Some(names.clone()),
                _ => None,
            })
        };
        let pods: Vec<Subject> = names("input-refused-pods").flatten().collect();
        let nodes: Vec<Subject> = names("input-draining").flatten().collect();
        (!pods.is_empty()).then_some((pods, nodes))
    });
    for (pods, nodes) in inputs {
        for pod in pods {
            let Subject::Pod(id) = pod else {
                continue;
            };
            ensure(is_refused(trace, id, at), || format!("{pod:?} is not refused"))?;
            let node = node_of(trace, id, at).map(Subject::Node);
            let named = node.is_some_and(|node| nodes.contains(&node));
            ensure(named || nodes.len() >= 6, || format!("{pod:?} is on {node:?}"))?;
        }
    }
    Ok(())
}

fn state_of_pod(trace: &Trace, subject: Subject, at: SimTime, answer: &Why) -> Said {
    let rows = TraceRows::of(trace, subject, at);
    let Some(change) = pod_state(&rows) else {
        return Ok(());
    };
    let fits: &[&str] = match change {
        Change::PodCreated { .. } => &["why-pod-pending"],
        Change::PodBound { .. } => &["why-pod-starting", "why-pod-image-pull", "why-pod-volume"],
        Change::PodTerminating { .. } => &["why-pod-terminating"],
        Change::PodForced { .. } | Change::PodGone => &["why-pod-gone", "why-pod-finished"],
        Change::PodReady => &["why-pod-ready", "why-pod-refused", "why-pod-finished"],
        _ => return Ok(()),
    };
    let key = answer.what.key;
    ensure(fits.contains(&key), || format!("{change:?} is told as {key}"))?;
    let Subject::Pod(id) = subject else {
        return Ok(());
    };
    ensure(
        (key == "why-pod-refused") == (key != "why-pod-gone" && is_refused(trace, id, at))
            || key != "why-pod-ready",
        || "it is refused".to_owned(),
    )
}

/// A pool that waits says what keeps it back now.
fn waits(trace: &Trace, subject: Subject, at: SimTime, answer: &Why) -> Said {
    let Subject::Pool(pool) = subject else {
        return Ok(());
    };
    let plan = trace.plan();
    let (run, _) = run_of(trace, pool, at);
    let says = |slug: &str| answer.reasons.iter().any(|reason| reason.rule.slug == slug);
    if says("upgrade/queue-window") {
        ensure(!is_open(plan, at), || "a window is open".to_owned())?;
    }
    if says("upgrade/queue-exclusion") || says("upgrade/pause-exclusion") {
        ensure(is_excluded(plan, at), || "no exclusion is active".to_owned())?;
    }
    if says("upgrade/queue-turn") && run == RunState::Queued {
        let busy = |other| {
            let (state, automatic) = run_of(trace, other, at);
            let works = matches!(
                state,
                RunState::Running | RunState::WaitingForResources | RunState::Cancelling
            );
            other != pool && works && automatic
        };
        let others = plan.pools.ids().any(busy);
        ensure(others || control_plane_works(trace, at), || {
            "nothing else is in progress".to_owned()
        })?;
    }
    Ok(())
}

fn control_plane_works(trace: &Trace, at: SimTime) -> bool {
    let rows = TraceRows::of(trace, Subject::Cluster, at).past;
    let last = rows.iter().rev().find_map(|record| match record.change {
        Change::ControlPlaneStarted { .. } => Some(true),
        Change::ControlPlaneDone | Change::ControlPlaneBack => Some(false),
        _ => None,
    });
    last == Some(true) || trace.start().control_plane.replica.is_some() && last.is_none()
}

/// *Until* is what happens in the run: its first row of that kind.
fn until(trace: &Trace, subject: Subject, at: SimTime, answer: &Why) -> Said {
    let Some(until) = &answer.until else {
        return Ok(());
    };
    let rows = TraceRows::of(trace, subject, at);
    let key = until.sentence.key;
    let next = |fits: fn(&Record) -> bool| {
        rows.future.iter().find(|record| fits(record)).map(|record| record.at)
    };
    let gone =
        |record: &Record| matches!(record.change, Change::PodGone | Change::PodForced { .. });
    let expected: Option<Option<SimTime>> = match (subject, key) {
        (Subject::Pod(_), "until-this-pod-ready") => {
            Some(next(|record| record.change == Change::PodReady))
        }
        (Subject::Pod(_), "until-bound" | "until-never-bound") => {
            Some(next(|record| matches!(record.change, Change::PodBound { .. })))
        }
        (Subject::Pod(_), "until-volume" | "until-never-volume") => {
            Some(next(|record| matches!(record.change, Change::VolumesAttached { .. })))
        }
        (Subject::Pod(_), "until-pod-gone") if rows.future.iter().any(gone) => Some(next(gone)),
        (Subject::Pod(_), "until-leaves") => Some(next(|record| {
            matches!(record.change, Change::PodTerminating { .. } | Change::PodForced { .. })
        })),
        (Subject::Pod(_), "until-stays") => Some(next(|record| {
            matches!(
                record.change,
                Change::PodTerminating { .. } | Change::PodForced { .. } | Change::PodGone
            )
        })),
        (Subject::Pool(_), "until-succeeded") => {
            Some(next(|record| record.change == Change::UpgradeSucceeded))
        }
        (Subject::Pool(_), "until-started") => {
            Some(next(|record| matches!(record.change, Change::UpgradeStarted { .. })))
        }
        (Subject::Pool(_), "until-window" | "until-version" | "until-other-run") => {
            Some(next(|record| {
                matches!(
                    record.change,
                    Change::UpgradeStarted { .. } | Change::UpgradeResumed { .. }
                )
            }))
        }
        _ => None,
    };
    if let Some(expected) = expected {
        let told = until.at;
        ensure(told == expected, || format!("{key} at {told:?}, the rows say {expected:?}"))?;
    }
    let Some(told) = until.at else {
        return Ok(());
    };
    ensure(told >= at, || format!("{key} at {told:?} is over"))?;
    // A time after the end of the run is a computed one.
    let computed = told > trace.end();
    let happens = || trace.records().any(|(_, record)| record.at == told);
    let limit =
        ["until-drain-limit", "until-drain-gives-up", "until-drain-leaves", "until-backoff"];
    ensure(computed || limit.contains(&key) || happens(), || {
        format!("{key} at {told:?}: nothing happens then")
    })
}
