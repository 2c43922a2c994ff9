//! Runs the host's models on blocking threads.

use std::sync::Arc;

use plumbline_inference::{Error as InferenceError, Graph, Models};
use tokio::sync::Semaphore;

/// The models, and the limit on how many run at once.
#[derive(Debug, Clone)]
pub(crate) struct Inference {
    pub(crate) models: Arc<Models>,
    permits: Arc<Semaphore>,
}

impl Inference {
    /// Creates the runner of these models, which runs as many at once as there are cores.
    pub(crate) fn new(models: Models) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self { models: Arc::new(models), permits: Arc::new(Semaphore::new(cores)) }
    }

    /// Runs a graph without blocking this thread.
    pub(crate) async fn run(&self, graph: Arc<Graph>, tensor: Tensor) -> Result<Tensor, InferenceError> {
        let stopped = |_| InferenceError::Failed("it was stopped".into());
        let _permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(|_| InferenceError::Failed("the host stops".into()))?;
        tokio::task::spawn_blocking(move || {
            let (numbers, _) = tensor.data.as_chunks::<4>();
            let values: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            let dimensions: Vec<usize> = tensor.dimensions.iter().map(|&one| one as usize).collect();
            drop(tensor);
            let answer = graph.run(&dimensions, &values)?;
            Ok(Tensor {
                name: answer.name,
                dimensions: answer.dimensions.iter().map(|&one| one as u32).collect(),
                data: answer.values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            })
        })
        .await
        .map_err(stopped)?
    }

    /// Returns a graph, read without blocking this thread.
    pub(crate) async fn graph(&self, name: String) -> Result<Arc<Graph>, InferenceError> {
        let models = Arc::clone(&self.models);
        let loaded = tokio::task::spawn_blocking(move || models.graph(&name)).await;
        loaded.unwrap_or_else(|_| Err(InferenceError::Failed("it was stopped".into())))
    }
}

/// A tensor of 32-bit floats.
#[derive(Debug)]
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct Tensor {
    /// The name in its graph, if the tensor is an output of one.
    pub(crate) name: String,
    pub(crate) dimensions: Vec<u32>,
    pub(crate) data: Vec<u8>,
}
