#!/usr/bin/env bash
# Measures this project beside its peers; sets up what it needs, which the tests do not. Prints tables, keeps CSV files
# in tests/bench/results, and, when all tasks were run, writes the tables of README.md and softmax.md beside it. Takes about
# a quarter of an hour.
#   bash tests/bench/run.sh page
#   bash tests/bench/run.sh files
#   bash tests/bench/run.sh [--quick] [TASK]...
# page: what a clock measures of the page, and what it weighs, each beside its goal; writes page.md beside this and the
# site's page of results. Nothing fails by a goal that is over. Four minutes.
# files: lifted-learn beside NumPy on files larger than a page takes, in one process and in two (with Open MPI). Five minutes.
# A TASK is one of the list in tests/bench/tasks.mjs, kernel, growth or softmax. --quick takes one turn each and keeps nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "${1:-}" != page ] || exec bash tests/run.sh page

# NumPy as Debian has it, on OpenBLAS with threads: without that library its products are ten times slower.
if ! /usr/bin/python3 -c 'import numpy' 2>/dev/null || ! ls /usr/lib/*/openblas-pthread/libblas.so.3 >/dev/null 2>&1; then
  echo "Installing python3-numpy and libopenblas0-pthread"
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends python3-numpy libopenblas0-pthread
fi

bash .toolchain/setup.sh tests
# shellcheck disable=SC1090
source "$(bash .toolchain/setup.sh env)"
if [ "${1:-}" = files ]; then
  bash .toolchain/setup.sh full
  for build in native mpi; do
    cmake -S . -B "build/$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DLIFTED_MPI=$([ $build = mpi ] && echo ON || echo OFF)" \
      -DCMAKE_C_COMPILER="clang-$LIFTED_LLVM_MAJOR" -DCMAKE_CXX_COMPILER="clang++-$LIFTED_LLVM_MAJOR" >/dev/null
    cmake --build "build/$build" --target lifted-learn
  done
  exec "$LIFTED_NODE" tests/bench/files.mjs
fi
for folder in tests/bench tests/browser; do
  [ "$folder/node_modules/.stamp" -nt "$folder/package-lock.json" ] ||
    (cd "$folder" && npm ci --no-audit --no-fund && touch node_modules/.stamp)
done
cmake -S . -B build/native -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_C_COMPILER="clang-$LIFTED_LLVM_MAJOR" -DCMAKE_CXX_COMPILER="clang++-$LIFTED_LLVM_MAJOR" >/dev/null
cmake --build build/native --target bench
emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build build/wasm --target bench

exec "$LIFTED_NODE" tests/bench/run.mjs "$@"
