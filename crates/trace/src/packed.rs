//! Packs columns of numbers: each block of 64 stores only the differences to its minimum, in few bits.

/// Numbers in a block; it takes twice as many words as each difference has bits.
const BLOCK: usize = 64;
/// Bits of a block's header that give the width of its numbers.
const WIDTH: u32 = 6;

/// A read-only column with random access.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Packed {
    /// Each block's minimum, start and width; then the words of all blocks, and two more, because reads take two words at
    /// once.
    words: Box<[u32]>,
}

fn width(place: u32) -> usize {
    place as usize & ((1 << WIDTH) - 1)
}

fn begin(place: u32) -> usize {
    (place >> WIDTH) as usize
}

impl Packed {
    #[inline(never)]
    pub(super) fn of(numbers: &[u32]) -> Self {
        let mut words = vec![0; 2 * numbers.len().div_ceil(BLOCK)];
        for (n, block) in numbers.chunks(BLOCK).enumerate() {
            let (mut least, mut most) = (u32::MAX, 0);
            for number in block {
                least = least.min(*number);
                most = most.max(*number);
            }
            let width = u32::BITS - (most - least).leading_zeros();
            let mut place = words.len();
            words[2 * n] = least;
            words[2 * n + 1] = ((place as u32) << WIDTH) | width;
            words.resize(place + 2 * width as usize, 0);
            let (mut bits, mut held) = (0_u64, 0);
            for number in block {
                bits |= u64::from(number - least) << held;
                held += width;
                if held >= u32::BITS {
                    words[place] = bits as u32;
                    place += 1;
                    bits >>= u32::BITS;
                    held -= u32::BITS;
                }
            }
            if held > 0 {
                words[place] = bits as u32;
            }
        }
        words.extend([0, 0]);
        Self { words: words.into() }
    }

    /// Appends the column to a message.
    pub(super) fn write(&self, to: &mut Vec<u32>) {
        to.push(self.words.len() as u32);
        to.extend_from_slice(&self.words);
    }

    /// Reads a column of `numbers` numbers and advances past it.
    pub(super) fn read(from: &mut &[u32], numbers: usize) -> Option<Self> {
        let (len, rest) = from.split_first()?;
        let (words, rest) = rest.split_at_checked(*len as usize)?;
        *from = rest;
        let blocks = words.get(..2 * numbers.div_ceil(BLOCK))?;
        let fits = |place: &u32| begin(*place) + 2 * width(*place) + 1 < words.len();
        let whole = blocks.iter().skip(1).step_by(2).all(fits);
        whole.then(|| Self { words: words.into() })
    }

    /// The places of a number among the first `len`; skips blocks that can't contain it.
    pub(super) fn places(&self, number: u32, len: usize) -> Vec<u32> {
        let mut found = Vec::new();
        for n in 0..len.div_ceil(BLOCK) {
            let more = u64::from(number.wrapping_sub(self.words[2 * n]));
            if more >> width(self.words[2 * n + 1]) == 0 {
                let rows = n * BLOCK..len.min((n + 1) * BLOCK);
                let rows = rows.filter(|row| self.get(*row) == number);
                found.extend(rows.map(|row| row as u32));
            }
        }
        found
    }

    /// Not inlined: copies at its many callers would be a large part of the download.
    #[inline(never)]
    pub(super) fn get(&self, row: usize) -> u32 {
        let block = 2 * (row / BLOCK);
        let (least, place) = (self.words[block], self.words[block + 1]);
        let bit = (row % BLOCK) * width(place);
        let at = begin(place) + bit / 32;
        let two = u64::from(self.words[at]) | (u64::from(self.words[at + 1]) << 32);
        least + ((two >> (bit % 32)) & ((1 << width(place)) - 1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(numbers: &[u32]) {
        let packed = Packed::of(numbers);
        let read: Vec<u32> = (0..numbers.len()).map(|row| packed.get(row)).collect();
        assert_eq!(read, numbers);
        for number in numbers.iter().take(9).copied().chain([8]) {
            let is = |row: &usize| numbers[*row] == number;
            let there = (0..numbers.len()).filter(is).map(|row| row as u32);
            let found = packed.places(number, numbers.len());
            assert_eq!(found, there.collect::<Vec<_>>());
        }
        let mut sent = Vec::new();
        packed.write(&mut sent);
        sent.push(9);
        let mut rest = sent.as_slice();
        assert_eq!(Packed::read(&mut rest, numbers.len()), Some(packed));
        assert_eq!(rest, [9]);
    }

    #[test]
    fn numbers_come_back() {
        check(&[]);
        check(&[7]);
        check(&[u32::MAX, 0, 5]);
        check(&[u32::MAX; 200]);
        for width in 0..32 {
            let mut number = 12_345_u32;
            let numbers: Vec<u32> = (0..333)
                .map(|n| {
                    number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (number >> (31 - width)) / 2 + if n % 64 < 3 { 0 } else { 9 }
                })
                .collect();
            check(&numbers);
        }
    }

    #[test]
    fn equal_values_take_little_memory() {
        let rising: Vec<u32> = (1_000_000..1_032_768).collect();
        let packed = Packed::of(&rising);
        assert_eq!(packed.words.len() * 4, 28_680);
    }
}
