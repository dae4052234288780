#!/usr/bin/env bash
# Begins a figure: a small one that works, with its place in every list, a test, rules for what it says and an exercise.
#   bash web/new_figure.sh NAME "Title"               after the last figure of the article
#   bash web/new_figure.sh NAME "Title" --after NAME  after another one
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash .toolchain/setup.sh site
# shellcheck disable=SC1090
source "$(bash .toolchain/setup.sh env)"
"$LIFTED_NODE" web/new_figure.mjs "$@"
