//! Options of kubectl that say where and how, but not what.

/// Options of kubectl with a value, without effect here.
#[rustfmt::skip]
pub(super) const VALUES: [&str; 13] = [
    "--context", "--kubeconfig", "--cluster", "--user", "--as", "--output", "-o", "--field-selector", "--request-timeout", "--chunk-size", "-v", "-f",
    "--filename",
];

/// Is the word after the option its value?
pub(super) fn takes_value(option: &str) -> bool {
    VALUES.contains(&option) || matches!(option, "-n" | "--namespace")
}

/// The first words of a command, without the options before its verb and those that say where: `kubectl -n web get pods` is
/// `kubectl get pods`.
pub(super) fn without_options(words: &[String]) -> String {
    let mut words = words.iter().map(String::as_str);
    let tool = words.next().unwrap_or_default();
    let mut rest = words.peekable();
    while let Some(option) = rest.next_if(|word| word.starts_with('-')) {
        if takes_value(option) {
            rest.next();
        }
    }
    let count = match rest.peek() {
        Some(&("rollout" | "set")) => 4,
        _ => 3,
    };
    let mut title = tool.to_owned();
    for _ in 0..count {
        while rest.next_if(|word| takes_value(word)).is_some() {
            rest.next();
        }
        title.extend(rest.next().map(|word| format!(" {word}")));
    }
    title
}
