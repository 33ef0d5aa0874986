//! Kubernetes quantities, read without floats.

use super::mute::muted;

/// A resource quantity, exact to a billionth (`100m`, `1.5`, `2Gi`, `1e3`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Quantity(i128);

const NANOS: i128 = 1_000_000_000;
/// Larger quantities aren't realistic; keeps every sum inside `i64`.
const LIMIT: i128 = 1 << 60;

impl Quantity {
    /// Reads the canonical forms of `resource.Quantity`; `None` for others.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, suffix) = rest.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
            return None;
        }
        let mut nanos: i128 = 0;
        for digit in whole.bytes() {
            nanos = nanos.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
        }
        nanos = nanos.checked_mul(NANOS)?;
        let mut place = NANOS;
        for digit in fraction.bytes() {
            place /= 10;
            nanos = nanos.checked_add(i128::from(digit - b'0') * place)?;
        }
        nanos = scale(nanos, suffix)?;
        Some(Self(if negative { -nanos } else { nanos }))
    }

    pub const fn from_units(units: i64) -> Self {
        Self(units as i128 * NANOS)
    }

    /// Thousandths, rounded up as the scheduler does; `None` if out of range.
    pub fn millis(self) -> Option<i64> {
        narrow(ceil_div(self.0, NANOS / 1000))
    }

    /// Whole units (bytes, GPUs, Pods), rounded up.
    pub fn units(self) -> Option<i64> {
        narrow(ceil_div(self.0, NANOS))
    }
}

fn scale(nanos: i128, suffix: &str) -> Option<i128> {
    let power = |base: i128, n: u32| nanos.checked_mul(base.checked_pow(n)?);
    match suffix {
        "" => Some(nanos),
        "n" => Some(ceil_div(nanos, NANOS)),
        "u" => Some(ceil_div(nanos, 1_000_000)),
        "m" => Some(ceil_div(nanos, 1000)),
        "k" => power(1000, 1),
        "M" => power(1000, 2),
        "G" => power(1000, 3),
        "T" => power(1000, 4),
        "P" => power(1000, 5),
        "E" => power(1000, 6),
        "Ki" => power(1024, 1),
        "Mi" => power(1024, 2),
        "Gi" => power(1024, 3),
        "Ti" => power(1024, 4),
        "Pi" => power(1024, 5),
        "Ei" => power(1024, 6),
        _ => {
            let exponent: i32 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
            if exponent >= 0 {
                power(10, u32::try_from(exponent).ok()?)
            } else {
                Some(ceil_div(nanos, 10_i128.checked_pow(exponent.unsigned_abs())?))
            }
        }
    }
}

fn ceil_div(value: i128, by: i128) -> i128 {
    -(-value).div_euclid(by)
}

fn narrow(value: i128) -> Option<i64> {
    (-LIMIT..=LIMIT).contains(&value).then_some(value as i64)
}

/// A budget's limit: an integer or a percentage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntOrPercent {
    Int(i64),
    Percent(i64),
}

impl IntOrPercent {
    /// The text must be an optional sign, digits, then `%` (KP-01).
    pub fn parse_percent(text: &str) -> Option<Self> {
        let digits = text.strip_suffix('%')?;
        let bare = digits.strip_prefix(['-', '+']).unwrap_or(digits);
        if bare.is_empty() || !bare.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        digits.parse().ok().map(Self::Percent)
    }

    /// The value for a total, percentages rounded up (KP-01).
    ///
    /// The original computes in IEEE doubles; for every total below 2⁴⁶ the integer division gives the same.
    pub fn scaled_up(self, total: i64) -> i64 {
        match self {
            Self::Int(n) => n,
            Self::Percent(_) if muted("KP-01") => self.scaled_down(total),
            Self::Percent(p) => {
                narrow(ceil_div(i128::from(p) * i128::from(total), 100)).unwrap_or(i64::MAX)
            }
        }
    }

    /// The value for a total, percentages rounded down (KP-01).
    pub fn scaled_down(self, total: i64) -> i64 {
        match self {
            Self::Int(n) => n,
            Self::Percent(p) => {
                narrow((i128::from(p) * i128::from(total)).div_euclid(100)).unwrap_or(i64::MAX)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_round_up_like_the_api_server() {
        let q = |text: &str| Quantity::parse(text);
        assert_eq!(q("100m").and_then(Quantity::millis), Some(100));
        assert_eq!(q("0.0001").and_then(Quantity::millis), Some(1));
        assert_eq!(q("1.5").and_then(Quantity::millis), Some(1500));
        assert_eq!(q("2Gi").and_then(Quantity::units), Some(2 << 30));
        assert_eq!(q("129e6").and_then(Quantity::units), Some(129_000_000));
        assert_eq!(q("123Mi").and_then(Quantity::units), Some(123 << 20));
        assert_eq!(q("1n").and_then(Quantity::millis), Some(1));
        for bad in ["", "-", "m", "1.2.3", "1 Gi", "Gi", "1Zi", "0x10", "1e", "9e999"] {
            assert_eq!(q(bad), None, "{bad}");
        }
        assert_eq!(q("99999999999E").and_then(Quantity::units), None);
    }
}
