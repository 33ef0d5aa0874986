//! The house rules that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};
use xtask::source::{self, Source};

/// A floor, what it may import of the others, and what it must not name.
struct Floor {
    name: &'static str,
    imports: &'static [&'static str],
    unknown: &'static [&'static [&'static str]],
}

const BROWSER: &[&str] = &[
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "gloo_timers",
    "serde_wasm_bindgen",
];
const SERDE: &[&str] = &["serde", "serde_json", "serde_wasm_bindgen"];
const YEW: &[&str] = &["yew"];
const PLOTTERS: &[&str] = &["plotters", "plotters_backend"];
const CLOCKS: &[&str] = &["Instant", "SystemTime"];
const HASHES: &[&str] = &["HashMap", "HashSet"];

#[rustfmt::skip]
const FLOORS: [Floor; 12] = [
    Floor { name: "base", imports: &[],
        unknown: &[BROWSER, SERDE, YEW, PLOTTERS, CLOCKS, HASHES] },
    Floor { name: "model", imports: &["base"],
        unknown: &[BROWSER, YEW, PLOTTERS, CLOCKS, HASHES] },
    Floor { name: "scenario", imports: &["base", "model"],
        unknown: &[BROWSER, YEW, PLOTTERS] },
    Floor { name: "trace", imports: &["base", "model"],
        unknown: &[BROWSER, SERDE, YEW, PLOTTERS, CLOCKS, HASHES] },
    Floor { name: "sim", imports: &["base", "model", "trace"],
        unknown: &[BROWSER, SERDE, YEW, PLOTTERS, CLOCKS, HASHES] },
    Floor { name: "query", imports: &["base", "model", "trace"],
        unknown: &[BROWSER, SERDE, YEW, PLOTTERS, CLOCKS, HASHES] },
    Floor { name: "words", imports: &["base", "model", "trace"],
        unknown: &[BROWSER, YEW, PLOTTERS] },
    Floor { name: "runner", imports: &["base", "model", "scenario", "sim", "trace", "query"],
        unknown: &[&["web_sys"], YEW, PLOTTERS] },
    Floor { name: "draw", imports: &["base", "model", "trace", "query", "words"],
        unknown: &[BROWSER, SERDE, YEW] },
    Floor { name: "ui", imports: &["base", "model", "scenario", "trace", "query", "words", "runner", "draw"],
        unknown: &[PLOTTERS] },
    Floor { name: "api", imports: &["base", "model", "scenario", "trace", "query", "words", "runner"],
        unknown: &[YEW, PLOTTERS] },
    Floor { name: "cli", imports: &["base", "model", "scenario", "trace", "query", "words", "runner", "draw"],
        unknown: &[BROWSER, YEW, PLOTTERS] },
];

/// The files of floors without a browser that know it all the same.
const RIMS: [&str; 3] = ["runner/hand.rs", "runner/worker.rs", "draw/canvas.rs"];

const LINES: usize = 450;

/// Files that may be longer, each with its reason.
const LONG: &[(&str, &str)] = &[];

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

/// Unfinished work.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    source::read(&root().join("src")).unwrap()
}

fn floor(path: &str) -> Option<&'static Floor> {
    let (folder, _) = path.split_once('/')?;
    FLOORS.iter().find(|floor| floor.name == folder)
}

/// Reads all files below a folder that end so.
fn texts(folder: &str, ending: &str) -> Vec<(String, String)> {
    fn visit(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push((
                    path.display().to_string(),
                    fs::read_to_string(&path).unwrap(),
                ));
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder), ending, &mut found);
    found
}

/// Runs a check over each source and asserts that nothing was found.
fn check(find: impl Fn(&Source, &mut dyn FnMut(usize, String))) {
    let mut faults = Vec::new();
    for source in sources() {
        find(&source, &mut |at, fault| {
            faults.push(format!("src/{}:{}: {fault}", source.path, source.line(at)));
        });
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The modules of this crate that code names by `crate::`, also in a group.
fn imports(source: &Source) -> Vec<(usize, String)> {
    let code = &source.code;
    let name = |text: &str| -> String {
        let text = text.trim_start();
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let mut found = Vec::new();
    for at in source.words("crate") {
        let Some(rest) = code[at..].strip_prefix("crate::") else {
            continue;
        };
        let Some(group) = rest.strip_prefix('{') else {
            found.push((at, name(rest)));
            continue;
        };
        let mut depth = 0;
        let mut fresh = true;
        for (i, c) in group.char_indices() {
            if fresh && depth == 0 && !c.is_whitespace() {
                found.push((at, name(&group[i..])));
                fresh = false;
            }
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => fresh = true,
                _ => {}
            }
        }
    }
    found.retain(|(_, name)| !name.is_empty());
    found
}

#[test]
fn floors_import_only_what_lies_below() {
    check(|source, fault| {
        let Some(floor) = floor(&source.path) else {
            return;
        };
        for (at, name) in imports(source) {
            let known = FLOORS.iter().any(|other| other.name == name);
            // Tests may ask the engine for what they look at.
            if known
                && !source.is_test(at)
                && name != floor.name
                && !floor.imports.contains(&name.as_str())
            {
                fault(at, format!("{} may not import {name}", floor.name));
            }
        }
    });
}

#[test]
fn floors_name_only_what_they_may_know() {
    check(|source, fault| {
        let Some(floor) = floor(&source.path) else {
            return;
        };
        let rim = RIMS.contains(&source.path.as_str());
        for word in floor.unknown.iter().copied().flatten() {
            if rim && BROWSER.contains(word) {
                continue;
            }
            for at in source.words(word) {
                fault(at, format!("{} must not know {word}", floor.name));
            }
        }
    });
}

#[test]
fn every_folder_is_a_floor_and_nothing_is_exported_past_it() {
    check(|source, fault| {
        if source.path == "lib.rs" {
            if let Some(at) = source.code.find("pub use") {
                fault(at, "exports belong to their floor".to_owned());
            }
        } else if floor(&source.path).is_none() && !source.path.starts_with("bin/") {
            fault(0, "this belongs to no floor".to_owned());
        }
    });
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
    for source in sources() {
        let excused = long.iter().position(|(path, _)| *path == source.path);
        let lines = source.shipped_lines();
        match excused {
            Some(at) => {
                let (path, reason) = long.remove(at);
                assert!(
                    lines > LINES,
                    "src/{path} is short enough: take it from the list"
                );
                assert!(!reason.is_empty(), "src/{path} is long without a reason");
            }
            None => assert!(
                lines <= LINES,
                "src/{} has {lines} lines without its tests, more than {LINES}",
                source.path
            ),
        }
    }
    assert!(long.is_empty(), "no such files: {long:?}");
}

#[test]
fn text_never_becomes_markup_or_code() {
    check(|source, fault| {
        for word in MARKUP {
            for at in source.words(word) {
                fault(at, format!("{word} is banned"));
            }
        }
        if matches!(floor(&source.path), Some(floor) if matches!(floor.name, "ui" | "api")) {
            for at in source.words("style") {
                if source.code[at..].starts_with("style=") {
                    fault(
                        at,
                        "the policy refuses style attributes; use a class".to_owned(),
                    );
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
    assert!(
        !page.contains(" style=") && !page.contains("<style"),
        "index.html: use a class"
    );
}

/// A module that is loaded first would wait for the rest of the page if one of its words were there.
#[test]
fn what_the_first_modules_say_is_of_the_first_screen() {
    let parts = fs::read_to_string(root().join("xtask/src/parts.rs")).unwrap();
    let first = parts.split("const FIRST").nth(1).unwrap_or_default();
    let first = first.split("];").next().unwrap_or_default();
    let modules: Vec<String> = first
        .split('"')
        .filter_map(|name| name.strip_prefix("nodetide::"))
        .map(|name| name.replace("::", "/"))
        .collect();
    let words = nodetide::words::catalogue::english();
    check(|source, fault| {
        let is_first = modules
            .iter()
            .any(|module| source.path == format!("{module}.rs"));
        let shown = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for key in shown.split('"').skip(1).step_by(2).filter(|_| is_first) {
            if words.find(key).is_some() && !words.is_first(key) {
                let at = source.text.find(key).unwrap_or_default();
                fault(at, format!("{key} is not in the group of the first screen"));
            }
        }
    });
    assert!(modules.len() > 10, "{modules:?}");
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

mod reading {
    use super::*;

    #[test]
    fn imports_are_found_in_paths_and_groups() {
        let source = Source::new(
            "ui/a.rs",
            "use crate::base::{Id, Time};\nuse crate::{model::{Node, Pod}, sim, /* x */ trace::Chunk};\n\
             pub(crate) fn f() { crate::words::say(\"crate::draw\") } // crate::api",
        );
        let names: Vec<_> = imports(&source).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["base", "model", "sim", "trace", "words"]);
    }
}
