//! An outcome as a list of numbers, for the message of the worker to the page.

use super::value::{NodeCounts, Outcome, PoolOutcome, WorkloadOutcome};
use crate::harm::WorkAtRisk;
use crate::kubectl_drains::{DrainsOver, EndlessDrain};
use crate::open_holds::OpenHold;
use crate::repeated::Repeated;
use crate::scaling_counts::{Oscillation, ScalingCounts};
use crate::shortfall::AtHalf;
use crate::traffic::ServiceOutcome;
use crate::upgrades::UpgradeOutcome;
use base::{BudgetId, NodeId, PodId, PoolId, RecordNo, ServiceId, SimSpan, SimTime, WorkloadId};
use model::maintenance::{Override, UpgradeKind};
use model::script::NodeChange;
use model::{RunKind, Version};
use trace::{Conclusion, Subject};

/// Numbers that are written or read one after the other: one function does both, which keeps the program small.
enum Numbers<'a> {
    Written(Vec<i64>),
    Read(core::slice::Iter<'a, i64>),
}

impl Numbers<'_> {
    /// Writes the number, or reads another one. `None`: there is none left.
    #[inline(never)]
    fn number(&mut self, n: i64) -> Option<i64> {
        match self {
            Self::Written(row) => {
                row.push(n);
                Some(n)
            }
            Self::Read(row) => row.next().copied(),
        }
    }
}

trait Coded {
    /// Writes the value, or reads another one over it. `None`: there is no number left, or not a valid one.
    fn code(&mut self, row: &mut Numbers<'_>) -> Option<()>;
}

impl Outcome {
    /// JavaScript has all of the numbers.
    pub fn numbers(&self) -> Vec<i64> {
        let mut row = Numbers::Written(Vec::new());
        let written = self.clone().code(&mut row);
        match row {
            Numbers::Written(row) if written.is_some() => row,
            _ => Vec::new(),
        }
    }

    /// Decodes [`Outcome::numbers`].
    pub fn from_numbers(row: &[i64]) -> Option<Self> {
        let mut outcome = Self::default();
        let mut row = Numbers::Read(row.iter());
        outcome.code(&mut row)?;
        row.number(0).is_none().then_some(outcome)
    }
}

/// Types that are one number.
macro_rules! number {
    ($($type:ty: $put:expr, $take:expr;)*) => { $(
        impl Coded for $type {
            fn code(&mut self, row: &mut Numbers<'_>) -> Option<()> {
                let read = $take;
                *self = read(row.number($put(*self))?)?;
                Some(())
            }
        }
    )* };
}

/// Fields one after the other.
macro_rules! fields {
    ($($type:ident: $($field:ident)*;)*) => { $(
        impl Coded for $type {
            #[inline(never)]
            fn code(&mut self, row: &mut Numbers<'_>) -> Option<()> {
                // A field that isn't listed doesn't compile.
                let Self { $($field),* } = self;
                $($field.code(row)?;)*
                Some(())
            }
        }
    )* };
}

fn natural(n: i64) -> Option<u32> {
    u32::try_from(n).ok()
}

/// The one of the list with that number.
fn one_of<T: Copy>(all: &[T]) -> impl Fn(i64) -> Option<T> {
    |n| all.get(usize::try_from(n).ok()?).copied()
}

const KINDS: [UpgradeKind; 3] = [UpgradeKind::Minor, UpgradeKind::Patch, UpgradeKind::Disruption];

fn place<T: PartialEq>(all: &[T], of: &T) -> i64 {
    all.iter().position(|one| one == of).unwrap_or(0) as i64
}

number! {
    i64: |n| n, Some;
    u32: i64::from, natural;
    bool: i64::from, |n| Some(n != 0);
    SimSpan: SimSpan::ms, |ms| Some(SimSpan::from_ms(ms));
    SimTime: SimTime::ms, |ms| Some(SimTime::from_ms(ms));
    PoolId: |PoolId(n)| n.into(), |n| natural(n).map(PoolId);
    NodeId: |NodeId(n)| n.into(), |n| natural(n).map(NodeId);
    PodId: |PodId(n)| n.into(), |n| natural(n).map(PodId);
    WorkloadId: |WorkloadId(n)| n.into(), |n| natural(n).map(WorkloadId);
    ServiceId: |ServiceId(n)| n.into(), |n| natural(n).map(ServiceId);
    BudgetId: |BudgetId(n)| n.into(), |n| natural(n).map(BudgetId);
    RecordNo: |RecordNo(n)| n.into(), |n| natural(n).map(RecordNo);
    Subject: |one: Subject| one.pack().into(), |n| Subject::unpack(natural(n)?);
    Conclusion: |one| place(&Conclusion::ALL, &one), one_of(&Conclusion::ALL);
    NodeChange: |one| place(&NodeChange::ALL, &one), one_of(&NodeChange::ALL);
    UpgradeKind: |one| place(&KINDS, &one), one_of(&KINDS);
    Override: |one| place(&Override::ALL, &one), one_of(&Override::ALL);
    RunKind: |one| place(&RunKind::ALL, &one), one_of(&RunKind::ALL);
}

fields! {
    Outcome: conclusion upgrades nodes creating_max in_progress_max upgraded evictions evicted_in_hours preempted repeated
        forced violations cut_short unevicted lost lost_of_owners unplaced pending_max ready missing blocked waited duration
        drained drains gave_up undrained endless open_holds over end refused failed_commands windows node_time size
        vms_max vms_end vm_time extra_vms disks_lost removed
        oscillations at_half scaling each worked waits services pools workloads;
    ServiceOutcome: service most least worst worst_lasts worst_whole lasts times whole since no open cut cuts cut_no;
    UpgradeOutcome: subject no ended version change from to conclusion automatic over pauses windows late waited paused held_by held kind;
    Version: major minor patch gke;
    NodeCounts: start min max end;
    PoolOutcome: pool strategy nodes in_progress_max upgraded done size duration extra_vms conclusion over;
    WorkloadOutcome: workload managed replicas fewest below_budget without_ready moves ended_otherwise moved_again violations
        killed work_lost at_risk failed harm out down below refused pending;
    WorkAtRisk: pods since longest total;
    DrainsOver: nodes gave_up began ended;
    EndlessDrain: node budget;
    OpenHold: subject no since;
    Repeated: workload by times first;
    ScalingCounts: decisions failed added removed waited waited_longest;
    Oscillation: pool times first workload;
    AtHalf: workload lowest of lowest_at total stretches;
}

impl<T: Coded + Default> Coded for Option<T> {
    fn code(&mut self, row: &mut Numbers<'_>) -> Option<()> {
        let mut is_some = self.is_some();
        is_some.code(row)?;
        if is_some { self.get_or_insert_default().code(row) } else { Some(()) }
    }
}

impl<T: Coded + Default> Coded for Vec<T> {
    fn code(&mut self, row: &mut Numbers<'_>) -> Option<()> {
        let mut len = self.len() as u32;
        len.code(row)?;
        for at in 0..len as usize {
            if at == self.len() {
                self.push(T::default());
            }
            self[at].code(row)?;
        }
        Some(())
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn code(&mut self, row: &mut Numbers<'_>) -> Option<()> {
        self.0.code(row)?;
        self.1.code(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made;

    #[test]
    fn an_outcome_arrives_as_it_was_sent() {
        for line in [
            "pool a nodes=3 surge=1+0 | app web replicas=3 max-unavailable=0 | at=0 upgrade a | at=200 drain a-2",
            "pool a nodes=2 blue-green pool-soak=600 | pool b nodes=2 zones=2 autoscaled=0-4 | job work | app web replicas=9 \
             | at=0 upgrade a | at=300 cancel a",
        ] {
            let run = made(line);
            let outcome = Outcome::of(&run.trace, &run.index, run.ended);
            let numbers = outcome.numbers();
            assert_eq!(Outcome::from_numbers(&numbers), Some(outcome));
            assert_eq!(Outcome::from_numbers(&numbers[1..]), None);
            assert_eq!(Outcome::from_numbers(&[&numbers[..], &[0]].concat()), None);
        }
        assert_eq!(Outcome::from_numbers(&[]), None);
        assert_eq!(Outcome::from_numbers(&[99; 20]), None);
    }
}
