//! Files that were dropped or chosen: read by the browser, given to the store. Nothing leaves the tab.

use super::action::Action;
use super::state::NamedText;
use super::store::Store;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{File, FileList, FileReader};

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
                .filter(wasm_bindgen::JsValue::is_object)
                .map(|buffer| js_sys::Uint8Array::new(&buffer).to_vec())
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
