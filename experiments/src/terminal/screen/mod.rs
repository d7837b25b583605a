//! The game in a terminal window: map, question and choices, log, and a line to type in. Agents think on a thread of
//! their own, so the window answers all the time. [`draw`] lays it out; keys and thinking are here.

mod draw;
mod map;

use std::io;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::widgets::ListState;
use warlab_agents::Control;
use warlab_engine::board::Map;

use super::sitting::{Command, Question, Sitting};
use super::sketch;
use crate::interrupt::Stop;
use crate::session::{Advice, Offer, Refusal, Thinking};

/// How long to wait for a key before looking after the thinking.
const TICK: Duration = Duration::from_millis(50);
/// Between the moves of agents when nobody plays, so that a watcher can follow.
const WATCHING_PAUSE: Duration = Duration::from_millis(250);
/// More of the log than anyone scrolls back to.
const LOG_KEPT: usize = 2000;

/// Takes the terminal over until the person leaves, and gives it back as it was, also after a panic or a signal.
pub(super) fn run(sitting: Sitting<'_>) -> io::Result<()> {
    let stop = Stop::on_signals();
    let mut terminal = ratatui::try_init()?;
    let mut screen = Screen::new(sitting);
    let played = screen.play(&mut terminal, &stop);
    ratatui::restore();
    screen.farewell().iter().for_each(|line| println!("{line}"));
    played
}

/// What an agent was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Move,
    Hint,
}

/// An agent at work on another thread.
struct Job {
    wanted: Wanted,
    control: Control,
    answer: Receiver<Result<Advice, Refusal>>,
}

impl Job {
    fn start(wanted: Wanted, control: Control, think: Thinking) -> Self {
        let (sender, answer) = channel();
        // Whoever is gone by then does not want the answer.
        std::thread::spawn(move || drop(sender.send(think())));
        Job { wanted, control, answer }
    }
}

pub(super) struct Screen<'a> {
    sitting: Sitting<'a>,
    map: Map,
    /// Of the person who decides; empty while somebody else does.
    choices: Vec<Offer>,
    list: ListState,
    typed: String,
    log: Vec<String>,
    /// How far the log is scrolled back, in lines.
    scrolled: u16,
    /// Answers to the last command.
    reply: Vec<String>,
    job: Option<Job>,
    /// 1 shows the whole map.
    zoom: f64,
    seen_position: Option<usize>,
    last_move: Instant,
    leaving: bool,
}

impl<'a> Screen<'a> {
    fn new(sitting: Sitting<'a>) -> Self {
        let map = sitting.table.map();
        Screen {
            sitting,
            map,
            choices: Vec::new(),
            list: ListState::default(),
            typed: String::new(),
            log: Vec::new(),
            scrolled: 0,
            reply: vec!["Enter takes the marked choice; type help for the words I know.".into()],
            job: None,
            zoom: 1.0,
            seen_position: None,
            last_move: Instant::now(),
            leaving: false,
        }
    }

    fn play(&mut self, terminal: &mut ratatui::DefaultTerminal, stop: &Stop) -> io::Result<()> {
        while !self.leaving && !stop.is_asked() {
            self.advance();
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(TICK)?
                && let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
            {
                self.press(key);
            }
        }
        self.stop_thinking();
        Ok(())
    }

    /// Said on the ordinary screen, after this one is gone.
    fn farewell(&self) -> Vec<String> {
        let table = &self.sitting.table;
        match table.actor() {
            None => vec![self.sitting.ending()],
            Some(_) => vec![format!("The game was left at {}.", table.turn_name())],
        }
    }

    /// Looks after the table: takes in what an agent answered, lets the next one think, or asks the person.
    fn advance(&mut self) {
        self.take_answer();
        if self.seen_position != Some(self.sitting.table.position()) {
            self.look_anew();
        }
        let paused = self.sitting.is_watched_only() && self.last_move.elapsed() < WATCHING_PAUSE;
        if self.job.is_none() && !paused {
            let control = Control::default();
            match self.sitting.moving(control.clone()) {
                Some(Ok(think)) => self.job = Some(Job::start(Wanted::Move, control, think)),
                Some(Err(refusal)) => self.reply = vec![refusal.to_string()],
                None => {}
            }
        }
    }

    fn take_answer(&mut self) {
        let Some(job) = &self.job else { return };
        let answer = match job.answer.try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(Refusal::Broken("the agent broke off".into())),
            Ok(answer) => answer,
        };
        let wanted = job.wanted;
        self.job = None;
        match (wanted, answer) {
            (Wanted::Hint, Ok(advice)) => {
                let best = self.choices.iter().position(|choice| choice.code == advice.action);
                self.list.select(best.or(self.list.selected()));
                self.reply = self.sitting.told_advice(&advice, &self.choices);
            }
            (Wanted::Move, Ok(advice)) => self.carry_out(&advice.action),
            (Wanted::Hint, Err(refusal)) => self.reply = vec![refusal.to_string()],
            (Wanted::Move, Err(refusal)) => {
                // The game goes on for the person, whatever became of the agent.
                self.reply = vec![format!("An agent failed, its first choice is taken: {refusal}")];
                if let Some(first) = self.sitting.table.choices().first() {
                    self.carry_out(&first.code);
                }
            }
        }
    }

    fn carry_out(&mut self, code: &str) {
        self.last_move = Instant::now();
        if let Err(refusal) = self.sitting.table.play(code) {
            self.reply = vec![refusal.to_string()];
        }
    }

    /// The table has changed: new events, new choices.
    fn look_anew(&mut self) {
        let table = &self.sitting.table;
        self.seen_position = Some(table.position());
        let person = table.actor().is_some() && self.sitting.agent().is_none();
        self.choices = if person { table.choices() } else { Vec::new() };
        self.list = ListState::default().with_selected((!self.choices.is_empty()).then_some(0));
        let news = self.sitting.news();
        self.log.extend(news);
        let surplus = self.log.len().saturating_sub(LOG_KEPT);
        self.log.drain(..surplus);
        self.scrolled = 0;
    }

    fn stop_thinking(&mut self) {
        if let Some(job) = &self.job {
            job.control.stop();
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'd') => self.leaving = true,
                KeyCode::Char('u') => self.typed.clear(),
                _ => {}
            }
            return;
        }
        match key.code {
            KeyCode::Esc if self.typed.is_empty() => self.stop_thinking(),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Up => self.list.select_previous(),
            KeyCode::Down => self.list.select_next(),
            KeyCode::Home => self.list.select_first(),
            KeyCode::End => self.list.select_last(),
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_add(5),
            KeyCode::PageDown => self.scrolled = self.scrolled.saturating_sub(5),
            KeyCode::Char('+') if self.typed.is_empty() => self.zoom = (self.zoom * 1.5).min(8.0),
            KeyCode::Char('-') if self.typed.is_empty() => self.zoom = (self.zoom / 1.5).max(1.0),
            KeyCode::Char(letter) => self.typed.push(letter),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter => self.enter(),
            _ => {}
        }
    }

    fn marked(&self) -> Option<&Offer> {
        self.choices.get(self.list.selected()?)
    }

    fn enter(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        match Command::parse(&typed) {
            Command::Nothing => {
                if let Some(code) = self.marked().map(|choice| choice.code.clone()) {
                    self.take(&code);
                }
            }
            Command::Quit => self.leaving = true,
            Command::List => self.reply.clear(),
            Command::Map => {
                let table = &self.sitting.table;
                self.reply = sketch::beside(&table.board(self.sitting.viewer()), &table.seats());
            }
            Command::Hint => self.ask_for_hint(),
            Command::Ask(Question::Undo) => {
                // A move that is still being thought about would belong to a table that no longer is.
                self.stop_thinking();
                self.job = None;
                let before = self.sitting.table.position();
                self.reply = self.sitting.answer(&Question::Undo, &self.choices);
                self.seen_position = None;
                if self.sitting.table.position() < before {
                    self.log.push("You take your last choice back.".into());
                }
            }
            Command::Ask(Question::Odds(which)) if which.is_empty() => {
                let number = self.list.selected().map_or(0, |at| at + 1).to_string();
                self.reply = self.sitting.answer(&Question::Odds(number), &self.choices);
            }
            Command::Ask(question) => self.reply = self.sitting.answer(&question, &self.choices),
            Command::Take(typed) if self.choices.is_empty() => {
                self.reply = vec![format!("It is not your turn, so \"{typed}\" has to wait.")];
            }
            Command::Take(typed) => match self.sitting.chosen(&typed, &self.choices) {
                Ok(code) => self.take(&code),
                Err(message) => self.reply = vec![message],
            },
        }
    }

    fn take(&mut self, code: &str) {
        self.stop_thinking();
        self.job = None;
        self.reply.clear();
        self.carry_out(code);
    }

    fn ask_for_hint(&mut self) {
        if self.choices.is_empty() {
            self.reply = vec!["There is nothing for you to decide right now.".into()];
        } else if self.job.is_none() {
            let control = Control::default();
            match self.sitting.advising(control.clone()) {
                Ok(think) => self.job = Some(Job::start(Wanted::Hint, control, think)),
                Err(refusal) => self.reply = vec![refusal.to_string()],
            }
        }
    }
}

#[cfg(test)]
mod tests;
