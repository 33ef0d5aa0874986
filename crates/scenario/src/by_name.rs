//! Maps a document's names to ids, and finds similar names.

use base::Map;

/// Ids by name, in list order; of equal names the first counts.
pub(crate) fn numbers<'a>(names: impl Iterator<Item = &'a str>) -> Map<&'a str, u32> {
    let mut all = Map::new();
    for (at, name) in names.enumerate() {
        all.entry(name).or_insert(at as u32);
    }
    all
}

/// Ids by `namespace/name` and by `name`; `None`: ambiguous.
pub(crate) type References = Map<String, Option<u32>>;

/// `names`: with their ids.
pub(crate) fn references<'a>(
    names: impl Iterator<Item = (usize, (&'a str, &'a str))>,
) -> References {
    let mut all = References::new();
    for (at, (namespace, name)) in names {
        for key in [format!("{namespace}/{name}"), name.to_owned()] {
            let twice = all.contains_key(&key);
            all.insert(key, (!twice).then_some(at as u32));
        }
    }
    all
}

/// Is one of them the other in another spelling, or one letter away from it?
pub fn similar(one: &str, other: &str) -> bool {
    // Rules out most pairs: no spelling differs by more separators.
    if one.len().abs_diff(other.len()) > 4 {
        return false;
    }
    fn plain(text: &str) -> impl DoubleEndedIterator<Item = u8> + Clone {
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase())
    }
    fn same(pairs: impl Iterator<Item = (u8, u8)>) -> usize {
        pairs.take_while(|(a, b)| a == b).count()
    }
    let (one, other) = (plain(one), plain(other));
    let (len, other_len) = (one.clone().count(), other.clone().count());
    if len.abs_diff(other_len) > 1 || len == 0 || other_len == 0 {
        return false;
    }
    let same_head = same(one.clone().zip(other.clone()));
    let same_tail = same(one.rev().zip(other.rev()));
    same_head + same_tail + 1 >= len.max(other_len)
}
