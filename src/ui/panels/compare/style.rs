//! How the comparison looks. Nobody needs it before, so it is no part of the first load: the page takes it over when it is
//! shown for the first time.

use js_sys::{Array, Function, Reflect};
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};

const STYLE: &str = include_str!("../../../../static/styles/compare.css");

thread_local! {
    static ADOPTED: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn adopt() {
    if !ADOPTED.replace(true) {
        let _ = try_adopt();
    }
}

fn try_adopt() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let document = window.document().ok_or(JsValue::NULL)?;
    let make: Function = Reflect::get(&window, &"CSSStyleSheet".into())?.dyn_into()?;
    let sheet = Reflect::construct(&make, &Array::new())?;
    let replace: Function = Reflect::get(&sheet, &"replaceSync".into())?.dyn_into()?;
    replace.call1(&sheet, &STYLE.into())?;
    let key = "adoptedStyleSheets".into();
    let sheets = Array::from(&Reflect::get(&document, &key)?);
    sheets.push(&sheet);
    Reflect::set(&document, &key, &sheets)?;
    Ok(())
}
