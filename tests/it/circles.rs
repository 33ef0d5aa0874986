//! Modules of a crate don't import each other in circles: cargo checks this between crates only.

use crate::SOURCES;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use xtask::source::SourceFile;

/// A circle of more modules than this is a room without walls.
const MODULES: usize = 4;

/// So many circles are left, of features of the page that know each other so many pairs, and so many passes over all rows.
const CIRCLES: usize = 6;
const FEATURE_PAIRS: usize = 12;
const PASSES: usize = 9;

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

/// What `pub use` passes on: a module and a name in it, and the whole path.
type PassedOn = BTreeMap<(String, String), Vec<String>>;

/// The trees of `use` in a file, outside of tests, and whether each is passed on.
fn trees(source: &SourceFile) -> impl Iterator<Item = (bool, &str)> {
    let code = &source.code;
    source.words("use").filter(|at| !source.is_test(*at)).map(|place| {
        let line = code[..place].rsplit('\n').next().unwrap_or_default();
        let tree = code[place + 3..].split(';').next().unwrap_or_default();
        (line.trim_start().starts_with("pub"), tree)
    })
}

fn parts(path: &str) -> Vec<&str> {
    path.split("::").filter(|part| !part.is_empty()).collect()
}

/// Where a path begins that isn't written with `crate`, `self` or `super`: at a module of this one.
fn whole(at: &str, path: &str, modules: &BTreeSet<String>) -> Option<Vec<String>> {
    let parts = parts(path);
    let below = || {
        let child = format!("{at}::{}", parts.first()?);
        let own = at.split("::").chain(parts.iter().copied());
        modules.contains(&child).then(|| own.map(str::to_owned).collect())
    };
    start(at, &parts).or_else(below)
}

fn passed_on(sources: &[SourceFile], modules: &BTreeSet<String>) -> PassedOn {
    let mut all = PassedOn::new();
    for source in sources {
        let at = module(&source.path);
        let public = trees(source).filter(|(public, _)| *public);
        for path in public.flat_map(|(_, tree)| expand(tree)) {
            if let Some(full) = whole(&at, &path, modules) {
                let name = full.last().cloned().unwrap_or_default();
                all.insert((at.clone(), name), full);
            }
        }
    }
    all
}

/// The module in which the item of a path stands, behind at most six `pub use`.
fn resolve(path: &[String], modules: &BTreeSet<String>, passed: &PassedOn) -> Option<String> {
    let mut path = path.to_vec();
    for _ in 0..6 {
        let cut = (1..=path.len()).rev().find(|n| modules.contains(&path[..*n].join("::")))?;
        let (name, rest) = (path[..cut].join("::"), path[cut..].to_vec());
        let through = rest.first().and_then(|item| passed.get(&(name.clone(), item.clone())));
        let Some(through) = through else {
            return Some(name);
        };
        path = through.iter().chain(&rest[1..]).cloned().collect();
    }
    None
}

/// The modules whose items a file imports from its own crate, or names by a path; what it passes on by `pub use` is not its own.
fn imports(source: &SourceFile, modules: &BTreeSet<String>, passed: &PassedOn) -> BTreeSet<String> {
    let at = module(&source.path);
    let code = &source.code;
    let own = trees(source).filter(|(public, _)| !public);
    let mut paths: Vec<String> = own.flat_map(|(_, tree)| expand(tree)).collect();
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
    let full = paths.iter().filter_map(|path| start(&at, &parts(path)));
    let found = full.filter_map(|full| resolve(&full, modules, passed));
    found.filter(|name| *name != at).collect()
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
    let passed = passed_on(sources, &modules);
    let all = sources.iter();
    all.map(|one| (module(&one.path), imports(one, &modules, &passed))).collect()
}

#[test]
fn modules_do_not_import_each_other_in_large_circles() {
    let all = circles(&graph(&SOURCES));
    for circle in &all {
        assert!(circle.len() <= MODULES, "a circle of imports: {circle:#?}");
    }
    only_falls("circles of imports", all.len(), CIRCLES, &all);
}

/// A figure that may only fall: what is less than the limit becomes the limit.
fn only_falls(what: &str, found: usize, limit: usize, all: &dyn Debug) {
    assert!(found <= limit, "{found} {what}, more than {limit}: {all:#?}");
    assert!(found >= limit, "only {found} {what} are left: let the limit be that");
}

/// Features of the page that name each other, without the player, which serves all.
#[test]
fn features_of_the_page_know_few_others() {
    let feature = |path: &str| {
        let own = path.strip_prefix("page/")?.split_once('/')?.0;
        (own != "shell").then(|| own.to_owned())
    };
    let features: BTreeSet<String> = SOURCES.iter().filter_map(|one| feature(&one.path)).collect();
    let mut pairs = BTreeSet::new();
    for source in &*SOURCES {
        let Some(own) = feature(&source.path) else {
            continue;
        };
        for place in source.words("crate").filter(|at| !source.is_test(*at)) {
            let tree = source.code[place..].split(';').next().unwrap_or_default();
            let named = expand(tree.split(['(', '=', ')']).next().unwrap_or_default());
            for other in
                named.iter().filter_map(|path| parts(path).get(1).map(|&one| one.to_owned()))
            {
                if features.contains(&other) && other != own && other != "player" {
                    pairs.insert((own.clone(), other));
                }
            }
        }
    }
    only_falls("pairs of features", pairs.len(), FEATURE_PAIRS, &pairs);
}

/// Full passes over the rows of a run: the index reads them for all others, and a list of rows is what a pass is for.
#[test]
fn rows_are_read_once() {
    let reads = ["query/", "cli/", "words/", "runner/", "trace/", "draw/", "changeset/", "page/"];
    let passes = SOURCES.iter().filter(|one| reads.iter().any(|part| one.path.starts_with(part)));
    let passes = passes.filter(|one| !one.path.contains("/index"));
    let passes = passes.flat_map(|one| {
        let places = one.words("records").filter(|at| one.code[*at..].starts_with("records()"));
        let places = places.filter(|at| one.code[..*at].ends_with('.') && !one.is_test(*at));
        places.map(|at| format!("{}:{}", one.path, one.line(at))).collect::<Vec<_>>()
    });
    let passes: Vec<String> = passes.collect();
    only_falls("passes over all rows", passes.len(), PASSES, &passes);
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

#[test]
fn a_circle_is_found_through_what_is_passed_on() {
    let sources = [
        SourceFile::new("a/lib.rs", "mod b;\nmod c;\npub use b::B;"),
        SourceFile::new("a/b.rs", "use crate::c::C;\npub struct B;"),
        SourceFile::new("a/c.rs", "use crate::B;\npub struct C;"),
    ]
    .map(Result::unwrap);
    let circle: BTreeSet<String> = ["a::b", "a::c"].map(str::to_owned).into();
    assert_eq!(circles(&graph(&sources)), [circle]);
}
