#!/usr/bin/env bash
# The web board in a real browser: hostile requests and 50 games at once, every tool of the board, and whole games of all
# four by clicking. Installs Debian's chromium, node and playwright-core when they are missing.
# Usage: scripts/browser_tests.sh [FOLDER]   screenshots go to FOLDER; `docs/screenshots` refreshes the documentation's
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
pictures="${1:-$target/screenshots}"
# Minutes in all on a quiet machine of two cores; a stuck browser must not hold up a check for ever.
limit="${BROWSER_TESTS_LIMIT:-40m}"

missing=()
command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if ((${#missing[@]})); then
    apt-get update -qq && apt-get install -y -qq "${missing[@]}" >/dev/null
fi
if [[ ! -d web/tests/node_modules/playwright-core ]]; then
    npm --prefix web/tests ci --silent --no-audit --no-fund
fi

# WARLAB names a binary that is already built.
if [[ -z "${WARLAB:-}" ]]; then
    cargo build --quiet
    WARLAB=$target/debug/warlab
fi
mkdir -p "$pictures"
run() {
    timeout --kill-after=10s "$limit" node "$@" || {
        status=$?
        ((status == 124)) && echo "$1 did not end within $limit" >&2
        exit "$status"
    }
}
run web/tests/safety.mjs "$WARLAB"
run web/tests/browser.mjs "$WARLAB" "$pictures"
run web/tests/whole_games.mjs "$WARLAB"
