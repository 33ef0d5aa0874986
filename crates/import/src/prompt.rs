//! Recognizes what surrounds commands in a terminal or script: prompts, and documents.

/// The longest prompt.
const LIMIT: usize = 200;

/// The number of bytes before the command in a line.
pub(super) fn prompt(line: &str) -> usize {
    let blank = |c: char| c == ' ' || c == '\t';
    let mut rest = line.trim_start_matches(blank);
    // The name of an environment: `(base) me@host ~ %`.
    if let Some((name, behind)) = rest.split_once(") ").filter(|_| rest.starts_with('('))
        && !name.contains(' ')
    {
        rest = behind;
    }
    match length(rest) {
        Some(length) => {
            let command = rest.get(length..).unwrap_or_default();
            line.len() - command.trim_start_matches(blank).len()
        }
        None => 0,
    }
}

fn length(line: &str) -> Option<usize> {
    // Also on continued lines of a command.
    for sign in ["$ ", "% ", "> ", ">> ", "❯ ", "More? "] {
        if line.starts_with(sign) {
            return Some(sign.len());
        }
    }
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    // `PS C:\Users\me>`, `C:\>`
    let has_drive =
        matches!(line.as_bytes(), [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    if word == "PS" || has_drive {
        return line.find('>').filter(|at| *at < LIMIT).map(|at| at + 1);
    }
    if word.contains(['=', '"', '\'', '(']) || word.contains("://") {
        return None;
    }
    // `me@cloudshell:~ (project)$`, `[me@host ~]#`, `bash-5.1$`
    let ends = |at: usize, c: char| {
        let next = line.as_bytes().get(at + c.len_utf8());
        matches!(c, '$' | '#' | '%' | '>') && matches!(next, None | Some(b' '))
    };
    let signs = line.char_indices().take_while(|(at, _)| *at < LIMIT);
    let (at, sign) = signs.into_iter().find(|(at, c)| ends(*at, *c))?;
    let is_shell = sign == '$' && at > 0 && at + 1 == word.len();
    (is_shell || word.contains('@')).then_some(at + 1)
}

/// The line that ends a command's document: `EOF` of `cat <<'EOF'`.
pub(super) fn document(command: &str) -> Option<&str> {
    let (before, after) = command.split_once("<<")?;
    if after.starts_with('<') || before.ends_with('<') {
        return None;
    }
    let after = after.strip_prefix('-').unwrap_or(after).trim_start();
    let after = after.trim_start_matches(['"', '\'', '\\']);
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (name, _) = after.split_at(after.find(|c| !letters(c)).unwrap_or(after.len()));
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then_some(name)
}

/// gcloud or kubectl, with any path.
pub(super) fn tool(word: &str) -> Option<&'static str> {
    let name = word.rsplit('/').next().unwrap_or_default();
    let name = name.strip_suffix(".cmd").unwrap_or(name);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    ["gcloud", "kubectl"].into_iter().find(|tool| *tool == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn commands_stand_behind_prompts() {
        let lines = [
            "$ gcloud a",
            "  > --flag",
            "user@cloudshell:~ (project)$ gcloud a",
            "[me@host ~]# SURGE=3",
            "(base) me@mac ~ % gcloud a",
            "bash-5.1$ gcloud a",
            r"PS C:\Users\me> gcloud a",
            r"C:\>gcloud a",
            "More? --flag",
            "# gcloud a",
            "gcloud a --member=me@b.c # why",
            "$SURGE = 3",
            "X=me@host # why",
            "echo a > b",
        ];
        let left: Vec<&str> = lines.iter().map(|line| &line[prompt(line)..]).collect();
        expect![[r##"
            gcloud a
            --flag
            gcloud a
            SURGE=3
            gcloud a
            gcloud a
            gcloud a
            gcloud a
            --flag
            # gcloud a
            gcloud a --member=me@b.c # why
            $SURGE = 3
            X=me@host # why
            echo a > b
        "##]]
        .assert_eq(&(left.join("\n") + "\n"));
    }

    #[test]
    fn documents_in_a_script_end_at_their_word() {
        let found = |command| document(command).unwrap_or("-");
        let commands = ["cat <<EOF > a", "cat <<-'END'", "cat <<< word", "echo $((1<<3))"];
        assert_eq!(commands.map(found).join(" "), "EOF END - -");
    }
}
