//! Addresses for Pods: each node takes a part of its pool's range (CA-69).

use crate::gke::shape::Top;
use base::Set;
use scenario::document::{Document, Pool};
use scenario::initial_nodes::at_start;

/// The quota of a range, which follows.
const POD_ADDRESSES: &str = "POD_ADDRESSES/";

/// The quota from which a pool's nodes take, and how much each does. `of_cluster`: the range of pools without their own.
pub(super) fn of_pool(pool: &Top, of_cluster: &str) -> Option<(String, i64)> {
    let own = pool.network.0.as_ref().and_then(|own| own.get("podIpv4CidrBlock")?.text());
    let range = own.unwrap_or(of_cluster);
    let each = addresses(pool.cidr_size.0?).filter(|_| !range.is_empty())?;
    Some((format!("{POD_ADDRESSES}{range}"), each))
}

/// The addresses of a range with a prefix of so many bits.
fn addresses(prefix: i64) -> Option<i64> {
    let bits = 32_i64.checked_sub(prefix).filter(|bits| (0..=32).contains(bits))?;
    Some(1 << bits)
}

/// Writes what is left of the ranges that don't hold all nodes of the autoscaler's maximum twice, as a blue-green upgrade wants.
pub(super) fn build(document: &mut Document) {
    let names = document.pools.iter().flat_map(|pool| pool.quotas.keys());
    let names = names.filter(|name| name.starts_with(POD_ADDRESSES)).cloned();
    for name in names.collect::<Set<String>>() {
        let prefix = name.rsplit_once('/').and_then(|(_, prefix)| prefix.parse().ok());
        let Some(all) = prefix.and_then(addresses) else { continue };
        let each = |pool: &Pool| pool.quotas.get(&name).copied().unwrap_or(0);
        let nodes = at_start(document);
        let taken: i64 = nodes.iter().map(|node| each(node.pool)).sum();
        let added = |pool: &Pool| scenario::largest_size(document, pool).unwrap_or(0);
        let added = document.pools.iter().map(|pool| each(pool).saturating_mul(added(pool)));
        let most = added.fold(0, i64::saturating_add).max(taken).saturating_mul(2);
        drop(nodes);
        if most > all {
            document.cluster.quotas.entry(name).or_insert((all - taken).max(0));
        } else if !document.cluster.quotas.contains_key(&name) {
            for pool in &mut document.pools {
                pool.quotas.remove(&name);
            }
        }
    }
}
