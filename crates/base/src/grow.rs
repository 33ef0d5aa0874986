//! Grows long lists in small steps: unused capacity is memory too, and wasm gives none back.

/// Appends; a full list grows by an eighth.
pub fn push_slowly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(item);
}

/// Allocates memory in one piece and frees it for later allocations. Otherwise wasm grows by each request, at
/// least 64 KiB, and the browser collects garbage each time.
pub fn ahead(bytes: usize) {
    if cfg!(target_family = "wasm") {
        drop(core::hint::black_box(Vec::<u8>::with_capacity(bytes)));
    }
}
