//! Exports budgets as `policy/v1` PodDisruptionBudgets, one YAML document each.

use core::fmt::Write as _;

use super::yaml;
use crate::check::ENTRIES;
use crate::document::budget::{Expression, namespace};
use crate::document::{Budget, Document, LabelSelector};
use crate::labels::fill;
use crate::primitive::IntOrText;

pub(super) fn make(doc: &Document) -> String {
    let mut text = String::new();
    // The most that a run can hold.
    let mut left = usize::try_from(ENTRIES).unwrap_or(0);
    for budget in &doc.budgets {
        let copies = budget.copies.map(|copies| u32::try_from(copies).unwrap_or(0));
        let numbers = copies.map_or_else(|| vec![None], |n| (0..n).take(left).map(Some).collect());
        left -= numbers.len().min(left);
        for copy in numbers {
            write(&mut text, budget, copy);
        }
    }
    text
}

pub(super) fn write(out: &mut String, budget: &Budget, copy: Option<u32>) {
    let name = match copy {
        Some(n) => format!("{}-{n}", budget.name),
        None => budget.name.clone(),
    };
    if !out.is_empty() {
        out.push_str("---\n");
    }
    out.push_str("apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n");
    let _ = writeln!(out, "  name: {}", yaml::text(&name));
    let _ = writeln!(out, "  namespace: {}", yaml::text(namespace(&budget.namespace)));
    out.push_str("spec:\n");
    limit(out, "minAvailable", budget.min_available.as_ref());
    limit(out, "maxUnavailable", budget.max_unavailable.as_ref());
    if !budget.unhealthy_pod_eviction_policy.is_empty() {
        let policy = yaml::text(&budget.unhealthy_pod_eviction_policy);
        let _ = writeln!(out, "  unhealthyPodEvictionPolicy: {policy}");
    }
    if let Some(chosen) = &budget.selector {
        selector(out, chosen, copy);
    }
}

fn limit(out: &mut String, name: &str, value: Option<&IntOrText>) {
    let _ = match value {
        Some(IntOrText::Int(number)) => writeln!(out, "  {name}: {number}"),
        Some(IntOrText::Text(text)) => writeln!(out, "  {name}: {}", yaml::text(text)),
        None => Ok(()),
    };
}

fn selector(out: &mut String, selector: &LabelSelector, copy: Option<u32>) {
    if selector.match_labels.is_empty() && selector.match_expressions.is_empty() {
        out.push_str("  selector: {}\n");
        return;
    }
    out.push_str("  selector:\n");
    if !selector.match_labels.is_empty() {
        out.push_str("    matchLabels:\n");
        for (key, value) in &selector.match_labels {
            let (key, value) = (yaml::text(key), yaml::text(&fill(value, copy)));
            // A longer key needs an explicit indicator.
            let _ = if key.chars().count() < 1000 {
                writeln!(out, "      {key}: {value}")
            } else {
                writeln!(out, "      ? {key}\n      : {value}")
            };
        }
    }
    if !selector.match_expressions.is_empty() {
        out.push_str("    matchExpressions:\n");
        for one in &selector.match_expressions {
            expression(out, one, copy);
        }
    }
}

fn expression(out: &mut String, expression: &Expression, copy: Option<u32>) {
    let _ = writeln!(out, "      - key: {}", yaml::text(&expression.key));
    let _ = writeln!(out, "        operator: {}", yaml::text(&expression.operator));
    if !expression.values.is_empty() {
        out.push_str("        values:\n");
    }
    for value in &expression.values {
        let _ = writeln!(out, "          - {}", yaml::text(&fill(value, copy)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open;
    use expect_test::expect;

    #[test]
    fn copies_are_written_out_and_names_quoted() {
        let text = r#"{"version":1,"pools":[],"budgets":[
          {"name":"shop","namespace":"no","copies":2,"selector":{"matchLabels":{"app":"shop-{n}","on":"yes"}},"minAvailable":"50%"},
          {"name":"all","selector":{},"maxUnavailable":1,"unhealthyPodEvictionPolicy":"AlwaysAllow"},
          {"name":"some","selector":{"matchExpressions":[{"key":"tier","operator":"In","values":["a","b"]},{"key":"x","operator":"Exists"}]},"maxUnavailable":0}]}"#;
        let document = open(text).document.unwrap_or_default();
        expect![[r#"
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata:
              name: shop-0
              namespace: "no"
            spec:
              minAvailable: "50%"
              selector:
                matchLabels:
                  app: shop-0
                  "on": "yes"
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata:
              name: shop-1
              namespace: "no"
            spec:
              minAvailable: "50%"
              selector:
                matchLabels:
                  app: shop-1
                  "on": "yes"
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata:
              name: all
              namespace: default
            spec:
              maxUnavailable: 1
              unhealthyPodEvictionPolicy: AlwaysAllow
              selector: {}
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata:
              name: some
              namespace: default
            spec:
              maxUnavailable: 0
              selector:
                matchExpressions:
                  - key: tier
                    operator: In
                    values:
                      - a
                      - b
                  - key: x
                    operator: Exists
        "#]]
        .assert_eq(&make(&document));
    }
}
