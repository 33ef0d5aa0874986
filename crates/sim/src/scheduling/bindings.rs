//! Which node each Pod is bound to, in one word per Pod.

use base::{NodeId, PodId};

/// A terminating Pod still occupies its node, but topology spread doesn't count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Binding {
    #[default]
    None,
    Bound(NodeId),
    Terminating(NodeId),
}

const NOWHERE: u32 = u32::MAX;
const TERMINATING: u32 = 1 << 31;

#[derive(Clone, Debug, Default)]
pub(super) struct Bindings(Vec<u32>);

impl Bindings {
    /// Reserves room for `pods` Pods.
    pub(super) fn with_room(pods: u32) -> Self {
        Self(Vec::with_capacity(pods as usize))
    }

    pub(super) fn of(&self, PodId(pod): PodId) -> Binding {
        match self.0.get(pod as usize) {
            None | Some(&NOWHERE) => Binding::None,
            Some(seat) if seat & TERMINATING != 0 => {
                Binding::Terminating(NodeId(seat - TERMINATING))
            }
            Some(seat) => Binding::Bound(NodeId(*seat)),
        }
    }

    pub(super) fn set(&mut self, PodId(pod): PodId, seat: Binding) {
        let at = pod as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, NOWHERE);
        }
        self.0[at] = match seat {
            Binding::None => NOWHERE,
            Binding::Bound(NodeId(node)) => node,
            Binding::Terminating(NodeId(node)) => node | TERMINATING,
        };
    }

    /// The highest Pod number ever set, plus one.
    pub(super) fn known(&self) -> usize {
        self.0.len()
    }

    pub(super) fn forget_from(&mut self, known: usize) {
        self.0.truncate(known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binding_reads_back_as_set() {
        let mut seats = Bindings::with_room(2);
        let seat = [
            Binding::Bound(NodeId(0)),
            Binding::Terminating(NodeId(0)),
            Binding::None,
            Binding::Terminating(NodeId(29_999)),
        ];
        for (pod, seat) in seat.into_iter().enumerate().rev() {
            seats.set(PodId(pod as u32), seat);
        }
        for (pod, seat) in seat.into_iter().enumerate() {
            assert_eq!(seats.of(PodId(pod as u32)), seat);
        }
        assert_eq!((seats.of(PodId(4)), seats.known()), (Binding::None, 4));
        seats.forget_from(1);
        assert_eq!(seats.of(PodId(1)), Binding::None);
    }
}
