//! A fraction with exact decimal digits.

/// Digits, and how many of them follow the point: 0.29 of 100 is 29, which no binary fraction represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decimal {
    digits: u64,
    behind: u8,
}

impl Decimal {
    /// Reads `0.29`, `1`, `.5`: digits with at most one point. `None` if there are more digits than a JSON number has.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut digits: u64 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            let digit = char::from(digit).to_digit(10)?;
            digits = digits.checked_mul(10)?.checked_add(u64::from(digit))?;
        }
        let behind = u8::try_from(fraction.len()).ok()?;
        Some(Self { digits, behind })
    }

    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// This part of `whole`, rounded down.
    pub fn of(self, whole: u32) -> u32 {
        let product = u128::from(self.digits) * u128::from(whole);
        let divisor = 10u128.checked_pow(u32::from(self.behind));
        let part = divisor.map_or(0, |divisor| product / divisor);
        u32::try_from(part).unwrap_or(u32::MAX)
    }
}

impl core::fmt::Display for Decimal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let digits = format!("{:0>1$}", self.digits, usize::from(self.behind) + 1);
        let (whole, behind) = digits.split_at(digits.len() - usize::from(self.behind));
        let point = if behind.is_empty() { "" } else { "." };
        write!(f, "{whole}{point}{behind}")
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn parts_are_exact() {
        let of = |part: &str, whole| Decimal::parse(part).map(|part| part.of(whole));
        assert_eq!(of("0.29", 100), Some(29));
        assert_eq!(of("0.1", 7), Some(0));
        assert_eq!(of("0.6666666667", 3), Some(2));
        assert_eq!(of("0.6666666666666666", 3), Some(1));
        assert_eq!(of("1", 7), Some(7));
        assert_eq!(of(".50", 7), Some(3));
        let tiny = format!("0.{}1", "0".repeat(80));
        assert_eq!(of(&tiny, u32::MAX), Some(0));
        assert_eq!(of("0.12345678901234567890123", 1), None);
        assert_eq!((of("", 1), of(".", 1), of("1.5.5", 1), of("-1", 1)), (None, None, None, None));
    }
}
