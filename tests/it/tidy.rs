//! The house rules that a compiler does not check.

use crate::{SOURCES, root};
use std::fs;
use std::path::Path;
use words::Language;
use xtask::locales::{languages, parts};
use xtask::source::{self, SourceFile};

/// Crates, and what they never depend on: text formats, the browser, and each other where a question must work without the
/// engine.
const NEVER: [(&[&str], &[&str]); 4] = [
    (&["base", "model", "trace", "sim", "query"], &["serde", "serde_json", "plotters"]),
    (
        &["base", "model", "trace", "sim", "query", "words", "scenario", "import", "changeset"],
        &["js-sys", "gloo-timers", "wasm-bindgen", "web-sys", "plotters"],
    ),
    (&["query", "words", "draw"], &["sim", "scenario", "runner"]),
    (&["runner", "draw", "cli"], &["yew", "page"]),
];

/// Crates that compute a run or read one: no floats, no hash order, no clock.
const EXACT: [&str; 6] = ["base", "model", "trace", "sim", "query", "words"];
const DENIED: &str = "#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]";

const LINES: usize = 450;

/// How many lines the product may have without its tests and its tools. It may only fall, but for a process that moves in.
const TOTAL: usize = 168_000;
const TOOLS: [&str; 2] = ["vopr", "xtask"];

/// How many lines a crate may have without its tests: what it has, and 2 % of room. They are what a newcomer reads.
const BUDGETS: [(&str, usize); 16] = [
    ("base", 1_700),
    ("model", 6_880),
    ("trace", 4_300),
    ("scenario", 21_350),
    ("changeset", 980),
    ("import", 21_700),
    ("importer", 200),
    ("sim", 24_220),
    ("query", 23_310),
    ("words", 2_170),
    ("draw", 9_750),
    ("runner", 3_700),
    ("page", 40_760),
    ("cli", 7_300),
    ("vopr", 15_700),
    ("xtask", 3_400),
];

/// Files that may be longer, each with its reason.
const LONG: &[(&str, &str)] = &[];

/// What the page's player may name besides itself: the loaded run, words, dates and the browser. The page's state it knows by
/// its `Host`.
const PLAYER_KNOWS: [&str; 5] =
    ["player", "shell::dates", "shell::run::loaded", "shell::web::browser", "shell::words"];

/// Ways to turn text into markup or code.
const MARKUP: [&str; 9] = [
    "inner_html",
    "set_inner_html",
    "outer_html",
    "set_outer_html",
    "from_html_unchecked",
    "insert_adjacent_html",
    "document_write",
    "create_contextual_fragment",
    "eval",
];
const MARKUP_JS: [&str; 7] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "createContextualFragment",
    "document.write",
    "eval(",
    "new Function",
];

/// So many rows has the table that says where things are: more is a list, and no map.
const PLACES: usize = 45;

/// Unfinished work.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Reads all files below a folder that end so.
fn texts(folder: &str, ending: &str) -> Vec<(String, String)> {
    fn visit(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder), ending, &mut found);
    found
}

/// Runs a check over each source and asserts that nothing was found.
fn check(find: impl Fn(&SourceFile, &mut dyn FnMut(usize, String))) {
    let mut faults = Vec::new();
    for source in &*SOURCES {
        find(source, &mut |at, fault| {
            faults.push(format!("{}:{}: {fault}", source.path, source.line(at)));
        });
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The names in the section `[dependencies]` of a crate.
fn dependencies(name: &str) -> Vec<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().skip_while(|line| *line != "[dependencies]");
    let lines = lines.skip(1).take_while(|line| !line.starts_with("[dev"));
    lines
        .filter_map(|line| {
            let table = line.strip_prefix("[dependencies.");
            table
                .and_then(|rest| rest.strip_suffix(']'))
                .or_else(|| line.split_once(['.', ' ', '=']).map(|(name, _)| name))
        })
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// An optional dependency is one that the browser's programs ask for.
#[test]
fn crates_do_not_depend_on_what_they_must_not_know() {
    for (names, never) in NEVER {
        for name in names {
            let depends = dependencies(name);
            assert!(name == &"base" || depends.contains(&"base".to_owned()), "{name}: {depends:?}");
            for other in never {
                assert!(!depends.contains(&(*other).to_owned()), "{name} must not know {other}");
            }
        }
    }
}

#[test]
fn crates_that_compute_deny_floats_hashes_and_clocks() {
    for name in EXACT {
        let path = root().join("crates").join(name).join("src/lib.rs");
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(DENIED), "{name}: {DENIED}");
    }
}

#[test]
fn file_names_are_snake_case() {
    check(|source, fault| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/.".contains(c);
        if !source.path.chars().all(plain) {
            fault(0, "names of files are snake_case".to_owned());
        }
    });
}

#[test]
fn files_read_in_one_sitting() {
    let mut long = LONG.to_vec();
    for source in &*SOURCES {
        let excused = long.iter().position(|(path, _)| *path == source.path);
        let lines = source.shipped_lines();
        match excused {
            Some(at) => {
                let (path, reason) = long.remove(at);
                assert!(lines > LINES, "{path} is short enough: take it from the list");
                assert!(!reason.is_empty(), "{path} is long without a reason");
            }
            None => assert!(
                lines <= LINES,
                "{} has {lines} lines without its tests, more than {LINES}",
                source.path
            ),
        }
    }
    assert!(long.is_empty(), "no such files: {long:?}");
}

#[test]
fn crates_keep_to_their_budgets() {
    let (mut over, mut total) = (Vec::new(), 0);
    for (name, budget) in BUDGETS {
        let read = |folder: &str| source::read(&root().join(folder)).unwrap();
        let sources = match name {
            "page" => read("src"),
            "xtask" => read("xtask/src"),
            name => read(&format!("crates/{name}/src")),
        };
        let shipped = sources.iter().filter(|source| !source.path.contains("testing"));
        let lines: usize = shipped.map(SourceFile::shipped_lines).sum();
        total += if TOOLS.contains(&name) { 0 } else { lines };
        if lines > budget {
            over.push(format!(
                "{name} has {lines} lines without its tests, its budget is {budget}"
            ));
        }
    }
    assert!(over.is_empty(), "\n{}\n", over.join("\n"));
    assert!(total <= TOTAL, "the product has {total} lines without its tests, of at most {TOTAL}");
}

#[test]
fn the_map_names_what_is_there() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let places = text.split("## Where things are").nth(1).unwrap();
    let places = places.split("\n## ").next().unwrap();
    let rows = places.lines().filter(|line| line.starts_with("| ")).skip(1).count();
    assert!(rows <= PLACES, "{rows} rows, more than {PLACES}");
    let is_there = |path: &str| {
        let (area, file) = path.split_once('/').unwrap();
        let own = if area == "page" { "src".to_owned() } else { format!("crates/{area}/src") };
        let own = root().join(own);
        // Others are beside the one named before.
        let is_area = own.exists() || root().join(area).exists();
        !is_area || own.join(file).exists() || root().join(path).exists()
    };
    // After the sentence that explains the paths.
    let rows = places.split("\n|").skip(1).collect::<Vec<_>>().join("|");
    let named = rows.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
    let named = named.filter(|name| !name.contains([' ', '<', '(']) && !name.contains("LANGUAGE"));
    let missing: Vec<&str> = named.filter(|name| !is_there(name)).collect();
    assert!(missing.is_empty(), "no such files: {missing:?}");
}

#[test]
fn the_player_knows_the_page_by_its_host() {
    check(|source, fault| {
        if !source.path.starts_with("page/player/") {
            return;
        }
        for (at, _) in source.code.match_indices("crate::") {
            let named = &source.code[at + "crate::".len()..];
            if !PLAYER_KNOWS.iter().any(|module| named.starts_with(module)) {
                let named = named.lines().next().unwrap_or_default();
                fault(at, format!("the player must not know {named}"));
            }
        }
    });
    assert!(SOURCES.iter().any(|source| source.path.starts_with("page/player/")));
}

#[test]
fn text_never_becomes_markup_or_code() {
    check(|source, fault| {
        for word in MARKUP {
            for at in source.words(word) {
                fault(at, format!("{word} is banned"));
            }
        }
        if source.path.starts_with("page/") {
            for at in source.words("style") {
                if source.code[at..].starts_with("style=") {
                    fault(at, "the policy refuses style attributes; use a class".to_owned());
                }
            }
        }
    });
    for (path, text) in texts("static", ".js") {
        for word in MARKUP_JS {
            assert!(!text.contains(word), "{path}: {word} is banned");
        }
    }
    let page = fs::read_to_string(root().join("index.html")).unwrap();
    assert!(!page.contains(" style=") && !page.contains("<style"), "index.html: use a class");
}

/// A module would show the keys of words that are loaded after it.
#[test]
fn what_a_module_says_is_loaded_with_it() {
    let listed = fs::read_to_string(root().join("xtask/src/parts.rs")).unwrap();
    let modules = |list: &str| -> Vec<String> {
        let listed = listed.split(&format!("const {list}: ")).nth(1).unwrap_or_default();
        let names = listed.split("];").next().unwrap_or_default().split('"');
        names.filter(|name| name.contains("::")).map(|name| name.replace("::", "/")).collect()
    };
    let (first, later) = (modules("FIRST"), modules("LATER"));
    let texts = languages(&root()).unwrap();
    let [words, at_start, at_end] = [&texts[0].1, parts(&texts[0].1)[0], parts(&texts[0].1)[2]]
        .map(|text| Language::read(text.to_owned().leak()));
    check(|source, fault| {
        let path = source.path.trim_end_matches(".rs");
        let is_within = |module: &String| path == module || path.starts_with(&format!("{module}/"));
        let is_first = first.iter().any(|module| path == module);
        let on_demand = ["base/", "cli/", "import/", "importer/", "vopr/", "xtask/", "tests/"];
        let is_later =
            later.iter().any(is_within) || on_demand.iter().any(|part| path.starts_with(part));
        let shown = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for key in shown.split('"').skip(1).step_by(2).filter(|key| words.find(key).is_some()) {
            let at = source.text.find(&format!("\"{key}\"")).unwrap_or_default();
            if is_first && at_start.find(key).is_none() {
                fault(at, format!("{key} is not in the group of the first screen"));
            }
            if !is_later && at_end.find(key).is_some() {
                fault(at, format!("{key} is loaded later than this"));
            }
        }
    });
    assert!(first.len() > 10 && later.len() > 10, "{first:?}");
}

#[test]
fn nothing_is_left_unfinished() {
    check(|source, fault| {
        for word in UNFINISHED {
            if let Some(at) = source.text.find(word) {
                fault(at, format!("{word} is left"));
            }
        }
        for macro_name in ["dbg", "todo", "unimplemented"] {
            for at in source.words(macro_name) {
                if source.code[at + macro_name.len()..].starts_with('!') {
                    fault(at, format!("{macro_name}! is left"));
                }
            }
        }
    });
}
