//! Each upgrade of a run: when it began and ended, and which maintenance windows it used.

use crate::events::of_upgrades;
use base::{Map, PoolId, RecordNo, Set, SimSpan, SimTime, TemplateId, order};
use model::maintenance::{ClusterPart, Exclusion, Maintenance, Override, Scope, UpgradeKind};
use model::script::NodeChange;
use model::{Command, PoolState, Version};
use trace::{Change, Conclusion, Record, Subject, Trace, WhyNot};

/// An upgrade of a pool or of the control plane, from its start, or from where it goes on or back, to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UpgradeOutcome {
    pub subject: Subject,
    /// The row with which it begins, and that with which it ends.
    pub no: RecordNo,
    pub ended: Option<RecordNo>,
    /// The version that it brings, if that is known, and how it differs from an upgrade of the version.
    pub version: Option<Version>,
    pub change: NodeChange,
    pub from: SimTime,
    /// `None`: it isn't over in the run.
    pub to: Option<SimTime>,
    /// How it ended; else [`Conclusion::Limit`].
    pub conclusion: Conclusion,
    /// Does GKE choose its time?
    pub automatic: bool,
    /// Why it begins regardless of the policy.
    pub over: Option<Override>,
    /// Does it stop when a window closes, but for the nodes in progress (UP-16, AM-66)?
    pub pauses: bool,
    /// The windows that it used: none of a manual upgrade or an override.
    pub windows: u32,
    /// How long after the close of the last of them it ended.
    pub late: SimSpan,
    /// How long it was due before it began; a command waits for nothing (BS-03).
    pub waited: SimSpan,
    /// How long it was paused after that.
    pub paused: SimSpan,
    /// The exclusion that kept it waiting the longest, by number, and for how long.
    pub held_by: Option<u32>,
    pub held: SimSpan,
    /// How the scope table classifies it, if it waited.
    pub kind: Option<UpgradeKind>,
}

impl UpgradeOutcome {
    /// `None`: it is of the control plane.
    pub fn pool(&self) -> Option<PoolId> {
        match self.subject {
            Subject::Pool(pool) => Some(pool),
            _ => None,
        }
    }

    /// How long it was due or paused.
    pub fn waits(&self) -> SimSpan {
        self.waited + self.paused
    }

    /// How long it worked in a run up to that instant.
    pub fn works(&self, end: SimTime) -> SimSpan {
        self.to.unwrap_or(end) - self.from - self.paused
    }
}

/// The upgrades of a run.
#[derive(Default)]
pub struct Upgrades {
    /// Those that begin or go on, in the order in which they do.
    pub each: Vec<UpgradeOutcome>,
    /// When each works: neither due nor paused.
    pub(crate) works: Vec<(SimTime, SimTime)>,
    /// When each of which GKE chooses the time is due or paused.
    pub(crate) waits: Vec<(SimTime, SimTime)>,
    /// When the windows opened that they used.
    pub(crate) windows: Set<SimTime>,
}

/// An upgrade that is due or paused, and what it waits for.
#[derive(Default)]
struct Waiting {
    since: SimTime,
    /// The exclusions that were named, by number, and how the scope table classifies it.
    named: Vec<usize>,
    kind: Option<UpgradeKind>,
}

pub fn upgrades(trace: &Trace) -> Upgrades {
    let mut all = Upgrades::default();
    let mut waiting: Map<Subject, Waiting> = Map::default();
    let mut working: Map<Subject, SimTime> = Map::default();
    let mut plane = ControlPlaneWork::of(trace);
    for (no, row) in of_upgrades(trace) {
        plane.row(row);
        let why = match row.change {
            Change::UpgradeQueued { why } | Change::UpgradePaused { why } => Some(Some(why)),
            Change::ControlPlaneScheduled { .. } => Some(None),
            _ => None,
        };
        if let Some(why) = why {
            let fresh = Waiting { since: row.at, ..Waiting::default() };
            let own = waiting.entry(row.subject).or_insert(fresh);
            if let Some(WhyNot::Policy(waits)) = why {
                own.named.extend(waits.by.exclusions());
                own.kind = waits.column.map(|(_, kind)| kind).or(own.kind);
            }
        }
        let begins = begins(trace, row);
        if begins.is_some() {
            working.entry(row.subject).or_insert(row.at);
        } else if matches!(row.change, Change::UpgradePaused { .. }) || ends(row.change).is_some() {
            all.works.extend(working.remove(&row.subject).map(|from| (from, row.at)));
        }
        let open = |one: &UpgradeOutcome| one.subject == row.subject && one.to.is_none();
        let open = all.each.iter().rposition(open);
        if let (Some((automatic, version, change)), None) = (begins, open) {
            let one = begun(trace, row);
            all.each.push(UpgradeOutcome { no, automatic, version, change, ..one });
        } else if let (Some(at), Some(conclusion)) = (open, ends(row.change)) {
            let one = &mut all.each[at];
            (one.to, one.ended, one.conclusion) = (Some(row.at), Some(no), conclusion);
        }
        let own = begins.and_then(|_| waiting.remove(&row.subject));
        let own = plane.waited(trace, row).or(own);
        if let Some((at, own)) = open.or(all.each.len().checked_sub(1)).zip(own) {
            let (one, span) = (&mut all.each[at], (own.since, row.at));
            one.kind = own.kind.or(one.kind);
            match open {
                None if !one.automatic => continue,
                None => one.waited = row.at - own.since,
                Some(_) => one.paused = one.paused + (row.at - own.since),
            }
            all.waits.push(span);
            for no in own.named {
                let held = held(trace, no, span);
                if held > one.held {
                    (one.held, one.held_by) = (held, Some(no as u32));
                }
            }
        }
    }
    all.works.extend(working.values().map(|from| (*from, trace.end())));
    for one in &mut all.each {
        let until = one.to.unwrap_or(trace.end());
        let used = windows_of(trace, one);
        let late = used.last().map(|(_, closes)| until - (*closes).min(until));
        (one.windows, one.late) = (used.len() as u32, late.unwrap_or(SimSpan::ZERO));
        all.windows.extend(used.into_iter().map(|(opens, _)| opens));
    }
    all
}

/// The control plane's upgrades of the script, of which several may wait at once.
struct ControlPlaneWork {
    version: Option<Version>,
    /// When each became due, by entry.
    due: Map<u32, SimTime>,
}

impl ControlPlaneWork {
    fn of(trace: &Trace) -> Self {
        Self { version: trace.start().control_plane.version, due: Map::default() }
    }

    fn row(&mut self, row: Record) {
        match row.change {
            Change::Commanded { entry } if row.subject == Subject::Cluster => {
                self.due.insert(entry, row.at);
            }
            Change::ControlPlaneScheduled { entry, .. } => {
                self.due.entry(entry).or_insert(row.at);
            }
            _ => {}
        }
    }

    /// The wait of the one that begins with the row: for what blocks its own kind of work.
    fn waited(&mut self, trace: &Trace, row: Record) -> Option<Waiting> {
        let Change::ControlPlaneStarted { entry } = row.change else { return None };
        let target = trace.plan().command(entry)?.version_of_control_plane();
        let kind = UpgradeKind::between(self.version, target);
        self.version = target.or(self.version);
        let since = self.due.remove(&entry).filter(|since| *since < row.at)?;
        let all = trace.plan().maintenance.exclusions.iter().enumerate();
        let blocks = all.filter(|(_, one)| {
            one.scope.blocks(ClusterPart::ControlPlane, kind) && one.is_about(None)
        });
        let named = blocks.map(|(no, _)| no).collect();
        Some(Waiting { since, named, kind: Some(kind) })
    }
}

/// How long an exclusion is active within a span; zero if it closes no window in it.
fn held(trace: &Trace, no: usize, (from, to): (SimTime, SimTime)) -> SimSpan {
    let policy = &trace.plan().maintenance;
    let Some(one) = policy.exclusions.get(no) else { return SimSpan::ZERO };
    let (from, to) = (from.max(one.from), to.min(one.to));
    let closes = |(opens, closes): &(SimTime, SimTime)| *opens < to && from < *closes;
    let shuts = from < to && policy.openings.iter().any(closes);
    if shuts { to - from } else { SimSpan::ZERO }
}

/// Of a row with which an upgrade begins: whether GKE chooses its time, and what it brings.
fn begins(trace: &Trace, row: Record) -> Option<(bool, Option<Version>, NodeChange)> {
    let version = |target: Option<TemplateId>| trace.plan().templates.get(target?)?.version;
    Some(match row.change {
        Change::UpgradeStarted { target, automatic, change } => {
            (automatic, version(Some(target)), change)
        }
        Change::UpgradeResumed { automatic } => {
            let target = pool(trace, row.subject).and_then(|state| state.target);
            (automatic, version(target), NodeChange::Version)
        }
        // AM-70: by a command.
        Change::RollbackStarted => (false, None, NodeChange::Version),
        Change::ControlPlaneStarted { entry } => {
            let command = trace.plan().command(entry).filter(|one| !one.is_repair())?;
            let by_hand = matches!(command, Command::UpgradeControlPlane { automatic: false, .. });
            (!by_hand, command.version_of_control_plane(), NodeChange::Version)
        }
        _ => return None,
    })
}

/// How long at least one of them lasts.
pub(crate) fn covered(mut spans: Vec<(SimTime, SimTime)>) -> SimSpan {
    order::sort(&mut spans);
    let (mut sum, mut last) = (SimSpan::ZERO, SimTime::ZERO);
    for (from, to) in spans {
        let from = from.max(last);
        sum = sum + (to.max(from) - from);
        last = last.max(to);
    }
    sum
}

fn begun(trace: &Trace, row: Record) -> UpgradeOutcome {
    let cause = row.cause.and_then(|no| trace.record(no)).map(|cause| cause.change);
    let over = match cause {
        Some(Change::PolicyOverridden { why }) => Some(why),
        _ => None,
    };
    let pauses = pool(trace, row.subject);
    let pauses = pauses.is_none_or(|state| (state.kind.traits().waits_for_windows)());
    UpgradeOutcome {
        subject: row.subject,
        from: row.at,
        conclusion: Conclusion::Limit,
        over,
        pauses,
        ..UpgradeOutcome::default()
    }
}

/// The pool as the run left it; `None`: it is the control plane.
fn pool(trace: &Trace, subject: Subject) -> Option<&PoolState> {
    match subject {
        Subject::Pool(pool) => trace.last().pools.get(pool),
        _ => None,
    }
}

fn ends(change: Change) -> Option<Conclusion> {
    match change {
        Change::UpgradeSucceeded | Change::ControlPlaneDone | Change::ControlPlaneBack => {
            Some(Conclusion::Succeeded)
        }
        Change::UpgradeCancelled => Some(Conclusion::Cancelled),
        Change::UpgradeFailed => Some(Conclusion::Failed),
        Change::RolledBack => Some(Conclusion::RolledBack),
        _ => None,
    }
}

/// The windows that an upgrade used: not those that an exclusion shuts for it.
fn windows_of(trace: &Trace, one: &UpgradeOutcome) -> Vec<(SimTime, SimTime)> {
    let part = one.pool().map_or(ClusterPart::ControlPlane, |_| ClusterPart::Nodes);
    let maintenance = &trace.plan().maintenance;
    // One that doesn't pause uses the window in which it begins.
    let ends = match one.pauses {
        true => one.to.unwrap_or(trace.end()),
        false => one.from + SimSpan::from_ms(1),
    };
    let is_used = |opening: &&(SimTime, SimTime)| {
        let (from, to) = (opening.0.max(one.from), opening.1.min(ends));
        let shuts = |by: &Exclusion| {
            let all = || by.scope == Scope::NoUpgrades;
            let blocks = one.kind.map_or_else(all, |kind| by.scope.blocks(part, kind));
            blocks && by.is_about(one.pool()) && by.from <= from && to <= by.to
        };
        **opening != Maintenance::ALL && from < to && !maintenance.exclusions.iter().any(shuts)
    };
    let waits = one.automatic && one.over.is_none();
    let openings = maintenance.openings.iter().filter(|_| waits);
    openings.filter(is_used).copied().collect()
}

#[cfg(test)]
mod tests {
    use crate::Outcome;
    use crate::tests::made;
    use expect_test::{Expect, expect};

    /// Begin, end, how it ended, windows, and how late.
    fn check(line: &str, expected: &Expect) {
        let run = made(line);
        let Outcome { each: all, worked, .. } = Outcome::of(&run.trace, &run.index, run.ended);
        let said = all.into_iter().map(|one| {
            let to = one.to.map_or("on".to_owned(), |at| at.to_string());
            let how = if one.automatic { "auto" } else { "hand" };
            let (from, late, end) = (one.from, one.late.secs(), one.conclusion.name());
            let due = one.waited.secs();
            format!(
                "{how} {from} to {to}, {end}, {} windows, late {late}, due {due}\n",
                one.windows
            )
        });
        let worked = format!("worked {} s\n", worked.secs());
        expected.assert_eq(&(said.collect::<String>() + &worked));
    }

    /// UP-16, MW-18: a surge upgrade goes on in the next window, the nodes in progress after the close.
    #[test]
    fn windows_are_those_in_which_it_works() {
        check(
            "pool a nodes=3 surge=1+0 | window=600-700,5000-9000 | at=0 upgrade a automatic",
            &expect![[r#"
                auto +00:10:00 to +01:30:22, succeeded, 2 windows, late 0, due 600
                worked 633 s
            "#]],
        );
    }

    /// AM-66: a blue-green one uses the window in which it begins.
    #[test]
    fn a_blue_green_upgrade_uses_one_window() {
        check(
            "pool a nodes=2 blue-green pool-soak=600 | window=600-700,1000-9000 | at=0 upgrade a automatic",
            &expect![[r#"
                auto +00:10:00 to +00:23:31, succeeded, 1 windows, late 711, due 600
                worked 811 s
            "#]],
        );
    }

    /// BS-03: a manual upgrade uses none; what is cancelled and resumed is listed twice.
    #[test]
    fn upgrades_by_hand_use_no_window() {
        check(
            "pool a nodes=3 surge=1+0 | pool b nodes=1 | window=0-9000 | at=0 upgrade a | at=100 cancel a | at=2000 resume a | at=0 upgrade b",
            &expect![[r#"
                hand +00:00:00 to +00:03:31, cancelled, 0 windows, late 0, due 0
                hand +00:00:00 to +00:03:31, succeeded, 0 windows, late 0, due 0
                hand +00:33:20 to +00:40:22, succeeded, 0 windows, late 0, due 0
                worked 633 s
            "#]],
        );
    }
}
