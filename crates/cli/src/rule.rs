//! Rows of the rulebook, with the engine's rules that cite them and the tests that guard them.

use base::say;
use std::io::{self, Write};

use super::{Done, ExitStatus, Failure, english, output};

macro_rules! book {
    ($($name:literal)*) => {
        /// The files of the rulebook with their texts.
        const BOOK: &[(&str, &str)] = &[$((
            concat!("docs/rulebook/", $name, ".md"),
            include_str!(concat!("../../../docs/rulebook/", $name, ".md")),
        ),)*];
    };
}

book! {
    "upgrades" "maintenance" "kubernetes" "autoscaler" "autopilot" "load-balancers" "interpretations" "examples"
}

const BUILT: &str = include_str!("../../../docs/rules.md");
const LEFT_OUT: &str = include_str!("../../../tests/it/rules_left_out.txt");

/// A row of a table of the rulebook.
struct RulebookRow {
    id: &'static str,
    file: &'static str,
    /// The text of the file.
    text: &'static str,
    head: Vec<&'static str>,
    cells: Vec<&'static str>,
}

/// The cells of a line of a table; an escaped bar doesn't end a cell.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim_start_matches('|').trim_end_matches('|');
    let bars = line.match_indices('|').map(|(at, _)| at);
    let ends = bars.filter(|&at| !line[..at].ends_with('\\'));
    let mut from = 0;
    let mut cells = Vec::new();
    for end in ends.chain([line.len()]) {
        cells.push(line[from..end].trim());
        from = end + 1;
    }
    cells
}

/// Area and number of an id.
fn parts(id: &str) -> Option<(&str, u32)> {
    let (area, number) = id.split_once('-')?;
    (area.len() == 2).then_some((area, number.parse().ok()?))
}

fn rows() -> impl Iterator<Item = RulebookRow> {
    BOOK.iter().flat_map(|&(file, text)| {
        let mut head = Vec::new();
        text.lines().filter_map(move |line| {
            if line.starts_with("| id |") {
                head = cells(line).split_off(1);
            }
            let id = line.strip_prefix("| ")?.split(' ').next()?;
            parts(id)?;
            Some(RulebookRow {
                id,
                file,
                text,
                head: head.clone(),
                cells: cells(line).split_off(1),
            })
        })
    })
}

fn find(wanted: &str) -> Result<RulebookRow, Failure> {
    let wanted = wanted.to_uppercase();
    let same = |row: &RulebookRow| parts(row.id) == parts(&wanted);
    if let Some(row) = rows().find(same) {
        return Ok(row);
    }
    let area = wanted.split('-').next().unwrap_or_default();
    let mut ids: Vec<_> = rows().map(|row| row.id).collect();
    ids.sort_by_key(|id| parts(id));
    let hint = match ids.iter().filter(|id| id.starts_with(area)).count() {
        0 => {
            ids.dedup_by_key(|id| &id[..2]);
            let areas: Vec<_> = ids.iter().map(|id| &id[..2]).collect();
            say!("cli-rule-areas", areas = areas.join(" "))
        }
        _ => {
            ids.retain(|id| id.starts_with(area));
            say!("cli-rule-of-area", area = area, first = ids[0], last = ids[ids.len() - 1])
        }
    };
    Err(Failure(say!("cli-no-rule", wanted = wanted, hint = hint)))
}

/// Replaces Markdown by plain text; a linked title is followed by its address.
fn plain(cell: &str, file: &str) -> String {
    let mut out = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let (title, tail) = after.split_once(']').unwrap_or((after, ""));
        let address = file.lines().find_map(|line| line.strip_prefix(&format!("[{title}]: ")));
        if let Some(address) = address {
            out.push_str(&format!("{title} <{address}>"));
            rest = tail;
        } else if let Some((_, tail)) = tail.strip_prefix("(#").and_then(|to| to.split_once(')')) {
            out.push_str(title);
            rest = tail;
        } else {
            out.push('[');
            rest = after;
        }
    }
    out.push_str(rest);
    out.replace("**", "").replace('`', "").replace("\\|", "|")
}

impl RulebookRow {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} ({})", self.id, self.file)?;
        for (name, cell) in self.head.iter().zip(&self.cells) {
            writeln!(out, "{name}: {}", plain(cell, self.text))?;
        }
        let heading = format!("\n### {}\n", self.id);
        if let Some((_, below)) = self.text.split_once(&heading) {
            let section = below.split("\n#").next().unwrap_or_default();
            writeln!(out, "{}", plain(section.trim_end(), self.text))?;
        }
        let built: Vec<Vec<&str>> = BUILT.lines().map(cells).collect();
        let cited: Vec<_> = built
            .iter()
            .filter(|row| row.len() == 4 && row[2].split(' ').any(|id| id == self.id))
            .map(|row| row[0].replace('`', ""))
            .collect();
        if !cited.is_empty() {
            let cited = say!("cli-rule-cited", rules = cited);
            writeln!(out, "{}", english::text(&cited))?;
        }
        let link = format!("[{}]", self.id);
        if let Some(row) = built.iter().find(|row| row.len() == 3 && row[0].starts_with(&link)) {
            writeln!(out, "code: {}", row[1].replace('`', ""))?;
            writeln!(out, "test: {}", row[2].replace('`', ""))?;
        } else if let Some(why) = self.left_out() {
            writeln!(out, "{}", english::text(&say!("cli-rule-not-in-code", why = why)))?;
        }
        Ok(())
    }

    /// Why no code names the id: its own reason, else its area's.
    fn left_out(&self) -> Option<&'static str> {
        let reason = |name: &str| {
            let named = LEFT_OUT.lines().filter_map(|line| line.split_once(' '));
            named.filter(|(id, _)| *id == name).map(|(_, why)| why).next()
        };
        reason(self.id).or_else(|| reason(&self.id[..2]))
    }
}

pub(super) fn rule(ids: &[String]) -> Done {
    let rows = ids.iter().map(|id| find(id)).collect::<Result<Vec<_>, _>>()?;
    output::print(|out| {
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            row.write(out)?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_that_is_escaped_ends_no_cell() {
        assert_eq!(cells("| a | `x \\| y` | |"), ["a", "`x \\| y`", ""]);
    }

    #[test]
    fn titles_get_their_addresses_and_intervals_stay() {
        let file = "[Quotas]: https://example.com/q\n";
        assert_eq!(
            plain("**Open** in [start, end); [Quotas], [the table](#am-20)", file),
            "Open in [start, end); Quotas <https://example.com/q>, the table"
        );
    }
}
