//! The run before the last change, as outlines over the lanes of the present one with the same titles.

use super::node_lane::NodeRowLayout;
use super::rows::united;
use super::scene::{Lane, LaneName, LanePen};
use super::view::Bar;
use crate::surface::{Rect, Seg, Stroke};
use query::stage::TileState;

/// Frames what was under way in a lane.
pub(super) fn outline(pen: &mut LanePen<'_>, lane: Lane) {
    let (view, rect) = (pen.scene.view, pen.rect);
    let Some(former) = &view.former else { return };
    let (wanted, mut frames) = (lane.title(view), Vec::new());
    let mut frame = |from: i64, to: i64, (top, height): (f64, f64)| {
        let place = pen.bar((from, to), 0.0, height);
        frames.push(Seg::Round(Rect { y: top, ..place }.inset(0.5), 0.0));
    };
    // Below the bars, which have words.
    let whole = (rect.bottom() - 4.0, 3.0);
    let rows = former.rows.iter().filter(|row| row.title == wanted);
    for part in rows.flat_map(|row| &row.parts).filter(|part| part.is_busy()) {
        frame(part.from_ms, part.to_ms, whole);
    }
    if lane.kind == LaneName::Zone {
        let own = &view.zones[lane.n];
        let rows = NodeRowLayout::of(rect, own.rows);
        let zones = former.zones.iter().filter(|row| row.title == wanted && row.per == own.per);
        // From the first to the last work on a node.
        let bars = zones.flat_map(|row| &row.bars).filter(|bar| bar.look < TileState::ReadyNew);
        for bar in united(bars.map(|bar| Bar { look: TileState::Draining, ..*bar })) {
            frame(bar.from_ms, bar.to_ms, rows.place(bar.row));
        }
    }
    pen.surface.clip(rect, 0.0);
    pen.surface.stroke(&frames, Stroke::solid(pen.theme.ink_3, 1.0));
    let end = pen.bar((former.end_ms, former.end_ms), 0.0, rect.h);
    pen.surface.rects(&[end], pen.theme.ink_3);
    pen.surface.unclip();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ListSurface, scene};
    use crate::theme::LIGHT;
    use crate::timeline::axis::Axis;
    use crate::timeline::{Chart, Scene};
    use crate::timeline::{
        PartKind, PartLook, PartRow, RowPart, ScalingKind, TimelineView, ZoneRow, draw,
    };
    use base::{PoolId, SimTime, Steps, ZoneId};
    use expect_test::expect;
    use trace::Subject;

    /// What a run before the last change adds to the timeline.
    fn added(end_ms: i64) -> String {
        let mut steps = Steps::starting(SimTime::ZERO, 5);
        steps.push(SimTime::from_secs(30), 3);
        let bare = TimelineView {
            end_ms: 60_000,
            zones: vec![ZoneRow {
                subject: Subject::Zone(ZoneId(0)),
                title: "zone-a".to_owned(),
                rows: 3,
                per: 1,
                bars: Vec::new(),
            }],
            rows: vec![PartRow {
                kind: PartKind::Scaling,
                subject: Subject::Pool(PoolId(0)),
                title: "Autoscaler".to_owned(),
                parts: Vec::new(),
            }],
            charts: vec![Chart { height: 44.0, value: steps.clone(), ..Chart::default() }],
            ..TimelineView::default()
        };
        let mut view = bare.clone();
        view.charts[0].former = Some(steps);
        let bar = |row, from_ms, to_ms, look| Bar { row, from_ms, to_ms, look };
        let mut former = bare.clone();
        former.ruler_title = "before".to_owned();
        former.end_ms = end_ms;
        former.rows[0].parts.push(RowPart {
            from_ms: 0,
            to_ms: 20_000,
            label: "1 → 2".to_owned(),
            short: String::new(),
            look: PartLook::Scaling(ScalingKind::Works),
        });
        former.zones[0].bars = vec![
            bar(0, 0, 10_000, TileState::ReadyOld),
            bar(0, 10_000, 20_000, TileState::Draining),
            bar(0, 20_000, 25_000, TileState::Deleting),
            bar(2, 30_000, end_ms, TileState::Starting),
        ];
        view.former = Some(Box::new(former));
        let axis = Axis::over(&[], 0, 60_000);
        let drawn = |view: &TimelineView| {
            let mut surface = ListSurface::default();
            let scene = Scene { height: 200.0, ..scene(view, &axis, 800.0) };
            draw(&mut surface, &LIGHT, &scene);
            surface.list
        };
        let (bare, with) = (drawn(&bare), drawn(&view));
        let mut bare = bare.lines().peekable();
        let more = with.lines().filter(|line| bare.next_if_eq(line).is_none());
        more.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn outlines_have_no_fill_and_the_end_is_a_line_or_an_arrow() {
        expect![[r#"
            rects 1 580,17 40x12 #ffffff
            text 582,23 before
            clip 152,0 632x40
            stroke path of 0 1 #5a6576
            rects 1 620,0 1x40 #5a6576
            unclip
            clip 152,40 632x24
            stroke 165,60 202x2 1 #5a6576
            rects 1 620,40 1x24 #5a6576
            unclip
            clip 152,64 632x38
            stroke 266,72 151x6 + 468,88 151x6 1 #5a6576
            rects 1 620,64 1x38 #5a6576
            unclip
            stroke path of 4 1 #5a6576
            clip 152,102 632x74
            stroke path of 0 1 #5a6576
            rects 1 620,102 1x74 #5a6576
            unclip
            clip 152,176 632x24
            stroke path of 0 1 #5a6576
            rects 1 620,176 1x24 #5a6576
            unclip"#]]
        .assert_eq(&added(45_000));
        expect![[r#"
            rects 1 732,17 52x12 #ffffff
            text 734,23 before →
            clip 152,0 632x40
            stroke path of 0 1 #5a6576
            rects 1 1076,0 1x40 #5a6576
            unclip
            clip 152,40 632x24
            stroke 165,60 202x2 1 #5a6576
            rects 1 1076,40 1x24 #5a6576
            unclip
            clip 152,64 632x38
            stroke 266,72 151x6 + 468,88 607x6 1 #5a6576
            rects 1 1076,64 1x38 #5a6576
            unclip
            stroke path of 4 1 #5a6576
            clip 152,102 632x74
            stroke path of 0 1 #5a6576
            rects 1 1076,102 1x74 #5a6576
            unclip
            clip 152,176 632x24
            stroke path of 0 1 #5a6576
            rects 1 1076,176 1x24 #5a6576
            unclip"#]]
        .assert_eq(&added(90_000));
    }
}
