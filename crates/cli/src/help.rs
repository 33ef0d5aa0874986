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
    Rule,
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
            Some("rule") => Self::Rule,
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
        Topic::Rule => RULE,
    }
}

const ALL: &str = "\
See what a GKE node pool upgrade will do to your cluster before you run it.

Usage: nodetide VERB …

  presets                 list the built-in scenarios
  run SCENARIO            simulate a scenario to the end
  check FILE              check a scenario without running it
  import FILE…            create a scenario from dumps, manifests, Terraform, and gcloud commands
  why SCENARIO --at TIME SUBJECT
                          explain the state of a subject at a time
  export SCENARIO --format NAME
                          write gcloud commands, Terraform, PDBs, records, or an image
  link SCENARIO           create a link that contains the scenario
  window TEXT             show when a maintenance window is open and whether GKE accepts it
  rule ID…                print rules with their public sources and tests

  SCENARIO  a file, - for standard input, preset:NAME, link:1.…, or a URL with #s=1.…
  TIME      90s, 1h2m3s, or 01:02:03 since the start, or RFC 3339
  SUBJECT   pool/P node/N pod/NS/P workload/NS/W budget/NS/B service/NS/S record/NO;
            you can omit NS/ if the name is unique

For details, run nodetide VERB --help. To print the version, run nodetide --version.
Exit codes: 0 done; 1 done, errors found (or not run because of errors); 2 unusable input or wrong usage.
Independent project, not affiliated with Google.
";

const PRESETS: &str = "\
Usage: nodetide presets [--format text|json]

Prints one line per preset: NAME, a tab, TITLE.
";

const RUN: &str = "\
Usage: nodetide run SCENARIO [--seed N] [--until TIME] [--format story|summary|json|csv]

Simulates the scenario to the end and prints one of these formats:
  story     numbered sentences (default)
  summary   the key figures of the run as one JSON object
  json      JSON Lines: a header, then one record per line
  csv       the same records as a table

  --seed N      use this seed instead of the scenario's
  --until TIME  end the run at this time at the latest
";

const CHECK: &str = "\
Usage: nodetide check FILE [--format text|json]

Prints errors and risks in a scenario. Exits with 1 if there are errors.
";

const IMPORT: &str = "\
Usage: nodetide import FILE… [-o OUT] [--format text|json]

Reads manifests, and JSON or YAML output of
  kubectl get nodes,pods,pdb,deploy,sts,ds,rs,jobs,svc -A -o json
  gcloud container clusters describe CLUSTER --format json
  gcloud container node-pools describe POOL --cluster CLUSTER --format json
and Terraform blocks, terraform show -json output, and gcloud container commands.
Prints a scenario, or writes it to OUT. A report of what was recognized, used, ignored, and assumed goes to
standard error; --format json applies to that report.
";

const WHY: &str = "\
Usage: nodetide why SCENARIO --at TIME SUBJECT [--format text|json]

Explains what the subject is doing at that time, why, until when, what would change it, and what GKE calls it.
";

const EXPORT: &str = "\
Usage: nodetide export SCENARIO --format NAME [--at TIME] [-o OUT]

Writes to standard output, or to OUT. Formats of the scenario:
  scenario   the document itself, as JSON
  gcloud     commands that create its settings and run its script
  terraform  its node pools as google_container_node_pool
  budgets    its PodDisruptionBudgets as policy/v1 YAML
Formats of its run:
  json       JSON Lines: a header, then one record per line
  csv        the same records as a table
  svg        an image at --at TIME (default: the middle of the run)
";

const LINK: &str = "\
Usage: nodetide link SCENARIO [--pseudonyms] [-o OUT]

Prints #s=1.…. Append it to the URL of the page to open the scenario, or use it as SCENARIO.

  --pseudonyms  replace names: the run stays the same, but doesn't reveal whose cluster it is
";

const WINDOW: &str = "\
Usage: nodetide window TEXT
       nodetide window --start TIME --end TIME --recurrence RULE
       [--now TIME] [--edition seed|current] [--time-zone ZONE] [--format text|json]

Shows when a maintenance window is actually open, whether GKE accepts it, and what would fix it.
TEXT is a gcloud container clusters command, a Terraform block, describe output (or - for standard input), a time
of day such as 16:00, or an RRULE with the start and end of the first window.

  --now TIME        examine the 366 days from this time (default: the first start of the window)
  --edition NAME    the limits: seed (48 h in 32 days, default) or current (48 h in 92 days)
  --time-zone ZONE  time zone of times without an offset, and of the sentence (default: UTC)

Exit codes: 0 accepted; 1 breaks a rule; 2 not understood.
";

const RULE: &str = "\
Usage: nodetide rule ID…

Prints rows of the rulebook: the rule, its public source, the rules of the engine that cite it, and the test that
guards it. An ID is what answers and records cite, such as SU-07.
";
