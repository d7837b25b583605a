#!/usr/bin/env python3
"""Opens a run's tables with pyarrow and DuckDB and compares them with docs/file-formats.md.

    python3 scripts/check_tables.py results/my-run

The tables in the document are the expectation: column, type and whether it may be null. Names such as `seat_<i>` stand
for one column per seat, `<metric>` for any further column.
"""

import pathlib
import re
import sys

import duckdb
import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {"string": "utf8", "float": "float32"}


def documented():
    """{file: [(pattern, type, nullable)]} from the tables of the document."""
    files, current = {}, None
    for line in (ROOT / "docs/file-formats.md").read_text(encoding="utf-8").splitlines():
        heading = re.match(r"#+ `(\w+\.parquet)`", line)
        if heading:
            current = files.setdefault(heading[1], [])
        row = re.match(r"\| `([^`]+)` \| (\w+)(, nullable)? \|", line)
        if row and current is not None:
            pattern = re.sub(r"<\w+>", r"\\w+", row[1])
            current.append((pattern, row[2], bool(row[3]), "<" not in row[1]))
    return files


def check_schema(path, columns):
    schema = pyarrow.parquet.read_schema(path)
    problems = []
    for field in schema:
        kind = TYPES.get(str(field.type), str(field.type))
        for pattern, expected, nullable, _ in columns:
            if re.fullmatch(pattern, field.name):
                if (kind, field.nullable) != (expected, nullable):
                    problems.append(f"{path.name}: {field.name} is {kind}, nullable={field.nullable}")
                break
        else:
            problems.append(f"{path.name}: the column {field.name} is not documented")
    for pattern, _, _, plain in columns:
        if plain and pattern not in schema.names:
            problems.append(f"{path.name}: the documented column {pattern} is missing")
    return problems


def check_content(folder):
    """A few queries as a user would ask them."""
    games = str(folder / "games.parquet")
    problems = []
    count, distinct, least, most = duckdb.sql(
        f"select count(*), count(distinct index), min(index), max(index) from '{games}'"
    ).fetchone()
    if count == 0 or distinct != count:
        problems.append(f"games.parquet: {count} rows with {distinct} distinct indices")
    order = [row[0] for row in duckdb.sql(f"select index from '{games}'").fetchall()]
    if order != sorted(order):
        problems.append("games.parquet: rows are not in the order of index")
    for table in ("timeline", "battles"):
        strangers = duckdb.sql(
            f"select count(*) from '{folder / table}.parquet' where index < {least} or index > {most}"
        ).fetchone()[0]
        if strangers:
            problems.append(f"{table}.parquet: {strangers} rows belong to no game")
    duckdb.sql(f"select winners, count(*), avg(payoff_0) from '{games}' group by winners").fetchall()
    return problems


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    files = documented()
    if len(files) != 3:
        sys.exit(f"docs/file-formats.md describes {sorted(files)} instead of three tables")
    problems = []
    for folder in map(pathlib.Path, sys.argv[1:]):
        for name, columns in files.items():
            problems += check_schema(folder / name, columns)
        problems += check_content(folder)
    for problem in problems:
        print(problem)
    print(f"pyarrow {pyarrow.__version__}, DuckDB {duckdb.__version__}: {len(sys.argv) - 1} runs, "
          f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
