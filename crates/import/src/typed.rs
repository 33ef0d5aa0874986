//! Reads what a person types: half a word must not remove a part of the scenario, so every part of the text is read, or none.

use super::findings::Findings;
use super::format::to_json;
use super::found::Notes;
use super::gcloud;
use super::notes::{self, Note, NoteSide};
use super::progress::Watch;
use super::read::{FileTimes, FilesRead, read_files};
use super::report::{Line, Refusal};
use super::text::{File, excerpt};
use base::{Arg, Message, say};
use scenario::field::Field as _;
use scenario::json::Json;

/// What an import guesses where a name or a part is missing.
const GUESSED: [Note; 6] = [
    notes::MADE_POOL,
    notes::ONLY_NAMED,
    notes::NAMELESS_POOLS,
    notes::SHAPES,
    notes::BLANK,
    notes::VARIABLES,
];

/// The scenario of a typed text: of commands with their manifests, or a document as it is written. `Err`: a part isn't used, with its
/// line.
pub fn typed(text: &str) -> Result<Json, Refusal> {
    if !gcloud::claims(text) {
        let json = to_json(text, &mut Findings::default())?;
        return Json::parse(&json).map_err(|error| Refusal::new("syntax", error.0));
    }
    let parts = parts_of(text);
    if let Some((line, word)) = parts.first().and_then(|part| gcloud::skipped(part.text)) {
        let what = say!("import-outside-command", text = excerpt(&word));
        return Err(Refusal { at: Some((line, 1)), ..Refusal::new("not-used", what) });
    }
    let files = parts.iter().map(|part| File { name: "", bytes: part.text.as_bytes() });
    let files: Vec<File<'_>> = files.collect();
    let nothing = &mut |_| {};
    let mut watch = Watch::new(nothing);
    let FilesRead { mut found, refused, document } =
        read_files(&files, FileTimes::default(), &mut watch);
    for ((at, part), refusal) in parts.iter().enumerate().zip(refused) {
        if let Some(refusal) = refusal {
            return Err(refusal.below(part.before));
        }
        if let Some(refusal) = part.not_used(found.notes.file(at)) {
            return Err(refusal);
        }
    }
    let document = document.map(|document| document.write());
    document.ok_or_else(|| Refusal::new("command", say!("import-command")))
}

/// The commands, or one manifest.
#[derive(Debug)]
struct TypedPart<'t> {
    text: &'t str,
    /// The number of lines before it.
    before: usize,
}

/// The parts of a text between lines of dashes, without those that have only comments.
fn parts_of(text: &str) -> Vec<TypedPart<'_>> {
    let mut parts = vec![TypedPart { text: "", before: 0 }];
    let (mut begin, mut end) = (0, 0);
    for (at, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        if line.trim_end() == "---" {
            begin = end;
            parts.push(TypedPart { text: "", before: at + 1 });
        } else if let Some(last) = parts.last_mut() {
            last.text = text.get(begin..end).unwrap_or_default();
        }
    }
    parts.retain(|part| part.first_line().is_some());
    parts
}

impl TypedPart<'_> {
    /// Its first line with more than a comment, from 1, in the whole text.
    fn first_line(&self) -> Option<usize> {
        self.line_where(|line| !line.is_empty() && !line.starts_with('#'))
    }

    fn line_where(&self, is: impl Fn(&str) -> bool) -> Option<usize> {
        let at = self.text.lines().position(|line| is(line.trim()))?;
        Some(self.before + at + 1)
    }

    /// Why something in it isn't used.
    fn not_used(&self, notes: &Notes) -> Option<Refusal> {
        let refuse = |line: Option<usize>, what: Message| {
            // Of several commands, the first isn't the one.
            let line = line.or_else(|| self.first_line().filter(|_| self.before > 0));
            let at = line.map(|line| (line, 1));
            Some(Refusal { at, ..Refusal::new("not-used", say!("import-not-used", what = what)) })
        };
        if let Some((_, message)) = notes.refusals.first() {
            return refuse(None, message.clone());
        }
        if let Some((kind, _)) = notes.others.iter().next() {
            let line = self.line_where(|line| line.starts_with("kind:") && line.contains(kind));
            return refuse(line, say!("import-without-effect", kinds = kind.as_str()));
        }
        // The new cluster's own pool isn't in the scenario.
        let ignored = notes.tally.lines(NoteSide::Ignored);
        let ignored = ignored.into_iter().filter(|line| line.key != notes::DELETED_POOLS.key);
        let assumed = notes.tally.lines(NoteSide::Assumed);
        let guessed = assumed.into_iter();
        let guessed = guessed.filter(|line| GUESSED.iter().any(|note| note.key == line.key));
        let found = ignored.chain(guessed).next()?;
        refuse(self.line_of(&found, notes), found.message)
    }

    /// The line that a note is about: that of its command, or the first one with its name.
    fn line_of(&self, found: &Line, notes: &Notes) -> Option<usize> {
        let noted = notes.lines.iter().find(|(note, _)| note.key == found.key);
        let named = || match found.names.first()? {
            Arg::Text(name) => {
                let ends = [' ', '=', ',', ':', '"', '\''];
                self.line_where(|line| line.split(ends).any(|word| word == name))
            }
            _ => None,
        };
        noted.map(|(_, line)| self.before + line).or_else(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const TEXT: &str = "gcloud container clusters create shop \\
  --location=us-central1 \\
  --node-locations=us-central1-a \\
  --cluster-version=1.34.1-gke.3000000
gcloud container node-pools delete default-pool --cluster=shop --location=us-central1
gcloud container node-pools create web \\
  --cluster=shop \\
  --location=us-central1 \\
  --num-nodes=2 \\
  --machine-type=e2-standard-4
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 2
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
      - name: main
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: shop
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app: shop
";

    /// What of the text with this change isn't used, with its line; or what it says.
    fn read(piece: &str, by: &str) -> String {
        assert!(TEXT.contains(piece), "{piece}");
        match typed(&TEXT.replacen(piece, by, 1)) {
            Ok(json) => {
                let list = |key| json.get(key).map(Json::items).unwrap_or_default().iter();
                let name = |one: &Json| one.get("name").and_then(Json::text).map(str::to_owned);
                let names = ["pools", "workloads", "budgets"].map(|key| {
                    let names: Vec<String> = list(key).filter_map(name).collect();
                    names.join(" ")
                });
                format!("{}\n", names.join(", "))
            }
            Err(refusal) => {
                let line = refusal.at.map_or("-".to_owned(), |(line, _)| line.to_string());
                format!("{line}: {}\n", words::plain().text(&refusal.message))
            }
        }
    }

    #[test]
    fn half_a_word_is_an_error_with_its_line() {
        let changes = [
            ("", ""),
            ("replicas: 2", "replicas: ]2"),
            ("node-pools create web", "node-pools creat web"),
            ("node-pools create web", "node-pools create"),
            ("clusters create shop", "clusters creat shop"),
            ("gcloud container node-pools create", "gclou container node-pools create"),
            ("gcloud container node-pools create", "# gcloud container node-pools create"),
            (
                "--cluster=shop \\\n  --location=us-central1 \\\n  --num",
                "--cluster=sho \\\n  --location=us-central1 \\\n  --num",
            ),
            ("--num-nodes=2", "--num-nodes="),
            ("--num-nodes=2", "--num-nodes=2 --bogus=3"),
            ("--num-nodes=2", "--num-nodes=$N"),
            ("---\napiVersion: apps", "--\napiVersion: apps"),
            ("---\napiVersion: apps", "apiVersion: apps"),
            ("---\napiVersion: policy", "--\napiVersion: policy"),
            ("---\napiVersion: policy", "apiVersion: policy"),
            ("kind: PodDisruptionBudget", "kind: PodDisruptionBudge"),
            ("kind: PodDisruptionBudget\n", ""),
            ("kind: Deployment", "kind: "),
        ];
        let changes = changes.iter();
        let out: String = changes.map(|(piece, by)| read(piece, by)).collect();
        expect![[r#"
            web, shop, shop
            17: not YAML: misplaced bracket at line 17, column 13; it has “containers”, a part of a Kubernetes object: import all of it, with its kind and its metadata
            6: not used: 1 command without changes to a cluster or a node pool: gcloud container node-pools creat
            -: not used: 1 node pool without a name in the part that is given: node-pool
            1: not used: 1 command without changes to a cluster or a node pool: gcloud container clusters creat
            6: “gclou” isn't part of a command
            7: “--cluster=shop” isn't part of a command
            6: not used: 1 node pool of further clusters: web
            6: not used: 1 flag with a value that can't be used: --num-nodes=
            6: not used: 1 unknown flag: --bogus
            6: not used: 1 variable not evaluated (flags are left out, names made of the variable's); write the value instead: :6:1 --num-nodes=$N
            11: “--” isn't part of a command
            11: “apiVersion:” isn't part of a command
            28: not YAML: simple key expected ':' at line 28, column 1; it has “maxUnavailable”, a part of a node pool: import the whole output of gcloud container node-pools describe
            28: the key "apiVersion" stands twice in a mapping, again at line 28, column 1
            30: not used: only objects without effect on a run: PodDisruptionBudge
            31: not used: 1 object without a kind, recognized by the fields: shop
            15: not used: 1 object without a kind, recognized by the fields: shop
        "#]].assert_eq(&out);
    }

    #[test]
    fn comments_and_values_are_no_errors() {
        let changes = [
            ("gcloud container clusters", "# of the shop\ngcloud container clusters"),
            ("---\napiVersion: apps", "---\n# the shop\n---\napiVersion: apps"),
            ("replicas: 2", "replicas: 3"),
            ("--machine-type=e2-standard-4", "--machine-type=e2-standard-4 --project=p"),
        ];
        let out: String = changes.iter().map(|(piece, by)| read(piece, by)).collect();
        expect![[r#"
            web, shop, shop
            web, shop, shop
            web, shop, shop
            web, shop, shop
        "#]]
        .assert_eq(&out);
    }
}
