//! Containers that crash on nodes of a newer version only (AM-102).

use super::budget_status::is_ready;
use super::nodes::ExistingNodes;
use crate::found::{FileNotes, Sourced};
use crate::kubectl::object::Object;
use crate::notes;
use crate::subject::Subject;
use base::say;
use model::Version;
use scenario::document::workload::Fails;
use scenario::document::{Pod, Workload};
use scenario::units::Duration;

/// Labels that say of which template a Pod was made.
const REVISIONS: [&str; 3] =
    ["pod-template-hash", "controller-revision-hash", "rollouts-pod-template-hash"];

/// The templates of the Pods, if it matters.
pub(super) fn templates(
    pods: &[Sourced<Box<Object>>],
    places: &ExistingNodes,
) -> Vec<Option<String>> {
    let template = |pod: &Sourced<Box<Object>>| {
        let labels = &pod.thing.metadata.labels;
        REVISIONS.iter().find_map(|key| labels.get(key)).map(|text| text.0.clone())
    };
    if places.versions.is_empty() { Vec::new() } else { pods.iter().map(template).collect() }
}

/// Lets the workload fail on nodes of the version if all its Pods there are in CrashLoopBackOff, and ready ones of the
/// same template are on older nodes.
pub(super) fn by_version(
    workload: &mut Workload,
    templates: &[Option<String>],
    places: &ExistingNodes,
    file: usize,
    notes: &mut FileNotes,
) {
    // The template and the version of each, and whether it crashes.
    let mut known: Vec<(&Option<String>, Version, bool)> = Vec::new();
    for (pod, template) in workload.pods.iter().zip(templates).filter(|(pod, _)| pod.is_active()) {
        let crashes = pod.waiting == "CrashLoopBackOff";
        if let Some(version) = places.versions.get(&pod.node)
            && (crashes || is_ready(pod))
        {
            known.push((template, *version, crashes));
        }
    }
    let crashing = || known.iter().filter(|(_, _, crashes)| *crashes);
    let well = || known.iter().filter(|(_, _, crashes)| !*crashes);
    let Some(oldest) = crashing().map(|(_, version, _)| *version).min() else { return };
    let Some(newest) = well().map(|(_, version, _)| *version).max() else { return };
    let is_alike = |one: &(&Option<String>, _, _)| well().any(|(other, _, _)| *other == one.0);
    if newest >= oldest || !crashing().all(is_alike) {
        return;
    }
    let minor = (oldest.major, oldest.minor);
    let version = if minor != (newest.major, newest.minor) {
        format!("{}.{}", minor.0, minor.1)
    } else if crashing().all(|(_, version, _)| *version == oldest) {
        oldest.to_string()
    } else {
        return;
    };
    let said = say!(
        "import-crashes",
        name = &workload.name,
        crashing = crashing().count(),
        version = &version,
        well = well().count(),
    );
    notes.tell(file, notes::CRASHES, said, Some(Subject::workload(workload)));
    let mut fails = crash(workload.pods.iter());
    fails.version = version;
    workload.fails.push(fails);
}

/// How Pods of a template crash, by those that are in CrashLoopBackOff.
pub(super) fn crash<'p>(pods: impl Iterator<Item = &'p Pod> + Clone) -> Fails {
    let mut pods = pods.filter(|pod| pod.waiting == "CrashLoopBackOff");
    let after = pods.clone().find_map(|pod| {
        let ms = pod.finished_at?.0.saturating_sub(pod.started_at?.0);
        Some(Duration(ms.max(1000)))
    });
    let exit_code = pods.clone().find_map(|pod| pod.exit_code);
    let never = pods.all(|pod| pod.unready_since.is_some() && pod.unready_since < pod.started_at);
    let ready = never.then_some(false);
    Fails { how: "crash".to_owned(), after, exit_code, ready, ..Fails::default() }
}
