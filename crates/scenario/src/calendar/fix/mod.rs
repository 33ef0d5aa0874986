//! Suggested fixes of a policy: small changes, each of which passes the checks that the policy failed.
//!
//! Each change here was checked like a pasted policy.

mod readable;
mod release;
mod shape;

use self::readable::{ChangedWindow, nearer, readable, weekly};
pub use self::shape::WindowShape;
use super::accepts;
use super::context::PolicyContext;
use super::day::{length_of, weekday_message};
use super::edition::Edition;
use super::rrule::WEEKDAYS;
use super::traps::{FAR, Trap};
use super::understood::{Understood, judged};
use super::verdict::Available;
use crate::calendar::window::Recurring;
use crate::diagnostic::Diagnostic;
use crate::document::MaintenancePolicy;
use crate::instant;
use base::civil::DAY;
use base::{Message, order, say};
use model::recurrence::Frequency;

const MINUTE: i64 = 60;
/// A plausible rule opens at most this often a day.
const MOST_TIMES: usize = 24;
/// The most suggestions.
const MOST: usize = 4;

#[derive(Clone, PartialEq, Debug)]
pub struct Fix {
    /// A description of the change.
    pub message: Message,
    pub policy: MaintenancePolicy,
    /// The open seconds in the worst period of each edition after the change.
    pub open: [i64; 2],
    /// The window after the change: rule, start and end; `None` if only exclusions change.
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
    // Ending one exclusion sooner, or narrowing its scope, may be enough.
    let mut fixes = Vec::new();
    if broken {
        for (change, policy) in release::shortened(written, context) {
            fixes.extend(FixTrial { written, policy, context }.finish(&[change]));
        }
    }
    let mut policy = written.clone();
    let freed = release::fix(&mut policy, context);
    let trial = FixTrial { written, policy, context };
    let about_window = findings.iter().any(|one| one.code.starts_with("window/"));
    let shape = WindowShape::of(&trial.policy);
    if let Some(shape) = shape.filter(|_| about_window || !broken) {
        let start = ChangedWindow { shape, changes: freed };
        fixes.extend(match broken {
            true => trial.fixes_of_invalid(&start),
            false => trial.fixes_of_too_long(&start),
        });
        if fixes.is_empty() {
            // No window makes up for the exclusions as they are.
            let mut way = readable(&ChangedWindow { changes: Vec::new(), ..start });
            way.changes.retain(|change| change.key != "fix-length");
            let trial = FixTrial { written, policy: written.clone(), context };
            fixes.extend(trial.longer_and_narrower(&way.shape, &way.changes));
        }
    } else if broken {
        let too_short = |one: &Diagnostic| one.code == "exclusion/availability";
        let short = findings.iter().any(too_short);
        trial.release(freed, understood.is_some(), short, &mut fixes);
    }
    fixes.dedup_by(|a, b| a.policy == b.policy);
    fixes.truncate(MOST);
    fixes
}

/// Tries changes.
struct FixTrial<'a> {
    written: &'a MaintenancePolicy,
    /// The policy with fixed exclusions.
    policy: MaintenancePolicy,
    context: PolicyContext,
}

impl FixTrial<'_> {
    fn with(&self, policy: MaintenancePolicy) -> Self {
        Self { policy, ..*self }
    }

    /// The fixed policy, if it passes.
    fn finish(&self, changes: &[Message]) -> Option<Fix> {
        if changes.is_empty() {
            return None;
        }
        self.made(self.policy.clone(), changes, None)
    }

    fn fix(&self, way: &ChangedWindow) -> Option<Fix> {
        let policy = way.shape.laid_over(&self.policy);
        let window = Written {
            recurrence: way.shape.rule.clone(),
            start: instant::format(way.shape.start * 1000),
            end: instant::format((way.shape.start + way.shape.length) * 1000),
        };
        self.made(policy, &way.changes, Some(window))
    }

    fn made(
        &self,
        policy: MaintenancePolicy,
        changes: &[Message],
        window: Option<Written>,
    ) -> Option<Fix> {
        let (policy, changes) = release::least_changes(self.written, policy, changes, self.context);
        let (understood, findings) = judged(&policy, self.context);
        if findings.iter().any(Diagnostic::is_error) {
            return None;
        }
        let understood = understood?;
        let open = Edition::PERIODS_DAYS.map(|days| {
            let available = Available::of(&understood, self.context.now, days);
            available.map_or(0, |available| available.with_exclusions.open)
        });
        let changes = super::sentence::and(changes.into_iter());
        Some(Fix { message: say!("fix", changes = changes), policy, open, window })
    }

    /// Fixes for a valid window: the fixed exclusions, ending one of them sooner,
    /// and a wider window if they leave too little of it (MX-22).
    fn release(&self, freed: Vec<Message>, understood: bool, short: bool, fixes: &mut Vec<Fix>) {
        if fixes.is_empty() {
            fixes.extend(self.finish(&freed));
        }
        if !short && !fixes.is_empty() {
            return;
        }
        if fixes.is_empty() {
            for (change, policy) in release::shortened(&self.policy, self.context) {
                let changes = [&freed[..], &[change]].concat();
                fixes.extend(self.with(policy).finish(&changes));
            }
        }
        let shape = WindowShape::of(&self.policy).filter(|_| understood);
        if let Some(shape) = shape.as_ref().filter(|_| fixes.is_empty()) {
            fixes.extend(self.longer_and_narrower(shape, &freed));
        }
        if fixes.is_empty()
            && let Some((changes, policy)) = release::all_shortened(&self.policy, self.context)
        {
            fixes.extend(self.with(policy).finish(&[freed.clone(), changes].concat()));
        }
        if let Some(shape) = shape {
            let start = ChangedWindow { shape, changes: freed };
            let ways = self.wider(&start);
            fixes.extend(ways.iter().filter_map(|way| self.fix(way)));
        }
    }

    /// A narrower scope of one exclusion, or of as many as are enough, and the windows that are long enough with it: the shortest.
    fn longer_and_narrower(&self, shape: &WindowShape, freed: &[Message]) -> Option<Fix> {
        let longer = |changes: &[Message], mut policy: MaintenancePolicy| {
            let changes = [freed, changes, &release::fix(&mut policy, self.context)].concat();
            let (trial, shape) = (self.with(policy), shape.clone());
            let way = trial.longer(&ChangedWindow { shape, changes })?;
            Some((way.shape.length, trial.fix(&way)?))
        };
        let ways = release::all_narrowed(&self.policy, self.context);
        let ways = ways.filter_map(|(change, policy)| longer(&[change], policy));
        let (mut policy, mut changes) = (self.policy.clone(), Vec::new());
        let several = core::iter::from_fn(|| {
            let (change, next) = release::all_narrowed(&policy, self.context).next()?;
            policy = next;
            changes.push(change);
            Some(longer(&changes, policy.clone()))
        });
        let one = ways.min_by_key(|(length, _)| *length);
        one.or_else(|| several.flatten().next()).map(|(_, fix)| fix)
    }

    fn passes(&self, shape: &WindowShape) -> bool {
        accepts(&shape.laid_over(&self.policy), self.context)
    }

    /// Fixes for an invalid window: makes it readable, then adds as few changes as suffice.
    fn fixes_of_invalid(&self, start: &ChangedWindow) -> Vec<Fix> {
        let readable = readable(start);
        // A rule that opens every few minutes isn't tried: a hundred trials would take long.
        let seldom = |window: &Recurring| {
            let rule = &window.rule;
            let lists = [&rule.by_hour, &rule.by_minute, &rule.by_second];
            let times = lists.iter().map(|list| list.len().max(1));
            times.product::<usize>() <= MOST_TIMES && rule.frequency <= Frequency::Daily
        };
        if !readable.shape.read().as_ref().is_some_and(seldom) {
            return Vec::new();
        }
        let mut ways: Vec<ChangedWindow> = Vec::new();
        let bases = self.bases(&readable);
        for base in &bases {
            if self.passes(&base.shape) {
                ways.push(base.and_none());
                break;
            }
            ways.extend(self.wider(base));
            if ways.len() > 1 {
                break;
            }
        }
        // The weekly rule as it is, else without the parts that keep it from opening.
        for base in bases.first().into_iter().chain(bases.last()) {
            if ways.is_empty() {
                let weekly = weekly(base);
                match self.passes(&weekly.shape) {
                    true => ways.push(weekly),
                    false => ways.extend(self.wider(&weekly)),
                }
            }
        }
        // A first window that begins sooner only where nothing less passes.
        let start = readable.shape.start;
        let is_least = |way: &ChangedWindow| {
            way.shape.start == start || !self.passes(&WindowShape { start, ..way.shape.clone() })
        };
        if ways.iter().any(is_least) {
            ways.retain(is_least);
        }
        order::sort_by_key(&mut ways, |way| way.changes.len());
        ways.iter().filter_map(|way| self.fix(way)).collect()
    }

    /// The window as it is; and with the parts removed that keep a rule from opening all year: first one, then more.
    fn bases(&self, way: &ChangedWindow) -> Vec<ChangedWindow> {
        let shape = &way.shape;
        let mut less: Vec<(WindowShape, Message)> = Vec::new();
        for part in ["COUNT", "UNTIL"] {
            if shape.part(part).is_some() {
                less.push((shape.with_part(part, None), say!("fix-without-end", part = part)));
            }
        }
        let late = shape.start - self.context.now;
        if late > 0 {
            let weeks = late.div_euclid(7 * DAY) + 1;
            let sooner = WindowShape { start: shape.start - weeks * 7 * DAY, ..shape.clone() };
            let mut day = instant::format(sooner.start * 1000);
            day.truncate(10);
            less.push((sooner, say!("fix-first-day", day = day)));
        }
        if shape.part("INTERVAL").is_some_and(|interval| interval != "1") {
            less.push((shape.with_part("INTERVAL", None), say!("fix-without", part = "INTERVAL")));
        }
        if shape.part("BYMONTH").is_some() {
            less.push((shape.with_part("BYMONTH", None), say!("fix-without", part = "BYMONTH")));
        }
        let mut bases = vec![way.and_none()];
        for (shape, change) in &less {
            bases.push(way.and(shape.clone(), change.clone()));
        }
        if less.len() > 1 {
            let mut all = way.and_none();
            for (shape, change) in less {
                let mut next = all.shape.clone();
                if shape.start != way.shape.start {
                    next.start = shape.start;
                }
                for part in ["COUNT", "UNTIL", "INTERVAL", "BYMONTH"] {
                    if shape.part(part).is_none() {
                        next = next.with_part(part, None);
                    }
                }
                all = all.and(next, change);
            }
            bases.push(all);
        }
        bases
    }

    /// Longer windows, or windows on more days, each by the least that passes.
    fn wider(&self, way: &ChangedWindow) -> Vec<ChangedWindow> {
        let mut ways = Vec::new();
        ways.extend(self.longer(way));
        ways.extend(self.more_days(way));
        ways
    }

    fn longer(&self, way: &ChangedWindow) -> Option<ChangedWindow> {
        // Longer windows don't help when none opens any more.
        if ["COUNT", "UNTIL"].iter().any(|part| way.shape.part(part).is_some()) {
            return None;
        }
        let with = |minutes: i64| WindowShape { length: minutes * MINUTE, ..way.shape.clone() };
        let (mut short, mut long) = (way.shape.length / MINUTE, 7 * DAY / MINUTE);
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
        Some(way.and(shape, change))
    }

    fn more_days(&self, way: &ChangedWindow) -> Option<ChangedWindow> {
        let weekly = way.shape.part("FREQ").is_some_and(|freq| freq.eq_ignore_ascii_case("WEEKLY"));
        let days = way.shape.weekdays();
        let others: Vec<u8> = (0..7).filter(|day| !days.contains(day)).collect();
        if !weekly || others.is_empty() {
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
            let shape = way.shape.with_weekdays(&all);
            if self.passes(&shape) {
                let names = added.iter().map(|day| weekday_message(*day));
                let change = say!("fix-more-days", days = super::sentence::and(names));
                return Some(way.and(shape, change));
            }
        }
        None
    }

    /// Fixes for a valid window that opens for longer than it seems to.
    fn fixes_of_too_long(&self, start: &ChangedWindow) -> Vec<Fix> {
        let mut ways: Vec<ChangedWindow> = Vec::new();
        let shape = &start.shape;
        if shape.length >= FAR {
            let way = nearer(start);
            match self.passes(&way.shape) {
                true => ways.push(way),
                false => ways.extend(self.wider(&way)),
            }
        } else {
            ways.extend(self.fewer_days(start));
            let length = shape.length.rem_euclid(DAY);
            if shape.length > DAY && length > 0 {
                let short = WindowShape { length, ..shape.clone() };
                let change = say!("fix-end-on-its-day", length = length_of(length));
                ways.push(start.and(short, change));
            }
        }
        let apart = |way: &&ChangedWindow| {
            way.shape.read().is_some_and(|window| !overlaps(&window, self.context.now))
        };
        ways.iter().filter(apart).filter_map(|way| self.fix(way)).collect()
    }

    /// As many of the listed days as don't overlap, the first of each run.
    fn fewer_days(&self, way: &ChangedWindow) -> Option<ChangedWindow> {
        let days = way.shape.weekdays();
        let long = way.shape.length;
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
        Some(way.and(way.shape.with_weekdays(&kept), change))
    }
}

fn overlaps(window: &Recurring, now: i64) -> bool {
    let near = super::span::Span::new(now, now + 400 * DAY);
    let all = super::Window::Recurring(window.clone()).occurrences(near);
    all.is_ok_and(|all| all.windows(2).any(|pair| pair[1].from < pair[0].to))
}
