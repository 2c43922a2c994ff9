//! Inference with `wasi:nn`.

use crate::text::{Dictionary, Graph, Inference, Input, Output};

use crate::reader::plumbline::recognition::models;
use crate::reader::wasi::nn::errors::{Error, ErrorCode};
use crate::reader::wasi::nn::graph::load_by_name;
use crate::reader::wasi::nn::inference::GraphExecutionContext;
use crate::reader::wasi::nn::tensor::{Tensor, TensorType};

/// The host's models.
#[derive(Debug)]
pub struct HostModels {
    detection: GraphExecutionContext,
    recognition: GraphExecutionContext,
}

/// The name of the models' input.
const INPUT: &str = "x";

impl HostModels {
    /// Loads the models and their characters. Returns `None` if the host does not have them.
    ///
    /// # Errors
    /// The host's error text if it has the models but loading them fails.
    pub fn load() -> Result<Option<(Self, Dictionary)>, String> {
        let Some(detection) = context(Graph::Detection)? else { return Ok(None) };
        let Some(recognition) = context(Graph::Recognition)? else { return Ok(None) };
        let characters = models::metadata(Graph::Recognition.name(), "character").unwrap_or_default();
        let dictionary = Dictionary::parse(&characters);
        if dictionary.is_empty() {
            return Err("the recognition model names no characters".into());
        }
        Ok(Some((Self { detection, recognition }, dictionary)))
    }
}

fn context(graph: Graph) -> Result<Option<GraphExecutionContext>, String> {
    match load_by_name(graph.name()) {
        Ok(graph) => graph.init_execution_context().map(Some).map_err(|error| error_text(&error)),
        Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
        Err(error) => Err(error_text(&error)),
    }
}

fn error_text(error: &Error) -> String {
    format!("{:?}: {}", error.code(), error.data())
}

impl Inference for HostModels {
    type Error = String;

    fn run(&mut self, graph: Graph, input: Input<'_>) -> Result<Output, String> {
        let context = match graph {
            Graph::Detection => &self.detection,
            Graph::Recognition => &self.recognition,
        };
        let dimensions = [1, 3, input.height as u32, input.width as u32];
        let bytes: Vec<u8> = input.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensor = Tensor::new(&dimensions, TensorType::Fp32, &bytes);
        drop(bytes);
        let outputs = context.compute(vec![(INPUT.to_owned(), tensor)]).map_err(|error| error_text(&error))?;
        let (_, output) = outputs.into_iter().next().ok_or("the graph gave no output")?;
        let dimensions = output.dimensions().into_iter().map(|one| one as usize).collect();
        let data = output.data();
        let values = data.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        Ok(Output { dimensions, values })
    }
}
