//! Modules of a crate don't import each other in circles: cargo checks this between crates only.

use crate::SOURCES;
use std::collections::{BTreeMap, BTreeSet};
use xtask::source::SourceFile;

/// A circle of more modules than this is a room without walls.
const MODULES: usize = 4;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// `sim/drain/mod.rs` is `sim::drain`, `sim/lib.rs` is `sim`.
fn module(path: &str) -> String {
    let path = path.trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod").trim_end_matches("/lib");
    path.replace('/', "::")
}

/// Where a path begins that code at `at` writes with `crate`, `self` or `super`; none for other crates.
fn start(at: &str, path: &[&str]) -> Option<Vec<String>> {
    let mut base: Vec<String> = at.split("::").map(str::to_owned).collect();
    let mut rest = path;
    match *rest.first()? {
        "crate" => {
            base.truncate(1);
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first() == Some(&"super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        _ => return None,
    }
    base.extend(rest.iter().map(|&part| part.to_owned()));
    Some(base)
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        return vec![path.split_whitespace().collect()];
    };
    let group = group.trim_end().trim_end_matches('}');
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| expand(part))
        .map(|part| format!("{}{part}", head.split_whitespace().collect::<String>()))
        .collect()
}

/// The modules that a file imports from its own crate, or names by a path; what it passes on by `pub use` is not its own.
fn imports(source: &SourceFile, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let at = module(&source.path);
    let code = &source.code;
    let mut paths = Vec::new();
    for place in source.words("use").filter(|at| !source.is_test(*at)) {
        let line = code[..place].rsplit('\n').next().unwrap_or_default();
        let public = line.trim_start().starts_with("pub");
        let tree = code[place + 3..].split(';').next().unwrap_or_default();
        if !public {
            paths.extend(expand(tree));
        }
    }
    for word in ["crate", "super"] {
        for place in source.words(word).filter(|at| !source.is_test(*at)) {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let path = code[place..].split(|c| !is_path(c)).next();
            let line = code[..place].rsplit(['\n', ';']).next().unwrap_or_default();
            if !line.trim_start().starts_with("use ") && !line.contains("pub") {
                paths.extend(path.map(str::to_owned));
            }
        }
    }
    let mut found = BTreeSet::new();
    for path in paths {
        let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
        let Some(mut full) = start(&at, &parts) else {
            continue;
        };
        while !full.is_empty() && !modules.contains(&full.join("::")) {
            full.pop();
        }
        let name = full.join("::");
        if !name.is_empty() && name != at {
            found.insert(name);
        }
    }
    found
}

/// What can be reached from a module.
fn reached(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(at) = next.pop() {
        for to in graph.get(&at).into_iter().flatten() {
            if seen.insert(to.clone()) {
                next.push(to.clone());
            }
        }
    }
    seen
}

/// Each circle once, in the order of its first module.
fn circles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reach: Graph = graph.keys().map(|from| (from.clone(), reached(graph, from))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for from in graph.keys().filter(|from| reach[*from].contains(*from)) {
        if found.iter().any(|circle| circle.contains(from)) {
            continue;
        }
        let back = |to: &&String| reach.get(*to).is_some_and(|all| all.contains(from));
        found.push(reach[from].iter().filter(back).cloned().collect());
    }
    found
}

fn graph(sources: &[SourceFile]) -> Graph {
    let modules: BTreeSet<String> = sources.iter().map(|one| module(&one.path)).collect();
    let all = sources.iter();
    all.map(|one| (module(&one.path), imports(one, &modules))).collect()
}

#[test]
fn modules_do_not_import_each_other_in_large_circles() {
    for circle in circles(&graph(&SOURCES)) {
        assert!(circle.len() <= MODULES, "a circle of imports: {circle:#?}");
    }
}

#[test]
fn a_circle_is_found_through_groups_and_paths() {
    let sources = [
        SourceFile::new("a/lib.rs", "mod b;\nmod c;\npub use b::B;"),
        SourceFile::new("a/b.rs", "use super::{c::{C, D}, x};"),
        SourceFile::new(
            "a/c.rs",
            "fn f() { crate::b::g() }\n#[cfg(test)]\nmod tests { use crate::d; }",
        ),
        SourceFile::new("a/d.rs", "use crate::c;\nuse other::b;"),
    ]
    .map(Result::unwrap);
    let circle: BTreeSet<String> = ["a::b", "a::c"].map(str::to_owned).into();
    assert_eq!(circles(&graph(&sources)), [circle]);
}
