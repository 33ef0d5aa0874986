//! A document's policy, its openings, and due changes: the content of the calendar.

use super::changes;
use super::changes::DueChange;
use crate::maintenance::support::minor_of;
use base::SimTime;
use base::civil::{DAY, weekday};
use model::Maintenance;
use model::maintenance::{Blockers, ClusterPart, Scope, UpgradeKind, WorkKind};
use scenario::calendar::available::Worst;
use scenario::calendar::span::without;
use scenario::calendar::traps::unlisted_days;
use scenario::calendar::verdict::Available;
use scenario::calendar::{Exclusion, Policy, PolicyContext, Span, Window, compile, policy};
use scenario::diagnostic::Diagnostics;
use scenario::document::{self, Document};
use scenario::estimate::Estimate;
use scenario::json::Json;

/// How much of the calendar is computed before and after the scenario's start.
const BEFORE: i64 = 400 * DAY;
const AFTER: i64 = 800 * DAY;

/// A cluster's calendar.
#[derive(Debug)]
pub struct CalendarPlan {
    pub policy: Policy,
    /// The openings, merged; `None` without a window.
    pub open: Option<Vec<Span>>,
    /// UTC weekdays, 0 = Monday, on which it is open though the rule doesn't list them.
    pub unlisted: Vec<u8>,
    /// Instants count from the start of the scenario.
    pub maintenance: Maintenance,
}

#[derive(Debug)]
pub struct Planner {
    pub context: PolicyContext,
    pub start_ms: i64,
    pub own: CalendarPlan,
    /// The current policy is invalid; this is the last valid one.
    pub stale: bool,
    /// The least open time in 32 or 92 days, considering exclusions.
    pub worst: Option<Worst>,
    pub due: Vec<DueChange>,
    /// Clusters that only show their calendar.
    pub others: Vec<(String, CalendarPlan)>,
    /// By pool, if there is a window; an estimate for pools upgraded with surge.
    pub fits: Vec<(String, Option<Estimate>)>,
    /// `1.34`
    pub minor: String,
}
impl CalendarPlan {
    fn of(policy: Policy, start_ms: i64) -> Option<Self> {
        let now = start_ms.div_euclid(1000);
        let within = Span::new(now - BEFORE, now + AFTER);
        let open = match policy.window {
            Window::Always => None,
            Window::Daily { .. } | Window::Recurring(_) => {
                Some(policy.window.openings(within).ok()?)
            }
        };
        let maintenance = compile::maintenance(&policy, start_ms, within).ok()?;
        let unlisted = match (&policy.window, &open) {
            (Window::Recurring(window), Some(open)) => unlisted_days(window, open),
            _ => Vec::new(),
        };
        Some(Self { policy, open, unlisted, maintenance })
    }

    /// The window's openings within a stretch.
    pub fn openings(&self, within: Span) -> impl Iterator<Item = Span> {
        let open = self.open.as_deref().unwrap_or_default();
        let first = open.partition_point(|span| span.to <= within.from);
        let rest = open[first..].iter().take_while(move |span| span.from < within.to);
        rest.copied()
    }

    /// The parts of an opening on unlisted days.
    pub fn unlisted_in(&self, span: Span) -> Vec<Span> {
        let mut all = Vec::new();
        // A rule without weekdays has no unlisted days.
        let mut from = if self.unlisted.is_empty() { span.to } else { span.from };
        while from < span.to {
            let day = from.div_euclid(DAY);
            let to = span.to.min((day + 1) * DAY);
            if self.unlisted.contains(&weekday(day)) {
                all.push(Span::new(from, to));
            }
            from = to;
        }
        all
    }

    /// Open time without exclusions that block everything; `None` without a window.
    pub fn open_in(&self, within: Span) -> Option<Vec<Span>> {
        let open: Vec<Span> = self.open.as_ref().map(|_| self.openings(within).collect())?;
        Some(without(&open, &self.policy.frozen()))
    }

    /// Active exclusions at an instant, by name.
    pub fn active(&self, at: i64) -> impl Iterator<Item = &Exclusion> {
        let all = self.policy.exclusions.iter();
        all.filter(move |one| one.span.contains(at))
    }

    /// Does an exclusion block everything during the whole stretch?
    pub fn is_frozen(&self, span: Span) -> bool {
        let mut freezes = self.of_scope(Scope::NoUpgrades);
        freezes.any(|one| one.from <= span.from && span.to <= one.to)
    }

    pub fn of_scope(&self, scope: Scope) -> impl Iterator<Item = Span> {
        let all = self.policy.exclusions.iter();
        all.filter(move |one| one.scope == scope).map(|one| one.span)
    }

    /// What prevents work of a kind from starting at an instant since 1970.
    pub fn blockers(
        &self,
        start_ms: i64,
        at: i64,
        part: ClusterPart,
        kind: UpgradeKind,
    ) -> Blockers {
        let at = SimTime::from_ms(at * 1000 - start_ms);
        self.maintenance.blockers(at, WorkKind::Automatic(part, kind), None)
    }
}

impl Planner {
    pub(super) fn of(json: &Json, before: Option<&Self>) -> Option<Self> {
        let (doc, _) = document::read::<Document>(json);
        let doc = doc?;
        let context = compile::context(&doc);
        let start_ms = doc.start_unix_ms();
        let around = context.for_reading();
        let read = |written| policy::read(written, around, "", &mut Diagnostics::default());
        let own = read(&doc.cluster.maintenance_policy);
        let stale = own.is_none();
        let last = || before.map_or_else(Policy::none, |before| before.own.policy.clone());
        let mut own = CalendarPlan::of(own.unwrap_or_else(last), start_ms)?;
        own.maintenance.exclusions.extend(compile::of_pools(&doc));
        let days = context.edition.period_days();
        let worst = Available::of(&own.policy, context.now, days);
        let others = doc.calendars.iter().filter_map(|other| {
            let plan = CalendarPlan::of(read(&other.maintenance_policy)?, start_ms)?;
            Some((other.name.clone(), plan))
        });
        let pools = doc.pools.iter().filter(|_| own.open.is_some());
        let fits = pools.map(|pool| {
            let estimate = Estimate::of(&doc, pool, &own.policy);
            (pool.name.clone(), estimate)
        });
        Some(Self {
            context,
            start_ms,
            stale,
            worst: worst.ok().map(|both| both.with_exclusions),
            due: changes::due(&doc, &own.maintenance, context.end_of_support),
            others: others.collect(),
            fits: fits.collect(),
            minor: minor_of(&doc.cluster.current_master_version),
            own,
        })
    }

    /// Does this or another cluster have an exclusion of the scope?
    pub fn shows(&self, scope: Scope) -> bool {
        let has = |plan: &CalendarPlan| plan.of_scope(scope).next().is_some();
        has(&self.own) || self.others.iter().any(|(_, plan)| has(plan))
    }
}
