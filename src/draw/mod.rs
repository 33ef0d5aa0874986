//! Pictures of a run.

pub mod canvas;

use crate::trace::Chunk;
use plotters::prelude::*;

/// Draws the number of rows over time.
pub fn rows<B: DrawingBackend>(
    surface: B,
    chunk: &Chunk,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let root = surface.into_drawing_area();
    root.fill(&WHITE)?;
    let end = chunk.at.last().copied().unwrap_or(0);
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(40)
        .build_cartesian_2d(0..end / 1000 + 1, 0..chunk.len() + 1)?;
    chart.configure_mesh().x_desc("seconds").draw()?;
    let points = chunk.at.iter().zip(1..).map(|(at, n)| (at / 1000, n));
    chart.draw_series(AreaSeries::new(points, 0, BLUE.mix(0.2)).border_style(BLUE))?;
    Ok(())
}
