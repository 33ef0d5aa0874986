//! Encodes requests and reports as messages between the page and its worker.
//!
//! The envelope is a small JS object; a chunk's columns are typed arrays whose memory is transferred, so that
//! each side copies once and no row is ever an object.

use super::{Ended, Fault, Outcome, Report, Request, RunEnd, RunNo, Start};
use js_sys::{Array, Uint8Array, Uint16Array, Uint32Array};
use scenario::json::Json;
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::{Error, Serializer, from_value, preserve, to_value};
use std::rc::Rc;
use trace::{Chunk, PackedPods};
use wasm_bindgen::JsValue;

/// Ends of a run by their number in a message.
const ENDED: [Ended; 3] = [Ended::Quiet, Ended::Until, Ended::Overrun];

/// From the worker to the page.
#[derive(Serialize, Deserialize)]
enum Up {
    Ready,
    Started {
        no: u32,
        #[serde(with = "preserve")]
        pods: Uint32Array,
        #[serde(with = "preserve")]
        numbers: Uint32Array,
    },
    Kept {
        no: u32,
        chunks: u32,
    },
    Sealed {
        no: u32,
        base_ms: i64,
        columns: Columns,
    },
    Reached {
        no: u32,
        ms: i64,
    },
    Done {
        no: u32,
        digest: String,
        records: u32,
        end_ms: i64,
        ended: u8,
    },
    Tried {
        no: u32,
        outcome: Vec<i64>,
    },
    Refused {
        no: u32,
        reasons: String,
    },
    Crashed {
        no: u32,
    },
    TooLarge {
        no: u32,
    },
}

#[derive(Serialize, Deserialize)]
struct Columns {
    #[serde(with = "preserve")]
    at: Uint32Array,
    #[serde(with = "preserve")]
    subject: Uint32Array,
    #[serde(with = "preserve")]
    change: Uint8Array,
    #[serde(with = "preserve")]
    rule: Uint16Array,
    #[serde(with = "preserve")]
    cause: Uint32Array,
    #[serde(with = "preserve")]
    a: Uint32Array,
    #[serde(with = "preserve")]
    b: Uint32Array,
}

/// A message, and the memory that is transferred with it instead of copied.
pub(super) struct Parcel {
    pub(super) message: JsValue,
    pub(super) transfer: Array,
}

/// A message from the worker.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    Ready,
    Report(RunNo, Report),
}

pub(super) fn write_request(no: RunNo, request: &Request) -> Result<JsValue, Error> {
    let serializer = Serializer::new().serialize_large_number_types_as_bigints(true);
    (no, request).serialize(&serializer)
}

pub(super) fn read_request(message: JsValue) -> Result<(RunNo, Request), Error> {
    from_value(message)
}

pub(super) fn write_ready() -> Result<JsValue, Error> {
    to_value(&Up::Ready)
}

pub(super) fn write_report(no: RunNo, report: &Report) -> Result<Parcel, Error> {
    let RunNo(no) = no;
    let transfer = Array::new();
    let up = match report {
        Report::Ready(_) => Up::Ready,
        Report::Started(start) => {
            let pods = Uint32Array::from(start.pods.words().as_slice());
            let numbers = Uint32Array::from(start.numbers.as_slice());
            transfer.push(&pods.buffer());
            transfer.push(&numbers.buffer());
            Up::Started { no, pods, numbers }
        }
        Report::Kept(chunks) => Up::Kept { no, chunks: *chunks },
        Report::Sealed(chunk) => {
            let columns = Columns::of(chunk);
            columns.move_into(&transfer);
            Up::Sealed { no, base_ms: chunk.base_ms, columns }
        }
        Report::Reached(ms) => Up::Reached { no, ms: *ms },
        Report::Done(end) => Up::Done {
            no,
            digest: format!("{:016x}", end.digest),
            records: end.records,
            end_ms: end.end_ms,
            ended: ENDED.iter().position(|one| *one == end.ended).unwrap_or(0) as u8,
        },
        Report::Failed(Fault::Scenario(reasons)) => Up::Refused {
            no,
            reasons: Json::List(reasons.iter().map(Json::of_message).collect()).compact(),
        },
        Report::Tried(outcome) => Up::Tried { no, outcome: outcome.numbers() },
        Report::Failed(Fault::Crashed) => Up::Crashed { no },
        Report::Failed(Fault::TooLarge) => Up::TooLarge { no },
    };
    let message = to_value(&up)?;
    Ok(Parcel { message, transfer })
}

pub(super) fn read(message: JsValue) -> Result<Message, Error> {
    let (no, report) = match from_value(message)? {
        Up::Ready => return Ok(Message::Ready),
        Up::Started { no, pods, numbers } => {
            let pods = PackedPods::from_words(&pods.to_vec())
                .ok_or_else(|| Error::new("a start without its Pods"))?;
            let start = Start { pods: Rc::new(pods), numbers: numbers.to_vec() };
            (no, Report::Started(start))
        }
        Up::Kept { no, chunks } => (no, Report::Kept(chunks)),
        Up::Sealed { no, base_ms, columns } => {
            (no, Report::Sealed(Rc::new(columns.chunk(base_ms))))
        }
        Up::Reached { no, ms } => (no, Report::Reached(ms)),
        Up::Done { no, digest, records, end_ms, ended } => {
            let digest = u64::from_str_radix(&digest, 16).map_err(Error::new)?;
            let end = RunEnd {
                digest,
                records,
                end_ms,
                ended: ENDED.get(usize::from(ended)).copied().unwrap_or(Ended::Overrun),
            };
            (no, Report::Done(end))
        }
        Up::Tried { no, outcome } => {
            let outcome = Outcome::from_numbers(&outcome)
                .ok_or_else(|| Error::new("a trial without its outcome"))?;
            (no, Report::Tried(Box::new(outcome)))
        }
        Up::Refused { no, reasons } => {
            let reasons = Json::parse(&reasons).unwrap_or_default();
            let reasons = reasons.items().iter().filter_map(Json::message).collect();
            (no, Report::Failed(Fault::Scenario(reasons)))
        }
        Up::Crashed { no } => (no, Report::Failed(Fault::Crashed)),
        Up::TooLarge { no } => (no, Report::Failed(Fault::TooLarge)),
    };
    Ok(Message::Report(RunNo(no), report))
}

impl Columns {
    fn of(chunk: &Chunk) -> Self {
        Self {
            at: chunk.at.as_slice().into(),
            subject: chunk.subject.as_slice().into(),
            change: chunk.change.as_slice().into(),
            rule: chunk.rule.as_slice().into(),
            cause: chunk.cause.as_slice().into(),
            a: chunk.a.as_slice().into(),
            b: chunk.b.as_slice().into(),
        }
    }

    fn move_into(&self, transfer: &Array) {
        for column in [&self.at, &self.subject, &self.cause, &self.a, &self.b] {
            transfer.push(&column.buffer());
        }
        transfer.push(&self.change.buffer());
        transfer.push(&self.rule.buffer());
    }

    fn chunk(&self, base_ms: i64) -> Chunk {
        Chunk {
            base_ms,
            at: self.at.to_vec(),
            subject: self.subject.to_vec(),
            change: self.change.to_vec(),
            rule: self.rule.to_vec(),
            cause: self.cause.to_vec(),
            a: self.a.to_vec(),
            b: self.b.to_vec(),
        }
    }
}
