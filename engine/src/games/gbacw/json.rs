//! A state as JSON that a person can read and edit: ids instead of numbers, flags by name.
//!
//! [`Word`] says how one kind of value is written and read; the macros list the fields of records and phases once
//! for both directions. What can be recomputed (hexes held, stack levels) is not trusted but derived or checked.

use serde_json::{Map, Value, json};

use super::Gbacw;
use super::calc::fire::Ammo;
use super::field::refresh;
use super::phase::{Body, Phase, Segment};
use super::state::{
    Act, AttachedTo, Combat, CombatFlags, FireNote, FormationState, HexCode, LeaderFlags, LeaderState,
    MOST_COMBATS, MOST_NOTES, MOST_PHASES, MOST_SHOTS, MOST_WORKS, Marker, Place, Shot, ShotKind, Standing,
    State, Status, UnitState, Work, Works,
};
use super::types::{Facing, Formation, Hex, Leader, OrderKind, Side, Unit};
use crate::data::{Problem, suggestion};
use crate::set::{Index, Set};

/// One kind of value in the state's JSON.
trait Word: Sized {
    fn write(&self, game: &Gbacw) -> Value;
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem>;
}

fn wrong<T>(expected: &str, value: &Value) -> Result<T, Problem> {
    Err(Problem::new(format!("expected {expected}, not {value}")))
}

fn find<'a>(
    what: &str,
    value: &Value,
    mut known: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Problem> {
    let Some(word) = value.as_str() else { return wrong(what, value) };
    let place = known.clone().position(|id| id == word);
    place.ok_or_else(|| {
        let hint = suggestion(word, known.by_ref());
        Problem::new(format!("no {what} \"{word}\".{hint}"))
    })
}

macro_rules! numbers {
    ($($kind:ty),+) => {$(
        impl Word for $kind {
            fn write(&self, _: &Gbacw) -> Value {
                json!(self)
            }
            fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
                match value.as_u64().and_then(|number| <$kind>::try_from(number).ok()) {
                    Some(number) => Ok(number),
                    None => wrong(concat!("a number of 0 to ", stringify!($kind), "'s largest"), value),
                }
            }
        }
    )+};
}
numbers!(u8, u16, u32);

impl Word for bool {
    fn write(&self, _: &Gbacw) -> Value {
        json!(self)
    }
    fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
        value.as_bool().map_or_else(|| wrong("true or false", value), Ok)
    }
}

impl<const N: usize> Word for [u8; N] {
    fn write(&self, _: &Gbacw) -> Value {
        json!(self.to_vec())
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let Some(list) = value.as_array().filter(|list| list.len() == N) else {
            return wrong(&format!("a list of {N} numbers"), value);
        };
        let mut numbers = [0; N];
        for (place, number) in numbers.iter_mut().zip(list) {
            *place = u8::read(game, number)?;
        }
        Ok(numbers)
    }
}

impl Word for [bool; 2] {
    fn write(&self, _: &Gbacw) -> Value {
        json!({ "union": self[0], "csa": self[1] })
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        Ok([bool::read(game, &value["union"])?, bool::read(game, &value["csa"])?])
    }
}

impl Word for [u16; 2] {
    fn write(&self, _: &Gbacw) -> Value {
        json!({ "union": self[0], "csa": self[1] })
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        Ok([u16::read(game, &value["union"])?, u16::read(game, &value["csa"])?])
    }
}

impl<T: Word> Word for Option<T> {
    fn write(&self, game: &Gbacw) -> Value {
        self.as_ref().map_or(Value::Null, |value| value.write(game))
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        if value.is_null() { Ok(None) } else { T::read(game, value).map(Some) }
    }
}

impl Word for Hex {
    fn write(&self, game: &Gbacw) -> Value {
        game.hex(*self).to_string().into()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let hex = value.as_str().and_then(|name| game.scenario.map.grid.parse(name));
        hex.map_or_else(|| wrong("a hex of the map such as \"1008\"", value), Ok)
    }
}

impl Word for HexCode {
    fn write(&self, game: &Gbacw) -> Value {
        self.hex().write(game)
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        Hex::read(game, value).map(HexCode::new)
    }
}

impl Word for Unit {
    fn write(&self, game: &Gbacw) -> Value {
        game.unit_id(*self).into()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        find("unit", value, game.scenario.oob.units.iter().map(|unit| unit.id.as_str())).map(Unit::from_index)
    }
}

impl Word for Leader {
    fn write(&self, game: &Gbacw) -> Value {
        game.leader_id(*self).into()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        find("leader", value, game.scenario.oob.leaders.iter().map(|leader| leader.id.as_str()))
            .map(Leader::from_index)
    }
}

impl Word for Formation {
    fn write(&self, game: &Gbacw) -> Value {
        game.formation_id(*self).into()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let known = game.scenario.oob.formations.iter().map(|formation| formation.id.as_str());
        find("formation", value, known).map(Formation::from_index)
    }
}

impl Word for AttachedTo {
    fn write(&self, game: &Gbacw) -> Value {
        self.formation().write(game)
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        Formation::read(game, value).map(AttachedTo::new)
    }
}

impl<T: Word + Index, const W: usize> Word for Set<T, W> {
    fn write(&self, game: &Gbacw) -> Value {
        self.into_iter().map(|item| item.write(game)).collect()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let Some(list) = value.as_array() else { return wrong("a list", value) };
        list.iter().map(|item| T::read(game, item)).collect()
    }
}

impl Word for Facing {
    fn write(&self, _: &Gbacw) -> Value {
        self.id().into()
    }
    fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
        find("facing", value, Facing::ids().iter().copied()).map(Facing::from_index)
    }
}

/// Enums by the names of their values.
macro_rules! words {
    ($kind:ty: $what:literal { $($value:path = $name:literal),+ $(,)? }) => {
        impl Word for $kind {
            fn write(&self, _: &Gbacw) -> Value {
                match self { $($value => $name.into()),+ }
            }
            fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
                const ALL: &[$kind] = &[$($value),+];
                find($what, value, [$($name),+].into_iter()).map(|place| ALL[place])
            }
        }
    };
}

words!(Side: "side" { Side::Union = "union", Side::Csa = "csa" });
words!(OrderKind: "order" { OrderKind::March = "march", OrderKind::Advance = "advance", OrderKind::Attack = "attack" });
words!(Place: "place" {
    Place::Map = "map", Place::Waiting = "waiting", Place::Routed = "routed", Place::Gone = "gone",
    Place::Exited = "exited",
});
words!(Ammo: "ammunition" { Ammo::Full = "full", Ammo::Low = "low", Ammo::Out = "out" });
words!(Body: "body of attackers" { Body::Foot = "foot", Body::Horse = "horse", Body::Charge = "charge" });
words!(ShotKind: "kind of fire" {
    ShotKind::Active = "active", ShotKind::Return = "return", ShotKind::PreShock = "pre_shock",
    ShotKind::Parting = "parting", ShotKind::Entry = "entry",
});

impl Word for Segment {
    fn write(&self, _: &Gbacw) -> Value {
        format!("{self:?}").into()
    }
    fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let names: Vec<String> = Segment::ALL.iter().map(|segment| format!("{segment:?}")).collect();
        find("segment", value, names.iter().map(String::as_str)).map(|place| Segment::ALL[place])
    }
}

impl Word for Marker {
    fn write(&self, game: &Gbacw) -> Value {
        match self {
            Marker::None => Value::Null,
            Marker::Division(division) => json!({ "division": division.write(game) }),
            Marker::March(side) => json!({ "march": side.write(game) }),
        }
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        if value.is_null() {
            return Ok(Marker::None);
        }
        match (value.get("division"), value.get("march")) {
            (Some(division), _) => Formation::read(game, division).map(Marker::Division),
            (_, Some(side)) => Side::read(game, side).map(Marker::March),
            _ => wrong("null, {\"division\": ...} or {\"march\": ...}", value),
        }
    }
}

/// Flags as a list of their names in lower case.
macro_rules! flag_words {
    ($($kind:ty),+) => {$(
        impl Word for $kind {
            fn write(&self, _: &Gbacw) -> Value {
                let named = <$kind>::NAMED.iter().filter(|(flag, _)| self.has(*flag));
                named.map(|(_, name)| Value::from(name.to_lowercase())).collect()
            }
            fn read(_: &Gbacw, value: &Value) -> Result<Self, Problem> {
                let Some(list) = value.as_array() else { return wrong("a list of flags", value) };
                let names: Vec<String> = <$kind>::NAMED.iter().map(|(_, name)| name.to_lowercase()).collect();
                let mut flags = <$kind>::default();
                for word in list {
                    let place = find("flag", word, names.iter().map(String::as_str))?;
                    flags.set(<$kind>::NAMED[place].0, true);
                }
                Ok(flags)
            }
        }
    )+};
}
flag_words!(Status, Act, Standing, LeaderFlags, CombatFlags);

/// Records field by field; a missing field is an error that names it.
macro_rules! records {
    ($($kind:ident { $($field:ident),+ $(,)? })+) => {$(
        impl Word for $kind {
            fn write(&self, game: &Gbacw) -> Value {
                let mut object = Map::new();
                $(object.insert(stringify!($field).into(), self.$field.write(game));)+
                Value::Object(object)
            }
            fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
                let Some(object) = value.as_object() else { return wrong("an object", value) };
                Ok($kind { $($field: field(game, object, stringify!($field))?),+ })
            }
        }
    )+};
}

fn field<T: Word>(game: &Gbacw, object: &Map<String, Value>, name: &str) -> Result<T, Problem> {
    let Some(value) = object.get(name) else {
        return Err(Problem::new(format!("the field \"{name}\" is missing; add it")));
    };
    T::read(game, value).map_err(|problem| Problem::new(format!("{name}: {}", problem.message)))
}

records! {
    UnitState {
        place, hex, facing, order, level, sp, ammo, extension, status, act, spent, acts, combat, held, attached,
    }
    FormationState { order, standing, markers, undrawn, used, cap, fatigue, tiring, shock_phases }
    LeaderState { place, hex, flags }
    Work { hex, facing, turns, builder }
    Shot { firer, parts, strength, from, target, group, kind, result, second, doubled, cost }
    Combat { defenders, continued, flags, swung_on }
}

impl Word for FireNote {
    fn write(&self, game: &Gbacw) -> Value {
        match self {
            FireNote::Kept { unit, points, parts, hex } => json!({
                "note": "kept",
                "unit": unit.write(game),
                "points": points,
                "parts": parts,
                "hex": hex.write(game),
            }),
            FireNote::Closed { unit, hex } => {
                json!({ "note": "closed", "unit": unit.write(game), "hex": hex.write(game) })
            }
            FireNote::Given { unit, parts } => {
                json!({ "note": "given", "unit": unit.write(game), "parts": parts })
            }
        }
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let Some(object) = value.as_object() else { return wrong("a note of fire", value) };
        let known = ["kept", "closed", "given"];
        let unit = field(game, object, "unit")?;
        match find("note of fire", object.get("note").unwrap_or(&Value::Null), known.into_iter())? {
            0 => Ok(FireNote::Kept {
                unit,
                points: field(game, object, "points")?,
                parts: field(game, object, "parts")?,
                hex: field(game, object, "hex")?,
            }),
            1 => Ok(FireNote::Closed { unit, hex: field(game, object, "hex")? }),
            _ => Ok(FireNote::Given { unit, parts: field(game, object, "parts")? }),
        }
    }
}

impl Word for [Option<HexCode>; 4] {
    fn write(&self, game: &Gbacw) -> Value {
        self.iter().flatten().map(|hex| hex.write(game)).collect()
    }
    fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
        let Some(list) = value.as_array().filter(|list| list.len() <= 4) else {
            return wrong("a list of at most 4 hexes", value);
        };
        let mut hexes = [None; 4];
        for (place, hex) in hexes.iter_mut().zip(list) {
            *place = Some(HexCode::read(game, hex)?);
        }
        Ok(hexes)
    }
}

/// Phases by name and fields.
macro_rules! phases {
    ($($name:ident { $($field:ident),* })+) => {
        impl Word for Phase {
            fn write(&self, game: &Gbacw) -> Value {
                let mut object = Map::new();
                match self {
                    Phase::Sequence(segment) => {
                        object.insert("phase".into(), "Sequence".into());
                        object.insert("segment".into(), segment.write(game));
                    }
                    $(Phase::$name { $($field),* } => {
                        object.insert("phase".into(), stringify!($name).into());
                        $(object.insert(stringify!($field).into(), $field.write(game));)*
                    })+
                }
                Value::Object(object)
            }
            fn read(game: &Gbacw, value: &Value) -> Result<Self, Problem> {
                let Some(object) = value.as_object() else { return wrong("a phase", value) };
                let name = object.get("phase").unwrap_or(&Value::Null);
                let known = ["Sequence", $(stringify!($name)),+];
                let place = find("phase", name, known.into_iter())?;
                match known[place] {
                    "Sequence" => field(game, object, "segment").map(Phase::Sequence),
                    $(stringify!($name) => Ok(Phase::$name { $($field: field(game, object, stringify!($field))?),* }),)+
                    _ => wrong("a phase", value),
                }
            }
        }
    };
}

phases! {
    Over {} ArmyBonus { side } CorpsBonus { corps, left } Transfer { side, to, taken } Withhold { side }
    DivisionOrders { side } Attachment { side } EntryOrders { side } Reserve { side } Engineering { side }
    Reform { formation } FirstMarker { side } OrdersChange {} NewOrder { formation } Coordination {}
    Coordinate { left } NextBrigade {} Brigade {} EndBrigade {} UnitActs { unit } LeaderMoves { leader, left }
    RidesAlong { leader, left } StopArtillery { unit } ReactionMove { unit, to } FireAtGuns { guns }
    MoveOff { unit, to, strength, disordered } AfterReactionMove { unit } Volley { kind, unit, to }
    Enter { unit, to } Pivot { unit, fixed } AfterPivot { unit, fixed } AfterEntry { unit, to }
    ReactionFacing { hex, unit } ReactionFacingOf { unit, hex }
    DivideFire { unit, evenly } RollShots {} ApplyShot { index } FireReaction { unit, target } AfterFire { unit, target }
    Retreat { unit, start, least, most } LeaderGoes { leader, to } Settle {} Declare { party, after, body }
    HoldBack { combat, hex }
    RetreatBeforeShock { level } AfterSlip { unit } GreenCheck {} Envelop { next } CounterCharge { next }
    PreShockChecks {} CheckedFor { unit } PreShockFire { level } ShockOrder { level } Resolve { level, reversed } Fight { combat }
    AdvanceAfterShock { combat } AdvanceFacing { unit } ContinueShock { combat } ContinueMove { combat, unit, left }
    AfterShock { combat } RallyFacing { unit } CommanderMovement { side }
    MovesUp { leader } Replacement { leader } ReserveWork { side } ReturnRouted { unit } Rest { formation } LeaveReserve { side }
    LeaveWith { formation } EndGame { side } EventChoice { side, event }
}

/// The plain fields of the state, listed once.
macro_rules! plain_fields {
    ($do:ident) => {
        $do!(
            turn,
            over,
            ended_early,
            initiative,
            marker,
            active,
            march_undrawn,
            event_undrawn,
            storm,
            smoke,
            acting,
            came_from,
            start_hex,
            mover,
            stay_toll,
            entered,
            entry_settled,
            retreat_from,
            yielded,
            retreat_points,
            reacted,
            busy,
            answer_to,
            answered,
            off_road,
            lost_sp,
            lost_guns,
            leader_vp,
            exit_vp
        )
    };
}

/// Everything about a state.
pub fn write(game: &Gbacw, state: &State) -> Value {
    let mut object = Map::new();
    macro_rules! put {
        ($($field:ident),+) => { $(object.insert(stringify!($field).into(), state.$field.write(game));)+ };
    }
    plain_fields!(put);
    let control: Map<String, Value> = game
        .scenario
        .map
        .locations
        .iter()
        .enumerate()
        .map(|(i, location)| (location.id.clone(), state.control[i].write(game)))
        .collect();
    object.insert("control".into(), Value::Object(control));
    object.insert("works".into(), state.works.places().iter().map(|work| work.write(game)).collect());
    object.insert("shots".into(), state.shots.iter().map(|shot| shot.write(game)).collect());
    object.insert("fire_notes".into(), state.fire_notes.iter().map(|note| note.write(game)).collect());
    object.insert("combats".into(), state.combats.iter().map(|combat| combat.write(game)).collect());
    object.insert("phases".into(), state.phases().iter().map(|phase| phase.write(game)).collect());
    let formations: Map<String, Value> = game
        .formations()
        .map(|formation| (game.formation_id(formation).into(), state.formations[formation].write(game)))
        .collect();
    object.insert("formations".into(), Value::Object(formations));
    let leaders: Map<String, Value> = game
        .leaders()
        .map(|leader| (game.leader_id(leader).into(), state.leaders[leader].write(game)))
        .collect();
    object.insert("leaders".into(), Value::Object(leaders));
    let units: Map<String, Value> =
        game.units().map(|unit| (game.unit_id(unit).into(), state.units[unit].write(game))).collect();
    object.insert("units".into(), Value::Object(units));
    Value::Object(object)
}

/// Reads and checks what [`write()`] wrote.
pub fn read(game: &Gbacw, json: &Value) -> Result<State, Problem> {
    let Some(object) = json.as_object() else { return wrong("a state object", json) };
    let mut state = State::new();
    macro_rules! get {
        ($($name:ident),+) => { $(state.$name = field(game, object, stringify!($name))?;)+ };
    }
    plain_fields!(get);
    let part = |name: &str| {
        object
            .get(name)
            .and_then(Value::as_object)
            .ok_or_else(|| Problem::new(format!("\"{name}\" must be an object")))
    };
    let control = part("control")?;
    for (i, location) in game.scenario.map.locations.iter().enumerate() {
        state.control[i] = field(game, control, &location.id)?;
    }
    state.works = Works::new(list::<Work, MOST_WORKS>(game, object, "works")?);
    state.shots = list::<Shot, MOST_SHOTS>(game, object, "shots")?;
    state.fire_notes = list::<FireNote, MOST_NOTES>(game, object, "fire_notes")?;
    state.combats = list::<Combat, MOST_COMBATS>(game, object, "combats")?;
    let formations = part("formations")?;
    for formation in game.formations() {
        state.formations[formation] = field(game, formations, game.formation_id(formation))?;
    }
    let leaders = part("leaders")?;
    for leader in game.leaders() {
        state.leaders[leader] = field(game, leaders, game.leader_id(leader))?;
    }
    let units = part("units")?;
    for unit in game.units() {
        let piece: UnitState = field(game, units, game.unit_id(unit))?;
        sound(&piece).map_err(|message| Problem::new(format!("{}: {message}", game.unit_id(unit))))?;
        if piece.attached.is_some() && !game.roster.attachable.contains(unit) {
            let id = game.unit_id(unit);
            return Err(Problem::new(format!("{id}: attached: only batteries serve other brigades (4.32)")));
        }
        state.units[unit] = piece;
    }
    let Some(stack) = object.get("phases").and_then(Value::as_array) else {
        return Err(Problem::new("\"phases\" must be a list, the first at the bottom"));
    };
    if stack.len() > MOST_PHASES || stack.is_empty() {
        return Err(Problem::new(format!("\"phases\" must hold 1 to {MOST_PHASES} phases")));
    }
    let stack = stack.iter().map(|phase| Phase::read(game, phase)).collect::<Result<Vec<_>, _>>()?;
    state.set_phases(&stack);
    check_phases(&state)?;
    for hex in game.scenario.map.grid.hexes() {
        refresh(game, &mut state, hex);
    }
    super::check::check(game, &state).map_err(|broken| Problem::new(broken.0))?;
    let mut legal = Vec::new();
    if !state.over {
        super::rules::offer(game, &state, &mut legal);
        if legal.is_empty() {
            return Err(Problem::new("phases: the phase on top asks nothing; end the list with a question"));
        }
    }
    Ok(state)
}

fn list<T: Word + Copy, const N: usize>(
    game: &Gbacw,
    object: &Map<String, Value>,
    name: &str,
) -> Result<[Option<T>; N], Problem> {
    let Some(items) = object.get(name).and_then(Value::as_array).filter(|items| items.len() <= N) else {
        return Err(Problem::new(format!("\"{name}\" must be a list of at most {N}")));
    };
    let mut all = [None; N];
    for (place, item) in all.iter_mut().zip(items) {
        *place = Option::<T>::read(game, item)
            .map_err(|problem| Problem::new(format!("{name}: {}", problem.message)))?;
    }
    Ok(all)
}

/// Numbers of a unit that must lie in their ranges.
fn sound(piece: &UnitState) -> Result<(), String> {
    if piece.extension.iter().any(|&code| code > 6) {
        return Err("extension: directions are 1 (north) to 6, clockwise, 0 for none".into());
    }
    if usize::from(piece.combat) > MOST_COMBATS {
        return Err(format!("combat: must be 0 to {MOST_COMBATS}"));
    }
    if piece.sp.iter().map(|&points| u16::from(points)).sum::<u16>() > 250 {
        return Err("sp: the sections add up to more than 250".into());
    }
    if piece.level > 40 {
        return Err("level: must be 0 to 40".into());
    }
    Ok(())
}

/// Phases that name a combat must name one that is there.
fn check_phases(state: &State) -> Result<(), Problem> {
    for phase in state.phases() {
        let index = match *phase {
            Phase::Fight { combat }
            | Phase::AdvanceAfterShock { combat }
            | Phase::ContinueShock { combat }
            | Phase::HoldBack { combat, .. }
            | Phase::ContinueMove { combat, .. }
            | Phase::AfterShock { combat } => Some(combat),
            Phase::Declare { party, .. } => party,
            _ => None,
        };
        if index.is_some_and(|index| usize::from(index) >= MOST_COMBATS) {
            return Err(Problem::new(format!("phases: combats are numbered 0 to {}", MOST_COMBATS - 1)));
        }
        if let Phase::ApplyShot { index } = *phase
            && usize::from(index) >= MOST_SHOTS
        {
            return Err(Problem::new(format!("phases: shots are numbered 0 to {}", MOST_SHOTS - 1)));
        }
    }
    Ok(())
}
