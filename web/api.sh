#!/usr/bin/env bash
# Writes the reference of what others call into build/api: the element, and learn() in JavaScript, Python, C++ and C.
# Fails where something public is not documented. Fetches TypeDoc, pinned in api/package-lock.json, from the npm registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash .toolchain/setup.sh site
# shellcheck disable=SC1090
source "$(bash .toolchain/setup.sh env)"
cmp -s web/api/package-lock.json web/api/node_modules/.lock-in-use || {
  (cd web/api && npm ci --ignore-scripts --no-audit --no-fund)
  cp web/api/package-lock.json web/api/node_modules/.lock-in-use
}
"$LIFTED_NODE" web/api/api.mjs
