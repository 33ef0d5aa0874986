//! Style sheets that are loaded with their code, not with the page: the page adopts one
//! when its feature is first shown.

use js_sys::{Array, Function, Reflect};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    static ADOPTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn adopt(style: &'static str) {
    let known = ADOPTED.with_borrow(|all| all.iter().any(|one| core::ptr::eq(*one, style)));
    if !known {
        ADOPTED.with_borrow_mut(|all| all.push(style));
        let _ = try_adopt(style);
    }
}

fn try_adopt(style: &str) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let document = window.document().ok_or(JsValue::NULL)?;
    let make: Function = Reflect::get(&window, &"CSSStyleSheet".into())?.dyn_into()?;
    let sheet = Reflect::construct(&make, &Array::new())?;
    let replace: Function = Reflect::get(&sheet, &"replaceSync".into())?.dyn_into()?;
    replace.call1(&sheet, &style.into())?;
    let key = "adoptedStyleSheets".into();
    let sheets = Array::from(&Reflect::get(&document, &key)?);
    sheets.push(&sheet);
    Reflect::set(&document, &key, &sheets)?;
    Ok(())
}
