//! Players in general: search, fairness, ratings, learning, on games small enough to know the truth.

mod clairvoyance;
mod coalitions;
mod fairness;
mod games;
mod gbacw;
mod ladder;
mod learning;
mod odds;
mod search;
mod wars_of_the_roses;
mod washingtons_war;
