//! What the rule tests ask of a table and set on it, in one place: tests speak of units, not of fields.

use warlab_engine::games::gbacw::calc::fire::Ammo;
use warlab_engine::games::gbacw::phase::{Phase, Segment};
use warlab_engine::games::gbacw::rules::{self, ch12_losses};
use warlab_engine::games::gbacw::state::{Act, AttachedTo, Place, Standing, Status, Work};
use warlab_engine::games::gbacw::types::{Facing, Leader, OrderKind, Side, Unit};
use warlab_engine::published::Published;
use warlab_engine::setup::Setup;

use super::table::Table;

impl Table {
    pub fn trevilian() -> Table {
        Table::new(&Setup::scenario("trevilian"))
    }

    pub fn set(&mut self, unit: Unit, status: Status, on: bool) {
        self.state.units[unit].status.set(status, on);
    }

    pub fn shake(&mut self, unit: Unit) {
        self.set(unit, Status::DISORDERED, true);
    }

    pub fn is_shaken(&self, unit: Unit) -> bool {
        self.state.units[unit].is_disordered()
    }

    pub fn has(&self, unit: Unit, status: Status) -> bool {
        self.state.units[unit].has(status)
    }

    pub fn did(&self, unit: Unit, act: Act) -> bool {
        self.state.units[unit].did(act)
    }

    pub fn place(&self, unit: Unit) -> Place {
        self.state.units[unit].place
    }

    pub fn facing(&self, unit: Unit) -> &'static str {
        self.state.units[unit].facing.id()
    }

    pub fn order(&self, unit: Unit) -> OrderKind {
        self.state.units[unit].order
    }

    pub fn give(&mut self, unit: Unit, order: OrderKind) {
        self.state.units[unit].order = order;
    }

    pub fn ammo(&self, unit: Unit) -> Ammo {
        self.state.units[unit].ammo(0)
    }

    pub fn load(&mut self, unit: Unit, ammo: Ammo) {
        self.state.units[unit].set_ammo(0, ammo);
    }

    /// Halves of movement points spent in the activation.
    pub fn spent(&self, unit: Unit) -> u8 {
        self.state.units[unit].spent
    }

    pub fn attach(&mut self, guns: Unit, brigade: &str) {
        let brigade = self.formation(brigade);
        self.state.units[guns].attached = Some(AttachedTo::new(brigade));
    }

    /// Takes points off a unit as any loss does.
    pub fn weaken(&mut self, unit: Unit, points: u8) {
        ch12_losses::lose(&self.game, &mut self.state, unit, points, &mut self.chance);
    }

    pub fn mark(&mut self, formation: &str, flag: Standing, on: bool) {
        let formation = self.formation(formation);
        self.state.formations[formation].standing.set(flag, on);
    }

    pub fn is_marked(&self, formation: &str, flag: Standing) -> bool {
        self.state.formations[self.formation(formation)].has(flag)
    }

    pub fn fatigue(&self, formation: &str) -> u8 {
        self.state.formations[self.formation(formation)].fatigue
    }

    pub fn tire(&mut self, formation: &str, track: u8) {
        let formation = self.formation(formation);
        self.state.formations[formation].fatigue = track;
    }

    pub fn leader_place(&self, leader: Leader) -> Place {
        self.state.leaders[leader].place
    }

    pub fn leader_at(&self, leader: Leader) -> String {
        self.game.hex(self.state.leaders[leader].hex).to_string()
    }

    /// A finished breastwork.
    pub fn dig(&mut self, hex: &str, facing: &str) {
        let facing = Facing::from_id(facing).expect("a facing");
        let work = Work { hex: self.hex(hex), facing, turns: 0, builder: None };
        assert!(self.state.works.add(work), "room");
    }

    pub fn works(&self) -> Vec<(String, u8)> {
        self.state.works.iter().map(|(_, work)| (self.game.hex(work.hex).to_string(), work.turns)).collect()
    }

    /// Strengths of the shots declared, those of units that fire along left out.
    pub fn shots(&self) -> Vec<u8> {
        self.state.shots.iter().flatten().map(|shot| shot.strength).filter(|&points| points > 0).collect()
    }

    /// The rule of the question at hand.
    pub fn asks(&self) -> &'static str {
        self.game.rule(&self.state)
    }

    pub fn decider(&self) -> Side {
        rules::decider(&self.game, &self.state)
    }

    /// Codes that begin so.
    pub fn some(&self, start: &str) -> Vec<String> {
        self.codes().into_iter().filter(|code| code.starts_with(start)).collect()
    }

    /// Opens a question of the turn and plays on to it.
    pub fn open(&mut self, phase: Phase) -> &mut Table {
        self.state.set_phases(&[Phase::Sequence(Segment::Pool), Phase::Brigade, phase]);
        rules::run(&self.game, &mut self.state, &mut self.chance);
        self
    }

    /// Carries out one segment of the turn, and what follows it up to the next question.
    pub fn segment(&mut self, segment: Segment) -> &mut Table {
        self.state.set_phases(&[Phase::Sequence(segment)]);
        rules::run(&self.game, &mut self.state, &mut self.chance);
        self
    }

    /// Events of these kinds in the order they happened.
    pub fn story(&self, kinds: &[&str]) -> Vec<&'static str> {
        self.chance
            .events
            .iter()
            .filter(|event| kinds.contains(&event.kind))
            .map(|event| event.kind)
            .collect()
    }

    /// The words of all events of a kind.
    pub fn all(&self, kind: &str) -> Vec<String> {
        let found = self.chance.events.iter().filter(|event| event.kind == kind);
        found.map(|event| event.text.clone()).collect()
    }

    /// The words of the last event of a kind.
    pub fn last(&self, kind: &str) -> String {
        self.all(kind).pop().unwrap_or_default()
    }

    /// How often a cohesion check of a rule was made.
    pub fn checks(&self, rule: &str) -> usize {
        self.chance.events.iter().filter(|event| event.kind == "check" && event.rule == rule).count()
    }
}
