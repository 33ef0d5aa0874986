//! Changes of the maintenance policy: longer windows, more days, shorter and narrower exclusions.

use super::SettingChange;
use super::context::ChangeContext;
use super::setting_change::{ClusterChange, PoolChange};
use crate::shortfall::is_working_hour;
use crate::windows::weekend_left;
use base::civil::DAY;
use base::{SimSpan, SimTime};
use model::maintenance::{ClusterPart, Maintenance, Scope, UpgradeKind};
use trace::Subject;

const HOUR: i64 = 3_600;

/// Nothing is announced, and the next window is used.
pub(super) fn no_notice(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let off = SettingChange::Cluster(ClusterChange::NoNotice);
    cx.scope.announced.then_some(off).into_iter().collect()
}

/// The hour at which a night begins (UTC).
const NIGHT: i64 = 22;

/// Evictions in working hours: a command of that day at night, or a window that opens then.
pub(super) fn another_night(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let by_day = cx.before.measure.is_some_and(|one| one.is("hours") || one.is("evicted"));
    let (plan, run) = (cx.scope.plan, &cx.before.outcome);
    let Some(at) = run.evicted_in_hours.filter(|_| by_day) else {
        return Vec::new();
    };
    if !is_working_hour(plan.start_unix_ms, at) || weekend_left(plan, at).is_some() {
        return Vec::new();
    }
    let last = run.each.iter().rfind(|one| one.from <= at);
    match last.map(|one| (one.automatic, one.subject)) {
        Some((false, Subject::Pool(pool))) if cx.scope.pools.contains(&pool) => {
            let day = (plan.start_unix_ms + at.ms()).div_euclid(DAY * 1000);
            let to = (day * DAY + NIGHT * HOUR) * 1000 - plan.start_unix_ms;
            vec![PoolChange::UpgradeAt(SimTime::from_ms(to)).of(pool)]
        }
        Some((true, _)) if bounded(cx).is_some() => {
            vec![SettingChange::Cluster(ClusterChange::WindowAt(NIGHT))]
        }
        _ => Vec::new(),
    }
}

/// A window that opened on the weekend and is open into the working week: without one of its days, the last one first.
pub(super) fn fewer_days(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let at = cx.before.outcome.evicted_in_hours;
    let opened = at.and_then(|at| weekend_left(cx.scope.plan, at));
    let days = opened.into_iter().flat_map(|opened| (opened..7).rev());
    days.map(|day| SettingChange::Cluster(ClusterChange::WindowWithout(day))).collect()
}

/// Twice as long, at most half a day.
pub(super) fn longer_window(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let Some(length) = waits_for_window(cx) else {
        return Vec::new();
    };
    let to = SimSpan::from_ms((2 * length.ms()).min(12 * HOUR * 1000));
    let longer = SettingChange::Cluster(ClusterChange::WindowLength(length, to));
    (to > length).then_some(longer).into_iter().collect()
}

/// Every day.
pub(super) fn more_days(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let openings = &cx.scope.plan.maintenance.openings;
    let day = SimSpan::from_secs(24 * HOUR);
    let rare = openings.windows(2).any(|two| two[1].0 - two[0].0 > day);
    let rare = rare || openings.len() == 1;
    (rare && waits_for_window(cx).is_some())
        .then_some(SettingChange::Cluster(ClusterChange::WindowDaily))
        .into_iter()
        .collect()
}

/// The length of the windows for which something waits.
fn waits_for_window(cx: &ChangeContext<'_>) -> Option<SimSpan> {
    cx.scope.policy.iter().find(|waits| waits.by.window)?;
    bounded(cx)
}

/// The length of the first window, if there are windows.
fn bounded(cx: &ChangeContext<'_>) -> Option<SimSpan> {
    let openings = cx.scope.plan.maintenance.openings.iter();
    let bounded = |(from, to): &&(SimTime, SimTime)| (*from, *to) != Maintenance::ALL;
    openings.filter(bounded).map(|(from, to)| *to - *from).next()
}

/// An exclusion that ends at the asked time, or has a narrower scope.
pub(super) fn exclusions(cx: &ChangeContext<'_>) -> Vec<SettingChange> {
    let policy = &cx.scope.plan.maintenance;
    let mut edits = Vec::new();
    for waits in &cx.scope.policy {
        for no in waits.by.exclusions() {
            let Some(one) = policy.exclusions.get(no) else {
                continue;
            };
            // Not before the run, which can't change it any more.
            let at = cx.at.unwrap_or(one.from).max(one.from + SimSpan::from_secs(60));
            let at = at.max(SimTime::ZERO);
            let (part, kind) = waits.column.unwrap_or((ClusterPart::Nodes, UpgradeKind::Minor));
            let scopes = [Scope::NoMinorOrNodeUpgrades, Scope::NoMinorUpgrades];
            let narrower = scopes.into_iter().find(|scope| {
                *scope != one.scope
                    && one.scope != Scope::NoMinorUpgrades
                    && !scope.blocks(part, kind)
            });
            let mut add = |edit| {
                if !edits.contains(&edit) {
                    edits.push(edit);
                }
            };
            if let Some(pool) = cx.scope.pools.iter().find(|pool| one.pools.contains(pool)) {
                add(PoolChange::NoExclusion.of(*pool));
                continue;
            }
            if let Some(to) = narrower {
                let (name, from) = (one.name.clone(), one.scope);
                add(SettingChange::Cluster(ClusterChange::ExclusionScope { name, from, to }));
            }
            if at < one.to {
                let name = one.name.clone();
                add(SettingChange::Cluster(ClusterChange::ExclusionEnds { name, at }));
            }
        }
    }
    edits.truncate(3);
    edits
}
