//! `warlab play`: a game in the terminal, by numbered choices. Plain lines in and out, so it works in a window, over
//! a remote shell and through a pipe alike; [`sketch`] draws the map in characters.

mod sketch;

use std::io::{self, BufRead, Write};
use std::path::Path;

use warlab_agents::{Control, Spec};
use warlab_engine::Player;
use warlab_engine::data::suggestion;

use crate::session::{Advice, Offer, Refusal};
use crate::tabletop::Tabletop;

/// Who plays which seat: `None` is the person at the keyboard.
pub type Seats = Vec<Option<Spec>>;

const HELP: &str = "\
  a number      take that choice            hint          let the AI look at your choices
  odds N        odds of choice N            undo          take your last choice back
  map           the map and what is on it   log [N]       the last N events (20)
  rules         the rule of this question   rules N       find choices and events of rule N
  save FILE     save the game               list          the choices again
  help          this list                   quit          leave (save first to go on later)";

/// A session at the keyboard.
pub struct Terminal<'a, R, W> {
    table: Tabletop,
    seats: Seats,
    input: R,
    output: W,
    /// What the person was told already: a position.
    told: usize,
    save: &'a dyn Fn(&Path, &Tabletop) -> anyhow::Result<()>,
}

impl<R, W> std::fmt::Debug for Terminal<'_, R, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Terminal(position {})", self.table.position())
    }
}

enum Next {
    Stay,
    Quit,
}

impl<'a, R: BufRead, W: Write> Terminal<'a, R, W> {
    pub fn new(
        table: Tabletop,
        seats: Seats,
        input: R,
        output: W,
        save: &'a dyn Fn(&Path, &Tabletop) -> anyhow::Result<()>,
    ) -> Self {
        Terminal { table, seats, input, output, told: 0, save }
    }

    /// Plays until the game is over, the person quits or the input ends.
    pub fn run(&mut self) -> io::Result<()> {
        writeln!(self.output, "Type a choice's number, or help.")?;
        loop {
            let Some(actor) = self.table.actor() else { return self.tell_the_end() };
            match self.seats[actor.index()].clone() {
                Some(spec) => self.agent_plays(actor, &spec)?,
                None => {
                    if let Next::Quit = self.person_decides(actor)? {
                        return writeln!(self.output, "The game was left at {}.", self.table.turn_name());
                    }
                }
            }
        }
    }

    /// The seat through whose eyes the screen is written.
    fn viewer(&self) -> Player {
        let own = self.seats.iter().position(Option::is_none).unwrap_or(0);
        Player(own as u8)
    }

    fn tell_news(&mut self, viewer: Player) -> io::Result<()> {
        for event in self.table.told(viewer, self.told) {
            writeln!(self.output, "    {}", line(&event))?;
        }
        self.told = self.table.position() + 1;
        Ok(())
    }

    fn tell_the_end(&mut self) -> io::Result<()> {
        self.tell_news(self.viewer())?;
        let ending = self.table.ending().unwrap_or_else(|| "The game is over.".into());
        writeln!(self.output, "{ending}")
    }

    fn think(&self, spec: &Spec) -> Result<Advice, Refusal> {
        self.table.thinking(spec, Control::default())?()
    }

    fn agent_plays(&mut self, actor: Player, spec: &Spec) -> io::Result<()> {
        let name = self.table.seats()[actor.index()].clone();
        match self.think(spec).and_then(|thought| self.table.play(&thought.action)) {
            Ok(()) => self.tell_news(self.viewer()),
            Err(problem) => Err(io::Error::other(format!("{name} could not move: {problem}"))),
        }
    }

    fn person_decides(&mut self, actor: Player) -> io::Result<Next> {
        self.tell_news(actor)?;
        let choices = self.table.choices();
        self.list(&choices)?;
        let position = self.table.position();
        while self.table.position() == position {
            write!(self.output, "{}> ", self.table.seats()[actor.index()])?;
            self.output.flush()?;
            let mut typed = String::new();
            if self.input.read_line(&mut typed)? == 0 {
                return Ok(Next::Quit);
            }
            if let Next::Quit = self.obey(typed.trim(), actor, &choices)? {
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Stay)
    }

    fn list(&mut self, choices: &[Offer]) -> io::Result<()> {
        let (turn, (question, rule)) = (self.table.turn_name(), self.table.question());
        writeln!(self.output, "\n{turn}. {question} [{rule}]")?;
        for (number, choice) in choices.iter().enumerate() {
            writeln!(self.output, "{:>4}  {}", number + 1, choice.text)?;
        }
        Ok(())
    }

    fn obey(&mut self, typed: &str, actor: Player, choices: &[Offer]) -> io::Result<Next> {
        let (word, rest) = typed.split_once(' ').map_or((typed, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => {}
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "quit" | "exit" => return Ok(Next::Quit),
            "list" => self.list(choices)?,
            "map" => {
                let drawn = sketch::sketch(&self.table.map(), &self.table.board(actor));
                writeln!(self.output, "{drawn}")?;
            }
            "log" => {
                let told = self.table.told(actor, 0);
                let wanted = rest.parse().unwrap_or(20);
                for event in &told[told.len().saturating_sub(wanted)..] {
                    writeln!(self.output, "    {}", line(event))?;
                }
            }
            "rules" => self.rules(rest, actor)?,
            "hint" => self.hint(actor)?,
            "odds" => self.odds(rest, choices)?,
            "undo" => self.undo(actor)?,
            "save" => self.save_to(rest)?,
            number => match self.chosen(number, choices) {
                Ok(code) => {
                    if let Err(problem) = self.table.play(&code) {
                        writeln!(self.output, "{problem}")?;
                    }
                }
                Err(message) => writeln!(self.output, "{message}")?,
            },
        }
        Ok(Next::Stay)
    }

    fn chosen(&self, typed: &str, choices: &[Offer]) -> Result<String, String> {
        if let Some(choice) = choices.iter().find(|choice| choice.code == typed) {
            return Ok(choice.code.clone());
        }
        match typed.parse::<usize>() {
            Ok(number) if (1..=choices.len()).contains(&number) => Ok(choices[number - 1].code.clone()),
            Ok(_) => Err(format!("Choose a number from 1 to {}.", choices.len())),
            Err(_) => {
                let words = ["help", "hint", "odds", "undo", "save", "log", "rules", "map", "list", "quit"];
                Err(format!(
                    "\"{typed}\" is neither a choice nor a word I know.{}",
                    suggestion(typed, words.into_iter())
                ))
            }
        }
    }

    fn rules(&mut self, rest: &str, actor: Player) -> io::Result<()> {
        if rest.is_empty() {
            return writeln!(self.output, "This question follows rule {}.", self.table.question().1);
        }
        let told = self.table.told(actor, 0);
        let found: Vec<_> = told.iter().filter(|event| event["rule"] == rest).collect();
        if found.is_empty() {
            return writeln!(
                self.output,
                "Nothing so far came from rule {rest}; the question follows {}.",
                self.table.question().1
            );
        }
        for event in &found[found.len().saturating_sub(10)..] {
            writeln!(self.output, "    {}", line(event))?;
        }
        Ok(())
    }

    fn hint(&mut self, actor: Player) -> io::Result<()> {
        writeln!(self.output, "Thinking ...")?;
        self.output.flush()?;
        let spec = "hard".parse::<Spec>().map_err(Refusal::from);
        match spec.and_then(|spec| self.think(&spec)) {
            Err(problem) => writeln!(self.output, "{problem}"),
            Ok(thought) if thought.candidates.is_empty() => {
                writeln!(self.output, "I would play {}.", thought.action)
            }
            Ok(thought) => {
                let choices = self.table.choices();
                for candidate in thought.candidates.iter().take(5) {
                    let win = candidate.value.get(actor.index()).copied().unwrap_or(0.0) * 100.0;
                    let known = choices.iter().find(|choice| choice.code == candidate.action);
                    let text = known.map_or(candidate.action.as_str(), |choice| choice.text.as_str());
                    writeln!(self.output, "{win:>5.1} %  {text} ({} visits)", candidate.visits)?;
                }
                Ok(())
            }
        }
    }

    fn odds(&mut self, rest: &str, choices: &[Offer]) -> io::Result<()> {
        let answer = match self.chosen(rest, choices) {
            Err(message) => message,
            Ok(code) => match self.table.odds(&code) {
                Ok(Some(odds)) => odds,
                Ok(None) => "Nothing is decided by dice right there.".into(),
                Err(problem) => problem.to_string(),
            },
        };
        writeln!(self.output, "{answer}")
    }

    fn undo(&mut self, actor: Player) -> io::Result<()> {
        match self.table.before_last_choice(actor) {
            None => writeln!(self.output, "There is nothing to take back yet."),
            Some(position) => {
                if let Err(refusal) = self.table.rewind(position) {
                    return writeln!(self.output, "{refusal}");
                }
                self.told = position + 1;
                writeln!(self.output, "Taken back.")
            }
        }
    }

    fn save_to(&mut self, rest: &str) -> io::Result<()> {
        if rest.is_empty() {
            return writeln!(self.output, "Name a file: save my-game.json");
        }
        match (self.save)(Path::new(rest), &self.table) {
            Ok(()) => writeln!(self.output, "Saved to {rest}; go on with: warlab play --load {rest}"),
            Err(error) => writeln!(self.output, "{error:#}"),
        }
    }
}

fn line(event: &serde_json::Value) -> String {
    let text = event["text"].as_str().unwrap_or_default();
    match event["rule"].as_str() {
        Some(rule) => format!("{text} [{rule}]"),
        None => text.to_string(),
    }
}
