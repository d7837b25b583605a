//! The game in plain lines: a question, numbered choices, and whatever is typed.

use std::io::{self, BufRead, Write};

use warlab_agents::Control;

use super::sitting::{Command, Sitting};
use super::sketch;
use crate::session::Offer;

pub(super) struct Prompts<'a, R, W> {
    sitting: Sitting<'a>,
    input: R,
    output: W,
}

enum Next {
    Stay,
    Quit,
}

impl<'a, R: BufRead, W: Write> Prompts<'a, R, W> {
    pub fn new(sitting: Sitting<'a>, input: R, output: W) -> Self {
        Prompts { sitting, input, output }
    }

    /// Plays until the game is over, the person quits or the input ends.
    pub fn run(&mut self) -> io::Result<()> {
        writeln!(self.output, "Type a choice's number, or help.")?;
        loop {
            self.tell_news()?;
            let Some(actor) = self.sitting.table.actor() else {
                return writeln!(self.output, "{}", self.sitting.ending());
            };
            if let Some(thinking) = self.sitting.moving(Control::default()) {
                let moved = thinking.and_then(|think| think());
                let moved = moved.and_then(|thought| self.sitting.table.play(&thought.action));
                let name = self.sitting.name(actor);
                moved.map_err(|problem| io::Error::other(format!("{name} could not move: {problem}")))?;
            } else if let Next::Quit = self.person_decides()? {
                return writeln!(self.output, "The game was left at {}.", self.sitting.table.turn_name());
            }
        }
    }

    fn tell_news(&mut self) -> io::Result<()> {
        for line in self.sitting.news() {
            writeln!(self.output, "    {line}")?;
        }
        Ok(())
    }

    fn person_decides(&mut self) -> io::Result<Next> {
        let choices = self.sitting.table.choices();
        self.list(&choices)?;
        let position = self.sitting.table.position();
        while self.sitting.table.position() == position {
            write!(self.output, "{}> ", self.sitting.name(self.sitting.viewer()))?;
            self.output.flush()?;
            let mut typed = Vec::new();
            if self.input.read_until(b'\n', &mut typed)? == 0 {
                return Ok(Next::Quit);
            }
            if let Next::Quit = self.obey(Command::parse(&String::from_utf8_lossy(&typed)), &choices)? {
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Stay)
    }

    fn list(&mut self, choices: &[Offer]) -> io::Result<()> {
        writeln!(self.output, "\n{}", self.sitting.question())?;
        for (number, choice) in choices.iter().enumerate() {
            writeln!(self.output, "{:>4}  {}", number + 1, choice.text)?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, choices: &[Offer]) -> io::Result<Next> {
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::Quit),
            Command::List => self.list(choices)?,
            Command::Map => {
                let table = &self.sitting.table;
                let drawn = sketch::sketch(&table.map(), &table.board(self.sitting.viewer()), &table.seats());
                writeln!(self.output, "{drawn}")?;
            }
            Command::Hint => self.hint(choices)?,
            Command::Ask(question) => {
                for line in self.sitting.answer(&question, choices) {
                    writeln!(self.output, "{line}")?;
                }
            }
            Command::Take(typed) => {
                let taken = self.sitting.chosen(&typed, choices);
                let taken = taken
                    .and_then(|code| self.sitting.table.play(&code).map_err(|problem| problem.to_string()));
                if let Err(message) = taken {
                    writeln!(self.output, "{message}")?;
                }
            }
        }
        Ok(Next::Stay)
    }

    fn hint(&mut self, choices: &[Offer]) -> io::Result<()> {
        writeln!(self.output, "Thinking ...")?;
        self.output.flush()?;
        let advice = self.sitting.advising(Control::default()).and_then(|think| think());
        let lines = match advice {
            Ok(advice) => self.sitting.told_advice(&advice, choices),
            Err(problem) => vec![problem.to_string()],
        };
        lines.iter().try_for_each(|line| writeln!(self.output, "{line}"))
    }
}
