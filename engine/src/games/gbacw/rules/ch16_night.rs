//! Chapter 16.1: dawn, dusk and night.

use super::super::Gbacw;
use super::super::calc::fire::light_effects;
use super::super::types::Light;

/// Command range in poor light. [GB 16.11, 16.12]
pub fn command_range(game: &Gbacw, light: Light, range: u8) -> u8 {
    super::super::calc::fire::command_range(&game.tables, range, light)
}

/// Greatest range of fire in poor light. [GB 16.11, 16.12]
pub fn max_range(game: &Gbacw, light: Light, range: u8) -> u8 {
    light_effects(&game.tables, light).map_or(range, |effects| effects.range_factor.of_rounded_up(range))
}

/// Batteries fire one by one in the dark. [GB 16.12]
pub fn may_combine_batteries(game: &Gbacw, light: Light) -> bool {
    light_effects(&game.tables, light).is_none_or(|effects| effects.combine_batteries)
}

/// No cavalry charges in the dark. [GB 16.12]
pub fn may_charge(game: &Gbacw, light: Light) -> bool {
    light_effects(&game.tables, light).is_none_or(|effects| effects.cavalry_charge)
}

/// Attack activations tire in the dark. [GB 16.12]
pub fn attack_tires(game: &Gbacw, light: Light) -> bool {
    light_effects(&game.tables, light).is_some_and(|effects| effects.attack_activation_fatigues)
}
