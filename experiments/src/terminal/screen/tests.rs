//! The screen without a terminal: keys go in, a buffer of letters comes out.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use warlab_engine::setup::Setup;

use super::*;
use crate::tabletop::Tabletop;
use crate::terminal::sitting::Seats;

const GAMES: [&str; 4] = ["wars-of-the-roses", "washingtons-war", "coalitions", "gbacw"];

fn no_saving(_: &std::path::Path, _: &Tabletop) -> anyhow::Result<()> {
    anyhow::bail!("the test keeps nothing")
}

/// A person at the first seat against agents.
fn sit_down(game: &str, against: &str) -> Screen<'static> {
    let table = Tabletop::begin(game, &Setup::default(), 7).unwrap();
    let seat = |i: usize| (i > 0).then(|| against.parse().unwrap());
    let seats: Seats = (0..table.seats().len()).map(seat).collect();
    Screen::new(Sitting::new(table, seats, &no_saving))
}

fn shown(screen: &mut Screen<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// Lets agents play until the person is asked.
fn wait(screen: &mut Screen<'_>) {
    for _ in 0..2000 {
        screen.advance();
        if !screen.choices.is_empty() || screen.sitting.table.actor().is_none() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the agents do not come to an end");
}

fn wait_for_job(screen: &mut Screen<'_>) {
    let begun = Instant::now();
    while screen.job.is_some() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the thinking does not end");
        screen.advance();
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn key(screen: &mut Screen<'_>, code: KeyCode) {
    screen.press(KeyEvent::new(code, KeyModifiers::NONE));
}

fn enter(screen: &mut Screen<'_>, typed: &str) {
    typed.chars().for_each(|letter| key(screen, KeyCode::Char(letter)));
    key(screen, KeyCode::Enter);
}

#[test]
fn every_game_shows_question_choices_map_and_log() {
    for game in GAMES {
        let mut screen = sit_down(game, "random");
        for _ in 0..6 {
            wait(&mut screen);
            let text = shown(&mut screen, 140, 44);
            let first = screen.choices[0].text.split_whitespace().next().unwrap().to_string();
            for wanted in ["Choices", "Log", "Beside the map", screen.sitting.table.heading(), &first] {
                assert!(text.contains(wanted), "{game}: no {wanted} in\n{text}");
            }
            key(&mut screen, KeyCode::Enter);
        }
    }
}

#[test]
fn no_window_is_too_small_or_too_large() {
    for game in GAMES {
        let mut screen = sit_down(game, "random");
        wait(&mut screen);
        for (width, height) in [(1, 1), (20, 5), (40, 12), (80, 24), (89, 23), (90, 24), (250, 80)] {
            for _ in 0..2 {
                shown(&mut screen, width, height);
                key(&mut screen, KeyCode::Char('+'));
                key(&mut screen, KeyCode::Down);
            }
        }
    }
    assert!(shown(&mut sit_down("gbacw", "random"), 30, 6).contains("larger"));
}

#[test]
fn arrows_mark_and_enter_takes_the_marked_choice() {
    let mut screen = sit_down("wars-of-the-roses", "random");
    wait(&mut screen);
    while screen.choices.len() < 2 {
        key(&mut screen, KeyCode::Enter);
        wait(&mut screen);
    }
    key(&mut screen, KeyCode::Down);
    let (position, second) = (screen.sitting.table.position(), screen.choices[1].code.clone());
    key(&mut screen, KeyCode::Enter);
    assert_eq!(screen.sitting.table.notation().actions[position], second);
}

#[test]
fn words_are_obeyed_and_wrong_ones_answered() {
    let mut screen = sit_down("washingtons-war", "random");
    wait(&mut screen);
    enter(&mut screen, "help");
    assert!(shown(&mut screen, 120, 40).contains("take your last choice back"));
    enter(&mut screen, "undo");
    assert!(screen.reply[0].contains("nothing to take back"), "{:?}", screen.reply);
    enter(&mut screen, "9999");
    assert!(screen.reply[0].contains("Choose a number"), "{:?}", screen.reply);
    enter(&mut screen, "hitn");
    assert!(screen.reply[0].contains("hint"), "{:?}", screen.reply);
    enter(&mut screen, "save x.json");
    assert!(screen.reply[0].contains("keeps nothing"), "{:?}", screen.reply);
    enter(&mut screen, "rules");
    assert!(screen.reply[0].contains("follow rule"), "{:?}", screen.reply);
    let position = screen.sitting.table.position();
    enter(&mut screen, "1");
    wait(&mut screen);
    enter(&mut screen, "undo");
    assert_eq!(screen.sitting.table.position(), position);
    screen.advance();
    assert!(!screen.choices.is_empty());
    enter(&mut screen, "quit");
    assert!(screen.leaving);
}

#[test]
fn a_hint_is_thought_about_aside_and_can_be_stopped() {
    let mut screen = sit_down("coalitions", "random");
    wait(&mut screen);
    while screen.choices.len() < 2 {
        key(&mut screen, KeyCode::Enter);
        wait(&mut screen);
    }
    enter(&mut screen, "hint");
    assert!(screen.job.is_some(), "the window goes on while the adviser thinks");
    assert!(shown(&mut screen, 120, 40).contains("Looking at your choices"));
    key(&mut screen, KeyCode::Esc);
    wait_for_job(&mut screen);
    assert!(screen.reply.iter().any(|line| line.contains('%')), "{:?}", screen.reply);
}

#[test]
fn leaving_by_control_c_stops_the_thinking() {
    let mut screen = sit_down("gbacw", "mcts:iterations=1000000");
    wait(&mut screen);
    for _ in 0..200 {
        if screen.job.is_some() {
            break;
        }
        key(&mut screen, KeyCode::Enter);
        screen.advance();
    }
    let job = screen.job.as_ref().expect("the other side has something to decide");
    let control = job.control.clone();
    screen.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(screen.leaving);
    screen.stop_thinking();
    assert!(control.is_stopped());
}
