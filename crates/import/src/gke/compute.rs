//! What `gcloud compute regions describe` and `gcloud compute reservations describe` and `list` print: how many VMs there
//! may still be.

use super::super::found::{Found, Sourced};
use super::super::importer::Importer;
use super::super::loose::{Batch, document};
use super::super::outline::Outline;
use super::super::progress::Watch;
use super::shape::Capacity;
use base::say;

pub(crate) const IMPORTER: Importer = Importer { claims, read };

/// What a reservation has.
pub(crate) const RESERVATION: &str = "specificReservation";

fn claims(outline: &Outline) -> bool {
    outline.has_any(&["quotas", RESERVATION]) && outline.has("name")
}

pub(super) fn read(
    text: &str,
    watch: &mut Watch<'_>,
    found: &mut Found,
) -> Result<usize, serde_json::Error> {
    let (batch, length) = document::<Batch<Capacity>>(text)?;
    for one in batch.all {
        watch.object();
        // Reservations beside clusters of Terraform don't make a file another kind.
        if one.wanted.is_none() {
            found.notes.say(watch.file, say!("import-kind-capacity"));
        }
        found.capacities.push(Sourced::of(watch.file, *one));
    }
    Ok(length)
}
