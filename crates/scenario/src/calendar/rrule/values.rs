//! Reads the values of the parts.

use core::ops::Range;

use super::{Reading, ReadingNote, RulePart, RuleReader, begins, short, split, until};
use base::{order, say};
use model::recurrence::{Frequency, WeekdayNum};

const FREQUENCIES: [(&str, Frequency); 7] = [
    ("YEARLY", Frequency::Yearly),
    ("MONTHLY", Frequency::Monthly),
    ("WEEKLY", Frequency::Weekly),
    ("DAILY", Frequency::Daily),
    ("HOURLY", Frequency::Hourly),
    ("MINUTELY", Frequency::Minutely),
    ("SECONDLY", Frequency::Secondly),
];

/// From Monday on, as in rules.
pub const WEEKDAYS: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

impl RuleReader {
    pub(super) fn value(&mut self, part: RulePart, name: &str, text: &str, at: Range<usize>) {
        match part {
            RulePart::Freq => self.frequency(text, at),
            RulePart::Until => self.until(text, at),
            RulePart::Count => self.rule.count = self.positive(name, text, at),
            RulePart::Interval => self.rule.interval = self.positive(name, text, at).unwrap_or(1),
            RulePart::BySecond => {
                let mut seconds = self.list(part, name, text, at.clone(), 0..=60);
                if seconds.contains(&60) {
                    let reading = Reading::SecondSixty;
                    self.notes.push(ReadingNote { at, reading });
                    seconds.iter_mut().for_each(|second| *second = (*second).min(59));
                    seconds.dedup();
                }
                self.rule.by_second = seconds;
            }
            RulePart::ByMinute => self.rule.by_minute = self.list(part, name, text, at, 0..=59),
            RulePart::ByHour => self.rule.by_hour = self.list(part, name, text, at, 0..=23),
            RulePart::ByMonth => self.rule.by_month = self.list(part, name, text, at, 1..=12),
            RulePart::ByMonthDay => {
                self.rule.by_month_day = self.list(part, name, text, at, -31..=31);
            }
            RulePart::ByYearDay => {
                self.rule.by_year_day = self.list(part, name, text, at, -366..=366);
            }
            RulePart::ByWeekNo => self.rule.by_week_no = self.list(part, name, text, at, -53..=53),
            RulePart::BySetPos => {
                self.rule.by_set_pos = self.list(part, name, text, at, -366..=366);
            }
            RulePart::ByDay => self.weekdays(text, at),
            RulePart::WkSt => match weekday(&text[at.clone()]) {
                Some(weekday) => self.rule.week_start = weekday,
                None => self.no_weekday(text, at),
            },
        }
    }

    fn frequency(&mut self, text: &str, at: Range<usize>) {
        let value = &text[at.clone()];
        let known = FREQUENCIES.iter();
        if let Some((_, frequency)) =
            known.clone().find(|(name, _)| name.eq_ignore_ascii_case(value))
        {
            self.rule.frequency = *frequency;
            self.frequency_known = true;
            return;
        }
        // `DAY`, `WEEKS`, `month`: the first letters are enough. `M` alone is ambiguous.
        let start = value.get(..2).unwrap_or("?");
        let meant = match known.clone().find(|(name, _)| begins(name, start)) {
            Some((name, _)) => name,
            None if begins(value, "ANNUAL") => "YEARLY",
            None => "none",
        };
        self.wrong(at, say!("rrule-frequency", value = short(value), meant = meant));
    }

    fn until(&mut self, text: &str, at: Range<usize>) {
        match until::read(&text[at.clone()]) {
            Ok((until, readings)) => {
                self.rule.until = Some(until);
                let note = |reading| ReadingNote { at: at.clone(), reading };
                self.notes.extend(readings.map(note));
            }
            Err(key) => self.wrong(at, say!(key)),
        }
    }

    fn positive(&mut self, name: &str, text: &str, at: Range<usize>) -> Option<u32> {
        let value = &text[at.clone()];
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        match value.parse::<u32>() {
            Ok(number) if number > 0 && digits => return Some(number),
            _ if digits && value.bytes().any(|byte| byte != b'0') => {
                let most = u32::MAX.to_string();
                self.wrong(at, say!("rrule-number-too-large", part = name, most = most));
            }
            _ => {
                let message = say!("rrule-no-number", part = name, value = short(value));
                self.wrong(at, message);
            }
        }
        None
    }

    /// Whole numbers separated by commas. If negative ones are allowed, all may have a sign, and none is 0.
    fn list<T: TryFrom<i16> + Ord>(
        &mut self,
        part: RulePart,
        name: &str,
        text: &str,
        at: Range<usize>,
        range: core::ops::RangeInclusive<i16>,
    ) -> Vec<T> {
        let (least, most) = (*range.start(), *range.end());
        let digits = if most > 99 { 3 } else { 2 };
        let mut numbers = Vec::new();
        for at in split(text, at, b',') {
            let value = &text[at.clone()];
            let number = number(value, digits, least < 0)
                .filter(|number| range.contains(number) && !(least < 0 && *number == 0))
                .and_then(|number| T::try_from(number).ok());
            if let Some(number) = number {
                numbers.push(number);
                continue;
            }
            let key = match (value, least) {
                ("", _) => "rrule-comma",
                (_, ..0) => "rrule-signed-number",
                _ => "rrule-number",
            };
            let advice = match (value, part) {
                ("24", RulePart::ByHour) | ("60", RulePart::ByMinute | RulePart::BySecond) => {
                    "ZERO"
                }
                _ => name,
            };
            let message = say!(
                key,
                part = name,
                value = short(value),
                least = i64::from(least),
                most = i64::from(most),
                advice = advice,
            );
            self.wrong(at, message);
            if self.wrong.len() >= super::MOST_WRONG {
                break;
            }
        }
        sorted(numbers)
    }

    fn weekdays(&mut self, text: &str, at: Range<usize>) {
        let mut days = Vec::with_capacity(at.len() / 3 + 1);
        for at in split(text, at, b',') {
            let value = &text[at.clone()];
            let letters = value.bytes().take_while(|byte| !byte.is_ascii_alphabetic()).count();
            let (nth, name) = value.split_at(letters);
            let Some(weekday) = weekday(name) else {
                self.no_weekday(text, at);
                if self.wrong.len() >= super::MOST_WRONG {
                    break;
                }
                continue;
            };
            let mut day = WeekdayNum { nth: None, weekday };
            if !nth.is_empty() {
                day.nth = number(nth, 2, true).filter(|nth| (1..=53).contains(&nth.abs()));
                if day.nth.is_none() {
                    self.wrong(at, say!("rrule-no-ordinal", value = short(nth)));
                    continue;
                }
                self.ordinal.get_or_insert(at);
            }
            days.push(day);
        }
        self.rule.by_day = sorted(days);
    }

    fn no_weekday(&mut self, text: &str, at: Range<usize>) {
        let value = &text[at.clone()];
        if value.is_empty() {
            return self.wrong(at, say!("rrule-weekday-comma"));
        }
        let name = value.trim_start_matches(|c: char| c.is_ascii() && !c.is_ascii_alphabetic());
        let ordinal = &value[..value.len() - name.len()];
        let meant = match WEEKDAYS.iter().find(|known| begins(name, known)) {
            Some(known) => format!("{}{known}", short(ordinal)),
            None => "none".to_owned(),
        };
        self.wrong(at, say!("rrule-no-weekday", value = short(value), meant = meant));
    }
}

/// 0 = Monday.
fn weekday(name: &str) -> Option<u8> {
    (0..7).find(|&at| WEEKDAYS[usize::from(at)].eq_ignore_ascii_case(name))
}

fn number(value: &str, most_digits: usize, signed: bool) -> Option<i16> {
    let digits = match value.as_bytes() {
        [b'+' | b'-', digits @ ..] if signed => digits,
        digits => digits,
    };
    let fits = (1..=most_digits).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    let size =
        digits.iter().take(most_digits).fold(0, |size, digit| 10 * size + i16::from(digit & 15));
    fits.then_some(if value.starts_with('-') { -size } else { size })
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    order::sort(&mut list);
    list.dedup();
    list
}
