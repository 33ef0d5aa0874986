//! Sentences begin with a capital. In a file of its own, since the table of capitals is large and the first screen needs none.

/// The text with a capital at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
