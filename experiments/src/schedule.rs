//! Which games a run plays: seeds, who sits where, and which part of them a shard takes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use warlab_agents::Spec;
use warlab_engine::chance::mix;
use warlab_engine::data::Problem;

/// All games of a run, each a pure function of its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub games: u64,
    pub seed: u64,
    /// Games come in blocks of one per seat that share the table's seed, the agents moved on by one seat each.
    pub swap_seats: bool,
    /// One per seat.
    pub agents: Vec<Spec>,
    pub shard: Shard,
}

/// One game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    pub index: u64,
    pub seed: u64,
    /// Games of one pair share the table's seed.
    pub pair: u64,
    /// How many seats the agents moved on.
    pub rotation: usize,
}

impl Schedule {
    pub fn fixture(&self, index: u64) -> Fixture {
        let seats = self.agents.len() as u64;
        let (pair, rotation) = if self.swap_seats { (index / seats, index % seats) } else { (index, 0) };
        Fixture { index, seed: mix(self.seed, pair), pair, rotation: rotation as usize }
    }

    /// The agents of a game in seat order.
    pub fn seated(&self, fixture: &Fixture) -> Vec<Spec> {
        let mut agents = self.agents.clone();
        agents.rotate_right(fixture.rotation);
        agents
    }

    /// The indices that this shard plays: whole blocks, in order, so that the shards' rows join up to the whole run's.
    pub fn range(&self) -> Range<u64> {
        let block = if self.swap_seats { self.agents.len() as u64 } else { 1 };
        let blocks = self.games.div_ceil(block);
        let cut = |part: u64| {
            let share = u128::from(blocks) * u128::from(part) / u128::from(self.shard.of);
            (share as u64 * block).min(self.games)
        };
        cut(self.shard.number - 1)..cut(self.shard.number)
    }
}

/// One part of a run: `2/4` is the second of four.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { number: 1, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if number >= 1 && number <= of => Ok(Shard { number, of }),
            _ => Err(Problem::new(format!("\"{text}\" is not a shard; write i/n, from 1/n to n/n"))),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// `NAME=VALUE` words from the command line.
pub fn parse_variants(words: &[String]) -> Result<BTreeMap<String, String>, Problem> {
    let mut variants = BTreeMap::new();
    for text in words {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Problem::new(format!(
                "--variant \"{text}\" is not a variant; write it as NAME=VALUE, see `warlab games`"
            )));
        };
        if variants.insert(name.trim().to_string(), value.trim().to_string()).is_some() {
            return Err(Problem::new(format!("--variant {} is given twice; remove one", name.trim())));
        }
    }
    Ok(variants)
}

/// Splits `mcts:iterations=200,rollout=random,greedy` into its agents: a `key=value` goes on with the agent before it.
pub fn parse_agents(text: &str) -> Result<Vec<Spec>, Problem> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(',') {
        let continues = word.contains('=') && !word.split('=').next().is_some_and(|key| key.contains(':'));
        match words.last_mut() {
            Some(last) if continues => {
                last.push(',');
                last.push_str(word);
            }
            _ => words.push(word.to_string()),
        }
    }
    words.iter().map(|word| word.parse()).collect()
}

/// One agent per seat, from one for all or one each.
pub fn fill_seats(agents: Vec<Spec>, seats: &[String]) -> Result<Vec<Spec>, Problem> {
    match agents.len() {
        1 => Ok(vec![agents[0].clone(); seats.len()]),
        count if count == seats.len() => Ok(agents),
        count => Err(Problem::new(format!(
            "{count} agents for {} seats ({}); name one agent for all seats or one for each",
            seats.len(),
            seats.join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(games: u64, swap_seats: bool, shard: &str) -> Schedule {
        let agents = parse_agents("a,b,c").unwrap();
        Schedule { games, seed: 7, swap_seats, agents, shard: shard.parse().unwrap() }
    }

    #[test]
    fn agents_with_settings_are_split_where_a_new_name_begins() {
        let agents = parse_agents("mcts:iterations=200,rollout=random,greedy,mcts:c=1.4").unwrap();
        let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["mcts:iterations=200,rollout=random", "greedy", "mcts:c=1.4"]);
        assert!(parse_agents("").is_err() && parse_agents("a,,b").is_err());
    }

    #[test]
    fn a_block_shares_its_seed_and_gives_everyone_every_seat() {
        let schedule = schedule(6, true, "1/1");
        let fixtures: Vec<Fixture> = (0..6).map(|index| schedule.fixture(index)).collect();
        assert!(fixtures[..3].iter().all(|fixture| fixture.pair == 0 && fixture.seed == mix(7, 0)));
        assert!(fixtures[3..].iter().all(|fixture| fixture.pair == 1 && fixture.seed == mix(7, 1)));
        for seat in 0..3 {
            let mut there: Vec<String> =
                fixtures[..3].iter().map(|fixture| schedule.seated(fixture)[seat].name.clone()).collect();
            there.sort();
            assert_eq!(there, ["a", "b", "c"]);
        }
        assert_eq!(self::schedule(6, false, "1/1").fixture(4).seed, mix(7, 4));
    }

    #[test]
    fn shards_join_up() {
        for (games, swap) in [(10, false), (10, true), (3, true), (0, false), (1000, true)] {
            let mut next = 0;
            for number in 1..=4 {
                let range = schedule(games, swap, &format!("{number}/4")).range();
                assert_eq!(range.start, next);
                assert!(!swap || range.start.is_multiple_of(3) || range.is_empty());
                next = range.end;
            }
            assert_eq!(next, games);
        }
        assert!("0/4".parse::<Shard>().is_err() && "5/4".parse::<Shard>().is_err());
        assert!("1".parse::<Shard>().is_err() && "a/b".parse::<Shard>().is_err());
    }
}
