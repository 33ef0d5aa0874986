//! Text or text files that are dropped or pasted anywhere on the page.

use crate::shell::words::tn;
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::{DataTransfer, File, FileList};
use yew::Callback;

/// In bytes; a cluster's description takes a tenth of that.
const LARGEST: f64 = 1_000_000.0;

/// Calls back with the text, with those of all files one after the other, or with the reason why there is none.
pub(super) fn take(data: &DataTransfer, then: Callback<Result<String, String>>) {
    let files = data.files();
    let count = files.as_ref().map_or(0, FileList::length);
    if count == 0 {
        let text = data.get_data("text").unwrap_or_default();
        if !text.trim().is_empty() {
            then.emit(Ok(text));
        }
        return;
    }
    let texts = Rc::new(RefCell::new(vec![None; count as usize]));
    for (n, file) in files.iter().flat_map(|all| (0..count).map(|n| (n as usize, all.item(n)))) {
        let (texts, then) = (texts.clone(), then.clone());
        let told = Callback::from(move |text: Result<String, String>| {
            texts.borrow_mut()[n] = Some(text);
            let all: Option<Vec<_>> = texts.borrow().iter().cloned().collect();
            if let Some(all) = all {
                let all: Result<Vec<String>, String> = all.into_iter().collect();
                then.emit(all.map(|all| all.join("\n")));
            }
        });
        if let Some(file) = file {
            read(&file, told);
        }
    }
}

fn read(file: &File, then: Callback<Result<String, String>>) {
    let refuse = {
        let name = file.name();
        move |key: &str| Err(tn(key, &[("name", name.as_str().into())]))
    };
    if file.size() > LARGEST {
        return then.emit(refuse("win-large-file"));
    }
    let done = Closure::once({
        let (then, refuse) = (then.clone(), refuse.clone());
        move |bytes: JsValue| {
            let text = decoded(&Uint8Array::new(&bytes).to_vec());
            then.emit(text.ok_or(()).or_else(|()| refuse("win-no-text")));
        }
    });
    // A folder is listed as a file without content.
    let refused = Closure::once(move |_: JsValue| then.emit(refuse("win-no-text")));
    let _ = file.array_buffer().then2(&done, &refused);
    // Only one of the two is ever called.
    done.forget();
    refused.forget();
}

/// The text of a file: UTF-8, or UTF-16 with a byte order mark, as older PowerShells write it. `None` if it contains a zero.
fn decoded(bytes: &[u8]) -> Option<String> {
    let wide = |rest: &[u8], order: fn([u8; 2]) -> u16| {
        let (pairs, []) = rest.as_chunks() else {
            return None;
        };
        let letters: Vec<u16> = pairs.iter().map(|pair| order(*pair)).collect();
        String::from_utf16(&letters).ok()
    };
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] | rest => core::str::from_utf8(rest).ok().map(str::to_owned),
    };
    text.filter(|text| !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_text_or_none() {
        let read = |bytes: &[u8]| decoded(bytes).unwrap_or_else(|| "none".to_owned());
        let said = [
            &b"16:00"[..],
            b"\xEF\xBB\xBF16:00",
            b"\xFF\xFE1\x006\x00",
            b"\xFE\xFF\x001\x006",
            b"\xFF\xFE1",
            b"\x89PNG\r\n\x1a\n\0",
            b"a\0b",
            b"\xC3",
        ]
        .map(read);
        assert_eq!(said, ["16:00", "16:00", "16", "16", "none", "none", "none", "none"]);
    }
}
