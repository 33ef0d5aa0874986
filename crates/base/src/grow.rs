//! Lists that are long grow by little: room that nobody uses is memory all the same, and wasm gives none back.

/// Appends; a list that is full gets an eighth more room.
pub fn push_slowly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(item);
}

/// Asks the system for memory in one piece, and leaves it to whoever wants some next. Wasm asks for what it needs at each
/// time, 64 KiB at least, and the browser looks for garbage each time.
pub fn ahead(bytes: usize) {
    if cfg!(target_family = "wasm") {
        drop(core::hint::black_box(Vec::<u8>::with_capacity(bytes)));
    }
}
