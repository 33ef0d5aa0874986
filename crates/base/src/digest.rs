//! A running 64-bit digest; equal on every platform.

/// Digests words in order. Not cryptographic: it distinguishes runs, not attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

impl Digest {
    pub const fn new() -> Self {
        Self(0x6e6f_6465_7469_6465)
    }

    /// One multiplication per word, because a row has four words: a bijection of the earlier state, so that runs that differed
    /// once stay different unless they differ again.
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

/// A bijection of 64 bits in which every input bit affects every output bit (the finalizer of splitmix64).
pub const fn mix(word: u64) -> u64 {
    let z = half_mixed(word);
    z ^ (z >> 31)
}

/// [`mix`] without its last step, which doesn't change the upper 31 bits.
#[inline]
pub(super) const fn half_mixed(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
