//! Random scenarios, as fast as a release and with the engine's assertions.

use crate::shell::{Done, cargo, name, say};
use std::process::{Command, ExitCode};
use std::time::{SystemTime, UNIX_EPOCH};

/// What the gate asks, always of the same seeds: all checkers, questions, and whether injected faults are found.
pub(crate) const GATE: [&str; 4] = [
    "--seeds 6000",
    "--growth --seeds 1500",
    "--questions --seeds 200",
    "--faults=20 --seeds 5000",
];

/// The number of seeds of `--fresh`.
const FRESH: &str = "200000";

/// The number of seeds within which `--faults` finds each fault.
const FOUND_WITHIN: &str = "5000";

/// Passes the options on; `--fresh` becomes seeds that were never run before.
pub(crate) fn vopr(options: &[String]) -> Done<ExitCode> {
    let has = |name: &str| options.iter().any(|option| option == name);
    let mut options = options.to_vec();
    let mut default = |name: &str, value: &str| {
        if !options.iter().any(|option| option == name) {
            options.extend([name.to_owned(), value.to_owned()]);
        }
    };
    if has("--faults") {
        default("--seeds", FOUND_WITHIN);
    }
    if has("--fresh") {
        default("--seeds", FRESH);
        default("--from", &never_run()?.to_string());
        options.retain(|option| option != "--fresh");
    }
    start(&options)
}

/// A first seed that depends on the time: the seeds of two seconds don't overlap.
fn never_run() -> Done<u64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
    Ok(now.as_secs() * 1_000_000)
}

/// The step of `test`.
pub(crate) fn gate() -> Done {
    for options in GATE {
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        if start(&options)? != ExitCode::SUCCESS {
            return Err(format!("`vopr {}` failed", options.join(" ")));
        }
    }
    Ok(())
}

/// One build serves all options: rules can be switched off in it, and none is.
pub(crate) fn cargo_vopr(verb: &str) -> Command {
    cargo(&format!(
        "{verb} --quiet --locked --profile vopr --package nodetide-vopr --features mute"
    ))
}

fn start(options: &[String]) -> Done<ExitCode> {
    let mut command = cargo_vopr("run");
    command.arg("--").args(options);
    let name = name(&command);
    say(&name);
    let status = command.status().map_err(|error| format!("`{name}` did not start: {error}"))?;
    Ok(ExitCode::from(status.code().map_or(1, |code| code as u8)))
}
