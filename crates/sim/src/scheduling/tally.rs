//! Counts of Pods by place: by node, or by topology domain.

use base::broken;

/// Places with their counts.
pub(super) type Counted<'a> = &'a [(u32, u32)];

/// Above this number of places, a count is stored for every place instead of a short list. Few with debug assertions,
/// so that random scenarios use both.
const FEW: usize = if cfg!(debug_assertions) { 24 } else { 512 };

/// Counts by the number of the place.
#[derive(Clone, Debug, Default)]
pub(super) struct PodTally {
    counts: Counts,
    /// The sum of all counts.
    total: u32,
}

#[derive(Clone, Debug)]
enum Counts {
    /// By place, without zeros.
    Few(Vec<(u32, u32)>),
    /// One entry per place.
    Many(Vec<u32>),
}

impl Default for Counts {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl PodTally {
    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(super) fn count(&mut self, place: u32, more: bool) {
        self.count_among(FEW, place, more);
    }

    /// Counts a Pod; a list of up to `few` places stays a list.
    pub(super) fn count_among(&mut self, few: usize, place: u32, more: bool) {
        if more {
            self.total += 1;
        } else {
            debug_assert!(self.total > 0, "nobody is there to leave");
            self.total = self.total.saturating_sub(1);
        }
        match &mut self.counts {
            Counts::Few(list) => {
                count(list, place, more || broken("tally/few"));
                if list.len() > few {
                    let last = list.last().map_or(0, |(place, _)| *place as usize);
                    let mut pods = vec![0; last + 1];
                    for (place, count) in list.iter() {
                        pods[*place as usize] = *count;
                    }
                    self.counts = Counts::Many(pods);
                }
            }
            Counts::Many(pods) => {
                let at = place as usize;
                if pods.len() <= at {
                    pods.resize(at + 1, 0);
                }
                pods[at] = if more || broken("tally/many") {
                    pods[at] + 1
                } else {
                    pods[at].saturating_sub(1)
                };
            }
        }
    }

    /// The list of places with their counts, if they are few.
    pub(super) fn few(&self) -> Option<&[(u32, u32)]> {
        match &self.counts {
            Counts::Few(list) => Some(list),
            Counts::Many(_) => None,
        }
    }

    /// The count of every place up to the last one that ever had Pods, if they aren't few.
    pub(super) fn many(&self) -> Option<&[u32]> {
        match &self.counts {
            Counts::Few(_) => None,
            Counts::Many(pods) => Some(pods),
        }
    }

    #[inline]
    pub(super) fn at(&self, place: u32) -> u32 {
        match &self.counts {
            Counts::Few(list) => {
                let at = list.binary_search_by_key(&place, |(other, _)| *other);
                at.map_or(0, |at| list[at].1)
            }
            Counts::Many(pods) => pods.get(place as usize).copied().unwrap_or(0),
        }
    }

    /// Adds each place's count to the number at the same position; fastest if `places` is sorted.
    pub(super) fn add_to(&self, places: &[u32], numbers: &mut [u32]) {
        match &self.counts {
            Counts::Few(list) => {
                let mut at = 0;
                for (place, number) in places.iter().zip(numbers) {
                    if at > 0 && list[at - 1].0 >= *place {
                        at = list.partition_point(|(other, _)| other < place);
                    }
                    while list.get(at).is_some_and(|(other, _)| other < place) {
                        at += 1;
                    }
                    if let Some((other, pods)) = list.get(at)
                        && other == place
                    {
                        *number += pods;
                    }
                }
            }
            Counts::Many(pods) => {
                for (place, number) in places.iter().zip(numbers) {
                    *number += pods.get(*place as usize).copied().unwrap_or(0);
                }
            }
        }
    }

    /// Visits places with their counts, in order.
    pub(super) fn each(&self, mut each: impl FnMut(u32, u32)) {
        match &self.counts {
            Counts::Few(list) => list.iter().for_each(|(place, pods)| each(*place, *pods)),
            Counts::Many(pods) => {
                let places = pods.iter().enumerate().filter(|(_, pods)| **pods > 0);
                places.for_each(|(place, pods)| each(place as u32, *pods));
            }
        }
    }
}

/// Adds or subtracts one in a sorted list of counts without zeros.
pub(super) fn count<K: Copy + Ord>(list: &mut Vec<(K, u32)>, key: K, more: bool) {
    match list.binary_search_by_key(&key, |(other, _)| *other) {
        Ok(at) if more => list[at].1 += 1,
        Ok(at) if list[at].1 > 1 => list[at].1 -= 1,
        Ok(at) => {
            list.remove(at);
        }
        Err(at) if more => list.insert(at, (key, 1)),
        Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Draw;

    #[test]
    fn short_and_long_tallies_count_alike() {
        let mut tally = PodTally::default();
        let mut plain = vec![0_u32; 600];
        for step in 0..20_000 {
            let luck = |n| Draw::of(3, n, step, 0).0 >> 40;
            let node = (luck(0) % 600) as usize;
            let more = luck(1) % 3 < 2;
            if more || plain[node] > 0 {
                tally.count(node as u32, more);
                plain[node] = plain[node] + u32::from(more) * 2 - 1;
            }
            if step % 500 == 20 {
                let nodes: Vec<u32> = (0..50).map(|n| (luck(2 + n) % 600) as u32).collect();
                let mut numbers = vec![0; 50];
                tally.add_to(&nodes, &mut numbers);
                let on = |node: &u32| (plain[*node as usize], tally.at(*node));
                for (node, number) in nodes.iter().zip(numbers) {
                    assert_eq!(on(node), (number, number));
                }
                let mut each = vec![0; 600];
                tally.each(|node, pods| each[node as usize] = pods);
                assert_eq!(each, plain);
                assert_eq!(tally.is_empty(), plain.iter().all(|pods| *pods == 0));
            }
        }
    }
}
