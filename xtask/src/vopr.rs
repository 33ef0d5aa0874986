//! Random scenarios, as fast as a release and with the engine's assertions.

use crate::shell::{Done, answer, cargo, name, say};
use std::process::ExitCode;

/// The first seeds, which every change must pass.
const FIXED: &str = "400";

/// Additional seeds of each commit: enough to reach every rule often.
const NEW: &str = "20000";

/// How many of them are asked why, five times each.
const ASKED: &str = "200";

/// The first seed of commits, beyond those that people have run.
const NEW_FROM: u64 = 1 << 40;

/// The number of seeds within which an injected fault is found.
const FOUND_WITHIN: &str = "5000";

/// Passes the options on. `--faults` needs a build in which rules can be disabled.
pub(crate) fn vopr(options: &[String]) -> Done<ExitCode> {
    let mut command = cargo("run --quiet --locked --profile vopr --package nodetide-vopr");
    if options.iter().any(|option| option == "--faults") {
        command.args(["--features", "mute"]);
    }
    command.arg("--").args(options);
    let name = name(&command);
    say(&name);
    let status = command.status().map_err(|error| format!("`{name}` did not start: {error}"))?;
    Ok(ExitCode::from(status.code().map_or(1, |code| code as u8)))
}

/// A step of `test`.
pub(crate) fn enough() -> Done {
    let from = seeds_of_commit()?.to_string();
    say(&format!("the random scenarios of this commit begin at seed {from}"));
    let otherwise = "random scenarios found a fault";
    passes(&["--seeds", FIXED], otherwise)?;
    passes(&["--from", &from, "--seeds", NEW], otherwise)?;
    let otherwise = "an answer to why, or an offered change, is false";
    passes(&["--questions", "--from", &from, "--seeds", ASKED], otherwise)
}

/// The first seed of the current commit, by its hash.
fn seeds_of_commit() -> Done<u64> {
    let hash = answer("git", "rev-parse HEAD").ok_or("git does not name the commit")?;
    let digits = hash.get(..8).unwrap_or(&hash);
    let number = u64::from_str_radix(digits, 16).map_err(|error| format!("{hash}: {error}"))?;
    Ok(NEW_FROM + number)
}

/// The step that checks whether faults would be found.
pub(crate) fn found() -> Done {
    passes(&["--faults", "--seeds", FOUND_WITHIN], "the checkers miss a fault")
}

fn passes(options: &[&str], otherwise: &str) -> Done {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    if vopr(&options)? == ExitCode::SUCCESS { Ok(()) } else { Err(otherwise.to_owned()) }
}
