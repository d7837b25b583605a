//! The HTTP surface: pages, and JSON answers whose errors are `{error: {code, message}}`.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use warlab_engine::Player;
use warlab_engine::setup::Setup;

use super::Server;
use super::assets::{ASSETS, PAGE};
use super::live::{Live, Refused, Who};
use super::request::{Asked, Sent};
use crate::games;
use crate::tabletop::Tabletop;
use crate::title::variants_as_json;

/// More games than people of one table will ever need; old ones are ended by deleting their files.
const MOST_GAMES: usize = 500;

type Shared = State<Arc<Server>>;
type Answer = Result<axum::Json<Value>, Failure>;

pub(super) struct Failure {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl Failure {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl ToString) -> Self {
        Failure { status, code, message: message.to_string() }
    }

    pub(super) fn bad(message: impl ToString) -> Self {
        Failure::new(StatusCode::BAD_REQUEST, "bad_argument", message)
    }

    fn not_found(message: &str) -> Self {
        Failure::new(StatusCode::NOT_FOUND, "not_found", message)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = json!({ "error": { "code": self.code, "message": self.message } });
        (self.status, axum::Json(body)).into_response()
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let (status, code, message) = match refused {
            Refused::Bad(message) => (StatusCode::BAD_REQUEST, "illegal_action", message),
            Refused::Forbidden(message) => (StatusCode::FORBIDDEN, "forbidden", message),
            Refused::Conflict(message) => (StatusCode::CONFLICT, "conflict", message),
        };
        Failure { status, code, message }
    }
}

pub(super) fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/play/{id}", get(page))
        .route("/replay", get(page))
        .route("/web/{name}", get(asset))
        .route("/api/catalogue", get(catalogue))
        .route("/api/games", get(list).post(create))
        .route("/api/games/load", post(load))
        .route("/api/games/{id}/map", get(map))
        .route("/api/games/{id}/view", get(view))
        .route("/api/games/{id}/play", post(play))
        .route("/api/games/{id}/undo", post(undo))
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/stop", post(stop))
        .route("/api/games/{id}/odds", post(odds))
        .route("/api/games/{id}/save", get(save))
        .route("/api/games/{id}/replay", get(replay))
        .fallback(async || Failure::not_found("there is no such page; the lobby is at /"))
        .method_not_allowed_fallback(async || {
            let message = "this address does not take that method";
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, "bad_method", message)
        })
        .layer(map_response(with_headers))
        .with_state(server)
}

/// Links hold secrets: they are not to be cached, framed or passed on as referrers.
async fn with_headers(mut response: Response) -> Response {
    const POLICY: &str =
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff"));
    response
}

async fn page() -> Html<&'static str> {
    Html(PAGE)
}

async fn asset(Path(name): Path<String>) -> Result<Response, Failure> {
    let found = ASSETS.iter().find(|asset| asset.name == name);
    let asset = found.ok_or_else(|| Failure::not_found("there is no such file"))?;
    Ok(([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response())
}

async fn catalogue(State(server): Shared) -> Answer {
    if let Some(known) = server.catalogue.get() {
        return Ok(axum::Json(known.clone()));
    }
    let made = tokio::task::spawn_blocking(make_catalogue).await.map_err(Failure::bad)??;
    Ok(axum::Json(server.catalogue.get_or_init(|| made).clone()))
}

fn make_catalogue() -> Result<Value, Failure> {
    let mut games = Vec::new();
    for title in games::all() {
        let data = title.pack();
        let catalogue = title.catalogue(&data).map_err(Failure::bad)?;
        let (mut scenarios, mut seats) = (Vec::new(), json!({}));
        let (mut fewest, mut most) = (usize::MAX, 0);
        for scenario in &catalogue.scenarios {
            (fewest, most) = (fewest.min(*scenario.players.start()), most.max(*scenario.players.end()));
            for count in scenario.players.clone() {
                let setup = Setup::scenario(&scenario.id).with_players(count);
                let ruleset = title.set_up(&setup, &data).map_err(Failure::bad)?;
                seats[&scenario.id][count.to_string()] = ruleset.seats().into();
            }
            scenarios.push(json!({
                "id": scenario.id, "name": scenario.name, "min_players": scenario.players.start(),
                "max_players": scenario.players.end(), "default_players": scenario.default_players,
                "defaults": scenario.defaults,
            }));
        }
        let players = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
        games.push(json!({
            "game": title.name(), "title": title.heading(), "players": players, "scenarios": scenarios,
            "variants": variants_as_json(&catalogue.variants), "seats": seats,
        }));
    }
    Ok(json!({ "games": games }))
}

async fn list(State(server): Shared) -> Answer {
    let games: Vec<Arc<Live>> =
        server.games.lock().expect("no panic while locked").values().cloned().collect();
    let games: Vec<Value> = games.iter().map(|live| live.summary()).collect();
    Ok(axum::Json(json!({ "games": games })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    game: String,
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    players: Option<usize>,
    #[serde(default)]
    variants: std::collections::BTreeMap<String, String>,
    seats: Vec<String>,
    #[serde(default)]
    seed: Option<u64>,
}

async fn create(State(server): Shared, sent: Sent) -> Answer {
    let wish: Wish = sent.read()?;
    let seed = wish.seed.map_or_else(fresh_seed, Ok)?;
    let setup = Setup { scenario: wish.scenario, players: wish.players, variants: wish.variants };
    let who = wish
        .seats
        .iter()
        .map(|text| Who::parse(text))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Failure::bad)?;
    let begin = move || Tabletop::begin(&wish.game, &setup, seed);
    let opened = tokio::task::spawn_blocking(begin).await.map_err(Failure::bad)?;
    seat_down(&server, Live::new(opened.map_err(Failure::bad)?, who).map_err(Failure::bad)?)
}

/// A seed that nobody can guess: whoever knows it knows every card.
fn fresh_seed() -> Result<u64, Failure> {
    // Below 2^53, so that a browser's numbers hold it exactly.
    getrandom::u64().map(|seed| seed & ((1 << 53) - 1)).map_err(Failure::bad)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Load {
    /// A saved game: a notation, or a game that this server sealed.
    game: Value,
    /// Who sits where; by default a person at the first seat against `normal`. A sealed game keeps its seats.
    #[serde(default)]
    seats: Option<Vec<String>>,
}

async fn load(State(server): Shared, sent: Sent) -> Answer {
    let load: Load = sent.read()?;
    let (game, wanted) = match load.game.get("sealed") {
        Some(_) if load.seats.is_some() => {
            return Err(Failure::bad("a game saved on the way keeps its seats; load it without \"seats\""));
        }
        Some(sealed) => {
            let saved = server.seal.open(sealed.as_str().unwrap_or_default()).map_err(Failure::bad)?;
            (saved.game, Some(saved.seats))
        }
        None => {
            let unlike = |error| Failure::bad(format!("that is not a saved game: {error}"));
            (serde_json::from_value(load.game).map_err(unlike)?, load.seats)
        }
    };
    let reopened = tokio::task::spawn_blocking(move || Tabletop::open(&game)).await;
    let table = reopened.map_err(Failure::bad)?.map_err(Failure::bad)?;
    let default = || {
        (0..table.seats().len()).map(|seat| if seat == 0 { "person" } else { "normal" }.to_string()).collect()
    };
    let seats: Vec<String> = wanted.unwrap_or_else(default);
    let who =
        seats.iter().map(|text| Who::parse(text)).collect::<Result<Vec<_>, _>>().map_err(Failure::bad)?;
    seat_down(&server, Live::new(table, who).map_err(Failure::bad)?)
}

fn seat_down(server: &Arc<Server>, live: Live) -> Answer {
    let live = Arc::new(live);
    {
        let mut games = server.games.lock().expect("no panic while locked");
        if games.len() >= MOST_GAMES {
            return Err(Failure::bad(format!(
                "this server holds {MOST_GAMES} games; delete old files of its folder"
            )));
        }
        games.insert(live.id().to_string(), live.clone());
    }
    keep(server, &live)?;
    live.clone().drive(server);
    Ok(axum::Json(json!({ "id": live.id(), "links": live.links() })))
}

fn keep(server: &Server, live: &Live) -> Result<(), Failure> {
    live.save(&server.store).map_err(|error| Failure {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        code: "not_saved",
        message: format!("{error:#}; the game goes on, but would be lost if the server stopped"),
    })
}

#[derive(Deserialize)]
struct Ask {
    #[serde(default)]
    token: String,
    #[serde(default)]
    since: Option<i64>,
    #[serde(default)]
    step: Option<usize>,
}

fn seat(server: &Server, id: &str, ask: &Ask) -> Result<(Arc<Live>, Player), Failure> {
    let found = server.games.lock().expect("no panic while locked").get(id).cloned();
    let live = found.ok_or_else(|| Failure::not_found("there is no such game on this server"))?;
    let seat = live.seat_of(&ask.token).ok_or_else(|| Failure {
        status: StatusCode::FORBIDDEN,
        code: "wrong_token",
        message: "this link does not open a seat of this game; ask for the right one".into(),
    })?;
    Ok((live, seat))
}

async fn map(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, _) = seat(&server, &id, &ask)?;
    Ok(axum::Json(serde_json::to_value(live.map()).map_err(Failure::bad)?))
}

async fn view(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    if let Some(since) = ask.since.filter(|&since| since >= 0 && live.version() as i64 <= since) {
        live.newer_than(since).await;
    }
    Ok(axum::Json(live.view(player)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    action: String,
    version: usize,
}

async fn play(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>, sent: Sent) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    let play: Play = sent.read()?;
    live.play(player, &play.action, play.version)?;
    let version = live.version();
    keep(&server, &live)?;
    live.clone().drive(&server);
    Ok(axum::Json(json!({ "ok": true, "version": version })))
}

async fn undo(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    live.undo(player)?;
    keep(&server, &live)?;
    Ok(axum::Json(json!({ "ok": true })))
}

async fn hint(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    let (position, thinking) = live.hint(player)?;
    let permit = server.thinkers.clone().acquire_owned().await.map_err(Failure::bad)?;
    let advice = tokio::task::spawn_blocking(thinking).await.map_err(Failure::bad)?.map_err(Failure::bad)?;
    drop(permit);
    let mut answer = live.advice_json(&advice);
    answer["position"] = position.into();
    Ok(axum::Json(answer))
}

async fn stop(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    seat(&server, &id, &ask)?.0.stop_thinking();
    Ok(axum::Json(json!({ "ok": true })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OddsOf {
    /// One choice; all of them if it is left out.
    #[serde(default)]
    action: Option<String>,
}

async fn odds(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>, sent: Sent) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    let of: OddsOf = sent.read()?;
    let (position, weighing) = live.odds(player, of.action)?;
    let odds = tokio::task::spawn_blocking(weighing).await.map_err(Failure::bad)?.map_err(Failure::bad)?;
    let odds: serde_json::Map<String, Value> =
        odds.into_iter().map(|(code, words)| (code, words.into())).collect();
    Ok(axum::Json(json!({ "position": position, "odds": odds })))
}

async fn save(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, _) = seat(&server, &id, &ask)?;
    Ok(axum::Json(live.save_file(&server.seal)?))
}

async fn replay(State(server): Shared, Path(id): Path<String>, Asked(ask): Asked<Ask>) -> Answer {
    let (live, player) = seat(&server, &id, &ask)?;
    let step = ask.step.unwrap_or(0);
    let frame = tokio::task::spawn_blocking(move || live.frame(player, step)).await.map_err(Failure::bad)?;
    let frame = frame.map_err(Failure::bad)?;
    Ok(axum::Json(frame))
}
