//! Applies a change of settings to a pool, or to the cluster.

use super::pool::kept;
use crate::configured;
use crate::found::FileNotes;
use crate::notes;
use base::{Message, muted};
use scenario::document::maintenance::{MaintenancePolicy, MaintenanceWindow};
use scenario::document::{Pool, read};
use scenario::field::{Field, Map};
use scenario::json::Json;

/// Changes settings of a pool, and notes what of them isn't simulated.
pub(crate) fn change_pool(pool: &mut Pool, change: &Json, file: usize, notes: &mut FileNotes) {
    let before = kept(pool);
    replaced(pool, change);
    apply_change(pool, change);
    say_kept(&before, &kept(pool), file, notes);
    if !pool.nodes.is_empty() && change.get("initialNodeCount").is_some() {
        notes.note(file, notes::FLAGS, "--num-nodes");
    }
}

/// Sets the fields of a change; null removes one.
pub(crate) fn apply_change<T: Field>(thing: &mut T, change: &Json) {
    let mut json = thing.write();
    merge(&mut json, change);
    if let Some(changed) = read::<T>(&json).0 {
        *thing = changed;
    }
}

/// Removes what a flag replaces: all labels, and the rollout policy.
fn replaced(pool: &mut Pool, change: &Json) {
    let changed = |path: &str| configured::at(change, path).is_some();
    if changed("config.labels") {
        pool.config.labels = Map::new();
    }
    if let (Some(settings), Some(change)) =
        (&mut pool.upgrade_settings, change.get("upgradeSettings"))
    {
        settings.replace(change);
    }
}

/// A cluster has one window of any kind, so a new one replaces it; exclusions stay. Does the change name a window?
///
/// Rulebook: MW-03, MW-14. Source: Configure maintenance windows and exclusions.
pub(crate) fn replaced_window(policy: &mut MaintenancePolicy, change: &Json) -> bool {
    let change = configured::at(change, "maintenancePolicy.window");
    let new = |name: &&str| change.is_some_and(|change| change.get(name).is_some());
    let is_new = MaintenanceWindow::KINDS.iter().any(new);
    if is_new && !muted("MW-03") && !muted("MW-14") {
        policy.window = MaintenanceWindow {
            exclusions: core::mem::take(&mut policy.window.exclusions),
            ..MaintenanceWindow::default()
        };
    }
    is_new
}

/// Notes which settings aren't simulated after a change, and removes outdated notes.
pub(super) fn say_kept(before: &[Message], after: &[Message], file: usize, notes: &mut FileNotes) {
    for one in before.iter().filter(|one| !after.contains(one)) {
        notes.forget(notes::NOT_SIMULATED, &one.clone().into());
    }
    for one in after.iter().filter(|one| !before.contains(one)) {
        notes.forget(notes::NOT_SIMULATED, &one.clone().into());
        notes.tell(file, notes::NOT_SIMULATED, one.clone(), None);
    }
}

fn merge(into: &mut Json, change: &Json) {
    let (Json::Object(entries), Json::Object(changes)) = (&mut *into, change) else {
        *into = change.clone();
        return;
    };
    for (name, change) in changes {
        match entries.iter_mut().find(|(other, _)| other == name) {
            Some((_, value)) => merge(value, change),
            None => entries.push((name.clone(), change.clone())),
        }
    }
    entries.retain(|(_, value)| *value != Json::Null);
}
