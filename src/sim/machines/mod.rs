//! VMs: how they come and go, also without an upgrade: taken away, at the end of their life, asked for by hand.

mod requests;
mod shutdown;
#[cfg(test)]
mod tests;
mod vm;

pub(super) use self::requests::Requests;
