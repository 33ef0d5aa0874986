//! Callbacks that own what they act on, and what a field's event says. Not part of the first load.

use js_sys::Reflect;
use yew::{Callback, Event};

/// A callback that acts on a copy of `held`.
pub fn on<T: Clone + 'static, E: 'static>(held: &T, act: impl Fn(&T, E) + 'static) -> Callback<E> {
    let held = held.clone();
    Callback::from(move |event| act(&held, event))
}

/// The value of the field that an event comes from.
pub fn value_of(event: &Event) -> String {
    let value = event.target().and_then(|field| Reflect::get(&field, &"value".into()).ok());
    value.and_then(|value| value.as_string()).unwrap_or_default()
}
