//! The importer is a separate wasm program, loaded into a separate worker when it is first needed: sends files to
//! it, and receives progress and its answer.

use super::report_reader::{found_files, typed, unread};
use super::results::{CheckedScenario, ImportResult};
use super::source::ImportSource;
use super::state::{ImportPhase, ImportProgress, ImporterReport};
use crate::shell::jobs::job::ToRead;
use crate::shell::scenario::draft::TextProblem;
use crate::shell::state::Shared;
use crate::shell::web::browser::today;
use crate::shell::words::t;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Function, Object, Reflect};
use runner::WorkerHandle;
use scenario::json::Json;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

/// The version of the importer's sources: part of its address, so that an old copy isn't used.
const VERSION: &str = env!("NODETIDE_IMPORTER");

/// How long a worker may take to become ready.
const PATIENCE_MS: u32 = 5_000;

/// A worker whose memory exceeds this isn't kept for the next import, because it never shrinks.
const KEPT_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// The connection to the importer: a worker, or the page if workers are refused.
#[derive(Clone)]
pub struct Importer(Rc<ImporterInner>);

struct ImporterInner {
    spawn: Function,
    script: String,
    read: Function,
    worker: RefCell<Option<WorkerHandle>>,
    patience: RefCell<Option<Timeout>>,
    /// The rest of processing an answer.
    rest: RefCell<Option<Timeout>>,
    asked: RefCell<Option<ImportRequest>>,
    turn: Cell<u32>,
    /// How often loading the importer failed. Browsers may cache failures, and a crashed wasm stays broken, so the next
    /// attempt uses another address.
    failures: Cell<u32>,
    /// Workers are refused.
    alone: Cell<bool>,
}

/// The current request.
struct ImportRequest {
    what: ToRead,
    /// Indexes of unreadable files.
    lost: Vec<usize>,
    tell: Rc<dyn Fn(ImporterReport)>,
}

impl Importer {
    /// `spawn` makes a worker, `script` is the address of the page's script, `read` imports in the page.
    pub fn new(spawn: &Function, script: &str, read: &Function) -> Self {
        Self(Rc::new(ImporterInner {
            spawn: spawn.clone(),
            script: script.to_owned(),
            read: read.clone(),
            worker: RefCell::default(),
            patience: RefCell::default(),
            rest: RefCell::default(),
            asked: RefCell::default(),
            turn: Cell::new(0),
            failures: Cell::new(0),
            alone: Cell::new(false),
        }))
    }

    /// Cancels the previous request and begins one. `tell` gets the progress of files, and always the result once.
    pub fn read(&self, what: ToRead, tell: impl Fn(ImporterReport) + 'static) {
        self.stop();
        let asked = ImportRequest { what, lost: Vec::new(), tell: Rc::new(tell) };
        let request = request(&self.0, &asked);
        self.0.asked.replace(Some(asked));
        if self.0.alone.get() || !self.0.post(&request) {
            self.0.read_here(&request);
        }
    }

    /// Cancels the current request; nothing more is reported.
    pub fn stop(&self) {
        self.0.turn.set(self.0.turn.get() + 1);
        self.0.patience.replace(None);
        self.0.rest.replace(None);
        if self.0.asked.take().is_some() {
            self.0.worker.replace(None);
        }
    }
}

impl ImporterInner {
    /// Sends the request to the worker, which is started if necessary. False if workers are refused.
    fn post(self: &Rc<Self>, request: &Object) -> bool {
        if self.worker.borrow().is_none() {
            let worker = WorkerHandle::open(&self.spawn, self.hear(), {
                let inner = Rc::downgrade(self);
                move |_| {
                    if let Some(inner) = inner.upgrade() {
                        inner.lost();
                    }
                }
            });
            self.worker.replace(worker.ok());
        }
        let posted = match &*self.worker.borrow() {
            Some(worker) => worker.post(request).is_ok(),
            None => false,
        };
        if posted {
            let inner = Rc::downgrade(self);
            let over = move || {
                if let Some(inner) = inner.upgrade() {
                    inner.lost();
                }
            };
            self.patience.replace(Some(Timeout::new(PATIENCE_MS, over)));
        }
        posted
    }

    /// The worker ended. Before it was ready, workers are refused; after that, the file was the cause.
    fn lost(self: &Rc<Self>) {
        let was_there = self.patience.take().is_none();
        self.worker.replace(None);
        if was_there {
            self.fail("ui-import-broken");
            return;
        }
        self.alone.set(true);
        let request = {
            let asked = self.asked.borrow();
            asked.as_ref().map(|asked| request(self, asked))
        };
        if let Some(request) = request {
            self.read_here(&request);
        }
    }

    fn read_here(self: &Rc<Self>, request: &Object) {
        let hear = Closure::<dyn FnMut(JsValue)>::new(self.hear()).into_js_value();
        // It reports every failure to the listener.
        let _ = self.read.call2(&JsValue::NULL, request, &hear);
    }

    /// Handles messages of the importer until the next request.
    fn hear(self: &Rc<Self>) -> impl FnMut(JsValue) + 'static {
        let inner: Weak<Self> = Rc::downgrade(self);
        move |message| {
            if let Some(inner) = inner.upgrade() {
                inner.take(&message);
            }
        }
    }

    fn take(self: &Rc<Self>, message: &JsValue) {
        // A late answer of the importer on the page.
        let turn = field(message, "turn").as_f64();
        if turn.is_some_and(|turn| turn as u32 != self.turn.get()) {
            return;
        }
        let has = |name| !field(message, name).is_undefined();
        if has("here") {
            self.patience.replace(None);
        } else if has("absent") {
            self.failures.set(self.failures.get() + 1);
            self.worker.replace(None);
            self.fail("ui-import-absent");
        } else if has("broken") {
            self.failures.set(self.failures.get() + 1);
            self.worker.replace(None);
            self.fail("ui-import-broken");
        } else if has("problem") {
            self.unreadable(message);
        } else if let Some(policy) = field(message, "policy").as_string() {
            self.answer(|_| ImporterReport::Policy(Ok(policy)));
        } else if let Some(log) = field(message, "log").as_string() {
            self.answer(|_| ImporterReport::Log(Ok(log)));
        } else if let Some(read) = field(message, "read").as_string() {
            self.answer(|_| ImporterReport::Texts(typed(&read)));
        } else if let Some(report) = field(message, "report").as_string() {
            if number(message, "memory") > KEPT_BYTES {
                self.worker.replace(None);
            }
            self.unpack(field(message, "scenario").as_string(), report);
        } else {
            self.progress(message);
        }
    }

    /// An answer may be large: reading, checking and showing are separate tasks, so that clicks in between are handled.
    fn unpack(self: &Rc<Self>, scenario: Option<String>, report: String) {
        self.say(ImportProgress { phase: ImportPhase::Checks, ..ImportProgress::default() });
        let read = move || scenario.and_then(|text| Some((Json::parse(&text).ok()?, text)));
        self.then(move |inner| {
            let read = read();
            inner.then(move |inner| {
                let scenario =
                    read.map(|(json, text)| Shared::new(CheckedScenario::of(json, text)));
                inner.then(move |inner| inner.show(scenario, &report));
            });
        });
    }

    fn show(&self, scenario: Option<Shared<CheckedScenario>>, report: &str) {
        self.answer(|asked| {
            let kept = |(place, file): (usize, &ImportSource)| {
                (!asked.lost.contains(&place)).then_some(file.no)
            };
            let numbers = asked.what.files().iter().enumerate().filter_map(kept);
            let files = found_files(report, &numbers.collect::<Vec<_>>());
            ImporterReport::Found(Shared::new(ImportResult { files, scenario }))
        });
    }

    /// Continues in another task, unless it is canceled by then.
    fn then(self: &Rc<Self>, go: impl FnOnce(&Rc<Self>) + 'static) {
        let inner = Rc::downgrade(self);
        let go = move || {
            if let Some(inner) = inner.upgrade() {
                go(&inner);
            }
        };
        self.rest.replace(Some(Timeout::new(0, go)));
    }

    fn progress(&self, message: &JsValue) {
        let place = number(message, "file") as usize;
        let before: f64 = match &*self.asked.borrow() {
            Some(asked) => asked.what.files().iter().take(place).map(|file| file.bytes).sum(),
            None => return,
        };
        self.say(ImportProgress {
            file: place as u32,
            bytes: before + number(message, "bytes"),
            objects: number(message, "objects") as u32,
            phase: match number(message, "after") as u32 {
                0 => ImportPhase::Reading,
                1 => ImportPhase::Scenario,
                _ => ImportPhase::Report,
            },
        });
    }

    fn say(&self, progress: ImportProgress) {
        let asked = self.asked.borrow();
        let tell = asked.as_ref().map(|asked| Rc::clone(&asked.tell));
        drop(asked);
        if let Some(tell) = tell {
            tell(ImporterReport::Progress(progress));
        }
    }

    fn unreadable(&self, message: &JsValue) {
        let place = number(message, "file") as usize;
        let why = match field(message, "problem").as_string().as_deref() {
            Some("memory") => "ui-import-no-memory",
            _ => "ui-import-unreadable",
        };
        let told = self.asked.borrow_mut().as_mut().and_then(|asked| {
            asked.lost.push(place);
            let no = asked.what.files().get(place)?.no;
            Some((Rc::clone(&asked.tell), ImporterReport::Unreadable(no, why)))
        });
        if let Some((tell, heard)) = told {
            tell(heard);
        }
    }

    /// Reports that nothing could be read.
    fn fail(&self, why: &str) {
        self.answer(|asked| match &asked.what {
            ToRead::Policy(_) => ImporterReport::Policy(Err(t(why))),
            ToRead::Log(_) => ImporterReport::Log(Err(t(why))),
            ToRead::Texts(_) => {
                ImporterReport::Texts(Err(TextProblem { says: t(why), line: None }))
            }
            ToRead::Files(files) => ImporterReport::Found(Shared::new(unread(files, why))),
        });
    }

    fn answer(&self, heard: impl FnOnce(&ImportRequest) -> ImporterReport) {
        if let Some(asked) = self.asked.take() {
            (asked.tell)(heard(&asked));
        }
    }
}

/// `{script, wasm, files: [{name, blob}], policy, texts, log, now, turn}`. The address includes the version, because file names stay the same.
fn request(inner: &ImporterInner, asked: &ImportRequest) -> Object {
    let folder = inner.script.rsplit_once('/').map_or("", |(folder, _)| folder);
    let failures = inner.failures.get();
    let beside = |ending: &str| {
        JsValue::from(format!("{folder}/nodetide-import{ending}?{VERSION}-{failures}"))
    };
    let files = asked.what.files().iter().filter_map(|file| {
        let blob = file.blob.as_ref()?;
        Some(object(&[("name", file.name.as_str().into()), ("blob", JsValue::clone(blob))]))
    });
    let (policy, texts) = match &asked.what {
        ToRead::Policy(text) => (text.into(), JsValue::UNDEFINED),
        ToRead::Texts(texts) => {
            let texts = texts.iter().map(JsValue::from).collect::<Array>();
            (JsValue::UNDEFINED, texts.into())
        }
        ToRead::Files(_) | ToRead::Log(_) => (JsValue::UNDEFINED, JsValue::UNDEFINED),
    };
    object(&[
        ("script", beside(".js")),
        ("wasm", beside("_bg.wasm")),
        ("files", files.collect::<Array>().into()),
        ("policy", policy),
        ("texts", texts),
        ("log", matches!(asked.what, ToRead::Log(_)).into()),
        ("now", (today() as f64).into()),
        ("turn", inner.turn.get().into()),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // A plain object accepts every field.
        let _ = Reflect::set(&object, &JsValue::from(*name), value);
    }
    object
}

fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

pub(crate) fn number(object: &JsValue, name: &str) -> f64 {
    field(object, name).as_f64().unwrap_or_default()
}
