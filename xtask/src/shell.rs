//! Runs programs and reports the duration.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The result of a task; an error is a sentence.
pub(crate) type Done<T = ()> = Result<T, String>;

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

pub(crate) fn say(what: &str) {
    eprintln!("xtask: {what}");
}

/// Runs a command to its end, by default in the project's folder.
pub(crate) fn run(command: &mut Command) -> Done {
    let name = name(command);
    say(&name);
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("`{name}` did not start: {error}"))?;
    if !status.success() {
        return Err(format!("`{name}` failed ({status})"));
    }
    say(&format!("  {:.1} s", start.elapsed().as_secs_f32()));
    Ok(())
}

/// A program in the project's folder with arguments that contain no spaces.
pub(crate) fn program(name: &str, args: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root()).args(args.split_whitespace());
    command
}

pub(crate) fn cargo(args: &str) -> Command {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    program(&cargo, args)
}

/// The output of a program, if it starts and succeeds.
pub(crate) fn answer(name: &str, args: &str) -> Option<String> {
    let output = program(name, args).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

pub(crate) fn read(path: &Path) -> Done<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The command as a person would type it, without its program's folders.
pub(crate) fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_stem().unwrap_or(program.as_os_str());
    let mut name = program.to_string_lossy().into_owned();
    for arg in command.get_args() {
        name.push(' ');
        name.push_str(&arg.to_string_lossy());
    }
    name
}
