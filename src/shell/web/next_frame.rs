//! Work that is done once in the browser's next frame, however often it is asked for.

use js_sys::Function;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

#[derive(Default)]
pub struct NextFrame {
    asked: Rc<Cell<bool>>,
}

impl NextFrame {
    /// Calls `act` in the next frame, unless something waits for it already.
    pub fn ask(&self, act: impl FnOnce() + 'static) {
        if self.asked.replace(true) {
            return;
        }
        let asked = Rc::clone(&self.asked);
        let call = Closure::once_into_js(move || {
            asked.set(false);
            act();
        });
        if let (Some(window), Some(call)) = (web_sys::window(), call.dyn_ref::<Function>()) {
            let _ = window.request_animation_frame(call);
        }
    }
}
