//! Which pools the upgrades of a run reach, and which stay on their version.

use crate::outcome::PoolOutcome;
use base::PoolId;
use model::{Cluster, NodePhase, Plan, Version};
use trace::{Conclusion, Phrase, Subject, Trace, Value};

/// Pools with their new version, and those that stay on an old one; `None` if no pool is upgraded, or no version is known.
pub fn reach(trace: &Trace, pools: &[PoolOutcome]) -> Option<Phrase> {
    if pools.iter().all(|pool| pool.conclusion == Conclusion::Idle) {
        return None;
    }
    let (plan, last) = (trace.plan(), trace.last());
    let mut all: Vec<Reached> = Vec::new();
    let mut partly = Vec::new();
    for pool in pools {
        let before = version_of(plan, trace.start(), pool.pool);
        let target = last.pools.get(pool.pool).and_then(|state| state.target);
        let target = target.and_then(|target| plan.templates.get(target)?.version);
        let (key, version) = match pool.upgraded {
            0 => ("reach-old", version_of(plan, last, pool.pool)),
            _ if pool.done < pool.size => ("reach-part", target),
            _ if target == before => ("reach-same", target),
            _ => ("reach-new", target),
        };
        let Some(version) = version else { continue };
        if key == "reach-part" {
            let phrase = Phrase::new(key).with("pool", Value::Name(Subject::Pool(pool.pool)));
            let phrase = phrase.with("n", pool.done).with("of", pool.size);
            partly.push(phrase.with("version", version.to_string()));
            continue;
        }
        match all.iter_mut().find(|one| (one.key, one.version) == (key, version)) {
            Some(one) => one.pools.push(Subject::Pool(pool.pool)),
            None => all.push(Reached { key, version, pools: vec![Subject::Pool(pool.pool)] }),
        }
    }
    let (old, new): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.key == "reach-old");
    let phrases = new.into_iter().map(Reached::phrase).chain(partly);
    let phrases: Vec<Phrase> = phrases.chain(old.into_iter().map(Reached::phrase)).collect();
    (!phrases.is_empty()).then(|| Phrase::new("reach").with("pools", Value::List(phrases)))
}

/// Pools that end alike.
struct Reached {
    key: &'static str,
    version: Version,
    pools: Vec<Subject>,
}

impl Reached {
    fn phrase(self) -> Phrase {
        let phrase = Phrase::new(self.key).with("n", self.pools.len());
        let phrase = phrase.with("version", self.version.to_string());
        phrase.with("names", Value::Names(self.pools))
    }
}

/// The version of a pool's first node.
fn version_of(plan: &Plan, cluster: &Cluster, pool: PoolId) -> Option<Version> {
    let mut nodes = cluster.nodes.iter();
    let of_pool = nodes
        .find(|(id, node)| node.phase != NodePhase::Gone && cluster.pool_of(plan, *id) == pool);
    plan.templates.get(of_pool?.1.template)?.version
}
