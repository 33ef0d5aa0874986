//! What a row is about.

use base::{BudgetId, NodeId, PodId, PoolId, ServiceId, WorkloadId, ZoneId};

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Subject {
    #[default]
    Cluster,
    Pool(PoolId),
    Zone(ZoneId),
    Node(NodeId),
    Pod(PodId),
    Workload(WorkloadId),
    Budget(BudgetId),
    Service(ServiceId),
}

macro_rules! from_ids {
    ($($kind:ident: $id:ty,)*) => {$(
        impl From<$id> for Subject {
            fn from(id: $id) -> Self {
                Self::$kind(id)
            }
        }
    )*};
}

from_ids! { Pool: PoolId, Zone: ZoneId, Node: NodeId, Pod: PodId, Workload: WorkloadId, Budget: BudgetId, Service: ServiceId, }

const INDEX_BITS: u32 = 28;
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

impl Subject {
    pub fn pack(self) -> u32 {
        let (kind, index) = match self {
            Self::Cluster => (0, 0),
            Self::Pool(id) => (1, id.0),
            Self::Zone(id) => (2, id.0),
            Self::Node(id) => (3, id.0),
            Self::Pod(id) => (4, id.0),
            Self::Workload(id) => (5, id.0),
            Self::Budget(id) => (6, id.0),
            Self::Service(id) => (7, id.0),
        };
        (kind << INDEX_BITS) | (index & INDEX_MASK)
    }

    pub fn unpack(word: u32) -> Option<Self> {
        let index = word & INDEX_MASK;
        Some(match word >> INDEX_BITS {
            0 => Self::Cluster,
            1 => Self::Pool(PoolId(index)),
            2 => Self::Zone(ZoneId(index)),
            3 => Self::Node(NodeId(index)),
            4 => Self::Pod(PodId(index)),
            5 => Self::Workload(WorkloadId(index)),
            6 => Self::Budget(BudgetId(index)),
            7 => Self::Service(ServiceId(index)),
            _ => return None,
        })
    }
}
