//! What must hold in a browser.
#![cfg(target_arch = "wasm32")]

use nodetide::sim::Sim;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn digest_is_the_native_one() {
    let mut sim = Sim::new(1);
    while sim.wake() {}
    assert_eq!(sim.records(), 3);
}
