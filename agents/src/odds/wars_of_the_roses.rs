//! Exact odds of a battle in the Wars of the Roses in which every block fires and nobody retreats before he must.
//!
//! The distribution over all positions is carried forward one battle turn at a time; equal positions are added up.
//! That is exact for the usual battle; one with too many positions is refused, and the caller simulates instead.

use std::collections::BTreeMap;

use super::binomial;

/// A block in a battle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// 0 for A to 3 for D: in Round 1 and later (they differ for a bombard).
    pub letters: [u8; 2],
    /// A die up to this hits.
    pub number: u8,
    /// Added to the number while this block's side defends.
    pub bonus: u8,
    pub strength: u8,
    pub reserve: bool,
}

/// How a battle goes for the side that attacks and the side that defends at its start.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct BattleOdds {
    /// The side that attacked holds the area in the end.
    pub attacker_wins: f64,
    /// Steps left to each side on average: attacker, defender.
    pub steps_left: [f64; 2],
    /// The chance that each fighter survives, attackers first, in the order given.
    pub survival: [[f64; MOST]; 2],
}

/// The most blocks of one side.
pub const MOST: usize = 12;

/// Positions beyond which a battle is too long to calculate.
const MOST_POSITIONS: usize = 60_000;

/// Everything that decides how a battle goes on.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Position {
    round: u8,
    /// Steps of each block, attackers' side first.
    steps: [[u8; MOST]; 2],
    /// Who has had his battle turn in this round, and who is in reserve, as bits.
    done: [u16; 2],
    reserve: [u16; 2],
    /// The side (0 attacked first) that defends now.
    defender: u8,
}

struct Battle<'a> {
    fighters: [&'a [Fighter]; 2],
}

/// The odds, or `None` if there are too many blocks or positions. Where a player may choose which of his equally
/// strong blocks is hit, the last one listed is.
pub fn battle(attackers: &[Fighter], defenders: &[Fighter]) -> Option<BattleOdds> {
    if attackers.len() > MOST || defenders.len() > MOST {
        return None;
    }
    let battle = Battle { fighters: [attackers, defenders] };
    let mut open = BTreeMap::from([(battle.start(), 1.0)]);
    let mut odds = BattleOdds { attacker_wins: 0.0, steps_left: [0.0; 2], survival: [[0.0; MOST]; 2] };
    while !open.is_empty() {
        if open.len() > MOST_POSITIONS {
            return None;
        }
        let mut next = BTreeMap::new();
        for (position, chance) in open {
            battle.go_on(position, chance, &mut odds, &mut next);
        }
        open = next;
    }
    Some(odds)
}

impl Battle<'_> {
    fn start(&self) -> Position {
        let mut position =
            Position { round: 1, steps: [[0; MOST]; 2], done: [0; 2], reserve: [0; 2], defender: 1 };
        for (side, fighters) in self.fighters.iter().enumerate() {
            for (i, fighter) in fighters.iter().enumerate() {
                position.steps[side][i] = fighter.strength;
                position.reserve[side] |= u16::from(fighter.reserve && fighter.strength > 0) << i;
            }
        }
        self.deploy(&mut position);
        position
    }

    fn alive(position: &Position, side: usize) -> u16 {
        (0..MOST).filter(|&i| position.steps[side][i] > 0).fold(0, |bits, i| bits | 1 << i)
    }

    /// Reserves come up at once for a side that has nobody else, and act from the next round; a defender who has to do
    /// that in Round 1 becomes the attacker. [WR 6.3]
    fn deploy(&self, position: &mut Position) {
        for side in 0..2 {
            let alive = Self::alive(position, side);
            if alive != 0 && alive == position.reserve[side] {
                position.done[side] |= alive;
                position.reserve[side] = 0;
                if position.round == 1 && usize::from(position.defender) == side {
                    position.defender = 1 - side as u8;
                }
            }
        }
    }

    /// The next to act: by letter, the defender first, blocks of one letter in their order. [WR 6.2]
    fn actor(&self, position: &Position) -> Option<(usize, usize)> {
        let later = usize::from(position.round > 1);
        let defender = usize::from(position.defender);
        for letter in 0..4 {
            for side in [defender, 1 - defender] {
                for (i, fighter) in self.fighters[side].iter().enumerate() {
                    let waits = (position.done[side] | position.reserve[side]) >> i & 1 == 1;
                    if position.steps[side][i] > 0 && !waits && fighter.letters[later] == letter {
                        return Some((side, i));
                    }
                }
            }
        }
        None
    }

    fn go_on(
        &self,
        mut position: Position,
        chance: f64,
        odds: &mut BattleOdds,
        next: &mut BTreeMap<Position, f64>,
    ) {
        if (0..2).any(|side| Self::alive(&position, side) == 0) || position.round > 4 {
            self.settle(&position, chance, odds);
            return;
        }
        let Some((side, i)) = self.actor(&position) else {
            position.round += 1;
            position.done = [0; 2];
            position.reserve = [0; 2];
            *next.entry(position).or_default() += chance;
            return;
        };
        position.done[side] |= 1 << i;
        let attacks = usize::from(position.defender) != side;
        if position.round == 4 && attacks {
            // The attacker's blocks leave, one by one; whoever is still to fire at them may. [WR 6.6]
            position.steps[side][i] |= LEFT;
            let all_left =
                (0..MOST).all(|j| position.steps[side][j] == 0 || position.steps[side][j] & LEFT != 0);
            if all_left {
                self.settle(&position, chance, odds);
            } else {
                *next.entry(position).or_default() += chance;
            }
            return;
        }
        let fighter = &self.fighters[side][i];
        let number = fighter.number + if attacks { 0 } else { fighter.bonus };
        let dice = usize::from(position.steps[side][i]);
        for (hits, odd) in binomial(dice, f64::from(number.min(6)) / 6.0).into_iter().enumerate() {
            let mut after = position;
            Self::hit(&mut after, 1 - side, hits);
            self.deploy(&mut after);
            *next.entry(after).or_default() += chance * odd;
        }
    }

    /// All hits fall on the strongest block, the surplus on the next one. [WR 6.4]
    fn hit(position: &mut Position, side: usize, mut hits: usize) {
        while hits > 0 {
            let reserve = position.reserve[side];
            let open = |i: &usize| {
                let steps = position.steps[side][*i];
                steps > 0 && steps & LEFT == 0 && reserve >> *i & 1 == 0
            };
            let Some(target) = (0..MOST).filter(open).max_by_key(|&i| position.steps[side][i]) else {
                return;
            };
            let taken = hits.min(usize::from(position.steps[side][target]));
            position.steps[side][target] -= taken as u8;
            hits -= taken;
        }
    }

    fn settle(&self, position: &Position, chance: f64, odds: &mut BattleOdds) {
        let stays = |side: usize| position.steps[side].iter().any(|&steps| steps > 0 && steps & LEFT == 0);
        if stays(0) && !stays(1) {
            odds.attacker_wins += chance;
        }
        for side in 0..2 {
            for (i, &steps) in position.steps[side].iter().enumerate() {
                let steps = steps & !LEFT;
                odds.steps_left[side] += chance * f64::from(steps);
                if steps > 0 {
                    odds.survival[side][i] += chance;
                }
            }
        }
    }
}

/// Marks the steps of a block that has left the battle.
const LEFT: u8 = 0x80;

/// The chance that a treachery roll succeeds: every die even. [WR 6.9]
pub fn treachery(loyalty: u8) -> f64 {
    0.5f64.powi(i32::from(loyalty))
}
