//! VMs: how they come and go, also without an upgrade: taken away, at the end of their life, asked for by hand.

mod failure;
mod requests;
mod shutdown;
#[cfg(test)]
mod tests;
mod vm;

pub(super) use self::failure::Repairs;
pub(super) use self::requests::Requests;
