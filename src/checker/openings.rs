//! The openings of a window in the local time of a zone: stretches on an axis of seconds.

use super::dates::day_of;
use base::civil::{DAY, weekday};
use scenario::calendar::report::{SHOWN_DAYS, Understood};
use scenario::calendar::span::without;
use scenario::calendar::traps::unlisted_days;
use scenario::calendar::zone::{shifts, to_local};
use scenario::calendar::{Report, Span, Window, Zone};

/// A part of an opening, on listed or unlisted days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenPiece {
    pub span: Span,
    pub unlisted: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Openings {
    /// The first day shown, and the day after the last.
    pub days: (i64, i64),
    pub pieces: Vec<OpenPiece>,
    pub open: Vec<Span>,
    pub occurrences: Vec<Span>,
    /// Where occurrences overlap, and for how long each time if that is always the same.
    pub overlaps: Vec<Span>,
    pub overlap_secs: i64,
    /// The parts of the window under an exclusion.
    pub kept_out: Vec<Span>,
    /// Exclusions that block everything, with their names.
    pub frozen: Vec<(Span, String)>,
    pub worst: Option<(Span, i64)>,
    /// Clock changes, with their seconds.
    pub shifts: Vec<(i64, i64)>,
    /// The first day of the weeks' rows.
    pub first: u8,
}

impl Openings {
    pub fn of(report: &Report, zone: &dyn Zone) -> Option<Self> {
        let understood = report.understood.as_ref()?;
        let now = report.context.now;
        let local = |span: Span| Span::new(to_local(zone, span.from), to_local(zone, span.to));
        let all = |spans: &[Span]| -> Vec<Span> { spans.iter().map(|span| local(*span)).collect() };
        let open = all(&understood.open);
        let overlaps: Vec<Span> = understood
            .occurrences
            .windows(2)
            .filter(|pair| pair[1].from < pair[0].to)
            .map(|pair| Span::new(pair[1].from, pair[0].to.min(pair[1].to)))
            .collect();
        let first_overlap = overlaps.first().map_or(0, |span| span.secs());
        let overlaps = all(&overlaps);
        let worst = report.worst().map(|worst| worst.with_exclusions);
        let year = Span::new(now, now + SHOWN_DAYS * DAY);
        let days = (day_of(to_local(zone, now)), day_of(to_local(zone, year.to)) + 1);
        Some(Self {
            days,
            pieces: pieces(understood, zone),
            first: first_weekday(&open),
            open,
            occurrences: match understood.policy.window {
                Window::Always => Vec::new(),
                _ => all(&understood.occurrences),
            },
            overlap_secs: first_overlap,
            overlaps,
            kept_out: all(&without(&understood.window, &understood.open)),
            frozen: understood
                .policy
                .exclusions
                .iter()
                .filter(|one| {
                    understood.policy.frozen().iter().any(|span| span.contains(one.span.from))
                })
                .filter(|one| one.scope == model::maintenance::Scope::NoUpgrades)
                .filter_map(|one| Some((local(one.span.within(year)?), one.name.clone())))
                .collect(),
            worst: worst.map(|worst| (local(Span::new(worst.from, worst.to())), worst.open)),
            shifts: shifts(zone, now - 7 * DAY, year.to)
                .into_iter()
                .map(|shift| (shift.at + shift.after, shift.after - shift.before))
                .collect(),
        })
    }

    /// The real duration of a stretch: clock changes skip or repeat an hour.
    pub fn lasts(&self, span: Span) -> i64 {
        let within = self.shifts.iter().filter(|(at, _)| span.from < *at && *at <= span.to);
        span.secs() - within.map(|(_, by)| by).sum::<i64>()
    }

    /// The first day of the row that contains the day.
    pub fn row_of(&self, day: i64) -> i64 {
        day - i64::from((weekday(day) + 7 - self.first) % 7)
    }

    /// The first day of the rows: of the worst stretch, or of the first opening in a year that begins closed.
    pub fn start(&self) -> i64 {
        let worst = self.worst.map_or(self.days.0, |(span, _)| day_of(span.from));
        let opens = self.open.first().map_or(worst, |span| day_of(span.from));
        let late = opens - self.days.0 > 28;
        self.row_of(if late { opens } else { worst.max(self.days.0) })
    }

    /// The number of weeks that contain the worst stretch on any weekday.
    pub fn weeks(&self) -> i64 {
        let days = self.worst.map_or(32, |(span, _)| span.secs() / DAY);
        match days {
            ..=35 => 6,
            _ => (days + 6) / 7 + 1,
        }
    }

    /// The open seconds of a day, and those on a day that isn't listed.
    pub fn open_on(&self, day: i64) -> (i64, i64) {
        let whole = Span::new(day * DAY, (day + 1) * DAY);
        let from = self.pieces.partition_point(|piece| piece.span.to <= whole.from);
        let mut sums = (0, 0);
        for piece in self.pieces[from..].iter().take_while(|piece| piece.span.from < whole.to) {
            let secs = piece.span.within(whole).map_or(0, |part| self.lasts(part));
            sums.0 += secs;
            sums.1 += if piece.unlisted { secs } else { 0 };
        }
        sums
    }
}

/// Openings, cut where listed and unlisted UTC days meet.
fn pieces(understood: &Understood, zone: &dyn Zone) -> Vec<OpenPiece> {
    let unlisted = match &understood.policy.window {
        Window::Recurring(window) => unlisted_days(window, &understood.window),
        Window::Daily { .. } | Window::Always => Vec::new(),
    };
    let mut all: Vec<OpenPiece> = Vec::new();
    for span in &understood.open {
        if unlisted.is_empty() {
            let (from, to) = (to_local(zone, span.from), to_local(zone, span.to));
            all.push(OpenPiece { span: Span::new(from, to), unlisted: false });
            continue;
        }
        let mut from = span.from;
        while from < span.to {
            let is_unlisted = |at: i64| unlisted.contains(&weekday(day_of(at)));
            let mut to = (day_of(from) + 1) * DAY;
            while to < span.to && is_unlisted(to) == is_unlisted(from) {
                to += DAY;
            }
            let to = to.min(span.to);
            all.push(OpenPiece {
                span: Span::new(to_local(zone, from), to_local(zone, to)),
                unlisted: is_unlisted(from),
            });
            from = to;
        }
    }
    all
}

/// The weekday on which the fewest openings are cut; of equals the first from Sunday on.
fn first_weekday(open: &[Span]) -> u8 {
    let cuts = |first: u8| {
        let cut = |span: &&Span| {
            let day = day_of(span.from);
            let next = day + 1 + i64::from((first + 6 - weekday(day)) % 7);
            next * DAY < span.to
        };
        open.iter().take(60).filter(cut).count()
    };
    (0..7).min_by_key(|first| cuts(*first)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::calendar::text::plain;
    use scenario::calendar::{Edition, PolicyContext, Utc, report};

    struct Tokyo;

    impl Zone for Tokyo {
        fn name(&self) -> &'static str {
            "Asia/Tokyo"
        }
        fn offset(&self, _: i64) -> i64 {
            9 * 3600
        }
    }

    fn sheet(text: &str, zone: &dyn Zone) -> Openings {
        let pasted = plain(text, &Utc).unwrap().unwrap();
        let context = PolicyContext {
            edition: Edition::Y2025,
            // 2025-04-01
            now: 1_743_465_600,
            in_channel: true,
            end_of_support: None,
        };
        Openings::of(&report(&pasted.policy, context, zone), zone).unwrap()
    }

    const WEEKEND: &str = "FREQ=WEEKLY;BYDAY=SA,SU 2025-04-05T05:00:00Z 38h";

    #[test]
    fn rows_begin_on_a_day_that_keeps_openings_whole() {
        assert_eq!(sheet(WEEKEND, &Utc).first, 1);
        assert_eq!(sheet(WEEKEND, &Tokyo).first, 2);
        assert_eq!(sheet("16:00", &Utc).first, 0);
        assert_eq!(sheet("FREQ=WEEKLY;BYDAY=SU 2025-04-06T20:00:00Z 8h", &Utc).first, 1);
    }

    /// Clocks go an hour ahead on 2025-04-06 at 01:00 UTC.
    struct Ahead;

    impl Zone for Ahead {
        fn name(&self) -> &'static str {
            "Ahead"
        }
        fn offset(&self, at: i64) -> i64 {
            if at < 1_743_901_200 { 0 } else { 3600 }
        }
    }

    #[test]
    fn an_opening_is_as_long_as_it_is_whatever_clocks_show() {
        let sheet = sheet(WEEKEND, &Ahead);
        let lasts: i64 = sheet.pieces[..2].iter().map(|piece| sheet.lasts(piece.span)).sum();
        assert_eq!(lasts, 62 * 3600);
        assert_eq!(sheet.pieces[0].span.secs(), 44 * 3600);
        assert_eq!(sheet.shifts, [(1_743_904_800, 3600)]);
        // The Sunday is an hour shorter.
        assert_eq!(sheet.open_on(20_184).0, 23 * 3600);
    }

    #[test]
    fn days_that_nobody_listed_are_pieces_of_their_own() {
        let sheet = sheet(WEEKEND, &Utc);
        let at = |piece: &OpenPiece| crate::checker::dates::moment(piece.span.from);
        let said: Vec<String> = sheet.pieces[..2].iter().map(at).collect();
        assert_eq!(said, ["Sat 5 Apr 05:00", "Mon 7 Apr 00:00"]);
        assert_eq!(sheet.pieces[1].span.secs(), 19 * 3600);
        assert_eq!(sheet.overlap_secs, 14 * 3600);
        // The Monday.
        assert_eq!(sheet.open_on(20_185), (19 * 3600, 19 * 3600));
        assert_eq!(scenario::calendar::day::day_month(sheet.start()), "1 Apr");
        assert_eq!(sheet.weeks(), 6);
    }
}
