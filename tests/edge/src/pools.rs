//! Pools of connections to PostgreSQL.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use tokio_postgres::NoTls;

/// Spin's size of a pool.
const POOL_SIZE: usize = 64;

/// The pools of an application, by address.
#[derive(Default)]
pub(crate) struct Pools(Mutex<HashMap<String, Pool>>);

impl Pools {
    /// Returns the pool of an address.
    ///
    /// # Errors
    /// Returns a message if the address is not valid.
    pub(crate) fn pool(&self, address: &str) -> Result<Pool, String> {
        let mut pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(address) {
            return Ok(pool.clone());
        }
        let config = address.parse().map_err(|error: tokio_postgres::Error| error.to_string())?;
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Clean };
        let manager = Manager::from_config(config, NoTls, recycling);
        let pool = Pool::builder(manager).max_size(POOL_SIZE).build().map_err(|error| error.to_string())?;
        pools.insert(address.to_owned(), pool.clone());
        Ok(pool)
    }
}
