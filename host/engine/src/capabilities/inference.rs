//! `wasi:nn` over the host's models, and `plumbline:recognition/models`.
//!
//! These are our own host functions for the published interface, not those of `wasmtime-wasi-nn`. There, a graph runs
//! on the thread that serves the call, graphs must be loaded before the first call, and a guest may accumulate tensors
//! in the host's memory and have the host plan any graph it sends. Here, a graph runs on blocking threads, as many at
//! once as there are cores, is loaded on first use, and only graphs of the host's own folder exist.

use std::sync::Arc;

use plumbline_inference::{Error as InferenceError, Graph};
use wasmtime::component::Resource;

use self::bindings::models::{self, Host as ModelsHost};
use self::bindings::nn;
use self::bindings::nn::errors::{ErrorCode, Host as ErrorsHost, HostError};
use self::bindings::nn::graph::{ExecutionTarget, GraphBuilder, GraphEncoding, Host as GraphHost, HostGraph};
use self::bindings::nn::inference::{Host as InferenceHost, HostGraphExecutionContext, NamedTensor};
use self::bindings::nn::tensor::{Host as TensorHost, HostTensor, TensorType};
use super::model_runner::Tensor;
use crate::capability::{Capability, Interface, interfaces};
use crate::state::State;

/// `wasi:nn`, and the interface that names the host's models.
#[allow(unreachable_pub, reason = "generated")]
mod bindings {
    wasmtime::component::bindgen!({
        inline: "
            package plumbline:host-inference;
            world inference {
                import wasi:nn/tensor@0.2.0-rc-2024-10-28;
                import wasi:nn/graph@0.2.0-rc-2024-10-28;
                import wasi:nn/inference@0.2.0-rc-2024-10-28;
                import wasi:nn/errors@0.2.0-rc-2024-10-28;
                import plumbline:recognition/models@1.0.0;
            }
        ",
        path: [
            "../../wit/drawing@1.0.0",
            "../../wit/reader@1.0.0",
            "../../wit/deps/wasi-nn@0.2.0-rc-2024-10-28",
            "../../wit/recognition@1.0.0",
        ],
        world: "plumbline:host-inference/inference",
        imports: { default: async | trappable },
        with: {
            "wasi:nn/tensor.tensor": crate::capabilities::model_runner::Tensor,
            "wasi:nn/graph.graph": crate::capabilities::inference::LoadedGraph,
            "wasi:nn/inference.graph-execution-context": crate::capabilities::inference::Context,
            "wasi:nn/errors.error": crate::capabilities::inference::NnError,
        },
    });
    pub use plumbline::recognition::models;
    pub use wasi::nn;
}

/// Models that run in the host.
pub struct ModelInference;

impl Capability for ModelInference {
    fn interfaces(&self) -> Vec<Interface> {
        interfaces![
            Reader "plumbline:recognition/models@1.0.0" => [models],
            Reader "wasi:nn/" => [nn::tensor, nn::graph, nn::inference, nn::errors],
        ]
    }
}

/// Bytes of tensors that one instance may hold in the host. A tile for detection is 11 MB. The output for a line of
/// text is up to 8 MB.
const TENSOR_BYTES: usize = 96 << 20;

/// A loaded graph.
#[derive(Debug)]
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct LoadedGraph(Arc<Graph>);

/// A graph ready to run.
#[derive(Debug)]
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct Context(Arc<Graph>);

/// An error of `wasi:nn`.
#[derive(Debug)]
#[allow(unreachable_pub, reason = "the bindings export it")]
pub struct NnError {
    code: ErrorCode,
    message: String,
}

impl From<InferenceError> for NnError {
    fn from(error: InferenceError) -> Self {
        let code = match &error {
            InferenceError::NotFound(_) => ErrorCode::NotFound,
            InferenceError::Input(_) => ErrorCode::InvalidArgument,
            InferenceError::Unusable { .. } | InferenceError::Failed(_) => ErrorCode::RuntimeError,
        };
        Self { code, message: error.to_string() }
    }
}

impl State {
    /// Stores a tensor, within the limit of an instance.
    fn keep(&mut self, tensor: Tensor) -> wasmtime::Result<Resource<Tensor>> {
        let held = self.tensor_bytes.saturating_add(tensor.data.len());
        if held > TENSOR_BYTES {
            wasmtime::bail!("more than {} MiB of tensors are held", TENSOR_BYTES >> 20);
        }
        self.tensor_bytes = held;
        Ok(self.table.push(tensor)?)
    }

    fn take(&mut self, tensor: Resource<Tensor>) -> wasmtime::Result<Tensor> {
        let tensor = self.table.delete(tensor)?;
        self.tensor_bytes = self.tensor_bytes.saturating_sub(tensor.data.len());
        Ok(tensor)
    }

    fn failure<T>(&mut self, error: impl Into<NnError>) -> wasmtime::Result<Result<T, Resource<NnError>>> {
        Ok(Err(self.table.push(error.into())?))
    }
}

impl ModelsHost for State {
    async fn metadata(&mut self, graph: String, key: String) -> wasmtime::Result<Option<String>> {
        let graph = self.inference.graph(graph).await;
        Ok(graph.ok().and_then(|graph| graph.metadata(&key).map(str::to_owned)))
    }
}

impl TensorHost for State {}

impl HostTensor for State {
    async fn new(&mut self, dimensions: Vec<u32>, ty: TensorType, data: Vec<u8>) -> wasmtime::Result<Resource<Tensor>> {
        if ty != TensorType::Fp32 {
            wasmtime::bail!("this host's graphs take 32-bit floats alone");
        }
        self.keep(Tensor { name: String::new(), dimensions, data })
    }

    async fn dimensions(&mut self, tensor: Resource<Tensor>) -> wasmtime::Result<Vec<u32>> {
        Ok(self.table.get(&tensor)?.dimensions.clone())
    }

    async fn ty(&mut self, tensor: Resource<Tensor>) -> wasmtime::Result<TensorType> {
        self.table.get(&tensor)?;
        Ok(TensorType::Fp32)
    }

    async fn data(&mut self, tensor: Resource<Tensor>) -> wasmtime::Result<Vec<u8>> {
        Ok(self.table.get(&tensor)?.data.clone())
    }

    async fn drop(&mut self, tensor: Resource<Tensor>) -> wasmtime::Result<()> {
        self.take(tensor).map(drop)
    }
}

impl GraphHost for State {
    async fn load(
        &mut self,
        _: Vec<GraphBuilder>,
        _: GraphEncoding,
        _: ExecutionTarget,
    ) -> wasmtime::Result<Result<Resource<LoadedGraph>, Resource<NnError>>> {
        let message = "graphs of this host are loaded by name".to_owned();
        self.failure(NnError { code: ErrorCode::UnsupportedOperation, message })
    }

    async fn load_by_name(
        &mut self,
        name: String,
    ) -> wasmtime::Result<Result<Resource<LoadedGraph>, Resource<NnError>>> {
        match self.inference.graph(name).await {
            Ok(graph) => Ok(Ok(self.table.push(LoadedGraph(graph))?)),
            Err(error) => self.failure(error),
        }
    }
}

impl HostGraph for State {
    async fn init_execution_context(
        &mut self,
        graph: Resource<LoadedGraph>,
    ) -> wasmtime::Result<Result<Resource<Context>, Resource<NnError>>> {
        let graph = Arc::clone(&self.table.get(&graph)?.0);
        Ok(Ok(self.table.push(Context(graph))?))
    }

    async fn drop(&mut self, graph: Resource<LoadedGraph>) -> wasmtime::Result<()> {
        self.table.delete(graph)?;
        Ok(())
    }
}

impl InferenceHost for State {}

impl HostGraphExecutionContext for State {
    async fn compute(
        &mut self,
        context: Resource<Context>,
        inputs: Vec<NamedTensor>,
    ) -> wasmtime::Result<Result<Vec<NamedTensor>, Resource<NnError>>> {
        let graph = Arc::clone(&self.table.get(&context)?.0);
        let mut tensors = Vec::new();
        for (_, tensor) in inputs {
            tensors.push(self.take(tensor)?);
        }
        let count = tensors.len();
        let Some(tensor) = tensors.pop().filter(|_| count == 1) else {
            let message = format!("{count} inputs for a graph of one");
            return self.failure(NnError { code: ErrorCode::InvalidArgument, message });
        };
        let inference = self.inference.clone();
        match inference.run(graph, tensor).await {
            Ok(output) => {
                let name = output.name.clone();
                Ok(Ok(vec![(name, self.keep(output)?)]))
            }
            Err(error) => self.failure(error),
        }
    }

    async fn drop(&mut self, context: Resource<Context>) -> wasmtime::Result<()> {
        self.table.delete(context)?;
        Ok(())
    }
}

impl ErrorsHost for State {}

impl HostError for State {
    async fn code(&mut self, error: Resource<NnError>) -> wasmtime::Result<ErrorCode> {
        Ok(self.table.get(&error)?.code)
    }

    async fn data(&mut self, error: Resource<NnError>) -> wasmtime::Result<String> {
        Ok(self.table.get(&error)?.message.clone())
    }

    async fn drop(&mut self, error: Resource<NnError>) -> wasmtime::Result<()> {
        self.table.delete(error)?;
        Ok(())
    }
}
