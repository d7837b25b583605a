//! A report before it has a form: question, answer, tables and charts. Rendered as one HTML page that needs no network,
//! as Markdown with charts beside it, and as aligned text for the terminal.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use warlab_engine::data::Problem;

use super::plot::{STYLE, escape};

/// One piece of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    Heading(String),
    Text(String),
    /// Something the reader must know before trusting the figures.
    Warning(String),
    Table(Table),
    Chart {
        /// File name without ending.
        name: String,
        caption: String,
        svg: String,
    },
    /// Shown as typed.
    Code(String),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    pub caption: String,
    pub head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(caption: &str, head: &[&str]) -> Self {
        Table {
            caption: caption.into(),
            head: head.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Columns of numbers are aligned right.
    fn is_number(&self, column: usize) -> bool {
        let starts = |cell: &String| {
            cell.is_empty()
                || cell.starts_with(|c: char| c.is_ascii_digit() || "+-\u{2212}<>\u{2013}".contains(c))
        };
        !self.rows.is_empty() && self.rows.iter().all(|row| row.get(column).is_none_or(starts))
    }
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Document {
    /// Small print above the title: which game.
    pub kicker: String,
    pub title: String,
    pub question: String,
    pub answer: String,
    pub blocks: Vec<Block>,
}

impl Document {
    pub fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(text.into()));
    }

    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    pub fn chart(&mut self, name: &str, caption: impl Into<String>, svg: String) {
        self.blocks.push(Block::Chart { name: name.into(), caption: caption.into(), svg });
    }

    /// Writes `report.html`, `report.md` and the charts it shows. Each file is written aside and then put in place, so
    /// that a full disk leaves the old one whole.
    pub fn write(&self, folder: &Path) -> Result<(), Problem> {
        put(&folder.join("report.html"), &self.html())?;
        for block in &self.blocks {
            if let Block::Chart { name, svg, .. } = block {
                let plots = folder.join("plots");
                fs::create_dir_all(&plots).map_err(|error| cannot_write(&plots, &error))?;
                let with_style = svg.replacen("<title>", &format!("<style>{STYLE}</style><title>"), 1);
                put(&plots.join(format!("{name}.svg")), &with_style)?;
            }
        }
        put(&folder.join("report.md"), &self.markdown())
    }

    pub fn html(&self) -> String {
        let mut body = String::new();
        for block in &self.blocks {
            let _ = match block {
                Block::Heading(text) => writeln!(body, "<h2 id=\"{}\">{}</h2>", anchor(text), escape(text)),
                Block::Text(text) => writeln!(body, "<p>{}</p>", escape(text)),
                Block::Warning(text) => {
                    writeln!(body, "<p class=\"warning\"><strong>Mind:</strong> {}</p>", escape(text))
                }
                Block::Table(table) => writeln!(body, "{}", html_table(table)),
                Block::Chart { caption, svg, .. } => {
                    writeln!(body, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption))
                }
                Block::Code(text) => writeln!(body, "<pre><code>{}</code></pre>", escape(text)),
            };
        }
        let contents: Vec<String> = self
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading(text) => Some(format!("<a href=\"#{}\">{}</a>", anchor(text), escape(text))),
                _ => None,
            })
            .collect();
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">\
             <title>{title}</title>\n<style>{STYLE}\n{PAGE}</style></head>\n<body><main>\n\
             <header><p class=\"kicker\">{}</p><h1>{title}</h1><p class=\"question\">{}</p>\
             <p class=\"answer\">{}</p></header>\n<nav aria-label=\"Contents\">{}</nav>\n{body}</main></body></html>\n",
            escape(&self.kicker),
            escape(&self.question),
            escape(&self.answer),
            contents.join(" "),
            title = escape(&self.title),
        )
    }

    pub fn markdown(&self) -> String {
        let mut out =
            format!("# {}\n\n*{}*\n\n{}\n\n**{}**\n", self.title, self.kicker, self.question, self.answer);
        for block in &self.blocks {
            let _ = match block {
                Block::Heading(text) => writeln!(out, "\n## {text}"),
                Block::Text(text) => writeln!(out, "\n{text}"),
                Block::Warning(text) => writeln!(out, "\n> **Mind:** {text}"),
                Block::Table(table) => write!(out, "\n{}", markdown_table(table)),
                Block::Chart { name, caption, .. } => writeln!(out, "\n![{caption}](plots/{name}.svg)"),
                Block::Code(text) => writeln!(out, "\n```sh\n{text}\n```"),
            };
        }
        out
    }

    /// The same in aligned columns, without charts.
    pub fn terminal(&self) -> String {
        let mut out = format!("{}\n{}\n\n{}\n", self.title, self.question, self.answer);
        for block in &self.blocks {
            let _ = match block {
                Block::Warning(text) => writeln!(out, "\nMind: {text}"),
                Block::Table(table) => write!(out, "\n{}", aligned(table)),
                _ => Ok(()),
            };
        }
        out
    }
}

/// Writes a file aside and renames it, so that it is there whole or not at all.
pub fn put(path: &Path, text: &str) -> Result<(), Problem> {
    let aside = path.with_extension("unfinished");
    let written = fs::write(&aside, text).and_then(|()| fs::rename(&aside, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&aside);
        cannot_write(path, &error)
    })
}

/// A failed write as a sentence with a remedy.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Problem {
    use std::io::ErrorKind;
    let remedy = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; free some space and run the command again, what was written is kept"
                .to_string()
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "no permission to write there; choose another folder with --out".to_string()
        }
        _ => error.to_string(),
    };
    Problem::new(format!("cannot write {}: {remedy}", path.display()))
}

fn anchor(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

fn html_table(table: &Table) -> String {
    let class = |i: usize| if table.is_number(i) { " class=\"n\"" } else { "" };
    let head: String = table
        .head
        .iter()
        .enumerate()
        .map(|(i, cell)| format!("<th{}>{}</th>", class(i), escape(cell)))
        .collect();
    let mut rows = String::new();
    for row in &table.rows {
        let cells = row.iter().enumerate().map(|(i, cell)| format!("<td{}>{}</td>", class(i), escape(cell)));
        let _ = write!(rows, "<tr>{}</tr>", cells.collect::<String>());
    }
    format!(
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
        escape(&table.caption)
    )
}

fn markdown_table(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule: Vec<&str> =
        (0..table.head.len()).map(|i| if table.is_number(i) { "---:" } else { "---" }).collect();
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!("{}\n\n{}| {} |\n{rows}", table.caption, line(&table.head), rule.join(" | "))
}

fn aligned(table: &Table) -> String {
    let columns = table.head.len();
    let width = |i: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(i)).chain(table.head.get(i));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().enumerate().map(|(i, cell)| {
            let width = widths.get(i).copied().unwrap_or(0);
            if table.is_number(i) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    let total = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
    format!("{}\n{}  {}\n{rows}", table.caption, line(&table.head), "-".repeat(total))
}

const PAGE: &str = "\
*{box-sizing:border-box}body{margin:0;background:var(--surface);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:40px 24px 80px}
h1{font:600 2rem/1.2 Georgia,'Times New Roman',serif;margin:.2rem 0 .6rem}
h2{font:600 1.3rem/1.3 Georgia,'Times New Roman',serif;margin:3rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--grid)}
.kicker{margin:0;color:var(--faint);font-size:.85rem;letter-spacing:.06em;text-transform:uppercase}
.question{font-size:1.1rem;color:var(--faint);margin:.2rem 0 1rem}
.answer{font-size:1.15rem;border-left:4px solid var(--s0);padding:.4rem 0 .4rem 16px;margin:1rem 0 1.5rem}
.warning{border-left:4px solid var(--s1);padding:.3rem 0 .3rem 16px}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;font-size:.9rem}a{color:var(--s0)}
a:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
.wide{overflow-x:auto;margin:1.2rem 0}table{border-collapse:collapse;font-size:.92rem;width:100%}
caption{text-align:left;color:var(--faint);padding-bottom:.4rem;font-size:.9rem}
th,td{text-align:left;padding:.34rem .9rem .34rem 0;border-bottom:1px solid var(--grid);vertical-align:top}
th{font-weight:600;border-bottom:2px solid var(--grid)}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
figure{margin:1.6rem 0}figcaption{color:var(--faint);font-size:.9rem;margin-top:.3rem}
pre{background:color-mix(in oklab,var(--ink) 6%,var(--surface));padding:14px 16px;overflow-x:auto;border-radius:6px;font-size:.86rem}
@media print{nav{display:none}}";
