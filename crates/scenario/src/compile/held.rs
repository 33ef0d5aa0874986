//! How long the maintenance policy holds automatic work up, windows aside.

use super::{control_plane, pace, pool_version};
use crate::calendar::compile::{context, maintenance, of_pools, policy};
use crate::calendar::policy::Policy;
use crate::calendar::{Span, Window};
use crate::document::{Document, ScriptItem};
use base::{PoolId, SimSpan, SimTime};
use model::Version;
use model::maintenance::{ClusterPart, UpgradeKind, WorkKind};

/// What is held up for longer, longer than any support lasts (BS-18), isn't waited for.
const LONGEST: SimSpan = SimSpan::from_secs(3 * 365 * 86_400);

/// Until when exclusions and the disruption budget hold up an automatic entry of the script that is due then, in ms since the
/// start; at most until the end of support (BS-19).
pub(super) fn until(doc: &Document, item: &ScriptItem, due_ms: i64) -> Option<i64> {
    if item.action != "target" && !item.automatic {
        return None;
    }
    let no = doc.pools.iter().position(|pool| pool.name == item.pool && !item.pool.is_empty());
    let pool = no.map(|no| &doc.pools[no]);
    let master = Version::parse(&doc.cluster.current_master_version);
    let from = pool.map_or(master, |pool| pool_version(doc, pool));
    let kind = UpgradeKind::between(from, Version::parse(&item.version).or(master));
    let due = SimTime::from_ms(due_ms.max(0));
    let now = context(doc).now;
    let policy = policy(doc).map(|policy| Policy { window: Window::Always, ..policy })?;
    let policy = maintenance(&policy, doc.start_unix_ms(), Span::new(now, now)).ok()?;
    let interval = pace(doc).earliest(&control_plane(doc), kind, true);
    let interval = interval.filter(|_| pool.is_none());
    let begin = due.max(interval.unwrap_or(due));
    let may = |part| policy.next_start(begin, WorkKind::Automatic(part, kind));
    // The nodes follow the control plane.
    let nodes = may(ClusterPart::Nodes)?;
    let free = if pool.is_some() { nodes } else { nodes.max(may(ClusterPart::ControlPlane)?) };
    let own = no.map(|no| PoolId(no as u32));
    let excluded = of_pools(doc).into_iter().filter(|one| own.is_none() || one.is_about(own));
    let free = excluded.fold(free, |free, one| free.max(one.to));
    let support = context(doc).end_of_support.filter(|_| kind == UpgradeKind::Minor);
    let support = support.map(|secs| SimTime::from_ms(secs * 1000 - doc.start_unix_ms()));
    let free = support.map_or(free, |end| free.min(end.max(due)));
    (free - due <= LONGEST).then(|| free.ms())
}
