//! Reads YAML of kubectl, gcloud and Helm, and of people.

mod scalar;
mod tree;

use base::say;
use granit_parser::{ErrorKind, Parser, ScanError};

use self::tree::{DEPTH, Documents, offset};
use super::findings::Findings;
use super::notes;
use super::part;
use super::refuse::refusal;
use super::report::Refusal;
use super::text;

pub(super) fn to_json(whole: &str, findings: &mut Findings<'_>) -> Result<String, Refusal> {
    let text = without_notes(whole);
    if text.len() < whole.len() {
        findings.note(notes::HELM_NOTES, "");
    }
    let documents = match documents(text) {
        Ok(documents) => documents,
        Err(refusal) => match each_alone(text, &refusal, findings) {
            Some(json) => return Ok(json),
            None => return Err(blame(text, refusal)),
        },
    };
    if !documents.json.is_empty() {
        for _ in 0..documents.values {
            findings.note(notes::UNKNOWN, "");
        }
        return Ok(documents.json);
    }
    if documents.values == 0 {
        return Err(Refusal::new("content", say!("import-only-comments")));
    }
    let what = say!("import-single-value-at");
    Err(refusal("content", text, documents.first_value, what))
}

fn documents(text: &str) -> Result<Documents<'_>, Refusal> {
    // What kubectl takes, such as a bracket that closes at its key, isn't strict.
    indented(text, true).or_else(|refusal| indented(text, false).map_err(|_| refusal))
}

fn indented(text: &str, is_strict: bool) -> Result<Documents<'_>, Refusal> {
    let options = granit_parser::options! {
        strict_indentation: is_strict,
        block_nesting_limit: DEPTH,
        flow_nesting_limit: DEPTH,
    };
    let mut documents = Documents::new(text);
    for next in Parser::new_from_str_with_options(text, options) {
        let (event, span) = next.map_err(|error| syntax(text, &error))?;
        documents.take(event, span)?;
    }
    Ok(documents)
}

/// The documents that can be read, if one can't: it costs itself alone. `None`: there is no other one.
fn each_alone(text: &str, refusal: &Refusal, findings: &mut Findings<'_>) -> Option<String> {
    // Resources are those of the whole text.
    if matches!(refusal.code, "too-deep" | "too-many" | "aliases") {
        return None;
    }
    let mut parts = vec![String::new()];
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("---") {
            Some(rest) if rest.trim_start().len() < rest.len() || rest.is_empty() => {
                parts.push(line.to_owned());
            }
            _ => parts.last_mut()?.push_str(line),
        }
    }
    let (mut json, mut refused, mut lines) = (String::new(), Vec::new(), 0);
    for part in &parts {
        match documents(part) {
            Ok(documents) => json.push_str(&documents.json),
            Err(refusal) => refused.push(blame(part, refusal).below(lines)),
        }
        lines += part.matches('\n').count();
    }
    if json.is_empty() {
        return None;
    }
    for refusal in refused {
        findings.note(notes::BAD_DOCUMENTS, refusal.message);
    }
    Some(json)
}

fn syntax(text: &str, error: &ScanError) -> Refusal {
    let at = offset(error.marker());
    match error.kind() {
        ErrorKind::RecursionLimitExceeded => {
            refusal("too-deep", text, at, say!("import-too-deep", levels = DEPTH))
        }
        kind => {
            let what = say!("import-not-yaml", error = kind.to_string());
            refusal("syntax", text, at, what)
        }
    }
}

/// Helm's notes after a release's manifests aren't YAML.
fn without_notes(text: &str) -> &str {
    let is_helm = || text.contains("\n# Source: ") || text.contains("\nMANIFEST:");
    match text.find("\nNOTES:\n") {
        Some(end) if is_helm() => text.get(..=end).unwrap_or(text),
        _ => text,
    }
}

/// An unrendered template or an incomplete text is more than a YAML error.
fn blame(text: &str, refusal: Refusal) -> Refusal {
    if text.contains("{{") { text::template(text) } else { part::torn(text, refusal) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    #[expect(clippy::needless_pass_by_value, reason = "as every check takes it")]
    fn check(yaml: &str, expect: Expect) {
        let mut findings = Findings::default();
        let mut text = match to_json(yaml, &mut findings) {
            Ok(json) => json,
            Err(refusal) => {
                let says = words::plain().text(&refusal.message);
                format!("{}: {says}\n", refusal.code)
            }
        };
        for (note, name) in findings.notes {
            let name = words::plain().arg(&name);
            text.push_str(&format!("({} {name})\n", note.key));
        }
        expect.assert_eq(&text);
    }

    #[test]
    fn documents_become_lines() {
        check(
            "# Source: web/templates/a.yaml\n---\n# nothing here\n---\na: 1\n...\n---\n- b\n-\n  c: [d, e: f]\n",
            expect![[r#"
                {"a":1}
                ["b",{"c":["d",{"e":"f"}]}]
            "#]],
        );
        check(
            "\u{feff}a: b\r\nc:\r\n- d\r\n",
            expect![[r#"
            {"a":"b","c":["d"]}
        "#]],
        );
        check(
            "a: 1\n---\nhello\n--- |\n  text\n",
            expect![[r#"
            {"a":1}
            (unknown-objects )
            (unknown-objects )
        "#]],
        );
    }

    #[test]
    fn scalars_keep_how_they_are_spelled() {
        check(
            "[~, null, '', '~', yes, true, False, \"true\", !!str 5, !!int \"5\", !x 5]",
            expect![[r#"
                [null,null,"","~","yes",true,false,"true","5",5,"5"]
            "#]],
        );
        check(
            "[0, -1, 110, 1.5, 0.50, 1.30, 1.30.4-gke.1, 1e3, 0x1F, 0o17, 0644, +5, .5, 1., .inf, -.inf, .nan, 99999999999999999999, 1e999, 500m, 2026-01-05T00:00:00Z, 10:30]",
            expect![[r#"
                [0,-1,110,1.5,"0.50","1.30","1.30.4-gke.1","1e3",31,15,"0644",5,".5","1.",".inf","-.inf",".nan","99999999999999999999","1e999","500m","2026-01-05T00:00:00Z","10:30"]
            "#]],
        );
        check(
            "batchPercentage: 1.0\nother: 1.0\n",
            expect![[r#"
                {"batchPercentage":1.0,"other":"1.0"}
            "#]],
        );
        check(
            "a: |\n  one\n  \"two\"\\\nb: >-\n  three\n  four\nc: \"\\x00\\u00e9\\n\"\n",
            expect![[r#"
                {"a":"one\n\"two\"\\\n","b":"three four","c":"\u0000é\n"}
            "#]],
        );
        check(
            "1: a\n2.50: b\ntrue: c\n~: d\n__proto__: e\n",
            expect![[r#"
                {"1":"a","2.50":"b","true":"c","~":"d","__proto__":"e"}
            "#]],
        );
    }

    #[test]
    fn aliases_and_merge_keys_are_filled_in() {
        check(
            "a: &x {b: &y 1, c: [2]}\nd: *x\n*y : e\nf: &z g\n*z : *y\n",
            expect![[r#"
                {"a":{"b":1,"c":[2]},"d":{"b":1,"c":[2]},"1":"e","f":"g","g":1}
            "#]],
        );
        check(
            "base: &base {a: 1, \"b,}\": 2}\nmore: &more {a: 3, d: 4}\none: {<<: *base, a: 0}\ntwo: {z: 9, <<: [*more, *base]}\nthree: {<<: {e: 5}}\nfour: {<<: ~}\n",
            expect![[r#"
                {"base":{"a":1,"b,}":2},"more":{"a":3,"d":4},"one":{"a":0,"b,}":2},"two":{"z":9,"a":3,"d":4,"b,}":2},"three":{"e":5},"four":{}}
            "#]],
        );
        check(
            "a: {<<: 5}",
            expect![[r#"
                merge: “<<” merges what isn't a mapping at line 1, column 9
            "#]],
        );
        check(
            "a: &a [*a]",
            expect![[r#"
                alias: an alias of what holds it at line 1, column 8
            "#]],
        );
        check(
            "a: &a 1\n---\nb: *a",
            expect![[r#"
                {"a":1}
                (bad-documents not YAML: while parsing node, found unknown anchor at line 3, column 4)
            "#]],
        );
    }

    #[test]
    fn unreadable_yaml_is_refused_with_its_place() {
        check(
            "a: 1\nb: 2\na: 3\n",
            expect![[r#"
            duplicate-key: the key "a" stands twice in a mapping, again at line 3, column 1
        "#]],
        );
        check(
            "? [a, b]\n: c\n",
            expect![[r#"
                content: a list or a mapping is a key, which nothing that is read has, at line 1, column 3
            "#]],
        );
        check(
            "a: b\n\tc: d\n",
            expect![[r#"
                syntax: not YAML: while scanning a plain scalar, found a tab at line 1, column 4
            "#]],
        );
        check(
            "é: [1, 2\nb: c",
            expect![[r#"
                syntax: not YAML: invalid indentation at line 2, column 1
            "#]],
        );
        check(
            "# é\n\n",
            expect![[r#"
            content: nothing but comments
        "#]],
        );
        check(
            "hello",
            expect![[r#"
                content: plain text, neither an object nor a command, at line 1, column 1
            "#]],
        );
    }

    #[test]
    fn other_output_of_helm_is_ignored() {
        check(
            "NAME: web\nLAST DEPLOYED: Thu Nov 12 10:00:00 2026\nMANIFEST:\n---\n# Source: web/templates/a.yaml\na: 1\n\nNOTES:\n1. Get the URL: it is here: there\n",
            expect![[r#"
                {"NAME":"web","LAST DEPLOYED":"Thu Nov 12 10:00:00 2026","MANIFEST":null}
                {"a":1}
                (helm-notes )
            "#]],
        );
        check(
            "metadata:\n  name: {{ .Release.Name }}\n",
            expect![[r#"
                template: a template of a Helm chart, with {{ at line 2, column 9; import the output of helm template
            "#]],
        );
    }

    #[test]
    fn aliases_that_expand_without_end_are_refused() {
        let laughs: String = (0..12)
            .map(|level| {
                let before = format!("*x{}, ", level - 1).repeat(9);
                match level {
                    0 => "x0: &x0 [lol]\n".to_owned(),
                    _ => format!("x{level}: &x{level} [{before}]\n"),
                }
            })
            .collect();
        check(
            &laughs,
            expect![[r#"
                aliases: aliases repeat too much at line 7, column 55
            "#]],
        );
        let large = format!("a: &a {}\nb: [{}]\n", "x".repeat(100_000), "*a, ".repeat(5_000));
        check(
            &large,
            expect![[r#"
                aliases: aliases repeat too much at line 2, column 341
            "#]],
        );
        for nest in ["- ", "? ", "a: [", "{a: "] {
            let mut findings = Findings::default();
            let refusal = to_json(&nest.repeat(100_000), &mut findings).unwrap_err();
            assert!(
                matches!(refusal.code, "too-deep" | "content" | "syntax"),
                "{:?}",
                refusal.message
            );
        }
        let nested =
            format!("a: &a {}\nb:\n{}*a\n", "[".repeat(70) + &"]".repeat(70), "- ".repeat(70));
        check(
            &nested,
            expect![[r#"
                too-deep: nests deeper than 127 levels at line 3, column 141
            "#]],
        );
    }
}
