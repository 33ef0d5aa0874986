//! The way of one new connection to a Service, as numbered sentences.

use super::{Input, Reason, WhyContext};
use crate::packet::{Client, Entrance};
use base::ServiceId;
use trace::Phrase;

/// Its steps as inputs of the row with which its backend came.
pub(super) fn packet(cx: &WhyContext<'_>, id: ServiceId) -> Option<Reason> {
    let packet = Entrance::at(cx.trace, cx.frame, id)?.way(Client::Outside, None);
    let row = packet.through.map(|one| one.no);
    let reason =
        Reason::of_row(cx, row.or_else(|| Some(cx.index.traffic.at(id, cx.frame.at)?.no))?)?;
    let steps = (1u32..).zip(packet.hops);
    let inputs = steps.map(|(no, hop)| Input {
        name: Phrase::new("packet-step").with("no", no).with("title", hop.title),
        value: hop.text.into(),
    });
    Some(Reason { sentence: Phrase::new("why-packet"), inputs: inputs.collect(), ..reason })
}
