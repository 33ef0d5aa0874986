//! Workloads with Pods on more than a few nodes: their nodes are not weighed one by one, but by how many stand there.

use super::odds::Kind;
use super::window::REJECTED;

/// Pods per node, of each workload that counts.
#[derive(Default)]
pub(super) struct Crowds<'a>(pub(super) Vec<&'a [u32]>);

/// A number by zone and by how many Pods stand on a node.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPods {
    zones: Vec<Vec<i16>>,
}

impl ByPods {
    pub(super) fn clear(&mut self, zones: usize) {
        self.zones.resize(zones, Vec::new());
        self.zones.iter_mut().for_each(Vec::clear);
    }

    #[inline]
    fn at(&self, zone: usize, pods: usize) -> i16 {
        self.zones[zone].get(pods).copied().unwrap_or(REJECTED)
    }
}

impl Crowds<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    fn on(&self, node: u32) -> usize {
        let on = |pods: &&[u32]| pods.get(node as usize).copied().unwrap_or(0);
        match &self.0[..] {
            [only] => on(only) as usize,
            all => all.iter().map(on).sum::<u32>() as usize,
        }
    }

    /// Takes in nodes of a zone with their points: the most of those with as many Pods.
    pub(super) fn meet(&self, zone: usize, nodes: &[u32], points: &[i16], most: &mut ByPods) {
        let most = &mut most.zones[zone];
        for (node, points) in nodes.iter().zip(points) {
            if *points >= 0 {
                let pods = self.on(*node);
                if most.len() <= pods {
                    most.resize(pods + 1, REJECTED);
                }
                most[pods] = most[pods].max(*points);
            }
        }
    }

    /// Says which nodes of a zone have the points that are wanted of those with as many Pods.
    pub(super) fn each_wanted(
        &self,
        zone: usize,
        nodes: &[u32],
        points: &[i16],
        wanted: &ByPods,
        mut each: impl FnMut(u32),
    ) {
        for (node, points) in nodes.iter().zip(points) {
            if *points >= 0 && wanted.at(zone, self.on(*node)) == *points {
                each(*node);
            }
        }
    }
}

impl ByPods {
    /// The kinds of nodes that were met.
    pub(super) fn kinds(&self, kinds: &mut Vec<Kind>) {
        for (zone, by_pods) in self.zones.iter().enumerate() {
            for (pods, most) in by_pods.iter().enumerate() {
                if *most >= 0 {
                    let (pods, most) = (pods as u32, *most);
                    kinds.push(Kind { zone, pods, most });
                }
            }
        }
    }

    /// Nodes of this kind are not wanted.
    pub(super) fn drop_kind(&mut self, kind: &Kind) {
        self.zones[kind.zone][kind.pods as usize] = REJECTED;
    }
}
