//! Random scenarios, as fast as a release and with the engine's assertions.

use crate::shell::{Done, cargo, name, say};
use std::process::ExitCode;

/// What a change must hold on: every rule is reached often enough by so many.
const SEEDS: &str = "20000";

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

/// The step of `test`.
pub(crate) fn enough() -> Done {
    let options = ["--seeds", SEEDS].map(str::to_owned);
    if vopr(&options)? == ExitCode::SUCCESS {
        Ok(())
    } else {
        Err("random scenarios found a fault".to_owned())
    }
}
