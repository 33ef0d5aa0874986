//! Which of the tried changes are offered, in which order, and with which numbers.

use super::before::Before;
use super::deltas::{Delta, deltas, measured};
use super::ending::instead;
use super::focus::{Focus, LEAST};
use super::measure::Measure;
use super::setting_change::{SettingChange, Undone};
use super::{beside, lowered, of_focus};
use crate::outcome::Outcome;
use base::order;
use model::Plan;
use std::cmp::Ordering;
use trace::{Phrase, Value};

/// How many of a kind are offered.
const BEST: usize = 3;

/// How a tried change compares with the run, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OfferKind {
    Better,
    /// It is better, and undoes what somebody has set.
    If(Undone),
    /// It makes one number better and others worse.
    Trade,
    /// It makes none better, or there are better ones of its kind.
    Other,
    /// It changes no number.
    Vain,
}

/// A tried change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its place among the tried ones, and those of others with the same numbers.
    pub at: usize,
    pub same: Vec<usize>,
    pub kind: OfferKind,
    /// What becomes of the subject of the question, and how the upgrades end, if another way.
    pub own: Vec<Phrase>,
    pub numbers: [Delta; 4],
    /// What else it changes.
    pub beside: Vec<Phrase>,
}

impl Offer {
    /// The numbers that it changes, in a sentence.
    pub fn effect(&self) -> Phrase {
        let numbers = self.numbers.iter().filter(|one| !one.is_same() && !one.is_about_ends());
        let numbers = numbers.map(Delta::phrase);
        let own = self.own.iter().cloned().chain(numbers);
        let mut parts: Vec<Phrase> = own.chain(self.beside.iter().cloned()).collect();
        if parts.is_empty() {
            parts.push(Phrase::new("effect-none"));
        }
        Phrase::new("effect").with("parts", Value::List(parts))
    }
}

/// The tried changes as they are offered, each kind with the best first. Of a change that could not be run nothing is said.
pub fn offers<'a>(
    focus: &Focus,
    plan: &Plan,
    before: &Before,
    tried: impl IntoIterator<Item = (&'a SettingChange, Option<&'a Outcome>)>,
) -> Vec<Offer> {
    let mut found: Vec<(Offer, &Outcome)> = Vec::new();
    for (at, (edit, after)) in tried.into_iter().enumerate() {
        let Some(after) = after else { continue };
        let mut own = of_focus(focus, plan, &before.outcome, after);
        let ends = (before.outcome.upgrades, after.upgrades);
        if ends.0 != ends.1 && !matches!(focus, Focus::Pools(_) if !own.is_empty()) {
            own.push(instead(ends.0, ends.1));
        }
        let offer = Offer {
            at,
            same: Vec::new(),
            kind: OfferKind::Other,
            own,
            numbers: deltas(focus, before, after),
            beside: beside(edit, focus, plan, before, after),
        };
        let kind = kind(focus, before, after, edit, &offer);
        found.push((Offer { kind, ..offer }, after));
    }
    order::sort_by(&mut found, |(one, a), (other, b)| {
        one.kind.cmp(&other.kind).then_with(|| ranked(focus, before, a, b))
    });
    let mut offers: Vec<Offer> = Vec::new();
    for (mut offer, _) in found {
        let alike = |one: &&mut Offer| {
            let numbers = |one: &Offer| (one.kind, one.effect());
            numbers(one) == numbers(&offer)
        };
        if let Some(first) = offers.iter_mut().find(alike)
            && offer.kind < OfferKind::Other
        {
            first.same.push(offer.at);
            continue;
        }
        let enough = offers.iter().filter(|one| one.kind == offer.kind).count() >= BEST;
        if enough && offer.kind < OfferKind::Other {
            offer.kind = OfferKind::Other;
        }
        offers.push(offer);
    }
    order::sort_by_key(&mut offers, |one| one.kind);
    offers
}

/// The number of the headline decides, then whether some workload is left with fewer ready Pods, then the subject's own work.
fn ranked(focus: &Focus, before: &Before, one: &Outcome, other: &Outcome) -> Ordering {
    let lowers = |after: &Outcome| lowered(&before.outcome, after).is_some();
    let first = focus.first(before, one).cmp(&focus.first(before, other));
    first
        .then_with(|| lowers(one).cmp(&lowers(other)))
        .then_with(|| focus.order(before, one, other))
}

fn kind(
    focus: &Focus,
    before: &Before,
    after: &Outcome,
    edit: &SettingChange,
    offer: &Offer,
) -> OfferKind {
    let gains = focus.gains(before, after);
    // Disks that are lost in any case are said, too.
    let stays = |part: &Phrase| part.arg("from") == part.arg("to");
    if !gains && offer.numbers.iter().all(Delta::is_same) && offer.beside.iter().all(stays) {
        return OfferKind::Vain;
    }
    let (undone, run) = (edit.undoes(), &before.outcome);
    // Longer without ready Pods: only where it ends what never would, and what is set may change. The price is said.
    let ends =
        after.undrained < run.undrained || after.upgrades.completed() && !run.upgrades.completed();
    if after.out() > run.out() && !(ends && undone.is_some()) {
        return OfferKind::Other;
    }
    // Of the run as a whole, the four numbers say what it is worth.
    let whole = !matches!(focus, Focus::Workloads(_) | Focus::Scaling { .. });
    let places = after.unplaced.len() < run.unplaced.len();
    let same = offer.own.is_empty() && offer.numbers.iter().all(Delta::is_same);
    if whole && !ends && !places && same {
        return OfferKind::Other;
    }
    // What leaves a workload fewer ready Pods, and doesn't help where it hurts, has its price.
    let gives = lowered(run, after).is_some() && offer.numbers[0].is != Ordering::Less && !ends;
    match undone {
        Some(undone) if gains => OfferKind::If(undone),
        None if gains && whole && gives => OfferKind::Trade,
        None if gains && !ends && loses_more(run, after) => OfferKind::Trade,
        // A budget that holds would be violated: not where something ends at last.
        None if gains && (ends || after.below() <= run.below()) => OfferKind::Better,
        None if gains => OfferKind::Trade,
        None if is_trade_off(run, after, offer) && !only_costs(before, after, offer) => {
            match costs_nothing(before, after, offer) {
                true => OfferKind::Better,
                false => OfferKind::Trade,
            }
        }
        _ => OfferKind::Other,
    }
}

/// Are more connections lost or cut?
fn loses_more(before: &Outcome, after: &Outcome) -> bool {
    after.connections_lost() > before.connections_lost()
        || after.connections_cut() > before.connections_cut()
}

/// Is a number worse, and none better nor the end another?
fn only_costs(before: &Before, after: &Outcome, offer: &Offer) -> bool {
    let all = || offer.numbers.iter().map(|one| one.is).chain(beyond(before, after));
    let better = all().any(|is| is == Ordering::Less)
        || !offer.own.is_empty()
        || lowered(after, &before.outcome).is_some();
    !better && all().any(|is| is == Ordering::Greater)
}

/// How the numbers that have no column differ.
fn beyond(before: &Before, after: &Outcome) -> impl Iterator<Item = Ordering> {
    let others = Measure::others(before.measure).chain(Measure::OF_WORKLOADS);
    others.map(|one| measured(one, 0, &before.outcome, after).is)
}

/// Is a number better and no other one worse, with as many ready Pods of each workload?
fn costs_nothing(before: &Before, after: &Outcome, offer: &Offer) -> bool {
    offer.numbers.iter().any(|one| one.is == Ordering::Less)
        && offer.numbers.iter().all(|one| one.is != Ordering::Greater)
        && beyond(before, after).all(|is| is != Ordering::Greater)
        && lowered(&before.outcome, after).is_none()
}

/// Is one number better than in the run, though the run as a whole isn't? No harm, outage or other outcome is traded.
fn is_trade_off(before: &Outcome, after: &Outcome, offer: &Offer) -> bool {
    let worse = after.upgrades < before.upgrades
        || after.replaced() < before.replaced()
        || after.failed_commands > before.failed_commands
        || after.harm() > before.harm()
        || after.violations > before.violations
        || after.undrained > before.undrained
        || after.is_down_earlier(before)
        || after.takes_one_down(before);
    let sooner = after.upgrades == before.upgrades
        && after.upgrades.completed()
        && after.duration + LEAST <= before.duration;
    !worse && (sooner || after.harm() < before.harm() || offer.numbers[0].is == Ordering::Less)
}
