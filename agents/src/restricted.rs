//! Restricted play: an agent that never does some things, to measure what they are worth. Any agent takes the setting
//! `never=PATTERN` on action codes, for example `scripted:never=event:*` or `mcts:never=*howe*|*cornwallis*`.

use warlab_engine::{Chance, Dice, Observation, Player, Published};

use crate::agent::{Agent, Analysis, Control};
use crate::spec::Spec;

/// Patterns with `*` for any text, joined by `|`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(Vec<String>);

impl Pattern {
    pub fn new(text: &str) -> Self {
        Pattern(text.split('|').filter(|part| !part.is_empty()).map(str::to_string).collect())
    }

    pub fn matches(&self, code: &str) -> bool {
        self.0.iter().any(|pattern| fits(pattern, code))
    }
}

/// The parts between stars must follow one another; the first is fixed to the start, the last to the end.
fn fits(pattern: &str, code: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == code };
    let Some(mut code) = code.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*').filter(|part| !part.is_empty()) {
        match code.find(part) {
            Some(at) => code = &code[at + part.len()..],
            None => return false,
        }
    }
    code.ends_with(end)
}

/// The spec without its restriction, and the restriction, if it has one.
pub(crate) fn split(spec: &Spec) -> Option<(Spec, Pattern)> {
    let mut rest = spec.clone();
    let never = rest.settings.remove("never")?;
    Some((rest, Pattern::new(&never)))
}

/// An agent that leaves out what `never` matches, unless nothing else is legal.
pub struct Restricted<G: Published> {
    agent: Box<dyn Agent<G>>,
    never: Pattern,
    dice: Dice,
    allowed: Vec<G::Action>,
}

impl<G: Published> Restricted<G> {
    pub fn new(agent: Box<dyn Agent<G>>, never: Pattern) -> Self {
        Restricted { agent, never, dice: Dice::seeded(0), allowed: Vec::new() }
    }
}

impl<G: Published> std::fmt::Debug for Restricted<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Restricted").field("never", &self.never).finish_non_exhaustive()
    }
}

impl<G: Published> Agent<G> for Restricted<G> {
    fn begin(&mut self, seat: Player, seed: u64) {
        self.agent.begin(seat, seed);
        self.dice = Dice::seeded(seed ^ 0x0007_E57A_1C7E_D000);
    }

    fn decide(&mut self, game: &G, seen: &Observation<G::State>, legal: &[G::Action]) -> G::Action {
        self.allowed.clear();
        self.allowed.extend(legal.iter().filter(|&&action| !self.never.matches(&game.code(action))));
        if self.allowed.is_empty() {
            return self.agent.decide(game, seen, legal);
        }
        let choice = self.agent.decide(game, seen, &self.allowed);
        if self.allowed.contains(&choice) {
            return choice;
        }
        // A search may look past the list it is given: take its best allowed candidate.
        let candidates =
            self.agent.analysis().map(|analysis| analysis.candidates.as_slice()).unwrap_or_default();
        let best =
            candidates.iter().map(|candidate| candidate.action).find(|action| self.allowed.contains(action));
        best.unwrap_or_else(|| self.allowed[self.dice.below(self.allowed.len() as u32) as usize])
    }

    fn analysis(&self) -> Option<&Analysis<G::Action>> {
        self.agent.analysis()
    }

    fn set_control(&mut self, control: Control) {
        self.agent.set_control(control);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make;
    use warlab_engine::example::{Action, Kuhn};
    use warlab_engine::published::build;
    use warlab_engine::setup::Setup;
    use warlab_engine::{Dice, Game};

    #[test]
    fn patterns_match_whole_codes() {
        for (pattern, code) in
            [("bet", "bet"), ("*", ""), ("move:*", "move:a>b"), ("*>b", "move:a>b"), ("m*:*>b", "move:a>b")]
        {
            assert!(Pattern::new(pattern).matches(code), "{pattern} {code}");
        }
        for (pattern, code) in
            [("bet", "bets"), ("move:*>c", "move:a>b"), ("", "x"), ("*a*a*", "xa"), ("ab*b", "ab")]
        {
            assert!(!Pattern::new(pattern).matches(code), "{pattern} {code}");
        }
        assert!(Pattern::new("fold|bet").matches("bet"));
    }

    #[test]
    fn a_restricted_agent_keeps_to_what_is_left() {
        let game = build::<Kuhn>(&Setup::default()).unwrap();
        let state = game.start(&mut Dice::seeded(1));
        let seen = game.observe(&state, Player::FIRST);
        let both = [Action::Pass, Action::Bet];
        for spec in ["random:never=bet", "mcts:iterations=20,never=b*"] {
            let mut agent = make::<Kuhn>(&spec.parse().unwrap()).unwrap();
            for seed in 0..50 {
                agent.begin(Player::FIRST, seed);
                assert_eq!(agent.decide(&game, &seen, &both), Action::Pass);
                assert_eq!(agent.decide(&game, &seen, &[Action::Bet]), Action::Bet, "nothing else is legal");
            }
        }
        assert!(make::<Kuhn>(&"random:newer=bet".parse().unwrap()).is_err());
    }
}
