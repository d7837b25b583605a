#!/usr/bin/env python3
"""Which rules of the rulebooks no code and no test cites.

The rules that a game must carry out are listed in engine/rules/<game>.tsv. Code and tests cite them: `[WR 6.9]`,
`[WR 6.84 mercenaries]`, `[GB 10.41, 10.42]`, `[GB 8.41-8.49]`, `[CO 7.6.march]`; a test may carry the number in its
name instead: `fn wr_6_9_...`. Fails if a game named in engine/rules/complete.txt has a gap.

    python3 scripts/rule_coverage.py            all games
    python3 scripts/rule_coverage.py gbacw -v   one game, with headings and citations of rules that are not listed
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PREFIXES = {"wars-of-the-roses": "WR", "washingtons-war": "WW", "coalitions": "CO", "gbacw": "GB"}


def read_rules(path):
    """The listed rules in order: {number or key: heading}."""
    rows = (line.rstrip("\n").split("\t", 1) for line in path.open(encoding="utf-8"))
    return {row[0].strip(): row[-1].strip() for row in rows if row[0].strip() and not row[0].startswith("#")}


def cited_in_brackets(text, prefix, rules):
    """The keys that bracketed citations name.

    >>> rules = ["5.1", "5.2", "5.21", "5.3", "7.6.march", "8.supporters"]
    >>> sorted(cited_in_brackets("/// Pinning. [WR 5.2]", "WR", rules))
    ['5.2']
    >>> sorted(cited_in_brackets("[WR 5.1 Piracy] [WR 5.2, 5.3] [GB 5.21]", "WR", rules))
    ['5.1', '5.2', '5.3']
    >>> sorted(cited_in_brackets("[WR 5.1-5.21]", "WR", rules))
    ['5.1', '5.2', '5.21']
    >>> sorted(cited_in_brackets("[CO 7.6.march] [CO 8 supporters]", "CO", rules))
    ['7.6.march', '8.supporters']
    >>> sorted(cited_in_brackets("[GB 5.1, WR 5.3; WR 9.9]", "WR", rules))
    ['5.3', '9.9']
    """
    found = set()
    for inside in re.findall(r"\[((?:WR|WW|CO|GB) [^\]]*)\]", text):
        current = None
        for item in re.split(r"[,;]| and ", inside):
            words = item.split()
            if words and words[0] in PREFIXES.values():
                current = words.pop(0)
            if words and current == prefix:
                found.update(keys_of(words, rules))
    return found


def keys_of(words, rules):
    """One citation's keys: a range, a key of two words, or the first word."""
    ends = re.fullmatch(r"(\d+(?:\.\w+)*)(?:-|–|\.\.)(\d+(?:\.\w+)*)", words[0])
    if ends and all(end in rules for end in ends.groups()):
        order = list(rules)
        first, last = (order.index(end) for end in ends.groups())
        return set(order[first : last + 1])
    if len(words) > 1 and f"{words[0]}.{words[1]}".rstrip(".:") in rules:
        return {f"{words[0]}.{words[1]}".rstrip(".:")}
    key = words[0].rstrip(".:")
    return {key} if re.match(r"\d", key) else set()


def cited_in_names(text, prefix, rules):
    """The keys in names of test functions: the longest listed key that a name begins with.

    >>> rules = ["5.2", "5.22", "7.6", "7.6.march"]
    >>> sorted(cited_in_names("fn wr_5_22_pinning() fn wr_5_2() fn other_5_2()", "WR", rules))
    ['5.2', '5.22']
    >>> sorted(cited_in_names("fn co_7_6_march_by_land()", "CO", rules))
    ['7.6.march']
    """
    found = set()
    for name in re.findall(rf"fn {prefix.lower()}_(\w+)", text):
        words = name.split("_")
        keys = [".".join(words[:count]) for count in range(len(words), 0, -1)]
        found.update([key for key in keys if key in rules][:1])
    return found


def read_sources(folder):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.rs")))


def shortened(keys, verbose, rules):
    if verbose:
        return "".join(f"\n    {key}  {rules[key]}" for key in keys)
    more = f" and {len(keys) - 15} more" if len(keys) > 15 else ""
    return " " + ", ".join(keys[:15]) + more


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="games to look at; all if none is named")
    parser.add_argument("-v", "--verbose", action="store_true", help="headings, and citations of unlisted rules")
    options = parser.parse_args()
    unknown = [game for game in options.game if game not in PREFIXES]
    if unknown:
        parser.error(f"no game {', '.join(unknown)}; known: {', '.join(PREFIXES)}")

    listed = (ROOT / "engine/rules/complete.txt").read_text(encoding="utf-8").splitlines()
    complete = {line.strip() for line in listed if line.strip() and not line.startswith("#")}
    if complete - set(PREFIXES):
        sys.exit(f"engine/rules/complete.txt names no game: {', '.join(sorted(complete - set(PREFIXES)))}")
    tests = read_sources(ROOT / "engine/tests")
    failed = []
    for game in options.game or PREFIXES:
        prefix, rules = PREFIXES[game], read_rules(ROOT / "engine/rules" / f"{game}.tsv")
        folder = ROOT / "engine/src/games" / game.replace("-", "_")
        in_code = cited_in_brackets(read_sources(folder), prefix, rules)
        in_tests = cited_in_brackets(tests, prefix, rules) | cited_in_names(tests, prefix, rules)
        gaps = False
        state = "complete" if game in complete else "in progress"
        print(f"{game} ({state}): {len(rules)} rules")
        for place, cited in (("code", in_code), ("tests", in_tests)):
            missing = [key for key in rules if key not in cited]
            gaps = gaps or bool(missing)
            tail = f"; missing:{shortened(missing, options.verbose, rules)}" if missing else ""
            print(f"  {place}: {len(rules) - len(missing)} cited{tail}")
        strangers = sorted((in_code | in_tests) - set(rules))
        if strangers and options.verbose:
            print(f"  cited but not listed: {', '.join(strangers)}")
        if gaps and game in complete:
            failed.append(game)
    if failed:
        sys.exit(f"rules without code or test in a complete game: {', '.join(failed)}")


if __name__ == "__main__":
    main()
