//! The language files.

use std::fs;
use std::io;
use std::path::Path;

/// The languages with the text of their files, English first.
pub fn languages(root: &Path) -> io::Result<Vec<(String, String)>> {
    let mut languages = Vec::new();
    for entry in fs::read_dir(root.join("static/locales"))? {
        let path = entry?.path();
        let tag = path.file_stem().unwrap_or_default().to_string_lossy();
        languages.push((tag.into_owned(), fs::read_to_string(&path)?));
    }
    languages.sort_by_key(|(tag, _)| (tag != "en", tag.clone()));
    Ok(languages)
}

/// The messages of the first group, of the others, and of those that are loaded later, as the parts of the app are.
pub fn parts(text: &str) -> [&str; 3] {
    let second = text.match_indices("\n## ").nth(1).map_or(text.len(), |(at, _)| at);
    let (first, others) = text.split_at(second);
    let (rest, later) = others.split_at(others.find("\n## Loaded later").unwrap_or(others.len()));
    [first, rest, later]
}
