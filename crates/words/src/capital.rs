//! Capitalizes sentences. Its table of capital letters is large, and not part of the first load.

/// Makes the first letter a capital.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
