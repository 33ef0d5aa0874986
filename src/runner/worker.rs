//! The worker: the page's hold on it, and its own side. The one place of the runner that knows the browser.

use super::inline::Slices;
use super::wire::{self, Heard};
use super::{Order, RunNo};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType,
};

/// Long enough that the pause a browser puts between timers does not matter, short enough to hear of a stop.
const SLICE_MS: u32 = 50;

/// The page's hold on its worker, which ends when this is dropped.
pub(super) struct Link {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl Link {
    /// Starts a worker from the page's own two files and compiled wasm. It says *ready* before it can take an order; `lost` is told
    /// in words when it fails, before or after.
    pub(super) fn open(
        boot: &str,
        script: &str,
        rest: &JsValue,
        heard: impl Fn(Heard) + 'static,
        lost: impl Fn(String) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(boot, &options)?;
        let on_error = Closure::new({
            let lost = lost.clone();
            move |event: JsValue| {
                lost(
                    event
                        .dyn_into()
                        .map_or(String::new(), |event: ErrorEvent| event.message()),
                );
            }
        });
        let on_message = Closure::new(move |event: MessageEvent| match wire::read(event.data()) {
            Ok(message) => heard(message),
            Err(error) => lost(error.to_string()),
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.post_message(&Array::of(&[
            script.into(),
            wasm_bindgen::module(),
            rest.clone(),
        ]))?;
        Ok(Self {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    pub(super) fn post(&self, no: RunNo, order: &Order) -> Result<(), JsValue> {
        self.worker.post_message(&wire::write_order(no, order)?)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// The worker's side: takes orders and reports, from now on.
pub fn serve() -> Result<(), JsValue> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let slices = Slices::new(SLICE_MS, {
        let scope = scope.clone();
        move |no, report| {
            let sent = wire::write_report(no, &report)
                .map_err(JsValue::from)
                .and_then(|parcel| {
                    scope.post_message_with_transfer(&parcel.message, &parcel.transfer)
                });
            // Thrown, it reaches the page as an error event.
            sent.unwrap_or_else(|error| wasm_bindgen::throw_val(error));
        }
    });
    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match wire::read_order(
            event.data(),
        ) {
            Ok((no, order)) => slices.order(no, order),
            Err(error) => wasm_bindgen::throw_val(error.into()),
        });
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    scope.post_message(&wire::write_ready()?)
}
