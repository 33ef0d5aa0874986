//! Merge keys: what `<<: *base` adds to a mapping that has some of the keys itself.

/// Adds the entries of the merged values to an open object, as far as their keys are not `there` yet. `None`: a value
/// is neither an object nor a list of objects.
///
/// Objects and lists are read as the writer wrote them: JSON without white space.
pub(super) fn merge(
    out: &mut String,
    mut there: base::Set<String>,
    merges: &[String],
) -> Option<()> {
    for merged in merges {
        let mut objects = vec![merged.as_str()];
        if merged.starts_with('[') {
            objects = parts(merged);
        }
        for object in objects {
            if !object.starts_with('{') {
                return None;
            }
            for entry in parts(object) {
                let key = entry.get(..=string_end(entry)).unwrap_or_default();
                if there.insert(key.to_owned()) {
                    if !out.ends_with('{') {
                        out.push(',');
                    }
                    out.push_str(entry);
                }
            }
        }
    }
    Some(())
}

/// The elements of a list, or the entries of an object.
fn parts(whole: &str) -> Vec<&str> {
    let inner = whole.get(1..whole.len() - 1).unwrap_or_default();
    let (mut all, mut from, mut depth, mut at) = (Vec::new(), 0, 0_usize, 0);
    while let Some(byte) = inner.as_bytes().get(at) {
        match byte {
            b'"' => at += string_end(inner.get(at..).unwrap_or_default()),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                all.push(inner.get(from..at).unwrap_or_default());
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if !inner.is_empty() {
        all.push(inner.get(from..).unwrap_or_default());
    }
    all
}

/// Where the string at the beginning ends: the index of its closing quote.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at,
            _ => {}
        }
    }
    text.len().saturating_sub(1)
}
