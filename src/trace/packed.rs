//! Numbers in few bits: of 64 in a row only by how much each is more than the least. Neighbours in a column are alike.

/// Numbers of one block; as many words of 64 bits hold them as each has bits.
const BLOCK: usize = 64;
/// Bits of a block's place that say how wide its numbers are.
const WIDTH: u32 = 6;

/// A column that can be read anywhere, and not changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Packed {
    /// Of each block the least number, its first word and its width.
    blocks: Box<[(u32, u32)]>,
    words: Box<[u64]>,
}

impl Packed {
    pub(super) fn of(numbers: &[u32]) -> Self {
        let mut blocks = Vec::with_capacity(numbers.len().div_ceil(BLOCK));
        let mut words = Vec::new();
        for block in numbers.chunks(BLOCK) {
            let (mut least, mut most) = (u32::MAX, 0);
            for number in block {
                least = least.min(*number);
                most = most.max(*number);
            }
            let width = u32::BITS - (most - least).leading_zeros();
            let first = words.len();
            blocks.push((least, ((first as u32) << WIDTH) | width));
            words.resize(first + width as usize, 0_u64);
            for (n, number) in block.iter().enumerate() {
                let (number, bit) = (u64::from(number - least), n * width as usize);
                let (at, shift) = (first + bit / 64, bit % 64);
                if number != 0 {
                    words[at] |= number << shift;
                    if shift + width as usize > 64 {
                        words[at + 1] |= number >> (64 - shift);
                    }
                }
            }
        }
        Self {
            blocks: blocks.into(),
            words: words.into(),
        }
    }

    /// To be sent elsewhere.
    pub(super) fn write(&self, to: &mut Vec<u32>) {
        to.push(self.words.len() as u32);
        to.extend(
            self.blocks
                .iter()
                .flat_map(|(least, place)| [*least, *place]),
        );
        to.extend(
            self.words
                .iter()
                .flat_map(|word| [*word as u32, (*word >> 32) as u32]),
        );
    }

    /// Reads a column of so many numbers, and leaves what follows it.
    pub(super) fn read(from: &mut &[u32], numbers: usize) -> Option<Self> {
        let (words, rest) = from.split_first()?;
        let (blocks, rest) = rest.split_at_checked(2 * numbers.div_ceil(BLOCK))?;
        let (words, rest) = rest.split_at_checked(2 * *words as usize)?;
        *from = rest;
        let ends = |place: u32| (place >> WIDTH) as usize + (place as usize & ((1 << WIDTH) - 1));
        let (blocks, words) = (blocks.as_chunks().0, words.as_chunks().0);
        let whole = blocks.iter().all(|[_, place]| ends(*place) <= words.len());
        whole.then(|| Self {
            blocks: blocks
                .iter()
                .map(|[least, place]| (*least, *place))
                .collect(),
            words: words
                .iter()
                .map(|[low, high]| u64::from(*low) | (u64::from(*high) << 32))
                .collect(),
        })
    }

    /// Where a number is among the first `len`: a block that cannot have it is passed over.
    pub(super) fn places(&self, number: u32, len: usize) -> impl Iterator<Item = usize> + '_ {
        let blocks = self.blocks.iter().zip((0..len).step_by(BLOCK));
        let near = blocks.filter(move |((least, place), _)| {
            let more = number.wrapping_sub(*least);
            u64::from(more) >> (place & ((1 << WIDTH) - 1)) == 0
        });
        near.flat_map(move |(_, first)| first..len.min(first + BLOCK))
            .filter(move |row| self.get(*row) == number)
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> u32 {
        let (least, place) = self.blocks[row / BLOCK];
        let width = place as usize & ((1 << WIDTH) - 1);
        if width == 0 {
            return least;
        }
        let bit = (row % BLOCK) * width;
        let (at, shift) = ((place >> WIDTH) as usize + bit / 64, bit % 64);
        let mut number = self.words[at] >> shift;
        if shift + width > 64 {
            number |= self.words[at + 1] << (64 - shift);
        }
        least + (number & ((1 << width) - 1)) as u32
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
            let there: Vec<usize> = (0..numbers.len()).filter(is).collect();
            let found: Vec<usize> = packed.places(number, numbers.len()).collect();
            assert_eq!(found, there);
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
    fn what_is_alike_takes_little() {
        let rising: Vec<u32> = (1_000_000..1_032_768).collect();
        let packed = Packed::of(&rising);
        assert_eq!(packed.words.len() * 8 + packed.blocks.len() * 8, 28_672);
    }
}
