//! One running 64-bit number over everything that happened; equal on every platform.

/// Folds words in order. Not cryptographic: it tells two runs apart, not two attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

impl Digest {
    pub const fn new() -> Self {
        Self(0x6e6f_6465_7469_6465)
    }

    /// One multiplication a word, because a row has four: a bijection of what was before, so that runs that differed once
    /// stay apart unless they differ again.
    pub const fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    pub const fn value(self) -> u64 {
        mix(self.0)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

/// A bijection of 64 bits in which every input bit reaches every output bit (the finaliser of splitmix64).
pub const fn mix(word: u64) -> u64 {
    let z = half_mixed(word);
    z ^ (z >> 31)
}

/// Leaves out the last step of [`mix`], which leaves the upper 31 bits as they are.
#[inline]
pub(super) const fn half_mixed(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
