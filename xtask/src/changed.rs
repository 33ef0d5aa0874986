//! Finds the workspace's packages that a change affects.

use crate::shell::{Done, answer, cargo, root, say};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files of the page that native tests of packages don't cover, or not alone.
const PAGE: [&str; 5] = ["index.html", "static", "tests/e2e", "src", "Trunk.toml"];

/// Packages that read files outside of their folders. All packages are built on `base`.
const ELSEWHERE: [(&str, &str); 7] = [
    ("Cargo.lock", "base"),
    ("Cargo.toml", "base"),
    ("docs", "cli"),
    ("static/locales", "words"),
    ("static/scenarios", "scenario"),
    ("static/styles", "draw"),
    ("tests", "cli"),
];

struct Package {
    name: String,
    folder: PathBuf,
    /// The workspace's packages that it depends on.
    uses: BTreeSet<String>,
}

/// The names of the workspace's packages.
pub(crate) fn packages() -> Done<Vec<String>> {
    Ok(read()?.into_iter().map(|package| package.name).collect())
}

/// The packages with changes since the branch left `main`, and those that depend on them.
pub(crate) fn changed() -> Done<Vec<String>> {
    let base = answer("git", "merge-base HEAD main").ok_or("git knows no branch main")?;
    let files = [
        answer("git", &format!("diff --name-only {base}")),
        answer("git", "ls-files --others --exclude-standard"),
    ];
    let files = files.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let files: Vec<_> = files.lines().map(Path::new).collect();
    if files.iter().any(|file| PAGE.iter().any(|page| file.starts_with(page))) {
        say("the page changed; its own tests are `cargo xtask test wasm release e2e size`");
    }
    Ok(touched(&read()?, &files))
}

fn read() -> Done<Vec<Package>> {
    let output = cargo("metadata --locked --no-deps --format-version 1")
        .output()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let metadata: Value = serde_json::from_str(&text)
        .map_err(|error| format!("cargo metadata cannot be read: {error}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = list(&metadata["packages"]).into_iter().map(|package| {
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let folder = manifest.parent().unwrap_or(&manifest);
        let folder = folder.strip_prefix(root()).unwrap_or(folder);
        let is_root = folder.as_os_str().is_empty();
        Package {
            name: text(&package["name"]),
            folder: if is_root { Path::new("src") } else { folder }.to_owned(),
            uses: list(&package["dependencies"])
                .iter()
                .filter(|used| used["path"].is_string())
                .map(|used| text(&used["name"]))
                .collect(),
        }
    });
    Ok(packages.collect())
}

fn touched(packages: &[Package], files: &[&Path]) -> Vec<String> {
    let of = |file: &Path| {
        let within = packages.iter().find(|package| file.starts_with(&package.folder));
        let elsewhere = ELSEWHERE
            .iter()
            .find(|(place, _)| file.starts_with(place) && !file.starts_with("tests/e2e"));
        within.map(|package| package.name.as_str()).or(elsewhere.map(|(_, name)| *name))
    };
    let mut found: BTreeSet<&str> = files.iter().filter_map(|file| of(file)).collect();
    loop {
        let more: Vec<_> = packages
            .iter()
            .filter(|package| !found.contains(package.name.as_str()))
            .filter(|package| package.uses.iter().any(|used| found.contains(used.as_str())))
            .map(|package| package.name.as_str())
            .collect();
        if more.is_empty() {
            return found.into_iter().map(str::to_owned).collect();
        }
        found.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_touches_its_package_and_those_built_on_it() {
        let package = |name: &str, folder: &str, uses: &[&str]| Package {
            name: name.to_owned(),
            folder: folder.into(),
            uses: uses.iter().map(|&used| used.to_owned()).collect(),
        };
        let packages = [
            package("base", "crates/base", &[]),
            package("sim", "crates/sim", &["base"]),
            package("words", "crates/words", &["base"]),
            package("page", "src", &["sim", "words"]),
        ];
        let touched = |files: &[&str]| {
            let files: Vec<_> = files.iter().map(Path::new).collect();
            touched(&packages, &files).join(" ")
        };
        assert_eq!(touched(&["crates/sim/src/lib.rs"]), "page sim");
        assert_eq!(touched(&["crates/base/Cargo.toml"]), "base page sim words");
        assert_eq!(touched(&["static/locales/en.ftl", "README.md"]), "page words");
        assert_eq!(touched(&["tests/e2e/start.spec.mjs", "index.html"]), "");
    }
}
