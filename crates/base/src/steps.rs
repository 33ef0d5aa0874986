//! A number over simulated time.

use crate::SimTime;

/// A number that changes at instants; the value holds from its instant on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Steps(Vec<(SimTime, i64)>);

impl Steps {
    pub fn starting(at: SimTime, value: i64) -> Self {
        Self(vec![(at, value)])
    }

    /// Appends a value. Later values of one instant replace earlier ones, which lasted no time.
    pub fn push(&mut self, at: SimTime, value: i64) {
        match self.0.as_mut_slice() {
            [.., (_, before), (last, now)] if *last == at => {
                *now = value;
                if *before == value {
                    self.0.pop();
                }
            }
            [(last, now)] if *last == at => *now = value,
            [.., (_, now)] if *now == value => {}
            _ => self.0.push((at, value)),
        }
    }

    /// Appends the last value and so many more.
    pub fn add(&mut self, at: SimTime, by: i64) {
        self.push(at, self.last() + by);
    }

    pub fn points(&self) -> &[(SimTime, i64)] {
        &self.0
    }

    pub fn at(&self, at: SimTime) -> i64 {
        let begun = self.0.partition_point(|(from, _)| *from <= at);
        begun
            .checked_sub(1)
            .and_then(|index| self.0.get(index))
            .or(self.0.first())
            .map_or(0, |(_, value)| *value)
    }

    pub fn last(&self) -> i64 {
        self.0.last().map_or(0, |(_, value)| *value)
    }

    /// From when to when each value holds, the last one until `end`.
    pub fn stretches(&self, end: SimTime) -> impl Iterator<Item = (SimTime, SimTime, i64)> + '_ {
        let ends = self.0.iter().skip(1).map(|(at, _)| *at).chain([end]);
        self.0.iter().zip(ends).map(|((from, value), to)| (*from, to, *value))
    }

    pub fn min(&self) -> i64 {
        self.0.iter().map(|(_, value)| *value).min().unwrap_or(0)
    }

    pub fn max(&self) -> i64 {
        self.0.iter().map(|(_, value)| *value).max().unwrap_or(0)
    }
}
