//! Splits a wasm in two: what the first screen runs, and the rest, which joins it at the same memory and table.
//!
//! In both parts every function keeps its number. Where a part lacks a function it has a stub, which calls the
//! function through a slot at the end of the table; the part that has the function fills the slot. A stub for the rest
//! finds its slot empty until the rest is there, and first calls what its host has put into the last slot of all, which
//! is to join the rest at once. So which function goes where decides bytes and milliseconds, never what is computed.
//! Functions that both parts call, those of the libraries, are in both: code has no state.
//! Data that only functions of the rest refer to comes with the rest; until then, zeros stand in its place.

mod data;
mod module;

pub(crate) use data::References;
use module::{Module, told};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, ImportSection, Instruction,
    MemorySection, SectionId, TableSection, TableType,
};

/// Where a function belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    First,
    Rest,
    /// With whoever calls it by name. Called through the table alone, it is with the rest, or not.
    Callers {
        pointed_rest: bool,
    },
}

/// In bytes. A function this small that is called through the table is in the first part, whatever its name: it may be
/// the one that was kept of many equal ones.
const SMALL: usize = 48;

const UNNAMED: Part = Part::Callers {
    pointed_rest: false,
};

/// The two wasms. The rest takes all its imports from the exports of the first, as module `first`.
pub(crate) struct Parts {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// The name under which the first part exports the table; the host's own slot is its last.
const TABLE: &str = "rest:table";
const MODULE: &str = "first";

/// `part` says of a function's name where it belongs, `references` which data it needs.
pub(crate) fn split(
    wasm: &[u8],
    references: &References,
    part: impl Fn(&str) -> Part,
) -> Result<Parts, String> {
    let module = Module::read(wasm)?;
    let plan = Plan::new(&module, references, part)?;
    Ok(Parts {
        first: plan.first(&module)?,
        rest: plan.rest(&module)?,
    })
}

/// Which part has which function, and the slots through which the other calls it.
struct Plan {
    table: u32,
    plain: u32,
    /// What each part has itself.
    first: BTreeSet<u32>,
    rest: BTreeSet<u32>,
    /// What one part has and the other calls.
    slots: BTreeMap<u32, u32>,
    /// The slot of the host.
    joining: u32,
    /// The imports that the rest calls.
    imports: BTreeSet<u32>,
    /// Where the data stands that only the rest uses.
    later: Vec<Range<u32>>,
}

impl Plan {
    fn new(
        module: &Module<'_>,
        references: &References,
        part: impl Fn(&str) -> Part,
    ) -> Result<Self, String> {
        let table = module.table()?;
        let plain = module
            .plain
            .ok_or_else(|| told("no function of it is plain"))?;
        let outside = module.called_from_outside();
        let (first, rest) = homes(module, &outside, part);
        let called_by_rest = module.called_by(&rest);
        let mut called_into_rest = module.called_by(&first);
        called_into_rest.extend(outside);
        let crossed = called_into_rest
            .intersection(&rest)
            .filter(|function| !first.contains(function))
            .chain(
                called_by_rest
                    .intersection(&first)
                    .filter(|function| !rest.contains(function)),
            );
        let slot = module.tables[table as usize].minimum as u32;
        let slots: BTreeMap<u32, u32> = crossed.copied().zip(slot..).collect();
        Ok(Self {
            table,
            plain,
            joining: slot + slots.len() as u32,
            slots,
            imports: called_by_rest
                .into_iter()
                .filter(|function| module.is_import(*function))
                .collect(),
            later: references
                .unused_by(first.iter().filter_map(|no| module.names.get(no).copied()))?,
            first,
            rest,
        })
    }

    fn first(&self, module: &Module<'_>) -> Result<Vec<u8>, String> {
        let mut wasm = wasm_encoder::Module::new();
        section(&mut wasm, module, SectionId::Type, module.types.as_ref());
        let mut imports = ImportSection::new();
        for (from, name, ty) in &module.imports {
            imports.import(from, name, EntityType::Function(*ty));
        }
        wasm.section(&imports);
        wasm.section(&functions(module));
        let mut tables = TableSection::new();
        for (no, table) in module.tables.iter().enumerate() {
            tables.table(self.grown(no as u32, *table));
        }
        wasm.section(&tables);
        let mut memories = MemorySection::new();
        for memory in &module.memories {
            memories.memory(*memory);
        }
        wasm.section(&memories);
        section(
            &mut wasm,
            module,
            SectionId::Global,
            module.global_section.as_ref(),
        );
        let mut exports = ExportSection::new();
        for (name, kind, no) in &module.exports {
            exports.export(name, *kind, *no);
        }
        for function in &self.imports {
            exports.export(&format!("f{function}"), ExportKind::Func, *function);
        }
        for (name, kind, no, _) in self.joints(module) {
            exports.export(&name, kind, no);
        }
        wasm.section(&exports);
        if let Some(function_index) = module.start {
            wasm.section(&wasm_encoder::StartSection { function_index });
        }
        let mut elements = ElementSection::new();
        for element in &module.elements {
            self.put(&mut elements, element.slot, &element.functions);
        }
        self.fill(&mut elements, &self.first);
        wasm.section(&elements);
        self.code(&mut wasm, module, &self.first, true)?;
        wasm.section(&self.data_of_first(module));
        for note in &module.notes {
            section(&mut wasm, module, SectionId::Custom, Some(note));
        }
        Ok(wasm.finish())
    }

    fn rest(&self, module: &Module<'_>) -> Result<Vec<u8>, String> {
        let mut wasm = wasm_encoder::Module::new();
        section(&mut wasm, module, SectionId::Type, module.types.as_ref());
        let mut imports = ImportSection::new();
        // All of them, so that numbers stay; wasm-opt takes out those that nobody calls, which the first does not export.
        for (no, (_, _, ty)) in module.imports.iter().enumerate() {
            imports.import(MODULE, &format!("f{no}"), EntityType::Function(*ty));
        }
        for (name, _, _, ty) in self.joints(module) {
            imports.import(MODULE, &name, ty);
        }
        wasm.section(&imports);
        wasm.section(&functions(module));
        let mut elements = ElementSection::new();
        for element in &module.elements {
            for (slot, function) in (element.slot..).zip(&element.functions) {
                if self.rest.contains(function) && !self.first.contains(function) {
                    self.put(&mut elements, slot, &[*function]);
                }
            }
        }
        self.fill(&mut elements, &self.rest);
        wasm.section(&elements);
        self.code(&mut wasm, module, &self.rest, false)?;
        wasm.section(&self.data_of_rest(module));
        for note in &module.notes {
            section(&mut wasm, module, SectionId::Custom, Some(note));
        }
        Ok(wasm.finish())
    }

    /// All data, with zeros where the rest puts its own.
    fn data_of_first(&self, module: &Module<'_>) -> DataSection {
        let mut section = DataSection::new();
        for segment in &module.data {
            let mut bytes = module.bytes(segment).to_vec();
            for range in &self.later {
                if let Some(place) = segment.place(range) {
                    bytes[place].fill(0);
                }
            }
            section.active(0, &ConstExpr::i32_const(segment.address as i32), bytes);
        }
        section
    }

    fn data_of_rest(&self, module: &Module<'_>) -> DataSection {
        let mut section = DataSection::new();
        for segment in &module.data {
            for range in &self.later {
                if let Some(place) = segment.place(range) {
                    let bytes = module.bytes(segment)[place].iter().copied();
                    section.active(0, &ConstExpr::i32_const(range.start as i32), bytes);
                }
            }
        }
        section
    }

    /// All that the parts share but functions, under the name by which the first hands it to the rest.
    fn joints(&self, module: &Module<'_>) -> Vec<(String, ExportKind, u32, EntityType)> {
        let tables = module.tables.iter().zip(0..).map(|(table, no)| {
            let name = if no == self.table {
                TABLE.to_owned()
            } else {
                format!("t{no}")
            };
            (
                name,
                ExportKind::Table,
                no,
                EntityType::Table(self.grown(no, *table)),
            )
        });
        let memories = module.memories.iter().zip(0..).map(|(memory, no)| {
            (
                format!("m{no}"),
                ExportKind::Memory,
                no,
                EntityType::Memory(*memory),
            )
        });
        let globals = module.globals.iter().zip(0..).map(|(global, no)| {
            (
                format!("g{no}"),
                ExportKind::Global,
                no,
                EntityType::Global(*global),
            )
        });
        tables.chain(memories).chain(globals).collect()
    }

    fn grown(&self, no: u32, mut table: TableType) -> TableType {
        if no == self.table {
            table.minimum = u64::from(self.joining) + 1;
            table.maximum = table.maximum.map(|maximum| maximum.max(table.minimum));
        }
        table
    }

    /// Fills the slots of what a part has.
    fn fill(&self, elements: &mut ElementSection, has: &BTreeSet<u32>) {
        for (function, slot) in &self.slots {
            if has.contains(function) {
                self.put(elements, *slot, &[*function]);
            }
        }
    }

    fn put(&self, elements: &mut ElementSection, slot: u32, functions: &[u32]) {
        elements.active(
            (self.table != 0).then_some(self.table),
            &ConstExpr::i32_const(slot as i32),
            Elements::Functions(functions.into()),
        );
    }

    fn code(
        &self,
        wasm: &mut wasm_encoder::Module,
        module: &Module<'_>,
        has: &BTreeSet<u32>,
        waits: bool,
    ) -> Result<(), String> {
        let mut code = CodeSection::new();
        for function in module.own() {
            if has.contains(&function) {
                code.raw(module.body(function));
            } else if let Some(slot) = self.slots.get(&function) {
                code.function(&self.stub(module, function, *slot, waits)?);
            } else {
                // Nobody in this part calls it.
                code.function(
                    Function::new([])
                        .instruction(&Instruction::Unreachable)
                        .instruction(&Instruction::End),
                );
            }
        }
        wasm.section(&code);
        Ok(())
    }

    fn stub(
        &self,
        module: &Module<'_>,
        function: u32,
        slot: u32,
        waits: bool,
    ) -> Result<Function, String> {
        let ty = module.ty(function);
        let parameters = module.parameters[ty as usize]
            .ok_or_else(|| told("a function is of no function type"))?;
        let through = |type_index| Instruction::CallIndirect {
            type_index,
            table_index: self.table,
        };
        let mut stub = Function::new([]);
        if waits {
            stub.instruction(&Instruction::I32Const(slot as i32))
                .instruction(&Instruction::TableGet(self.table))
                .instruction(&Instruction::RefIsNull)
                .instruction(&Instruction::If(BlockType::Empty))
                .instruction(&Instruction::I32Const(self.joining as i32))
                .instruction(&through(self.plain))
                .instruction(&Instruction::End);
        }
        for parameter in 0..parameters {
            stub.instruction(&Instruction::LocalGet(parameter));
        }
        stub.instruction(&Instruction::I32Const(slot as i32))
            .instruction(&through(ty))
            .instruction(&Instruction::End);
        Ok(stub)
    }
}

/// What the first part has, and what the rest has. `outside` is called by more than names in code.
fn homes(
    module: &Module<'_>,
    outside: &BTreeSet<u32>,
    part: impl Fn(&str) -> Part,
) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let (mut first, mut rest, mut callers) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for function in module.own() {
        let name = module.names.get(&function);
        let small = module.body(function).len() <= SMALL;
        match name.map_or(UNNAMED, |name| part(name)) {
            Part::First => drop(first.insert(function)),
            Part::Rest => drop(rest.insert(function)),
            Part::Callers { pointed_rest } => {
                callers.insert(function);
                if outside.contains(&function) {
                    let home = if pointed_rest && !small {
                        &mut rest
                    } else {
                        &mut first
                    };
                    home.insert(function);
                }
            }
        }
    }
    (
        with_callees(module, first, &callers),
        with_callees(module, rest, &callers),
    )
}

/// Functions, and of those that they call, and so on, the ones that go with their callers.
fn with_callees(
    module: &Module<'_>,
    mut reached: BTreeSet<u32>,
    follow: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let mut open: Vec<u32> = reached.iter().copied().collect();
    while let Some(function) = open.pop() {
        for callee in module.calls(function).intersection(follow) {
            if reached.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    reached
}

fn functions(module: &Module<'_>) -> FunctionSection {
    let mut section = FunctionSection::new();
    for ty in &module.functions {
        section.function(*ty);
    }
    section
}

/// A section as it stood.
fn section(
    wasm: &mut wasm_encoder::Module,
    module: &Module<'_>,
    id: SectionId,
    range: Option<&Range<usize>>,
) {
    if let Some(range) = range {
        wasm.section(&module.raw(id, range));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::part;
    use std::process::Command;
    use wasm_encoder::{MemArg, MemoryType, NameMap, NameSection, RefType, TypeSection, ValType};

    const RUN: &str = "nodetide[1f]::sim::run";

    /// `go(x)` of the first part calls the rest, by name or through the table; that calls the first part and what both
    /// have, and adds what stands at 4 in memory.
    fn app() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut exports = ExportSection::new();
        exports.export("go", ExportKind::Func, 0);
        exports.export("point", ExportKind::Func, 4);
        exports.export("memory", ExportKind::Memory, 0);
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(0), [7, 0, 0, 0, 100, 0, 0, 0]);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: Some(2),
            shared: false,
        });
        let mut elements = ElementSection::new();
        elements.active(
            None,
            &ConstExpr::i32_const(1),
            Elements::Functions([1].as_slice().into()),
        );
        let x = Instruction::LocalGet(0);
        let through = Instruction::CallIndirect {
            type_index: 1,
            table_index: 0,
        };
        let bodies: [(&str, Vec<Instruction<'_>>); 5] = [
            (
                "nodetide[1f]::ui::start",
                vec![x.clone(), Instruction::Call(1)],
            ),
            (
                RUN,
                vec![
                    x.clone(),
                    Instruction::Call(2),
                    Instruction::Call(3),
                    Instruction::I32Const(4),
                    Instruction::I32Load(MemArg {
                        offset: 0,
                        align: 2,
                        memory_index: 0,
                    }),
                    Instruction::I32Add,
                ],
            ),
            (
                "nodetide[1f]::ui::words::double",
                vec![x.clone(), x.clone(), Instruction::I32Add],
            ),
            (
                "alloc::one_more",
                vec![x.clone(), Instruction::I32Const(1), Instruction::I32Add],
            ),
            (
                "nodetide[1f]::ui::app::point",
                vec![x, Instruction::I32Const(1), through],
            ),
        ];
        let (mut functions, mut code, mut names) =
            (FunctionSection::new(), CodeSection::new(), NameMap::new());
        for (no, (name, body)) in (0..).zip(&bodies) {
            functions.function(1);
            names.append(no, name);
            let mut function = Function::new([]);
            for instruction in body {
                function.instruction(instruction);
            }
            code.function(function.instruction(&Instruction::End));
        }
        let mut named = NameSection::new();
        named.functions(&names);
        let mut wasm = wasm_encoder::Module::new();
        wasm.section(&types)
            .section(&functions)
            .section(&tables)
            .section(&memories)
            .section(&exports)
            .section(&elements)
            .section(&code)
            .section(&data)
            .section(&named);
        wasm.finish()
    }

    /// Both pieces of data are of the rest, as nobody refers to the first.
    fn references() -> References {
        let wasm = app();
        let module = Module::read(&wasm).expect("a wasm");
        let used = |name| if name == RUN { vec![1] } else { vec![] };
        let functions = module.names.values().map(|name| (*name, used(*name)));
        References::of(&[0..4, 4..8], functions)
    }

    /// What a program says that has the two parts, as `first` and `rest`, in node.
    fn node(program: &str) -> String {
        let parts = split(&app(), &references(), part).expect("the app is split");
        let program = format!(
            "const [first, rest] = [{:?}, {:?}].map((part) => new WebAssembly.Module(Uint8Array.from(part)));
             const app = new WebAssembly.Instance(first).exports;
             const join = () => new WebAssembly.Instance(rest, {{ first: app }});
             {program}",
            parts.first, parts.rest
        );
        let output = Command::new("node")
            .args(["-e", &program])
            .output()
            .expect("node starts");
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    #[test]
    fn both_parts_together_compute_what_the_whole_does() {
        let said = node("join(); console.log(app.go(20), app.point(20));");
        assert_eq!(said, "141 141\n");
    }

    #[test]
    fn data_of_the_rest_comes_with_it() {
        let said = node(
            "const seen = () => new Int32Array(app.memory.buffer, 0, 2).join();
             console.log(seen()); join(); console.log(seen());",
        );
        assert_eq!(said, "0,0\n7,100\n");
    }

    #[test]
    fn a_call_that_cannot_wait_joins_the_rest() {
        let said = node(
            "const table = app['rest:table'];
             const host = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0];
             const call = () => { console.log('join'); join(); };
             table.set(table.length - 1, new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(host)), { '': { '': call } }).exports['']);
             console.log(app.point(20), app.go(20));",
        );
        assert_eq!(said, "join\n141 141\n");
    }

    #[test]
    fn each_part_lacks_what_is_the_others() {
        let wasm = app();
        let module = Module::read(&wasm).expect("a wasm");
        let plan = Plan::new(&module, &references(), part).expect("it can be split");
        assert_eq!(plan.first, BTreeSet::from([0, 2, 4]));
        assert_eq!(plan.rest, BTreeSet::from([1, 3]));
    }
}
