//! Resource requests of a Pod and resources of a node.

use base::Sym;

/// Amounts per resource, for requests and allocatable resources.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    pub cpu_m: i64,
    pub memory_bytes: i64,
    pub ephemeral_bytes: i64,
    /// Extended resources by name (`nvidia.com/gpu`), whole units, sorted by symbol.
    pub extended: Vec<(Sym, i64)>,
}

impl Resources {
    /// Is there at least as much of everything as the other asks for?
    pub fn covers(&self, other: &Self) -> bool {
        let own = |name: Sym| self.extended(name);
        self.cpu_m >= other.cpu_m
            && self.memory_bytes >= other.memory_bytes
            && self.ephemeral_bytes >= other.ephemeral_bytes
            && other.extended.iter().all(|(name, amount)| own(*name) >= *amount)
    }

    pub fn extended(&self, name: Sym) -> i64 {
        self.extended.iter().find(|(other, _)| *other == name).map_or(0, |(_, amount)| *amount)
    }

    pub fn add(&mut self, other: &Self) {
        self.merge(other, 1);
    }

    pub fn subtract(&mut self, other: &Self) {
        self.merge(other, -1);
    }

    /// Raises each amount to the other's.
    pub fn max(&mut self, other: &Self) {
        self.cpu_m = self.cpu_m.max(other.cpu_m);
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.ephemeral_bytes = self.ephemeral_bytes.max(other.ephemeral_bytes);
        for (name, amount) in &other.extended {
            let slot = self.slot(*name);
            *slot = (*slot).max(*amount);
        }
    }

    pub fn slot(&mut self, name: Sym) -> &mut i64 {
        let at = match self.extended.binary_search_by_key(&name, |(other, _)| *other) {
            Ok(at) => at,
            Err(at) => {
                self.extended.insert(at, (name, 0));
                at
            }
        };
        &mut self.extended[at].1
    }

    fn merge(&mut self, other: &Self, sign: i64) {
        self.cpu_m += sign * other.cpu_m;
        self.memory_bytes += sign * other.memory_bytes;
        self.ephemeral_bytes += sign * other.ephemeral_bytes;
        for (name, amount) in &other.extended {
            *self.slot(*name) += sign * amount;
        }
    }
}
