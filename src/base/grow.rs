//! Lists that are long grow by little: room that nobody uses is memory all the same, and wasm gives none back.

/// Appends; a list that is full gets an eighth more room.
pub fn push_slowly<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 8 + 64);
    }
    list.push(item);
}
