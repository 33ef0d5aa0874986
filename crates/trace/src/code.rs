//! Packs the fields of a change into the two words of a row. A code never changes its meaning.

use super::reason::{Ending, Waits, WhyNot};
use base::{BudgetId, GroupId, NodeId, PoolId, TemplateId, WorkloadId, ZoneId};
use model::autoscale::{NoScaleUp, ScaleUpError, Stays};
use model::maintenance::{Blockers, Override, SCOPE_COLUMNS, UpgradeKind};
use model::node::AtLimit;
use model::operations::Refusal;
use model::pool::Phase;
use model::script::{Failure, NodeChange};

/// Bits of one of the words.
pub(super) struct Bits {
    word: usize,
    low: u32,
    width: u32,
}

/// Both words, for fields that place themselves.
pub(super) struct Both;

/// The first word.
pub(super) const A: Bits = Bits::word(0);
/// The second word.
pub(super) const B: Bits = Bits::word(1);
pub(super) const AB: Both = Both;

impl Bits {
    const fn word(word: usize) -> Self {
        let (low, width) = (0, 32);
        Self { word, low, width }
    }

    /// The bits of the word from `low` on, `width` of them.
    pub(super) const fn at(self, low: u32, width: u32) -> Self {
        Self { low, width, ..self }
    }
}

/// Reads and writes a field in its place.
pub(super) trait Packing<T> {
    fn put(self, value: T) -> [u32; 2];
    fn get(self, words: [u32; 2]) -> Option<T>;
}

impl<T: Word> Packing<T> for Bits {
    #[inline]
    fn put(self, value: T) -> [u32; 2] {
        let mut words = [0; 2];
        words[self.word] = value.word() << self.low;
        words
    }

    #[inline]
    fn get(self, words: [u32; 2]) -> Option<T> {
        let mask = u32::MAX >> (32 - self.width);
        T::from_word((words[self.word] >> self.low) & mask)
    }
}

impl<T: TwoWords> Packing<T> for Both {
    #[inline]
    fn put(self, value: T) -> [u32; 2] {
        value.words()
    }

    #[inline]
    fn get(self, words: [u32; 2]) -> Option<T> {
        T::from_words(words)
    }
}

/// The words of all fields of a change.
#[inline]
pub(super) fn merge<const N: usize>(fields: [[u32; 2]; N]) -> [u32; 2] {
    let merged = fields.into_iter();
    merged.fold([0; 2], |[a, b], [x, y]| [a | x, b | y])
}

/// A field that fits into one word, or into some of its bits.
pub(super) trait Word: Sized {
    fn word(self) -> u32;
    fn from_word(word: u32) -> Option<Self>;
}

/// A field that needs bits of both words.
pub(super) trait TwoWords: Sized {
    fn words(self) -> [u32; 2];
    fn from_words(words: [u32; 2]) -> Option<Self>;
}

impl Word for u32 {
    #[inline]
    fn word(self) -> u32 {
        self
    }

    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        Some(word)
    }
}

impl Word for bool {
    #[inline]
    fn word(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        Some(word != 0)
    }
}

/// The highest number is `None`.
impl Word for Option<u32> {
    #[inline]
    fn word(self) -> u32 {
        self.unwrap_or(u32::MAX)
    }

    #[inline]
    fn from_word(word: u32) -> Option<Self> {
        Some((word != u32::MAX).then_some(word))
    }
}

/// Ids, as their numbers.
macro_rules! ids {
    ($($id:ident)*) => { $(
        impl Word for $id {
            #[inline]
            fn word(self) -> u32 {
                self.0
            }

            #[inline]
            fn from_word(word: u32) -> Option<Self> {
                Some(Self(word))
            }
        }
    )* };
}

ids! { BudgetId GroupId NodeId TemplateId WorkloadId ZoneId }

/// Plain enums, by their variants' index in a list.
macro_rules! enums {
    ($($name:ident: $all:expr;)*) => { $(
        impl Word for $name {
            #[inline]
            fn word(self) -> u32 {
                self as u32
            }

            fn from_word(word: u32) -> Option<Self> {
                $all.get(word as usize).copied()
            }
        }
    )* };
}

enums! {
    Ending: Self::ALL;
    NoScaleUp: Self::ALL;
    Stays: Self::ALL;
    ScaleUpError: Self::ALL;
    Failure: [Self::Kubelet, Self::Disk];
    NodeChange: Self::ALL;
    Override: Self::ALL;
    Refusal: Self::ALL;
}

/// In the order in which they were added.
const PHASES: [Phase; 7] = [
    Phase::CreatingGreenPool,
    Phase::CordoningBluePool,
    Phase::DrainingBluePool,
    Phase::NodePoolSoaking,
    Phase::DeletingBluePool,
    Phase::RollbackStarted,
    Phase::WaitingToDrainBluePool,
];

impl Word for Phase {
    fn word(self) -> u32 {
        PHASES.iter().position(|phase| *phase == self).unwrap_or(0) as u32
    }

    fn from_word(word: u32) -> Option<Self> {
        PHASES.get(word as usize).copied()
    }
}

/// The bit beside a drain's number of Pods that says: at the limit, Pods stay.
const LEAVES: u32 = 1 << 31;

impl TwoWords for AtLimit {
    fn words(self) -> [u32; 2] {
        match self {
            Self::Forces => [0, 1],
            Self::Leaves => [LEAVES, 0],
            Self::GivesUp => [0, 0],
            Self::Deletes => [LEAVES, 1],
        }
    }

    fn from_words([a, b]: [u32; 2]) -> Option<Self> {
        Some(match (b & 1 != 0, a & LEAVES != 0) {
            (true, false) => Self::Forces,
            (true, true) => Self::Deletes,
            (false, true) => Self::Leaves,
            (false, false) => Self::GivesUp,
        })
    }
}

/// Kinds of upgrades, in the order of their numbers from 1 on.
const KINDS: [UpgradeKind; 3] = [UpgradeKind::Minor, UpgradeKind::Patch, UpgradeKind::Disruption];

/// Marks a word with reasons; a closed window without other reasons is zero.
const WAITS: u32 = 1 << 8;

/// The index from 1 on, or 0.
fn number<T: PartialEq>(of: &[T], one: Option<T>) -> u32 {
    let at = one.and_then(|one| of.iter().position(|other| *other == one));
    at.map_or(0, |at| at as u32 + 1)
}

fn numbered<T: Copy>(of: &[T], number: u32) -> Option<Option<T>> {
    match number.checked_sub(1) {
        None => Some(None),
        Some(at) => of.get(at as usize).map(|one| Some(*one)),
    }
}

impl TwoWords for WhyNot {
    fn words(self) -> [u32; 2] {
        match self {
            Self::Policy(waits) if waits.is_for_window() && waits.column.is_none() => [0, 0],
            Self::ControlPlane => [1, 0],
            Self::AnotherRun => [2, 0],
            Self::OldNodes(pool) => [3, pool.0],
            Self::Busy => [4, 0],
            Self::Policy(Waits { by, column }) => {
                let interval = number(&KINDS, by.interval) << 1;
                let column = number(&SCOPE_COLUMNS, column) << 3;
                let flags = WAITS | u32::from(by.window) | interval | column;
                [flags, by.exclusions]
            }
        }
    }

    fn from_words([a, b]: [u32; 2]) -> Option<Self> {
        Some(match a {
            1 => Self::ControlPlane,
            2 => Self::AnotherRun,
            3 => Self::OldNodes(PoolId(b)),
            4 => Self::Busy,
            0 => Self::Policy(Waits {
                by: Blockers { window: true, ..Blockers::default() },
                column: None,
            }),
            _ if a >> 6 != WAITS >> 6 => return None,
            _ => Self::Policy(Waits {
                by: Blockers {
                    window: a & 1 == 1,
                    exclusions: b,
                    interval: numbered(&KINDS, a >> 1 & 3)?,
                },
                column: numbered(&SCOPE_COLUMNS, a >> 3 & 7)?,
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Change;

    #[test]
    fn every_code_survives_its_columns() {
        let mut known = 0;
        for code in 0..=u8::MAX {
            for (a, b) in [
                (0, 0),
                (1, 1),
                (0x0001_0002, 300),
                ((3 << 24) | 7, 40),
                ((8 << 24), 12),
                (WAITS | 0b10_1011, 5),
            ] {
                let Some(change) = Change::unpack(code, a, b) else {
                    continue;
                };
                known += 1;
                let (code_again, a, b) = change.pack();
                assert_eq!(code, code_again, "{change:?}");
                assert_eq!(Change::unpack(code_again, a, b), Some(change));
            }
        }
        assert!(known > 100, "{known}");
    }
}
