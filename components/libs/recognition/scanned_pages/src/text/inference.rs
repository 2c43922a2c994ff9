//! Requests to the models, in the terms of `wasi:nn`: named graphs and tensors of 32-bit floats.

/// The two models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Graph {
    /// Takes a picture and returns for each of its pixels the probability that it belongs to text.
    Detection,
    /// Takes a line of text and returns for each of its steps the probability of each character.
    Recognition,
}

impl Graph {
    /// Returns the name by which the graph is loaded.
    pub fn name(self) -> &'static str {
        match self {
            Self::Detection => "text-detection",
            Self::Recognition => "text-recognition",
        }
    }
}

/// The input of a graph: one picture of three channels.
#[derive(Debug)]
pub struct Input<'a> {
    /// Height in pixels.
    pub height: usize,
    /// Width in pixels.
    pub width: usize,
    /// Channel after channel, row after row. -1 is black, 1 is white.
    pub values: &'a [f32],
}

/// The output of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Dimensions, the outermost first.
    pub dimensions: Vec<usize>,
    /// Values, as many as the product of the dimensions.
    pub values: Vec<f32>,
}

/// Runs the models.
pub trait Inference {
    /// The error of a failed run.
    type Error;

    /// Runs a graph.
    ///
    /// # Errors
    /// Returns an error if the graph is missing or fails.
    fn run(&mut self, graph: Graph, input: Input<'_>) -> Result<Output, Self::Error>;
}

/// Writes the three equal channels of a gray picture as the models take them: `(v / 255 - 0.5) / 0.5`. Pixels beyond
/// the given rows are `beyond`.
pub(crate) fn normalized(rows: &[&[u8]], width: usize, height: usize, beyond: f32, values: &mut Vec<f32>) {
    values.clear();
    values.reserve(3 * width * height);
    for y in 0..height {
        let row = rows.get(y).copied().unwrap_or_default();
        let row = row.get(..width).unwrap_or(row);
        values.extend(row.iter().map(|&v| f32::from(v) / 127.5 - 1.0));
        values.resize((y + 1) * width, beyond);
    }
    for _ in 0..2 {
        values.extend_from_within(..width * height);
    }
}
