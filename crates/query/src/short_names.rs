//! Short names of nodes: without what the nodes of their pool have in common.

use base::{GroupId, PoolId};
use model::{Cluster, Plan};

/// What separates the parts of a name.
const BETWEEN: [char; 3] = ['-', '.', '_'];
/// A shorter name says too little.
const LEAST: usize = 3;

/// What the names of each pool's nodes have in common, by pool id. It is the same over the whole run: nodes that a run
/// creates begin with the name of their pool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShortNames(Vec<Common>);

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Common {
    /// The pool's name.
    pool: String,
    /// The beginning and the end of all names that don't begin with it, in bytes.
    head: usize,
    tail: usize,
}

impl ShortNames {
    pub(crate) fn of(plan: &Plan, start: &Cluster) -> Self {
        let mut given: Vec<Vec<&str>> = vec![Vec::new(); plan.pools.len() as usize];
        let pool = |group: GroupId| Some(plan.groups.get(group)?.pool);
        for (name, node) in plan.names.nodes.iter().zip(start.nodes.values()) {
            if let Some(names) = pool(node.group).and_then(|pool| given.get_mut(pool.0 as usize)) {
                names.push(name);
            }
        }
        let pools = plan.pools.values().zip(given);
        Self(pools.map(|(pool, names)| Common::of(&pool.name, names)).collect())
    }

    /// What tells a node from the others of its pool: `b-3` of `web-pool-b-3`, `1-23` of `ip-10-0-1-23.internal`.
    pub fn short<'a>(&self, pool: PoolId, name: &'a str) -> &'a str {
        self.0.get(pool.0 as usize).map_or(name, |common| common.short(name))
    }
}

impl Common {
    fn of(pool: &str, names: Vec<&str>) -> Self {
        let mut common = Self { pool: pool.to_owned(), head: 0, tail: 0 };
        let names: Vec<&str> = names.into_iter().filter(|name| common.own(name) == *name).collect();
        let Some(first) = names.first().copied() else {
            return common;
        };
        // A domain, if all have the same.
        let domain = first.find('.').map_or("", |at| &first[at..]);
        if names.iter().all(|name| name.len() > domain.len() && name.ends_with(domain)) {
            common.tail = domain.len();
        }
        if names.len() == 1 {
            return common;
        }
        let least = names.iter().map(|name| name.len()).min().unwrap_or(0);
        let room = least.saturating_sub(common.tail + LEAST);
        let alike =
            |other: &&str| first.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let alike = names.iter().map(alike).min().unwrap_or(0);
        let cuts = first.char_indices().filter(|(_, letter)| BETWEEN.contains(letter));
        let mut cuts = cuts.map(|(at, _)| at + 1).filter(|at| *at <= alike && *at <= room);
        common.head = cuts.next_back().unwrap_or(0);
        common
    }

    /// The name without its pool's.
    fn own<'a>(&self, name: &'a str) -> &'a str {
        let rest = name.strip_prefix(self.pool.as_str()).and_then(|rest| rest.strip_prefix('-'));
        rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
    }

    fn short<'a>(&self, name: &'a str) -> &'a str {
        let own = self.own(name);
        if own.len() < name.len() {
            return own;
        }
        if let Some(suffix) = suffix(name) {
            return suffix;
        }
        name.get(self.head..name.len().saturating_sub(self.tail)).unwrap_or(name)
    }
}

/// The suffix of a name that GKE generated, `gke-CLUSTER-POOL-GROUP-SUFFIX`: within a zone only it differs. Names of
/// clusters and pools may be truncated in it; the eight digits of the instance group aren't.
fn suffix(name: &str) -> Option<&str> {
    let (rest, suffix) = name.strip_prefix("gke-")?.rsplit_once('-')?;
    let (_, group) = rest.rsplit_once('-')?;
    let hashed = group.len() == 8 && group.bytes().all(|byte| byte.is_ascii_hexdigit());
    (hashed && suffix.len() == 4).then_some(suffix)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pool: &str, names: &[&str], wanted: &[&str]) {
        let common = Common::of(pool, names.to_vec());
        let short: Vec<&str> = names.iter().map(|name| common.short(name)).collect();
        assert_eq!(short, wanted);
    }

    #[test]
    fn names_are_short_where_their_pool_is_known() {
        check("web-pool", &["web-pool-b-3", "web-pool-c-1"], &["b-3", "c-1"]);
        check("a", &["gke-test-a-1", "gke-test-a-2"], &["a-1", "a-2"]);
        check("pool-", &["pool-"], &["pool-"]);
        // GKE truncates long names, so the pool's name may be missing.
        let gke = ["gke-prod-web-pool-1a2b3c4d-x7k2", "gke-prod-very-long-p-1a2b3c4d-aaaa"];
        check("web-pool", &gke, &["x7k2", "aaaa"]);
    }

    #[test]
    fn what_tells_names_apart_stays() {
        let aws = ["ip-10-0-1-23", "ip-10-0-1-7", "ip-10-0-1-140"];
        let long = aws.map(|name| format!("{name}.us-west-2.compute.internal"));
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        check("workers", &long, &["1-23", "1-7", "1-140"]);
        check("workers", &long[..1], &["ip-10-0-1-23"]);
        let mixed = ["acme-prod-w-00", "acme-prod-old-03", "acme-prod-e-12"];
        check("general", &mixed, &["w-00", "old-03", "e-12"]);
        check("general", &["node1", "node2", "n"], &["node1", "node2", "n"]);
        check("general", &["a.eu.example", "b.us.example"], &["a.eu.example", "b.us.example"]);
    }

    #[test]
    fn long_names_lose_only_what_is_common() {
        let long = "extraordinarily-long-name-of-a-department-of-the-whole-company";
        let names = [format!("{long}-1"), format!("{long}-2")];
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        check("general", &names, &["company-1", "company-2"]);
    }
}
