//! A part of the new connections.

use base::{RecordNo, SimTime};
use model::load_balancer::Lost;
use std::cmp::Ordering;

/// So many of so many.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Fraction {
    pub n: u64,
    pub of: u64,
}

impl Default for Fraction {
    fn default() -> Self {
        Self::NONE
    }
}

impl Fraction {
    pub const NONE: Self = Self { n: 0, of: 1 };

    /// In lowest terms; of very many parts, as so many thousand millionths.
    pub fn new(n: u64, of: u64) -> Self {
        const FINE: u64 = 1 << 30;
        let (mut a, mut b) = (n, of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let (n, of) = (n / a.max(1), of / a.max(1));
        match of <= FINE {
            true => Self { n, of },
            false => {
                let n = u128::from(n) * u128::from(FINE) / u128::from(of);
                Self { n: n as u64, of: FINE }
            }
        }
    }

    /// The sum, of at most the whole.
    pub fn plus(self, other: Self) -> Self {
        let n =
            u128::from(self.n) * u128::from(other.of) + u128::from(other.n) * u128::from(self.of);
        let of = u128::from(self.of) * u128::from(other.of);
        Self::new(n.min(of) as u64, of as u64)
    }

    /// The rest of it without a smaller one.
    pub fn minus(self, other: Self) -> Self {
        let [a, b, all, others] = [self.n, other.n, self.of, other.of].map(u128::from);
        Self::new((a * others).saturating_sub(b * all) as u64, (all * others) as u64)
    }

    /// Of what is spread over both evenly, what is in one or the other.
    pub fn or(self, other: Self) -> Self {
        let [a, b, all, others] = [self.n, other.n, self.of, other.of].map(u128::from);
        Self::new((a * others + b * all - a * b) as u64, (all * others) as u64)
    }

    /// In hundredths, rounded up, so that a loss is never none.
    pub fn percent(self) -> u32 {
        (self.n * 100).div_ceil(self.of.max(1)) as u32
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (u128::from(self.n) * u128::from(other.of))
            .cmp(&(u128::from(other.n) * u128::from(self.of)))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

/// What becomes of new connections from an instant on (AM-97).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrafficShare {
    pub from: SimTime,
    /// The row with which it begins.
    pub no: RecordNo,
    /// The backends, and those of them that pass the health check.
    pub backends: u32,
    pub healthy: u32,
    /// The backends that get new connections, if they pass: all, or those that an internal load balancer reaches (LB-15).
    pub connected: u32,
    /// Nodes whose connections are lost, of those that get any.
    pub losing: u32,
    /// How many are lost in each way, of so many.
    pub kinds: [u64; 3],
    pub of: u64,
}

impl TrafficShare {
    /// In the order of [`TrafficShare::kinds`].
    pub const KINDS: [Lost; 3] = [Lost::TimedOut, Lost::Refused, Lost::Reset];

    pub fn lost(&self) -> Fraction {
        Fraction { n: self.kinds.iter().sum(), of: self.of }
    }

    pub fn loses(&self) -> bool {
        self.kinds != [0; 3]
    }
}
