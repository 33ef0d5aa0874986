//! Reads a command: its cluster or pool, and the settings of its flags.

use super::command_words::{CommandWords, Noun, Verb};
use super::flags::{self, FlagOwner, FlagSetting, SWITCHES, VALUES, WHICH};
use super::script::ScriptLine;
use super::values::{end, is_switch, reserving, truth, value};
use crate::configured::{at, put};
use crate::findings::Findings;
use crate::notes;
use base::{Arg, say};
use model::script::NodeChange;
use scenario::by_name::similar;
use scenario::document::setting::{GcloudFlag, Take};
use scenario::json::Json;

#[derive(Debug, Default)]
pub(super) struct GcloudCommand {
    pub(super) verb: Verb,
    pub(super) noun: Noun,
    /// `create-auto`.
    pub(super) autopilot: bool,
    /// The verb as written.
    pub(super) typed: String,
    /// The name of the cluster or the pool.
    pub(super) name: String,
    pub(super) cluster: String,
    pub(super) pool: String,
    pub(super) location: String,
    pub(super) version: String,
    /// The cluster or pool is a placeholder to be filled in.
    pub(super) blank_cluster: bool,
    pub(super) blank_pool: bool,
    pub(super) master: bool,
    /// Its line in the text.
    pub(super) line: usize,
    pub(super) asynchronous: bool,
    pub(super) respect_pdb: bool,
    /// The settings of the cluster, and of the pool.
    pub(super) of_cluster: Json,
    pub(super) of_pool: Json,
    /// Changes that recreate nodes, besides those of `of_pool`.
    pub(super) changes: Vec<NodeChange>,
    /// Surge flags as typed; without values that can't be determined.
    pub(super) surge: Vec<String>,
}

impl GcloudCommand {
    fn of(words: &CommandWords<'_>) -> Self {
        Self {
            verb: words.verb,
            noun: words.noun,
            autopilot: words.autopilot,
            typed: words.typed.to_owned(),
            of_cluster: Json::Object(Vec::new()),
            of_pool: Json::Object(Vec::new()),
            ..Self::default()
        }
    }

    /// Counts a surge flag without a value as given: GKE uses its default.
    fn typed_without_value(&mut self, target: &FlagSetting) {
        if target.is_surge() {
            self.surge.push(target.flag.name.to_owned());
            let default = target.default.parse().unwrap_or_default();
            put(&mut self.of_pool, &target.path, Json::Int(default));
        }
    }
}

/// Reads a command. `None`: it isn't about clusters and pools, or only reads them.
pub(super) fn read(
    line: &ScriptLine,
    text: &str,
    findings: &mut Findings<'_>,
) -> Option<GcloudCommand> {
    let words = CommandWords::of(line)?;
    let mut reader = CommandReader {
        command: GcloudCommand { line: line.line, ..GcloudCommand::of(&words) },
        words,
        exclusion: Json::Object(Vec::new()),
        exclusion_name: None,
        at: line.at,
        text,
        findings,
    };
    while let Some(word) = reader.words.next() {
        reader.word(&word);
    }
    let mut command = reader.command;
    if reader.exclusion != Json::Object(Vec::new()) {
        let name = reader.exclusion_name.unwrap_or_else(|| "exclusion".to_owned());
        let all = Json::Object(vec![(name, reader.exclusion)]);
        let path = "maintenancePolicy.window.maintenanceExclusions";
        put(&mut command.of_cluster, path, all);
    }
    Some(command)
}

/// Reads the words of one command.
struct CommandReader<'r, 'n> {
    command: GcloudCommand,
    words: CommandWords<'r>,
    /// The added exclusion.
    exclusion: Json,
    exclusion_name: Option<String>,
    /// The position of the command in the text.
    at: usize,
    text: &'r str,
    findings: &'r mut Findings<'n>,
}

impl CommandReader<'_, '_> {
    fn word(&mut self, word: &str) {
        if !word.starts_with('-') {
            if self.command.name.is_empty() {
                let is_blank = blank(word, false, "");
                match self.command.noun {
                    Noun::Cluster => self.command.blank_cluster = is_blank,
                    Noun::Pool => self.command.blank_pool = is_blank,
                    // Which upgrade it cancels follows from the commands before.
                    Noun::Operation => return word.clone_into(&mut self.command.name),
                }
                self.command.name = self.named(word, "NAME");
            } else if word.starts_with('$') {
                self.not_evaluated(word);
            }
            return;
        }
        let (flag, given) = match word.split_once('=') {
            Some((flag, given)) => (flag, Some(given.to_owned())),
            None => (word, None),
        };
        let flag = match flag {
            "-z" => "--zone",
            "-m" => "--machine-type",
            "-q" => "--quiet",
            flag => flag,
        };
        if WHICH.contains(&flag) {
            let given = match SWITCHES.contains(&flag) {
                true => given,
                false => given.or_else(|| self.words.value()),
            };
            self.which(flag, given.as_deref().unwrap_or_default());
            return;
        }
        let (positive, on) = match flag.strip_prefix("--no-") {
            Some(rest) => (format!("--{rest}"), false),
            None => (flag.to_owned(), true),
        };
        if self.command.verb == Verb::Update
            && let Some(change) = recreating(self.command.noun, &positive)
        {
            let is_switch = positive.starts_with("--enable-") || positive.starts_with("--start-");
            let value = given.or_else(|| (!is_switch).then(|| self.words.value()).flatten());
            if change != NodeChange::NodeLocalDns || value.is_some_and(|on| on.contains(LOCAL_DNS))
            {
                self.command.changes.push(change);
            }
            return;
        }
        match target(self.command.noun, &positive) {
            Some(target) => self.set(&target, given, on),
            None => self.without_effect(&positive, on && given.is_none()),
        }
    }

    /// Reads a flag that names the cluster, pool or version.
    fn which(&mut self, flag: &str, text: &str) {
        let is_on = text.is_empty() || truth(text) == Some(true);
        match flag {
            "--cluster" => {
                self.command.blank_cluster = blank(text, false, "");
                self.command.cluster = self.named(text, "--cluster");
            }
            "--node-pool" => {
                self.command.blank_pool = blank(text, false, "");
                self.command.pool = self.named(text, "--node-pool");
            }
            "--add-maintenance-exclusion-name" if blank(text, true, flag) => {
                self.not_evaluated(&format!("{flag}={text}"));
            }
            "--add-maintenance-exclusion-name" => self.exclusion_name = Some(text.to_owned()),
            "--reservation-affinity" => self.reservation("consumeReservationType", reserving(text)),
            "--reservation" if blank(text, false, "") => {
                self.not_evaluated(&format!("{flag}={text}"));
            }
            "--reservation" => {
                self.reservation("key", Json::from("compute.googleapis.com/reservation-name"));
                self.reservation("values", Json::List(vec![text.into()]));
            }
            "--local-ssd-count" | "--ephemeral-storage-local-ssd" | "--local-nvme-ssd-block"
                if !matches!(text, "0" | "count=0") =>
            {
                put(&mut self.command.of_pool, "config.localSsdCount", Json::Int(1));
            }
            "--master" => self.command.master = is_on,
            "--async" => self.command.asynchronous = is_on,
            "--respect-pdb" => self.command.respect_pdb = is_on,
            "--zone" | "--region" | "--location" | "--cluster-version" => {
                if blank(text, false, flag) {
                    self.not_evaluated(&format!("{flag}={text}"));
                } else if flag == "--cluster-version" {
                    text.clone_into(&mut self.command.version);
                } else {
                    text.clone_into(&mut self.command.location);
                }
            }
            _ => {}
        }
    }

    fn reservation(&mut self, field: &str, value: Json) {
        let path = format!("config.reservationAffinity.{field}");
        put(&mut self.command.of_pool, &path, value);
    }

    /// Sets a flag's value.
    fn set(&mut self, target: &FlagSetting, given: Option<String>, on: bool) {
        let GcloudFlag { name, take } = target.flag;
        let given = match is_switch(take) {
            true => given.or_else(|| self.words.truth()),
            false => given.or_else(|| self.words.value()),
        };
        let switched = match &given {
            Some(text) if is_switch(take) => truth(text).map(|truth| truth == on),
            _ => Some(on),
        };
        let written = given.unwrap_or_default();
        let typed = format!("{name}={written}");
        if blank(&written, take == Take::Upper, name) {
            self.not_evaluated(&typed);
            self.command.typed_without_value(target);
            return;
        }
        // A setting that is neither chosen nor cleared stays.
        if switched == Some(false) && matches!(take, Take::Value(_) | Take::Clear) {
            return;
        }
        let json = switched.and_then(|on| self.value(target, &written, on));
        // gcloud refuses it. A check explains those of surge.
        let is_count = |json: &Json| target.is_surge() || !matches!(json, Json::Int(..0));
        let json = json.filter(is_count);
        let Some(json) = json else {
            self.findings.note(notes::UNREADABLE_FLAGS, typed);
            self.command.typed_without_value(target);
            return;
        };
        if target.is_surge() {
            self.command.surge.push(typed);
        }
        let into = match target.of {
            FlagOwner::Pool => &mut self.command.of_pool,
            FlagOwner::Cluster => &mut self.command.of_cluster,
            FlagOwner::Exclusion => &mut self.exclusion,
        };
        put(into, &target.path, json);
    }

    fn value(&self, target: &FlagSetting, written: &str, on: bool) -> Option<Json> {
        match target.flag.take {
            Take::Switch => Some(Json::Bool(on)),
            Take::Lasts => {
                // The start may come after it.
                let path = "maintenancePolicy.window.recurringWindow.window.startTime";
                let start = at(&self.command.of_cluster, path).and_then(Json::text);
                let start = start.map(str::to_owned);
                let start = start.or_else(|| self.words.of_flag("--maintenance-window-start"))?;
                end(&start, written).map(Json::Text)
            }
            Take::Clear => Some(Json::Null),
            Take::Remove => Some(Json::Object(vec![(written.to_owned(), Json::Null)])),
            take => value(take, written, target.inner),
        }
    }

    /// Notes a flag without effect here, or an unknown one, which may be mistyped.
    fn without_effect(&mut self, name: &str, may_have_value: bool) {
        let has_value = VALUES.contains(&name);
        let is_switch = SWITCHES.contains(&name);
        let begins = ["--enable-", "--disable-", "--clear-"];
        let is_like_switch = is_switch || begins.iter().any(|begin| name.starts_with(begin));
        // What follows an unknown flag is its value once there is a name.
        let takes_value = has_value || !self.command.name.is_empty();
        if may_have_value && !is_like_switch && takes_value {
            self.words.value();
        }
        if has_value || is_switch {
            self.findings.note(notes::FLAGS, name);
            return;
        }
        let mut targets = flags::all(FlagOwner::Pool);
        targets.extend(flags::all(FlagOwner::Cluster));
        let names = targets.iter().map(|target| target.flag.name);
        let names = names.filter(|name| name.starts_with('-'));
        let mut all = names.chain(WHICH).chain(SWITCHES).chain(VALUES);
        let meant = all.find(|known| {
            // `--max-surge` for `--max-surge-upgrade`, `--machine` for `--machine-type`.
            let rest = known.strip_prefix(name).filter(|_| name.len() > 6);
            rest.is_some_and(|rest| rest.starts_with('-')) || similar(known, name)
        });
        let label = match meant {
            Some(meant) => say!("import-did-you-mean", name = name, meant = meant).into(),
            None => Arg::from(name),
        };
        self.findings.note(notes::UNKNOWN_FLAGS, label);
    }

    /// The name, or one made from its placeholder.
    fn named(&mut self, text: &str, flag: &str) -> String {
        if !blank(text, false, "") {
            return text.to_owned();
        }
        self.not_evaluated(&format!("{flag} {text}"));
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
        let parts = parts.filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
        parts.join("-")
    }

    fn not_evaluated(&mut self, what: &str) {
        self.findings.note_at(notes::VARIABLES, self.text, self.at, what);
    }
}

/// The add-on of `--update-addons` that recreates nodes.
const LOCAL_DNS: &str = "NodeLocalDNS=";

/// The change of a flag that recreates nodes although it is no setting of a scenario (SU-04, AM-29).
fn recreating(noun: Noun, flag: &str) -> Option<NodeChange> {
    Some(match (noun, flag) {
        (Noun::Pool, "--enable-gvnic") => NodeChange::Gvnic,
        (Noun::Pool, "--enable-image-streaming") => NodeChange::ImageStreaming,
        (Noun::Pool, "--enable-confidential-nodes") => NodeChange::ConfidentialNodes,
        (Noun::Pool, "--system-config-from-file") => NodeChange::NodeSystemConfig,
        (Noun::Pool, "--network-performance-configs") => NodeChange::NetworkPerformance,
        (Noun::Pool, "--storage-pools") => NodeChange::StoragePools,
        (Noun::Cluster, "--enable-network-policy") => NodeChange::NetworkPolicy,
        (Noun::Cluster, "--start-ip-rotation") => NodeChange::IpRotation,
        (Noun::Cluster, "--start-credential-rotation") => NodeChange::CredentialRotation,
        (Noun::Cluster, "--enable-shielded-nodes") => NodeChange::ShieldedNodes,
        (Noun::Cluster, "--enable-intra-node-visibility") => NodeChange::IntranodeVisibility,
        (Noun::Cluster, "--update-addons") => NodeChange::NodeLocalDns,
        _ => return None,
    })
}

/// The setting of a flag. A command about a cluster may also set properties of its first pool.
fn target(noun: Noun, name: &str) -> Option<FlagSetting> {
    let find = |of| {
        let mut all = flags::all(of).into_iter();
        all.find(|target| target.flag.name == name)
    };
    match noun {
        Noun::Pool => find(FlagOwner::Pool),
        Noun::Operation => None,
        Noun::Cluster => find(FlagOwner::Cluster).or_else(|| find(FlagOwner::Pool)),
    }
}

/// Is it a placeholder: `$POOL`, `%POOL%`, `<pool>`, `[POOL]`, `POOL_NAME`?
fn blank(text: &str, is_word: bool, flag: &str) -> bool {
    let metavar = flag.trim_start_matches('-');
    let metavar = metavar.to_ascii_uppercase().replace('-', "_");
    let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
    text.contains('$')
        || text.starts_with(['<', '[', '{'])
        || (text.len() > 2 && text.starts_with('%') && text.ends_with('%'))
        || text.contains("...")
        || (text == metavar && !text.is_empty())
        || (!is_word && text.len() > 1 && text.chars().all(is_capital))
}
