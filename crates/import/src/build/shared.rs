//! Common properties of a pool's nodes, for new nodes.

use scenario::document::Node;
use scenario::document::pool::Taint;
use scenario::field::Map;
use scenario::units::Amount;

/// A node, and the properties that may belong to its pool.
pub(super) struct NodeRow {
    pub(super) file: usize,
    pub(super) node: Node,
    pub(super) machine: String,
    pub(super) spot: bool,
    pub(super) preemptible: bool,
}

/// The values of most nodes, for new ones.
pub(super) fn usual_allocatable(rows: &[NodeRow]) -> Map<Amount> {
    let mut counts: base::Map<Vec<(&str, &str)>, usize> = base::Map::new();
    for row in rows {
        let all = row.node.allocatable.iter();
        let amounts = all.map(|(name, amount)| (name.as_str(), amount.0.as_str())).collect();
        *counts.entry(amounts).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    let amounts = most.map(|(amounts, _)| amounts).unwrap_or_default();
    amounts.into_iter().map(|(name, amount)| (name.to_owned(), Amount(amount.to_owned()))).collect()
}

/// Keeps only a node's differences from its pool.
pub(super) fn differences(node: &mut Map<Amount>, pool: &Map<Amount>) {
    if node.is_empty() {
        return;
    }
    for name in pool.keys() {
        node.entry(name.clone()).or_insert_with(|| Amount("0".to_owned()));
    }
    node.retain(|name, amount| pool.get(name) != Some(amount));
}

/// The labels with the same value on all nodes.
pub(super) fn shared_labels(rows: &[NodeRow]) -> Map {
    let mut shared = rows.first().map(|row| row.node.labels.clone()).unwrap_or_default();
    for row in rows {
        shared.retain(|key, value| row.node.labels.get(key) == Some(value));
    }
    shared
}

pub(super) fn shared_taints(rows: &[NodeRow]) -> Vec<Taint> {
    fn of(row: &NodeRow) -> impl Iterator<Item = &Taint> {
        row.node.taints.iter().flatten()
    }
    let key = |taint: &Taint| (taint.key.clone(), taint.value.clone(), taint.effect.clone());
    let mut shared: Vec<Taint> =
        rows.first().map(|row| of(row).cloned().collect()).unwrap_or_default();
    for row in rows {
        if shared.is_empty() {
            break;
        }
        let other: base::Set<_> = of(row).map(key).collect();
        shared.retain(|taint| other.contains(&key(taint)));
    }
    shared
}
