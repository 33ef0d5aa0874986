//! Which part of the app's wasm a function belongs to, by its name.

use crate::split::Part;

/// What the page runs before there is a scenario, and what it needs to take one; and the libraries it is drawn with.
const FIRST: &[&str] = &[
    "gloo",
    "js_sys",
    "nodetide::runner::page",
    "nodetide::ui::app",
    "nodetide::ui::browser",
    "nodetide::ui::crash",
    "nodetide::ui::dom",
    "nodetide::ui::effect",
    "nodetide::ui::panels::bar",
    "nodetide::ui::panels::empty",
    "nodetide::ui::panels::notice",
    "nodetide::ui::panels::presets",
    "nodetide::ui::parts::icon",
    "nodetide::ui::start",
    "nodetide::ui::state",
    "nodetide::ui::store",
    "nodetide::ui::words",
    "nodetide::words::catalogue",
    "nodetide::words::format",
    "nodetide::words::port",
    "wasm_bindgen",
    "web_sys",
    "yew",
];

/// What is used by both, and goes with its callers as a library does.
const COMMON: &[&str] = &["nodetide::base"];

/// What else is not used before there is a scenario.
const REST: &[&str] = &[
    "core::fmt::float",
    "core::num::flt2dec",
    "nodetide",
    "plotters",
];

/// Where a function belongs. A name begins with where the function was written, and then says with what types it was
/// made. What was written for anybody but made for a module of the rest goes with its callers: the compiler keeps but one
/// of equal functions, under the name of whichever it likes.
pub(crate) fn part(name: &str) -> Part {
    let name = without_numbers(name);
    let mut homes = paths(&name).map(|path| {
        let is_in = |list: &[&str]| list.iter().any(|module| is_within(path, module));
        if is_in(COMMON) {
            None
        } else if is_in(FIRST) {
            Some(Part::First)
        } else {
            is_in(REST).then_some(Part::Rest)
        }
    });
    let home = homes.next().flatten();
    let pointed_rest = homes.any(|made_for| made_for == Some(Part::Rest));
    match home {
        Some(Part::Rest) => Part::Rest,
        Some(Part::First) if !pointed_rest => Part::First,
        _ => Part::Callers { pointed_rest },
    }
}

/// `nodetide[1f0e]::ui::start` is `nodetide::ui::start`: the compiler numbers crates.
fn without_numbers(name: &str) -> String {
    let mut parts = name.split('[');
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let kept = match part.split_once(']') {
            Some((number, after)) if after.starts_with("::") && !number.is_empty() => ["", after],
            _ => ["[", part],
        };
        clean.extend(kept);
    }
    clean
}

/// What of a name begins at a path: `<a::B as c::D>::e` at `a`, at `c`.
fn paths(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices("::").filter_map(|(at, _)| {
        let start = name[..at].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        let begins = start < at && !name[..start].ends_with("::");
        begins.then_some(&name[start..])
    })
}

fn is_within(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|after| !after.starts_with(is_word))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{read, root};

    #[test]
    fn names_say_where_a_function_belongs() {
        let callers = |pointed_rest| Part::Callers { pointed_rest };
        for (name, wanted) in [
            ("<nodetide::ui::store::Store>::send", Part::First),
            ("nodetide[1f0e]::ui::words::t", Part::First),
            (
                "<nodetide::ui::state::State as core::clone::Clone>::clone",
                Part::First,
            ),
            ("<nodetide::ui::stated::Other>::new", Part::Rest),
            ("nodetide::sim::run", Part::Rest),
            ("<nodetide::trace::Row as yew::Properties>::new", Part::Rest),
            (
                "nodetide::ui::store::use_select::<nodetide::sim::Seen>",
                callers(true),
            ),
            ("<nodetide::base::map::Map<u32, u32>>::get", callers(false)),
            (
                "<alloc::vec::Vec<nodetide::trace::Row>>::push",
                callers(true),
            ),
            (
                "<alloc::vec::Vec<nodetide::ui::state::Row>>::push",
                callers(false),
            ),
            (
                "<yew::virtual_dom::VNode as core::clone::Clone>::clone",
                Part::First,
            ),
            (
                "<yew::html::Inner<nodetide::ui::deck::Deck>>::view",
                callers(true),
            ),
            ("<plotters::chart::Chart>::draw", Part::Rest),
            ("<alloc::vec::Vec<u32>>::push", callers(false)),
            (
                "core::num::flt2dec::strategy::grisu::format_shortest_opt",
                Part::Rest,
            ),
            ("<f64 as core::fmt::Display>::fmt", callers(false)),
            ("__rust_alloc", callers(false)),
        ] {
            assert_eq!(part(name), wanted, "{name}");
        }
    }

    /// A module that moved would be with the rest, and the first screen would wait for it.
    #[test]
    fn what_is_first_exists() {
        let source = root().join("src");
        for path in FIRST
            .iter()
            .filter_map(|path| path.strip_prefix("nodetide::"))
        {
            let file = source.join(path.replace("::", "/"));
            let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
            let within = source.join(module.replace("::", "/")).join("mod.rs");
            let written = read(&within).unwrap_or_default();
            let exists = file.with_extension("rs").exists()
                || file.join("mod.rs").exists()
                || written.contains(&format!("fn {name}("));
            assert!(exists, "{path} is no module and no function");
        }
    }
}
