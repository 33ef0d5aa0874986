//! What a status adds to a log: the pools of its groups, and which of them can't grow.

use super::{ClusterLog, Group, Hold, HoldState, NodeFacts, Reason, Status, Subject};

/// The pools of a status's groups: what is between the name of the cluster, which begins all of them, and the last part.
pub(super) fn name_pools(cluster: &mut ClusterLog) {
    let groups = cluster.statuses.iter_mut().flat_map(|status| &mut status.groups);
    let mut groups: Vec<&mut Group> = groups.map(|one| &mut one.group).collect();
    let middle = |group: &Group| {
        let inner = group.name.strip_prefix("gke-")?.strip_suffix("-grp")?;
        inner.rsplit_once('-').map(|(inner, _)| inner.to_owned())
    };
    let inner: Vec<String> = groups.iter().filter_map(|group| middle(group)).collect();
    let Some(first) = inner.first() else {
        return;
    };
    let alike = |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let shared = inner.iter().map(|one| alike(one, first)).min().unwrap_or(0);
    let shared = first.get(..shared).unwrap_or_default();
    let of_all = match inner.iter().all(|one| one == first) {
        true => "",
        false => shared.rfind('-').map_or("", |at| &shared[..=at]),
    };
    let named = format!("{}-", cluster.name);
    let prefix = if inner.iter().all(|one| one.starts_with(&named)) { &named } else { of_all };
    if cluster.name.is_empty() {
        of_all.trim_end_matches('-').clone_into(&mut cluster.name);
    }
    for group in groups.iter_mut().filter(|group| group.pool.is_empty()) {
        let pool =
            middle(group).map(|inner| inner.strip_prefix(prefix).unwrap_or(&inner).to_owned());
        group.pool = pool.unwrap_or_default();
    }
}

/// What a status says of groups that can't grow, and of a cluster in which nothing is done.
pub(super) fn of(status: &Status) -> impl Iterator<Item = Hold> {
    let at = status.at.unwrap_or(0);
    let hold = move |subject, code: &str, parameters: Vec<String>, since: Option<i64>| {
        let reason = Reason { code: code.to_owned(), parameters, group: None, last: at };
        let (since, state) = (since.unwrap_or(at), HoldState::Held);
        let (reasons, node) = (vec![reason], NodeFacts::default());
        Hold { subject, reasons, since, last: at, logged: 1, state, again: None, node }
    };
    let unhealthy = (status.health == "Unhealthy")
        .then(|| hold(Subject::Cluster { growth: true }, "Unhealthy", Vec::new(), None));
    let groups = status.groups.iter().filter_map(move |one| {
        let error = one.error.iter().filter(|text| !text.is_empty()).cloned().collect();
        let subject = Subject::Group(one.group.clone());
        match (one.scale_up.as_str(), one.health.as_str()) {
            ("Backoff", _) => Some(hold(subject, "Backoff", error, one.scale_up_since)),
            (_, "Unhealthy") => Some(hold(subject, "Unhealthy", error, None)),
            _ => None,
        }
    });
    unhealthy.into_iter().chain(groups)
}
