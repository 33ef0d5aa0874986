//! The native command line.

use lexopt::Arg;
use nodetide::sim::Sim;

fn main() -> Result<(), lexopt::Error> {
    let mut seed = 1;
    let mut args = lexopt::Parser::from_env();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("seed") => seed = lexopt::ValueExt::parse(&args.value()?)?,
            other => return Err(other.unexpected()),
        }
    }
    let mut sim = Sim::new(seed);
    while sim.wake() {}
    println!("{:016x}", sim.digest());
    Ok(())
}
