//! Aligned text tables for the terminal.

/// Columns of text; the first is aligned left, the others as told.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub fn new(head: &[&str]) -> Self {
        TextTable { rows: vec![head.iter().map(ToString::to_string).collect()] }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Columns that hold numbers only are aligned right.
    pub fn render(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, i: usize| row.get(i).cloned().unwrap_or_default();
        let mut out = String::new();
        let widths: Vec<usize> = (0..columns)
            .map(|i| self.rows.iter().map(|row| cell(row, i).chars().count()).max().unwrap_or(0))
            .collect();
        let right: Vec<bool> = (0..columns)
            .map(|i| self.rows[1..].iter().all(|row| cell(row, i).starts_with(|c: char| c.is_ascii_digit())))
            .collect();
        for (number, row) in self.rows.iter().enumerate() {
            let cells: Vec<String> = (0..columns)
                .map(|i| {
                    let (text, width) = (cell(row, i), widths[i]);
                    if right[i] { format!("{text:>width$}") } else { format!("{text:<width$}") }
                })
                .collect();
            out.push_str(cells.join("  ").trim_end());
            out.push('\n');
            if number == 0 {
                let total = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
                out.push_str(&"-".repeat(total));
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_aligned_right() {
        let mut table = TextTable::new(&["side", "wins"]);
        table.row(vec!["york".into(), "9".into()]);
        table.row(vec!["lancaster".into(), "120".into()]);
        let lines = ["side       wins", "---------------", "york          9", "lancaster   120", ""];
        assert_eq!(table.render(), lines.join("\n"));
    }
}
