//! The settings of a search and their text form.

use warlab_engine::data::Problem;

use crate::spec::Reader;

/// The formula that weighs what is known against what is not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    Uct,
    Puct,
}

/// Who plays on from the edge of the tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rollout {
    /// Nobody: the position is evaluated as soon as it is quiet.
    None,
    Random,
    /// By the policy.
    Scripted,
    /// By the policy, but randomly once in a while (`mix`).
    Mixed,
    /// By what did well in this search so far, whatever the position (move-average sampling).
    Mast,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Settings {
    /// Iterations for a decision, over all trees; 0 for no limit.
    pub iterations: u32,
    /// Seconds for a decision; 0 for no limit.
    pub time: f32,
    /// Trees searched side by side and added up.
    pub threads: u32,
    /// The most nodes that a tree holds.
    pub nodes: u32,
    pub selection: Selection,
    pub exploration: f32,
    /// What an action never tried is thought to be worse than the average of those tried.
    pub reduction: f32,
    /// Above 1 priors are flatter than the policy's scores.
    pub prior_temperature: f32,
    /// Actions looked at per square root of visits, best prior first; 0 for all.
    pub widening: f32,
    pub rollout: Rollout,
    pub rollout_temperature: f32,
    /// How often a mixed rollout is random.
    pub mix: f32,
    /// Decisions of a rollout before the position is evaluated, if the game has an evaluation.
    pub depth: u32,
    /// Spend the budget on ever fewer candidates (sequential halving).
    pub halving: bool,
    /// Take an action at once that wins in every world tried.
    pub decisive: bool,
    /// Keep the part of the tree that still applies at the next decision.
    pub reuse: bool,
    /// Stop as soon as the iterations that are left cannot change the choice.
    pub early: bool,
}

impl Settings {
    /// Sensible settings for a game with or without a policy and an evaluation.
    pub fn new(has_policy: bool, has_evaluation: bool) -> Self {
        Settings {
            iterations: 1000,
            time: 0.0,
            threads: 1,
            nodes: 100_000,
            selection: if has_policy { Selection::Puct } else { Selection::Uct },
            // Results are noisy: with less a first unlucky one bars an action for good, and more iterations hardly help.
            exploration: if has_policy { 0.5 } else { 0.7 },
            reduction: if has_policy { 0.1 } else { 0.0 },
            prior_temperature: 1.5,
            widening: 0.0,
            rollout: match (has_policy, has_evaluation) {
                (_, true) => Rollout::None,
                (true, false) => Rollout::Mixed,
                (false, false) => Rollout::Random,
            },
            rollout_temperature: 0.5,
            mix: 0.2,
            depth: 0,
            halving: false,
            decisive: false,
            reuse: true,
            early: true,
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>, usual: Settings, has_policy: bool) -> Result<Self, Problem> {
        let time = reader.at_least("time", 0.0, usual.time)?;
        // A time alone means that only the clock counts.
        let iterations = reader.get("iterations", if time > 0.0 { 0 } else { usual.iterations })?;
        if iterations == 0 && time <= 0.0 {
            return Err(reader.problem("a search needs iterations=N or time=SECONDS above 0"));
        }
        let selection = match reader.choice("selection", &["auto", "uct", "puct"], "auto")?.as_str() {
            "uct" => Selection::Uct,
            "puct" => Selection::Puct,
            _ => usual.selection,
        };
        let rollout = read_rollout(reader, usual.rollout, has_policy)?;
        let usual_depth = if rollout == Rollout::None { usual.depth } else { usual.depth.max(40) };
        Ok(Settings {
            iterations,
            time,
            threads: reader.at_least("threads", 1, usual.threads)?.min(64),
            nodes: reader.at_least("nodes", 100, usual.nodes)?.min(50_000_000),
            selection,
            exploration: reader.at_least("exploration", 0.0, usual.exploration)?,
            reduction: reader.get("reduction", usual.reduction)?,
            prior_temperature: reader.at_least("prior_temperature", 0.01, usual.prior_temperature)?,
            widening: reader.at_least("widening", 0.0, usual.widening)?,
            rollout,
            rollout_temperature: reader.at_least("rollout_temperature", 0.0, usual.rollout_temperature)?,
            mix: reader.at_least("mix", 0.0, usual.mix)?,
            depth: reader.get("depth", usual_depth)?,
            halving: reader.get("halving", usual.halving)?,
            decisive: reader.get("decisive", usual.decisive)?,
            reuse: reader.get("reuse", usual.reuse)?,
            early: reader.get("early", usual.early)?,
        })
    }

    /// Only what a rollout needs.
    pub(crate) fn read_rollout(
        reader: &mut Reader<'_>,
        has_policy: bool,
        has_evaluation: bool,
    ) -> Result<Self, Problem> {
        let usual = Settings::new(has_policy, has_evaluation);
        let rollout =
            read_rollout(reader, if has_policy { Rollout::Mixed } else { Rollout::Random }, has_policy)?;
        if rollout == Rollout::Mast {
            return Err(reader.problem("rollout=mast needs a search; use scripted, mixed, random or none"));
        }
        Ok(Settings {
            rollout,
            rollout_temperature: reader.at_least("rollout_temperature", 0.0, usual.rollout_temperature)?,
            mix: reader.at_least("mix", 0.0, usual.mix)?,
            depth: reader.get("depth", 40)?,
            ..usual
        })
    }
}

fn read_rollout(reader: &mut Reader<'_>, usual: Rollout, has_policy: bool) -> Result<Rollout, Problem> {
    let word = reader.choice("rollout", &["auto", "none", "random", "scripted", "mixed", "mast"], "auto")?;
    let rollout = match word.as_str() {
        "none" => Rollout::None,
        "random" => Rollout::Random,
        "scripted" => Rollout::Scripted,
        "mixed" => Rollout::Mixed,
        "mast" => Rollout::Mast,
        _ => usual,
    };
    if matches!(rollout, Rollout::Scripted | Rollout::Mixed) && !has_policy {
        return Err(reader.problem("this game has no policy for scripted rollouts; use rollout=random"));
    }
    Ok(rollout)
}
