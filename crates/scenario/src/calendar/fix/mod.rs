//! Suggested fixes of a policy: each changes one thing, so that the policy passes the checks that it failed.
//!
//! Each change here was checked like a pasted policy.

mod change;
mod readable;
mod release;
mod shape;

pub use self::change::WindowChange;
use self::readable::{ChangedWindow, nearer, readable, unlimited, weekly};
pub use self::shape::WindowShape;
use super::accepts;
use super::context::PolicyContext;
use super::day::{length_of, weekday_message};
use super::edition::Edition;
use super::rrule::WEEKDAYS;
use super::traps::{FAR, Trap};
use super::understood::{Understood, judged};
use super::verdict::Available;
use super::window::FOUR_HOURS;
use crate::calendar::window::Recurring;
use crate::diagnostic::Diagnostic;
use crate::document::MaintenancePolicy;
use crate::instant;
use base::civil::DAY;
use base::{Message, order, say};

const MINUTE: i64 = 60;
/// The most suggestions.
const MOST: usize = 4;

#[derive(Clone, PartialEq, Debug)]
pub struct Fix {
    /// A description of the change.
    pub message: Message,
    pub policy: MaintenancePolicy,
    /// The open seconds in the worst period of each edition after the change.
    pub open: [i64; 2],
    /// The window after the change: rule, start and end; `None` if an exclusion changes.
    pub window: Option<Written>,
}

/// A recurring window as in the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub recurrence: String,
    pub start: String,
    pub end: String,
}

/// Rulebook: MW-15, MX-22, BS-23 … BS-25. Source: Configure maintenance windows and exclusions.
pub(super) fn find(
    written: &MaintenancePolicy,
    understood: Option<&Understood>,
    findings: &[Diagnostic],
    traps: &[Trap],
    context: PolicyContext,
) -> Vec<Fix> {
    let broken = findings.iter().any(Diagnostic::is_error);
    let trapped = |code: &str| traps.iter().any(|trap| trap.code == code);
    if !broken && !trapped("trap/overlap") && !trapped("trap/far-end") {
        return Vec::new();
    }
    let trial = FixTrial { written, context };
    let mut fixes = if broken { trial.of_exclusions() } else { Vec::new() };
    let about_window = findings.iter().any(|one| one.code.starts_with("window/"));
    let too_little = findings.iter().any(|one| one.code == "exclusion/availability");
    if let Some(shape) = WindowShape::of(written) {
        let ways = match broken {
            false => trial.of_too_long(&shape),
            true if about_window => trial.of_invalid(&shape),
            // The exclusions leave too little of the window (MX-22).
            true if too_little && understood.is_some() => trial.wider(&shape),
            true => Vec::new(),
        };
        fixes.extend(ways.into_iter().filter_map(|way| trial.of_window(way)));
    }
    fixes.dedup_by(|a, b| a.policy == b.policy);
    fixes.truncate(MOST);
    fixes
}

/// Tries changes of a policy.
struct FixTrial<'a> {
    written: &'a MaintenancePolicy,
    context: PolicyContext,
}

impl FixTrial<'_> {
    /// The changed policy, if it passes.
    fn made(
        &self,
        policy: MaintenancePolicy,
        change: Message,
        window: Option<Written>,
    ) -> Option<Fix> {
        let (understood, findings) = judged(&policy, self.context);
        if findings.iter().any(Diagnostic::is_error) {
            return None;
        }
        let understood = understood?;
        let open = Edition::PERIODS_DAYS.map(|days| {
            let available = Available::of(&understood, self.context.now, days);
            available.map_or(0, |available| available.with_exclusions.open)
        });
        Some(Fix { message: say!("fix", changes = change), policy, open, window })
    }

    /// Shorter and narrower exclusions; where none is enough, one without what a rule forbids.
    fn of_exclusions(&self) -> Vec<Fix> {
        let made = |(change, policy)| self.made(policy, change, None);
        let shortened = release::shortened(self.written, self.context);
        let fixes: Vec<Fix> = shortened.into_iter().filter_map(made).collect();
        if !fixes.is_empty() {
            return fixes;
        }
        release::repaired(self.written, self.context).into_iter().filter_map(made).collect()
    }

    fn of_window(&self, way: ChangedWindow) -> Option<Fix> {
        let ChangedWindow { shape, change } = way;
        let policy = shape.laid_over(self.written);
        let window = Written {
            start: instant::format(shape.start * 1000),
            end: instant::format((shape.start + shape.length) * 1000),
            recurrence: shape.rule,
        };
        self.made(policy, change, Some(window))
    }

    fn passes(&self, shape: &WindowShape) -> bool {
        accepts(&shape.laid_over(self.written), self.context)
    }

    /// Changes of an invalid window: one that makes it readable, else a wider one, a rule without limits, or at last a weekly one.
    fn of_invalid(&self, shape: &WindowShape) -> Vec<ChangedWindow> {
        let passes = |way: &ChangedWindow| {
            way.shape.length < FAR && way.shape.opens_seldom() && self.passes(&way.shape)
        };
        if let Some(way) = readable(shape).into_iter().find(passes) {
            return vec![way];
        }
        if !shape.opens_seldom() {
            return Vec::new();
        }
        let mut ways = self.wider(shape);
        if ways.len() < 2 {
            ways.extend(unlimited(shape, self.context.now).into_iter().find(passes));
        }
        if ways.is_empty() {
            ways.extend(Some(weekly(shape)).filter(passes));
        }
        ways
    }

    /// Longer windows, or windows on more days, each by the least that passes.
    fn wider(&self, shape: &WindowShape) -> Vec<ChangedWindow> {
        self.longer(shape).into_iter().chain(self.more_days(shape)).collect()
    }

    fn longer(&self, shape: &WindowShape) -> Option<ChangedWindow> {
        // Longer windows don't help when none opens any more.
        if ["COUNT", "UNTIL"].iter().any(|part| shape.part(part).is_some()) {
            return None;
        }
        let with = |minutes: i64| WindowShape { length: minutes * MINUTE, ..shape.clone() };
        let meant = (0..FAR).contains(&shape.length);
        let mut short = if meant { shape.length / MINUTE } else { 0 };
        let mut long = 7 * DAY / MINUTE;
        if short >= long || !self.passes(&with(long)) {
            return None;
        }
        // A longer window is never open less.
        while long - short > 1 {
            let middle = short + (long - short) / 2;
            match self.passes(&with(middle)) {
                true => long = middle,
                false => short = middle,
            }
        }
        let shape = with(long);
        let change = say!("fix-length", length = length_of(shape.length));
        Some(ChangedWindow { shape, change })
    }

    fn more_days(&self, shape: &WindowShape) -> Option<ChangedWindow> {
        let weekly = shape.part("FREQ").is_some_and(|freq| freq.eq_ignore_ascii_case("WEEKLY"));
        let days = shape.weekdays();
        let others: Vec<u8> = (0..7).filter(|day| !days.contains(day)).collect();
        if !weekly || others.is_empty() || shape.length < FOUR_HOURS {
            return None;
        }
        let mut sets: Vec<u32> = (1..1 << others.len()).collect();
        // Few days first, and of those the earliest in the week.
        order::sort_by_key(&mut sets, |set| set.count_ones());
        for set in sets {
            let added = others.iter().enumerate();
            let added = added.filter(|(no, _)| set >> no & 1 == 1).map(|(_, day)| *day);
            let added: Vec<u8> = added.collect();
            let mut all = [days.clone(), added.clone()].concat();
            order::sort(&mut all);
            let shape = shape.with_weekdays(&all);
            if self.passes(&shape) {
                let names = added.iter().map(|day| weekday_message(*day));
                let change = say!("fix-more-days", days = super::sentence::and(names));
                return Some(ChangedWindow { shape, change });
            }
        }
        None
    }

    /// Changes of a valid window that opens for longer than it seems to.
    fn of_too_long(&self, shape: &WindowShape) -> Vec<ChangedWindow> {
        let mut ways: Vec<ChangedWindow> = Vec::new();
        if shape.length >= FAR {
            let way = Some(nearer(shape)).filter(|way| self.passes(&way.shape));
            ways.extend(way.or_else(|| self.longer(shape)));
        } else {
            ways.extend(fewer_days(shape));
            let length = shape.length.rem_euclid(DAY);
            if shape.length > DAY && length > 0 {
                let shape = WindowShape { length, ..shape.clone() };
                let change = say!("fix-end-on-its-day", length = length_of(length));
                ways.push(ChangedWindow { shape, change });
            }
        }
        ways.retain(|way| {
            way.shape.read().is_some_and(|window| !overlaps(&window, self.context.now))
        });
        ways
    }
}

/// As many of the listed days as don't overlap, the first of each run.
fn fewer_days(shape: &WindowShape) -> Option<ChangedWindow> {
    let days = shape.weekdays();
    let long = shape.length;
    let mut kept: Vec<u8> = Vec::new();
    for day in &days {
        let free = |other: &u8| i64::from(*day - other) * DAY >= long;
        let around = kept.first().is_none_or(|first| i64::from(7 + first - day) * DAY >= long);
        if kept.last().is_none_or(free) && around {
            kept.push(*day);
        }
    }
    if kept.len() == days.len() || kept.is_empty() {
        return None;
    }
    let gone = days.iter().filter(|day| !kept.contains(day));
    let gone = gone.map(|day| WEEKDAYS[usize::from(*day)]);
    let change = say!("fix-fewer-days", days = super::sentence::and(gone));
    Some(ChangedWindow { shape: shape.with_weekdays(&kept), change })
}

fn overlaps(window: &Recurring, now: i64) -> bool {
    let near = super::span::Span::new(now, now + 400 * DAY);
    let all = super::Window::Recurring(window.clone()).occurrences(near);
    all.is_ok_and(|all| all.windows(2).any(|pair| pair[1].from < pair[0].to))
}
