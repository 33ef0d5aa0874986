//! Standard output and standard error.

use base::say;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, StdoutLock, Write};
use std::path::Path;

use super::{Done, ExitStatus, Failure, english};
use scenario::{Diagnostic, Severity};

/// Buffered standard output.
pub(super) type Out = BufWriter<StdoutLock<'static>>;

/// Prints an answer. A reader that closed the pipe isn't an error.
pub(super) fn print(write: impl FnOnce(&mut Out) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            // The rest of the buffer must not be written again when it is dropped.
            let _ = out.into_parts();
            Ok(())
        }
        Err(error) => {
            let _ = out.into_parts();
            Err(Failure(say!("cli-cannot-print", error = error.to_string())))
        }
    }
}

pub(super) fn text(text: &str) -> Done {
    print(|out| out.write_all(text.as_bytes()))?;
    Ok(ExitStatus::Fine)
}

/// Writes an answer to a file, or prints it if none is named.
pub(super) fn to(
    file: Option<&str>,
    mut write: impl FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match file {
        Some(name) => replace(Path::new(name), &mut write).map_err(|error| {
            Failure(say!("cli-cannot-write", name = name, error = error.to_string()))
        }),
        None => print(|out| write(out)),
    }
}

/// Replaces a file by the whole answer at once: a failure leaves the old one unchanged.
fn replace(out: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut fill = |path: &Path| {
        let mut file = BufWriter::with_capacity(1 << 16, File::create(path)?);
        write(&mut file)?;
        file.flush()
    };
    // Devices and pipes are written to, not replaced.
    if fs::metadata(out).is_ok_and(|kind| !kind.is_file()) {
        return fill(out);
    }
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = out.with_file_name(name);
    let written = fill(&part).and_then(|()| fs::rename(&part, out));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Prints findings to standard error, in color if it is a terminal.
pub(super) fn diagnostics<'a>(list: impl IntoIterator<Item = &'a Diagnostic>) {
    let mut err = io::stderr().lock();
    let colour =
        io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    for one in list {
        let code = match one.severity {
            Severity::Error => "31",
            Severity::Warning => "33",
            Severity::Info => "36",
        };
        let one = english::finding(one);
        let written =
            if colour { writeln!(err, "\x1b[{code}m{one}\x1b[0m") } else { writeln!(err, "{one}") };
        if written.is_err() {
            return;
        }
    }
}

/// Other lines on standard error.
pub(super) fn note(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
