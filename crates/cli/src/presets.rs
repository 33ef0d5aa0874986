//! The scenarios that come with the program.

use std::io::Write as _;

use serde::Serialize;

use super::{Done, ExitStatus, english, output};

#[derive(Serialize)]
struct PresetLine<'a> {
    name: &'a str,
    title: String,
    pools: u32,
    nodes: u32,
    pods: u32,
}

pub(super) fn list(json: bool) -> Done {
    let presets = scenario::presets();
    output::print(|out| {
        if json {
            let lines: Vec<PresetLine<'_>> = presets
                .iter()
                .map(|preset| PresetLine {
                    name: preset.name,
                    title: english::text(&preset.title()),
                    pools: preset.pools,
                    nodes: preset.nodes,
                    pods: preset.pods,
                })
                .collect();
            serde_json::to_writer(&mut *out, &lines)?;
            return writeln!(out);
        }
        for preset in presets {
            writeln!(out, "{}\t{}", preset.name, english::text(&preset.title()))?;
        }
        Ok(())
    })?;
    Ok(ExitStatus::Fine)
}
