//! Attaches the painters of a component to the player.

use super::context::use_player;
use super::painter::Painter;
use std::rc::Rc;
use yew::prelude::*;

/// The argument of [`use_painters`]: a painter, if its elements exist.
pub fn painters<P: Painter + 'static>(painter: Option<Rc<P>>) -> Vec<Rc<dyn Painter>> {
    let painter = painter.map(|painter| -> Rc<dyn Painter> { painter });
    painter.into_iter().collect()
}

/// Attaches painters to the player while the component is mounted. Makes them again when `deps` change.
#[hook]
pub fn use_painters<D: PartialEq + 'static>(
    deps: D,
    make: impl FnOnce(&D) -> Vec<Rc<dyn Painter>> + 'static,
) {
    let player = use_player();
    use_effect_with(deps, move |deps| {
        let painters = make(deps).into_iter();
        let attached: Vec<u32> = painters.map(|painter| player.attach(painter)).collect();
        move || {
            for no in attached {
                player.detach(no);
            }
        }
    });
}
