#!/usr/bin/env bash
# Everything that must hold before a commit: format, lints, tests, documentation, rule coverage, signatures, the
# tables that other programs read, worked queries, and reports and the board in a browser. Installs what it needs: Rust
# components, Python packages into .venv, Chromium, node.
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
    printf '\n== %s\n' "$*"
    "$@"
}

need_rust() {
    command -v cargo >/dev/null || { echo "Rust is missing: install rustup, then run this again." >&2; exit 1; }
    cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
    cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
    # zstd, which the tables are compressed with, is written in C.
    command -v cc >/dev/null || { apt-get update -qq && apt-get install -y -qq build-essential; }
}

need_python() {
    command -v python3 >/dev/null || { apt-get update -qq && apt-get install -y -qq python3 python3-venv; }
    if ! .venv/bin/python -c 'import pyarrow, duckdb' 2>/dev/null; then
        python3 -m venv .venv || { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv .venv; }
        .venv/bin/pip install --quiet pyarrow duckdb
    fi
}

documentation() {
    # Private items are documented too, so links to them lead somewhere.
    RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" cargo doc --workspace --no-deps --document-private-items
}

# A short run of every game, opened by the programs that users analyse it with.
tables() {
    local folder
    folder=$(mktemp -d)
    WARLAB_EXAMPLE_GAME=1 "$warlab" run --games 6 --out "$folder/study"
    .venv/bin/python scripts/check_tables.py "$folder"/study/*
    rm -rf "$folder"
}

# A short study of every game, its report opened in Chromium.
reports() {
    local folder study
    folder=$(mktemp -d)
    for study in coalitions-players gbacw-fatigue wars-of-the-roses-balance washingtons-war-variants; do
        "$warlab" study "experiments/studies/$study.toml" --games 12 --out "$folder/$study" >/dev/null 2>&1
    done
    scripts/check_reports.sh --shots "$folder/shots" "$folder"/*/report.html
    rm -rf "$folder"
}

# Built by the tests; `cargo run` would build every crate again, because it unites the features of fewer packages.
warlab=${CARGO_TARGET_DIR:-target}/debug/warlab

need_rust
need_python
step cargo fmt --all --check
step cargo clippy --workspace --all-targets -- -D warnings
step cargo test --workspace
step documentation
step python3 -m doctest scripts/rule_coverage.py
step python3 scripts/rule_coverage.py
step "$warlab" signature --check engine/signatures.txt
step tables
step .venv/bin/python scripts/check_queries.py "$warlab"
step reports
step scripts/instructions.py
step env WARLAB="$warlab" scripts/browser_tests.sh
printf '\nAll checks passed.\n'
