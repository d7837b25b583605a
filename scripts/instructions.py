#!/usr/bin/env python3
"""Counts the instructions of random games under callgrind and compares them with benches/instructions.toml.

Instructions do not depend on how busy the machine is, so a slow-down of a few percent shows in CI. The cost of
starting up (reading data, building tables) is taken out by counting twice, with N and with 2 N games.

    scripts/instructions.py            compare, fail beyond the tolerance
    scripts/instructions.py --update   store the counts as the new baseline
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "benches" / "instructions.toml"
TOLERANCE = 0.05
# Games per count: enough decisions to be steady, few enough for valgrind.
GAMES = {"wars-of-the-roses": 20, "washingtons-war": 20, "coalitions": 10, "gbacw": 6}


def binary() -> Path:
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "warlab"


def count(program: Path, game: str, games: int) -> tuple[int, int]:
    """Instructions and decisions of that many random games, start-up included."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program), "bench",
                   "--burn", str(games), game]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        total = re.search(r"Collected : (\d+)", done.stderr)
        decisions = re.search(r"(\d+) decisions", done.stdout)
        if not total or not decisions:
            sys.exit(f"callgrind's answer was not understood:\n{done.stdout}{done.stderr}")
        return int(total[1]), int(decisions[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="store the counts as the new baseline")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        subprocess.run("apt-get update -qq && apt-get install -y -qq valgrind", shell=True, check=True)
    program = binary()
    known = tomllib.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    lines, failed = [], False
    for game, games in GAMES.items():
        (once, few), (twice, many) = count(program, game, games), count(program, game, 2 * games)
        per_decision = (twice - once) / max(many - few, 1)
        lines.append(f'"{game}" = {per_decision:.1f}\n')
        old = known.get("instructions_per_decision", {}).get(game)
        change = f"{per_decision / old - 1:+.1%} against {old}" if old else "no baseline"
        print(f"{game:20} {per_decision:10.1f} instructions a decision ({change})")
        if old and per_decision > old * (1 + TOLERANCE) and not options.update:
            failed = True
    if options.update:
        head = "# Instructions a random decision costs, by scripts/instructions.py --update.\n[instructions_per_decision]\n"
        BASELINE.write_text(head + "".join(lines))
        print(f"stored in {BASELINE.relative_to(ROOT)}")
    if failed:
        sys.exit(f"slower by more than {TOLERANCE:.0%}: find the cause, or store a new baseline with --update and say why")


if __name__ == "__main__":
    main()
