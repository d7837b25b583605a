//! `warlab engine`: JSON lines in, JSON lines out (docs/protocol.md). Every line gets exactly one answer.
//!
//! [`lines`] reads, [`request`] turns JSON into a typed request, [`engine`] carries it out, [`answer`] words the result.

pub mod answer;
pub mod engine;
pub mod lines;
pub mod request;

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};

use crate::guard::guarded;
use crate::overlay::Changes;
use answer::{Code, Error};
use engine::Engine;
use lines::{Line, next_line};
use request::Request;

/// Answers requests until the input ends or nobody reads the answers any more.
pub fn serve(input: impl BufRead, mut output: impl Write, changes: Changes) -> io::Result<()> {
    let mut engine = Engine::new(changes);
    let mut input = input;
    while let Some(line) = next_line(&mut input)? {
        let mut text = serde_json::to_vec(&respond(&mut engine, line)).expect("an answer is plain JSON");
        text.push(b'\n');
        match output.write_all(&text).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
    }
    Ok(())
}

fn respond(engine: &mut Engine, line: Line) -> Value {
    match parse(line) {
        Err(error) => error.answer(None),
        Ok(mut fields) => {
            let id = fields.shift_remove("id");
            let result = Request::read(fields).and_then(|request| {
                let unexpected = |words| {
                    Error::new(Code::BadState, format!("the request could not be carried out: {words}"))
                };
                guarded(|| engine.carry_out(request)).unwrap_or_else(|words| Err(unexpected(words)))
            });
            match result {
                Ok(answer) => answer::good(answer, id),
                Err(error) => error.answer(id),
            }
        }
    }
}

fn parse(line: Line) -> Result<Map<String, Value>, Error> {
    let bad = |message: String| Error::new(Code::BadJson, message);
    let bytes = match line {
        Line::Complete(bytes) => bytes,
        Line::TooLong => {
            return Err(bad(format!("the line is longer than {} bytes; send less at once", lines::LONGEST)));
        }
    };
    let text = std::str::from_utf8(&bytes).map_err(|error| bad(format!("the line is not UTF-8: {error}")))?;
    if text.trim().is_empty() {
        return Err(bad("the line is empty; send one JSON object a line".into()));
    }
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(bad("a request is a JSON object such as {\"command\": \"games\"}".into())),
        Err(error) => Err(bad(format!("the line is not JSON: {error}"))),
    }
}
