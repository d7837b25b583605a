//! `warlab serve`: the board in the browser.

use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::serve::{Options, serve};

/// Play in the browser, against the AI or each other
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  warlab serve                                 a board at http://127.0.0.1:8817, for this machine only
  warlab serve --host 0.0.0.0                  for everybody on the local network, each seat by its secret link")]
pub struct ServeArgs {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8817)]
    pub port: u16,
    /// The folder in which games are kept over restarts
    #[arg(long, value_name = "DIR", default_value = "results/games")]
    pub games: PathBuf,
}

pub fn carry_out(args: &ServeArgs) -> Result<ExitCode> {
    let options = Options { address: SocketAddr::new(args.host, args.port), folder: args.games.clone() };
    serve(&options, |address| {
        println!(
            "warlab is at http://{address} (Ctrl-C ends it; games are kept in {})",
            options.folder.display()
        );
        let _ = std::io::stdout().flush();
    })?;
    Ok(ExitCode::SUCCESS)
}
