//! A store in a folder.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use http::header::IF_NONE_MATCH;
use http::{Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::{BUCKET, KEY_ID, SECRET};

type Body = UnsyncBoxBody<bytes::Bytes, Box<dyn std::error::Error + Send + Sync>>;

/// A store in a folder, with one bucket. Dropping it stops it and deletes its files.
pub struct S3Server {
    folder: TempDir,
    url: String,
    state: Arc<State>,
    /// Ends the server when dropped.
    _stop: oneshot::Sender<Infallible>,
}

struct State {
    /// Folder of buckets.
    root: PathBuf,
    is_refusing: AtomicBool,
    replaces: AtomicBool,
    requests: Mutex<Vec<Request<()>>>,
}

impl S3Server {
    /// Starts a store at a free port of 127.0.0.1.
    ///
    /// # Errors
    /// Returns an error if its folder or its socket cannot be created.
    pub fn start() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join(BUCKET))?;
        let files = s3s_fs::FileSystem::new(folder.path()).map_err(|error| anyhow::anyhow!("s3s-fs: {error:?}"))?;
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single(KEY_ID, SECRET));
        let service = service.build();
        let socket = std::net::TcpListener::bind("127.0.0.1:0")?;
        socket.set_nonblocking(true)?;
        let url = format!("http://{}", socket.local_addr()?);
        let state = Arc::new(State {
            root: folder.path().to_owned(),
            is_refusing: AtomicBool::new(false),
            replaces: AtomicBool::new(false),
            requests: Mutex::default(),
        });
        let (stop, stopped) = oneshot::channel::<Infallible>();
        let served = Arc::clone(&state);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        // A test may drop the server on a thread of its own runtime, which must not wait for this one.
        std::thread::Builder::new().name("s3s-fs".into()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = stopped => {}
                    () = serve(socket, service, served) => {}
                }
            });
            runtime.shutdown_background();
        })?;
        Ok(Self { folder, url, state, _stop: stop })
    }

    /// Returns the address of the store.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the environment variables that make a host keep its files here.
    pub fn environment(&self) -> Vec<(String, String)> {
        crate::environment(&self.url)
    }

    /// Makes the store refuse requests, or serve them again. While it refuses, it closes new connections and answers 503
    /// on old ones.
    pub fn refuse(&self, is_refusing: bool) {
        self.state.is_refusing.store(is_refusing, Ordering::SeqCst);
    }

    /// Makes the store ignore `If-None-Match`, as stores without conditional writes do.
    pub fn ignore_conditions(&self) {
        self.state.replaces.store(true, Ordering::SeqCst);
    }

    /// Returns the requests so far: method and path.
    pub fn requests(&self) -> Vec<String> {
        self.heads().iter().map(|head| format!("{} {}", head.method(), head.uri().path())).collect()
    }

    /// Returns the requests so far, without their bodies.
    pub fn heads(&self) -> Vec<Request<()>> {
        self.state.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the folder of the bucket.
    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join(BUCKET)
    }

    /// Returns the keys of all objects, sorted.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn objects(&self) -> Result<Vec<String>> {
        let (root, mut found) = (self.bucket(), Vec::new());
        walk(&root, &mut |path| {
            found.push(path.strip_prefix(&root).unwrap_or(path).to_string_lossy().into_owned());
        })?;
        found.sort();
        Ok(found)
    }
}

fn walk(folder: &Path, found: &mut impl FnMut(&Path)) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else {
            found(&path);
        }
    }
    Ok(())
}

async fn serve(socket: std::net::TcpListener, service: S3Service, state: Arc<State>) {
    let listener = TcpListener::from_std(socket).expect("a socket of this thread's runtime");
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        if !state.is_refusing.load(Ordering::SeqCst) {
            tokio::spawn(connection(socket, service.clone(), Arc::clone(&state)));
        }
    }
}

async fn connection(socket: TcpStream, service: S3Service, state: Arc<State>) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let (service, state) = (service.clone(), Arc::clone(&state));
        async move {
            let mut head = Request::new(());
            request.method().clone_into(head.method_mut());
            request.uri().clone_into(head.uri_mut());
            request.headers().clone_into(head.headers_mut());
            state.requests.lock().unwrap_or_else(PoisonError::into_inner).push(head);
            if state.is_refusing.load(Ordering::SeqCst) {
                return Ok(refusal());
            }
            // The header is signed, so the object is removed instead. Removing fails if the path does not name an object.
            if state.replaces.load(Ordering::SeqCst) && request.headers().contains_key(IF_NONE_MATCH) {
                let _ = std::fs::remove_file(state.root.join(request.uri().path().trim_start_matches('/')));
            }
            let answered = service.call(request.map(s3s::Body::from)).await;
            let response = answered.map_err(|error| std::io::Error::other(format!("{error:?}")))?;
            Ok::<_, std::io::Error>(
                response.map(|body| body.map_err(|error| format!("{error:?}").into()).boxed_unsync()),
            )
        }
    });
    // A client that goes away is not a fault of the store.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), answer).await;
}

fn refusal() -> Response<Body> {
    let mut response = Response::new(Empty::new().map_err(|never| match never {}).boxed_unsync());
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response
}
