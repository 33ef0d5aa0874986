//! The Pods of a start, packed: most of them are alike, and they are read one by one.
//!
//! The engine sends these to the page, so the scheduler places the Pods of the start only once.

use super::packed::Packed;
use base::{NodeId, PodId, WorkloadId};
use model::cluster::{Cluster, Lives, Past};
use model::pod::Pod;
use std::rc::Rc;

/// Pods of the start by column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedPods {
    len: u32,
    columns: [Packed; Pod::WORDS],
}

impl PackedPods {
    pub fn of(cluster: &Cluster) -> Self {
        let column = |n: usize| {
            let mut words = Vec::with_capacity(cluster.pod_count() as usize);
            words.extend(cluster.each_pod().map(|(_, pod)| pod.words()[n]));
            Packed::of(&words)
        };
        Self { len: cluster.pod_count(), columns: core::array::from_fn(column) }
    }

    /// The words of a message.
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![self.len];
        self.columns.iter().for_each(|one| one.write(&mut words));
        words
    }

    /// Reads the words of [`PackedPods::words`]; `None` if they are invalid.
    pub fn from_words(words: &[u32]) -> Option<Self> {
        let (len, mut rest) = words.split_first()?;
        let mut pods = Self { len: *len, ..Self::default() };
        for column in &mut pods.columns {
            *column = Packed::read(&mut rest, *len as usize)?;
        }
        Some(pods)
    }

    /// The cluster with these Pods, looked up on demand.
    pub fn within(self: &Rc<Self>, cluster: &Cluster) -> Cluster {
        let lives: Rc<Self> = Rc::clone(self);
        Cluster { past: Some(Past { lives, next: 0 }), ..cluster.without_pods() }
    }
}

impl Lives for PackedPods {
    fn count(&self, _: u32) -> u32 {
        self.len
    }

    fn pod(&self, id: PodId, _: u32) -> Option<Pod> {
        let row = (id.0 < self.len).then_some(id.0 as usize)?;
        Some(Pod::from_words(core::array::from_fn(|n| self.columns[n].get(row))))
    }

    fn owner(&self, id: PodId) -> Option<WorkloadId> {
        let row = (id.0 < self.len).then_some(id.0 as usize)?;
        // The first column is the workload.
        Some(WorkloadId(self.columns[0].get(row)))
    }

    fn owned(&self, WorkloadId(owner): WorkloadId, _: u32) -> Vec<PodId> {
        let rows = self.columns[0].places(owner, self.len as usize);
        rows.into_iter().map(PodId).collect()
    }

    fn ever_on(&self, node: NodeId) -> Vec<PodId> {
        let ids = (0..self.len).map(PodId);
        let there = |id: &PodId| self.pod(*id, 0).and_then(|pod| pod.node()) == Some(node);
        ids.filter(there).collect()
    }
}
