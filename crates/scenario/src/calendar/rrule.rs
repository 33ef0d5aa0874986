//! Reads RRULE text.
//!
//! Messages quote parts and values, so that they are clear without the text.

mod forbidden;
mod until;
mod values;

pub use self::values::WEEKDAYS;

use core::ops::Range;

use crate::by_name::similar;
use base::text::brief;
use base::{Message, order, say};
use model::recurrence::{Frequency, Recurrence};

/// An error in a rule: its place in the text, the reason, and the probable intention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub at: Range<usize>,
    /// Its attribute `hint` names the fix.
    pub message: Message,
}

/// A place where valid text was interpreted in a way that must be reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingNote {
    pub at: Range<usize>,
    pub reading: Reading,
}

/// How text was interpreted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reading {
    /// UNTIL without a time means 23:59:59Z of that day (AM-96).
    UntilEndOfDay,
    /// UNTIL without a Z means UTC.
    UntilInUtc,
    /// Second 60 means second 59.
    SecondSixty,
}

impl Reading {
    pub fn message(self) -> Message {
        say!(match self {
            Self::UntilEndOfDay => "rrule-until-end-of-day",
            Self::UntilInUtc => "rrule-until-in-utc",
            Self::SecondSixty => "rrule-second-sixty",
        })
    }
}

/// The result of reading a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// `None` if parts of the text are invalid. It may be set although the text has errors: combinations of parts that
    /// RFC 5545 forbids still have a meaning.
    pub rule: Option<Recurrence>,
    /// In text order.
    pub wrong: Vec<Wrong>,
    pub notes: Vec<ReadingNote>,
}

impl Read {
    /// The rule, if there are no errors.
    pub fn valid(self) -> Result<Recurrence, Vec<Wrong>> {
        match self.rule {
            Some(rule) if self.wrong.is_empty() => Ok(rule),
            _ => Err(self.wrong),
        }
    }
}

/// A rule with every possible value has 9 KB.
const MOST_BYTES: usize = 16_384;

/// With more errors the text isn't a rule.
const MOST_WRONG: usize = 100;

/// Reads `FREQ=WEEKLY;BYDAY=SA,SU`, with or without `RRULE:`; case and spaces don't matter.
/// Reports everything that RFC 5545 forbids, in text order.
pub fn parse(text: &str) -> Read {
    let mut reader = RuleReader::new();
    if text.len() > MOST_BYTES {
        reader.wrong(0..text.len(), say!("rrule-too-long", bytes = MOST_BYTES));
    } else {
        reader.read(text);
    }
    order::sort_by_key(&mut reader.wrong, |wrong| wrong.at.start);
    reader.wrong.truncate(MOST_WRONG);
    Read {
        rule: reader.understood.then_some(reader.rule),
        wrong: reader.wrong,
        notes: reader.notes,
    }
}

/// The parts of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RulePart {
    Freq,
    Until,
    Count,
    Interval,
    BySecond,
    ByMinute,
    ByHour,
    ByDay,
    ByMonthDay,
    ByYearDay,
    ByWeekNo,
    ByMonth,
    BySetPos,
    WkSt,
}

const PARTS: [(&str, RulePart); 14] = [
    ("FREQ", RulePart::Freq),
    ("UNTIL", RulePart::Until),
    ("COUNT", RulePart::Count),
    ("INTERVAL", RulePart::Interval),
    ("BYSECOND", RulePart::BySecond),
    ("BYMINUTE", RulePart::ByMinute),
    ("BYHOUR", RulePart::ByHour),
    ("BYDAY", RulePart::ByDay),
    ("BYMONTHDAY", RulePart::ByMonthDay),
    ("BYYEARDAY", RulePart::ByYearDay),
    ("BYWEEKNO", RulePart::ByWeekNo),
    ("BYMONTH", RulePart::ByMonth),
    ("BYSETPOS", RulePart::BySetPos),
    ("WKST", RulePart::WkSt),
];

/// Names that people expect in a rule but that belong elsewhere.
const ELSEWHERE: [&str; 7] =
    ["BYEASTER", "DTSTART", "DTEND", "DURATION", "EXDATE", "RDATE", "TZID"];

struct RuleReader {
    rule: Recurrence,
    wrong: Vec<Wrong>,
    notes: Vec<ReadingNote>,
    /// The place of each part's name and value.
    at: [Option<Range<usize>>; PARTS.len()],
    /// The first weekday with an ordinal.
    ordinal: Option<Range<usize>>,
    frequency_known: bool,
    understood: bool,
}

impl RuleReader {
    fn new() -> Self {
        Self {
            rule: Recurrence::every(Frequency::Daily),
            wrong: Vec::new(),
            notes: Vec::new(),
            at: Default::default(),
            ordinal: None,
            frequency_known: false,
            understood: true,
        }
    }

    /// Reports text that can't be interpreted.
    fn wrong(&mut self, at: Range<usize>, message: Message) {
        self.understood = false;
        self.forbidden(at, message);
    }

    /// Reports text that is clear but forbidden.
    fn forbidden(&mut self, at: Range<usize>, message: Message) {
        self.wrong.push(Wrong { at, message });
    }

    fn read(&mut self, text: &str) {
        let mut rest = trimmed(text, 0..text.len());
        if let Some((name, _)) = text[rest.clone()].split_once(':')
            && name.trim_end().eq_ignore_ascii_case("RRULE")
        {
            rest = trimmed(text, rest.start + name.len() + 1..rest.end);
        }
        // A trailing semicolon is harmless, and common.
        if text[rest.clone()].ends_with(';') {
            rest = trimmed(text, rest.start..rest.end - 1);
        }
        if rest.is_empty() {
            return self.wrong(0..text.len(), say!("rrule-empty"));
        }
        for part in split(text, rest.clone(), b';') {
            self.part(text, part);
            if self.wrong.len() >= MOST_WRONG {
                return;
            }
        }
        if self.at[RulePart::Freq as usize].is_none() {
            self.wrong(rest, say!("rrule-no-freq"));
        }
        self.forbid();
    }

    fn part(&mut self, text: &str, at: Range<usize>) {
        let part = &text[at.clone()];
        if part.is_empty() {
            return self.wrong(at, say!("rrule-no-part"));
        }
        let (name, value) = match part.split_once('=') {
            Some((name, _)) => (
                trimmed(text, at.start..at.start + name.len()),
                trimmed(text, at.start + name.len() + 1..at.end),
            ),
            None => (at.clone(), at.end..at.end),
        };
        let name = &text[name];
        let Some((known, part)) = PARTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        else {
            return self.unknown(name, at);
        };
        if self.at[*part as usize].is_some() {
            return self.wrong(at, say!("rrule-part-twice", part = *known));
        }
        self.at[*part as usize] = Some(at.clone());
        if value.is_empty() {
            return self.wrong(at, say!("rrule-no-value", part = *known));
        }
        self.value(*part, known, text, value);
    }

    fn unknown(&mut self, name: &str, at: Range<usize>) {
        if let Some(known) = ELSEWHERE.iter().find(|known| begins(name, known)) {
            return self.wrong(at, say!("rrule-elsewhere", part = *known));
        }
        let meant = match PARTS.iter().find(|(known, _)| similar(known, name)) {
            Some((known, _)) => Some(*known),
            None if similar(name, "BYWEEKDAY") => Some("BYDAY"),
            None if begins(name, "BYWEEK") => Some("BYWEEKNO"),
            None if similar(name, "BYDATE") => Some("BYMONTHDAY"),
            None => None,
        };
        let meant = meant.unwrap_or("none");
        self.wrong(at, say!("rrule-unknown-part", part = short(name), meant = meant));
    }
}

fn begins(name: &str, with: &str) -> bool {
    name.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// The range without surrounding spaces.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let part = &text[at.clone()];
    let left = part.len() - part.trim_start().len();
    let start = at.start + left;
    start..start + part.trim().len()
}

/// The ranges between separators, without surrounding spaces.
fn split(
    text: &str,
    at: Range<usize>,
    separator: u8,
) -> impl Iterator<Item = Range<usize>> + use<'_> {
    let mut from = Some(at.start);
    core::iter::from_fn(move || {
        let start = from?;
        let end = text.as_bytes()[start..at.end].iter().position(|byte| *byte == separator);
        from = end.map(|end| start + end + 1);
        Some(trimmed(text, start..end.map_or(at.end, |end| start + end)))
    })
}

/// A quotation short enough for a sentence.
fn short(text: &str) -> String {
    brief(text, 24)
}
