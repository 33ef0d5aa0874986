//! Pods that wait for a node, as a bit each: seeking in a large run turns tens of thousands of them on and off.

use base::PodId;

const WORD: u32 = u64::BITS;

#[derive(Clone, Debug, Default)]
pub(crate) struct WaitingPods {
    words: Vec<u64>,
    many: u32,
}

impl WaitingPods {
    /// Sets whether the Pod waits.
    pub(crate) fn set(&mut self, PodId(pod): PodId, waits: bool) {
        let (word, bit) = ((pod / WORD) as usize, 1 << (pod % WORD));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let before = self.words[word] & bit != 0;
        match (before, waits) {
            (false, true) => self.many += 1,
            (true, false) => self.many -= 1,
            (true, true) | (false, false) => return,
        }
        self.words[word] ^= bit;
    }

    pub(crate) fn len(&self) -> u32 {
        self.many
    }

    /// By id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = PodId> {
        let words = self.words.iter().zip(0..);
        let some = words.filter(|(word, _)| **word != 0);
        let pods = some.flat_map(|(word, at)| {
            let bits = (0..WORD).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| PodId(at * WORD + bit))
        });
        pods.take(self.many as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_pods_are_listed_in_order() {
        let mut waiting = WaitingPods::default();
        for (pod, waits) in
            [(130, true), (3, true), (64, true), (3, true), (64, false), (9, false), (900, false)]
        {
            waiting.set(PodId(pod), waits);
        }
        let pods: Vec<u32> = waiting.iter().map(|pod| pod.0).collect();
        assert_eq!((pods, waiting.len()), (vec![3, 130], 2));
    }
}
