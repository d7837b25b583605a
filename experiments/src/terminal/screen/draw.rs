//! The layout of the window. A small one does without the map, a tiny one asks to be made larger.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize as _};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Gauge, List, ListItem, Paragraph, Wrap};
use warlab_engine::Player;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::published::Published as _;

use super::{Screen, Wanted};
use crate::terminal::sketch;

/// What is readable at least, and from where on there is room for a map.
const LEAST: (u16, u16) = (40, 12);
const WITH_MAP: (u16, u16) = (90, 24);
const REPLY_LINES: u16 = 8;

/// The colours of a game's seats, as on the web board.
pub(super) fn seat_colour(game: &str, seat: Option<Player>) -> Color {
    const COLOURS: [Color; 6] = [
        Color::LightRed,
        Color::LightBlue,
        Color::LightGreen,
        Color::Yellow,
        Color::LightMagenta,
        Color::LightCyan,
    ];
    // Union blue and Confederate grey: a middle one, apart from the light grey of nobody and readable on white and black.
    const BLUE_AND_GREY: [Color; 2] = [Color::LightBlue, Color::Indexed(245)];
    let colours: &[Color] = if game == Gbacw::NAME { &BLUE_AND_GREY } else { &COLOURS };
    seat.map_or(Color::Gray, |seat| colours[seat.index() % colours.len()])
}

impl Screen<'_> {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            frame.render_widget(
                Paragraph::new("Make the window larger, please.").wrap(Wrap { trim: true }),
                area,
            );
            return;
        }
        let replied = (self.reply.len() as u16).min(REPLY_LINES).min(area.height / 3);
        let [head, body, reply, prompt, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(6),
            Constraint::Length(replied),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_head(frame, head);
        if area.width >= WITH_MAP.0 && area.height >= WITH_MAP.1 {
            let [left, right] = Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]).areas(body);
            self.draw_left(frame, left);
            self.draw_right(frame, right);
        } else {
            self.draw_right(frame, body);
        }
        let skipped = self.reply.len().saturating_sub(usize::from(replied));
        let lines = self.reply.iter().skip(skipped).map(|line| Line::from(line.as_str()));
        frame.render_widget(Paragraph::new(Text::from_iter(lines)).cyan(), reply);
        self.draw_prompt(frame, prompt);
        const KEYS: &str = "↑↓ choose  Enter take  PgUp/PgDn log  +/- zoom  Esc stop thinking  hint odds undo save rules help quit";
        frame.render_widget(Paragraph::new(KEYS).dim(), keys);
    }

    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect) {
        let table = &self.sitting.table;
        let mut spans =
            vec![Span::from(table.heading()).bold(), format!(": {}   ", table.turn_name()).into()];
        for (i, name) in table.seats().into_iter().enumerate() {
            let seat = Player(i as u8);
            let mut style = Style::new().fg(seat_colour(table.game(), Some(seat)));
            if table.actor() == Some(seat) {
                style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            }
            spans.extend([Span::styled(name, style), "  ".into()]);
        }
        frame.render_widget(Line::from_iter(spans), area);
    }

    fn draw_left(&self, frame: &mut Frame<'_>, area: Rect) {
        let table = &self.sitting.table;
        let board = table.board(self.sitting.viewer());
        let beside = sketch::beside(&board, &table.seats()).join("; ");
        let width = usize::from(area.width.saturating_sub(2).max(1));
        let lines = (beside.chars().count().div_ceil(width) as u16 + 3).clamp(3, 8);
        let [map, below] = Layout::vertical([Constraint::Min(8), Constraint::Length(lines)]).areas(area);
        self.draw_map(frame, map, &board);
        let block = Block::bordered().title(" Beside the map ");
        frame.render_widget(Paragraph::new(beside).wrap(Wrap { trim: true }).block(block), below);
    }

    fn draw_right(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let question = self.asked();
        let width = usize::from(area.width.saturating_sub(2).max(1));
        let lines = question.chars().count().div_ceil(width) as u16 + 2;
        let wanted = self.choices.len() as u16 + 2;
        let [ask, choices, log] = Layout::vertical([
            Constraint::Length(lines.clamp(3, 6)),
            Constraint::Max(wanted.max(3)),
            Constraint::Min(area.height / 3),
        ])
        .areas(area);
        frame.render_widget(
            Paragraph::new(question).bold().wrap(Wrap { trim: true }).block(Block::bordered()),
            ask,
        );
        self.draw_choices(frame, choices);
        self.draw_log(frame, log);
    }

    /// What is asked, or who is waited for.
    fn asked(&self) -> String {
        match self.sitting.table.actor() {
            None => self.sitting.ending(),
            Some(_) if self.sitting.agent().is_none() => self.sitting.question(),
            Some(actor) => format!("{} decides.", self.sitting.name(actor)),
        }
    }

    fn draw_choices(&mut self, frame: &mut Frame<'_>, area: Rect) {
        if let Some(job) = &self.job {
            let who = match (job.wanted, self.sitting.table.actor()) {
                (Wanted::Move, Some(actor)) => format!("{} is thinking", self.sitting.name(actor)),
                _ => "Looking at your choices".into(),
            };
            let [gauge, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
            let done = f64::from(job.control.progress()).clamp(0.0, 1.0);
            frame.render_widget(Gauge::default().ratio(done).label(who), gauge);
            self.draw_list(frame, rest);
        } else {
            self.draw_list(frame, area);
        }
    }

    fn draw_list(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let width = usize::from(area.width.saturating_sub(8).max(10));
        let item = |(number, choice): (usize, &crate::session::Offer)| {
            let mut lines = wrapped(&choice.text, width).into_iter();
            let first = format!("{:>3}  {}", number + 1, lines.next().unwrap_or_default());
            ListItem::new(Text::from_iter(
                std::iter::once(first).chain(lines.map(|line| format!("     {line}"))),
            ))
        };
        let list = List::new(self.choices.iter().enumerate().map(item))
            .block(Block::bordered().title(" Choices "))
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(list, area, &mut self.list);
    }

    fn draw_log(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let inside = area.height.saturating_sub(2);
        let width = usize::from(area.width.saturating_sub(2).max(10));
        let lines: Vec<String> =
            self.log.iter().rev().take(400).rev().flat_map(|line| wrapped(line, width)).collect();
        let most = (lines.len() as u16).saturating_sub(inside);
        self.scrolled = self.scrolled.min(most);
        let text = Text::from_iter(lines);
        let block = Block::bordered().title(" Log ");
        frame.render_widget(Paragraph::new(text).scroll((most - self.scrolled, 0)).block(block), area);
    }

    fn draw_prompt(&self, frame: &mut Frame<'_>, area: Rect) {
        let name = format!("{}> ", self.sitting.name(self.sitting.viewer()));
        let cursor = name.chars().count() + self.typed.chars().count();
        frame.render_widget(Line::from(vec![name.bold(), self.typed.as_str().into()]), area);
        let x = area.x.saturating_add(cursor as u16).min(area.right().saturating_sub(1));
        frame.set_cursor_position(Position::new(x, area.y));
    }
}

/// Breaks a sentence between words into lines of at most `width` letters; a longer word stands alone.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.into());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Union blue, Confederate grey, neither the colour of nobody nor that of a choice; other games keep the palette.
    #[test]
    fn the_sides_of_the_civil_war_have_their_colours() {
        let side = |seat| seat_colour("gbacw", Some(Player(seat)));
        assert_eq!((side(0), side(1)), (Color::LightBlue, Color::Indexed(245)));
        for seat in [0, 1] {
            assert!(side(seat) != seat_colour("gbacw", None) && side(seat) != Color::LightYellow);
        }
        assert_eq!(seat_colour("washingtons-war", Some(Player(0))), Color::LightRed);
    }
}
