//! The natural order of names: numbers in them compare as numbers (AM-83), so `web-9` comes before `web-10`.

use core::cmp::Ordering;

/// Compares two names part by part, digits against digits.
pub fn compare(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one.as_bytes(), other.as_bytes());
    while let (Some(a), Some(b)) = (left.first(), right.first()) {
        if a.is_ascii_digit() && b.is_ascii_digit() {
            let (a, b) = (number(&mut left), number(&mut right));
            let order = a.len().cmp(&b.len()).then(a.cmp(b));
            if order != Ordering::Equal {
                return order;
            }
        } else {
            if a != b {
                return a.cmp(b);
            }
            left = &left[1..];
            right = &right[1..];
        }
    }
    // `a-01` and `a-1` have the same number but are different names.
    left.len().cmp(&right.len()).then(one.cmp(other))
}

/// Takes leading digits, without leading zeros.
fn number<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, tail) = rest.split_at(end);
    *rest = tail;
    let zeros = digits.iter().take_while(|b| **b == b'0').count();
    &digits[zeros..]
}

/// The number at the end of a name after `prefix-`.
pub fn suffix(name: &str, prefix: &str) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?.strip_prefix('-')?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_compare_as_numbers() {
        let mut names = ["web-10", "web-9", "web", "api-2", "web-009", "web-9-a"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["api-2", "web", "web-009", "web-9", "web-9-a", "web-10"]);
        assert_eq!(suffix("web-12", "web"), Some(12));
        assert_eq!(suffix("web-7d9f", "web"), None);
        assert_eq!(suffix("web-99999999999", "web"), None);
    }
}
