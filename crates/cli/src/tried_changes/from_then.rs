//! A change of the maintenance window counts from the asked time on: what has happened until then stays.

use base::SimTime;
use query::alternatives::{ClusterChange, SettingChange};
use runner::Alternative;
use scenario::edit::{Edit, apply_all};
use scenario::json::Json;
use trace::Trace;

/// The document with the change. Until the asked time, a changed window is open as it was in the run.
pub(super) fn applied(one: &Alternative, document: &Json, trace: &Trace, at: SimTime) -> Json {
    let changed = one.apply(document);
    let is_window = matches!(
        one.edit,
        SettingChange::Cluster(
            ClusterChange::WindowHours(..)
                | ClusterChange::WindowDaily
                | ClusterChange::WindowAt(_)
                | ClusterChange::WindowWithout(_)
        )
    );
    let script = document.get("script").map_or(&[][..], Json::items);
    let switches =
        |entry: &Json| matches!(entry.get("do").and_then(Json::text), Some("open" | "close"));
    if !is_window || at <= SimTime::ZERO || script.iter().any(switches) {
        return changed;
    }
    let openings = &trace.plan().maintenance.openings;
    let before = openings.iter().filter(|(from, _)| *from < at);
    let switches = before.flat_map(|(from, to)| [(*from, "open"), (*to, "close")]);
    let switches = switches.filter(|(time, _)| (SimTime::ZERO..at).contains(time));
    let entries = switches.chain([(at, "open")]).map(|(time, action)| {
        let entry = Json::object([("at", Json::Int(time.ms())), ("do", action.into())]);
        Edit::Append("/script".to_owned(), entry)
    });
    apply_all(&changed, &entries.collect::<Vec<_>>())
}
