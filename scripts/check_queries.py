#!/usr/bin/env python3
"""Runs every query of docs/queries.md against a fresh run, so that the page stays true.

    scripts/check_queries.py target/release/warlab
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    warlab = pathlib.Path(sys.argv[1]).resolve()
    blocks = re.findall(r"```sql (run|study)\n(.*?)```", (ROOT / "docs/queries.md").read_text(), re.S)
    if not blocks:
        sys.exit("docs/queries.md holds no query")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        env = {**os.environ, "WARLAB_EXAMPLE_GAME": "1"}
        folders = {"run": scratch / "run", "study": scratch / "study"}
        run(warlab, "run", "kuhn", "--games", "400", "--agents", "random", "--out", folders["run"], env=env)
        study = ROOT / "experiments/studies/handicap-example.toml"
        run(warlab, "study", study, "--games", "400", "--out", folders["study"], env=env)
        for kind, query in blocks:
            printed = run(sys.executable, ROOT / "scripts/query.py", "--csv", folders[kind], query)
            if len(printed.splitlines()) < 2:
                sys.exit(f"this query of docs/queries.md finds nothing:\n{query}")
    print(f"{len(blocks)} queries of docs/queries.md run")


if __name__ == "__main__":
    main()
