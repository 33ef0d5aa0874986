//! All checks that must pass before a change is done.

use crate::changed::{changed, packages};
use crate::page::release;
use crate::shell::{Done, cargo, program, root, run, say};
use crate::size;
use crate::tools::{TARGET, browser, npm, tools};
use std::ffi::OsStr;
use std::time::Instant;

pub(crate) const DIST: &str = "dist";

/// The context of the steps.
struct Tools<'a> {
    path: &'a OsStr,
    chromium: &'a OsStr,
    driver: &'a OsStr,
}

type Step = (&'static str, fn(&Tools<'_>) -> Done);

/// Cheap ones first.
const STEPS: [Step; 8] = [
    ("fmt", fmt),
    ("clippy", clippy),
    ("native", native),
    ("vopr", vopr),
    ("wasm", wasm),
    ("release", build),
    ("size", size),
    ("e2e", e2e),
];

/// Runs all steps, the named ones, or the native checks of packages.
pub(crate) fn test(names: &[String]) -> Done {
    if names == ["--changed"] {
        return native_of(&changed()?);
    }
    if names.first().is_some_and(|name| !is_step(name)) {
        return native_of(names);
    }
    if let Some(name) = names.iter().find(|name| !is_step(name)) {
        let steps = STEPS.map(|(step, _)| step).join(" ");
        return Err(format!("{name} is no step; there are: {steps}"));
    }
    let path = tools()?;
    npm()?;
    let browser = browser()?;
    let tools = Tools {
        path: &path,
        chromium: browser.chromium.as_os_str(),
        driver: browser.driver.as_os_str(),
    };
    let mut times = Vec::new();
    for (name, step) in STEPS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            let start = Instant::now();
            step(&tools)?;
            times.push((name, start.elapsed().as_secs_f32()));
        }
    }
    let total: f32 = times.iter().map(|(_, time)| time).sum();
    let table: Vec<_> = times.iter().map(|(name, time)| format!("{name} {time:.1}")).collect();
    say(&format!("passed in {total:.0} s: {}", table.join(" · ")));
    Ok(())
}

fn is_step(name: &str) -> bool {
    STEPS.iter().any(|(step, _)| *step == name)
}

/// Format, lints and tests of these packages only: no browser, nothing to install.
fn native_of(names: &[String]) -> Done {
    let known = packages()?;
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        let steps = STEPS.map(|(step, _)| step).join(" ");
        let known = known.join(" ");
        return Err(format!(
            "{name} is neither a step nor a package; the steps: {steps}; the packages: {known}"
        ));
    }
    if names.is_empty() {
        say("nothing changed");
        return Ok(());
    }
    let start = Instant::now();
    let these = |what: &str| {
        let mut command = cargo(what);
        command.args(names.iter().flat_map(|name| ["--package", name.as_str()]));
        command
    };
    run(&mut cargo("fmt --all --check"))?;
    run(these("clippy --locked --quiet --all-targets").args(["--", "-D", "warnings"]))?;
    run(&mut these("test --locked --quiet"))?;
    let seconds = start.elapsed().as_secs_f32();
    say(&format!("passed in {seconds:.0} s: {}", names.join(" ")));
    Ok(())
}

fn fmt(_: &Tools<'_>) -> Done {
    run(&mut cargo("fmt --all --check"))
}

/// Lints native code with the page, and the code for the browser.
fn clippy(_: &Tools<'_>) -> Done {
    let lint = |what: &str| {
        let mut clippy = cargo("clippy --locked --quiet");
        clippy.args(what.split_whitespace());
        run(clippy.args(["--", "-D", "warnings"]))
    };
    lint("--workspace --all-targets --all-features")?;
    lint(&format!(
        "--target {TARGET} --package app --package page --package nodetide-import --lib --bin app --package runner --features runner/browser --test web"
    ))
}

fn native(_: &Tools<'_>) -> Done {
    run(&mut cargo("test --workspace --locked --quiet"))
}

fn vopr(_: &Tools<'_>) -> Done {
    crate::vopr::gate()
}

fn wasm(tools: &Tools<'_>) -> Done {
    // Without `--quiet`, which cargo would pass to the runner, which refuses it.
    let test =
        format!("test --locked --target {TARGET} --package runner --features browser --test web");
    run(cargo(&test)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CHROMEDRIVER", tools.driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("tests/e2e/webdriver.json"))
        .env("PATH", tools.path))
}

fn build(tools: &Tools<'_>) -> Done {
    release(tools.path, &[])
}

fn e2e(tools: &Tools<'_>) -> Done {
    run(program("node", "tests/e2e/node_modules/@playwright/test/cli.js test --config tests/e2e")
        .env("CHROMIUM", tools.chromium)
        .env("PATH", tools.path))
}

fn size(_: &Tools<'_>) -> Done {
    size::check(&root().join(DIST))
}
