//! A table to try rules on: an empty field, units put where a test wants them, dice named in advance.

use std::sync::{Arc, Mutex, PoisonError};

use warlab_engine::chance::{Dice, Logged, Scripted};
use warlab_engine::data::Problem;
use warlab_engine::game::Game;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::action::Action;
use warlab_engine::games::gbacw::field::{lift, parts, put, refresh};
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules;
use warlab_engine::games::gbacw::state::{Marker, Place, Standing, State, Works};
use warlab_engine::games::gbacw::types::{Facing, Formation, FormationSet, Hex, Leader, OrderKind, Unit};
use warlab_engine::published::Published;
use warlab_engine::set::Index;
use warlab_engine::setup::Setup;

/// A battle of our own, for what the scenarios of the data pack lack: the whole chain of command.
pub const ARMY: &str = include_str!("army.toml");

/// Lays the army's battle beside our scenarios, as a player's own file would be.
pub fn with_army(text: &str, setup: &Setup) -> Result<Arc<Gbacw>, Problem> {
    let mut data = Gbacw::pack();
    data.overlay("scenarios/army.toml", "army.toml", text)?;
    let chosen = Gbacw::catalogue(&data)?.choose(setup)?;
    Ok(Arc::new(Gbacw::build(&chosen, &data)?))
}

/// Games are built once for all tests: sight lines take their time.
pub fn game(setup: &Setup) -> Arc<Gbacw> {
    static BUILT: Mutex<Vec<(Setup, Arc<Gbacw>)>> = Mutex::new(Vec::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, game)) = built.iter().find(|(known, _)| known == setup) {
        return Arc::clone(game);
    }
    let game = with_army(ARMY, setup).expect("the scenario is sound");
    built.push((setup.clone(), Arc::clone(&game)));
    game
}

pub struct Table {
    pub game: Arc<Gbacw>,
    pub state: State,
    pub chance: Logged<Scripted<Dice>>,
}

/// Union regiments in all hexes beside 0814, each with that hex in its front.
pub const ALL_ROUND_0814: [(&str, &str, &str); 6] = [
    ("us_301pa", "0813", "vSE"),
    ("us_302pa", "0914", "vW"),
    ("us_303ny", "0915", "vW"),
    ("us_304ny", "0815", "vNE"),
    ("us_305oh", "0715", "vE"),
    ("us_306oh", "0714", "vE"),
];

/// Union units in the hexes beside 0814 but for 0914, none with that hex in its front.
pub const BESIDES_0914: [(&str, &str, &str); 5] = [
    ("us_305oh", "0813", "vNW"),
    ("us_306oh", "0915", "vSE"),
    ("us_307nj", "0815", "vSE"),
    ("us_308in", "0715", "vSW"),
    ("us_bty_a", "0714", "vNW"),
];

impl Table {
    /// The scenario's map with nobody on it.
    pub fn new(setup: &Setup) -> Table {
        Table::of(game(setup))
    }

    /// The map of a game with nobody on it.
    pub fn of(game: Arc<Gbacw>) -> Table {
        let mut chance = Logged::new(Scripted::new(Dice::seeded(7)));
        let mut state = game.start(&mut chance);
        for unit in game.units() {
            if state.units[unit].on_map() {
                lift(&game, &mut state, unit, Place::Waiting);
            }
        }
        for leader in game.leaders() {
            state.leaders[leader].place = Place::Waiting;
        }
        state.set_phases(&[Phase::Sequence(Segment::Pool)]);
        state.works = Works::default();
        chance.events.clear();
        Table { game, state, chance }
    }

    pub fn crossroads() -> Table {
        Table::new(&Setup::scenario("crossroads"))
    }

    /// Open ground, a pike along row 8, a road along column 12, woods from 1512 to 1714.
    pub fn army() -> Table {
        Table::new(&Setup::scenario("army"))
    }

    /// The army's battle as it is laid out, at its first question: rolls for the initiative, efficiency drawn for II
    /// Corps, XV Corps and the enemy's division.
    pub fn opening(rolls: [u8; 2], draws: [&str; 3]) -> Table {
        let game = game(&Setup::scenario("army"));
        let mut chance = Logged::new(Scripted::new(Dice::seeded(7)));
        chance.source.rolls.extend(rolls);
        chance.source.draws.extend(draws.map(String::from));
        let state = game.start(&mut chance);
        assert_eq!(chance.source.misfit, None);
        Table { game, state, chance }
    }

    /// Carries on with what the phases at hand ask for.
    pub fn run(&mut self) -> &mut Table {
        rules::run(&self.game, &mut self.state, &mut self.chance);
        self
    }

    /// Passes until a question of this rule comes up.
    pub fn pass_until(&mut self, rule: &str) -> &mut Table {
        for _ in 0..300 {
            if self.game.rule(&self.state) == rule {
                return self;
            }
            self.play(&["pass"]);
        }
        panic!("no question of {rule}");
    }

    /// Carries out the retreats in hand, each by the first way open.
    pub fn retreat(&mut self) -> &mut Table {
        while self.game.rule(&self.state) == "12.44" {
            let step = self.starting("step:").first().cloned().expect("a way back");
            self.play(&[&step]);
        }
        self
    }

    pub fn markers(&self, id: &str) -> u8 {
        self.state.formations[self.formation(id)].markers
    }

    /// The hexes of a unit, its counter's first.
    pub fn parts(&self, unit: Unit) -> Vec<String> {
        parts(&self.game, &self.state, unit).iter().map(|&hex| self.game.hex(hex).to_string()).collect()
    }

    /// The codes that begin like this.
    pub fn starting(&self, with: &str) -> Vec<String> {
        self.codes().into_iter().filter(|code| code.starts_with(with)).collect()
    }

    pub fn unit(&self, id: &str) -> Unit {
        let place = self.game.scenario.oob.units.iter().position(|unit| unit.id == id);
        Unit::from_index(place.unwrap_or_else(|| panic!("no unit {id}")))
    }

    pub fn leader(&self, id: &str) -> Leader {
        let place = self.game.scenario.oob.leaders.iter().position(|leader| leader.id == id);
        Leader::from_index(place.unwrap_or_else(|| panic!("no leader {id}")))
    }

    pub fn formation(&self, id: &str) -> Formation {
        let place = self.game.scenario.oob.formations.iter().position(|formation| formation.id == id);
        Formation::from_index(place.unwrap_or_else(|| panic!("no formation {id}")))
    }

    pub fn hex(&self, name: &str) -> Hex {
        self.game.scenario.map.grid.parse(name).unwrap_or_else(|| panic!("no hex {name}"))
    }

    /// Puts units under Advance, each given with its hex and facing.
    pub fn put_all(&mut self, units: &[(&str, &str, &str)]) {
        for (id, hex, facing) in units {
            self.put(id, hex, facing, OrderKind::Advance);
        }
    }

    /// Puts a unit below what is in a hex.
    pub fn put(&mut self, id: &str, hex: &str, facing: &str, order: OrderKind) -> Unit {
        let (unit, hex) = (self.unit(id), self.hex(hex));
        self.state.units[unit].order = order;
        self.state.units[unit].facing = Facing::from_id(facing).expect("a facing");
        put(&self.game, &mut self.state, unit, hex, false);
        refresh(&self.game, &mut self.state, hex);
        let formation = self.game.scenario.oob.units[unit.index()].formation;
        self.state.formations[formation].order = order;
        self.state.formations[formation].standing.set(Standing::IN_COMMAND, true);
        unit
    }

    pub fn place_leader(&mut self, id: &str, hex: &str) -> Leader {
        let leader = self.leader(id);
        self.state.leaders[leader].place = Place::Map;
        self.state.leaders[leader].hex = self.hex(hex);
        leader
    }

    pub fn rolls(&mut self, faces: &[u8]) -> &mut Table {
        self.chance.source.rolls.extend(faces);
        self
    }

    /// Opens the activation of a brigade.
    pub fn activate(&mut self, brigade: &str) -> &mut Table {
        let brigade = self.formation(brigade);
        let division = self.game.division(brigade).expect("a division");
        self.state.marker = match self.state.formations[brigade].order {
            OrderKind::March => Marker::March(self.game.side_of(brigade)),
            _ => Marker::Division(division),
        };
        self.state.formations[division].markers = 3;
        self.state.active = self.game.side_of(brigade);
        let acting = FormationSet::single(brigade);
        rules::ch05_brigade::begin(&self.game, &mut self.state, acting, &mut self.chance);
        rules::run(&self.game, &mut self.state, &mut self.chance);
        self
    }

    pub fn codes(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        legal.into_iter().map(|action| self.game.code(action)).collect()
    }

    pub fn can(&self, code: &str) -> bool {
        self.codes().iter().any(|known| known == code)
    }

    /// Plays codes in order; each must be legal and leave a sound state.
    pub fn play(&mut self, codes: &[&str]) -> &mut Table {
        for code in codes {
            let action = self.find(code);
            self.game.apply(&mut self.state, action, &mut self.chance);
            assert_eq!(self.chance.source.misfit, None);
        }
        self
    }

    fn find(&self, code: &str) -> Action {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let found = legal.iter().copied().find(|&action| self.game.code(action) == code);
        found.unwrap_or_else(|| {
            panic!("{code} is not among {:?} ({})", self.codes(), self.game.question(&self.state))
        })
    }

    /// Passes until the question is another one than those named, or `limit` passes were made.
    pub fn pass_while(&mut self, rules_asked: &[&str]) -> &mut Table {
        for _ in 0..40 {
            if !rules_asked.contains(&self.game.rule(&self.state)) || !self.can("pass") {
                break;
            }
            self.play(&["pass"]);
        }
        self
    }

    pub fn told(&self, kind: &str) -> usize {
        self.chance.events.iter().filter(|event| event.kind == kind).count()
    }

    pub fn sp(&self, unit: Unit) -> u8 {
        self.state.units[unit].strength()
    }

    pub fn at(&self, unit: Unit) -> String {
        self.game.hex(self.state.units[unit].hex).to_string()
    }
}
