#!/usr/bin/env bash
# Tests of the web board in a real browser, and of the server against hostile requests.
# Installs Debian's chromium and playwright-core when they are missing. Screenshots go to docs/screenshots/.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null; then
  apt-get update -qq && apt-get install -y -qq chromium >/dev/null
fi
npm --prefix web/tests install --silent --no-audit --no-fund >/dev/null

cargo build --quiet
binary="${CARGO_TARGET_DIR:-target}/debug/warlab"
mkdir -p docs/screenshots
node web/tests/safety.mjs "$binary"
node web/tests/browser.mjs "$binary" docs/screenshots
