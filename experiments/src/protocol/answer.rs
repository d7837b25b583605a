//! Answers: good ones with their fields, bad ones with a code for programs and a sentence for people.

use serde_json::{Map, Value, json};
use warlab_engine::data::Problem;

use crate::session::Refusal;

/// What kind of thing was wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Code {
    BadJson,
    UnknownCommand,
    BadArgument,
    NoGame,
    IllegalAction,
    BadState,
    GameOver,
}

impl Code {
    fn word(self) -> &'static str {
        match self {
            Code::BadJson => "bad_json",
            Code::UnknownCommand => "unknown_command",
            Code::BadArgument => "bad_argument",
            Code::NoGame => "no_game",
            Code::IllegalAction => "illegal_action",
            Code::BadState => "bad_state",
            Code::GameOver => "game_over",
        }
    }
}

/// A request that was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub code: Code,
    pub message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error { code, message: message.into() }
    }

    pub fn argument(message: impl Into<String>) -> Self {
        Error::new(Code::BadArgument, message)
    }

    pub fn answer(self, id: Option<Value>) -> Value {
        let mut answer = Map::new();
        answer.extend(id.map(|id| ("id".to_string(), id)));
        answer.insert("ok".into(), false.into());
        answer.insert("error".into(), json!({ "code": self.code.word(), "message": self.message }));
        Value::Object(answer)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Error::argument(problem.to_string())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal {
            Refusal::Illegal(_) => Code::IllegalAction,
            Refusal::Over => Code::GameOver,
            Refusal::Argument(_) => Code::BadArgument,
            Refusal::Broken(_) => Code::BadState,
        };
        Error::new(code, refusal.to_string())
    }
}

/// `{"id": ..., "ok": true, ...}`.
pub fn good(fields: Map<String, Value>, id: Option<Value>) -> Value {
    let mut answer = Map::new();
    answer.extend(id.map(|id| ("id".to_string(), id)));
    answer.insert("ok".into(), true.into());
    answer.extend(fields);
    Value::Object(answer)
}
