//! What a window opens, in a sentence.

mod days;

use self::days::days;
use super::day;
use super::day::hours;
use super::span::Span;
use super::window::{Recurring, Window};
use super::zone::{Utc, Zone, to_local};
use crate::instant;
use base::civil::DAY;
use model::recurrence::{Frequency, Recurrence};

const WEEK: i64 = 7 * DAY;
/// 1970-01-05, a Monday.
const A_MONDAY: i64 = 4 * DAY;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// When it is open.
    pub says: String,
    /// How that comes, where it is not what the rule seems to say; may be empty.
    pub detail: String,
}

impl Sentence {
    fn new(says: impl Into<String>) -> Self {
        Self {
            says: says.into(),
            detail: String::new(),
        }
    }
}

/// `open` is what the window opens of the stretch. Times are those of the zone.
pub fn of(window: &Window, open: &[Span], shown: Span, zone: &dyn Zone) -> Sentence {
    let clock = ZoneClock(zone);
    match window {
        Window::Always => Sentence::new("Open at any time: no maintenance window is configured."),
        Window::Daily { .. } => match open.first() {
            Some(_) => {
                let first = open.get(1).or(open.first()).copied().unwrap_or(shown);
                Sentence {
                    says: format!(
                        "Open every day from {} to {} {}, {} each.",
                        clock.time(first.from),
                        clock.time(first.to),
                        zone.name(),
                        hours(first.secs()),
                    ),
                    detail: moves(first.from, shown, &clock).unwrap_or_default(),
                }
            }
            None => Sentence::new("Never open in the year that is shown."),
        },
        Window::Recurring(recurring) => of_recurring(recurring, open, shown, &clock),
    }
}

fn of_recurring(window: &Recurring, open: &[Span], shown: Span, clock: &ZoneClock<'_>) -> Sentence {
    let Some(first) = open.first() else {
        return Sentence::new("Never open in the year that is shown.");
    };
    if first.from <= shown.from && first.to >= shown.to {
        let years = window.length / (365 * DAY);
        let ends = ends(&window.rule);
        let mut sentence = Sentence::new(match ends.is_empty() {
            true => {
                "Open all the time: each occurrence lasts until the next one begins, or longer."
                    .to_owned()
            }
            false => format!("Open all the time that is shown{ends}."),
        });
        if years > 0 {
            sentence.detail = format!(
                "Each occurrence lasts {}: the end is that of the first window, and not the day on which windows end.",
                hours(window.length),
            );
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
            let starts: Vec<i64> = Window::Recurring(window.clone())
                .occurrences(shown)
                .map(|all| all.iter().map(|one| one.from).collect())
                .unwrap_or_default();
            // Days are those of UTC: so are times where the zone has others, or none that hold all year.
            let moved = |at: &i64| clock.0.offset(*at) != clock.0.offset(first.from);
            let day = |at: &i64| to_local(clock.0, *at).div_euclid(DAY) != at.div_euclid(DAY);
            let utc = ZoneClock(&Utc);
            let clock = match starts.iter().any(|at| moved(at) || day(at)) {
                true => &utc,
                false => clock,
            };
            Sentence {
                says: format!(
                    "Open {} from {} {}, {} each{}.",
                    days(rule, window.start),
                    times(&starts, clock),
                    clock.0.name(),
                    hours(window.length),
                    ends(rule),
                ),
                detail: overlap(open, window.length),
            }
        }
    }
}

/// The times of day at which occurrences begin.
fn times(starts: &[i64], clock: &ZoneClock<'_>) -> String {
    const MOST: usize = 4;
    let mut times: Vec<i64> = starts
        .iter()
        .map(|at| to_local(clock.0, *at).rem_euclid(DAY))
        .collect();
    times.sort_unstable();
    times.dedup();
    let said = |second: &i64| ZoneClock(&Utc).time(*second);
    match times.as_slice() {
        [first, .., last] if times.len() > MOST => format!(
            "{} times of day between {} and {}",
            times.len(),
            said(first),
            said(last)
        ),
        all => and(all.iter().map(said)),
    }
}

/// What a week looks like once the rule has begun.
fn of_weeks(window: &Recurring, shown: Span, clock: &ZoneClock<'_>) -> Sentence {
    let rule = Recurrence {
        count: None,
        until: None,
        ..window.rule.clone()
    };
    let endless = Window::Recurring(Recurring {
        rule,
        ..window.clone()
    });
    // A week in the middle of several, so that what reaches into it is known.
    let begun = window.start.max(shown.from);
    let monday = (begun - A_MONDAY).div_euclid(WEEK) * WEEK + A_MONDAY;
    let far = monday + WEEK * (2 + window.length / WEEK + 1);
    let open = endless
        .open(Span::new(far - WEEK, far + 2 * WEEK))
        .unwrap_or_default();
    let begins = |span: &&Span| (far..far + WEEK).contains(&span.from);
    let pieces: Vec<Span> = open.iter().filter(begins).copied().collect();
    let zone = clock.0.name();
    let ends = ends(&window.rule);
    let Some(first) = pieces.first() else {
        return Sentence::new(format!("Open all the time{ends}."));
    };
    let alike = pieces
        .iter()
        .all(|piece| piece.secs() == first.secs() && (piece.from - first.from) % DAY == 0);
    let says = match pieces.as_slice() {
        [one] if one.secs() > window.length || one.secs() >= DAY => format!(
            "Open every week from {} {} to {} {} {zone}, {} in one piece{ends}.",
            clock.weekday(one.from),
            clock.time(one.from),
            clock.weekday(one.to),
            clock.time(one.to),
            hours(one.secs()),
        ),
        all if alike && all.len() == 7 => format!(
            "Open every day from {} to {} {zone}, {} each{ends}.",
            clock.time(first.from),
            clock.time(first.to),
            hours(first.secs()),
        ),
        all if alike => format!(
            "Open every week on {} from {} to {} {zone}, {} each{ends}.",
            and(all.iter().map(|piece| clock.weekday(piece.from))),
            clock.time(first.from),
            clock.time(first.to),
            hours(first.secs()),
        ),
        all => format!(
            "Open every week: {} {zone}{ends}.",
            and(all.iter().map(|piece| format!(
                "{} {} to {} {}",
                clock.weekday(piece.from),
                clock.time(piece.from),
                clock.weekday(piece.to),
                clock.time(piece.to)
            ))),
        ),
    };
    let joined = pieces.iter().any(|piece| piece.secs() > window.length);
    let mut detail = match endless.occurrences(Span::new(far, far + WEEK)) {
        Ok(all) if joined => all
            .windows(2)
            .find(|pair| pair[0].from >= far && pair[1].from <= pair[0].to)
            .map_or_else(String::new, |pair| {
                follows(pair[0], pair[1], window.length, clock)
            }),
        _ => String::new(),
    };
    if let Some(moves) = moves(far, shown, clock) {
        detail = [detail, moves].join(" ").trim_start().to_owned();
    }
    Sentence { says, detail }
}

/// Where clocks change in the course of the year, the times are those of one part of it.
fn moves(of: i64, shown: Span, clock: &ZoneClock<'_>) -> Option<String> {
    const MONTHS: i64 = 12;
    let month = (shown.to - shown.from) / MONTHS;
    let mut offsets = (0..=MONTHS).map(|no| clock.0.offset(shown.from + no * month));
    let now = clock.0.offset(of);
    offsets.any(|offset| offset != now).then(|| {
        let day = instant::format(of * 1000);
        format!(
            "These are the times around {}: the window keeps to UTC when the clocks of {} change.",
            day.get(..10).unwrap_or(&day),
            clock.0.name(),
        )
    })
}

/// Why two occurrences are one opening.
fn follows(one: Span, next: Span, length: i64, clock: &ZoneClock<'_>) -> String {
    format!(
        "{}'s occurrence ends on {} at {}, but {} starts another {} at {}, and that one ends on {}.",
        clock.weekday(one.from),
        clock.weekday(one.to),
        clock.time(one.to),
        clock.weekday(next.from),
        hours(length),
        clock.time(next.from),
        clock.weekday(next.to),
    )
}

fn overlap(open: &[Span], length: i64) -> String {
    match open.iter().any(|span| span.secs() > length) {
        true => "Some occurrences reach into the next one, and are one opening with it.".to_owned(),
        false => String::new(),
    }
}

fn ends(rule: &Recurrence) -> String {
    match (rule.count, rule.until) {
        (Some(1), _) => ", 1 occurrence in all".to_owned(),
        (Some(count), _) => format!(", {count} occurrences in all"),
        (_, Some(until)) => {
            let day = instant::format(until * 1000);
            format!(", until {}", day.get(..10).unwrap_or(&day))
        }
        _ => String::new(),
    }
}

/// `a, b and c`.
pub(super) fn and(parts: impl Iterator<Item = impl Into<String>>) -> String {
    let mut all: Vec<String> = parts.map(Into::into).collect();
    match all.pop() {
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} and {last}", all.join(", ")),
        None => String::new(),
    }
}

/// Times as clocks of a zone show them.
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

    pub fn weekday(&self, at: i64) -> &'static str {
        let day = to_local(self.0, at).div_euclid(DAY);
        day::name(day)
    }
}
