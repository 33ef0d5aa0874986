//! The order in which people list names: `a-9` before `a-10` (AM-83).

use base::muted;

/// A key that compares bytewise as the names do, with digits compared as numbers.
pub(super) fn name_key(name: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(name.len() + 4);
    let mut rest = name.as_bytes();
    while let Some(first) = rest.first() {
        if !first.is_ascii_digit() || muted("AM-83") {
            key.push(*first);
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        let zeros = run.iter().take_while(|byte| **byte == b'0').count();
        let digits = &run[zeros..];
        // A longer number is larger; the leading '0' sorts numbers where digits sort among letters.
        key.push(b'0');
        key.push(u8::try_from(digits.len()).unwrap_or(u8::MAX));
        key.extend_from_slice(digits);
        rest = after;
    }
    key
}

#[cfg(test)]
mod tests {
    use super::name_key;

    #[test]
    fn numbers_in_names_compare_as_numbers() {
        let mut names = ["b-0", "a-10", "a-9", "a-b-2", "a-b-10", "a", "a-1-x", "a-01"];
        names.sort_by_key(|name| name_key(name));
        let listed = "a a-01 a-1-x a-9 a-10 a-b-2 a-b-10 b-0";
        assert_eq!(names.join(" "), listed);
    }
}
