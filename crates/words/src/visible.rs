//! Characters that a reader can't see, or that a terminal obeys, shown as escapes: names come from files of others.

/// Controls (also those of C1), marks of direction, separators of lines, and characters without width.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text with escapes as in JSON: `\u001b`, `\n`. Other text stays as it is.
pub fn visible(text: String) -> String {
    if text.chars().any(is_hidden) { escaped(&text) } else { text }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) => {
                let hex = format!("{:04x}", u32::from(c));
                out.push_str("\\u");
                out.push_str(&hex);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        for (text, shown) in [
            ("web-1", "web-1"),
            ("Größe 10 µm 名前 🚀", "Größe 10 µm 名前 🚀"),
            ("\u{1b}]52;c;aGk=\u{7}", "\\u001b]52;c;aGk=\\u0007"),
            ("a\u{9b}31mb\u{7f}\0", "a\\u009b31mb\\u007f\\u0000"),
            ("gnp\u{202e}.exe\u{200b}\u{feff}", "gnp\\u202e.exe\\u200b\\ufeff"),
            ("a\nfail-on x\r\t", "a\\nfail-on x\\r\\t"),
        ] {
            assert_eq!(visible(text.to_owned()), shown);
        }
    }
}
