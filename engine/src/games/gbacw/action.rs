//! What a player answers to one question, with its stable code and its sentence.

use super::Gbacw;
use super::types::{Facing, Formation, Hex, Leader, OrderKind, Refusal, Side, Unit};
use crate::set::Index;

/// How a unit fires.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FireMode {
    /// With everything that can.
    Whole,
    /// Half the strength, the larger or the smaller one, the rest held for another hex; or an even share of a battery's
    /// guns. [GB 10.15, 10.65]
    More,
    Less,
    /// One gun section. [GB 10.65]
    Section(u8),
    /// One part of a line, its fire divided between the two hexes before it, the larger share here. [GB 8.45, 10.15]
    Part(u8),
    /// Batteries of one hex together at four hexes and more. [GB 10.63]
    Combined,
    /// Twice, at canister range. [GB 10.68]
    Doubled,
}

impl FireMode {
    fn suffix(self) -> String {
        match self {
            FireMode::Whole => String::new(),
            FireMode::More => "/more".into(),
            FireMode::Less => "/less".into(),
            FireMode::Section(section) => format!("/section{}", section + 1),
            FireMode::Part(part) => format!("/part{}", part + 1),
            FireMode::Combined => "/combined".into(),
            FireMode::Doubled => "/doubled".into(),
        }
    }

    fn words(self) -> String {
        match self {
            FireMode::Whole => String::new(),
            FireMode::More => " with the larger share".into(),
            FireMode::Less => " with the smaller share".into(),
            FireMode::Section(section) => format!(" with section {}", section + 1),
            FireMode::Part(part) => format!(" with the larger share of part {}", part + 1),
            FireMode::Combined => " with all batteries of the hex together".into(),
            FireMode::Doubled => " twice (doubled fire)".into(),
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// No, no more, or done.
    Pass,
    Yes,
    /// The question's own choice of a formation: bonus, transfer, withheld marker, reserve, brigade.
    Formation(Formation),
    Order {
        formation: Formation,
        order: OrderKind,
    },
    EntryOrder {
        group: u8,
        order: OrderKind,
    },
    Attach {
        unit: Unit,
        to: Formation,
    },
    MarchMarker(Side),
    NewOrder(OrderKind),
    Unit(Unit),
    /// A unit of the stack moves along with the acting one. [GB 8.21]
    With(Unit),
    Leader(Leader),
    Enter {
        unit: Unit,
        hex: Hex,
    },
    Step(Hex),
    Face(Facing),
    Pivot {
        fixed: Hex,
        facing: Facing,
    },
    Fire {
        target: Hex,
        mode: FireMode,
    },
    /// Reaction fire of a unit. [GB 10.4]
    Shoot {
        unit: Unit,
        target: Hex,
        mode: FireMode,
    },
    Rally,
    Resupply(u8),
    Refuse(Refusal),
    Unrefuse,
    Extend {
        left: bool,
        right: bool,
    },
    /// Draws all parts into one of the unit's hexes. [GB 8.42]
    Contract(Hex),
    FormColumn(Facing),
    FormLine(Facing),
    Withdraw,
    Raise,
    Lower,
    Mount,
    Dismount,
    Charge,
    Exit,
    RemoveWork,
    /// Guns that mean to move after their fire, and foot that gives up prepared fire for it. [GB 10.52, 10.61]
    Limber,
    /// Where: the unit's own hex, or that of an extension marker. [GB 15.15]
    Build {
        unit: Unit,
        part: u8,
        facing: Facing,
    },
    /// Targets of an attacking hex. [GB 11.31]
    Assault {
        from: Hex,
        first: Option<Hex>,
        second: Option<Hex>,
    },
    Descending,
    RallyUnits,
    RestBrigade,
}

impl Gbacw {
    pub fn unit_id(&self, unit: Unit) -> &str {
        &self.scenario.oob.units[unit.index()].id
    }

    pub fn name(&self, unit: Unit) -> &str {
        &self.scenario.oob.units[unit.index()].name
    }

    pub fn formation_id(&self, formation: Formation) -> &str {
        &self.scenario.oob.formations[formation.index()].id
    }

    pub fn formation_name(&self, formation: Formation) -> &str {
        &self.scenario.oob.formations[formation.index()].name
    }

    pub fn leader_id(&self, leader: Leader) -> &str {
        &self.scenario.oob.leaders[leader.index()].id
    }

    pub fn hex(&self, hex: Hex) -> super::grid::HexName {
        self.scenario.map.grid.name(hex)
    }
}

/// The code of an action, made of the data files' ids.
pub fn code(game: &Gbacw, action: Action) -> String {
    let optional = |hex: Option<Hex>| hex.map_or_else(String::new, |hex| game.hex(hex).to_string());
    match action {
        Action::Pass => "pass".into(),
        Action::Yes => "yes".into(),
        Action::Formation(formation) => format!("choose:{}", game.formation_id(formation)),
        Action::Order { formation, order } => {
            format!("order:{}={}", game.formation_id(formation), order.id())
        }
        Action::EntryOrder { group, order } => format!("entry:{}={}", group + 1, order.id()),
        Action::Attach { unit, to } => format!("attach:{}>{}", game.unit_id(unit), game.formation_id(to)),
        Action::MarchMarker(side) => format!("march:{}", side.id()),
        Action::NewOrder(order) => format!("order:{}", order.id()),
        Action::Unit(unit) => format!("unit:{}", game.unit_id(unit)),
        Action::With(unit) => format!("with:{}", game.unit_id(unit)),
        Action::Leader(leader) => format!("leader:{}", game.leader_id(leader)),
        Action::Enter { unit, hex } => format!("enter:{}>{}", game.unit_id(unit), game.hex(hex)),
        Action::Step(hex) => format!("step:{}", game.hex(hex)),
        Action::Face(facing) => format!("face:{}", facing.id()),
        Action::Pivot { fixed, facing } => format!("pivot:{}/{}", game.hex(fixed), facing.id()),
        Action::Fire { target, mode } => format!("fire:{}{}", game.hex(target), mode.suffix()),
        Action::Shoot { unit, target, mode } => {
            format!("shoot:{}>{}{}", game.unit_id(unit), game.hex(target), mode.suffix())
        }
        Action::Rally => "rally".into(),
        Action::Resupply(section) => format!("resupply:{}", section + 1),
        Action::Refuse(Refusal::Right) => "refuse:right".into(),
        Action::Refuse(_) => "refuse:left".into(),
        Action::Unrefuse => "unrefuse".into(),
        Action::Extend { left, right } => match (left, right) {
            (true, true) => "extend:both".into(),
            (true, false) => "extend:left".into(),
            _ => "extend:right".into(),
        },
        Action::Contract(hex) => format!("contract:{}", game.hex(hex)),
        Action::FormColumn(facing) => format!("column:{}", facing.id()),
        Action::FormLine(facing) => format!("line:{}", facing.id()),
        Action::Withdraw => "withdraw".into(),
        Action::Raise => "raise".into(),
        Action::Lower => "lower".into(),
        Action::Mount => "mount".into(),
        Action::Dismount => "dismount".into(),
        Action::Charge => "charge".into(),
        Action::Exit => "exit".into(),
        Action::RemoveWork => "remove_breastwork".into(),
        Action::Limber => "limber".into(),
        Action::Build { unit, part, facing } => {
            let part = if part == 0 { String::new() } else { format!("/part{}", part + 1) };
            format!("build:{}{part}/{}", game.unit_id(unit), facing.id())
        }
        Action::Assault { from, first, second } => match (first, second) {
            (None, None) => format!("hold:{}", game.hex(from)),
            _ => {
                let both = if first.is_some() && second.is_some() { "+" } else { "" };
                format!("assault:{}>{}{both}{}", game.hex(from), optional(first), optional(second))
            }
        },
        Action::Descending => "from_last".into(),
        Action::RallyUnits => "rally_all".into(),
        Action::RestBrigade => "rest".into(),
    }
}

/// The action as a sentence.
pub fn sentence(game: &Gbacw, action: Action) -> String {
    match action {
        Action::Pass => "No more, or no.".into(),
        Action::Yes => "Yes.".into(),
        Action::Formation(formation) => format!("Choose {}.", game.formation_name(formation)),
        Action::Order { formation, order } => {
            format!("Give {} {} orders.", game.formation_name(formation), order.id())
        }
        Action::EntryOrder { group, order } => {
            format!("Entry group {} comes with {} orders.", group + 1, order.id())
        }
        Action::Attach { unit, to } => format!("Attach {} to {}.", game.name(unit), game.formation_name(to)),
        Action::MarchMarker(side) => format!("Use the {} March marker.", side.id()),
        Action::NewOrder(order) => format!("Change to {} orders.", order.id()),
        Action::Unit(unit) => format!("{} acts.", game.name(unit)),
        Action::With(unit) => format!("{} moves along.", game.name(unit)),
        Action::Leader(leader) => {
            format!("{} is chosen.", game.scenario.oob.leaders[leader.index()].front.name)
        }
        Action::Enter { unit, hex } => format!("{} enters the map at {}.", game.name(unit), game.hex(hex)),
        Action::Step(hex) => format!("Move to {}.", game.hex(hex)),
        Action::Face(facing) => format!("Face {}.", facing.id()),
        Action::Pivot { fixed, facing } => {
            format!("Pivot on {} to face {}.", game.hex(fixed), facing.id())
        }
        Action::Fire { target, mode } => format!("Fire at {}{}.", game.hex(target), mode.words()),
        Action::Shoot { unit, target, mode } => {
            format!("{} fires at {}{}.", game.name(unit), game.hex(target), mode.words())
        }
        Action::Rally => "Try to rally.".into(),
        Action::Resupply(section) => format!("Resupply ammunition (section {}).", section + 1),
        Action::Refuse(Refusal::Right) => "Refuse the right wing.".into(),
        Action::Refuse(_) => "Refuse the left wing.".into(),
        Action::Unrefuse => "Straighten the refused wing.".into(),
        Action::Extend { left, right } => match (left, right) {
            (true, true) => "Extend the line to both sides.".into(),
            (true, false) => "Extend the line to the left.".into(),
            _ => "Extend the line to the right.".into(),
        },
        Action::Contract(hex) => format!("Draw the unit together in {}.", game.hex(hex)),
        Action::FormColumn(facing) => format!("Form an extended column facing {}.", facing.id()),
        Action::FormLine(facing) => format!("Form an extended line facing {}.", facing.id()),
        Action::Withdraw => "Withdraw: move back without turning.".into(),
        Action::Raise => "Go to the top of the stack.".into(),
        Action::Lower => "Go to the bottom of the stack.".into(),
        Action::Mount => "Mount.".into(),
        Action::Dismount => "Dismount.".into(),
        Action::Charge => "Declare a cavalry charge.".into(),
        Action::Exit => "Leave the map.".into(),
        Action::RemoveWork => "Pull down the breastwork just crossed.".into(),
        Action::Limber => "Fire as a unit that moves in this activation.".into(),
        Action::Build { unit, part, facing } if part > 0 => {
            format!("{} builds a breastwork facing {} at its marker {part}.", game.name(unit), facing.id())
        }
        Action::Build { unit, facing, .. } => {
            format!("{} builds a breastwork facing {}.", game.name(unit), facing.id())
        }
        Action::Assault { from, first: None, second: None } => format!("{} does not attack.", game.hex(from)),
        Action::Assault { from, first, second } => {
            let targets: Vec<String> =
                [first, second].into_iter().flatten().map(|hex| game.hex(hex).to_string()).collect();
            format!("{} attacks {}.", game.hex(from), targets.join(" and "))
        }
        Action::Descending => "Resolve the combats from the last to the first.".into(),
        Action::RallyUnits => "Rally all disordered units in command range.".into(),
        Action::RestBrigade => "Lower the fatigue by one level.".into(),
    }
}
