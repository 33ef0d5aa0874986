//! Random scenarios, as fast as a release and with the engine's assertions.

use crate::shell::{Done, cargo, name, say};
use std::process::ExitCode;

/// What a change must hold on: every rule is reached often enough by so many.
const SEEDS: &str = "20000";

/// Among so many a fault that is put into the engine on purpose is found.
const FOUND_WITHIN: &str = "5000";

/// Hands the options on. `--faults` needs a build in which rules can be switched off.
pub(crate) fn vopr(options: &[String]) -> Done<ExitCode> {
    let mut command = cargo("run --quiet --locked --profile vopr --package nodetide-vopr");
    if options.iter().any(|option| option == "--faults") {
        command.args(["--features", "mute"]);
    }
    command.arg("--").args(options);
    let name = name(&command);
    say(&name);
    let status = command
        .status()
        .map_err(|error| format!("`{name}` did not start: {error}"))?;
    Ok(ExitCode::from(status.code().map_or(1, |code| code as u8)))
}

/// A step of `test`.
pub(crate) fn enough() -> Done {
    passes(&["--seeds", SEEDS], "random scenarios found a fault")
}

/// The step that looks whether faults would be found.
pub(crate) fn found() -> Done {
    passes(
        &["--faults", "--seeds", FOUND_WITHIN],
        "the checkers miss a fault",
    )
}

fn passes(options: &[&str], otherwise: &str) -> Done {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    if vopr(&options)? == ExitCode::SUCCESS {
        Ok(())
    } else {
        Err(otherwise.to_owned())
    }
}
