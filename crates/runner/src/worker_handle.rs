//! The page's handle of a worker: the messages that it sends and receives.

use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// A worker with the page's own start script, which ends when this is dropped.
#[derive(Debug)]
pub struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl WorkerHandle {
    /// `spawn` makes the worker. `receive` gets its messages; `lost` gets the error if it fails.
    pub fn open(
        spawn: &js_sys::Function,
        mut receive: impl FnMut(JsValue) + 'static,
        mut lost: impl FnMut(String) + 'static,
    ) -> Result<Self, JsValue> {
        let worker: Worker = spawn.call0(&JsValue::NULL)?.dyn_into()?;
        let on_error = Closure::new(move |event: JsValue| {
            lost(event.dyn_into().map_or(String::new(), |event: ErrorEvent| event.message()));
        });
        let on_message = Closure::new(move |event: MessageEvent| receive(event.data()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    pub fn post(&self, message: &JsValue) -> Result<(), JsValue> {
        self.worker.post_message(message)
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
