//! The clipboard, which a browser may refuse.

use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

/// Copies a text to the clipboard; `then` gets whether that succeeded.
pub fn copy(text: &str, then: impl FnOnce(bool) + Clone + 'static) {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else {
        return then(false);
    };
    // Pages without TLS have no clipboard.
    let there = Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|there| there.is_object());
    if !there {
        return then(false);
    }
    let done = Closure::once({
        let then = then.clone();
        move |_: JsValue| then(true)
    });
    let refused = Closure::once(move |_: JsValue| then(false));
    let _ = navigator.clipboard().write_text(text).then2(&done, &refused);
    // Only one of the two is ever called.
    done.forget();
    refused.forget();
}
