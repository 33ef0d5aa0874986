//! Reads Rust sources as far as tasks need: code, literals, and test-only code.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

/// One source file. `text` and `code` have the same lines.
#[derive(Debug)]
pub struct SourceFile {
    /// Relative to the folder that was read, with `/`; see [`crates`].
    pub path: String,
    /// The content of the file.
    pub text: String,
    /// The content with comments and literals blanked.
    pub code: String,
    pub literals: Vec<Literal>,
    /// Byte ranges of `code` that are compiled for tests only.
    pub tests: Vec<Range<usize>>,
}

/// A string literal, without quotes and with escapes as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub at: usize,
    pub text: String,
}

impl SourceFile {
    pub fn new(path: &str, text: &str) -> Self {
        let (code, literals) = lex(text);
        let tests = tests(&code);
        Self { path: path.to_owned(), text: text.to_owned(), code, literals, tests }
    }

    /// Does a byte of the file belong to tests?
    pub fn is_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// The literals outside of tests.
    pub fn shipped_literals(&self) -> impl Iterator<Item = &Literal> {
        self.literals.iter().filter(|literal| !self.is_test(literal.at))
    }

    /// The number of lines outside of tests.
    pub fn shipped_lines(&self) -> usize {
        let tests: usize =
            self.tests.iter().map(|range| self.code[range.clone()].lines().count()).sum();
        self.code.lines().count() - tests
    }

    /// The line of a byte, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    /// The places of a name in code as a whole word.
    pub fn words<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let name = |c: char| c.is_alphanumeric() || c == '_';
        self.code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
            !self.code[..at].ends_with(name) && !self.code[at + word.len()..].starts_with(name)
        })
    }

    /// Separate modules that are compiled for tests only.
    fn test_modules(&self) -> impl Iterator<Item = &str> {
        self.tests.iter().filter_map(|range| {
            let item = self.code[range.clone()].strip_suffix(';')?;
            item.rsplit_once("mod ").map(|(_, name)| name.trim())
        })
    }
}

/// The sources of all crates in `crates/`; paths begin with the crate's name and omit `src/`.
pub fn crates(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut sources = Vec::new();
    let mut folders = fs::read_dir(root.join("crates"))?.collect::<io::Result<Vec<_>>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        visit(&folder.path().join("src"), &format!("{name}/"), &mut sources)?;
    }
    mark_tests(&mut sources);
    Ok(sources)
}

/// All `.rs` files in a folder, by path.
pub fn read(folder: &Path) -> io::Result<Vec<SourceFile>> {
    let mut sources = Vec::new();
    visit(folder, "", &mut sources)?;
    mark_tests(&mut sources);
    Ok(sources)
}

/// Marks the files of modules that are compiled for tests only.
fn mark_tests(sources: &mut [SourceFile]) {
    let mut testing = BTreeSet::new();
    for source in &*sources {
        let home = match source.path.rsplit_once('/') {
            Some((home, "mod.rs" | "lib.rs")) => format!("{home}/"),
            None if matches!(source.path.as_str(), "mod.rs" | "lib.rs") => String::new(),
            _ => format!("{}/", source.path.trim_end_matches(".rs")),
        };
        for module in source.test_modules() {
            testing.insert(format!("{home}{module}"));
        }
    }
    for source in sources {
        let path = source.path.trim_end_matches(".rs");
        let under = |module: &String| {
            path.strip_prefix(module.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if testing.iter().any(under) {
            let all = 0..source.text.len();
            source.tests = Vec::from([all]);
        }
    }
}

fn visit(folder: &Path, prefix: &str, sources: &mut Vec<SourceFile>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            visit(&entry.path(), &format!("{path}/"), sources)?;
        } else if name.ends_with(".rs") {
            sources.push(SourceFile::new(&path, &fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}

/// Splits a text into code, with everything else blanked, and its string literals.
fn lex(text: &str) -> (String, Vec<Literal>) {
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (len, inside) = if rest.starts_with("//") {
            let len = rest.find('\n').unwrap_or(rest.len());
            (len, Some(0..len))
        } else if rest.starts_with("/*") {
            let len = block_comment(rest);
            (len, Some(0..len))
        } else if let Some((len, inside)) = string(rest, &code) {
            literals.push(Literal { at, text: rest[inside.clone()].to_owned() });
            (len, Some(inside))
        } else if let Some(len) = character(rest) {
            (len, Some(1..len - 1))
        } else {
            (c.len_utf8(), None)
        };
        let inside = inside.unwrap_or(0..0);
        for (i, c) in rest[..len].char_indices() {
            if inside.contains(&i) && c != '\n' {
                code.extend(std::iter::repeat_n(' ', c.len_utf8()));
            } else {
                code.push(c);
            }
        }
        at += len;
    }
    (code, literals)
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// A string literal at the start of `rest`: its length and the range of its content.
fn string(rest: &str, before: &str) -> Option<(usize, Range<usize>)> {
    if let Some(after) = rest.strip_prefix('"') {
        let mut escaped = false;
        let end = after.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let end = 1 + end.unwrap_or(after.len());
        return Some(((end + 1).min(rest.len()), 1..end));
    }
    // `r` may end a name, as in `bar"`, which no valid source contains, or begin a raw name, `r#type`.
    let name = before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let raw = rest.strip_prefix('r')?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    if (name && !before.ends_with(['b', 'c'])) || !raw[hashes..].starts_with('"') {
        return None;
    }
    let start = 2 + hashes;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = rest[start..].find(&close).map_or(rest.len(), |len| start + len);
    Some(((end + close.len()).min(rest.len()), start..end))
}

/// The length of a character literal at the start of `rest`; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('\'')?;
    let c = after.chars().next()?;
    if c == '\\' {
        let len = after[2..].find('\'')?;
        return Some(1 + 2 + len + 1);
    }
    after[c.len_utf8()..].starts_with('\'').then(|| 2 + c.len_utf8())
}

/// The items of blanked code behind a `cfg` for tests.
fn tests(code: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in code.match_indices("#[cfg(") {
        let end = at + closing(&code[at..], '[', ']');
        let asks = &code[at..end];
        let inside = ranges.last().is_some_and(|range| range.contains(&at));
        if inside || asks.contains("not(test") || !asks_for_test(asks) {
            continue;
        }
        ranges.push(at..end + item(&code[end..]));
    }
    ranges
}

fn asks_for_test(attribute: &str) -> bool {
    attribute.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "test")
}

/// The length of the item at the start of `rest`, including further attributes.
fn item(rest: &str) -> usize {
    let mut at = 0;
    while let Some(c) = rest[at..].chars().next() {
        match c {
            '(' => at += closing(&rest[at..], '(', ')'),
            '[' => at += closing(&rest[at..], '[', ']'),
            '{' => return at + closing(&rest[at..], '{', '}'),
            ';' => return at + 1,
            _ => at += c.len_utf8(),
        }
    }
    rest.len()
}

/// The length up to the closing bracket of the first one.
fn closing(rest: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return at + c.len_utf8();
            }
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &SourceFile) -> Vec<&str> {
        source.literals.iter().map(|l| l.text.as_str()).collect()
    }

    #[test]
    fn comments_and_literals_are_not_code() {
        let source = SourceFile::new(
            "a.rs",
            r##"let a = "x \" y"; // one "no"
let b = r#"raw " text"#; /* two /* nested */ "no" */ let c = '"'; let d: &'a str = b"z";"##,
        );
        assert_eq!(texts(&source), [r#"x \" y"#, "raw \" text", "z"]);
        assert_eq!(source.code.len(), source.text.len());
        assert!(!source.code.contains("no") && !source.code.contains("nested"));
        assert!(source.code.contains("let d: &'a str"));
    }

    #[test]
    fn words_are_whole() {
        let source = SourceFile::new("a.rs", "eval(evaluate, re_eval, eval) // eval");
        assert_eq!(source.words("eval").collect::<Vec<_>>(), [0, 24]);
    }

    #[test]
    fn items_for_tests_are_found() {
        let source = SourceFile::new(
            "a.rs",
            "fn a() { \"A\" }\n#[cfg(test)]\nmod testing;\n#[cfg(not(test))]\nfn b() { \"B\" }\n\
             #[cfg(all(test, unix))]\n#[allow(x)]\nmod tests {\n    fn c() { \"}C\" }\n}\nfn d() { \"D\" }\n",
        );
        let shipped: Vec<_> = source.shipped_literals().map(|l| l.text.as_str()).collect();
        assert_eq!(shipped, ["A", "B", "D"]);
        assert_eq!(source.test_modules().collect::<Vec<_>>(), ["testing"]);
        assert_eq!(source.shipped_lines(), 4);
    }
}
