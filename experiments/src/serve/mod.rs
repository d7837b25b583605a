//! `warlab serve`: a board in the browser, for people against agents or each other, on this machine or its network.
//!
//! [`live`] is one game with its seats and the agents' thinking, [`store`] keeps games over restarts, [`seal`]
//! closes those that are taken away, [`routes`] is the HTTP surface, [`request`] what comes in through it, [`assets`]
//! the embedded pages. Each seat has a secret token and is sent that seat's view only.

mod assets;
#[cfg(test)]
mod leaks;
mod live;
mod request;
mod routes;
mod seal;
mod store;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use anyhow::Context as _;
use tokio::sync::Semaphore;

use live::Live;
use seal::Seal;
use store::Store;
pub(crate) use store::write_atomically;

/// Where to listen and where to keep the games.
#[derive(Clone, Debug)]
pub struct Options {
    pub address: SocketAddr,
    pub folder: PathBuf,
}

/// Everything that requests share.
pub(crate) struct Server {
    store: Store,
    seal: Seal,
    games: Mutex<BTreeMap<String, Arc<Live>>>,
    /// Thinking uses whole cores, so no more agents think at once than there are cores.
    thinkers: Arc<Semaphore>,
    catalogue: OnceLock<serde_json::Value>,
}

impl Server {
    fn new(folder: PathBuf) -> anyhow::Result<Self> {
        let store = Store::open(folder)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut games = BTreeMap::new();
        for (file, kept) in store.load_all()? {
            match Live::from_kept(kept) {
                Ok(live) => drop(games.insert(live.id().to_string(), Arc::new(live))),
                Err(problem) => eprintln!("{}: left alone: {problem}", file.display()),
            }
        }
        let seal = store.seal()?;
        Ok(Server {
            store,
            seal,
            games: Mutex::new(games),
            thinkers: Arc::new(Semaphore::new(cores)),
            catalogue: OnceLock::new(),
        })
    }
}

/// Serves until interrupted. `ready` is told the address once the server listens.
pub fn serve(options: &Options, ready: impl FnOnce(SocketAddr) + Send) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Arc::new(Server::new(options.folder.clone())?);
        let listener = tokio::net::TcpListener::bind(options.address)
            .await
            .with_context(|| format!("cannot listen on {}; choose another --port", options.address))?;
        for live in server.games.lock().expect("no panic while locked").values() {
            live.clone().drive(&server);
        }
        ready(listener.local_addr()?);
        let stopped = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        axum::serve(listener, routes::router(server)).with_graceful_shutdown(stopped).await?;
        Ok(())
    })
}
