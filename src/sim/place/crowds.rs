//! Workloads with Pods on more than a few nodes: their nodes are not weighed one by one, but by how many stand there.

use super::odds::Kind;
use super::row::REJECTED;
use super::window::split;

/// Pods per node, of each workload that counts.
#[derive(Default)]
pub(super) struct Crowds<'a>(pub(super) Vec<&'a [u32]>);

impl Crowds<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many of their Pods stand on the node.
    pub(super) fn on(&self, node: u32) -> usize {
        let on = |pods: &&[u32]| pods.get(node as usize).copied().unwrap_or(0);
        self.0.iter().map(on).sum::<u32>() as usize
    }
}

/// The most points of the nodes of a zone with as many Pods.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPods {
    zones: Vec<Vec<i16>>,
    /// What was met before; most nodes are alike.
    usual: [i16; USUAL],
    /// The one of them that is forgotten next.
    oldest: usize,
}

/// Nodes that are looked through at once for other kinds.
const TOGETHER: usize = 32;

/// Kinds of nodes that are looked for in many nodes at once.
const USUAL: usize = 4;

impl ByPods {
    pub(super) fn clear(&mut self, zones: usize) {
        self.zones.resize(zones, Vec::new());
        self.zones.iter_mut().for_each(Vec::clear);
    }

    /// Takes in nodes of a zone.
    pub(super) fn meet(&mut self, zone: usize, all: &[i16]) {
        for usual in self.usual {
            if all.contains(&usual) {
                self.meet_one(zone, usual);
            }
        }
        for points in all.chunks(TOGETHER) {
            let [a, b, c, d] = self.usual;
            // Without a branch: a compiler makes several steps of it at once.
            let other = |points: i16| {
                (points >= 0) & (points != a) & (points != b) & (points != c) & (points != d)
            };
            if !points
                .iter()
                .fold(false, |any, points| any | other(*points))
            {
                continue;
            }
            for points in points {
                if *points >= 0 && !self.usual.contains(points) {
                    self.meet_one(zone, *points);
                    self.usual[self.oldest] = *points;
                    self.oldest = (self.oldest + 1) % USUAL;
                }
            }
        }
    }

    fn meet_one(&mut self, zone: usize, points: i16) {
        if points < 0 {
            return;
        }
        let (pods, points) = split(points);
        let most = &mut self.zones[zone];
        if most.len() <= pods {
            most.resize(pods + 1, REJECTED);
        }
        most[pods] = most[pods].max(points);
    }

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
}
