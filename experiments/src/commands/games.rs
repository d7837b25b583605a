//! `warlab games`.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::GamesArgs;
use crate::games;
use crate::table::TextTable;
use crate::title::Title;

pub fn carry_out(args: &GamesArgs) -> Result<ExitCode> {
    let titles = match &args.game {
        Some(name) => vec![games::find(name)?],
        None => games::all(),
    };
    let texts = titles.into_iter().map(describe).collect::<Result<Vec<String>>>()?;
    print!("{}", texts.join("\n"));
    Ok(ExitCode::SUCCESS)
}

fn describe(title: &dyn Title) -> Result<String> {
    let catalogue = title.catalogue(&title.pack())?;
    let mut out = format!("{}: {}\n", title.name(), title.heading());
    let mut table = TextTable::new(&["  scenario", "name", "players"]);
    for scenario in &catalogue.scenarios {
        let (least, most) = (scenario.players.start(), scenario.players.end());
        let players = if least == most { least.to_string() } else { format!("{least} to {most}") };
        table.row(vec![format!("  {}", scenario.id), scenario.name.clone(), players]);
    }
    out.push_str(&table.render());
    if !catalogue.variants.is_empty() {
        let mut table = TextTable::new(&["  variant", "values", "default", "rule", "what it does"]);
        for variant in &catalogue.variants {
            table.row(vec![
                format!("  {}", variant.name),
                variant.kind_name(),
                variant.default.clone(),
                variant.rule.into(),
                variant.text.into(),
            ]);
        }
        out.push_str(&table.render());
    }
    let mut table = TextTable::new(&["  agent", "example", "how it plays"]);
    for agent in title.agents() {
        table.row(vec![format!("  {}", agent.name), agent.example.into(), agent.text.into()]);
    }
    out.push_str(&table.render());
    Ok(out)
}
