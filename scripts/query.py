#!/usr/bin/env python3
"""Asks a run's or a study's tables a question in SQL.

    scripts/query.py RUN "select reason, count(*) from games group by reason"

The tables are `games`, `timeline` and `battles`; those of a study carry a column `cell`. DuckDB is installed into
.venv beside this script's repository on first use. Options: --csv, --json for other programs.
"""

import pathlib
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TABLES = ("games", "timeline", "battles")


def with_duckdb():
    """Runs this script again inside the virtual environment if DuckDB is not at hand."""
    try:
        import duckdb

        return duckdb
    except ImportError:
        pass
    python = VENV / "bin" / "python"
    if pathlib.Path(sys.prefix) == VENV:
        sys.exit("query.py: duckdb is missing from .venv; remove .venv and try again")
    if not python.exists():
        print("query.py: making .venv with duckdb (once) ...", file=sys.stderr)
        venv.create(VENV, with_pip=True)
    if subprocess.run([python, "-c", "import duckdb"], capture_output=True).returncode != 0:
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "duckdb"])
        if done.returncode != 0:
            sys.exit("query.py: duckdb could not be installed; is there a network?")
    sys.exit(subprocess.run([python, *sys.argv]).returncode)


def quoted(path):
    return "'" + str(path).replace("'", "''") + "'"


def open_tables(duckdb, folder):
    """A connection with one view per table of the folder."""
    connection = duckdb.connect()
    cells = sorted((folder / "cells").glob("*/")) or sorted((folder / "pairings").glob("*/"))
    for table in TABLES:
        if cells:
            parts = [
                f"select {quoted(cell.name)} as cell, * from read_parquet({quoted(cell / (table + '.parquet'))})"
                for cell in cells
                if (cell / f"{table}.parquet").exists()
            ]
            source = " union all by name ".join(parts)
        else:
            path = folder / f"{table}.parquet"
            source = f"select * from read_parquet({quoted(path)})" if path.exists() else ""
        if source:
            connection.execute(f"create view {table} as {source}")
    return connection


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    flags = {word for word in sys.argv[1:] if word.startswith("--")}
    if len(words) != 2 or flags - {"--csv", "--json"}:
        sys.exit(__doc__.strip())
    folder = pathlib.Path(words[0])
    if not folder.is_dir():
        sys.exit(f"query.py: there is no folder {folder}; give the folder of a run or a study")
    duckdb = with_duckdb()
    try:
        result = open_tables(duckdb, folder).sql(words[1])
    except duckdb.Error as error:
        sys.exit(f"query.py: {error}")
    if result is None:
        return
    if "--csv" in flags or "--json" in flags:
        write(result, "--json" in flags)
    else:
        result.show(max_width=160, max_rows=200)


def write(result, as_json):
    names, rows = result.columns, result.fetchall()
    if as_json:
        import json

        print(json.dumps([dict(zip(names, row)) for row in rows], default=str))
    else:
        import csv

        writer = csv.writer(sys.stdout)
        writer.writerow(names)
        writer.writerows(rows)


if __name__ == "__main__":
    main()
