//! The performance table: a line each, `bench NAME: VALUE UNIT (aim AIM)`.

use nodetide::runner::Session;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    smallest_run()
}

fn row(name: &str, value: f64, unit: &str, aim: f64) {
    println!("bench {name}: {value:.1} {unit} (aim {aim})");
}

/// The overhead of a run with next to nothing in it.
fn smallest_run() -> Result<(), Box<dyn Error>> {
    const RUNS: u32 = 10_000;
    let start = Instant::now();
    for seed in 0..RUNS {
        let session = Session::new(r#"{"version":1}"#, Some(seed.into()))?;
        black_box(session.finish(|_| {}));
    }
    let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS);
    row("smallest-run", each, "us", 100.0);
    Ok(())
}
