use warlab_engine::chance::{Logged, Scripted, all_outcomes, mix};
use warlab_engine::{Audience, Chance, Dice, Die, Set, index_type};

index_type! {
    struct Card(u8);
}

const IDS: [&str; 3] = ["ace", "deuce", "trey"];

/// Pinned: a change of the generator or of `below` would silently make all recorded games unreadable.
#[test]
fn the_dice_are_the_same_for_ever() {
    let mut dice = Dice::seeded(1);
    let rolls: Vec<u8> = (0..12).map(|_| dice.roll(Die::D6)).collect();
    let tens: Vec<u8> = (0..12).map(|_| dice.roll(Die::D10)).collect();
    assert_eq!((mix(7, 3), rolls, tens), (GOLDEN_MIX, GOLDEN_SIXES.to_vec(), GOLDEN_TENS.to_vec()));
}

const GOLDEN_MIX: u64 = 7_862_637_804_313_477_842;
const GOLDEN_SIXES: [u8; 12] = [2, 5, 1, 3, 1, 1, 6, 3, 4, 6, 2, 5];
const GOLDEN_TENS: [u8; 12] = [5, 9, 6, 4, 0, 3, 4, 8, 7, 3, 7, 0];

#[test]
fn dice_are_even() {
    let mut dice = Dice::seeded(5);
    let mut counts = [0u32; 6];
    for _ in 0..60_000 {
        counts[dice.below(6) as usize] += 1;
    }
    // Five standard deviations of a binomial count.
    assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 460), "{counts:?}");
}

#[test]
fn all_outcomes_of_two_dice_are_thirty_six() {
    let (mut count, mut sevens, mut total) = (0, 0.0, 0.0);
    all_outcomes(
        |chance| chance.roll(Die::D6) + chance.roll(Die::D6),
        |probability, sum| {
            count += 1;
            total += probability;
            if sum == 7 {
                sevens += probability;
            }
        },
    );
    assert_eq!(count, 36);
    assert!((total - 1.0).abs() < 1e-12 && (sevens - 1.0 / 6.0).abs() < 1e-12);
}

/// Paths of different length: a second die only after a six.
#[test]
fn all_outcomes_follow_branches() {
    let mut results = Vec::new();
    let play = |chance: &mut _| {
        let first = Chance::roll(chance, Die::D6);
        if first == 6 { first + Chance::roll(chance, Die::D6) } else { first }
    };
    all_outcomes(play, |probability, sum| results.push((sum, probability)));
    assert_eq!(results.len(), 11);
    assert!((results.iter().map(|result| result.1).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn scripted_rolls_and_draws_come_first_and_misfits_are_told() {
    let deck = Set::<Card, 1>::first_n(3);
    let id = |card: Card| IDS[usize::from(card.0)];
    let mut chance = Scripted::new(Dice::seeded(1));
    chance.rolls.extend([6, 1]);
    chance.draws.push_back("trey".into());
    assert_eq!((chance.roll(Die::D6), chance.roll(Die::D6)), (6, 1));
    assert_eq!(chance.draw(deck, Audience::All, id), Card(2));
    assert_eq!(chance.misfit, None);
    chance.rolls.push_back(0);
    chance.roll(Die::D6);
    assert_eq!(chance.misfit.take().as_deref(), Some("a d6 shows 1 to 6, not 0; queue other dice"));
    chance.draws.push_back("trey".into());
    chance.draw(deck.without(Card(2)), Audience::All, id);
    assert!(
        chance.misfit.unwrap().starts_with("\"trey\" cannot be drawn now; what can be drawn: ace, deuce")
    );
}

#[test]
fn logged_keeps_rolls_and_draws_in_order() {
    let mut chance = Logged::new(Dice::seeded(3));
    let face = chance.roll(Die::D10);
    let card = chance.draw(Set::<Card, 1>::first_n(3), Audience::All, |card| IDS[usize::from(card.0)]);
    let copies = chance.draw_counted(&[0, 2, 0], Audience::All, |i| IDS[i]);
    assert_eq!(copies, 1);
    let texts: Vec<&str> = chance.events.iter().map(|event| event.text.as_str()).collect();
    let drawn = format!("Draws {}.", IDS[usize::from(card.0)]);
    assert_eq!(texts, [format!("Rolls {face} on a d10.").as_str(), drawn.as_str(), "Draws deuce."]);
}

#[test]
fn a_stream_goes_on_from_its_position() {
    let mut dice = Dice::seeded(7);
    for _ in 0..100 {
        dice.below(6);
        let mut again = Dice::at(&dice.position()).expect("its own position");
        let mut expected = dice.clone();
        for _ in 0..20 {
            assert_eq!(again.below(1000), expected.below(1000));
        }
    }
    assert!(Dice::at("12").is_none());
    assert!(Dice::at(&"0".repeat(32)).is_none());
}
