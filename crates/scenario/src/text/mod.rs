//! The scenario as an editable text, and the line of each of its values.

mod commands;
mod json;
pub(crate) mod yaml;

pub use self::commands::{agree, changed};

use crate::export::Say;
use crate::json::Json;

base::enum_table! {
    /// A form of the text.
    #[derive(Default)]
    pub enum TextFormat, name,
    /// As people write it.
    title {
        #[default]
        Commands = "gcloud", "gcloud";
        Yaml = "yaml", "YAML";
        Json = "json", "JSON";
    }
}

impl TextFormat {
    /// Writes a document. `say` formats messages that become comments.
    pub fn write(self, json: &Json, say: Say<'_>) -> String {
        match self {
            Self::Commands => commands::write(json, say),
            Self::Json => json.pretty() + "\n",
            Self::Yaml => yaml::write(json),
        }
    }

    /// The line, from 1, of the value at a pointer, or of the nearest value around it. `json`: the document of the text.
    pub fn line(self, text: &str, json: &Json, pointer: &str) -> usize {
        let steps: Vec<String> = crate::edit::steps(pointer).collect();
        match self {
            Self::Commands => commands::line(text, &steps, json),
            Self::Yaml => yaml::line(text, &steps),
            Self::Json => json::line(text, &steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(message: &base::Message) -> String {
        words::plain().text(message)
    }

    const TEXT: &str = r#"{"version":1,"name":"a: b","pools":[{"name":"x","labels":{"a/b":"on","c":"1"}},
        {"name":"y","config":{},"nodes":[[1,2],[]]}],"seed":0.5,"none":null}"#;

    #[test]
    fn each_value_has_its_line() {
        let json = Json::parse(TEXT).unwrap_or_default();
        for (pointer, in_json, in_yaml) in [
            ("", 1, 1),
            ("/name", 3, 2),
            ("/pools", 4, 3),
            ("/pools/0", 5, 4),
            ("/pools/0/labels/a~1b", 8, 6),
            ("/pools/0/labels/c/deeper", 9, 7),
            ("/pools/1", 12, 8),
            ("/pools/1/config", 14, 9),
            ("/pools/1/config/machineType", 14, 9),
            ("/pools/1/nodes/0/1", 18, 12),
            ("/pools/2", 4, 3),
            ("/none", 25, 15),
        ] {
            for (format, wanted) in [(TextFormat::Json, in_json), (TextFormat::Yaml, in_yaml)] {
                let text = format.write(&json, &plain);
                assert_eq!(format.line(&text, &json, pointer), wanted, "{pointer}\n{text}");
            }
        }
        assert_eq!(TextFormat::Json.line(TEXT, &json, "/pools/1/name"), 2);
        assert_eq!(TextFormat::Yaml.line("a: 1\nb:\n- c: 1\n  d: 2\n-\n", &json, "/b/0/d"), 4);
    }

    #[test]
    fn commands_and_manifests_are_found_by_their_kind() {
        let text = r#"{"version":1,"cluster":{"location":"r-1"},"pools":[{"name":"shop","initialNodeCount":1}],
            "workloads":[{"kind":"Deployment","name":"shop"},{"kind":"Job","name":"shop"},{"kind":"Job","name":"shop","namespace":"b"}],
            "budgets":[{"name":"shop","selector":{},"maxUnavailable":1}]}"#;
        let json = Json::parse(text).unwrap_or_default();
        let text = TextFormat::Commands.write(&json, &plain);
        let lines: Vec<&str> = text.lines().collect();
        // The name, below its kind.
        for (pointer, kind) in [
            ("/workloads/0/replicas", "kind: Deployment"),
            ("/workloads/1", "kind: Job"),
            ("/workloads/2", "kind: Job"),
            ("/budgets/0/maxUnavailable", "kind: PodDisruptionBudget"),
        ] {
            let line = TextFormat::Commands.line(&text, &json, pointer);
            assert_eq!(lines[line - 1], "  name: shop", "{pointer}\n{text}");
            assert_eq!(lines[line - 3], kind, "{pointer}\n{text}");
        }
        let line = |pointer| TextFormat::Commands.line(&text, &json, pointer);
        assert!(line("/workloads/1") < line("/workloads/2"));
        assert!(lines[line("/pools/0/version") - 1].contains("node-pools create shop"));
        assert_eq!(line("/cluster/location"), 1);
    }

    #[test]
    fn yaml_is_in_block_style() {
        let json = Json::parse(TEXT).unwrap_or_default();
        expect_test::expect![[r#"
            version: 1
            name: "a: b"
            pools:
              - name: x
                labels:
                  a/b: "on"
                  c: "1"
              - name: "y"
                config: {}
                nodes:
                  - - 1
                    - 2
                  - []
            seed: 0.5
            none: null
        "#]]
        .assert_eq(&TextFormat::Yaml.write(&json, &plain));
    }
}
