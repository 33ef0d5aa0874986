//! A running digest: equal rows in equal order give equal digests on every platform.

/// 64 bits over a sequence of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Folds one number in.
    pub fn add(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = (mixed ^ (mixed >> 29))
            .wrapping_mul(0x94d0_49bb_1331_11eb)
            .rotate_left(23);
    }

    /// The digest so far.
    pub fn value(self) -> u64 {
        self.0
    }
}
