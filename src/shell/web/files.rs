//! Files that are dropped, chosen or pasted: passes handles to the store; and files that the user saves. Nothing
//! leaves the tab.

use super::browser::{document, mark};
use crate::import::source::{FILES, ImportSource, TOO_MANY};
use crate::import::state::ImportStep;
use crate::shell::address::route;
use crate::shell::address::route::Route;
use crate::shell::state::{Action, Dialog, Store};
use crate::shell::words::t;
use base::order;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Reflect, Uint8Array};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, ClipboardEvent, DataTransfer, DragEvent, Element, Event, File, FileList,
    FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry, FileSystemFileEntry,
    HtmlElement, HtmlInputElement, HtmlTextAreaElement, Url,
};
use words::log::cell;
use yew::TargetCast;

/// The depth to which folders are read.
const DEPTH: u32 = 8;
/// In a folder, only files with these extensions are read.
const ENDINGS: [&str; 9] = ["json", "yaml", "yml", "tf", "tfvars", "tfstate", "txt", "log", "sh"];
/// The id of the import dialog's text box.
pub const BOX: &str = "import-text";
/// Longer pasted texts become files, because the box would hold them twice.
const LETTERS: u32 = 20_000;

/// Types a text into the import dialog's box once the dialog is there, which is loaded later.
pub fn type_soon(store: &Store, text: &'static str) {
    let store = store.clone();
    let wait =
        Timeout::new(30, move || match super::browser::element::<HtmlTextAreaElement>(BOX) {
            Some(area) => {
                area.set_value(text);
                typed(&area, &store);
                let _ = area.focus();
            }
            None if store.state().dialog == Some(Dialog::Import) => type_soon(&store, text),
            None => {}
        });
    wait.forget();
}

/// Takes files or a folder from a file input. The same files can be chosen again.
pub fn chosen(event: &Event, store: &Store) {
    let input: HtmlInputElement = event.target_unchecked_into();
    take(input.files(), store);
    input.set_value("");
}

fn take(list: Option<FileList>, store: &Store) {
    let files: Vec<File> = list
        .map(|list| (0..list.length()).filter_map(|n| list.item(n)).collect())
        .unwrap_or_default();
    let mut sources: Vec<ImportSource> = Vec::new();
    for file in &files {
        let path = Reflect::get(file, &"webkitRelativePath".into());
        let path = path.ok().and_then(|path| path.as_string());
        match path.filter(|path| !path.is_empty()) {
            Some(path) if !is_wanted(&path) => {}
            Some(path) => sources.push(source(path, file)),
            None => sources.push(source(file.name(), file)),
        }
        if sources.len() > FILES {
            break;
        }
    }
    if sources.is_empty() && !files.is_empty() {
        let problem = "ui-import-empty-folder";
        sources.push(ImportSource::refused(t("ui-import-a-folder"), problem));
    }
    give(sources, store);
}

/// Milliseconds after which a drag counts as ended: some browsers don't report Escape.
const DRAG_MS: u32 = 900;

thread_local! {
    /// The page shows that files can be dropped, until this timer fires.
    static DRAGGED: RefCell<Option<Timeout>> = const { RefCell::new(None) };
}

/// Files are dragged over the page.
#[inline(never)] // Nothing is dragged over the first screen yet.
pub fn dragged(event: &DragEvent) {
    let types = event.data_transfer().map(|data| data.types());
    let files = JsValue::from_str("Files");
    if !types.is_some_and(|types| types.iter().any(|one| one == files)) {
        return;
    }
    DRAGGED.replace(Some(Timeout::new(DRAG_MS, drag_over)));
    mark("data-dragged", "true");
}

/// Files are no longer dragged over the page.
pub fn drag_over() {
    if DRAGGED.take().is_some() {
        mark("data-dragged", "false");
    }
}

/// Takes dropped files, folders with their content, or a text.
pub fn dropped(data: Option<DataTransfer>, store: &Store) {
    drag_over();
    let Some(data) = data else { return };
    if store.state().route != Route::Simulator {
        route::give(data);
        return;
    }
    let walk = Rc::new(RefCell::new(FolderScan {
        found: Vec::new(),
        folders: Vec::new(),
        waiting: 1,
        store: store.clone(),
    }));
    // All at once: the list is empty after the event.
    let items = data.items();
    let mut entries = Vec::new();
    for item in (0..items.length()).filter_map(|n| items.get(n)) {
        let entry = item.webkit_get_as_entry().ok().flatten();
        match entry.filter(FileSystemEntry::is_directory) {
            Some(folder) => entries.push(folder),
            None => {
                if let Some(file) = item.get_as_file().ok().flatten() {
                    walk.borrow_mut().found.push(source(file.name(), &file));
                }
            }
        }
    }
    let nothing = entries.is_empty() && walk.borrow().found.is_empty();
    if nothing && let Ok(text) = data.get_data("text") {
        walk.borrow_mut().found.extend(pasted(&text.into()));
    }
    for entry in entries {
        walk.borrow_mut().folders.push(entry.name());
        look_into(&walk, &entry, 0);
    }
    finish(&walk);
}

/// Handles a paste anywhere on the page: files and texts are imported, unless a field takes a short text.
#[inline(never)] // The first screen only listens.
pub fn paste(store: &Store, event: &Event) {
    let Some(event) = event.dyn_ref::<ClipboardEvent>() else {
        return;
    };
    let busy = store.state().dialog.is_some_and(|dialog| dialog != Dialog::Import);
    if busy || event.default_prevented() {
        return;
    }
    let Some(data) = event.clipboard_data() else {
        return;
    };
    if store.state().route != Route::Simulator {
        let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let field =
            element.and_then(|element| element.closest("input, textarea, select").ok().flatten());
        // No field takes files; the focused field takes a text.
        let files = data.files().is_some_and(|files| files.length() > 0);
        let text = || data.get_data("text").unwrap_or_default();
        if (files || field.is_none() && !text().trim().is_empty()) && route::give(data.clone()) {
            event.prevent_default();
        }
        return;
    }
    if data.files().is_some_and(|files| files.length() > 0) {
        event.prevent_default();
        take(data.files(), store);
        return;
    }
    let text = data.get_data("text").unwrap_or_default();
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let field = target.and_then(|target| target.closest("input, textarea, select").ok().flatten());
    // Other fields keep any pasted text.
    let takes = match field {
        Some(field) if field.id() == BOX => is_whole(&field, &text),
        Some(_) => false,
        None => true,
    };
    if takes && !text.trim().is_empty() {
        event.prevent_default();
        give(pasted(&text.into()).into_iter().collect(), store);
    }
}

/// Is the pasted text complete, rather than a word to insert into the box?
fn is_whole(field: &Element, text: &str) -> bool {
    let area = field.dyn_ref::<HtmlTextAreaElement>();
    let empty = area.is_none_or(|area| area.text_length() == 0);
    empty || text.trim().contains('\n') || text.len() > LETTERS as usize
}

/// The box's text, which only the browser holds.
pub fn typed(area: &HtmlTextAreaElement, store: &Store) {
    let text = Reflect::get(area, &"value".into()).unwrap_or_default();
    let blank =
        area.text_length() <= LETTERS && text.as_string().is_none_or(|text| text.trim().is_empty());
    let source = if blank { None } else { pasted(&text) };
    store.send(Action::Import(ImportStep::Typed(source)));
}

/// A text as a file without a name.
pub fn pasted(text: &JsValue) -> Option<ImportSource> {
    let blob = Blob::new_with_str_sequence(&Array::of(core::slice::from_ref(text))).ok()?;
    Some(ImportSource::new(String::new(), blob.size(), blob.into()))
}

fn source(name: String, file: &File) -> ImportSource {
    ImportSource::new(name, file.size(), file.into())
}

fn give(files: Vec<ImportSource>, store: &Store) {
    if !files.is_empty() {
        store.send(Action::Import(ImportStep::Files(files)));
    }
}

/// May a file in a folder be importable? Hidden ones aren't.
fn is_wanted(path: &str) -> bool {
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    !hidden && ENDINGS.contains(&ending.as_str())
}

/// The files found in folders so far, and the number of pending answers.
struct FolderScan {
    found: Vec<ImportSource>,
    /// The dropped folders.
    folders: Vec<String>,
    waiting: usize,
    store: Store,
}

/// Handles an answer; after the last one all files are passed on together.
fn finish(walk: &Rc<RefCell<FolderScan>>) {
    let (files, store) = {
        let mut walk = walk.borrow_mut();
        walk.waiting -= 1;
        if walk.waiting > 0 {
            return;
        }
        let mut files = core::mem::take(&mut walk.found);
        if files.is_empty() {
            let folders = walk.folders.drain(..);
            let refuse = |name| ImportSource::refused(name, "ui-import-empty-folder");
            files.extend(folders.map(refuse));
        }
        order::sort_by(&mut files, |a, b| a.name.cmp(&b.name));
        (files, walk.store.clone())
    };
    give(files, &store);
}

fn look_into(walk: &Rc<RefCell<FolderScan>>, folder: &FileSystemEntry, depth: u32) {
    if depth >= DEPTH || walk.borrow().found.len() > FILES {
        let refused = ImportSource::refused(path(folder), TOO_MANY);
        walk.borrow_mut().found.push(refused);
        return;
    }
    walk.borrow_mut().waiting += 1;
    // Browsers name these classes differently, so the type can't be checked.
    let reader = folder.unchecked_ref::<FileSystemDirectoryEntry>();
    read_on(walk, reader.create_reader(), path(folder), depth);
}

/// A folder returns its entries in parts, the last of which is empty.
fn read_on(
    walk: &Rc<RefCell<FolderScan>>,
    reader: FileSystemDirectoryReader,
    name: String,
    depth: u32,
) {
    let more = {
        let (walk, reader, name) = (Rc::clone(walk), reader.clone(), name.clone());
        callback(move |entries| {
            let entries = Array::from(&entries);
            let full = walk.borrow().found.len() > FILES;
            if entries.length() == 0 || full {
                finish(&walk);
                return;
            }
            for entry in entries.iter() {
                visit(&walk, entry.unchecked_ref(), depth);
            }
            read_on(&walk, reader, name, depth);
        })
    };
    let refused = refuse(walk, name);
    let asked = reader.read_entries_with_callback_and_callback(&more, &refused);
    if asked.is_err() {
        let _ = refused.call0(&JsValue::NULL);
    }
}

fn visit(walk: &Rc<RefCell<FolderScan>>, entry: &FileSystemEntry, depth: u32) {
    let name = path(entry);
    if entry.is_directory() {
        if !entry.name().starts_with('.') {
            look_into(walk, entry, depth + 1);
        }
        return;
    }
    if !is_wanted(&name) || walk.borrow().found.len() > FILES {
        return;
    }
    walk.borrow_mut().waiting += 1;
    let here = {
        let (walk, name) = (Rc::clone(walk), name.clone());
        callback(move |file| {
            if let Ok(file) = file.dyn_into::<File>() {
                walk.borrow_mut().found.push(source(name, &file));
            }
            finish(&walk);
        })
    };
    let file = entry.unchecked_ref::<FileSystemFileEntry>();
    file.file_with_callback_and_callback(&here, &refuse(walk, name));
}

/// The callback for a folder or file that can't be read.
fn refuse(walk: &Rc<RefCell<FolderScan>>, name: String) -> Function {
    let walk = Rc::clone(walk);
    callback(move |_| {
        let refused = ImportSource::refused(name, "ui-import-unreadable");
        walk.borrow_mut().found.push(refused);
        finish(&walk);
    })
}

fn callback(call: impl FnOnce(JsValue) + 'static) -> Function {
    Closure::once_into_js(call).unchecked_into()
}

/// The path within the dropped folder.
fn path(entry: &FileSystemEntry) -> String {
    entry.full_path().trim_start_matches('/').to_owned()
}

/// Time that a browser gets to fetch a saved file.
const SAVE_MS: u32 = 10_000;

/// The files of a file input, which can be chosen again.
pub fn of_input(event: &Event) -> Vec<ImportSource> {
    let input: HtmlInputElement = event.target_unchecked_into();
    let files = sources(input.files());
    input.set_value("");
    files
}

/// The files or the text of what is dropped or pasted.
pub fn of_transfer(data: &DataTransfer) -> Vec<ImportSource> {
    let files = sources(data.files());
    let text = || data.get_data("text").ok().filter(|text| !text.trim().is_empty());
    if files.is_empty() {
        text().and_then(|text| pasted(&text.into())).into_iter().collect()
    } else {
        files
    }
}

fn sources(list: Option<FileList>) -> Vec<ImportSource> {
    let list =
        list.into_iter().flat_map(|list| (0..list.length()).filter_map(move |n| list.item(n)));
    list.take(FILES).map(|file| source(file.name(), &file)).collect()
}

/// Saves a file as a download.
pub fn save(name: &str, kind: &str, bytes: &[u8]) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts: Array<JsValue> = Array::of(&[Uint8Array::from(bytes).into()]);
    if let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

/// Saves a blob of the browser.
pub fn save_blob(name: &str, blob: &Blob) {
    let give = || {
        let document = document()?;
        let address = Url::create_object_url_with_blob(blob).ok()?;
        let link = document.create_element("a").ok()?;
        link.set_attribute("href", &address).ok()?;
        link.set_attribute("download", name).ok()?;
        link.dyn_ref::<HtmlElement>()?.click();
        let forget = move || drop(Url::revoke_object_url(&address));
        Timeout::new(SAVE_MS, forget).forget();
        Some(())
    };
    // A frame may forbid downloads; every text can be copied too.
    let _ = give();
}

/// Lines of fields as CSV (RFC 4180).
pub fn csv(lines: &[Vec<String>]) -> String {
    let line = |one: &Vec<String>| one.iter().map(|text| cell(text)).collect::<Vec<_>>().join(",");
    lines.iter().map(|one| line(one) + "\r\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_folder_only_what_may_be_read_is_taken() {
        for path in ["a/b.json", "a/b.YAML", "x.tf", "deep/er/pods.yml"] {
            assert!(is_wanted(path), "{path}");
        }
        for path in ["a/.git/config.json", ".x/b.json", "a/b", "a/b.png", "json", ""] {
            assert!(!is_wanted(path), "{path}");
        }
    }
}
