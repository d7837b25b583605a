//! The pages, embedded in the binary: no build step, no network, and no path of a request reaches the file system.

pub(super) struct Asset {
    pub name: &'static str,
    pub kind: &'static str,
    pub text: &'static str,
}

macro_rules! asset {
    ($name:literal, $kind:literal) => {
        Asset { name: $name, kind: $kind, text: include_str!(concat!("../../../web/", $name)) }
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

pub(super) const PAGE: &str = include_str!("../../../web/index.html");

pub(super) const ASSETS: [Asset; 8] = [
    asset!("style.css", "text/css; charset=utf-8"),
    Asset { kind: SCRIPT, ..asset!("main.js", "") },
    Asset { kind: SCRIPT, ..asset!("dom.js", "") },
    Asset { kind: SCRIPT, ..asset!("api.js", "") },
    Asset { kind: SCRIPT, ..asset!("map.js", "") },
    Asset { kind: SCRIPT, ..asset!("lobby.js", "") },
    Asset { kind: SCRIPT, ..asset!("table.js", "") },
    Asset { kind: SCRIPT, ..asset!("replay.js", "") },
];
