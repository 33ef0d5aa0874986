//! Files that were dropped or chosen: read by the browser, given to the store; and files that a person saves. Nothing
//! leaves the tab.

use super::action::Action;
use super::state::NamedText;
use super::store::Store;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, File, FileList, FileReader, HtmlElement, Url};

/// Larger files are not even read (a limit of the importer, too).
const LIMIT: f64 = 128.0 * 1024.0 * 1024.0;

struct Reading {
    done: Vec<Option<NamedText>>,
    left: usize,
    store: Store,
}

impl Reading {
    fn put(&mut self, at: usize, file: NamedText) {
        if let Some(slot) = self.done.get_mut(at) {
            *slot = Some(file);
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            let files = self.done.drain(..).flatten().collect();
            self.store.send(Action::Files(files));
        }
    }
}

/// Reads all files and sends them together, in the order in which they were chosen.
pub fn read(list: Option<FileList>, store: &Store) {
    let files: Vec<File> = list
        .map(|list| (0..list.length()).filter_map(|n| list.item(n)).collect())
        .unwrap_or_default();
    if files.is_empty() {
        return;
    }
    let reading = Rc::new(RefCell::new(Reading {
        done: vec![None; files.len()],
        left: files.len(),
        store: store.clone(),
    }));
    for (at, file) in files.iter().enumerate() {
        read_one(at, file, &reading);
    }
}

fn read_one(at: usize, file: &File, reading: &Rc<RefCell<Reading>>) {
    let name = file.name();
    let empty = NamedText {
        name: name.clone(),
        bytes: Rc::from([]),
    };
    let Ok(reader) = FileReader::new() else {
        reading.borrow_mut().put(at, empty);
        return;
    };
    if file.size() > LIMIT {
        reading.borrow_mut().put(at, empty);
        return;
    }
    let on_end = Closure::once_into_js({
        let (reader, reading) = (reader.clone(), Rc::clone(reading));
        move || {
            let bytes = reader
                .result()
                .ok()
                .filter(JsValue::is_object)
                .map(|buffer| Uint8Array::new(&buffer).to_vec())
                .unwrap_or_default();
            let bytes = Rc::from(bytes);
            reading.borrow_mut().put(at, NamedText { name, bytes });
        }
    });
    reader.set_onloadend(Some(on_end.unchecked_ref()));
    if reader.read_as_array_buffer(file).is_err() {
        reading.borrow_mut().put(at, empty);
    }
}

/// How long a browser may take to fetch what it saves.
const SAVE_MS: u32 = 10_000;

/// Gives a file to the person, as a download.
pub fn save(name: &str, kind: &str, bytes: &[u8]) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts: Array<JsValue> = Array::of(&[Uint8Array::from(bytes).into()]);
    if let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

/// The same for what the browser made.
pub fn save_blob(name: &str, blob: &Blob) {
    let give = || {
        let document = web_sys::window()?.document()?;
        let address = Url::create_object_url_with_blob(blob).ok()?;
        let link = document.create_element("a").ok()?;
        link.set_attribute("href", &address).ok()?;
        link.set_attribute("download", name).ok()?;
        link.dyn_ref::<HtmlElement>()?.click();
        let forget = move || drop(Url::revoke_object_url(&address));
        Timeout::new(SAVE_MS, forget).forget();
        Some(())
    };
    // A frame may forbid downloads; every text can be copied, too.
    let _ = give();
}
