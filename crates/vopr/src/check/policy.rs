//! Windows and exclusions: what waits for them, what doesn't, and that it is reported.

use super::{PoolRow, RowCx, Said, ensure};
use crate::run::FinishedRun;
use crate::shadow::Shadow;
use crate::shadow::UpgradeKind;
use crate::shadow::policy::{active, blocked, brings, kind, unsupported, waits};
use base::{PoolId, SimSpan};
use model::maintenance::Override;
use model::strategy::RunKind;
use model::{Command, Pace, RunState};
use trace::{Change, Subject};

/// MW-02, MX-13, AM-66: nothing automatic starts or continues that windows and exclusions block, except overrides.
pub(super) fn nothing_blocked_starts(row: &PoolRow<'_>) -> Said {
    let pool = row.id;
    let at = row.record.at;
    match row.record.change {
        Change::UpgradeStarted { automatic: true, .. } => {
            let free = row.shadow.before == "upgrade/override"
                || row.slug == "upgrade/again" && row.shadow.policy.free.get(&pool).is_some();
            let kind = row.shadow.kind_of_run(pool, &row.record);
            let held = kind.is_some_and(|kind| blocked(row.plan, at, Some(pool), kind));
            ensure(free || !held, || format!("{kind:?} is kept back"))
        }
        Change::UpgradeResumed { automatic: true } => {
            ensure(!row.shadow.held_back(pool, at), || "it is kept back".to_owned())
        }
        _ => Ok(()),
    }
}

/// MR-02, MR-04: an upgrade that waits for maintenance is started by a user only if the command names the version that
/// waits.
pub(super) fn changes_wait(row: &PoolRow<'_>) -> Said {
    let Change::UpgradeStarted { change, automatic, target } = row.record.change else {
        return Ok(());
    };
    let pool = row.id;
    let command = row.shadow.commanded.map(|entry| &row.plan.script[entry as usize].command);
    let waiting = row.shadow.policy.waiting.get(&pool);
    let waiting = waiting.map_or(&[][..], |all| all.as_slice());
    if !automatic && let Some(Command::Upgrade { change: asked, .. }) = command {
        ensure(!waits(*asked), || "it does not wait".to_owned())?;
        let version = |template| row.plan.templates[template].version;
        let same = version(row.shadow.pool(pool).home) == version(target);
        let applies = !waiting.is_empty() && same && !waits(change);
        let version = *asked == model::script::NodeChange::Version;
        ensure(!(applies && version), || "what waits is not applied".to_owned())?;
    }
    // AM-70: a process that recreates nodes applies the waiting version.
    let brought = |entry: &u32| row.plan.outcomes.get(&(*entry, target)) == Some(&target);
    let again = row.slug == "upgrade/again";
    ensure(again || waiting.is_empty() || waiting.iter().any(brought), || {
        "what waits is left out".to_owned()
    })
}

/// AM-70: automatic runs in progress. One that waits for resources counts.
pub(super) fn automatic_runs(shadow: &Shadow<'_>) -> impl Iterator<Item = PoolId> {
    shadow.plan.pools.ids().filter(|id| {
        let pool = shadow.pool(*id);
        pool.automatic && (pool.run.takes_nodes() || pool.run == RunState::Cancelling)
    })
}

/// AM-70: may another automatic run be in progress?
fn has_its_turn(shadow: &Shadow<'_>) -> bool {
    let others = automatic_runs(shadow).count() as u32;
    others < shadow.plan.concurrent && shadow.control_plane.replica.is_none()
}

/// AM-08: at the end of an instant, no blocked automatic surge upgrade is in progress, and no permitted one is paused.
pub(super) fn runs_pause_and_resume(row: &RowCx<'_>) -> Said {
    let (shadow, at) = (row.shadow, row.last);
    for id in row.plan.pools.ids() {
        let pool = shadow.pool(id);
        let held = shadow.held_back(id, at);
        let works = matches!(pool.run, RunState::Running | RunState::WaitingForResources);
        let surge = pool.kind == RunKind::Surge && pool.automatic;
        ensure(!(works && surge && held), || format!("{} is not paused", row.plan.pools[id].name))?;
        let may = pool.run == RunState::Paused && !held && has_its_turn(shadow);
        ensure(!may, || format!("{} does not go on", row.plan.pools[id].name))?;
    }
    ensure(shadow.policy.reported == active(row.plan, at), || {
        format!("exclusions {:b} are reported", shadow.policy.reported)
    })
}

/// MX-21, AM-27, BS-27, BS-29: GKE upgrades the control plane when permitted, and not too often.
pub(super) fn control_plane_upgrades_keep_their_interval(row: &RowCx<'_>) -> Said {
    let Change::ControlPlaneStarted { entry } = row.record.change else {
        return Ok(());
    };
    let (at, policy) = (row.record.at, &row.shadow.policy);
    let item = &row.plan.script[entry as usize];
    let (own, steps) = match item.command {
        Command::UpgradeControlPlane { automatic, .. } => (automatic, false),
        Command::Step { .. } => (true, true),
        Command::RecreateControlPlane { repair } => (!repair, false),
        _ => (false, false),
    };
    if item.over.is_some() {
        return ensure(row.shadow.before == "upgrade/override", || {
            "it is not said that nothing is asked".to_owned()
        });
    }
    let to = brings(row.plan, entry);
    let from = row.shadow.control_plane.version;
    let kind = to.map_or(UpgradeKind::Disruption, |_| kind(from, to));
    if own && kind == UpgradeKind::Minor && unsupported(row.plan, at, from) {
        return ensure(row.shadow.before == "upgrade/override", || {
            "it is not said that support has ended".to_owned()
        });
    }
    ensure(!(own && blocked(row.plan, at, None, kind)), || format!("{kind:?} is kept back"))?;
    if !own || kind == UpgradeKind::Disruption {
        return Ok(());
    }
    let since = |last: Option<_>, least: SimSpan| {
        let far = last.is_none_or(|last| at >= last + least);
        ensure(far, || format!("{kind:?} again, the last at {last:?}"))
    };
    match (row.plan.pace.budget, kind) {
        (None, UpgradeKind::Minor) if steps => since(policy.minor, Pace::MINOR)?,
        (None, _) => {}
        (Some((minor, _)), UpgradeKind::Minor) => since(policy.minor, minor)?,
        (Some((_, patch)), _) => {
            since(policy.patch, patch)?;
            since(policy.minor, Pace::PATCH)?;
        }
    }
    let notice = row.plan.pace.notice.unwrap_or_default();
    let said = policy.scheduled.get(&entry).copied();
    let early = notice > SimSpan::ZERO && said.is_none_or(|said| at < said + notice);
    ensure(!early, || format!("announced at {said:?}"))
}

/// AM-72: an override is in the script, and starts at once unless a run of its pool delays it.
pub(super) fn overrides_are_requested(row: &RowCx<'_>) -> Said {
    let Change::PolicyOverridden { why } = row.record.change else {
        return Ok(());
    };
    let asked = |entry: &u32| {
        let item = &row.plan.script[*entry as usize];
        let same = match (&item.command, row.record.subject) {
            (Command::Upgrade { pool, .. }, Subject::Pool(of)) => *pool == of,
            (Command::UpgradeControlPlane { .. }, Subject::Cluster) => true,
            (Command::RecreateControlPlane { .. }, Subject::Cluster) => true,
            _ => false,
        };
        item.over == Some(why) && same
    };
    let enforced = || {
        let from = match row.record.subject {
            Subject::Pool(pool) => row.plan.templates[row.shadow.pool(pool).home].version,
            _ => row.shadow.control_plane.version,
        };
        why == Override::EndOfSupport && unsupported(row.plan, row.record.at, from)
    };
    let said = row.shadow.acted.iter().any(asked) || enforced();
    ensure(said, || format!("nobody said {why:?}"))
}

/// At the end nothing is left that may start.
pub(super) fn who_may_go_on_has(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    let end = run.trace.end();
    for id in shadow.plan.pools.ids() {
        let paused = shadow.pool(id).run == RunState::Paused;
        let may = paused && !shadow.held_back(id, end) && has_its_turn(shadow);
        ensure(!may, || format!("{} is paused", shadow.plan.pools[id].name))?;
    }
    Ok(())
}
