//! The last operation that upgraded nodes of a pool.

use crate::found::Sourced;
use crate::gke::shape::Operation;

/// The last operation that upgraded nodes of a pool, if it is over and was cancelled.
pub(super) fn last_if_cancelled<'o>(
    operations: &'o [Sourced<Operation>],
    pool: &str,
    is_idle: bool,
) -> Option<&'o Sourced<Operation>> {
    let last = last_of(operations, pool).filter(|_| is_idle);
    last.filter(|operation| operation.thing.cancelled().is_some())
}

/// Has the last operation that upgraded nodes of a pool failed?
pub(super) fn last_failed(operations: &[Sourced<Operation>], pool: &str) -> bool {
    last_of(operations, pool).is_some_and(|operation| operation.thing.failed().is_some())
}

pub(super) fn last_of<'o>(
    operations: &'o [Sourced<Operation>],
    pool: &str,
) -> Option<&'o Sourced<Operation>> {
    let of_pool = operations.iter().filter(|operation| operation.thing.pool() == Some(pool));
    of_pool.max_by_key(|operation| operation.thing.start())
}
