//! Both sides of the worker; the only part of the runner that uses browser APIs.

use super::slices::TimeSlices;
use super::wire::{self, Message};
use super::worker_handle::WorkerHandle;
use super::{Request, RunNo};
use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Long enough that the browser's pause between timers doesn't matter, short enough to react to a stop.
const SLICE_MS: u32 = 50;

/// The page's handle of its worker, which ends when this is dropped.
pub(super) struct EngineWorker(WorkerHandle);

impl EngineWorker {
    /// Starts a worker with the page's own script and compiled wasm. It says *ready* before it can take a request;
    /// `lost` gets the error text when it fails, before or after that.
    pub(super) fn open(
        spawn: &Function,
        script: &str,
        rest: &JsValue,
        receive: impl Fn(Message) + 'static,
        lost: impl Fn(String) + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let fail = lost.clone();
        let read = move |message| match wire::read(message) {
            Ok(message) => receive(message),
            Err(error) => fail(error.to_string()),
        };
        let handle = WorkerHandle::open(spawn, read, lost)?;
        handle.post(&Array::of(&[script.into(), wasm_bindgen::module(), rest.clone()]))?;
        Ok(Self(handle))
    }

    pub(super) fn post(&self, no: RunNo, request: &Request) -> Result<(), JsValue> {
        self.0.post(&wire::write_request(no, request)?)
    }
}

/// The worker's side: takes requests and sends reports from now on.
pub fn serve() -> Result<(), JsValue> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let slices = TimeSlices::new(SLICE_MS, {
        let scope = scope.clone();
        move |no, report| {
            let sent = wire::write_report(no, &report).map_err(JsValue::from).and_then(|parcel| {
                scope.post_message_with_transfer(&parcel.message, &parcel.transfer)
            });
            // A thrown error reaches the page as an error event.
            sent.unwrap_or_else(|error| wasm_bindgen::throw_val(error));
        }
    });
    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(
            move |event: MessageEvent| match wire::read_request(event.data()) {
                Ok((no, request)) => slices.request(no, request),
                Err(error) => wasm_bindgen::throw_val(error.into()),
            },
        );
    scope.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
    scope.post_message(&wire::write_ready()?)
}
