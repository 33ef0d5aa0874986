//! Replaces words by new ones in the same order.
//!
//! A name consists of words and numbers between marks: `checkout-7d9f-12` is `checkout`, 7, `d9f`, 12. Each word is replaced
//! by the same new word everywhere; so equal names stay equal, the new name of `web` stays a prefix of that of `web-12`, and
//! because new words sort like the old ones, so do names. Small numbers stay, because they are ordinals; a longer one becomes
//! the next above 1000, and so does what looks like an IP address.

use crate::natural;
use base::{Map, Set, order};

/// The most digits of a small number.
const SMALL: usize = 3;
const FIRST_LONG: usize = 1000;

/// Collects the words of names.
#[derive(Default)]
pub(super) struct WordCollector {
    kept: Set<String>,
    words: Set<String>,
    /// Digits without leading zeros.
    numbers: Set<String>,
    addresses: Set<String>,
}

/// The new words.
pub(super) struct Pseudonyms {
    words: Map<String, String>,
    numbers: Map<String, String>,
}

/// A part of a name.
enum NamePart<'a> {
    Word(&'a str),
    /// Leading zeros, and the digits after them.
    Number(&'a str, &'a str),
    Address(&'a str),
    Mark(&'a str),
}

impl WordCollector {
    /// Keeps a word that identifies no one, or that the engine uses in names.
    pub(super) fn keep(&mut self, word: &str) {
        self.kept.insert(word.to_owned());
    }

    pub(super) fn see(&mut self, name: &str) {
        for part in parts(name) {
            match part {
                NamePart::Word(word) if !self.kept.contains(word) => {
                    self.words.insert(word.to_owned());
                }
                NamePart::Number(_, digits) if digits.len() > SMALL => {
                    self.numbers.insert(digits.to_owned());
                }
                NamePart::Address(text) => {
                    self.addresses.insert(text.to_owned());
                }
                NamePart::Word(_) | NamePart::Number(..) | NamePart::Mark(_) => {}
            }
        }
    }

    pub(super) fn pseudonyms(self) -> Pseudonyms {
        let mut numbers: Vec<String> = self.numbers.into_iter().collect();
        order::sort_by(&mut numbers, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        numbers.extend(self.addresses);
        let numbers = numbers.into_iter().enumerate();
        let mut words: Vec<String> = self.words.into_iter().collect();
        order::sort_by(&mut words, |a, b| natural::compare(a, b));
        let mut kept: Vec<String> = self.kept.into_iter().collect();
        order::sort_by(&mut kept, |a, b| natural::compare(a, b));
        Pseudonyms {
            words: pseudonym(words, &kept),
            numbers: numbers.map(|(n, old)| (old, (FIRST_LONG + n).to_string())).collect(),
        }
    }
}

impl Pseudonyms {
    pub(super) fn of(&self, name: &str) -> String {
        let new = |map: &Map<String, String>, old: &str| {
            map.get(old).cloned().unwrap_or_else(|| old.to_owned())
        };
        let parts = parts(name);
        let parts = parts.iter().map(|part| match part {
            NamePart::Word(word) => new(&self.words, word),
            NamePart::Number(zeros, digits) => format!("{zeros}{}", new(&self.numbers, digits)),
            NamePart::Address(text) => new(&self.numbers, text),
            NamePart::Mark(text) => (*text).to_owned(),
        });
        parts.collect()
    }
}

fn parts(name: &str) -> Vec<NamePart<'_>> {
    // Marks sort before letters, as in Kubernetes names; every other character counts as a letter.
    let mark = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric();
    let digit = |c: char| c.is_ascii_digit();
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = address(rest) {
            parts.push(NamePart::Address(&rest[..length]));
            length
        } else if digit(first) {
            let length = rest.find(|c| !digit(c)).unwrap_or(rest.len());
            let digits = rest[..length].trim_start_matches('0');
            parts.push(NamePart::Number(&rest[..length - digits.len()], digits));
            length
        } else if mark(first) {
            // `{n}` stands for the number of a copy.
            let length = if rest.starts_with("{n}") { 3 } else { 1 };
            parts.push(NamePart::Mark(&rest[..length]));
            length
        } else {
            let length = rest.find(mark).unwrap_or(rest.len());
            parts.push(NamePart::Word(&rest[..length]));
            length
        };
        rest = &rest[length..];
    }
    parts
}

/// The length of a leading `10.0.1.23` or `10-0-1-23`.
fn address(text: &str) -> Option<usize> {
    let mut length = 0;
    for n in 0..4 {
        let rest = &text[length..];
        let rest = match n {
            0 => rest,
            _ => rest.strip_prefix(['.', '-'])?,
        };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=SMALL).contains(&digits) {
            return None;
        }
        length = text.len() - rest.len() + digits;
    }
    Some(length)
}

/// New words for sorted old ones, in their order and in the order of the kept words.
fn pseudonym(words: Vec<String>, kept: &[String]) -> Map<String, String> {
    let old: Set<String> = words.iter().cloned().collect();
    let mut gaps: Vec<Vec<String>> = vec![Vec::new(); kept.len() + 1];
    for word in words {
        let gap = kept.partition_point(|other| natural::compare(other, &word).is_lt());
        gaps[gap].push(word);
    }
    let mut pseudonyms = Map::new();
    let syllables = syllables();
    for (at, words) in gaps.into_iter().enumerate() {
        let above = at.checked_sub(1).and_then(|at| kept.get(at));
        let below = kept.get(at);
        // Twice the necessary number, as some may be old words themselves.
        let mut length = 2;
        let (from, to) = loop {
            let (from, to) = range(&syllables, length, above, below);
            if to - from >= 2 * words.len() as u64 || length == 6 {
                break (from, to);
            }
            length += 1;
        };
        let many = words.len() as u64 + 1;
        let mut free = from;
        for (n, word) in words.into_iter().enumerate() {
            let even = from + (to - from) * (n as u64 + 1) / many;
            free = free.max(even);
            let mut new = spelled(&syllables, length, free);
            while old.contains(&new) {
                free += 1;
                new = spelled(&syllables, length, free);
            }
            free += 1;
            pseudonyms.insert(word, new);
        }
    }
    pseudonyms
}

/// Pronounceable pairs of letters, sorted.
fn syllables() -> Vec<String> {
    const VOWELS: &str = "aeiou";
    let mut all = Vec::new();
    for first in 'a'..='z' {
        for second in 'a'..='z' {
            if VOWELS.contains(first) != VOWELS.contains(second) {
                all.push(format!("{first}{second}"));
            }
        }
    }
    all
}

/// The `no`th word with this number of syllables.
fn spelled(syllables: &[String], length: u32, no: u64) -> String {
    let base = syllables.len() as u64;
    (0..length)
        .rev()
        .map(|place| syllables[(no / base.pow(place) % base) as usize].as_str())
        .collect()
}

/// Numbers of the words between two words.
fn range(
    syllables: &[String],
    length: u32,
    above: Option<&String>,
    below: Option<&String>,
) -> (u64, u64) {
    let all = (syllables.len() as u64).pow(length);
    let first = |wanted: &dyn Fn(&str) -> bool| {
        let (mut low, mut high) = (0, all);
        while low < high {
            let half = low.midpoint(high);
            if wanted(&spelled(syllables, length, half)) {
                high = half;
            } else {
                low = half + 1;
            }
        }
        low
    };
    let from = above.map_or(0, |above| first(&|word| word > above.as_str()));
    let to = below.map_or(all, |below| first(&|word| word >= below.as_str()));
    (from, to.max(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pseudonyms(names: &[&str]) -> Vec<String> {
        let mut collector = WordCollector::default();
        for zone in ["a", "b", "default"] {
            collector.keep(zone);
        }
        for name in names {
            collector.see(name);
        }
        let pseudonyms = collector.pseudonyms();
        names.iter().map(|name| pseudonyms.of(name)).collect()
    }

    #[test]
    fn new_names_stand_in_the_order_of_the_old_ones() {
        let mut names = vec![
            "web-9",
            "web-10",
            "web",
            "webapp",
            "web2",
            "web-a-1",
            "web-b-1",
            "api",
            "apple-1a2b3c4d-x7k2",
            "a",
            "b",
            "bee",
            "default",
            "zoo",
            "tenant-48213",
            "tenant-5",
            "tenant-1000000",
            "ip-10-0-1-23",
        ];
        names.sort_by(|a, b| natural::compare(a, b));
        let new = pseudonyms(&names);
        let mut sorted = new.clone();
        sorted.sort_by(|a, b| natural::compare(a, b));
        assert_eq!(new, sorted);
    }

    #[test]
    fn numbers_of_things_stay_and_long_ones_do_not() {
        let new = pseudonyms(&["web-12", "web", "007", "48213", "10.0.1.23", "{n}-x"]);
        assert_eq!(new[0], format!("{}-12", new[1]));
        assert_eq!(new[2..5], ["007", "1000", "1001"]);
        assert!(new[5].starts_with("{n}-"));
        assert!(!new.concat().contains("web"));
    }

    #[test]
    fn as_many_words_as_there_may_be_get_words_of_their_own() {
        let names: Vec<String> =
            (0..6_000_u32).map(|n| spelled(&syllables(), 3, u64::from(n))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let new: Set<String> = pseudonyms(&names).into_iter().collect();
        assert_eq!(new.len(), names.len());
    }
}
