//! POSIX shell words.

use base::text::is_hidden;
pub(super) use base::text::quote;

/// Can a command have this as a word? A leading `-` would make it an option, and a terminal acts on control
/// characters before the shell sees the quotes. No name in Kubernetes or GKE has either.
pub(super) fn speakable(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('-') && clean(text)
}

/// Does it have no characters that a terminal acts on, or that a reader can't see?
pub(super) fn clean(text: &str) -> bool {
    !text.chars().any(is_hidden)
}

/// A list as one value of a gcloud flag, separated by commas, or by a declared delimiter: `^;^a,b;c`.
pub(super) fn list(items: &[String]) -> String {
    const MARKS: [&str; 6] = [",", ";", "|", "~~", "@@@", ":-:-:"];
    let free = |mark: &&&str| !items.iter().any(|item| item.contains(**mark));
    match MARKS.iter().find(free).copied().unwrap_or(",") {
        "," if !items.first().is_some_and(|item| item.starts_with('^')) => items.join(","),
        mark => format!("^{mark}^{}", items.join(mark)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_control_characters_are_not_spoken() {
        assert!(speakable("web-pool") && speakable("$(rm)"));
        assert!(!speakable("--quiet") && !speakable("a\u{3}rm") && !speakable(""));
    }

    #[test]
    fn items_with_a_comma_take_another_mark() {
        let list =
            |items: &[&str]| list(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!(list(&["a=1", "b=2"]), "a=1,b=2");
        assert_eq!(list(&["a=1,2", "b"]), "^;^a=1,2;b");
        assert_eq!(list(&["^x^", "b"]), "^,^^x^,b");
    }
}
