#!/usr/bin/env bash
# Opens reports in headless Chromium, light and dark: fails on console errors, on anything loaded from a network and
# on charts that do not draw; saves screenshots.
#
#   scripts/check_reports.sh [--shots DIR] REPORT.html ...
#
# Chromium and playwright-core are installed on first use.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
shots=$root/docs/screenshots
if [ "${1:-}" = --shots ]; then
    shots=$2
    shift 2
fi
if [ $# -eq 0 ]; then
    sed -n '2,8p' "$0"
    exit 2
fi
chromium=$(command -v chromium || true)
if [ -z "$chromium" ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq chromium >/dev/null
    chromium=$(command -v chromium)
fi
tools=$root/scripts/browser
if [ ! -d "$tools/node_modules/playwright-core" ]; then
    (cd "$tools" && npm install --silent --no-audit --no-fund)
fi
mkdir -p "$shots"
CHROMIUM=$chromium SHOTS=$shots node "$tools/check_reports.mjs" "$@"
