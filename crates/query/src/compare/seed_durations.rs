//! The duration of one scenario with many seeds, which vary the node order and the durations.

use base::SimSpan;

/// The duration of each run; `None`: its upgrades never ended, which is longer than any that did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeedDurations(Vec<Option<SimSpan>>);

impl SeedDurations {
    pub fn add(&mut self, took: Option<SimSpan>) {
        let place = |one: &Option<SimSpan>| (one.is_none(), *one);
        let at = self.0.partition_point(|one| place(one) <= place(&took));
        self.0.insert(at, took);
    }

    pub fn runs(&self) -> usize {
        self.0.len()
    }

    /// The shortest duration that `percent` of the runs don't exceed; always one of the runs'.
    pub fn percentile(&self, percent: usize) -> Option<SimSpan> {
        let rank = (self.0.len() * percent).div_ceil(100).max(1);
        self.0.get(rank - 1).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_runs() {
        let mut seed_durations = SeedDurations::default();
        assert_eq!(seed_durations.percentile(50), None);
        for secs in [30, 10, 50, 20, 40] {
            seed_durations.add(Some(SimSpan::from_secs(secs)));
        }
        let at = |seed_durations: &SeedDurations, percent| {
            seed_durations.percentile(percent).map(SimSpan::secs)
        };
        let all = [1, 20, 21, 50, 90, 100].map(|percent| at(&seed_durations, percent));
        assert_eq!(all, [10, 10, 20, 30, 50, 50].map(Some));
        seed_durations.add(None);
        assert_eq!(
            [50, 83, 84].map(|percent| at(&seed_durations, percent)),
            [Some(30), Some(50), None]
        );
    }
}
