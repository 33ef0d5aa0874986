use super::super::dots::{DotPlaces, Dots};
use super::super::view::{BoxKind, PoolView, StageView, Turn, ZoneView};
use super::*;
use base::{GroupId, PoolId, ZoneId};
use std::rc::Rc;

/// Pools of zones with these numbers of cells.
fn view(pools: &[&[u32]], many: bool) -> StageView {
    let mut groups = 0..;
    let mut zone = |(z, cells): (usize, &u32)| ZoneView {
        id: ZoneId(z as u32),
        group: GroupId(groups.next().unwrap_or(0)),
        part: BoxKind::Zone,
        name: format!("zone-{z}"),
        turn: Turn::None,
        head: String::new(),
        chip: String::new(),
        brief: String::new(),
        works: false,
        cells: *cells,
        nodes: Vec::new(),
        note: None,
    };
    let pools = pools.iter().enumerate().map(|(p, zones)| PoolView {
        id: PoolId(p as u32),
        name: format!("pool-{p}"),
        machine: String::new(),
        chip: String::new(),
        note: String::new(),
        brief: String::new(),
        sides: None,
        zones: zones.iter().enumerate().map(&mut zone).collect(),
    });
    StageView {
        pools: pools.collect(),
        dots: many.then(|| Dots::new(Rc::new(DotPlaces::default()))),
        ..StageView::default()
    }
}

const FLEET: [&[u32]; 5] = [&[1020, 1020, 1020]; 5];

fn layouts() -> Vec<StageLayout> {
    let fleet = view(&FLEET, true);
    let heat = view(&[&[220, 220, 220]], true);
    let few = view(&[&[4, 6, 4]], false);
    vec![
        super::super::layout::stage(&fleet, 824.0, Some(420.0)),
        super::super::layout::stage(&heat, 824.0, Some(420.0)),
        super::super::layout::stage(&heat, 366.0, None),
        super::super::layout::stage(&few, 824.0, Some(420.0)),
    ]
}

#[test]
fn every_cell_of_a_fleet_is_in_sight_and_apart_from_the_others() {
    for base in layouts() {
        for zone in base.bands.iter().flat_map(|band| &band.zones) {
            let cell = zone.grid.cell;
            assert!(cell.0 >= 2.0 && cell.1 >= 2.0, "{cell:?}");
            assert!(zone.rect.right() <= base.port.right() + 0.01);
            assert!(zone.rect.bottom() <= base.port.bottom() + 0.01, "{zone:?}");
        }
        let zones: Vec<&ZoneBox> = base.bands.iter().flat_map(|band| &band.zones).collect();
        for (n, a) in zones.iter().enumerate() {
            for b in &zones[..n] {
                let (a, b) = (a.rect, b.rect);
                let apart =
                    a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
                assert!(apart, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn zooming_keeps_the_point_under_the_pointer() {
    for base in layouts() {
        let at = (base.port.w * 0.4, base.port.h * 0.45);
        let before = base.anchor(at).expect("a zone is near");
        let mut camera = Camera::HOME;
        for _ in 0..40 {
            camera = camera.zoomed(&base, at, 1.2);
            let now = base.seen(camera).point(before).expect("it is there");
            // At an edge of the stage it may have to move.
            let kept = camera.x > 0.0 && camera.y > 0.0;
            let near = (now.0 - at.0).hypot(now.1 - at.1) < 0.01;
            assert!(near || !kept || at_edge(&base, camera), "{now:?} {camera:?}");
        }
        assert!((camera.zoom - most(&base)).abs() < 1e-6);
        for _ in 0..60 {
            camera = camera.zoomed(&base, at, 0.8);
        }
        assert_eq!(camera, Camera::HOME);
    }
}

fn at_edge(base: &StageLayout, camera: Camera) -> bool {
    let further = camera.moved(base, (1.0, 1.0));
    further.x - camera.x < 0.9 || further.y - camera.y < 0.9
}

#[test]
fn a_node_comes_to_the_middle_and_every_step_there_is_seen() {
    for base in layouts() {
        let last = base.bands.len() - 1;
        let camera = Camera::onto(&base, (last, 1), 3, LEGIBLE);
        let seen = base.seen(camera);
        let cell = seen.bands[last].zones[1].grid.cell(3);
        assert!(seen.port.contains(cell.x + 1.0, cell.y + 1.0), "{cell:?}");
        assert!(cell.w >= 90.0 && cell.h >= 90.0, "{cell:?}");
        for to in [camera, Camera::HOME] {
            let from = if to.is_home() { camera } else { Camera::HOME };
            let mut zoom = from.zoom;
            for part in 1..=10 {
                let step = from.toward(to, &base, f64::from(part) / 10.0);
                let on = if to.is_home() { step.zoom <= zoom } else { step.zoom >= zoom };
                assert!(on, "{step:?}");
                zoom = step.zoom;
            }
            assert_eq!(from.toward(to, &base, 1.0), to);
        }
    }
}

#[test]
fn titles_stay_in_the_window_with_what_they_name() {
    let base = &layouts()[0];
    let camera = Camera::onto(base, (1, 1), 500, 40.0);
    let seen = base.seen(camera);
    let (band, zone) = (&seen.bands[1], &seen.bands[1].zones[1]);
    for head in [band.head, zone.head] {
        assert!(head.x >= 0.0 && head.y >= 0.0, "{head:?}");
        assert!(head.right() <= seen.port.right() && head.bottom() <= seen.port.bottom());
        assert!(head.w > 60.0);
    }
    assert!(zone.head.y >= band.head.bottom() - 0.01 || zone.head.y > 0.0);
}

#[test]
fn the_small_stage_shows_what_is_seen() {
    let base = &layouts()[0];
    assert_eq!(base.window(Camera::HOME).map(|part| part.w.round()), Some(base.port.w.round()));
    let camera = Camera::onto(base, (0, 2), 10, 60.0);
    let part = base.window(camera).expect("something is seen");
    let cell = base.bands[0].zones[2].grid.cell(10);
    assert!(part.contains(cell.x, cell.y), "{part:?} {cell:?}");
    assert!(part.w < base.port.w / 3.0);
    let (rect, scale) = super::super::minimap::place(base, base.port);
    let at = (rect.x + cell.x * scale, rect.y + cell.y * scale);
    let back = super::super::minimap::hit(base, base.port, at).expect("on it");
    assert!((back.0 - cell.x).abs() < 0.01);
}
