//! What `--help` prints.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    All,
    Presets,
    Run,
    Check,
    Import,
    Why,
    Export,
    Link,
    Window,
}

impl Topic {
    pub(super) fn of(verb: Option<&str>) -> Self {
        match verb {
            Some("presets") => Self::Presets,
            Some("run") => Self::Run,
            Some("check") => Self::Check,
            Some("import") => Self::Import,
            Some("why") => Self::Why,
            Some("export") => Self::Export,
            Some("link") => Self::Link,
            Some("window") => Self::Window,
            _ => Self::All,
        }
    }
}

pub(super) fn of(topic: Topic) -> &'static str {
    match topic {
        Topic::All => ALL,
        Topic::Presets => PRESETS,
        Topic::Run => RUN,
        Topic::Check => CHECK,
        Topic::Import => IMPORT,
        Topic::Why => WHY,
        Topic::Export => EXPORT,
        Topic::Link => LINK,
        Topic::Window => WINDOW,
    }
}

const ALL: &str = "\
See what a GKE node pool upgrade will do to your cluster, before it does it.

Usage: nodetide VERB …

  presets                 list the scenarios that come with the program
  run SCENARIO            simulate to the end
  check FILE              check a scenario without running it
  import FILE…            make a scenario from dumps, manifests, Terraform and commands
  why SCENARIO --at TIME SUBJECT
                          say why something is as it is
  export SCENARIO --format NAME
                          write commands, Terraform, budgets, records or a picture
  link SCENARIO           put the scenario into a link
  window TEXT             say when a maintenance window is open, and whether GKE accepts it

  SCENARIO  a file, - for standard input, preset:NAME, link:1.…, or an address with #s=1.…
  TIME      90s, 1h2m3s or 01:02:03 since the start, or RFC 3339
  SUBJECT   pool/P node/N pod/NS/P workload/NS/W budget/NS/B service/NS/S record/NO;
            NS/ may be left out where the name is unique

nodetide VERB --help says more. --version prints the version.
Exit: 0 done; 1 done, with errors found (or not run because of them); 2 unusable input or wrong usage.
Independent; not affiliated with Google.
";

const PRESETS: &str = "\
Usage: nodetide presets [--format text|json]

One line a preset: NAME, a tab, TITLE.
";

const RUN: &str = "\
Usage: nodetide run SCENARIO [--seed N] [--until TIME] [--format story|summary|json|csv]

Simulates to the end and prints
  story     numbered sentences (the default)
  summary   the run in numbers, one JSON object
  json      JSON Lines: a header, then a record a line
  csv       the same records as a table

  --seed N      instead of the scenario's own seed
  --until TIME  ends the run there at the latest
";

const CHECK: &str = "\
Usage: nodetide check FILE [--format text|json]

Prints what is wrong or risky in a scenario. Exit 1 when something is an error.
";

const IMPORT: &str = "\
Usage: nodetide import FILE… [-o OUT] [--format text|json]

Reads JSON or YAML, manifests among it, of
  kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json
  gcloud container clusters describe CLUSTER --format json
  gcloud container node-pools describe POOL --cluster CLUSTER --format json
and Terraform blocks, terraform show -json, and gcloud container command lines,
and prints a scenario, or writes it to OUT. What was recognised, used, ignored and assumed goes to standard
error; --format json is about that report.
";

const WHY: &str = "\
Usage: nodetide why SCENARIO --at TIME SUBJECT [--format text|json]

Says what the subject is doing at that time, why, until when, what would change it, and how GKE says it.
";

const EXPORT: &str = "\
Usage: nodetide export SCENARIO --format NAME [--at TIME] [-o OUT]

Writes to standard output, or to OUT. Of the scenario
  scenario   the document itself, as JSON
  gcloud     the commands that bring about its settings and its script
  terraform  its node pools as google_container_node_pool
  budgets    its budgets as policy/v1 YAML
and of its run
  json       JSON Lines: a header, then a record a line
  csv        the same records as a table
  svg        a picture of the instant --at TIME; of the middle of the run if missing
";

const LINK: &str = "\
Usage: nodetide link SCENARIO [--pseudonyms] [-o OUT]

Prints #s=1.…, which opens the scenario behind the address of the page, and as a SCENARIO here.

  --pseudonyms  under other names: the run is the same, and nobody sees whose it is
";

const WINDOW: &str = "\
Usage: nodetide window TEXT
       nodetide window --start TIME --end TIME --recurrence RULE
       [--now TIME] [--edition seed|current] [--time-zone ZONE] [--format text|json]

Says when a maintenance window is really open, whether GKE accepts it, and what would mend it.
TEXT is a gcloud container clusters command, a Terraform block, what describe prints (or - for standard input), a time
of day as 16:00, or an RRULE with the start and end of the first window.

  --now TIME        look at 366 days from then on; the first start of the window if missing
  --edition NAME    the limits: seed (48 h in 32 days, the default) or current (48 h in 92 days)
  --time-zone ZONE  of times without an offset, and of the sentence; UTC if missing

Exit: 0 accepted; 1 breaks a rule; 2 not understood.
";
