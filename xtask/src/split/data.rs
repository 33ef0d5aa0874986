//! Finds the data of later parts, which earlier parts never reference, from the linker's relocations.
//!
//! Linked with `--emit-relocs`, a wasm names the owner of every address in its code and data. The tools after the linker rewrite
//! the code, and leave data and addresses unchanged; so functions are matched by name.

use super::module::told;
use rustc_demangle::demangle;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasm_encoder::SectionId;
use wasmparser::{
    DataKind, KnownCustom, Linking, Name, Operator, Parser, Payload, RelocationType, SymbolInfo,
};

/// The references in a linked wasm.
#[derive(Default)]
pub(crate) struct References {
    /// The memory range of each piece of data.
    places: Vec<Range<u32>>,
    /// The pieces that functions with a name reference; contains every function.
    of_functions: BTreeMap<String, BTreeSet<usize>>,
    /// The pieces that a piece references.
    of_places: Vec<BTreeSet<usize>>,
}

/// A segment of data: its bytes in the file, and its place in memory.
pub(super) struct Segment {
    pub(super) bytes: Range<usize>,
    pub(super) address: u32,
}

const CODE: u8 = SectionId::Code as u8;
const DATA: u8 = SectionId::Data as u8;

impl Segment {
    /// Its memory range.
    pub(super) fn memory(&self) -> Range<u32> {
        self.address..self.address + self.bytes.len() as u32
    }

    /// The place of a memory range in the segment, if it is completely inside.
    pub(super) fn place(&self, range: &Range<u32>) -> Option<Range<usize>> {
        let start = range.start.checked_sub(self.address)? as usize;
        let end = range.end.checked_sub(self.address)? as usize;
        (end <= self.bytes.len()).then_some(start..end)
    }
}

/// The raw input.
#[derive(Default)]
struct Notes<'a> {
    names: BTreeMap<u32, &'a str>,
    imports: u32,
    bodies: Vec<Range<usize>>,
    code: usize,
    data: usize,
    segments: Vec<Segment>,
    /// The piece of data of each linker symbol.
    pieces: BTreeMap<u32, Range<u32>>,
    /// Offsets in a section, with the symbols there.
    in_code: Vec<(usize, u32)>,
    in_data: Vec<(usize, u32)>,
    sections: Vec<u8>,
}

impl References {
    pub(crate) fn read(wasm: &[u8]) -> Result<Self, String> {
        let mut notes = Notes::default();
        for payload in Parser::new(0).parse_all(wasm) {
            notes.take(payload.map_err(told)?)?;
        }
        if notes.pieces.is_empty() {
            return Err(told("it was not linked with --emit-relocs"));
        }
        Ok(notes.put_together())
    }

    /// The data that functions with these names don't reference, directly or indirectly.
    pub(super) fn unused_by<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Range<u32>>, String> {
        let mut used = BTreeSet::new();
        let mut open = Vec::new();
        for name in names {
            match self.of_functions.get(plain(name)) {
                Some(places) => open.extend(places.iter().copied()),
                None if is_tools(name) => {}
                None => return Err(told(format_args!("nothing is known of {name}"))),
            }
        }
        while let Some(place) = open.pop() {
            if used.insert(place) {
                open.extend(&self.of_places[place]);
            }
        }
        // Pieces may overlap: a symbol may be inside another.
        let mut kept: Vec<&Range<u32>> = used.iter().map(|place| &self.places[*place]).collect();
        kept.sort_by_key(|place| place.start);
        let mut unused: Vec<Range<u32>> = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            if used.contains(&at) {
                continue;
            }
            let mut rest = place.clone();
            for keep in &kept {
                if keep.end <= rest.start || keep.start >= rest.end {
                    continue;
                }
                if keep.start > rest.start {
                    unused.push(rest.start..keep.start);
                }
                rest.start = keep.end.min(rest.end);
            }
            if rest.start < rest.end {
                unused.push(rest);
            }
        }
        Ok(joined(unused))
    }
}

/// Merges touching and overlapping ranges, which are sorted.
fn joined(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut all: Vec<Range<u32>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

/// Did wasm-bindgen's tool generate this function? Such functions use no data.
fn is_tools(name: &str) -> bool {
    name.starts_with("__wbindgen_") || name.ends_with(" shim")
}

/// The name of a function as in wasm-bindgen's output: exports lose the hash at the end.
fn shown(name: &str) -> String {
    let exported = name
        .rsplit_once('_')
        .filter(|(_, hash)| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match exported {
        Some((name, _)) if !name.starts_with('_') => name.to_owned(),
        _ => demangle(name).to_string(),
    }
}

/// The name of a function without the number that distinguishes it from others with its name.
fn plain(name: &str) -> &str {
    let without = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
    match without {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    }
}

impl<'a> Notes<'a> {
    fn take(&mut self, payload: Payload<'a>) -> Result<(), String> {
        if let Some((id, range)) = payload.as_section() {
            self.sections.push(id);
            match id {
                CODE => self.code = range.start,
                DATA => self.data = range.start,
                _ => {}
            }
        }
        match payload {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.map_err(told)?;
                    if matches!(import.ty, wasmparser::TypeRef::Func(_)) {
                        self.imports += 1;
                    }
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body.range()),
            Payload::DataSection(section) => self.segments = segments(section)?,
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Name(names) => {
                    for list in names {
                        if let Name::Function(names) = list.map_err(told)? {
                            for name in names {
                                let name = name.map_err(told)?;
                                self.names.insert(name.index, name.name);
                            }
                        }
                    }
                }
                KnownCustom::Linking(linking) => {
                    for part in linking {
                        if let Linking::SymbolTable(symbols) = part.map_err(told)? {
                            self.symbols(symbols)?;
                        }
                    }
                }
                KnownCustom::Reloc(relocations) => {
                    let of = self.sections.get(relocations.section_index() as usize);
                    let list = match of {
                        Some(&CODE) => &mut self.in_code,
                        Some(&DATA) => &mut self.in_data,
                        _ => return Ok(()),
                    };
                    for entry in relocations.entries() {
                        let entry = entry.map_err(told)?;
                        if is_address(entry.ty) {
                            list.push((entry.offset as usize, entry.index));
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn symbols(&mut self, symbols: wasmparser::SymbolInfoMap<'a>) -> Result<(), String> {
        for (no, symbol) in (0..).zip(symbols) {
            let SymbolInfo::Data { symbol: Some(place), .. } = symbol.map_err(told)? else {
                continue;
            };
            // Data of zeros has no segment in the file, and needn't be moved.
            if let Some(segment) = self.segments.get(place.index as usize) {
                let start = segment.address + place.offset;
                self.pieces.insert(no, start..start + place.size);
            }
        }
        Ok(())
    }

    fn put_together(self) -> References {
        let mut known = BTreeMap::new();
        let mut places = Vec::new();
        for (symbol, range) in &self.pieces {
            known.insert(*symbol, places.len());
            places.push(range.clone());
        }
        let names: BTreeMap<u32, String> =
            self.names.iter().map(|(no, name)| (*no, shown(name))).collect();
        let mut of_functions: BTreeMap<String, BTreeSet<usize>> =
            names.values().map(|name| (name.clone(), BTreeSet::new())).collect();
        for (offset, symbol) in &self.in_code {
            let at = self.code + offset;
            let body = self.bodies.partition_point(|body| body.end <= at);
            let places = names
                .get(&(self.imports + body as u32))
                .and_then(|name| of_functions.get_mut(name));
            if let (Some(place), Some(places)) = (known.get(symbol), places) {
                places.insert(*place);
            }
        }
        // The pieces by start, to find the one at an address.
        let mut by_start: Vec<usize> = (0..places.len()).collect();
        by_start.sort_by_key(|at| places[*at].start);
        let mut of_places = vec![BTreeSet::new(); places.len()];
        for (offset, symbol) in &self.in_data {
            let at = self.data + offset;
            let segment = self.segments.iter().find(|segment| segment.bytes.contains(&at));
            let (Some(place), Some(segment)) = (known.get(symbol), segment) else {
                continue;
            };
            let address = segment.address + (at - segment.bytes.start) as u32;
            for from in &by_start {
                if places[*from].start > address {
                    break;
                }
                if places[*from].contains(&address) {
                    of_places[*from].insert(*place);
                }
            }
        }
        References { places, of_functions, of_places }
    }
}

fn is_address(ty: RelocationType) -> bool {
    use RelocationType::{MemoryAddrI32, MemoryAddrLeb, MemoryAddrSleb};
    matches!(ty, MemoryAddrLeb | MemoryAddrSleb | MemoryAddrI32)
}

/// The segments of a data section with constant addresses.
pub(super) fn segments(section: wasmparser::DataSectionReader<'_>) -> Result<Vec<Segment>, String> {
    let mut segments = Vec::new();
    for data in section {
        let data = data.map_err(told)?;
        let DataKind::Active { memory_index: 0, offset_expr } = data.kind else {
            return Err(told("some of its data has no place"));
        };
        let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else {
            return Err(told("a place of its data is not a number"));
        };
        segments.push(Segment {
            bytes: data.range.end - data.data.len()..data.range.end,
            address: value as u32,
        });
    }
    Ok(segments)
}

#[cfg(test)]
impl References {
    /// Places of the pieces, and the pieces that functions reference.
    pub(super) fn of<'a>(
        places: &[Range<u32>],
        functions: impl IntoIterator<Item = (&'a str, Vec<usize>)>,
    ) -> Self {
        let functions = functions.into_iter();
        Self {
            places: places.to_vec(),
            of_functions: functions
                .map(|(name, places)| (name.to_owned(), places.into_iter().collect()))
                .collect(),
            of_places: vec![BTreeSet::new(); places.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reached_by_way_of_other_data_is_used() {
        let mut references =
            References::of(&[0..8, 8..16, 16..24, 24..32], [("a", vec![0]), ("b", vec![3])]);
        references.of_places[0].insert(2);
        references.of_places[2].insert(0);
        let unused = |names: &[&str]| match references.unused_by(names.iter().copied()) {
            Ok(ranges) => format!("{ranges:?}"),
            Err(_) => "unknown".to_owned(),
        };
        assert_eq!(unused(&["a"]), "[8..16, 24..32]");
        assert_eq!(unused(&["a[1]", "b", "c externref shim"]), "[8..16]");
        assert_eq!(unused(&["c"]), "unknown");
    }

    #[test]
    fn what_lies_within_unused_data_stays() {
        let references = References::of(&[0..32, 8..12, 10..16], [("a", vec![1, 2])]);
        let unused = references.unused_by(["a"].into_iter());
        assert_eq!(unused, Ok(vec![0..8, 16..32]));
    }

    #[test]
    fn names_are_as_the_tool_shows_them() {
        assert_eq!(shown("page_e35de57e3121c308"), "page");
        assert_eq!(shown("__wbg_call_275b78b3b6520b92"), "__wbg_call_275b78b3b6520b92");
        assert_eq!(shown("_RNvC8nodetide4main"), "nodetide::main");
    }
}
