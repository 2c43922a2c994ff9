//! The gateway and the adapters, as built.

use std::path::Path;

/// The names of the files in the folder, without `edge-` and `.wasm`.
pub const PARTS: [&str; 6] = ["gateway", "sealing", "signing", "sources", CONNECTION, SQL];
/// The adapter that shares one connection among the requests of an instance.
pub(crate) const CONNECTION: &str = "connection";
/// The adapter of SQLite's interface for PostgreSQL. Only files for PostgreSQL have it.
pub(crate) const SQL: &str = "sql";

/// The components around an endpoint group.
#[derive(Debug, Clone)]
pub struct Parts {
    pub(crate) gateway: Vec<u8>,
    /// The adapters, each with its name.
    pub(crate) adapters: Vec<(&'static str, Vec<u8>)>,
}

impl Parts {
    /// Reads `edge-gateway.wasm` and the adapters beside it.
    ///
    /// # Errors
    /// Returns an error that names the file if one cannot be read.
    pub fn read(folder: &Path) -> std::io::Result<Self> {
        let read = |name: &str| {
            let path = folder.join(format!("edge-{name}.wasm"));
            std::fs::read(&path)
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        };
        let [gateway, adapters @ ..] = PARTS;
        let gateway = read(gateway)?;
        let adapters = adapters.into_iter().map(|name| Ok((name, read(name)?))).collect::<std::io::Result<_>>()?;
        Ok(Self { gateway, adapters })
    }
}
