//! What both front ends share: the game with its seats, the words a person can type, and the answers to them.

use std::path::Path;

use warlab_agents::{Control, Spec};
use warlab_engine::Player;
use warlab_engine::data::suggestion;

use crate::session::{Advice, Offer, Refusal, Thinking};
use crate::tabletop::Tabletop;

/// Who plays which seat: `None` is the person at the keyboard.
pub type Seats = Vec<Option<Spec>>;

/// Writes a game to a file.
pub type Save = dyn Fn(&Path, &Tabletop) -> anyhow::Result<()>;

/// The agent that gives hints; somebody waits for them, so the clock counts too.
const ADVISER: &str = "hard:time=10";

const HELP: [&str; 6] = [
    "a number      take that choice            hint          let the AI look at your choices",
    "odds N        odds of choice N            undo          take your last choice back",
    "map           the map and what is on it   log [N]       the last N events (20)",
    "rules         the rule of this question   rules 9.42    what came of a rule, or the choices under it",
    "save FILE     save the game               list          the choices again",
    "help          this list                   quit          leave (save first to go on later)",
];

const WORDS: [&str; 10] = ["help", "hint", "odds", "undo", "save", "log", "rules", "map", "list", "quit"];

/// Something typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Nothing,
    Quit,
    List,
    Map,
    Hint,
    /// A choice, by its number or its code.
    Take(String),
    Ask(Question),
}

/// What a [`Sitting`] answers in lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Help,
    Log(usize),
    Rules(String),
    Odds(String),
    Undo,
    Save(String),
}

impl Command {
    pub fn parse(typed: &str) -> Self {
        let typed = typed.trim();
        let (word, rest) = typed.split_once(' ').map_or((typed, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => Command::Nothing,
            "quit" | "exit" => Command::Quit,
            "list" => Command::List,
            "map" => Command::Map,
            "hint" => Command::Hint,
            "help" | "?" => Command::Ask(Question::Help),
            "log" => Command::Ask(Question::Log(rest.parse().unwrap_or(20))),
            "rules" | "rule" => Command::Ask(Question::Rules(rest.into())),
            "odds" => Command::Ask(Question::Odds(rest.into())),
            "undo" => Command::Ask(Question::Undo),
            "save" => Command::Ask(Question::Save(rest.into())),
            _ => Command::Take(typed.into()),
        }
    }
}

/// A game with the people and agents around it.
pub(super) struct Sitting<'a> {
    pub table: Tabletop,
    seats: Seats,
    save: &'a Save,
    /// The position up to which the person was told what happened.
    told: usize,
}

impl<'a> Sitting<'a> {
    pub fn new(table: Tabletop, seats: Seats, save: &'a Save) -> Self {
        Sitting { table, seats, save, told: 0 }
    }

    /// The agent that decides now, if one does.
    pub fn agent(&self) -> Option<&Spec> {
        self.seats[self.table.actor()?.index()].as_ref()
    }

    pub fn is_watched_only(&self) -> bool {
        self.seats.iter().all(Option::is_some)
    }

    /// The seat through whose eyes the table is shown: the person's who decides, or the first person's.
    pub fn viewer(&self) -> Player {
        let deciding = self.table.actor().filter(|actor| self.seats[actor.index()].is_none());
        let first = || Player(self.seats.iter().position(Option::is_none).unwrap_or(0) as u8);
        deciding.unwrap_or_else(first)
    }

    pub fn name(&self, seat: Player) -> String {
        self.table.seats()[seat.index()].clone()
    }

    /// What the viewer was not told yet.
    pub fn news(&mut self) -> Vec<String> {
        let events = self.table.told(self.viewer(), self.told);
        self.told = self.table.position() + 1;
        events.iter().map(line).collect()
    }

    /// The question of the moment, with its rule.
    pub fn question(&self) -> String {
        let (question, rule) = self.table.question();
        format!("{}. {question} [{rule}]", self.table.turn_name())
    }

    /// The code of the choice that was typed, or what is wrong.
    pub fn chosen(&self, typed: &str, choices: &[Offer]) -> Result<String, String> {
        if let Some(choice) = choices.iter().find(|choice| choice.code == typed) {
            return Ok(choice.code.clone());
        }
        match typed.parse::<usize>() {
            Ok(number) if (1..=choices.len()).contains(&number) => Ok(choices[number - 1].code.clone()),
            Ok(_) => Err(format!("Choose a number from 1 to {}.", choices.len())),
            Err(_) => Err(format!(
                "\"{typed}\" is neither a choice nor a word I know; try help.{}",
                suggestion(typed, WORDS.into_iter())
            )),
        }
    }

    pub fn answer(&mut self, question: &Question, choices: &[Offer]) -> Vec<String> {
        match question {
            Question::Help => HELP.map(|line| format!("  {line}")).to_vec(),
            Question::Log(count) => {
                let told = self.table.told(self.viewer(), 0);
                told[told.len().saturating_sub(*count)..].iter().map(line).collect()
            }
            Question::Rules(rule) => self.rules(rule),
            Question::Odds(typed) => vec![self.odds(typed, choices)],
            Question::Undo => vec![self.undo()],
            Question::Save(file) => vec![self.save_to(file)],
        }
    }

    fn rules(&self, wanted: &str) -> Vec<String> {
        let own = self.table.question().1;
        if wanted.is_empty() || wanted == own {
            return vec![format!("This question and its choices follow rule {own}.")];
        }
        let told = self.table.told(self.viewer(), 0);
        let found: Vec<String> = told.iter().filter(|event| event["rule"] == wanted).map(line).collect();
        if found.is_empty() {
            return vec![format!("Nothing so far came from rule {wanted}; the question follows {own}.")];
        }
        found[found.len().saturating_sub(10)..].to_vec()
    }

    fn odds(&self, typed: &str, choices: &[Offer]) -> String {
        if typed.is_empty() {
            return "Name a choice: odds 1".into();
        }
        match self.chosen(typed, choices).map(|code| self.table.odds(&code)) {
            Err(message) => message,
            Ok(Ok(Some(odds))) => odds,
            Ok(Ok(None)) => "Nothing is decided by dice right there.".into(),
            Ok(Err(problem)) => problem.to_string(),
        }
    }

    fn undo(&mut self) -> String {
        match self.table.before_last_choice(self.viewer()) {
            None => "There is nothing to take back yet.".into(),
            Some(position) => match self.table.rewind(position) {
                Err(refusal) => refusal.to_string(),
                Ok(()) => {
                    self.told = position + 1;
                    "Taken back.".into()
                }
            },
        }
    }

    fn save_to(&self, file: &str) -> String {
        if file.is_empty() {
            return "Name a file: save my-game.json".into();
        }
        match (self.save)(Path::new(file), &self.table) {
            Ok(()) => format!("Saved to {file}; go on with: warlab play --load {file}"),
            Err(error) => format!("{error:#}"),
        }
    }

    /// The decision of the agent whose turn it is, as work for any thread.
    pub fn moving(&self, control: Control) -> Option<Result<Thinking, Refusal>> {
        Some(self.table.thinking(self.agent()?, control))
    }

    /// A hint for the person who decides.
    pub fn advising(&self, control: Control) -> Result<Thinking, Refusal> {
        self.table.advising(&ADVISER.parse::<Spec>()?, control)
    }

    /// Advice in lines, best first.
    pub fn told_advice(&self, advice: &Advice, choices: &[Offer]) -> Vec<String> {
        let words = |code: &str| {
            let known = choices.iter().find(|choice| choice.code == code);
            known.map_or_else(|| code.to_string(), |choice| choice.text.clone())
        };
        if advice.candidates.is_empty() {
            return vec![format!("I would: {}", words(&advice.action))];
        }
        let seat = self.viewer().index();
        let candidate = |one: &crate::session::Considered| {
            let win = one.value.get(seat).copied().unwrap_or(0.0) * 100.0;
            format!("{win:>5.1} %  {} ({} visits)", words(&one.action), one.visits)
        };
        advice.candidates.iter().take(5).map(candidate).collect()
    }

    pub fn ending(&self) -> String {
        self.table.ending().unwrap_or_else(|| "The game is over.".into())
    }
}

fn line(event: &serde_json::Value) -> String {
    let text = event["text"].as_str().unwrap_or_default();
    match event["rule"].as_str() {
        Some(rule) => format!("{text} [{rule}]"),
        None => text.to_string(),
    }
}
