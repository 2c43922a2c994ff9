//! The surface for agents: the Model Context Protocol, over the operations of the API.
//!
//! A tool calls one operation, through the same steps as a call of the REST API. Components declare their tools and prompts in
//! sections of their own. The schemas come from the API's document. So this crate is independent of what the operations do.
//!
//! - `document`: the operations in the API's document, with the schemas of a tool.
//! - `toolbox`: the tools, resources and prompts that a tenant's components offer.
//! - `arguments`: from the arguments of a tool to the request of its operation.
//! - `answer`: from the response of an operation to the result of a tool, and the confirmation of costs.
//! - `caller`: who calls.
//! - `tasks`: the jobs that tools start as tasks of the protocol.
//! - `server`: the methods of the protocol. `surface`: its HTTP transport. `direct`: plain calls of tools, past most of it.
//!
//! ```
//! use plumbline_mcp::{Document, Offer, Toolbox};
//!
//! let document = Document::new(&serde_json::json!({"openapi": "3.1.0", "paths": {}}));
//! let toolbox = Toolbox::new(&document, [Offer { routes: &[], tools: &[], prompts: &[] }]);
//! # drop(toolbox);
//! ```

mod answer;
mod arguments;
mod caller;
mod direct;
mod document;
mod server;
mod surface;
mod tasks;
mod toolbox;

pub use caller::Caller;
pub use document::Document;
pub use server::{Agent, Operations};
pub use surface::{ResponseBody, Surface, Transport};
pub use toolbox::{Offer, Toolbox};
