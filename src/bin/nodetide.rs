//! The native command line.

use lexopt::{Arg, ValueExt};
use nodetide::runner::Session;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut seed = None;
    let mut args = lexopt::Parser::from_env();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("seed") => seed = Some(args.value()?.parse()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let outcome = Session::new(r#"{"version":1}"#, seed)?.finish(|_| {});
    println!("{:016x}", outcome.digest);
    Ok(())
}
