//! Winning chances in Great Battles of the American Civil War: points and the lead needed, goals within reach, strength
//! and its state, fire, orders, leaders, and who has yet to act.

use warlab_engine::Player;
use warlab_engine::games::gbacw::Gbacw;
use warlab_engine::games::gbacw::field::{
    adjacent_enemies, brigade_of, cohesion, enemy_distance, is_collapsed, unit_near_enemy,
};
use warlab_engine::games::gbacw::los::in_field_of_fire;
use warlab_engine::games::gbacw::phase::Phase;
use warlab_engine::games::gbacw::state::{Act, Marker, Place, Standing, State, Status};
use warlab_engine::games::gbacw::types::{OrderKind, Rank, Refusal, Side, Unit};

use crate::knowledge::{Evaluate, Feature, Fitted, Weights, bad, either, good};
use crate::scripted::gbacw::ground::{Ground, MOST_GOALS};

/// The features of a seat, in the order in which they are written. `early`, `late` and `last` weigh by the turns gone.
pub const FEATURES: [Feature; 48] = [
    good("lead_early"),
    good("lead_late"),
    good("lead_last"),
    good("hold_early"),
    good("hold_late"),
    good("hold_last"),
    good("won_last"),
    good("near_early"),
    good("near_late"),
    good("near_last"),
    good("reach_early"),
    good("reach_late"),
    good("reach_last"),
    good("far_early"),
    good("far_late"),
    good("far_last"),
    good("strength_early"),
    good("strength_late"),
    good("strength_last"),
    good("cohesion"),
    good("guns"),
    either("routed"),
    good("waiting"),
    bad("disordered"),
    bad("disordered_close"),
    bad("collapsed"),
    either("touching"),
    either("close"),
    bad("cover"),
    bad("flanked"),
    good("fire"),
    good("gunfire"),
    good("fire_at_shaken"),
    either("attack"),
    either("attack_close"),
    either("march"),
    either("march_close"),
    bad("out_of_command"),
    bad("low_ammo"),
    bad("guns_close"),
    good("to_act"),
    good("to_act_close"),
    good("to_be_drawn"),
    good("markers"),
    bad("fatigue"),
    either("union_early"),
    either("union_late"),
    either("union_last"),
];

/// Movement points over which a unit's hold on a goal falls to a third: beside it, in this activation, in this turn.
const REACHES: [f32; 3] = [2.5, 6.0, 15.0];

/// What stands between a side and a goal if nobody does: a lone unit far away is not all there is.
const NOBODY: f32 = 0.5;

/// The share of its strength that a unit in disorder counts at a goal.
const SHAKEN: f32 = 0.4;

/// Fire is looked at up to this range: beyond it little is hit.
const FIRE_RANGE: u32 = 8;

/// The strength points that a disorder is worth.
const DISORDER: f32 = 0.6;

/// Hexes to the nearest enemy within which a unit in disorder or a battery is in danger, a unit is in the fight, and a
/// unit that acts will be.
const DANGER: u32 = 2;
const CLOSE: u32 = 4;
const SOON: u32 = 6;

#[derive(Clone, Debug)]
pub struct Judgement {
    fitted: Fitted,
    ground: Ground,
    /// How much of a unit is felt at a goal, by the way between them, for each of [`REACHES`].
    felt: Vec<[f32; REACHES.len()]>,
    /// The lead that wins, in points.
    needed: f32,
    /// Strength points and guns of both sides at the start.
    strength: f32,
    guns: f32,
    /// Points of all goals.
    points: f32,
}

impl Judgement {
    pub fn new(game: &Gbacw, weights: &Weights) -> Self {
        let ground = Ground::new(game, REACHES[0]);
        let draw = game.scenario.victory.levels.iter().find(|level| level.result == "draw");
        let needed = draw.map_or(1.0, |level| f32::from(level.margin_max) + 1.0);
        let printed = |guns: bool| -> f32 {
            let own = game.units().filter(|&unit| game.is_artillery(unit) == guns);
            own.map(|unit| f32::from(game.printed_sp(unit))).sum::<f32>().max(1.0)
        };
        let located = ground.goals.iter().filter(|goal| goal.location.is_some());
        let points = located.map(|goal| goal.points).sum::<f32>().max(1.0);
        Judgement {
            fitted: Fitted::read(weights, &FEATURES),
            ground,
            felt: (0..=255u8).map(|way| REACHES.map(|reach| (-f32::from(way) / reach).exp())).collect(),
            needed,
            strength: printed(false) / 2.0,
            guns: printed(true) / 2.0,
            points,
        }
    }

    /// What a unit's best shot costs an enemy, and its best one at an enemy in disorder, as it stands and faces.
    fn best_fire(&self, game: &Gbacw, state: &State, unit: Unit) -> [f32; 2] {
        let piece = &state.units[unit];
        if piece.order == OrderKind::March {
            return [0.0; 2];
        }
        let mut best = [0.0f32; 2];
        for enemy in game.units().filter(|&enemy| game.side(enemy) != game.side(unit)) {
            let target = &state.units[enemy];
            let range = game.scenario.map.grid.distance(piece.hex, target.hex);
            if range > 0
                && range <= FIRE_RANGE
                && target.is_present()
                && game.sight.can_see(piece.hex, target.hex)
                && in_field_of_fire(&game.sight, piece.hex, piece.facing, Refusal::None, target.hex)
            {
                let [loss, disorder] = self.ground.fire(game, unit, piece, range, target.hex);
                let worth = loss + DISORDER * disorder;
                best[0] = best[0].max(worth);
                if target.is_disordered() {
                    best[1] = best[1].max(worth);
                }
            }
        }
        best
    }

    /// The points of the goals that a side and its enemy hold, and of all goals the share that the side has within each of
    /// [`REACHES`].
    fn goals(&self, game: &Gbacw, state: &State, side: Side) -> ([f32; 2], [f32; REACHES.len()]) {
        let mut felt = [[[0.0f32; 2]; REACHES.len()]; MOST_GOALS];
        for unit in game.units() {
            let piece = &state.units[unit];
            if !piece.is_present() || game.is_artillery(unit) {
                continue;
            }
            let steady = if piece.is_disordered() { SHAKEN } else { 1.0 };
            let strength = f32::from(piece.strength()) * steady;
            let whose = usize::from(game.side(unit) != side);
            for (goal, felt) in self.ground.goals.iter().zip(&mut felt) {
                for (sides, share) in felt.iter_mut().zip(self.felt[goal.way(piece.hex)]) {
                    sides[whose] += strength * share;
                }
            }
        }
        let (mut held, mut within) = ([0.0f32; 2], [0.0f32; REACHES.len()]);
        for (goal, felt) in self.ground.goals.iter().zip(felt) {
            let Some(location) = goal.location else { continue };
            for (sum, [own, enemy]) in within.iter_mut().zip(felt) {
                *sum += goal.points * own / (own + enemy + NOBODY);
            }
            if let Some(holder) = state.control[usize::from(location.0)] {
                held[usize::from(holder != side)] += goal.points;
            }
        }
        (held, within)
    }
}

/// Whether an enemy looks into the unit's flank or rear from the next hex.
fn is_flanked(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    let near = adjacent_enemies(game, state, game.side(unit), piece.hex);
    near.into_iter().any(|hex| !in_field_of_fire(&game.sight, piece.hex, piece.facing, Refusal::None, hex))
}

/// Whether a unit has yet to act under the marker in use. Without it, who has just acted seems better off than who is
/// about to.
fn has_yet_to_act(game: &Gbacw, state: &State, unit: Unit) -> bool {
    let piece = &state.units[unit];
    if piece.has(Status::USED) || piece.did(Act::DONE) {
        return false;
    }
    let brigade = brigade_of(game, state, unit);
    let is_meant = match state.marker {
        Marker::None => false,
        Marker::Division(division) => {
            piece.order != OrderKind::March && game.division(brigade) == Some(division)
        }
        Marker::March(side) => piece.order == OrderKind::March && game.side(unit) == side,
    };
    is_meant && (state.acting.contains(brigade) || !state.formations[brigade].has(Standing::ACTED))
}

/// 0 at the start, 1 when the last turn's markers are drawn.
fn lateness(game: &Gbacw, state: &State) -> f32 {
    let (mut markers, mut left) = (0.0f32, 0.0f32);
    for formation in game.formations().filter(|&formation| game.level_of(formation) == Rank::Division) {
        markers += f32::from(state.formations[formation].markers);
        left += f32::from(state.formations[formation].undrawn);
    }
    let gone = if markers > 0.0 { 1.0 - left / markers } else { 0.0 };
    let turns = game.scenario.turns.len().max(1) as f32;
    ((f32::from(state.turn) - 1.0 + gone) / turns).clamp(0.0, 1.0)
}

/// Strength points and guns of one side, by what they are and do.
#[derive(Default)]
struct Count {
    strength: f32,
    cohesion: f32,
    guns: f32,
    routed: f32,
    waiting: f32,
    disordered: f32,
    disordered_close: f32,
    collapsed: f32,
    touching: f32,
    close: f32,
    cover: f32,
    flanked: f32,
    fire: f32,
    gunfire: f32,
    fire_at_shaken: f32,
    attack: f32,
    attack_close: f32,
    march: f32,
    march_close: f32,
    out_of_command: f32,
    low_ammo: f32,
    guns_close: f32,
    to_act: f32,
    to_act_close: f32,
    to_be_drawn: f32,
}

impl Count {
    fn add(&mut self, judgement: &Judgement, game: &Gbacw, state: &State, unit: Unit) {
        let piece = &state.units[unit];
        let own = f32::from(piece.strength());
        if !piece.is_present() {
            match piece.place {
                Place::Routed => self.routed += own,
                Place::Waiting => self.waiting += own,
                _ => {}
            }
            return;
        }
        let own_if = |holds: bool| if holds { own } else { 0.0 };
        let distance = enemy_distance(game, state, game.side(unit), piece.hex);
        let [shot, at_shaken] = judgement.best_fire(game, state, unit);
        let division = game.division(brigade_of(game, state, unit));
        self.to_be_drawn += own * division.map_or(0.0, |it| f32::from(state.formations[it].undrawn));
        let is_to_act = has_yet_to_act(game, state, unit);
        self.to_act += own_if(is_to_act);
        self.to_act_close += own_if(is_to_act && distance <= SOON);
        if game.is_artillery(unit) {
            self.guns += own;
            self.gunfire += shot;
            self.guns_close += own_if(distance <= DANGER);
            return;
        }
        self.strength += own;
        self.cohesion += own * f32::from(cohesion(game, state, unit));
        self.disordered += own_if(piece.is_disordered());
        self.disordered_close += own_if(piece.is_disordered() && distance <= DANGER);
        self.collapsed += own_if(is_collapsed(game, state, unit));
        self.touching += own_if(unit_near_enemy(game, state, unit));
        self.close += own_if(distance <= CLOSE);
        self.cover += own_if(distance <= CLOSE) * f32::from(judgement.ground.cover(piece.hex));
        self.flanked += own_if(is_flanked(game, state, unit));
        self.fire += shot;
        self.fire_at_shaken += at_shaken;
        self.attack += own_if(piece.order == OrderKind::Attack);
        self.attack_close += own_if(piece.order == OrderKind::Attack && distance <= CLOSE);
        self.march += own_if(piece.order == OrderKind::March);
        self.march_close += own_if(piece.order == OrderKind::March && distance <= SOON);
        self.out_of_command += own_if(piece.has(Status::OUT_OF_COMMAND));
        self.low_ammo += f32::from(u8::from(piece.ammo(0) != Default::default()));
    }
}

/// The features of a seat, written one after the other.
struct Sheet<'a> {
    out: std::slice::IterMut<'a, f32>,
    /// The weights of early, late and last.
    times: [f32; 3],
}

impl Sheet<'_> {
    fn put(&mut self, value: f32) {
        if let Some(place) = self.out.next() {
            *place = value;
        }
    }

    /// One feature for each time of the battle.
    fn put_by_time(&mut self, value: f32) {
        for time in self.times {
            self.put(value * time);
        }
    }
}

impl Evaluate<Gbacw> for Judgement {
    fn fitted(&self) -> &Fitted {
        &self.fitted
    }

    fn features(&self, game: &Gbacw, state: &State, seat: Player, out: &mut [f32]) {
        let side = Side::ALL[seat.index().min(1)];
        let gone = lateness(game, state);
        let (late, last) = (gone.powi(2), gone.powi(6));
        let mut sheet = Sheet { out: out.iter_mut(), times: [1.0 - late, late - last, last] };
        let mut count = Count::default();
        for unit in game.units().filter(|&unit| game.side(unit) == side) {
            count.add(self, game, state, unit);
        }
        let ([held, enemy_held], within) = self.goals(game, state, side);
        let points = game.victory_points(state);
        // Each side gets half of the lead, so that the difference of the seats is the lead itself; points come in halves.
        let lead = (points[side.index()] - points[side.other().index()]) as f32 / 4.0;
        sheet.put_by_time((lead - (held - enemy_held) / 2.0) / self.needed);
        sheet.put_by_time(held / self.points);
        sheet.put((lead / self.needed * 2.0).tanh() / 2.0 * last);
        for points in within {
            sheet.put_by_time(points / self.points);
        }
        sheet.put_by_time(count.strength / self.strength);
        sheet.put(count.cohesion / self.strength / 8.0);
        sheet.put(count.guns / self.guns);
        for strength in [
            count.routed,
            count.waiting,
            count.disordered,
            count.disordered_close,
            count.collapsed,
            count.touching,
            count.close,
            count.cover,
            count.flanked,
        ] {
            sheet.put(strength / self.strength);
        }
        for fire in [count.fire, count.gunfire, count.fire_at_shaken] {
            sheet.put(fire / 5.0);
        }
        for strength in
            [count.attack, count.attack_close, count.march, count.march_close, count.out_of_command]
        {
            sheet.put(strength / self.strength);
        }
        sheet.put(count.low_ammo / 10.0);
        sheet.put(count.guns_close / self.guns);
        sheet.put(count.to_act / self.strength);
        sheet.put(count.to_act_close / self.strength);
        sheet.put(count.to_be_drawn / self.strength / 2.0);
        let own = || game.formations().filter(|&formation| game.side_of(formation) == side);
        let undrawn = own().map(|formation| f32::from(state.formations[formation].undrawn));
        sheet.put(undrawn.sum::<f32>() / 4.0);
        let tired = own().map(|formation| f32::from(state.formations[formation].fatigue_level()));
        sheet.put(if game.options.fatigue { tired.sum::<f32>() / 10.0 } else { 0.0 });
        sheet.put_by_time(if side == Side::Union { 1.0 } else { 0.0 });
    }

    /// Between units, brigades, markers and turns, when nobody has closed with the enemy for a shock to come.
    fn is_quiet(&self, game: &Gbacw, state: &State) -> bool {
        match state.phase() {
            Phase::Brigade => !game.units().any(|unit| {
                let piece = &state.units[unit];
                piece.did(Act::CAME_ADJACENT) && piece.is_present() && piece.order == OrderKind::Attack
            }),
            Phase::NextBrigade
            | Phase::OrdersChange
            | Phase::Coordination
            | Phase::FirstMarker { .. }
            | Phase::DivisionOrders { .. }
            | Phase::Withhold { .. }
            | Phase::CommanderMovement { .. } => true,
            _ => false,
        }
    }
}
