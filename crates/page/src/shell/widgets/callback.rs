//! Callbacks that hold what they act on. Not for the first screen: they are in the part of the program that comes later.

use yew::Callback;

/// A callback that acts on a copy of `held`.
pub fn on<T: Clone + 'static, E: 'static>(held: &T, act: impl Fn(&T, E) + 'static) -> Callback<E> {
    let held = held.clone();
    Callback::from(move |event| act(&held, event))
}
