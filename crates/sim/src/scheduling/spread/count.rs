//! What is counted for a hard constraint, and which domains take no more Pods.

use crate::scheduling::Occupancy;
use crate::scheduling::classes::Domains;
use base::WorkloadId;

/// Why a node does not satisfy a hard constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unspread {
    NoKey,
    Skew,
}

/// A hard constraint with what is counted for it.
pub(crate) struct HardCount<'a> {
    pub(crate) domains: &'a Domains,
    pub(crate) counts: Counts<'a>,
    /// Above so many matching Pods a domain takes no more.
    pub(crate) room: i64,
}

pub(crate) enum Counts<'a> {
    PerDomain(Vec<u32>),
    /// Host names: of the node itself, if it is counted at all.
    PerNode {
        audience: &'a [WorkloadId],
        counted: Vec<bool>,
    },
}

impl HardCount<'_> {
    pub(crate) fn unspread(&self, occupancy: &Occupancy, node: u32) -> Option<Unspread> {
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
                    return Some(Unspread::NoKey);
                };
                counts[domain]
            }
        };
        (i64::from(pods) > self.room).then_some(Unspread::Skew)
    }
}
