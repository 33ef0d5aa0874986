//! Loops of a script over the pools of the cluster.

use crate::found::{FileNotes, Sourced};
use crate::gcloud::nodes::POOLS;
use crate::gcloud::order::Order;
use crate::notes;
use scenario::document::Document;

/// The most pools for which the commands of a loop are repeated.
const POOLS_AT_MOST: usize = 256;

/// Repeats the commands of a loop over the cluster's pools for each of them.
pub(super) fn repeat(
    orders: Vec<Sourced<Order>>,
    document: &Document,
    notes: &mut FileNotes,
) -> Vec<Sourced<Order>> {
    let mut all = Vec::with_capacity(orders.len());
    let mut rest = orders.as_slice();
    while let Some(first) = rest.first() {
        let (file, in_loop) = (first.file, first.thing.in_loop.0);
        let is_same =
            |other: &&Sourced<Order>| (other.file, other.thing.in_loop.0) == (file, in_loop);
        let length = if in_loop.is_some() { rest.iter().take_while(is_same).count() } else { 1 };
        let (group, behind) = rest.split_at(length);
        rest = behind;
        if !group.iter().any(|order| *order.thing.pool == *POOLS) {
            all.extend(group.iter().cloned().map(|mut order| {
                // Only steps are repeated for each node.
                order.thing.in_loop.0 = in_loop.filter(|_| !order.thing.title.is_empty());
                order
            }));
            continue;
        }
        let mut names: Vec<&str> = document.pools.iter().map(|pool| pool.name.as_str()).collect();
        names.truncate(POOLS_AT_MOST);
        if names.is_empty() {
            // Nobody knows them: one stands for all.
            notes.note(file, notes::VARIABLES, "node-pools list");
            names.push("pool");
        }
        for pool in names {
            for order in group {
                let mut order = order.clone();
                order.thing.in_loop.0 = None;
                if *order.thing.pool == *POOLS {
                    pool.clone_into(&mut order.thing.pool.0);
                }
                for selector in &mut order.thing.selector.0 {
                    selector.0 = selector.0.replace(POOLS, pool);
                }
                all.push(order);
            }
        }
    }
    all
}
