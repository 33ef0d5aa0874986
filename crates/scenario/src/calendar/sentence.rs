//! Describes when a window opens, in a sentence.

mod days;

pub(super) use self::days::and;

use self::days::days;
use super::day;
use super::day::length_of;
use super::span::Span;
use super::window::{Recurring, Window};
use super::zone::{Utc, Zone, to_local};
use crate::instant;
use base::civil::DAY;
use base::{Arg, Message, order, say};
use model::recurrence::{Frequency, Recurrence};

const WEEK: i64 = 7 * DAY;
/// 1970-01-05, a Monday.
const A_MONDAY: i64 = 4 * DAY;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// When it is open.
    pub says: Message,
    /// An explanation, if the rule seems to say otherwise.
    pub detail: Vec<Message>,
}

impl From<Message> for Sentence {
    fn from(says: Message) -> Self {
        Self { says, detail: Vec::new() }
    }
}

/// `open`: the window's openings in the stretch. Times are in the zone.
pub fn of(window: &Window, open: &[Span], shown: Span, zone: &dyn Zone) -> Sentence {
    let clock = ZoneClock(zone);
    match window {
        Window::Always => say!("open-always").into(),
        Window::Daily { .. } => match open.first() {
            Some(_) => {
                let first = open.get(1).or(open.first()).copied().unwrap_or(shown);
                Sentence {
                    says: say!(
                        "open-every-day",
                        from = clock.time(first.from),
                        to = clock.time(first.to),
                        zone = zone.name(),
                        length = length_of(first.secs()),
                        ends = say!("open-without-end"),
                    ),
                    detail: moves(first.from, shown, &clock).into_iter().collect(),
                }
            }
            None => say!("open-never").into(),
        },
        Window::Recurring(recurring) => of_recurring(recurring, open, shown, &clock),
    }
}

fn of_recurring(window: &Recurring, open: &[Span], shown: Span, clock: &ZoneClock<'_>) -> Sentence {
    let Some(first) = open.first() else {
        return say!("open-never").into();
    };
    if first.from <= shown.from && first.to >= shown.to {
        let years = window.length / (365 * DAY);
        let rule = &window.rule;
        let mut sentence = Sentence::from(match rule.count.is_none() && rule.until.is_none() {
            true => say!("open-continuously"),
            false => say!("open-all-that-is-shown", ends = ends(rule)),
        });
        if years > 0 {
            let detail = say!("open-for-years", length = length_of(window.length));
            sentence.detail.push(detail);
        }
        return sentence;
    }
    let rule = &window.rule;
    let weekly = matches!(rule.frequency, Frequency::Weekly | Frequency::Daily)
        && rule.interval == 1
        && rule.by_month.is_empty()
        && rule.by_month_day.is_empty()
        && rule.by_set_pos.is_empty();
    match weekly {
        true => of_weeks(window, shown, clock),
        false => {
            let mut starts: Vec<i64> = Window::Recurring(window.clone())
                .occurrences(shown)
                .map(|all| all.iter().map(|one| one.from).collect())
                .unwrap_or_default();
            // Days are in UTC; so are times if the zone has other days.
            let moved = |at: &i64| clock.0.offset(*at) != clock.0.offset(first.from);
            let day = |at: &i64| to_local(clock.0, *at).div_euclid(DAY) != at.div_euclid(DAY);
            let utc = ZoneClock(&Utc);
            let clock = if starts.iter().any(day) { &utc } else { clock };
            let mut detail = Vec::new();
            if clock.0.name() != utc.0.name() {
                starts.retain(|at| !moved(at));
                detail.extend(moves(first.from, shown, clock));
            }
            if open.iter().any(|span| span.secs() > window.length) {
                detail.push(say!("open-overlapping"));
            }
            Sentence {
                says: say!(
                    "open-on-days",
                    days = days(rule, window.start),
                    times = times(&starts, clock),
                    zone = clock.0.name(),
                    length = length_of(window.length),
                    ends = ends(rule),
                ),
                detail,
            }
        }
    }
}

/// The times of day at which occurrences begin.
fn times(starts: &[i64], clock: &ZoneClock<'_>) -> Arg {
    const MOST: usize = 4;
    let mut times: Vec<i64> =
        starts.iter().map(|at| to_local(clock.0, *at).rem_euclid(DAY)).collect();
    order::sort(&mut times);
    times.dedup();
    let said = |second: &i64| ZoneClock(&Utc).time(*second);
    match times.as_slice() {
        [first, .., last] if times.len() > MOST => {
            say!("open-times", n = times.len(), first = said(first), last = said(last),).into()
        }
        all => and(all.iter().map(said)),
    }
}

/// Describes a week after the rule has begun.
fn of_weeks(window: &Recurring, shown: Span, clock: &ZoneClock<'_>) -> Sentence {
    let rule = Recurrence { count: None, until: None, ..window.rule.clone() };
    let endless = Window::Recurring(Recurring { rule, ..window.clone() });
    // A week in the middle of several, so that earlier occurrences reach into it.
    let begun = window.start.max(shown.from);
    let monday = (begun - A_MONDAY).div_euclid(WEEK) * WEEK + A_MONDAY;
    let far = monday + WEEK * (2 + window.length / WEEK + 1);
    let open = endless.openings(Span::new(far - WEEK, far + 2 * WEEK)).unwrap_or_default();
    let begins = |span: &&Span| (far..far + WEEK).contains(&span.from);
    let pieces: Vec<Span> = open.iter().filter(begins).copied().collect();
    let zone = clock.0.name();
    let ends = ends(&window.rule);
    let Some(first) = pieces.first() else {
        return say!("open-all-the-time", ends = ends).into();
    };
    let alike = pieces
        .iter()
        .all(|piece| piece.secs() == first.secs() && (piece.from - first.from) % DAY == 0);
    let says = match pieces.as_slice() {
        [one] if one.secs() > window.length || one.secs() >= DAY => say!(
            "open-in-one-piece",
            piece = clock.span(*one),
            zone = zone,
            length = length_of(one.secs()),
            ends = ends,
        ),
        all if alike && all.len() == 7 => say!(
            "open-every-day",
            from = clock.time(first.from),
            to = clock.time(first.to),
            zone = zone,
            length = length_of(first.secs()),
            ends = ends,
        ),
        all if alike => say!(
            "open-every-week",
            days = and(all.iter().map(|piece| clock.weekday(piece.from))),
            from = clock.time(first.from),
            to = clock.time(first.to),
            zone = zone,
            length = length_of(first.secs()),
            ends = ends,
        ),
        all => say!(
            "open-in-pieces",
            pieces = and(all.iter().map(|piece| clock.span(*piece))),
            zone = zone,
            ends = ends,
        ),
    };
    let joined = pieces.iter().any(|piece| piece.secs() > window.length);
    let mut detail: Vec<Message> = match endless.occurrences(Span::new(far, far + WEEK)) {
        Ok(all) if joined => all
            .windows(2)
            .find(|pair| pair[0].from >= far && pair[1].from <= pair[0].to)
            .map(|pair| follows(pair[0], pair[1], window.length, clock)),
        _ => None,
    }
    .into_iter()
    .collect();
    detail.extend(moves(far, shown, clock));
    Sentence { says, detail }
}

/// If clocks change during the year, the times only hold for a part of it.
fn moves(of: i64, shown: Span, clock: &ZoneClock<'_>) -> Option<Message> {
    const MONTHS: i64 = 12;
    let month = (shown.to - shown.from) / MONTHS;
    let mut offsets = (0..=MONTHS).map(|no| clock.0.offset(shown.from + no * month));
    let now = clock.0.offset(of);
    offsets.any(|offset| offset != now).then(|| {
        let mut day = instant::format(of * 1000);
        day.truncate(10);
        say!("open-when-clocks-change", day = day, zone = clock.0.name())
    })
}

/// Why two occurrences are one opening.
fn follows(one: Span, next: Span, length: i64, clock: &ZoneClock<'_>) -> Message {
    say!(
        "open-into-the-next",
        day = clock.weekday(one.from),
        end = clock.weekday(one.to),
        at = clock.time(one.to),
        next = clock.weekday(next.from),
        length = length_of(length),
        from = clock.time(next.from),
        to = clock.weekday(next.to),
    )
}

fn ends(rule: &Recurrence) -> Message {
    match (rule.count, rule.until) {
        (Some(count), _) => say!("open-times-in-all", n = count),
        (_, Some(until)) => {
            let mut day = instant::format(until * 1000);
            day.truncate(10);
            say!("open-until", day = day)
        }
        _ => say!("open-without-end"),
    }
}

/// Times in a zone.
pub struct ZoneClock<'a>(pub &'a dyn Zone);

impl ZoneClock<'_> {
    /// `05:00`.
    pub fn time(&self, at: i64) -> String {
        let second = to_local(self.0, at).rem_euclid(DAY);
        let (hours, minutes, secs) = (second / 3600, second / 60 % 60, second % 60);
        match secs {
            0 => format!("{hours:02}:{minutes:02}"),
            _ => format!("{hours:02}:{minutes:02}:{secs:02}"),
        }
    }

    pub fn weekday(&self, at: i64) -> Message {
        let day = to_local(self.0, at).div_euclid(DAY);
        day::weekday_message(base::civil::weekday(day))
    }

    /// `Saturday 05:00 to Monday 19:00`.
    fn span(&self, span: Span) -> Message {
        say!(
            "open-piece",
            day = self.weekday(span.from),
            from = self.time(span.from),
            end = self.weekday(span.to),
            to = self.time(span.to),
        )
    }
}
