//! The server of the protocol library that is cached between calls.

use std::sync::{Arc, Mutex};

use oauth_as::server::AuthorizationServer;
use plumbline_tenancy::Database;

use super::store::Store;
use crate::{Clock, Platform};

/// The library's server with our store.
pub(crate) type Server<D, P> = AuthorizationServer<Store<D, P>, Clock>;

/// A server and the id of its signing key.
type Kept<D, P> = (String, Arc<Server<D, P>>);

/// The server cached between calls.
pub(crate) struct State<D: Database, P: Platform> {
    pub(super) server: Mutex<Option<Kept<D, P>>>,
}

impl<D: Database, P: Platform> Default for State<D, P> {
    fn default() -> Self {
        Self { server: Mutex::new(None) }
    }
}
