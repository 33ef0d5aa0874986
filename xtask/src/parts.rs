//! Assigns functions to parts of the app's wasm, by name.

use crate::split::{Home, WasmPart};

/// What the page runs before there is a scenario, and to open one; and its UI libraries.
const FIRST: &[&str] = &[
    "gloo",
    "js_sys",
    "runner::runner",
    "page::player::context",
    "page::shell::frame::app",
    "page::shell::web::browser",
    "page::shell::state::choices",
    "page::shell::frame::crash_screen",
    "page::shell::web::dom",
    "page::shell::scenario::draft",
    "page::shell::address::route",
    "page::shell::state::effects",
    "page::shell::frame::bar",
    "page::shell::frame::empty_page",
    "page::shell::frame::banners",
    "page::shell::menu::callbacks",
    "page::shell::frame::preset_list",
    "page::shell::widgets::icon",
    "page::start",
    "page::shell::run::loaded",
    "page::shell::state::shared",
    "page::shell::state::app_state",
    "page::shell::web::local_storage",
    "page::shell::state::store",
    "page::shell::words",
    "words::catalogue",
    "words::fluent",
    "words::format",
    "wasm_bindgen",
    "web_sys",
    "yew",
];

/// What doesn't run before the first run is on the screen: answers, dialogs, folded forms, and the policy checker.
const LATER: &[&str] = &[
    "changeset::list",
    "draw::compared_runs",
    "draw::held",
    "draw::picture",
    "draw::presenter",
    "draw::svg",
    "page::alternatives::state::offered",
    "page::alternatives::update::begin",
    "page::alternatives::update::consider",
    "page::alternatives::update::go_on",
    "page::alternatives::update::stop",
    "page::alternatives::update::take_event",
    "page::alternatives::update::trials_of",
    "page::alternatives::view",
    "page::change_list",
    "page::checker",
    "page::compare::lane_canvas",
    "page::compare::offers",
    "page::compare::state",
    "page::compare::update::step",
    "page::compare::variant_canvas",
    "page::compare::view",
    "page::forecast::view",
    "page::import",
    "page::inspector::figures",
    "page::inspector::findings",
    "page::inspector::links",
    "page::inspector::node_states",
    "page::inspector::story",
    "page::inspector::view::follow",
    "page::inspector::view::painters",
    "page::inspector::why",
    "page::inspector::workloads",
    "page::log_reader",
    "page::maintenance::calendar",
    "page::maintenance::policy::changes",
    "page::maintenance::policy::edits",
    "page::maintenance::policy::plan",
    "page::maintenance::update",
    "page::maintenance::view",
    "page::operations::fields",
    "page::operations::requests",
    "page::operations::update::branch",
    "page::operations::view",
    "page::palette",
    "page::player::former",
    "page::player::progress",
    "page::player::report::worst_service",
    "page::presenter",
    "page::scenario_text::update",
    "page::scenario_text::view",
    "page::tables",
    "page::timeline::cards",
    "page::timeline::cross_hair::draw",
    "page::timeline::cross_hair::states_text",
    "page::timeline::cross_hair::value",
    "page::timeline::range_bar::counted",
    "page::timeline::range_bar::said",
    "page::transport::comparison_clock",
    "page::transport::end_range",
    "page::stage::card",
    "page::stage::load_balancer",
    "page::stage::selected_pod",
    "page::setup::actions",
    "page::setup::assumptions",
    "page::setup::autoscaling",
    "page::setup::budgets",
    "page::setup::services",
    "page::setup::cards",
    "page::setup::cluster_autoscaling",
    "page::setup::parts",
    "page::setup::placement",
    "page::setup::plan",
    "page::setup::pools",
    "page::setup::strategy::autoscaled",
    "page::setup::strategy::blue_green",
    "page::setup::strategy::surge",
    "page::setup::update",
    "page::setup::workloads",
    "page::share",
    "page::shell::frame::copier",
    "page::shell::frame::dialogs",
    "page::shell::frame::help",
    "page::shell::frame::language_choice",
    "page::shell::frame::preset_dialog",
    "page::shell::frame::preset_picture",
    "page::shell::menu::items",
    "page::shell::run::node_card",
    "page::shell::frame::printed_page::pairs",
    "page::shell::frame::printed_page::paper",
    "page::shell::web::files::csv",
    "page::shell::web::hover_card::put",
    "page::shell::web::hover_card::written",
    "page::shell::web::time_zone",
    "page::shell::widgets::command_line",
    "page::shell::widgets::dialog",
    "page::shell::widgets::rows_in_view",
    "query::alternatives::connections",
    "query::alternatives::drains",
    "query::alternatives::kinds",
    "query::alternatives::policy",
    "query::alternatives::scaling",
    "query::alternatives::scope",
    "query::alternatives::setting_change",
    "query::alternatives::unprotected",
    "query::alternatives::waits",
    "query::compare",
    "query::operations",
    "query::packet",
    "query::stage::held",
    "query::strategy::blue_green::batch",
    "query::strategy::blue_green::left",
    "query::strategy::blue_green::operations",
    "query::strategy::blue_green::why",
    "query::stretch",
    "query::tables",
    "query::why",
    "runner::alternatives",
    "runner::window_fit",
    "scenario::calendar::export",
    "scenario::calendar::fix",
    "scenario::calendar::report",
    "scenario::calendar::sentence",
    "scenario::calendar::templates",
    "scenario::calendar::text",
    "scenario::calendar::toggles",
    "scenario::calendar::traps",
    "scenario::export",
    "scenario::link::encode",
    "scenario::merge",
    "scenario::pseudonym",
    "scenario::text",
    "words::autoscaler_log",
    "words::codes",
    "words::data",
    "words::log",
];

/// What runs so often that no call of it from the first two parts goes through the table.
const OFTEN: &[&str] = &["__rustc", "dlmalloc"];

/// Shared code, which goes with its callers like a library.
const COMMON: &[&str] = &["base"];

/// Whose instances for a later module go with it.
const FOR_LATER: &[&str] = &["page::player::attach", "page::shell::widgets::callback"];

/// What only exists once there is a scenario: the function that drops it is long, and goes with the rest.
const DROPPED_LATER: &[&str] = &[
    "model::cluster::Cluster",
    "model::plan::Plan",
    "page::alternatives::state::Trials",
    "page::forecast::state::Forecast",
    "page::import::state::ReadyImport",
    "page::log_reader::answer::LogAnswer",
    "page::log_reader::state::LogState",
    "page::maintenance::policy::plan::Planner",
    "query::compare::Measures",
    "query::index::Index",
    "query::index::IndexScan",
    "query::lanes::Lanes",
    "query::reading::Scans",
    "runner::session::Session",
    "scenario::document::Document",
    "scenario::document::script::ScriptItem",
    "scenario::document::workload::Workload",
    "trace::ledger::Ledger",
];

/// Other code that isn't used before there is a scenario.
const REST: &[&str] = &[
    "changeset",
    "core::fmt::float",
    "core::num::flt2dec",
    "draw",
    "model",
    "page",
    "plotters",
    "query",
    "runner",
    "scenario",
    "sim",
    "trace",
    "words",
];

/// The part of a function. A name begins with the place of its definition, followed by the types of its instance. One that
/// was instantiated for a module of the rest goes with its callers: of several equal functions the compiler keeps only one.
pub(crate) fn home(name: &str) -> Home {
    let name = without_numbers(name);
    // Every field of a document has a few of these. They are small, and the compiler doesn't merge them.
    let is_slot = paths(&name).any(|path| is_within(path, "scenario::field::FieldSlot"));
    if is_slot || dropped(&name).is_some_and(|of| DROPPED_LATER.contains(&of)) {
        return Home::In(WasmPart::Rest);
    }
    let mut parts = paths(&name).map(|path| {
        let is_in = |list: &[&str]| list.iter().any(|module| is_within(path, module));
        [
            (COMMON, None),
            (LATER, Some(WasmPart::Later)),
            (FIRST, Some(WasmPart::First)),
            (REST, Some(WasmPart::Rest)),
        ]
        .into_iter()
        .find(|(list, _)| is_in(list))
        .and_then(|(_, part)| part)
    });
    if paths(&name).next().is_some_and(|path| OFTEN.iter().any(|module| is_within(path, module))) {
        return Home::EachCaller;
    }
    let written_in = parts.next().flatten();
    let pointed = parts.flatten().max().unwrap_or(WasmPart::First);
    let goes_along = |path: &str| FOR_LATER.iter().any(|module| is_within(path, module));
    if pointed == WasmPart::Later && paths(&name).next().is_some_and(goes_along) {
        return Home::In(WasmPart::Later);
    }
    match written_in {
        Some(part) if part != WasmPart::First || pointed == part => Home::In(part),
        _ => Home::Callers { pointed },
    }
}

/// The type that a function drops, alone or as the content of an `Rc`.
fn dropped(name: &str) -> Option<&str> {
    let of = match name.strip_prefix("core::ptr::drop_in_place::<") {
        Some(of) => of.strip_suffix('>')?,
        None => name.strip_prefix("<alloc::rc::Rc<")?.strip_suffix(">>::drop_slow")?,
    };
    let of_cell = of.strip_prefix("core::cell::RefCell<").and_then(|of| of.strip_suffix('>'));
    Some(of_cell.unwrap_or(of))
}

/// `page[1f0e]::start` becomes `page::start`: the compiler numbers crates.
fn without_numbers(name: &str) -> String {
    let mut parts = name.split('[');
    let mut clean = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        clean.extend(match part.split_once(']') {
            Some((number, after)) if after.starts_with("::") && !number.is_empty() => ["", after],
            _ => ["[", part],
        });
    }
    clean
}

/// The paths in a name: of `<a::B as c::D>::e` those at `a` and at `c`.
fn paths(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices("::").filter_map(|(at, _)| {
        let start = name[..at].rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
        (start < at && !name[..start].ends_with("::")).then_some(&name[start..])
    })
}

fn is_within(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|after| !after.starts_with(is_word))
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
        let (first, rest, later) =
            (Home::In(WasmPart::First), Home::In(WasmPart::Rest), Home::In(WasmPart::Later));
        let callers = |pointed| Home::Callers { pointed };
        for (name, wanted) in [
            ("<page::shell::state::store::Store>::send", first),
            ("page[1f0e]::shell::words::t", first),
            ("<page::shell::state::app_state::State as core::clone::Clone>::clone", first),
            ("<page::stated::Other>::new", rest),
            ("sim::run", rest),
            ("<trace::Row as yew::Properties>::new", rest),
            ("page::shell::state::store::use_select::<sim::Seen>", callers(WasmPart::Rest)),
            ("<base::map::Map<u32, u32>>::get", callers(WasmPart::First)),
            ("<alloc::vec::Vec<trace::Row>>::push", callers(WasmPart::Rest)),
            (
                "<alloc::vec::Vec<page::shell::state::app_state::Row>>::push",
                callers(WasmPart::First),
            ),
            ("<yew::virtual_dom::VNode as core::clone::Clone>::clone", first),
            ("<yew::html::Inner<page::player::Player>>::view", callers(WasmPart::Rest)),
            ("page::shell::widgets::callback::on::<u32, page::import::view::Text>", later),
            ("<plotters::chart::Chart>::draw", rest),
            ("<alloc::vec::Vec<u32>>::push", callers(WasmPart::First)),
            ("core::num::flt2dec::strategy::grisu::format_shortest_opt", rest),
            ("<f64 as core::fmt::Display>::fmt", callers(WasmPart::First)),
            ("page::import::report_view::report", later),
            ("<yew::html::Inner<page::share::view::Share>>::view", callers(WasmPart::Later)),
            (
                "<dlmalloc[1f0e]::dlmalloc::Dlmalloc<dlmalloc[1f0e]::sys::System>>::malloc",
                Home::EachCaller,
            ),
            ("__rust_alloc", callers(WasmPart::First)),
            ("<alloc::rc::Rc<core::cell::RefCell<query[1f0e]::reading::Scans>>>::drop_slow", rest),
            ("core::ptr::drop_in_place::<scenario::document::Document>", rest),
            (
                "core::ptr::drop_in_place::<core::option::Option<scenario::document::Document>>",
                callers(WasmPart::Rest),
            ),
        ] {
            assert_eq!(home(name), wanted, "{name}");
        }
    }

    /// A module that was moved would end up in the rest: the first screen would wait for it, or the first run for later code.
    #[test]
    fn what_is_named_exists() {
        for (source, path) in [FIRST, LATER]
            .concat()
            .iter()
            .filter_map(|path| path.split_once("::"))
            .map(|(name, path)| match name {
                "page" => (root().join("src"), path),
                name => (root().join("crates").join(name).join("src"), path),
            })
            .filter(|(source, _)| source.exists())
        {
            let file = source.join(path.replace("::", "/"));
            let (module, function) = path.rsplit_once("::").unwrap_or(("lib", path));
            let within = source.join(module.replace("::", "/"));
            let written =
                read(&within.with_extension("rs")).or_else(|_| read(&within.join("mod.rs")));
            let written = written.unwrap_or_default();
            let exists = file.with_extension("rs").exists()
                || file.join("mod.rs").exists()
                || written.contains(&format!("fn {function}("));
            assert!(exists, "{path} is no module and no function");
        }
    }
}
