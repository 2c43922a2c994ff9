//! A model and its plans. tract plans a model for one input shape. A plan holds another copy of the weights, packed for the
//! processor, so only a few are kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tract_onnx::prelude::*;

use crate::error::Error;

/// Plans kept for a model. The models in use have up to eight widths.
const PLANS: usize = 8;

/// The most numbers in one input: a picture of 2048 × 2048 in three channels.
const INPUT: usize = 3 * 2048 * 2048;

type Plan = Arc<TypedRunnableModel>;

/// A loaded model.
pub struct Graph {
    model: InferenceModel,
    metadata: HashMap<String, String>,
    /// The most recently used plans, the latest last.
    plans: Mutex<Vec<(Vec<usize>, Plan)>>,
}

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("nodes", &self.model.nodes.len()).finish_non_exhaustive()
    }
}

/// The output of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// The output's name in the model.
    pub name: String,
    /// The dimensions, the outermost first.
    pub dimensions: Vec<usize>,
    /// The numbers.
    pub values: Vec<f32>,
}

impl Graph {
    /// Reads an ONNX file.
    pub(crate) fn parse(mut bytes: &[u8]) -> Result<Self, String> {
        let text = |error: TractError| format!("{error:#}");
        // The shapes that exporters write into the value info of these models are wrong.
        let onnx = tract_onnx::onnx().with_ignore_value_info(true);
        let proto = onnx.proto_model_for_read(&mut bytes).map_err(text)?;
        let model = onnx.model_for_proto_model(&proto).map_err(text)?;
        let metadata = proto.metadata_props.into_iter().map(|entry| (entry.key, entry.value)).collect();
        Ok(Self { model, metadata, plans: Mutex::default() })
    }

    /// Returns what the file's metadata says under a key.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }

    /// Runs the model on this thread. An input shape not used lately needs a new plan, which takes some tenths of a second.
    ///
    /// # Errors
    /// - [`Error::Input`] if the count of numbers differs from the dimensions, is too large, or does not fit the model
    /// - [`Error::Failed`] if the model fails for another reason
    pub fn run(&self, dimensions: &[usize], values: &[f32]) -> Result<Output, Error> {
        let count = dimensions.iter().try_fold(1usize, |product, &one| product.checked_mul(one));
        if count != Some(values.len()) || values.is_empty() || values.len() > INPUT {
            return Err(Error::Input(format!("{} numbers for dimensions {dimensions:?}", values.len())));
        }
        let plan = self.plan(dimensions)?;
        let failed = |error: TractError| Error::Failed(format!("{error:#}"));
        let input = Tensor::from_shape(dimensions, values).map_err(failed)?;
        let outputs = plan.run(tvec!(input.into())).map_err(failed)?;
        let output = outputs.first().ok_or_else(|| Error::Failed("it has no output".into()))?;
        let numbers = output.to_plain_array_view::<f32>().map_err(failed)?;
        Ok(Output {
            name: self.output(),
            dimensions: output.shape().to_vec(),
            values: numbers.iter().copied().collect(),
        })
    }

    fn output(&self) -> String {
        let outlet = self.model.outputs.first();
        outlet.and_then(|&outlet| self.model.outlet_label(outlet)).unwrap_or("output").to_owned()
    }

    fn plan(&self, dimensions: &[usize]) -> Result<Plan, Error> {
        // The lock is held while a plan is built. Otherwise two callers would build the same plan, in twice the memory.
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = plans.iter().position(|(shape, _)| shape == dimensions) {
            let used = plans.remove(at);
            let plan = Arc::clone(&used.1);
            plans.push(used);
            return Ok(plan);
        }
        let planned = || {
            let fact = InferenceFact::from(f32::fact(dimensions));
            self.model.clone().with_input_fact(0, fact)?.into_optimized()?.into_runnable()
        };
        let plan = planned().map_err(|error: TractError| Error::Input(format!("{dimensions:?}: {error:#}")))?;
        if plans.len() >= PLANS {
            plans.remove(0);
        }
        plans.push((dimensions.to_vec(), Arc::clone(&plan)));
        Ok(plan)
    }
}
