//! Callbacks that own what they act on. Not part of the first load.

use yew::Callback;

/// A callback that acts on a copy of `held`.
pub fn on<T: Clone + 'static, E: 'static>(held: &T, act: impl Fn(&T, E) + 'static) -> Callback<E> {
    let held = held.clone();
    Callback::from(move |event| act(&held, event))
}
