//! The `quickbooks` exporter: an estimate without prices in the Intuit Interchange Format (IIF), which QuickBooks
//! Desktop imports (File > Utilities > Import > IIF Files).

#[cfg(target_family = "wasm")]
mod component;
mod estimate;
mod items;
mod table;

pub use estimate::write;
