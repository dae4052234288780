#!/usr/bin/env bash
# Runs the tests; sets up what they need. Not zero when one failed; then the last lines say which, and how to repeat it.
#   bash tests/run.sh                  the gate: the core of every room, natively, as WebAssembly and in Chromium
#   bash tests/run.sh full             all there is: sanitizers, fuzzers, Firefox, WebKit, notebooks, planted faults besides
#   bash tests/run.sh quick            what takes a minute: the unit tests but the longest, natively, and no browser
#   bash tests/run.sh figure NAME      the tests of one figure, its page in Chromium, and what is still to do
#   bash tests/run.sh PART...          these parts of the full run: see tests/run.mjs
#   bash tests/run.sh FILE ["TITLE"]   one file of tests that are written in JavaScript, or one test of it
# LIFTED_JOBS=n: how much is run at a time, one more than there are processors unless said.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
exec 9> build/tests.lock
flock -n 9 || { echo "Other tests are running here; waiting for them."; flock 9; }
case ${1:-gate} in gate | quick | figure) need=tests ;; *) need=full ;; esac
bash .toolchain/setup.sh $need
# shellcheck disable=SC1090
source "$(bash .toolchain/setup.sh env)"
"$LIFTED_NODE" tests/run.mjs "$@" 9>&- # what it leaves running must not keep the lock
