//! Pens and their colors.

/// Red, green and blue in 0..1.
pub(crate) type Color = [f32; 3];
/// Black.
pub(crate) const BLACK: Color = [0.0, 0.0, 0.0];
/// The gray of screened backgrounds.
pub(crate) const GRAY: Color = [0.45, 0.45, 0.45];

/// How a path is painted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pen {
    /// Line width in points. `None` draws no line.
    pub(crate) width: Option<f64>,
    /// Line color.
    pub(crate) color: Color,
    /// Dash pattern in points, empty for a continuous line.
    pub(crate) dash: Vec<f64>,
    /// Fill color.
    pub(crate) fill: Option<Color>,
}

impl Pen {
    /// Returns a pen for a continuous black line.
    pub(crate) fn line(width: f64) -> Self {
        Self { width: Some(width), color: BLACK, dash: Vec::new(), fill: None }
    }

    /// Returns a pen for a black area without an outline.
    pub(crate) fn solid() -> Self {
        Self { width: None, color: BLACK, dash: Vec::new(), fill: Some(BLACK) }
    }

    /// Returns the same pen in another color.
    pub(crate) fn color(mut self, color: Color) -> Self {
        self.color = color;
        if self.fill.is_some() {
            self.fill = Some(color);
        }
        self
    }

    /// Returns the same pen with a dash pattern.
    pub(crate) fn dash(mut self, dash: &[f64]) -> Self {
        self.dash = dash.to_vec();
        self
    }
}
