//! Battle odds against hand calculation and against simulation.

use warlab_agents::odds::binomial;
use warlab_agents::odds::wars_of_the_roses::{Fighter, battle, treachery};
use warlab_engine::{Chance, Dice, Die};

fn block(letter: u8, number: u8, strength: u8) -> Fighter {
    Fighter { letters: [letter; 2], number, bonus: 0, strength, reserve: false }
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} instead of {expected}");
}

#[test]
fn hits_are_binomial() {
    let odds = binomial(3, 1.0 / 3.0);
    near(odds[0], 8.0 / 27.0);
    near(odds[1], 12.0 / 27.0);
    near(odds[3], 1.0 / 27.0);
    near(treachery(2), 0.25);
}

/// One step each, both of letter A with number 3: the defender fires first, a half each time, in three rounds; in
/// Round 4 he fires once more at an attacker who has to leave.
#[test]
fn a_duel_by_hand() {
    let odds = battle(&[block(0, 3, 1)], &[block(0, 3, 1)]).unwrap();
    near(odds.attacker_wins, 0.25 + 0.25 * 0.25 + 0.25 * 0.25 * 0.25);
    let survives = odds.attacker_wins + 0.25f64.powi(3) * 0.5;
    near(odds.survival[0][0], survives);
    near(odds.steps_left[1], 1.0 - odds.attacker_wins);
}

/// A bonus counts in defence only; a certain hit by letter A comes before letter B can fire.
#[test]
fn letters_and_bonuses_count() {
    let sure = Fighter { number: 5, bonus: 1, ..block(0, 5, 1) };
    near(battle(&[block(1, 6, 1)], &[sure]).unwrap().attacker_wins, 0.0);
    near(battle(&[sure], &[block(1, 6, 1)]).unwrap().attacker_wins, 5.0 / 6.0);
}

/// Surplus hits go on to the next strongest block.
#[test]
fn hits_fall_on_the_strongest_and_carry_over() {
    let odds = battle(&[block(0, 6, 4)], &[block(1, 0, 3), block(1, 0, 2)]).unwrap();
    near(odds.survival[1][0], 0.0);
    near(odds.attacker_wins, 1.0);
    let hit_once = battle(&[block(0, 6, 1)], &[block(1, 0, 3), block(1, 0, 2)]).unwrap();
    // Three rounds of one sure hit: 3 to 2, then the last listed of two equals, then the other strongest.
    near(hit_once.steps_left[1], 2.0);
}

/// A reserve does not fire in Round 1; a defender who has nobody else changes places with the attacker. [WR 6.3]
#[test]
fn reserves_come_later() {
    let reserve = |fighter: Fighter| Fighter { reserve: true, ..fighter };
    let support = battle(&[block(0, 0, 1), reserve(block(0, 6, 4))], &[block(1, 6, 1)]).unwrap();
    near(support.survival[0][0], 0.0);
    near(support.attacker_wins, 1.0);
    // The first defender falls before he acts; the second one, no longer defending, loses his bonus and must leave.
    let second = Fighter { reserve: true, bonus: 6, ..block(1, 0, 4) };
    let swapped = battle(&[block(0, 6, 1)], &[block(1, 6, 1), second]).unwrap();
    near(swapped.attacker_wins, 1.0);
    near(swapped.survival[1][1], 1.0);
}

/// The same battle thrown with dice many times, in a second and simpler way of writing the rules down.
fn simulate(attackers: &[Fighter], defenders: &[Fighter], dice: &mut Dice) -> bool {
    let mut steps = [attackers.to_vec(), defenders.to_vec()]
        .map(|side| side.iter().map(|f| f.strength).collect::<Vec<_>>());
    let fighters = [attackers, defenders];
    for round in 1..=3 {
        for letter in 0..4 {
            for side in [1, 0] {
                for i in 0..fighters[side].len() {
                    let fighter = fighters[side][i];
                    if fighter.letters[0] != letter || (fighter.reserve && round == 1) {
                        continue;
                    }
                    let number = fighter.number + if side == 1 { fighter.bonus } else { 0 };
                    let thrown: Vec<u8> = (0..steps[side][i]).map(|_| dice.roll(Die::D6)).collect();
                    let hits = thrown.iter().filter(|&&face| face <= number).count();
                    let hidden = |i: usize| round == 1 && fighters[1 - side][i].reserve;
                    take(&mut steps[1 - side], hits, hidden);
                    if steps[0].iter().all(|&s| s == 0) || steps[1].iter().all(|&s| s == 0) {
                        return steps[1].iter().all(|&s| s == 0);
                    }
                }
            }
        }
    }
    false
}

/// Hit by hit, on the block that was the strongest when the last one fell; the reserve only if nobody else is left.
fn take(steps: &mut [u8], hits: usize, hidden: impl Fn(usize) -> bool) {
    let strongest =
        |steps: &[u8]| (0..steps.len()).max_by_key(|&i| (steps[i] > 0 && !hidden(i), steps[i])).unwrap();
    let mut target = strongest(steps);
    for _ in 0..hits {
        if steps[target] == 0 {
            target = strongest(steps);
        }
        steps[target] = steps[target].saturating_sub(1);
    }
}

#[test]
fn odds_agree_with_simulation() {
    let strong = Fighter { bonus: 1, ..block(1, 2, 4) };
    let battles = [
        (vec![block(0, 3, 4)], vec![strong]),
        (vec![block(0, 3, 4), block(1, 2, 3)], vec![strong, block(0, 2, 2)]),
        (vec![block(0, 3, 3), Fighter { reserve: true, ..block(1, 3, 4) }], vec![strong, block(2, 3, 3)]),
    ];
    for (attackers, defenders) in battles {
        let odds = battle(&attackers, &defenders).unwrap();
        let mut dice = Dice::seeded(6);
        let games = 40_000;
        let wins = (0..games).filter(|_| simulate(&attackers, &defenders, &mut dice)).count();
        let measured = wins as f64 / f64::from(games);
        assert!((measured - odds.attacker_wins).abs() < 0.01, "{measured} against {}", odds.attacker_wins);
    }
}

#[test]
fn a_battle_of_eight_is_calculated_and_a_crowd_refused() {
    let four = [block(0, 3, 4), block(1, 2, 4), block(1, 2, 3), block(2, 2, 3)];
    let odds = battle(&four[..3], &four).unwrap();
    assert!(odds.attacker_wins > 0.0 && odds.attacker_wins < 0.5, "{odds:?}");
    assert!(battle(&[block(0, 3, 4); 13], &four).is_none());
}
