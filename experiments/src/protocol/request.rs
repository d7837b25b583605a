//! From JSON to typed requests. A field that a command does not know is refused: a misspelt option must not be ignored.

use serde_json::{Map, Value};
use warlab_agents::Spec;
use warlab_engine::data::suggestion;
use warlab_engine::setup::Setup;

use super::answer::{Code, Error};

/// A request that is well formed; whether it fits the game is seen when it is carried out.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    Games,
    New { game: String, setup: Setup, seed: u64 },
    Load { game: String, state: Value },
    State,
    View { player: Seat },
    Legal,
    Play { action: String },
    Undo { steps: usize },
    Dice { rolls: Vec<u8> },
    Draws { cards: Vec<String> },
    Best { agent: Spec, seed: Option<u64> },
    Playout { agents: Vec<Spec>, seed: Option<u64> },
    Outcome,
    Record,
}

/// A player by the side's id or by the number of the seat, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    Side(String),
    Number(u64),
}

const COMMANDS: [&str; 14] = [
    "games", "new", "load", "state", "view", "legal", "play", "undo", "dice", "draws", "best", "playout",
    "outcome", "record",
];

/// The seed of a game that names none.
const DEFAULT_SEED: u64 = 1;

impl Request {
    pub fn read(mut fields: Map<String, Value>) -> Result<Request, Error> {
        let command = match fields.shift_remove("command").or_else(|| fields.shift_remove("cmd")) {
            Some(Value::String(command)) => command,
            Some(other) => {
                return Err(Error::new(
                    Code::UnknownCommand,
                    format!("a command is a word, not {}", kind(&other)),
                ));
            }
            None => {
                let message = "the request has no command, for example {\"command\": \"games\"}";
                return Err(Error::new(Code::UnknownCommand, message));
            }
        };
        let mut arguments = Arguments { command, fields, asked: Vec::new() };
        let request = arguments.request()?;
        arguments.finish()?;
        Ok(request)
    }
}

/// The fields of a request, taken out one by one.
struct Arguments {
    command: String,
    fields: Map<String, Value>,
    asked: Vec<&'static str>,
}

impl Arguments {
    fn request(&mut self) -> Result<Request, Error> {
        Ok(match self.command.as_str() {
            "games" => Request::Games,
            "new" => Request::New {
                game: self.text("game", "the name of a game")?,
                setup: self.setup()?,
                seed: self.number("seed")?.unwrap_or(DEFAULT_SEED),
            },
            "load" => Request::Load {
                game: self.text("game", "the name of a game")?,
                state: self.required("state", "an object that `state` printed")?,
            },
            "state" => Request::State,
            "view" => Request::View { player: self.seat()? },
            "legal" => Request::Legal,
            "play" => Request::Play { action: self.text("action", "the code of a legal action")? },
            "undo" => Request::Undo { steps: self.count("steps")?.unwrap_or(1) },
            "dice" => Request::Dice { rolls: self.list("rolls", "a list of die faces", face)? },
            "draws" => Request::Draws { cards: self.list("cards", "a list of card ids", id)? },
            "best" => Request::Best {
                agent: self.text("agent", "an agent such as \"random\"")?.parse()?,
                seed: self.number("seed")?,
            },
            "playout" => Request::Playout { agents: self.agents()?, seed: self.number("seed")? },
            "outcome" => Request::Outcome,
            "record" => Request::Record,
            unknown => {
                let hint = suggestion(unknown, COMMANDS.into_iter());
                let message = format!("unknown command \"{unknown}\"; known: {}.{hint}", COMMANDS.join(", "));
                return Err(Error::new(Code::UnknownCommand, message));
            }
        })
    }

    /// Takes a field; an explicit null is as good as no field.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        self.fields.shift_remove(name).filter(|value| !value.is_null())
    }

    fn required(&mut self, name: &'static str, what: &str) -> Result<Value, Error> {
        let command = self.command.clone();
        self.take(name).ok_or_else(|| Error::argument(format!("{command} needs \"{name}\": {what}")))
    }

    fn wrong(&self, name: &str, what: &str, value: &Value) -> Error {
        Error::argument(format!("{}: \"{name}\" is {what}, not {}", self.command, kind(value)))
    }

    fn text(&mut self, name: &'static str, what: &str) -> Result<String, Error> {
        match self.required(name, what)? {
            Value::String(text) => Ok(text),
            other => Err(self.wrong(name, what, &other)),
        }
    }

    fn number(&mut self, name: &'static str) -> Result<Option<u64>, Error> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_u64();
        number
            .map(Some)
            .ok_or_else(|| self.wrong(name, "a whole number from 0 to 18446744073709551615", &value))
    }

    fn count(&mut self, name: &'static str) -> Result<Option<usize>, Error> {
        // More than an address can count is more than there is to count.
        Ok(self.number(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    }

    fn list<T>(
        &mut self,
        name: &'static str,
        what: &str,
        item: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<Vec<T>, Error> {
        match self.required(name, what)? {
            Value::Array(items) => items
                .iter()
                .map(|value| item(value).map_err(|words| Error::argument(format!("{name}: {words}"))))
                .collect(),
            other => Err(self.wrong(name, what, &other)),
        }
    }

    fn setup(&mut self) -> Result<Setup, Error> {
        let mut setup = Setup { players: self.count("players")?, ..Setup::default() };
        match self.take("scenario") {
            None => {}
            Some(Value::String(id)) => setup.scenario = Some(id),
            Some(other) => return Err(self.wrong("scenario", "the id of a scenario", &other)),
        }
        match self.take("variants") {
            None => {}
            Some(Value::Object(variants)) => {
                for (name, value) in variants {
                    let value = variant(&value).ok_or_else(|| {
                        self.wrong(&format!("variants.{name}"), "a word or a number", &value)
                    })?;
                    setup.variants.insert(name, value);
                }
            }
            Some(other) => return Err(self.wrong("variants", "an object of names and values", &other)),
        }
        Ok(setup)
    }

    fn seat(&mut self) -> Result<Seat, Error> {
        let what = "a side's id or a seat's number";
        let value = self.required("player", what)?;
        match (&value, value.as_u64()) {
            (_, Some(number)) => Ok(Seat::Number(number)),
            (Value::String(side), _) => Ok(Seat::Side(side.clone())),
            _ => Err(self.wrong("player", what, &value)),
        }
    }

    /// One spec for all seats or a list of them.
    fn agents(&mut self) -> Result<Vec<Spec>, Error> {
        let what = "one agent for all seats or a list with one for each";
        match self.required("agents", what)? {
            Value::String(text) => Ok(vec![text.parse()?]),
            Value::Array(items) if items.iter().all(Value::is_string) => {
                Ok(items.iter().filter_map(Value::as_str).map(str::parse).collect::<Result<_, _>>()?)
            }
            other => Err(self.wrong("agents", what, &other)),
        }
    }

    fn finish(self) -> Result<(), Error> {
        let Some(unknown) = self.fields.keys().next() else { return Ok(()) };
        let hint = suggestion(unknown, self.asked.iter().copied());
        let known = if self.asked.is_empty() { "none".into() } else { self.asked.join(", ") };
        Err(Error::argument(format!("{} has no field \"{unknown}\"; known: {known}.{hint}", self.command)))
    }
}

fn face(value: &Value) -> Result<u8, String> {
    let face = value.as_u64().filter(|&face| face <= 9);
    face.map(|face| face as u8)
        .ok_or_else(|| format!("{} is not the face of a die, 0 to 9", shortened(value)))
}

fn id(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_string).ok_or_else(|| format!("{} is not an id", shortened(value)))
}

fn variant(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(flag) => Some(if *flag { "on" } else { "off" }.into()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        scalar => shortened(scalar),
    }
}
