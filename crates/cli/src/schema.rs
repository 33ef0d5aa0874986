//! `schema`: what a scenario may contain.

use std::io::{self, Write};

use clap::ValueEnum;

use super::output::Out;
use super::{Done, ExitStatus, output};
use scenario::document;
use scenario::json::Json;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Part {
    Script,
}

pub(super) fn schema(part: Option<Part>) -> Done {
    let schema = document::schema();
    output::print(|out| match part {
        None => out.write_all(schema.as_bytes()),
        Some(Part::Script) => script(out, &Json::parse(&schema).unwrap_or_default()),
    })?;
    Ok(ExitStatus::Fine)
}

/// A field of the script, and what it means for a verb.
struct Meaning<'a> {
    verbs: Vec<String>,
    field: &'a str,
    text: String,
}

fn description(json: &Json) -> &str {
    json.get("description").and_then(Json::text).unwrap_or_default()
}

/// The verbs in a list such as `Set, fail (its Pods are never ready)`; `None` for other texts.
fn verbs(text: &str, all: &[String]) -> Option<Vec<String>> {
    let text = text.split(" (").next().unwrap_or_default().trim_end_matches('.');
    let named = text
        .split(", ")
        .map(|word| all.iter().find(|verb| verb.eq_ignore_ascii_case(word.trim())).cloned());
    named.collect()
}

/// The sentences of a description, each with the verbs that it is about; without any, it is about every entry.
fn meanings<'a>(field: &'a str, text: &str, all: &[String]) -> Vec<Meaning<'a>> {
    let mut found: Vec<Meaning<'a>> = Vec::new();
    for sentence in text.trim_end_matches('.').split(". ") {
        let parts = sentence.split_once(": ");
        let (named, text) = match parts {
            Some((head, tail)) => match (verbs(head, all), verbs(tail, all)) {
                (Some(named), _) => (named, tail),
                (None, Some(named)) => (named, head),
                (None, None) => (Vec::new(), sentence),
            },
            None => (Vec::new(), sentence),
        };
        match found.last_mut() {
            Some(last) if named.is_empty() => last.text += &format!(". {text}"),
            _ => found.push(Meaning { verbs: named, field, text: text.to_owned() }),
        }
    }
    found
}

/// Each verb of the script with its fields.
fn script(out: &mut Out, schema: &Json) -> io::Result<()> {
    let item = schema.get("$defs").and_then(|defs| defs.get("ScriptItem"));
    let Some(Json::Object(fields)) = item.and_then(|item| item.get("properties")) else {
        return Ok(());
    };
    let listed =
        fields.iter().find(|(name, _)| name == "do").map_or("", |(_, one)| description(one));
    let all: Vec<String> = listed.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let meanings: Vec<Meaning<'_>> = fields
        .iter()
        .filter(|(name, _)| name != "do")
        .flat_map(|(name, one)| meanings(name, description(one), &all))
        .collect();
    writeln!(out, "An entry of the script: {{\"at\": \"90s\", \"do\": VERB, …}}")?;
    let mut list = |title: &str, is_of: &dyn Fn(&Meaning<'_>) -> bool| -> io::Result<()> {
        writeln!(out, "\n{title}")?;
        for one in meanings.iter().filter(|one| is_of(one)) {
            writeln!(out, "  {:<26} {}", one.field, one.text)?;
        }
        Ok(())
    };
    list("every verb", &|one| one.verbs.is_empty())?;
    for verb in &all {
        list(verb, &|one| one.verbs.contains(verb))?;
    }
    Ok(())
}
