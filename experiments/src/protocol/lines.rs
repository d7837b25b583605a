//! Lines of input, of any bytes and any length, without ever holding more than one reasonable line.

use std::io::{self, BufRead};

/// Longer than any sensible request; a printed position has a few hundred kilobytes at most.
pub const LONGEST: usize = 16 << 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Without its line break.
    Complete(Vec<u8>),
    /// It was read to its end and thrown away.
    TooLong,
}

/// The next line; `None` at the end of the input. A last line without a line break counts.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut seen = 0;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result?,
        };
        if bytes.is_empty() {
            return Ok(if seen == 0 { None } else { Some(ended(line, seen)) });
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        seen += part.len();
        if seen <= LONGEST {
            line.extend_from_slice(part);
        } else {
            line = Vec::new();
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(ended(line, seen)));
        }
    }
}

fn ended(mut line: Vec<u8>, seen: usize) -> Line {
    if seen > LONGEST {
        return Line::TooLong;
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Line::Complete(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_end_with_a_break_or_the_input() {
        let mut input = BufReader::with_capacity(3, &b"first\r\n\nlast"[..]);
        let complete = |text: &str| Some(Line::Complete(text.into()));
        assert_eq!(next_line(&mut input).unwrap(), complete("first"));
        assert_eq!(next_line(&mut input).unwrap(), complete(""));
        assert_eq!(next_line(&mut input).unwrap(), complete("last"));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }

    #[test]
    fn a_line_without_end_is_thrown_away() {
        let mut text = vec![b'x'; LONGEST + 1];
        text.extend(b"\nnext\n");
        let mut input = BufReader::new(&text[..]);
        assert_eq!(next_line(&mut input).unwrap(), Some(Line::TooLong));
        assert_eq!(next_line(&mut input).unwrap(), Some(Line::Complete(b"next".to_vec())));
    }
}
