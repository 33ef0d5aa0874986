//! The nodes at the start by name, with their labels, for commands of kubectl.

use super::values::GKE_POOL;
use crate::gcloud::order::Order;
use scenario::document::Document;
use scenario::field::Map;
use scenario::initial_nodes::{StartNode, at_start};

pub(super) struct LabeledNodes {
    rows: base::Map<String, Map>,
    /// How many more nodes are compared with selectors.
    left: usize,
}

/// The most comparisons of nodes with selectors, and the most entries of commands about nodes.
const WORK: usize = 1 << 22;
pub(super) const ENTRIES: usize = 20_000;

impl LabeledNodes {
    pub(super) fn of(document: &Document, orders: &[(usize, Order)]) -> Self {
        let mut rows = base::Map::new();
        let most = i64::try_from(ENTRIES).unwrap_or(0);
        let zones = i64::try_from(document.cluster.locations.len().max(1)).unwrap_or(1);
        let counted = document.pools.iter().filter(|pool| pool.nodes.is_empty()).map(|pool| {
            let own = i64::try_from(pool.locations.len()).unwrap_or(0);
            pool.initial_node_count.unwrap_or(0).saturating_mul(own.max(zones))
        });
        let counted = counted.fold(0_i64, i64::saturating_add);
        if counted > most || !orders.iter().any(|(_, order)| &*order.verb == "kubectl") {
            return Self { rows, left: 0 };
        }
        for StartNode { name, pool, zone, listed } in at_start(document) {
            let mut labels = pool.config.labels.clone();
            let own = listed.map(|listed| listed.labels.clone()).unwrap_or_default();
            labels.extend(own);
            labels.insert(GKE_POOL.to_owned(), pool.name.clone());
            labels.insert("topology.kubernetes.io/zone".to_owned(), zone);
            labels.insert("kubernetes.io/hostname".to_owned(), name.clone());
            rows.insert(name, labels);
        }
        Self { rows, left: WORK }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.rows.contains_key(name)
    }

    /// The nodes that a label selector selects, by name; none for a selector that isn't read.
    pub(super) fn selected(&mut self, selector: &str) -> Vec<String> {
        let terms = selector.split(',').map(str::trim).filter(|term| !term.is_empty());
        let term = |term| match str::split_once(term, '=') {
            Some((key, value)) => (key, Some(value.trim_start_matches('='))),
            None => (term, None),
        };
        let terms: Vec<_> = terms.map(term).collect();
        self.left = self.left.saturating_sub(self.rows.len() * (1 + terms.len()));
        if self.left == 0 || terms.iter().any(|(key, _)| key.contains([' ', '!', '(', ')'])) {
            return Vec::new();
        }
        let has = |labels: &Map| {
            terms.iter().all(|(key, value)| {
                labels.get(*key).is_some_and(|own| value.is_none_or(|value| value == own))
            })
        };
        let rows = self.rows.iter().filter(|(_, labels)| has(labels));
        rows.map(|(name, _)| name.clone()).collect()
    }
}
