//! The days of one year as bits, the first of January being bit 0.

/// Room for 366 days; bits beyond the year are never set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spots([u64; 6]);

impl Spots {
    /// The days `from..to`, limited to the year.
    pub(super) fn range(from: i64, to: i64) -> Self {
        let mut spots = Self::default();
        let (from, to) = (from.clamp(0, 384), to.clamp(0, 384));
        for (at, word) in spots.0.iter_mut().enumerate() {
            let low = (from - 64 * at as i64).clamp(0, 64) as u32;
            let high = (to - 64 * at as i64).clamp(0, 64) as u32;
            if low < high {
                *word = (u64::MAX >> (64 - (high - low))) << low;
            }
        }
        spots
    }

    /// Every seventh day, by a bit for each of the first seven.
    pub(super) fn weekly(first_seven: u8) -> Self {
        let mut spots = Self::default();
        let mut seven = u64::from(first_seven & 0x7f);
        for word in &mut spots.0 {
            // Nine weeks are 63 days: the next word begins one day later in the week.
            let mut nine = seven | seven << 7 | seven << 14;
            nine |= nine << 21 | nine << 42;
            *word = nine | seven << 63;
            seven = (seven >> 1 | seven << 6) & 0x7f;
        }
        spots
    }

    pub(super) fn set(&mut self, day: i64) {
        if let Ok(day) = usize::try_from(day)
            && let Some(word) = self.0.get_mut(day / 64)
        {
            *word |= 1 << (day % 64);
        }
    }

    pub(super) fn has(&self, day: i64) -> bool {
        usize::try_from(day)
            .ok()
            .and_then(|day| Some(self.0.get(day / 64)? >> (day % 64) & 1 == 1))
            .unwrap_or(false)
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word |= other;
        }
        self
    }

    pub(super) fn and(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        self
    }

    pub(super) fn count(&self) -> i64 {
        self.0.iter().map(|word| i64::from(word.count_ones())).sum()
    }

    /// The set day with exactly `rank` set days before it.
    pub(super) fn select(&self, mut rank: i64) -> Option<i64> {
        for (at, word) in self.0.iter().enumerate() {
            let ones = i64::from(word.count_ones());
            if rank < ones {
                let mut word = *word;
                for _ in 0..rank {
                    word &= word - 1;
                }
                return Some(64 * at as i64 + i64::from(word.trailing_zeros()));
            }
            rank -= ones;
        }
        None
    }

    /// The first set day from `from` on.
    pub(super) fn next(&self, from: i64) -> Option<i64> {
        let from = usize::try_from(from.max(0)).ok()?;
        let first = self.0.get(from / 64)? & u64::MAX << (from % 64);
        let rest = self.0[from / 64 + 1..].iter().copied();
        core::iter::once(first)
            .chain(rest)
            .zip(from / 64..)
            .find(|(word, _)| *word != 0)
            .map(|(word, at)| (64 * at) as i64 + i64::from(word.trailing_zeros()))
    }

    /// The set days, ascending.
    pub(super) fn days(&self) -> impl Iterator<Item = i64> + use<> {
        let words = self.0;
        (0..6).flat_map(move |at| {
            let mut word = words[at];
            core::iter::from_fn(move || {
                let day = (word != 0).then(|| 64 * at as i64 + i64::from(word.trailing_zeros()))?;
                word &= word - 1;
                Some(day)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Spots;

    #[test]
    fn weekly_bits_go_on_over_all_words() {
        for first_seven in 0..128_u8 {
            let spots = Spots::weekly(first_seven);
            for day in 0..384 {
                assert_eq!(spots.has(day), first_seven >> (day % 7) & 1 == 1, "{day}");
            }
        }
    }

    #[test]
    fn ranges_ranks_and_what_comes_next_agree() {
        for (from, to) in [(0, 366), (60, 70), (63, 64), (64, 128), (5, 5), (-3, 400)] {
            let spots = Spots::range(from, to);
            let days: Vec<i64> = spots.days().collect();
            let expected: Vec<i64> = (from.max(0)..to.min(384)).collect();
            assert_eq!(days, expected);
            assert_eq!(spots.count(), days.len() as i64);
            for (rank, day) in days.iter().enumerate() {
                assert_eq!(spots.select(rank as i64), Some(*day));
                assert_eq!(spots.next(*day), Some(*day));
            }
            assert_eq!(spots.select(days.len() as i64), None);
            assert_eq!(spots.next(384), None);
        }
    }
}
