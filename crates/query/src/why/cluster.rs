//! Why for the cluster: its control plane first.

use super::{Reason, Say, Until, Why, WhyContext, policy, pool};
use crate::old_nodes::pools_behind;
use crate::open_holds::control_plane_row;
use base::{PoolId, RecordNo, SimSpan, SimTime, order};
use model::maintenance::{ClusterPart, UpgradeKind, WorkKind};
use model::{Command, RunState, Version};
use trace::{Change, Phrase, Record, Subject, Waits, WhyNot};

/// How many pools' upgrades are explained.
const POOLS: usize = 3;

pub(super) fn why(cx: &WhyContext<'_>) -> Why {
    let upgrades = upgrades(cx);
    if let Some(mut why) = control_plane(cx) {
        // What it waits for may be held itself.
        if cx.frame.cluster.control_plane.replica.is_none() {
            why.reasons.extend(upgrades.into_iter().flat_map(|one| one.reasons));
        }
        return why;
    }
    let what = Phrase::new("why-cluster")
        .with("nodes", cx.frame.cluster.registered())
        .with("since", cx.frame.at);
    let mut upgrades = upgrades.into_iter();
    if let Some(first) = upgrades.next() {
        let both = Phrase::new("why-cluster-upgrade")
            .with("cluster", what)
            .with("upgrade", first.what.clone());
        let mut why = Why { what: both, ..first };
        why.reasons.extend(upgrades.flat_map(|one| one.reasons));
        return why;
    }
    let row = cx.last(Subject::Cluster);
    Why::new(cx, what, row.map_or(cx.frame.at, |(_, record)| record.at))
        .because(row.and_then(|(no, _)| Reason::of_row(cx, no)))
        .chained(cx, row.map(|(no, _)| no))
}

/// The unfinished upgrades of pools, those in progress first.
fn upgrades(cx: &WhyContext<'_>) -> Vec<Why> {
    let pools = cx.frame.cluster.pools.iter();
    let mut pools: Vec<(u32, PoolId)> = pools
        .filter_map(|(id, state)| {
            let rank = match state.run {
                RunState::Running | RunState::WaitingForResources => 0,
                RunState::Cancelling | RunState::RollingBack => 1,
                RunState::Paused => 2,
                RunState::Queued => 3,
                RunState::Idle
                | RunState::Cancelled
                | RunState::Succeeded
                | RunState::RolledBack
                | RunState::Failed => return None,
            };
            Some((rank, id))
        })
        .collect();
    order::sort(&mut pools);
    pools.into_iter().take(POOLS).filter_map(|(_, id)| pool::why(cx, id)).collect()
}

/// The control plane is being upgraded, or work that is due for it waits.
fn control_plane(cx: &WhyContext<'_>) -> Option<Why> {
    if cx.frame.cluster.control_plane.replica.is_some() {
        return in_progress(cx);
    }
    let now = cx.frame.cluster.control_plane.version;
    let no = control_plane_row(cx.trace, cx.frame.next, now)?;
    let own = next_of_several(cx, now);
    let no = own.map_or(no, |(.., no)| no);
    let record = cx.trace.record(no)?;
    let (waits, announced) = match record.change {
        Change::UpgradeQueued { why: WhyNot::Policy(waits) } => (Some(waits), None),
        Change::ControlPlaneScheduled { entry, after_s } => {
            (None, Some((entry, record.at + SimSpan::from_secs(i64::from(after_s)))))
        }
        _ => (None, None),
    };
    let old = matches!(record.change, Change::UpgradeQueued { why: WhyNot::OldNodes(_) });
    let next = cx.next_that(Subject::Cluster, |record| match record.change {
        Change::ControlPlaneStarted { entry } => {
            own.is_none_or(|(own, ..)| own == entry)
                && (waits.is_none() || waits_for_maintenance(cx, entry))
        }
        _ => false,
    });
    let since = own.map_or_else(|| due_since(cx, no, record.at), |(_, since, _)| since);
    let what = Phrase::new("why-control-plane-waits")
        .with("since", since)
        .with("for", cx.frame.at - since);
    let reason = Reason::of_row(cx, no).map(|reason| match &waits {
        Some(waits) => policy::explained(cx, reason, waits),
        None => announced.into_iter().fold(reason, |reason, (_, at)| {
            reason.input("input-announced", record.at).input("input-not-before", at)
        }),
    });
    let until = match (next, &waits) {
        (Some((_, record)), _) => Until::at(record.at, Phrase::new("until-started")),
        (None, Some(waits)) => policy::until(cx, waits),
        (None, None) if old => nodes_catch_up(cx),
        (None, None) => {
            let kind = |entry| {
                let after = cx.trace.plan().command(entry)?.version_of_control_plane();
                Some((ClusterPart::ControlPlane, UpgradeKind::between(now, after)))
            };
            let starts =
                announced.and_then(|(entry, at)| policy::first_start(cx, at, kind(entry)?));
            Until::never(match starts {
                Some(at) => Phrase::new("until-next-start").with("at", at),
                None => Phrase::new("until-never"),
            })
        }
    };
    let says = waits.map(|waits| policy::says(cx, &waits));
    let why = Why::new(cx, what, since).because(reason);
    let why = why.until(Some(until)).say(says.into_iter().flatten());
    let said = announced.map(|_| Say::new("SCHEDULED", "UpgradeInfoEvent, state"));
    Some(why.say(said).chained(cx, Some(no)))
}

/// Of several upgrades of the script, that which begins next: its entry, since when it is due, and the row that says why it waits now.
fn next_of_several(cx: &WhyContext<'_>, now: Option<Version>) -> Option<(u32, SimTime, RecordNo)> {
    let plan = cx.trace.plan();
    let started = |record: &Record| match record.change {
        Change::ControlPlaneStarted { entry } => Some(entry),
        _ => None,
    };
    let (_, next) = cx.next_that(Subject::Cluster, |record| started(record).is_some())?;
    let own = started(&next)?;
    let rows = cx.trace.rows_back(Subject::Cluster, cx.frame.next);
    let rows: Vec<(RecordNo, Record)> =
        rows.filter_map(|no| Some((no, cx.trace.record(no)?))).collect();
    let asked = rows.iter().filter_map(|(_, row)| match row.change {
        Change::Commanded { entry } => Some((entry, row.at)),
        _ => None,
    });
    let is_upgrade =
        |entry| matches!(plan.command(entry), Some(Command::UpgradeControlPlane { .. }));
    let asked = asked.filter(|(entry, _)| is_upgrade(*entry));
    let (_, since) = asked.clone().find(|(entry, _)| *entry == own)?;
    let kind = UpgradeKind::between(now, plan.command(own)?.version_of_control_plane());
    let work = WorkKind::Automatic(ClusterPart::ControlPlane, kind);
    let by = plan.maintenance.blockers(cx.frame.at, work, None);
    let row = rows.iter().find(|(_, row)| match row.change {
        Change::UpgradeQueued { why: WhyNot::Policy(waits) } => waits.by == by,
        Change::ControlPlaneScheduled { entry, .. } => entry == own,
        _ => false,
    });
    row.filter(|_| asked.count() > 1).map(|(no, _)| (own, since, *no))
}

/// BS-06: which pools must reach which minor version first, and what upgrades them.
fn nodes_catch_up(cx: &WhyContext<'_>) -> Until {
    let (plan, cluster) = (cx.trace.plan(), &cx.frame.cluster);
    let now = cluster.control_plane.version;
    let least = now.map(|now| Version { minor: now.minor.saturating_sub(1), ..now });
    let pools = pools_behind(plan, cluster);
    let dates = pools.iter().map(|pool| pool::starts(cx, *pool)).collect::<Option<Vec<SimTime>>>();
    let names = pools.iter().map(|pool| Subject::Pool(*pool)).collect::<Vec<Subject>>();
    let version = least.map_or_else(String::new, |one| format!("{}.{}", one.major, one.minor));
    let phrase = match dates.and_then(|dates| dates.into_iter().max()) {
        Some(at) => Phrase::new("until-old-nodes").with("at", at),
        None => Phrase::new("until-old-nodes-manually"),
    };
    Until::never(phrase.with("pools", names).with("version", version))
}

/// Since when the operation is due that waits at the row; it may have waited for other reasons before.
fn due_since(cx: &WhyContext<'_>, no: RecordNo, at: SimTime) -> SimTime {
    let rows = cx.trace.rows_back(Subject::Cluster, no.0);
    let changes = rows.filter_map(|no| cx.trace.record(no)).take_while(|row| {
        !matches!(row.change, Change::ControlPlaneStarted { .. } | Change::ControlPlaneDone)
    });
    let waits = changes.filter(|row| {
        matches!(row.change, Change::UpgradeQueued { .. } | Change::ControlPlaneScheduled { .. })
    });
    waits.last().map_or(at, |row| row.at)
}

/// Do windows and exclusions apply to the entry's work on the control plane?
fn waits_for_maintenance(cx: &WhyContext<'_>, entry: u32) -> bool {
    let entry = cx.trace.plan().script.get(entry as usize);
    entry.is_some_and(|entry| {
        entry.over.is_none()
            && match entry.command {
                Command::UpgradeControlPlane { automatic, .. } => automatic,
                Command::RecreateControlPlane { repair } => !repair,
                _ => true,
            }
    })
}

/// A manual upgrade while the maintenance policy keeps automatic ones out (BS-03).
fn outside(cx: &WhyContext<'_>, started: Change) -> Option<Reason> {
    let plane = &cx.frame.cluster.control_plane;
    let (Change::ControlPlaneStarted { entry }, Some(_)) = (started, plane.target) else {
        return None;
    };
    let entry = cx.trace.plan().script.get(entry as usize)?;
    let manual = matches!(entry.command, Command::UpgradeControlPlane { automatic: false, .. });
    let column = (ClusterPart::ControlPlane, UpgradeKind::between(plane.version, plane.target));
    let work = WorkKind::Automatic(column.0, column.1);
    let by = cx.trace.plan().maintenance.blockers(cx.frame.at, work, None);
    if !manual || entry.over.is_some() || by.none() {
        return None;
    }
    let rule = cx.rule("policy/manual-ignores", &["BS-03"]);
    let reason = Reason::of_rule(rule, Phrase::new("why-control-plane-outside"));
    Some(policy::explained(cx, reason, &Waits { by, column: Some(column) }))
}

/// Its current work, replica by replica.
fn in_progress(cx: &WhyContext<'_>) -> Option<Why> {
    let (began, record) = cx.last_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ControlPlaneStarted { .. })
    })?;
    let (replica, _) = cx.last_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ReplicaStarted { .. })
    })?;
    let plane = &cx.frame.cluster.control_plane;
    let what = Phrase::new("why-control-plane-at-work")
        .with("what", record.change)
        .with("since", record.at)
        .with("replica", plane.replica? + 1)
        .with("of", plane.replicas);
    let ends = cx.next_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ControlPlaneDone | Change::ControlPlaneBack)
    });
    let until = match ends {
        Some((_, record)) => Until::at(record.at, Phrase::new("until-control-plane")),
        None => Until::never(Phrase::new("until-never")),
    };
    let why = Why::new(cx, what, record.at)
        .because(outside(cx, record.change))
        .because(Reason::of_row(cx, began))
        .because(Reason::of_row(cx, replica));
    Some(why.until(Some(until)).chained(cx, Some(replica)))
}
