//! The counts of a hard constraint, and which domains are full.

use crate::scheduling::Occupancy;
use crate::scheduling::classes::Domains;
use base::WorkloadId;

/// Why a node violates a hard constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SpreadViolation {
    NoKey,
    Skew,
}

/// A hard constraint with its counts.
pub(crate) struct HardCount<'a> {
    pub(crate) domains: &'a Domains,
    pub(crate) counts: Counts<'a>,
    /// The most matching Pods with which a domain takes another one.
    pub(crate) room: i64,
}

pub(crate) enum Counts<'a> {
    PerDomain(Vec<u32>),
    /// Host names: each node's own count, if the node is counted at all.
    PerNode {
        audience: &'a [WorkloadId],
        counted: Vec<bool>,
    },
}

impl HardCount<'_> {
    pub(crate) fn violation(&self, occupancy: &Occupancy, node: u32) -> Option<SpreadViolation> {
        let pods = match &self.counts {
            Counts::PerNode { audience, counted } => {
                if counted[node as usize] {
                    occupancy.pods_of(audience, node)
                } else {
                    0
                }
            }
            Counts::PerDomain(counts) => {
                let class = occupancy.class[node as usize];
                let Some(domain) = self.domains.get(class) else {
                    return Some(SpreadViolation::NoKey);
                };
                counts[domain]
            }
        };
        (i64::from(pods) > self.room).then_some(SpreadViolation::Skew)
    }
}
