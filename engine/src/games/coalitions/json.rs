//! State to JSON and back, and a player's view.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::data::{Problem, suggestion};
use crate::observation::Observation;
use crate::player::Player;
use crate::set::{Index, Set};

use super::Coalitions;
use super::file::{
    AutomaFile, BattleFile, Cards, DecisionFile, EndFile, FighterFile, GeneralFile, MovementFile, PlayedFile,
    PowerFile, StateFile, UpdateFile,
};
use super::observe::sees_hand;
use super::state::{Automa, Battle, End, FIGHTERS, Fighter, Movement, Played, STACK, State, Update};
use super::types::{
    CARD_KINDS, Card, Counts, Decision, GENERALS, Named, NapoleonCard, POWERS, Power, PowerSet, TARGETS,
    Territory, TerritorySet,
};

const OFF_MAP: &str = "offmap";

/// Turns indices into ids.
struct Names<'a>(&'a Coalitions);

impl Names<'_> {
    fn place(&self, at: Territory) -> String {
        self.0.tables.id(at).to_string()
    }
    fn places(&self, set: TerritorySet) -> Vec<String> {
        set.into_iter().map(|at| self.place(at)).collect()
    }
    fn power(&self, power: Power) -> String {
        self.0.tables.powers[power.i()].id.clone()
    }
    fn powers(&self, set: PowerSet) -> Vec<String> {
        set.iter().map(|power| self.power(power)).collect()
    }
    fn card(&self, card: Card) -> String {
        self.0.tables.cards[card.index()].id.clone()
    }
    fn cards(&self, counts: &Counts) -> Cards {
        let kinds = self.0.tables.cards.iter().zip(counts).filter(|&(_, &count)| count > 0);
        kinds.map(|(info, &count)| (info.id.clone(), count)).collect()
    }
    fn napoleon(&self, card: NapoleonCard) -> String {
        self.0.tables.napoleon[card.index()].id.clone()
    }
}

pub fn to_file(game: &Coalitions, state: &State) -> StateFile {
    let names = Names(game);
    let decision = state.decision.map(|decision| DecisionFile {
        ask: decision.ask,
        power: names.power(decision.power),
        about: decision.about.map(|power| names.power(power)),
        place: decision.place.map(|at| names.place(at)),
    });
    let end = state.end.map(|end| EndFile { winners: names.powers(end.winners), reason: end.reason });
    StateFile {
        round: state.round,
        turn: state.turn,
        step: state.step,
        decision,
        end,
        powers: Power::all().map(|power| (names.power(power), power_file(&names, state, power))).collect(),
        fortresses: names.places(state.fortresses),
        deck: names.cards(&state.deck),
        discards: names.cards(&state.discards),
        napoleon_deck: state.napoleon_deck.into_iter().map(|card| names.napoleon(card)).collect(),
        asked: names.powers(state.asked),
        hand_limits_due: state.limits_due,
        from_place: state.from_place,
        buying: state.buying,
        offer: state.offer,
        spain_open: state.spain_open,
        orient_used: state.orient_used,
        movement: state.movement.active.then(|| movement_file(&names, &state.movement)),
        battle: state.battle.active.then(|| battle_file(&names, &state.battle)),
        update: (state.update != Update::IDLE).then(|| update_file(&names, &state.update)),
        automa: state.automa.active.then(|| automa_file(&names, &state.automa)),
    }
}

fn power_file(names: &Names<'_>, state: &State, power: Power) -> PowerFile {
    let i = power.i();
    PowerFile {
        status: state.status[i],
        controller: state.controller[i].map(|controller| names.power(controller)),
        influence: state.influence[i],
        morale: state.morale[i],
        money: state.money[i],
        hand: names.cards(&state.hands[i]),
        generals: state.generals[i]
            .into_iter()
            .map(|at| GeneralFile { at: names.place(at), troops: state.troops_at(power, at) })
            .collect(),
        garrisons: names.places(state.garrisons[i]),
        named_general: match state.named[i] {
            Named::Unnamed => None,
            Named::OffMap => Some(OFF_MAP.into()),
            Named::At(at) => Some(names.place(at)),
        },
        chosen_status: state.choices[i],
        expelled_from: state.expelled[i],
        bid: state.bids[i],
        engaged: names.places(state.engaged[i]),
    }
}

fn movement_file(names: &Names<'_>, movement: &Movement) -> MovementFile {
    MovementFile {
        mover: names.power(movement.mover),
        napoleon_only: movement.napoleon_only,
        arbiter: movement.arbiter.map(|power| names.power(power)),
        turn: movement.turn,
        stage: movement.stage,
        way: movement.way,
        steps: movement.steps,
        friendly: movement.friendly,
        agreed: names.powers(movement.agreed),
        at: movement.at.map(|at| names.place(at)),
        through: movement.through.map(|at| names.place(at)),
        target: movement.target.map(|at| names.place(at)),
        moved: names.places(movement.moved),
    }
}

fn battle_file(names: &Names<'_>, battle: &Battle) -> BattleFile {
    let fighter_file = |fighter: &Fighter| FighterFile {
        power: names.power(fighter.power),
        at: names.place(fighter.at),
        side: fighter.side,
        direct: fighter.direct,
        troops: fighter.troops,
        allowance: fighter.allowance,
        cards: fighter
            .played()
            .iter()
            .map(|played| PlayedFile { card: names.card(played.card), face_up: played.face_up })
            .collect(),
    };
    BattleFile {
        at: names.place(battle.at),
        attacker: names.power(battle.attacker),
        stage: battle.stage,
        defenders: names.powers(battle.defenders),
        passed: names.powers(battle.passed),
        penniless: names.powers(battle.penniless),
        free_card_used: names.powers(battle.free_used),
        asked_power: battle.asked_power,
        asked_place: battle.asked_place,
        next: battle.next,
        played_this_round: battle.played_this_round,
        loser: battle.loser,
        fighters: battle.fighters().iter().map(fighter_file).collect(),
        drawn: names.cards(&battle.drawn),
    }
}

fn update_file(names: &Names<'_>, update: &Update) -> UpdateFile {
    UpdateFile {
        active: update.active,
        to_war: update.to_war,
        next_power: update.next_power,
        next_place: update.next_place,
        place: update.place.map(|at| names.place(at)),
        leaving: names.powers(update.leaving),
        may_stay: names.powers(update.may_stay),
        former_status: Power::all().map(|p| (names.power(p), update.former_status[p.i()])).collect(),
        former_controller: Power::all()
            .map(|p| (names.power(p), update.former_controller[p.i()].map(|c| names.power(c))))
            .collect(),
    }
}

fn automa_file(names: &Names<'_>, automa: &Automa) -> AutomaFile {
    AutomaFile {
        stage: automa.stage,
        race: automa.race,
        card: automa.card.map(|card| names.napoleon(card)),
        targets: automa.targets.iter().flatten().map(|&at| names.place(at)).collect(),
        next: automa.next,
        placed: names.places(automa.placed),
    }
}

/// Turns ids into indices, or says what is known.
struct Ids<'a>(&'a Coalitions);

impl Ids<'_> {
    fn find<'b>(
        &self,
        what: &str,
        id: &str,
        mut known: impl Iterator<Item = &'b str> + Clone,
    ) -> Result<usize, Problem> {
        let all = known.clone();
        known
            .position(|one| one == id)
            .ok_or_else(|| Problem::new(format!("state: no {what} \"{id}\".{}", suggestion(id, all))))
    }
    fn place(&self, id: &str) -> Result<Territory, Problem> {
        let known = self.0.tables.territories.iter().map(|info| info.id.as_str());
        self.find("territory", id, known).map(Territory::from_index)
    }
    fn places(&self, ids: &[String]) -> Result<TerritorySet, Problem> {
        ids.iter().map(|id| self.place(id)).collect()
    }
    fn maybe_place(&self, id: &Option<String>) -> Result<Option<Territory>, Problem> {
        id.as_ref().map(|id| self.place(id)).transpose()
    }
    fn power(&self, id: &str) -> Result<Power, Problem> {
        self.find("power", id, Power::IDS.into_iter()).map(Power::from_index)
    }
    fn maybe_power(&self, id: &Option<String>) -> Result<Option<Power>, Problem> {
        id.as_ref().map(|id| self.power(id)).transpose()
    }
    fn powers(&self, ids: &[String]) -> Result<PowerSet, Problem> {
        ids.iter().map(|id| self.power(id)).collect()
    }
    fn card(&self, id: &str) -> Result<Card, Problem> {
        let known = self.0.tables.cards.iter().map(|info| info.id.as_str());
        self.find("battle card", id, known).map(Card::from_index)
    }
    fn cards(&self, cards: &Cards) -> Result<Counts, Problem> {
        let mut counts = [0; CARD_KINDS];
        for (id, &count) in cards {
            counts[self.card(id)?.index()] = count;
        }
        Ok(counts)
    }
    fn napoleon(&self, id: &str) -> Result<NapoleonCard, Problem> {
        let known = self.0.tables.napoleon.iter().map(|info| info.id.as_str());
        self.find("Napoleon card", id, known).map(NapoleonCard::from_index)
    }
}

/// Reads and checks a state; an unsound one is refused with the invariant it breaks.
pub fn from_json(game: &Coalitions, json: &Value) -> Result<State, Problem> {
    let file: StateFile =
        serde_json::from_value(json.clone()).map_err(|error| Problem::new(format!("state: {error}")))?;
    let state = from_file(game, &file)?;
    super::check::check(game, &state).map_err(|broken| Problem::new(broken.0))?;
    Ok(state)
}

fn from_file(game: &Coalitions, file: &StateFile) -> Result<State, Problem> {
    let ids = Ids(game);
    let mut state = State::blank();
    (state.round, state.turn, state.step) = (file.round, file.turn, file.step);
    if let Some(decision) = &file.decision {
        state.decision = Some(Decision {
            ask: decision.ask,
            power: ids.power(&decision.power)?,
            about: ids.maybe_power(&decision.about)?,
            place: ids.maybe_place(&decision.place)?,
        });
    }
    if let Some(end) = &file.end {
        state.end = Some(End { winners: ids.powers(&end.winners)?, reason: end.reason });
    }
    for power in Power::all() {
        let id = Power::IDS[power.i()];
        let own = file.powers.get(id).ok_or_else(|| Problem::new(format!("state: power {id} is missing")))?;
        read_power(&ids, &mut state, power, own)?;
    }
    if file.powers.len() != POWERS {
        return Err(Problem::new("state: powers are the six of the game, no others"));
    }
    state.fortresses = ids.places(&file.fortresses)?;
    state.deck = ids.cards(&file.deck)?;
    state.discards = ids.cards(&file.discards)?;
    state.napoleon_deck =
        file.napoleon_deck.iter().map(|id| ids.napoleon(id)).collect::<Result<Set<_, 1>, _>>()?;
    state.asked = ids.powers(&file.asked)?;
    state.limits_due = file.hand_limits_due;
    (state.from_place, state.buying, state.offer) = (file.from_place, file.buying, file.offer);
    (state.spain_open, state.orient_used) = (file.spain_open, file.orient_used);
    if let Some(movement) = &file.movement {
        state.movement = read_movement(&ids, movement)?;
    }
    if let Some(battle) = &file.battle {
        state.battle = read_battle(&ids, battle)?;
    }
    if let Some(update) = &file.update {
        state.update = read_update(&ids, update)?;
    }
    if let Some(automa) = &file.automa {
        state.automa = read_automa(&ids, automa)?;
    }
    state.settle_relations();
    Ok(state)
}

fn read_power(ids: &Ids<'_>, state: &mut State, power: Power, own: &PowerFile) -> Result<(), Problem> {
    let i = power.i();
    state.status[i] = own.status;
    state.controller[i] = ids.maybe_power(&own.controller)?;
    (state.influence[i], state.morale[i], state.money[i]) = (own.influence, own.morale, own.money);
    state.hands[i] = ids.cards(&own.hand)?;
    for general in &own.generals {
        let at = ids.place(&general.at)?;
        if state.has_general(power, at) || state.generals[i].len() >= GENERALS {
            return Err(Problem::new(format!("state: two generals of {} in {}", Power::IDS[i], general.at)));
        }
        state.add_general(power, at, general.troops);
    }
    state.garrisons[i] = ids.places(&own.garrisons)?;
    state.named[i] = match own.named_general.as_deref() {
        None => Named::Unnamed,
        Some(OFF_MAP) => Named::OffMap,
        Some(id) => Named::At(ids.place(id)?),
    };
    (state.choices[i], state.expelled[i], state.bids[i]) = (own.chosen_status, own.expelled_from, own.bid);
    state.engaged[i] = ids.places(&own.engaged)?;
    Ok(())
}

fn read_movement(ids: &Ids<'_>, file: &MovementFile) -> Result<Movement, Problem> {
    Ok(Movement {
        active: true,
        napoleon_only: file.napoleon_only,
        mover: ids.power(&file.mover)?,
        arbiter: ids.maybe_power(&file.arbiter)?,
        turn: file.turn,
        stage: file.stage,
        way: file.way,
        steps: file.steps,
        friendly: file.friendly,
        agreed: ids.powers(&file.agreed)?,
        at: ids.maybe_place(&file.at)?,
        through: ids.maybe_place(&file.through)?,
        target: ids.maybe_place(&file.target)?,
        moved: ids.places(&file.moved)?,
    })
}

fn read_battle(ids: &Ids<'_>, file: &BattleFile) -> Result<Battle, Problem> {
    if file.fighters.len() > FIGHTERS || file.fighters.iter().any(|fighter| fighter.cards.len() > STACK) {
        return Err(Problem::new("state: battle: too many fighters or cards"));
    }
    let mut fighters = [Fighter::NONE; FIGHTERS];
    for (slot, one) in fighters.iter_mut().zip(&file.fighters) {
        *slot = Fighter {
            power: ids.power(&one.power)?,
            at: ids.place(&one.at)?,
            side: one.side,
            direct: one.direct,
            troops: one.troops,
            allowance: one.allowance,
            count: one.cards.len() as u8,
            cards: Fighter::NONE.cards,
        };
        for (card, played) in slot.cards.iter_mut().zip(&one.cards) {
            *card = Played { card: ids.card(&played.card)?, face_up: played.face_up };
        }
    }
    Ok(Battle {
        active: true,
        stage: file.stage,
        at: ids.place(&file.at)?,
        attacker: ids.power(&file.attacker)?,
        defenders: ids.powers(&file.defenders)?,
        passed: ids.powers(&file.passed)?,
        penniless: ids.powers(&file.penniless)?,
        free_used: ids.powers(&file.free_card_used)?,
        asked_power: file.asked_power,
        asked_place: file.asked_place,
        next: file.next,
        played_this_round: file.played_this_round,
        loser: file.loser,
        count: file.fighters.len() as u8,
        fighters,
        drawn: ids.cards(&file.drawn)?,
    })
}

fn read_update(ids: &Ids<'_>, file: &UpdateFile) -> Result<Update, Problem> {
    let mut update = Update {
        active: file.active,
        to_war: file.to_war,
        next_power: file.next_power,
        next_place: file.next_place,
        place: ids.maybe_place(&file.place)?,
        leaving: ids.powers(&file.leaving)?,
        may_stay: ids.powers(&file.may_stay)?,
        ..Update::IDLE
    };
    for (id, &status) in &file.former_status {
        update.former_status[ids.power(id)?.i()] = status;
    }
    for (id, controller) in &file.former_controller {
        update.former_controller[ids.power(id)?.i()] = ids.maybe_power(controller)?;
    }
    Ok(update)
}

fn read_automa(ids: &Ids<'_>, file: &AutomaFile) -> Result<Automa, Problem> {
    if file.targets.len() > TARGETS {
        return Err(Problem::new(format!("state: automa: at most {TARGETS} targets")));
    }
    let mut targets = [None; TARGETS];
    for (slot, id) in targets.iter_mut().zip(&file.targets) {
        *slot = Some(ids.place(id)?);
    }
    Ok(Automa {
        active: true,
        stage: file.stage,
        race: file.race,
        card: file.card.as_ref().map(|id| ids.napoleon(id)).transpose()?,
        targets,
        next: file.next,
        placed: ids.places(&file.placed)?,
    })
}

/// What a viewer may know: hidden hands are counted, hidden cards, choices and bids are absent.
pub fn view_json(game: &Coalitions, seen: &Observation<State>) -> Value {
    let (state, viewer) = (seen.visible(), seen.viewer());
    let mut view = serde_json::to_value(to_file(game, state)).unwrap_or(Value::Null);
    let deck: u32 = state.deck.iter().map(|&count| u32::from(count)).sum();
    view["deck"] = json!(deck);
    for power in Power::all() {
        let own = &mut view["powers"][Power::IDS[power.i()]];
        own["hand_size"] = json!(state.hand_size(power));
        if !sees_hand(game, state, viewer, power) {
            own["hand"] = Value::Null;
        }
        if game.seats[power.i()] != Some(viewer) {
            own["has_chosen"] = json!(state.choices[power.i()].is_some());
            own["has_bid"] = json!(state.bids[power.i()].is_some());
            own["chosen_status"] = Value::Null;
            own["bid"] = Value::Null;
        }
    }
    hide_stacks(game, state, viewer, &mut view);
    let rows: BTreeMap<&str, Value> = BTreeMap::from([("viewer", json!(viewer.0)), ("seats", seats(game))]);
    for (name, value) in rows {
        view[name] = value;
    }
    view
}

fn seats(game: &Coalitions) -> Value {
    let seat = |power: Power| game.seats[power.i()].map(|player| player.0);
    Power::all().map(|power| (Power::IDS[power.i()].to_string(), json!(seat(power)))).collect()
}

fn hide_stacks(game: &Coalitions, state: &State, viewer: Player, view: &mut Value) {
    for (i, fighter) in state.battle.fighters().iter().enumerate() {
        if sees_hand(game, state, viewer, fighter.power) {
            continue;
        }
        for (nth, played) in fighter.played().iter().enumerate() {
            if !played.face_up {
                view["battle"]["fighters"][i]["cards"][nth]["card"] = json!("hidden");
            }
        }
    }
}
