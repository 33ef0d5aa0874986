//! Developer tasks. `serve` only needs rustup, `test` also node; each installs what is missing and reports it.

mod bench;
mod changed;
mod fuzz;
mod gate;
mod mute;
mod page;
mod parts;
mod shell;
mod size;
mod split;
mod tools;
mod vopr;

use std::env;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask VERB

  serve [TRUNK OPTIONS]   build the page, serve it, build again at each change
  test [STEP…]            everything that must hold: fmt clippy native vopr wasm release size e2e
  test --changed | PACKAGE…  the native checks of what changed since main and is built on it, or of packages
  build [TRUNK OPTIONS]   the release, the same bytes on every machine
  mute ID… | --all        would any test notice if this rule were switched off? --save keeps which
  fuzz [TARGET] [--execs N]  coverage-guided fuzzing of the importers, of scenarios and of links
  vopr [--seeds N] [--from SEED]  random scenarios, and what must hold after every record of their runs
  vopr --fresh | --faults  200,000 seeds that were never run before; are all injected faults found?
  bench [engine]          the performance tables: of the engine, native and in node, and of the built page
  size [--record]         how heavy the built page is; writes it into the docs
  bench engine --check | --record  does the engine take more instructions than recorded? writes them anew";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (verb, rest) = match args.split_first() {
        Some((verb, rest)) => (verb.as_str(), rest),
        None => ("", &[][..]),
    };
    let done = match verb {
        "serve" => page::serve(rest),
        "test" => gate::test(rest),
        "build" => page::build(rest),
        "mute" => return mute::mute(rest).unwrap_or_else(refuse),
        "bench" => bench::bench(rest),
        "size" => size::size(rest),
        "fuzz" => return fuzz::fuzz(rest).unwrap_or_else(refuse),
        "vopr" => return vopr::vopr(rest).unwrap_or_else(refuse),
        "seal" => page::seal(),
        "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    done.map_or_else(refuse, |()| ExitCode::SUCCESS)
}

fn refuse(error: String) -> ExitCode {
    eprintln!("xtask: {error}");
    ExitCode::FAILURE
}
