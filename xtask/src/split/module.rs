//! Reads what is needed to rewrite a wasm module with other functions.

use super::data::{Segment, segments};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{ExportKind, GlobalType, MemoryType, RawSection, SectionId, TableType};
use wasmparser::{
    CompositeInnerType, ElementItems, ElementKind, ImportSectionReader, KnownCustom, Name,
    NameSectionReader, Operator, Parser, Payload, SectionLimited, TableInit, TypeRef,
    TypeSectionReader, ValType,
};

/// The contents of a wasm module, its code and data unchanged.
#[derive(Default)]
pub(super) struct Module<'a> {
    wasm: &'a [u8],
    pub(super) types: Option<Range<usize>>,
    /// The number of parameters of each function type; `None` for other types.
    pub(super) parameters: Vec<Option<u32>>,
    /// The function type without parameters and results.
    pub(super) plain: Option<u32>,
    /// The function type with one number and no result.
    pub(super) checks: Option<u32>,
    pub(super) imports: Vec<(&'a str, &'a str, u32)>,
    pub(super) functions: Vec<u32>,
    pub(super) tables: Vec<TableType>,
    pub(super) memories: Vec<MemoryType>,
    pub(super) globals: Vec<GlobalType>,
    pub(super) global_section: Option<Range<usize>>,
    pub(super) exports: Vec<(&'a str, ExportKind, u32)>,
    pub(super) start: Option<u32>,
    pub(super) elements: Vec<Element>,
    bodies: Vec<Range<usize>>,
    calls: Vec<BTreeSet<u32>>,
    pub(super) data: Vec<Segment>,
    /// Custom sections that both parts keep, for later tools.
    pub(super) notes: Vec<Range<usize>>,
    pub(super) names: BTreeMap<u32, &'a str>,
}

/// Functions in a table from a slot on.
pub(super) struct Element {
    pub(super) table: u32,
    pub(super) slot: u32,
    pub(super) functions: Vec<u32>,
}

pub(super) fn told(error: impl std::fmt::Display) -> String {
    format!("the wasm cannot be split: {error}")
}

fn all<'a, T: wasmparser::FromReader<'a>>(
    section: SectionLimited<'a, T>,
) -> Result<Vec<T>, String> {
    section.into_iter().collect::<Result<_, _>>().map_err(told)
}

impl<'a> Module<'a> {
    pub(super) fn read(wasm: &'a [u8]) -> Result<Self, String> {
        let mut module = Self { wasm, ..Self::default() };
        for payload in Parser::new(0).parse_all(wasm) {
            module.take(payload.map_err(told)?)?;
        }
        Ok(module)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<(), String> {
        let mut same = RoundtripReencoder;
        match payload {
            Payload::TypeSection(section) => self.take_types(section)?,
            Payload::ImportSection(section) => self.take_imports(section)?,
            Payload::FunctionSection(section) => self.functions = all(section)?,
            Payload::TableSection(section) => {
                for table in all(section)? {
                    if !matches!(table.init, TableInit::RefNull) {
                        return Err(told("a table is filled with something"));
                    }
                    self.tables.push(same.table_type(table.ty).map_err(told)?);
                }
            }
            Payload::MemorySection(section) => {
                for memory in all(section)? {
                    self.memories.push(same.memory_type(memory).map_err(told)?);
                }
            }
            Payload::GlobalSection(section) => {
                self.global_section = Some(section.range());
                for global in all(section)? {
                    let first = global.init_expr.get_operators_reader().read();
                    if matches!(first, Ok(Operator::RefFunc { .. })) {
                        return Err(told("a global refers to a function"));
                    }
                    self.globals.push(same.global_type(global.ty).map_err(told)?);
                }
            }
            Payload::ExportSection(section) => {
                for export in all(section)? {
                    let kind = same.export_kind(export.kind).map_err(told)?;
                    self.exports.push((export.name, kind, export.index));
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => {
                for element in all(section)? {
                    self.elements.push(Element::read(element)?);
                }
            }
            Payload::CodeSectionEntry(body) => {
                self.bodies.push(body.range());
                self.calls.push(calls(&body)?);
            }
            Payload::DataSection(section) => self.data = segments(section)?,
            Payload::CustomSection(section) => {
                if ["name", "target_features"].contains(&section.name()) {
                    self.notes.push(section.range());
                }
                if let KnownCustom::Name(names) = section.as_known() {
                    self.name(names)?;
                }
            }
            Payload::Version { .. } | Payload::CodeSectionStart { .. } | Payload::End(_) => {}
            other => {
                return Err(told(format_args!("it has a part of an unknown kind: {other:?}")));
            }
        }
        Ok(())
    }

    fn take_types(&mut self, section: TypeSectionReader<'a>) -> Result<(), String> {
        self.types = Some(section.range());
        for group in all(section)? {
            for ty in group.into_types() {
                let parameters = match &ty.composite_type.inner {
                    CompositeInnerType::Func(ty) => {
                        let no = count(&self.parameters)?;
                        match (ty.params(), ty.results()) {
                            ([], []) => self.plain = Some(no),
                            ([ValType::I32], []) => self.checks = Some(no),
                            _ => {}
                        }
                        Some(count(ty.params())?)
                    }
                    _ => None,
                };
                self.parameters.push(parameters);
            }
        }
        Ok(())
    }

    fn take_imports(&mut self, section: ImportSectionReader<'a>) -> Result<(), String> {
        for import in section.into_imports() {
            let import = import.map_err(told)?;
            let TypeRef::Func(ty) = import.ty else {
                return Err(told("it imports more than functions"));
            };
            self.imports.push((import.module, import.name, ty));
        }
        Ok(())
    }

    fn name(&mut self, names: NameSectionReader<'a>) -> Result<(), String> {
        for list in names {
            let Name::Function(names) = list.map_err(told)? else {
                continue;
            };
            for name in names {
                let name = name.map_err(told)?;
                self.names.insert(name.index, name.name);
            }
        }
        Ok(())
    }

    /// The table for indirect calls.
    pub(super) fn table(&self) -> Result<u32, String> {
        let mut tables = self.elements.iter().map(|element| element.table);
        let table = tables.next().ok_or_else(|| told("its table is empty"))?;
        if tables.any(|other| other != table) {
            return Err(told("functions stand in several tables"));
        }
        Ok(table)
    }

    pub(super) fn ty(&self, function: u32) -> u32 {
        let function = function as usize;
        match self.imports.get(function) {
            Some((_, _, ty)) => *ty,
            None => self.functions[function - self.imports.len()],
        }
    }

    pub(super) fn is_import(&self, function: u32) -> bool {
        (function as usize) < self.imports.len()
    }

    /// The numbers of the functions with a body.
    pub(super) fn own(&self) -> Range<u32> {
        let imports = self.imports.len() as u32;
        imports..imports + self.functions.len() as u32
    }

    pub(super) fn calls(&self, function: u32) -> &BTreeSet<u32> {
        &self.calls[function as usize - self.imports.len()]
    }

    /// The functions that these functions call directly.
    pub(super) fn called_by(&self, functions: &BTreeSet<u32>) -> BTreeSet<u32> {
        let calls = functions.iter().flat_map(|function| self.calls(*function));
        calls.copied().collect()
    }

    /// The functions called by the host, through the table or at the start.
    pub(super) fn called_from_outside(&self) -> BTreeSet<u32> {
        let exported = self
            .exports
            .iter()
            .filter(|(_, kind, _)| *kind == ExportKind::Func)
            .map(|(_, _, function)| *function);
        let pointed = self.elements.iter().flat_map(|element| &element.functions);
        exported.chain(pointed.copied()).chain(self.start).collect()
    }

    pub(super) fn body(&self, function: u32) -> &[u8] {
        &self.wasm[self.bodies[function as usize - self.imports.len()].clone()]
    }

    /// The bytes of a segment of data.
    pub(super) fn bytes(&self, segment: &Segment) -> &[u8] {
        &self.wasm[segment.bytes.clone()]
    }

    pub(super) fn raw(&self, id: SectionId, range: &Range<usize>) -> RawSection<'_> {
        RawSection { id: id.into(), data: &self.wasm[range.clone()] }
    }
}

fn count<T>(list: &[T]) -> Result<u32, String> {
    u32::try_from(list.len()).map_err(told)
}

impl Element {
    fn read(element: wasmparser::Element<'_>) -> Result<Self, String> {
        let ElementKind::Active { table_index, offset_expr } = element.kind else {
            return Err(told("functions stand outside of its table"));
        };
        let ElementItems::Functions(functions) = element.items else {
            return Err(told("its table holds more than functions"));
        };
        let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else {
            return Err(told("a place in its table is not a number"));
        };
        Ok(Self {
            table: table_index.unwrap_or(0),
            slot: u32::try_from(value).map_err(told)?,
            functions: all(functions)?,
        })
    }
}

/// The functions that a body calls directly.
fn calls(body: &wasmparser::FunctionBody<'_>) -> Result<BTreeSet<u32>, String> {
    let mut called = BTreeSet::new();
    for operator in body.get_operators_reader().map_err(told)? {
        match operator.map_err(told)? {
            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                called.insert(function_index);
            }
            Operator::RefFunc { .. } => return Err(told("a body refers to a function")),
            Operator::MemoryInit { .. } | Operator::DataDrop { .. } => {
                return Err(told("a body uses data by number"));
            }
            _ => {}
        }
    }
    Ok(called)
}
