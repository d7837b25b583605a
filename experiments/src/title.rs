//! Games as objects: [`Title`] is a game in its box, [`Ruleset`] is one laid out for a scenario. Each is implemented
//! once for all games, so that nothing behind this file knows which game it handles.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use warlab_agents::playable::{agents_for, embedded_weights};
use warlab_agents::{AgentInfo, Playable, Spec, Weights, make};
use warlab_engine::board::Map;
use warlab_engine::chance::mix;
use warlab_engine::data::{Pack, Problem};
use warlab_engine::setup::{Catalogue, Chosen, Setup, Variant};
use warlab_engine::{Player, play, signature};

use crate::bench::{self, Measured};
use crate::runner::{self, Played};
use crate::session::{Opening, Play, Session};

/// Variants as the protocol and the server tell them.
pub(crate) fn variants_as_json(variants: &[Variant]) -> Vec<Value> {
    let describe = |variant: &Variant| {
        json!({
            "name": variant.name, "kind": variant.kind_name(), "default": variant.default, "rule": variant.rule,
            "text": variant.text,
        })
    };
    variants.iter().map(describe).collect()
}

/// A game in its box: name, data, scenarios and agents.
pub trait Title: Sync {
    /// The id on the command line.
    fn name(&self) -> &'static str;
    /// The name in headings.
    fn heading(&self) -> &'static str;
    /// The embedded data.
    fn pack(&self) -> Pack;
    fn catalogue(&self, data: &Pack) -> Result<Catalogue, Problem>;
    fn agents(&self) -> Vec<AgentInfo>;
    /// The weights that its agents play by, unless they are given others.
    fn weights(&self) -> Weights;
    /// Whether a spec names an agent that plays this game.
    fn check_agent(&self, spec: &Spec) -> Result<(), Problem>;
    fn build(&self, chosen: &Chosen, data: &Pack) -> Result<Arc<dyn Ruleset>, Problem>;

    /// Chooses and builds in one go.
    fn set_up(&self, setup: &Setup, data: &Pack) -> Result<Arc<dyn Ruleset>, Problem> {
        self.build(&self.catalogue(data)?.choose(setup)?, data)
    }
}

impl fmt::Debug for dyn Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Title({})", self.name())
    }
}

/// The rules of a game for one scenario, with one choice of variants and data.
pub trait Ruleset: Send + Sync {
    fn name(&self) -> &'static str;
    fn chosen(&self) -> &Chosen;
    /// The ids of the sides, in seat order.
    fn seats(&self) -> Vec<String>;
    fn metric_names(&self) -> Vec<String>;
    fn battle_columns(&self) -> &'static [&'static str];
    /// The map to draw.
    fn map(&self) -> Map;
    /// The behaviour signature over that many random games.
    fn signature(&self, games: u64) -> u64;
    /// Plays one whole game, one agent per seat. Never panics: a game that breaks off says so in its record.
    fn play(&self, seed: u64, agents: &[Spec]) -> Result<Played, Problem>;
    /// Plays random games with one set of buffers and tells how many decisions each took.
    fn random_games(&self, numbers: Range<u64>, after_each: &mut dyn FnMut(u32));
    /// How fast it plays here; takes about that long.
    fn measure(&self, budget: Duration) -> Result<Measured, Problem>;
    /// Opens a game to be played step by step.
    fn open(&self, opening: Opening) -> Result<Box<dyn Session>, Problem>;
}

impl fmt::Debug for dyn Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({} {})", self.name(), self.chosen().scenario)
    }
}

/// The title of game `G`.
pub struct Of<G>(PhantomData<fn() -> G>);

impl<G> Of<G> {
    pub const TITLE: Self = Of(PhantomData);
}

impl<G> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<Self>())
    }
}

impl<G: Playable> Title for Of<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn heading(&self) -> &'static str {
        G::TITLE
    }

    fn pack(&self) -> Pack {
        G::pack()
    }

    fn catalogue(&self, data: &Pack) -> Result<Catalogue, Problem> {
        G::catalogue(data)
    }

    fn agents(&self) -> Vec<AgentInfo> {
        agents_for::<G>()
    }

    fn weights(&self) -> Weights {
        embedded_weights::<G>()
    }

    fn check_agent(&self, spec: &Spec) -> Result<(), Problem> {
        make::<G>(spec).map(drop)
    }

    fn build(&self, chosen: &Chosen, data: &Pack) -> Result<Arc<dyn Ruleset>, Problem> {
        Ok(Arc::new(Laid(Arc::new(G::build(chosen, data)?))))
    }
}

/// A game laid out on the table.
struct Laid<G>(Arc<G>);

impl<G: Playable> Ruleset for Laid<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn chosen(&self) -> &Chosen {
        self.0.chosen()
    }

    fn seats(&self) -> Vec<String> {
        Player::all(self.0.players()).map(|player| self.0.seat(player).to_string()).collect()
    }

    fn metric_names(&self) -> Vec<String> {
        self.0.metric_names()
    }

    fn battle_columns(&self) -> &'static [&'static str] {
        G::battle_columns()
    }

    fn map(&self) -> Map {
        self.0.map()
    }

    fn signature(&self, games: u64) -> u64 {
        signature::signature(&*self.0, games)
    }

    fn play(&self, seed: u64, agents: &[Spec]) -> Result<Played, Problem> {
        Ok(runner::play(&*self.0, seed, &mut runner::seated(agents, self.0.players())?))
    }

    fn random_games(&self, numbers: Range<u64>, after_each: &mut dyn FnMut(u32)) {
        let mut legal = Vec::with_capacity(1024);
        for number in numbers {
            let played = play::random_game(&*self.0, mix(0, number), &mut legal);
            after_each(played.decisions);
        }
    }

    fn measure(&self, budget: Duration) -> Result<Measured, Problem> {
        bench::measure(&*self.0, budget)
    }

    fn open(&self, opening: Opening) -> Result<Box<dyn Session>, Problem> {
        Ok(Box::new(Play::open(Arc::clone(&self.0), opening)?))
    }
}
