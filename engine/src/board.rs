//! A picture of any game in plain values: what a browser or a terminal draws. Made from observations only.

use serde::Serialize;

use crate::player::Player;

/// The static map.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Map {
    /// Drawing size; places lie inside it.
    pub width: f32,
    pub height: f32,
    pub places: Vec<Place>,
    pub links: Vec<Link>,
    /// Set for hex maps: the distance from a hex's centre to its corners.
    pub hex_radius: Option<f32>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Place {
    /// Data id, as in action codes.
    pub id: String,
    pub name: String,
    pub x: f32,
    pub y: f32,
    /// `land`, `sea`, `exile`, `port`, `hex` ...: decides how it is drawn.
    pub kind: String,
    /// What is printed there: `crown`, `city London`, `woods`, `level 3`.
    pub features: Vec<String>,
    /// The side, region or colony it belongs to, if any.
    pub region: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Link {
    pub a: String,
    pub b: String,
    /// `yellow`, `road`, `wilderness`, `lane`, `stream` ...
    pub kind: String,
}

/// What lies on the map and beside it, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Board {
    pub pieces: Vec<Piece>,
    /// Control flags and the like.
    pub markers: Vec<Marker>,
    /// The viewer's own hand and what is known of the others'.
    pub hands: Vec<Hand>,
    /// Turn, score and resource tracks: name and value, in reading order.
    pub tracks: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Piece {
    /// Data id; for a hidden piece a stand-in such as `hidden_3` that does not give it away.
    pub id: String,
    /// Place id, or an off-map box: `pool_lancaster`, `box_york`.
    pub place: String,
    #[serde(serialize_with = "seat_number")]
    pub owner: Option<Player>,
    pub label: String,
    /// Further text: ratings, status.
    pub detail: String,
    /// `block`, `general`, `troop`, `infantry`, `leader`, `hidden` ...
    pub kind: String,
    /// Steps, points or counters; 0 if it has none.
    pub strength: i32,
    pub hidden: bool,
    /// Degrees clockwise from north, for pieces that face somewhere.
    pub facing: Option<f32>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Marker {
    pub place: String,
    #[serde(serialize_with = "seat_number")]
    pub owner: Option<Player>,
    pub label: String,
    pub kind: String,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Hand {
    #[serde(serialize_with = "seat_number")]
    pub owner: Option<Player>,
    /// How many cards, known or not.
    pub count: usize,
    /// The known ones.
    pub cards: Vec<Card>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Card {
    pub id: String,
    pub title: String,
    pub text: String,
}

fn seat_number<S: serde::Serializer>(owner: &Option<Player>, serializer: S) -> Result<S::Ok, S::Error> {
    match owner {
        Some(player) => serializer.serialize_some(&player.0),
        None => serializer.serialize_none(),
    }
}
