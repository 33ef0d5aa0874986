//! YAML 1.1 and 1.2 scalars.

use super::quoted;

/// Words that some YAML readers take for a boolean or null.
const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "y", "n", "null"];

/// A text: unquoted if every reader takes it for a text, else in double quotes.
pub(crate) fn text(text: &str) -> String {
    let inner = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let bare = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(inner)
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    if bare {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        quoted(c, &mut out);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ambiguous_scalars_are_quoted() {
        let texts = [
            "web-pdb",
            "app.kubernetes.io/name",
            "No",
            "null",
            "12",
            "1e3",
            "0x1f",
            "2026-01-05",
            "~",
            "a: b",
            "- a",
            "",
            "a\nb",
            "é",
            "\u{85}",
        ];
        assert_eq!(
            texts.map(text).join(" "),
            r#"web-pdb app.kubernetes.io/name "No" "null" "12" "1e3" "0x1f" "2026-01-05" "~" "a: b" "- a" "" "a\nb" "é" "\u0085""#
        );
    }
}
