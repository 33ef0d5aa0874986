//! Reads Rust sources as far as tasks need: code, literals, and test-only code.

use proc_macro2::{LexError, TokenStream, TokenTree};
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
    /// Fails if brackets or quotes of the text don't match.
    pub fn new(path: &str, text: &str) -> Result<Self, LexError> {
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        let mut code = text.bytes().map(blank).collect();
        let mut literals = Vec::new();
        copy(text.parse()?, text, &mut code, &mut literals);
        let tests = tests(&code);
        Ok(Self { path: path.to_owned(), text: text.to_owned(), code, literals, tests })
    }

    /// Does a byte of the file belong to tests?
    pub fn is_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// The literals outside of tests.
    pub fn shipped_literals(&self) -> impl Iterator<Item = &Literal> {
        self.literals.iter().filter(|literal| !self.is_test(literal.at))
    }

    /// The literals outside of tests, and those in tests that switch a rule off.
    pub fn switches(&self) -> impl Iterator<Item = &Literal> {
        let asks = |at: usize| self.text[..at].trim_end_matches('"').ends_with("muted(");
        self.literals.iter().filter(move |one| !self.is_test(one.at) || asks(one.at))
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
    // The checkers of random scenarios name rules that they switch off.
    folders.retain(|folder| folder.file_name() != "vopr");
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        visit(&folder.path().join("src"), &format!("{name}/"), &mut sources)?;
    }
    visit(&root.join("src"), "page/", &mut sources)?;
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
            let source = SourceFile::new(&path, &fs::read_to_string(entry.path())?);
            sources.push(source.map_err(|error| io::Error::other(format!("{path}: {error}")))?);
        }
    }
    Ok(())
}

/// Copies tokens of `text` to their places in the blank `code`, except literals that may contain anything.
fn copy(tokens: TokenStream, text: &str, code: &mut String, literals: &mut Vec<Literal>) {
    for token in tokens {
        let range = token.span().byte_range();
        let source = &text[range.clone()];
        if source.starts_with("//") || source.starts_with("/*") {
            // To the compiler, the comment on an item is an attribute.
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                for end in [group.span_open(), group.span_close()] {
                    let end = end.byte_range();
                    code.replace_range(end.clone(), &text[end]);
                }
                copy(group.stream(), text, code, literals);
            }
            TokenTree::Literal(_) if source.ends_with(['"', '#', '\'']) => {
                let inside = source.trim_start_matches(['b', 'c', 'r']).trim_matches('#');
                if let Some(inside) = inside.strip_prefix('"') {
                    let text = inside.strip_suffix('"').unwrap_or(inside).to_owned();
                    literals.push(Literal { at: range.start, text });
                }
            }
            _ => code.replace_range(range, source),
        }
    }
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
        )
        .unwrap();
        assert_eq!(texts(&source), [r#"x \" y"#, "raw \" text", "z"]);
        assert_eq!(source.code.len(), source.text.len());
        assert!(!source.code.contains("no") && !source.code.contains("nested"));
        assert!(source.code.contains("let d: &'a str"));
    }

    #[test]
    fn words_are_whole() {
        let source = SourceFile::new("a.rs", "eval(evaluate, re_eval, eval) // eval").unwrap();
        assert_eq!(source.words("eval").collect::<Vec<_>>(), [0, 24]);
    }

    #[test]
    fn items_for_tests_are_found() {
        let source = SourceFile::new(
            "a.rs",
            "fn a() { \"A\" }\n#[cfg(test)]\nmod testing;\n#[cfg(not(test))]\nfn b() { \"B\" }\n\
             #[cfg(all(test, unix))]\n#[allow(x)]\nmod tests {\n    fn c() { \"}C\" }\n}\nfn d() { \"D\" }\n",
        )
        .unwrap();
        let shipped: Vec<_> = source.shipped_literals().map(|l| l.text.as_str()).collect();
        assert_eq!(shipped, ["A", "B", "D"]);
        assert_eq!(source.test_modules().collect::<Vec<_>>(), ["testing"]);
        assert_eq!(source.shipped_lines(), 4);
    }
}
