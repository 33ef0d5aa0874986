//! The browser's storage of settings.

/// Storage may be refused, for example in a sandboxed frame: then a setting lasts as long as the page.
pub fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The storage of this tab alone.
pub fn session() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

pub(crate) fn keep(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("nodetide.{key}"), value);
    }
}

/// A saved setting.
pub fn kept(key: &str) -> Option<String> {
    storage()?.get_item(&format!("nodetide.{key}")).ok().flatten()
}
