//! Splits a wasm in three: code for the first screen, for the first run, and for later. Each later part joins the
//! earlier ones with the same memory and table.
//!
//! Every function keeps its number in every part. For a function that a part lacks, it has a stub, which calls the function
//! through a slot at the end of the table; the part with the function fills the slot. A stub for a later part finds
//! the slot empty until that part is loaded, and first calls what the host has put into one of the table's last slots,
//! which joins that part and those before it at once. So the split only affects bytes and milliseconds, never results.
//! Short library functions that several parts call are in each of them: code
//! has no state. Data that only functions of a later part reference comes with that part; until then, zeros are in its
//! place.

mod data;
mod module;

pub(crate) use data::References;
use data::Segment;
use module::{Module, told};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, ImportSection, Instruction,
    MemorySection, SectionId, TableSection, TableType,
};

/// The parts, in loading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WasmPart {
    First,
    Rest,
    Later,
}

pub(crate) const PARTS: [WasmPart; 3] = [WasmPart::First, WasmPart::Rest, WasmPart::Later];

/// The assignment of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    In(WasmPart),
    /// With every direct caller. If called through the table only, it is in the named part.
    Callers {
        pointed: WasmPart,
    },
    /// In each of the first two parts that calls it, however long it is, because it runs often. If called through the table,
    /// it is in the first.
    EachCaller,
}

/// In bytes. A function up to this size that is called through the table is in the first part, regardless of its name: it may be
/// the only one kept of many equal ones.
const SMALL: usize = 88;

/// In bytes. A function of the later part this small that is called through the table is in the rest: it may be the one that
/// was kept of equal ones there.
const MERGED: usize = 160;

/// In bytes. A library's function this small is in both parts if both call it, so that the rest, with all that is run
/// often, need not go through a slot.
const COPIED: usize = 100;

const UNNAMED: Home = Home::Callers { pointed: WasmPart::First };

/// The name under which the first part exports the table; its last slots belong to the host, one for each later part.
const TABLE: &str = "rest:table";
const MODULE: &str = "first";

/// Writes the parts' wasms. The later ones take all their imports from the exports of the first, as module `first`. `home`
/// assigns a function by its name, `references` gives the data it needs.
pub(crate) fn split(
    wasm: &[u8],
    references: &References,
    home: impl Fn(&str) -> Home,
) -> Result<[Vec<u8>; PARTS.len()], String> {
    let module = Module::read(wasm)?;
    let plan = SplitPlan::new(&module, references, home)?;
    Ok([
        plan.first(&module)?,
        plan.later(&module, WasmPart::Rest)?,
        plan.later(&module, WasmPart::Later)?,
    ])
}

/// The functions of each part, and the slots through which the others call them.
struct SplitPlan {
    table: u32,
    plain: u32,
    /// The type of the functions that join a part before a slot is used.
    checks: u32,
    /// The number of the first of these, after all functions.
    check: u32,
    /// The functions in each part.
    has: [BTreeSet<u32>; PARTS.len()],
    /// The slots of functions that a part calls but lacks.
    slots: BTreeMap<u32, u32>,
    /// The host's first slot.
    joining: u32,
    /// The imports that later parts call.
    imports: BTreeSet<u32>,
    /// For each part, the data that no part before it uses.
    data: [Vec<Range<u32>>; PARTS.len()],
}

impl SplitPlan {
    fn new(
        module: &Module<'_>,
        references: &References,
        home: impl Fn(&str) -> Home,
    ) -> Result<Self, String> {
        let table = module.table()?;
        let plain = module.plain.ok_or_else(|| told("no function of it is plain"))?;
        let checks = module
            .checks
            .ok_or_else(|| told("no function of it takes a number and gives nothing"))?;
        let outside = module.called_from_outside();
        let has = homes(module, &outside, home);
        let called = PARTS.map(|part| module.called_by(&has[part as usize]));
        // The table belongs to the first part, with stubs for missing functions.
        let mut crossed: BTreeSet<(Option<WasmPart>, u32)> = BTreeSet::new();
        for part in PARTS {
            let pointed = (part == WasmPart::First).then_some(&outside).into_iter().flatten();
            let lacks = called[part as usize].iter().chain(pointed);
            let lacks =
                lacks.filter(|no| !module.is_import(**no) && !has[part as usize].contains(no));
            crossed.extend(lacks.map(|no| (owner(&has, *no), *no)));
        }
        let slot = module.tables[table as usize].minimum as u32;
        let slots: BTreeMap<u32, u32> = crossed.iter().map(|(_, no)| *no).zip(slot..).collect();
        let [_, rest, later] = called;
        let mut names: Vec<&str> = Vec::new();
        let mut unused = |part: WasmPart| {
            let functions = has[part as usize].iter();
            names.extend(functions.filter_map(|no| module.names.get(no)));
            references.unused_by(names.iter().copied())
        };
        let all = module.data.iter().map(Segment::memory).collect();
        let data = [all, unused(WasmPart::First)?, unused(WasmPart::Rest)?];
        Ok(Self {
            table,
            plain,
            checks,
            check: module.own().end,
            joining: slot + slots.len() as u32,
            slots,
            imports: rest
                .union(&later)
                .copied()
                .filter(|function| module.is_import(*function))
                .collect(),
            data,
            has,
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
        wasm.section(&self.functions(module, WasmPart::First));
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
        section(&mut wasm, module, SectionId::Global, module.global_section.as_ref());
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
        wasm.section(&self.elements(module, WasmPart::First));
        self.code(&mut wasm, module, WasmPart::First)?;
        wasm.section(&self.data(module, WasmPart::First));
        for note in &module.notes {
            section(&mut wasm, module, SectionId::Custom, Some(note));
        }
        Ok(wasm.finish())
    }

    fn later(&self, module: &Module<'_>, part: WasmPart) -> Result<Vec<u8>, String> {
        let mut wasm = wasm_encoder::Module::new();
        section(&mut wasm, module, SectionId::Type, module.types.as_ref());
        let mut imports = ImportSection::new();
        // All of them, so that numbers stay; wasm-opt removes unused ones, which the first part doesn't export.
        for (no, (_, _, ty)) in module.imports.iter().enumerate() {
            imports.import(MODULE, &format!("f{no}"), EntityType::Function(*ty));
        }
        for (name, _, _, ty) in self.joints(module) {
            imports.import(MODULE, &name, ty);
        }
        wasm.section(&imports);
        wasm.section(&self.functions(module, part));
        wasm.section(&self.elements(module, part));
        self.code(&mut wasm, module, part)?;
        wasm.section(&self.data(module, part));
        for note in &module.notes {
            section(&mut wasm, module, SectionId::Custom, Some(note));
        }
        Ok(wasm.finish())
    }

    /// A part's data, with zeros in place of the next part's.
    fn data(&self, module: &Module<'_>, part: WasmPart) -> DataSection {
        let later = self.data.get(part as usize + 1).map_or(&[][..], Vec::as_slice);
        let mut section = DataSection::new();
        for segment in &module.data {
            let mut bytes = module.bytes(segment).to_vec();
            for range in later {
                if let Some(place) = segment.place(range) {
                    bytes[place].fill(0);
                }
            }
            for range in &self.data[part as usize] {
                if let Some(place) = segment.place(range) {
                    let bytes = bytes[place].iter().copied();
                    section.active(0, &ConstExpr::i32_const(range.start as i32), bytes);
                }
            }
        }
        section
    }

    /// Everything shared except functions, by the names under which the first part exports it.
    fn joints(&self, module: &Module<'_>) -> Vec<(String, ExportKind, u32, EntityType)> {
        let tables = module.tables.iter().zip(0..).map(|(table, no)| {
            let name = if no == self.table { TABLE.to_owned() } else { format!("t{no}") };
            (name, ExportKind::Table, no, EntityType::Table(self.grown(no, *table)))
        });
        let memories = module.memories.iter().zip(0..).map(|(memory, no)| {
            (format!("m{no}"), ExportKind::Memory, no, EntityType::Memory(*memory))
        });
        let globals = module.globals.iter().zip(0..).map(|(global, no)| {
            (format!("g{no}"), ExportKind::Global, no, EntityType::Global(*global))
        });
        tables.chain(memories).chain(globals).collect()
    }

    fn grown(&self, no: u32, mut table: TableType) -> TableType {
        if no == self.table {
            table.minimum = u64::from(self.joining) + PARTS.len() as u64 - 1;
            table.maximum = table.maximum.map(|maximum| maximum.max(table.minimum));
        }
        table
    }

    /// A part's entries in the table: for the first all that are pointed at, for a later part those that it has, and for each
    /// the slots of its own functions. Consecutive slots are filled together: each filling names a place, which
    /// takes as many bytes as a function's number.
    fn elements(&self, module: &Module<'_>, part: WasmPart) -> ElementSection {
        let owns = |no: u32| owner(&self.has, no) == Some(part);
        let pointed = module
            .elements
            .iter()
            .flat_map(|element| (element.slot..).zip(element.functions.iter().copied()))
            .filter(|(_, function)| part == WasmPart::First || owns(*function));
        let slots = self.slots.iter().map(|(function, slot)| (*slot, *function));
        let filled = slots.filter(|(_, function)| owns(*function));
        let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
        for (slot, function) in pointed.chain(filled) {
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() as u32 == slot => run.push(function),
                _ => runs.push((slot, vec![function])),
            }
        }
        let mut section = ElementSection::new();
        for (slot, run) in &runs {
            section.active(
                (self.table != 0).then_some(self.table),
                &ConstExpr::i32_const(*slot as i32),
                Elements::Functions(run.as_slice().into()),
            );
        }
        section
    }

    /// The module's functions, and for each later part one that joins it if a slot is empty.
    fn functions(&self, module: &Module<'_>, part: WasmPart) -> FunctionSection {
        let mut section = FunctionSection::new();
        for ty in &module.functions {
            section.function(*ty);
        }
        for _ in later_than(part) {
            section.function(self.checks);
        }
        section
    }

    fn code(
        &self,
        wasm: &mut wasm_encoder::Module,
        module: &Module<'_>,
        part: WasmPart,
    ) -> Result<(), String> {
        let mut code = CodeSection::new();
        for function in module.own() {
            if self.has[part as usize].contains(&function) {
                code.raw(module.body(function));
            } else if let Some(slot) = self.slots.get(&function) {
                code.function(&self.stub(module, function, *slot, part)?);
            } else {
                // This part never calls it.
                code.function(
                    Function::new([])
                        .instruction(&Instruction::Unreachable)
                        .instruction(&Instruction::End),
                );
            }
        }
        for later in later_than(part) {
            code.function(&self.joins(later));
        }
        wasm.section(&code);
        Ok(())
    }

    fn through(&self, type_index: u32) -> Instruction<'static> {
        Instruction::CallIndirect { type_index, table_index: self.table }
    }

    /// Joins a part if the slot is empty. A separate function, because the stubs' size counts more than a thousand times.
    fn joins(&self, later: WasmPart) -> Function {
        let host = self.joining as i32 + later as i32 - 1;
        let mut function = Function::new([]);
        function
            .instruction(&Instruction::LocalGet(0))
            .instruction(&Instruction::TableGet(self.table))
            .instruction(&Instruction::RefIsNull)
            .instruction(&Instruction::If(BlockType::Empty))
            .instruction(&Instruction::I32Const(host))
            .instruction(&self.through(self.plain))
            .instruction(&Instruction::End)
            .instruction(&Instruction::End);
        function
    }

    fn stub(
        &self,
        module: &Module<'_>,
        function: u32,
        slot: u32,
        part: WasmPart,
    ) -> Result<Function, String> {
        let ty = module.ty(function);
        let parameters = module.parameters[ty as usize]
            .ok_or_else(|| told("a function is of no function type"))?;
        let mut stub = Function::new([]);
        let owner = owner(&self.has, function);
        if let Some(at) = later_than(part).position(|later| owner == Some(later)) {
            stub.instruction(&Instruction::I32Const(slot as i32))
                .instruction(&Instruction::Call(self.check + at as u32));
        }
        for parameter in 0..parameters {
            stub.instruction(&Instruction::LocalGet(parameter));
        }
        stub.instruction(&Instruction::I32Const(slot as i32))
            .instruction(&self.through(ty))
            .instruction(&Instruction::End);
        Ok(stub)
    }
}

fn later_than(part: WasmPart) -> impl Iterator<Item = WasmPart> {
    PARTS.into_iter().filter(move |later| *later > part)
}

/// The first part with a function.
fn owner(has: &[BTreeSet<u32>; PARTS.len()], function: u32) -> Option<WasmPart> {
    PARTS.into_iter().find(|part| has[*part as usize].contains(&function))
}

/// The functions of each part. `outside`: those called by more than names in code.
fn homes(
    module: &Module<'_>,
    outside: &BTreeSet<u32>,
    home: impl Fn(&str) -> Home,
) -> [BTreeSet<u32>; PARTS.len()] {
    let mut has = PARTS.map(|_| BTreeSet::new());
    let (mut callers, mut copied) = (BTreeSet::new(), BTreeSet::new());
    for function in module.own() {
        let name = module.names.get(&function);
        let length = module.body(function).len();
        let small = length <= SMALL;
        match name.map_or(UNNAMED, |name| home(name)) {
            Home::In(WasmPart::Later) if length <= MERGED && outside.contains(&function) => {
                has[WasmPart::Rest as usize].insert(function);
            }
            Home::In(part) => drop(has[part as usize].insert(function)),
            Home::Callers { pointed } => {
                callers.insert(function);
                if outside.contains(&function) {
                    let part = match pointed {
                        _ if small => WasmPart::First,
                        WasmPart::Later if length <= MERGED => WasmPart::Rest,
                        pointed => pointed,
                    };
                    has[part as usize].insert(function);
                }
            }
            Home::EachCaller => {
                callers.insert(function);
                copied.insert(function);
                if outside.contains(&function) {
                    has[WasmPart::First as usize].insert(function);
                }
            }
        }
    }
    for part in PARTS {
        let own = std::mem::take(&mut has[part as usize]);
        has[part as usize] = with_callees(module, own, &callers);
        // A long function that is already there is called there.
        let there = &has[part as usize];
        let is_copied = |no: &u32| part == WasmPart::First && copied.contains(no);
        callers
            .retain(|no| module.body(*no).len() <= COPIED || is_copied(no) || !there.contains(no));
    }
    has
}

/// Functions, and transitively the callees that go with their callers.
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

/// A section, unchanged.
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
    use crate::parts::home;
    use std::process::Command;
    use wasm_encoder::{MemArg, MemoryType, NameMap, NameSection, RefType, TypeSection, ValType};

    const RUN: &str = "sim[1f]::run";
    const OPEN: &str = "page[1f]::share::open";

    /// `go(x)` of the first part calls the rest, by name or through the table; that calls the first part and what both
    /// have, and adds what stands at 4 in memory. `open(x)` of the later part adds to what that is what stands at 8.
    fn app() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        types.ty().function([ValType::I32], []);
        let mut exports = ExportSection::new();
        exports.export("go", ExportKind::Func, 0);
        exports.export("point", ExportKind::Func, 4);
        exports.export("open", ExportKind::Func, 5);
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
        let bytes = [7, 0, 0, 0, 100, 0, 0, 0, 0xE8, 3, 0, 0];
        data.active(0, &ConstExpr::i32_const(0), bytes);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 2,
            maximum: Some(2),
            shared: false,
        });
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions([1].as_slice().into()));
        let x = Instruction::LocalGet(0);
        let through = Instruction::CallIndirect { type_index: 1, table_index: 0 };
        let load = Instruction::I32Load(MemArg { offset: 0, align: 2, memory_index: 0 });
        let bodies: [(&str, Vec<Instruction<'_>>); 6] = [
            ("page[1f]::start", vec![x.clone(), Instruction::Call(1)]),
            (
                RUN,
                vec![
                    x.clone(),
                    Instruction::Call(2),
                    Instruction::Call(3),
                    Instruction::I32Const(4),
                    load.clone(),
                    Instruction::I32Add,
                ],
            ),
            ("page[1f]::shell::words::double", vec![x.clone(), x.clone(), Instruction::I32Add]),
            ("alloc::one_more", vec![x.clone(), Instruction::I32Const(1), Instruction::I32Add]),
            (
                "page[1f]::shell::frame::app::point",
                vec![x.clone(), Instruction::I32Const(1), through],
            ),
            (
                OPEN,
                // It is exported, and too long to stand for others.
                [
                    vec![Instruction::Nop; MERGED],
                    vec![
                        x,
                        Instruction::Call(1),
                        Instruction::I32Const(8),
                        load,
                        Instruction::I32Add,
                    ],
                ]
                .concat(),
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

    /// Two pieces of data are of the rest, one is of the later part.
    fn references() -> References {
        let wasm = app();
        let module = Module::read(&wasm).expect("a wasm");
        let used = |name| match name {
            RUN => vec![0, 1],
            OPEN => vec![2],
            _ => vec![],
        };
        let functions = module.names.values().map(|name| (*name, used(*name)));
        References::of(&[0..4, 4..8, 8..12], functions)
    }

    /// What a program says that has the parts, as `first`, `rest` and `later`, in node.
    fn node(program: &str) -> String {
        let parts = split(&app(), &references(), home).expect("the app is split");
        let program = format!(
            "const [first, rest, later] = {parts:?}.map((part) => new WebAssembly.Module(Uint8Array.from(part)));
             const app = new WebAssembly.Instance(first).exports;
             const join = (part) => new WebAssembly.Instance(part, {{ first: app }});
             {program}"
        );
        let output = Command::new("node").args(["-e", &program]).output().expect("node starts");
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    #[test]
    fn the_parts_together_compute_what_the_whole_does() {
        let said = node(
            "join(rest); console.log(app.go(20), app.point(20)); join(later); console.log(app.open(20));",
        );
        assert_eq!(said, "141 141\n1141\n");
    }

    #[test]
    fn data_comes_with_the_part_that_uses_it() {
        let said = node(
            "const seen = () => new Int32Array(app.memory.buffer, 0, 3).join();
             console.log(seen()); join(rest); console.log(seen()); join(later); console.log(seen());",
        );
        assert_eq!(said, "0,0,0\n7,100,0\n7,100,1000\n");
    }

    #[test]
    fn a_call_that_cannot_wait_joins_the_part_that_it_needs() {
        let said = node(
            "const table = app['rest:table'];
             const host = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0];
             const put = (back, call) => table.set(table.length - back,
                 new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(host)), { '': { '': call } }).exports['']);
             put(2, () => { console.log('rest'); join(rest); });
             put(1, () => { console.log('later'); join(later); });
             console.log(app.go(20), app.point(20), app.open(20));",
        );
        assert_eq!(said, "rest\nlater\n141 141 1141\n");
    }

    #[test]
    fn each_part_lacks_what_is_the_others() {
        let wasm = app();
        let module = Module::read(&wasm).expect("a wasm");
        let plan = SplitPlan::new(&module, &references(), home).expect("it can be split");
        let has = [vec![0, 2, 4], vec![1, 3], vec![5]].map(BTreeSet::from_iter);
        assert_eq!(plan.has, has);
    }
}
